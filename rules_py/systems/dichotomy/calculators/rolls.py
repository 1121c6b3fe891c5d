"""Calculators of single rolls: checks, attacks, defences, and what adds to them."""

from __future__ import annotations

from rules_py.calculator import Output
from rules_py.inputs import Choice, Flag, Int, ListOf, Record, Text
from rules_py.scale import Grade, Scale
from rules_py.systems.dichotomy import attacks, checks, defence, grades, order
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.fields import (
    BODILY,
    GEAR_CHOICE,
    MISS_IS_MISS,
    MODIFIERS,
    REDUCTION,
    ROLL,
    SKILLED,
    TARGETS,
    TWO_DICE,
    UNKNOWN_ATTRIBUTE,
    VALUES,
    WIDE,
    attribute,
    declare,
    distribution_of,
    modifier,
    named,
    score,
)


def _hits(outcome: attacks.Attack | defence.Defence) -> int:
    return outcome.hits


CHECK = declare(
    id="dichotomy.check",
    title="Check",
    summary="Two dice, each with an attribute against its own target.",
    inputs=(
        *ROLL,
        Flag(name="ability_helps", label="A fitting ability, on an extreme task", rule="D-057"),
        attribute("attribute_a", "First attribute is", optional=True, rule="D-032"),
        attribute("attribute_b", "Second attribute is", optional=True, rule="D-033"),
    ),
    mechanic=checks.check,
    faults_between=checks.check_faults,
    always_throws=TWO_DICE,
    scale=Scale(title="Result", of=lambda outcome: outcome.grade, grades=grades.RESULT.grades),
    measures={
        **{
            grade.key: lambda odds, key=grade.key: odds.chance(lambda outcome: outcome.grade == key)
            for grade in grades.RESULT.grades
        },
        "at_least_partial": lambda odds: odds.chance(lambda outcome: outcome.grade != "failure"),
        "at_least_total": lambda odds: odds.chance(lambda outcome: outcome.grade in ("total", "critical")),
    },
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

PVP_TN = declare(
    id="dichotomy.pvp_tn",
    title="Target set by a player character",
    summary="What an attacker must reach when the defender is a player character too.",
    inputs=(
        score("defender_value", "Defender's attribute", start=7),
        modifier(
            "defender_mod",
            "Defender's modifiers",
            "All that the defender would add to a defence roll of their own.",
        ),
    ),
    answer=checks.pvp_tn,
    outputs=(Output("tn", "Target"),),
    rules=("D-021", "R-07"),
)

COMBINE_MODIFIERS = declare(
    id="dichotomy.combine_modifiers",
    title="Modifiers added up",
    summary="What terrain, gear, Defend and experience add to each die of a roll.",
    inputs=(
        ListOf(
            name="entries",
            label="Modifiers",
            most=40,
            rule="D-211",
            start=[
                {"on": "finesse", "value": 1, "when": "both", "active": True},
                {"on": "all", "value": 4, "when": "defence", "active": True},
            ],
            item=Record(
                fields=(
                    Choice(
                        name="on",
                        label="On",
                        options={**ATTRIBUTES, "all": "Both dice"},
                        start="finesse",
                        code=UNKNOWN_ATTRIBUTE,
                    ),
                    Int(name="value", label="By", low=-WIDE, high=WIDE, start=1),
                    Choice(
                        name="when",
                        label="When",
                        default="both",
                        options={"attack": "Attacking", "defence": "Defending", "both": "Both"},
                    ),
                    Flag(name="active", label="In force", default=True),
                )
            ),
        ),
        attribute("attribute_a", "First attribute", start="finesse"),
        attribute("attribute_b", "Second attribute", start="martial"),
        Choice(
            name="rolling",
            label="The roll is",
            options={"attack": "an attack", "defence": "a defence"},
            start="defence",
        ),
    ),
    answer=checks.combine_modifiers,
    faults_between=checks.check_faults,
    outputs=(Output("mod_a", "On the first die"), Output("mod_b", "On the second die")),
    rules=("D-211", "R-10", "R-13"),
)

GEAR_MODIFIER = declare(
    id="dichotomy.gear_modifier",
    title="Missing gear",
    summary="What fighting without proper weapons and armour does to a die.",
    inputs=(GEAR_CHOICE, attribute("attribute", "Attribute", start="martial")),
    answer=checks.gear_modifier,
    outputs=(Output("modifier", "Modifier"),),
    rules=("D-147", "D-148", "R-16"),
)

PEAK_ABILITIES = Int(
    name="peak_abilities", label="Most abilities ever held", low=0, high=9, start=6, rule="R-18"
)

VETERAN_BONUS = declare(
    id="dichotomy.veteran_bonus",
    title="Monster slayer bonus",
    summary="What many abilities add to both dice of every attack and defence.",
    inputs=(PEAK_ABILITIES,),
    answer=checks.veteran_bonus,
    outputs=(Output("bonus", "Bonus"),),
    rules=("D-225", "D-226", "R-17", "R-18"),
)

VETERAN_ROLL = declare(
    id="dichotomy.veteran_roll",
    title="A veteran's roll",
    summary="What the monster slayer bonus makes of an attack or defence, grade by grade.",
    inputs=(PEAK_ABILITIES, *VALUES, *TARGETS),
    answer=checks.veteran_roll,
    outputs=(Output("bonus", "Bonus"), *(Output(grade.key, grade.label) for grade in grades.RESULT.grades)),
    rules=("D-225", "R-17", "R-18"),
)

ACTING_ORDER = declare(
    id="dichotomy.acting_order",
    title="Who acts when",
    summary="The order of a round, ambush and Alertness considered.",
    inputs=(
        Flag(name="ambushed", label="The party is ambushed", rule="D-182"),
        ListOf(
            name="pcs",
            label="Player characters, in the order they like",
            most=20,
            rule="D-182",
            start=[{"name": "Odile", "alertness": False}, {"name": "Bram", "alertness": True}],
            item=Record(
                fields=(
                    Text(name="name", label="Name", start="Odile", default="", longest=60),
                    Flag(name="alertness", label="Has Alertness", rule="D-100"),
                )
            ),
        ),
        ListOf(
            name="npcs",
            label="The others",
            most=40,
            start=["Thug"],
            item=Text(name="name", label="Name", longest=60),
        ),
    ),
    answer=order.acting_order,
    outputs=(Output("order", "Order", lambda names: ", then ".join(names) or "nobody"),),
    rules=("D-182", "D-100", "R-43"),
    examples=({"ambushed": True},),
)


def _quickness(name: str, label: str, finesse: int, martial: int) -> Record:
    return Record(
        name=name,
        label=label,
        start={"finesse": finesse, "martial": martial},
        rule="R-44",
        fields=(score("finesse", "Finesse", start=finesse), score("martial", "Martial", start=martial)),
    )


FIRST_TO_ACT = declare(
    id="dichotomy.first_to_act",
    title="Who is quicker?",
    summary="Two player characters both want to act first, and throw for it.",
    inputs=(_quickness("first", "The first", 7, 3), _quickness("second", "The second", 3, 9)),
    mechanic=order.first_to_act,
    closed_form=order.first_to_act_odds,
    always_throws=TWO_DICE * 2,
    scale=Scale(
        title="Who acts first",
        of=lambda outcome: outcome.who,
        ordered=False,
        grades=(
            Grade("second", order.WHO["second"], "bad"),
            Grade("again", order.WHO["again"], "mixed", "R-44"),
            Grade("first", order.WHO["first"], "good"),
        ),
    ),
    outputs=(
        Output("first_acts", "The first acts first in the end"),
        Output("second_acts", "The second acts first in the end"),
    ),
    rules=("D-183", "R-44"),
)

ATTACK = declare(
    id="dichotomy.attack",
    title="Attack",
    summary="An attack on a foe, with the abilities that bear on its hits.",
    inputs=(
        *ROLL,
        attribute("attribute_a", "Attack with", BODILY, default="power", rule="D-187"),
        attribute("attribute_b", "and", SKILLED, default="martial", rule="D-187"),
        Flag(name="smite", label="Smite", rule="D-072", help="Power attacks only."),
        Flag(
            name="deadly_aim",
            label="Deadly Aim, last round spent aiming",
            rule="D-061",
            help="Finesse attacks only.",
        ),
        Flag(name="bless", label="Bless, and the foe is an outsider", rule="D-085"),
        Flag(name="telekinesis", label="By Telekinesis", rule="D-094", help="Finesse and Spiritual only."),
        REDUCTION,
        MISS_IS_MISS,
    ),
    mechanic=attacks.attack,
    faults_between=attacks.attack_faults,
    always_throws=TWO_DICE,
    scale=Scale(title="Hits dealt", of=_hits, say=attacks.hits_said),
    measures={
        "hits": distribution_of(_hits),
        "mean": lambda odds: odds.mean_of(_hits),
        "push": lambda odds: odds.chance(lambda outcome: outcome.push),
    },
    outputs=(Output("mean", "Mean hits"), Output("push", "A shove", lambda chance: chance or "")),
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
    ),
)

