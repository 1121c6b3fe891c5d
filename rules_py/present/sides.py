"""Taking a side of a calculator, and the links that open it with one side filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import InputError
from rules_py.calculators.duel_sides import Sides, Way
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.links import roll_address
from rules_py.systems.game import Game


@dataclass(frozen=True)
class Taker:
    """A person and the ways in which they can take a side, with values as the calculator parses them."""

    name: str
    ways: tuple[Way, ...]


def taker(game: Game, sides: Sides, seat: Mapping[str, Any]) -> Taker:
    """Return a participant of the tracker as one side."""
    assert game.desk
    assert game.desk.setup
    calculator = next(each for each in game.calculators if each.id == sides.calculator)
    declared = next(each for each in calculator.inputs if each.name == sides.inputs[0])
    name = str(seat[game.desk.setup.name_field])
    called = {sides.name: name} if sides.name else {}
    ways = tuple(Way(each.label, declared.parse({**each.value, **called})) for each in sides.ways(seat))
    return Taker(name, ways)


def sides_of_sheet(game: Game, data: Mapping[str, Any]) -> Markup | None:
    """Return links to each calculator in which this character can take a side."""
    found = [_of_character(game, each, data) for each in game.sides]
    return fragment(found) if any(found) else None


def _of_character(game: Game, sides: Sides, data: Mapping[str, Any]) -> Markup | None:
    seated = participant_of_sheet(game, data)
    ways = taker(game, sides, seated).ways if seated else ()
    if not ways:
        return None
    links = [tag("li", _link(game, sides, sides.inputs[0], each, each.label)) for each in ways]
    return tag(
        "div",
        tag("p", sides.called, class_="throws__title"),
        tag("ul", links, class_="play__sides", role="list"),
        role="group",
        aria_label=sides.called,
    )


def participant_of_sheet(game: Game, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a character of the game's sheet as one who sits at its desk; None where they can't."""
    setting = game.desk.setup if game.desk else None
    try:
        return setting.to_participant(data) if setting and setting.to_participant else None
    except InputError:
        return None


def sides_of_sample(game: Game, listed: str, id: str) -> Iterator[Markup]:
    """Yield links from an entry of a preset list, which takes the last side; the first is the reader's."""
    setting = game.desk.setup if game.desk else None
    if not setting or setting.reference_list != listed:
        return
    sample = setting.sample(id)
    for sides in game.sides:
        for way in taker(game, sides, sample.participant).ways[:1]:
            yield _link(game, sides, sides.inputs[-1], way, sides.called, f": {sample.title}")


def _link(game: Game, sides: Sides, side: str, way: Way, words: str, about: str = "") -> Markup:
    address = roll_address(f"{game.id}/{sides.page}", sides.calculator, {side: way.value})
    return tag(
        "a", words, visually_hidden(about) if about else None, href=address, class_="button button--quiet"
    )


def takers(game: Game, sides: Sides, seats: Sequence[Mapping[str, Any]]) -> list[Taker]:
    """Return everyone who can take a side."""
    return [found for each in seats if (found := taker(game, sides, each)).ways]
