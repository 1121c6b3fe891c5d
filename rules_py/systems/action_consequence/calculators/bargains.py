"""Calculators of consequences on sheets, and of the conclusions drawn from dice and specializations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base.wording import YES_NO
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, Measure, chance
from rules_py.inputs import Choice, Input, Keyed, ListOf, Record, Text
from rules_py.systems.action_consequence import consequences, matrix, specialties
from rules_py.systems.action_consequence.fields import (
    dice_input,
    format_dice,
    require_dice,
    unchecked_dice_input,
)
from rules_py.systems.action_consequence.options import SPECIALIZATION_COST
from rules_py.systems.action_consequence.sizes import MAX_DICE

BEFORE = {
    "stats": {"Guts": [12, 6], "Art": [8, 6], "Grace": [8, 8]},
    "endeavors": {"Demonology": "Art"},
    "specializations": [],
}
AFTER = {**BEFORE, "stats": {"Guts": [6, 6], "Art": [10, 6], "Grace": [8, 8]}}

_PARTS: tuple[Input, ...] = (
    Keyed("stats", "Stats", unchecked_dice_input("dice", "Dice"), rule="A-010", default={}),
    Keyed("endeavors", "Endeavors", Text("stat", "Stat", longest=80), rule="A-008", default={}),
    ListOf(
        "specializations",
        "Specializations",
        Text(label="Specialization", longest=80),
        most=20,
        default=[],
        rule="A-083",
    ),
)


def _parts(name: str, label: str, start: Mapping[str, Any]) -> Record:
    return Record(name, label, _PARTS, start=start, rule="A-053", phrase=_describe_parts)


def _describe_parts(parts: Mapping[str, Any]) -> str:
    stats = parts.get("stats") or {}
    return ", ".join(f"{name} {format_dice(dice)}" for name, dice in stats.items()) or "nothing"


def _describe_errors(errors: Sequence[str]) -> list[str]:
    return consequences.CONSEQUENCE_CODES.messages(errors)


CHECK_CONSEQUENCE = Calculator(
    "action_consequence.check_consequence",
    "Is this consequence allowed?",
    "Checks a change to a sheet against the rules.",
    (_parts("before", "Sheet before", BEFORE), _parts("after", "Sheet after", AFTER), SPECIALIZATION_COST),
    answer=consequences.check_consequence,
    measures=(Measure("legal", "Allowed", YES_NO), Measure("errors", "Reasons", _describe_errors)),
    rules=("A-053", "A-055", "A-057", "A-058", "A-059", "A-060", "A-061", "R-17", "R-34"),
    examples=({"before": BEFORE, "after": {**BEFORE, "specializations": ["demon-marked"]}},),
)

_WHO = {consequences.LOSER: "The loser", consequences.WINNER: "The winner"}


def term_input(who: Input, **more: Any) -> Record:
    """Return the input of a bargain's term; `who` is the input of the sheet's owner."""
    return Record(
        kind="what",
        only_for={
            "name": tuple(each for each in consequences.TERMS if each != consequences.STORY),
            "dice": (consequences.DICE,),
            "stat": (consequences.ENDEAVOR,),
            "text": (consequences.STORY,),
        },
        fields=(
            who,
            Choice("what", "Change", consequences.TERMS, start=consequences.DICE),
            Text("name", "Stat, endeavor or specialization", longest=80),
            dice_input("dice", "New dice", most=MAX_DICE, default=[], rule="R-12"),
            Text("stat", "New stat", longest=80),
            Text("text", "What happens", longest=200),
        ),
        **more,
    )


_TERM = term_input(
    Choice("who", "Whose sheet", _WHO, start=consequences.LOSER),
    phrase=lambda each: describe_bargain_term(each),
)


def describe_bargain_term(term: Mapping[str, Any]) -> str:
    """Describe a term of a bargain: `The loser: Guts becomes d12 d4`."""
    return f"{_WHO.get(str(term.get('who')), 'The loser')}: {describe_term(term)}"


def describe_term(term: Mapping[str, Any]) -> str:
    """Describe a term without its owner: `Guts becomes d12 d4`."""
    name = term.get("name") or "something"
    words = {
        consequences.DICE: f"{name} becomes {format_dice(term.get('dice') or ())}",
        consequences.ENDEAVOR: f"{name} uses {term.get('stat') or 'another stat'}",
        consequences.STRIKE: f"{name} is struck",
        consequences.ADD: f"{name} is added",
        consequences.STORY: term.get("text") or "a story outcome",
    }
    return words.get(str(term.get("what") or consequences.STORY), name)


def _describe_both(errors: Mapping[str, Sequence[str]]) -> list[str]:
    return [f"{_WHO[who]}: {each}" for who, codes in errors.items() for each in _describe_errors(codes)]


def _describe_after(after: Mapping[str, Mapping[str, Any]]) -> list[str]:
    return [f"{_WHO[who]}: {_describe_parts(parts)}" for who, parts in after.items()]


def _describe_sizes(sizes: Mapping[str, Mapping[str, int]]) -> list[str]:
    return [f"{_WHO[who]}: {each['before']} before, {each['after']} after" for who, each in sizes.items()]


def _describe_next(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "who": _WHO[each["who"]],
            "stat": each["stat"],
            "dice": format_dice(each["dice"]),
            "wins": each["wins"],
        }
        for each in rows
    ]


BARGAIN = Calculator(
    "action_consequence.bargain",
    "Bargain",
    "Checks what winner and loser agree on, and shows both sheets afterwards.",
    (
        _parts("loser", "The loser’s sheet", BEFORE),
        _parts("winner", "The winner’s sheet", BEFORE),
        ListOf(
            "terms",
            "Terms",
            _TERM,
            most=20,
            start=[{"who": "loser", "what": "dice", "name": "Guts", "dice": [12, 4]}],
            rule="A-051",
        ),
        SPECIALIZATION_COST,
    ),
    answer=consequences.bargain,
    cross_check=consequences.bargain_faults,
    measures=(
        Measure("legal", "Allowed", YES_NO),
        Measure("errors", "Reasons", _describe_both),
        Measure("after", "Sheets afterwards", _describe_after),
        Measure("sizes", "Total die sizes", _describe_sizes),
        Measure("next", "Next conflict, against the other side’s best stat", _describe_next, kind=CHANCE),
    ),
    rules=("A-033", "A-051", "A-053", "A-055", "A-056", "A-057", "A-060", "A-061", "A-071", "R-17", "R-34"),
    examples=(
        {
            "loser": BEFORE,
            "winner": BEFORE,
            "terms": [
                {"who": "loser", "what": "story", "text": "Deaf in one ear, and left for dead"},
                {"who": "winner", "what": "dice", "name": "Art", "dice": [10, 6]},
            ],
        },
        {
            "loser": BEFORE,
            "winner": BEFORE,
            "terms": [{"who": "loser", "what": "add", "name": "demon-marked"}],
        },
    ),
)

_SPECIALTY = Record(
    fields=(
        Text("name", "Specialization", longest=80),
        Text("vulnerable_to", "Vulnerable to", longest=80, default=""),
    )
)

COUNTERS = Calculator(
    "action_consequence.counters",
    "Who counters whom?",
    "Shows which specializations in a group lose their dice, and against whom.",
    (
        ListOf(
            "group",
            "The group",
            Record(
                fields=(
                    Text("name", "Name", longest=80),
                    ListOf("specializations", "Specializations", _SPECIALTY, most=10, default=[]),
                )
            ),
            fewest=1,
            most=10,
            start=[
                {
                    "name": "Ana",
                    "specializations": [{"name": "Knife-fighter", "vulnerable_to": "Long reach"}],
                },
                {
                    "name": "Bo",
                    "specializations": [{"name": "Long reach", "vulnerable_to": "Close quarters"}],
                },
            ],
            rule="A-085",
        ),
    ),
    answer=specialties.counter_matrix,
    measures=(
        Measure("rows", "Countered", lambda rows: _describe_rows(rows)),
        Measure("safe", "Not countered here", lambda names: ", ".join(names) or "none"),
    ),
    rules=("A-085", "A-086", "R-25", "R-38"),
)


def _describe_rows(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "whose": each["owner"],
            "specialization": each["specialization"],
            "vulnerable to": each["vulnerable_to"] or "nothing yet",
            "loses its dice against": ", ".join(each["countered_by"]) or "no one",
        }
        for each in rows
    ]


def _describe_matchups(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"against": format_dice(each["opponent"]), "wins": each["wins"]} for each in rows]


def _matchups_in_brief(rows: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Return the number of stats that it beats more often than not."""
    ahead = sum(each["wins"] > Fraction(1, 2) for each in rows)
    return "Favoured against", f"{ahead} of {len(rows)}"


