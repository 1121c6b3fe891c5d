"""Fights at the combat tracker: set up, loaded, saved, and played by the page."""

from __future__ import annotations

import pytest

from hooks.contracts.requests import reply_to
from rules_py import ask
from rules_py.base.errors import InputError
from rules_py.tracker import append_event, apply_change, from_preset, new_encounter, read_encounter, replay
from tests.systems.two_d6.tracker import GAME, SWORD, TRACKER, Table, fighter


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("turn", ["dance"], "state.fighters.0.turn.0"),
        ("uses", ["luck"], "state.fighters.0.uses.0"),
        ("way", "luck", "state.roll.way"),
        ("rerolled", ["luck"], "state.roll.rerolled.0"),
    ],
)
def test_tracker_rejects_a_state_with_unknown_values(field, value, where) -> None:
    roll = {"who": "Ada", "on": "Bo", "weapon": SWORD, "way": "skill", "attack": 9, "defence": 5}
    fighters = [fighter("Ada", wounds=5), fighter("Bo", "npc", wounds=5)]
    state = {"fighters": fighters, "roll": roll}
    ask("two_d6.desk_plan", state=state, event={"do": "settle"})
    (roll if field in ("way", "rerolled") else fighters[0])[field] = value
    with pytest.raises(InputError) as error:
        ask("two_d6.desk_plan", state=state, event={"do": "settle"})
    assert [each.field for each in error.value.faults] == [where]


def test_setup_numbers_foes_and_carries_the_party_to_a_new_fight() -> None:
    now = new_encounter(TRACKER)
    now = apply_change(TRACKER, now, {"set": "add", "sample": "goblin-raider", "count": 3})
    assert [each.name for each in now.state.fighters] == [
        "Goblin raider",
        "Goblin raider 2",
        "Goblin raider 3",
    ]
    assert now.state.fighters[0].attack("Short bow").bonus == 5 and now.state.fighters[0].wounds == 4
    ada = fighter("Ada", cinematics=2, armour="medium", armour_wounds=5)
    table = Table(ada, fighter("Bo", "npc", attacks=[SWORD]))
    table.do("hit", who="Ada", wounds=2)
    table.hit("Bo", "Ada", "Sword", [6, 5, 2, 4]).do("settle", take="two_wounds", to_armour=2)
    table.do("end_round").hit("Bo", "Ada", "Sword", [6, 5, 2, 4]).do("settle", take="cripple")
    (ada,) = TRACKER.setup.party(table.now.state)
    again = new_encounter(TRACKER, [ada]).state["Ada"]
    assert (again.wounds, again.cinematics, again.armour_hit, again.limbs) == (3, 2, 2, 1)


SHEET = {
    "name": "Wren",
    "stats": {"STR": 1, "AGI": 4, "DEX": 3, "TOU": 2, "INT": 1, "WIL": 2, "CHA": 0, "PER": 4},
    "talents": [{"talent": "hip_shot"}, {"talent": "favored_enemy_culture", "label": "Goblins"}],
    "skills": [
        {"skill": "archery", "rank": 3, "stat": "DEX"},
        {"skill": "athletics", "rank": 2, "stat": "AGI"},
        {"skill": "melee", "subset": "Unarmed", "rank": 1, "stat": "AGI"},
        {"skill": "shooting", "rank": 1, "stat": "DEX"},
        {"skill": "perform", "subset": "dance", "rank": 3, "stat": "AGI"},
    ],
    "spells": [{"spell": "repel_attack"}],
    "armour": "light",
    "wounds_lost": 1,
    "cinematics": 1,
}


def test_sheet_character_joins_a_fight_and_exports_its_result() -> None:
    now = new_encounter(TRACKER, [TRACKER.setup.to_participant(SHEET)])
    wren = now.state["Wren"]
    assert [(each.name, each.kind, each.bonus) for each in wren.every_attack] == [
        ("Archery", "ranged", 6),
        ("Shooting", "shooting", 4),
        ("Unarmed", "unarmed", 5),
    ]
    assert wren.perform == 7 and wren.favored == ("Goblins",)
    assert (wren.defence, wren.initiative, wren.resolve, wren.wounds, wren.wounds_max) == (6, 8, 4, 4, 5)
    assert wren.repels and wren.counters and wren.talents == ("hip_shot",) and wren.armour == "light"
    now, _ = append_event(TRACKER, now, {"do": "hit", "who": "Wren", "wounds": 2})
    export = TRACKER.export_to_sheet(now.state, "Wren")
    assert (export["wounds_lost"], export["cinematics"], export["dead"]) == (3, 1, False)
    assert GAME.sheet.check(SHEET | export).derived["wounds"] == 2


