"""Find the games: a folder in `systems/` that exports GAME is a game.

A game is imported when it is first requested. In a browser its files are only expected at first, and
GameNotLoadedError says that they must be fetched.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from rules_py import systems
from rules_py.base.errors import DeclarationError, InputError, join_or
from rules_py.base.suggest import KnownNames
from rules_py.calculators.calculator import Calculator
from rules_py.systems.game import Game

PAGES = "_pages"
"""The module of a game with what its pages declare; the build writes it."""


class GameNotLoadedError(Exception):
    """Raised if the files of games, with these ids, must be added before a request can be answered."""

    def __init__(self, ids: Iterable[str]) -> None:
        self.ids = tuple(ids)
        super().__init__(", ".join(self.ids))


_EXPECTED: set[str] = set()
"""The ids of the games whose files have not been added yet."""


def expect(game_ids: Iterable[str]) -> None:
    """Declare games whose files will be added when they are needed."""
    _EXPECTED.update(game_ids)


def add(game_id: str, archive: str) -> None:
    """Import all modules in the zip file of an expected game."""
    folder = f"{archive}/rules_py/systems"
    systems.__path__.append(folder)
    for module in pkgutil.walk_packages([folder], f"{systems.__name__}."):
        importlib.import_module(module.name)
    _EXPECTED.discard(game_id)


@cache
def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, sorted."""
    installed = {module.name for module in pkgutil.iter_modules(systems.__path__) if module.ispkg}
    return tuple(sorted(installed | _EXPECTED))


@cache
def _load(game_id: str) -> Game:
    if game_id in _EXPECTED:
        raise GameNotLoadedError([game_id])
    module = importlib.import_module(f"{systems.__name__}.{game_id}")
    declared = getattr(module, "GAME", None)
    if not isinstance(declared, Game) or declared.id != game_id:
        what = f"rules_py/systems/{game_id}/__init__.py:1: GAME"
        raise DeclarationError(
            what, getattr(declared, "id", declared), f"a Game with the id {game_id!r}, the name of its folder"
        )
    data = _data_of_pages(module)
    if not data:
        return declared
    # Browsers only have this module with games that need it.
    blocks = importlib.import_module(f"{systems.__name__}.page_game")
    game: Game = blocks.with_blocks(declared, data, _mechanics(module, data))
    return game


def mechanic_module(name: str) -> str:
    """Return the name of the module that the build writes for a mechanic of a page."""
    return f"mechanic_{name}"


def _mechanics(module: ModuleType, data: Mapping[str, Any]) -> list[Calculator]:
    """Return the calculators of the mechanics that pages declare."""
    names = [each["name"] for each in data.get("mechanics", ())]
    mechanics = {
        name: importlib.import_module(f"{module.__name__}.{mechanic_module(name)}") for name in names
    }
    return [getattr(each, name.upper()) for name, each in mechanics.items()]


def _data_of_pages(module: ModuleType) -> Mapping[str, Any]:
    """Return the declarations of the pages of a game's book, empty if there are none."""
    for folder in systems.__path__:
        path = f"{folder}/{module.__name__.rpartition('.')[2]}"
        if path not in module.__path__:
            module.__path__.append(path)
    try:
        data: Mapping[str, Any] = importlib.import_module(f"{module.__name__}.{PAGES}").DATA
    except ModuleNotFoundError:
        return {}
    return data


def games() -> tuple[Game, ...]:
    """Return all games, in the order of the bookshelf."""
    if _EXPECTED:
        raise GameNotLoadedError(sorted(_EXPECTED))
    return loaded_games()


def loaded_games() -> tuple[Game, ...]:
    """Return all games whose files are there, in the order of the bookshelf."""
    loaded = (_load(each) for each in game_ids() if each not in _EXPECTED)
    return tuple(sorted(loaded, key=lambda each: (each.order, each.id)))


def game(game_id: str) -> Game:
    """Return the game with this id, or raise InputError (`unknown_game`) that lists the known ids."""
    if not isinstance(game_id, str) or game_id not in game_ids():
        raise InputError.at("game", game_id, join_or(game_ids()), code="unknown_game")
    return _load(game_id)


@cache
def _calculators(game_id: str) -> dict[str, Calculator]:
    return {each.id: each for each in _load(game_id).calculators}


def calculator(calculator_id: str) -> Calculator:
    """Return the calculator with this id, such as `core_rules.challenge`, or raise InputError
    (`unknown_calculator`).
    """
    game_id, _, name = calculator_id.partition(".") if isinstance(calculator_id, str) else ("", "", "")
    if game_id not in game_ids():
        expected = "the id of a calculator, GAME.NAME"
        if isinstance(calculator_id, str):
            games = join_or(f"{each}.NAME" for each in game_ids())
            expected = KnownNames(games, [f"{each}.{name}" for each in game_ids()])
        raise InputError.at("calculator", calculator_id, expected, code="unknown_calculator")
    known = _calculators(game_id)
    if calculator_id not in known:
        raise InputError.at("calculator", calculator_id, join_or(known), code="unknown_calculator")
    return known[calculator_id]


def notation_calculator() -> Calculator | None:
    """Return the calculator that rolls any dice notation, or None if no game has one."""
    every = (each for game in games() for each in game.calculators)
    return next((each for each in every if each.notation_input), None)
