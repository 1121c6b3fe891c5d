"""The state of a fight: fighters, their condition, and the pending roll. It is immutable: every event makes a
new fight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from rules_py.inputs import Choice, Flag, Int, ListOf, Record, Several, Text
from rules_py.systems.two_d6.armour import ARMOUR_NAMES
from rules_py.systems.two_d6.difficulty import HIGHEST_BONUS
from rules_py.systems.two_d6.foes import FOE_TALENTS
from rules_py.systems.two_d6.options import IN_FIGHTS, FightRules
from rules_py.systems.two_d6.tracker.defences import DEFENCE_LABELS, REROLL_LABELS
from rules_py.systems.two_d6.turns import ACTIONS, Turn
from rules_py.systems.two_d6.wounds import MAX_WOUNDS
from rules_py.tracker import Roster, Serializable, house_field, setup_field, state_field

UNARMED = "Unarmed"
BENDING = ("resolve", "diplomacy", "negate")
"""Spells that someone resists, by resolve, by Diplomacy, or by a cast of their own. R-100."""
ALONE = "cast"
MAGIC = ("spell", "entangle", *BENDING, ALONE)
SURPRISE = 0
"""The number of the surprise round."""

MAX_FIGHTERS = 16
MAX_ROUNDS = 999
MAX_ATTACKS = 16
MAX_FAVORED = 6
MAX_NAME_CHARS = 60

KINDS = {
    "melee": "Melee",
    "ranged": "Archery or Throwing",
    "shooting": "Shooting",
    "spell": "Attack spell",
    "entangle": "Grappling spell",
    "resolve": "Spell against resolve",
    "diplomacy": "Spell against Diplomacy",
    "negate": "Negate",
    "cast": "Unopposed spell",
}
NEEDS_DC = ("spell", "entangle", "resolve", "diplomacy")
USES = {
    "wound": "One extra wound",
    "cancel": "One wound cancelled",
    "half": "Extra half-round action",
    "reroll": "Reroll",
}
"""The uses of a cinematic, each once a round. T-223 to T-226, R-21."""


def name_input(field: str, label: str, **more: Any) -> Text:
    return Text(field, label, longest=MAX_NAME_CHARS, **more)


def bonus_input(field: str, label: str, **more: Any) -> Int:
    return Int(field, label, 0, HIGHEST_BONUS, **{"default": 0, "rule": "R-80", **more})


def _keys(field: str, label: str, options: Mapping[str, str]) -> ListOf:
    return ListOf(field, label, Choice(options=options), most=20, default=[])


def _rounds(field: str, label: str) -> ListOf:
    return ListOf(field, label, Int("round", "Round", 0, MAX_ROUNDS), most=2, default=[])


def _flag(field: str) -> Flag:
    return Flag(field, field.replace("_", " ").capitalize())


@dataclass(frozen=True)
class Attack(Serializable):
    """A way to attack, or a spell.

    `kind` is melee, unarmed, ranged (Archery, Throwing) or shooting; a spell's kind is spell for one that
    wounds, entangle, one of BENDING, or ALONE for an unopposed one. A spell has a `dc`, except Negate and
    Runes, and its caster's resolve as its bonus.
    """

    name: str = state_field(name_input("name", "Weapon or spell", start="Knife"))
    kind: str = state_field(Choice("kind", "Kind", KINDS, default="melee"))
    bonus: int = state_field(bonus_input("bonus", "Bonus (skill + stat)"))
    dc: int | None = state_field(Int("dc", "Spell DC", 7, 17, optional=True, default=None, rule="T-260"))

    @classmethod
    def record(cls, name: str = "", label: str = "", **more: Any) -> Record:
        only_for = {"bonus": ("melee", "ranged", "shooting"), "dc": (*NEEDS_DC, ALONE)}
        return super().record(name, label, kind="kind", only_for=only_for, **more)

    @property
    def magic(self) -> bool:
        return self.kind in MAGIC

    @property
    def aimable(self) -> bool:
        """True if it can be aimed. T-219, R-18."""
        return self.magic or self.kind in ("ranged", "shooting")

    @property
    def wounds(self) -> bool:
        """True if it can wound; a spell that grapples does only that. R-90."""
        return self.strikes and self.kind != "entangle"

    @property
    def strikes(self) -> bool:
        """True for attacks, false for all other spells."""
        return not self.bends and self.kind != ALONE

    @property
    def bends(self) -> bool:
        """True for spells that neither wound nor hold, but have another effect on a target who resists."""
        return self.kind in BENDING

    @property
    def in_hand(self) -> bool:
        """True for a weapon that can be lost."""
        return self.kind in ("melee", "ranged", "shooting")

    @property
    def opens(self) -> str:
        """The list of margin options that it opens. R-91."""
        return "ranged" if self.kind == "shooting" else self.kind


_ANY_KIND = Choice("kind", "Kind", KINDS | {"unarmed": "Melee (Unarmed)"}, default="melee")
WEAPON = Record(
    "weapon", "With", tuple(_ANY_KIND if each.name == "kind" else each for each in Attack.inputs())
)


@dataclass(frozen=True, kw_only=True)
class Hold(Serializable):
    """A hold: its holder, the holder's turn in which it started, and whether it is by a spell."""

    by: str = state_field(name_input("by", "By"))
    since: int = state_field(Int("since", "Since round", 0, MAX_ROUNDS))
    magic: bool = state_field(Flag("magic", "By a spell"))


