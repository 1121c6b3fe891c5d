"""Calculators of single rolls: checks, attacks, defences, and their modifiers."""

from __future__ import annotations

from rules_py.base.jsonable import key_text
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import (
    CHANCE,
    Measure,
    at_least,
    chance,
    distribution,
    grade_probabilities,
    mean,
)
from rules_py.calculators.scale import Scale
from rules_py.inputs import REQUIRED, Choice, Flag, ListOf, Record, Text
from rules_py.systems.dichotomy import attacks, checks, defence, modifiers, order
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.fields import (
    BODILY,
    GEAR_CHOICE,
    MODIFIERS,
    PEAK_ABILITIES,
    REDUCTION,
    ROLL,
    SKILLED,
    TARGETS,
    TWO_DICE,
    VALUES,
    attribute,
    modifier,
    modifier_of,
    score,
    with_name,
)
from rules_py.systems.dichotomy.grades import RESULT
from rules_py.systems.dichotomy.options import (
    AIM_BONUS,
    BEAT_TARGETS,
    BLESS_BONUS,
    DEFEND_BONUS,
    MISS_IS_MISS,
    PVP_BASE,
    READING,
    SMITE_BONUS,
)


def _hits(outcome: attacks.Attack | defence.Defence) -> int:
    return outcome.hits


CHECK = Calculator(
    "dichotomy.check",
    "Check",
    "Two dice, each with an attribute against its own target number.",
    (
        attribute("attribute_a", "First attribute is", optional=True, rule="D-032"),
        attribute("attribute_b", "Second attribute is", optional=True, rule="D-033"),
        *ROLL,
        Flag("ability_helps", "A fitting ability helps (extreme task)", rule="D-057"),
        *READING,
    ),
    mechanic=checks.check,
    cross_check=checks.check_faults,
    fixed_dice=TWO_DICE,
    scale=RESULT,
    measures=(*grade_probabilities(RESULT), at_least(RESULT, "partial"), at_least(RESULT, "total")),
    rules=(
        "D-009",
        "D-010",
        "D-011",
        "D-012",
        "D-013",
        "D-014",
        "D-016",
        "D-017",
        "D-057",
        "R-01",
        "R-02",
        "R-06",
    ),
    examples=(
        {"value_a": 7, "value_b": 8, "tn_a": 10, "tn_b": 15},
        {"value_a": 10, "value_b": 1, "tn_a": 14, "tn_b": 14},
        {"value_a": 5, "value_b": 6, "ability_helps": True},
    ),
)

PVP_TN = Calculator(
    "dichotomy.pvp_tn",
    "A player character as the target",
    "The target number when one player character attacks another.",
    (
        score("defender_value", "Defender's attribute", start=7),
        modifier(
            "defender_mod", "Defender's modifiers", "Everything the defender would add to a defence roll."
        ),
        PVP_BASE,
    ),
    answer=checks.pvp_tn,
    measures=(Measure("tn", "Target number"),),
    rules=("D-021", "R-07"),
)

COMBINE_MODIFIERS = Calculator(
    "dichotomy.combine_modifiers",
    "Total modifiers",
    "The sum of the modifiers on each die: terrain, gear, Defend and others.",
    (
        ListOf(
            "entries",
            "Modifiers",
            modifier_of(ATTRIBUTES, Flag("active", "Active", default=True)),
            most=40,
            rule="D-211",
            start=[
                {"on": "finesse", "value": 1, "when": "both", "active": True},
                {"on": "all", "value": 4, "when": "defence", "active": True},
            ],
        ),
        attribute("attribute_a", "First attribute", start="finesse"),
        attribute("attribute_b", "Second attribute", start="martial"),
        Choice("rolling", "The roll is", {"attack": "an attack", "defence": "a defence"}, start="defence"),
    ),
    answer=modifiers.combine_modifiers,
    cross_check=checks.check_faults,
    measures=(Measure("mod_a", "On the first die"), Measure("mod_b", "On the second die")),
    rules=("D-211", "R-10", "R-13"),
)

GEAR_MODIFIER = Calculator(
    "dichotomy.gear_modifier",
    "Missing gear",
    "The modifier for fighting without proper weapons and armour.",
    (GEAR_CHOICE, attribute("attribute", "Attribute", start="martial")),
    answer=modifiers.gear_modifier,
    measures=(Measure("modifier", "Modifier"),),
    rules=("D-147", "D-148", "R-16"),
)

