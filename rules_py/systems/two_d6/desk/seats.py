"""Characters of the sheet at the tracker: how they take a seat, and what a fight brings back to the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.systems.two_d6.character import Character, within
from rules_py.systems.two_d6.desk.schema import LONGEST_NAME, MOST_WOUNDS
from rules_py.systems.two_d6.desk.shape import UNARMED, Fight
from rules_py.systems.two_d6.difficulty import DC_NAMES
from rules_py.systems.two_d6.foes import FOE_TALENTS
from rules_py.systems.two_d6.sheet import SHEET

MOST_ATTACKS = 6
ATTACK_SPELLS = {"blast": "spell", "levitate": "spell", "entangle": "entangle"}
"""The spells one attacks with. R-100."""


def seat(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """A character of the sheet as a fighter. Raises InputError where the sheet is none."""
    reading, _ = SHEET.judged(sheet)
    character = Character.of(reading)
    unarmed = character.find("melee", UNARMED)
    known = {each.spell.id for each in character.spells if each.spell}
    most = min(MOST_WOUNDS, max(0, character.most_wounds))
    return {
        "name": str(sheet.get("name") or "A character")[:LONGEST_NAME].strip(),
        "side": "pc",
        "attacks": [*_attacks(character)][:MOST_ATTACKS],
        "defence": max(each.bonus for each in character.defences()),
        "unarmed": (character.roll(unarmed) if unarmed else character.untrained(UNARMED, "STR")).bonus,
        "perform": max((each.bonus for each in character.dances()), default=0),
        "initiative": within(character.initiative),
        "resolve": within(character.resolve),
        "wounds_max": most,
        "lost_wounds": min(most, reading["wounds_lost"]),
        "armour": character.build.armour,
        "talents": [each for each in FOE_TALENTS if character.build.has(each)],
        "repels": "repel_attack" in known,
        "counters": bool(character.spells),
        "cinematics": reading["cinematics"],
        "lost": min(MOST_WOUNDS, max(0, reading["lost_limbs"])),
    }


def _attacks(character: Character) -> Iterator[dict[str, Any]]:
    """Their weapons, by the skill each is used with, and their attack spells."""
    for skill in character.skills:
        if skill.skill and skill.skill.attacks and skill.subset.casefold() != UNARMED.casefold():
            kind = skill.skill.id if skill.skill.id in ("melee", "shooting") else "ranged"
            roll = character.roll(skill)
            yield {"name": roll.name, "kind": kind, "bonus": roll.bonus}
    for each in character.spells:
        if each.spell and each.spell.id in ATTACK_SPELLS:
            dc = each.dc if each.dc in DC_NAMES else each.spell.dc
            yield {"name": each.spell.name, "kind": ATTACK_SPELLS[each.spell.id], "dc": dc}


def back(fight: Fight, name: str) -> dict[str, Any]:
    """What the fight has changed, for the sheet. Raises InputError for a name that nobody here has."""
    fighter = fight[name]
    return {
        "wounds_lost": fighter.wounds_max - fighter.wounds,
        "lost_limbs": fighter.lost,
        "cinematics": fighter.cinematics,
        "unconscious": not fighter.able and not fighter.dead,
        "dead": fighter.dead,
    }
