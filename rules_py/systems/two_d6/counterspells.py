"""Spells in response: a counterspell, which may turn a spell back, and Repel Attack."""

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
    AnsweredSpell,
    odds_of,
    spell_result,
)
from rules_py.systems.two_d6.margins import threshold
from rules_py.systems.two_d6.opposed import OpposedTotals, band, compare_sums, note_result
from rules_py.systems.two_d6.rolls import RollLabel, roll_defence, roll_two
from rules_py.systems.two_d6.sums import BOXCARS, kept_sums, rerolled_sums, whole

TURNED_FROM = 5
"""The margin by which a counterspell must win to turn the spell back (T-085, R-71)."""

LANDS, COUNTERED, TURNED = "lands", "countered", "turned"

COUNTER = Scale(
    "The spell",
    lambda outcome: f"p_{outcome.outcome}",
    (
        Grade("p_turned", "Turned back", "worst", "T-085"),
        Grade("p_wild", "Goes wild", "worst", "T-237"),
        Grade("p_fizzle", "Fizzles", "bad", "T-236"),
        Grade("p_countered", "Countered", "bad", "T-240"),
        Grade("p_lands", "Lands", "good", "T-240"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Counterspell(AnsweredSpell, scale=COUNTER):
    """A spell that someone answered with magic."""


def counterspell(
    dice: Dice,
    *,
    dc: int | None,
    att_resolve: int,
    def_resolve: int,
    spell_turning: bool,
    armour: str,
    proficient: bool,
    wild_from: int,
) -> Counterspell:
    """Roll a cast against a cast; without a DC, as for Negate, only the totals decide. T-240, R-70, R-71,
    R-74.
    """
    rolled_sum = roll_two(dice, RollLabel("The caster", att_resolve, dc), rule="T-240").sum
    spell = _spell_of(rolled_sum + att_resolve, dc, wild_from)
    if dc is not None:
        dice.note(SPELL_RESULT_TEXTS[spell], SPELL_RULE[spell])
    if spell != CAST:
        return _to_counterspell(rolled_sum, att_resolve, spell, None, 0, False)
    answer = roll_defence(
        dice, RollLabel("The counterspell", def_resolve), armour, proficient, rule="R-70"
    ).sum
    result = _to_counterspell(rolled_sum, att_resolve, spell, answer, def_resolve, spell_turning)
    dice.note(result.describe("is countered"), "T-240")
    if result.outcome == TURNED:
        dice.note("Ahead by 5 or more: the spell is sent back at its caster, who may defend", "R-71")
    result.note_cinematics(dice)
    return result


def _spell_of(total: int, dc: int | None, wild_from: int) -> str:
    return CAST if dc is None else spell_result(total, dc, wild_from=wild_from)


def _to_counterspell(
    rolled_sum: int, att_resolve: int, spell: str, answer: int | None, def_resolve: int, spell_turning: bool
) -> Counterspell:
    total, cinematic = rolled_sum + att_resolve, rolled_sum == BOXCARS
    if answer is None:
        return Counterspell(outcome=spell, att_total=total, att_cinematic=cinematic)
    margin = total - answer - def_resolve
    stopped = TURNED if spell_turning and margin <= -TURNED_FROM else COUNTERED
    return Counterspell(
        outcome=LANDS if margin > 0 else stopped,
        att_total=total,
        def_total=answer + def_resolve,
        margin=margin,
        threshold=threshold(margin),
        att_cinematic=cinematic,
        def_cinematic=answer == BOXCARS,
    )


def counterspell_odds(
    *,
    dc: int | None,
    att_resolve: int,
    def_resolve: int,
    spell_turning: bool,
    armour: str,
    proficient: bool,
    wild_from: int,
) -> Odds:
    """Return the odds of `counterspell`."""
    answers = rerolled_sums(rerolls_up_to(armour, proficient))

    def each() -> Iterator[tuple[Counterspell, int]]:
        for rolled_sum, ways in kept_sums().items():
            spell = _spell_of(rolled_sum + att_resolve, dc, wild_from)
            if spell != CAST:
                yield _to_counterspell(rolled_sum, att_resolve, spell, None, 0, False), ways * whole(answers)
                continue
            for answer, more in answers.items():
                yield (
                    _to_counterspell(rolled_sum, att_resolve, spell, answer, def_resolve, spell_turning),
                    ways * more,
                )

    return odds_of(each())


def _repelled_key(outcome: OpposedTotals) -> str:
    return (
        "p_held"
        if outcome.winner == "defender" and not outcome.vicious_parry
        else f"p_{band(outcome.margin)}"
    )


REPELLED = Scale(
    "The attack",
    _repelled_key,
    (
        Grade("p_10_plus", "Gets through by 10 or more", "worst", "T-201"),
        Grade("p_5_9", "Gets through by 5 to 9", "bad", "T-200"),
        Grade("p_1_4", "Gets through by 1 to 4", "bad", "T-199"),
        Grade("p_held", "Repelled", "good", "T-197"),
        Grade("p_defender_by_5", "Repelled by 5 or more", "good", "T-197"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class RepelledAttack(OpposedTotals):
    """An attack met with Repel Attack: an opposed check, and the result of the spell."""

    spell: str

    @property
    def verdict(self) -> str:
        if self.margin > 0:
            return f"The attack gets through by {self.margin}"
        return f"Repelled by {-self.margin}" if self.margin else "A tie: repelled"


def repel_attack(
    dice: Dice, *, att_bonus: int, resolve: int, armour: str, proficient: bool, wild_from: int, repel_dc: int
) -> RepelledAttack:
    """Roll the attack, then a cast as the defence; if the cast fails, the dice alone defend. T-254, R-68."""
    attack = roll_two(dice, RollLabel("The attacker", att_bonus), rule="T-194")
    defence = roll_defence(
        dice, RollLabel("Repel Attack", resolve, repel_dc), armour, proficient, rule="T-254"
    )
    spell = spell_result(defence.sum + resolve, repel_dc, wild_from=wild_from)
    result = _to_repelled(attack.sum, defence.sum, att_bonus, resolve, spell)
    dice.note(SPELL_RESULT_TEXTS[result.spell], SPELL_RULE[result.spell])
    if result.spell != CAST:
        dice.note(f"The dice alone defend: {defence.sum}", "T-254")
    note_result(dice, attack, defence, result)
    return result


def _to_repelled(attack: int, defence: int, att_bonus: int, resolve: int, spell: str) -> RepelledAttack:
    opposed = compare_sums(attack, defence, att_bonus, resolve if spell == CAST else 0)
    return RepelledAttack(**opposed.values(), spell=spell)


def repel_attack_odds(
    *, att_bonus: int, resolve: int, armour: str, proficient: bool, wild_from: int, repel_dc: int
) -> Odds:
    """Return its odds."""
    answers = rerolled_sums(rerolls_up_to(armour, proficient))
    spells = {sum_: spell_result(sum_ + resolve, repel_dc, wild_from=wild_from) for sum_ in answers}
    return odds_of(
        (_to_repelled(attack, defence, att_bonus, resolve, spells[defence]), ways * more)
        for attack, ways in kept_sums().items()
        for defence, more in answers.items()
    )