HOPELESS = {"value_a": 1, "value_b": 1, "tn_a": 14, "tn_b": 14}
"""A roll in which only two tens succeed, by the book."""

VETERAN = with_name(PEAK_ABILITIES, default=REQUIRED, start=6)

VETERAN_BONUS = Calculator(
    "dichotomy.veteran_bonus",
    "Monster slayer bonus",
    "The bonus a veteran adds to both dice of every attack and defence.",
    (VETERAN,),
    answer=modifiers.veteran_bonus,
    measures=(Measure("bonus", "Bonus"),),
    rules=("D-225", "D-226", "R-17", "R-18"),
)

VETERAN_ROLL = Calculator(
    "dichotomy.veteran_roll",
    "A veteran's roll",
    "The chances of an attack or defence with the monster slayer bonus.",
    (VETERAN, *VALUES, *TARGETS, *READING),
    answer=modifiers.veteran_roll,
    examples=(HOPELESS,),
    measures=(Measure("bonus", "Bonus"), *(chance(key_text(each.key), each.label) for each in RESULT.grades)),
    rules=("D-225", "R-17", "R-18"),
)

ACTING_ORDER = Calculator(
    "dichotomy.acting_order",
    "Turn order",
    "The order of a round, with ambush and Alertness.",
    (
        Flag("ambushed", "The party is ambushed", rule="D-182"),
        ListOf(
            "pcs",
            "Player characters, in the order they choose",
            Record(
                fields=(
                    Text("name", "Name", start="Odile", default="", longest=60),
                    Flag("alertness", "Has Alertness", rule="D-100"),
                )
            ),
            most=20,
            rule="D-182",
            start=[{"name": "Odile", "alertness": False}, {"name": "Bram", "alertness": True}],
        ),
        ListOf("npcs", "NPCs", Text("name", "Name", longest=60), most=40, start=["Thug"]),
    ),
    answer=order.acting_order,
    measures=(Measure("order", "Order", lambda names: ", then ".join(names) or "no one"),),
    rules=("D-182", "D-100", "R-43"),
    examples=({"ambushed": True},),
)


def _quickness(name: str, label: str, finesse: int, martial: int) -> Record:
    return Record(
        name,
        label,
        (score("finesse", "Finesse", start=finesse), score("martial", "Martial", start=martial)),
        start={"finesse": finesse, "martial": martial},
        rule="R-44",
    )


FIRST_TO_ACT = Calculator(
    "dichotomy.first_to_act",
    "Who acts first?",
    "Two player characters who both want to act first roll for it.",
    (
        _quickness("first", "First character", 7, 3),
        _quickness("second", "Second character", 3, 9),
        BEAT_TARGETS,
    ),
    mechanic=order.first_to_act,
    closed_form=order.first_to_act_odds,
    fixed_dice=TWO_DICE * 2,
    scale=order.WHO_IS_FIRST,
    measures=(
        chance("first_acts", "The first character acts first (after rerolls)"),
        chance("second_acts", "The second character acts first (after rerolls)"),
    ),
    rules=("D-183", "R-44"),
)

PUSH = Measure(
    "push",
    "Shove",
    lambda chance: chance or "",
    of=lambda odds, _: odds.chance(lambda outcome: outcome.push),
    kind=CHANCE,
)
"""Shown only if a shove is possible."""

MORE_HITS = (SMITE_BONUS, AIM_BONUS, BLESS_BONUS, MISS_IS_MISS)
"""The house rules of the hits that abilities add to an attack."""

