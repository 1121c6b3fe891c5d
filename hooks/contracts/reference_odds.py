"""A reference implementation of odds: it enumerates every sequence of faces, the likeliest first.

A process has no longest sequence, so it is enumerated round by round: sequences that lead to the same state
are merged, until the rest is negligible. None of the code under test is used.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from heapq import heappop, heappush
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.dice.dice import Dice, Rounds
from rules_py.dice.label import Label
from rules_py.dice.markov import Done
from rules_py.dice.recording import RecordingDice

NEGLIGIBLE = 1 / 1000
"""The negligible probability of the rest."""
STEPS, MOST = 3_000, 20_000
"""The number of sequences between checks of the progress, and the most sequences."""
LITTLE_LESS = 4 / 5
"""The fraction of the previous rest above which further enumeration is pointless."""
MAX_IN_ROUNDS = 60_000
"""The most steps in all rounds of a process."""
NOT_ENUMERATED = object()
"""The outcome of the part of a process that was not enumerated."""


class More(Exception):
    """A roll needs one more die or draw; `weights` are its possible values."""

    def __init__(self, weights: Mapping[Any, float]) -> None:
        self.weights = weights


class SequenceDice(RecordingDice):
    """Dice that show the faces and keys of a sequence, and raise More at its end."""

    def __init__(self, row: Iterable[Any]) -> None:
        super().__init__()
        self.left = iter(row)

    def _next_face(self, sides: int, lowest: int) -> int:
        face: int
        for face in self.left:
            return face + lowest - 1
        raise More(dict.fromkeys(range(1, sides + 1), 1))

    def _next_key(self, weights: Mapping[Any, float]) -> Any:
        for key in self.left:
            return key
        raise More({key: weight for key, weight in weights.items() if weight})


class ByRolls(SequenceDice):
    """The same, but the order of dice of one size doesn't matter: of two d6, 3 and 5 has weight 2."""

    def __init__(self, row: Iterable[Any]) -> None:
        super().__init__(row)
        self.lying: list[int] = []

    def _roll(self, sizes: Sequence[int], lowest: int, label: Label, rule: str | None) -> Any:
        if len(set(sizes)) == 1:
            self.lying = list(self._next_key(_in_any_order(len(sizes), sizes[0])))
        return super()._roll(sizes, lowest, label, rule)

    def _next_face(self, sides: int, lowest: int) -> int:
        return self.lying.pop() + lowest - 1 if self.lying else super()._next_face(sides, lowest)


