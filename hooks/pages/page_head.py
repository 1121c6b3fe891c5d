"""The facts in the head of a page for chats, social networks and search engines.

Chats show Open Graph beside a link; search engines read JSON-LD. Both need absolute
addresses, so only a site that knows its own, by SITE_URL, has them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hooks.base.site_folders import LICENCES
from rules_py.present.html import Markup, fragment, tag
from rules_py.systems.game import Game

LANGUAGE = "en"
WIDTH, HEIGHT = 1200, 630
"""The size in pixels of pictures, as Open Graph recommends."""
FOLDER = "assets/previews"


@dataclass(frozen=True)
class SocialImage:
    """A PNG of WIDTH by HEIGHT pixels; `path` is from the root of the site, and `alt` what it shows."""

    alt: str
    content: bytes

    @property
    def path(self) -> str:
        return f"{FOLDER}/{hashlib.sha256(self.content).hexdigest()[:16]}.png"

    def write(self, site: Path) -> None:
        """Write the picture below the folder of the site."""
        path = site / self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.content)


@dataclass(frozen=True)
class Site:
    """A site with its address, which ends in `/`, its picture, those of its books by game, and its author."""

    url: str
    name: str
    about: str
    image: SocialImage
    images: Mapping[str, SocialImage]
    author: str = ""

    def at(self, path: str) -> str:
        """Return the absolute address of a path from the root of the site."""
        return self.url + path

    @property
    def id(self) -> str:
        return f"{self.url}#site"

    def image_of(self, game: Game | None) -> SocialImage:
        return self.images.get(game.id, self.image) if game else self.image

    def write_images(self, folder: Path) -> None:
        """Write all pictures below the folder of the site."""
        for image in (self.image, *self.images.values()):
            image.write(folder)


@dataclass(frozen=True)
class PageFacts:
    """A page of the site.

    address     from the root of the site
    book        the address and title of the first page of its folder, None without one
    game        the game whose book it is part of, None for other pages
    is_cover    whether it is the first page of its book
    chapter     its number, None if it isn't a chapter
    """

    address: str
    title: str
    about: str
    book: tuple[str, str] | None = None
    game: Game | None = None
    is_cover: bool = False
    chapter: int | None = None


def render_head(site: Site, page: PageFacts) -> Markup:
    """Return the elements of a page's head: Open Graph and JSON-LD."""
    facts = {"@context": "https://schema.org", "@graph": [*_things(site, page)]}
    return fragment(open_graph(site, page), data_script(facts))


def open_graph(site: Site, page: PageFacts, card: str = "summary_large_image") -> Markup:
    """Return the Open Graph elements that chats show beside a link; `card` is the size of the picture."""
    kind = "book" if page.is_cover else "article" if page.game else "website"
    image = site.image_of(page.game)
    properties = {
        "og:type": kind,
        "og:site_name": site.name,
        "og:title": _title(site, page),
        "og:description": page.about or site.about,
        "og:url": site.at(page.address),
        "og:image": site.at(image.path),
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": image.alt,
    }
    return fragment(
        *(tag("meta", property=name, content=value) for name, value in properties.items() if value),
        tag("meta", name="twitter:card", content=card),
    )


def data_script(facts: Mapping[str, Any]) -> Markup:
    """Return JSON-LD as an element. It is data, which the policy of scripts doesn't concern."""
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return Markup(f'<script type="application/ld+json">{text}</script>')


def _title(site: Site, page: PageFacts) -> str:
    """Return the title of the page, with that of its book where that is another."""
    book = page.book[1] if page.book else site.name
    return page.title if page.title == book else f"{page.title} · {book}"


def _things(site: Site, page: PageFacts) -> Iterator[dict[str, Any]]:
    """Yield the page, and its breadcrumbs from the home page."""
    if not page.address:
        yield _website(site)
        return
    own: dict[str, Any] = {
        "@type": "WebPage",
        "@id": site.at(page.address),
        "url": site.at(page.address),
        "name": page.title,
        "description": page.about or site.about,
        "inLanguage": LANGUAGE,
        "image": site.at(site.image_of(page.game).path),
        "license": site.at(f"{LICENCES}/"),
        "isPartOf": {"@type": "WebSite", "@id": site.id, "name": site.name, "url": site.url},
    }
    if site.author:
        own["author"] = {"@type": "Person", "name": site.author}
    if page.game:
        own |= _in_book(site, page, page.game)
    yield own
    steps = [("", site.name), *([page.book] if page.book else []), (page.address, page.title)]
    yield {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": site.at(address)}
            for place, (address, name) in enumerate(dict(steps).items(), 1)
        ],
    }


def _website(site: Site) -> dict[str, Any]:
    facts = {"@type": "WebSite", "@id": site.id, "url": site.url, "name": site.name}
    return facts | {"description": site.about, "inLanguage": LANGUAGE, "license": site.at(f"{LICENCES}/")}


def _in_book(site: Site, page: PageFacts, game: Game) -> dict[str, Any]:
    """Return the facts that differ for a page of a book."""
    credit = {}
    if source := game.source:
        based_on = {"@type": "CreativeWork", "name": source.title, "creditText": source.author}
        credit = {"isBasedOn": based_on | {"version": source.version}}
    if page.is_cover:
        return {"@type": "Book", "bookFormat": "https://schema.org/EBook"} | credit
    address = f"{game.id}/"
    book = {"@type": "Book", "@id": site.at(address), "name": game.title, "url": site.at(address)}
    facts: dict[str, Any] = {"isPartOf": book} | credit
    return facts if page.chapter is None else facts | {"@type": "Chapter", "position": page.chapter}
