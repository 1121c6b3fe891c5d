"""The ground of a scene: places that touch one another, and the ways between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

Way = tuple[str, ...]
"""The places gone to, in order; the one left is not among them."""


@dataclass(frozen=True)
class Ground:
    """Places by name, each with those beside it; it is enough that one of two names the other.

    Of a place for which neighbours are nowhere given the table is taken to know: it touches every other.
    """

    places: tuple[str, ...]
    beside: Mapping[str, Iterable[str]] = field(default_factory=dict)

    def mapped(self, place: str) -> bool:
        """Whether it says itself which places lie beside it."""
        return bool(self.beside.get(place))

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

        `price(way)` is none for a way that can't be gone, nor gone on from. Without a map there are single
        steps only: any place could be skipped.
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
                ahead.append(longer)
                if there not in best or cost < best[there][0]:
                    best[there] = cost, longer
        return {way: cost for cost, way in best.values()}
