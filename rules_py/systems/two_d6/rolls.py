"""Rolls of two dice and a bonus, with the steps that explain them."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.dice.dice import Dice
from rules_py.dice.rolled_dice import RolledDice
from rules_py.systems.two_d6.armour import reroll_rule, rerolls_up_to
from rules_py.systems.two_d6.sums import SIDES


@dataclass(frozen=True)
class RollLabel:
    """The label of a roll: its bonus before the roll, its total afterwards.

    `who` rolls, against a DC if there is one.
    """

    who: str
    bonus: int | None
    dc: int | None = None

    @property
    def before(self) -> str:
        bonus = ", no bonus" if self.bonus is None else f" + {self.bonus}"
        return f"{self.who}: 2d6{bonus}{self._against}"

    def __call__(self, total: int) -> str:
        if self.bonus is None:
            return f"{self.who}: {total}, no bonus{self._against}"
        return f"{self.who}: {total} + {self.bonus} = {total + self.bonus}{self._against}"

    @property
    def _against(self) -> str:
        return "" if self.dc is None else f" against DC {self.dc}"


def roll_two(dice: Dice, label: RollLabel, *, aimed: bool = False, rule: str = "T-007") -> RolledDice:
    """Roll two dice; twice if the roll is aimed, keeping the higher. T-007, T-219."""
    first = dice.roll(2, SIDES, label=label, rule=rule)
    if not aimed:
        return first
    again = RollLabel(f"{label.who}, second roll (aimed)", label.bonus, label.dc)
    return dice.best(first, dice.roll(2, SIDES, label=again, rule="T-219"))


def roll_defence(
    dice: Dice, label: RollLabel, armour: str, proficient: bool, rule: str = "T-195"
) -> RolledDice:
    """Return a defensive roll, rerolled where the armour allows it. T-158, R-23, R-25."""
    first = dice.roll(2, SIDES, label=label, rule=rule)
    if first.sum > rerolls_up_to(armour, proficient):
        return first
    again = RollLabel(f"{label.who}, reroll ({armour} armour)", label.bonus)
    return first.reroll(label=again, rule=reroll_rule(armour, proficient))
