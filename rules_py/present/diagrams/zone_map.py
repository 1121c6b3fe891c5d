"""Zones and their connections, as a map: each zone is a room with its name, its note and its combatants.

The rooms are on a grid of equal squares (`zone_layout`). The connections are lines between their centres,
visible between two rooms. A connection that would cross a third zone is described as text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules_py.present.diagrams.zone_layout import Link, Spot, drawable, lay_out
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.plot.lines import MARKS
from rules_py.tracker import Combatant, Zone, ZoneMap

type Press = Callable[[Combatant | Zone], Mapping[str, Any]]
"""The attributes of the button for a combatant or a zone."""


def render_zone_map(
    places: Sequence[Zone],
    pieces: Sequence[Combatant] = (),
    *,
    called: str = "place",
    turn: str | None = None,
    press: Press | None = None,
) -> Markup:
    """Return the map of these zones with the combatants in them.

    `called` is the word for a zone (`zone`). If combatants can be selected, `turn` is the selected one. With
    `press`, the zones for which it returns attributes are buttons, too.
    """
    land = ZoneMap(tuple(each.name for each in places), {each.name: each.beside for each in places})
    spots = lay_out(land.zones, land.links)
    drawn = [*drawable(land.links, spots)]
    sides = list(dict.fromkeys(each.side for each in pieces))
    rooms = [
        _room(
            place,
            spots[place.name],
            called,
            [_token(each, sides.index(each.side), turn, press) for each in pieces if each.zone == place.name],
            _NeighbourNames(place.name, land, drawn, called),
            press,
        )
        for place in places
    ]
    across, down = (max((spot[way] for spot in spots.values()), default=0) + 1 for way in (1, 0))
    return tag(
        "div",
        tag(
            "div",
            _connections(drawn, spots, across, down),
            tag("ol", rooms, role="list"),
            class_="zone-map__sheet",
        ),
        _key(sides) if len(sides) > 1 else None,
        _terrain([each for each in places if each.terrain], called),
        class_="zone-map",
        data_css_across=across,
    )


class _NeighbourNames:
    """The names of a zone's neighbours: all of them, and those without a drawn connection."""

    def __init__(self, place: str, land: ZoneMap, drawn: Sequence[Link], called: str) -> None:
        self.others, self.called = len(land.zones) - 1, called
        around = land.adjacent_zones(place)
        undrawn = [each for each in around if not {(place, each), (each, place)} & {*drawn}]
        self.all, self.undrawn = self._list_zones(around), self._list_zones(undrawn)
        self.loose = bool(undrawn) and undrawn == around

    def _list_zones(self, names: Sequence[str]) -> str:
        if len(names) == self.others > 1:
            return f"every other {self.called}"
        *first, last = names or [""]
        return f"{', '.join(first)} and {last}" if first else last


def _connections(drawn: Sequence[Link], spots: dict[str, Spot], across: int, down: int) -> Markup:
    """Return the connections, each drawn twice: its two edges, and over them its surface."""
    path = "".join(_line(spots[one], spots[other]) for one, other in drawn)
    return tag(
        "svg",
        tag("path", d=path, class_="zone-map__edges"),
        tag("path", d=path, class_="zone-map__route"),
        viewBox=f"0 0 {2 * across} {2 * down}",
        preserveAspectRatio="none",
        class_="zone-map__routes",
        aria_hidden="true",
        focusable="false",
    )


def _line(one: Spot, other: Spot) -> str:
    """Return the path between the middles of two squares, each two units wide and tall."""
    (row, column), (end_row, end_column) = one, other
    return f"M{2 * column + 1} {2 * row + 1}L{2 * end_column + 1} {2 * end_row + 1}"


def _room(
    place: Zone,
    spot: Spot,
    called: str,
    tokens: Sequence[Markup],
    beside: _NeighbourNames,
    press: Press | None,
) -> Markup:
    row, column = spot
    inside = fragment(visually_hidden(f"{called.capitalize()} "), tag("strong", place.name))
    if pressed := press and press(place):
        inside = tag("button", inside, class_="zone-map__press", **{"type": "button", **pressed})
    name = tag("p", inside, class_="zone-map__name")
    position = f"{'next to' if beside.loose else 'also next to'} {beside.undrawn}"
    return tag(
        "li",
        name,
        tag("p", place.note, class_="zone-map__note") if place.note else None,
        tag("ul", tokens, class_="zone-map__combatants", role="list") if tokens else None,
        visually_hidden(f"Next to {beside.all}.") if beside.all else None,
        tag("p", position, class_="zone-map__beside", aria_hidden="true") if beside.undrawn else None,
        class_=classes(
            "zone-map__zone", "is-hazard" if place.terrain else None, "is-loose" if beside.loose else None
        ),
        data_css_row=row + 1,
        data_css_column=column + 1,
    )


def _token(combatant: Combatant, side: int, turn: str | None, press: Press | None) -> Markup:
    """Return a combatant on the map. They can be selected there by mouse and touch; the keyboard uses the
    list.
    """
    words = fragment(
        _mark(side),
        tag("span", combatant.name),
        visually_hidden(f", {', '.join(filter(None, (combatant.side, combatant.standing)))}. "),
    )
    look = classes(
        "zone-map__combatant",
        "is-out" if not combatant.able else None,
        "is-chosen" if combatant.name == turn else None,
    )
    if turn is None:
        return tag("li", tag("span", words, class_=look))
    pressed = press(combatant) if press else {"data_turn": combatant.name}
    return tag("li", tag("button", words, type="button", class_=look, tabindex=-1, **pressed))


def _mark(side: int) -> Markup:
    """Return the mark of a side: a different shape for each, so that colour isn't the only difference."""
    place = side % len(MARKS)
    return tag(
        "svg",
        tag("path", d=MARKS[place]),
        class_=f"zone-map__mark zone-map__mark--{place + 1}",
        viewBox="-4 -4 8 8",
        aria_hidden="true",
        focusable="false",
    )


def _key(sides: Sequence[str]) -> Markup:
    entries = [tag("li", _mark(at), side) for at, side in enumerate(sides)]
    return tag("ul", entries, class_="zone-map__key", aria_hidden="true")


def _terrain(rough: Sequence[Zone], called: str) -> Markup | None:
    """Return the effects of the hatched zones as text below the map, which has no room for it."""
    if not rough:
        return None
    entries = [
        tag(
            "li",
            tag("i", class_="zone-map__hatched", aria_hidden="true"),
            tag(
                "span",
                visually_hidden(f"{called.capitalize()} "),
                tag("strong", place.name),
                ": ",
                "; ".join(place.terrain),
            ),
        )
        for place in rough
    ]
    return tag("ul", entries, class_="zone-map__terrain", role="list")
