"""The state of a fight: zones, fighters and lasting effects. It is immutable: every event makes a new fight.

A player character (`pc`) has attributes as `scores`, a track (`hits` carried, `injured`, `serious`) and the
hits `taken` this round; a foe (`npc`) has targets as `scores` and the `hits` left. `turn` lists the actions
of this round, `effects` the lasting effects, each with the round in which it began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from rules_py.inputs import Choice, Flag, Int, ListOf, Record, Several, Text
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES, FIGHTING
from rules_py.systems.dichotomy.fields import (
    ABILITIES_HELD,
    ABILITY,
    ACTION,
    COMBAT,
    GEAR_CHOICE,
    INJURIES,
    RACE,
    WIDE,
    modifier_of,
    name_input,
    with_name,
)
from rules_py.systems.dichotomy.house import BOOK, House
from rules_py.systems.dichotomy.injuries import InjuryState, next_step
from rules_py.systems.dichotomy.modifiers import Modifier
from rules_py.systems.dichotomy.options import IN_FIGHTS
from rules_py.systems.dichotomy.turns import Actor, TurnAction
from rules_py.tracker import Reason, Roster, Serializable, ZoneMap, house_field, setup_field, state_field

MAX_FIGHTERS = 16
MODIFIERS_HELD = ListOf(
    "modifiers",
    "Modifiers",
    most=20,
    default=[],
    rule="D-211",
    item=modifier_of(COMBAT, name_input("against", "Only against foes in or from zone")),
)
INJURED, SERIOUS = INJURIES
ACTION_TAKEN = replace(
    ACTION,
    fields=(*ACTION.fields, Flag("outsider", "Against an outsider", default=True, rule="D-085")),
    only_for={**ACTION.only_for, "outsider": ("attack",)},
)
"""An action of a turn, with the tracker's data about its target."""


def _round(name: str, label: str) -> Int:
    return Int(name, label, 0, WIDE, default=0)


@dataclass(frozen=True)
class FightZone(Serializable):
    """A zone of the map, and the neighbours that it names."""

    name: str = setup_field(name_input("name", "Zone"))
    note: str = setup_field(name_input("note", "Description"))
    next: tuple[str, ...] = state_field(
        ListOf("next", "Adjacent zones", name_input("zone", "Zone"), most=12, default=[]),
        setup=Text("next", "Adjacent zones (1, 2)", longest=120),
    )
    modifiers: tuple[Modifier, ...] = setup_field(MODIFIERS_HELD)


@dataclass(frozen=True)
class CoveringFire(Serializable):
    """Covering Fire: for one friend, or for all against shots from one zone."""

    ally: str = state_field(name_input("ally", "Ally"))
    zone: str = state_field(name_input("zone", "Against Finesse attacks from zone"))
    since: int = state_field(_round("since", "Since round"))


LASTING = {
    "defending": Reason("defends", "D-188"),
    "defender": Reason("protects allies in this zone (Defender)", "D-067"),
    "crowd": Reason("makes leaving this zone cost more", "D-069"),
    "minds": Reason("shields the minds in this zone", "D-098"),
    "aimed": Reason("has taken aim", "D-061"),
}
"""The lasting effects, with their rules."""


@dataclass(frozen=True)
class Effects(Serializable):
    """Lasting effects by the round in which they began; 0 for those not in effect."""

    defending: int = state_field(_round("defending", LASTING["defending"].text))
    defender: int = state_field(_round("defender", LASTING["defender"].text))
    crowd: int = state_field(_round("crowd", LASTING["crowd"].text))
    minds: int = state_field(_round("minds", LASTING["minds"].text))
    aimed: int = state_field(_round("aimed", LASTING["aimed"].text))
    covering: CoveringFire | None = state_field(
        CoveringFire.record("covering", "Covering Fire", optional=True, default=None)
    )

    def fade(self, now: int) -> Effects:
        """Return the effects without those from before this round that end with their owner's next turn.

        R-30, R-31, R-39.
        """
        old: dict[str, Any] = {name: 0 for name in LASTING if name != "aimed" and getattr(self, name) < now}
        current = replace(self, **old)
        return replace(current, covering=None) if self.covering and self.covering.since < now else current


@dataclass(frozen=True)
class Lock(Serializable):
    """Locked in Mortal Combat, alone with one foe."""

    by: str = state_field(name_input("by", "By"))
    until: int = state_field(_round("until", "Until the end of round"))


