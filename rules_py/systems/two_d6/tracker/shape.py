"""The shape of a fight: who is there, how they fare, whose roll waits. Nothing of it is ever changed: every
event makes a new fight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from rules_py.systems.two_d6.turns import ACTIONS, Turn
from rules_py.tracker import Roster, Shape, called

UNARMED = "Unarmed"
BENDING = ("resolve", "diplomacy", "negate")
"""Spells that somebody resists, by resolve, by Diplomacy, or by a cast of their own. R-100."""
ALONE = "cast"
MAGIC = ("spell", "entangle", *BENDING, ALONE)
SURPRISE = 0
"""The number of the surprise round."""


@dataclass(frozen=True)
class Attack(Shape):
    """A way to attack, or a spell.

    `kind` is melee, unarmed, ranged (Archery, Throwing) or shooting; of spells it is spell for one that
    wounds, entangle, one of BENDING, or ALONE for one that nobody answers. A spell has a `dc`, but for Negate
    and Runes, and its caster's resolve for a bonus.
    """

    name: str
    kind: str
    bonus: int = 0
    dc: int | None = None

    @property
    def magic(self) -> bool:
        return self.kind in MAGIC

    @property
    def aimable(self) -> bool:
        """Whether it may be aimed. T-219, R-18."""
        return self.magic or self.kind in ("ranged", "shooting")

    @property
    def wounds(self) -> bool:
        """Whether it can wound; a spell that grapples does that alone. R-90."""
        return self.strikes and self.kind != "entangle"

    @property
    def strikes(self) -> bool:
        """Whether it is an attack, and no other spell."""
        return not self.bends and self.kind != ALONE

    @property
    def bends(self) -> bool:
        """Whether it does neither wound nor hold, but something else to somebody who resists."""
        return self.kind in BENDING

    @property
    def in_hand(self) -> bool:
        """Whether it is a weapon that can be lost."""
        return self.kind in ("melee", "ranged", "shooting")

    @property
    def opens(self) -> str:
        """Which of the lists of margins it opens, as they name attacks. R-91."""
        return "ranged" if self.kind == "shooting" else self.kind


@dataclass(frozen=True)
class Hold(Shape):
    """A hold: who has it, since which of their turns, whether by a spell."""

    by: str
    since: int
    magic: bool = False


@dataclass(frozen=True)
class Roll(Shape):
    """An attack whose dice lie on the table.

    `attack` and `defence` are the sums of the dice that count; `way` is how the target defends. A spell sent
    back at its caster is `turned`, and keeps its caster's `bonus`. `rerolled` tells which throws were made
    again: `armour`, `attack`, `defence`. Once the attacker has chosen, `wounds` are those about to be dealt.
    """

    who: str
    on: str
    weapon: Attack
    way: str
    attack: int
    defence: int
    turned: bool = False
    bonus: int | None = None
    rerolled: tuple[str, ...] = ()
    wounds: int | None = None


@dataclass(frozen=True)
class Spread(Shape):
    """An attack by Mass Spell that has still to meet these: the dice of its one cast. T-080, R-72."""

    who: str
    weapon: Attack
    attack: int
    on: tuple[str, ...]


@dataclass(frozen=True)
class Cast(Shape):
    """A spell that nobody answers, and that failed by these dice: a cinematic may throw them again. With
    Heal a wound passes from `giver` to `healed`. R-20, R-96.
    """

    who: str
    spell: Attack
    dice: int
    healed: str = ""
    giver: str = ""


@dataclass(frozen=True, kw_only=True)
class Fighter(Shape):
    """Somebody in the fight. `rolled` are their totals for initiative, further ones against those who were
    tied with them; `turn` is what they have done this round, and `passed` that they do no more in it;
    `perform` is what they dance with, where that defends; `people` is what they are of, several parted by
    commas, and `favored` are the peoples of Favored Enemy who were not thrown again against today; `uses` are
    the uses of cinematics this round; `distracted` and `negated` are the rounds in which they are, this one
    or the next; `dying` is "due" while the death check is, and "failed" where a cinematic may still throw it
    again.
    """

    name: str
    side: str
    initiative: int = 0
    resolve: int = 0
    defence: int = 0
    unarmed: int = 0
    perform: int = 0
    people: str = ""
    diplomacy: int = 2
    wounds_max: int = 5
    wounds: int = 0
    armour: str = "none"
    armour_wounds: int = 0
    armour_hit: int = 0
    cinematics: int = 0
    attacks: tuple[Attack, ...] = ()
    talents: tuple[str, ...] = ()
    favored: tuple[str, ...] = ()
    repels: bool = False
    counters: bool = False
    unaware: bool = False
    rolled: tuple[int, ...] = ()
    turn: tuple[str, ...] = ()
    passed: bool = False
    uses: tuple[str, ...] = ()
    distracted: tuple[int, ...] = ()
    negated: tuple[int, ...] = ()
    aiming: bool = False
    prone: bool = False
    disarmed: bool = False
    knocked_out: bool = False
    dead: bool = False
    dying: str = ""
    limbs: int = 0
    lost: int = 0
    held: Hold | None = None

    def but(self, **changes: Any) -> Self:
        """The same fighter, changed."""
        return replace(self, **changes)

    @property
    def pc(self) -> bool:
        return self.side == "pc"

    @property
    def able(self) -> bool:
        """Whether they are conscious."""
        return not (self.dead or self.knocked_out) and self.wounds > 0

    @property
    def acted(self) -> bool:
        """Whether they have begun their turn; a quick action alone, such as a word out of turn, begins none.
        T-186.
        """
        return self.passed or any(ACTIONS[each].halves for each in self.turn)

    @property
    def worn(self) -> str:
        """The class of armour that still protects. R-94."""
        broken = self.armour_wounds and self.armour_hit >= self.armour_wounds
        return "none" if broken else self.armour

    @property
    def proficient(self) -> bool:
        return "armor_proficiency" in self.talents

    @property
    def every_attack(self) -> tuple[Attack, ...]:
        """All they can attack with, bare hands the last."""
        return (*self.attacks, Attack(UNARMED, "unarmed", self.unarmed))

    def has_hands_for(self, attack: Attack) -> bool:
        """Whether they can attack so as they stand: the held with fists alone, the disarmed without a weapon.
        T-205, R-93.
        """
        if self.held:
            return attack.kind == "unarmed"
        return not (self.disarmed and attack.in_hand)

    def attack(self, name: str) -> Attack | None:
        return next((each for each in self.every_attack if each.name == name), None)

    def may_spend(self, use: str) -> bool:
        """Whether a cinematic may be spent on this once more in this round. T-223 to T-226, R-21."""
        return self.cinematics > 0 and use not in self.uses

    def spent(self, use: str) -> Self:
        return self.but(cinematics=self.cinematics - 1, uses=(*self.uses, use))


@dataclass(frozen=True)
class Fight(Roster[Fighter]):
    """A fight as it stands; round 0 is the surprise round. `roll` is an attack that waits to be finished, and
    `spread` whom else it has still to meet; `cast` a spell that failed, and may be thrown again; `wild` whose
    attack spell has just gone wild.
    """

    round: int
    fighters: tuple[Fighter, ...]
    roll: Roll | None = None
    spread: Spread | None = None
    cast: Cast | None = None
    wild: str = ""

    people_in, scene, somebody, unknown = "fighters", "fight", "a fighter", "unknown_fighter"

    @property
    def undecided(self) -> Roll | None:
        """The attack that waits, while its attacker has not chosen what it does."""
        return self.roll if self.roll and self.roll.wounds is None else None

    def foes_of(self, fighter: Fighter) -> list[Fighter]:
        """The enemies who are conscious."""
        return [each for each in self.fighters if each.side != fighter.side and each.able]

    def surprised(self, fighter: Fighter) -> bool:
        """Whether they don't know yet that there is a fight. T-193."""
        return self.round == SURPRISE and fighter.unaware

    def next_turn_of(self, fighter: Fighter) -> int:
        """The round in which their next turn comes: this one, if they have not begun it."""
        return self.round if not (fighter.acted or self.surprised(fighter)) else self.round + 1

    def turn_of(self, fighter: Fighter) -> Turn:
        """Their turn as far as it has come."""
        return Turn(
            frozenset(fighter.talents), self.round in fighter.distracted, "half" in fighter.uses, fighter.turn
        )


@dataclass(frozen=True, kw_only=True)
class Event(Shape):
    """Something that happens, as its deed reads it: the fields of all deeds, those it has no use for left
    empty.
    """

    do: str
    who: str = ""
    on: str = ""
    weapon: str = called("with", default="")
    way: str = ""
    unaware: bool = False
    straight: bool = False
    by: str = ""
    take: str = ""
    picks: tuple[str, ...] = ()
    more: bool = False
    to_armour: int = 0
    cancel: bool = False
    dc: int | None = None
    also: tuple[str, ...] = ()
    spell: str = ""
    targets: int = 1
    healed: str = ""
    giver: str = ""
    people: str = ""
    does: str = ""
    wounds: int = 0
    change: Mapping[str, Any] = field(default_factory=dict)
    newcomer: Mapping[str, Any] = called("fighter", default_factory=dict)
    allow: bool = False
