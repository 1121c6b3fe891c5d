"""Lists of action point costs and of the benefits of each score, computed from the rules."""

from __future__ import annotations

from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.dichotomy.attributes import (
    ATTRIBUTES,
    HIGHEST,
    LOWEST,
    PAIR_SUM,
    carrying_capacity,
    slots_of,
)
from rules_py.systems.dichotomy.house import BOOK
from rules_py.systems.dichotomy.turns import ATTACK_PAIRS, Actor, Step, attack_price, step_price

_QUICK = frozenset({"quick_shot"})
_MOBILE = Actor(frozenset({"mobility"}))
_STEPS = (
    ("free-to-free", "Between free zones", False, False, ("D-189",)),
    ("out-of-enemies", "Out of a zone with enemies", True, False, ("D-190",)),
    ("in-among-enemies", "Into a zone with enemies", False, True, ("D-190",)),
    ("out-and-in", "Out of one zone with enemies into another", True, True, ("D-190",)),
)

ATTACK_PRICE_LIST = ReferenceList(
    "attack_prices",
    "Action points of an attack",
    (Column("plain", "AP"), Column("quick", "With Quick Shot")),
    tuple(
        {
            "id": f"{first}-and-{second}",
            "name": f"{ATTRIBUTES[first]} and {ATTRIBUTES[second]}",
            "plain": attack_price((first, second), frozenset()),
            "quick": attack_price((first, second), _QUICK),
            "rules": ("D-187", "D-065") if first == "finesse" else ("D-187",),
        }
        for first, second in ATTACK_PAIRS
    ),
    names="Attack with",
    states_rules=False,
)


def _step_prices(leaves: bool, enters: bool) -> dict[str, int]:
    walk, stride = Step(leaves, enters), Step(leaves, enters, tree=True)
    return {
        "plain": step_price(walk, Actor()),
        "mobile": step_price(walk, _MOBILE),
        "stride": step_price(stride, Actor()),
    }


STEP_PRICE_LIST = ReferenceList(
    "step_prices",
    "Action points of one step",
    (Column("plain", "AP"), Column("mobile", "With Mobility"), Column("stride", "By Tree Stride")),
    tuple(
        {"id": key, "name": name, **_step_prices(leaves, enters), "rules": rules}
        for key, name, leaves, enters, rules in _STEPS
    ),
    names="One step",
    states_rules=False,
)


def _more_items(**score: int) -> int:
    """Return the items that a score adds to the minimum."""
    least = {"power": LOWEST, "martial": LOWEST, "carry_base": BOOK.carry_base}
    more: int = carrying_capacity(**least | score)["capacity"] - carrying_capacity(**least)["capacity"]
    return more


SCORE_LIST = ReferenceList(
    "scores",
    "What each score gives",
    (
        Column("slots", "Slots"),
        Column("opposite", "Opposite score"),
        Column("opposite_slots", "Slots of the opposite"),
        Column("as_power", "Items added by Power"),
        Column("as_martial", "Items added by Martial"),
    ),
    tuple(
        {
            "id": f"score-{score}",
            "name": str(score),
            "rules": (),
            "slots": slots_of(score),
            "opposite": PAIR_SUM - score,
            "opposite_slots": slots_of(PAIR_SUM - score),
            "as_power": _more_items(power=score),
            "as_martial": _more_items(martial=score),
        }
        for score in range(LOWEST, HIGHEST + 1)
    ),
    names="Score",
    states_rules=False,
)
