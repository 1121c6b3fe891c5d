"""Exact limits at which charts change: axes, labels, names and values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from bs4 import BeautifulSoup, Tag

from rules_py.present import plot as drawing
from rules_py.present.plot import AT_LEAST, CURVE, EACH, Plot, Series, axes

HALF = Fraction(1, 2)


def plot(kind: str, *rows: tuple[str, list[Fraction]], labels: list[str] | None = None, **more) -> Plot:
    labels = labels or [str(each) for each in range(len(rows[0][1]))]
    series = tuple(Series(name, tuple(values)) for name, values in rows)
    return Plot(kind, "A plot", "Total", "Chance", tuple(labels), series, **more)


def render(figure: Plot) -> Tag:
    return BeautifulSoup(drawing.render_plot(figure), "html.parser").figure


def texts_of(figure: Tag, kind: str) -> list[str]:
    return [each.text for each in figure.select(f".plot__picture .plot__{kind}")]


# the axis of values


@pytest.mark.parametrize(
    ("percent", "ticks"),
    [
        (1, "0% 0.2% 0.4% 0.6% 0.8% 1%"),
        (9, "0% 2% 4% 6% 8% 10%"),
        (10, "0% 2% 4% 6% 8% 10%"),
        (11, "0% 5% 10% 15% 20%"),
        (20, "0% 5% 10% 15% 20%"),
        (21, "0% 10% 20% 30% 40%"),
        (40, "0% 10% 20% 30% 40%"),
        (41, "0% 10% 20% 30% 40% 50%"),
        (51, "0% 20% 40% 60%"),
        (60, "0% 20% 40% 60%"),
        (61, "0% 20% 40% 60% 80%"),
        (80, "0% 20% 40% 60% 80%"),
        (81, "0% 25% 50% 75% 100%"),
        (100, "0% 25% 50% 75% 100%"),
    ],
)
def test_axis_of_chances_ends_at_the_next_round_number(percent, ticks) -> None:
    up = axes.upward([Fraction(1, 1000), Fraction(percent, 100)], chances=True, whole=False)
    assert [words for _, words in up.ticks()] == ticks.split()
    assert axes.upward([Fraction(percent, 100)], chances=True, whole=True).top == 1


@pytest.mark.parametrize(
    ("highest", "ticks"),
    [
        (0, "0 0.2 0.4 0.6 0.8 1"),
        (1, "0 0.2 0.4 0.6 0.8 1"),
        (2, "0 0.5 1 1.5 2"),
        (8, "0 2 4 6 8"),
        (9, "0 2 4 6 8 10"),
        (10, "0 2 4 6 8 10"),
        (61, "0 20 40 60 80"),
        (100, "0 20 40 60 80 100"),
    ],
)
def test_axis_of_values_ends_at_a_round_tick(highest, ticks) -> None:
    up = axes.upward([Fraction(), Fraction(highest)], chances=False, whole=True)
    assert [words for _, words in up.ticks()] == ticks.split()


def test_axis_marks_nearly_certain_chances() -> None:
    up = axes.upward([Fraction(1)], chances=True, whole=True)
    limits = {each: up.say(Fraction(each, 10_000)) for each in (0, 1, 9, 10, 9990, 9991, 9999, 10_000)}
    assert [*limits.values()] == ["0%", "< 0.1%", "< 0.1%", "0.1%", "99.9%", "> 99.9%", "> 99.9%", "100%"]
    assert [axes.is_rounded(each) for each in limits.values()] == [
        False,
        True,
        True,
        False,
        False,
        True,
        True,
        False,
    ]


def test_axis_leaves_room_for_values_at_its_top() -> None:
    up = axes.upward([Fraction(40)], chances=False, whole=False)
    assert [up.down(Fraction(each)) for each in (40, 20, 0)] == [1.6, 1.6 + 9.5 / 2, 1.6 + 9.5]


# labels of columns


@pytest.mark.parametrize(
    ("many", "step"),
    [
        *((9, 1), (10, 2), (19, 2), (20, 5), (48, 5), (49, 10), (97, 10), (98, 20), (195, 20), (196, 50)),
        *((488, 50), (489, 100), (976, 100), (977, 200), (1953, 200), (1954, 500)),
    ],
)
def test_axis_step_grows_with_the_number_of_labels(many, step) -> None:
    labels = axes.shown_labels([f"{each % 1000:03}" for each in range(many)])
    assert [*labels[:3]] == [0, step, 2 * step]


def test_axis_drops_labels_that_do_not_fit() -> None:
    assert axes.shown_labels(["word"] * 7) == [*range(7)]
    assert axes.shown_labels(["word"] * 8) == [0, 2, 4, 6]
    odd = [str(each) for each in range(11, 39, 2)]
    assert axes.shown_labels(odd) == [*range(0, 14, 2)]
    assert axes.shown_labels([*odd[:-2], "36", "37"]) == [*range(0, 14, 2)]  # one round number isn't enough
    assert axes.shown_labels([*odd[:-2], "36", "38"]) == [12, 13]


@pytest.mark.parametrize(
    ("label", "many", "in_lines"),
    [("aaaa", 7, False), ("aaaaa", 7, True), ("aaaaa", 8, False), ("a" * 5, 6, False), ("a" * 6, 6, True)],
)
def test_up_to_seven_labels_wrap(label, many, in_lines) -> None:
    assert axes.wraps([label] * many) == in_lines


def test_column_label_lines_have_at_most_10_characters() -> None:
    assert axes.lines_of("abcde fghi") == ["abcde fghi"]
    assert axes.lines_of("abcde fghij") == ["abcde", "fghij"]
    assert axes.lines_of("a b") == ["a b"] and axes.lines_of("") == [""]
    assert axes.lines_of("Extraordinarily  long words here") == ["Extraordinarily", "long words", "here"]


def test_six_columns_wrap_at_six_letters() -> None:
    def beneath(letters: int, *, first: int = 1) -> list[str]:
        return [*axes.beneath([f"{max(each, first)} {'a' * letters}" for each in range(1, 7)])]

    assert beneath(4) == [f"{each} aaaa" for each in range(1, 7)]
    assert beneath(5) == ["1", "2", "3", "4", "5", "6"]
    assert beneath(5, first=2)[:2] == ["2 aaaaa", "2 aaaaa"]  # two have the same number


# names and values


def test_close_labels_move_apart_as_little_as_needed() -> None:
    assert axes.apart([5, 1, 3], 2, 0, 10) == [5, 1, 3]
    assert axes.apart([3, 1, 2], 2, 0, 10) == [5, 1, 3]
    assert axes.apart([-1, 0], 2, 0, 10) == [0, 2]
    assert axes.apart([9, 10, 10], 2, 0, 10) == [6, 8, 10]
    assert axes.apart([4], 2, 0, 10) == [4] and axes.apart([], 2, 0, 10) == []


@pytest.mark.parametrize(("letters", "beside"), [(13, True), (14, False)])
def test_curve_names_of_up_to_13_characters_are_beside_it(letters, beside) -> None:
    rows = [("A" * letters, [HALF, Fraction(1)]), ("B", [HALF, Fraction(1, 4)])]
    figure = render(plot(CURVE, *rows))
    assert bool(texts_of(figure, "name")) == beside != bool(figure.select(".plot__key"))
    assert not texts_of(render(plot(EACH, *rows)), "name")


def test_shared_end_value_is_written_once() -> None:
    long = ["A name of many letters", "B name of many letters", "C name of many letters"]
    ends = [HALF, Fraction(1, 4), HALF]
    rows = [(name, [Fraction(at, 8), end]) for at, (name, end) in enumerate(zip(long, ends, strict=True))]
    assert texts_of(render(plot(CURVE, *rows)), "figure--end") == ["50%", "25%"]
    beside = [("A", [HALF, HALF]), ("B", [HALF, Fraction(1, 4)])]
    assert texts_of(render(plot(CURVE, *beside)), "figure--end") == ["50%", "25%"]


@pytest.mark.parametrize(
    ("ends", "figures"),
    [
        ([500, 490], ["50%", "49%"]),
        ([500, 493], []),  # with two lines each, they would be too far from their curves
        ([500, 500], []),
        ([500, 250, 20], ["50%", "25%", "2%"]),
        ([500, 490, 480, 470], []),
    ],
)
def test_end_values_are_omitted_where_curve_names_are_close(ends, figures) -> None:
    figure = render(plot(CURVE, *((f"N{at}", [HALF, Fraction(end, 1000)]) for at, end in enumerate(ends))))
    assert texts_of(figure, "name") == [f"N{at}" for at in range(len(ends))]
    assert texts_of(figure, "figure--end") == figures


@pytest.mark.parametrize(("many", "count"), [(8, 8), (9, 3)])
def test_many_columns_label_peak_and_ends_only(many, count) -> None:
    values = [Fraction(10 + at, 200) for at in range(many)]
    values[4], values[-1] = Fraction(1, 4), Fraction(1, 10)
    figures = texts_of(render(plot(EACH, ("", values))), "figure")
    assert len(figures) == count and figures[:3] == ["25%", "5%", "10%"]


def test_cumulative_plot_labels_the_value_nearest_half() -> None:
    values = [Fraction(1, 20)] * 20
    figures = texts_of(render(plot(AT_LEAST, ("", values))), "figure")
    assert figures == ["5%", "50%"]  # the axis already shows 100%


def test_several_series_label_their_peaks() -> None:
    rows = [
        ("A", [Fraction(1, 4), HALF, Fraction(1, 4)]),
        ("B", [Fraction(3, 5), Fraction(1, 5), Fraction(1, 5)]),
    ]
    assert sorted(texts_of(render(plot(EACH, *rows)), "figure")) == ["50%", "60%"]
    assert texts_of(render(plot(AT_LEAST, *rows)), "figure") == []


def test_overlapping_value_is_left_out() -> None:
    near = [Fraction(1, 4) + Fraction(at == 3, 100) for at in range(8)]
    assert texts_of(render(plot(EACH, ("", near), labels=[str(each) for each in range(8)])), "figure") != []
    narrow = [Fraction(1, 40)] * 40
    figures = texts_of(render(plot(EACH, ("", narrow))), "figure")
    assert figures == ["2.5%", "2.5%"]  # the peak is the first column; the last one is far enough away


@pytest.mark.parametrize(
    ("values", "beneath"),
    [
        ((1, 3, 2), True),
        ((3, 1, 2), False),
        ((2, 2, 2), False),
        ((3, 2), True),
        ((2, 2, 1), True),
        ((3, 1, 0), False),
    ],
)
def test_last_value_of_a_falling_curve_is_below_it(values, beneath) -> None:
    figure = render(plot(CURVE, ("", [Fraction(each, 4) for each in values])))
    last = figure.select("svg > svg:has(.plot__mark)")[-1]
    [message] = [each for each in figure.select(".plot__figure") if each["x"] == last["x"]] or [None]
    if values[-1] == 0:
        assert message is None  # the axis shows 0
    else:
        below = float(message["y"].removesuffix("em")) - float(last["y"].removesuffix("em"))
        assert below == pytest.approx(axes.LINE if beneath else -0.45, abs=0.01)


def test_label_of_an_unordered_plot_has_no_range() -> None:
    values = [HALF, Fraction(1, 4), Fraction(1, 4)]
    ordered, unordered = (render(plot(EACH, ("", values), **more)) for more in ({}, {"ordered": False}))
    assert "from 0 to 2" in ordered.svg["aria-label"] and "from" not in unordered.svg["aria-label"]


# points of a curve, and invisible columns


def test_short_curve_labels_both_ends() -> None:
    def places(*labels: str) -> tuple[Fraction, ...]:
        return plot(CURVE, ("", [HALF] * len(labels)), labels=[*labels]).places

    assert places("5", "6") == (0, 1) and places("5") == (0,)
    assert places("2", "4", "12") == (0, Fraction(1, 5), 1)
    assert places("4", "2", "12") == places("2", "2", "12") == places("a", "b", "c") == (0, HALF, 1)


def test_columns_under_1_in_200_of_the_highest_are_omitted() -> None:
    def columns(first: Fraction, last: Fraction) -> list[str]:
        values = [first, *[Fraction(1, 100)] * 60, last]
        return [*plot(EACH, ("", values)).without_far_ends().labels]

    visible, invisible = Fraction(1, 20_000), Fraction(1, 20_001)
    assert columns(visible, visible) == [str(each) for each in range(62)]
    assert columns(invisible, visible)[0] == "1" and columns(visible, invisible)[-1] == "60"
    wide = plot(
        EACH, ("A", [HALF, *[Fraction(1, 124)] * 61, invisible]), ("B", [invisible] * 62 + [Fraction(1)])
    )
    assert len(wide.without_far_ends().labels) == 63  # one of two series is enough
