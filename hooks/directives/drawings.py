"""The fences that draw what a game declares, or what an author writes down.

map        places and who stands there: of a desk's start, as far as a log goes, or written in the fence
ladder     a track of stages, with the rules that they state
seesaws    the pairs of a sheet's fields that share points
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hooks.directives import yaml_body
from hooks.directives.errors import mistake
from hooks.directives.fences import Fence, FenceKind
from hooks.directives.yaml_body import Body
from rules_py import present
from rules_py.base.errors import InputError, join_or
from rules_py.present import Markup
from rules_py.sheets.sheet import Sheet
from rules_py.sheets.track import Ladder
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.tracker import Piece, Place, begun, played, read_scene

CAPTION = "a sentence that says what the picture shows"
PLACES = "names, each with what is known of the place, such as `Gate: {beside: [Yard]}`"
PLACE = "note, terrain, beside or here"
NAMES = "a name, or several in brackets"
HERE = "sides, each with who is there, such as `{Foes: [Thug]}`"
POINTS = "fields, each with its points, such as `{finesse: 3, martial: 9}`"

_CAPTION_FIELD = {"caption": "What there is to see, in a sentence."}
_OF_A_DESK = {
    "game": "Of a desk's scene: the game's id.",
    "start": "Which of the desk's starts.",
    "log": "What has happened since, event by event; each has to be possible.",
    **_CAPTION_FIELD,
}
_WRITTEN = {
    "places": "Of a map of your own: each place by its name, with what is `beside` it, a `note`, its "
    "`terrain`, and who is `here` by side.",
    "called": "What a place is called, such as `room`.",
    **_CAPTION_FIELD,
}
FENCES: Mapping[str, FenceKind] = {
    "map": FenceKind("Places as rooms, and the ways between them.", _WRITTEN | _OF_A_DESK),
    "ladder": FenceKind(
        "A track of stages that a game declares, with what each does. It states their rules.",
        {"ladder": "The game and the ladder's name, such as `dichotomy.injuries`."},
    ),
    "seesaws": FenceKind(
        "The pairs of a game's sheet that share their points.",
        {
            "game": "The game's id.",
            "points": "One half of each pair, `{finesse: 3}`; a fresh character's if left out.",
            **_CAPTION_FIELD,
        },
    ),
}


def _one_of[T](asked: Body, name: str, known: Mapping[str, T]) -> T:
    """What the field names."""
    key = asked.text(name, join_or(known))
    if key not in known:
        raise mistake(asked.place(name), name, key, join_or(known))
    return known[key]


# maps


def map_shown(fence: Fence) -> Markup:
    """The map, as it stands at a desk or as the fence has it."""
    asked = yaml_body.read(fence)
    return _written(asked) if "places" in asked.values else _of_a_desk(asked)


def _of_a_desk(asked: Body) -> Markup:
    asked.only(*_OF_A_DESK)
    desk = _one_of(asked, "game", {game.id: game.desk for game in registry.games() if game.desk})
    start = _one_of(asked, "start", {each.id: each for each in desk.starts})
    log = asked.values.get("log") or []
    scene = {**begun(start).to_json(), "log": log, "at": len(log) if isinstance(log, list) else 0}
    try:
        view = desk.view(played(desk, read_scene(desk, scene)).state, "")
    except InputError as error:
        raise asked.refused(error) from error
    caption = asked.text("caption", CAPTION, optional=True) or start.title
    return present.map_figure(caption, view.places, view.pieces, called=desk.place)


def _written(asked: Body) -> Markup:
    asked.only(*_WRITTEN)
    given = asked.mapping("places", PLACES)
    places = [_place(asked, name) for name in given]
    pieces = [each for name in given for each in _pieces(asked, name)]
    called = asked.text("called", "what a place is called, such as `zone`", optional=True) or "place"
    return present.map_figure(asked.text("caption", CAPTION), places, pieces, called=called)


def _place(asked: Body, name: str) -> Place:
    known = asked.values["places"]
    about = known[name] or {}
    if not isinstance(about, dict) or not {*about} <= {"note", "terrain", "beside", "here"}:
        raise mistake(asked.place("places", name), f"place {name}", about, PLACE)
    note, terrain, beside = (_names(asked, name, each) for each in ("note", "terrain", "beside"))
    for each in beside:
        if each not in map(str, known):
            raise mistake(asked.place("places", name, "beside"), "beside", each, join_or(map(str, known)))
    return Place(str(name), ", ".join(note), terrain, beside)


def _names(asked: Body, name: str, field: str) -> tuple[str, ...]:
    found = (asked.values["places"][name] or {}).get(field) or []
    names = found if isinstance(found, list) else [found]
    if not all(isinstance(each, (str, int)) for each in names):
        raise mistake(asked.place("places", name, field), field, found, NAMES)
    return tuple(map(str, names))


def _pieces(asked: Body, name: str) -> Iterable[Piece]:
    here = (asked.values["places"][name] or {}).get("here") or {}
    if not isinstance(here, dict):
        raise mistake(asked.place("places", name, "here"), "here", here, HERE)
    for side, who in here.items():
        for each in who if isinstance(who, list) else [who]:
            yield Piece(name=str(each), side=str(side), standing="", place=str(name))


# ladders


def ladder_named_by(fence: Fence) -> tuple[Game, Ladder]:
    """The game and the ladder that the fence's `ladder: dichotomy.injuries` names."""
    asked = yaml_body.read(fence)
    asked.only(*FENCES["ladder"].fields)
    known = {f"{game.id}.{each.name}": (game, each) for game in registry.games() for each in game.ladders}
    return _one_of(asked, "ladder", known)


