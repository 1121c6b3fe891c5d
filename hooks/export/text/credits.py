"""The credit of a book: its source and licence."""

from __future__ import annotations

from hooks.export.archive import edition_label
from hooks.export.edition import Edition
from rules_py.systems.game import Source


def credit(edition: Edition) -> list[tuple[str, str]]:
    """Return labels and texts: source, author, edition, licence and address, as far as known."""
    game = edition.game
    facts = [("Licence", licence(edition))]
    if date := edition_label():
        facts.insert(0, ("Edition", date))
    if game.source:
        facts = [("Source", source(game.source)), ("Author", game.source.author), *facts]
    if edition.site_url:
        facts.append(("With working dice", f"{edition.site_url}{game.id}/"))
    return facts


def licence(edition: Edition) -> str:
    """Return the terms of the licence and what it covers."""
    return f"{edition.licence['terms']}. {edition.licence['what']}"


def source(document: Source) -> str:
    """Return the title, version and date of a game's source."""
    return ", ".join((document.title, document.version, *[document.date] * (document.date != "undated")))
