"""Check a mechanic: every outcome has a band, every band is reached, rounds end.

Bands that end with `else` cover every outcome. Other bands are tried with every combination of the inputs,
and other mistakes are searched for at the ends of their ranges.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from rules_py.authoring.mechanics.build import Mechanic
from rules_py.authoring.mechanics.inputs import corners, every_combination
from rules_py.authoring.mechanics.syntax import Otherwise
from rules_py.authoring.samples import inputs_for
from rules_py.base.errors import InputError, TooManyBranchesError, join_or
from rules_py.base.wording import join_words
from rules_py.dice.dice import Rounds
from rules_py.dice.enumerate_branches import MAX_BRANCHES, BranchExplorer, expand
from rules_py.dice.markov import Done

_QUICK_BRANCHES = 4_000
"""Branches tried at each end of the inputs' ranges if every outcome has a band."""
_MORE_INPUTS = 60
"""Further inputs to try for a band that wasn't reached."""
_MAX_STATES = 3_000
"""The number of states of rounds from which on a number is considered to grow without end."""


class _RoundsFoundError(Exception):
    """The rounds of a mechanic with their first state."""

    def __init__(self, rounds: Rounds[Any, Any], state: Any) -> None:
        self.rounds, self.state = rounds, state
        super().__init__()


class _RoundsFinder(BranchExplorer):
    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        raise _RoundsFoundError(process, state)


def check_mechanic(mechanic: Mechanic) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the mistakes of a mechanic, and the warnings, each with the line of its text."""
    source = mechanic.declaration.source
    if grows := _growing_number(mechanic):
        message = f"round: “{grows}” grows without end. Hold it where no band tells it apart from more, "
        return [(source.line("round"), f"{message}such as {grows} = lowest({grows} + 1, 40)")], []
    declared = mechanic.declaration.inputs
    tried = corners(declared) if _is_covered(mechanic) else every_combination(declared)
    if tried is None:
        message = (
            "read: too many combinations of inputs to try them all. End with a band such as else -> miss."
        )
        return [(source.line("read"), message)], []
    reached: set[str] = set()
    for inputs in tried:
        if mistake := _try(mechanic, inputs, reached):
            key = "read" if mistake.startswith("read") else "throw" if source.text("throw") else "round"
            return [(source.line(key), mistake)], []
    return [], [*_warn_of_unreached(mechanic, reached)]


def _is_covered(mechanic: Mechanic) -> bool:
    """Return whether the last band covers every outcome that no other band does."""
    bands = mechanic.declaration.bands
    return not bands or isinstance(bands[-1].condition, Otherwise)


def _try(mechanic: Mechanic, inputs: Mapping[str, Any], reached: set[str]) -> str:
    """Add the bands that these inputs reach, and return the mistake that they show, or ""."""
    calculator = mechanic.calculator
    try:
        values = calculator.parse(dict(inputs))
        outcomes, _ = expand(
            lambda dice: mechanic.roll_once(dice, **values),
            projection=lambda outcome: getattr(outcome, "band", ""),
            max_branches=_QUICK_BRANCHES if _is_covered(mechanic) else MAX_BRANCHES,
        )
    except (TooManyBranchesError, InputError):
        return ""  # reported to readers who enter these inputs
    except LookupError as error:
        return f"read: {error.args[0]}{_with(inputs)}. Add a band, such as else -> miss."
    except (ArithmeticError, TypeError, ValueError) as error:
        return f"can’t be rolled{_with(inputs)}: {error}"
    reached.update(map(str, outcomes))
    return ""


def _with(inputs: Mapping[str, Any]) -> str:
    named = [f"{name} {_word(value)}" for name, value in inputs.items()]
    return f" with {join_words(named)}" if named else ""


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(f"d{each}" for each in value) if isinstance(value, list) else str(value)


def _warn_of_unreached(mechanic: Mechanic, reached: set[str]) -> Iterator[tuple[int, str]]:
    """Yield a warning for each band that no outcome has."""
    bands = mechanic.declaration.bands
    random = Random(0)
    for _ in range(_MORE_INPUTS):
        if reached >= {band.key for band in bands}:
            return
        _try(mechanic, inputs_for(mechanic.calculator, random), reached)
    source = mechanic.declaration.source
    for band in bands:
        if band.key not in reached:
            before = [f"“{each.label}”" for each in bands[: bands.index(band)]]
            check = f"Check the bands before it: {join_or(before)}" if before else "Check its condition"
            message = f"read: no outcome reaches “{band.label}”. {check}."
            yield source.line("read", band.condition.at), message


def _growing_number(mechanic: Mechanic) -> str:
    """Return the name of the number of the state that grows without end, or ""."""
    if not mechanic.declaration.until:
        return ""
    try:
        mechanic.roll_once(_RoundsFinder([], []), **mechanic.calculator.initial_inputs())
    except _RoundsFoundError as error:
        states = _states(error.rounds, error.state)
    except (TooManyBranchesError, ArithmeticError, LookupError, TypeError, ValueError):
        return ""  # reported by the check at the ends of the inputs' ranges
    else:
        return ""
    if len(states) <= _MAX_STATES:
        return ""
    names = [each.name for each in mechanic.declaration.start]
    values: Sequence[set[Any]] = [set(column) for column in zip(*map(_row, states), strict=True)]
    return max(zip(names, values, strict=True), key=lambda pair: len(pair[1]))[0]


def _states(rounds: Rounds[Any, Any], start: Any) -> set[Any]:
    """Return the states that the rounds reach, stopping soon after the limit."""
    states, remaining = {start}, [start]
    try:
        while remaining and len(states) <= _MAX_STATES:
            following = [each for each in rounds.round_weights(remaining.pop()) if not isinstance(each, Done)]
            remaining += [each for each in following if each not in states]
            states.update(following)
    except (TooManyBranchesError, ArithmeticError, LookupError, TypeError, ValueError):
        return set()
    return states


def _row(state: Any) -> tuple[Any, ...]:
    return state if isinstance(state, tuple) else (state,)
