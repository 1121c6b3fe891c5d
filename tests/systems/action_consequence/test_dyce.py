"""Independent check of the opposed rolls with dyce."""

from collections import Counter
from fractions import Fraction

import dyce
import pytest

from rules_py import odds
from tests.systems.action_consequence.reference_rules import relation

POOLS = ([12, 6], [10, 8], [8, 8, 4], [12])


def rolls(dice):
    """Return dyce's count of each roll of these dice, highest first."""
    return Counter({
        tuple(reversed(roll)): count
        for roll, count in dyce.P(*(dyce.H(die) for die in dice)).rolls_with_counts()
    })  # fmt: skip


@pytest.mark.parametrize("mine", POOLS)
@pytest.mark.parametrize("theirs", POOLS)
def test_dyce_counts_the_same_casts(mine, theirs):
    ahead = behind = whole = 0
    for one, ways in rolls(mine).items():
        for other, other_ways in rolls(theirs).items():
            ahead += ways * other_ways * (one > other)
            behind += ways * other_ways * (one < other)
            whole += ways * other_ways
    exact_odds = odds("action_consequence.cast", dice_a=mine, dice_b=theirs)
    assert (exact_odds.a_challenges, exact_odds.b_challenges) == (
        Fraction(ahead, whole),
        Fraction(behind, whole),
    )


@pytest.mark.parametrize("dice", POOLS)
def test_dyce_counts_the_same_answers(dice):
    for standing in ((8, 5), (11, 2), (3, 3, 1)):
        counts = Counter()
        for roll, ways in rolls(dice).items():
            counts[relation((*standing, 0, 0)[:6], (*roll, 0, 0)[:6])] += ways
        exact_odds = odds(
            "action_consequence.exchange",
            standing={"dice": list(standing), "advantage": []},
            answer_dice=dice,
        )
        for name, ways in counts.items():
            assert exact_odds.measures[name] == Fraction(ways, counts.total())
