"""An attack whose dice lie on the table: what its attacker chooses of the lists, or that it is left so."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, product

from rules_py.base.wording import join_words
from rules_py.dice.dice import RecordingDice
from rules_py.inputs import Choice, Flag, Input, Int, ListOf
from rules_py.systems.two_d6 import margins
from rules_py.systems.two_d6.tracker.actions.base import Answer, FightAction, counted
from rules_py.systems.two_d6.tracker.actions.effects import EFFECTS, ORGAN, REVERSE, affected, holds
from rules_py.systems.two_d6.tracker.actions.harm import blow_chances, blow_said, dealt
from rules_py.systems.two_d6.tracker.actions.meeting import lost, taken_hold
from rules_py.systems.two_d6.tracker.matchup import lead, matchup_of
from rules_py.systems.two_d6.tracker.shape import Event, Fight, Roll
from rules_py.tracker import ActionOption

CHOICE = "The attacker chooses"
MOST_TO_ARMOUR = 4

FIRST = {each.key: each for each in margins.OPTIONS if each.at == margins.THRESHOLDS[0]}
SECOND = ("two_wounds", "knock_out", "cripple")
"""The second list’s options within one pick of each; two picks of the first list would make three."""
SEVERAL = {"two_from_first": 2, "three_from_first": 3, "one_from_each": 2}
WOUNDS = {"wound": 1, "two_wounds": 2, "three_wounds": 3}

TAKES = "takes"
"""The key of a spell’s effect that neither wounds nor holds."""
PICK = Choice("take", "What the attacker does", {**EFFECTS, TAKES: "The spell takes hold"}, default="wound")


LONE = replace(PICK, name="pick", options={key: each for key, each in EFFECTS.items() if key not in SEVERAL})
"""The choice of a single pick within a combined option, which can’t itself be a combined one."""


class Settle(Answer):
    """The attacker chooses one entry of those the margin opens. T-199 to T-201, R-47."""

    id, label = "settle", "What the attack does"
    heading = CHOICE
    fields = (
        PICK,
        ListOf("picks", "Picks", LONE, most=3, default=[], rule="R-47"),
        Flag("more", "A cinematic adds one wound", rule="T-223"),
        Int("to_armour", "Wounds of these that go to the armour", 0, MOST_TO_ARMOUR, default=0, rule="T-211"),
    )

    def violations(self, fight: Fight, event: Event) -> Iterator[str]:
        roll = fight.undecided
        if roll is None:
            yield "nothing_due"
            return
        if not picks_open(fight, roll, event):
            yield "not_open"
        if event.more and not fight[roll.who].may_spend("wound"):
            yield "no_cinematic"

    def carry_out(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        if event.take == TAKES:
            return taken_hold(fight, roll)
        attacker = fight[roll.who]
        picks = event.picks if event.take in SEVERAL else (event.take,)
        wounds = sum(WOUNDS.get(each, 0) for each in picks) + event.more
        if event.more:
            dice.note(f"{roll.who} spends a cinematic: one wound more", "T-223")
            attacker = attacker.spent("wound")
        fight = fight.but(attacker)
        struck = fight[roll.on]
        sentences = []
        for each in dict.fromkeys(each for each in picks if each not in WOUNDS):
            fight, sentence = affected(fight, roll.who, roll.on, each, magic=roll.weapon.magic)
            sentences.append(sentence)
        armour = min(event.to_armour, wounds) if fight[roll.on].worn != "none" else 0
        if armour:
            fight = fight.but(fight[roll.on].but(armour_hit=fight[roll.on].armour_hit + armour))
            sentences.append(f"{counted(armour, 'wound')} to the armour of {roll.on}.")
        wounds -= armour
        if struck.wounds and not fight[roll.on].wounds:  # the lost limb took the last one: R-53
            wounds = 0
        if not wounds:
            return fight.but(roll=None), " ".join(sentences)
        if struck.able and struck.may_spend("cancel"):  # as they stood when the blow fell
            waits = fight.but(roll=replace(roll, wounds=wounds))
            return waits, " ".join((*sentences, f"{counted(wounds, 'wound')} for {roll.on}."))
        after, sentence = dealt(fight, roll, wounds, dice)
        return after, " ".join((*sentences, sentence))

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        roll = fight.undecided
        if roll is None or not lead(fight, roll):
            return
        if roll.weapon.bends:
            yield self.option(
                fight,
                {"take": TAKES},
                id="settle-takes",
                title=f"{roll.weapon.name} takes hold of {roll.on}",
                button="So be it",
                rules=("T-234",),
            )
            return
        opened = {each.key for each in open_now(fight, roll)}
        most = matchup_of(fight, roll).result(roll.attack, roll.defence)
        extra = fight[roll.who].may_spend("wound")
        if "wound" in opened and isinstance(most, int):
            yield self._wounds(fight, roll, most, more=False)
            if extra:
                yield self._wounds(fight, roll, most, more=True)
        more = (_field(self, "more"),) if extra else ()
        others = {key: EFFECTS[key] for key in self._others(fight, roll, opened)}
        if others:
            yield self.option(
                fight,
                {},
                id="settle-other",
                title="Something else" if "wound" in opened else "What it does",
                button="Do it",
                inputs=(replace(PICK, options=others, default=next(iter(others))),),
                more_inputs=more,
                rules=("T-199", "R-47"),
            )
        for key in SEVERAL:
            if key in opened:
                yield self._several(fight, roll, key, opened, more)

    def _others(self, fight: Fight, roll: Roll, opened: set[str]) -> Iterator[str]:
        also = {REVERSE: "grapple" in opened and holds(fight, roll.on, roll.who), ORGAN: "destroy" in opened}
        for key in EFFECTS:
            if also.get(key) or (key in opened and key not in WOUNDS and key not in SEVERAL):
                yield key

    def _wounds(self, fight: Fight, roll: Roll, most: int, *, more: bool) -> ActionOption:
        target = fight[roll.on]
        number = most + more
        counting = bool(target.armour_wounds) and target.worn != "none"
        return self.option(
            fight,
            {"take": next(key for key, each in WOUNDS.items() if each == most), "more": more},
            id=f"settle-wounds{'-more' if more else ''}",
            title=f"{counted(number, 'wound')}{', one of them for a cinematic' if more else ''}",
            button=f"Deal {counted(number, 'wound')}",
            note=blow_said(target, number),
            chances=blow_chances(target, number),
            more_inputs=(_field(self, "to_armour"),) if counting else (),
            rules=("T-223", "R-22") if more else ("R-47",),
        )

    def _several(
        self, fight: Fight, roll: Roll, key: str, opened: set[str], more: tuple[Input, ...]
    ) -> ActionOption:
        first = [each for each in FIRST if each in opened]
        found: Iterator[Sequence[str]] = (
            product(first, SECOND)
            if key == "one_from_each"
            else combinations_with_replacement(first, SEVERAL[key])
        )
        options = {
            json.dumps(picks): join_words(
                [margins_said(each) for each in picks], conjunction="and"
            ).capitalize()
            for picks in map(list, found)
            if any(each not in WOUNDS for each in picks)
        }
        return self.option(
            fight,
            {"take": key, "picks": json.loads(next(iter(options)))},
            id=f"settle-{key}",
            title=EFFECTS[key],
            button="Do these",
            inputs=(Choice("picks", "Which", options, default=next(iter(options))),),
            more_inputs=more,
            rules=("T-200" if key == "two_from_first" else "T-201", "R-47"),
        )


def margins_said(key: str) -> str:
    return next(each.name for each in margins.OPTIONS if each.key == key).lower()


def _field(action: FightAction, name: str) -> Input:
    return next(each for each in action.fields if each.name == name)


def open_now(fight: Fight, roll: Roll) -> tuple[margins.Option, ...]:
    """Return the entries that are open; a spell that grapples does nothing else. R-90, R-91."""
    if roll.weapon.kind == "entangle":
        return (FIRST["grapple"],) if lead(fight, roll) else ()
    return margins.open_at(lead(fight, roll), roll.weapon.opens)


def picks_open(fight: Fight, roll: Roll, event: Event) -> bool:
    """Return whether what is chosen is one entry of an open list, with the right picks inside. R-47."""
    if roll.weapon.bends:
        return bool(lead(fight, roll)) and event.take == TAKES
    opened = {each.key for each in open_now(fight, roll)}
    if "destroy" in opened:
        opened.add(ORGAN)
    if "grapple" in opened and holds(fight, roll.on, roll.who):
        opened.add(REVERSE)
    if event.take not in opened:
        return False
    if event.take not in SEVERAL:
        return not event.picks
    if len(event.picks) != SEVERAL[event.take] or not {*event.picks} <= opened:
        return False
    if event.take == "one_from_each":
        return event.picks[0] in FIRST and event.picks[1] in SECOND
    return {*event.picks} <= {*FIRST}


class Nothing(Answer):
    """An attack that is left as it stands: lost, with nothing more to be done about it."""

    id, label = "leave", "Leave it so"
    button = "Go on"
    heading = CHOICE
    fields = ()

    def violations(self, fight: Fight, event: Event) -> Iterator[str]:
        if fight.undecided is None:
            yield "nothing_due"

    def carry_out(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        failed = matchup_of(fight, roll).failure(roll.attack)
        stood = (
            "The spell fails"
            if failed
            else "The attack does no more"
            if lead(fight, roll)
            else "The defence holds"
        )
        after, more = lost(fight, roll) if not lead(fight, roll) else (fight.but(roll=None), "")
        return after, f"{stood}.{more}"

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        roll = fight.undecided
        if roll is None or lead(fight, roll):
            return
        failed = matchup_of(fight, roll).failure(roll.attack)
        yield self.option(
            fight,
            {},
            title="The spell fails" if failed else "The defence holds",
            rules=("T-236",) if failed else ("T-198",),
        )
