"""An attack on its target: the rolls of both sides, their comparison, and the end of the attack."""

from __future__ import annotations

from dataclasses import replace

from rules_py.dice.recording import RecordingDice
from rules_py.dice.rolled_dice import RolledDice
from rules_py.systems.two_d6.armour import reroll_rule
from rules_py.systems.two_d6.magic import SPELL_RULE
from rules_py.systems.two_d6.rolls import RollLabel, roll_two
from rules_py.systems.two_d6.tracker.actions.base import boxcars
from rules_py.systems.two_d6.tracker.actions.harm import dealt, roll_death_check
from rules_py.systems.two_d6.tracker.defences import BARE, DEFENCE_LABELS, SKILL
from rules_py.systems.two_d6.tracker.matchup import (
    WILD,
    Matchup,
    best_defence,
    end_roll,
    lead,
    matchup,
    matchup_of,
    possible_answer,
    possible_rerolls,
)
from rules_py.systems.two_d6.tracker.shape import Attack, Fight, Fighter, Hold, Roll


def roll_attack(
    dice: RecordingDice, fighter: Fighter, weapon: Attack, matchup: Matchup, *, aimed: bool = False
) -> int:
    label = RollLabel(f"{fighter.name}, {weapon.name}", matchup.att_bonus, matchup.dc)
    return roll_two(dice, label, aimed=aimed, rule="T-234" if weapon.magic else "T-194").sum


def roll_defence(dice: RecordingDice, target: Fighter, matchup: Matchup, way: str) -> RolledDice:
    by = "" if way in (BARE, SKILL) else f" with {DEFENCE_LABELS[way]}"
    label = RollLabel(f"{target.name} defends{by}", None if way == BARE else matchup.def_bonus)
    return roll_two(dice, label, rule="T-195")


def armour_label(target: Fighter, matchup: Matchup) -> RollLabel:
    return RollLabel(f"{target.name}, reroll ({target.worn_armour} armour)", matchup.def_bonus or None)


def armour_rule(target: Fighter) -> str | None:
    return reroll_rule(target.worn_armour, target.proficient)


def stands(dice: RecordingDice, fight: Fight, roll: Roll) -> str:
    """Return a sentence comparing the dice on the table, and note any special result in the steps."""
    duel = matchup_of(fight, roll)
    total, cast = duel.att_total(roll.attack), ""
    if failure := duel.spell_failure(roll.attack):
        outcome = "goes wild" if failure == WILD else "fizzles"
        attack_total = roll.attack + duel.att_bonus
        dice.note(f"{attack_total} against DC {duel.dc}: the spell {outcome}", SPELL_RULE[failure])
        if failure == WILD:
            dice.note("Suggested effect: one wound to the caster, with no defence", "R-69")
        cast = f"{attack_total} against DC {duel.dc}, the spell {outcome}"
        if not duel.bares:
            return f"{cast}."
        dice.note(f"House rule: the failed spell attacks with dice alone, {total}", "R-67")
        cast = f"{cast}; with dice alone "
    defence, margin = duel.def_total(roll.defence), duel.margin(roll.attack, roll.defence)
    if duel.repels and defence == roll.defence:
        dice.note(f"Repel Attack doesn’t reach DC {duel.rules.repel_dc} and adds nothing", "T-254")
    if margin > 0:
        return f"{cast}{total} against {defence}, ahead by {margin}."
    ending = "a tie, so the defence holds" if not margin else "the defence holds"
    return f"{cast}{total} against {defence}, {ending}."


