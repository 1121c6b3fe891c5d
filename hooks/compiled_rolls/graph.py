"""The graph of all that a roll can show, which a small player can follow.

A live roll shows dice, labels and notes. Each depends on the faces only through the answers that the
mechanic gets: the sum of a roll, the highest die, a tally. So one run for each sequence of answers covers
everything that a roll can show. A process is a separate graph with a node for each state.

A node is [events, end], or the index in `nodes` of a node with several predecessors. Rolls are numbered in
the order in which they are made, from the start in each round of a process. Events:

    ["roll", sizes, lowest, extra, label, rule]          `extra`: 0, or [faces that add a die, by size; how
                                                         many in a row; the label of 1, 2, … added dice]
    ["reroll", roll, faces, label, rule]                 `faces`: those that are rerolled, or 0 for all
    ["status", roll, status, [by, places], most]         `by`: "face", "rank" (from the highest) or "all"
    ["reread", roll, aggregate]                          sets the statuses of an aggregate once more
    ["note", text, rule, entry]

Ends:

    ["read", roll, aggregate, {answer: node}]            aggregate: see `recorded_path`
    ["dice", roll, {answer: node}]                       every face with its size, highest first
    ["draw", rule, [[key, weight, text, key in an address, node]]]
    ["play", state, {end: node}]                         a process, from `states[state]` to one of its ends
    ["goto", state]                                      the next round of a process
    ["return", end]                                      the end of a process, by its number
    ["end", verdict, full stop or "", tone, came]

A label is a text, or [lowest sum, [text for each sum]].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_BRANCHING = ("read", "dice", "play")
"""Ends that hold a node for each answer."""


@dataclass
class Graph:
    """Everything that a roll can show, starting at `root`."""

    nodes: list[Any]
    states: list[Any]
    root: Any


def nest(nodes: list[Any], starts: list[int]) -> Graph:
    """Return the graph of these nodes, of which the first start is the root and the others are states."""
    return _Nesting(nodes, starts).graph()


class _Nesting:
    """Nests nodes in their parents, except those with several: this halves the compressed size."""

    def __init__(self, nodes: list[Any], starts: list[int]) -> None:
        self._nodes, self._starts = nodes, starts
        self._parents = Counter(starts)
        for _, end in nodes:
            self._parents.update(children_of(end))
        self._shared: list[Any] = []
        self._places: dict[int, int] = {}

    def graph(self) -> Graph:
        root, *states = map(self._nested, self._starts)
        return Graph(self._shared, states, root)

    def _nested(self, number: int) -> Any:
        if self._parents[number] == 1:
            return self._expand(number)
        if number not in self._places:
            node = self._expand(number)
            self._places[number] = len(self._shared)
            self._shared.append(node)
        return self._places[number]

    def _expand(self, number: int) -> Any:
        events, end = self._nodes[number]
        if end[0] == "draw":
            end = [*end[:-1], [[*key[:-1], self._nested(key[-1])] for key in end[-1]]]
        elif end[0] in _BRANCHING:
            end = [*end[:-1], {answer: self._nested(child) for answer, child in end[-1].items()}]
        return [events, end]


def children_of(end: Sequence[Any]) -> list[Any]:
    """Return the nodes that follow an end."""
    if end[0] == "draw":
        return [key[-1] for key in end[-1]]
    return [*end[-1].values()] if end[0] in _BRANCHING else []


def all_nodes(graph: Graph) -> Iterator[Any]:
    """Yield every node of a graph."""
    stack = [graph.root, *graph.states, *graph.nodes]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            yield node
            stack += children_of(node[1])
