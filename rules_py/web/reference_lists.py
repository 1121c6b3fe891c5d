"""Requests of reference lists with inputs: the rolls of their entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py import present
from rules_py.base.errors import InputError, join_or
from rules_py.inputs import parse_all
from rules_py.systems import registry
from rules_py.web.request import Action, house_of, inputs_of


def _roll_options(request: Mapping[str, Any]) -> dict[str, Any]:
    name = request.get("list")
    game_id = name.partition(".")[0] if isinstance(name, str) else ""
    games = [registry.game(game_id)] if game_id in registry.game_ids() else registry.games()
    known = {
        f"{game.id}.{each.name}": (game, each)
        for game in games
        for each in game.references
        if each.query_inputs
    }
    if not isinstance(name, str) or name not in known:
        raise InputError.at("list", name, join_or(known), code="bad_request")
    game, reference = known[name]
    inputs = inputs_of(request)
    return {
        "offers": present.render_roll_options(game, reference, inputs, house_of(request)),
        "given": present.render_list_inputs(reference, parse_all(reference.query_inputs, inputs)),
    }


ACTIONS: dict[str, Action] = {"roll_options": _roll_options}
