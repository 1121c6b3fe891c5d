"""The value of a move, compared with a plain Markov chain from the state it leads to."""

from fractions import Fraction

import pytest

from rules_py.systems.action_consequence.outlook import WINS, Outlook
from rules_py.systems.action_consequence.prices import Chances, TwoSides
from rules_py.systems.action_consequence.round_results import Limits
from tests.systems.action_consequence.reference_rules import chances_of, solve_conflict

ONE, OTHER = (6, 4), (4, 4)


def reference_chances(limits, holder="none", short=(0, 0), round_state=None, d6s=None):
    """Return the chances of A from a state, from one Markov chain over all standing rolls."""
    d6s = d6s or (int(holder == "a"), int(holder == "b"))
    shares = chances_of(solve_conflict(ONE, OTHER, *limits, (holder, *short, round_state, *d6s)))
    return Chances(shares["a_doubles"] + shares["a_by_giving"], shares["b_doubles"], shares["b_by_giving"])


def pad(reading):
    return reading + (0,) * (6 - len(reading))


@pytest.mark.parametrize("limits", [Limits(), Limits(2, 3)])
def test_short_choice_compares_giving_with_the_next_round(limits):
    choice = TwoSides(ONE, OTHER, limits).short_choice("a")
    assert choice["give"] == Chances(Fraction(0), Fraction(0), Fraction(1))
    assert choice["hang_in"] == reference_chances(limits, "b", (1 if limits.a else 0, 0))


@pytest.mark.parametrize("a, b", [((3, 1), (4, 2)), ((3, 1), (3, 1)), ((4, 4), (2, 1))])
@pytest.mark.parametrize("side", ["a", "b"])
def test_strike_at_the_cast_equals_the_mean_of_its_six_faces(a, b, side):
    conflict = TwoSides(ONE, OTHER, Limits(2, None))
    choices = conflict.cast_choice(a, b, side)
    outcomes = []
    d6s = (int(side == "a"), int(side == "b"))
    for face in range(1, 7):
        one = (a[0] + face * (side == "a"), a[1])
        other = (b[0] + face * (side == "b"), b[1])
        round_state = None if one == other else ("a", pad(one)) if one > other else ("b", pad(other))
        outcomes.append(reference_chances(Limits(2, None), round_state=round_state, d6s=d6s))
    chances_of_a = [
        sum(getattr(each, name) for each in outcomes) / 6 for name in ("wins", "doubled", "gives")
    ]
    strike_chances = choices["strike"]
    if side == "a":
        assert [strike_chances.wins, strike_chances.doubled, strike_chances.gives] == chances_of_a
    else:
        assert strike_chances.wins == chances_of_a[1] + chances_of_a[2]
    assert sum((strike_chances.wins, strike_chances.doubled, strike_chances.gives)) == 1


def test_strike_saves_a_doubled_answer_only_for_the_answerer():
    conflict = TwoSides((12, 6), (10, 8), advantages=(0, 1))
    irin = conflict.answer_choice("b", (15, 4), (6, 5), "a")
    assert irin["leave"] == Chances(Fraction(0), Fraction(1), Fraction(0))
    # One face in six still doubles; otherwise his answer is lower, and he hangs in.
    assert irin["strike"].doubled == Fraction(1, 6) + Fraction(5, 6) * conflict.after_hanging_in(
        "a"
    ).doubled_chance("a")
    althesa = conflict.answer_choice("b", (15, 4), (6, 5), "b")
    assert althesa["leave"] == althesa["strike"] == Chances(Fraction(1), Fraction(0), Fraction(0))


def test_after_answer_returns_the_chances_of_the_resulting_state():
    limits = Limits(1, None)
    conflict = TwoSides(ONE, OTHER, limits)

    def chances_of_a(outlook):
        return Chances.of(outlook, "a")

    assert chances_of_a(conflict.after_answer("b", (2, 1), (5, 3))) == reference_chances(
        limits, round_state=("a", pad((5, 3)))
    )
    assert chances_of_a(conflict.after_answer("b", (4, 2), (4, 2))) == reference_chances(limits)
    assert chances_of_a(conflict.after_answer("b", (4, 2), (3, 2))).gives == 1
    assert chances_of_a(conflict.after_answer("a", (4, 2), (3, 2))) == reference_chances(limits, "a")
    assert chances_of_a(conflict.after_answer("a", (4, 2), (2, 2))).wins == 1


def test_outlook_mean_averages_each_result():
    mean = Outlook.mean([Outlook.after_win(win) for win in WINS])
    assert [mean.a_doubles, mean.a_by_giving, mean.b_doubles, mean.b_by_giving] == [Fraction(1, 4)] * 4