@dataclass(frozen=True, kw_only=True)
class Roll(Serializable):
    """An attack whose dice have been rolled.

    `attack` and `defence` are the sums of the dice that count; `way` is how the target defends. A spell sent
    back at its caster is `turned`, and keeps its caster's `bonus`. `rerolled` are the rerolled rolls:
    `armour`, `attack`, `defence`. After the attacker's choice, `wounds` are those about to be dealt.
    """

    who: str = state_field(name_input("who", "Attacker"))
    on: str = state_field(name_input("on", "Target"))
    weapon: Attack = state_field(WEAPON)
    way: str = state_field(Choice("way", "Defends with", DEFENCE_LABELS))
    attack: int = state_field(Int("attack", "Attack dice", 2, 12))
    defence: int = state_field(Int("defence", "Defence dice", 2, 12))
    turned: bool = state_field(Flag("turned", "Turned back"))
    bonus: int | None = state_field(
        Int("bonus", "Bonus of the caster", 0, HIGHEST_BONUS, optional=True, default=None)
    )
    rerolled: tuple[str, ...] = state_field(_keys("rerolled", "Rerolled", REROLL_LABELS))
    wounds: int | None = state_field(
        Int("wounds", "Wounds about to be dealt", 0, 9, optional=True, default=None)
    )


@dataclass(frozen=True, kw_only=True)
class Spread(Serializable):
    """An attack by Mass Spell with targets still to meet, and the dice of its one cast. T-080, R-72."""

    who: str = state_field(name_input("who", "Caster"))
    weapon: Attack = state_field(WEAPON)
    attack: int = state_field(Int("attack", "Attack dice", 2, 12))
    on: tuple[str, ...] = state_field(
        ListOf("on", "Targets", name_input("name", "Target"), most=MAX_FIGHTERS)
    )


@dataclass(frozen=True, kw_only=True)
class Cast(Serializable):
    """An unopposed spell that failed with these dice; a cinematic may reroll them. With
    Heal a wound passes from `giver` to `healed`. R-20, R-96.
    """

    who: str = state_field(name_input("who", "Caster"))
    spell: Attack = state_field(replace(WEAPON, name="spell", label="Spell"))
    dice: int = state_field(Int("dice", "Dice", 2, 12))
    healed: str = state_field(name_input("healed", "Patient", default=""))
    giver: str = state_field(name_input("giver", "Volunteer (loses a wound)", default=""))