@dataclass(frozen=True, kw_only=True)
class Fighter(Serializable):
    """A participant of the fight."""

    name: str = setup_field(name_input("name", "Name"))
    side: str = setup_field(
        Choice("side", "Side", {"pc": "Player character", "npc": "Foe"}, start="npc", default="pc")
    )
    zone: str = setup_field(name_input("zone", "Zone", default="1"))
    scores: Mapping[str, int] = setup_field(
        Record(
            "scores",
            "Attributes (foes: target numbers)",
            fields=tuple(Int(key, name, -WIDE, WIDE, start=6) for key, name in COMBAT.items()),
        )
    )
    hits: int = setup_field(
        Int("hits", "Hits carried (foes: hits left)", noun="Hits", low=0, high=WIDE, default=0)
    )
    injured: bool = setup_field(INJURED)
    serious: bool = setup_field(SERIOUS)
    abilities: tuple[str, ...] = state_field(
        ABILITIES_HELD,
        setup=Several(
            "abilities",
            "Combat abilities",
            most=len(FIGHTING),
            default=[],
            rule="D-059",
            code="unknown_ability",
            item=with_name(
                ABILITY, options={key: name for key, name in ABILITY_NAMES.items() if key in FIGHTING}
            ),
        ),
    )
    race: str = setup_field(RACE)
    gear: str = setup_field(GEAR_CHOICE)
    bonus: int = setup_field(Int("bonus", "Monster slayer bonus", 0, 4, default=0, rule="D-225"))
    outsider: bool = setup_field(Flag("outsider", "An outsider", rule="D-085"))
    spirit: bool = setup_field(Flag("spirit", "Makes Spiritual attacks without an ability", rule="R-26"))
    modifiers: tuple[Modifier, ...] = setup_field(MODIFIERS_HELD)
    taken: int = state_field(Int("taken", "Hits taken this round", 0, WIDE, default=0))  # a saved name
    out: bool = state_field(Flag("out", "Out"))
    down: bool = state_field(Flag("down", "Playing dead"))
    may_dive: bool = state_field(Flag("may_dive", "May take a dive"))
    stepped: bool = state_field(Flag("stepped", "Already moved a step on the track this round", rule="R-57"))
    turn: tuple[TurnAction, ...] = state_field(
        ListOf("turn", "Actions this round", ACTION_TAKEN, most=12, default=[])
    )
    effects: Effects = state_field(
        Effects.record("effects", "Ongoing effects (by the round they began)", default=Effects().to_json()),
        default_factory=Effects,
    )
    locked: Lock | None = state_field(
        Lock.record("locked", "Locked in Mortal Combat", optional=True, default=None)
    )
    came_from: str = state_field(name_input("came_from", "Came from zone"))

    def but(self, **changes: Any) -> Self:
        """Return the fighter with these changes."""
        return replace(self, **changes)

    def with_effects(self, **changes: Any) -> Self:
        """Return the fighter with these effects."""
        return replace(self, effects=replace(self.effects, **changes))

    @property
    def pc(self) -> bool:
        return self.side == "pc"

    @property
    def able(self) -> bool:
        """True while they can act, and hold a zone against their enemies. R-37."""
        return not (self.out or self.down)

    @property
    def fortitude(self) -> bool:
        return "dwarven_fortitude" in self.abilities

    @property
    def track(self) -> InjuryState:
        """The injury track of a player character."""
        return InjuryState(self.hits, self.injured, self.serious, self.out)


@dataclass(frozen=True)
class Fight(Roster[Fighter]):
    """The current state of a fight."""

    round: int = state_field(Int("round", "Round", 1, WIDE, default=1))
    zones: tuple[FightZone, ...] = state_field(
        ListOf("zones", "Zones", FightZone.record(), most=40, default=[], rule="D-179")
    )
    ambushed: bool = setup_field(Flag("ambushed", "The party is ambushed", rule="D-182"))
    fighters: tuple[Fighter, ...] = state_field(
        ListOf("fighters", "Fighters", Fighter.record(), most=MAX_FIGHTERS), default=()
    )

    house: Mapping[str, Any] = house_field(IN_FIGHTS)

    participants_field, encounter_noun, participant_noun, unknown_code = (
        "fighters",
        "fight",
        "a fighter",
        "unknown_fighter",
    )

    @cached_property
    def _zones(self) -> dict[str, FightZone]:
        return {each.name: each for each in self.zones}

    @cached_property
    def ground(self) -> ZoneMap:
        """The zones of the map in order, followed by other zones with fighters in them."""
        names = dict.fromkeys([*self._zones, *(each.zone for each in self.fighters)])
        return ZoneMap(tuple(names), {each.name: each.next for each in self.zones})

    def zone(self, name: str) -> FightZone:
        """Return the zone with this name."""
        return self._zones.get(name) or FightZone(name)

    @cached_property
    def rules(self) -> House:
        """The house rules of the table."""
        return House(**self.house) if self.house else BOOK

    def next_step(self, fighter: Fighter) -> tuple[str, int]:
        """Return the next step on a character's track, and how many hits lead to it."""
        return next_step(fighter.track, fighter.fortitude, self.rules.step_hits)

    def hits_to_next_step(self, fighter: Fighter) -> int:
        """Return the number of further hits that bring down a foe, or reach a character's next step at the
        tally.
        """
        if not fighter.pc:
            return fighter.hits
        return max(0, self.next_step(fighter)[1] - fighter.hits - fighter.taken)

    def foes_of(self, fighter: Fighter) -> list[Fighter]:
        """Return the enemies who can act."""
        return [each for each in self.fighters if each.side != fighter.side and each.able]

    def actor(self, fighter: Fighter) -> Actor:
        """Return the fighter as the turn planner sees them."""
        locks = set()
        if fighter.locked and fighter.locked.by and self[fighter.locked.by].able:
            locks.add("single")
        if any(foe.effects.crowd and foe.zone == fighter.zone for foe in self.foes_of(fighter)):
            locks.add("crowd")
        return Actor(
            frozenset(fighter.abilities),
            fighter.race,
            frozenset(locks),
            fighter.hits if fighter.pc else 0,
            fighter.gear,
            not fighter.pc,
            self.rules,
        )


def lasting_effects(fight: Fight, fighter: Fighter) -> Iterator[Reason]:
    """Yield the lasting effects of a fighter."""
    for name, reason in LASTING.items():
        if getattr(fighter.effects, name):
            bonus = f", +{fight.rules.defend_bonus}" if name == "defending" else ""
            yield replace(reason, text=reason.text + bonus)
