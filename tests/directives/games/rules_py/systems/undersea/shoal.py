"""A shoal: six divers with four dice each, more branches than can be counted, and a closed form for them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

from rules_py.author import Calculator, Dice, Int, ListOf, Odds, Outcome, Scale

MOST = 6


@dataclass(frozen=True, kw_only=True)
class Shoal(Outcome, scale=Scale("Best", "best")):
    """The best die of all, and how many divers had two sixes or more, or no die above 3."""

    best: int
    lucky: int
    tired: int


def swim(dice: Dice, *, pools: list[int]) -> Shoal:
    """Roll for each diver; the best die of all counts. U-6."""
    best, lucky, tired = 0, 0, 0
    for number, pool in enumerate(pools, 1):
        rolled = dice.roll(pool, 6, label=f"Diver {number}", rule="U-6")
        highest = rolled.highest()
        lucky += rolled.tally(lambda face: face == MOST)[True] > 1
        best, tired = max(best, highest), tired + (highest < 4)
    return Shoal(best=best, lucky=lucky, tired=tired)


def count(*, pools: list[int]) -> Odds:
    """Add one diver after the other."""
    counts: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    for pool in pools:
        own = Counter((max(row), row.count(MOST) > 1) for row in product(range(1, 7), repeat=pool))
        after: Counter[tuple[int, int, int]] = Counter()
        for (best, lucky, tired), ways in counts.items():
            for (highest, luck), more in own.items():
                after[max(best, highest), lucky + luck, tired + (highest < 4)] += ways * more
        counts = after
    return Odds(
        {Shoal(best=best, lucky=lucky, tired=tired): ways for (best, lucky, tired), ways in counts.items()}
    )


SHOAL = Calculator(
    "undersea.shoal",
    "Swim as a shoal",
    "How deep does the best of a shoal get?",
    (
        ListOf(
            "pools", "Dice of each diver", Int(label="Dice", low=1, high=4), fewest=1, most=6, start=[4] * 6
        ),
    ),
    mechanic=swim,
    closed_form=count,
    scale=Shoal.scale,
    projections={"tired": lambda outcome: outcome.tired},
    rules=("U-6",),
    examples=({"pools": [2, 3]},),
    worst_case={"pools": [4] * 6},
)