@dataclass(frozen=True, kw_only=True)
class Fighter(Serializable):
    """A fighter. `rolled` are their initiative totals, later ones from rerolled ties. `turn` are their
    actions of this round, and `passed` is whether they have ended it. `perform` is the bonus of their dance,
    if that defends. `people` lists their peoples, separated by commas; `favored` has the peoples of Favored
    Enemy not yet rerolled against today. `uses` are the uses of cinematics this round. `distracted` and
    `negated` are the round, this or the next, in which they are so. `dying` is "due" while the death check is
    due, and "failed" while a cinematic can still reroll it.
    """

    name: str = setup_field(name_input("name", "Name"))
    side: str = setup_field(
        Choice("side", "Side", {"pc": "Player character", "npc": "Foe"}, start="npc", default="pc")
    )
    people: str = setup_field(name_input("people", "Species", default="", rule="T-072"))
    attacks: tuple[Attack, ...] = setup_field(
        ListOf("attacks", "Attacks and spells", Attack.record(), most=MAX_ATTACKS, default=[], rule="T-194")
    )
    defence: int = setup_field(
        bonus_input("defence", "Defence (Melee or Athletics + stat)", noun="Defence", rule="T-195")
    )
    unarmed: int = setup_field(bonus_input("unarmed", "Melee (Unarmed) + stat", noun="Unarmed", rule="T-204"))
    perform: int = setup_field(
        bonus_input("perform", "Perform (such as dance) + stat", noun="Perform", rule="R-41")
    )
    diplomacy: int = setup_field(
        bonus_input("diplomacy", "Diplomacy + stat", noun="Diplomacy", default=2, rule="T-243")
    )
    initiative: int = setup_field(bonus_input("initiative", "Initiative", rule="T-045"))
    resolve: int = setup_field(bonus_input("resolve", "Resolve", rule="T-043"))
    wounds_max: int = setup_field(Int("wounds_max", "Maximum wounds", 0, MAX_WOUNDS, default=5, rule="T-207"))
    wounds: int = state_field(
        Int("wounds", "Wounds now", 0, MAX_WOUNDS, default=0),
        setup=Int("lost_wounds", "Wounds already lost", 0, MAX_WOUNDS, default=0),
    )
    armour: str = setup_field(Choice("armour", "Armour", ARMOUR_NAMES, default="none", rule="T-158"))
    armour_wounds: int = setup_field(
        Int("armour_wounds", "Armour wounds (0 to ignore)", 0, MAX_WOUNDS, default=0, rule="T-168")
    )
    talents: tuple[str, ...] = setup_field(
        Several(
            "talents", "Talents", Choice(options=FOE_TALENTS), most=len(FOE_TALENTS), default=[], rule="T-046"
        )
    )
    favored: tuple[str, ...] = setup_field(
        ListOf(
            "favored",
            "Favored Enemy (unused today)",
            name_input("people", "Species"),
            most=MAX_FAVORED,
            default=[],
            rule="T-072",
        )
    )
    repels: bool = setup_field(Flag("repels", "Repel Attack", rule="T-254"))
    counters: bool = setup_field(Flag("counters", "Knows a spell (may counterspell)", rule="R-70"))
    cinematics: int = setup_field(Int("cinematics", "Cinematics", 0, 99, default=0, rule="T-227"))
    armour_hit: int = setup_field(
        Int("armour_hit", "Armour wounds already lost", 0, MAX_WOUNDS, default=0, rule="T-211")
    )
    limbs: int = setup_field(Int("limbs", "Useless limbs", 0, MAX_WOUNDS, default=0, rule="T-202"))
    unaware: bool = setup_field(Flag("unaware", "Surprised", rule="T-192"))
    lost: int = setup_field(Int("lost", "Limbs lost for good", 0, MAX_WOUNDS, default=0, rule="T-217"))
    rolled: tuple[int, ...] = state_field(
        ListOf("rolled", "Initiative", Int("total", "Total", 0, MAX_ROUNDS), most=50, default=[]),
        setup=Int(
            "total", "Initiative already rolled (total)", 2, 22, optional=True, default=None, rule="T-190"
        ),
    )
    turn: tuple[str, ...] = state_field(
        _keys("turn", "Actions this round", {key: each.label for key, each in ACTIONS.items()})
    )
    uses: tuple[str, ...] = state_field(_keys("uses", "Cinematics spent this round", USES))
    distracted: tuple[int, ...] = state_field(_rounds("distracted", "Distracted in rounds"))
    negated: tuple[int, ...] = state_field(_rounds("negated", "Can’t use powers in rounds"))
    passed: bool = state_field(_flag("passed"))
    aiming: bool = state_field(_flag("aiming"))
    prone: bool = state_field(_flag("prone"))
    disarmed: bool = state_field(_flag("disarmed"))
    knocked_out: bool = state_field(_flag("knocked_out"))
    dead: bool = state_field(_flag("dead"))
    dying: str = state_field(
        Choice("dying", "Death check", {"": "none", "due": "due", "failed": "failed"}, default="")
    )
    held: Hold | None = state_field(Hold.record("held", "Held", optional=True, default=None))

    def but(self, **changes: Any) -> Self:
        """Return the fighter with these changes."""
        return replace(self, **changes)

    @property
    def pc(self) -> bool:
        return self.side == "pc"

    @property
    def able(self) -> bool:
        """True while they are conscious."""
        return not (self.dead or self.knocked_out) and self.wounds > 0

    @property
    def has_acted(self) -> bool:
        """True once they have started their turn; a quick action alone, such as a few words, starts none.
        T-186.
        """
        return self.passed or any(ACTIONS[each].halves for each in self.turn)

    @property
    def worn_armour(self) -> str:
        """The class of armour that still protects. R-94."""
        broken = self.armour_wounds and self.armour_hit >= self.armour_wounds
        return "none" if broken else self.armour

    @property
    def proficient(self) -> bool:
        return "armor_proficiency" in self.talents

    @property
    def every_attack(self) -> tuple[Attack, ...]:
        """Everything they can attack with, bare hands last."""
        return (*self.attacks, Attack(UNARMED, "unarmed", self.unarmed))

    def has_hands_for(self, attack: Attack) -> bool:
        """Return whether they can attack with it now: only with fists while held, without weapons while
        disarmed. T-205, R-93.
        """
        if self.held:
            return attack.kind == "unarmed"
        return not (self.disarmed and attack.in_hand)

    def attack(self, name: str) -> Attack | None:
        return next((each for each in self.every_attack if each.name == name), None)

    def may_spend(self, use: str) -> bool:
        """Return whether a cinematic can be spent on this again this round. T-223 to T-226, R-21."""
        return self.cinematics > 0 and use not in self.uses

    def after_using(self, use: str) -> Self:
        """Return the fighter after paying for it; the number stays 0 for one who has none left."""
        return self.but(cinematics=max(self.cinematics - 1, 0), uses=(*self.uses, use))


