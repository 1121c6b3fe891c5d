"""Scales that grade outcomes for readers: each grade's label and tone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Any

from rules_py.base.errors import DeclarationError, join_or
from rules_py.base.jsonable import key_text
from rules_py.base.suggest import KnownNames
from rules_py.base.type_check import check_field_types
from rules_py.dice.odds import Odds

TONES = ("worst", "bad", "mixed", "good", "best")
"""The tones of a grade, from least to most welcome for the player who rolls."""
WELCOME = ("good", "best")
"""The tones of a success."""


@dataclass(frozen=True)
class Grade:
    """One grade of a scale: a key, a label, a `tone` from TONES, and the number of its rule."""

    key: Any
    label: str
    tone: str = "mixed"
    rule: str | None = None

    def __post_init__(self) -> None:
        check_field_types(self)
        if self.tone not in TONES:
            raise DeclarationError(f"grade {self.key!r}: tone", self.tone, join_or(TONES))


@dataclass(frozen=True)
class Scale:
    """The grades that an outcome can have.

    title          the heading of their column
    of             the field of the outcome that holds the grade's key, or a function that returns it
    grades         the grades from least to most welcome, or from lowest to highest. If empty, the keys that
                   occur are the grades, in ascending order
    ordered        whether "at least this" makes sense and deserves a column
    unit           for grades without labels, the text after the key: `2 wide`
    say            for grades without labels, a function from the key to its label
    success_label  the label of all good results together, such as `A wins`, instead of `GRADE or better`
    success_from   the least of the good results, if it isn't the first with a good tone
    outcome_label  returns the label of a grade for one outcome, such as `Brick wins`, or "" for the usual one
    """

    title: str
    of: str | Callable[[Any], Hashable]
    grades: tuple[Grade, ...] = ()
    ordered: bool = field(default=True, kw_only=True)
    unit: str = field(default="", kw_only=True)
    say: Callable[[Any], str] | None = field(default=None, kw_only=True)
    success_label: str = field(default="", kw_only=True)
    success_from: Hashable = field(default=None, kw_only=True)
    outcome_label: Callable[[Any], str] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        check_field_types(self)
        keys = [grade.key for grade in self.grades]
        if len(set(keys)) != len(keys):
            raise DeclarationError(f"scale {self.title!r}: grades", keys, "a different key for each")
        if len(keys) == 1:
            expected = "two or more grades, or none if the keys that occur are the grades"
            raise DeclarationError(f"scale {self.title!r}: grades", keys, expected)
        if self.success_from is not None and (self.success_from not in keys or not self.ordered):
            known = [*map(key_text, keys)]
            expected = KnownNames(f"{join_or(known)}, of an ordered scale", known)
            raise DeclarationError(f"scale {self.title!r}: success_from", self.success_from, expected)

    def key(self, outcome: Any) -> Any:
        """Return the key of the outcome's grade."""
        return self._read(outcome)

    @cached_property
    def _read(self) -> Callable[[Any], Hashable]:
        return attrgetter(self.of) if isinstance(self.of, str) else self.of

    def grade(self, key: Hashable) -> Grade:
        """Return the grade with this key. Raises DeclarationError if the scale has grades but not
        this one.
        """
        if key in self._by_key:
            return self._by_key[key]
        if self.grades:
            known = [key_text(each.key) for each in self.grades]
            expected = KnownNames(f"{join_or(known)}, or a new Grade", known)
            raise DeclarationError(f"scale {self.title!r}", key, expected, kind="grade")
        return Grade(key, self.say(key) if self.say else f"{key_text(key)} {self.unit}".strip())

    @cached_property
    def _by_key(self) -> Mapping[Hashable, Grade]:
        return {each.key: each for each in self.grades}

    def label(self, key: Hashable) -> str:
        """Return the label of the grade with this key."""
        return self.grade(key).label

    def rule(self, key: Hashable) -> str | None:
        """Return the number of the rule behind the grade, if any."""
        return self.grade(key).rule

    def rank(self, key: Hashable) -> int:
        """Return the grade's position, from 0 for the least welcome. The scale must declare its grades."""
        return self.grades.index(self.grade(key))

    def step(self, key: Hashable, by: int) -> Any:
        """Return the key of the grade `by` steps higher or lower, limited to the ends of the scale."""
        return self.grades[min(max(self.rank(key) + by, 0), len(self.grades) - 1)].key

    def grades_of(self, odds: Odds) -> tuple[Grade, ...]:
        """Return the grades that a table of these odds shows, in order."""
        if self.grades:
            return self._labelled_grades(odds)
        return tuple(map(self.grade, _in_order(odds.by(self._read))))

    def chances(self, odds: Odds) -> dict[Hashable, Fraction]:
        """Return the chance of every grade, with 0 for impossible ones; they sum to 1.

        Raises DeclarationError if an outcome has an undeclared grade.
        """
        by_grade = odds.by(self._read)
        if not self.grades:
            return {key: by_grade[key] for key in _in_order(by_grade)}
        for key in by_grade:
            self.grade(key)
        return {grade.key: by_grade.get(grade.key, Fraction()) for grade in self.grades}

    def _labelled_grades(self, odds: Odds) -> tuple[Grade, ...]:
        """Return the grades, with labels from `outcome_label` if the scale has one."""
        if self.outcome_label is None:
            return self.grades
        words = {self.key(outcome): self.outcome_label(outcome) for outcome in odds}
        return tuple(replace(each, label=words.get(each.key) or each.label) for each in self.grades)

    def side_by_side(self, several: Sequence[Odds]) -> tuple[tuple[Grade, ...], list[list[Fraction]]]:
        """Return the grades needed to compare these odds, and each odds' chances in that order."""
        all_chances = [self.chances(odds) for odds in several]
        keys = {key for chances in all_chances for key in chances}
        alike = {self._labelled_grades(odds) for odds in several}
        grades = alike.pop() if len(alike) == 1 else self.grades
        grades = grades or tuple(map(self.grade, _in_order(keys)))
        return grades, [[chances.get(grade.key, Fraction()) for grade in grades] for chances in all_chances]

    def at_least(self, odds: Odds, key: Hashable) -> Fraction:
        """Return the chance of this grade or a better one."""
        rank = self.rank(key)
        return odds.chance(lambda outcome: self.rank(self.key(outcome)) >= rank)


def success_grades(scale: Scale, odds: Odds | None = None) -> tuple[str, tuple[Hashable, ...]] | None:
    """Return the label of success and the grades that count as one, or None if there is none; `odds` may
    change the label.
    """
    grades = scale.grades_of(odds) if odds and scale.grades else scale.grades
    good = [each for each in grades if each.tone in WELCOME]
    if scale.success_from is not None:
        good = [*grades[[each.key for each in grades].index(scale.success_from) :]]
    if not good:
        return None
    better = " or better" if scale.ordered and len(good) > 1 else ""
    words = scale.success_label or f"{good[0].label}{better}"
    return words, tuple(each.key for each in (good if scale.ordered else good[:1]))


def _in_order(keys: Iterable[Any]) -> list[Any]:
    """Return the keys of a scale without declared grades in ascending order."""
    return sorted(keys)
