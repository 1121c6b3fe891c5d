"""Negotiated consequences: check them, apply them to sheets, and compare the odds afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from rules_py.base.errors import Fault, join_or
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence import sizes
from rules_py.systems.action_consequence.options import SPECIALIZATION_COST

Parts = Mapping[str, Any]
"""The parts of a sheet that consequences change: `stats` (name to dice), `endeavors` (name to stat) and the
names of its `specializations`.
"""

DIE_CODES = (
    ProblemType("bad_die_size", "A die must have 4, 6, 8, 10 or 12 sides.", "R-12"),
    ProblemType("bad_dice_count", "A stat can have at most two dice.", "R-32"),
)
CONSEQUENCE_CODES = ProblemGroup(
    "A consequence",
    *DIE_CODES,
    ProblemType("die_sizes_added", "Die sizes can be moved, but their total can’t grow.", "R-17"),
    ProblemType("addition_without_loss", "A new specialization must be paid for with die sizes.", "R-17"),
    ProblemType("entry_added", "Other entries can be added only when setting up the next chapter.", "A-053"),
    ProblemType("unknown_entry", "That sheet has no entry with this name.", "A-053"),
    ProblemType("entry_incomplete", "Enter the stat, endeavor or specialization.", "A-053"),
)


def dice_problems(dice: Sequence[int]) -> Iterator[str]:
    """Yield the codes of what is wrong with the dice of a stat. R-12, R-32."""
    if any(each not in sizes.SIZES for each in dice):
        yield "bad_die_size"
    if len(dice) > sizes.MAX_DICE:
        yield "bad_dice_count"


def total_sizes(parts: Parts) -> int:
    """Return the die sizes of all stats, ignoring invalid dice. R-17."""
    known = ([die for die in dice if die in sizes.SIZES] for dice in parts["stats"].values())
    return sum(map(sizes.count, known))


def violations(
    before: Parts, after: Parts, specialization_cost: int = SPECIALIZATION_COST.default
) -> list[str]:
    """Return the sorted codes of the rules that a consequence breaks on a sheet. R-17.

    `specialization_cost` is the fewest die sizes that a new specialization costs.
    """
    codes = {
        code for parts in (before, after) for dice in parts["stats"].values() for code in dice_problems(dice)
    }
    if "bad_die_size" not in codes:
        change = total_sizes(after) - total_sizes(before)
        if change > 0:
            codes.add("die_sizes_added")
        if set(after["specializations"]) - set(before["specializations"]) and change > -specialization_cost:
            codes.add("addition_without_loss")
    if any(set(after[name]) - set(before[name]) for name in ("stats", "endeavors")):
        codes.add("entry_added")
    return sorted(codes)


def check_consequence(*, before: Parts, after: Parts, specialization_cost: int) -> dict[str, Any]:
    """Return whether a consequence may change a sheet like this. A-053, A-060, R-17, R-34."""
    errors = violations(before, after, specialization_cost)
    return {"legal": not errors, "errors": errors}


LOSER, WINNER = "loser", "winner"

DICE, ENDEAVOR, STRIKE, ADD, STORY = "dice", "endeavor", "strike", "add", "story"
TERMS: Mapping[str, str] = {
    DICE: "Change a stat’s dice",
    ENDEAVOR: "Use another stat for an endeavor",
    STRIKE: "Strike an entry",
    ADD: "Add a specialization",
    STORY: "Story outcome",
}
"""The kinds of terms in a bargain; a story term changes no sheet. A-055 to A-061."""


def apply_terms(parts: Parts, terms: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the parts of a sheet after these terms, which are all about this sheet."""
    after = deepcopy(dict(parts))
    for term in terms:
        name = term["name"]
        match term["what"]:
            case "dice":
                after["stats"][name] = sorted(term["dice"], reverse=True)
            case "endeavor":
                after["endeavors"][name] = term["stat"]
            case "strike":
                after["stats"].pop(name, None)
                after["endeavors"].pop(name, None)
                after["specializations"] = [each for each in after["specializations"] if each != name]
            case "add":
                after["specializations"] = [*after["specializations"], name]
    return after


def bargain(
    *, loser: Parts, winner: Parts, terms: Sequence[Mapping[str, Any]], specialization_cost: int
) -> dict[str, Any]:
    """Return both sheets after these terms, and whether the rules allow it for each sheet. R-17."""
    before = {LOSER: loser, WINNER: winner}
    after = {
        who: apply_terms(parts, (each for each in terms if each["who"] == who))
        for who, parts in before.items()
    }
    errors = {who: violations(before[who], after[who], specialization_cost) for who in before}
    return {
        "legal": not any(errors.values()),
        "errors": errors,
        "after": after,
        "sizes": {
            who: {"before": total_sizes(before[who]), "after": total_sizes(after[who])} for who in before
        },
        "next": [
            {"who": who, "stat": stat, "dice": dice, "wins": sizes.win_chance(dice, opponent)}
            for who, stat, dice, opponent in _next(before, after)
        ]
        if not any(errors.values())
        else [],
    }


def _next(
    before: Mapping[str, Parts], after: Mapping[str, Parts]
) -> Iterator[tuple[str, str, Sequence[int], Sequence[int]]]:
    """Yield each changed stat before and after, against the best stat that the other side has then."""
    for who, other in ((LOSER, WINNER), (WINNER, LOSER)):
        best = max(after[other]["stats"].values(), key=_strength, default=())
        if not best:
            continue
        for stat, dice in after[who]["stats"].items():
            if dice != sorted(before[who]["stats"][stat], reverse=True):
                yield who, stat, before[who]["stats"][stat], best
                yield who, stat, dice, best


def _strength(dice: Sequence[int]) -> tuple[int, ...]:
    """Return a key to compare dice by: the largest die mostly decides."""
    return tuple(sorted(dice, reverse=True))


def bargain_faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the terms about entries that aren't on the sheet they name."""
    if not {LOSER, WINNER, "terms"} <= values.keys():
        return
    for place, term in enumerate(values["terms"]):
        parts = values[term["who"]]
        if term["what"] == STORY:
            continue
        if not term["name"].strip():
            yield CONSEQUENCE_CODES.fault(f"terms.{place}.name", "entry_incomplete", term["name"], "a name")
            continue
        known = {
            DICE: list(parts["stats"]),
            ENDEAVOR: list(parts["endeavors"]),
            STRIKE: [*parts["stats"], *parts["endeavors"], *parts["specializations"]],
        }.get(term["what"])
        if known is not None and term["name"] not in known:
            yield CONSEQUENCE_CODES.fault(
                f"terms.{place}.name", "unknown_entry", term["name"], join_or(known) if known else "nothing"
            )
        if term["what"] == ENDEAVOR and term["stat"] not in parts["stats"]:
            yield CONSEQUENCE_CODES.fault(
                f"terms.{place}.stat", "unknown_entry", term["stat"], join_or(parts["stats"])
            )
