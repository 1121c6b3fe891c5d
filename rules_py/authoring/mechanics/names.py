"""Names of a mechanic in Python and on a page."""

from __future__ import annotations

import keyword
import re

from rules_py.authoring.mechanics.parser import WORDS

_USED = frozenset(
    "dice seed reading compare sum max min len sorted int abs zip face sides state band "
    "Fraction Process Done Dice Outcome working verdict values scale to_json with_working range".split()
)
"""Names that the generated Python or the site use themselves."""


def is_taken(name: str) -> bool:
    """Return whether the name is a word of the language. A verb has brackets, so its name is free."""
    return name in WORDS or name == "result"


def python_name(name: str) -> str:
    """Return the name in Python, with an underscore if it is used otherwise."""
    return f"{name}_" if name in _USED or keyword.iskeyword(name) else name


def label_of(name: str) -> str:
    """Return the label of a name: `Action_rating` becomes `Action rating`."""
    text = name.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def snake_case(text: str) -> str:
    """Return the text as a name in snake case, "" without letters: `Act under fire` → `act_under_fire`."""
    name = re.sub(r"\W+", "_", text.lower(), flags=re.ASCII).strip("_")
    return f"_{name}" if name[:1].isdigit() else name
