"""The commands and their options."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from rules_py import __version__
from rules_py.base.errors import format_unknown_name, join_or, truncate
from rules_py.command_line import books, calculators, listing, sheets
from rules_py.command_line.completion import SHELLS, completions

MAX_ERROR_CHARS = 300
"""Characters of a message about the command itself, which may quote everything typed."""

_FOR_SHELLS = "complete"
"""The command that only shells use."""
type _Commands = argparse._SubParsersAction[OneLineParser]
_CHOICE = re.compile(r"argument (.+): invalid choice: (.+) \(choose from (.+)\)")
"""Some releases of Python quote the choices, others don't."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line, without the usage of all commands."""

    def error(self, message: str) -> NoReturn:
        if choice := _CHOICE.fullmatch(message):
            what, typed, ways = choice.groups()
            choices = join_or(each for each in ways.replace("'", "").split(", ") if each != _FOR_SHELLS)
            message = format_unknown_name(what.lower(), typed.strip("'"), choices)
        short = truncate(" ".join(message.split()), MAX_ERROR_CHARS)
        end = "" if short.endswith(("?", "…")) else "."
        self.exit(2, f"diceleaf: {short}{end} Try: {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands, in the order in which they are listed."""
    parser = OneLineParser(
        prog="diceleaf", description="Roll dice for Diceleaf's games and compute their odds."
    )
    parser.add_argument("--version", action="version", version=f"diceleaf {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    about = _add_query(
        commands, "list", listing.print_list, "List the games and their calculators, or the inputs of one."
    )
    about.add_argument("about", nargs="?", metavar="GAME or CALCULATOR")
    _add_calculator_commands(commands)
    sheet = _add_query(commands, "sheet", sheets.check_sheet, "Check a character sheet saved in a JSON file.")
    sheet.add_argument("game")
    sheet.add_argument("file")
    _add_new(commands)
    coverage = commands.add_parser(
        "coverage", help="List the rules and branches that no example, claim or published odds check."
    )
    coverage.add_argument("games", nargs="*", metavar="GAME", help="the games; by default all")
    coverage.set_defaults(run=books.print_coverage)
    _add_import(commands)
    eject = commands.add_parser("eject", help="Print a mechanic of a page as a Python module.")
    eject.add_argument("page", type=Path, help="the page, such as docs/ember/rules.md")
    eject.add_argument("title", help="the title of the mechanic, or its ID")
    eject.set_defaults(run=books.print_mechanic)
    _add_completion(commands)
    return parser


def _add_query(
    commands: _Commands, name: str, run: Callable[[argparse.Namespace], None], help: str
) -> argparse.ArgumentParser:
    """Add a command that can print its answer as JSON."""
    added = commands.add_parser(name, help=help, description=help)
    added.add_argument("--json", action="store_true", help="print JSON")
    added.set_defaults(run=run)
    return added


def _add_calculator_commands(commands: _Commands) -> None:
    for name, run, help in (
        ("odds", calculators.print_odds, "Print the exact chance of every outcome."),
        ("roll", calculators.print_roll, "Roll the dice."),
        ("resolve", calculators.print_outcome, "Print the outcome of faces that you rolled."),
        ("ask", calculators.print_answer, "Print the answer of a calculator without dice."),
    ):
        added = _add_query(commands, name, run, help)
        added.add_argument(
            "calculator", metavar="CALCULATOR or DICE", help="such as core_rules.challenge or 4d6kh3"
        )
        added.add_argument(
            "inputs",
            nargs="*",
            default=[],  # otherwise Python 3.13.0 reports these as required, too
            metavar="NAME=VALUE",
            help="an input; a list as VALUE,VALUE, a record's field as NAME.FIELD=VALUE",
        )
        if name == "roll":
            added.add_argument("--seed", help="repeat the roll of this seed")
        if name == "resolve":
            added.add_argument(
                "--dice",
                nargs="*",
                type=_number,
                required=True,
                metavar="FACE",
                help="the faces in the order rolled",
            )


def _add_new(commands: _Commands) -> None:
    new = commands.add_parser("new", help="Create a book in a repository of its own.")
    new.add_argument("folder", type=Path)
    how = new.add_mutually_exclusive_group()
    how.add_argument("--title", default="", help="the title of the game; by default the folder's name")
    how.add_argument(
        "--update", action="store_true", help="update the book in FOLDER to this version of Diceleaf"
    )
    new.add_argument("--plain", action="store_true", help="write the game in Markdown, without Python")
    new.add_argument("--author", default="", help="the author to credit; by default the user name of Git")
    new.add_argument("--licence", default="", help="the licence of the book, such as cc-by-4.0, orc or mit")
    new.add_argument("--no-git", dest="git", action="store_false", help="don't make a Git repository")
    new.set_defaults(run=books.make_book)


def _add_import(commands: _Commands) -> None:
    importer = commands.add_parser(
        "import", help="Make a book of Markdown that was written for other programs."
    )
    importer.add_argument("source", type=Path, help="a file or folder of Markdown, such as an Obsidian vault")
    importer.add_argument("--into", type=Path, help="the book's folder, new or not; by default the title")
    importer.add_argument("--title", default="", help="the title of the game; by default that of the source")
    importer.add_argument(
        "--split", choices=("h1", "h2"), default="", help="start a page at each heading of this level"
    )
    importer.add_argument(
        "--mark", default="", metavar="X", help="number bold leads and list items as rules X-001, X-002, …"
    )
    importer.add_argument(
        "--dice", choices=("all", "obsidian", "none"), default="all", help="the dice in the text that roll"
    )
    importer.add_argument("--dry-run", action="store_true", help="print the report and write nothing")
    importer.set_defaults(run=books.import_book)


def _add_completion(commands: _Commands) -> None:
    """Add the command that prints a shell's completion, and the hidden one that it calls."""
    completion = commands.add_parser(
        "completion", help='Complete commands in bash, zsh or fish: eval "$(diceleaf completion)".'
    )
    completion.add_argument("shell", nargs="?", choices=SHELLS, default="bash")
    completion.set_defaults(run=lambda options: print(SHELLS[options.shell]))
    complete = commands.add_parser(_FOR_SHELLS, add_help=False)
    complete.add_argument("line")
    complete.set_defaults(run=lambda options: print(*completions(options.line), sep="\n"))


def _number(text: str) -> int | str:
    """Return a face. Anything but a number stays text, which the rules then report."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,20}", text) else text
