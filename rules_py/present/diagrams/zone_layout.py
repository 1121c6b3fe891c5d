"""The layout of a map's zones on the squares of a grid, with connected zones side by side.

It doesn't use a library: those that lay out graphs (grandalf, networkx) return points, not rooms with names
in them, and need numpy or a parser, while the engine in the browser has only the standard library. A phone
has room for a grid of three squares across.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

type Spot = tuple[int, int]
"""Row and column, from 0 at the upper left."""

type Link = tuple[str, str]
"""Two connected zones."""

ACROSS = 3

CORNER_PENALTY, GAP_PENALTY = 1, 3
"""The penalty for connected zones that meet only at a corner, and for each square between them."""


def next_to(one: Spot, other: Spot) -> bool:
    """Return whether two squares share a side or a corner."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


@lru_cache(maxsize=64)
def lay_out(places: tuple[str, ...], links: tuple[Link, ...]) -> dict[str, Spot]:
    """Return each zone with its square, so that as many connected zones as possible are next to each other.

    The same zones and links always give the same map. It starts at the upper left, without an empty row or
    column. The result is cached, so don't change it.
    """
    neighbours = _find_neighbours(places, links)
    order = _breadth_first(places, neighbours)
    rows = -(-len(places) // ACROSS) + 1
    squares = [(row, column) for row in range(rows) for column in range(ACROSS)]
    drafts = [
        _improve(_place_zones(order, neighbours, squares, first), neighbours, squares)
        for first in squares[:6]
    ]
    return _trim(min(drafts, key=lambda draft: _total_penalty(draft, draft, neighbours)), places)


type _Neighbours = dict[str, list[str]]


def _find_neighbours(places: Sequence[str], links: Iterable[Link]) -> _Neighbours:
    neighbours: _Neighbours = {each: [] for each in places}
    for one, other in links:
        neighbours[one].append(other)
        neighbours[other].append(one)
    return neighbours


def _breadth_first(places: Sequence[str], neighbours: _Neighbours) -> list[str]:
    """Return every zone, starting with the first, then its neighbours, then their neighbours."""
    order: list[str] = []
    for start in places:
        queue = [start]
        while queue:
            each = queue.pop(0)
            if each not in order:
                order.append(each)
                queue += neighbours[each]
    return order


def _place_zones(
    order: Sequence[str], neighbours: _Neighbours, squares: Sequence[Spot], first: Spot
) -> dict[str, Spot]:
    """Return a layout that places one zone after another on the best square that is left."""
    draft: dict[str, Spot] = {}
    for each in order:
        free = [spot for spot in squares if spot not in draft.values()]
        best = first if not draft else min(free, key=lambda spot: _penalty(each, spot, draft, neighbours))
        draft[each] = best
    return draft


def _improve(draft: dict[str, Spot], neighbours: _Neighbours, squares: Sequence[Spot]) -> dict[str, Spot]:
    """Return the draft after all exchanges of two squares that bring connected zones closer together."""
    better = True
    while better:
        better = False
        for one, other in combinations(squares, 2):
            changed = _exchange(draft, one, other)
            moved = [name for name, spot in changed.items() if spot != draft[name]]
            if _total_penalty(moved, changed, neighbours) < _total_penalty(moved, draft, neighbours):
                draft, better = changed, True
    return draft


def _exchange(draft: dict[str, Spot], one: Spot, other: Spot) -> dict[str, Spot]:
    change = {one: other, other: one}
    return {name: change.get(spot, spot) for name, spot in draft.items()}


def _total_penalty(names: Iterable[str], draft: dict[str, Spot], neighbours: _Neighbours) -> int:
    return sum(_penalty(each, draft[each], draft, neighbours) for each in names)


def _penalty(name: str, spot: Spot, draft: dict[str, Spot], neighbours: _Neighbours) -> int:
    """Return the penalty of a zone on this square, next to the zones placed so far."""
    return sum(_distance(spot, draft[each]) for each in neighbours[name] if each in draft)


def _distance(one: Spot, other: Spot) -> int:
    down, along = abs(one[0] - other[0]), abs(one[1] - other[1])
    if max(down, along) > 1:
        return GAP_PENALTY * (down + along)
    return CORNER_PENALTY if down and along else 0


def _trim(draft: dict[str, Spot], places: Sequence[str]) -> dict[str, Spot]:
    """Return the same without empty rows and columns, in the order of the places."""
    rows = sorted({row for row, _ in draft.values()})
    columns = sorted({column for _, column in draft.values()})
    return {each: (rows.index(draft[each][0]), columns.index(draft[each][1])) for each in places}


def drawable(links: Iterable[Link], spots: dict[str, Spot]) -> Iterator[Link]:
    """Return the connections of neighbouring zones, which a line can join without crossing a third."""
    return (each for each in links if next_to(spots[each[0]], spots[each[1]]))
