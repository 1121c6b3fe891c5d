"""A plot in the page: its caption, the chart, a key if the names don't fit in, and a table of its numbers."""

from __future__ import annotations

from collections.abc import Callable

from rules_py.present.components import note_line
from rules_py.present.grid import render_odds_table
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.plot import lines, stacked_bars
from rules_py.present.plot.data import Plot
from rules_py.present.plot.description import describe_plot
from rules_py.present.tone_icons import tone_icon

type Way = Callable[[int, int], str | None]
"""The address of the live roller for the series and the label at these places, or None."""


def _no_way(series: int, label: int) -> None:
    return None


def render_plot(plot: Plot, way: Way = _no_way, live: Markup | None = None) -> Markup:
    """Return the chart with its caption, a collapsed table of all its numbers, and the `live` element for
    custom inputs.
    """
    summary = fragment("Show data", visually_hidden(": ", plot.title))
    return tag(
        "figure",
        tag("figcaption", plot.title, data_plot_part="title"),
        tag("div", picture(plot), data_plot_part="picture"),
        note_line(summary, tag("div", table(plot, way), data_plot_part="figures"), look="table-wrap"),
        live,
        class_="plot",
    )


def picture(plot: Plot, *, keyed: bool = True) -> Markup:
    """Return the chart, and a key to series or grades that it doesn't name. It has no key to grades unless it
    is `keyed`: a table below can have them in the same order.
    """
    description = f"{plot.title}: {describe_plot(plot)}"
    if plot.as_strips:
        grades = zip(plot.tones, plot.labels, strict=True) if keyed else ()
        return _with_key(
            stacked_bars.draw_stacked_bars(plot, description), [_grade(*each) for each in grades]
        )
    ready = lines.lines(plot.without_far_ends())
    named = len(plot.series) > 1 and not ready.named_beside
    entries = [_entry(ready, at) for at in range(len(plot.series))] if named else []
    return _with_key(lines.draw_lines(ready, description), entries)


def _with_key(drawing: Markup, entries: list[Markup]) -> Markup:
    key = tag("ul", entries, class_="plot__key") if entries else None
    return tag("div", drawing, key, class_="plot__drawing")


def _grade(tone: str, label: str) -> Markup:
    return tag("li", tone_icon(tone), label, class_=f"tone tone--{tone}")


def _entry(ready: lines.Lines, at: int) -> Markup:
    return tag("li", lines.swatch(ready, at), ready.plot.series[at].name)


def table(plot: Plot, way: Way = _no_way) -> Markup:
    """Return a row for each label, a column for each series."""
    columns = [each.name or plot.upward for each in plot.series]
    drawn = [plot.heights(each) for each in plot.series]
    cells = [
        [(values[label], way(series, label)) for series, values in enumerate(drawn)]
        for label in range(len(plot.labels))
    ]
    over = plot.upward if plot.series[0].name else ""
    return render_odds_table(plot.title, plot.across, plot.labels, over, columns, cells, chances=plot.chances)
