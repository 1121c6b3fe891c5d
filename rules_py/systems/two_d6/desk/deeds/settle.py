"""An attack whose dice lie on the table: throws made again, what the attacker chooses, what a defender who is
far ahead does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product

from rules_py.desk import Act, faces
from rules_py.dice.dice import FacedDice
from rules_py.inputs import Choice, Flag, Input, Int, ListOf
from rules_py.systems.two_d6 import margins
from rules_py.systems.two_d6.desk.deeds.attack import (
    RESULT_SAID,
    armour_label,
    armour_rule,
    finished,
    lost,
    shares,
    stands,
    thrown_attack,
    thrown_defence,
)
from rules_py.systems.two_d6.desk.deeds.base import Answer, FightDeed, boxcars, counted
from rules_py.systems.two_d6.desk.deeds.harm import blow_chances, blow_said, dealt
from rules_py.systems.two_d6.desk.matchup import (
    THROWN_AGAIN,
    Result,
    again,
    answers_back,
    best_way,
    due_again,
    met_by,
)
from rules_py.systems.two_d6.desk.shape import Event, Fight, Fighter, Hold, Roll
from rules_py.systems.two_d6.rolls import rolled
from rules_py.systems.two_d6.sums import SIDES, SNAKE_EYES
from rules_py.wording import said

AGAIN, CHOICE = "Throw again", "The attacker chooses"
MOST_TO_ARMOUR = 4

FIRST = {each.key: each for each in margins.OPTIONS if each.at == margins.THRESHOLDS[0]}
SECOND = ("two_wounds", "knock_out", "cripple")
"""What is picked of the second list within one pick of each; two of the first there would make it three of
them.
"""
SEVERAL = {"two_from_first": 2, "three_from_first": 3, "one_from_each": 2}
WOUNDS = {"wound": 1, "two_wounds": 2, "three_wounds": 3}
ORGAN, REVERSE = "destroy_organ", "reverse"

EFFECTS = {
    **{each.key: each.name for each in margins.OPTIONS},
    "distract": "Distract: a half-round less",
    "trip": "Trip to the ground",
    "shove": "Shove 5 feet",
    "grapple": "Grapple: hold, keep or break",
    REVERSE: "Break and turn the hold",
    "destroy": "Destroy a limb",
    ORGAN: "Destroy an organ",
}
PICK = Choice("take", "What the attacker does", EFFECTS, default="wound")


class Settle(Answer):
    """The attacker chooses one entry of those the margin opens. T-199 to T-201, R-47."""

    do, label = "settle", "What the attack does"
    fields = (
        PICK,
        ListOf("picks", "Picks", replace(PICK, name="pick"), most=3, default=[], rule="R-47"),
        Flag("more", "A cinematic adds one wound", rule="T-223"),
        Int("to_armour", "Wounds of these that go to the armour", 0, MOST_TO_ARMOUR, default=0, rule="T-211"),
    )

    def refusals(self, fight: Fight, event: Event) -> Iterator[str]:
        roll = fight.roll
        if roll is None or roll.wounds is not None:
            yield "nothing_due"
            return
        if not picks_open(fight, roll, event):
            yield "not_open"
        if event.more and not fight[roll.who].may_spend("wound"):
            yield "no_cinematic"

    def carried_out(self, fight: Fight, event: Event, dice: FacedDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        attacker = fight[roll.who]
        picks = event.picks if event.take in SEVERAL else (event.take,)
        wounds = sum(WOUNDS.get(each, 0) for each in picks) + event.more
        if event.more:
            dice.note(f"{roll.who} spends a cinematic: one wound more", "T-223")
            attacker = attacker.spent("wound")
        fight = fight.but(attacker)
        sentences = []
        for each in dict.fromkeys(each for each in picks if each not in WOUNDS):
            fight, sentence = affected(fight, roll.who, roll.on, each, magic=roll.weapon.magic)
            sentences.append(sentence)
        armour = min(event.to_armour, wounds) if fight[roll.on].worn != "none" else 0
        if armour:
            fight = fight.but(fight[roll.on].but(armour_hit=fight[roll.on].armour_hit + armour))
            sentences.append(f"{counted(armour, 'wound')} to the armour of {roll.on}.")
        if wounds > armour:
            fight, sentence = _dealt(fight, replace(roll, wounds=wounds - armour), dice)
            sentences.append(sentence)
        else:
            fight = fight.but(roll=None)
        return fight, " ".join(sentences)

    def offers(self, fight: Fight, who: str) -> Iterator[Act]:
        roll = fight.roll
        if roll is None or roll.wounds is not None:
            return
        if not ahead(fight, roll):
            return
        opened = {each.key for each in open_now(fight, roll)}
        most = met_by(fight, roll).result(roll.attack, roll.defence)
        extra = fight[roll.who].may_spend("wound")
        if "wound" in opened and isinstance(most, int):
            yield self._wounds(fight, roll, most, more=False)
            if extra:
                yield self._wounds(fight, roll, most, more=True)
        more = (_field(self, "more"),) if extra else ()
        others = {key: EFFECTS[key] for key in self._others(fight, roll, opened)}
        if others:
            yield self.act(
                fight,
                {},
                id="settle-other",
                title="Something else" if "wound" in opened else "What it does",
                button="Do it",
                kind=CHOICE,
                inputs=(replace(PICK, options=others, default=next(iter(others))),),
                more=more,
                may_allow=False,
                rules=("T-199", "R-47"),
            )
        for key in SEVERAL:
            if key in opened:
                yield self._several(fight, roll, key, opened, more)

    def _others(self, fight: Fight, roll: Roll, opened: set[str]) -> Iterator[str]:
        also = {REVERSE: "grapple" in opened and _holds(fight, roll.on, roll.who), ORGAN: "destroy" in opened}
        for key in EFFECTS:
            if also.get(key) or (key in opened and key not in WOUNDS and key not in SEVERAL):
                yield key

    def _wounds(self, fight: Fight, roll: Roll, most: int, *, more: bool) -> Act:
        target = fight[roll.on]
        number = most + more
        counting = bool(target.armour_wounds) and target.worn != "none"
        return self.act(
            fight,
            {"take": next(key for key, each in WOUNDS.items() if each == most), "more": more},
            id=f"settle-wounds{'-more' if more else ''}",
            title=f"{counted(number, 'wound')}{', one of them for a cinematic' if more else ''}",
            button=f"Deal {counted(number, 'wound')}",
            kind=CHOICE,
            note=blow_said(target, number),
            figures=blow_chances(target, number),
            more=(_field(self, "to_armour"),) if counting else (),
            may_allow=False,
            rules=("T-223", "R-22") if more else ("R-47",),
        )

    def _several(self, fight: Fight, roll: Roll, key: str, opened: set[str], more: tuple[Input, ...]) -> Act:
        first = [each for each in FIRST if each in opened]
        found: Iterator[Sequence[str]] = (
            product(first, SECOND)
            if key == "one_from_each"
            else combinations_with_replacement(first, SEVERAL[key])
        )
        options = {
            json.dumps(picks): said([margins_said(each) for each in picks], word="and").capitalize()
            for picks in map(list, found)
            if any(each not in WOUNDS for each in picks)
        }
        return self.act(
            fight,
            {"take": key, "picks": json.loads(next(iter(options)))},
            id=f"settle-{key}",
            title=EFFECTS[key],
            button="Do these",
            kind=CHOICE,
            inputs=(Choice("picks", "Which", options, default=next(iter(options))),),
            more=more,
            may_allow=False,
            rules=("T-200" if key == "two_from_first" else "T-201", "R-47"),
        )


def margins_said(key: str) -> str:
    return next(each.name for each in margins.OPTIONS if each.key == key).lower()


def _field(deed: FightDeed, name: str) -> Input:
    return next(each for each in deed.fields if each.name == name)


def ahead(fight: Fight, roll: Roll) -> int:
    """By how much the attacker is ahead, 0 where the defence holds or a spell failed."""
    met = met_by(fight, roll)
    return 0 if met.failed(roll.attack) else max(0, met.margin(roll.attack, roll.defence))


def open_now(fight: Fight, roll: Roll) -> tuple[margins.Option, ...]:
    """The entries that are open; a spell that grapples does nothing else. R-90, R-91."""
    if roll.weapon.kind == "entangle":
        return (FIRST["grapple"],) if ahead(fight, roll) else ()
    return margins.open_at(ahead(fight, roll), roll.weapon.kind)


def picks_open(fight: Fight, roll: Roll, event: Event) -> bool:
    """Whether what is chosen is one entry of an open list, with the right picks inside. R-47."""
    opened = {each.key for each in open_now(fight, roll)}
    if "destroy" in opened:
        opened.add(ORGAN)
    if "grapple" in opened and _holds(fight, roll.on, roll.who):
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


def _holds(fight: Fight, holder: str, who: str) -> bool:
    held = fight[who].held
    return held is not None and held.by == holder


def affected(fight: Fight, who: str, on: str, key: str, *, magic: bool = False) -> tuple[Fight, str]:
    """What an entry other than wounds does to its target, and a sentence on it."""
    attacker, target = fight[who], fight[on]
    if key in ("grapple", REVERSE):
        return _grappled(fight, attacker, target, key, magic=magic)
    if key == "distract":
        now = not target.turn and not fight.surprised(target)
        when = fight.round if now else fight.round + 1
        after = target.but(distracted=tuple(sorted({*target.distracted, when})))
    else:
        after = {
            "disarm": target.but(disarmed=True),
            "trip": target.but(prone=True),
            "shove": target,
            "knock_out": target.but(knocked_out=True, aiming=False),
            "cripple": target.but(limbs=target.limbs + 1),
            "destroy": _without_a_limb(target),
            ORGAN: target,
        }[key]
    words = {
        "disarm": "loses the weapon",
        "distract": "is distracted",
        "trip": "falls to the ground",
        "shove": "is pushed 5 feet",
        "knock_out": "is knocked out",
        "cripple": "can’t use a limb any more",
        "destroy": "loses a limb",
        ORGAN: "loses an organ",
    }
    return fight.but(after), f"{on} {words[key]}."


def _without_a_limb(target: Fighter) -> Fighter:
    """Somebody with one wound less for good; at 0 a death check is due. T-208, T-217, R-52."""
    most = max(0, target.wounds_max - 1)
    left = min(target.wounds, most)
    dying = "due" if target.wounds and not left else target.dying
    return target.but(lost=target.lost + 1, wounds_max=most, wounds=left, dying=dying)


def _grappled(
    fight: Fight, attacker: Fighter, target: Fighter, key: str, *, magic: bool
) -> tuple[Fight, str]:
    """A hold begins, is kept, broken or turned round. T-204, T-206, R-50."""
    hold = Hold(attacker.name, fight.round, magic)
    if attacker.held and attacker.held.by == target.name:
        free = attacker.but(held=None)
        if key == REVERSE:
            return fight.but(
                free, target.but(held=hold)
            ), f"{attacker.name} breaks free and holds {target.name}."
        return fight.but(free), f"{attacker.name} breaks free of {target.name}."
    keeps = target.held is not None and target.held.by == attacker.name
    said_so = f"{attacker.name} {'keeps hold of' if keeps else 'holds'} {target.name}."
    return fight.but(target.but(held=hold)), said_so


def _dealt(fight: Fight, roll: Roll, dice: FacedDice) -> tuple[Fight, str]:
    """The wounds are dealt, or wait for a target who could cancel one of them."""
    assert roll.wounds is not None
    if fight[roll.on].able and fight[roll.on].may_spend("cancel"):
        return fight.but(roll=roll), f"{counted(roll.wounds, 'wound')} for {roll.on}."
    return dealt(fight, roll, roll.wounds, dice)


class Nothing(Answer):
    """An attack that is left as it stands: lost, with nothing more to be done about it."""

    do, label = "leave", "Leave it so"
    fields = ()

    def refusals(self, fight: Fight, event: Event) -> Iterator[str]:
        if fight.roll is None or fight.roll.wounds is not None:
            yield "nothing_due"

    def carried_out(self, fight: Fight, event: Event, dice: FacedDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        failed = met_by(fight, roll).failed(roll.attack)
        stood = (
            "The spell fails"
            if failed
            else "The attack does no more"
            if ahead(fight, roll)
            else "The defence holds"
        )
        after, more = lost(fight, roll) if not ahead(fight, roll) else (fight.but(roll=None), "")
        return after, f"{stood}.{more}"

    def offers(self, fight: Fight, who: str) -> Iterator[Act]:
        roll = fight.roll
        if roll is None or roll.wounds is not None or ahead(fight, roll):
            return
        failed = met_by(fight, roll).failed(roll.attack)
        yield self.act(
            fight,
            {},
            id="leave",
            title="The spell fails" if failed else "The defence holds",
            button="Go on",
            kind=CHOICE,
            may_allow=False,
            rules=("T-236",) if failed else ("T-198",),
        )


class Reroll(Answer):
    """A throw of the attack made again: by armour, or for a cinematic. R-20, R-25."""

    do, label = "reroll", "Throw again"
    fields = (Choice("by", "Which throw", THROWN_AGAIN, default="armour"),)
    dice = faces(SIDES, SIDES)

    def refusals(self, fight: Fight, event: Event) -> Iterator[str]:
        if (
            fight.roll is None
            or fight.roll.wounds is not None
            or event.by not in due_again(fight, fight.roll)
        ):
            yield "nothing_due"

    def carried_out(self, fight: Fight, event: Event, dice: FacedDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        met = met_by(fight, roll)
        attacker, target = fight[roll.who], fight[roll.on]
        attack, defence = roll.attack, roll.defence
        if event.by == "armour":
            defence = rolled(dice, armour_label(target, met), rule=armour_rule(target) or "T-158").sum
            target, words = boxcars(dice, target, defence), f"The armour of {roll.on} gives another throw"
        elif event.by == "defence":
            thrown = thrown_defence(dice, target, met, roll.way).sum
            target = boxcars(dice, target.spent("reroll"), max(thrown, defence), defence)
            defence, words = max(thrown, defence), f"{roll.on} spends a cinematic to throw again"
        else:
            thrown = thrown_attack(dice, attacker, roll.weapon, met)
            attacker = boxcars(dice, attacker.spent("reroll"), max(thrown, attack), attack)
            attack, words = max(thrown, attack), f"{roll.who} spends a cinematic to throw again"
            if met.failed(roll.attack) and not met.failed(attack):  # only now has the defence to answer it
                target = boxcars(dice, target, defence)
        if event.by != "armour":
            dice.note("The better of the two counts", "R-20")
        after = replace(roll, attack=attack, defence=defence, rerolled=(*roll.rerolled, event.by))
        fight = fight.but(attacker, target, roll=after)
        return finished(fight, f"{words}: {stands(dice, fight, after)}")

    def offers(self, fight: Fight, who: str) -> Iterator[Act]:
        roll = fight.roll
        if roll is None or roll.wounds is not None:
            return
        now = met_by(fight, roll).result(roll.attack, roll.defence)
        attacker, target = fight[roll.who], fight[roll.on]
        for by in due_again(fight, roll):
            counts = again(fight, roll, by)
            doer = attacker if by == "attack" else target
            title = (
                f"{target.name}’s armour: throw the {roll.defence} again"
                if by == "armour"
                else f"{doer.name} throws again for a cinematic"
            )
            yield self.act(
                fight,
                {"by": by},
                id=f"reroll-{by}",
                title=title,
                button="Throw again",
                kind=AGAIN,
                note=_gain_said(now, counts, by),
                dice=(("First die", SIDES), ("Second die", SIDES)),
                shares=shares(counts, attacker),
                figures=_gain(now, counts, by),
                may_allow=False,
                rules=("R-25", "R-23") if by == "armour" else ("T-226", "R-20"),
            )


def _gain_said(now: Result, counts: dict[Result, int], by: str) -> str:
    stands_now = "holds" if now == 0 else str(RESULT_SAID[now]).lower()
    keeps = "The second throw stands, whatever it is." if by == "armour" else "The better of the two counts."
    return f"Now: {'the defence holds' if now == 0 else stands_now}. {keeps}"


def _gain(now: Result, counts: dict[Result, int], by: str) -> tuple[tuple[str, Fraction], ...]:
    """How likely the throw is to better what lies there, and to make it worse, for whoever throws."""
    order: list[Result] = ["wild", "fizzle", 0, 1, 2, 3]
    whole, place = sum(counts.values()), order.index(now)
    higher = Fraction(sum(ways for each, ways in counts.items() if order.index(each) > place), whole)
    lower = Fraction(sum(ways for each, ways in counts.items() if order.index(each) < place), whole)
    better, worse = (higher, lower) if by == "attack" else (lower, higher)
    return ("better than now", better), ("worse than now", worse)


class Parry(Answer):
    """Vicious Parry: a defender who is ahead by 5 turns on the attacker. T-088."""

    do, label = "parry", "Vicious Parry"
    fields = (
        Choice(
            "take",
            "What the defender does",
            {key: EFFECTS[key] for key in ("disarm", "trip", "shove", "grapple")},
            default="disarm",
        ),
    )

    def refusals(self, fight: Fight, event: Event) -> Iterator[str]:
        if fight.roll is None or fight.roll.wounds is not None or _answer(fight, fight.roll) != "parry":
            yield "nothing_due"

    def carried_out(self, fight: Fight, event: Event, dice: FacedDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        after, more = lost(fight, roll)
        after, sentence = affected(after, roll.on, roll.who, event.take)
        dice.note(f"{roll.on} is ahead by 5 or more", "T-088")
        return after, f"{roll.on} answers with a Vicious Parry: {sentence}{more}"

    def offers(self, fight: Fight, who: str) -> Iterator[Act]:
        roll = fight.roll
        if roll is None or roll.wounds is not None or _answer(fight, roll) != "parry":
            return
        yield self.act(
            fight,
            {},
            id="parry",
            title=f"{roll.on}: Vicious Parry",
            button="Turn on them",
            kind=CHOICE,
            inputs=self.fields,
            may_allow=False,
            rules=("T-088",),
        )


class TurnBack(Answer):
    """Spell Turning: the spell flies back, with its caster's own total. T-085, R-71."""

    do, label = "turn_back", "Spell Turning"
    fields = ()
    dice = faces(SIDES, SIDES)

    def refusals(self, fight: Fight, event: Event) -> Iterator[str]:
        if fight.roll is None or fight.roll.wounds is not None or _answer(fight, fight.roll) != "turn":
            yield "nothing_due"

    def carried_out(self, fight: Fight, event: Event, dice: FacedDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        caster, turner = fight[roll.who], fight[roll.on]
        sent = replace(roll.weapon, dc=None)  # it was cast, and won't fail any more
        way = best_way(fight, turner, caster, sent)
        bonus = met_by(fight, roll).att_bonus
        back = Roll(turner.name, caster.name, sent, way, roll.attack, SNAKE_EYES, turned=True, bonus=bonus)
        thrown = thrown_defence(dice, caster, met_by(fight, back), way).sum
        caster = boxcars(dice, caster, thrown)
        back = replace(back, defence=thrown)
        fight = fight.but(caster, roll=back)
        return finished(fight, f"{turner.name} turns the spell on {caster.name}: {stands(dice, fight, back)}")

    def offers(self, fight: Fight, who: str) -> Iterator[Act]:
        roll = fight.roll
        if roll is None or roll.wounds is not None or _answer(fight, roll) != "turn":
            return
        yield self.act(
            fight,
            {},
            id="turn_back",
            title=f"{roll.on}: Spell Turning",
            button="Send it back",
            kind=CHOICE,
            note=f"{roll.who} may defend against it.",
            dice=(("Defence, first", SIDES), ("Defence, second", SIDES)),
            may_allow=False,
            rules=("T-085", "R-71"),
        )


def _answer(fight: Fight, roll: Roll) -> str:
    """What the defender's lead allows. T-085, T-088."""
    met = met_by(fight, roll)
    if met.failed(roll.attack) or met.margin(roll.attack, roll.defence) > -margins.PARRY_BY:
        return ""
    return answers_back(fight, roll)
