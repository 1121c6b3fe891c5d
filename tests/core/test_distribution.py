"""Names of a scale's results when they are grouped."""

import re
from fractions import Fraction

import pytest

from rules_py.base.errors import DeclarationError
from rules_py.calculators.distribution import EACH, Row, collapse_tails
from rules_py.calculators.scale import Grade, Scale, success_grades

ENDS = (
    Grade("lost", "They win", "worst"),
    Grade("gave", "They give", "good"),
    Grade("won", "You win", "best"),
)


@pytest.mark.parametrize(
    ("scale", "words", "keys"),
    [
        (Scale("The end", "end", ENDS), "They give or better", ("gave", "won")),
        (Scale("The end", "end", ENDS, success_label="You are ahead"), "You are ahead", ("gave", "won")),
        (Scale("The end", "end", ENDS, ordered=False), "They give", ("gave",)),
        (
            Scale("The end", "end", ENDS, success_label="Over", success_from="lost"),
            "Over",
            ("lost", "gave", "won"),
        ),
    ],
)
def test_success_grades_use_the_label_of_the_scale(scale, words, keys):
    assert success_grades(scale) == (words, keys)


def test_success_grades_are_none_without_a_good_grade():
    ends = (ENDS[0], Grade("drawn", "Nobody wins", "mixed"))
    assert success_grades(Scale("The end", "end", ends, success_label="You are ahead")) is None


@pytest.mark.parametrize("more", [{"success_from": "drawn"}, {"success_from": "gave", "ordered": False}])
def test_success_from_needs_a_grade_of_an_ordered_scale(more):
    with pytest.raises(DeclarationError, match="scale 'The end': success_from: .*lost, gave or won"):
        Scale("The end", "end", ENDS, **more)


@pytest.mark.parametrize(
    ("weights", "most", "text"),
    [
        ((1, 2, 3, 4, 3, 2, 1), 7, "1 2 3 4 5 6 7"),
        ((1, 2, 3, 4, 3, 2, 1), 5, "2 or less, 3 4 5, 6 or more"),
        ((9, 3, 1, 1, 1), 4, "1 2, 3 or more"),
        ((1, 1, 1, 3, 9), 4, "3 or less, 4 5"),
        ((9, 9, 9, 9, 1), 4, "1 2 3, 4 or more"),
    ],
)
def test_collapse_tails_merges_the_ends_of_many_rows(weights, most, text):
    rows = [Row(Grade(at, str(at)), (Fraction(each, sum(weights)),)) for at, each in enumerate(weights, 1)]
    merged_rows = collapse_tails(Scale("Total", "total"), rows, EACH, most)
    assert (
        re.sub(
            r"(?<=less) |(?<=\d) (?=\d+ or more)", ", ", " ".join(each.grade.label for each in merged_rows)
        )
        == text
    )
    assert sum(each.chances[0] for each in merged_rows) == 1
