"""Casting, attack spells, counterspells, and the price of a spell."""

from __future__ import annotations

from dataclasses import replace

from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import Measure, grade_probabilities, value
from rules_py.inputs import Flag, NumberChoice
from rules_py.systems.two_d6 import attack_spells, counterspells, fields, magic
from rules_py.systems.two_d6.calculators.fights import OF_MARGINS
from rules_py.systems.two_d6.fields import AIMED, armour_input, bonus_input, dc_input
from rules_py.systems.two_d6.options import BARE_DICE, REPEL, WILD

SPELL_DC = dc_input("DC of the spell", rule="T-232")
RESOLVE = replace(fields.RESOLVE, label="Your resolve", start=6)
ARMOUR = armour_input("The defender’s armour")
PROFICIENT = replace(fields.PROFICIENT, label="The defender has Armor Proficiency", help="")
OTHERS_ARMOUR = armour_input("The other caster’s armour", rule="R-95")
OTHERS_PROFICIENT = replace(fields.PROFICIENT, label="The other caster has Armor Proficiency", help="")
OWN_ARMOUR = armour_input("Your armour", rule="R-95")
OWN_PROFICIENT = replace(fields.PROFICIENT, label="You have Armor Proficiency", help="")


def optional(label: str, help: str = "") -> NumberChoice:
    """Return the DC of a spell that may have none."""
    return dc_input(label, rule="T-232", help=help, optional=True, default=None)


UNOPPOSED_CAST = Calculator(
    "two_d6.unopposed_cast",
    "Cast a spell",
    "Your resolve against the spell’s DC: it is cast, it fizzles, or it goes wild.",
    (SPELL_DC, RESOLVE, magic.TARGETS, AIMED, WILD),
    mechanic=magic.unopposed_cast,
    closed_form=magic.unopposed_cast_odds,
    cross_check=magic.targets_fault,
    scale=magic.CASTING,
    measures=(
        *grade_probabilities(magic.CASTING),
        value("cast_dc", "DC to reach", lambda _, inputs: magic.cast_dc(inputs["dc"], inputs["targets"])),
    ),
    rules=("T-229", "T-232", "T-236", "T-237", "T-080", "R-63", "R-64", "R-65", "R-72"),
    examples=(
        {"dc": 7, "resolve": 0},
        {"dc": 17, "resolve": 5},
        {"dc": 9, "resolve": 6, "targets": 3},
        {"dc": 13, "resolve": 4, "wild_from": 6, "aimed": True},
    ),
)

ATTACK_SPELL = Calculator(
    "two_d6.attack_spell",
    "Attack with a spell",
    "The cast must reach the spell’s DC and beat the defence as well.",
    (
        SPELL_DC,
        RESOLVE,
        bonus_input(
            "def_bonus",
            "The target’s defence",
            start=3,
            rule="R-42",
            help="Skill + stat, or resolve if the spell is against resolve.",
        ),
        AIMED,
        magic.TARGETS,
        ARMOUR,
        PROFICIENT,
        WILD,
        BARE_DICE,
    ),
    mechanic=attack_spells.attack_spell,
    closed_form=attack_spells.attack_spell_odds,
    cross_check=magic.targets_fault,
    scale=attack_spells.SPELL_ATTACK,
    measures=grade_probabilities(attack_spells.SPELL_ATTACK),
    rules=("T-234", "T-242", "R-42", "R-66", "R-67", "R-68", "R-91"),
    examples=(
        {"dc": 9, "resolve": 4, "def_bonus": 3},
        {"dc": 9, "resolve": 4, "def_bonus": 3, "bare_dice_attack": True},
        {"dc": 15, "resolve": 4, "def_bonus": 3},
        {"dc": 11, "resolve": 7, "def_bonus": 5, "armour": "heavy", "proficient": True, "aimed": True},
    ),
    worst_case={"armour": "heavy", "proficient": True, "aimed": True, "bare_dice_attack": True},
)

COUNTERSPELL = Calculator(
    "two_d6.counterspell",
    "Spell and counterspell",
    "One cast against another. With Spell Turning, the spell may be sent back at its caster.",
    (
        optional("DC of the spell", "Leave empty for Negate, which has no DC."),
        bonus_input("att_resolve", "The caster’s resolve", start=6, rule="T-240"),
        bonus_input("def_resolve", "The other caster’s resolve", start=6, rule="R-70"),
        Flag("spell_turning", "The other caster has Spell Turning", rule="T-085"),
        OTHERS_ARMOUR,
        OTHERS_PROFICIENT,
        WILD,
    ),
    mechanic=counterspells.counterspell,
    closed_form=counterspells.counterspell_odds,
    scale=counterspells.COUNTER,
    measures=grade_probabilities(counterspells.COUNTER),
    rules=("T-240", "T-085", "R-66", "R-70", "R-71", "R-74"),
    examples=(
        {"dc": 9, "att_resolve": 4, "def_resolve": 6, "spell_turning": True},
        {"dc": None, "att_resolve": 7, "def_resolve": 5},
        {"dc": 13, "att_resolve": 4, "def_resolve": 4},
    ),
    worst_case={"armour": "heavy", "proficient": True, "spell_turning": True},
)

REPEL_ATTACK = Calculator(
    "two_d6.repel_attack",
    "Repel an attack",
    "Defend with a cast. If it misses its DC, it adds no bonus.",
    (
        bonus_input("att_bonus", "The attack", rule="T-194", help="Skill + stat."),
        RESOLVE,
        OWN_ARMOUR,
        OWN_PROFICIENT,
        WILD,
        REPEL,
    ),
    mechanic=counterspells.repel_attack,
    closed_form=counterspells.repel_attack_odds,
    scale=counterspells.REPELLED,
    measures=OF_MARGINS,
    rules=("T-254", "R-63", "R-66", "R-68", "R-85"),
    examples=({"att_bonus": 4, "resolve": 2}, {"att_bonus": 10, "resolve": 0, "armour": "heavy"}),
    worst_case={"armour": "heavy", "proficient": True},
)

SPELL_PRICE = Calculator(
    "two_d6.spell_price",
    "Spell price",
    "The XP price of a base DC, and the most targets with Mass Spell.",
    (optional("Base DC"),),
    answer=magic.spell_price,
    measures=(Measure("xp", "Price in XP"), Measure("max_targets", "Most targets with Mass Spell")),
    rules=("T-233", "R-72", "R-74"),
    examples=({"dc": None}, {"dc": 15}),
)

MAGIC: tuple[Calculator, ...] = (UNOPPOSED_CAST, ATTACK_SPELL, COUNTERSPELL, REPEL_ATTACK, SPELL_PRICE)
