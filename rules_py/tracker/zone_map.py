"""The map of an encounter: adjacent zones, and the routes between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

Route = tuple[str, ...]
"""The zones entered, in order, without the one left."""


@dataclass(frozen=True)
class ZoneMap:
    """Zones by name, each with its neighbours. It is enough if one of two zones names the other.

    Zones that neither name neighbours nor are named are unmapped: they are adjacent to one another.
    """

    zones: tuple[str, ...]
    neighbours: Mapping[str, Iterable[str]] = field(default_factory=dict)

    @cached_property
    def _mapped_zones(self) -> frozenset[str]:
        named = (each for beside in self.neighbours.values() for each in beside)
        return frozenset((*named, *(place for place, beside in self.neighbours.items() if beside)))

    def is_mapped(self, place: str) -> bool:
        """Return whether the zone names neighbours or is named by one."""
        return place in self._mapped_zones

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """Every two adjacent zones on the map, once, in their order."""
        pairs = combinations(self.zones, 2)
        return tuple(
            (one, other)
            for one, other in pairs
            if other in self.neighbours.get(one, ()) or one in self.neighbours.get(other, ())
        )

    def are_adjacent(self, zone: str, other: str) -> bool:
        """Return whether two zones are adjacent."""
        if not (self.is_mapped(zone) or self.is_mapped(other)):
            return True
        return other in self.neighbours.get(zone, ()) or zone in self.neighbours.get(other, ())

    def adjacent_zones(self, zone: str) -> list[str]:
        """Return the zones one step away."""
        return [each for each in self.zones if each != zone and self.are_adjacent(zone, each)]

    def routes(self, zone: str, price: Callable[[Route], int | None]) -> dict[Route, int]:
        """Return the cheapest route without a loop to each reachable zone, with its price.

        `price(route)` returns None for a route that can't be taken or continued. A route costs no less than
        its beginning, and the cost of a step depends on its two zones alone, so only the better of two routes
        to a zone is continued. Without a map there are single steps only, since any zone could be skipped.
        """
        best: dict[str, tuple[int, Route]] = {}
        ahead: list[Route] = [()]
        while ahead:
            way = ahead.pop(0)
            last = way[-1] if way else zone
            if way and not (self.is_mapped(last) or self.is_mapped(zone)):
                continue
            for there in self.adjacent_zones(last):
                longer = (*way, there)
                if there == zone or there in way or (cost := price(longer)) is None:
                    continue
                # Shorter routes come first, so that a known route is never longer than this one.
                if there not in best or cost < best[there][0]:
                    best[there] = cost, longer
                    ahead.append(longer)
        return {way: cost for cost, way in best.values()}
