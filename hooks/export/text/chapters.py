"""The chapters of a book as plain HTML, with links between their files."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import Tag

from hooks.base.adapter import Page
from hooks.export.edition import Edition
from hooks.export.text.plain import plain_html
from hooks.pages.print_book import is_text
from rules_py.present.typography import typeset


@dataclass(frozen=True)
class Chapter:
    """A page of the book.

    name     the name of its file, without a suffix
    about    its description
    number   its number in the book, if it has one
    body     its text; the first heading is its title
    """

    name: str
    title: str
    about: str
    number: int | None
    body: Tag


def read_chapters(edition: Edition, suffix: str) -> list[Chapter]:
    """Return the pages of the book that have a text, the cover first.

    Links within the book lead to NAME and `suffix`. Other pages of the site are linked if the edition has its
    address. Pictures keep the path of their file in the site as `src`.
    """
    first, *others = edition.pages
    pages = [first, *filter(is_text, others)]
    bodies = [plain_html(page.content or "") for page in pages]
    names = [_name(edition, page) for page in pages]
    homes = {page.file.url: (name, _ids(body)) for page, name, body in zip(pages, names, bodies, strict=True)}
    for page, body in zip(pages, bodies, strict=True):
        _redirect_links(body, page.file.url, homes, suffix, edition.site_url)
    return [_chapter(edition, *each) for each in zip(pages, names, bodies, strict=True)]


def _name(edition: Edition, page: Page) -> str:
    """Return the name of a page's file, `monsters-wolves` for one in a folder."""
    return page.file.url.removeprefix(f"{edition.game.id}/").strip("/").replace("/", "-") or "index"


def _chapter(edition: Edition, page: Page, name: str, body: Tag) -> Chapter:
    return Chapter(
        name,
        html.unescape(str(page.title)),
        typeset(html.unescape(str(page.meta.get("description", "")))),
        edition.numbers.get(page.file.src_uri),
        body,
    )


def _ids(body: Tag) -> frozenset[str]:
    return frozenset(str(each["id"]) for each in body.select("[id]"))


def _redirect_links(
    body: Tag, at: str, homes: Mapping[str, tuple[str, frozenset[str]]], suffix: str, site_url: str | None
) -> None:
    """Change the links of the page at the address `at`; one that leads nowhere in a file becomes text."""
    for link in body.select("a[href]"):
        to = urlsplit(urljoin(f"/{at}", str(link["href"])))
        address = to.path.removeprefix("/")
        if to.scheme or to.netloc:
            continue
        if address in homes:
            name, ids = homes[address]
            fragment = f"#{to.fragment}" if unquote(to.fragment) in ids else ""
            link["href"] = fragment if fragment and address == at else f"{name}{suffix}{fragment}"
        elif site_url:
            link["href"] = urljoin(site_url, address) + (f"#{to.fragment}" if to.fragment else "")
        else:
            link.unwrap()
    for picture in body.select("img[src]"):
        to = urlsplit(urljoin(f"/{at}", str(picture["src"])))
        if not (to.scheme or to.netloc):
            picture["src"] = to.path.removeprefix("/")


def pictures(chapters: Sequence[Chapter]) -> list[str]:
    """Return the paths of the pictures in the site, each once."""
    paths = (str(each["src"]) for chapter in chapters for each in chapter.body.select("img[src]"))
    return list(dict.fromkeys(path for path in paths if not urlsplit(path).scheme))