@cache
def _in_any_order(dice: int, sides: int) -> dict[tuple[int, ...], int]:
    faces = combinations_with_replacement(range(1, sides + 1), dice)
    return {each: factorial(dice) // prod(map(factorial, Counter(each).values())) for each in faces}


type Known = dict[tuple[Rounds[Any, Any], Hashable], Mapping[Any, float]]
"""The probability of each outcome of a process from a state."""


class ByRounds(ByRolls):
    """The same, but a process leads directly to one of the outcomes of its enumeration."""

    def __init__(self, row: Iterable[Any], known: Known) -> None:
        super().__init__(row)
        self.known = known

    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        if (process, state) not in self.known:
            self.known[process, state] = odds_of_process(process, state)
        return Done(self._next_key(self.known[process, state]))


def walk(
    play: Callable[[Dice], Hashable],
    dice: Callable[[tuple[Any, ...]], SequenceDice],
    steps: int = STEPS,
    most: int = MOST,
) -> tuple[dict[Hashable, Fraction], Fraction]:
    """Return the probability of each result of `play` from enumerated sequences, and that of the rest.

    Stops early if the rest hardly shrinks within `steps` sequences.
    """
    # integer weights with their total, as a Fraction for each sequence would take most of the time
    weights: dict[tuple[Hashable, float], float] = defaultdict(int)
    rest, before = 1.0, 9 / 8
    # approximate probabilities are enough for the order
    queue: list[tuple[float, int, tuple[Any, ...], float, float]] = [(-1.0, 0, (), 1, 1)]
    for step in range(most):
        if not queue or (step > steps and rest < NEGLIGIBLE):
            break
        if step and step % steps == 0:
            if rest > before * LITTLE_LESS:
                break
            before = rest
        estimate, _, row, weight, total = heappop(queue)
        if row and row[-1] is NOT_ENUMERATED:
            continue
        try:
            weights[play(dice(row)), total] += weight
            rest += estimate
        except More as more:
            ways = sum(more.weights.values())
            for place, (value, part) in enumerate(more.weights.items()):
                order = step * 10_000 + place + 1
                heappush(queue, (estimate * part / ways, order, (*row, value), weight * part, total * ways))
    chances = defaultdict[Hashable, Fraction](Fraction)
    for (outcome, total), weight in weights.items():
        chances[outcome] += Fraction(weight) / Fraction(total)  # those of a process are approximate
    return chances, 1 - sum(chances.values(), Fraction())


def odds_of_process(process: Rounds[Any, Any], start: Hashable) -> dict[Hashable, float]:
    """Return the outcomes of a process from `start`, and NOT_YET for the negligible rest."""
    rounds: dict[Hashable, list[tuple[Hashable, float]]] = {}
    work = 0
    probabilities = {start: 1.0}
    ends = defaultdict[Hashable, float](float)

    def played(state: Hashable) -> Callable[[Dice], Hashable]:
        def play(dice: Dice) -> Hashable:
            nonlocal work
            work += 1
            return process.step(dice, state)

        return play

    while sum(probabilities.values()) > 1e-9 and work < MAX_IN_ROUNDS:
        onward = defaultdict[Hashable, float](float)
        for state, chance in probabilities.items():
            if state not in rounds:
                chances, left = walk(played(state), ByRolls, MOST)
                rounds[state] = [(place, float(share)) for place, share in chances.items()]
                rounds[state] += [(Done(NOT_ENUMERATED), float(left))] if left else []
            work += len(rounds[state])
            for place, share in rounds[state]:
                if isinstance(place, Done):
                    ends[place.outcome] += chance * share
                else:
                    onward[place] += chance * share
        probabilities = onward
    ends[NOT_ENUMERATED] += sum(probabilities.values())
    return ends


def holds(calculator: Calculator, settings: Sequence[Mapping[str, Any]]) -> None:
    """Assert that the odds at these inputs agree with the enumeration, which is complete for at least one.

    Prints the inputs with a complete enumeration.
    """
    compared: list[Mapping[str, Any]] = []
    for bound in map(calculator.bind, settings):
        # Many dice have too many sequences; those that were enumerated still bound the odds.
        if _is_negligible(bound, *walk(bound._play, SequenceDice), 0):
            compared.append(bound.inputs)
    for bound in map(calculator.bind, settings):
        if not compared:
            known: Known = {}
            walked = walk(bound._play, partial(ByRounds, known=known))
            if _is_negligible(bound, *walked, 1e-9):
                compared.append(bound.inputs)
    print(f"calculator {calculator.id}: the odds were compared with every row of faces for {compared}")
    assert compared, (
        f"calculator {calculator.id}: too many rows of faces to compare with its odds. "
        f"Add an example with fewer dice to `examples` (tried {settings})."
    )


def _is_negligible(
    bound: BoundCalculator, chances: Mapping[Hashable, Fraction], left: Fraction, margin: float
) -> bool:
    """Return whether the rest is negligible, after checking the bounds of the odds."""
    exact = bound.odds()
    subject = f"the odds of its {'closed_form' if bound.calculator.closed_form else 'mechanic'}"
    about = f"calculator {bound.calculator.id} with {dict(bound.inputs)}: {subject}"
    for outcome in chances:
        assert outcome in exact, f"{about} lack {outcome}, the outcome of a row of faces"
    for outcome, chance in exact.items():
        walked = chances.get(outcome, Fraction())
        assert walked - margin <= chance <= walked + left + margin, (
            f"{about} give {chance} for {outcome}, but its rows of faces give {walked}"
        )
    return left < NEGLIGIBLE