ATTACK = Calculator(
    "dichotomy.attack",
    "Attack",
    "An attack on a foe, with the abilities that change its hits.",
    (
        *ROLL,
        attribute("attribute_a", "Attack with", BODILY, default="power", rule="D-187"),
        attribute("attribute_b", "and", SKILLED, default="martial", rule="D-187"),
        Flag("smite", "Smite", rule="D-072", help="Power attacks only."),
        Flag("deadly_aim", "Deadly Aim (aimed last round)", rule="D-061", help="Finesse attacks only."),
        Flag("bless", "Bless against an outsider", rule="D-085"),
        Flag("telekinesis", "Telekinesis", rule="D-094", help="Finesse and Spiritual only."),
        REDUCTION,
        *READING,
        *MORE_HITS,
    ),
    mechanic=attacks.attack,
    cross_check=attacks.attack_faults,
    fixed_dice=TWO_DICE,
    scale=Scale("Hits dealt", _hits, say=attacks.describe_hits),
    measures=(distribution("hits", "Hits", _hits, key_text), mean("mean", "Mean hits", _hits), PUSH),
    rules=("D-194", "D-196", "D-072", "D-061", "D-085", "D-094", "R-03", "R-19"),
    examples=(
        {"value_a": 8, "value_b": 9, "tn_a": 12, "tn_b": 12, "smite": True},
        {
            "value_a": 7,
            "value_b": 8,
            "tn_a": 12,
            "tn_b": 8,
            "attribute_a": "finesse",
            "attribute_b": "spiritual",
            "telekinesis": True,
        },
        {
            "value_a": 5,
            "value_b": 6,
            "tn_a": 12,
            "tn_b": 12,
            "bless": True,
            "reduction": 1,
            "miss_is_miss": True,
        },
        {"attribute_a": "finesse", "deadly_aim": True},
        HOPELESS,
    ),
)

DEFENCE = Calculator(
    "dichotomy.defence",
    "Defence",
    "A defence against a foe's attack, with the same pair of attributes.",
    (
        attribute("attribute_a", "First attribute is", BODILY, optional=True, rule="R-09"),
        attribute("attribute_b", "Second attribute is", SKILLED, optional=True, rule="R-09"),
        *ROLL,
        Flag("defend_action", "Used Defend this turn", rule="D-188"),
        REDUCTION,
        Flag("npc_smite", "The foe has Smite", rule="D-072"),
        Flag("npc_deadly_aim", "The foe used Deadly Aim", rule="D-061"),
        *READING,
        DEFEND_BONUS,
        SMITE_BONUS,
        AIM_BONUS,
        MISS_IS_MISS,
    ),
    mechanic=defence.defence,
    fixed_dice=TWO_DICE,
    scale=Scale("Hits taken", _hits, say=attacks.describe_hits),
    measures=(distribution("hits", "Hits", _hits, key_text), mean("mean", "Mean hits", _hits)),
    rules=("D-188", "D-195", "D-196", "R-03", "R-09", "R-30"),
    examples=(
        {"value_a": 3, "value_b": 9, "tn_a": 12},
        {"defend_action": True},
        {"npc_smite": True, "reduction": 1},
        {"npc_deadly_aim": True},
        HOPELESS,
    ),
)

SPLIT = Calculator(
    "dichotomy.split",
    "One roll against two foes",
    "Cleave or Double Shot: the same dice compared with each foe’s targets.",
    (
        *VALUES,
        *MODIFIERS,
        ListOf(
            "targets",
            "Foes",
            Record(fields=(*TARGETS, REDUCTION)),
            fewest=2,
            most=2,
            rule="R-24",
            start=[{"tn_a": 12, "tn_b": 12, "reduction": 0}, {"tn_a": 9, "tn_b": 10, "reduction": 0}],
        ),
        Flag("smite", "Smite (Cleave)", rule="D-072"),
        Flag("deadly_aim", "Deadly Aim (Double Shot)", rule="D-061"),
        Flag("bless", "Bless against outsiders", rule="D-085"),
        *READING,
        *MORE_HITS,
    ),
    mechanic=attacks.split,
    fixed_dice=TWO_DICE,
    scale=Scale(
        "Hits on the first and the second foe",
        lambda outcome: outcome.hits,
        ordered=False,
        say=lambda hits: f"{hits[0]} and {hits[1]}",
    ),
    measures=(
        distribution("joint", "Hits on both", lambda outcome: outcome.hits, key_text),
        mean("mean", "Mean hits in total", lambda outcome: sum(outcome.hits)),
    ),
    rules=("D-062", "D-066", "R-23", "R-24"),
    examples=(
        {"value_a": 8, "value_b": 9, "smite": True},
        {"deadly_aim": True, "bless": True},
        {"targets": [{"tn_a": 20, "tn_b": 20, "reduction": 0}] * 2},
    ),
)

CALCULATORS = (
    CHECK,
    PVP_TN,
    COMBINE_MODIFIERS,
    GEAR_MODIFIER,
    VETERAN_BONUS,
    VETERAN_ROLL,
    ACTING_ORDER,
    FIRST_TO_ACT,
    ATTACK,
    DEFENCE,
    SPLIT,
)
