"""Run the commands. Exit status 0, or 2 with one clear line on standard error, whatever goes wrong."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence

from rules_py.authoring.error_summary import summarize
from rules_py.authoring.loop_guard import guard
from rules_py.base.errors import InputError, truncate
from rules_py.command_line.books import read_pages
from rules_py.command_line.parser import build_parser
from rules_py.systems import registry


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, report any error in one line, and return the exit status."""
    try:
        return run(arguments)
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # a game's Python may raise anything
        return _complain(summarize(error))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status. Raises any unexpected error of the rules."""
    # Characters outside the terminal's encoding are printed as escapes, instead of raising an error.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    options = build_parser().parse_args(arguments)
    try:
        with guard():
            read_pages()
            _take_dice(options)
            options.run(options)
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of a pipe has closed it (`diceleaf list | head`). End quietly, as is usual, and discard
        # the rest of the output: Python would report the error again when it flushes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except InputError as error:
        return _complain(str(error))
    return 0


def _take_dice(arguments: argparse.Namespace) -> None:
    """Accept dice notation instead of a calculator: `diceleaf roll 4d6 drop lowest`."""
    typed = getattr(arguments, "calculator", "")
    if not re.search(r"\d", typed) or re.search(r"\.[a-z_]", typed) or typed in registry.game_ids():
        return
    if taker := registry.notation_calculator():
        dice = " ".join((typed, *arguments.inputs))
        arguments.calculator, arguments.inputs = taker.id, [f"{taker.notation_input}={dice}"]


def _complain(what: str) -> int:
    print(truncate(f"diceleaf: {' '.join(what.split())}"), file=sys.stderr)
    return 2
