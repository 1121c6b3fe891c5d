"""The chapters of a book as journal entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from urllib.parse import unquote, urlsplit

from bs4 import Tag

from hooks.export.edition import Edition
from hooks.export.foundry.documents import Document, document_id, folder, journal, journal_page, link
from hooks.export.text import Chapter

_ATTRIBUTES = frozenset(("alt", "colspan", "href", "rowspan", "scope", "src", "start"))
"""The attributes that Foundry's journals need: they have neither our styles nor our anchors."""
_RENAMED = {"aside": "blockquote"}
_BOLD, _RAISED = "note-title", "rule"
"""The classes of the title of a note and of the number that a sentence states."""


@dataclass
class _Section:
    """A part of a chapter: the anchor of its heading, "" for the text above the first, and its elements."""

    anchor: str
    title: str
    parts: list[Tag] = field(default_factory=list)

    @property
    def anchors(self) -> Iterator[str]:
        yield self.anchor
        for part in self.parts:
            yield from (str(each["id"]) for each in (part, *part.select("[id]")) if each.get("id"))


class Journals:
    """The journal entries of a book in the pack `pack`, such as `diceleaf-ferry.journal`."""

    def __init__(self, edition: Edition, chapters: Sequence[Chapter], pack: str) -> None:
        self._edition, self._pack = edition, pack
        self._sections = {chapter.name: _sections(chapter) for chapter in chapters}
        self._chapters = chapters
        self._places = {
            (name, anchor): self._page_uuid(name, section)
            for name, sections in self._sections.items()
            for section in reversed(sections)
            for anchor in section.anchors
        }

    def uuid(self, address: str) -> str | None:
        """Return the UUID of the page of a link such as `fights#C-012`, or None if there is none."""
        name, _, anchor = address.partition("#")
        return self._places.get((name, unquote(anchor))) or self._places.get((name, ""))

    def uuid_of_anchor(self, anchor: str) -> str | None:
        """Return the UUID of the first page with this anchor, such as the number of a rule."""
        return next((uuid for (_, each), uuid in self._places.items() if each == anchor), None)

    def documents(self, parts: Mapping[str, str], tables: Mapping[str, str]) -> Iterator[Document]:
        """Yield the folders and entries. `parts` are the titles of the book's parts by chapter, `tables` the
        links to rollable tables by their anchors on the pages.
        """
        folders = {title: document_id(self._pack, "folder", title) for title in parts.values()}
        for place, (title, id) in enumerate(folders.items(), 1):
            yield folder(id, title, place)
        for place, chapter in enumerate(self._chapters, 1):
            number = f"{chapter.number:02}. " if chapter.number else ""
            pages = list(self._pages(chapter, tables))
            part = folders.get(parts.get(chapter.name, ""))
            yield journal(self._entry_id(chapter.name), f"{number}{chapter.title}", place, pages, part)

    def _pages(self, chapter: Chapter, tables: Mapping[str, str]) -> Iterator[Document]:
        entry = self._entry_id(chapter.name)
        for place, section in enumerate(self._sections[chapter.name], 1):
            content = "".join(self._content(part, chapter.name, section, tables) for part in section.parts)
            if not section.anchor and chapter.about:
                content = f"<p><em>{escape(chapter.about)}</em></p>{content}"
            level = 2 if section.anchor else 1
            id = self._page_id(chapter.name, section)
            yield journal_page(id, entry, section.title, place, content, level=level)

    def _content(self, part: Tag, chapter: str, section: _Section, tables: Mapping[str, str]) -> str:
        """Return an element of a section as HTML for Foundry."""
        wrapper = Tag(name="div")
        wrapper.append(part)
        for picture in wrapper.select("svg"):
            if not picture.find_parent("svg"):
                picture.replace_with(_tag("p", str(picture.get("aria-label") or "")))
        for each in wrapper.find_all(True):
            if (anchor := str(each.get("id") or "")) in tables:
                each.insert_before(_tag("p", tables[anchor]))
            if each.name == "a":
                self._rewrite_link(each, chapter, section, tables)
            else:
                self._rewrite(each)
        return wrapper.decode_contents()

    def _rewrite(self, element: Tag) -> None:
        """Make an element one that reads well without the site's styles."""
        classes = element.get_attribute_list("class")
        if _BOLD in classes and not element.find("strong"):
            bold = _tag("strong")
            bold.extend(list(element.contents))
            element.append(bold)
        element.name = "sup" if _RAISED in classes else _RENAMED.get(element.name, element.name)
        element.attrs = {name: value for name, value in element.attrs.items() if name in _ATTRIBUTES}
        if element.name == "img":
            element["src"] = f"modules/{self._pack.partition('.')[0]}/{element['src']}"
        elif element.name == "span":
            element.unwrap()

    def _rewrite_link(self, anchor: Tag, chapter: str, section: _Section, tables: Mapping[str, str]) -> None:
        """Replace a link within the book by one of Foundry's, and one within the page by its text."""
        href = str(anchor.get("href") or "")
        if urlsplit(href).scheme:
            anchor.attrs = {"href": href}
            return
        address = f"{chapter}{href}" if href.startswith("#") else href
        label, uuid = anchor.get_text(), self.uuid(address)
        if table := tables.get(address.partition("#")[2]):
            anchor.replace_with(table)
        elif uuid and label.strip() and uuid != self._page_uuid(chapter, section):
            anchor.replace_with(link(uuid, label))
        else:
            anchor.replace_with(label)

    def _entry_id(self, chapter: str) -> str:
        return document_id(self._pack, chapter)

    def _page_id(self, chapter: str, section: _Section) -> str:
        return document_id(self._pack, chapter, section.anchor)

    def _page_uuid(self, chapter: str, section: _Section) -> str:
        entry, page = self._entry_id(chapter), self._page_id(chapter, section)
        return f"Compendium.{self._pack}.JournalEntry.{entry}.JournalEntryPage.{page}"


def _tag(name: str, text: str = "") -> Tag:
    tag = Tag(name=name)
    tag.string = text
    return tag


def _sections(chapter: Chapter) -> list[_Section]:
    """Return the sections of a chapter, each from a heading of the second level to the next."""
    sections = [_Section("", chapter.title)]
    for child in chapter.body.find_all(True, recursive=False):
        if child.name == "h2":
            sections.append(_Section(str(child.get("id") or ""), child.get_text(" ", strip=True)))
        elif child.name != "h1":
            sections[-1].parts.append(child)
    return sections
