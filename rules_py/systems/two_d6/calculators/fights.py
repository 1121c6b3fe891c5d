"""Opposed checks, initiative, wounds and healing, fights and duels."""

from __future__ import annotations

from typing import Any

from rules_py.base.wording import YES_NO
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, Measure, chance, mean, value
from rules_py.calculators.scale import Grade, Scale
from rules_py.inputs import Choice, Flag, Int, ListOf, Record, Text
from rules_py.systems.two_d6 import checks, fights, initiative, margins, opposed, wounds
from rules_py.systems.two_d6.fields import AIMED, ARMOUR, PROFICIENT, RESOLVE, armour_input, bonus_input
from rules_py.systems.two_d6.options import DEATH
from rules_py.systems.two_d6.options import HEALING as HEALING_RATE
from rules_py.systems.two_d6.options import WOUNDS as BASE_WOUNDS

ATT_BONUS = bonus_input("att_bonus", "Attacker’s bonus", rule="T-194")
DEF_BONUS = bonus_input("def_bonus", "Defender’s bonus", start=3, rule="T-195")
SIDES = (
    ATT_BONUS,
    DEF_BONUS,
    armour_input("Defender’s armour"),
    PROFICIENT,
    AIMED,
    Flag(
        "def_unaware",
        "Defender unaware or unconscious",
        rule="T-193",
        help="No bonus, though armour still rerolls. Also for unattended objects.",
    ),
)

ATTACK = Choice(
    "attack",
    "Attack with",
    margins.ATTACKS,
    optional=True,
    default=None,
    rule="R-91",
    help="Only for an attack: the result then lists what the margin buys.",
)


def _margin_at_least(margin: int) -> Any:
    return lambda outcome: outcome.margin >= margin


OF_MARGINS = (
    chance("p_defender", "Defender wins, ties included", lambda outcome: outcome.margin <= 0),
    chance("p_tie", "A tie", lambda outcome: outcome.margin == 0),
    chance("p_1_4", "Attacker by 1 to 4", lambda outcome: outcome.threshold == 1),
    chance("p_5_9", "Attacker by 5 to 9", lambda outcome: outcome.threshold == 5),
    chance("p_10_plus", "Attacker by 10 or more", lambda outcome: outcome.threshold == 10),
    Measure(
        "p_at_least",
        "Attacker by at least",
        of=lambda odds, _: {each: odds.chance(_margin_at_least(each)) for each in margins.THRESHOLDS},
        kind=CHANCE,
    ),
    chance("p_defender_by_5", "Defender by 5 or more", lambda outcome: outcome.vicious_parry),
    chance("p_attacker_cinematic", "Boxcars for the attacker", lambda outcome: outcome.att_cinematic),
    mean("expected_wounds", "Average wounds", lambda outcome: margins.most_wounds(outcome.margin)),
)

OPPOSED_CHECK = Calculator(
    "two_d6.opposed_check",
    "Opposed check",
    "Attacker against defender: the higher total wins, and a tie is the defender’s.",
    (*SIDES, ATTACK),
    mechanic=opposed.opposed_check,
    closed_form=opposed.opposed_odds,
    scale=opposed.MARGINS,
    measures=(
        *OF_MARGINS,
        Measure(
            "wounds_spared",
            "Share of wounds the armour prevents",
            lambda share: share or "",
            of=opposed.spared_part,
            kind=CHANCE,
        ),
    ),
    rules=("T-194", "T-195", "T-197", "T-199", "T-200", "T-201", "T-218", "R-14", "R-23", "R-25", "R-95"),
    examples=(
        {"att_bonus": 0, "def_bonus": 0},
        {"att_bonus": 3, "def_bonus": 3, "aimed": True, "attack": "ranged"},
        {"att_bonus": 4, "def_bonus": 4, "armour": "heavy", "proficient": True},
        {"att_bonus": 4, "def_bonus": 4, "armour": "medium", "def_unaware": True},
    ),
    worst_case={"att_bonus": 5, "def_bonus": 5, "aimed": True, "armour": "heavy", "proficient": True},
)


def _describe_entries(entries: list[str]) -> list[str]:
    return [each.effect for each in margins.OPTIONS if each.key in entries]


MARGIN_OPTIONS = Calculator(
    "two_d6.margin_options",
    "What can the attacker choose?",
    "The effects a margin allows, and the most wounds it can deal.",
    (
        Int("margin", "Attacker is ahead by", -30, 30, noun="Margin", start=6),
        Choice("attack", "Attack", margins.ATTACKS, start="melee"),
        Flag("cinematic", "Add a wound (1 cinematic)", rule="T-223"),
    ),
    answer=margins.margin_options,
    measures=(
        Measure("max_wounds", "Maximum wounds"),
        Measure("threshold", "Highest list open", lambda at: {0: "none: the defender holds"}.get(at, at)),
        Measure("entries", "Choose one", _describe_entries),
    ),
    rules=("T-199", "T-200", "T-201", "T-223", "R-22", "R-47", "R-91"),
    examples=(
        {"margin": 0, "attack": "ranged"},
        {"margin": 1, "attack": "unarmed"},
        {"margin": 12, "attack": "spell", "cinematic": True},
    ),
)


