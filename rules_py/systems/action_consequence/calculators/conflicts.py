"""Calculators of rounds and whole conflicts: roll, calculate, replay and compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_py.base import number_format
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, Measure, chance, grade_probabilities, value
from rules_py.inputs import Choice, Input, Int, ListOf, Record
from rules_py.systems.action_consequence import replays, rounds
from rules_py.systems.action_consequence.calculators.rolls import STANDING
from rules_py.systems.action_consequence.fields import (
    ADVANTAGE_OF,
    DICE_A,
    DICE_B,
    LIMITS,
    MAX_ADVANTAGES,
    SHORT,
    SIDES,
    advantage_input,
    dice_input,
    format_roll,
    give_at_input,
    require_dice,
    roll_input,
)
from rules_py.systems.action_consequence.readings import ADVANTAGE
from rules_py.systems.action_consequence.round_results import DOUBLING, GIVING

WHO_WINS = (
    chance("a_doubles", "A doubles B", lambda outcome: (outcome.winner, outcome.how) == ("a", "doubling")),
    chance("a_by_giving", "B gives", lambda outcome: (outcome.winner, outcome.how) == ("a", "giving")),
    chance("b_doubles", "B doubles A", lambda outcome: (outcome.winner, outcome.how) == ("b", "doubling")),
    chance("b_by_giving", "A gives", lambda outcome: (outcome.winner, outcome.how) == ("b", "giving")),
    chance("a_wins", "A wins", lambda outcome: outcome.winner == "a"),
    chance("b_wins", "B wins", lambda outcome: outcome.winner == "b"),
    value("rounds", "Average rounds"),
    value("exchanges", "Average exchanges"),
)

ROUND = Calculator(
    "action_consequence.round",
    "One round",
    "From the cast to a doubling, a short answer or a true tie.",
    (DICE_A, DICE_B, ADVANTAGE_OF),
    mechanic=rounds.roll_round,
    closed_form=rounds.round_odds,
    cross_check=require_dice("dice_a", "dice_b"),
    scale=rounds.ROUND_SCALE,
    measures=(*grade_probabilities(rounds.ROUND_SCALE), value("exchanges", "Average exchanges")),
    rules=("A-016", "A-023", "A-025", "A-028", "A-037", "A-043", "R-1", "R-6", "R-10"),
    examples=(
        {"dice_a": [4], "dice_b": [4]},
        {"dice_a": [6], "dice_b": []},
        {"dice_a": [12, 6], "dice_b": [10, 8], "advantage": "b"},
    ),
    worst_case={"dice_a": [12, 12, 12], "dice_b": [12, 12, 12], "advantage": "a"},
)

EXCHANGE_END = Calculator(
    "action_consequence.exchange_end",
    "The round from here",
    "Finishes a round between two sides from a standing roll; other sides may be in the conflict.",
    (
        STANDING,
        dice_input("challenger_dice", "Dice of the challenger", start=[10, 8]),
        dice_input("answerer_dice", "Dice of the answerer"),
        advantage_input("challenger_advantage", "Advantage dice of the challenger"),
        advantage_input("answerer_advantage", "Advantage dice of the answerer"),
    ),
    mechanic=rounds.roll_exchange_end,
    closed_form=rounds.exchange_end_odds,
    cross_check=require_dice("challenger_dice", "answerer_dice"),
    scale=rounds.EXCHANGE_SCALE,
    measures=(*grade_probabilities(rounds.EXCHANGE_SCALE), value("exchanges", "Average exchanges")),
    rules=("A-023", "A-025", "A-097", "R-4", "R-7", "R-10", "R-23"),
    examples=(
        {"standing": {"dice": [3], "advantage": []}, "challenger_dice": [4], "answerer_dice": [4]},
        {
            "standing": {"dice": [9, 4], "advantage": [6]},
            "challenger_dice": [10, 8],
            "answerer_dice": [12, 6],
            "challenger_advantage": 1,
        },
    ),
    worst_case={
        "standing": {"dice": [4, 2, 1], "advantage": []},
        "challenger_dice": [12, 12, 12],
        "answerer_dice": [12, 12, 12],
        "challenger_advantage": MAX_ADVANTAGES,
        "answerer_advantage": 1,
    },
)

CONFLICT = Calculator(
    "action_consequence.conflict",
    "A whole conflict",
    "Round after round, until one side is doubled or gives.",
    (DICE_A, DICE_B, *LIMITS, ADVANTAGE_OF, *SHORT),
    mechanic=rounds.roll_conflict,
    closed_form=rounds.conflict_odds,
    cross_check=require_dice("dice_a", "dice_b"),
    scale=rounds.CONFLICT_SCALE,
    measures=WHO_WINS,
    rules=("A-016", "A-023", "A-028", "A-037", "A-039", "A-041", "A-045", "A-046", "R-8", "R-9", "R-11"),
    examples=(
        {"dice_a": [4], "dice_b": [4], "give_at_a": 1, "give_at_b": 1},
        {"dice_a": [6], "dice_b": [4], "give_at_a": 2},
        {"dice_a": [6], "dice_b": [], "give_at_a": 1},
    ),
    worst_case={"dice_a": [12, 12], "dice_b": [12, 12], "give_at_a": 5, "give_at_b": 5},
)

CONFLICT_FROM = Calculator(
    "action_consequence.conflict_from",
    "The conflict from here",
    "Finishes a conflict of two sides from a standing roll.",
    (
        DICE_A,
        DICE_B,
        Choice("challenger", "Challenger", SIDES, start="b", rule="A-017"),
        STANDING,
        advantage_input("advantage_a", "Advantage dice of A"),
        advantage_input("advantage_b", "Advantage dice of B"),
        *LIMITS,
        *SHORT,
    ),
    mechanic=rounds.roll_conflict_from,
    closed_form=rounds.conflict_from_odds,
    cross_check=require_dice("dice_a", "dice_b"),
    scale=rounds.CONFLICT_SCALE,
    measures=WHO_WINS,
    rules=("A-023", "A-028", "A-037", "A-039", "A-041", "A-046", "R-9", "R-11", "R-23"),
    examples=(
        {
            "dice_a": [4],
            "dice_b": [4],
            "challenger": "a",
            "standing": {"dice": [3], "advantage": []},
            "give_at_a": 1,
            "give_at_b": 1,
        },
        {
            "dice_a": [6],
            "dice_b": [4],
            "challenger": "b",
            "standing": {"dice": [4], "advantage": [2]},
            "advantage_b": 1,
            "give_at_a": 2,
            "short_a": 1,
        },
        {"dice_a": [6], "dice_b": [4], "challenger": "a", "standing": {"dice": [6], "advantage": [3]}},
    ),
    worst_case={
        "dice_a": [12, 12],
        "dice_b": [12, 12],
        "challenger": "a",
        "standing": {"dice": [4, 2], "advantage": []},
        "advantage_a": 2,
        "give_at_a": 5,
        "give_at_b": 5,
    },
)

_NOTED = roll_input(
    "", "", Int("struck", "From struck names", 0, MAX_ADVANTAGES - 1, default=0, quiet=True, rule="R-23")
)


def _end_record(name: str, label: str, *more: Input) -> Record:
    return Record(name, label, (*_NOTED.fields, *more), phrase=format_roll)


_ANSWER = _end_record(
    "",
    "An answer",
    ListOf(
        "challenger_struck",
        "Dice from names the challenger struck",
        Int(label="Face", low=1, high=ADVANTAGE),
        most=MAX_ADVANTAGES,
        default=[],
        quiet=True,
        rule="R-36",
    ),
)


def _describe_round(row: Any) -> str:
    cast = row.get("cast") or {}
    answers = "; ".join(map(format_roll, row.get("answers") or ()))
    sentence = f"cast {format_roll(cast.get('a') or {})} against {format_roll(cast.get('b') or {})}"
    chosen = {"hang_in": ", hung in", "give": ", gave"}.get(row.get("choice") or "", "")
    return f"{sentence}; answered {answers}{chosen}" if answers else sentence


_ROUND: tuple[Input, ...] = (
    Record("cast", "The cast", (_end_record("a", "A"), _end_record("b", "B")), rule="A-016"),
    ListOf("answers", "The answers, in order", _ANSWER, most=30, default=[], rule="A-023"),
    Choice(
        "choice",
        "The last answerer",
        {replays.HANG_IN: "Hangs in", replays.GIVE: "Gives"},
        optional=True,
        default=None,
        rule="A-037",
    ),
)

REPLAY = Calculator(
    "action_consequence.replay",
    "Replay a conflict",
    "Replays recorded rolls, and shows who has won or holds the advantage.",
    (
        ListOf(
            "rounds",
            "Rounds",
            Record(fields=_ROUND, phrase=_describe_round),
            fewest=1,
            most=30,
            start=[
                {
                    "cast": {"a": {"dice": [4, 1]}, "b": {"dice": [8, 3]}},
                    "answers": [{"dice": [7, 2]}],
                    "choice": "hang_in",
                },
                {
                    "cast": {"a": {"dice": [11, 2]}, "b": {"dice": [9, 4], "advantage": [6]}},
                    "answers": [{"dice": [6, 5]}],
                },
            ],
        ),
    ),
    answer=replays.replay,
    cross_check=replays.replay_faults,
    api_only=True,
    measures=(
        Measure(
            "status",
            "The conflict",
            {
                replays.OVER: "is over",
                replays.NEW_ROUND: "goes into a new round",
                replays.AWAITING: "waits for an answer",
            },
        ),
        Measure("winner", "Won by", lambda side: SIDES.get(side, "")),
        Measure("how", "How", {DOUBLING: "by doubling", GIVING: "because the other side gave", None: ""}),
        Measure("next_advantage", "The advantage goes to", lambda side: SIDES.get(side, "no one")),
        Measure("rounds", "Rounds"),
        Measure("exchanges", "Exchanges"),
    ),
    rules=("A-016", "A-017", "A-023", "A-037", "A-046", "A-081", "R-1", "R-7", "R-8", "R-9", "R-10", "R-11"),
)


def _describe_rows(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    places = {1: "at the first short answer", 2: "at the second", 3: "at the third", None: "never"}
    return [
        {
            "give": places[row["give_at"]],
            "win by doubling": row["wins_by_doubling"],
            "win because the other side gives": row["wins_by_giving"],
            "you give": row["gives"],
            "you’re doubled": row["doubled"],
        }
        for row in rows
    ]


def _early_or_never(rows: Sequence[dict[str, Any]]) -> tuple[str, str]:
    """Return the chances of a side that gives at once, and of one that never gives."""
    at_once, *_, never = (
        number_format.percent(row["wins_by_doubling"] + row["wins_by_giving"]) for row in rows
    )
    return "You win if you give at once", f"{at_once}; if you never give, {never}"


GIVE_OR_HANG = Calculator(
    "action_consequence.give_or_hang",
    "Give, or hang in?",
    "Shows what giving early costs in victories and saves in injuries.",
    (
        DICE_A,
        DICE_B,
        Choice("me", "You are", SIDES, start="a"),
        give_at_input("other_gives_at", "The other side gives at short answer"),
        ADVANTAGE_OF,
    ),
    answer=rounds.give_or_hang,
    cross_check=require_dice("dice_a", "dice_b"),
    measures=(Measure("rows", "If you give", _describe_rows, kind=CHANCE, brief=_early_or_never),),
    rules=("A-037", "A-038", "A-041", "A-042", "R-11"),
    examples=({"dice_a": [12, 12], "dice_b": [12, 12], "me": "b", "other_gives_at": 1},),
    worst_case={"dice_a": [12, 12], "dice_b": [12, 12], "me": "a", "other_gives_at": 5},
)

CONFLICTS = (ROUND, EXCHANGE_END, CONFLICT, CONFLICT_FROM, REPLAY, GIVE_OR_HANG)
