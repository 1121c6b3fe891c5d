"""Broken rules: each with its code, its sentence and the number of the rule, declared once.

A game declares its problems in groups. The problems beside a sheet's fields, the texts of an answer's codes
and the list of problems in the book are all made from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import DeclarationError, Fault, join_or
from rules_py.base.suggest import KnownNames
from rules_py.base.type_check import check_field_types

ERROR, WARNING = "error", "warning"
"""The severities of a problem: an error breaks a rule, a warning doesn't."""


@dataclass(frozen=True)
class Problem:
    """A broken rule (`severity` "error") or a warning, beside the field it concerns.

    `field` is a dotted path into the sheet's data: `aptitudes.Knowledge.current`, `specialties.0.text`.
    """

    field: str
    code: str
    message: str
    rule: str | None = None
    severity: str = ERROR

    @property
    def top(self) -> str:
        """The first name of the path."""
        return self.field.partition(".")[0]

    def to_json(self) -> dict[str, Any]:
        return {
            "field": self.field,
            "code": self.code,
            "message": self.message,
            "rule": self.rule,
            "severity": self.severity,
        }


@dataclass(frozen=True)
class ProblemType:
    """One way to break the rules: a stable code, a sentence for people, and the number of the rule."""

    code: str
    message: str
    rule: str | None = None
    severity: str = ERROR

    def __post_init__(self) -> None:
        check_field_types(self)

    @property
    def message_with_rule(self) -> str:
        """The sentence and the number of the rule: `A die shows 1 to 10. [D-010]`."""
        return f"{self.message} [{self.rule}]" if self.rule else self.message


class ProblemGroup:
    """Problem types by code. `about` is their subject: `A turn`, `Equipment`."""

    def __init__(self, about: str, *types: ProblemType) -> None:
        invalid = next((entry for entry in types if not isinstance(entry, ProblemType)), None)
        if invalid is not None or not isinstance(about, str):
            value = about if invalid is None else invalid
            expected = 'ProblemGroup("A turn", ProblemType(…), ProblemType(…))'
            raise DeclarationError("problems", value, expected)
        self.about = about
        self._types = {entry.code: entry for entry in types}
        if len(self._types) != len(types):
            codes = [entry.code for entry in types]
            duplicates = [code for at, code in enumerate(codes) if code in codes[:at]]
            raise DeclarationError(f"problems about {about}", duplicates, "each code only once")

    def __getitem__(self, code: str) -> ProblemType:
        if code not in self._types:
            expected = KnownNames(f"{join_or(self._types)}, or a new ProblemType", self._types)
            raise DeclarationError(f"problems about {self.about}", code, expected, kind="code")
        return self._types[code]

    def __contains__(self, code: object) -> bool:
        return code in self._types

    def __iter__(self) -> Iterator[ProblemType]:
        return iter(self._types.values())

    def __or__(self, other: ProblemGroup) -> ProblemGroup:
        """Return both groups as one. A code in both must have the same declaration."""
        return ProblemGroup(f"{self.about} and {other.about}", *dict.fromkeys((*self, *other)))

    def problem(self, field: str, code: str, more: str = "", *, rule: str | None = None) -> Problem:
        """Return the problem at a field. `more` is added to its message, `rule` replaces its rule."""
        entry = self[code]
        return Problem(field, code, f"{entry.message}{more}", rule or entry.rule, entry.severity)

    def fault(self, field: str, code: str, value: object, expected: str, more: str = "") -> Fault:
        """Return the fault of an input that breaks this rule."""
        return Fault(field, code, value, expected, f"{self[code].message}{more}")

    def messages(self, codes: Iterable[str]) -> list[str]:
        """Return the messages of these codes, each with the number of its rule."""
        return [self[code].message_with_rule for code in codes]


def violated(**conditions: bool) -> list[str]:
    """Return the codes whose condition holds: `violated(overloaded=weight > capacity, unknown_item=…)`."""
    return [code for code, holds in conditions.items() if holds]


def to_answer(codes: Iterable[str]) -> dict[str, Any]:
    """Return an answer's `legal` and `problems`: the codes in alphabetical order, each once."""
    problems = sorted(set(codes))
    return {"legal": not problems, "problems": problems}
