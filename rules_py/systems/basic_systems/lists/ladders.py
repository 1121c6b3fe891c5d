"""Ratings, difficulties, degrees of success and of botch as lists."""

from __future__ import annotations

from rules_py.reference import Column, ReferenceList
from rules_py.sheet import Throw
from rules_py.systems.basic_systems.calculators.throws import THROW
from rules_py.systems.basic_systems.chances import spread
from rules_py.systems.basic_systems.degrees import BOTCH_DEGREES, DEGREES, DIFFICULTIES, RATINGS, Named

THROWN_WITH = 5
"""The pool that an entry's throw begins with: a decent Attribute and some practice."""


def _throw(entry: Named) -> Throw:
    asked = THROW.asked({"pool": THROWN_WITH, "difficulty": entry.number})
    return Throw(
        THROW.id,
        asked.inputs,
        f"{THROWN_WITH} dice, {entry.name}",
        spread(THROWN_WITH, entry.number).p_success,
        asks=("pool",),
    )


RATING_LIST = ReferenceList(
    "ratings", "Ratings", (Column("number", "Dots"), Column("told", "What it means")), RATINGS, names="Rating"
)
DIFFICULTY_LIST = ReferenceList(
    "difficulties",
    "Difficulties",
    (Column("number", "Difficulty"), Column("told", "For example")),
    DIFFICULTIES,
    names="Name",
    throw=_throw,
)
DEGREE_LIST = ReferenceList(
    "degrees",
    "Degrees of success",
    (Column("number", "Successes"), Column("told", "For example")),
    DEGREES,
    names="Degree",
)
BOTCH_LIST = ReferenceList(
    "botch_degrees",
    "Degrees of botch",
    (Column("number", "1s"), Column("told", "What happens")),
    BOTCH_DEGREES,
    names="Degree",
)
