"""Resolve an attack whose dice have been rolled: the attacker chooses an effect, or it has none."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product

from rules_py.base.wording import join_words
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice, Flag, Input, Int, ListOf
from rules_py.systems.two_d6 import margins
from rules_py.systems.two_d6.tracker.actions.base import Answer, pluralize
from rules_py.systems.two_d6.tracker.actions.effects import EFFECTS, ORGAN, REVERSE, apply_effect, holds
from rules_py.systems.two_d6.tracker.actions.harm import blow_chances, dealt, describe_blow
from rules_py.systems.two_d6.tracker.actions.meeting import end_lost_attack, taken_hold
from rules_py.systems.two_d6.tracker.matchup import end_roll, lead, matchup_of
from rules_py.systems.two_d6.tracker.shape import Fight, Roll
from rules_py.tracker import ActionOption, ParticipantEvent, state_field

CHOICE = "The attacker chooses"
MAX_TO_ARMOUR = 4

FIRST = {each.key: each for each in margins.OPTIONS if each.at == margins.THRESHOLDS[0]}
SECOND = ("two_wounds", "knock_out", "cripple")
"""The second list’s options within one pick of each; two picks of the first list would make three."""
SEVERAL = {"two_from_first": 2, "three_from_first": 3, "one_from_each": 2}
WOUNDS = {"wound": 1, "two_wounds": 2, "three_wounds": 3}

TAKES = "takes"
"""The key of a spell’s effect that neither wounds nor holds."""
PICK = Choice("take", "Effect", {**EFFECTS, TAKES: "The spell takes effect"}, default="wound")


LONE = replace(PICK, name="pick", options={key: each for key, each in EFFECTS.items() if key not in SEVERAL})
"""The choice of a single pick within a combined option, which can’t itself be a combined one."""

MORE = Flag("more", "Add one wound (1 cinematic)", rule="T-223")
TO_ARMOUR = Int("to_armour", "Wounds absorbed by armour", 0, MAX_TO_ARMOUR, default=0, rule="T-211")


@dataclass(frozen=True, kw_only=True)
class SettleEvent(ParticipantEvent):
    take: str = state_field(PICK)
    picks: tuple[str, ...] = state_field(ListOf("picks", "Effects", LONE, most=3, default=[], rule="R-47"))
    more: bool = state_field(MORE)
    to_armour: int = state_field(TO_ARMOUR)


class Settle(Answer[SettleEvent]):
    """The attacker chooses one entry of those the margin opens. T-199 to T-201, R-47."""

    id, label = "settle", "Choose the effect"
    heading = CHOICE

    def violations(self, fight: Fight, event: SettleEvent) -> Iterator[str]:
        roll = fight.undecided_attack
        if roll is None:
            yield "nothing_due"
            return
        if not picks_open(fight, roll, event):
            yield "not_open"
        if event.more and not fight[roll.who].may_spend("wound"):
            yield "no_cinematic"

    def carry_out(self, fight: Fight, event: SettleEvent, dice: RecordingDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        if event.take == TAKES:
            return taken_hold(fight, roll)
        attacker = fight[roll.who]
        picks = event.picks if event.take in SEVERAL else (event.take,)
        wounds = sum(WOUNDS.get(each, 0) for each in picks) + event.more
        if event.more:
            dice.note(f"{roll.who} spends a cinematic: one extra wound", "T-223")
            attacker = attacker.after_using("wound")
        fight = fight.but(attacker)
        struck = fight[roll.on]
        sentences = []
        for each in dict.fromkeys(each for each in picks if each not in WOUNDS):
            fight, sentence = apply_effect(fight, roll.who, roll.on, each, magic=roll.weapon.magic)
            sentences.append(sentence)
        armour = min(event.to_armour, wounds) if fight[roll.on].worn_armour != "none" else 0
        if armour:
            fight = fight.but(fight[roll.on].but(armour_hit=fight[roll.on].armour_hit + armour))
            sentences.append(f"{roll.on}’s armour takes {pluralize(armour, 'wound')}.")
        wounds -= armour
        if struck.wounds and not fight[roll.on].wounds:  # the lost limb took the last wound: R-53
            wounds = 0
        if not wounds:
            return end_roll(fight, roll), " ".join(sentences)
        if struck.able and struck.may_spend("cancel"):  # as at the time of the blow
            waits = fight.but(roll=replace(roll, wounds=wounds))
            return waits, " ".join((*sentences, f"{roll.on} is about to take {pluralize(wounds, 'wound')}."))
        after, sentence = dealt(fight, roll, wounds, dice)
        return after, " ".join((*sentences, sentence))

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        roll = fight.undecided_attack
        if roll is None or not lead(fight, roll):
            return
        if roll.weapon.bends:
            yield self.option(
                fight,
                {"take": TAKES},
                id="settle-takes",
                title=f"{roll.weapon.name} affects {roll.on}",
                button="OK",
                rules=("T-234",),
            )
            return
        open_keys = {each.key for each in open_now(fight, roll)}
        most = matchup_of(fight, roll).result(roll.attack, roll.defence)
        extra = fight[roll.who].may_spend("wound")
        if "wound" in open_keys and isinstance(most, int):
            yield self._wounds(fight, roll, most, more=False)
            if extra:
                yield self._wounds(fight, roll, most, more=True)
        more = (MORE,) if extra else ()
        others = {key: EFFECTS[key] for key in self._others(fight, roll, open_keys)}
        if others:
            yield self.option(
                fight,
                {},
                id="settle-other",
                title="Another effect" if "wound" in open_keys else "Effect",
                button="Apply",
                inputs=(replace(PICK, options=others, default=next(iter(others))),),
                more_inputs=more,
                rules=("T-199", "R-47"),
            )
        for key in SEVERAL:
            if key in open_keys:
                yield self._several(fight, key, open_keys, more)

    def _others(self, fight: Fight, roll: Roll, open_keys: set[str]) -> Iterator[str]:
        also = {
            REVERSE: "grapple" in open_keys and holds(fight, roll.on, roll.who),
            ORGAN: "destroy" in open_keys,
        }
        for key in EFFECTS:
            if also.get(key) or (key in open_keys and key not in WOUNDS and key not in SEVERAL):
                yield key

    def _wounds(self, fight: Fight, roll: Roll, most: int, *, more: bool) -> ActionOption:
        target = fight[roll.on]
        number = most + more
        counting = bool(target.armour_wounds) and target.worn_armour != "none"
        return self.option(
            fight,
            {"take": next(key for key, each in WOUNDS.items() if each == most), "more": more},
            id=f"settle-wounds{'-more' if more else ''}",
            title=f"{pluralize(number, 'wound')}{', including 1 from a cinematic' if more else ''}",
            button=f"Deal {pluralize(number, 'wound')}",
            note=describe_blow(target, number),
            chances=blow_chances(fight, target, number),
            more_inputs=(TO_ARMOUR,) if counting else (),
            rules=("T-223", "R-22") if more else ("R-47",),
        )

    def _several(self, fight: Fight, key: str, open_keys: set[str], more: tuple[Input, ...]) -> ActionOption:
        first = [each for each in FIRST if each in open_keys]
        pick_pairs: Iterator[Sequence[str]] = (
            product(first, SECOND)
            if key == "one_from_each"
            else combinations_with_replacement(first, SEVERAL[key])
        )
        options = {
            json.dumps(picks): join_words(
                [describe_margins(each) for each in picks], conjunction="and"
            ).capitalize()
            for picks in map(list, pick_pairs)
            if any(each not in WOUNDS for each in picks)
        }
        return self.option(
            fight,
            {"take": key, "picks": json.loads(next(iter(options)))},
            id=f"settle-{key}",
            title=EFFECTS[key],
            button="Apply",
            inputs=(Choice("picks", "Effects", options, default=next(iter(options))),),
            more_inputs=more,
            rules=("T-200" if key == "two_from_first" else "T-201", "R-47"),
        )


def describe_margins(key: str) -> str:
    return next(each.name for each in margins.OPTIONS if each.key == key).lower()


def open_now(fight: Fight, roll: Roll) -> tuple[margins.Option, ...]:
    """Return the entries that are open; a spell that grapples does nothing else. R-90, R-91."""
    if roll.weapon.kind == "entangle":
        return (FIRST["grapple"],) if lead(fight, roll) else ()
    return margins.open_at(lead(fight, roll), roll.weapon.opens)


def picks_open(fight: Fight, roll: Roll, event: SettleEvent) -> bool:
    """Return whether the choice is one entry of an open list, with valid picks within it. R-47."""
    if roll.weapon.bends:
        return bool(lead(fight, roll)) and event.take == TAKES
    open_keys = {each.key for each in open_now(fight, roll)}
    if "destroy" in open_keys:
        open_keys.add(ORGAN)
    if "grapple" in open_keys and holds(fight, roll.on, roll.who):
        open_keys.add(REVERSE)
    if event.take not in open_keys:
        return False
    if event.take not in SEVERAL:
        return not event.picks
    if len(event.picks) != SEVERAL[event.take] or not {*event.picks} <= open_keys:
        return False
    if event.take == "one_from_each":
        return event.picks[0] in FIRST and event.picks[1] in SECOND
    return {*event.picks} <= {*FIRST}


class NoEffect(Answer[ParticipantEvent]):
    """A lost attack, or one whose effect is not used."""

    id, label = "leave", "Leave as is"
    button = "Continue"
    heading = CHOICE

    def violations(self, fight: Fight, event: ParticipantEvent) -> Iterator[str]:
        if fight.undecided_attack is None:
            yield "nothing_due"

    def carry_out(self, fight: Fight, event: ParticipantEvent, dice: RecordingDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        failed = matchup_of(fight, roll).failure(roll.attack)
        wounds_left_text = (
            "The spell fails"
            if failed
            else "The attack has no further effect"
            if lead(fight, roll)
            else "The defence holds"
        )
        after, more = end_lost_attack(fight, roll) if not lead(fight, roll) else (fight.but(roll=None), "")
        return after, f"{wounds_left_text}.{more}"

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        roll = fight.undecided_attack
        if roll is None or lead(fight, roll):
            return
        failed = matchup_of(fight, roll).failure(roll.attack)
        yield self.option(
            fight,
            {},
            title="The spell fails" if failed else "The defence holds",
            rules=("T-236",) if failed else ("T-198",),
        )
