"""Opposed checks: two totals compared, with armour that rerolls a poor defence."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypedDict

from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.counts import merge
from rules_py.dice.dice import Dice
from rules_py.dice.odds import Odds
from rules_py.dice.roll_steps import CRITICAL, MADE, MISSED
from rules_py.dice.rolled_dice import RolledDice
from rules_py.systems.two_d6.armour import rerolls_up_to
from rules_py.systems.two_d6.margins import PARRY_BY, THRESHOLD_RULES, choices, most_wounds, threshold
from rules_py.systems.two_d6.rolls import RollLabel, roll_defence, roll_two
from rules_py.systems.two_d6.sums import BOXCARS, kept_sums, rerolled_sums, whole


def band(margin: int) -> str:
    """Return the key of the grade of a margin."""
    if margin <= 0:
        return "defender_by_5" if margin <= -PARRY_BY else "defender"
    return {1: "1_4", 5: "5_9", 10: "10_plus"}[threshold(margin)]


MARGINS = Scale(
    "Result",
    lambda outcome: "held" if -PARRY_BY < outcome.margin <= 0 else band(outcome.margin),
    (
        Grade("defender_by_5", "Defender, by 5 or more", "worst", "T-088"),
        Grade("held", "Defender, or a tie", "bad", "T-197"),
        Grade("1_4", "Attacker by 1 to 4", "good", "T-199"),
        Grade("5_9", "Attacker by 5 to 9", "good", "T-200"),
        Grade("10_plus", "Attacker by 10 or more", "best", "T-201"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class OpposedTotals(Outcome):
    """Two compared totals: the attacker's margin, the winner, and the open list.

    A cinematic is earned by boxcars among the kept dice of either side.
    """

    att_total: int
    def_total: int
    margin: int
    winner: str
    threshold: int
    att_cinematic: bool
    def_cinematic: bool
    vicious_parry: bool

    @property
    def verdict(self) -> str:
        if self.margin == 0:
            return "A tie: the defender wins"
        return f"The {self.winner} wins by {abs(self.margin)}"


@cache
def compare_sums(att_sum: int, def_sum: int, att_bonus: int, def_bonus: int) -> OpposedTotals:
    """Return the result of two kept sums. T-194, T-195, T-197."""
    att_total, def_total = att_sum + att_bonus, def_sum + def_bonus
    margin = att_total - def_total
    return OpposedTotals(
        att_total=att_total,
        def_total=def_total,
        margin=margin,
        winner="attacker" if margin > 0 else "defender",
        threshold=threshold(margin),
        att_cinematic=att_sum == BOXCARS,
        def_cinematic=def_sum == BOXCARS,
        vicious_parry=margin <= -PARRY_BY,
    )


class AttackInputs(TypedDict):
    """The inputs of every calculation of physical attacks."""

    att_bonus: int
    def_bonus: int
    armour: str
    proficient: bool
    aimed: bool
    def_unaware: bool


def opposed_check(
    dice: Dice,
    *,
    att_bonus: int,
    def_bonus: int,
    armour: str,
    proficient: bool,
    aimed: bool,
    def_unaware: bool,
    attack: str | None = None,
    attacker: str = "The attacker",
    defender: str = "The defender",
) -> OpposedTotals:
    """Roll for the attacker, then for the defender, whose armour may allow a reroll. T-194, T-195, T-197.

    Note the options of an `attack` of this kind.
    """
    attacking = roll_two(dice, RollLabel(attacker, att_bonus), aimed=aimed, rule="T-194")
    bonus = None if def_unaware else def_bonus
    defence = roll_defence(
        dice, RollLabel(defender, bonus), armour, proficient, "T-193" if def_unaware else "T-195"
    )
    result = compare_sums(attacking.sum, defence.sum, att_bonus, bonus or 0)
    note_result(dice, attacking, defence, result)
    if attack and result.margin > 0:
        dice.note(f"Choose one: {choices(result.margin, attack)}", "R-47")
    return result


def note_result(dice: Dice, attack: RolledDice, defence: RolledDice, result: OpposedTotals) -> None:
    """Note the winner, the margin, and the effect of boxcars."""
    attack.set_status(MADE if result.margin > 0 else MISSED)
    defence.set_status(MADE if result.margin <= 0 else MISSED)
    if result.margin > 0:
        words = f"{result.att_total} against {result.def_total}: the attacker is ahead by {result.margin}"
        dice.note(words, THRESHOLD_RULES[result.threshold])
    elif result.margin == 0:
        dice.note(f"Both {result.att_total}: a tie goes to the defender", "T-197")
    else:
        dice.note(f"{result.att_total} against {result.def_total}: the defender holds", "T-198")
    if result.vicious_parry:
        dice.note(f"The defender is ahead by {-result.margin}, enough for Vicious Parry", "T-088")
    for cinematic, side, roll in (
        (result.att_cinematic, "attacker", attack),
        (result.def_cinematic, "defender", defence),
    ):
        if cinematic:
            roll.set_status(CRITICAL)
            dice.note(f"Boxcars earn the {side} a cinematic", "T-218")


@cache
def margin_counts(
    att_bonus: int, def_bonus: int, top: int, aimed: bool = False
) -> tuple[Mapping[int, int], int]:
    """Return the weight of each margin, and the total weight; defensive sums up to `top` are rerolled."""
    attacks, defences = kept_sums(aimed=aimed), rerolled_sums(top)
    counts = merge(
        (attack + att_bonus - defence - def_bonus, ways * more)
        for attack, ways in attacks.items()
        for defence, more in defences.items()
    )
    return counts, whole(attacks) * whole(defences)


def opposed_odds(
    *,
    att_bonus: int,
    def_bonus: int,
    armour: str,
    proficient: bool,
    aimed: bool,
    def_unaware: bool,
    attack: str | None = None,
) -> Odds:
    """Return the chance of every pair of kept sums. The kind of `attack` changes none."""
    bonus = 0 if def_unaware else def_bonus
    attacks, defences = kept_sums(aimed=aimed), rerolled_sums(rerolls_up_to(armour, proficient))
    counts: dict[Hashable, int] = {
        compare_sums(attack, defence, att_bonus, bonus): ways * more
        for attack, ways in attacks.items()
        for defence, more in defences.items()
    }
    return Odds(counts, whole(attacks) * whole(defences))


@cache
def wound_counts(att_bonus: int, def_bonus: int, top: int, aimed: bool = False) -> Mapping[int, int]:
    """Return the weights of 0, 1, 2 and 3 wounds from an attack, the most its margin allows. R-47."""
    counts: dict[int, int] = dict.fromkeys(range(4), 0)
    for margin, ways in margin_counts(att_bonus, def_bonus, top, aimed)[0].items():
        counts[most_wounds(margin)] += ways
    return {dealt: ways for dealt, ways in counts.items() if ways}


def spared_part(odds: Odds, inputs: Mapping[str, Any]) -> Fraction:
    """Return the mean share of all wounds that the defender's armour prevents, or 0 if there are no
    wounds.
    """
    bare = mean_wounds(opposed_odds(**{**inputs, "armour": "none"}))
    return 1 - mean_wounds(odds) / bare if bare and inputs["armour"] != "none" else Fraction()


def mean_wounds(odds: Odds) -> Fraction:
    """Return the mean of the most wounds that the margin allows."""
    return odds.mean_of(lambda outcome: most_wounds(outcome.margin))
