"""The values that calculators accept: the rules' ranges, and generous limits where the rules set none."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from rules_py import InputError, calculator, check_sheet, game
from rules_py.base import file_format
from rules_py.base.jsonable import to_jsonable

ATTRIBUTES = "finesse power martial spiritual natural technical".split()

RANGES = [
    # steps: calculator 4 of the digest
    *(
        (f"core_rules.{name}", "steps", 0, 10)
        for name in ("challenge", "four_column", "at_least", "gain")
    ),
    ("core_rules.all_fail", "steps.0", 0, 10),
    # an attribute: D-024
    *(("dichotomy.ability_slots", f"attributes.{key}", 1, 10) for key in ATTRIBUTES),
    *(
        (f"dichotomy.{name}", key, 1, 10)
        for name in ("check", "attack", "defence", "split", "aim_or_shoot", "endurance", "veteran_roll")
        for key in ("value_a", "value_b")
    ),
    *(
        (f"dichotomy.{name}", key, 1, 10)
        for name in ("carrying_capacity", "load")
        for key in ("power", "martial")
    ),
    *(("dichotomy.first_to_act", f"{who}.{key}", 1, 10) for who in ("first", "second") for key in ("finesse", "martial")),
    ("dichotomy.pvp_tn", "defender_value", 1, 10),
    # the protection of a target is 0 or 1: R-30
    *((f"dichotomy.{name}", "reduction", 0, 1) for name in ("attack", "defence")),
    ("dichotomy.split", "targets.1.reduction", 0, 1),
    ("dichotomy.drop", "rounds", 1, 20),  # C-13
    ("dichotomy.veteran_bonus", "peak_abilities", 0, 9),  # C-24
    ("dichotomy.sheet", "peak_abilities", 0, 9),
    ("dichotomy.path_abilities", "chapter", 1, 9),  # C-27
    # hits carried from round to round: the third makes a step, with Dwarven Fortitude the fourth, R-51
    *((f"dichotomy.{name}", "start.hits", 0, 2) for name in ("injury", "injury_track")),
    # the most hits to a step that a house rule allows
    *((f"dichotomy.{name}", "state.hits", 0, 5) for name in ("after_fight", "mind_read")),
]  # fmt: skip

FROM_ONE = [
    ("dichotomy.drop", "npc_hits"),  # C-13
    ("dichotomy.duel", "npc_hits"),
    ("dichotomy.aim_or_shoot", "npc_hits"),
    ("dichotomy.endurance", "attackers"),
    ("dichotomy.replacement", "betrayed_in"),  # the adventures are numbered from the first
]
FROM_ZERO = [
    ("core_rules.steps", "special_steps"),  # calculator 1
    ("core_rules.spend_plan", "current.Charisma"),
    ("core_rules.rest", "hours"),
    ("dichotomy.after_fight", "hours"),
    ("dichotomy.injury_track", "rounds.0.hits"),
    ("dichotomy.plan_turn", "hits"),
    ("dichotomy.xp_ledger", "start"),
    ("dichotomy.xp_ledger", "entries.0.gain"),
]

LARGE_VALUES = [
    # targets and modifiers have no bound: R-04
    *((f"dichotomy.{name}", key, value) for name in ("check", "attack", "defence") for key in ("tn_a", "mod_b") for value in (-30, 60)),
    ("dichotomy.split", "targets.0.tn_b", 60),
    ("dichotomy.pvp_tn", "defender_mod", -30),
    ("dichotomy.combine_modifiers", "entries.0.value", -30),
    # points have none: R-13
    ("core_rules.spend_plan", "current.Charisma", 60),
    ("core_rules.rest", "max.Charisma", 60),
    ("core_rules.rest", "hours", 24 * 7),
    ("dichotomy.after_fight", "hours", 24 * 365),
    ("dichotomy.drop", "npc_hits", 60),
    ("dichotomy.endurance", "attackers", 6),  # as many attackers as a party has members
    ("dichotomy.xp_ledger", "start", 5000),
    ("dichotomy.xp_ledger", "entries.0.gain", 5000),
    ("dichotomy.injury_track", "rounds.0.hits", 30),
    ("dichotomy.injury_track", "rounds", [{"hits": 1}] * 30),
    ("dichotomy.xp_ledger", "entries", [{"gain": 1}] * 150),
    ("dichotomy.combine_modifiers", "entries", [{"on": "all", "value": 1}] * 30),
    ("dichotomy.acting_order", "pcs", [{"name": f"Player {each}"} for each in range(12)]),
    ("dichotomy.acting_order", "npcs", [f"Foe {each}" for each in range(30)]),
    ("dichotomy.load", "items", {"rations": 60}),
    ("core_rules.all_fail", "situations", ["average"] * 10),
    ("core_rules.spend_plan", "challenges", [{"situation": "bad", "aptitude": "Charisma"}] * 15),
]  # fmt: skip

DEFAULTS = [
    # the common keys of the digest's calculators, and those it gives a default
    *((f"dichotomy.{name}", key, value) for name in ("check", "attack", "defence") for key, value in {"tn_a": 10, "tn_b": 10, "mod_a": 0, "mod_b": 0}.items()),
    ("dichotomy.check", "ability_helps", False),
    ("dichotomy.check", "attribute_a", None),
    *(("dichotomy.attack", key, False) for key in ("smite", "deadly_aim", "bless", "telekinesis", "miss_is_miss")),
    *(("dichotomy.defence", key, False) for key in ("defend_action", "npc_smite", "npc_deadly_aim", "miss_is_miss")),
    ("dichotomy.attack", "reduction", 0),
    ("dichotomy.defence", "reduction", 0),
    ("dichotomy.pvp_tn", "defender_mod", 0),
    ("dichotomy.plan_turn", "abilities", []),
    ("dichotomy.plan_turn", "race", "human"),
    ("dichotomy.plan_turn", "locked", "none"),
    ("dichotomy.plan_turn", "hits", 0),
    ("dichotomy.plan_turn", "gear", "normal"),
    *((f"dichotomy.{name}", "race", "human") for name in ("validate_attributes", "validate_abilities", "next_picks")),
    *((f"dichotomy.{name}", "fortitude", False) for name in ("injury_track", "injury", "duel")),
    ("dichotomy.connection_cost", "famous", False),
    ("dichotomy.xp_ledger", "start", 0),
    *(("core_rules.steps", key, False) for key in ("has_skill", "has_specialty", "spend_point", "stack_skills")),
    ("core_rules.steps", "special_steps", 0),
    ("core_rules.steps", "skills_applicable", None),
    ("core_rules.spend", "points", 1),
]  # fmt: skip


def inputs_with(calculator_id: str, path: str, value: object) -> dict[str, Any]:
    """Return the initial inputs with this value at the path, parsed by the calculator."""
    declaration = calculator(calculator_id)
    inputs = deepcopy(to_jsonable(declaration.initial_inputs()))
    inside: Any = inputs
    *parents, last = [int(key) if key.isdecimal() else key for key in path.split(".")]
    for key in parents:
        inside = inside[key]
    inside[last] = value
    return declaration.parse(inputs)


def rejects(calculator_id: str, path: str, value: object) -> bool:
    with pytest.raises(InputError) as caught:
        inputs_with(calculator_id, path, value)
    return [fault.field for fault in caught.value.faults] == [path]


@pytest.mark.parametrize(("calculator_id", "path", "lowest", "highest"), RANGES)
def test_inputs_accept_exactly_the_stated_range(calculator_id, path, lowest, highest):
    assert inputs_with(calculator_id, path, lowest) and inputs_with(calculator_id, path, highest)
    assert rejects(calculator_id, path, lowest - 1) and rejects(calculator_id, path, highest + 1)


@pytest.mark.parametrize(
    ("calculator_id", "path", "lowest"),
    [*((*each, 1) for each in FROM_ONE), *((*each, 0) for each in FROM_ZERO)],
)
def test_inputs_accept_their_lowest_value_and_nothing_below(calculator_id, path, lowest):
    assert inputs_with(calculator_id, path, lowest)
    assert rejects(calculator_id, path, lowest - 1)


@pytest.mark.parametrize(("calculator_id", "path", "value"), LARGE_VALUES)
def test_inputs_without_bounds_accept_large_values(calculator_id, path, value):
    assert inputs_with(calculator_id, path, value)


@pytest.mark.parametrize(("calculator_id", "name", "value"), DEFAULTS)
def test_missing_inputs_get_the_defaults_of_the_digest(calculator_id, name, value):
    declaration = calculator(calculator_id)
    inputs = {key: each for key, each in declaration.initial_inputs().items() if key != name}
    assert declaration.parse(inputs)[name] == value


LONG_CHARACTERS = {
    "core_rules": {
        "name": "Seraphina Marguerite Antoinette of the Long Water",
        "aptitudes": {key: {"max": 40, "current": 25} for key in ("Knowledge", "Awareness", "Charisma", "Physicality")},
        "specialties": [{"skill": "Nature", "text": "the habits of every wild thing, place by place " * 2}] * 40,
        "abilities": "What happened in the third winter. " * 100,
    },
    "dichotomy": {
        "name": "Seraphina Marguerite Antoinette of the Long Water",
        "player": "Somebody whose parents gave her all of her grandmothers' names",
        "age_gender": "older than she looks, and a woman when it suits the errand",
        "picks": "smite swimming tracking".split(),
        "motives": [{"motive": "love"}, {"motive": "truth"}],
        "items": [{"item": "rope", "count": 40}] * 30,
        "xp": 5000,
        "ledger": [{"kind": "gain", "xp": 3, "note": "The bridge at Oxley, and what came of the toll. " * 2}] * 150,
        "notes": "What happened in the third winter. " * 100,
    },
}  # fmt: skip


@pytest.mark.parametrize("game_id", LONG_CHARACTERS)
def test_very_long_character_is_read_unchanged_from_a_file(game_id):
    declaration = game(game_id).sheet
    character = declaration.blank() | LONG_CHARACTERS[game_id]
    malformed_codes = {"bad_value", "missing_input", "aptitude_out_of_range"}
    assert not malformed_codes & {each.code for each in check_sheet(game_id, character).problems}
    file = json.dumps(file_format.CHARACTERS.header(game_id, declaration.version) | {"sheets": [character]})
    [(_, [read_character])] = [file_format.read(file_format.CHARACTERS, file, game_id, declaration.version)]
    assert check_sheet(game_id, read_character).to_json() == check_sheet(game_id, character).to_json()