def resolve_next_target(
    fight: Fight, dice: RecordingDice, *, way: str = "", straight: bool = False
) -> tuple[Fight, str]:
    """Roll the next target’s defence and resolve the attack as far as possible.

    With `straight`, armour rerolls at once, the most wounds are dealt and a death check is rolled, as long as
    there are dice: if the provided faces run out, the rest stays pending.
    """
    spread = fight.spread
    assert spread
    name, *others = spread.on
    fighter, target = fight[spread.who], fight[name]
    way = way or best_defence(fight, fighter, target, spread.weapon)
    duel = matchup(fight, fighter, target, spread.weapon, way)
    defence_roll = roll_defence(dice, target, duel, way)
    straight = straight and (defence_roll.sum > duel.top or dice.has_faces_for(2))
    if straight and defence_roll.sum <= duel.top:
        defence_roll = defence_roll.reroll(label=armour_label(target, duel), rule=armour_rule(target))
    if not duel.failure(spread.attack):
        target = boxcars(dice, target, defence_roll.sum)
    roll = Roll(
        who=spread.who, on=name, weapon=spread.weapon, way=way, attack=spread.attack, defence=defence_roll.sum
    )
    rest = replace(spread, on=tuple(others)) if others else None
    fight = fight.but(target, roll=roll, spread=rest)
    sentence = stands(dice, fight, roll)
    return _straight(fight, roll, dice, sentence) if straight else finish_roll(fight, sentence)


def finish_roll(fight: Fight, sentence: str) -> tuple[Fight, str]:
    """Keep the roll pending while anyone can still act on it, and end a lost attack otherwise."""
    roll = fight.roll
    assert roll
    if possible_rerolls(fight, roll) or possible_answer(fight, roll):
        return fight, sentence
    if lead(fight, roll):
        if not roll.weapon.bends:
            return fight, sentence
        after, more = taken_hold(fight, roll)
        return after, f"{sentence} {more}"
    after, more = end_lost_attack(fight, roll)
    return after, sentence + more


def end_lost_attack(fight: Fight, roll: Roll) -> tuple[Fight, str]:
    """End a lost attack; an attacker who fails to keep a hold lets go. R-50."""
    if matchup_of(fight, roll).failure(roll.attack):  # and also for its further targets
        fight = replace(fight, spread=None)
    target = fight[roll.on]
    keeping = roll.weapon.kind in ("unarmed", "entangle") and target.held and target.held.by == roll.who
    fight = end_roll(fight, roll)
    if not keeping:
        return fight, ""
    return fight.but(target.but(held=None)), f" {roll.who} loses hold of {roll.on}."


def taken_hold(fight: Fight, roll: Roll) -> tuple[Fight, str]:
    """Apply a spell that wasn’t resisted; Negate suppresses the target’s magic in their next turn. T-253."""
    target = fight[roll.on]
    if roll.weapon.kind == "negate":
        when = fight.next_turn_of(target)
        target = target.but(negated=tuple(sorted({*target.negated, when})))
        return fight.but(target, roll=None), f"{roll.on} can’t use powers on their next turn."
    return fight.but(roll=None), f"{roll.weapon.name} affects {roll.on}."


def _straight(fight: Fight, roll: Roll, dice: RecordingDice, sentence: str) -> tuple[Fight, str]:
    """Deal the most wounds and roll the death check at once; a grappling spell grapples. R-47, R-90."""
    result = matchup_of(fight, roll).result(roll.attack, roll.defence)
    if not isinstance(result, int) or not result:
        after, more = end_lost_attack(fight, roll)
        return after, sentence + more
    if roll.weapon.bends:
        after, more = taken_hold(fight, roll)
        return after, f"{sentence} {more}"
    if roll.weapon.kind == "entangle":
        entangled = fight[roll.on].but(held=Hold(by=roll.who, since=fight.round, magic=True))
        return end_roll(fight.but(entangled), roll), f"{sentence} {roll.on} is held."
    after, text = dealt(fight, roll, result, dice)
    sentence = f"{sentence} {text}"
    if after[roll.on].dying and dice.has_faces_for(2):
        target, text = roll_death_check(after[roll.on], dice, fight.rules.death_dc, final=True)
        after, sentence = after.but(target), f"{sentence} {text}"
    return after, sentence
