"""How a target can defend, and which rolls of an attack can be repeated."""

SKILL, PERFORM, UNARMED_WAY, REPEL = "skill", "perform", "unarmed", "repel"
COUNTER, HOLD, BARE = "counter", "hold", "bare"
RESOLVE, DIPLOMACY = "resolve", "diplomacy"
WAYS_SAID = {
    SKILL: "Melee or Athletics",
    PERFORM: "Perform",
    UNARMED_WAY: "Melee (Unarmed)",
    REPEL: "Repel Attack",
    COUNTER: "a counterspell",
    HOLD: "the spell that holds",
    RESOLVE: "resolve",
    DIPLOMACY: "Diplomacy",
    BARE: "dice alone",
}

FAVORED_ATTACK, FAVORED_DEFENCE = "favored_attack", "favored_defence"
THROWN_AGAIN = {
    "armour": "Armour",
    FAVORED_ATTACK: "Favored Enemy, the attack",
    FAVORED_DEFENCE: "Favored Enemy, the defence",
    "attack": "The attack",
    "defence": "The defence",
}
"""Which throws of an attack may be made again."""
