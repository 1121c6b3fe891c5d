"""What is wrong: where, what was given, what is allowed, and of an input a sentence for a reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from rules_py.base.limits import MAX_MESSAGE_CHARS
from rules_py.base.suggest import KnownNames, closest_matches, did_you_mean

MAX_VALUE_CHARS = 60
"""Characters of a value in a message."""
MAX_FAULTS_SHOWN = 5
"""So many faults are told in full; of more a reader mends some first."""

_LONGEST_ALLOWED, _LONGEST_FIELD = 280, 80
_ROOM_FOR_REST = len(" And so on, 1000000 more.")


def format_value(value: object) -> str:
    """The value as an error message quotes it: short, on one line, whatever it is."""
    if _unprintable(value):
        return "a whole number too long to print"
    if isinstance(value, str):
        text = repr(value[: MAX_VALUE_CHARS + 1])
        return text if len(text) <= MAX_VALUE_CHARS + 2 else f"{text[: MAX_VALUE_CHARS + 1]}…{text[-1]}"
    if isinstance(value, dict):
        whole = [repr(value)] if _simple(value) and _simple(value.values()) else []
        names = [f"a mapping of {', '.join(map(repr, value))}"] if _simple(value) else []
        return _first_short(*whole, *names) or f"a mapping of {len(value)}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return (_first_short(repr([*value])) if _simple(value) else "") or f"a list of {len(value)}"
    if value is None or value is True or value is False:
        return {None: "nothing", True: "yes", False: "no"}[value]
    text = repr(value)
    return text if len(text) <= MAX_VALUE_CHARS else text[: MAX_VALUE_CHARS - 1] + "…"


def _simple(values: Collection[object]) -> bool:
    """Whether these are few and plain.

    Printing a deeply nested value in full could itself run out of stack.
    """
    return len(values) <= 12 and all(
        each is None or (isinstance(each, (str, int, float)) and not _unprintable(each)) for each in values
    )


def truncate(text: str, most: int = MAX_MESSAGE_CHARS) -> str:
    """The text, or as much of its beginning as there is room for."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _as_many(texts: Sequence[str], of: int, parted: str, rest: str, room: int) -> str:
    """The first of so many texts, as many as are told, and how many more there are."""
    told = truncate(texts[0], room - _ROOM_FOR_REST)
    number = 1
    for each in texts[1:]:
        if len(told) + len(parted) + len(each) > room - _ROOM_FOR_REST:
            break
        told, number = f"{told}{parted}{each}", number + 1
    return told + (rest.format(of - number) if number < of else "")


def _first_short(*texts: str) -> str:
    return next((text for text in texts if len(text) <= MAX_VALUE_CHARS), "")


def _unprintable(value: object) -> bool:
    """Whether a number is so long that Python itself may refuse to print it."""
    return isinstance(value, int) and abs(value) >= 10**MAX_VALUE_CHARS


def join_or(names: Iterable[str]) -> KnownNames:
    """`a, b or c`: the known names at the end of a message about an unknown one."""
    known = [str(name) for name in names]
    *rest, last = known or ["nothing"]
    return KnownNames(f"{', '.join(rest)} or {last}" if rest else last, known)


def format_error(what: str, given: str, allowed: str) -> str:
    """`steps: given 11, allowed a whole number from 0 to 10`: how who writes text, programs or commands is
    told of any mistake.
    """
    return f"{what}: given {given}, allowed {allowed}"


def format_value_error(what: str, given: object, allowed: str) -> str:
    """The sentence about a value, which is quoted short and on one line."""
    return format_error(what, format_value(given), f"{allowed}{suggestion(given, allowed)}")


def suggestion(given: object, allowed: str) -> str:
    """`; perhaps 'average'`, where what was given is much like one of the names that are allowed."""
    if not isinstance(allowed, KnownNames) or not isinstance(given, str) or len(given) > MAX_VALUE_CHARS:
        return ""
    return "" if given in allowed.names else did_you_mean(closest_matches(given, allowed.names))


@dataclass(frozen=True)
class Fault:
    """One thing wrong with what was given. `code` is the stable name programs test for.

    It is told twice. To who writes programs or commands, as text: where, what was given, what is allowed. To
    a reader of a page, `told`: `words`, a sentence that knows no name but those on the page. Where nothing is
    `allowed` in general, the sentence is for both.
    """

    field: str
    code: str
    value: object
    expected: str
    message: str = ""

    def __str__(self) -> str:
        if not self.expected:
            return truncate(self.message)
        field = truncate(self.field if self.field.isprintable() else format_value(self.field), _LONGEST_FIELD)
        allowed = truncate(self.expected, _LONGEST_ALLOWED) + suggestion(self.value, self.expected)
        return format_error(field, format_value(self.value), allowed)

    @property
    def user_message(self) -> str:
        """The sentence for a reader. What only a page itself can get wrong has none of its own."""
        return truncate(self.message) or PAGE_ERROR


PAGE_ERROR = "The page asked for something it should not have. Load it anew and try again."
TOO_MUCH = "That is too much to count at once. Take smaller numbers: fewer dice, rounds or hits."


class InputError(ValueError):
    """Raised for a wrong input. `codes` are stable names, `str(error)` says where, what and what is allowed,
    `told` are sentences for a reader.

    `field`, `given` and `allowed` describe the first fault; `faults` holds all that were found, of which the
    first MAX_FAULTS_SHOWN are told. `where` tells a reader what can't be seen: `Line 3 of the log: `.
    """

    def __init__(self, *faults: Fault, where: str = "") -> None:
        self.faults, self.where = faults, where
        first = faults[0]
        self.field, self.value, self.expected = first.field, first.value, first.expected
        self.codes = tuple(dict.fromkeys(fault.code for fault in faults))
        super().__init__(*faults)

    def __str__(self) -> str:
        # of each the name that was meant is looked for, and in a file there may be thousands
        texts = [*map(str, self.faults[:MAX_FAULTS_SHOWN])]
        return _as_many(texts, len(self.faults), "; ", "; and {} more", MAX_MESSAGE_CHARS)

    @classmethod
    def at(cls, field: str, value: object, expected: str, *, code: str, message: str = "") -> InputError:
        """The usual case: one fault."""
        return cls(Fault(field, code, value, expected, message))

    @property
    def user_message(self) -> str:
        """What is wrong, for a reader."""
        sentences = list(dict.fromkeys(fault.user_message for fault in self.faults))
        room = MAX_MESSAGE_CHARS - len(self.where)
        return self.where + _as_many(
            sentences[:MAX_FAULTS_SHOWN], len(sentences), " ", " And so on, {} more.", room
        )

    def with_prefix(self, field: str, where: str = "") -> InputError:
        """The same faults, their fields named from one level further out: `steps` becomes
        `rounds.2.steps`.
        """
        faults = (replace(fault, field=".".join(filter(None, (field, fault.field)))) for fault in self.faults)
        return InputError(*faults, where=where or self.where)


class TooManyBranchesError(ValueError):
    """Counting every branch would take too long. Its text says what to lower, `told` the same to a reader."""

    def __init__(self, message: str, user_message: str = TOO_MUCH) -> None:
        self.user_message = user_message
        super().__init__(message)


class DeclarationError(ValueError):
    """Raised where a game's declaration is wrong: what, what was given, and what to write instead.

    It is the author's mistake and never a reader's: raised when a declaration is built, or when it first
    meets an outcome it says nothing of.
    """

    def __init__(self, subject: str, value: object, expected: str) -> None:
        self.subject, self.value, self.expected = subject, value, expected
        super().__init__(format_value_error(subject, value, expected))
