"""Characters of the sheet at the tracker: how they take a seat, and what a fight brings back to the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.base.wording import character_name
from rules_py.systems.two_d6.character import Character, within
from rules_py.systems.two_d6.difficulty import DC_NAMES
from rules_py.systems.two_d6.foes import FOE_TALENTS
from rules_py.systems.two_d6.ledger import SpellBought
from rules_py.systems.two_d6.sheet import SHEET
from rules_py.systems.two_d6.spells import CHECKS
from rules_py.systems.two_d6.tracker.schema import LONGEST_NAME, MOST_ATTACKS, MOST_FAVORED, MOST_WOUNDS
from rules_py.systems.two_d6.tracker.shape import ALONE, UNARMED, Fight

SPELL_KINDS = {
    "attack": "spell",
    "resolve": "resolve",
    "diplomacy": "diplomacy",
    "caster": "negate",
    "cast": ALONE,
}
"""What a spell is at the tracker by the check it asks for; a defence is none of these. R-100."""


def seat(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """A character of the sheet as a fighter. Raises InputError where the sheet is none."""
    reading = SHEET.read(sheet)
    character = Character.of(reading)
    unarmed = character.find("melee", UNARMED)
    diplomacy = character.find("diplomacy")
    known = {each.spell.id for each in character.spells if each.spell}
    most = min(MOST_WOUNDS, max(0, character.most_wounds))
    return {
        "name": character_name(sheet, LONGEST_NAME),
        "side": "pc",
        "people": reading["race"][:LONGEST_NAME].strip(),
        "attacks": [*_attacks(character)][:MOST_ATTACKS],
        "defence": max(each.bonus for each in character.defences()),
        "unarmed": (character.roll(unarmed) if unarmed else character.untrained(UNARMED, "STR")).bonus,
        "perform": max((each.bonus for each in character.dances()), default=0),
        "diplomacy": (
            character.roll(diplomacy) if diplomacy else character.untrained("Diplomacy", "CHA")
        ).bonus,
        "initiative": within(character.initiative),
        "resolve": within(character.resolve),
        "wounds_max": most,
        "lost_wounds": min(most, reading["wounds_lost"]),
        "armour": character.build.armour,
        "talents": [each for each in FOE_TALENTS if character.build.has(each)],
        "favored": [
            (each.label or "one people")[:LONGEST_NAME]
            for each in character.build.talents
            if each.is_a("favored_enemy_culture")
        ][:MOST_FAVORED],
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
    spells = [one for each in character.spells for one in _spells(each)]
    yield from sorted(spells, key=lambda each: each["kind"] not in ("spell", "entangle"))


def _spells(bought: SpellBought) -> Iterator[dict[str, Any]]:
    """A spell, once for each check it may ask for; one of the table's own is cast alone."""
    dc = bought.dc if bought.dc in DC_NAMES else bought.spell.dc if bought.spell else None
    checks = bought.spell.checks if bought.spell else ("cast",)
    for check in (each for each in checks if each in SPELL_KINDS):
        kind = "entangle" if bought.spell and bought.spell.id == "entangle" else SPELL_KINDS[check]
        words = bought.written if len(checks) == 1 else f"{bought.written}, {CHECKS[check]}"
        yield {"name": words[:LONGEST_NAME].strip(), "kind": kind, "dc": dc}


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
