"""The shape of a fight: who stands where, how they fare, what lasts. Nothing of it is ever changed: every
event makes a new fight.

A player character (`pc`) has attributes as `scores`, a track (`hits` carried, `injured`, `serious`) and the
hits `taken` this round; a foe (`npc`) has targets as `scores` and the `hits` left. `turn` lists the actions
of this round; `effects` what lasts, each with the round in which it began.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from rules_py.systems.dichotomy.defence import DEFEND_BONUS
from rules_py.systems.dichotomy.injuries import InjuryState, next_step
from rules_py.systems.dichotomy.modifiers import Modifier
from rules_py.systems.dichotomy.turns import Action, Actor
from rules_py.tracker import Ground, Reason, Roster, Shape, called


@dataclass(frozen=True)
class Zone(Shape):
    """A zone of the ground, and those it says lie next to it."""

    name: str
    note: str = ""
    next: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True)
class Covering(Shape):
    """Covering Fire: for one friend, or for all against shots from one zone."""

    ally: str
    zone: str
    since: int


LASTING = {
    "defending": Reason(f"defends, +{DEFEND_BONUS}", "D-188"),
    "defender": Reason("Defender of this zone", "D-067"),
    "crowd": Reason("holds foes in this zone", "D-069"),
    "minds": Reason("shields the minds in this zone", "D-098"),
    "aimed": Reason("has taken aim", "D-061"),
}
"""What may last: in words, with its rule."""


@dataclass(frozen=True)
class Effects(Shape):
    """What lasts, by the round in which it began; 0 for what doesn't hold."""

    defending: int = 0
    defender: int = 0
    crowd: int = 0
    minds: int = 0
    aimed: int = 0
    covering: Covering | None = None

    def fade(self, now: int) -> Effects:
        """Without what began before this round and ends when its owner's next turn begins.

        R-30, R-31, R-39.
        """
        old: dict[str, Any] = {name: 0 for name in LASTING if name != "aimed" and getattr(self, name) < now}
        kept = replace(self, **old)
        return replace(kept, covering=None) if self.covering and self.covering.since < now else kept


@dataclass(frozen=True)
class Lock(Shape):
    """Locked in Mortal Combat, alone with one foe."""

    by: str
    until: int


@dataclass(frozen=True, kw_only=True)
class Fighter(Shape):
    """Somebody in the fight."""

    name: str
    side: str
    zone: str
    scores: Mapping[str, int]
    hits: int = 0
    taken: int = 0
    injured: bool = False
    serious: bool = False
    out: bool = False
    down: bool = False
    may_dive: bool = False
    stepped: bool = False
    abilities: tuple[str, ...] = ()
    race: str = "human"
    gear: str = "normal"
    bonus: int = 0
    outsider: bool = False
    spirit: bool = False
    modifiers: tuple[Modifier, ...] = ()
    turn: tuple[Action, ...] = ()
    effects: Effects = field(default_factory=Effects)
    locked: Lock | None = None
    came_from: str = ""

    def but(self, **changes: Any) -> Self:
        """The same fighter, changed."""
        return replace(self, **changes)

    def lasting(self, **changes: Any) -> Self:
        """The same fighter with other effects."""
        return replace(self, effects=replace(self.effects, **changes))

    @property
    def pc(self) -> bool:
        return self.side == "pc"

    @property
    def able(self) -> bool:
        """Whether they can act, and hold a zone against their enemies. R-37."""
        return not (self.out or self.down)

    @property
    def fortitude(self) -> bool:
        return "dwarven_fortitude" in self.abilities

    @property
    def track(self) -> InjuryState:
        """The injury track of a player character."""
        return InjuryState(self.hits, self.injured, self.serious, self.out)

    @property
    def next_step(self) -> tuple[str, int]:
        """The next step of the track, and how many hits lead to it."""
        return next_step(self.track, self.fortitude)

    @property
    def missing(self) -> int:
        """How many hits more fell a foe, or reach a character's next step at the tally."""
        return max(0, self.next_step[1] - self.hits - self.taken) if self.pc else self.hits


@dataclass(frozen=True)
class Fight(Roster[Fighter]):
    """A fight as it stands."""

    round: int
    zones: tuple[Zone, ...]
    ambushed: bool
    fighters: tuple[Fighter, ...]

    people_in, scene, somebody, unknown = "fighters", "fight", "a fighter", "unknown_fighter"

    @cached_property
    def _zones(self) -> dict[str, Zone]:
        return {each.name: each for each in self.zones}

    @cached_property
    def ground(self) -> Ground:
        """The zones of the map in their order, and those where somebody stands besides."""
        names = dict.fromkeys([*self._zones, *(each.zone for each in self.fighters)])
        return Ground(tuple(names), {each.name: each.next for each in self.zones})

    def zone(self, name: str) -> Zone:
        """What is known of a zone."""
        return self._zones.get(name) or Zone(name)

    def foes_of(self, fighter: Fighter) -> list[Fighter]:
        """The enemies who can act."""
        return [each for each in self.fighters if each.side != fighter.side and each.able]

    def actor(self, fighter: Fighter) -> Actor:
        """The fighter as the turn planner sees them."""
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
        )


@dataclass(frozen=True)
class Change(Shape):
    """What the game master sets of somebody, marks by "yes" or "no"; none is what stays as it is."""

    zone: str | None = None
    hits: int | None = None
    injured: str | None = None
    serious: str | None = None
    out: str | None = None
    down: str | None = None
    gear: str | None = None
    modifiers: tuple[Modifier, ...] | None = None

    @property
    def given(self) -> Mapping[str, Any]:
        """What is set, by name."""
        return {name: value for name, value in vars(self).items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class Event(Shape):
    """Something that happens, as its deed reads it: the fields of all deeds, those it has no use for left
    empty.
    """

    do: str
    who: str = ""
    on: tuple[str, ...] = ()
    pair: tuple[str, ...] = called("with", default=())
    range: str | None = None
    using: tuple[str, ...] = ()
    mod_a: int = 0
    mod_b: int = 0
    to: tuple[str, ...] = ()
    tree: bool = False
    label: str = ""
    cost: int = 1
    hits: int = 0
    lock: str = ""
    defender: bool = False
    cover_ally: str = ""
    cover_zone: str = ""
    shove_to: str = ""
    change: Change = field(default_factory=Change)
    zone: str | None = None
    newcomer: Fighter | None = called("fighter", default=None)
    allow: bool = False