@dataclass(frozen=True)
class Fight(Roster[Fighter]):
    """The current state of a fight; round 0 is the surprise round. `roll` is the pending attack, and `spread`
    its further targets; `cast` is a failed spell that may be rerolled; `wild` is the fighter whose attack
    spell has just gone wild.
    """

    round: int = state_field(Int("round", "Round", 0, MAX_ROUNDS, default=1))
    fighters: tuple[Fighter, ...] = state_field(
        ListOf("fighters", "Fighters", Fighter.record(), most=MAX_FIGHTERS), default=()
    )
    roll: Roll | None = state_field(Roll.record("roll", "Pending attack", optional=True, default=None))
    spread: Spread | None = state_field(
        Spread.record("spread", "Targets still to resolve", optional=True, default=None)
    )
    cast: Cast | None = state_field(Cast.record("cast", "Failed spell", optional=True, default=None))
    wild: str = state_field(name_input("wild", "Caster of a wild spell", default=""))
    house: Mapping[str, Any] = house_field(IN_FIGHTS)

    participants_field, encounter_noun, participant_noun, unknown_code = (
        "fighters",
        "fight",
        "a fighter",
        "unknown_fighter",
    )

    @cached_property
    def rules(self) -> FightRules:
        """The house rules of the fight."""
        return FightRules.of(self.house)

    @property
    def undecided_attack(self) -> Roll | None:
        """The pending attack, while its attacker hasn't chosen its effect."""
        return self.roll if self.roll and self.roll.wounds is None else None

    def foes_of(self, fighter: Fighter) -> list[Fighter]:
        """Return the enemies who are conscious."""
        return [each for each in self.fighters if each.side != fighter.side and each.able]

    def is_surprised(self, fighter: Fighter) -> bool:
        """Return whether they don't know about the fight yet. T-193."""
        return self.round == SURPRISE and fighter.unaware

    def next_turn_of(self, fighter: Fighter) -> int:
        """Return the round of their next turn: this one if they have not started it."""
        return self.round if not (fighter.has_acted or self.is_surprised(fighter)) else self.round + 1

    def turn_of(self, fighter: Fighter) -> Turn:
        """Return the fighter's turn so far."""
        return Turn(
            frozenset(fighter.talents), self.round in fighter.distracted, "half" in fighter.uses, fighter.turn
        )