def ladder_shown(fence: Fence) -> Markup:
    """The ladder, with the marks of the rules it states."""
    return present.ladder(*ladder_named_by(fence))


def stated_by(fence: Fence) -> tuple[str, ...]:
    """The numbers of the rules that the rungs of the ladder state."""
    _, ladder = ladder_named_by(fence)
    return tuple(number for rung in ladder.rungs for number in rung.rules)


# see-saws


def seesaws_shown(fence: Fence) -> Markup:
    """The pairs of the game's sheet with these points, of which each pair needs one half."""
    asked = yaml_body.read(fence)
    asked.only(*FENCES["seesaws"].fields)
    sheets = {game.id: game.sheet for game in registry.games() if game.sheet and game.sheet.tied}
    sheet = _one_of(asked, "game", sheets)
    points = asked.mapping("points", POINTS)
    known = [_last(path) for each in sheet.tied for path in (each.one, each.other)]
    for name in points:
        if name not in known:
            raise mistake(asked.place("points", name), "points", name, join_or(known))
    report = sheet.check(_shared_out(points, sheet))
    wrong = {problem.field: problem.message for problem in report.problems}
    for each in sheet.tied:
        message = wrong.get(each.one) or wrong.get(each.other)
        if message:
            name = next((_last(path) for path in (each.one, each.other) if _last(path) in points), "points")
            raise mistake(asked.place("points", name), name, points.get(name), message)
    return present.seesaws_figure(asked.text("caption", CAPTION), report.shared)


def _last(path: str) -> str:
    """What a field is called within the one it is part of."""
    return path.rpartition(".")[2]


def _shared_out(points: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """A blank sheet with these points, and with what they leave to the other halves."""
    data = sheet.blank()
    for each in sheet.tied:
        halves = [points.get(_last(path)) for path in (each.one, each.other)]
        for path, half, other in zip((each.one, each.other), halves, halves[::-1], strict=True):
            if half is not None:
                _put(data, path, half)
            elif isinstance(other, int):
                _put(data, path, each.sum - other)
    return data


def _put(data: dict[str, Any], path: str, value: Any) -> None:
    *above, name = path.split(".")
    for each in above:
        data[each] = dict(data[each])
        data = data[each]
    data[name] = value