def _down_key(outcome: fights.Down) -> tuple[int, int]:
    return (1, -outcome.after) if outcome.after is not None else (0, -outcome.left)


def _describe_down(key: tuple[int, int]) -> str:
    down, number = key
    if down:
        return f"down by attack {-number}"
    return f"{-number} {'wound' if number == -1 else 'wounds'} left"


FIGHT_LENGTH = Calculator(
    "two_d6.fight_length",
    "How long until they go down?",
    "The chance of bringing a target to 0 wounds within a number of attacks.",
    (
        *SIDES,
        Int("wounds", "Wounds of the target", 1, 9, start=4, rule="T-207"),
        Int("attacks", "Attacks", 1, 6, start=3),
    ),
    mechanic=fights.fight_length,
    closed_form=fights.fight_length_odds,
    scale=Scale("The target is", _down_key, ordered=False, say=_describe_down),
    measures=(
        chance("p_down", "Down", lambda outcome: outcome.after is not None),
        mean("mean_left", "Average wounds left", lambda outcome: outcome.left),
    ),
    rules=("T-199", "T-200", "T-201", "T-208", "R-47"),
    examples=(
        {"att_bonus": 4, "def_bonus": 4, "wounds": 3, "attacks": 2},
        {"wounds": 1, "attacks": 1, "def_unaware": True},
    ),
    worst_case={
        "wounds": 9,
        "attacks": 6,
        "att_bonus": 5,
        "def_bonus": 5,
        "aimed": True,
        "armour": "heavy",
        "proficient": True,
    },
)

INITIATIVE = Calculator(
    "two_d6.initiative",
    "Initiative",
    "The order of turns, and each combatant’s chance to act first.",
    (
        ListOf(
            "scores",
            "Initiative scores",
            bonus_input("initiative", "", help="AGI + PER.", rule="T-045"),
            fewest=2,
            most=8,
            start=[6, 4, 3],
            rule="T-045",
        ),
    ),
    mechanic=initiative.initiative,
    closed_form=initiative.initiative_odds,
    scale=Scale("Acts first", lambda outcome: outcome.first, ordered=False, say=initiative.name_of),
    measures=(chance("p_first", "Acts first"), chance("p_before", "Pairwise order")),
    rules=("T-190", "T-191", "R-15", "R-45", "R-97"),
    examples=({"scores": [10, 0]}, {"scores": [5, 3, 3]}),
    worst_case={"scores": [0, 1, 2, 3, 4, 5, 6, 7]},
)

DEATH_CHECK = Calculator(
    "two_d6.death_check",
    "Death check",
    "At 0 wounds, survive or die.",
    (RESOLVE, DEATH),
    mechanic=checks.death_check,
    scale=checks.SURVIVAL,
    measures=(chance("p_survive", "Survives", lambda outcome: outcome.success),),
    rules=("T-208", "T-209", "R-31", "R-54", "R-55"),
    examples=({"resolve": 0}, {"resolve": 1}),
)

STATES = {wounds.STANDING: "standing", wounds.UNCONSCIOUS: "unconscious", wounds.DEAD: "dead"}

WOUNDS = Calculator(
    "two_d6.wounds",
    "Wounds",
    "A character’s wounds, and how many are left after a blow.",
    (
        Int("TOU", "Toughness", 0, 5, start=3, rule="T-207"),
        Flag("extra_wound", "Extra Wound", rule="T-070"),
        Int("lost_limbs", "Limbs lost for good", 0, 9, default=0, rule="T-217"),
        Int(
            "current",
            "Wounds now",
            0,
            wounds.MAX_WOUNDS,
            optional=True,
            default=None,
            help="Leave empty if unhurt.",
            rule="T-208",
        ),
        Int("dealt", "Wounds dealt", 0, 9, default=0, start=2, rule="T-199"),
        Int("negate", "Cancelled by a cinematic", 0, 1, default=0, rule="T-224"),
        BASE_WOUNDS,
    ),
    answer=wounds.wounds,
    measures=(
        Measure("state", "Now", STATES),
        Measure("wounds", "Wounds left"),
        Measure("wounds_max", "Maximum wounds"),
        Measure("death_check", "Death check due", YES_NO),
    ),
    rules=("T-207", "T-208", "T-210", "T-217", "T-224", "R-51", "R-52", "R-53"),
    examples=(
        {"TOU": 0, "dealt": 3},
        {"TOU": 2, "current": 0, "dealt": 1},
        {"TOU": 2, "current": 1, "dealt": 1, "negate": 1},
    ),
)

