"""Wounds: the effect of a blow, the wound that a cinematic cancels, the death check at 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Flag
from rules_py.systems.two_d6.difficulty import chance
from rules_py.systems.two_d6.rolls import RollLabel, roll_two
from rules_py.systems.two_d6.sums import SIDES, SNAKE_EYES
from rules_py.systems.two_d6.tracker.actions.base import Answer, FighterEvent, boxcars, pluralize
from rules_py.systems.two_d6.tracker.matchup import end_roll
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter, Roll
from rules_py.systems.two_d6.wounds import DEAD, apply_blow
from rules_py.tracker import ActionOption, OutcomeShare, faces, state_field

HARM = "Wounds"


def wound(fighter: Fighter, dealt: int) -> Fighter:
    """Return the fighter after a blow: a death check is due at 0, more kills. T-208, T-210, R-53."""
    left, state, check = apply_blow(fighter.wounds, dealt)
    return fighter.but(
        wounds=left,
        dead=fighter.dead or state == DEAD,
        dying="due" if check else "" if state == DEAD else fighter.dying,
        aiming=fighter.aiming and left > 0,
    )


def describe_wounds_left(after: Fighter) -> str:
    if after.dead:
        return f"{after.name} is dead"
    if not after.wounds:
        return f"{after.name} is at 0"
    return f"{after.wounds} left"


def dealt(fight: Fight, roll: Roll, wounds: int, dice: RecordingDice) -> tuple[Fight, str]:
    """Apply the wounds of an attack to its target and end the attack."""
    target = wound(fight[roll.on], wounds)
    dice.note(
        f"{pluralize(wounds, 'wound')}: {describe_wounds_left(target)}",
        "T-208" if not target.wounds else None,
    )
    return end_roll(
        fight.but(target), roll
    ), f"{roll.on} takes {pluralize(wounds, 'wound')}; {describe_wounds_left(target)}."


@dataclass(frozen=True, kw_only=True)
class SufferEvent(FighterEvent):
    cancel: bool = state_field(Flag("cancel", "Cancel one wound (1 cinematic)", rule="T-224"))


class Suffer(Answer[SufferEvent]):
    """The wounds of an attack, once its attacker has chosen: a cinematic may cancel one."""

    id, label = "suffer", "Take wounds"
    heading = HARM

    def violations(self, fight: Fight, event: SufferEvent) -> Iterator[str]:
        if not fight.roll or fight.roll.wounds is None or fight.roll.on != event.who:
            yield "nothing_due"
        elif event.cancel and not fight[event.who].may_spend("cancel"):
            yield "no_cinematic"

    def carry_out(self, fight: Fight, event: SufferEvent, dice: RecordingDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        assert roll.wounds is not None
        if not event.cancel:
            return dealt(fight, roll, roll.wounds, dice)
        dice.note(f"{event.who} spends a cinematic: one wound cancelled", "T-224")
        after, sentence = dealt(
            fight.but(fight[event.who].after_using("cancel")), roll, roll.wounds - 1, dice
        )
        return after, f"{event.who} spends a cinematic to cancel a wound. {sentence}"

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        roll = fight.roll
        if not roll or roll.wounds is None or roll.on != fighter.name:
            return
        for cancel, title, button in (
            (True, "Cancel one wound (1 cinematic)", "Cancel one wound"),
            (False, f"Take {pluralize(roll.wounds, 'wound')}", "Take wounds"),
        ):
            if cancel and not fighter.may_spend("cancel"):
                continue
            number = roll.wounds - cancel
            yield self.option(
                fight,
                {"who": fighter.name, "cancel": cancel},
                id=f"suffer-{'cancel' if cancel else 'all'}",
                title=title,
                button=button,
                note=describe_blow(fighter, number),
                chances=blow_chances(fight, fighter, number),
                rules=("T-224",) if cancel else ("T-208",),
            )


def describe_blow(target: Fighter, number: int) -> str:
    """Return a sentence on the wounds that remain after `number` more: `Wren has 4 of 6 wounds left.`"""
    left, state, _ = apply_blow(target.wounds, number)
    if state == DEAD:
        return f"{target.name} is already at 0: any wound kills."
    if not left:
        return f"{target.name} falls to 0, is unconscious and rolls a death check."
    return f"{target.name} has {left} of {pluralize(target.wounds_max, 'wound')} left."


def blow_chances(fight: Fight, target: Fighter, number: int) -> tuple[tuple[str, Fraction], ...]:
    """Return the chance that the target dies of these wounds, or nothing if they can’t die of them."""
    _, state, check = apply_blow(target.wounds, number)
    if check:
        return ((f"{target.name} dies", 1 - chance(fight.rules.death_dc, target.resolve)),)
    return ((f"{target.name} dies", Fraction(1)),) if state == DEAD else ()


class DeathCheck(Answer[FighterEvent]):
    """Resolve against the DC, once, on falling to 0; a cinematic may reroll it. T-208, R-54, R-55."""

    id, label = "death_check", "Death check"
    button = "Roll"
    heading = HARM
    dice = faces(SIDES, SIDES)

    def violations(self, fight: Fight, event: FighterEvent) -> Iterator[str]:
        fighter = fight[event.who]
        if not fighter.dying:
            yield "nothing_due"
        elif fighter.dying == "failed" and not fighter.may_spend("reroll"):
            yield "no_cinematic"

    def carry_out(self, fight: Fight, event: FighterEvent, dice: RecordingDice) -> tuple[Fight, str]:
        fighter = fight[event.who]
        is_reroll = fighter.dying == "failed"
        if is_reroll:
            fighter = fighter.after_using("reroll")
        after, sentence = roll_death_check(fighter, dice, fight.rules.death_dc)
        return fight.but(after), f"{fighter.name} spends a cinematic. {sentence}" if is_reroll else sentence

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        if not fighter.dying:
            return
        dc = fight.rules.death_dc
        survives = chance(dc, fighter.resolve)
        tones = ("good", "worst") if fighter.pc else ("bad", "best")
        has_failed = fighter.dying == "failed"
        yield self.option(
            fight,
            {"who": fighter.name},
            title=f"{fighter.name}: death check{', reroll (1 cinematic)' if has_failed else ''}",
            note=f"Resolve +{fighter.resolve} against DC {dc}; snake eyes fail.",
            dice=(("First die", SIDES), ("Second die", SIDES)),
            shares=(
                OutcomeShare("Survives", survives, tones[0]),
                OutcomeShare("Dies", 1 - survives, tones[1]),
            ),
            rules=("T-208", "R-31", "R-54", *(("T-226",) if has_failed else ())),
        )


def roll_death_check(
    fighter: Fighter, dice: RecordingDice, dc: int, *, final: bool = False
) -> tuple[Fighter, str]:
    """Roll a death check; unless `final`, a failed one stays pending while a cinematic can reroll it."""
    label = RollLabel(f"{fighter.name}’s death check", fighter.resolve, dc)
    rolled_dice = roll_two(dice, label, rule="T-208").sum
    fighter = boxcars(dice, fighter, rolled_dice)
    if rolled_dice != SNAKE_EYES and rolled_dice + fighter.resolve >= dc:
        return fighter.but(dying=""), f"{fighter.name} survives, unconscious."
    if rolled_dice == SNAKE_EYES:
        dice.note("Snake eyes fail", "R-54")
    if fighter.may_spend("reroll") and not final:
        return fighter.but(dying="failed"), f"{fighter.name} fails the death check."
    return fighter.but(dying="", dead=True), f"{fighter.name} dies."


class Die(Answer[FighterEvent]):
    """A failed death check that no one rerolls."""

    id, label = "die", "Die"
    button = "Accept"
    heading = HARM
    rules = ("T-208",)

    def violations(self, fight: Fight, event: FighterEvent) -> Iterator[str]:
        if fight[event.who].dying != "failed":
            yield "nothing_due"

    def carry_out(self, fight: Fight, event: FighterEvent, dice: RecordingDice) -> tuple[Fight, str]:
        return fight.but(fight[event.who].but(dying="", dead=True)), f"{event.who} dies."

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        if fighter.dying != "failed":
            return
        yield self.option(fight, {"who": fighter.name}, title=f"{fighter.name} keeps the cinematic and dies")
