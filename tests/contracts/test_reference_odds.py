"""Reference odds: mechanics of many rounds pass, however long they can last, and wrong odds fail."""

from dataclasses import dataclass

import pytest

from hooks.contracts.reference_odds import holds
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.outcome import Outcome
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process


@dataclass(frozen=True, kw_only=True)
class TugResult(Outcome):
    """The winner of a tug of war."""

    winner: str

    @property
    def verdict(self):
        return self.winner


def pull(dice, rope):
    """Roll a d6 each and move the rope by one towards the higher; six steps to one side win."""
    ours, theirs = dice.d(6), dice.d(6)
    rope += (ours > theirs) - (ours < theirs)
    return Done("ours") if rope == 6 else Done("theirs") if rope == -6 else rope


def wrong_counts(rope):
    """Return the transitions with a deliberate mistake: ties count for one side."""
    steps = {1: 15, -1: 21}
    return {Done("ours" if step > 0 else "theirs") if abs(rope + step) == 6 else rope + step: weight
            for step, weight in steps.items()}  # fmt: skip


def tug(counts=None, closed_form=None):
    process = Process(pull, counts)

    def mechanic(dice):
        start = dice.d(2, label="Who has the wind")
        return TugResult(winner=process.play(dice, 3 - start))

    return Calculator("war.tug", "Tug of war", "Who wins?", mechanic=mechanic, closed_form=closed_form)


def test_reference_odds_accept_a_mechanic_of_many_rounds():
    holds(tug(), [{}])


@pytest.mark.parametrize(
    "wrong",
    [
        tug(counts=wrong_counts),
        tug(closed_form=lambda: Odds({TugResult(winner="ours"): 2, TugResult(winner="theirs"): 1})),
        tug(closed_form=lambda: Odds({TugResult(winner="ours"): 1})),
    ],
    ids=["wrong counts of a round", "wrong odds", "missing outcome"],
)
def test_reference_odds_reject_wrong_odds(wrong):
    with pytest.raises(AssertionError) as error:
        holds(wrong, [{}])
    assert "smaller example" not in str(error.value)
