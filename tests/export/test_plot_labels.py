"""Plots in an EPUB, whose pages may be narrow."""

import pytest
from bs4 import BeautifulSoup

from hooks.export.epub import plot_labels


@pytest.mark.parametrize(
    ("labels", "left"),
    [
        (range(2, 15), "2 4 6 8 10 12 14"),
        (range(1, 6), "1 2 3 4 5"),
        (range(5, 105, 5), "25 50 75 100"),
        (("low", "middle", "high"), "low middle high"),
    ],
)
def test_numbers_below_a_plot_have_room(labels, left: str) -> None:
    count = len(labels)
    texts = "".join(
        f'<text class="plot__label" x="{(at + 0.5) * 100 / count:.2f}%">{label}</text>'
        for at, label in enumerate(labels)
    )
    page = BeautifulSoup(f"<div><svg>{texts}</svg></div>", "html.parser")
    plot_labels.fit(page)
    assert " ".join(label.get_text() for label in page.select("text")) == left
