"""Ratings, difficulties, degrees of success and of botch as lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.base.wording import pluralize
from rules_py.sheets.reference_list import Column, ReferenceList, RollOption
from rules_py.systems.basic_systems.calculators.rolls import POOL_ROLL
from rules_py.systems.basic_systems.degrees import BOTCH_DEGREES, DEGREES, DIFFICULTIES, RATINGS, NamedNumber
from rules_py.systems.basic_systems.fields import POOL


def _rolls(entry: NamedNumber, request: Mapping[str, Any]) -> tuple[RollOption, ...]:
    """Return the roll against this difficulty with the dice entered above the list."""
    inputs = {**request, "difficulty": entry.number}
    label = f"{pluralize(request['pool'], 'die', 'dice')}, {entry.name}"
    return (RollOption(POOL_ROLL.id, inputs, label, ""),)


RATING_LIST = ReferenceList(
    "ratings", "Ratings", (Column("number", "Dots"), Column("told", "Meaning")), RATINGS, names="Rating"
)
DIFFICULTY_LIST = ReferenceList(
    "difficulties",
    "Difficulties",
    (Column("number", "Difficulty"), Column("told", "For example")),
    DIFFICULTIES,
    names="Name",
    query_inputs=(POOL,),
    roll_options=_rolls,
    chances="Success",
    success_only=True,
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
    (Column("number", "1s"), Column("told", "Meaning")),
    BOTCH_DEGREES,
    names="Degree",
)
