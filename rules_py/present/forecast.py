"""The forecast of an encounter: who wins, and who is out by which round.

The page puts it into the part `forecast`; `render_action_forecast` is the forecast after one action.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base import number_format
from rules_py.present.actions import render_shares_bar
from rules_py.present.chance import render_chance
from rules_py.present.components import button, fold
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.tone_icons import tone_icon
from rules_py.tracker import TrackerSpec
from rules_py.tracker.forecast import ForecastResult
from rules_py.tracker.forecast_simulation import MAX_ROUNDS_PER_RUN
from rules_py.tracker.view import OutcomeShare


def forecast_collapsible(tracker: TrackerSpec[Any]) -> Markup:
    """Return the collapsible for the forecast, which is computed when it is opened and again after each
    event.
    """
    assert tracker.forecast
    return fold(
        "Forecast: who wins if no one changes tactics",
        tag("p", tracker.forecast.assumptions, class_="tracker__note"),
        tag(
            "p",
            "Calculating…",
            tag("progress", max=1, data_part="forecast-progress", aria_label="Calculating the forecast"),
            button("Stop", data_part="forecast-stop"),
            data_part="forecast-running",
            class_="tracker__note forecast__wait",
            hidden=True,
        ),
        tag(
            "p",
            "Stopped.",
            button("Resume", data_part="forecast-resume"),
            data_part="forecast-stopped",
            class_="tracker__note forecast__wait",
            hidden=True,
        ),
        tag("div", data_part="forecast", aria_live="polite"),
        look="tracker__forecast",
        data_part="forecasting",
    )


def render_forecast(tracker: TrackerSpec[Any], state: Any, forecast: ForecastResult) -> Markup:
    """Return the forecast and how it was computed."""
    assert tracker.forecast
    first = tracker.forecast.round_number(state)
    shares = [
        OutcomeShare(winner.label, forecast.wins[side], winner.tone)
        for side, winner in tracker.forecast.victories(state).items()
        if side in forecast.wins
    ]
    if forecast.no_winner:
        never = f"No end within {MAX_ROUNDS_PER_RUN} rounds" if forecast.runs else "Never ends"
        shares.append(OutcomeShare(never, forecast.no_winner, "mixed"))
    return fragment(
        _shares(forecast, shares),
        tag(
            "div",
            _table(forecast, first, tracker.forecast.exit_labels),
            class_="forecast__table",
            role="region",
            tabindex=0,
            aria_label="Chance of being out, by round",
        ),
        tag("p", _describe_method(forecast), class_="tracker__note"),
    )


def render_action_forecast(forecast: ForecastResult, shares: Sequence[OutcomeShare]) -> Markup:
    """Return the forecast after an action, as far as the forecast's assumptions hold."""
    how = "Exact" if not forecast.runs else f"Simulated {forecast.runs:,} times, ± standard error"
    return fragment(
        _shares(forecast, shares),
        tag("p", f"{how}, assuming everyone acts as described in the forecast.", class_="tracker__note"),
    )


def _shares(forecast: ForecastResult, shares: Sequence[OutcomeShare]) -> Markup:
    rows = [_share(forecast, each) for each in shares]
    return tag(
        "div",
        render_shares_bar(shares),
        tag("ul", rows, class_="tracker__shares", role="list"),
        class_="forecast__shares",
    )


def render_no_forecast(tracker: TrackerSpec[Any], state: Any) -> Markup:
    """Return the reason why there is no forecast, or nothing if there is one."""
    why = tracker.forecast.unavailable(state) if tracker.forecast else ""
    return tag("p", why, class_="tracker__note") if why else Markup()


READABLE = 10**6
"""The largest denominator of a fraction that is shown; larger ones are meaningless to readers."""


def _table(forecast: ForecastResult, first: int, exit_labels: Mapping[str, str]) -> Markup:
    """Return each participant's chance to be out by the end of each coming round, and the chance of each way
    to go out if there are several.
    """
    exits_used = {
        how: label
        for how, label in exit_labels.items()
        if any(how in each for each in forecast.exits.values())
    }
    ways = exits_used if len(exits_used) > 1 else {}
    rounds = [first + each for each in range(len(next(iter(forecast.out_by_round.values()), ())))]
    by_round = [f"by round {rounds[0]}", *rounds[1:]] if ways else rounds
    head = tag(
        "tr",
        tag("th", "Out" if ways else "Out by round", scope="col"),
        [tag("th", label, scope="col", class_="number") for label in (*ways.values(), *by_round, "ever")],
    )
    rows = [
        tag(
            "tr",
            tag("th", name, scope="row"),
            [
                tag("td", _short(forecast, each), class_="number")
                for each in (
                    *(forecast.exits[name].get(how, Fraction()) for how in ways),
                    *chances,
                    forecast.out_eventually[name],
                )
            ],
        )
        for name, chances in forecast.out_by_round.items()
    ]
    return tag("table", tag("thead", head), tag("tbody", rows))


def _short(forecast: ForecastResult, share: Fraction) -> str:
    """Return a chance to a tenth of a percent, for a narrow table. A possible result is never 0, and a
    simulated one is never certain.
    """
    if (forecast.runs and share == 0) or 0 < share < Fraction(1, 1000):
        return "<0.1%"
    if (forecast.runs and share == 1) or Fraction(999, 1000) < share < 1:
        return ">99.9%"
    return number_format.percent(share)


def _share(forecast: ForecastResult, share: OutcomeShare) -> Markup:
    return tag(
        "li",
        tone_icon(share.tone),
        share.label,
        " ",
        _share_text(forecast, share.chance),
        class_=f"tone tone--{share.tone}",
    )


def _share_text(forecast: ForecastResult, share: Fraction) -> Markup:
    if not forecast.runs:
        return (
            render_chance(share)
            if share.denominator < READABLE
            else tag("span", number_format.percent(share), class_="chance")
        )
    error = f" ± {100 * forecast.standard_error(share):.1f}" if 0 < share < 1 else ""
    return tag("span", _short(forecast, share), error, class_="chance")


def _describe_method(forecast: ForecastResult) -> str:
    if not forecast.runs:
        return "Exact: every possible course of events was counted."
    return (
        f"Simulated {forecast.runs:,} times (fixed seed), because there are too many possible courses to "
        "count exactly. ± is the standard error in percentage points; the true chance is almost always "
        f"within twice that. In the table it is at most {50 / forecast.runs**0.5:.1f}."
    )
