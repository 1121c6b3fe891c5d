"""The `map` directive: zones and who is in them, from a tracker's preset and log or written in the fence."""

from __future__ import annotations

from collections.abc import Iterable

from hooks.base.errors import mistake, unknown_name
from hooks.directives import yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from hooks.directives.yaml_body import Body
from rules_py import present
from rules_py.base.errors import InputError, join_or
from rules_py.present import Markup
from rules_py.systems import registry
from rules_py.tracker import Combatant, Zone, from_preset, read_encounter, replay

_CAPTION = "a sentence that describes the picture"
_ZONES = "a mapping from names to the zones' fields, such as `Gate: {beside: [Yard]}`"
_ZONE = "note, terrain, beside or here"
_NAMES = "a name, or a list of names in brackets"
_HERE = "a mapping from sides to names, such as `{Foes: [Thug]}`"

_CAPTION_FIELD = {"caption": "What the map shows, in one sentence."}
_OF_TRACKER = {
    "game": "For an encounter: the ID of the game.",
    "start": "The ID of a preset.",
    "log": "The events since the start; the rules must allow each of them.",
    **_CAPTION_FIELD,
}
_FIELDS = {
    "zones": "The zones of your own map, by name, each with the zones `beside` it, a `note`, its `terrain`, "
    "and who is `here`, by side.",
    "called": "Your word for a zone, such as `room`.",
    **_CAPTION_FIELD,
}


def _show(fence: Fence, context: Context) -> Markup:
    body = yaml_body.read(fence)
    return _from_fence(body) if "zones" in body.values else _from_tracker(body)


def _from_tracker(body: Body) -> Markup:
    body.only(*_OF_TRACKER)
    tracker = body.one_of("game", {game.id: game.tracker for game in registry.games() if game.tracker})
    start = body.one_of("start", {start.id: start for start in tracker.presets})
    log = body.values.get("log") or []
    scene = {**from_preset(start).to_json(), "log": log, "at": len(log) if isinstance(log, list) else 0}
    try:
        view = tracker.view(replay(tracker, read_encounter(tracker, scene)).state, "")
    except InputError as error:
        raise body.from_input_error(error) from error
    caption = body.text("caption", _CAPTION, optional=True) or start.title
    return present.zone_map_figure(caption, view.zones, view.combatants, called=tracker.zone_noun)


def _from_fence(body: Body) -> Markup:
    body.only(*_FIELDS)
    names = body.mapping("zones", _ZONES)
    zones = [_zone(body, name) for name in names]
    combatants = [combatant for name in names for combatant in _combatants(body, name)]
    noun = body.text("called", "the noun for a zone, such as `room`", optional=True) or "place"
    return present.zone_map_figure(body.text("caption", _CAPTION), zones, combatants, called=noun)


def _zone(body: Body, name: str) -> Zone:
    zones_by_name = body.values["zones"]
    fields = zones_by_name[name] or {}
    if not isinstance(fields, dict) or not {*fields} <= {"note", "terrain", "beside", "here"}:
        raise mistake(body.place("zones", name), f"zone {name}", fields, _ZONE)
    note, terrain, beside = (_names(body, name, field) for field in ("note", "terrain", "beside"))
    for neighbour in beside:
        if neighbour not in map(str, zones_by_name):
            place = body.place("zones", name, "beside")
            raise unknown_name(place, "zone", str(neighbour), join_or(map(str, zones_by_name)), "beside")
    return Zone(str(name), ", ".join(note), terrain, beside)


def _names(body: Body, zone: str, field: str) -> tuple[str, ...]:
    value = (body.values["zones"][zone] or {}).get(field) or []
    names = value if isinstance(value, list) else [value]
    if not all(isinstance(name, (str, int)) for name in names):
        raise mistake(body.place("zones", zone, field), field, value, _NAMES)
    return tuple(map(str, names))


def _combatants(body: Body, zone: str) -> Iterable[Combatant]:
    sides = (body.values["zones"][zone] or {}).get("here") or {}
    if not isinstance(sides, dict):
        raise mistake(body.place("zones", zone, "here"), "here", sides, _HERE)
    for side, names in sides.items():
        for name in names if isinstance(names, list) else [names]:
            yield Combatant(name=str(name), side=str(side), standing="", zone=str(zone))


DIRECTIVES = (
    Directive("map", "Zones and the connections between them.", fields=_FIELDS | _OF_TRACKER, show=_show),
)
