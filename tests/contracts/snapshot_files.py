"""The snapshot files of the games: their cases, and how a case becomes text.

A case is a line such as `> inputs {"steps": 1}`, followed by its result. To add a case, add its line and
update the snapshots. Nothing is left out, but a block that a file has printed before is replaced by a line
such as `= 9 lines above: FIRST … LAST`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hooks.directives import house_rules_form
from rules_py import present
from rules_py.base.jsonable import to_jsonable
from rules_py.systems import registry
from rules_py.systems.game import Game
from tests.contracts.cases import (
    blank_lines,
    calculator_lines,
    character_lines,
    encounter_lines,
    forecast_lines,
    form_lines,
    page_lines,
    reply_lines,
)
from tests.contracts.proofs import proof_lines
from tests.contracts.repetition import PrintedLines

FOLDER = Path(__file__).with_name("snapshots")
REQUESTS = "requests"


class Case(NamedTuple):
    """A case of a snapshot file: its kind and the data that it needs, if any."""

    kind: str
    data: Any = None

    @property
    def line(self) -> str:
        data = "" if self.data is None else f" {json.dumps(self.data, ensure_ascii=self.kind == 'request')}"
        return f"> {self.kind}{data}"


def read_cases(path: Path) -> Iterator[Case]:
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        if line.startswith("> "):
            kind, _, data = line.removeprefix("> ").partition(" ")
            yield Case(kind, json.loads(data) if data else None)


def snapshot_names(*, every_game: bool) -> list[str]:
    """Return the names of the expected files: of the games that have some, or of every game."""
    games = [game for game in registry.games() if every_game or (FOLDER / game.id).is_dir()]
    requests = sorted(path.relative_to(FOLDER) for path in (FOLDER / REQUESTS).rglob("*.txt"))
    return [
        *(name for game in games for name in _names(game)),
        *(path.with_suffix("").as_posix() for path in requests),
    ]


def _names(game: Game) -> Iterator[str]:
    yield f"{game.id}/pages"
    yield from (f"{game.id}/lists/{reference.name}" for reference in game.references)
    yield from (f"{game.id}/calculators/{calculator.id.partition('.')[2]}" for calculator in game.calculators)
    if game.sheet:
        yield from (f"{game.id}/sheet/{part}" for part in ("page", "blank"))
        yield from _existing(game, "sheet/characters")
    if game.tracker:
        yield from (f"{game.id}/tracker/starts/{start.id}" for start in game.tracker.presets)
        actions = (f"tracker/actions/{action.id}" for action in game.tracker.actions)
        yield from _existing(game, "tracker/openings", *actions)
        yield from [f"{game.id}/forecast"] if game.tracker.forecast else []
    if game.options:
        yield f"{game.id}/proofs"


def _existing(game: Game, *parts: str) -> Iterator[str]:
    """Yield the names of the files that hold only cases added by hand."""
    names = (f"{game.id}/{part}" for part in parts)
    return (name for name in names if (FOLDER / f"{name}.txt").is_file())


def snapshot_text(name: str) -> str:
    """Return the text of a snapshot file as it should be today."""
    cases = dict.fromkeys(case.line for case in required_cases(name))
    cases |= dict.fromkeys(case.line for case in read_cases(FOLDER / f"{name}.txt"))
    start = _first_start(name)
    printed = PrintedLines(_start_lines(start), start) if start != name else PrintedLines()
    return "\n\n".join("\n".join(printed.shorten(_case_lines(name, line))) for line in cases)


def _case_lines(name: str, line: str) -> list[str]:
    kind, _, data = line.removeprefix("> ").partition(" ")
    lines = RENDERERS[kind](name, json.loads(data) if data else None)
    return [line, *(f"  {each}".rstrip() for each in lines)]


def _first_start(name: str) -> str:
    """Return the file with the tracker's first preset: other pages of the tracker repeat much of it."""
    parts = name.split("/")
    id = parts[-1] if parts[0] == REQUESTS else parts[0]
    if "tracker" not in parts[1] or id not in registry.game_ids():
        return name
    tracker = registry.game(id).tracker
    return f"{id}/tracker/starts/{tracker.presets[0].id}" if tracker else name


@cache
def _start_lines(name: str) -> list[str]:
    return _case_lines(name, next(required_cases(name)).line)


def required_cases(name: str) -> Iterator[Case]:
    """Yield the cases of a file that follow from what its game declares."""
    folder, _, part = name.partition("/")
    if folder == REQUESTS:
        return
    game = registry.game(folder)
    if part.startswith("calculators/"):
        calculator = _calculator(name)
        if not calculator.api_only:
            yield Case("form")
            yield Case("inputs", to_jsonable(dict(calculator.initial_inputs())))
    elif part.startswith("lists/"):
        yield Case("list", part.partition("/")[2])
    elif part in ("sheet/page", "sheet/blank"):
        yield Case(part.partition("/")[2])
    elif part.startswith("tracker/starts/"):
        yield Case("start", part.rpartition("/")[2])
    elif part == "forecast" and game.tracker:
        yield from (
            Case("forecast", {"start": to_jsonable(start.state), "events": []})
            for start in game.tracker.presets
        )
    elif part == "proofs":
        yield from (Case("house", {each.name: each.other_values[0]}) for each in game.options)
    elif part == "pages":
        yield from (Case(kind) for kind in ("shelf", "house_rules", "backup"))
        yield from (Case("table", table.id) for table in game.tables)
        yield from (Case("track", track.name) for track in game.tracks)


def _calculator(name: str) -> Any:
    game, _, part = name.split("/")
    return registry.calculator(f"{game}.{part}")


def _game(name: str) -> Any:
    return registry.game(name.partition("/")[0])


def _form(name: str, _: None) -> Iterable[str]:
    calculator = _calculator(name)
    return form_lines(present.render_calculator(calculator, calculator.parse(calculator.initial_inputs())))


def _find(items: Iterable[Any], name: str, attribute: str) -> Any:
    return next(item for item in items if getattr(item, attribute) == name)


RENDERERS: dict[str, Callable[[str, Any], Iterable[str]]] = {
    "form": _form,
    "inputs": lambda name, inputs: calculator_lines(_calculator(name), inputs),
    "page": lambda name, _: page_lines(present.render_sheet(_game(name), _game(name).sheet)),
    "blank": lambda name, _: blank_lines(_game(name)),
    "character": lambda name, data: character_lines(_game(name), data),
    "start": lambda name, start: page_lines(present.render_tracker(_game(name), _game(name).tracker, start)),
    "encounter": lambda name, data: encounter_lines(_game(name), **data),
    "forecast": lambda name, data: forecast_lines(_game(name), **data),
    "house": lambda name, house: proof_lines(_game(name), house),
    "request": lambda _, request: reply_lines(request),
    "shelf": lambda name, _: page_lines(present.render_bookshelf([_game(name)])),
    "house_rules": lambda name, _: page_lines(house_rules_form.render_house_rules(_game(name))),
    "backup": lambda name, _: page_lines(present.render_backup([_game(name)])),
    "list": lambda name, id: page_lines(
        present.render_reference(_game(name), _find(_game(name).references, id, "name"))
    ),
    "table": lambda name, id: page_lines(
        present.render_random_table(_game(name), _find(_game(name).tables, id, "id"))
    ),
    "track": lambda name, id: page_lines(
        present.render_track(_game(name), _find(_game(name).tracks, id, "name"))
    ),
}
