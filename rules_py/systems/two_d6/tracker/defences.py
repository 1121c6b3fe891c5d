"""The defences of a target and the rerolls of an attack."""

SKILL, PERFORM, UNARMED_DEFENCE, REPEL = "skill", "perform", "unarmed", "repel"
COUNTER, HOLD, BARE = "counter", "hold", "bare"
RESOLVE, DIPLOMACY = "resolve", "diplomacy"
DEFENCE_LABELS = {
    SKILL: "Melee or Athletics",
    PERFORM: "Perform",
    UNARMED_DEFENCE: "Melee (Unarmed)",
    REPEL: "Repel Attack",
    COUNTER: "a counterspell",
    HOLD: "the holding spell",
    RESOLVE: "resolve",
    DIPLOMACY: "Diplomacy",
    BARE: "dice alone",
}

FAVORED_ATTACK, FAVORED_DEFENCE = "favored_attack", "favored_defence"
REROLL_LABELS = {
    "armour": "Armour",
    FAVORED_ATTACK: "Favored Enemy (attack)",
    FAVORED_DEFENCE: "Favored Enemy (defence)",
    "attack": "Attack",
    "defence": "Defence",
}
"""The rolls of an attack that can be rerolled."""
