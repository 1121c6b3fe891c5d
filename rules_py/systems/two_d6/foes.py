"""A dozen foes of many worlds: each bonus is a skill and a stat that such a person or beast would have."""

from __future__ import annotations

from typing import Any

from rules_py.sheets.reference_list import Column, ReferenceList

FOE_TALENTS = {
    "armor_proficiency": "Armor Proficiency",
    "fast_caster": "Fast Caster",
    "graceful": "Graceful",
    "hip_shot": "Hip Shot",
    "mass_spell": "Mass Spell",
    "multiattack": "Multiattack",
    "spell_turning": "Spell Turning",
    "vicious_parry": "Vicious Parry",
}
"""The talents that change a fight."""

FOE_ARMOUR = {"none": "none", "light": "light", "medium": "medium", "heavy": "heavy"}


def _foe(name: str, initiative: int, defence: int, unarmed: int, wounds: int, **more: Any) -> dict[str, Any]:
    return {
        "id": name.lower().replace(" ", "-"),
        "name": name,
        "initiative": initiative,
        "defence": defence,
        "unarmed": unarmed,
        "people": "",
        "resolve": 4,
        "wounds": wounds,
        "armour": "none",
        "attacks": [],
        "talents": [],
        "rules": (),
        **more,
    }


def _melee(name: str, bonus: int) -> dict[str, Any]:
    return {"name": name, "kind": "melee", "bonus": bonus}


def _ranged_weapon(name: str, bonus: int) -> dict[str, Any]:
    return {"name": name, "kind": "ranged", "bonus": bonus}


def _gun(name: str, bonus: int) -> dict[str, Any]:
    return {"name": name, "kind": "shooting", "bonus": bonus}


def _spell(name: str, dc: int, kind: str = "spell") -> dict[str, Any]:
    return {"name": name, "kind": kind, "dc": dc}


FOES = (
    _foe(
        "Alley thief", 5, 4, 3, 5, resolve=3, armour="light", attacks=[_melee("Knife", 4)],
        yields="As soon as anyone else bleeds; he has a purse to think of.",
    ),
    _foe(
        "Dock bruiser", 3, 5, 6, 7, resolve=5, attacks=[_melee("Crowbar", 5)],
        yields="When his friends are down. He has lost before, and knows how.",
    ),
    _foe(
        "Town guard", 4, 5, 4, 6, armour="medium", talents=["armor_proficiency"],
        attacks=[_melee("Halberd", 5), _gun("Crossbow", 4)],
        yields="At half their wounds, unless the bells ring for help.",
    ),
    _foe(
        "Goblin raider", 6, 5, 2, 4, resolve=3, armour="light", people="Goblins",
        attacks=[_ranged_weapon("Short bow", 5), _melee("Hooked knife", 4)],
        yields="When the wolf it rode in on runs away.",
    ),
    _foe(
        "Grey wolf", 7, 5, 5, 5, resolve=3, attacks=[_melee("Teeth", 6)], people="Wolf, wolves, beasts",
        yields="At fire, noise or two wounds, but never when starving.",
    ),
    _foe(
        "Company guard", 4, 4, 4, 6, armour="heavy", talents=["armor_proficiency"],
        attacks=[_gun("Pistol", 5), _melee("Baton", 4)],
        yields="When no camera is watching.",
    ),
    _foe(
        "Void pirate", 5, 5, 5, 6, resolve=5, armour="medium", talents=["armor_proficiency"],
        attacks=[_gun("Bolt gun", 5), _melee("Boarding axe", 6)],
        yields="When the way back to the airlock is about to close.",
    ),
    _foe(
        "Rooftop marksman", 7, 4, 3, 5, talents=["hip_shot"], attacks=[_gun("Rifle", 8)],
        yields="As soon as someone is on the roof as well.",
    ),
    _foe(
        "Hired duellist", 8, 8, 4, 6, resolve=5, talents=["multiattack", "vicious_parry"],
        attacks=[_melee("Rapier", 8)],
        yields="At three wounds, with a polite bow. There is always another contract.",
    ),
    _foe(
        "Marsh witch", 4, 3, 2, 6, resolve=8, repels=True, talents=["fast_caster", "spell_turning"],
        attacks=[_spell("Blast", 9), _spell("Entangle", 11, "entangle")],
        yields="When a spell comes back at her.",
    ),
    _foe(
        "Walking dead", 1, 2, 6, 7, resolve=6, attacks=[_melee("Rusty spade", 4)], people="The dead, undead",
        yields="Never. It has forgotten how.",
    ),
    _foe(
        "Guard machine", 5, 6, 8, 8, resolve=8, armour="heavy", talents=["armor_proficiency", "multiattack"],
        people="Machines, robots", attacks=[_gun("Rivet gun", 6), _melee("Steel fist", 7)],
        yields="Never, but it doesn’t leave the hall it guards.",
    ),
)  # fmt: skip
"""Foes offered in the tracker; their numbers are samples and can be changed there."""


def describe_attacks(foe: dict[str, Any]) -> str:
    return ", ".join(
        f"{each['name']} (DC {each['dc']})" if "dc" in each else f"{each['name']} +{each['bonus']}"
        for each in foe["attacks"]
    )


def _notes(foe: dict[str, Any]) -> str:
    spells = ("Repel Attack",) if foe.get("repels") else ()
    return ", ".join((*(FOE_TALENTS[each] for each in foe["talents"]), *spells))


FOE_LIST = ReferenceList(
    "foes",
    "A dozen foes",
    (
        Column("defence", "Defence"),
        Column("wounds", "Wounds"),
        Column("attacks", "Attacks", describe_attacks),
        Column("unarmed", "Unarmed"),
        Column("armour", "Armour", lambda foe: FOE_ARMOUR[foe["armour"]]),
        Column("initiative", "Initiative"),
        Column("resolve", "Resolve"),
        Column("notes", "Talents and spells", _notes),
        Column("yields", "Gives up"),
    ),
    FOES,
    names="Foe",
    states_rules=False,
)
