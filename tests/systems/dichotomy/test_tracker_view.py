"""The tracker's view of a combatant: points left, and hits from one event."""

from __future__ import annotations

import pytest

from rules_py.dice.incremental import run_to_completion
from rules_py.tracker import read_encounter
from rules_py.tracker.encounter import replay_incrementally
from tests.systems.dichotomy.tracker_play import FIGHT, TRACKER, play

FIGHTER = {"name": "P", "side": "pc", "scores": {"finesse": 5, "power": 5, "martial": 6, "spiritual": 5}}


@pytest.mark.parametrize(
    ("spent", "left"), [(0, "3 points"), (2, "1 point"), (3, "0 points"), (6, "0 points")]
)
def test_turn_title_shows_nothing_left_after_overspending(spent, left):
    other = {"do": "misc", "label": "runs", "cost": 1}
    fighters = [{**FIGHTER, "turn": [other] * spent}, {**FIGHTER, "name": "N", "side": "npc", "hits": 2}]
    state = TRACKER.read({"fighters": fighters})
    assert TRACKER.view(state, "P").turn_title == f"P: {left} left"


def test_damage_counts_new_hits_only():
    """They raise a character's hits taken and lower a foe's hits left; a newcomer has none."""
    before = TRACKER.read(
        {"fighters": [{**FIGHTER, "taken": 2}, {**FIGHTER, "name": "N", "side": "npc", "hits": 5}]}
    )
    pc, foe = before.fighters
    after = before.but(pc.but(taken=5), foe.but(hits=4))
    assert TRACKER.damage_table.damage(before, after) == {"P": 3, "N": 1}
    assert TRACKER.damage_table.damage(after, before) == {} == TRACKER.damage_table.damage(before, before)
    more = TRACKER.read({"fighters": [{**FIGHTER, "taken": 3}, {**FIGHTER, "name": "Q", "taken": 4}]})
    assert TRACKER.damage_table.damage(before, more) == {"P": 1}


def test_replay_reports_progress_after_each_event():
    scene = read_encounter(TRACKER, play(FIGHT[:4]))
    assert [*replay_incrementally(TRACKER, scene)] == [0, 0.25, 0.5, 0.75]
    earlier = run_to_completion(replay_incrementally(TRACKER, scene))
    longer = read_encounter(TRACKER, play(FIGHT[:6]))
    assert [*replay_incrementally(TRACKER, longer, earlier)] == [4 / 6, 5 / 6]


def test_foe_attack_on_two_targets_rejects_a_fellow_foe():
    foe = {**FIGHTER, "side": "npc", "hits": 3, "abilities": ["cleave"]}
    fighters = [FIGHTER, {**FIGHTER, "name": "Q"}, {**foe, "name": "N"}, {**foe, "name": "M"}]
    state = TRACKER.read({"fighters": fighters})

    def reason_codes(*on):
        event = {"do": "attack", "who": "N", "on": [*on], "with": ["power", "martial"], "using": ["cleave"]}
        return [each.code for each in TRACKER.actions.apply(state, {**event, "dice": [5, 5]}).reasons]

    assert reason_codes("P", "Q") == []
    assert reason_codes("P", "M") == reason_codes("M", "P") == ["npc_against_npc"]


def test_double_shot_needs_two_different_foes_in_one_zone():
    foes = [
        {**FIGHTER, "name": each, "side": "npc", "hits": 3, "zone": zone} for each, zone in ("N2", "M2", "O3")
    ]
    zones = [{"name": "1", "next": ["2", "3"]}, {"name": "2"}, {"name": "3"}]
    archer = {**FIGHTER, "zone": "1", "abilities": ["double_shot"]}
    state = TRACKER.read({"fighters": [archer, *foes], "zones": zones})

    def reason_codes(*on):
        event = {
            "do": "attack",
            "who": "P",
            "on": [*on],
            "with": ["finesse", "martial"],
            "using": ["double_shot"],
        }
        return [each.code for each in TRACKER.actions.apply(state, {**event, "dice": [5, 5]}).reasons]

    assert reason_codes("N", "M") == []
    assert reason_codes("N", "O") == reason_codes("N", "N") == ["bad_target"]
