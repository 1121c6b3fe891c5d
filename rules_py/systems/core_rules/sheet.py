"""The character sheet of Core Rules: Aptitude Points, Skills, Specialties, and the resulting dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base import number_format
from rules_py.inputs import Choice, Int, ListOf, Record, Several, Text
from rules_py.sheets.creation import Total
from rules_py.sheets.play_mode import Card, Cards, Play, PlayField, SheetStep
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.core_rules.creation import STEPS
from rules_py.systems.core_rules.options import OPTIONS
from rules_py.systems.core_rules.points import restore
from rules_py.systems.core_rules.problems import SHEET_CODES, left_of
from rules_py.systems.core_rules.rolls import LearnedSkills, panels, partial_chance, roll_panels, skill_dice
from rules_py.systems.core_rules.rules import SITUATIONS
from rules_py.systems.core_rules.skills import APTITUDE_OF, APTITUDES

MAX_ENTRIES = 100
SKILL_OPTIONS = {name: name for name in APTITUDE_OF}

OUT_OF_RANGE = "aptitude_out_of_range"
POINTS = tuple(
    Record(
        aptitude,
        aptitude,
        (
            Int(
                "max",
                "Points",
                0,
                99,
                noun=f"Points of {aptitude}",
                start=1,
                code=OUT_OF_RANGE,
                missing=OUT_OF_RANGE,
            ),
            Int(
                "current",
                "Left",
                0,
                99,
                noun=f"Points of {aptitude} left",
                start=1,
                follows="max",
                code=OUT_OF_RANGE,
                missing=OUT_OF_RANGE,
            ),
        ),
        help=meaning,
        rule=rule,
        start={"max": 1, "current": 1},
        missing="aptitude_missing",
    )
    for (aptitude, meaning), rule in zip(APTITUDES.items(), ("C-010", "C-011", "C-012", "C-013"), strict=True)
)
SECTIONS = (
    Section("Character", (Text("name", "Name", longest=80, missing="name_missing"),)),
    Section(
        "Aptitudes",
        (
            Record(
                "aptitudes",
                "Aptitude Points",
                POINTS,
                rule="C-014",
                start={aptitude: {"max": 1, "current": 1} for aptitude in APTITUDES},
                unknown="aptitude_unknown",
            ),
        ),
        help="Points come back after a rest.",
        layout="grid",
    ),
    Section(
        "Skills",
        (
            Several(
                "skills",
                "Skills",
                Choice("skill", "Skill", SKILL_OPTIONS, start="Nature", code="skill_unknown"),
                most=len(SKILL_OPTIONS),
                start=[],
                rule="C-019",
                twice="skill_duplicate",
            ),
        ),
    ),
    Section(
        "Specialties",
        (
            ListOf(
                "specialties",
                "Specialties",
                Record(
                    fields=(
                        Choice(
                            "skill", "Skill", SKILL_OPTIONS, start="Nature", code="specialty_unknown_skill"
                        ),
                        Text("text", "Narrow case", longest=120, missing="specialty_text_missing"),
                    )
                ),
                most=MAX_ENTRIES,
                start=[],
                rule="C-040",
            ),
        ),
    ),
    Section(
        "Abilities", (Text("abilities", "Other abilities and notes", longest=4000, lines=5, rule="C-008"),)
    ),
)


def judge(sheet: ParsedSheet) -> SheetReport:
    """Return the dice and chances of every Skill, and add the sheet's problems. R-13, R-14."""
    learned = LearnedSkills.of(sheet)
    narrow: dict[str, str] = {}
    for place, each in sheet.entries("specialties"):
        if each["skill"] in learned.skills and not learned.specialty_adds:
            sheet.add_problem(f"specialties.{place}.skill", "specialty_under_owned_skill")
        elif each["skill"] and each["text"].strip():
            narrow[each["skill"]] = each["text"]
    left, full = {}, {}
    for aptitude, points in sheet["aptitudes"].items():
        left[aptitude], full[aptitude] = points["current"], points["max"]
        where = f"aptitudes.{aptitude}"
        if points["current"] > points["max"] and sheet.is_valid(f"{where}.max"):
            more = left_of(points["current"], points["max"])
            sheet.add_problem(f"{where}.current", "aptitude_current_above_max", more)
    derived = {
        "skills": {name: skill_dice(name, learned) for name in APTITUDE_OF},
        "by_specialty_only": [name for name in APTITUDE_OF if name in narrow and name not in learned.skills],
        "points_left": left,
    }
    suggestions = (
        _SuggestedTotal("points", "aptitudes", sum(full.values()), ("point", "points"), " placed"),
        _SuggestedTotal("skills", "skills", len(learned.skills), ("Skill", "Skills")),
        _SuggestedTotal("specialties", "specialties", len(narrow), ("Specialty", "Specialties")),
    )
    for part in suggestions:
        part.check_limit(sheet)
    return SheetReport(
        (),
        derived,
        panels(learned),
        steps=_rest(left, full, sheet.house),
        maximums={_points_left(aptitude): points for aptitude, points in full.items()},
        totals=tuple(part.total(sheet) for part in suggestions),
    )


