"""Helpers for the forecast models of fights: numbered states, and attacks compared by their damage."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from rules_py.tracker.forecast import Casualties


@dataclass(frozen=True)
class Option:
    """A possible attack, and how it compares with others.

    `target` is the place of its target among those there; `harm` the weight of each amount of harm; `enough`
    that of so much or more, by amount, and `mean` the sum of all, both in the measure of the options it is
    weighed with; `after` is the number of the ground after it.
    """

    target: int
    harm: tuple[tuple[int, int], ...]
    enough: tuple[int, ...]
    mean: int
    after: int

    def worth(self, left: int) -> tuple[int, int]:
        """Return its rank against a target with this much left: the chance to be enough, then its mean."""
        return (self.enough[left] if left < len(self.enough) else 0), self.mean


def weighed(attacks: Iterable[tuple[int, Mapping[int, int], int]]) -> Iterator[Option]:
    """Yield options from (target, weight of each amount of damage, state after) with comparable weights."""
    given = tuple(attacks)
    common = lcm(*(sum(harm.values()) for _, harm, _ in given))
    for target, harm, after in given:
        scale = common // sum(harm.values())
        yield Option(
            target,
            tuple(harm.items()),
            tuple(
                scale * sum(weight for amount, weight in harm.items() if amount >= least)
                for least in range(max(harm) + 1)
            ),
            scale * sum(amount * weight for amount, weight in harm.items()),
            after,
        )


class StateTable[G]:
    """The states of a model, numbered as they are reached, with cached winners and casualties.

    `key(ground)` is equal for states that are equivalent.
    """

    def __init__(
        self, key: Callable[[G], Hashable], won: Callable[[G], str], out: Callable[[G], Iterable[str]]
    ) -> None:
        self._key, self._ask_won, self._ask_out = key, won, out
        self._numbers: dict[Hashable, int] = {}
        self._all: list[G] = []
        self._won: dict[int, str] = {}
        self._out: dict[int, Casualties] = {}

    def number(self, ground: G) -> int:
        key = self._key(ground)
        if key not in self._numbers:
            self._numbers[key] = len(self._all)
            self._all.append(ground)
        return self._numbers[key]

    def __getitem__(self, number: int) -> G:
        return self._all[number]

    def won(self, number: int) -> str:
        """Return the side that has won, or "" while the encounter goes on."""
        if number not in self._won:
            self._won[number] = self._ask_won(self._all[number])
        return self._won[number]

    def out(self, number: int) -> Casualties:
        """Return who is out."""
        if number not in self._out:
            self._out[number] = frozenset((name, "") for name in self._ask_out(self._all[number]))
        return self._out[number]


def with_damage[H](harm: Sequence[H], which: int, now: H) -> tuple[H, ...]:
    """Return the damage of everyone, with one entry replaced."""
    return (*harm[:which], now, *harm[which + 1 :])
