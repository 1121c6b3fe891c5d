"""Errors for authors and readers, and their messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from rules_py.base.limits import MAX_MESSAGE_CHARS
from rules_py.base.suggest import KnownNames, closest_matches, did_you_mean

MAX_VALUE_CHARS = 60
"""Characters of a value in a message."""
MAX_FAULTS_SHOWN = 5
"""Faults that a message describes; it only counts the others."""

_MAX_EXPECTED, _MAX_FIELD = 280, 80
_MAX_NAMES = 100
"""Characters of a list of names beside a suggestion."""
_ROOM_FOR_REST = len(" And 1000000 more problems.")


def format_value(value: object) -> str:
    """Return any value as a message quotes it: short and on one line."""
    if _is_unprintable(value):
        return "a whole number too long to print"
    if isinstance(value, str):
        text = repr(value[: MAX_VALUE_CHARS + 1])
        return text if len(text) <= MAX_VALUE_CHARS + 2 else f"{text[: MAX_VALUE_CHARS + 1]}…{text[-1]}"
    if isinstance(value, dict):
        full = [repr(value)] if _is_simple(value) and _is_simple(value.values()) else []
        keys = [f"a mapping of {', '.join(map(repr, value))}"] if _is_simple(value) else []
        return _first_short(*full, *keys) or f"a mapping of {len(value)}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return (_first_short(repr([*value])) if _is_simple(value) else "") or f"a list of {len(value)}"
    if value is None or value is True or value is False:
        return {None: "nothing", True: "yes", False: "no"}[value]
    text = repr(value)
    return text if len(text) <= MAX_VALUE_CHARS else text[: MAX_VALUE_CHARS - 1] + "…"


def _is_simple(values: Collection[object]) -> bool:
    """Return whether the values are few and flat: printing a deeply nested value could overflow the stack."""
    return len(values) <= 12 and all(
        value is None or (isinstance(value, (str, int, float)) and not _is_unprintable(value))
        for value in values
    )


def truncate(text: str, max_chars: int = MAX_MESSAGE_CHARS) -> str:
    """Return the text, with an ellipsis in place of what is too long."""
    return text if len(text) <= max_chars else f"{text[: max_chars - 1].rstrip()}…"


def _join_while_room(texts: Sequence[str], total: int, separator: str, rest: str, room: int) -> str:
    """Join the first texts, as many as there is room for, followed by the number of the others."""
    text_so_far = truncate(texts[0], room - _ROOM_FOR_REST)
    count = 1
    for text in texts[1:]:
        if len(text_so_far) + len(separator) + len(text) > room - _ROOM_FOR_REST:
            break
        text_so_far, count = f"{text_so_far}{separator}{text}", count + 1
    more = total - count
    return text_so_far + (rest.format(more, "" if more == 1 else "s") if more else "")


def _first_short(*texts: str) -> str:
    return next((text for text in texts if len(text) <= MAX_VALUE_CHARS), "")


def _is_unprintable(value: object) -> bool:
    """Return whether a number is so long that Python may refuse to print it."""
    return isinstance(value, int) and abs(value) >= 10**MAX_VALUE_CHARS


def join_or(names: Iterable[str]) -> KnownNames:
    """Return `a, b or c`, which remembers the names so that a message can suggest one of them."""
    known = [str(name) for name in names]
    *rest, last = known or ["nothing"]
    return KnownNames(f"{', '.join(rest)} or {last}" if rest else last, known)


def format_error(subject: str, value: str, expected: str) -> str:
    """Return an author's message: `steps: expected a whole number from 0 to 10, got 11`."""
    return f"{subject}: expected {expected}, got {value}"


def format_value_error(subject: str, value: object, expected: str, kind: str = "") -> str:
    """Return an author's message about a value: wrong, or a name that isn't among the expected ones.

    `kind` is the kind of thing that an unknown name should have named; without it the name is a value.
    """
    is_unknown = isinstance(expected, KnownNames) and value not in expected.names
    if isinstance(value, str) and (kind or is_unknown):
        unknown = format_unknown_name(kind or "value", value, expected)
        return f"{subject}: {unknown}" if subject else unknown
    return format_error(subject or kind, format_value(value), truncate(expected, _MAX_EXPECTED))


def format_unknown_name(kind: str, name: str, expected: str) -> str:
    """Return `unknown value 'avrage' (expected difficult, average or favourable). Did you mean 'average'?`

    If a name is suggested, a long list of the expected names is left out.
    """
    hint = suggestion(name, expected)
    names = "" if hint and len(expected) > _MAX_NAMES else f" (expected {truncate(expected, _MAX_EXPECTED)})"
    return f"unknown {kind} {format_value(name)}{names}{f'. {hint}' if hint else ''}"


def format_missing(kind: str, field: str, expected: str) -> str:
    """Return an author's message: `roller block needs 'calculator' (the id of a calculator)`."""
    return f"{kind} needs {field!r} ({expected})"


