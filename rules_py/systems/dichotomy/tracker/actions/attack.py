"""Attack: one roll against a foe, or against two with Cleave or Double Shot."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from rules_py.base.errors import Fault
from rules_py.base.number_format import percent
from rules_py.dice.chances import at_least, mean
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice, Flag, Input, Int, ListOf
from rules_py.systems.dichotomy.abilities import ABILITIES, ABILITY_NAMES
from rules_py.systems.dichotomy.attacks import describe_hits, noted_hits
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.fields import COMBAT, REACH, USING, WIDE, attribute, name_input
from rules_py.systems.dichotomy.grades import FACES, RESULT, Die, PairRoll, read_pair
from rules_py.systems.dichotomy.injuries import GAINED, step_ahead
from rules_py.systems.dichotomy.tracker.actions.base import (
    FightAction,
    FightEvent,
    Plan,
    TargetEvent,
    Turn,
    describe_price,
)
from rules_py.systems.dichotomy.tracker.matchup import Matchup, all_enough, matchup
from rules_py.systems.dichotomy.tracker.shape import CoveringFire, Fight, Fighter, Lock
from rules_py.systems.dichotomy.turns import (
    ATTACK_PAIRS,
    Actor,
    TurnAction,
    attack_price,
    pair_breaches,
    ways_to_power,
)
from rules_py.tracker import ActionCheck, ActionOption, EventData, OutcomeShare, faces, state_field

ATTACK = "Attack"
WITH = ListOf(
    "with",
    "With",
    attribute("attribute", "Attribute", COMBAT, start="power"),
    fewest=2,
    most=2,
    default=None,
    optional=True,
    start=["power", "martial"],
)
FURTHER = tuple(
    Int(name, f"Extra modifier, {die} die", low=-WIDE, high=WIDE, default=0)
    for name, die in (("mod_a", "first"), ("mod_b", "second"))
)
DEFENDER = Flag("defender", "Defender: allies in this zone take 1 hit fewer", rule="D-067")
LOCKS = {"single": "this foe", "crowd": "every foe who leaves"}
LOCK = Choice("lock", "Locked in Mortal Combat", {"": "no lock"} | LOCKS, default="", rule="D-070")

OUT_OF_THE_QUESTION = {
    "needs_point_blank",
    "needs_short_range",
    "out_of_reach",
    "needs_spiritual_ability",
    "no_ability",
    "no_missiles",
    "bad_attack_pair",
    "bad_target",
}
"""Problems that neither points nor another turn could solve: an attack or an aim with one isn't offered."""

DEALT_TONES = {0: "worst", 1: "mixed", 2: "good"}
TAKEN_TONES = {0: "good", 1: "mixed", 2: "bad"}


@dataclass(frozen=True, kw_only=True)
class PairEvent(FightEvent):
    """An event with the two attributes of an attack."""

    pair: tuple[str, ...] = state_field(WITH, default=())

    def missing_fields(self) -> Iterator[Fault]:
        if not self.pair:
            yield Fault(
                "event.with",
                "missing_attributes",
                None,
                "the two attributes of the attack",
                "Choose the two attributes of the attack.",
            )
        yield from super().missing_fields()


class Strike[E: PairEvent](FightAction[E]):
    """An attack, or the aim that prepares one: both have the same pairs and price, and only one is possible
    per turn.
    """

    price_rule = "D-187"
    # faces and modifiers are in the order of the pair, so the pair must have the standard order
    not_overridable = frozenset({"bad_attack_pair"})

    def price(self, action: TurnAction, actor: Actor) -> int:
        return attack_price(action.pair, actor.abilities)

    def kind(self, action: TurnAction) -> tuple[str, str]:
        """Return the kind of an Attack: no one aims and attacks in one turn. R-35."""
        return "attack", ""


@dataclass(frozen=True, kw_only=True)
class AttackEvent(PairEvent, TargetEvent):
    range: str | None = state_field(REACH, default=None)
    using: tuple[str, ...] = state_field(USING)
    mod_a: int = state_field(FURTHER[0])
    mod_b: int = state_field(FURTHER[1])
    defender: bool = state_field(DEFENDER)
    lock: str = state_field(LOCK)
    cover_ally: str = state_field(name_input("cover_ally", "Covering Fire for"))
    cover_zone: str = state_field(name_input("cover_zone", "Covering Fire against zone"))
    shove_to: str = state_field(name_input("shove_to", "Shove to zone"))


