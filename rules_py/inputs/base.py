"""The base class of inputs: names, default and errors."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from rules_py.base.errors import DeclarationError, InputError
from rules_py.base.type_check import check_field_types
from rules_py.base.wording import quote, within_sentence

REQUIRED: Any = type("Required", (), {"__repr__": lambda self: "REQUIRED"})()
"""The default of an input without one."""


@dataclass(frozen=True)
class Readback:
    """The reading of a value: its canonical `text`, a `sentence`, and another meaning it may have."""

    text: str
    sentence: str
    other: str = ""


@dataclass(frozen=True)
class Input:
    """The base of all inputs. Each is declared as its name, its label, then its own fields.

    `name` is the stable name; `label` and `help` are for people. `noun` replaces a label that is no noun in
    sentences (`A modifier` for `By`). `rule` is the number of the rule behind it, `code` the problem code of
    an invalid value.

    An input with a `default` may be omitted, one without is required. `start` is the initial value of a form,
    instead of the default. An `optional` value may be omitted or null, which gives None. Examples show a
    `quiet` input only if it isn't at its default. A `house_rule` is an input whose default is the printed
    rule: with another value the standard odds are shown as well. Unless it is `in_forms`, a page has a field
    for it only at a table with house rules, which keeps pages small. `missing` is the problem code of a
    sheet without the value.

    Raises DeclarationError if the declaration is invalid.
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
    in_forms: bool = field(default=True, compare=False)  # concerns pages, not the rules
    code: str = "bad_value"
    missing: str = ""
    TYPE_HINT: ClassVar[str] = "Int(…), Choice(…) or another input"
    """The code that a message suggests where an input is expected."""

    def __post_init__(self) -> None:
        check_field_types(self, self.declaration_error)
        self._check_consistency()
        if not self.in_forms and not self.house_rule:
            raise self.declaration_error("in_forms", False, "yes unless it is a house rule")
        if self.house_rule and self.default is REQUIRED:
            raise self.declaration_error("default", None, "the printed rule as the default of a house rule")
        for what, value in (("default", self.default), ("start", self.start)):
            if value is not REQUIRED and value is not None:
                try:
                    self.parse(value)
                except InputError as error:
                    raise self.declaration_error(what, value, error.expected) from error

    def _check_consistency(self) -> None:
        """Raise an error if the fields of a subclass contradict each other."""

    def declaration_error(
        self, what: str, value: object, expected: str, *, message: str = ""
    ) -> DeclarationError:
        """Return the error for an invalid declaration of this input."""
        name = self.name or self.label or type(self).__name__
        return DeclarationError(f"input {name!r}: {what}", value, expected, message=message)

    @property
    def initial_value(self) -> Any:
        """The initial value of a form: `start`, else the default, else None."""
        value = self.default if self.start is REQUIRED else self.start
        return None if value is REQUIRED else value

    @property
    def expected(self) -> str:
        """The valid values, as the end of `must be …` or `expected …`: `a whole number from 0 to 10`."""
        raise NotImplementedError(f"{type(self).__name__} has no `expected`")

    def parse(self, value: Any) -> Any:
        """Return the checked value. Raises InputError."""
        if self.optional and (value is None or value == ""):
            return None
        return self.read(value)

    def read(self, value: Any) -> Any:
        """Return the checked value of one that is present."""
        raise NotImplementedError(f"{type(self).__name__} has no `read`")

    def readback(self, value: Any) -> Readback | None:
        """Return how a valid value is read, if that isn't obvious from the value."""
        return None

    def input_error(self, value: Any, words: str = "") -> InputError:
        """Return the error for an invalid value, with `words` as the message for readers if given."""
        code = self.code_for(value)
        return InputError.at(
            self.name, value, self.expected, code=code, message=words or self.user_message(value)
        )

    def code_for(self, value: Any) -> str:
        """Return the problem code of an invalid value."""
        return self.code

    def user_message(self, value: Any) -> str:
        """Return the message for readers about an invalid value."""
        if is_empty(value):
            return f"{self.quoted_title} is required."
        return f"{self.quoted_title} can’t be {quote(value)}."

    @property
    def title(self) -> str:
        """The label on a page."""
        if self.house_rule:
            return f"House rule: {self.label}"
        return self.label or self.name.replace("_", " ").capitalize()

    @property
    def subject(self) -> str:
        """The noun at the start of a sentence."""
        return self.noun or self.title or "This"

    @property
    def quoted_title(self) -> str:
        """The label in quotation marks, or the noun, at the start of a sentence."""
        return f"“{self.title}”" if self.title and not self.noun else self.noun or "This"

    @property
    def title_in_sentence(self) -> str:
        """The label or noun within a sentence: `an entry of “Skills”`."""
        return within_sentence(self.quoted_title)


def is_empty(value: Any) -> bool:
    """Return whether a value is missing, such as a field left empty."""
    return value is None or (isinstance(value, str) and not value.strip())