def format_unexpected_field(kind: str, name: str, fields: Iterable[str]) -> str:
    """Return an author's message: `reference block has no field 'filter'; fields are list and folded`."""
    known = join_or(fields)
    *rest, last = known.names or ("none",)
    names = f"fields are {', '.join(rest)} and {last}" if rest else f"the only field is {last}"
    hint = suggestion(name, known)
    return f"{kind} has no field {format_value(name)}; {names}{f'. {hint}' if hint else ''}"


def format_duplicate(name: object, place: object) -> str:
    """Return an author's message: `'C-012' is already defined at docs/core_rules/odds.md:3`."""
    return f"{format_value(name)} is already defined at {place}"


def suggestion(value: object, expected: str) -> str:
    """Return `Did you mean 'average'?` if the value resembles one of the expected names."""
    if not isinstance(expected, KnownNames) or not isinstance(value, str) or len(value) > MAX_VALUE_CHARS:
        return ""
    return "" if value in expected.names else did_you_mean(closest_matches(value, expected.names))


@dataclass(frozen=True)
class Fault:
    """One thing wrong with an input. `code` is a stable name that programs can test for.

    Authors get `str(fault)`: the field, what is expected and the value. Readers get `user_message`, which
    uses only names that the page shows. Without `expected`, `message` is for both. `problem`
    replaces what was expected and found in the author's message. `suggestions` are values that are valid and
    near to this one; readers get a button for each.
    """

    field: str
    code: str
    value: object
    expected: str
    message: str = ""
    problem: str = ""
    suggestions: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.expected:
            return truncate(self.message)
        field, kind = self.field, ""
        if isinstance(self.value, str) and self.code == f"unknown_{field.rpartition('.')[2]}":
            field, _, kind = field.rpartition(".")
        if self.problem:
            return truncate(self.problem)
        subject = truncate(field if field.isprintable() else format_value(field), _MAX_FIELD)
        return format_value_error(subject, self.value, self.expected, kind)

    @property
    def user_message(self) -> str:
        """The sentence for a reader. Mistakes that only the page itself can make share one."""
        return truncate(self.message) or PAGE_ERROR


PAGE_ERROR = "Something went wrong on this page. Reload it and try again."
TOO_MUCH = "That’s too much to calculate. Use fewer dice or rounds."


class InputError(ValueError):
    """Raised for an invalid input, with one or more faults.

    `field`, `value` and `expected` are those of the first fault, `codes` those of all. `where` tells readers
    the place of something they can't see: `Line 3 of the log isn’t possible: `.
    """

    def __init__(self, *faults: Fault, where: str = "") -> None:
        self.faults, self.where = faults, where
        first = faults[0]
        self.field, self.value, self.expected = first.field, first.value, first.expected
        self.codes = tuple(dict.fromkeys(fault.code for fault in faults))
        super().__init__(*faults)

    def __str__(self) -> str:
        # Suggest a name for the first few faults only: a file can contain thousands.
        texts = [*map(str, self.faults[:MAX_FAULTS_SHOWN])]
        message = _join_while_room(texts, len(self.faults), "; ", "; and {} more", MAX_MESSAGE_CHARS)
        return message.replace("?; ", "? ")

    @classmethod
    def at(cls, field: str, value: object, expected: str, *, code: str, message: str = "") -> InputError:
        """Return an error with a single fault."""
        return cls(Fault(field, code, value, expected, message))

    @property
    def user_message(self) -> str:
        """The message for a reader."""
        sentences = list(dict.fromkeys(fault.user_message for fault in self.faults))
        room = MAX_MESSAGE_CHARS - len(self.where)
        first = sentences[:MAX_FAULTS_SHOWN]
        return self.where + _join_while_room(first, len(sentences), " ", " And {} more problem{}.", room)

    def with_prefix(self, field: str, where: str = "") -> InputError:
        """Return the error with its fields seen from one level further out: `steps` as `rounds.2.steps`."""
        faults = (replace(fault, field=".".join(filter(None, (field, fault.field)))) for fault in self.faults)
        return InputError(*faults, where=where or self.where)


class TooManyBranchesError(ValueError):
    """Raised if counting every branch would take too long. The message says what to reduce."""

    def __init__(self, message: str, user_message: str = TOO_MUCH) -> None:
        self.user_message = user_message
        super().__init__(message)


class DeclarationError(ValueError):
    """Raised for a mistake in a game's declaration: the subject, its value and what to write instead.

    It is raised when the declaration is built, or when an outcome occurs that it doesn't cover.
    """

    def __init__(
        self, subject: str, value: object, expected: str, *, kind: str = "", message: str = ""
    ) -> None:
        """`kind` is that of an unknown name; `message` replaces what was expected and found."""
        self.subject, self.value, self.expected = subject, value, expected
        self.kind, self.message = kind, message
        super().__init__(self.describe())

    def describe(self, within: str = "") -> str:
        """Return the message; `within` names the owner of the subject, if the subject doesn't."""
        subject = self.subject if within in self.subject else f"{within}: {self.subject}".removesuffix(": ")
        if self.message:
            return f"{subject}: {self.message}" if subject else self.message
        return format_value_error(subject, self.value, self.expected, self.kind)
