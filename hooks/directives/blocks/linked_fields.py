"""The `linked-fields` directive: the pairs of a sheet's fields that share points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hooks.base.errors import DirectiveError, unknown_name
from hooks.directives import yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import present
from rules_py.base.errors import join_or
from rules_py.present import Markup
from rules_py.sheets.sheet import Sheet
from rules_py.systems import registry

_CAPTION = "a sentence that describes the picture"
_POINTS = "a mapping from fields to points, such as `{finesse: 3, martial: 9}`"
_FIELDS = {
    "game": "The ID of the game.",
    "points": "One field of each pair, `{finesse: 3}`; by default those of a new character.",
    "caption": "What the drawing shows, in one sentence.",
}


def _show(fence: Fence, context: Context) -> Markup:
    """Return the pairs with these points; one half of each pair is enough."""
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    sheets = {game.id: game.sheet for game in registry.games() if game.sheet and game.sheet.linked_fields}
    sheet = body.one_of("game", sheets)
    points = body.mapping("points", _POINTS)
    known_names = [_name(path) for pair in sheet.linked_fields for path in (pair.one, pair.other)]
    for name in points:
        if name not in known_names:
            raise unknown_name(body.place("points", name), "field", str(name), join_or(known_names), "points")
    report = sheet.check(_with_points(points, sheet))
    messages = {problem.field: problem.message for problem in report.problems}
    for pair in sheet.linked_fields:
        message = messages.get(pair.one) or messages.get(pair.other)
        if message:
            names = map(_name, (pair.one, pair.other))
            name = next((name for name in names if name in points), "points")
            raise DirectiveError(body.place("points", name), f"{name}: {message}")
    return present.balances_figure(body.text("caption", _CAPTION), report.linked_values)


def _name(path: str) -> str:
    """Return the last part of a field's path."""
    return path.rpartition(".")[2]


def _with_points(points: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """Return a blank sheet with these points, and the remaining points in the other halves."""
    data = sheet.blank()
    for pair in sheet.linked_fields:
        halves = [points.get(_name(path)) for path in (pair.one, pair.other)]
        for path, half, other in zip((pair.one, pair.other), halves, halves[::-1], strict=True):
            if half is not None:
                _set_at(data, path, half)
            elif isinstance(other, int):
                _set_at(data, path, pair.sum - other)
    return data


def _set_at(data: dict[str, Any], path: str, value: Any) -> None:
    *groups, name = path.split(".")
    for group in groups:
        data[group] = dict(data[group])
        data = data[group]
    data[name] = value


DIRECTIVES = (
    Directive(
        "linked-fields",
        "The linked fields of a game's sheet: pairs of numbers with a fixed sum.",
        fields=_FIELDS,
        show=_show,
    ),
)
