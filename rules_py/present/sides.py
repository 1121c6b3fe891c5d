"""Who takes a side of a calculator, and the links that lead to it with one side filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import InputError
from rules_py.calculators.duel_sides import DuelSides, SideOption
from rules_py.present.html import Markup, fragment, tag, unseen
from rules_py.present.links import throw_address
from rules_py.systems.game import Game


@dataclass(frozen=True)
class Taker:
    """Somebody by name, and the ways they take a side; their values as the calculator reads them."""

    name: str
    ways: tuple[SideOption, ...]


def taker(game: Game, sides: DuelSides, seat: Mapping[str, Any]) -> Taker:
    """Who sits at the desk like this, as one side."""
    assert game.tracker
    assert game.tracker.setting
    calculator = next(each for each in game.calculators if each.id == sides.calculator)
    declared = next(each for each in calculator.inputs if each.name == sides.inputs[0])
    name = str(seat[game.tracker.setting.name])
    called = {sides.name: name} if sides.name else {}
    ways = tuple(
        SideOption(each.label, declared.parse({**each.value, **called})) for each in sides.options(seat)
    )
    return Taker(name, ways)


def sides_of_sheet(game: Game, data: Mapping[str, Any]) -> Markup | None:
    """Links to each calculator that this character takes a side of, by what they take it with."""
    found = [_of_character(game, each, data) for each in game.sides]
    return fragment(found) if any(found) else None


def _of_character(game: Game, sides: DuelSides, data: Mapping[str, Any]) -> Markup | None:
    seated = seat(game, data)
    ways = taker(game, sides, seated).ways if seated else ()
    if not ways:
        return None
    links = [tag("li", _link(game, sides, sides.inputs[0], each, each.label)) for each in ways]
    return tag(
        "div",
        tag("p", sides.link_text, class_="throws__title"),
        tag("ul", links, class_="play__sides", role="list"),
        role="group",
        aria_label=sides.link_text,
    )


def seat(game: Game, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """A character of the game's sheet as one who sits at its desk; None where they can't."""
    setting = game.tracker.setting if game.tracker else None
    try:
        return setting.seat(data) if setting and setting.seat else None
    except InputError:
        return None


def sides_of_sample(game: Game, listed: str, id: str) -> Iterator[Markup]:
    """Links from an entry of a list of samples, who takes the last side: the first is the reader's."""
    setting = game.tracker.setting if game.tracker else None
    if not setting or setting.listed != listed:
        return
    sample = setting.sample(id)
    for sides in game.sides:
        for way in taker(game, sides, sample.seat).ways[:1]:
            yield _link(game, sides, sides.inputs[-1], way, sides.link_text, f": {sample.title}")


def _link(game: Game, sides: DuelSides, side: str, way: SideOption, words: str, about: str = "") -> Markup:
    address = throw_address(f"{game.id}/{sides.page}", sides.calculator, {side: way.value})
    return tag("a", words, unseen(about) if about else None, href=address, class_="button button--quiet")


def takers(game: Game, sides: DuelSides, seats: Sequence[Mapping[str, Any]]) -> list[Taker]:
    """Those of them who can take a side."""
    return [found for each in seats if (found := taker(game, sides, each)).ways]
