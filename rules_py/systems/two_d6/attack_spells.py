"""Spells that attack someone: one roll that must reach the DC and beat the defence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.dice import Dice
from rules_py.dice.odds import Odds
from rules_py.systems.two_d6.armour import rerolls_up_to
from rules_py.systems.two_d6.magic import (
    CAST,
    SPELL_RESULT_TEXTS,
    SPELL_RULE,
    WILD,
    AnsweredSpell,
    cast_dc,
    note_dc,
    odds_of,
    spell_result,
)
from rules_py.systems.two_d6.margins import THRESHOLD_RULES, threshold
from rules_py.systems.two_d6.rolls import RollLabel, roll_defence, roll_two
from rules_py.systems.two_d6.sums import BOXCARS, kept_sums, rerolled_sums, whole

STOPPED, HIT = "stopped", "hit"


def _hit_key(outcome: AttackSpell) -> str:
    if outcome.outcome != HIT:
        return f"p_{outcome.outcome}"
    return {1: "p_hit_1_4", 5: "p_hit_5_9", 10: "p_hit_10_plus"}[outcome.threshold]


SPELL_ATTACK = Scale(
    "The spell",
    _hit_key,
    (
        Grade("p_wild", "Goes wild", "worst", "T-237"),
        Grade("p_fizzle", "Fizzles", "bad", "T-236"),
        Grade("p_stopped", "Stopped", "bad", "T-197"),
        Grade("p_hit_1_4", "Gets through by 1 to 4", "good", "T-199"),
        Grade("p_hit_5_9", "Gets through by 5 to 9", "good", "T-200"),
        Grade("p_hit_10_plus", "Gets through by 10 or more", "best", "T-201"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class AttackSpell(AnsweredSpell, scale=SPELL_ATTACK):
    """A spell that attacks someone. `spell` is the result of the cast, `outcome` that of the attack.

    They differ if the cast succeeded and was stopped or hit, and if a house rule lets a failed spell attack
    with dice alone. `margin` is None if no one needed to defend.
    """

    spell: str

    @property
    def verdict(self) -> str:
        if self.outcome != HIT:
            return SPELL_ATTACK.label(_hit_key(self))
        wild = ", and the spell goes wild" if self.spell == WILD else ""
        return f"Gets through by {self.margin}{wild}"


def attack_spell(
    dice: Dice,
    *,
    dc: int,
    resolve: int,
    def_bonus: int,
    aimed: bool,
    targets: int,
    armour: str,
    proficient: bool,
    wild_from: int,
    bare_dice_attack: bool,
) -> AttackSpell:
    """Return a cast that is also an attack: it must reach its DC and beat the defence. T-234, R-66 to
    R-68.
    """
    needed = note_dc(dice, dc, targets)
    rolled_sum = roll_two(dice, RollLabel("Casting", resolve, needed), aimed=aimed, rule="T-234").sum
    spell = spell_result(rolled_sum + resolve, needed, wild_from=wild_from)
    dice.note(SPELL_RESULT_TEXTS[spell], SPELL_RULE[spell])
    if spell != CAST and not bare_dice_attack:
        return _attack(rolled_sum, resolve, spell, None, 0)
    if spell != CAST:
        dice.note(f"House rule: the failed spell attacks with dice alone, {rolled_sum}", "R-67")
    defence = roll_defence(dice, RollLabel("Defence", def_bonus), armour, proficient).sum
    result = _attack(rolled_sum, resolve, spell, defence, def_bonus)
    dice.note(result.describe("is stopped"), THRESHOLD_RULES[result.threshold])
    result.note_cinematics(dice)
    return result


def _attack(rolled_sum: int, resolve: int, spell: str, defence: int | None, def_bonus: int) -> AttackSpell:
    """Return the attack with these sums; `defence` is None if a failed spell ended it."""
    total = rolled_sum + (resolve if spell == CAST or defence is None else 0)
    if defence is None:
        return AttackSpell(outcome=spell, spell=spell, att_total=total, att_cinematic=rolled_sum == BOXCARS)
    margin = total - defence - def_bonus
    failure = STOPPED if spell == CAST else spell
    return AttackSpell(
        outcome=HIT if margin > 0 else failure,
        spell=spell,
        att_total=total,
        def_total=defence + def_bonus,
        margin=margin,
        threshold=threshold(margin),
        att_cinematic=rolled_sum == BOXCARS,
        def_cinematic=defence == BOXCARS,
    )


def attack_spell_odds(
    *,
    dc: int,
    resolve: int,
    def_bonus: int,
    aimed: bool,
    targets: int,
    armour: str,
    proficient: bool,
    wild_from: int,
    bare_dice_attack: bool,
) -> Odds:
    """Return the odds of `attack_spell`."""
    needed = cast_dc(dc, targets)
    answers = rerolled_sums(rerolls_up_to(armour, proficient))

    def each() -> Iterator[tuple[AttackSpell, int]]:
        for rolled_sum, ways in kept_sums(aimed=aimed).items():
            spell = spell_result(rolled_sum + resolve, needed, wild_from=wild_from)
            if spell != CAST and not bare_dice_attack:
                yield _attack(rolled_sum, resolve, spell, None, 0), ways * whole(answers)
                continue
            for defence, more in answers.items():
                yield _attack(rolled_sum, resolve, spell, defence, def_bonus), ways * more

    return odds_of(each())
