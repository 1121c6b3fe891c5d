"""The files of an EPUB 3.3 and their archive.

The same book and date give the same bytes.
"""

from __future__ import annotations

import mimetypes
import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from hooks.export.archive import add_file, edition_date
from hooks.export.edition import Edition
from hooks.export.epub import pages
from hooks.export.epub.cover import cover_picture
from hooks.export.text import licence, pictures, read_chapters, source

FOLDER = "EPUB"
SUFFIX = ".xhtml"
_STYLES = Path(__file__).with_name("book.css")
_CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    f'<rootfile full-path="{FOLDER}/package.opf" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>\n"
)
_LANGUAGE = re.compile(r'<html[^>]*\slang="([^"]+)"')
_MEDIA_TYPES = {SUFFIX: "application/xhtml+xml", ".css": "text/css", ".webp": "image/webp"}
_SUMMARY = "All of the book is text with headings, lists and tables. Diagrams and pictures have descriptions."


@dataclass(frozen=True)
class _Item:
    """A file of the package; `properties` are those of its entry in the manifest."""

    name: str
    content: bytes
    properties: str = ""

    @property
    def id(self) -> str:
        return "item-" + re.sub(r"[^\w.-]", "-", self.name)

    @property
    def media_type(self) -> str:
        suffix = Path(self.name).suffix
        return _MEDIA_TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")


def write(edition: Edition, path: Path) -> None:
    """Write the book as an EPUB."""
    chapters = read_chapters(edition, SUFFIX)
    language = _language(edition)
    date = edition_date()
    texts = [
        _page(pages.COVER, pages.cover_page(edition.game, language)),
        _page(pages.TITLE, pages.title_page(edition, language)),
        _page(pages.CONTENTS, pages.contents(edition.game, chapters, language), "nav"),
        *(_page(each.name, pages.chapter_page(each, language)) for each in chapters),
    ]
    others = [
        _Item("book.css", _STYLES.read_bytes()),
        _Item(pages.COVER_PICTURE, cover_picture(edition.game), "cover-image"),
        *(_Item(name, (edition.site / name).read_bytes()) for name in pictures(chapters)),
    ]
    package = _package(edition, texts, others, language, date)
    files = [("META-INF/container.xml", _CONTAINER.encode()), (f"{FOLDER}/package.opf", package.encode())]
    files += [(f"{FOLDER}/{each.name}", each.content) for each in (*texts, *others)]
    with ZipFile(path, "w") as archive:
        add_file(archive, "mimetype", b"application/epub+zip", date, ZIP_STORED)
        for name, content in files:
            add_file(archive, name, content, date, ZIP_DEFLATED)


def _page(name: str, text: str, properties: str = "") -> _Item:
    svg_property = "svg" if "<svg" in text else ""
    return _Item(f"{name}{SUFFIX}", text.encode(), " ".join(filter(None, (properties, svg_property))))


def _language(edition: Edition) -> str:
    """Return the language of the site's pages."""
    page = (edition.site / str(edition.pages[0].file.dest_uri)).read_text("utf-8")
    match = _LANGUAGE.search(page)
    return match[1] if match else "en"


def _package(
    edition: Edition, texts: Sequence[_Item], others: Sequence[_Item], language: str, date: datetime
) -> str:
    """Return the package document, which describes the book, lists its files and puts its pages in order."""
    items = "\n".join(
        f'<item id="{each.id}" href="{escape(each.name)}" media-type="{each.media_type}"'
        + (f' properties="{each.properties}"/>' if each.properties else "/>")
        for each in (*texts, *others)
    )
    order = "\n".join(f'<itemref idref="{each.id}"/>' for each in texts)
    has_drawings = any("svg" in each.properties.split() for each in texts) or any(
        each.media_type.startswith("image/") and not each.properties for each in others
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" '
        f'xml:lang="{language}">\n'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        + "\n".join(_metadata(edition, language, date, has_drawings))
        + f"\n</metadata>\n<manifest>\n{items}\n</manifest>\n<spine>\n{order}\n</spine>\n</package>\n"
    )


def _metadata(edition: Edition, language: str, date: datetime, has_drawings: bool) -> Iterator[str]:
    game = edition.game
    number = uuid.uuid5(uuid.NAMESPACE_URL, f"{edition.site_url or 'diceleaf:'}{game.id}")
    yield f'<dc:identifier id="id">urn:uuid:{number}</dc:identifier>'
    yield f"<dc:title>{escape(game.title)}</dc:title>"
    yield f"<dc:language>{language}</dc:language>"
    yield f"<dc:description>{escape(game.tagline)}</dc:description>"
    yield f"<dc:date>{date:%Y-%m-%d}</dc:date>"
    yield f"<dc:rights>{escape(licence(edition))}</dc:rights>"
    if game.source:
        yield f"<dc:creator>{escape(game.source.author)}</dc:creator>"
        yield f"<dc:source>{escape(source(game.source))}</dc:source>"
    yield f'<meta property="dcterms:modified">{date:%Y-%m-%dT%H:%M:%SZ}</meta>'
    features = ["structuralNavigation", "tableOfContents", "readingOrder", "displayTransformability"]
    values = [
        ("accessMode", "textual"),
        *([("accessMode", "visual")] if has_drawings else []),
        ("accessModeSufficient", "textual"),
        *(
            ("accessibilityFeature", each)
            for each in (*features, *(["alternativeText"] if has_drawings else []))
        ),
        ("accessibilityHazard", "none"),
        ("accessibilitySummary", _SUMMARY),
    ]
    for name, value in values:
        yield f'<meta property="schema:{name}">{value}</meta>'
