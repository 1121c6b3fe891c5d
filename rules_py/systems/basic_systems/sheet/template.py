"""Initial Traits, for a table whose game names none: our own, which the people of the book have."""

from rules_py.sheets.sheet import Template
from rules_py.systems.basic_systems.degrees import AVERAGE

TRAITS = {
    "Strength": ("Brawling",),
    "Agility": ("Climbing", "Driving", "Firearms", "Stealth"),
    "Wits": ("Medicine", "Repair", "Research"),
    "Charm": ("Performance", "Persuasion"),
    "Nerve": ("Intimidation",),
    "Perception": ("Alertness",),
}
"""The Attributes, each with the Abilities based on it."""

BASED_ON = {ability: attribute for attribute, abilities in TRAITS.items() for ability in abilities}

SIX_AND_TWELVE = Template(
    "six_and_twelve",
    "Six Attributes, twelve Abilities",
    {
        "attributes": dict.fromkeys(TRAITS, AVERAGE),
        "abilities": dict.fromkeys(sorted(BASED_ON), 0),
        "based_on": BASED_ON,
    },
    "Every Attribute at two dots, every Ability at none. Existing ratings are kept.",
)
