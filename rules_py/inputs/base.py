"""What every kind of input has: its names, its default, and how it refuses a value."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from rules_py.base.errors import DeclarationError, InputError
from rules_py.base.type_check import check_field_types
from rules_py.base.wording import quoted, within_sentence

REQUIRED: Any = type("Required", (), {"__repr__": lambda self: "REQUIRED"})()
"""The default of an input that has none."""


@dataclass(frozen=True)
class Input:
    """Base of all inputs. Every kind is declared as its name, its label, then what is its own.

    `name` is the contract; `label` and `help` are for people, and `noun` is what a sentence calls it where
    the label is no noun (`A modifier` for `By`); `rule` is the number of the rule behind it; `code` names the
    problem of a bad value. One with a `default` may be left out, one without must be given; `start` is what a
    form shows at first, in the place of the default if there is one. `optional` lets the value be left out or
    null, which gives None. An example tells a `quiet` input only where it is not at its default. `house`
    marks a house option, whose default is the book's way: with another value the book's odds are shown
    beside.

    `missing` names the problem of a sheet that lacks the value or leaves it blank.

    Checked when it is built: DeclarationError says what is wrong and what to write instead.
    """

    name: str = ""
    label: str = ""
    _: KW_ONLY
    help: str = ""
    noun: str = ""
    rule: str | None = None
    default: Any = REQUIRED
    start: Any = REQUIRED
    optional: bool = False
    quiet: bool = False
    house_rule: bool = False
    code: str = "bad_value"
    missing: str = ""
    TYPE_HINT: ClassVar[str] = "Int(…), Choice(…) or another input"
    """What a message says to write where an input belongs."""

    def __post_init__(self) -> None:
        check_field_types(self, self.declaration_error)
        self._check_consistency()
        if self.house_rule and self.default is REQUIRED:
            raise self.declaration_error("default", None, "the book's way, as the default of a house option")
        for what, value in (("default", self.default), ("start", self.start)):
            if value is not REQUIRED and value is not None:
                try:
                    self.parse(value)
                except InputError as error:
                    raise self.declaration_error(what, value, error.expected) from error

    def _check_consistency(self) -> None:
        """Stop where what is its own contradicts itself; each field by itself is what it should be."""

    def declaration_error(self, what: str, given: object, allowed: str) -> DeclarationError:
        """The error for a declaration of this input that can't be."""
        return DeclarationError(
            f"input {self.name or self.label or type(self).__name__!r}: {what}", given, allowed
        )

    @property
    def initial_value(self) -> Any:
        """The value a form shows at first: `start`, else the default, else nothing."""
        shown = self.default if self.start is REQUIRED else self.start
        return None if shown is REQUIRED else shown

    @property
    def expected(self) -> str:
        """What is allowed, as the end of a sentence: `a whole number from 0 to 10`."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is allowed")

    def parse(self, value: Any) -> Any:
        """The checked value. Raises InputError naming what is allowed."""
        if self.optional and (value is None or value == ""):
            return None
        return self.read(value)

    def read(self, value: Any) -> Any:
        """`parse` for a value that is there."""
        raise NotImplementedError(f"{type(self).__name__} does not read values")

    def input_error(self, value: Any, words: str = "") -> InputError:
        """The error for a value that is not allowed; with `words` where a reader is to be told of a nearer
        reason.
        """
        code = self.code_for(value)
        return InputError.at(
            self.name, value, self.expected, code=code, message=words or self.user_message(value)
        )

    def code_for(self, value: Any) -> str:
        """The code of the problem that a wrong value is."""
        return self.code

    def user_message(self, value: Any) -> str:
        """Why a value is not allowed, as a sentence for a reader, made of what the page calls the input."""
        if is_empty(value):
            return f"{self.quoted_title} is missing."
        return f"{self.quoted_title} can’t be {quoted(value)}."

    @property
    def title(self) -> str:
        """What a page calls it."""
        if self.house_rule:
            return f"House option: {self.label}"
        return self.label or self.name.replace("_", " ").capitalize()

    @property
    def subject(self) -> str:
        """What a sentence calls it, at its beginning."""
        return self.noun or self.title or "This"

    @property
    def quoted_title(self) -> str:
        """What a sentence calls it that quotes the page."""
        return f"“{self.title}”" if self.title and not self.noun else self.noun or "This"

    @property
    def title_in_sentence(self) -> str:
        """What a sentence calls it further on: `an entry of “Skills”`."""
        return within_sentence(self.quoted_title)


def is_empty(value: Any) -> bool:
    """Whether nothing was given: a field left empty."""
    return value is None or (isinstance(value, str) and not value.strip())
