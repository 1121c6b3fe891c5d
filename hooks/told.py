"""An error in the Python of the rules, in one line for their author. Stands by itself: the rest of the
house may be what can't be imported.
"""

from __future__ import annotations

import traceback
from pathlib import Path

_ROOT = Path(__file__).parents[1]


def told(error: BaseException) -> str:
    """`rules_py/systems/lantern/rules.py:12, in shine: KeyError: 'oil'`, the place in a game's own rules if
    the error came through there.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_below_root(error.filename)}:{error.lineno}: {type(error).__name__}: {error.msg}"
    said = f"{type(error).__name__}: {error}".removesuffix(": ")
    at = place(error)
    return f"{_below_root(at.filename)}:{at.lineno}, in {at.name}: {said}" if at else said


def place(error: BaseException) -> traceback.FrameSummary | None:
    """The call within the rules that raised the error, the last one of a game's own if there is one."""
    rules = _ROOT / "rules_py"
    calls = [
        each for each in traceback.extract_tb(error.__traceback__) if rules in Path(each.filename).parents
    ]
    of_games = [each for each in calls if rules / "systems" in Path(each.filename).parents]
    return next(reversed(of_games or calls), None)


def _below_root(name: str) -> str:
    return str(Path(name).relative_to(_ROOT)) if _ROOT in Path(name).parents else name
