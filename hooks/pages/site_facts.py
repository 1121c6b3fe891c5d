"""The facts of `page_head` for this site and its pages, from the settings and the pages that were read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from hooks.base import covers
from hooks.base.adapter import MkDocsConfig
from hooks.pages import page_head
from hooks.search_index import Read
from rules_py import present
from rules_py.systems.game import Game


def describe_site(
    config: MkDocsConfig, games: Iterable[Game], assets: Path, cache: Path
) -> page_head.Site | None:
    """Return the facts of the whole site, or None if its address is unknown.

    The pictures have the fonts and colours in `assets`; `cache` has those painted before.
    """
    if "SITE_URL" not in os.environ or not config.site_url:
        return None
    from hooks.pages import social_image  # slow to load, and most builds need no pictures

    name, about = config.site_name, config.site_description or ""
    painter = social_image.Painter(assets, cache)
    images = {
        game.id: painter.paint(game.title, game.tagline, name, game.motif, covers.render_motif(game))
        for game in games
    }
    image = painter.paint(name, about, name, "leaf", present.render_motif("leaf"))
    return page_head.Site(config.site_url, name, about, image, images, config.site_author or "")


def describe_page(
    page: Read, pages: Mapping[str, Read], game: Game | None, is_cover: bool, chapter: int | None
) -> page_head.PageFacts:
    """Return the facts of a page, for which the parameters are as in PageFacts; `pages` are all by path."""
    first = pages.get(f"{page.book}/index.md") if page.book else None
    book = (first.address, page.book_title) if first else None
    return page_head.PageFacts(page.address, page.title, page.about, book, game, is_cover, chapter)
