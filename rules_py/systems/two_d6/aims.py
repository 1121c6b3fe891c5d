"""The goals by which choices are compared: the checks, attacks, defences and first turns that the reader has
named.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rules_py.sheets.cost_benefit import CostBenefitSpec
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.two_d6.character import Character, Roll, skill_name, within
from rules_py.systems.two_d6.roll_buttons import Situation, against, answer_button, check, first
from rules_py.systems.two_d6.sections import CAST, CHECK, DEFENCE, FIRST, RESOLVE, USUAL_AIMS
from rules_py.systems.two_d6.skills import SKILLS


def chances(sheet: ParsedSheet) -> dict[str, Fraction]:
    """Return the chance of each aim, by its label."""
    character = Character.of(sheet)
    named = [each for _, each in sheet.entries("aims") if each["kind"] and each["skill"]]
    return dict(_aim(character, each) for each in named or USUAL_AIMS)


def _aim(character: Character, aim: Mapping[str, Any]) -> tuple[str, Fraction]:
    defaults = Situation()
    now = Situation(
        dc=defaults.dc if aim["dc"] is None else aim["dc"],
        foe=defaults.foe if aim["foe"] is None else aim["foe"],
    )
    if aim["kind"] == FIRST:
        return f"Acting before +{now.foe}", first(character, now).chance
    if aim["kind"] in (RESOLVE, CAST):
        name = "Casting" if aim["kind"] == CAST else "Resolve"
        return f"{name}, DC {now.dc}", _chance_of(character, Roll(name, "", within(character.resolve)), now)
    roll = _roll(character, aim)
    if aim["kind"] == CHECK:
        return f"{roll.name} with {roll.stat}, DC {now.dc}", _chance_of(character, roll, now)
    if aim["kind"] == DEFENCE:
        chance = answer_button(character, roll, now, "Defence").chance
        return f"Defending with {roll.name} against +{now.foe}", chance
    hit = against(roll, now, "Attack").chance
    if character.build.has("multiattack"):
        hit = 1 - (1 - hit) ** 2
    return f"Hitting in a round with {roll.name} against +{now.foe}", hit


def _chance_of(character: Character, roll: Roll, now: Situation) -> Fraction:
    answer = check(character, roll, now)
    return Fraction() if isinstance(answer, str) else answer.chance


def _roll(character: Character, aim: Mapping[str, Any]) -> Roll:
    """Return the roll of an aim: the skill if it was bought, or the stat alone."""
    trained = character.find(aim["skill"], aim["subset"])
    if trained is not None:
        return character.roll(trained, aim["stat"])
    skill = SKILLS[aim["skill"]]
    return character.untrained_roll(skill_name(aim["skill"], aim["subset"]), aim["stat"] or skill.stats[0])


def unspendable(sheet: ParsedSheet) -> int:
    """Return the negative of the XP left: stat points count as the XP they would become. R-2."""
    return -Character.of(sheet).build.xp_left


WORTH = CostBenefitSpec(chances=chances, cost=unspendable)
