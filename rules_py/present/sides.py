"""Taking a side of a calculator, and the links that open it with one side filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import InputError
from rules_py.calculators.duel_sides import DuelSides, SideOption
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.links import roll_address
from rules_py.systems.game import Game


@dataclass(frozen=True)
class Taker:
    """A person and the options with which they can take a side, with values that the calculator can parse."""

    name: str
    ways: tuple[SideOption, ...]


def taker(game: Game, sides: DuelSides, participant: Mapping[str, Any]) -> Taker:
    """Return a participant of the tracker as one side."""
    assert game.tracker
    assert game.tracker.setup
    calculator = next(each for each in game.calculators if each.id == sides.calculator)
    declared = next(each for each in calculator.inputs if each.name == sides.inputs[0])
    name = str(participant[game.tracker.setup.name_field])
    called = {sides.name: name} if sides.name else {}
    ways = tuple(
        SideOption(each.label, declared.parse({**each.value, **called}))
        for each in sides.options(participant)
    )
    return Taker(name, ways)


def sides_of_sheet(game: Game, data: Mapping[str, Any]) -> Markup | None:
    """Return links to each calculator in which this character can take a side."""
    sides = [_of_character(game, each, data) for each in game.sides]
    return fragment(sides) if any(sides) else None


def _of_character(game: Game, sides: DuelSides, data: Mapping[str, Any]) -> Markup | None:
    participant = participant_of_sheet(game, data)
    ways = taker(game, sides, participant).ways if participant else ()
    if not ways:
        return None
    links = [tag("li", _link(game, sides, sides.inputs[0], each, each.label)) for each in ways]
    return tag(
        "div",
        tag("p", sides.link_text, class_="roll-list__title"),
        tag("ul", links, class_="play__sides", role="list"),
        role="group",
        aria_label=sides.link_text,
    )


def participant_of_sheet(game: Game, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a character of the game's sheet as a participant of its tracker; None if that isn't possible."""
    setting = game.tracker.setup if game.tracker else None
    try:
        return setting.to_participant(data) if setting and setting.to_participant else None
    except InputError:
        return None


def sides_of_sample(game: Game, listed: str, id: str) -> Iterator[Markup]:
    """Yield links from an entry of a list of samples, which takes the last side; the first is the
    reader's.
    """
    setting = game.tracker.setup if game.tracker else None
    if not setting or setting.reference_list != listed:
        return
    sample = setting.sample(id)
    for sides in game.sides:
        for way in taker(game, sides, sample.participant).ways[:1]:
            yield _link(game, sides, sides.inputs[-1], way, sides.link_text, f": {sample.title}")


def _link(game: Game, sides: DuelSides, side: str, way: SideOption, words: str, about: str = "") -> Markup:
    address = roll_address(f"{game.id}/{sides.page}", sides.calculator, {side: way.value})
    return tag("a", words, visually_hidden(about) if about else None, href=address, class_="button")


def takers(game: Game, sides: DuelSides, participants: Sequence[Mapping[str, Any]]) -> list[Taker]:
    """Return everyone who can take a side."""
    return [candidate for each in participants if (candidate := taker(game, sides, each)).ways]
