"""Compute a forecast: exactly if its model has few enough states, otherwise by simulation."""

from __future__ import annotations

from typing import Any

from rules_py.dice.incremental import Incremental
from rules_py.dice.seeded import SplitMix64
from rules_py.tracker.forecast import ForecastModel, ForecastResult
from rules_py.tracker.forecast_exact import Transitions, solve_exactly
from rules_py.tracker.forecast_simulation import simulate

DEFAULT_SEED = 2026
"""The seed of a simulation, unless another one is provided."""


def compute_forecast(
    model: ForecastModel[Any], *, exact: bool | None = None, seed: int = DEFAULT_SEED
) -> Incremental[ForecastResult]:
    """Compute a forecast incrementally.

    Set `exact` to force an exact solution or a simulation, whatever the cost. By default, the model is solved
    exactly if it has few enough states. Progress stays at 0 during an exact solution, because the number of
    states isn't known in advance.
    """
    transitions: Transitions = {}
    if exact is not False:
        result = yield from solve_exactly(model, transitions, bounded=exact is None)
        if result is not None:
            return result
    return (yield from simulate(model, transitions, SplitMix64(seed)))
