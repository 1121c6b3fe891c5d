"""A fight as plain data: what forms ask for, what programs hand over, what a newcomer brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules_py.base.errors import Fault
from rules_py.inputs import Choice, Flag, Input, Int, ListOf, Record, Several, Text
from rules_py.systems.two_d6.armour import ARMOUR_NAMES
from rules_py.systems.two_d6.difficulty import DC_NAMES, HIGHEST_BONUS
from rules_py.systems.two_d6.foes import FOE_TALENTS
from rules_py.systems.two_d6.tracker.matchup import DEFENCE_LABELS, REROLL_LABELS
from rules_py.systems.two_d6.tracker.shape import SURPRISE, Fight, Fighter
from rules_py.systems.two_d6.turns import ACTIONS
from rules_py.tracker import name_faults, seated, told_apart

MOST_FIGHTERS = 16
MOST_WOUNDS = 12
MOST_ROUNDS = 999
LONGEST_NAME = 60

KINDS = {
    "melee": "Melee",
    "ranged": "Archery or Throwing",
    "shooting": "Shooting",
    "spell": "A spell",
    "entangle": "A spell that grapples",
    "resolve": "A spell against resolve",
    "diplomacy": "A spell against Diplomacy",
    "negate": "Negate",
    "cast": "A spell that nobody answers",
}
NEEDS_DC = ("spell", "entangle", "resolve", "diplomacy")
MOST_ATTACKS = 16
MOST_FAVORED = 6


USES = {
    "wound": "One wound more",
    "cancel": "One wound less",
    "half": "One more half-round action",
    "reroll": "A throw again",
}
"""What a cinematic may be spent on, each once a round. T-223 to T-226, R-21."""


def name(field: str, label: str, **more: Any) -> Text:
    return Text(field, label, longest=LONGEST_NAME, **more)


def bonus(field: str, label: str, **more: Any) -> Int:
    return Int(field, label, 0, HIGHEST_BONUS, **{"default": 0, "rule": "R-80", **more})


def attack(*more: Mapping[str, str]) -> Record:
    kinds = {key: label for each in (KINDS, *more) for key, label in each.items()}
    return Record(
        fields=(
            name("name", "With", start="Knife"),
            Choice("kind", "Kind", kinds, default="melee"),
            bonus("bonus", "Skill and stat"),
            Int("dc", "DC of a spell", 7, 17, optional=True, default=None, rule="T-260"),
        ),
        kind="kind",
        only_for={"bonus": ("melee", "ranged", "shooting"), "dc": (*NEEDS_DC, "cast")},
    )


SEATED: tuple[Input, ...] = (
    name("name", "Name"),
    Choice("side", "Side", {"pc": "Player character", "npc": "Foe"}, start="npc", default="pc"),
    name("people", "Of which people or species", default="", rule="T-072"),
    ListOf("attacks", "Attacks and spells", attack(), most=MOST_ATTACKS, default=[], rule="T-194"),
    bonus("defence", "Defence: Melee or Athletics, and a stat", noun="Defence", rule="T-195"),
    bonus("unarmed", "Melee (Unarmed), and a stat", noun="Unarmed", rule="T-204"),
    bonus("perform", "Perform such as dance, and a stat", noun="Perform", rule="R-41"),
    bonus("diplomacy", "Diplomacy, and a stat", noun="Diplomacy", default=2, rule="T-243"),
    bonus("initiative", "Initiative", rule="T-045"),
    bonus("resolve", "Resolve", rule="T-043"),
    Int("wounds_max", "Wounds when whole", 0, MOST_WOUNDS, default=5, rule="T-207"),
    Int("lost_wounds", "Wounds lost before", 0, MOST_WOUNDS, default=0),
    Choice("armour", "Armour", ARMOUR_NAMES, default="none", rule="T-158"),
    Int(
        "armour_wounds",
        "Wounds of the armour, 0 if nobody counts them",
        0,
        MOST_WOUNDS,
        default=0,
        rule="T-168",
    ),
    Several(
        "talents", "Talents", Choice(options=FOE_TALENTS), most=len(FOE_TALENTS), default=[], rule="T-046"
    ),
    ListOf(
        "favored",
        "Favored Enemy, not used today",
        name("people", "People or species"),
        most=MOST_FAVORED,
        default=[],
        rule="T-072",
    ),
    Flag("repels", "Repel Attack", rule="T-254"),
    Flag("counters", "Knows a spell, and so may counterspell", rule="R-70"),
    Int("cinematics", "Cinematics", 0, 99, default=0, rule="T-227"),
    Int("armour_hit", "Wounds the armour took before", 0, MOST_WOUNDS, default=0, rule="T-211"),
    Int("limbs", "Useless limbs", 0, MOST_WOUNDS, default=0, rule="T-202"),
    Flag("unaware", "Unaware that a fight begins", rule="T-192"),
    Int("lost", "Limbs lost for good", 0, MOST_WOUNDS, default=0, rule="T-217"),
    Int("total", "Initiative thrown already, its total", 2, 22, optional=True, default=None, rule="T-190"),
)
"""What somebody brings to a fight."""

HOLD = Record(
    "held",
    "Held",
    (name("by", "By"), Int("since", "Since round", 0, MOST_ROUNDS), Flag("magic", "By a spell")),
    optional=True,
    default=None,
)
_WEAPON = attack({"unarmed": "Melee (Unarmed)"})
WEAPON = Record("weapon", "With", _WEAPON.fields)


def _some(field: str, label: str, options: Mapping[str, str]) -> ListOf:
    return ListOf(field, label, Choice(options=options), most=20, default=[])


GATHERED: tuple[Input, ...] = (
    Int("wounds", "Wounds now", 0, MOST_WOUNDS, default=0),
    ListOf("rolled", "Initiative", Int("total", "Total", 0, MOST_ROUNDS), most=50, default=[]),
    _some("turn", "Actions this round", {key: each.label for key, each in ACTIONS.items()}),
    _some("uses", "Cinematics spent this round", USES),
    ListOf("distracted", "Distracted in rounds", Int("round", "Round", 0, MOST_ROUNDS), most=2, default=[]),
    ListOf("negated", "Denied powers in rounds", Int("round", "Round", 0, MOST_ROUNDS), most=2, default=[]),
    *(
        Flag(key, key.replace("_", " ").capitalize())
        for key in ("passed", "aiming", "prone", "disarmed", "knocked_out", "dead")
    ),
    Choice("dying", "Death check", {"": "none", "due": "due", "failed": "failed"}, default=""),
    HOLD,
)
"""What gathers while the fight goes on."""

ROLL = Record(
    "roll",
    "The attack that waits",
    (
        name("who", "Attacker"),
        name("on", "Target"),
        WEAPON,
        Choice("way", "Defends with", DEFENCE_LABELS),
        Int("attack", "Attack dice", 2, 12),
        Int("defence", "Defence dice", 2, 12),
        Flag("turned", "Turned back"),
        Int("bonus", "Bonus of the caster", 0, HIGHEST_BONUS, optional=True, default=None),
        _some("rerolled", "Thrown again", REROLL_LABELS),
        Int("wounds", "Wounds about to be dealt", 0, 9, optional=True, default=None),
    ),
    optional=True,
    default=None,
)
SPREAD = Record(
    "spread",
    "Whom the spell has still to meet",
    (
        name("who", "Caster"),
        WEAPON,
        Int("attack", "Attack dice", 2, 12),
        ListOf("on", "Targets", name("name", "Target"), most=MOST_FIGHTERS),
    ),
    optional=True,
    default=None,
)
CAST = Record(
    "cast",
    "The spell that failed",
    (
        name("who", "Caster"),
        replace(WEAPON, name="spell", label="Spell"),
        Int("dice", "Dice", 2, 12),
        name("healed", "Who gets a wound back", default=""),
        name("giver", "Who gives a wound", default=""),
    ),
    optional=True,
    default=None,
)
_BROUGHT_ONLY = ("lost_wounds", "total")
STATE = Record(
    "state",
    "The fight",
    (
        Int("round", "Round", 0, MOST_ROUNDS, default=1),
        ListOf(
            "fighters",
            "Fighters",
            Record(fields=(*(each for each in SEATED if each.name not in _BROUGHT_ONLY), *GATHERED)),
            most=MOST_FIGHTERS,
        ),
        ROLL,
        SPREAD,
        CAST,
        name("wild", "Whose spell has gone wild", default=""),
    ),
)
SETUP = (ListOf("fighters", "Who is there", Record(fields=SEATED), most=MOST_FIGHTERS),)


def read(data: Mapping[str, Any]) -> Fight:
    """A fight of its plain data. Raises InputError, `duplicate_fighter` for two of one name."""
    fight = Fight.read(STATE.parse(data))
    told_apart(fight.names, "fighters", scene="fight", duplicate="duplicate_fighter")
    return fight


def begin(start: Mapping[str, Any]) -> Fight:
    """The fight that a start begins. Raises InputError for two of one name, a nameless one, or one attack
    named twice.
    """
    fighters = tuple(map(newcomer, seated(start, "fighters", newcomer_faults)))
    aware = [each for each in fighters if not each.unaware]
    return Fight(SURPRISE if aware and len(aware) < len(fighters) else 1, fighters)


def newcomer_faults(there: list[str], coming: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    """What is wrong with those coming, by their field, beside those who are there."""
    names = {f"{at}.name": str(each["name"]) for at, each in coming.items()}
    yield from name_faults(there, names, MOST_FIGHTERS, duplicate="duplicate_fighter")
    for at, each in coming.items():
        for place, one in enumerate(each.get("attacks", ())):
            field = f"{at}.attacks.{place}"
            if one["kind"] in NEEDS_DC and one.get("dc") not in DC_NAMES:
                words = f"{one['name']} is a spell, and needs one of the six DCs."
                yield Fault(f"{field}.dc", "missing_dc", one.get("dc"), "a DC of the ladder", words)
            if not one["name"].strip() or one["name"] in [other["name"] for other in each["attacks"][:place]]:
                words = f"Give each attack of {each['name']} a name of its own."
                yield Fault(f"{field}.name", "attack_name", one["name"], "a name of its own", words)


def newcomer(data: Mapping[str, Any]) -> Fighter:
    """Somebody who comes with what SEATED asks for. Whoever knows a spell may counterspell. R-70."""
    given = {each: value for each, value in data.items() if each not in _BROUGHT_ONLY}
    fighter = Fighter.read(given)
    knows = fighter.counters or fighter.repels or any(each.magic for each in fighter.attacks)
    total = data.get("total")
    return fighter.but(
        wounds=max(0, fighter.wounds_max - data.get("lost_wounds", 0)),
        counters=knows,
        rolled=() if total is None else (total,),
    )