class Attack(Strike[AttackEvent]):
    id, label = "attack", "Attack"
    dice = faces(FACES, FACES, zero=True)
    not_overridable = Strike.not_overridable | {"bad_target", "npc_against_npc"}

    def breaches(self, action: TurnAction, plan: Plan) -> Iterator[str]:
        reach = action.range or ("same" if "power" in action.pair else "far")
        unfit = [*pair_breaches(action.pair, action.using, plan.actor, reach=reach, outsider=action.outsider)]
        if "bad_attack_pair" in unfit:
            yield from unfit
            return
        first = action.pair[0]
        if {ABILITIES[each].attribute for each in action.using} & ({"power", "finesse"} - {first}):
            yield "bad_attack_pair"
        if set(action.using) - plan.actor.abilities:
            yield "no_ability"
        yield from _reach_breaches(first, reach, action.using, plan.actor)
        yield from unfit
        if "single" in plan.actor.locked:
            if action.target != "locker":
                yield "lock_target"
            if first != "power":
                yield "lock_power"

    def action(self, fight: Fight, event: AttackEvent) -> TurnAction:
        fighter, target = fight[event.who], fight[event.on[0]]
        reach = event.range
        if target.zone == fighter.zone:
            reach = "same"
        elif not reach or reach == "same":
            near = fight.ground.are_adjacent(fighter.zone, target.zone)
            reach = "adjacent" if event.pair[0] == "power" and near else "far"
        locked = fighter.locked is not None and fighter.locked.by == target.name
        using = abilities_of(fighter, event)
        return TurnAction(
            self.id,
            event.pair,
            reach,
            using,
            "locker" if locked else target.name,
            outsider=target.outsider or "bless" not in using,
        )

    def violations(self, fight: Fight, event: AttackEvent) -> Iterator[str]:
        fighter, targets = fight[event.who], [fight[name] for name in event.on]
        using = abilities_of(fighter, event)
        one_zone = len({each.zone for each in targets}) == 1 and len(set(event.on)) == len(targets)
        cleaves_elsewhere = "cleave" in using and targets[0].zone != fighter.zone
        too_many = len(targets) > 1 and not {"cleave", "double_shot"} & set(using)
        if not _are_in_place(fighter, targets) or not one_zone or cleaves_elsewhere or too_many:
            yield "bad_target"
        elif not fighter.pc and not all(each.pc for each in targets):
            yield "npc_against_npc"
        if event.cover_ally and event.cover_zone:
            yield "cover_one"

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: AttackEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        """Roll once and compare the roll with each target; apply the lasting effects last."""
        using = abilities_of(fighter, event)
        read: PairRoll | None = None
        sentences, is_hit = [], False
        for name in event.on:
            target = fight[name]
            duel = matchup(fight, fighter, target, event.pair, using, (event.mod_a, event.mod_b))
            # Cleave and Double Shot roll one pair of dice, compared with each foe.
            read = read_pair(dice, duel.a, duel.b, read.faces if read else None)
            base = duel.base_hits[read.grade]
            hits, push = noted_hits(dice, base, duel.boons)
            is_hit = is_hit or base > 0
            after_hits, left = apply_hits(target, hits)
            shoved = push and bool(event.shove_to) and after_hits.able
            fight = fight.but(after_hits.but(zone=event.shove_to) if shoved else after_hits)
            rolled = f"{read.total_a} against {duel.a.tn}, {read.total_b} against {duel.b.tn}"
            grade = RESULT.label(read.grade).lower()
            sentences.append(
                # The grade is the roller's, so don't attribute it to an attacker who doesn't roll.
                (
                    f"{name}: {rolled}, {grade}, "
                    if fighter.pc
                    else f"{name}, who defends: {rolled}, {grade}, takes "
                )
                + f"{describe_hits(hits)}{left}"
                + (f", shoved to zone {event.shove_to}" if shoved else "")
            )
        return self._aftermath(fight, event, using, is_hit), f"{fighter.name} attacks {'; '.join(sentences)}."

    def _aftermath(self, fight: Fight, event: AttackEvent, using: Sequence[str], is_hit: bool) -> Fight:
        """Apply the effects of an attack besides hits: an aim spent, friends protected, a foe locked."""
        now, fighter = fight.round, fight[event.who]
        if event.pair[0] == "finesse":
            fighter = fighter.with_effects(aimed=0)
        if "defender" in using:
            fighter = fighter.with_effects(defender=now)
        if event.cover_ally or event.cover_zone:
            fighter = fighter.with_effects(covering=CoveringFire(event.cover_ally, event.cover_zone, now))
        foe = fight[event.on[0]]
        if "locked_in_mortal_combat" not in using or foe.zone != fighter.zone:  # only melee locks, R-31
            return fight.but(fighter)
        if event.lock == "crowd":
            return fight.but(fighter.with_effects(crowd=now))
        if not is_hit or len(event.on) > 1:
            return fight.but(fighter)
        return fight.but(fighter, foe.but(locked=Lock(fighter.name, now + 1 if foe.turn else now)))

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        for blow in blows(turn):
            if not blow.check.codes & OUT_OF_THE_QUESTION:
                yield blow.act


