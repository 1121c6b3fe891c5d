"""Messages for actions that the rules forbid, and the game master's override."""

import pytest

from tests.systems.dichotomy.tracker_play import (
    AMBUSH,
    BLOW,
    FIGHT,
    FIRE,
    PYRO,
    SHOT,
    TRACKER,
    ask,
    attack,
    fighter,
    play,
    state_of,
)


@pytest.mark.parametrize(
    ("before", "event", "words"),
    [
        (0, {"do": "move", "who": "Odile", "to": '["2", "3", "4"]'}, "Costs 5 points; 3 left."),
        (0, {"do": "recover", "who": "Odile"}, "no carried hit"),
        (0, attack("Odile", "Thug", BLOW, [5, 5]), "don’t reach that far"),
        (0, attack("Odile", "Thug", ["power", "spiritual"], [5, 5]), "needs an ability"),
        (0, attack("Odile", "Thug", ["power", "finesse"], [5, 5]), "uses Power or Finesse"),
        (0, attack("Thug", "Beard", SHOT, [5, 5]), "no roll for them"),
        (0, attack("Odile", "Thug", SHOT, [5, 5], using=["double_shot"]), "doesn’t have"),
        (0, {"do": "dive", "who": "Bram"}, "take a dive only when"),
        (0, {"do": "shield_minds", "who": "Bram"}, "doesn’t have"),
        (0, {"do": "aim", "who": "Bram", "with": SHOT}, "doesn’t have"),
        (0, {"do": "move", "who": "Odile", "to": []}, "at least one step"),
        (1, {"do": "defend", "who": "Odile"}, "Costs 3 points; none left."),
        (2, attack("Bram", "Thug", FIRE, [5, 5], **PYRO), "twice in one turn"),
        (7, attack("Odile", "Thug", BLOW, [5, 5]), "Choose a foe who is still fighting"),
        (7, {"do": "defend", "who": "Thug"}, "can’t act"),
    ],
)
def test_forbidden_action_changes_nothing_and_gives_a_reason(before, event, words):
    scene = play(FIGHT[:before])
    reply = ask(scene=scene, event=event)
    assert reply["ok"] and not reply["applied"]
    assert words in reply["say"]
    assert reply["scene"] == scene


@pytest.mark.parametrize(
    ("event", "field", "code"),
    [
        ({"do": "dance", "who": "Odile"}, "do", "unknown_action"),
        ({"do": "defend", "who": "Nobody"}, "event", "unknown_fighter"),
        (attack("Odile", "Nobody", SHOT, [5, 5]), "event", "unknown_fighter"),
        (attack("Odile", "Thug", SHOT, [5, 11]), "dice.1", "bad_die"),
        (attack("Odile", "Thug", SHOT, [5, None]), "dice.1", "bad_die"),
        (attack("Odile", "Thug", SHOT, [5]), "dice", "bad_value"),
        ({"do": "attack", "who": "Odile", "on": [], "with": SHOT}, "event.on", "missing_target"),
        ({"do": "defend", "who": "Odile", "colour": "red"}, "input", "unknown_input"),
        ({}, "do", "missing_input"),
    ],
)
def test_invalid_event_is_rejected_at_its_field(event, field, code):
    reply = ask(scene=AMBUSH, event=event)
    assert (reply["ok"], reply["problems"][0]["field"], reply["codes"][0]) == (False, field, code)


@pytest.mark.parametrize("event", [3, "defend", ["defend"]])
def test_event_that_is_not_a_mapping_is_rejected(event):
    reply = ask(scene=AMBUSH, event=event)
    assert (reply["ok"], reply["codes"]) == (False, ["bad_request"])


def test_override_applies_a_forbidden_action():
    reply = ask(scene=AMBUSH, event={"do": "move", "who": "Odile", "to": '["2", "3", "4"]', "allow": True})
    assert reply["applied"]
    assert fighter(state_of(reply["scene"]), "Odile")["zone"] == "4"
    assert "GM override" in reply["html"]["last"]


def test_forbidden_action_option_gives_its_reason():
    recover = next(each for each in TRACKER.view(state_of(AMBUSH), "Odile").options if each.id == "recover")
    assert [(each.rule, each.text) for each in recover.reasons] == [
        ("R-40", "There’s no carried hit for Recover to remove.")
    ]