MATCHUPS = Calculator(
    "action_consequence.matchups",
    "One stat against all others",
    "The chance to win a whole conflict against each possible stat if neither side gives.",
    (dice_input("dice", "Dice", fewest=1, most=MAX_DICE),),
    answer=matrix.matchups,
    measures=(Measure("rows", "Wins", _describe_matchups, kind=CHANCE, brief=_matchups_in_brief),),
    rules=("A-012", "A-046", "R-12", "R-32"),
    worst_case={"dice": [12, 12]},
)


LARGEST_DIE = Calculator(
    "action_consequence.largest_die",
    "Does the largest die decide?",
    "Finds the pairs of stats in which the smaller largest die wins more often.",
    (),
    answer=matrix.largest_die,
    api_only=True,
    measures=(
        Measure("pairs", "Pairs compared"),
        Measure(
            "upsets",
            "Exceptions",
            lambda rows: [
                {"dice": format_dice(each["dice"]), "beats": format_dice(each["beats"]), "wins": each["wins"]}
                for each in rows
            ],
            kind=CHANCE,
        ),
    ),
    rules=("A-012", "R-32"),
)


_AGAINST = (
    dice_input("dice_a", "Your dice", fewest=1, most=MAX_DICE),
    dice_input("dice_b", "Dice of the other side", fewest=1, most=MAX_DICE, start=[10, 8]),
)

