"""The forecast of a desk: who wins and who is out by when, in the words of whoever asks.

`forecast` is the place for it, folded until somebody asks; `foreseen` is what stands in it. `foretold` is
what it says of one act, for one of those there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base import number_format
from rules_py.present.actions import bar
from rules_py.present.chance import chance
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.tone_icons import mark
from rules_py.tracker import Desk
from rules_py.tracker.forecast import LONGEST_RUN, Foreseen
from rules_py.tracker.view import Share


def forecast(declared: Desk[Any, Any]) -> Markup:
    """The place of it. It is worked out when it is opened, and anew when something happens."""
    assert declared.forecast
    return tag(
        "details",
        tag("summary", "Forecast: who wins, if everybody goes on as now"),
        tag("p", declared.forecast.as_now, class_="tracker__note"),
        tag(
            "p",
            "Working it out…",
            tag("progress", max=1, data_part="forecast-progress", aria_label="Forecast"),
            tag("button", "Stop", type="button", class_="button button--quiet", data_part="forecast-stop"),
            data_part="forecast-running",
            class_="tracker__note forecast__wait",
            hidden=True,
        ),
        tag(
            "p",
            "You stopped it.",
            tag("button", "Go on", type="button", class_="button button--quiet", data_part="forecast-resume"),
            data_part="forecast-stopped",
            class_="tracker__note forecast__wait",
            hidden=True,
        ),
        tag("div", data_part="forecast", aria_live="polite"),
        class_="tracker__forecast",
        data_part="forecasting",
    )


def foreseen(declared: Desk[Any, Any], state: Any, found: Foreseen) -> Markup:
    """What was found out, and how."""
    assert declared.forecast
    first = declared.forecast.round(state)
    shares = [
        Share(winner.words, found.wins[side], winner.tone)
        for side, winner in declared.forecast.sides(state).items()
        if side in found.wins
    ]
    if found.never:
        never = f"No end within {LONGEST_RUN} rounds" if found.runs else "It never ends"
        shares.append(Share(never, found.never, "mixed"))
    return fragment(
        _shares(found, shares),
        tag(
            "div",
            _table(found, first, declared.forecast.leaving),
            class_="forecast__table",
            role="region",
            tabindex=0,
            aria_label="Who is out by when",
        ),
        tag("p", _how(found), class_="tracker__note"),
    )


def foretold(found: Foreseen, shares: Sequence[Share]) -> Markup:
    """What awaits somebody after an act, as far as it is as the forecast takes for granted."""
    how = "Exact" if not found.runs else f"Played {found.runs:,} times, behind ± the standard error"
    return fragment(
        _shares(found, shares),
        tag("p", f"{how}, if everybody goes on as the forecast has it.", class_="tracker__note"),
    )


def _shares(found: Foreseen, shares: Sequence[Share]) -> Markup:
    rows = [_share(found, each) for each in shares]
    return fragment(bar(shares), tag("ul", rows, class_="tracker__shares", role="list"))


def declined(declared: Desk[Any, Any], state: Any) -> Markup:
    """Why there is no forecast here, which then stands in its place; nothing where there is one."""
    why = declared.forecast.declined(state) if declared.forecast else ""
    return tag("p", why, class_="tracker__note") if why else Markup()


READABLE = 10**6
"""A fraction with a larger denominator says nothing to anybody."""


def _table(found: Foreseen, first: int, leaving: Mapping[str, str]) -> Markup:
    """Everybody's chance to be out by the end of each round to come; first, where there are several, in which
    way they go out in the end.
    """
    there = {
        how: label for how, label in leaving.items() if any(how in each for each in found.leaving.values())
    }
    ways = there if len(there) > 1 else {}
    rounds = [first + each for each in range(len(next(iter(found.out.values()), ())))]
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
                tag("td", _short(found, each), class_="number")
                for each in (
                    *(found.leaving[name].get(how, Fraction()) for how in ways),
                    *chances,
                    found.at_last[name],
                )
            ],
        )
        for name, chances in found.out.items()
    ]
    return tag("table", tag("thead", head), tag("tbody", rows))


def _short(found: Foreseen, share: Fraction) -> str:
    """To a tenth of a percent, so that a table of many stays narrow. What is possible is never 0, and nothing
    that was only played is certain.
    """
    if (found.runs and share == 0) or 0 < share < Fraction(1, 1000):
        return "<0.1%"
    if (found.runs and share == 1) or Fraction(999, 1000) < share < 1:
        return ">99.9%"
    return number_format.percent(share)


def _share(found: Foreseen, share: Share) -> Markup:
    return tag(
        "li",
        mark(share.tone),
        share.label,
        " ",
        _said(found, share.chance),
        class_=f"tone tone--{share.tone}",
    )


def _said(found: Foreseen, share: Fraction) -> Markup:
    if not found.runs:
        return (
            chance(share)
            if share.denominator < READABLE
            else tag("span", number_format.percent(share), class_="chance")
        )
    error = f" ± {100 * found.error(share):.1f}" if 0 < share < 1 else ""
    return tag("span", _short(found, share), error, class_="chance")


def _how(found: Foreseen) -> str:
    if not found.runs:
        return "Exact: every way it may go is counted."
    return (
        f"Simulated, as there are too many ways it may go to count them all: played {found.runs:,} times "
        "with dice from a fixed seed. Behind ± stands the standard error, in points of a hundred; the true "
        "chance lies within twice as much nearly always. In the table it is at most "
        f"{50 / found.runs**0.5:.1f}."
    )
