"""Build the calculator of a mechanic that is written as text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType

from rules_py.authoring.mechanics.declaration import Declaration, read_declaration
from rules_py.authoring.mechanics.module import write_module
from rules_py.authoring.mechanics.syntax import MechanicError
from rules_py.base.errors import DeclarationError
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.outcome import Outcome


@dataclass(frozen=True)
class Mechanic:
    """A mechanic: the declarations of its text, its Python, and its calculator.

    roll_once  the function that rolls it once, even if the calculator takes the better of several rolls
    """

    declaration: Declaration
    python: str
    calculator: Calculator
    roll_once: Callable[..., Outcome]


def build_mechanic(game: str, lines: Sequence[str]) -> Mechanic:
    """Return the mechanic that these lines declare for a game.

    Raises MechanicError, which has the line of the mistake.
    """
    declaration = read_declaration(tuple(lines))
    python = write_module(game, declaration)
    # Safe to execute: the text is generated from the mechanic's syntax tree, never copied from a page.
    name = f"rules_py.systems.{game}.mechanic {declaration.id}"
    module = sys.modules[name] = ModuleType(name)  # dataclasses look their module up here
    try:
        exec(compile(python, f"<{name}>", "exec"), vars(module))
    except DeclarationError as error:
        raise MechanicError(error.describe()) from error
    finally:
        del sys.modules[name]
    calculator = getattr(module, declaration.id.upper())
    assert isinstance(calculator, Calculator)
    once = getattr(module, "roll_once" if declaration.takes else declaration.id)
    return Mechanic(declaration, python, calculator, once)
