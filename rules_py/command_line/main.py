"""The commands. Exit status 0, or 2 with one clear line on standard error, whatever goes wrong."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from rules_py import __version__, api
from rules_py.analysis.distribution import scale_of
from rules_py.authoring.error_summary import summarize
from rules_py.authoring.loop_guard import guard
from rules_py.base import file_format, number_format, safe_json
from rules_py.base.errors import Fault, InputError, format_unknown_name, format_value, join_or, truncate
from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.base.limits import MAX_FILE_CHARS
from rules_py.base.paths import BOOK, FROM_PAGES, PACKAGE
from rules_py.base.wording import pluralize
from rules_py.calculators.calculator import Answer, Calculator
from rules_py.calculators.defaults import initial_values_for_missing, merge_inputs
from rules_py.calculators.outcome import Outcome
from rules_py.command_line import terminal
from rules_py.command_line.arguments import format_argument as shown_input
from rules_py.command_line.arguments import parse_arguments
from rules_py.command_line.completion import SHELLS, completions
from rules_py.dice.odds import Odds
from rules_py.inputs.base import REQUIRED
from rules_py.sheets.sheet import SheetReport
from rules_py.systems import registry
from rules_py.systems.game import Game

MAX_ERROR_CHARS = 300
"""Characters of a message about the command itself, which may quote everything typed."""

_FOR_SHELLS = "complete"
"""The command that only shells use."""
_CHOICE = re.compile(r"argument (.+): invalid choice: (.+) \(choose from (.+)\)")
"""Some releases of Python quote the choices, others don't."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line, without the usage of all commands."""

    def error(self, message: str) -> NoReturn:
        if choice := _CHOICE.fullmatch(message):
            what, typed, ways = choice.groups()
            offered = join_or(each for each in ways.replace("'", "").split(", ") if each != _FOR_SHELLS)
            message = format_unknown_name(what.lower(), typed.strip("'"), offered)
        short = truncate(" ".join(message.split()), MAX_ERROR_CHARS)
        end = "" if short.endswith(("?", "…")) else "."
        self.exit(2, f"diceleaf: {short}{end} Try: {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, report any error in one line, and return the exit status."""
    try:
        return run(arguments)
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # a game's Python may raise anything
        return _complain(summarize(error))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status. Raises what the rules raise where they shouldn't."""
    # What can't be written in the terminal's encoding is told by its number, not by a traceback.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    given = _parser().parse_args(arguments)
    try:
        with guard():
            _read_pages()
            _take_dice(given)
            given.run(given)
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has had enough (`diceleaf list | head`); ending quietly is what pipes
        # expect, and Python would complain once more as it flushes what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except InputError as error:
        return _complain(str(error))
    return 0


def _read_pages() -> None:
    """Update the games that the pages of the book declare, if the pages or Diceleaf have changed."""
    stamp = FROM_PAGES / "made"
    made = stamp.stat().st_mtime_ns if stamp.is_file() else 0
    docs = BOOK / "docs"
    pages = (docs, *(path for path in docs.rglob("*") if path.is_dir() or path.suffix == ".md"))
    language = (PACKAGE / "rules_py" / "authoring" / "mechanics").glob("*.py")
    if any(path.stat().st_mtime_ns > made for path in (*pages, *language) if path.exists()):
        with suppress(ImportError):  # the package can be installed without what builds a site
            from_pages = import_module("hooks.directives.from_pages")
            try:
                from_pages.write()
            except from_pages.AuthorError as error:
                raise InputError(Fault("pages", "bad_page", None, "", str(error))) from error


def _take_dice(given: argparse.Namespace) -> None:
    """Let dice stand where a calculator is expected: `diceleaf roll 4d6 drop lowest`."""
    typed = getattr(given, "calculator", "")
    if not re.search(r"\d", typed) or re.search(r"\.[a-z_]", typed) or typed in registry.game_ids():
        return
    if taker := registry.notation_calculator():
        dice = " ".join((typed, *given.inputs))
        given.calculator, given.inputs = taker.id, [f"{taker.notation_input}={dice}"]


def _complain(what: str) -> int:
    print(truncate(f"diceleaf: {' '.join(what.split())}"), file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = OneLineParser(
        prog="diceleaf", description="Roll dice for Diceleaf's games and compute their odds."
    )
    parser.add_argument("--version", action="version", version=f"diceleaf {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], None], help: str, *positional: str
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help)
        for each in positional:
            added.add_argument(each)
        added.add_argument("--json", action="store_true", help="print JSON")
        added.set_defaults(run=run)
        return added

    listing = command("list", _list, "List the games and their calculators, or the inputs of one.")
    listing.add_argument("about", nargs="?", metavar="GAME or CALCULATOR")
    for name, run, help in (
        ("odds", _odds, "Print the exact chance of every outcome."),
        ("roll", _roll, "Roll the dice."),
        ("resolve", _resolve, "Print the outcome of faces that you rolled."),
        ("ask", _ask, "Print the answer of a calculator without dice."),
    ):
        added = command(name, run, help)
        added.add_argument(
            "calculator", metavar="CALCULATOR or DICE", help="such as core_rules.challenge or 4d6kh3"
        )
        added.add_argument(
            "inputs",
            nargs="*",
            default=[],  # without it Python 3.13.0 says that they are required, too
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
    command("sheet", _sheet, "Check a character sheet saved in a JSON file.", "game", "file")
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
    new.set_defaults(run=_new)
    coverage = commands.add_parser(
        "coverage", help="List the rules and branches that no example, claim or published odds check."
    )
    coverage.add_argument("games", nargs="*", metavar="GAME", help="the games; by default all")
    coverage.set_defaults(run=_coverage)
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
    importer.set_defaults(run=_import)
    eject = commands.add_parser("eject", help="Print a mechanic of a page as a Python module.")
    eject.add_argument("page", type=Path, help="the page, such as docs/ember/rules.md")
    eject.add_argument("title", help="the title of the mechanic, or its ID")
    eject.set_defaults(run=_eject)
    completion = commands.add_parser(
        "completion", help='Complete commands in bash, zsh or fish: eval "$(diceleaf completion)".'
    )
    completion.add_argument("shell", nargs="?", choices=SHELLS, default="bash")
    completion.set_defaults(run=lambda given: print(SHELLS[given.shell]))
    complete = commands.add_parser(_FOR_SHELLS, add_help=False)
    complete.add_argument("line")
    complete.set_defaults(run=lambda given: print(*completions(given.line), sep="\n"))
    return parser


def _number(typed: str) -> int | str:
    """Return a face. What is no number stays text, for the rules to refuse."""
    return int(typed) if re.fullmatch(r"[+-]?[0-9]{1,20}", typed) else typed


def _inputs(given: argparse.Namespace) -> dict[str, Any]:
    """Return the inputs as typed, and initial values for omitted ones, which are printed."""
    calculator = registry.calculator(given.calculator)
    typed = parse_arguments(calculator, given.inputs)
    more = initial_values_for_missing(calculator, typed)
    if "dice" in given:  # they supply these themselves
        typed.pop("dice", None)
        more = {
            name: value for name, value in more.items() if name not in ("dice", calculator.pool_size_input)
        }
    given.left_out = " ".join(shown_input(name, value) for name, value in more.items())
    return merge_inputs(typed, more)


def _print(given: argparse.Namespace, data: Any, lines: Callable[[], Sequence[str]]) -> None:
    if getattr(given, "left_out", ""):
        print(terminal.dim(f"with {given.left_out} (initial values)"), file=sys.stderr)
    print(json.dumps(to_jsonable(data), ensure_ascii=False, indent=2) if given.json else "\n".join(lines()))


def _list(given: argparse.Namespace) -> None:
    about = given.about
    if about is None:
        games = registry.games()
        _print(given, [_game_data(each) for each in games], lambda: [*_line_by_line(games)])
    elif "." in about:
        calculator = registry.calculator(about)
        _print(given, _calculator_data(calculator), lambda: _calculator_lines(calculator))
    else:
        game = registry.game(about)
        _print(given, _game_data(game), lambda: _game_lines(game))


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
        usual = each.initial_value if each.default is REQUIRED else each.default
        begins = each.default is REQUIRED and each.start is REQUIRED and not each.optional
        more = "required" if begins else "" if usual is None else f"default {_value_of(each.name, usual)}"
        lines.append(f"    {each.name}: {each.expected}" + (terminal.dim(f"; {more}") if more else ""))
    return lines


def _value_of(name: str, value: Any) -> str:
    return shown_input(name, value).removeprefix(f"{name}=") or "nothing"


def _game_data(game: Game) -> dict[str, Any]:
    calculators = [_calculator_data(each) for each in game.calculators]
    return {"id": game.id, "title": game.title, "calculators": calculators}


def _calculator_data(calculator: Calculator) -> dict[str, Any]:
    inputs = {entry.name: entry.expected for entry in calculator.inputs}
    return {"id": calculator.id, "title": calculator.title, "inputs": inputs}


def _odds(given: argparse.Namespace) -> None:
    inputs = _inputs(given)
    found = api.odds(given.calculator, **inputs)
    _print(
        given,
        found,
        lambda: [*_readback_lines(given.calculator, inputs), *_odds_lines(given.calculator, found)],
    )


def _readback_lines(calculator_id: str, inputs: Mapping[str, Any]) -> list[str]:
    """Return how values were read where that isn't obvious: `Read as 4d6kh3: Four d6, the highest three.`"""
    lines = []
    for each in registry.calculator(calculator_id).inputs:
        found = each.readback(inputs[each.name]) if each.name in inputs else None
        if found and (found.text != inputs[each.name] or found.other):
            other = f" Meant {found.other}?" if found.other else ""
            lines.append(f"Read as {found.text}: {found.sentence}{other}")
    return lines


def _odds_lines(calculator_id: str, odds: Odds) -> list[str]:
    calculator = registry.calculator(calculator_id)
    first = scale_of(calculator, odds) if calculator.scale else None
    scales = [scale for scale in (first, calculator.second_scale) if scale]
    lines = []
    for scale in scales:
        chances = scale.chances(odds)
        lines += [terminal.bold(scale.title)] if len(scales) > 1 else []
        lines += terminal.chances([(grade, chances[grade.key]) for grade in scale.grades_of(odds)])
    for name, value in odds.measures.items():
        lines += _value_lines(name, value)
    return lines


def _value_lines(name: str, value: Any) -> list[str]:
    if isinstance(value, Fraction):
        return [
            f"{name}: {value} ({float(value):.4f})"
            if number_format.is_short(value)
            else f"{name}: {float(value):.4f}"
        ]
    if isinstance(value, dict):
        return [
            f"{name}: " + ", ".join(f"{key_text(key)} {to_jsonable(item)}" for key, item in value.items())
        ]
    if isinstance(value, list):
        return [f"{name}: " + (", ".join(str(to_jsonable(item)) for item in value) or "none")]
    return [f"{name}: {value}"]


def _roll(given: argparse.Namespace) -> None:
    inputs = _inputs(given)
    rolled = api.roll(given.calculator, seed=given.seed, **inputs)
    lines = _readback_lines(given.calculator, inputs)
    _print(given, rolled, lambda: [*lines, *_outcome_lines(rolled.outcome)])


def _outcome_lines(outcome: Outcome) -> list[str]:
    lines = [terminal.bold(outcome.verdict)]
    for step in outcome.working:
        dice = " ".join(
            f"d{die.sides}:{die.face}{f' ({die.status})' if die.status else ''}" for die in step.dice
        )
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


def _new(given: argparse.Namespace) -> None:
    new = import_module("hooks.scaffold")  # not part of rules_py, which doesn’t know the site
    if given.update:
        print(*(new.update(given.folder) or ["Already up to date."]), sep="\n")
        return
    game = new.make(
        given.folder,
        given.title,
        plain=given.plain,
        licence=given.licence,
        author=given.author,
        git=given.git,
    )
    print(f"Created a sample book in {given.folder}.")
    if given.plain:
        print(f"Its rules, dice, tables and character sheet are in docs/{game}.")
    else:
        print(f"Its rules are in rules_py/systems/{game}, its text in docs/{game}.")
    print(f"The game’s ID is the folder’s name, {game}; its calculator is {game}.kindle.")
    renamed = "that folder" if given.plain else "those two folders"
    print(f"To change the ID, rename {renamed} and replace it everywhere it is used.")
    print(f"To preview the book: cd {shlex.quote(str(given.folder))} && ./site_build.sh serve")


def _coverage(given: argparse.Namespace) -> None:
    reported = import_module("hooks.contracts.coverage").report(given.games)
    print(*(line for each in reported for line in each.lines()), sep="\n")


def _import(given: argparse.Namespace) -> None:
    try:
        importing = import_module("hooks.importing")  # needs packages that only this command uses
    except ModuleNotFoundError as error:
        message = f"import needs the package {error.name}. Install diceleaf[import,site]."
        raise InputError(Fault("import", "missing_package", error.name, "", message)) from error
    level = int(given.split[1:] or 0)
    options = importing.Options(given.into, given.title, level, given.dice, given.mark, dry_run=given.dry_run)
    result = importing.run(given.source, options)
    if given.dry_run:
        print(result.report, end="")
        return
    pages = pluralize(len(result.pages), "page", "pages")
    print(f"Imported {result.words:,} words into {pages} in {result.into / result.folder}.")
    print(result.comparison)
    things = pluralize(sum(each.needs_action for each in result.messages), "thing", "things")
    print(f"IMPORT.md lists {things} to do. To preview the book, run ./site_build.sh serve in {result.into}.")


def _eject(given: argparse.Namespace) -> None:
    from_pages = import_module("hooks.directives.from_pages")
    print(from_pages.python_of(given.page, given.title), end="")


def _sheet(given: argparse.Namespace) -> None:
    report = api.check_sheet(given.game, _character(given, _file_text(given.file)))
    _print(given, report, lambda: _report_lines(report))


def _file_text(name: str) -> str:
    try:
        with Path(name).open(encoding="utf-8") as file:
            return file.read(MAX_FILE_CHARS + 1)
    except (OSError, ValueError) as error:
        message = f"can't read {format_value(name)}: {_reason(error)}"
        raise InputError(Fault("file", "bad_file", name, "", message)) from error


def _reason(error: OSError | ValueError) -> str:
    """Return why a file can't be read, without its path, which the message quotes anyway."""
    return error.strerror if isinstance(error, OSError) and error.strerror else "it isn't UTF-8 text"


def _character(given: argparse.Namespace, text: str) -> Any:
    """Return the sheet, bare or as the page exports a character."""
    try:
        data = safe_json.parse(text, longest=MAX_FILE_CHARS)
    except safe_json.InvalidJsonError as error:
        message = f"can't read {format_value(given.file)}: expected {error}"
        raise InputError(Fault("file", "bad_file", given.file, "", message)) from error
    if not isinstance(data, dict) or data.get("format") != file_format.CHARACTERS.format:
        return data
    found = api.read_characters(given.game, text)
    if len(found) != 1:
        raise InputError.at("file", found, "one exported character", code="bad_file")
    return found[0]


def _report_lines(report: SheetReport) -> list[str]:
    lines = ["legal" if report.legal else "not legal"]
    for each in report.problems:
        rule = f" [{each.rule}]" if each.rule else ""
        field = each.field if each.field.isprintable() else format_value(each.field)
        lines.append(f"  {each.severity} {each.code} at {field}: {each.message}{rule}")
    return lines
