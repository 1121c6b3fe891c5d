"""The command line: `python -m rules_py`, installed as `diceleaf`.

Inputs are given as NAME=VALUE; lists and records as JSON. Exit status 0, or 2 with one clear line on standard
error.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from rules_py import __version__, api, catalogue, figures, json_text, kept
from rules_py.bounds import LONGEST_FILE
from rules_py.calculator import Answer
from rules_py.dice.odds import Odds
from rules_py.errors import InputError, cut, shown
from rules_py.outcome import Outcome
from rules_py.plain import key_text, plain
from rules_py.sheet import SheetReport

LONGEST_COMPLAINT = 300
"""Characters of a message about the command itself, which may quote all that was typed."""


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong with the command in one line, without repeating how all commands are written."""

    def error(self, message: str) -> NoReturn:
        short = cut(" ".join(message.split()), LONGEST_COMPLAINT)
        self.exit(2, f"diceleaf: {short}; try: {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    # What can't be written in the terminal's encoding is told by its number, not by a traceback.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    given = _parser().parse_args(arguments)
    try:
        given.run(given)
    except InputError as error:
        print(cut(f"diceleaf: {error}"), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has had enough (`diceleaf list | head`); closing quietly is what pipes
        # expect.
        sys.stderr.close()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = OneLineParser(
        prog="diceleaf", description="Roll, resolve and count the dice of Diceleaf's games."
    )
    parser.add_argument("--version", action="version", version=f"diceleaf {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], None], help: str, *positional: str
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help)
        for each in positional:
            added.add_argument(each)
        added.add_argument("--json", action="store_true", help="print plain data")
        added.set_defaults(run=run)
        return added

    command("list", _list, "List the games and their calculators.")
    for name, run, help in (
        ("odds", _odds, "The exact chance of every outcome."),
        ("roll", _roll, "Throw the dice."),
        ("resolve", _resolve, "What given faces come to."),
        ("ask", _ask, "Ask a calculator that throws no dice."),
    ):
        added = command(name, run, help, "calculator")
        added.add_argument("inputs", nargs="*", metavar="NAME=VALUE")
        if name == "roll":
            added.add_argument("--seed", help="throw the same dice again")
        if name == "resolve":
            added.add_argument(
                "--dice",
                nargs="*",
                type=_number,
                required=True,
                metavar="FACE",
                help="the faces in the order thrown",
            )
    command("sheet", _sheet, "Check a character sheet kept in a JSON file.", "game", "file")
    return parser


def _number(typed: str) -> int | str:
    """A face; what is no number stays as typed, for the rules to refuse."""
    return int(typed) if re.fullmatch(r"[+-]?[0-9]{1,20}", typed) else typed


def _inputs(given: argparse.Namespace) -> dict[str, str]:
    inputs: dict[str, str] = {}
    for each in given.inputs:
        name, equals, value = each.partition("=")
        if not equals:
            raise InputError.at("input", each, "NAME=VALUE", code="bad_argument")
        if name in inputs or name in ("seed", "dice"):
            raise InputError.at(
                "input", each, "each input once; seed and dice as --seed and --dice", code="bad_argument"
            )
        inputs[name] = value
    return inputs


def _print(given: argparse.Namespace, data: Any, lines: Callable[[], Sequence[str]]) -> None:
    print(json.dumps(plain(data), ensure_ascii=False, indent=2) if given.json else "\n".join(lines()))


def _list(given: argparse.Namespace) -> None:
    games = catalogue.games()

    def lines() -> list[str]:
        found = []
        for game in games:
            found.append(f"{game.id}: {game.title}. {game.tagline}")
            for each in game.calculators:
                found.append(f"  {each.id}: {each.title}")
                found += [f"      {entry.name}: {entry.allowed}" for entry in each.inputs]
        return found

    data = [
        {
            "id": game.id,
            "title": game.title,
            "calculators": [
                {
                    "id": each.id,
                    "title": each.title,
                    "inputs": {entry.name: entry.allowed for entry in each.inputs},
                }
                for each in game.calculators
            ],
        }
        for game in games
    ]
    _print(given, data, lines)


def _odds(given: argparse.Namespace) -> None:
    found = api.odds(given.calculator, **_inputs(given))
    _print(given, found, lambda: _odds_lines(given.calculator, found))


def _odds_lines(calculator_id: str, odds: Odds) -> list[str]:
    scale = catalogue.calculator(calculator_id).scale
    lines = []
    if scale:
        labels = {grade.key: grade.label for grade in scale.grades_of(odds)}
        lines = _table({labels[key]: chance for key, chance in scale.chances(odds).items()})
    for name, value in odds.measures.items():
        lines += _value_lines(name, value)
    return lines


def _table(chances: dict[str, Fraction]) -> list[str]:
    width = max(map(len, chances), default=0)
    return [
        f"{label:<{width}}  {float(chance):8.2%}  {figures.in_full(chance)}"
        for label, chance in chances.items()
    ]


def _value_lines(name: str, value: Any) -> list[str]:
    if isinstance(value, Fraction):
        return [f"{name}: {figures.in_full(value)} ({float(value):.4f})"]
    if isinstance(value, dict):
        return [f"{name}: " + ", ".join(f"{key_text(key)} {plain(item)}" for key, item in value.items())]
    if isinstance(value, list):
        return [f"{name}: " + (", ".join(str(plain(item)) for item in value) or "none")]
    return [f"{name}: {value}"]


def _roll(given: argparse.Namespace) -> None:
    rolled = api.roll(given.calculator, seed=given.seed, **_inputs(given))
    _print(given, rolled, lambda: _outcome_lines(rolled.outcome))


def _outcome_lines(outcome: Outcome) -> list[str]:
    lines = [outcome.verdict]
    for step in outcome.working:
        dice = " ".join(f"d{die.sides}:{die.face}{f' ({die.fate})' if die.fate else ''}" for die in step.dice)
        lines.append("  " + "  ".join(filter(None, (step.text, dice, f"[{step.rule}]" if step.rule else ""))))
    return lines


def _resolve(given: argparse.Namespace) -> None:
    outcome = api.resolve(given.calculator, dice=given.dice, **_inputs(given))
    _print(given, outcome, lambda: _outcome_lines(outcome))


def _ask(given: argparse.Namespace) -> None:
    answer = api.ask(given.calculator, **_inputs(given))
    _print(given, answer, lambda: _answer_lines(answer))


def _answer_lines(answer: Answer) -> list[str]:
    return [line for name, value in answer.items() for line in _value_lines(name, value)]


def _sheet(given: argparse.Namespace) -> None:
    report = api.check_sheet(given.game, _character(given, _file_text(given.file)))
    _print(given, report, lambda: _report_lines(report))


def _file_text(name: str) -> str:
    try:
        with Path(name).open(encoding="utf-8") as file:
            return file.read(LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        why = f"a file of JSON text that can be read ({_reason(error)})"
        raise InputError.at("file", name, why, code="bad_file") from error


def _reason(error: OSError | ValueError) -> str:
    """Why a file can't be read, without its path, which the message quotes anyway."""
    return error.strerror if isinstance(error, OSError) and error.strerror else "it is no text in UTF-8"


def _character(given: argparse.Namespace, text: str) -> Any:
    """The sheet itself, bare or as the page exports a character."""
    try:
        data = json_text.read(text, longest=LONGEST_FILE)
    except json_text.BadJson as error:
        raise InputError.at("file", given.file, f"a file of {error}", code="bad_file") from error
    if not isinstance(data, dict) or data.get("format") != kept.CHARACTERS.format:
        return data
    found = api.characters_of(given.game, text)
    if len(found) != 1:
        raise InputError.at("file", found, "one character, exported alone", code="bad_file")
    return found[0]


def _report_lines(report: SheetReport) -> list[str]:
    lines = ["legal" if report.legal else "not legal"]
    for each in report.problems:
        rule = f" [{each.rule}]" if each.rule else ""
        field = each.field if each.field.isprintable() else shown(each.field)
        lines.append(f"  {each.severity} {each.code} at {field}: {each.message}{rule}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
