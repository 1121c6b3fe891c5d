"""The numbers below plots, thinned out for narrow pages."""

from __future__ import annotations

from itertools import pairwise

from bs4 import Tag

_ROOM = 16
"""The width in em of a plot on a narrow page."""
_DIGIT = 0.6
"""The width in em of a digit."""
_GAP = 1
"""The least space in em between two numbers."""
_STEPS = (1, 2, 5, 10, 20, 50, 100)


def fit(chapter: Tag) -> None:
    """Thin out the numbers below plots that would nearly touch: keep every second, fifth, tenth and so on."""
    for plot in chapter.select("svg:has(> .plot__label)"):
        labels = plot.select(".plot__label")
        texts = [label.get_text() for label in labels]
        if len(texts) < 3 or not all(text.isdecimal() for text in texts):
            continue
        values = [int(text) for text in texts]
        places = [float(str(label["x"]).removesuffix("%")) for label in labels]
        apart = min(after - before for before, after in pairwise(places)) * _ROOM / 100
        needed = max(map(len, texts)) * _DIGIT + _GAP
        step = next((each for each in _STEPS if each * apart >= needed), _STEPS[-1])
        unit = step * (values[1] - values[0])
        labelled = {value for value in values if value % unit == 0} or {*values[::step]}
        for label, value in zip(labels, values, strict=True):
            if value not in labelled:
                label.decompose()
