"""Combatants at the start of a fight, joining it, and changed by the game master."""

import pytest

from tests.systems.dichotomy.tracker_play import AMBUSH, FIGHT, GAME, TRACKER, ask, fighter, play, state_of

LATE = {**AMBUSH["start"]["fighters"][2], "name": "Second thug", "zone": "2"}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": ""}, "missing_name"),
        ({"name": "Bram"}, "duplicate_fighter"),
        ({"scores": {"finesse": 3}}, "missing_input"),
        ({"side": "npc", "hits": 0}, "no_hits"),
        ({"abilities": ["flying"]}, "unknown_ability"),
    ],
)
def test_start_with_an_invalid_combatant_is_rejected(changes, code):
    odile, *others = AMBUSH["start"]["fighters"]
    scene = {**AMBUSH, "start": {**AMBUSH["start"], "fighters": [{**odile, **changes}, *others]}}
    reply = ask(scene=scene)
    assert not reply["ok"] and code in reply["codes"]


def test_joined_combatant_can_act():
    scene = play([*FIGHT[:6], {"do": "join", "fighter": LATE}])
    state = state_of(scene)
    assert fighter(state, "Odile")["hits"] == 2
    assert fighter(state, "Second thug")["zone"] == "2"
    assert "attack-Bram-finesse-martial" in [each.id for each in TRACKER.view(state, "Second thug").options]


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"name": "Thug"}, "fighter.name", "duplicate_fighter"),
        ({"name": " "}, "fighter.name", "missing_name"),
        ({"hits": 0}, "fighter.hits", "no_hits"),
        ({"gear": "gold"}, "fighter.gear", "unknown_gear"),
    ],
)
def test_join_event_rejects_an_invalid_combatant_at_its_field(changes, field, code):
    reply = ask(scene=AMBUSH, event={"do": "join", "fighter": LATE | changes})
    assert (reply["ok"], reply["problems"][0]["field"], reply["codes"]) == (False, field, [code])


def test_combatant_added_at_the_start_keeps_the_log_valid():
    scene = play(FIGHT[:6])
    more = {**scene["start"], "fighters": [*scene["start"]["fighters"], {**LATE, "zone": "6"}]}
    assert fighter(state_of({**scene, "start": more}), "Odile")["hits"] == 2


def test_replay_rejects_a_start_that_makes_an_action_too_costly():
    scene = play(FIGHT[:6])
    more = {**scene["start"], "fighters": [*scene["start"]["fighters"], LATE]}
    reply = ask(scene={**scene, "start": more})
    assert (reply["problems"][0]["field"], reply["codes"]) == ("log.0", ["refused_event"])
    assert "; 3 left." in reply["message"]


def test_replay_rejects_a_start_without_a_combatant_in_the_log():
    scene = play(FIGHT[:2])
    fewer = {
        **scene["start"],
        "fighters": [each for each in scene["start"]["fighters"] if each["name"] != "Red hood"],
    }
    reply = ask(scene={**scene, "start": fewer})
    assert (reply["ok"], reply["problems"][0]["field"]) == (False, "log.1.event")
    assert "Red hood" in reply["message"]


def test_setup_adds_a_character_from_its_sheet():
    sheet = GAME.sheet.blank() | {
        "name": "Wren",
        "attributes": {"finesse": 8, "power": 3, "martial": 4, "spiritual": 7, "natural": 6, "technical": 5},
        "picks": ["quick_shot", "telekinesis", "tracking"],
    }
    saved_sheets = [
        {"version": GAME.sheet.version, "sheet": sheet | {"name": name}} for name in ("Wren", "W" * 70)
    ]
    reply = ask(
        action="tracker_setup", scene=AMBUSH, change={"set": "seat", "sheets": saved_sheets, "place": "1"}
    )
    start = reply["scene"]["start"]
    wren, long = start["fighters"][5:]
    assert (wren["side"], wren["gear"], wren["zone"]) == ("pc", "normal", "1")
    assert wren["abilities"] == ["quick_shot", "telekinesis"]
    assert long["name"] == "W" * 60
    options = TRACKER.view(state_of({**AMBUSH, "start": start}), "Wren").options
    assert (
        next(each.price for each in options if each.id == "attack-Thug-finesse-spiritual-telekinesis")
        == "2 points"
    )


def test_set_event_changes_modifiers_and_gear_in_action_options():
    ladder = [{"on": name, "value": -3, "when": "both", "against": ""} for name in ("power", "martial")]
    event = {"do": "set", "who": "Odile", "change": {"modifiers": ladder}}
    reply = ask(scene=play(FIGHT[:6]), event=event)
    assert "Odile: modifiers are now Power −3; Martial −3." in reply["say"]
    state = state_of(reply["scene"])
    options = {each.id: each for each in TRACKER.view(state, "Odile").options}
    assert "Power 8 −3 against 12: 7 or more; Martial 9 −3 against 12: 6 or more" in (
        options["attack-Thug-power-martial"].note
    )
    assert [each["value"] for each in options["modifiers"].inputs[0].fields[0].initial_value] == [-3, -3]
    without_modifiers = play([{"do": "set", "who": "Odile", "change": {"modifiers": []}}], reply["scene"])
    assert not fighter(state_of(without_modifiers), "Odile")["modifiers"]
    without_gear = play([{"do": "set", "who": "Odile", "change": {"gear": "none"}}], without_modifiers)
    assert "attack-Thug-finesse-martial" not in [
        each.id for each in TRACKER.view(state_of(without_gear), "Odile").options
    ]
