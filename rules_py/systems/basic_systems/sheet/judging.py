"""Derived values and problems of a sheet. R-1, R-22, R-24, R-30, R-33."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.sheets.creation import Total
from rules_py.sheets.play_mode import SheetStep
from rules_py.sheets.sheet import SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.basic_systems.chances import spread
from rules_py.systems.basic_systems.degrees import LOWEST_DIFFICULTY, STANDARD_DIFFICULTY, rating_name
from rules_py.systems.basic_systems.pools import TEN_DOTS, limit_of
from rules_py.systems.basic_systems.results import cancel_of
from rules_py.systems.basic_systems.sheet.character import Character, Pool, is_beyond_human
from rules_py.systems.basic_systems.sheet.roll_buttons import Situation, panels
from rules_py.systems.basic_systems.willpower import is_automatic

FAMILIES = {"attributes": "attribute_out_of_range", "abilities": "ability_out_of_range"}
PERSONALITY = ("willpower", "inspiration")


def judge(sheet: ParsedSheet) -> SheetReport:
    """Return the pools of the character with their chances, and report the problems that involve several
    fields.
    """
    _problems(sheet)
    character, situation = Character.of(sheet), Situation.of(sheet.house)
    highest = sheet.house["highest_difficulty"]
    derived = {
        "rating_names": {
            "attributes": {name: rating_name(dots) for name, dots in character.attributes.items()},
            "abilities": {name: rating_name(dots) for name, dots in character.abilities.items()},
        },
        "pools": [_pool_values(each, situation, highest) for each in character.pools()],
        "by_attribute": [_pool_values(each, situation, highest) for each in character.by_attribute()],
        "cancel": {
            name: cancel_of(dots, character.mastery_from) for name, dots in character.abilities.items()
        },
        "willpower_pool": character.alone.get("Willpower"),
        "single": {each.name: each.dice for each in character.single()},
    }
    notes = {
        sheet.keyed_paths[family][name]: rating_name(dots) or "beyond human"
        for family, ratings in (("attributes", character.attributes), ("abilities", character.abilities))
        for name, dots in ratings.items()
    }
    full = {f"{name}.current": sheet[name]["permanent"] for name in PERSONALITY}
    return SheetReport(
        (),
        derived,
        tuple(panels(character, situation)),
        notes=notes,
        steps=tuple(_steps(sheet)),
        maximums=full,
        totals=(
            Total(sum(character.attributes.values()), ("Attribute dot", "Attribute dots")),
            Total(sum(character.abilities.values()), ("Ability dot", "Ability dots")),
        ),
    )


def _problems(sheet: ParsedSheet) -> None:
    limit = limit_of(is_beyond_human(sheet))
    for family, code in FAMILIES.items():
        for name, dots in sheet[family].items():
            if dots > limit:
                sheet.add_problem(sheet.keyed_paths[family][name], code, f" {name} has {dots}.")
    for name in PERSONALITY:
        permanent, current = sheet[name]["permanent"], sheet[name]["current"]
        sound = all(sheet.is_valid(path) for path in (name, f"{name}.permanent", f"{name}.current"))
        if sound and current > permanent:
            sheet.add_problem(
                f"{name}.current",
                f"{name}_current_above_permanent",
                f" There are {current} squares and {permanent} dots.",
            )
    moral = sheet["morality"]
    if not moral["trait"] and moral["rating"] and sheet.is_valid("morality.trait"):
        sheet.add_problem("morality.trait", "unknown_morality_trait")
    for ability, attribute in sheet["based_on"].items():
        if attribute not in sheet.keyed_paths.get("attributes", {}):
            words = f" {ability} is based on {attribute or 'nothing'}."
            sheet.add_problem(sheet.keyed_paths["based_on"][ability], "based_on_unknown_attribute", words)


def _pool_values(pool: Pool, situation: Situation, highest: int) -> Mapping[str, Any]:
    """Return a pool as plain data: its dice, the difficulties met automatically, its chances at
    6. S-087.
    """
    chances = spread(pool.dice, STANDARD_DIFFICULTY, pool.ability_rating, house=situation.house)
    return {
        "attribute": pool.attribute,
        "ability": pool.ability,
        "dice": pool.dice,
        "defaulted": pool.defaulted,
        "cancel": pool.cancel,
        "automatic": [
            difficulty
            for difficulty in range(LOWEST_DIFFICULTY, highest + 1)
            if is_automatic(pool.dice, difficulty, situation.automatic_margin)
        ],
        "p_success": chances.p_success,
        "p_botch": chances.p_botch,
    }


def _steps(sheet: ParsedSheet) -> Iterator[SheetStep]:
    """Yield possible next steps: spending a point by itself, a new turn, recovering points."""
    willpower, turn = sheet["willpower"], sheet["turn_point"]
    sound = all(sheet.is_valid(path) for path in ("willpower", "willpower.permanent", "willpower.current"))
    why = "You can spend a Willpower point again."
    yield SheetStep("New turn", {"turn_point": 1}, why, "S-093", available=not turn)
    if not sound:
        return
    current = min(willpower["current"], TEN_DOTS)
    changes = {"willpower.current": current - 1, "turn_point": 0}
    why = "For rolls made with physical dice."
    yield SheetStep("Spend a Willpower point", changes, why, "S-090", available=bool(turn and current))
    why = "Points return slowly, when the Storyteller says so."
    changes = {"willpower.current": current + 1}
    missing = current < willpower["permanent"]
    yield SheetStep("Regain a Willpower point", changes, why, "S-092", available=missing)