def abilities_of(fighter: Fighter, event: AttackEvent) -> tuple[str, ...]:
    """Return the abilities that an attack uses: those named, and those behind its options."""
    bodily = event.pair[0]
    second = {"power": "cleave", "finesse": "double_shot"}.get(bodily, "")
    option_abilities = (
        (second, len(event.on) > 1 and second in fighter.abilities),
        ("defender", event.defender),
        ("locked_in_mortal_combat", bool(event.lock)),
        ("covering_fire", bool(event.cover_ally or event.cover_zone)),
    )
    return tuple(dict.fromkeys((*event.using, *(ability for ability, needed in option_abilities if needed))))


def _reach_breaches(first: str, reach: str, using: Sequence[str], actor: Actor) -> Iterator[str]:
    if first == "finesse":
        if reach == "same" and "point_blank" not in actor.abilities:
            yield "needs_point_blank"
        return
    if reach == "adjacent" and "short_range_attack" not in actor.abilities:
        yield "needs_short_range"
    # A Cleave and a lock stay in the user's own zone, thrown weapons or not.
    if reach == "far" or (reach == "adjacent" and {"cleave", "locked_in_mortal_combat"} & set(using)):
        yield "out_of_reach"


def _are_in_place(fighter: Fighter, targets: Sequence[Fighter]) -> bool:
    return all(each.able and each.name != fighter.name for each in targets)


def apply_hits(target: Fighter, hits: int) -> tuple[Fighter, str]:
    """Apply hits: a foe loses them at once, a player character takes them at the tally. R-48."""
    if target.pc:
        after = target.but(taken=target.taken + hits)
        return after, f" ({after.taken} this round)" if hits else ""
    left = max(0, target.hits - hits)
    return target.but(hits=left, out=not left), f" ({left} left)" if left else " (out)"


