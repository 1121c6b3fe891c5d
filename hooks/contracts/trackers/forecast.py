"""Contract tests of a tracker's forecast."""

from __future__ import annotations

import pytest

from hooks.contracts.forecasts import ByActions, compare_states
from hooks.contracts.trackers.cases import SCENES, forecast_of, parameters, start_and_views, tracker_of
from rules_py import present
from rules_py.dice.incremental import run_to_completion
from rules_py.systems.game import Game
from rules_py.tracker import Preset
from rules_py.tracker.forecast_solver import compute_forecast


def foreseen(game: Game, start: Preset) -> bool:
    forecast = tracker_of(game).forecast
    return forecast is not None and not forecast.unavailable(start_and_views(game, start)[0].state)


def by_actions(game: Game, start: Preset) -> bool:
    course = forecast_of(tracker_of(game)).model(start_and_views(game, start)[0].state)
    return isinstance(course, ByActions)


FORESEEN = [each for each in SCENES if foreseen(*each)]


BY_ACTIONS = [each for each in FORESEEN if by_actions(*each)]
"""The presets with one transition per action; models of whole rounds are tested by their game."""


@pytest.mark.parametrize(("game", "start"), parameters(FORESEEN))
def test_forecast_sums_to_one_and_losses_never_fall(game: Game, start: Preset) -> None:
    """The forecast's chances add up to 1, and the chance of being out never falls from round to round.

    Fix: `transitions`, `winner` and `casualties` of the forecast model: casualties must stay out.
    """
    tracker = tracker_of(game)
    forecast = forecast_of(tracker)
    now, _ = start_and_views(game, start)
    course = forecast.model(now.state)
    result = run_to_completion(compute_forecast(course))
    assert sum(result.wins.values()) + result.no_winner == 1, "forecast: expected chances that add up to 1"
    assert set(result.wins) <= set(forecast.victories(now.state))
    for name, rounds in result.out_by_round.items():
        assert list(rounds) == sorted(rounds) and rounds[-1] <= result.out_eventually[name] <= 1
    html = str(present.render_forecast(tracker, now.state, result))
    assert all(name in html for name in course.participants)


@pytest.mark.parametrize(("game", "start"), parameters(BY_ACTIONS))
def test_forecast_follows_the_actions_of_the_tracker(game: Game, start: Preset) -> None:
    """The states of the forecast follow the actions of the tracker for all faces of the dice.

    Fix: `transitions`, `winner` and `ends_round` of the forecast model, or `apply` of the action.
    """
    now, _ = start_and_views(game, start)
    assert compare_states(tracker_of(game), now.state, most=30)


@pytest.mark.parametrize(("game", "start"), parameters(FORESEEN))
def test_simulated_fights_agree_with_the_forecast(game: Game, start: Preset) -> None:
    """Thousands of simulated fights agree with the forecast's exact chances, within sampling error.

    Fix: `transitions` of the forecast model: the same state must always have the same weights.
    """
    now, _ = start_and_views(game, start)
    course = forecast_of(tracker_of(game)).model(now.state)
    exact = run_to_completion(compute_forecast(course, exact=True))
    for seed in range(5):
        shares = run_to_completion(compute_forecast(course, exact=False, seed=seed))
        for name, rounds in exact.out_by_round.items():
            for chance, share in zip(rounds, shares.out_by_round[name], strict=True):
                error = (float(chance * (1 - chance)) / shares.runs) ** 0.5
                # The term 1 / runs allows one run for outcomes that are rarer than one in all runs.
                assert abs(float(chance - share)) <= 4 * error + 1 / shares.runs