HEALING = Calculator(
    "two_d6.healing",
    "Healing",
    "How long wounds take to heal, and whether a healer halves the time.",
    (
        Int("lost", "Wounds lost", 1, 9, start=3, rule="T-215"),
        Flag("rested_and_fed", "Well rested and fed", default=True, rule="T-212"),
        bonus_input("heal_bonus", "Healer’s bonus", default=0, start=4, rule="T-214"),
        Flag("doubled", "Rate already doubled", rule="R-57"),
        HEALING_RATE,
    ),
    answer=wounds.healing_plan,
    measures=(
        Measure("dc", "DC for the healer"),
        chance("p_double", "Rate doubled"),
        Measure("days", "Days at the normal rate"),
        Measure("days_doubled", "Days at the doubled rate"),
    ),
    rules=("T-212", "T-213", "T-214", "T-215", "R-56", "R-57", "R-58"),
    examples=({"lost": 2, "heal_bonus": 4}, {"lost": 7, "rested_and_fed": False, "doubled": True}),
)


def _fighter(name: str, label: str) -> Record:
    """Return the record of inputs for one side of a duel."""
    start = {"att_bonus": 4, "def_bonus": 4, "wounds": 6}
    return Record(
        name,
        label,
        (
            bonus_input("att_bonus", "Attack", rule="T-194"),
            bonus_input("def_bonus", "Defence", rule="T-195"),
            Int("wounds", "Wounds", 1, wounds.MAX_WOUNDS, start=6, rule="T-207"),
            ARMOUR,
            PROFICIENT,
            Int("attacks", "Attacks a round", 1, 2, default=1, rule="T-082", help="Two with Multiattack."),
            Text("name", "Name", longest=60, default=""),
        ),
        start=start,
    )


DUEL = Calculator(
    "two_d6.duel",
    "Duel",
    "Two fighters trade attacks until one of them is at 0 wounds.",
    (
        _fighter("a", "The first"),
        _fighter("b", "The second"),
        Flag("a_first", "The first acts first", default=True, rule="T-190"),
    ),
    mechanic=fights.duel,
    closed_form=fights.duel_odds,
    scale=Scale(
        "Winner",
        lambda outcome: outcome.winner,
        (
            Grade("b", fights.WINNERS["b"], "worst"),
            Grade("never", fights.WINNERS["never"], "mixed"),
            Grade("a", fights.WINNERS["a"], "best"),
        ),
        ordered=False,
        outcome_label=lambda outcome: outcome.verdict,
    ),
    measures=(
        chance("p_a", "The first wins"),
        chance("p_b", "The second wins"),
        chance("p_never", "Neither can hurt the other"),
        Measure(
            "p_a_average",
            f"{fights.WINNERS['a']}, {fights.EITHER_FIRST}",
            kind=CHANCE,
            odds_label=fights.average_win_label,
        ),
        value("mean_rounds", "Average rounds"),
        value("mean_rounds_average", f"Average rounds, {fights.EITHER_FIRST}"),
    ),
    rules=("T-082", "T-194", "T-195", "T-197", "T-199", "T-200", "T-201", "T-207", "R-47"),
    examples=(
        {
            "a": {"att_bonus": 2, "def_bonus": 2, "wounds": 1},
            "b": {"att_bonus": 2, "def_bonus": 2, "wounds": 1},
        },
        {
            "a": {"att_bonus": 10, "def_bonus": 5, "wounds": 1},
            "b": {"att_bonus": 5, "def_bonus": 0, "wounds": 1},
        },
        {
            "a": {"att_bonus": 0, "def_bonus": 10, "wounds": 3},
            "b": {"att_bonus": 0, "def_bonus": 10, "wounds": 3},
        },
        {
            "a": {"att_bonus": 5, "def_bonus": 3, "wounds": 2, "attacks": 2},
            "b": {"att_bonus": 4, "def_bonus": 3, "wounds": 2, "armour": "heavy", "proficient": True},
            "a_first": False,
        },
    ),
    worst_case={
        "a": {
            "att_bonus": 4,
            "def_bonus": 4,
            "wounds": 9,
            "armour": "heavy",
            "proficient": True,
            "attacks": 2,
        },
        "b": {
            "att_bonus": 3,
            "def_bonus": 5,
            "wounds": 9,
            "armour": "medium",
            "proficient": True,
            "attacks": 2,
        },
    },
)

DUEL_WORTH = Calculator(
    "two_d6.duel_worth",
    "Value of one advantage",
    "How often you beat an identical opponent if you have one extra advantage.",
    (
        bonus_input("att_bonus", "Both fighters’ attack", rule="T-194"),
        bonus_input("def_bonus", "Both fighters’ defence", rule="T-195"),
        Int("wounds", "Both fighters’ wounds", 1, 9, start=6, rule="T-207"),
    ),
    answer=fights.duel_worth,
    measures=(
        *(chance(key, label) for key, label in fights.IMPROVEMENTS.items()),
        value("rounds", "Average rounds between equals"),
    ),
    rules=("T-056", "T-070", "T-082", "T-194", "T-195", "R-47"),
    examples=({"att_bonus": 2, "def_bonus": 2, "wounds": 4}, {"att_bonus": 0, "def_bonus": 10, "wounds": 4}),
    worst_case={"att_bonus": 10, "def_bonus": 9, "wounds": 9},
)

FIGHTS = (
    OPPOSED_CHECK,
    MARGIN_OPTIONS,
    FIGHT_LENGTH,
    INITIATIVE,
    DEATH_CHECK,
    WOUNDS,
    HEALING,
    DUEL,
    DUEL_WORTH,
)
