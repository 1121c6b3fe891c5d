"""The ground of a scene: places that touch one another, and the ways between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

Route = tuple[str, ...]
"""The places gone to, in order; the one left is not among them."""


@dataclass(frozen=True)
class ZoneMap:
    """Places by name, each with those beside it; it is enough that one of two names the other.

    Of places for which neighbours are nowhere given the table is taken to know: they touch one another.
    """

    zones: tuple[str, ...]
    neighbours: Mapping[str, Iterable[str]] = field(default_factory=dict)

    @cached_property
    def _mapped(self) -> frozenset[str]:
        named = (each for beside in self.neighbours.values() for each in beside)
        return frozenset((*named, *(place for place, beside in self.neighbours.items() if beside)))

    def is_mapped(self, place: str) -> bool:
        """Whether it is told which places lie beside it, by itself or by one of them."""
        return place in self._mapped

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """Every two places of which one names the other, once, in their order."""
        pairs = combinations(self.zones, 2)
        return tuple(
            (one, other)
            for one, other in pairs
            if other in self.neighbours.get(one, ()) or one in self.neighbours.get(other, ())
        )

    def are_adjacent(self, here: str, there: str) -> bool:
        """Whether two places lie side by side."""
        if not (self.is_mapped(here) or self.is_mapped(there)):
            return True
        return there in self.neighbours.get(here, ()) or here in self.neighbours.get(there, ())

    def adjacent_zones(self, here: str) -> list[str]:
        """The places one step away."""
        return [each for each in self.zones if each != here and self.are_adjacent(here, each)]

    def routes(self, here: str, price: Callable[[Route], int | None]) -> dict[Route, int]:
        """For each place that can be reached, the cheapest way without a circle, and its price.

        `price(way)` is none for a way that can't be gone, nor gone on from; a way costs no less than its
        beginning, and what a step adds hangs on its two places. So of two ways to one place only the better
        is gone on from, and many places with many neighbours are soon looked through. Without a map there are
        single steps only: any place could be skipped.
        """
        best: dict[str, tuple[int, Route]] = {}
        ahead: list[Route] = [()]
        while ahead:
            way = ahead.pop(0)
            last = way[-1] if way else here
            if way and not (self.is_mapped(last) or self.is_mapped(here)):
                continue
            for there in self.adjacent_zones(last):
                longer = (*way, there)
                if there == here or there in way or (cost := price(longer)) is None:
                    continue
                # Shorter ways come first, so that whatever is known is no longer than this.
                if there not in best or cost < best[there][0]:
                    best[there] = cost, longer
                    ahead.append(longer)
        return {way: cost for cost, way in best.values()}
