"""What is wrong with an input: where, what was given, what is allowed, and a sentence for a reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

LONGEST_SHOWN = 60
MOST_TOLD = 5
"""So many faults are told in full; of more a reader mends some first."""


def shown(value: object) -> str:
    """The value as an error message quotes it: short, on one line, whatever it is."""
    if _unprintable(value):
        return "a whole number too long to print"
    if isinstance(value, str):
        head = value[: LONGEST_SHOWN + 1]
        text = repr(head[:LONGEST_SHOWN])
        return text if len(head) <= LONGEST_SHOWN else f"{text[:-1]}…{text[-1]}"
    if isinstance(value, dict):
        whole = [repr(value)] if _simple(value.values()) else []
        names = [f"a mapping of {', '.join(map(repr, value))}"] if _simple(value) else []
        return _first_short(*whole, *names) or f"a mapping of {len(value)}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return (_first_short(repr([*value])) if _simple(value) else "") or f"a list of {len(value)}"
    if value is None or value is True or value is False:
        return {None: "nothing", True: "yes", False: "no"}[value]
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _simple(values: Collection[object]) -> bool:
    """Whether these are few and plain.

    Printing a deeply nested value in full could itself run out of stack.
    """
    return len(values) <= 12 and all(
        each is None or (isinstance(each, (str, int, float)) and not _unprintable(each)) for each in values
    )


def _first_short(*texts: str) -> str:
    return next((text for text in texts if len(text) <= LONGEST_SHOWN), "")


def _unprintable(value: object) -> bool:
    """Whether a number is so long that Python itself may refuse to print it."""
    return isinstance(value, int) and abs(value) >= 10**LONGEST_SHOWN


def listed(names: Iterable[str]) -> str:
    """`a, b or c`: the known names at the end of a message about an unknown one."""
    *rest, last = [str(name) for name in names] or ["nothing"]
    return f"{', '.join(rest)} or {last}" if rest else last


@dataclass(frozen=True)
class Fault:
    """One thing wrong with what was given. `code` is the stable name programs test for.

    It is told twice. To who writes programs or commands, as text: where, what was given, what is allowed. To
    a reader of a page, `told`: `words`, a sentence that knows no name but those on the page. Where nothing is
    `allowed` in general, the sentence is for both.
    """

    field: str
    code: str
    given: object
    allowed: str
    words: str = ""

    def __str__(self) -> str:
        return (
            f"{self.field}: expected {self.allowed}, got {shown(self.given)}" if self.allowed else self.words
        )

    @property
    def told(self) -> str:
        """The sentence for a reader. What only a page itself can get wrong has none of its own."""
        return self.words or BROKEN


BROKEN = "The page asked for something it should not have. Load it anew and try again."
TOO_MUCH = "That is too much to count at once. Take smaller numbers: fewer dice, rounds or hits."


class InputError(ValueError):
    """Raised for a wrong input. `codes` are stable names, `str(error)` says where, what and what is allowed,
    `told` are sentences for a reader.

    `field`, `given` and `allowed` describe the first fault; `faults` holds all that were found, of which the
    first MOST_TOLD are told. `where` tells a reader what can't be seen: `Line 3 of the log: `.
    """

    def __init__(self, *faults: Fault, where: str = "") -> None:
        self.faults, self.where = faults, where
        first = faults[0]
        self.field, self.given, self.allowed = first.field, first.given, first.allowed
        self.codes = tuple(dict.fromkeys(fault.code for fault in faults))
        left = len(faults) - MOST_TOLD
        super().__init__("; ".join(map(str, faults[:MOST_TOLD])) + (f"; and {left} more" if left > 0 else ""))

    @classmethod
    def at(cls, field: str, given: object, allowed: str, *, code: str, words: str = "") -> InputError:
        """The usual case: one fault."""
        return cls(Fault(field, code, given, allowed, words))

    @property
    def told(self) -> str:
        """What is wrong, for a reader."""
        sentences = list(dict.fromkeys(fault.told for fault in self.faults))
        left = len(sentences) - MOST_TOLD
        return (
            self.where + " ".join(sentences[:MOST_TOLD]) + (f" And so on, {left} more." if left > 0 else "")
        )

    def below(self, field: str, where: str = "") -> InputError:
        """The same faults, their fields named from one level further out: `steps` becomes
        `rounds.2.steps`.
        """
        faults = (replace(fault, field=".".join(filter(None, (field, fault.field)))) for fault in self.faults)
        return InputError(*faults, where=where or self.where)


class TooManyPaths(ValueError):
    """Counting every branch would take too long. Its text says what to lower, `told` the same to a reader."""

    def __init__(self, message: str, told: str = TOO_MUCH) -> None:
        self.told = told
        super().__init__(message)


class DeclarationError(ValueError):
    """Raised where a game's declaration is wrong: what, what was given, and what to write instead.

    It is the author's mistake and never a reader's: raised when a declaration is built, or when it first
    meets an outcome it says nothing of.
    """

    def __init__(self, what: str, given: object, allowed: str) -> None:
        self.what, self.given, self.allowed = what, given, allowed
        super().__init__(f"{what}: expected {allowed}, got {shown(given)}")
