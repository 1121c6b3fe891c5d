"""The walk of a mechanic along every answer to its queries, as a graph that a small player can follow.

A live roll shows dice, labels and notes, and each depends on the faces only through the answers that the
mechanic gets: the sum of a roll, the highest die, a tally. So one run for each row of answers tells all that
any roll can show. A process is a graph of its own, with a node for each state.

A node is [events, end], or the place in `nodes` of one that several others lead to. Rolls are numbered in the
order made, in each round of a process anew. Events:

    ["roll", sizes, lowest, extra, label, rule]          `extra`: 0, or [faces that add a die, by size; how
                                                         many in a row; the label of 1, 2, … added dice]
    ["reroll", roll, faces, label, rule]                 `faces`: those that are rerolled, or 0 for all
    ["status", roll, status, [by, places], most]         `by`: "face", "rank" (from the highest) or "all"
    ["reread", roll, aggregate]                          sets the statuses of an aggregate once more
    ["note", text, rule, entry]

Ends:

    ["read", roll, aggregate, {answer: node}]            aggregate: see `_aggregate`
    ["dice", roll, {answer: node}]                       every face with its size, highest first
    ["draw", rule, [[key, weight, text, key in an address, node]]]
    ["play", state, {end: node}]                         a process, from `states[state]` to one of its ends
    ["goto", state]                                      the next round of a process
    ["return", end]                                      the end of a process, by its number
    ["end", verdict, full stop or "", tone, came]

A label is a text, or [lowest sum, [text for each sum]].
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MethodType
from typing import Any
from urllib.parse import quote_plus

from rules_py.base.errors import TooManyBranchesError
from rules_py.base.jsonable import to_jsonable
from rules_py.base.wording import end_sentence
from rules_py.calculators.calculator import BoundCalculator
from rules_py.calculators.outcome import Outcome
from rules_py.dice.aggregates import FACES, SUM, Aggregate, KeepSum, Reading, Tally, remaining_faces
from rules_py.dice.combined import PENETRATED, CombinedRoll, SymbolTotals
from rules_py.dice.decision import Decision
from rules_py.dice.dice import Dice, Rounds, extra_dice_label
from rules_py.dice.enumerate_branches import BranchExplorer, UnrolledDice
from rules_py.dice.label import Label
from rules_py.dice.markov import Done
from rules_py.dice.pools import Pool
from rules_py.dice.rolled_dice import RolledDice
from rules_py.present.outcome import grade_of

_BRANCHING = ("read", "dice", "play")
"""Ends that hold a node for each answer."""
MAX_WEIGHT = 2**32
"""The sum of weights that 32 random bits can choose from."""
MAX_ANSWERS = 150
"""Answers on the way to one end."""


class NotCompiledError(Exception):
    """A roll that only Python can play; says why."""


@dataclass
class Graph:
    """All that a roll can show, from `root` on."""

    nodes: list[Any]
    states: list[Any]
    root: Any


def compile_roll(bound: BoundCalculator, max_runs: int) -> Graph:
    """Return the graph of a roll, for which the mechanic may be run so often. Raises NotCompiledError."""
    return _Walk(bound, max_runs).compile()


class _Query(Exception):
    """The mechanic's next query on a path: the end of its node, without `children`, and its answers.

    `children` returns what the end says of the nodes after these answers.
    """

    def __init__(
        self, end: list[Any], answers: Sequence[Any], children: Callable[[Sequence[int]], Any] | None = None
    ) -> None:
        super().__init__()
        self.end, self.answers = end, answers
        self.children = children or self._by_answer

    def _by_answer(self, nodes: Sequence[int]) -> dict[str, int]:
        children = {_key(answer): node for answer, node in zip(self.answers, nodes, strict=True)}
        if len(children) < len(nodes):
            raise NotCompiledError("answers that read alike")
        return children


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
        """Return whether a process is this one: some are built anew for each round."""
        mine, other = self._process.step, process.step
        if isinstance(mine, MethodType) and isinstance(other, MethodType):
            return mine.__func__ is other.__func__ and mine.__self__ == other.__self__
        return mine is other

    def number(self, state: Hashable) -> int:
        """Return the number of a state, which is waiting to be walked if it is new."""
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
        reached, waiting = {start}, [start]
        while waiting:
            new = self._next[waiting.pop()].keys() - reached
            reached |= new
            waiting += new
        ends = {end for number in reached for end in self._last[number]}
        return {number: self._ends[number] for number in sorted(ends)}


def _identity(value: Hashable) -> Hashable:
    """Return what distinguishes a value from others that the odds count as the same."""
    return value, repr(value)


type _Play = Callable[[Dice], Any]
type _Last = Callable[[Any], list[Any]]


class _Walk:
    """The walk along all answers. Nodes that go on alike are found once, children before their parents."""

    def __init__(self, bound: BoundCalculator, max_runs: int) -> None:
        self._bound, self._max_runs = bound, max_runs
        self._nodes: list[Any] = []
        self._places: dict[str, int] = {}
        self._processes: list[_States] = []
        self._states: list[int] = []
        self._runs = 0

    def compile(self) -> Graph:
        root = self._node(self._bound._play, self._end, [], 1)
        return _Nesting(self._nodes, [root, *self._states]).graph()

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
        dice = _RecordedPath(path, self)
        try:
            end = last(play(dice))
        except TooManyBranchesError as error:
            raise NotCompiledError(str(error)) from error
        except _Query as query:
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


class _Nesting:
    """Nodes within their parents, except those that several lead to: they compress to half as much."""

    def __init__(self, nodes: list[Any], starts: list[int]) -> None:
        self._nodes, self._starts = nodes, starts
        self._parents = Counter(starts)
        for _, end in nodes:
            self._parents.update(_children_of(end))
        self._shared: list[Any] = []
        self._places: dict[int, int] = {}

    def graph(self) -> Graph:
        root, *states = map(self._nested, self._starts)
        return Graph(self._shared, states, root)

    def _nested(self, number: int) -> Any:
        if self._parents[number] == 1:
            return self._whole(number)
        if number not in self._places:
            node = self._whole(number)
            self._places[number] = len(self._shared)
            self._shared.append(node)
        return self._places[number]

    def _whole(self, number: int) -> Any:
        events, end = self._nodes[number]
        if end[0] == "draw":
            end = [*end[:-1], [[*key[:-1], self._nested(key[-1])] for key in end[-1]]]
        elif end[0] in _BRANCHING:
            end = [*end[:-1], {answer: self._nested(child) for answer, child in end[-1].items()}]
        return [events, end]


def _children_of(end: Sequence[Any]) -> list[Any]:
    """Return the nodes that follow an end."""
    if end[0] == "draw":
        return [key[-1] for key in end[-1]]
    return [*end[-1].values()] if end[0] in _BRANCHING else []


def walk(graph: Graph) -> Iterator[Any]:
    """Yield every node of a graph."""
    waiting = [graph.root, *graph.states, *graph.nodes]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            yield node
            waiting += _children_of(node[1])


def _key(answer: Any) -> str:
    """Return an answer as JavaScript writes it."""
    return ",".join(map(_key, answer)) if isinstance(answer, tuple) else str(answer)


def _in_address(key: Any) -> str:
    """Return a key as an address has it in a list of dice."""
    return quote_plus(json.dumps(to_jsonable(key)), errors="surrogatepass")


class _RecordedPath(BranchExplorer):
    """Dice that give the answers of a path, and record the events after the last of them."""

    def __init__(self, path: Sequence[Any], walk: _Walk) -> None:
        super().__init__([], [])
        self._prefix, self._walk = path, walk
        self.events: list[list[Any]] = []
        self._rolls = 0

    @property
    def is_counting(self) -> bool:
        return False

    @property
    def is_at_end(self) -> bool:
        return self.queries == len(self._prefix)

    def answer(self, query: Callable[[], _Query]) -> Any:
        """Return the answer to a query. Raises it at the end of the path."""
        if self.is_at_end:
            raise query()
        self.queries += 1
        return self._prefix[self.queries - 1]

    def record(self, event: Callable[[], list[Any]]) -> None:
        """Record an event after the last answer; earlier ones belong to earlier nodes."""
        if self.is_at_end:
            self.events.append(event())

    def number_roll(self) -> int:
        self._rolls += 1
        return self._rolls - 1

    def note(self, text: str, rule: str | None = None, *, entry: tuple[str, str] | None = None) -> None:
        self.record(lambda: ["note", text, rule or 0, list(entry) if entry else 0])

    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> RolledDice:
        def event() -> list[Any]:
            text = _label(label, dice, len(dice.sizes))
            return ["roll", list(dice.sizes), dice.lowest, _extra(dice), text, rule or 0]

        self.record(event)
        return _Recorded(self, dice, dice)

    def _query[Answer](
        self, dice: Pool, aggregate: Aggregate[Answer], label: Label, rule: str | None
    ) -> Answer:
        return self._roll_pool(dice, label, rule)._query(aggregate)

    def _roll_combined[Answer](
        self, combined: CombinedRoll[Answer], label: Label, rule: str | None
    ) -> Answer:
        return combined.roll(self, label, rule)

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        key: Key = self.answer(lambda: _draw(weights, label, rule))
        return key

    def _decide(self, decision: Decision, rule: str | None) -> str:
        raise NotCompiledError("a decision that the reader makes")

    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        def query() -> _Query:
            start, ends = self._walk.ends(process, state)
            return _Query(
                ["play", start],
                list(ends.values()),
                lambda nodes: {str(end): node for end, node in zip(ends, nodes, strict=True)},
            )

        return Done(self.answer(query))


def _draw(weights: Mapping[Any, int], label: str, rule: str | None) -> _Query:
    if sum(weights.values()) > MAX_WEIGHT:
        raise NotCompiledError("weights that JavaScript can't draw from")
    keys = [key for key, weight in weights.items() if weight]

    def children(nodes: Sequence[int]) -> list[Any]:
        return [
            [to_jsonable(key), weights[key], f"{label}: {key}" if label else str(key), _in_address(key), node]
            for key, node in zip(keys, nodes, strict=True)
        ]

    return _Query(["draw", rule or 0], keys, children)


class _Recorded(UnrolledDice):
    """Rolled dice of which only the answers of the path are known."""

    def __init__(self, source: _RecordedPath, pool: Pool, left: Pool) -> None:
        super().__init__(source, pool, left)
        self._source = source
        self._number = source.number_roll()

    def _evaluate[Answer](self, aggregate: Aggregate[Answer]) -> Answer:
        if isinstance(aggregate, Reading):  # the player knows no functions, but nodes that go on alike merge
            reading: Answer = aggregate.evaluate(self._evaluate(FACES))
            return reading
        if aggregate in self._known and isinstance(aggregate, (KeepSum, Tally)):
            self._source.record(lambda: ["reread", self._number, _aggregate(aggregate)])
        return super()._evaluate(aggregate)

    def _choose_value(self, find: Callable[..., Any], *query: Any) -> Any:
        def answers() -> _Query:
            of_faces = find is remaining_faces
            end = ["dice", self._number] if of_faces else ["read", self._number, _aggregate(query[-1])]
            return _Query(end, [answer for answer, _ in find(*query)])

        return self._source.answer(answers)

    def _apply_status(
        self, status: str, where: Callable[[int], bool] | Collection[int] | None, most: int | None
    ) -> None:
        self._source.record(lambda: ["status", self._number, status, self._places(where), most])

    def _places(self, where: Callable[[int], bool] | Collection[int] | None) -> list[Any]:
        if where is None:
            return ["all", []]
        if callable(where):
            return ["face", [face for face in self._faces if where(face)]]
        return ["rank", list(where)]

    @property
    def _faces(self) -> Sequence[int]:
        sizes = {*self._pool.sizes, *(size for size, _ in self._left.rolled)}
        return sorted({face for size in sizes for face in self._pool.faces_of(size)})

    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        left = super()._reroll(again, label, rule)._left  # type: ignore[attr-defined]  # it is unrolled

        def event() -> list[Any]:
            faces = 0 if again is None else [face for face in self._faces if again(face)]
            text = _label(label, self._pool, len(self._pool.sizes) if again is None else 1)
            return ["reroll", self._number, faces, text, rule or 0]

        self._source.record(event)
        return _Recorded(self._source, self._pool, left)


def _extra(dice: Pool) -> Any:
    """Return what a roll says of the dice that it adds, 0 if it adds none."""
    if not dice.extra_limit:
        return 0
    faces = {str(size): sorted(faces) for size, faces in dice.extra_on}
    return [faces, dice.extra_limit, [extra_dice_label(count + 1) for count in range(len(dice.sizes))]]


def _label(label: Label, pool: Pool, fewest: int) -> Any:
    """Return the label of at least so many of these dice."""
    if not callable(label):
        return label
    low = pool.lowest * fewest
    texts = []
    for total in range(low, sum(size + pool.lowest - 1 for size in pool.sizes) + 1):
        try:
            texts.append(label(total))
        except Exception:  # a sum that these dice never show
            texts.append("")
    return [low, texts]


def _aggregate(aggregate: Aggregate[Any]) -> list[Any]:
    """Return an aggregate as JSON. Raises NotCompiledError for one that the player doesn't know."""
    match aggregate:
        case KeepSum():
            return ["keep", aggregate.keep, aggregate.highest]
        case Tally() if not any(map(str, aggregate.categories)):
            places = {category: str(place) for place, category in enumerate(aggregate.categories)}
            return ["counts", aggregate.lowest, [*map(places.get, aggregate.face_categories)]]
        case Tally():
            names = [None if each is None else str(each) for each in aggregate.face_categories]
            if len({*names} - {None}) < len(aggregate.categories):
                raise NotCompiledError("categories that read alike")
            return ["tally", aggregate.lowest, names]
        case SymbolTotals():
            return ["symbols", [list(face) for face in aggregate.faces]]
    simple = {SUM: "sum", FACES: "faces", PENETRATED: "penetrated"}
    if aggregate not in simple:
        raise NotCompiledError(f"the aggregate {aggregate!r}")
    return [simple[aggregate]]
