"""The shelf: every book there is, each with a way in."""

from __future__ import annotations

from collections.abc import Iterable

from rules_py.game import Game
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.links import page_link


def shelf(books: Iterable[Game]) -> Markup:
    """The books as a list: title, what kind of game it is, whose it is, what the book holds."""
    return tag("ul", [_book(each) for each in books], class_="shelf")


def _book(game: Game) -> Markup:
    throwing = sum(each.throws_dice for each in game.calculators)
    holds = [
        f"{len(game.numbers)} numbered rules",
        _counted(throwing, "roller"),
        _counted(len(game.calculators) - throwing, "calculator"),
    ]
    if game.sheet:
        holds.append("a character sheet")
    return tag(
        "li",
        tag("h3", page_link(f"{game.id}/", game.title), class_="shelf__title"),
        tag("p", game.tagline, class_="shelf__tagline"),
        tag("p", fragment(", ".join(holds)), class_="shelf__holds"),
        tag("p", page_link(f"{game.id}/", "Open the book", go_on=game.id), class_="shelf__way"),
        class_="shelf__book",
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
