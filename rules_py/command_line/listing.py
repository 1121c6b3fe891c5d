"""The command that lists games, and calculators with their inputs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from rules_py.base.errors import join_or
from rules_py.calculators.calculator import Calculator
from rules_py.command_line import terminal
from rules_py.command_line.arguments import format_argument
from rules_py.inputs.base import REQUIRED
from rules_py.systems import registry
from rules_py.systems.game import Game


def print_list(arguments: argparse.Namespace) -> None:
    about = arguments.about
    if about is None:
        games = registry.games()
        terminal.print_result(
            arguments, [_game_data(each) for each in games], lambda: [*_line_by_line(games)]
        )
    elif "." in about:
        calculator = registry.calculator(about)
        terminal.print_result(arguments, _calculator_data(calculator), lambda: _calculator_lines(calculator))
    else:
        game = registry.game(about)
        terminal.print_result(arguments, _game_data(game), lambda: _game_lines(game))


def _line_by_line(games: Sequence[Game]) -> Iterator[str]:
    for game in games:
        yield f"{terminal.bold(game.id)}: {game.title}. {game.tagline}"
        yield from (f"  {each.id}: {each.title}" for each in game.calculators)
    yield ""
    yield f"To see a calculator’s inputs: `diceleaf list {games[0].id}`"


def _game_lines(game: Game) -> list[str]:
    lines = [f"{terminal.bold(game.id)}: {game.title}. {game.tagline}"]
    for each in game.calculators:
        lines += ["", *_calculator_lines(each)]
    return lines


def _calculator_lines(calculator: Calculator) -> list[str]:
    """Return the calculator with its commands and its inputs."""
    ways = ["odds"] if calculator.has_odds else ["ask"]
    ways += ["roll", "resolve"] if calculator.rolls_dice else []
    lines = [
        f"{terminal.bold(calculator.id)}: {calculator.title} ({join_or(ways)})",
        f"  {calculator.summary}",
    ]
    for each in calculator.inputs:
        default_value = each.initial_value if each.default is REQUIRED else each.default
        begins = each.default is REQUIRED and each.start is REQUIRED and not each.optional
        more = (
            "required"
            if begins
            else ""
            if default_value is None
            else f"default {_value_of(each.name, default_value)}"
        )
        lines.append(f"    {each.name}: {each.expected}" + (terminal.dim(f"; {more}") if more else ""))
    return lines


def _value_of(name: str, value: Any) -> str:
    return format_argument(name, value).removeprefix(f"{name}=") or "nothing"


def _game_data(game: Game) -> dict[str, Any]:
    calculators = [_calculator_data(each) for each in game.calculators]
    return {"id": game.id, "title": game.title, "calculators": calculators}


def _calculator_data(calculator: Calculator) -> dict[str, Any]:
    inputs = {entry.name: entry.expected for entry in calculator.inputs}
    return {"id": calculator.id, "title": calculator.title, "inputs": inputs}
