"""Find the games: a folder in `systems/` that exports GAME is a game.

A game is imported when it is first requested.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from rules_py import systems
from rules_py.base.errors import DeclarationError, InputError, join_or
from rules_py.base.suggest import KnownNames
from rules_py.calculators.calculator import Calculator
from rules_py.systems.game import Game


@cache
def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(systems.__path__) if module.ispkg))


@cache
def _load(game_id: str) -> Game:
    module = import_module(f"{systems.__name__}.{game_id}")
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game) or found.id != game_id:
        what = f"rules_py/systems/{game_id}/__init__.py:1: GAME"
        raise DeclarationError(
            what, getattr(found, "id", found), f"a Game with the id {game_id!r}, the name of its folder"
        )
    return found


def games() -> tuple[Game, ...]:
    """Return all games, in the order of the bookshelf."""
    return tuple(sorted(map(_load, game_ids()), key=lambda each: (each.order, each.id)))


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
    every = (each for found in games() for each in found.calculators)
    return next((each for each in every if each.notation_input), None)