@dataclass(frozen=True)
class _SuggestedTotal:
    """A number of the package that is suggested for a new character. R-21."""

    name: str
    field: str
    number: int
    unit_names: tuple[str, str]
    done: str = ""

    def suggest(self, sheet: ParsedSheet) -> int:
        number: int = sheet.house[f"start_{self.name}"]
        return number

    def total(self, sheet: ParsedSheet) -> Total:
        """Return the number beside the suggested one, unless it is larger, or for a limit the number left."""
        suggested, (one, many) = self.suggest(sheet), self.unit_names
        if sheet.house["package_limits"]:
            return Total(suggested - self.number, self.unit_names, left=True)
        if self.number > suggested:
            return Total(self.number, (f"{one}{self.done}", f"{many}{self.done}"))
        of = f"of {suggested} {one if suggested == 1 else many}{self.done}"
        return Total(self.number, (of, of))

    def check_limit(self, sheet: ParsedSheet) -> None:
        """Add a problem if there is more than the table allows."""
        if sheet.house["package_limits"] and self.number > (limit := self.suggest(sheet)):
            sheet.add_problem(self.field, f"too_many_{self.name}", f" There are {self.number}, not {limit}.")


def _points_left(aptitude: str) -> str:
    return f"aptitudes.{aptitude}.current"


def _rest(
    left: Mapping[str, int], full: Mapping[str, int], house: Mapping[str, Any]
) -> tuple[SheetStep, ...]:
    """Return the step that restores points by resting, available if any are missing. C-017."""
    after = restore(full, left, house["rest_restores_one"])
    restored_points = {_points_left(each): after[each] for each, most in full.items() if left[each] < most}
    title = "Rest: restore one point of each Aptitude" if house["rest_restores_one"] else RESTORE_ALL
    hours = house["restful_hours"]
    why = f"After {'an hour' if hours == 1 else f'{hours} hours'} or more of something restful."
    return (SheetStep(title, restored_points, why, "C-017", available=bool(restored_points)),)


RESTORE_ALL = "Rest: restore all points"


def _skill_cards(sheet: ParsedSheet) -> dict[str, Card]:
    """Return a card for each Skill with its effect on an Average Challenge."""

    had, not_had = (number_format.percent(partial_chance("average", steps)) for steps in (1, 0))
    summary = f"A partial success or better in an Average situation: {had} with it, {not_had} without."
    return dict.fromkeys(APTITUDE_OF, Card(summary))


SHEET = Sheet(
    version=1,
    sections=SECTIONS,
    evaluate=judge,
    options=OPTIONS,
    codes=SHEET_CODES,
    creation=STEPS,
    play=Play(
        fields=tuple(
            PlayField(f"aptitudes.{name}.current", name, "Aptitude Points left") for name in APTITUDES
        ),
        situation=(
            Choice(
                "situation",
                "Situation",
                {key: each.word for key, each in SITUATIONS.items()},
                default="average",
            ),
        ),
        rolls=roll_panels,
    ),
    cards=(
        Cards(
            "skills",
            "skills",
            ("covers", "examples", "caution"),
            group="aptitude",
            by="name",
            evaluate=_skill_cards,
        ),
    ),
)
