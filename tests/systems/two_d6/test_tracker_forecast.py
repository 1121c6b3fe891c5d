"""Forecasts of fights at the combat tracker."""

from __future__ import annotations

import pytest

from rules_py import odds
from rules_py.dice.incremental import run_to_completion
from rules_py.tracker import apply_change, new_encounter
from rules_py.tracker.forecast_solver import compute_forecast
from tests.systems.two_d6.tracker import BLAST, SWORD, TRACKER, Table, fighter


def test_forecast_of_a_duel_equals_the_duel_calculator() -> None:
    one = {"att_bonus": 4, "def_bonus": 4, "wounds": 3}
    expected = odds("two_d6.duel", a={**one, "armour": "light"}, b=one, a_first=True)
    table = Table(
        fighter("Ada", attacks=[SWORD], wounds_max=3, unarmed=0, armour="light", total=12),
        fighter("Bo", "npc", attacks=[SWORD], wounds_max=3, unarmed=0, total=8),
    )
    forecast = run_to_completion(compute_forecast(TRACKER.forecast.model(table.now.state)))
    assert forecast.wins["Characters"] == expected.p_a and forecast.runs == 0


def test_forecast_during_an_attack_counts_its_roll(duel) -> None:
    duel.hit("Ada", "Bo", "Sword", [4, 5, 2, 4])
    before = run_to_completion(compute_forecast(TRACKER.forecast.model(duel.now.state)))
    duel.do("settle", take="wound")
    assert run_to_completion(compute_forecast(TRACKER.forecast.model(duel.now.state))).wins == before.wins


def test_forecast_of_a_large_battle_is_simulated() -> None:
    now = new_encounter(
        TRACKER, [fighter(each, wounds_max=9, attacks=[SWORD]) for each in ("Ada", "Bea", "Cy", "Di")]
    )
    for sample in ("guard-machine", "walking-dead", "dock-bruiser"):
        now = apply_change(TRACKER, now, {"set": "add", "sample": sample, "count": 2})
    forecast = run_to_completion(compute_forecast(TRACKER.forecast.model(now.state)))
    assert forecast.runs and sum(forecast.wins.values()) + forecast.no_winner == 1


def later_rounds(marks):
    """Yield forecasts of a caster against a swordsman in rounds 1 and 7, with these marks."""
    mage = fighter("Mu", attacks=[BLAST], resolve=6, wounds_max=2, talents=["fast_caster"])
    start = Table(mage, fighter("Bo", "npc", attacks=[SWORD], wounds_max=2)).now.state.to_json()
    for now in (1, 7):
        changed = {name: mark(now) for name, mark in marks.items()}
        mage, *others = start["fighters"]
        state = TRACKER.read(start | {"round": now, "fighters": [mage | changed, *others]})
        yield run_to_completion(compute_forecast(TRACKER.forecast.model(state)))


@pytest.mark.parametrize(
    "marks",
    [
        {"negated": lambda now: [now]},
        {"negated": lambda now: [now + 1]},
        {"distracted": lambda now: [now]},
        {"distracted": lambda now: [now, now + 1]},
        {"held": lambda now: {"by": "Bo", "since": now, "magic": False}},
        {"held": lambda now: {"by": "Bo", "since": now - 1, "magic": False}},
        {"held": lambda now: {"by": "Bo", "since": 0, "magic": True}},
    ],
    ids=["denied", "denied next", "distracted", "twice", "held now", "held before", "long held"],
)
def test_forecast_of_lasting_effects_is_equal_in_any_round(marks) -> None:
    first, seventh = later_rounds(marks)
    assert first == seventh and not first.runs
    assert first != next(later_rounds({}))


def test_forecast_of_a_new_hold_lasts_one_round_longer() -> None:
    def mu_wins(since):
        [first, _] = later_rounds({"held": lambda now: {"by": "Bo", "since": since, "magic": False}})
        return first.wins["Characters"]

    free, _ = later_rounds({})
    assert mu_wins(1) < mu_wins(0) < free.wins["Characters"]
    _, seventh = later_rounds({"held": lambda now: {"by": "Bo", "since": now - 1, "magic": False}})
    _, older = later_rounds({"held": lambda now: {"by": "Bo", "since": now - min(now, 4), "magic": False}})
    assert seventh == older
