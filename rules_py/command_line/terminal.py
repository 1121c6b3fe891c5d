"""Results in the terminal, with colours and bars. Files and other programs get plain text.

NO_COLOR (https://no-color.org) and TERM=dumb are respected.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.scale import Grade

_TONES = {"worst": "31", "bad": "33", "mixed": "36", "good": "32", "best": "1;32"}
_EIGHTHS = " ▏▎▍▌▋▊▉"
_WHOLE = "█"
_MAX_BAR_WIDTH = 40


def print_result(arguments: argparse.Namespace, data: Any, lines: Callable[[], Sequence[str]]) -> None:
    """Print data as JSON if requested, else as lines, and the initial values used on standard error."""
    if getattr(arguments, "left_out", ""):
        print(dim(f"with {arguments.left_out} (initial values)"), file=sys.stderr)
    print(
        json.dumps(to_jsonable(data), ensure_ascii=False, indent=2) if arguments.json else "\n".join(lines())
    )


def is_interactive() -> bool:
    """Return whether the output goes to a terminal."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def in_colour(text: str, code: str) -> str:
    """Return the text in a colour, if colours are wanted."""
    return (
        f"\x1b[{code}m{text}\x1b[0m" if text and is_interactive() and not os.environ.get("NO_COLOR") else text
    )


def bold(text: str) -> str:
    return in_colour(text, "1")


def dim(text: str) -> str:
    return in_colour(text, "2")


def in_tone(text: str, tone: str) -> str:
    """Return the text in the colour of a tone."""
    return in_colour(text, _TONES[tone])


def chances(rows: Sequence[tuple[Grade, Fraction]]) -> list[str]:
    """Return a line for each grade: its label and its chance, with a bar on a terminal."""
    labels = max(len(grade.label) for grade, _ in rows)
    lines = [
        f"{grade.label:<{labels}}  {float(chance):8.2%}  {number_format.exact_fraction(chance)}"
        for grade, chance in rows
    ]
    if not is_interactive():
        return lines
    width = max(map(len, lines))
    room = min(shutil.get_terminal_size().columns - width - 2, _MAX_BAR_WIDTH)
    most = max(chance for _, chance in rows)
    if room < 4 or not most or not _can_be_written(_WHOLE + _EIGHTHS):
        return lines
    return [
        f"{line:<{width}}  {in_tone(_bar(chance / most, room), grade.tone)}".rstrip()
        for line, (grade, chance) in zip(lines, rows, strict=True)
    ]


def _bar(share: Fraction, room: int) -> str:
    """Return a bar, to an eighth of a character; anything possible is visible."""
    eighths = max(int(share * room * 8), 1 if share else 0)
    return (_WHOLE * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def _can_be_written(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
