"""What the courses of fights share: grounds that are looked at once each, and attacks weighed, so that the
best can be told for any harm that their target has left to take.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from rules_py.tracker.forecast import Casualties


@dataclass(frozen=True)
class AttackOption:
    """An attack that may be made, and how it compares with others.

    `target` is the place of its target among those there; `harm` the weight of each amount of harm; `enough`
    that of so much or more, by amount, and `mean` the sum of all, both in the measure of the options it is
    weighed with; `after` is the number of the ground after it.
    """

    target: int
    damage: tuple[tuple[int, int], ...]
    at_least: tuple[int, ...]
    mean: int
    after: int

    def worth(self, left: int) -> tuple[int, int]:
        """How good it is against somebody who can take so much: how likely it is enough, then its mean."""
        return (self.at_least[left] if left < len(self.at_least) else 0), self.mean


def weigh_attacks(attacks: Iterable[tuple[int, Mapping[int, int], int]]) -> Iterator[AttackOption]:
    """Options of attacks given as target, weight of each amount of harm, and ground after; all in the same
    measure, so that they can be compared as whole numbers.
    """
    given = tuple(attacks)
    common = lcm(*(sum(harm.values()) for _, harm, _ in given))
    for target, harm, after in given:
        scale = common // sum(harm.values())
        yield AttackOption(
            target,
            tuple(harm.items()),
            tuple(
                scale * sum(weight for amount, weight in harm.items() if amount >= least)
                for least in range(max(harm) + 1)
            ),
            scale * sum(amount * weight for amount, weight in harm.items()),
            after,
        )


class Grounds[G]:
    """The grounds of a course, numbered as they are met; who has won and who is out is asked of each once.

    `key(ground)` is the same for grounds that need not be told apart.
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
        """The side that has won on it, "" while it goes on."""
        if number not in self._won:
            self._won[number] = self._ask_won(self._all[number])
        return self._won[number]

    def out(self, number: int) -> Casualties:
        """Who is out on it, in the one way there is."""
        if number not in self._out:
            self._out[number] = frozenset((name, "") for name in self._ask_out(self._all[number]))
        return self._out[number]


def with_damage[H](harm: Sequence[H], which: int, now: H) -> tuple[H, ...]:
    """What everybody has taken, with one of them changed."""
    return (*harm[:which], now, *harm[which + 1 :])
