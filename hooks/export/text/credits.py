"""The credit of a book: its source and licence."""

from __future__ import annotations

from hooks.export.archive import edition_date
from hooks.export.edition import Edition
from rules_py.systems.game import Source


def credit(edition: Edition) -> list[tuple[str, str]]:
    """Return labels and texts: source, author, edition, licence, and the site's address if it is known."""
    game, date = edition.game, edition_date()
    facts = [("Edition", f"{date.day} {date:%B %Y}"), ("Licence", licence(edition))]
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
