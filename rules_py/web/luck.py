"""Requests for the luck report: in slices, first each roll with its odds, then all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules_py import inputs, present
from rules_py.analysis import luck
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.base.limits import MAX_RATED_ROLLS
from rules_py.dice.incremental import Incremental, scale_progress
from rules_py.systems import registry
from rules_py.web.request import Action

_COMPARED = inputs.Record(
    fields=(
        inputs.Text("calculator"),
        inputs.Text("who", longest=luck.MAX_NAME_CHARS),
        inputs.Text("verdict", longest=2_000),
        inputs.Choice("kind", options={each: each for each in (luck.WELL, luck.HIGH)}),
        inputs.Chance("chance"),
        inputs.Flag("met"),
        inputs.Chance("exactly"),
    )
)
"""The comparison of a roll with its odds, as plain data."""


def _rate_rolls(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    rolls = request.get("rolls")
    if not isinstance(rolls, list) or len(rolls) > MAX_RATED_ROLLS:
        raise InputError.at("rolls", rolls, f"a list of at most {MAX_RATED_ROLLS} rolls", code="bad_request")
    compared = []
    for place, each in enumerate(rolls):
        yield place / len(rolls)
        comparison = yield from scale_progress(
            luck.rate_saved_roll(each), place / len(rolls), (place + 1) / len(rolls)
        )
        compared.append(None if comparison is None else to_jsonable(asdict(comparison)))
    return {"compared": compared}


def _luck(request: Mapping[str, Any]) -> dict[str, Any]:
    compared = request.get("compared")
    if not isinstance(compared, list) or len(compared) > MAX_RATED_ROLLS:
        raise InputError.at("compared", compared, "the result of rate_rolls", code="bad_request")
    rolls = [_read_rating(each) for each in compared if each is not None]
    return {
        "html": present.render_luck(rolls, compared.count(None)),
        "say": present.luck_announcement(rolls) if rolls else "",
    }


def _read_rating(compared: Any) -> luck.RatedRoll:
    """Return the rated roll that `rate_rolls` reported."""
    try:
        read = _COMPARED.parse(compared)
    except InputError as error:
        raise InputError.at("compared", compared, "the result of rate_rolls", code="bad_request") from error
    registry.calculator(read["calculator"])
    return luck.RatedRoll(**read)


ACTIONS: dict[str, Action] = {"rate_rolls": _rate_rolls, "luck": _luck}
