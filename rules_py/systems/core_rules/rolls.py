"""The rolls of a character of Core Rules: buttons for the steps from Skills, Specialties and points."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from rules_py.sheets.panel import Cost, Panel, RollButton
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.core_rules.chances import at_least, odds_of
from rules_py.systems.core_rules.rules import RESULT, SITUATIONS, dice_count, kept_die, learned_steps
from rules_py.systems.core_rules.skills import APTITUDE_OF, APTITUDES


@dataclass(frozen=True)
class Line:
    """A roll of a Skill: its label, the steps that it has without a point, and their source."""

    label: str
    steps: int
    source: str


@dataclass(frozen=True)
class LearnedSkills:
    """The Skills and Specialties of a character, and the table's house rules about steps.

    `narrow` are the Specialties by Skill.
    """

    skills: tuple[str, ...]
    narrow: Mapping[str, str]
    stack_skills: bool
    specialty_adds: bool
    ordinary_steps: int

    @classmethod
    def of(cls, sheet: ParsedSheet) -> LearnedSkills:
        specialties = (each for _, each in sheet.entries("specialties"))
        return cls(
            tuple(name for _, name in sheet.entries("skills")),
            {each["skill"]: each["text"] for each in specialties if each["skill"] and each["text"].strip()},
            *(sheet.house[each] for each in ("stack_skills", "specialty_adds", "ordinary_steps")),
        )

    def has(self, name: str) -> bool:
        """Return whether there is a step for this Skill, at least in a narrow case."""
        return name in self.skills or name in self.narrow

    def lines(self, name: str) -> Iterator[Line]:
        """Yield the rolls of a Skill: the ordinary one, then those to which house rules add steps."""
        special = f"{name} ({self.narrow[name]})" if name in self.narrow else ""
        if name not in self.skills:
            yield Line(special, 1, "Specialty") if special else Line(name, 0, "—")
            return
        yield Line(name, 1, "Skill")
        if special and (steps := self._steps(1, special=True)) > 1:
            yield Line(special, steps, "Skill and Specialty")
        if self.stack_skills and len(self.skills) > 1 and (steps := self._steps(2)) > 1:
            yield Line(f"{name} and another Skill", steps, "Two Skills")

    def _steps(self, skills: int, *, special: bool = False) -> int:
        return min(self.ordinary_steps, learned_steps(skills, special, self.specialty_adds))

    def with_point(self, steps: int) -> int:
        """Return the steps with a point, the same if the limit is reached already. C-054, R-12."""
        return min(self.ordinary_steps, steps + 1)


def skill_dice(name: str, learned: LearnedSkills) -> dict[str, Any]:
    """Return the dice and the five band chances of a Skill, in each situation, without and with a point."""
    steps = next(learned.lines(name)).steps
    paid = learned.with_point(steps)
    return {
        "aptitude": APTITUDE_OF[name],
        "held": "skill" if name in learned.skills else "specialty" if name in learned.narrow else "none",
        **{
            situation: {"without_point": _dice(situation, steps), "with_point": _dice(situation, paid)}
            for situation in SITUATIONS
        },
    }


def _dice(situation: str, steps: int) -> dict[str, Any]:
    dice = f"{dice_count(steps)}d{SITUATIONS[situation].sides}"
    return {"steps": steps, "dice": dice, "keep": kept_die(steps), "band": dict(_bands(situation, steps))}


@cache
def _bands(situation: str, steps: int) -> Mapping[Hashable, Fraction]:
    return RESULT.chances(odds_of(situation, steps))


@cache
def partial_chance(situation: str, steps: int) -> Fraction:
    """Return the chance of at least a partial success."""
    chance: Fraction = at_least(situation=situation, steps=steps, band="partial")["p"]
    return chance


CHANCE_NOTE = "Each chance is that of a partial success or better."
COLUMNS = ("Skill", "No point", "With a point")
PAID = "with a point"


def _word(situation: str) -> str:
    return SITUATIONS[situation].word


def _roll_button(situation: str, steps: int, label: str, *spends: Cost) -> RollButton:
    return RollButton(
        "core_rules.challenge",
        {"situation": situation, "steps": steps},
        label,
        partial_chance(situation, steps),
        costs=spends,
        situation={"situation": _word(situation)},
    )


def _paid_buttons(
    situations: Iterable[str], line: Line, aptitude: str, learned: LearnedSkills
) -> list[RollButton]:
    """Return the rolls with a point of the Skill's Aptitude, none where the point would be wasted."""
    steps = learned.with_point(line.steps)
    if steps == line.steps:
        return []
    label, cost = f"{line.label}, {PAID}", Cost(f"aptitudes.{aptitude}.current")
    return [_roll_button(each, steps, label, cost) for each in situations]


def roll_panels(sheet: ParsedSheet, situation: Mapping[str, Any]) -> tuple[Panel, ...]:
    """Return the rolls of each Skill in this situation, without and with a point.

    The Skills that the character has come first; the others are collapsed under their Aptitude, unless the
    character has none.
    """
    here = situation["situation"]
    learned = LearnedSkills.of(sheet)

    def row(name: str, line: Line) -> tuple[str, list[RollButton]]:
        aptitude = APTITUDE_OF[name]
        plain = _roll_button(here, line.steps, line.label)
        paid = _paid_buttons([here], line, aptitude, learned) if sheet["aptitudes"][aptitude]["max"] else []
        return line.label, [plain, *paid]

    had: list[tuple[Any, ...]] = []
    others: dict[str, list[tuple[Any, ...]]] = {aptitude: [] for aptitude in APTITUDES}
    for name, aptitude in APTITUDE_OF.items():
        for label, buttons in (row(name, line) for line in learned.lines(name)):
            if learned.has(name):
                had.append((f"{label} · {aptitude}", *buttons))
            else:
                others[aptitude].append((label, *buttons))
    fold = "Skills you don’t have" if had else ""
    notes = iter([CHANCE_NOTE] if not had else [])  # only once, above the first rolls
    return (
        Panel("Skills you have", COLUMNS, tuple(had), note=CHANCE_NOTE),
        *(
            Panel(aptitude, COLUMNS, tuple(rows), collapsible=fold, note=next(notes, ""))
            for aptitude, rows in others.items()
            if rows
        ),
    )


def panels(learned: LearnedSkills) -> tuple[Panel, ...]:
    """Return a table of rolls: each Skill in each situation, without and with a point."""
    rows = []
    for name, aptitude in APTITUDE_OF.items():
        for place, line in enumerate(learned.lines(name)):
            plain = [_roll_button(each, line.steps, line.label) for each in SITUATIONS]
            paid = _paid_buttons(SITUATIONS, line, aptitude, learned)
            no_paid_rolls = () if paid else ("—",) * len(SITUATIONS)
            rows.append((line.label if place else name, *plain, *paid, *no_paid_rolls, line.source))
    words = [_word(situation) for situation in SITUATIONS]
    return (
        Panel(
            "Rolls",
            ("Skill", *words, *(f"{word}, with a point" for word in words), "Source"),
            tuple(rows),
            note=CHANCE_NOTE,
        ),
    )
