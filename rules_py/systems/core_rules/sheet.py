"""The character sheet of Core Rules: Aptitude Points, Skills, Specialties, and the dice they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rules_py.errors import InputError, shown
from rules_py.inputs import Choice, Int, ListOf, Record, Several, Text
from rules_py.problems import Problem
from rules_py.sheet import Panel, Section, Sheet, SheetReport, Throw
from rules_py.systems.core_rules.chances import at_least, odds_of
from rules_py.systems.core_rules.rules import BANDS, SITUATIONS, dice_for
from rules_py.systems.core_rules.skills import APTITUDE_OF, APTITUDES, SKILLS

MOST_ENTRIES = 100

SKILL_CHOICE = Choice(
    name="skill", label="Skill", options={name: name for name in APTITUDE_OF}, start="Nature"
)
POINTS = tuple(
    Record(
        name=aptitude,
        label=aptitude,
        help=meaning,
        rule=rule,
        start={"max": 1, "current": 1},
        fields=(
            Int(name="max", label="Points", low=0, high=99, start=1),
            Int(name="current", label="Left", low=0, high=99, start=1),
        ),
    )
    for (aptitude, meaning), rule in zip(APTITUDES.items(), ("C-010", "C-011", "C-012", "C-013"), strict=True)
)
SECTIONS = (
    Section("Character", (Text(name="name", label="Name", longest=80),)),
    Section(
        "Aptitudes",
        (
            Record(
                name="aptitudes",
                label="Aptitude Points",
                fields=POINTS,
                rule="C-014",
                start={aptitude: {"max": 1, "current": 1} for aptitude in APTITUDES},
            ),
        ),
        help="Points come back after an hour or more of something restful.",
        layout="grid",
    ),
    Section(
        "Skills",
        (
            Several(
                name="skills", label="Skills", item=SKILL_CHOICE, most=len(SKILLS), start=[], rule="C-019"
            ),
        ),
    ),
    Section(
        "Specialties",
        (
            ListOf(
                name="specialties",
                label="Specialties",
                most=MOST_ENTRIES,
                start=[],
                rule="C-040",
                item=Record(fields=(SKILL_CHOICE, Text(name="text", label="Narrow case", longest=120))),
            ),
        ),
    ),
    Section(
        "Abilities",
        (Text(name="abilities", label="Other abilities and notes", longest=4000, lines=5, rule="C-008"),),
    ),
)


def check(sheet: Mapping[str, Any]) -> SheetReport:
    """Derived dice and chances of every Skill, and what breaks a rule. R-13, R-14."""
    _check_shape(sheet)
    skills = [each for each in sheet.get("skills", []) if _is_skill(each)]
    problems = (
        *_name_problems(sheet),
        *_aptitude_problems(sheet),
        *_skill_problems(sheet),
        *_specialty_problems(sheet),
    )
    narrow = {
        each["skill"]: each["text"]
        for each in sheet.get("specialties", [])
        if _is_skill(each.get("skill")) and each["skill"] not in skills and _said(each.get("text"))
    }
    left = {aptitude: _points_left(sheet, aptitude) for aptitude in APTITUDES}
    derived = {
        "skills": {name: _skill_dice(name, skills, narrow) for name in APTITUDE_OF},
        "by_specialty_only": [name for name in APTITUDE_OF if name in narrow],
        "points_left": left,
    }
    return SheetReport(problems, derived, _panels(skills, narrow, left))


def _check_shape(sheet: Mapping[str, Any]) -> None:
    """Raise InputError where a field is not even of the right kind."""
    shapes = {
        "aptitudes": (Mapping, "a mapping of the four Aptitudes"),
        "skills": (list, "a list of Skills"),
        "specialties": (list, "a list of Specialties"),
    }
    for name, (kind, allowed) in shapes.items():
        value = sheet.get(name, kind() if kind is list else {})
        if not isinstance(value, kind) or len(value) > MOST_ENTRIES:
            raise InputError.at(name, value, f"{allowed}, at most {MOST_ENTRIES}", code="bad_sheet")
    for place, each in enumerate(sheet.get("specialties", [])):
        if not isinstance(each, Mapping):
            raise InputError.at(f"specialties.{place}", each, "a record of skill and text", code="bad_sheet")


def _said(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_skill(value: Any) -> bool:
    return isinstance(value, str) and value in APTITUDE_OF


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _points_left(sheet: Mapping[str, Any], aptitude: str) -> int:
    points = sheet.get("aptitudes", {}).get(aptitude)
    current = points.get("current") if isinstance(points, Mapping) else None
    return current if _whole(current) else 0


def _name_problems(sheet: Mapping[str, Any]) -> Iterator[Problem]:
    if not _said(sheet.get("name")):
        yield Problem("name", "name_missing", "The character needs a name.")


def _aptitude_problems(sheet: Mapping[str, Any]) -> Iterator[Problem]:
    given = sheet.get("aptitudes", {})
    for aptitude in APTITUDES:
        if aptitude not in given:
            yield Problem(
                f"aptitudes.{aptitude}",
                "aptitude_missing",
                f"{aptitude} is missing; a sheet has all four Aptitudes.",
                "R-13",
            )
    for aptitude, points in given.items():
        where = f"aptitudes.{aptitude}"
        if aptitude not in APTITUDES:
            yield Problem(
                where,
                "aptitude_unknown",
                f"There is no Aptitude {shown(aptitude)}; there are {', '.join(APTITUDES)}.",
                "C-018",
            )
            continue
        record = points if isinstance(points, Mapping) else {}
        wrong = [key for key in ("max", "current") if not _whole(record.get(key))]
        for key in wrong:
            yield Problem(
                f"{where}.{key}",
                "aptitude_out_of_range",
                f"{aptitude} needs a whole number of points, 0 or more, not {shown(record.get(key))}.",
                "R-13",
            )
        if not wrong and record["current"] > record["max"]:
            yield Problem(
                f"{where}.current",
                "aptitude_current_above_max",
                f"{aptitude} has {shown(record['current'])} points left of only {shown(record['max'])}.",
                "C-014",
            )


def _skill_problems(sheet: Mapping[str, Any]) -> Iterator[Problem]:
    seen: set[str] = set()
    for place, name in enumerate(sheet.get("skills", [])):
        if not _is_skill(name):
            yield Problem(
                f"skills.{place}", "skill_unknown", f"{shown(name)} is none of the sixteen Skills.", "C-018"
            )
        elif name in seen:
            yield Problem(
                f"skills.{place}",
                "skill_duplicate",
                f"{name} is listed twice; a Skill is had or not.",
                "C-019",
            )
        else:
            seen.add(name)


def _specialty_problems(sheet: Mapping[str, Any]) -> Iterator[Problem]:
    owned = {name for name in sheet.get("skills", []) if isinstance(name, str)}
    for place, each in enumerate(sheet.get("specialties", [])):
        skill = each.get("skill")
        if not _is_skill(skill):
            yield Problem(
                f"specialties.{place}.skill",
                "specialty_unknown_skill",
                f"{shown(skill)} is none of the sixteen Skills.",
                "C-040",
            )
        elif skill in owned:
            yield Problem(
                f"specialties.{place}.skill",
                "specialty_under_owned_skill",
                f"{skill} is already had as a whole Skill, so this Specialty adds nothing.",
                "R-14",
                "warning",
            )
        if not _said(each.get("text")):
            yield Problem(
                f"specialties.{place}.text",
                "specialty_text_missing",
                "Say which narrow case the Specialty covers.",
                "C-040",
            )


def _skill_dice(name: str, skills: list[str], narrow: Mapping[str, str]) -> dict:
    """The dice and the five band chances of a Skill, in each situation, without and with a point."""
    held = int(name in skills or name in narrow)

    def line(situation: str, steps: int) -> dict:
        count, keep = dice_for(steps)
        bands = odds_of(situation, steps).by(lambda outcome: outcome.band)
        return {
            "steps": steps,
            "dice": f"{count}d{SITUATIONS[situation].sides}",
            "keep": keep,
            "band": {grade.key: bands.get(grade.key, Fraction()) for grade in BANDS},
        }

    return {
        "aptitude": APTITUDE_OF[name],
        "held": "skill" if name in skills else "specialty" if name in narrow else "none",
        **{
            situation: {"without_point": line(situation, held), "with_point": line(situation, held + 1)}
            for situation in SITUATIONS
        },
    }


def _word(situation: str) -> str:
    return SITUATIONS[situation].word


def _panels(skills: list[str], narrow: Mapping[str, str], left: Mapping[str, int]) -> tuple[Panel, ...]:
    """A table of throws: each Skill in each situation, with a point's worth beside it while there are
    points.
    """

    def throw(situation: str, steps: int, label: str) -> Throw:
        chance = at_least(situation=situation, steps=steps, band="partial")["p"]
        return Throw("core_rules.challenge", {"situation": situation, "steps": steps}, label, chance)

    rows = []
    for name, aptitude in APTITUDE_OF.items():
        held = int(name in skills or name in narrow)
        how = "Skill" if name in skills else "Specialty" if name in narrow else "—"
        called = f"{name} ({narrow[name]})" if name in narrow else name
        plain = tuple(throw(situation, held, f"{called}, {_word(situation)}") for situation in SITUATIONS)
        paid = tuple(
            (
                throw(situation, held + 1, f"{called}, {_word(situation)}, with a point")
                if left[aptitude]
                else "no point left"
            )
            for situation in SITUATIONS
        )
        rows.append((name, *plain, *paid, how))
    words = [_word(situation) for situation in SITUATIONS]
    return (
        Panel(
            "Throws",
            ("Skill", *words, *(f"{word}, with a point" for word in words), "Held as"),
            tuple(rows),
            note="Each button states the chance of at least a partial success.",
        ),
    )


SHEET = Sheet(version=1, sections=SECTIONS, check=check)
