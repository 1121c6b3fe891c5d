"""Forecasts of fights, compared with the tracker's actions and the duel calculator."""

import pytest

from hooks.contracts.forecasts import compare_states
from hooks.contracts.requests import replies, reply_to
from rules_py import odds, present
from rules_py.dice.incremental import run_to_completion
from rules_py.tracker.forecast import ROUNDS_REPORTED
from rules_py.tracker.forecast_solver import compute_forecast
from tests.systems.dichotomy.tracker_play import ALL, AMBUSH, END, FIGHT, TRACKER, attack, play, state_of

EVEN = {"finesse": 5, "power": 5, "martial": 6, "spiritual": 5}
FOE = {"finesse": 12, "power": 14, "martial": 14, "spiritual": 13}


def fight(*fighters, zones=(), ambushed=False):
    return TRACKER.read({"fighters": list(fighters), "zones": list(zones), "ambushed": ambushed})


def pc(name, zone="1", **more):
    return {"name": name, "side": "pc", "zone": zone, "scores": EVEN, **more}


def npc(name, zone="1", hits=3, **more):
    return {"name": name, "side": "npc", "zone": zone, "hits": hits, "scores": FOE, **more}


ROW = [{"name": "1", "next": ["2"]}, {"name": "2", "next": ["3"]}, {"name": "3"}]
FIGHTS = {
    "hand to hand": fight(pc("P"), npc("N"), npc("M", hits=2)),
    "already hurt": fight(
        pc("P", hits=2, injured=True, taken=1), pc("Q", abilities=["dwarven_fortitude"]), npc("N")
    ),
    "far apart": fight(pc("P"), npc("N", "3"), zones=ROW),
    "unarmed and apart": fight(pc("P", gear="none"), npc("N", "3", gear="none", hits=1), zones=ROW),
    "three routes": fight(
        pc("P", "2", gear="none"),
        npc("N", "4", gear="none", hits=1),
        npc("M", "1", gear="none", hits=1),
        zones=[*ROW[:2], {"name": "3", "next": ["4"]}, {"name": "4"}],
    ),
    "an ambush": fight(pc("P"), pc("Q", abilities=["alertness"]), npc("N", "2"), ambushed=True, zones=ROW),
    "powers": fight(
        pc("P", abilities=["pyrokinesis", "telekinesis", "smite", "bless"]),
        npc("N", "2", outsider=True),
        npc("M", "1", spirit=True),
    ),
    "lasting effects": fight(
        pc("P", effects={"defending": 1, "defender": 1}, locked={"by": "N", "until": 2}),
        pc("Q", effects={"aimed": 1, "covering": {"ally": "P", "zone": "", "since": 1}}),
        npc("N", effects={"crowd": 1}),
    ),
    "out and down": fight(
        pc("P", out=True), pc("Q"), pc("R", down=True), npc("N"), npc("M", hits=0, out=True)
    ),
    "about to be out": fight(pc("P", injured=True, serious=True, taken=30), pc("Q"), npc("N", hits=1)),
    "a mind was read": fight(pc("P", hits=1, taken=4, stepped=True), npc("N")),
}


@pytest.mark.parametrize("state", [pytest.param(each, id=name) for name, each in FIGHTS.items()])
def test_forecast_model_matches_the_tracker(state):
    assert compare_states(TRACKER, state, most=20) > 8


def road(length):
    """Return zones 1 to `length` in a row."""
    row = [{"name": str(each), "next": [str(each + 1)]} for each in range(1, length)]
    return [*row, {"name": str(length)}]


def first_move(zone, *foes, zones):
    """Return the zone an unarmed combatant moves to in a forecast."""
    others = (npc(name, at, gear="none") for name, at in zip("NMO", foes, strict=False))
    return TRACKER.forecast.next_event(fight(pc("P", zone, gear="none"), *others, zones=zones)).get("to")


@pytest.mark.parametrize(
    ("foe", "to"), [(2, ["2"]), (3, ["2", "3"]), (4, ["2", "3"]), (5, ["2", "3", "4"]), (7, ["2", "3", "4"])]
)
def test_forecast_moves_an_attacker_into_reach_or_closer(foe, to):
    assert first_move("1", str(foe), zones=road(7)) == to


def test_forecast_takes_the_cheapest_route_or_first_of_equals():
    assert first_move("4", "2", "5", zones=road(7)) == ["5"]
    assert first_move("4", "6", "1", zones=road(7)) == ["5", "6"]
    assert first_move("4", "2", "6", zones=road(7)) == ["3", "2"]
    assert first_move("4", "6", "2", zones=road(7)) == ["3", "2"]
    star = [
        {"name": "0", "next": ["a", "b", "c"]},
        {"name": "a", "next": ["x"]},
        {"name": "b", "next": ["y"]},
        {"name": "x", "next": ["z"]},
        *({"name": each} for each in "cyz"),
    ]
    assert first_move("0", "z", zones=star) == ["a", "x"]
    assert first_move("c", "z", "y", zones=star) == ["0", "b"]  # one step nearer to a foe than a


def test_forecast_does_not_move_combatants_who_cannot_attack():
    tower = [*road(3), {"name": "Tower"}]
    assert first_move("Tower", "1", zones=tower) is None
    has_attacked = {"turn": [{"do": "attack", "with": ["power", "martial"], "cost": 1}]}
    far = npc("N", "3", gear="none")
    for one in (has_attacked, {"out": True}, {"down": True}):
        state = fight(pc("P", gear="none", **one), pc("Q", "Tower", gear="none"), far, zones=tower)
        event = TRACKER.forecast.next_event(state)
        assert event["do"] == "end_round" or event["who"] == "N"
    assert TRACKER.forecast.next_event(fight(pc("P"), zones=tower)) is None


