"""Calculators of readings, the cast, the answer, helpers, several sides, and the we owe list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules_py.base.wording import YES_NO
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import Measure, chance, grade_probabilities
from rules_py.inputs import Choice, Flag, Int, Keyed, ListOf, Text
from rules_py.systems.action_consequence import owing, readings, rolls, sides, specialties
from rules_py.systems.action_consequence.fields import (
    ADVANTAGE_OF,
    DICE_A,
    DICE_B,
    MAX_ADVANTAGES,
    MAX_FACES,
    dice_input,
    format_dice,
    require_dice,
    roll_input,
)
from rules_py.systems.action_consequence.options import OWED_MARGIN, OWED_WHEN_DOUBLED
from rules_py.systems.action_consequence.sizes import SIZES

FACES = roll_input().fields
READ = (replace(FACES[0], start=[9, 4]), replace(FACES[1], start=[6]))
STANDING = roll_input("standing", "Standing roll", start={"dice": [8, 3], "advantage": []}, rule="A-019")
ANSWER = roll_input("answer", "Answer", start={"dice": [7, 2], "advantage": []}, rule="A-023")
RELATION = Measure(
    "relation", "The answer is", {grade.key: grade.label for grade in rolls.RELATION_SCALE.grades}
)


def _read_said(read: Sequence[int]) -> str:
    return rolls.format_reading(tuple(read))


READING = Calculator(
    "action_consequence.reading",
    "Read a roll",
    "Sorts dice into the order used for comparison.",
    READ,
    answer=lambda dice, advantage: {"reading": list(readings.to_reading(dice, advantage))},
    measures=(Measure("reading", "Reading", _read_said),),
    rules=("A-012", "A-013", "A-080", "R-2", "R-14"),
    examples=({"dice": [4, 11], "advantage": [5]}, {"dice": [3, 9, 9]}, {"dice": []}),
)


def _initial_cast(*, a: rolls.RollInput, b: rolls.RollInput) -> dict[str, str]:
    return {"challenger": rolls.cast_challenger(rolls.reading_of(a), rolls.reading_of(b))}


INITIAL_CAST = Calculator(
    "action_consequence.initial_cast",
    "Who challenges?",
    "Compares two rolls: the higher one challenges.",
    (
        roll_input("a", "A’s roll", start={"dice": [4, 1], "advantage": []}),
        roll_input("b", "B’s roll", start={"dice": [8, 3], "advantage": []}),
    ),
    answer=_initial_cast,
    cross_check=require_dice("a", "b"),
    measures=(
        Measure("challenger", "Result", {grade.key: grade.label for grade in rolls.CAST_SCALE.grades}),
    ),
    rules=("A-016", "A-017", "R-1", "R-2", "R-3", "R-6"),
    examples=({"a": {"dice": [8, 3]}, "b": {"dice": [8, 3]}}, {"a": {"dice": [6, 2]}, "b": {"dice": [6]}}),
)


def _compare(*, standing: rolls.RollInput, answer: rolls.RollInput) -> dict[str, str]:
    return {"relation": readings.compare(rolls.reading_of(standing), rolls.reading_of(answer))}


COMPARE_ROLLS = Calculator(
    "action_consequence.compare_rolls",
    "Challenge and answer",
    "Compares an answer with the standing roll.",
    (STANDING, ANSWER),
    answer=_compare,
    cross_check=require_dice("standing", "answer"),
    measures=(RELATION,),
    rules=("A-023", "A-024", "A-028", "A-037", "A-043", "R-2", "R-3", "R-4", "R-5"),
    examples=(
        {"standing": {"dice": [9, 4], "advantage": [6]}, "answer": {"dice": [6, 5]}},
        {"standing": {"dice": [5, 5]}, "answer": {"dice": [3, 1]}},
    ),
)

CAST = Calculator(
    "action_consequence.cast",
    "The cast",
    "Both sides roll; the higher roll challenges.",
    (DICE_A, DICE_B, ADVANTAGE_OF),
    mechanic=rolls.cast,
    closed_form=rolls.cast_odds,
    cross_check=require_dice("dice_a", "dice_b"),
    scale=rolls.CAST_SCALE,
    measures=(
        chance("a_challenges", "A challenges", lambda outcome: outcome.challenger == "a"),
        chance("b_challenges", "B challenges", lambda outcome: outcome.challenger == "b"),
        chance("recast", "True tie: both reroll", lambda outcome: outcome.challenger == "recast"),
    ),
    rules=("A-016", "A-017", "A-040", "R-1", "R-2", "R-7"),
    examples=({"dice_a": [4], "dice_b": [4]}, {"dice_a": [6], "dice_b": [], "advantage": "a"}),
    worst_case={"dice_a": [12, 12, 12, 12], "dice_b": [12, 12, 12, 12], "advantage": "b"},
)

EXCHANGE = Calculator(
    "action_consequence.exchange",
    "Answering a challenge",
    "The answerer rerolls against the standing roll.",
    (
        STANDING,
        dice_input("answer_dice", "Dice of the answerer"),
        Flag("answer_advantage", "The answerer holds the advantage", rule="R-7"),
    ),
    mechanic=rolls.exchange,
    closed_form=rolls.exchange_odds,
    cross_check=require_dice("standing", "answer_dice"),
    scale=rolls.RELATION_SCALE,
    measures=grade_probabilities(rolls.RELATION_SCALE),
    rules=("A-023", "A-024", "A-028", "A-037", "A-043", "A-081", "R-4", "R-7"),
    examples=(
        {"standing": {"dice": [8, 5], "advantage": []}, "answer_dice": [12, 6]},
        {"standing": {"dice": [9, 4], "advantage": [6]}, "answer_dice": [12, 6], "answer_advantage": True},
        {"standing": {"dice": [3], "advantage": []}, "answer_dice": []},
    ),
    worst_case={
        "standing": {"dice": [12, 8, 6, 4], "advantage": [6]},
        "answer_dice": [12, 12, 12, 12],
        "answer_advantage": True,
    },
)

STRIKE = Calculator(
    "action_consequence.strike",
    "Striking a name",
    "Once both rolls are known, one side strikes a name off the we owe list for a die.",
    (
        STANDING,
        ANSWER,
        Choice(
            "striker",
            "Who strikes a name",
            {rolls.CHALLENGER: "The challenger", rolls.ANSWERER: "The answerer"},
            aliases={"standing": rolls.CHALLENGER, "answer": rolls.ANSWERER},
            start=rolls.ANSWERER,
            rule="A-074",
        ),
    ),
    mechanic=rolls.strike,
    cross_check=require_dice("standing", "answer"),
    scale=rolls.RELATION_SCALE,
    measures=grade_probabilities(rolls.RELATION_SCALE),
    rules=("A-074", "A-075", "A-076", "R-22", "R-23", "R-36"),
    fixed_dice=(readings.ADVANTAGE,),
    examples=(
        {
            "standing": {"dice": [9, 4], "advantage": [6]},
            "answer": {"dice": [6, 5], "advantage": []},
            "striker": "answerer",
        },
        {
            "standing": {"dice": [6, 4], "advantage": []},
            "answer": {"dice": [7, 2], "advantage": []},
            "striker": "challenger",
        },
    ),
)

WE_OWE = Calculator(
    "action_consequence.we_owe",
    "Does the name go on the list?",
    "Checks whether a name is added to the we owe list after the first round.",
    (
        dice_input("mine", "Dice of the character", most=MAX_FACES),
        dice_input("theirs", "Dice of the other side", start=[10, 10], most=MAX_FACES),
        Flag("doubled_in_first_round", "Doubled in the first round", rule="A-073"),
        OWED_MARGIN,
        OWED_WHEN_DOUBLED,
    ),
    answer=owing.we_owe,
    measures=(Measure("listed", "The name is added", YES_NO),),
    rules=("A-073", "R-19", "R-20", "R-21"),
    examples=(
        {"mine": [12, 6], "theirs": [10, 8]},
        {"mine": [6, 4], "theirs": [8, 8]},
        {"mine": [6, 4], "theirs": [8, 8], "doubled_in_first_round": True},
    ),
)

WE_OWE_ODDS = Calculator(
    "action_consequence.we_owe_odds",
    "Chance of getting on the list",
    "The chance that the weaker side is not doubled in the first round.",
    (
        dice_input("stronger", "Dice of the stronger side", start=[10, 8]),
        dice_input("weaker", "Dice of the weaker side", start=[8, 8]),
        OWED_MARGIN,
        OWED_WHEN_DOUBLED,
    ),
    answer=owing.we_owe_odds,
    cross_check=owing.we_owe_faults,
    measures=(chance("p_listed", "The name is added"),),
    rules=("A-073", "R-19", "R-20"),
    examples=({"stronger": [6], "weaker": [4]}, {"stronger": [12, 12], "weaker": [4, 4]}),
    worst_case={"stronger": [12, 12, 12], "weaker": [12, 12, 10]},
)

DICE_FOR_ACTION = Calculator(
    "action_consequence.dice_for_action",
    "Dice with a specialization",
    "Shows which dice you roll, and whether the specialization’s dice are lost.",
    (
        dice_input("stat", "Dice of the stat", most=2),
        dice_input("extra_stat", "Dice the specialization adds", start=[8, 6], most=2, rule="A-084"),
        Flag("specialization", "The specialization is used", default=True, rule="A-083"),
        Flag("opponent_uses_counter", "The other side has what it is vulnerable to", rule="A-085"),
    ),
    answer=specialties.dice_for_action,
    measures=(Measure("dice", "Roll", format_dice),),
    rules=("A-083", "A-084", "A-085", "A-086", "R-25", "R-38"),
    examples=({"opponent_uses_counter": True}, {"specialization": False}),
)

SIDE_READING = Calculator(
    "action_consequence.side_reading",
    "A side with helpers",
    "Combines the rolls of a side with helpers, and shows who speaks for it.",
    (
        ListOf(
            "members",
            "Each member’s faces",
            ListOf(label="Faces", item=Int(label="Face", low=1, high=max(SIZES)), most=MAX_FACES),
            fewest=1,
            most=6,
            start=[[7, 3], [10, 2]],
            rule="A-091",
        ),
        ListOf(
            "advantage",
            "Advantage dice",
            Int(label="Face", low=1, high=readings.ADVANTAGE),
            most=MAX_ADVANTAGES,
            default=[],
            rule="A-080",
        ),
    ),
    answer=sides.side_reading,
    measures=(
        Measure("reading", "Combined reading", _read_said),
        Measure("speaker", "Speaker", lambda place: f"number {place + 1}"),
    ),
    rules=("A-090", "A-091", "A-092", "R-24"),
    examples=({"members": [[6, 2], [6, 5]], "advantage": [4]},),
)

HIGHEST = max(SIZES) + readings.ADVANTAGE * MAX_ADVANTAGES
SHOWING = Keyed(
    "showing",
    "Rolls on the table",
    ListOf(label="Reading", item=Int(label="Die", low=0, high=HIGHEST), most=MAX_FACES),
    most=8,
    start={"Ana": [11, 3], "Bo": [7, 2], "Cai": [9, 9]},
    rule="A-094",
)
_NAME = Text(label="Name", longest=80)


def _names(name: str, label: str, rule: str) -> ListOf:
    return ListOf(name, label, _NAME, most=8, default=[], rule=rule)


def _name(name: str, label: str, start: str, rule: str) -> Text:
    return Text(name, label, longest=80, start=start, rule=rule)


def _describe_names(names: Sequence[str]) -> Any:
    return ", then ".join(names) or "no one"


MAY_INTERFERE = Calculator(
    "action_consequence.may_interfere",
    "Who may interfere?",
    "With three or more sides, shows who may take over the answer.",
    (
        SHOWING,
        _name("challenger", "Challenger", "Ana", "A-095"),
        _name("answerer", "Named answerer", "Bo", "A-095"),
        _names("challenged", "Has challenged this round", "A-100"),
        _names("out", "Out of the conflict", "A-097"),
    ),
    answer=sides.may_interfere,
    cross_check=sides.order_faults,
    measures=(Measure("may", "May interfere", _describe_names),),
    rules=("A-096", "A-100", "R-28", "R-39"),
    examples=(
        {
            "showing": {"Ana": [11, 3], "Bo": [7, 2], "Cai": [9, 9], "Dee": [8, 1]},
            "challenger": "Cai",
            "answerer": "Bo",
            "challenged": ["Ana"],
        },
    ),
)

NEXT_CHALLENGER = Calculator(
    "action_consequence.next_challenger",
    "Who challenges next?",
    "With three or more sides, finds the highest roll of those who haven’t had a turn.",
    (
        SHOWING,
        _names("challenged", "Has challenged this round", "A-099"),
        _names("answered", "Has answered this round", "A-102"),
        _names("out", "Out of the conflict", "A-097"),
    ),
    answer=sides.next_challenger,
    cross_check=sides.order_faults,
    measures=(Measure("next", "Next challenger", lambda name: name or "no one: a new round begins"),),
    rules=("A-095", "A-099", "A-102", "R-27", "R-29", "R-39"),
    examples=({"challenged": ["Ana"], "answered": ["Bo"]}, {"challenged": ["Ana", "Bo"], "out": ["Cai"]}),
)

ROLLS = (
    READING,
    INITIAL_CAST,
    COMPARE_ROLLS,
    CAST,
    EXCHANGE,
    STRIKE,
    WE_OWE,
    WE_OWE_ODDS,
    DICE_FOR_ACTION,
    SIDE_READING,
    MAY_INTERFERE,
    NEXT_CHALLENGER,
)
