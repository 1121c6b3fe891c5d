"""What breaks a rule, told once: the code that programs test for, the sentence, the rule behind it.

A game declares its codes in groups; from those alone come the problems beside a sheet's fields, the words of
an answer's codes, and the list of them all that the book shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import DeclarationError, Fault, join_or
from rules_py.base.suggest import KnownNames
from rules_py.base.type_check import check_field_types

ERROR, WARNING = "error", "warning"
"""How grave a problem of a sheet is: with an error it breaks a rule, a warning lets it stand."""


@dataclass(frozen=True)
class Problem:
    """A breach of a rule (`severity` "error") or something pointless ("warning"), beside the field it
    concerns.

    `field` is a dotted path into the sheet's data: `aptitudes.Knowledge.current`, `specialties.0.text`.
    """

    field: str
    code: str
    message: str
    rule: str | None = None
    severity: str = ERROR

    @property
    def top(self) -> str:
        """The name of the field that the path begins with."""
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
    """One way to break the rules: its stable name, a sentence for people, and the rule that says so."""

    code: str
    message: str
    rule: str | None = None
    severity: str = ERROR

    def __post_init__(self) -> None:
        check_field_types(self)

    @property
    def message_with_rule(self) -> str:
        """The sentence, and the number of the rule: `A die shows 1 to 10. [D-010]`."""
        return f"{self.message} [{self.rule}]" if self.rule else self.message


class ProblemGroup:
    """A group of problem codes, by name. `about` says what they concern: `A turn`, `Equipment`."""

    def __init__(self, about: str, *codes: ProblemType) -> None:
        wrong = next((each for each in codes if not isinstance(each, ProblemType)), None)
        if wrong is not None or not isinstance(about, str):
            given = about if wrong is None else wrong
            raise DeclarationError(
                "problems", given, "ProblemGroup(about, ProblemType(…), ProblemType(…)), about what in words"
            )
        self.about = about
        self._codes = {each.code: each for each in codes}
        if len(self._codes) != len(codes):
            twice = [
                each.code for place, each in enumerate(codes) if each.code in {c.code for c in codes[:place]}
            ]
            raise DeclarationError(f"problems about {about}", twice, "each code once")

    def __getitem__(self, code: str) -> ProblemType:
        if code not in self._codes:
            allowed = KnownNames(f"{join_or(self._codes)}; declare a Code for it", self._codes)
            raise DeclarationError(f"problems about {self.about}", code, allowed)
        return self._codes[code]

    def __contains__(self, code: object) -> bool:
        return code in self._codes

    def __iter__(self) -> Iterator[ProblemType]:
        return iter(self._codes.values())

    def __or__(self, other: ProblemGroup) -> ProblemGroup:
        """Both groups as one; a code of both must be the same in both."""
        return ProblemGroup(f"{self.about} and {other.about}", *dict.fromkeys((*self, *other)))

    def problem(self, field: str, code: str, more: str = "", *, rule: str | None = None) -> Problem:
        """The problem at this field, in its words and perhaps some `more`, with a nearer rule if one is
        given.
        """
        found = self[code]
        return Problem(field, code, f"{found.message}{more}", rule or found.rule, found.severity)

    def fault(self, field: str, code: str, value: object, expected: str, more: str = "") -> Fault:
        """The same of an input: told to a reader in the words of the code, and perhaps some `more`."""
        return Fault(field, code, value, expected, f"{self[code].message}{more}")

    def messages(self, codes: Iterable[str]) -> list[str]:
        """Codes in words, each with its rule; nothing where there are none."""
        return [self[code].message_with_rule for code in codes]


def violated(**judged: bool) -> list[str]:
    """The codes among these that hold: `broken(overloaded=carried > capacity, unknown_item=…)`."""
    return [code for code, holds in judged.items() if holds]


def to_answer(codes: Iterable[str]) -> dict[str, Any]:
    """An answer's `legal`, and its `problems`: the codes in alphabetical order, each once."""
    problems = sorted(set(codes))
    return {"legal": not problems, "problems": problems}