@dataclass(frozen=True)
class Blow:
    """An attack that someone can make now, in their turn."""

    turn: Turn
    target: Fighter
    pair: tuple[str, str]
    using: tuple[str, ...]

    @property
    def event(self) -> EventData:
        """The attack as an event, before the roll."""
        return {
            "do": "attack",
            "who": self.turn.name,
            "on": [self.target.name],
            "with": list(self.pair),
            "using": list(self.using),
        }

    @cached_property
    def check(self) -> ActionCheck:
        return self.turn.check(AttackEvent.read(self.event))

    @cached_property
    def matchup(self) -> Matchup:
        return matchup(self.turn.fight, self.turn.fighter, self.target, self.pair, self.using)

    @cached_property
    def hits(self) -> dict[int, Fraction]:
        return self.matchup.chances

    @property
    def hits_needed(self) -> int:
        """The number of hits that would be enough."""
        return self.turn.fight.hits_to_next_step(self.target)

    @cached_property
    def enough(self) -> Fraction:
        """The chance that a foe is out at once, or that a character's next step is reached with the hits
        taken so far.
        """
        return at_least(self.hits, self.hits_needed)

    @cached_property
    def mean(self) -> Fraction:
        """The mean number of hits."""
        return mean(self.hits)

    @property
    def reaches(self) -> bool:
        """True if only the points or an attack already made forbid it."""
        return not self.check.codes - {"over_budget", "repeat_action"}

    @property
    def act(self) -> ActionOption:
        """The attack as a form."""
        fighter, target = self.turn.fighter, self.target
        first, second = (ATTRIBUTES[each] for each in self.pair)
        with_powers = "".join(f", {ABILITY_NAMES[each]}" for each in self.using)
        return ActionOption(
            id="-".join(("attack", target.name, *self.pair, *self.using)),
            title=f"{target.name}: {first} + {second}{with_powers}",
            button="Attack",
            kind=ATTACK,
            event=self.event,
            price=describe_price(self.check),
            note=self._needs_text,
            inputs=tuple(self._options()),
            more_inputs=tuple(
                replace(each, label=f"Extra modifier, {die.name}")
                for each, die in zip(FURTHER, (self.matchup.a, self.matchup.b), strict=True)
            ),
            dice=tuple((die.name, FACES) for die in (self.matchup.a, self.matchup.b)),
            shares=tuple(self._shares()),
            key_chance=("hits", at_least(self.hits, 1)),
            chances=((self._enough_text, self.enough),),
            reasons=self.check.reasons,
            rules=("D-194" if fighter.pc else "D-195", "D-196"),
        )

    @property
    def _needs_text(self) -> str:
        """The roller and what each die needs: `Odile rolls. Power 8 against 12: 4 or more; …`."""
        fighter = self.turn.fighter
        who = f"{fighter.name} rolls" if fighter.pc else f"{self.target.name} rolls to defend"
        return f"{who}. {'; '.join(map(_describe_need, (self.matchup.a, self.matchup.b)))}."

    def _shares(self) -> Iterator[OutcomeShare]:
        """Yield the chance of each number of hits, with its tone from the players’ point of view."""
        tones, beyond = (DEALT_TONES, "best") if self.turn.fighter.pc else (TAKEN_TONES, "worst")
        for number, chance in self.hits.items():
            yield OutcomeShare(describe_hits(number), chance, tones.get(number, beyond))

    @property
    def _enough_text(self) -> str:
        if not self.target.pc:
            return f"{self.target.name} is out"
        step = GAINED[step_ahead(self.target.track)]
        return f"enough for {self.target.name} to be {step} at the end of the round"

    def _options(self) -> Iterator[Input]:
        """Yield the abilities that the attacker may use."""
        fighter, target, abilities = self.turn.fighter, self.target, self.turn.fighter.abilities
        here = target.zone == fighter.zone
        if self.pair[0] == "power":
            if "cleave" in abilities and here:
                yield from self._second_target("Cleave")
            if "defender" in abilities:
                yield DEFENDER
            if "locked_in_mortal_combat" in abilities and here:
                yield LOCK
        else:
            if "double_shot" in abilities:
                yield from self._second_target("Double Shot")
            if "covering_fire" in abilities:
                yield from self._cover()
        if "telekinesis" in self.using:
            yield _optional_choice(
                "shove_to", "On a total success, shove to zone", "don’t shove", self._around()
            )

    def _around(self) -> Mapping[str, str]:
        return {each: each for each in self.turn.fight.ground.adjacent_zones(self.target.zone)}

    def _second_target(self, ability: str) -> Iterator[Input]:
        """Yield the possible second targets in the target's zone, each with the chance that the roll is
        enough for both.
        """
        fight, fighter, target = self.turn.fight, self.turn.fighter, self.target
        others = [
            each for each in fight.foes_of(fighter) if each.zone == target.zone and each.name != target.name
        ]
        options = {json.dumps([target.name]): "no one"}
        for each in others:
            both = all_enough(fight, fighter, (target, each), self.pair, self.using)
            words = f"{each.name}; chance of enough hits on both: {percent(both)}"
            options[json.dumps([target.name, each.name])] = words
        if others:
            yield Choice("on", f"{ability}: second target", options, start=next(iter(options)))

    def _cover(self) -> Iterator[Input]:
        fight, fighter = self.turn.fight, self.turn.fighter
        friends = {
            each.name: each.name
            for each in fight.fighters
            if each.side == fighter.side and each.name != fighter.name
        }
        zones = {each.zone: each.zone for each in fight.foes_of(fighter)}
        yield _optional_choice("cover_ally", "Covering Fire for", "no one", friends, "D-060")
        yield _optional_choice("cover_zone", "Covering Fire against zone", "none", zones, "D-060")


def _optional_choice(
    name: str, label: str, nothing: str, options: Mapping[str, str], rule: str | None = None
) -> Choice:
    """Return a choice with an option for nothing."""
    return Choice(name, label, options={"": nothing, **options}, default="", rule=rule)


def _describe_need(die: Die) -> str:
    mod = f" {die.mod:+d}".replace("-", "−") if die.mod else ""
    if die.need <= 1:
        need = "any face"
    else:
        need = "no face" if die.need > FACES else f"{die.need} or more" if die.need < FACES else "a 10"
    return f"{die.name} {die.value}{mod} against {die.tn}: {need}"


@lru_cache(maxsize=64)
def blows(turn: Turn) -> tuple[Blow, ...]:
    """Return every attack on every opponent."""
    fighter = turn.fighter
    return tuple(
        Blow(turn, target, pair, using)
        for target in turn.fight.foes_of(fighter)
        for pair in ATTACK_PAIRS
        for using in ways_to_power(pair, fighter.abilities, unaided=fighter.spirit)
    )
