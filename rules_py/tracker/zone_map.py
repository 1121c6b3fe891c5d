"""The ground of a scene: places that touch one another, and the ways between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

Way = tuple[str, ...]
"""The places gone to, in order; the one left is not among them."""


@dataclass(frozen=True)
class Ground:
    """Places by name, each with those beside it; it is enough that one of two names the other.

    Of places for which neighbours are nowhere given the table is taken to know: they touch one another.
    """

    places: tuple[str, ...]
    beside: Mapping[str, Iterable[str]] = field(default_factory=dict)

    @cached_property
    def _mapped(self) -> frozenset[str]:
        named = (each for beside in self.beside.values() for each in beside)
        return frozenset((*named, *(place for place, beside in self.beside.items() if beside)))

    def mapped(self, place: str) -> bool:
        """Whether it is told which places lie beside it, by itself or by one of them."""
        return place in self._mapped

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """Every two places of which one names the other, once, in their order."""
        pairs = combinations(self.places, 2)
        return tuple(
            (one, other)
            for one, other in pairs
            if other in self.beside.get(one, ()) or one in self.beside.get(other, ())
        )

    def touching(self, here: str, there: str) -> bool:
        """Whether two places lie side by side."""
        if not (self.mapped(here) or self.mapped(there)):
            return True
        return there in self.beside.get(here, ()) or here in self.beside.get(there, ())

    def around(self, here: str) -> list[str]:
        """The places one step away."""
        return [each for each in self.places if each != here and self.touching(here, each)]

    def ways(self, here: str, price: Callable[[Way], int | None]) -> dict[Way, int]:
        """For each place that can be reached, the cheapest way without a circle, and its price.

        `price(way)` is none for a way that can't be gone, nor gone on from; a way costs no less than its
        beginning, and what a step adds hangs on its two places. So of two ways to one place only the better
        is gone on from, and many places with many neighbours are soon looked through. Without a map there are
        single steps only: any place could be skipped.
        """
        best: dict[str, tuple[int, Way]] = {}
        ahead: list[Way] = [()]
        while ahead:
            way = ahead.pop(0)
            last = way[-1] if way else here
            if way and not (self.mapped(last) or self.mapped(here)):
                continue
            for there in self.around(last):
                longer = (*way, there)
                if there == here or there in way or (cost := price(longer)) is None:
                    continue
                # Shorter ways come first, so that whatever is known is no longer than this.
                if there not in best or cost < best[there][0]:
                    best[there] = cost, longer
                    ahead.append(longer)
        return {way: cost for cost, way in best.values()}
