"""What is wrong with an input, in words a player understands: where, what was given, what is allowed."""

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

    `words` are a sentence to tell it in, where the usual form would not be a player's.
    """

    field: str
    code: str
    given: object
    allowed: str
    words: str = ""

    def __str__(self) -> str:
        return self.words or f"{self.field}: expected {self.allowed}, got {shown(self.given)}"


class InputError(ValueError):
    """Raised for a wrong input. `codes` are stable names, `str(error)` is a sentence for people.

    `field`, `given` and `allowed` describe the first fault; `faults` holds all that were found, of which the
    sentence tells the first MOST_TOLD.
    """

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        first = faults[0]
        self.field, self.given, self.allowed = first.field, first.given, first.allowed
        self.codes = tuple(dict.fromkeys(fault.code for fault in faults))
        left = len(faults) - MOST_TOLD
        super().__init__("; ".join(map(str, faults[:MOST_TOLD])) + (f"; and {left} more" if left > 0 else ""))

    @classmethod
    def at(cls, field: str, given: object, allowed: str, *, code: str) -> InputError:
        """The usual case: one fault."""
        return cls(Fault(field, code, given, allowed))

    def below(self, field: str) -> InputError:
        """The same faults, their fields named from one level further out: `steps` becomes
        `rounds.2.steps`.
        """
        return InputError(
            *(replace(fault, field=".".join(filter(None, (field, fault.field)))) for fault in self.faults)
        )


class TooManyPaths(ValueError):
    """Counting every branch would take too long. Carries a sentence that says what to lower."""


class DeclarationError(ValueError):
    """Raised where a game's declaration is wrong: what, what was given, and what to write instead.

    It is the author's mistake and never a reader's: raised when a declaration is built, or when it first
    meets an outcome it says nothing of.
    """

    def __init__(self, what: str, given: object, allowed: str) -> None:
        self.what, self.given, self.allowed = what, given, allowed
        super().__init__(f"{what}: expected {allowed}, got {shown(given)}")
