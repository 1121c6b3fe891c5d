"""A description of a plot for screen readers, one sentence for each series."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from rules_py.analysis.plot_spec import CURVE
from rules_py.base import number_format
from rules_py.calculators.distribution import AT_LEAST, AT_MOST
from rules_py.present.plot.data import Plot, Series


def describe_plot(plot: Plot) -> str:
    """Return `Most likely 7 (16.7%), at least 7 (58.3%).`; each series of several starts with its name."""
    along = [f"{plot.across} from {plot.labels[0]} to {plot.labels[-1]}."] if plot.kind == CURVE else []
    return " ".join([*along, *(_sentence(plot, each) for each in plot.series)])


def _sentence(plot: Plot, series: Series) -> str:
    values = _describe_values(plot, plot.heights(series))
    return f"{series.name}: {values}." if series.name else f"{values[:1].upper()}{values[1:]}."


def _describe_values(plot: Plot, values: Sequence[Fraction]) -> str:
    if plot.kind == CURVE:
        return _ends(plot, values)
    if plot.kind in (AT_LEAST, AT_MOST):
        return _threshold(plot, values)
    if plot.tones:
        texts = [
            f"{label} {number_format.percent(part)}" for label, part in zip(plot.labels, values, strict=True)
        ]
        return ", ".join(each for each, part in zip(texts, values, strict=True) if part)
    return _spread(plot, values)


def _ends(plot: Plot, values: Sequence[Fraction]) -> str:
    """Return the start and the end of a curve, and the extremes between them."""
    say = number_format.percent if plot.chances else number_format.format_number
    texts = [f"from {say(values[0])} to {say(values[-1])}"]
    highest, lowest = max(values), min(values)
    if highest > max(values[0], values[-1]):
        texts.append(f"highest at {plot.labels[values.index(highest)]} with {say(highest)}")
    if lowest < min(values[0], values[-1]):
        texts.append(f"lowest at {plot.labels[values.index(lowest)]} with {say(lowest)}")
    return ", ".join(texts)


def _threshold(plot: Plot, values: Sequence[Fraction]) -> str:
    """Return the furthest result with at least an even chance, and the furthest possible one."""
    order = [*range(len(values))] if plot.kind == AT_LEAST else [*reversed(range(len(values)))]
    likely = [at for at in order if values[at] >= Fraction(1, 2)][-1]
    furthest = [at for at in order if values[at]][-1]
    texts = [
        f"{plot.labels[at]} ({number_format.percent(values[at])})" for at in dict.fromkeys((likely, furthest))
    ]
    return f"{plot.upward.lower()} {', '.join(texts)}"


def _spread(plot: Plot, values: Sequence[Fraction]) -> str:
    """Return the likeliest result, and for an ordered distribution its ends and the furthest result with at
    least an even chance.
    """
    peak = values.index(max(values))
    possible = [at for at, each in enumerate(values) if each]
    text = f"most likely {plot.labels[peak]} ({number_format.percent(values[peak])})"
    if len(possible) == 1 or not plot.ordered:
        return text
    at_least = [*accumulate(reversed(values))][::-1]
    half = next(at for at in reversed(possible) if at_least[at] >= Fraction(1, 2))
    least = f"at least {plot.labels[half]} ({number_format.percent(at_least[half])})"
    return f"{text}, from {plot.labels[possible[0]]} to {plot.labels[possible[-1]]}, {least}"
