"""The steps of making a character, as the chapter has them."""

from __future__ import annotations

from rules_py.sheets.creation import CreationStep

STEPS = (
    CreationStep(
        "Ask how long the game will be",
        "The scope decides how many abilities you start with [D-052]: only one on an Adventure Path or in a "
        "Sandbox.",
    ),
    CreationStep(
        "Human, dwarf or elf?",
        "Your character is human, unless your group plays with dwarves and elves. Each of these peoples "
        "needs at least 4 in three attributes. [D-256]",
        ("race", "race_lenient"),
    ),
    CreationStep(
        "Describe the character in one sentence",
        "“A toll sergeant who handed in her badge and kept the axe.” Your choices from here on should make "
        "that sentence truer.",
        ("name", "player", "age_gender", "notes"),
    ),
    CreationStep(
        "Set your attributes",
        "Divide 11 points in each pair; an attribute is from 1 to 10. [D-024] [D-025] Each attribute also "
        "gives slots for abilities. [D-055]",
        ("attributes",),
    ),
    CreationStep(
        "Pick your abilities",
        "With three abilities, take one from each pair of attributes; with one, take it from any pair. The "
        "attribute needs a free slot. [D-054]",
        ("picks",),
    ),
    CreationStep(
        "Choose two motives",
        "Take motives that will get you into trouble: one that you mean to fulfil, and one that you might "
        "betray. [D-114]",
        ("motives",),
    ),
    CreationStep(
        "Pack",
        "You have armour and suitable weapons; they don’t count as items. [D-144] Think of light, food, "
        "water and rope.",
        ("wealth", "gear", "items"),
    ),
    CreationStep(
        "Write down your fighting numbers",
        "A turn has few action points [D-184]. The sheet shows what each attack costs [D-187], and your "
        "chances.",
        results=True,
    ),
    CreationStep(
        "Compare with the others",
        "Tell the others what you’re good at. Two who can stand in front, someone who notices things, and "
        "someone who heals or opens doors make a party that gets home.",
    ),
)
