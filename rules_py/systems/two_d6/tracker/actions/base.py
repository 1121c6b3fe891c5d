"""The base classes of fight actions: most are actions of a turn, and all check the names of fighters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules_py.base import wording
from rules_py.dice.recording import RecordingDice
from rules_py.systems.two_d6.sums import BOXCARS
from rules_py.systems.two_d6.tracker.codes import CODES
from rules_py.systems.two_d6.tracker.order import order_of
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter, name_input
from rules_py.systems.two_d6.turns import ACTIONS
from rules_py.tracker import ActionCheck, ActionOption, ParticipantAction, ParticipantEvent, state_field

WHO = name_input("who", "Who")
ON = name_input("on", "Target")

CINEMATIC = "Cinematics"
LENGTHS = {0: "quick", 1: "half-round", 2: "full-round"}


@dataclass(frozen=True, kw_only=True)
class FighterEvent(ParticipantEvent):
    """An event of a fighter."""

    who: str = state_field(WHO)


class FightAction[E: ParticipantEvent](ParticipantAction[Fight, E]):
    """An action of someone."""

    codes = CODES
    not_overridable = frozenset({"nothing_due"})

    def action(self, fight: Fight, event: E) -> str:
        """Return its action of a turn, "" if it is none."""
        return ""

    def check(self, fight: Fight, event: E) -> ActionCheck:
        codes = list(self.violations(fight, event))
        do = self.action(fight, event)
        if not do:
            return self.to_check(codes)
        fighter = fight[event.who]
        turn = fight.turn_of(fighter)
        senseless = [each for each in codes if each in self.not_overridable]
        if not fighter.able:
            codes = ["cannot_act", *senseless]
        elif fight.is_surprised(fighter):
            codes = ["surprised", *senseless]
        elif code := turn.refusal(do):
            codes.append(code)
        return self.to_check(codes, turn.price(do), turn.halves_left)

    def apply(self, fight: Fight, event: E, dice: RecordingDice) -> tuple[Fight, str]:
        fight = replace(fight, wild="")
        if do := self.action(fight, event):
            fighter = fight[event.who]
            fight = fight.but(fighter.but(turn=(*fighter.turn, do)))
        after, sentence = self.carry_out(fight, event, dice)
        return let_go(after), sentence

    def carry_out(self, fight: Fight, event: E, dice: RecordingDice) -> tuple[Fight, str]:
        """Return the fight after it, its action paid for, and the sentence for the log."""
        raise NotImplementedError(self.id)

    def next_actor(self, after: Fight, event: E) -> str:
        if after.roll:
            return after.roll.who
        return goes_on(after, event.who) if event.who in after else ""

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        if who in fight:
            yield from self.offer(fight, fight[who])

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        """Yield their options now, with reasons if they are blocked."""
        yield from ()

    def price_label(self, fight: Fight, event: E, check: ActionCheck) -> str:
        """Return the length of an action, or that it is part of another, such as a move with Graceful."""
        do = self.action(fight, event)
        if not do:
            return ""
        return LENGTHS[check.cost] if check.cost or not ACTIONS[do].halves else "part of another action"


def goes_on(fight: Fight, who: str) -> str:
    """Return `who` if they have a half-round action left and stay in turn, else "" for no one."""
    fighter = fight[who]
    turn = fight.turn_of(fighter)
    return who if fighter.able and fighter.has_acted and not fighter.passed and turn.halves_left > 0 else ""


def still_acting(fight: Fight) -> str:
    """Return the fighter whose turn a finished attack belongs to: the last who has started a turn."""
    started = [name for name in order_of(fight) if fight[name].has_acted]
    return goes_on(fight, started[-1]) if started else ""


class Answer[E: ParticipantEvent](FightAction[E]):
    """An action about a pending roll. Afterwards the turn that the roll interrupted continues."""

    can_override = False

    def next_actor(self, after: Fight, event: E) -> str:
        return after.roll.who if after.roll else still_acting(after)


def let_go(fight: Fight) -> Fight:
    """Release everyone who is held by an unconscious or absent fighter. T-203."""
    free = [
        each.but(held=None)
        for each in fight.fighters
        if each.held and (each.held.by not in fight or not fight[each.held.by].able)
    ]
    return fight.but(*free) if free else fight


def boxcars(dice: RecordingDice, fighter: Fighter, rolled: int, before: int = 0) -> Fighter:
    """Add a cinematic for boxcars among the dice that count, once for each roll. T-139, T-218, R-15."""
    if rolled != BOXCARS or before == BOXCARS:
        return fighter
    dice.note(f"Boxcars: a cinematic for {fighter.name}", "T-218")
    return fighter.but(cinematics=fighter.cinematics + 1)


def pluralize(number: int, what: str) -> str:
    """Return `1 wound` or `3 wounds`."""
    return wording.pluralize(number, what, f"{what}s")
