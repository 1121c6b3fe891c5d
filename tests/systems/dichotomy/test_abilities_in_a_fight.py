"""Abilities in the forms of the tracker."""

from fractions import Fraction

from rules_py import odds
from rules_py.systems.dichotomy.tracker.actions.base import Turn
from rules_py.tracker import append_event, read_encounter, replay
from tests.systems.dichotomy.tracker_play import ALL, TRACKER, fighter, state_of


def state_after(option_id, **fields):
    """Return the state after one action of P with these fields."""
    scene = read_encounter(TRACKER, {"name": "All", "start": ALL})
    now = replay(TRACKER, scene)
    option = next(each for each in TRACKER.view(now.state, "P").options if each.id == option_id)
    after, applied_event = append_event(
        TRACKER,
        now,
        {**option.event, "dice": [6, 6], **fields} if option.dice else {**option.event, **fields},
    )
    assert applied_event.applied, applied_event.sentence
    return after.state


def test_cleave_and_double_shot_take_a_second_foe():
    state = state_after("attack-M-power-martial", on='["M", "N"]')
    assert [fighter(state, name)["hits"] for name in "MNXY"] == [1, 1, 3, 3]
    state = state_after("attack-X-finesse-martial", on='["X", "Y"]')
    assert [fighter(state, name)["hits"] for name in "MNXY"] == [3, 3, 1, 1]


def test_second_target_has_the_chance_to_hit_both():
    foes = [{**each, "hits": 2} if each["side"] == "npc" else each for each in ALL["fighters"]]
    state = state_of({"name": "All", "start": ALL | {"fighters": foes}})
    option = next(each for each in TRACKER.view(state, "P").options if each.id == "attack-M-power-martial")
    second_target = next(each for each in option.inputs if each.name == "on")
    # Power 5 against 9 needs a 4, Martial 6 against 9 a 3; 2 hits on each foe need both.
    both = split_odds("dichotomy.split", value_a=5, value_b=6, targets=[{"tn_a": 9, "tn_b": 9}] * 2)
    assert both == Fraction(7, 10) * Fraction(8, 10)
    assert second_target.options == {'["M"]': "no one", '["M", "N"]': "N; chance of enough hits on both: 56%"}


def split_odds(calculator, **inputs):
    return sum(
        (chance for outcome, chance in odds(calculator, **inputs).items() if min(outcome.hits) >= 2),
        Fraction(),
    )


def test_overridden_bless_is_still_a_problem_after_saving():
    """An override doesn't stay in the state: the attack still needs an ability."""
    people = [{**each, "abilities": ["bless"]} if each["name"] == "P" else each for each in ALL["fighters"]]
    now = replay(TRACKER, read_encounter(TRACKER, {"name": "All", "start": ALL | {"fighters": people}}))
    attack = {"do": "attack", "who": "P", "on": ["M"], "with": ["power", "spiritual"], "using": ["bless"]}
    after, applied_event = append_event(TRACKER, now, {**attack, "dice": [6, 6], "allow": True})
    assert [reason.code for reason in applied_event.reasons] == ["needs_spiritual_ability"]
    reopened_state = TRACKER.read(after.state.to_json())
    assert reopened_state == after.state
    plan = Turn(reopened_state, reopened_state["P"], TRACKER.actions).plan
    assert plan.problems == [(0, "needs_spiritual_ability")]


def test_ability_fields_change_the_state():
    assert fighter(state_after("attack-M-power-martial", defender=True), "P")["effects"]["defender"] == 1
    assert fighter(state_after("attack-M-power-martial", lock="single"), "M")["locked"]["by"] == "P"
    assert fighter(state_after("attack-M-power-martial", lock="crowd"), "P")["effects"]["crowd"] == 1
    covering = fighter(state_after("attack-X-finesse-martial", cover_ally="Q"), "P")["effects"]["covering"]
    assert (covering["ally"], covering["zone"]) == ("Q", "")
    covering = fighter(state_after("attack-X-finesse-martial", cover_zone="B"), "P")["effects"]["covering"]
    assert (covering["ally"], covering["zone"]) == ("", "B")
    assert fighter(state_after("attack-X-finesse-spiritual-telekinesis", shove_to="A"), "X")["zone"] == "A"
    assert fighter(state_after("aim-finesse-martial"), "P")["effects"]["aimed"] == 1
    assert fighter(state_after("tree", to='["B"]'), "P")["zone"] == "B"
    assert fighter(state_after("set", change={"hits": 2, "injured": "yes"}), "P")["injured"]