def test_forecast_attacks_the_target_with_the_most_to_gain():
    def target_of(*foes):
        return TRACKER.forecast.next_event(fight(pc("P"), *foes))["on"]

    assert target_of(npc("N", hits=3), npc("M", hits=1)) == ["M"]
    assert target_of(npc("N", hits=1), npc("M", hits=3)) == ["N"]
    assert target_of(npc("N", hits=2), npc("M", hits=2)) == ["N"]
    pair = pc("P", taken=99), pc("Q", scores={**EVEN, "power": 9})
    for characters in (pair, pair[::-1]):
        state = fight(npc("N", scores=dict.fromkeys(FOE, 9)), *characters)
        event = next(each for each in forecast_events(state) if each["who"] == "N")
        assert event["on"] == ["Q"]


def forecast_events(state):
    """Yield the events of one round of a forecast, with every die showing 1."""
    while (event := TRACKER.forecast.next_event(state)) and event["do"] != "end_round":
        yield event
        state = TRACKER.actions.apply(
            state, {**event, "dice": [1, 1]} if event["do"] == "attack" else event
        ).state


@pytest.mark.parametrize("at", [1, 4, 8, 12])
def test_forecast_works_in_the_middle_of_a_round(at):
    state = state_of(play(FIGHT[:at]))
    assert compare_states(TRACKER, state, most=8)
    forecast = run_to_completion(compute_forecast(TRACKER.forecast.model(state)))
    assert sum(forecast.wins.values()) + forecast.no_winner == 1


def test_forecast_of_a_duel_equals_the_duel_calculator():
    """Each attacks once a round until one is out."""
    state = fight(pc("P"), npc("N", hits=4))
    needs = {"value_a": 5, "value_b": 6, "tn_a": 14, "tn_b": 14}
    attack_hits = odds("dichotomy.attack", **needs).hits
    defence_hits = odds("dichotomy.defence", **needs).hits
    forecast = run_to_completion(compute_forecast(TRACKER.forecast.model(state)))
    assert not forecast.runs
    duel = odds("dichotomy.duel", npc_hits=4, attack=attack_hits, defence=defence_hits)
    assert forecast.wins["Characters"] == duel.pc_wins
    drop = odds("dichotomy.drop", npc_hits=4, per_round=attack_hits, rounds=1).by_round
    assert forecast.out_by_round["N"][0] == drop[0]


def test_forecast_has_no_winner_if_no_one_can_reach_a_foe():
    zones = [{"name": "1", "next": ["2"]}, {"name": "2"}, {"name": "Tower"}]
    state = fight(pc("P", gear="none"), npc("N", "Tower", gear="none"), zones=zones)
    for exactly in (True, False):
        forecast = run_to_completion(compute_forecast(TRACKER.forecast.model(state), exact=exactly))
        assert forecast.wins == {} and forecast.no_winner == 1
        assert forecast.out_by_round == {"P": [0] * ROUNDS_REPORTED, "N": [0] * ROUNDS_REPORTED}


def test_forecast_of_a_won_fight_is_certain():
    forecast = run_to_completion(
        compute_forecast(TRACKER.forecast.model(fight(pc("P"), npc("N", hits=0, out=True))))
    )
    assert forecast.wins == {"Characters": 1} and forecast.out_eventually == {"P": 0, "N": 1}


MANY = [pc(f"P{each}") for each in range(4)] + [npc(f"N{each}", hits=4) for each in range(3)]


def test_forecast_simulates_a_large_battle_reproducibly():
    first, again = (
        run_to_completion(compute_forecast(TRACKER.forecast.model(fight(*MANY)))) for _ in range(2)
    )
    assert first.runs and first == again
    assert 0 < first.standard_error(first.wins["Foes"]) < 0.01


def test_forecast_request_restarts_when_the_state_changes():
    scene = play(FIGHT[:2])
    for each in (scene, play([END], scene), scene):
        html = reply_to({"action": "tracker_forecast", "game": "dichotomy", "scene": each})["html"]
        assert "Exact" in html and "Characters win" in html


def test_forecast_request_reports_progress_of_a_large_battle():
    scene = {"name": "Many", "start": {"fighters": MANY}, "log": [], "at": 0}
    *working, _ = replies({"action": "tracker_forecast", "game": "dichotomy", "scene": scene})
    progress = [reply["working"] for reply in working]
    assert len(progress) > 3 and progress == sorted(progress) and 0 < progress[-1] <= 1


def test_forecast_works_for_combatants_with_many_abilities():
    state = state_of(
        {"name": "All", "start": ALL, "log": [attack("P", "M", ["power", "martial"], [5, 5])], "at": 1}
    )
    forecast = run_to_completion(compute_forecast(TRACKER.forecast.model(state)))
    assert sum(forecast.wins.values()) + forecast.no_winner == 1
    assert AMBUSH["log"] == []


def test_simulated_forecast_never_shows_100_percent():
    state = fight(pc("P", scores=dict.fromkeys(EVEN, 14)), npc("N"))
    model = TRACKER.forecast.model(state)
    exact, simulated = (
        str(
            present.render_forecast(TRACKER, state, run_to_completion(compute_forecast(model, exact=exactly)))
        )
        for exactly in (True, False)
    )
    assert ">100%<" in exact and "Exact" in exact
    assert ">99.9%" in simulated.replace("&gt;", ">") and "100%" not in simulated and "Simulated" in simulated