@pytest.mark.parametrize("foe", [each.id for each in GAME.reference("foes").entries])
def test_every_foe_can_attack_a_character(foe) -> None:
    now = new_encounter(TRACKER, [fighter("Ada")])
    now = apply_change(TRACKER, now, {"set": "add", "sample": foe})
    options = TRACKER.view(now.state, now.state.names[-1]).options
    assert any(each.kind == "Attack" and not each.reasons for each in options)


def test_tracker_request_plays_an_attack() -> None:
    def answer(**request):
        return reply_to({"action": "tracker", "game": "two_d6", **request})

    scene = read_encounter(TRACKER, from_preset(TRACKER.preset("yard")).to_json()).to_json()
    attack = {"do": "attack", "who": "Brick", "on": "Dock bruiser", "with": "Unarmed", "dice": [6, 5, 2, 2]}
    reply = answer(scene=scene, event=attack)
    assert reply["ok"] and reply["applied"] and "Deal 2 wounds" in reply["html"]["turn"]
    assert reply["html"]["chances"] == ""


SAVED = {
    "name": "The market, in November",
    "start": {
        "fighters": [
            {
                "name": "Wren",
                "attacks": [{"name": "Archery", "kind": "ranged", "bonus": 6}],
                "defence": 6,
                "initiative": 8,
                "talents": ["hip_shot"],
            },
            {
                "name": "Marisol",
                "attacks": [{"name": "Blast", "kind": "spell", "dc": 9}],
                "defence": 3,
                "initiative": 4,
                "resolve": 8,
                "wounds_max": 7,
                "armour": "light",
                "repels": True,
            },
            {"name": "Goblin", "side": "npc", "defence": 5, "initiative": 6, "unaware": True},
            {
                "name": "Wolf",
                "side": "npc",
                "attacks": [{"name": "Teeth", "kind": "melee", "bonus": 6}],
                "defence": 5,
                "initiative": 7,
                "unaware": True,
            },
        ]
    },
    "log": [
        {"do": "initiative", "dice": [4, 4, 5, 5]},
        {"do": "attack", "who": "Marisol", "on": "Goblin", "with": "Blast", "dice": [1, 1, 3, 3]},
        {"do": "settle", "take": "wound"},
        {"do": "attack", "who": "Wren", "on": "Wolf", "with": "Archery", "dice": [4, 4, 2, 1]},
        {"do": "settle", "take": "two_wounds"},
        {"do": "end_round"},
        {"do": "initiative", "dice": [2, 3, 6, 6, 3, 5, 1, 1]},
        {"do": "act", "who": "Wren", "does": "aim"},
        {"do": "attack", "who": "Wolf", "on": "Marisol", "with": "Teeth", "dice": [6, 5, 1, 1]},
        {"do": "reroll", "dice": [6, 6]},
        {"do": "end_round"},
    ],
    "at": 11,
}
"""A fight as version 1 saved it, without fields that were added later."""


def test_saved_fight_of_version_1_replays_unchanged() -> None:
    assert TRACKER.version == 1  # after an increase, test here how fights of version 1 open
    sentences = [each.sentence for each in replay(TRACKER, read_encounter(TRACKER, SAVED)).applied_events]
    assert sentences == [
        "Initiative: Wren has 16, Marisol has 14. Wren acts first.",
        "Marisol attacks Goblin (Blast): 10 against 6, ahead by 4.",
        "Goblin takes 1 wound; 4 left.",
        "Wren attacks Wolf (Archery): 14 against 3, ahead by 11.",
        "Wolf takes 2 wounds; 3 left.",
        "End of the surprise round. Everyone is now aware.",
        "Initiative: Wren has 13, Marisol has 16, Goblin has 14, Wolf has 9. Marisol acts first.",
        "Wren takes aim.",
        "Wolf attacks Marisol (Teeth): 17 against 10, ahead by 7.",
        "Marisol’s armour rerolls: 17 against 20, the defence holds.",
        "End of round 1.",
    ]


def test_impossible_saved_fight_reports_one_sentence() -> None:
    log = [*SAVED["log"][:4], {"do": "settle", "take": "three_wounds", "picks": ["wound"]}]
    reply = open_encounter(SAVED | {"log": log, "at": 5})
    assert not reply["ok"]
    assert reply["message"].startswith("Line 5 of the log isn’t possible: ")
    assert reply["message"].endswith(": The margin isn’t high enough for that.")


def open_encounter(scene):
    request = {"action": "tracker", "game": "two_d6", "scene": scene}
    return reply_to(request)
