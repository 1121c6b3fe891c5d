"""The walk of a mechanic along every answer to its queries, which compiles a roll into a graph."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from functools import partial
from types import MethodType
from typing import Any

from hooks.compiled_rolls.graph import Graph, nest
from hooks.compiled_rolls.recorded_path import NotCompiledError, Query, RecordedPath
from rules_py.base.errors import TooManyBranchesError
from rules_py.base.jsonable import to_jsonable
from rules_py.base.wording import end_sentence
from rules_py.calculators.calculator import BoundCalculator
from rules_py.calculators.outcome import Outcome
from rules_py.dice.dice import Dice, Rounds
from rules_py.dice.markov import Done
from rules_py.present.outcome import grade_of

MAX_ANSWERS = 150
"""The most answers on the way to an end."""


def compile_roll(bound: BoundCalculator, max_runs: int) -> Graph:
    """Return the graph of a roll after at most `max_runs` runs of the mechanic. Raises NotCompiledError."""
    return _Walk(bound, max_runs).compile()


class _States:
    """The states of a process and its ends, in the order found. `nodes` are those of all processes."""

    def __init__(self, process: Rounds[Any, Any], nodes: list[int]) -> None:
        self._process, self._nodes = process, nodes
        self._numbers: dict[Hashable, int] = {}
        self._ends: list[Hashable] = []
        self._end_numbers: dict[Hashable, int] = {}
        self._next: dict[int, dict[int, None]] = {}
        self._last: dict[int, dict[int, None]] = {}
        self.waiting: list[tuple[int, Hashable]] = []

    def are_of(self, process: Rounds[Any, Any]) -> bool:
        """Return whether a process is this one: some are created again for each round."""
        mine, other = self._process.step, process.step
        if isinstance(mine, MethodType) and isinstance(other, MethodType):
            return mine.__func__ is other.__func__ and mine.__self__ == other.__self__
        return mine is other

    def number(self, state: Hashable) -> int:
        """Return the number of a state. A new one is added to `waiting`."""
        key = _identity(state)
        if key not in self._numbers:
            number = self._numbers[key] = len(self._nodes)
            self._nodes.append(-1)
            self._next[number], self._last[number] = {}, {}
            self.waiting.append((number, state))
        return self._numbers[key]

    def after_round(self, number: int, result: Any) -> list[Any]:
        """Return the end of a node for what a round from a state returned."""
        if isinstance(result, Done):
            end = self._end_numbers.setdefault(_identity(result.outcome), len(self._ends))
            if end == len(self._ends):
                self._ends.append(result.outcome)
            self._last[number][end] = None
            return ["return", end]
        state = self.number(result)
        self._next[number][state] = None
        return ["goto", state]

    def ends_after(self, start: int) -> dict[int, Hashable]:
        """Return the ends that a state can lead to, by their numbers."""
        visited, waiting = {start}, [start]
        while waiting:
            new = self._next[waiting.pop()].keys() - visited
            visited |= new
            waiting += new
        ends = {end for number in visited for end in self._last[number]}
        return {number: self._ends[number] for number in sorted(ends)}


def _identity(value: Hashable) -> Hashable:
    """Return a key that also distinguishes values that the odds count as equal."""
    return value, repr(value)


type _Play = Callable[[Dice], Any]


type _Last = Callable[[Any], list[Any]]


class _Walk:
    """The walk along all answers. Nodes with the same continuation are merged, children before parents."""

    def __init__(self, bound: BoundCalculator, max_runs: int) -> None:
        self._bound, self._max_runs = bound, max_runs
        self._nodes: list[Any] = []
        self._places: dict[str, int] = {}
        self._processes: list[_States] = []
        self._states: list[int] = []
        self._runs = 0

    def compile(self) -> Graph:
        root = self._node(self._bound._play, self._end, [], 1)
        return nest(self._nodes, [root, *self._states])

    def ends(self, process: Rounds[Any, Any], state: Hashable) -> tuple[int, dict[int, Hashable]]:
        """Return the number of a process's state, and the ends that it can lead to by their numbers."""
        states = next((each for each in self._processes if each.are_of(process)), None)
        if states is None:
            states = _States(process, self._states)
            self._processes.append(states)
        start = states.number(state)
        while states.waiting:
            number, current = states.waiting.pop()
            play = partial(_round, process, current)
            self._states[number] = self._node(play, partial(states.after_round, number), [], 1)
        return start, states.ends_after(start)

    def _node(self, play: _Play, last: _Last, path: list[Any], breadth: int) -> int:
        """Return the node after these answers. At least `breadth` nodes of the graph are as deep."""
        self._runs += 1
        if max(self._runs, breadth) > self._max_runs or len(path) > MAX_ANSWERS:
            raise NotCompiledError("too many results")
        dice = RecordedPath(path, self.ends)
        try:
            end = last(play(dice))
        except TooManyBranchesError as error:
            raise NotCompiledError(str(error)) from error
        except Query as query:
            breadth *= len(query.answers)
            nodes = [self._node(play, last, [*path, each], breadth) for each in query.answers]
            end = [*query.end, query.children(nodes)]
        return self._intern([dice.events, end])

    def _end(self, outcome: Outcome) -> list[Any]:
        grade = grade_of(self._bound.calculator, outcome)
        numbers = {name: each for name, each in outcome.values().items() if isinstance(each, int)}
        verdict = outcome.verdict
        stop = end_sentence(verdict).removeprefix(verdict)
        return ["end", verdict, stop, grade.tone if grade else "", to_jsonable(numbers)]

    def _intern(self, node: list[Any]) -> int:
        text = json.dumps(node, ensure_ascii=False)
        if text not in self._places:
            self._places[text] = len(self._nodes)
            self._nodes.append(node)
        return self._places[text]


def _round(process: Rounds[Any, Any], state: Hashable, dice: Dice) -> Any:
    return process.step(dice, state)