DEFENCE = declare(
    id="dichotomy.defence",
    title="Defence",
    summary="A defence against a foe's attack, with the same pair of attributes.",
    inputs=(
        *ROLL,
        Flag(name="defend_action", label="Defend was this turn's action", rule="D-188"),
        REDUCTION,
        Flag(name="npc_smite", label="The foe has Smite", rule="D-072"),
        Flag(name="npc_deadly_aim", label="The foe took Deadly Aim", rule="D-061"),
        named(MISS_IS_MISS, label="House option: Deadly Aim adds nothing to a miss"),
        attribute("attribute_a", "First attribute is", BODILY, optional=True, rule="R-09"),
        attribute("attribute_b", "Second attribute is", SKILLED, optional=True, rule="R-09"),
    ),
    mechanic=defence.defence,
    always_throws=TWO_DICE,
    scale=Scale(title="Hits taken", of=_hits, say=attacks.hits_said),
    measures={"hits": distribution_of(_hits), "mean": lambda odds: odds.mean_of(_hits)},
    outputs=(Output("mean", "Mean hits"),),
    rules=("D-188", "D-195", "D-196", "R-03", "R-09", "R-30"),
    examples=(
        {"value_a": 3, "value_b": 9, "tn_a": 12},
        {"defend_action": True},
        {"npc_smite": True, "reduction": 1},
    ),
)

