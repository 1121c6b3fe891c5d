"""The pages of an EPUB as XHTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bs4 import Tag

from hooks.export.edition import Edition
from hooks.export.epub import plot_labels, wide_tables
from hooks.export.text import Chapter, credit
from rules_py.systems.game import Game

COVER, TITLE, CONTENTS = "_cover", "_title", "_contents"
"""The names of pages that are no chapters."""
COVER_PICTURE = "_cover.png"
_SVG = "http://www.w3.org/2000/svg"


def chapter_page(chapter: Chapter, language: str) -> str:
    """Return the page of a chapter, its number above its title."""
    wide_tables.fit(chapter.body)
    plot_labels.fit(chapter.body)
    for drawing in chapter.body.find_all("svg"):
        if not drawing.find_parent("svg"):
            drawing["xmlns"] = _SVG
    number = f'<p class="chapter-number">{chapter.number}</p>\n' if chapter.number else ""
    return _document(
        chapter.title, f"{number}{chapter.body.decode(formatter='minimal')}", language, "bodymatter"
    )


def cover_page(game: Game, language: str) -> str:
    picture = f'<img class="cover" src="{COVER_PICTURE}" alt="Cover of {escape(game.title)}"/>'
    return _document(game.title, picture, language, "cover")


def title_page(edition: Edition, language: str) -> str:
    """Return the page with the title, the credit and the licence."""
    game = edition.game
    rows = "".join(f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>\n" for label, value in credit(edition))
    text = f"<h1>{escape(game.title)}</h1>\n<p>{escape(game.tagline)}</p>\n<dl>\n{rows}</dl>"
    return _document(game.title, text, language, "titlepage")


def contents(game: Game, chapters: Sequence[Chapter], language: str) -> str:
    """Return the page of contents, chapters and their headings, which e-readers show as a menu."""
    entries = "\n".join(map(_entry, chapters))
    [first, *_] = chapters
    places = [("cover", COVER, "Cover"), ("toc", CONTENTS, "Contents"), ("bodymatter", first.name, "Start")]
    landmarks = "".join(
        f'<li><a epub:type="{kind}" href="{name}.xhtml">{label}</a></li>' for kind, name, label in places
    )
    return _document(
        f"Contents of {game.title}",
        f'<nav epub:type="toc" id="toc">\n<h1>Contents</h1>\n<ol>\n{entries}\n</ol>\n</nav>\n'
        f'<nav epub:type="landmarks" hidden="hidden"><h2>Landmarks</h2><ol>{landmarks}</ol></nav>',
        language,
        "frontmatter",
    )


def _entry(chapter: Chapter) -> str:
    title = f"{chapter.number}. {chapter.title}" if chapter.number else chapter.title
    home = f"{chapter.name}.xhtml"
    sections = "".join(
        f'<li><a href="{home}#{heading["id"]}">{escape(_line(heading))}</a></li>'
        for heading in chapter.body.select("h2[id]")
    )
    return f'<li><a href="{home}">{escape(title)}</a>{f"<ol>{sections}</ol>" if sections else ""}</li>'


def _line(element: Tag) -> str:
    return " ".join(element.get_text().split())


def _document(title: str, body: str, language: str, kind: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'lang="{language}" xml:lang="{language}">\n'
        f'<head><title>{escape(title)}</title><link rel="stylesheet" href="book.css"/></head>\n'
        f'<body epub:type="{kind}">\n{body}\n</body>\n</html>\n'
    )
