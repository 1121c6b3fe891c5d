"""The bookshelf: every book of the site, with information for readers who choose one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rules_py.present.dice import draw_die
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.links import page_address, page_link
from rules_py.present.motifs import render_motif
from rules_py.present.titles import title_letters
from rules_py.systems.game import Game

type SavedItemPages = Mapping[tuple[str, str], tuple[str, str]]
"""game and kind of a saved item (`sheet`, `desk`) -> title and path of the page that opens it."""

_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def _motif_of(game: Game) -> Markup:
    return render_motif(game.motif)


def render_bookshelf(
    books: Iterable[Game], drawing: Callable[[Game], Markup] = _motif_of, pages: SavedItemPages | None = None
) -> Markup:
    """Return the number of books and their covers, each with its `drawing`.

    Between them are links to the last page of a returning reader and to the pages of saved items (`pages`),
    which the page fills in and shows.
    """
    games = [*books]
    covers = [_cover(each, drawing(each)) for each in games]
    return fragment(
        _lead(games), _continue_links(pages or {}), tag("ul", covers, class_="shelf", role="list")
    )


def _lead(games: Sequence[Game]) -> Markup:
    count = len(games)
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    books = "A tabletop game" if count == 1 else f"{number} tabletop games"
    uses = (
        "Read, roll and keep your sheet here" if any(game.sheet for game in games) else "Read and roll here"
    )
    offline = tag("a", "save a book", href="#offline")  # at the end of the page
    return tag("p", f"{books}. {uses}; ", offline, " to use it offline.", class_="shelf__lead")


def _continue_links(pages: SavedItemPages) -> Markup:
    """Return links to the last encounter, the last character and the last page; the first shown is solid."""
    encounters_first = sorted(pages.items(), key=lambda item: item[0][1] != "desk")
    return tag(
        "nav",
        [
            tag(
                "a",
                tag("span", tag("span", title, class_="shelf__kind")),
                class_="button",
                href=page_address(path),
                data_saved=kind,
                data_game=game,
                hidden=True,
            )
            for (game, kind), (title, path) in encounters_first
        ],
        tag("a", "Continue where you left off", class_="button", data_go_on=""),
        class_="shelf__go-on",
        aria_label="Continue where you left off",
    )


def _cover(game: Game, drawn: Markup) -> Markup:
    blurb = game.blurb
    evening = " · ".join(filter(None, (blurb.people, blurb.length, blurb.ready)))
    return tag(
        "li",
        drawn,
        tag("h2", page_link(f"{game.id}/", game.title), class_="cover__title"),
        tag("p", blurb.feel or game.tagline, class_="cover__feel"),
        _dice(blurb.dice) if blurb.dice else None,
        tag("p", evening, class_="cover__evening") if evening else None,
        tag("p", f"Best if you like {blurb.best_if}.", class_="cover__best-if") if blurb.best_if else None,
        class_="cover",
        data_motif=game.motif,
        data_letters=title_letters(game.title),
    )


def _dice(dice: Sequence[int]) -> Markup:
    """Return each kind of die, drawn with its number of faces."""
    names = visually_hidden("Dice: ", ", ".join(f"d{faces}" for faces in dice))
    return tag("p", names, [draw_die(faces, str(faces)) for faces in dice], class_="cover__dice")