GIVING_AT_ONCE = Calculator(
    "action_consequence.giving_at_once",
    "What giving at once costs",
    "Compares giving at the first short answer with never giving. The other side never gives.",
    _AGAINST,
    answer=matrix.giving_at_once,
    cross_check=require_dice("dice_a", "dice_b"),
    measures=(
        chance("wins_hanging_in", "You win if you never give"),
        chance("wins_giving", "You win if you give at once"),
        chance("doubled_hanging_in", "You’re doubled if you never give"),
        chance("doubled_giving", "You’re doubled if you give at once"),
    ),
    rules=("A-037", "A-041", "A-042"),
    examples=({"dice_a": [12, 12], "dice_b": [12, 12]},),
)


ADVANTAGE_WORTH = Calculator(
    "action_consequence.advantage_worth",
    "What an advantage is worth",
    "Compares the round and the whole conflict with and without the advantage.",
    _AGAINST,
    answer=matrix.advantage_worth,
    cross_check=require_dice("dice_a", "dice_b"),
    measures=(
        chance("doubles", "You double the other side this round, without the advantage"),
        chance("doubles_with", "You double the other side this round, with the advantage"),
        chance("doubled", "You’re doubled this round, without the advantage"),
        chance("doubled_with", "You’re doubled this round, with the advantage"),
        chance("wins", "You win the conflict without the advantage"),
        chance("wins_with", "You win the conflict with the advantage"),
    ),
    rules=("A-040", "A-078", "A-080", "A-081"),
    examples=({"dice_a": [12, 12], "dice_b": [12, 12]},),
)

BARGAINS = (CHECK_CONSEQUENCE, BARGAIN, COUNTERS, MATCHUPS, LARGEST_DIE, GIVING_AT_ONCE, ADVANTAGE_WORTH)
