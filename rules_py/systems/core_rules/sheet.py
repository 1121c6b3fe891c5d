"""The character sheet of Core Rules: Aptitude Points, Skills, Specialties, and the dice they make."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from rules_py.base import number_format
from rules_py.inputs import Choice, Int, ListOf, Record, Several, Text
from rules_py.sheets.creation import Total
from rules_py.sheets.panel import Cost, Panel, RollButton
from rules_py.sheets.play_mode import Card, Cards, Play, PlayField, SheetStep
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.core_rules.chances import at_least, odds_of
from rules_py.systems.core_rules.creation import STEPS
from rules_py.systems.core_rules.problems import SHEET_CODES, left_of
from rules_py.systems.core_rules.rules import RESULT, SITUATIONS, dice_for
from rules_py.systems.core_rules.skills import APTITUDE_OF, APTITUDES

MOST_ENTRIES = 100
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
        help="Points come back after an hour or more of something restful.",
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
                most=MOST_ENTRIES,
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
    skills = [name for _, name in sheet.entries("skills")]
    narrow: dict[str, str] = {}
    for place, each in sheet.entries("specialties"):
        if each["skill"] in skills:
            sheet.add_problem(f"specialties.{place}.skill", "specialty_under_owned_skill")
        elif each["skill"] and each["text"].strip():
            narrow[each["skill"]] = each["text"]
    left = {}
    for aptitude, points in sheet["aptitudes"].items():
        left[aptitude] = points["current"]
        where = f"aptitudes.{aptitude}"
        if points["current"] > points["max"] and sheet.is_valid(f"{where}.max"):
            more = left_of(points["current"], points["max"])
            sheet.add_problem(f"{where}.current", "aptitude_current_above_max", more)
    full = {f"aptitudes.{name}.current": points["max"] for name, points in sheet["aptitudes"].items()}
    derived = {
        "skills": {name: _skill_dice(name, skills, narrow) for name in APTITUDE_OF},
        "by_specialty_only": [name for name in APTITUDE_OF if name in narrow],
        "points_left": left,
    }
    totals = (
        Total(sum(full.values()), ("point", "points")),
        Total(len(skills), ("Skill", "Skills")),
        Total(len(narrow), ("Specialty", "Specialties")),
    )
    return SheetReport(
        (), derived, _panels(skills, narrow, left), steps=_rest(left, full), maximums=full, totals=totals
    )


def _rest(left: Mapping[str, int], full: Mapping[str, int]) -> tuple[SheetStep, ...]:
    """Return the step that restores points by resting, if any are missing. C-017."""
    spent = {
        path: most for (path, most), there in zip(full.items(), left.values(), strict=True) if there < most
    }
    if not spent:
        return ()
    return (
        SheetStep("Rest: restore all points", spent, "After an hour or more of something restful.", "C-017"),
    )


def _skill_dice(name: str, skills: list[str], narrow: Mapping[str, str]) -> dict[str, Any]:
    """Return the dice and the five band chances of a Skill, in each situation, without and with a point."""
    held = int(name in skills or name in narrow)

    return {
        "aptitude": APTITUDE_OF[name],
        "held": "skill" if name in skills else "specialty" if name in narrow else "none",
        **{
            situation: {"without_point": _line(situation, held), "with_point": _line(situation, held + 1)}
            for situation in SITUATIONS
        },
    }


def _line(situation: str, steps: int) -> dict[str, Any]:
    count, keep = dice_for(steps)
    dice = f"{count}d{SITUATIONS[situation].sides}"
    return {"steps": steps, "dice": dice, "keep": keep, "band": dict(_bands(situation, steps))}


@cache
def _bands(situation: str, steps: int) -> Mapping[Hashable, Fraction]:
    return RESULT.chances(odds_of(situation, steps))


@cache
def _partial(situation: str, steps: int) -> Fraction:
    """Return the chance of at least a partial success."""
    chance: Fraction = at_least(situation=situation, steps=steps, band="partial")["p"]
    return chance


PAID = "with a point"
NO_POINT = "no point left"


def _word(situation: str) -> str:
    return SITUATIONS[situation].word


def _roll_button(situation: str, steps: int, label: str, *spends: Cost) -> RollButton:
    inputs = {"situation": situation, "steps": steps}
    moment = {"situation": _word(situation)}
    return RollButton(
        "core_rules.challenge", inputs, label, _partial(situation, steps), costs=spends, situation=moment
    )


def _roll_panels(sheet: ParsedSheet, situation: Mapping[str, Any]) -> tuple[Panel, ...]:
    """Return the rolls of each Skill in this situation, without and with a point.

    The Skills that the character has come first; the others are collapsed under their Aptitude, unless the
    character has none.
    """
    here = situation["situation"]
    skills = [name for _, name in sheet.entries("skills")]
    narrow = {each["skill"]: each["text"] for _, each in sheet.entries("specialties") if each["text"].strip()}

    def roll_buttons(name: str) -> tuple[str, Sequence[RollButton | str]]:
        aptitude = APTITUDE_OF[name]
        held = int(name in skills or name in narrow)
        own = f"{name} ({narrow[name]})" if name in narrow and name not in skills else name
        plain = _roll_button(here, held, own)
        if not sheet["aptitudes"][aptitude]["current"]:
            return own, [plain, NO_POINT]
        point = Cost(f"aptitudes.{aptitude}.current")
        return own, [plain, _roll_button(here, held + 1, f"{own}, {PAID}", point)]

    had: dict[str, tuple[str, Sequence[RollButton | str]]] = {}
    others: dict[str, tuple[str, Sequence[RollButton | str]]] = {}
    for name in APTITUDE_OF:
        of = had if name in skills or name in narrow else others
        of[name] = roll_buttons(name)
    first = tuple((f"{own} · {APTITUDE_OF[name]}", *some) for name, (own, some) in had.items())
    behind = {
        aptitude: tuple((own, *some) for name, (own, some) in others.items() if APTITUDE_OF[name] == aptitude)
        for aptitude in APTITUDES
    }
    fold = "Skills you don’t have" if had else ""
    notes = iter([COUNTED] if not had else [])  # once, above the first rolls
    return (
        Panel("Skills you have", COLUMNS, first, note=COUNTED),
        *(
            Panel(aptitude, COLUMNS, rows, collapsible=fold, note=next(notes, ""))
            for aptitude, rows in behind.items()
            if rows
        ),
    )


COUNTED = "Each button shows the chance of a partial success or better."
COLUMNS = ("Skill", "No point", "With a point")


def _skill_cards(sheet: ParsedSheet) -> dict[str, Card]:
    """Return a card for each Skill with its effect on an Average Challenge."""

    had, not_had = (number_format.percent(_partial("average", steps)) for steps in (1, 0))
    worth = f"A partial success or better in an Average situation: {had} with it, {not_had} without."
    return dict.fromkeys(APTITUDE_OF, Card(worth))


def _panels(skills: list[str], narrow: Mapping[str, str], left: Mapping[str, int]) -> tuple[Panel, ...]:
    """Return a table of rolls: each Skill in each situation, without and with a point."""

    rows = []
    for name, aptitude in APTITUDE_OF.items():
        held = int(name in skills or name in narrow)
        how = "Skill" if name in skills else "Specialty" if name in narrow else "—"
        called = f"{name} ({narrow[name]})" if name in narrow else name
        point = Cost(f"aptitudes.{aptitude}.current")
        plain = tuple(_roll_button(situation, held, called) for situation in SITUATIONS)
        paid = tuple(
            (_roll_button(situation, held + 1, f"{called}, {PAID}", point) if left[aptitude] else NO_POINT)
            for situation in SITUATIONS
        )
        rows.append((name, *plain, *paid, how))
    words = [_word(situation) for situation in SITUATIONS]
    return (
        Panel(
            "Rolls",
            ("Skill", *words, *(f"{word}, with a point" for word in words), "Source"),
            tuple(rows),
            note=COUNTED,
        ),
    )


SHEET = Sheet(
    version=1,
    sections=SECTIONS,
    evaluate=judge,
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
        rolls=_roll_panels,
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
