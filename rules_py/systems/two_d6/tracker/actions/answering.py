"""The defender’s actions: defending against a spell with several targets, and answering when far ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice
from rules_py.systems.two_d6.sums import SIDES, SNAKE_EYES, rerolled_sums
from rules_py.systems.two_d6.tracker.actions.attack import WAY
from rules_py.systems.two_d6.tracker.actions.base import Answer, FighterEvent, boxcars
from rules_py.systems.two_d6.tracker.actions.blows import shares
from rules_py.systems.two_d6.tracker.actions.effects import EFFECTS, apply_effect
from rules_py.systems.two_d6.tracker.actions.meeting import (
    end_lost_attack,
    finish_roll,
    resolve_next_target,
    roll_defence,
    stands,
)
from rules_py.systems.two_d6.tracker.defences import DEFENCE_LABELS
from rules_py.systems.two_d6.tracker.matchup import (
    best_defence,
    defence_options,
    matchup,
    matchup_of,
    possible_answer,
)
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter, Roll, Spread
from rules_py.tracker import ActionOption, ParticipantEvent, faces, state_field

DEFENDER = "The defender’s response"


COUNTER = Choice(
    "take", "Effect", {key: EFFECTS[key] for key in ("disarm", "trip", "shove", "grapple")}, default="disarm"
)


class AttackAnswer[E: ParticipantEvent](Answer[E]):
    """A response to an attack that missed by enough. `answer` is its name in `possible_answer`."""

    answer: ClassVar[str]
    heading = DEFENDER

    def violations(self, fight: Fight, event: E) -> Iterator[str]:
        if self.attack(fight) is None:
            yield "nothing_due"

    def attack(self, fight: Fight) -> Roll | None:
        """Return the attack that can be answered now."""
        roll = fight.undecided_attack
        return roll if roll and possible_answer(fight, roll) == self.answer else None


@dataclass(frozen=True, kw_only=True)
class ParryEvent(ParticipantEvent):
    take: str = state_field(COUNTER)


class Parry(AttackAnswer[ParryEvent]):
    """Vicious Parry: a defender who is ahead by 5 turns on the attacker. T-088."""

    id, label, answer = "parry", "Vicious Parry", "parry"
    button = "Counterattack"
    rules = ("T-088",)

    def carry_out(self, fight: Fight, event: ParryEvent, dice: RecordingDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        after, more = end_lost_attack(fight, roll)
        after, sentence = apply_effect(after, roll.on, roll.who, event.take, magic=False)
        dice.note(f"{roll.on} is ahead by 5 or more", "T-088")
        return after, f"{roll.on} answers with a Vicious Parry: {sentence}{more}"

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        if roll := self.attack(fight):
            yield self.option(fight, {}, title=f"{roll.on}: Vicious Parry", inputs=(COUNTER,))


@dataclass(frozen=True, kw_only=True)
class DefendEvent(FighterEvent):
    way: str = state_field(WAY)


class Defend(Answer[DefendEvent]):
    """The next target of a widened spell defends against its one cast. R-72."""

    id, label = "defend", "Defend as well"
    button = "Defend"
    heading = DEFENDER
    rules = ("T-080", "R-72")
    dice = faces(SIDES, SIDES)

    def violations(self, fight: Fight, event: DefendEvent) -> Iterator[str]:
        spread = fight.spread
        if not spread or fight.roll or spread.on[0] != event.who:
            yield "nothing_due"
        elif event.way and event.way not in self._defences(fight, spread):
            yield "bad_target"

    def carry_out(self, fight: Fight, event: DefendEvent, dice: RecordingDice) -> tuple[Fight, str]:
        after, sentence = resolve_next_target(fight, dice, way=event.way)
        return after, f"{event.who} defends as well: {sentence}"

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        spread = fight.spread
        if not spread or fight.roll or spread.on[0] != fighter.name:
            return
        caster, ways = fight[spread.who], self._defences(fight, spread)
        way = best_defence(fight, caster, fighter, spread.weapon)
        duel = matchup(fight, caster, fighter, spread.weapon, way)
        counts = duel.results({spread.attack: 1}, rerolled_sums(duel.top))
        options = {
            each: f"{DEFENCE_LABELS[each]} +{matchup(fight, caster, fighter, spread.weapon, each).def_bonus}"
            for each in ways
        }
        yield self.option(
            fight,
            {"who": fighter.name},
            title=f"{fighter.name} against {spread.weapon.name}",
            note=f"The casting total is {spread.attack + duel.att_bonus}.",
            inputs=(Choice("way", f"{fighter.name} defends with", options, start=way),)
            if len(ways) > 1
            else (),
            dice=(("Defence, first", SIDES), ("Defence, second", SIDES)),
            shares=shares(counts, caster, spread.weapon),
        )

    def _defences(self, fight: Fight, spread: Spread) -> tuple[str, ...]:
        return defence_options(fight, fight[spread.who], fight[spread.on[0]], spread.weapon)


class TurnBack(AttackAnswer[ParticipantEvent]):
    """Spell Turning: the spell flies back, with its caster's own total. T-085, R-71."""

    id, label, answer = "turn_back", "Spell Turning", "turn"
    button = "Send it back"
    rules = ("T-085", "R-71")
    dice = faces(SIDES, SIDES)

    def carry_out(self, fight: Fight, event: ParticipantEvent, dice: RecordingDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        caster, turner = fight[roll.who], fight[roll.on]
        weapon_back = replace(roll.weapon, dc=None)  # it was cast, so it can't fail any more
        way = best_defence(fight, turner, caster, weapon_back)
        bonus = matchup_of(fight, roll).att_bonus
        back = Roll(
            who=turner.name,
            on=caster.name,
            weapon=weapon_back,
            way=way,
            attack=roll.attack,
            defence=SNAKE_EYES,
            turned=True,
            bonus=bonus,
        )
        rolled = roll_defence(dice, caster, matchup_of(fight, back), way).sum
        caster = boxcars(dice, caster, rolled)
        back = replace(back, defence=rolled)
        fight = fight.but(caster, roll=back)
        return finish_roll(
            fight, f"{turner.name} turns the spell on {caster.name}: {stands(dice, fight, back)}"
        )

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        if roll := self.attack(fight):
            yield self.option(
                fight,
                {},
                title=f"{roll.on}: Spell Turning",
                note=f"{roll.who} may defend against the returned spell.",
                dice=(("Defence, first", SIDES), ("Defence, second", SIDES)),
            )
