"""Build the calculator of a mechanic that is written as text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from rules_py.authoring.mechanics.declaration import Declaration, read_declaration
from rules_py.authoring.mechanics.module import write_module
from rules_py.authoring.mechanics.syntax import MechanicError
from rules_py.base.errors import DeclarationError
from rules_py.calculators.calculator import Calculator


@dataclass(frozen=True)
class Mechanic:
    """A mechanic: what its text declares, its Python, and its calculator."""

    declaration: Declaration
    python: str
    calculator: Calculator


def build_mechanic(game: str, lines: Sequence[str]) -> Mechanic:
    """Return the mechanic that these lines declare for a game.

    Raises MechanicError, which has the line of the mistake.
    """
    declaration = read_declaration(tuple(lines))
    python = write_module(game, declaration)
    # A module in memory: its text is translated from the tree of the mechanic, never copied from a page.
    name = f"rules_py.systems.{game}.mechanic {declaration.id}"
    module = sys.modules[name] = ModuleType(name)  # where a dataclass looks while it is made
    try:
        exec(compile(python, f"<{name}>", "exec"), vars(module))
    except DeclarationError as error:
        raise MechanicError(error.describe()) from error
    finally:
        del sys.modules[name]
    calculator = getattr(module, declaration.id.upper())
    assert isinstance(calculator, Calculator)
    return Mechanic(declaration, python, calculator)
