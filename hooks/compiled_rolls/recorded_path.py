"""The dice of one run of a mechanic: they give the answers of a path, and record what follows."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any
from urllib.parse import quote_plus

from rules_py.base.jsonable import to_jsonable
from rules_py.dice.aggregates import FACES, SUM, Aggregate, KeepSum, Reading, Tally, remaining_faces
from rules_py.dice.combined import PENETRATED, SymbolTotals
from rules_py.dice.decision import Decision
from rules_py.dice.dice import Dice, Rounds, extra_dice_label
from rules_py.dice.enumerate_branches import BranchExplorer, UnrolledDice
from rules_py.dice.label import Label
from rules_py.dice.markov import Done
from rules_py.dice.pools import Pool
from rules_py.dice.rolled_dice import RolledDice

MAX_WEIGHT = 2**32
"""The sum of weights that 32 random bits can choose from."""


class NotCompiledError(Exception):
    """A roll that only Python can play; the message says why."""


class Query(Exception):
    """The mechanic's next query on a path: the end of its node, without `children`, and its answers.

    `children` returns the part of the end that names the nodes after these answers.
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


def _key(answer: Any) -> str:
    """Return an answer as JavaScript writes it."""
    return ",".join(map(_key, answer)) if isinstance(answer, tuple) else str(answer)


def _in_address(key: Any) -> str:
    """Return a key as it appears in the list of dice of an address."""
    return quote_plus(json.dumps(to_jsonable(key)), errors="surrogatepass")


type Ends = Callable[[Rounds[Any, Any], Hashable], tuple[int, dict[int, Hashable]]]
"""Returns the number of a process's state, and the ends that it can lead to by their numbers."""


class RecordedPath(BranchExplorer):
    """Dice that give the answers of a path, and record the events after the last of them."""

    def __init__(self, path: Sequence[Any], ends: Ends) -> None:
        super().__init__([], [])
        self._prefix, self._ends = path, ends
        self.events: list[list[Any]] = []
        self._rolls = 0

    @property
    def is_counting(self) -> bool:
        return False

    @property
    def is_at_end(self) -> bool:
        return self.queries == len(self._prefix)

    def answer(self, query: Callable[[], Query]) -> Any:
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

    # as in dice that roll: pools and combined rolls are recorded roll by roll
    _query = Dice._query
    _roll_combined = Dice._roll_combined

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        key: Key = self.answer(lambda: _draw(weights, label, rule))
        return key

    def _decide(self, decision: Decision, rule: str | None) -> str:
        raise NotCompiledError("a decision that the reader makes")

    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        def query() -> Query:
            start, ends = self._ends(process, state)
            return Query(
                ["play", start],
                list(ends.values()),
                lambda nodes: {str(end): node for end, node in zip(ends, nodes, strict=True)},
            )

        return Done(self.answer(query))


def _draw(weights: Mapping[Any, int], label: str, rule: str | None) -> Query:
    if sum(weights.values()) > MAX_WEIGHT:
        raise NotCompiledError("weights that JavaScript can't draw from")
    keys = [key for key, weight in weights.items() if weight]

    def children(nodes: Sequence[int]) -> list[Any]:
        return [
            [to_jsonable(key), weights[key], f"{label}: {key}" if label else str(key), _in_address(key), node]
            for key, node in zip(keys, nodes, strict=True)
        ]

    return Query(["draw", rule or 0], keys, children)


class _Recorded(UnrolledDice):
    """Rolled dice of which only the answers of the path are known."""

    def __init__(self, source: RecordedPath, pool: Pool, remaining: Pool) -> None:
        super().__init__(source, pool, remaining)
        self._source = source
        self._number = source.number_roll()

    def _evaluate[Answer](self, aggregate: Aggregate[Answer]) -> Answer:
        if isinstance(
            aggregate, Reading
        ):  # the player has no functions, but nodes with the same continuation are merged
            reading: Answer = aggregate.evaluate(self._evaluate(FACES))
            return reading
        if aggregate in self._known and isinstance(aggregate, (KeepSum, Tally)):
            self._source.record(lambda: ["reread", self._number, _aggregate(aggregate)])
        return super()._evaluate(aggregate)

    def _choose_value(self, find: Callable[..., Any], *query: Any) -> Any:
        def answers() -> Query:
            of_faces = find is remaining_faces
            end = ["dice", self._number] if of_faces else ["read", self._number, _aggregate(query[-1])]
            return Query(end, [answer for answer, _ in find(*query)])

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
        remaining = super()._reroll(again, label, rule)._left  # type: ignore[attr-defined]  # it is unrolled

        def event() -> list[Any]:
            faces = 0 if again is None else [face for face in self._faces if again(face)]
            text = _label(label, self._pool, len(self._pool.sizes) if again is None else 1)
            return ["reroll", self._number, faces, text, rule or 0]

        self._source.record(event)
        return _Recorded(self._source, self._pool, remaining)


def _extra(dice: Pool) -> Any:
    """Return the entry for the dice that a roll adds, or 0 if it adds none."""
    if not dice.extra_limit:
        return 0
    faces = {str(size): sorted(faces) for size, faces in dice.extra_on}
    return [faces, dice.extra_limit, [extra_dice_label(count + 1) for count in range(len(dice.sizes))]]


def _label(label: Label, pool: Pool, fewest: int) -> Any:
    """Return the label of at least `fewest` of these dice."""
    if not callable(label):
        return label
    low = pool.lowest * fewest
    texts = []
    for total in range(low, sum(size + pool.lowest - 1 for size in pool.sizes) + 1):
        try:
            texts.append(label(total))
        except Exception:  # for a sum that these dice can't have
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
