"""Charts of odds: their shapes match the exact chances, and their tables have every value."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup, Tag

from rules_py import calculator, odds
from rules_py.base.errors import DeclarationError
from rules_py.base.number_format import percent
from rules_py.present import plot as drawing
from rules_py.present.plot import AT_LEAST, AT_MOST, CURVE, EACH, Plot, Series, axes, stacked_bars

TWO_DICE = odds("tools.throw", notation="2d6")
TOTALS = calculator("tools.throw").scale
GRADES = calculator("core_rules.challenge").scale


def of_dice(kind: str, *notations: str) -> Plot:
    """Return a plot of the totals of these dice, named if there are several."""
    all_odds = {each: odds("tools.throw", notation=each) for each in notations}
    if len(all_odds) == 1:
        all_odds = {"": odds("tools.throw", notation=notations[0])}
    return drawing.of_odds(kind, "Dice", TOTALS, all_odds)


def steps_of(*steps: int) -> Plot:
    all_odds = {
        f"{each} steps": odds("core_rules.challenge", situation="average", steps=each) for each in steps
    }
    return drawing.of_odds(EACH, "Steps", GRADES, all_odds)


def curve(*rows: tuple[str, list[Fraction]], labels: tuple[str, ...], chances: bool = True) -> Plot:
    series = tuple(Series(name, tuple(values)) for name, values in rows)
    return Plot(CURVE, "A curve", "Steps", "Chance", labels, series, chances=chances)


def render(plot: Plot) -> Tag:
    return BeautifulSoup(drawing.render_plot(plot), "html.parser").figure


def number(text: str) -> float:
    return float(re.fullmatch(r"(-?[\d.]+)(?:em|%)?", text)[1])


def base(figure: Tag) -> float:
    return number(figure.select_one(".plot__rule--base")["y1"])


def columns_of(figure: Tag, series: int = 1) -> list[tuple[float, float]]:
    """Return the right edge of each column, from 0 to 1, and its height as a share of the axis."""
    path = figure.select_one(f"path.plot__line--{series}")["d"]
    top = number(figure.select(".plot__rule")[-1]["y1"])
    down, corners = 0.0, []
    for command, value in re.findall(r"([MVH])(?:0 )?([\d.]+)", path):
        if command == "H":
            corners.append((float(value) / 1000, (base(figure) - down / 100) / (base(figure) - top)))
        else:
            down = float(value)
    return corners


def top_of(figure: Tag) -> Fraction:
    return Fraction(figure.select(".plot__tick")[-1].text.strip("%")) / 100


def cells(figure: Tag) -> list[list[str]]:
    return [
        [cell.select_one(".grid__value").text for cell in row.select("td")]
        for row in figure.select("tbody tr")
    ]


def test_column_height_equals_its_chance() -> None:
    figure = render(of_dice(EACH, "2d6"))
    corners = columns_of(figure)
    chances = [TWO_DICE.by(lambda outcome: outcome.total)[total] for total in range(2, 13)]
    assert [across for across, _ in corners] == pytest.approx([(at + 1) / 11 for at in range(11)], abs=0.001)
    assert [height * float(top_of(figure)) for _, height in corners] == pytest.approx(
        [float(each) for each in chances], abs=0.0005
    )


@pytest.mark.parametrize(("kind", "signs"), [(AT_LEAST, {-1, 0}), (AT_MOST, {1, 0})])
def test_cumulative_chances_are_monotonic(kind: str, signs: set[int]) -> None:
    plot = of_dice(kind, "3d6")
    values = plot.heights(plot.series[0])
    assert {max(values), min(values)} == {Fraction(1), Fraction(1, 216)}
    heights = [height for _, height in columns_of(render(plot))]
    assert heights == pytest.approx([float(each) for each in values], abs=0.001)
    assert {(after > before) - (after < before) for before, after in pairwise(values)} <= signs


def test_strip_segments_are_as_long_as_their_chances() -> None:
    figure = render(steps_of(1))
    pieces = figure.select(".strip__room")
    assert [number(each["width"]) for each in pieces] == [16.67, 16.67, 33.33, 33.33]
    ends = [number(each["x"]) + number(each["width"]) for each in pieces]
    assert ends == pytest.approx([16.67, 33.33, 66.67, 100], abs=0.02)
    marks = figure.select(".plot__picture .tone__mark")
    assert len(marks) == 4, "tones also differ by shape"
    key = figure.select(".plot__key li")
    assert [each.text for each in key] == [grade.label for grade in GRADES.grades]


def test_curve_points_are_spaced_by_value() -> None:
    values = [Fraction(0), Fraction(1, 4), Fraction(1)]
    figure = render(curve(("", values), labels=("1", "2", "5")))
    points = [(number(each["x"]), number(each["y"])) for each in figure.select("svg > svg:has(.plot__mark)")]
    top = number(figure.select(".plot__rule")[-1]["y1"])
    assert [(base(figure) - y) / (base(figure) - top) for _, y in points] == pytest.approx(
        [0, 0.25, 1], abs=0.001
    )
    (first, _), (second, _), (last, _) = points
    assert (second - first) / (last - first) == pytest.approx(0.25)


def test_chart_label_describes_the_chart() -> None:
    def text_of(plot: Plot) -> str:
        picture = render(plot).select_one("svg.plot__picture")
        assert picture["role"] == "img"
        return picture["aria-label"]

    assert text_of(of_dice(EACH, "2d6")) == "Dice: Most likely 7 (16.7%), from 2 to 12, at least 7 (58.3%)."
    assert text_of(of_dice(AT_LEAST, "2d6")) == "Dice: At least 7 (58.3%), 12 (2.8%)."
    assert text_of(of_dice(AT_MOST, "2d6")) == "Dice: At most 7 (58.3%), 2 (2.8%)."
    assert text_of(steps_of(0, 2)).endswith(
        "2 steps: Failure with a consequence 2.8%, Failure 8.3%, Partial success 33.3%, Success 55.6%."
    )
    certain = Plot(EACH, "Sure", "Total", "Chance", ("1", "2"), (Series("", (Fraction(0), Fraction(1))),))
    assert text_of(certain) == "Sure: Most likely 2 (100%)."
    even = Series("", (Fraction(2, 3), Fraction(1, 3)))
    either = Plot(EACH, "Either", "Way", "Chance", ("this", "that"), (even,), ordered=False)
    assert text_of(either) == "Either: Most likely this (66.7%)."
    hump = curve(("Up", [Fraction(1, 4), Fraction(1, 2), Fraction(1, 3)]), labels=("0", "1", "2"))
    assert text_of(hump) == "A curve: Steps from 0 to 2. Up: from 25% to 33.3%, highest at 1 with 50%."


def test_table_of_a_plot_has_every_value_of_each_series() -> None:
    plot = of_dice(AT_LEAST, "3d6", "1d20")
    figure = render(plot)
    names = [each.text for each in figure.select("thead tr:last-child th")]
    assert names == ["Total", "3d6", "1d20"]
    rows = [plot.heights(each) for each in plot.series]
    assert cells(figure) == [[percent(row[at]) for row in rows] for at in range(20)]
    assert figure.select_one("details.table-wrap:not([open]) table")


def test_series_differ_by_dash_mark_and_name() -> None:
    short = render(
        curve(("One", [Fraction(0), Fraction(1)]), ("Two", [Fraction(0), Fraction(1, 2)]), labels=("0", "1"))
    )
    assert {each["d"] for each in short.select(".plot__mark--1")}.isdisjoint(
        each["d"] for each in short.select(".plot__mark--2")
    )
    assert [each.text for each in short.select(".plot__name")] == ["One", "Two"]
    assert not short.select(".plot__key")
    longer = render(of_dice(EACH, "3d6", "1d20"))
    assert [each.text for each in longer.select(".plot__key li")] == ["3d6", "1d20"]


def test_axis_lines_do_not_cross_curve_names() -> None:
    rows = [(name, [Fraction(1), Fraction(0)]) for name in ("One", "Two")]
    two = render(curve(*rows, labels=("0", "1")))
    assert {each["x2"] for each in two.select(".plot__rule")} == {two.select_one(".plot__name")["x"]}
    one = render(curve(rows[0], labels=("0", "1")))
    assert not one.select(".plot__name")
    assert {each["x2"] for each in one.select(".plot__rule")} == {"100%"}


def test_key_uses_the_lines_and_marks_of_the_chart() -> None:
    rising = [("One with a longer name", Fraction(1, 3)), ("Two with a longer name", Fraction(1, 2))]
    picture = render(curve(*((name, [Fraction(0), high]) for name, high in rising), labels=("0", "1")))
    for at, entry in enumerate(picture.select(".plot__key li"), 1):
        assert entry.select_one(f".plot__line--{at}")
        marks = {each["d"] for each in picture.select(f".plot__picture .plot__mark--{at}")}
        assert marks == {entry.select_one(f".plot__mark--{at}")["d"]}
    assert [each.text for each in picture.select(".plot__key li")] == [name for name, _ in rising]


def test_curve_names_do_not_overlap() -> None:
    rows = [(str(at), [Fraction(0), Fraction(1) - Fraction(at, 1000)]) for at in range(4)]
    heights = sorted(
        number(each["y"]) for each in render(curve(*rows, labels=("0", "1"))).select(".plot__name")
    )
    assert all(after - before >= axes.LINE - 0.01 for before, after in pairwise(heights))


@pytest.mark.parametrize(
    ("highest", "ticks"),
    [
        (Fraction(1, 6), ["0%", "5%", "10%", "15%", "20%"]),
        (Fraction(1, 2), ["0%", "10%", "20%", "30%", "40%", "50%"]),
        (Fraction(3, 100), ["0%", "1%", "2%", "3%", "4%"]),
        (Fraction(9, 10), ["0%", "25%", "50%", "75%", "100%"]),
    ],
)
def test_axis_ends_at_a_round_tick_above_the_maximum(highest, ticks: list[str]) -> None:
    up = axes.upward([highest], chances=True, whole=False)
    assert [words for _, words in up.ticks()] == ticks


def test_axis_of_values_has_no_percent_signs() -> None:
    up = axes.upward([Fraction(9, 2)], chances=False, whole=False)
    assert [words for _, words in up.ticks()] == ["0", "1", "2", "3", "4", "5"]


def test_axis_shows_0_and_100_percent_only_if_exact() -> None:
    up = axes.upward([Fraction(1)], chances=True, whole=True)
    assert up.say(Fraction(9999, 10000)) == "> 99.9%"
    assert up.say(Fraction(1, 10000)) == "< 0.1%"
    assert (up.say(Fraction(1)), up.say(Fraction(0))) == ("100%", "0%")


def test_narrow_columns_keep_round_labels() -> None:
    assert axes.shown_labels([str(total) for total in range(2, 13)]) == [*range(11)]
    labels = axes.shown_labels([str(total) for total in range(10, 61)])
    assert [10 + at for at in labels] == [10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]


def test_invisible_tails_are_left_out_and_mentioned() -> None:
    plot = of_dice(EACH, "100d20")
    picture = drawing.picture(plot)
    assert len(picture) < 8000
    assert "from 100 to 2000" in picture


def test_plot_shows_all_results_that_fit() -> None:
    def columns(many: int) -> int:
        chances = (Fraction(1, 10**6), *[Fraction(1, many)] * (many - 2), Fraction(1, 10**6))
        labels = tuple(str(each) for each in range(many))
        plot = Plot(EACH, "Wide", "Total", "Chance", labels, (Series("", chances),))
        return len(plot.without_far_ends().labels)

    assert (columns(60), columns(61)) == (60, 59)


def test_plot_rejects_missing_values_and_unknown_kinds() -> None:
    with pytest.raises(DeclarationError, match="at least one label and one series"):
        Plot(EACH, "Nothing", "Total", "Chance", (), ())
    with pytest.raises(DeclarationError, match="values of 'A': expected 2, got 1"):
        Plot(EACH, "Short", "Total", "Chance", ("1", "2"), (Series("A", (Fraction(1),)),))
    with pytest.raises(DeclarationError, match="kind of a plot"):
        Plot("pie", "Round", "Total", "Chance", ("1",), (Series("", (Fraction(1),)),))


def test_wide_labels_shrink_to_their_numbers() -> None:
    dcs = ("7 Easy", "9 Average", "11 Difficult", "13 Professional", "15 Exceptional", "17 Legendary")
    assert axes.beneath(dcs) == ["7", "9", "11", "13", "15", "17"]
    assert axes.beneath(dcs[:2]) == dcs[:2]
    armour = ("none", "light", "medium", "heavy")
    assert axes.beneath(armour) == armour


def test_stacked_bars_leave_room_if_any_series_has_a_name() -> None:
    values = (Fraction(1, 2), Fraction(1, 2))
    heights = []
    for names in (("", ""), ("By the book", ""), ("By the book", "With ties")):
        series = tuple(Series(each, values) for each in names)
        plot = Plot(EACH, "Odds", "Result", "Chance", ("Miss", "Hit"), series, tones=("bad", "good"))
        heights.append(
            float(
                BeautifulSoup(str(stacked_bars.draw_stacked_bars(plot, "Odds")), "html.parser")
                .svg["height"]
                .removesuffix("em")
            )
        )
    assert heights[0] < heights[1] == heights[2]