SPLIT = declare(
    id="dichotomy.split",
    title="One roll against two foes",
    summary="Cleave or Double Shot: the same dice read against each foe.",
    inputs=(
        *VALUES,
        *MODIFIERS,
        ListOf(
            name="targets",
            label="Foes",
            fewest=2,
            most=2,
            rule="R-24",
            start=[{"tn_a": 12, "tn_b": 12, "reduction": 0}, {"tn_a": 9, "tn_b": 10, "reduction": 0}],
            item=Record(fields=(*TARGETS, REDUCTION)),
        ),
        Flag(name="smite", label="Smite (Cleave)", rule="D-072"),
        Flag(name="deadly_aim", label="Deadly Aim (Double Shot)", rule="D-061"),
        Flag(name="bless", label="Bless, and the foes are outsiders", rule="D-085"),
        MISS_IS_MISS,
    ),
    mechanic=attacks.split,
    always_throws=TWO_DICE,
    scale=Scale(
        title="Hits on the first and the second foe",
        of=lambda outcome: outcome.hits,
        ordered=False,
        say=lambda hits: f"{hits[0]} and {hits[1]}",
    ),
    measures={
        "joint": lambda odds: {
            ",".join(map(str, hits)): chance
            for hits, chance in sorted(odds.by(lambda outcome: outcome.hits).items())
        },
        "mean": lambda odds: odds.mean_of(lambda outcome: sum(outcome.hits)),
    },
    outputs=(Output("mean", "Mean hits on both together"),),
    rules=("D-062", "D-066", "R-23", "R-24"),
    examples=({"value_a": 8, "value_b": 9, "smite": True},),
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
