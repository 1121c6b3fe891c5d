"""The shelf: every book there is, each with a way in."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules_py.base.wording import pluralize
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.links import page_link
from rules_py.present.motifs import render_motif
from rules_py.systems.game import Game


def _of_face(game: Game) -> Markup:
    return render_motif(game.motif)


def render_bookshelf(books: Iterable[Game], drawing: Callable[[Game], Markup] = _of_face) -> Markup:
    """Return the books as a list of covers: title, what kind of game it is, what the book holds; each with
    its `drawing`.
    """
    return tag("ul", [_book(each, drawing(each)) for each in books], class_="shelf")


def _book(game: Game, drawn: Markup) -> Markup:
    rolling = sum(each.rolls_dice for each in game.calculators)
    holds = [
        f"{len(game.numbers)} numbered rules",
        pluralize(rolling, "roller", "rollers"),
        pluralize(len(game.calculators) - rolling, "calculator", "calculators"),
    ]
    if game.sheet:
        holds.append("a character sheet")
    return tag(
        "li",
        drawn,
        tag("h2", page_link(f"{game.id}/", game.title), class_="cover__title"),
        tag("p", game.tagline, class_="cover__tagline"),
        tag("p", fragment(", ".join(holds)), class_="cover__holds"),
        # no link, as the whole cover is one already, until the reader has a place in the book to go on at
        tag("p", tag("a", "Open the book", data_go_on=game.id), class_="cover__way"),
        class_="cover",
        data_motif=game.motif,
    )
