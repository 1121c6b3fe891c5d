"""Characters of the sheet in the tracker: joining a fight, and the fight's changes for the sheet."""

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
from rules_py.systems.two_d6.tracker.shape import (
    ALONE,
    MAX_ATTACKS,
    MAX_FAVORED,
    MAX_NAME_CHARS,
    UNARMED,
    Fight,
)
from rules_py.systems.two_d6.wounds import MAX_WOUNDS

SPELL_KINDS = {
    "attack": "spell",
    "resolve": "resolve",
    "diplomacy": "diplomacy",
    "caster": "negate",
    "cast": ALONE,
}
"""The kind of a spell in the tracker, by the check it needs. Defensive spells have none of these. R-100."""


def to_participant(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a character of the sheet as a fighter. Raises InputError if the sheet is invalid."""
    reading = SHEET.parse(sheet)
    character = Character.of(reading)
    unarmed = character.find("melee", UNARMED)
    diplomacy = character.find("diplomacy")
    known = {bought.spell.id for bought in character.spells if bought.spell}
    most = min(MAX_WOUNDS, max(0, character.most_wounds))
    return {
        "name": character_name(sheet, MAX_NAME_CHARS),
        "side": "pc",
        "people": reading["race"][:MAX_NAME_CHARS].strip(),
        "attacks": [*_attacks(character)][:MAX_ATTACKS],
        "defence": max(roll.bonus for roll in character.defences()),
        "unarmed": (character.roll(unarmed) if unarmed else character.untrained_roll(UNARMED, "STR")).bonus,
        "perform": max((roll.bonus for roll in character.dances()), default=0),
        "diplomacy": (
            character.roll(diplomacy) if diplomacy else character.untrained_roll("Diplomacy", "CHA")
        ).bonus,
        "initiative": within(character.initiative),
        "resolve": within(character.resolve),
        "wounds_max": most,
        "lost_wounds": min(most, reading["wounds_lost"]),
        "armour": character.build.armour,
        "talents": [talent for talent in FOE_TALENTS if character.build.has(talent)],
        "favored": [
            (talent.label or "one species")[:MAX_NAME_CHARS]
            for talent in character.build.talents
            if talent.is_a("favored_enemy_culture")
        ][:MAX_FAVORED],
        "repels": "repel_attack" in known,
        "counters": bool(character.spells),
        "cinematics": reading["cinematics"],
        "lost": min(MAX_WOUNDS, max(0, reading["lost_limbs"])),
    }


def _attacks(character: Character) -> Iterator[dict[str, Any]]:
    """Yield the weapons, each by the skill it is used with, then the spells, attack spells first."""
    for skill in character.skills:
        if skill.skill and skill.skill.attacks and skill.subset.casefold() != UNARMED.casefold():
            kind = skill.skill.id if skill.skill.id in ("melee", "shooting") else "ranged"
            roll = character.roll(skill)
            yield {"name": roll.name, "kind": kind, "bonus": roll.bonus}
    spells = [spell for bought in character.spells for spell in _spells(bought)]
    yield from sorted(spells, key=lambda spell: spell["kind"] not in ("spell", "entangle"))


def _spells(bought: SpellBought) -> Iterator[dict[str, Any]]:
    """Yield a spell once for each check it can need. A homemade spell needs none."""
    dc = bought.dc if bought.dc in DC_NAMES else bought.spell.dc if bought.spell else None
    checks = bought.spell.checks if bought.spell else ("cast",)
    for check in (check for check in checks if check in SPELL_KINDS):
        kind = "entangle" if bought.spell and bought.spell.id == "entangle" else SPELL_KINDS[check]
        words = bought.full_name if len(checks) == 1 else f"{bought.full_name}, {CHECKS[check]}"
        yield {"name": words[:MAX_NAME_CHARS].strip(), "kind": kind, "dc": dc}


def export_to_sheet(fight: Fight, name: str) -> dict[str, Any]:
    """Return the changes of the fight for the sheet. Raises InputError for an unknown name."""
    fighter = fight[name]
    return {
        "wounds_lost": fighter.wounds_max - fighter.wounds,
        "lost_limbs": fighter.lost,
        "cinematics": fighter.cinematics,
        "unconscious": not fighter.able and not fighter.dead,
        "dead": fighter.dead,
    }
