"""An import from its sources to the files of the book."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hooks.importing import dice, links, marks, sources, tables, words, writing
from hooks.importing.dialects import LIFTS, detect
from hooks.importing.markup import commonmark, escapes, html, wide_tables
from hooks.importing.pages import Page, find_headings, name_pages, split, underlined_as_marked, with_one_title
from hooks.importing.report import Line, Message, Note, as_markdown, messages
from hooks.importing.sources import Sources


@dataclass(frozen=True)
class Options:
    """What the author chose.

    into   the folder of the book's repository, new or one that exists
    split  the level of the headings that start a page in a long file; 0 for a page a file
    mark   the letters of the rule numbers that bold leads and list items get, or ""
    """

    into: Path
    title: str = ""
    split: int = 0
    mark: str = ""
    dry_run: bool = False


@dataclass
class Result:
    """What became of an import."""

    game: str
    pages: Sequence[Page]
    notes: Sequence[Note]
    words: int
    missing: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    report: str = ""

    @property
    def messages(self) -> list[Message]:
        """What the author has to read."""
        return messages(self.notes)


def run(source: Path, options: Options) -> Result:
    """Import a file or folder into a book, and return the result.

    Raises InputError if there is nothing to import, or it would overwrite a file that the author has changed.
    """
    found = sources.read(source)
    title = options.title or _title(found, source)
    game = writing.game_id(options.into, title)
    pages, notes = _pages(found, options.split)
    library = links.Library(pages, found.files)
    library.blocks = links.linked_blocks(pages)
    for page in pages:
        notes += links.convert(page, library)
    for page in pages:
        for step in (tables.convert, dice.convert, escapes.convert, commonmark.convert):
            page.lines, more = step(page.lines, page.source)
            notes += more
    if options.mark:
        notes += marks.number(pages, options.mark)
    count, missing = _check(found, pages, notes)
    licence, credit = found.licence(), found.credit()
    notes += _of_origin(found, licence, credit)
    facts = [
        f"{len(found.pages):,} files with {count:,} words became {len(pages):,} pages in docs/{game}.",
        f"Dialects: {', '.join(_dialects(found)) or 'plain Markdown'}.",
        f"Licence: {licence or 'not found'}. Credit: {credit or 'not found'}.",
        *([f"Not imported, as about the project: {', '.join(found.about)}."] if found.about else []),
        *_facts_of_words(missing),
    ]
    report = as_markdown(title, facts, notes)
    if not options.dry_run:
        writing.write(options.into, game, title, pages, found, library.used, (licence, credit), report)
    return Result(game, pages, notes, count, missing, report)


def _title(found: Sources, source: Path) -> str:
    for name in ("mkdocs.yml", "_config.yml"):
        path = found.root / name
        text = path.read_text("utf-8") if path.is_file() else ""
        if match := re.search(r"^(?:site_name|title): *(.+)$", text, re.MULTILINE):
            return match[1].strip("\"' ")
    stem = source.resolve().stem if source.is_file() else source.resolve().name
    return re.sub(r"[-_]+", " ", stem).strip().title()


def _dialects(found: Sources) -> list[str]:
    hints = found.hints()
    return [name for name in LIFTS if any(name in detect(page.text, hints) for page in found.pages)]


def _pages(found: Sources, level: int) -> tuple[list[Page], list[Note]]:
    """Return the pages with the markup of their dialects lifted, and the notes of that."""
    pages: list[Page] = []
    notes: list[Note] = []
    hints = found.hints()
    for source in found.pages:
        lines = source.lines
        steps = [LIFTS[name] for name in detect(source.text, hints)]
        for step in (*steps, html.lift, wide_tables.lift, escapes.rename_fences):
            lines, more = step(lines, source.path)
            notes += more
        page = Page(source.path, underlined_as_marked(lines), source.front)
        for part in split(page, level) if level else [page]:
            with_one_title(part)
            pages.append(part)
    pages = links.in_order(pages)
    name_pages(pages)
    for page in pages:
        find_headings(page)
    return pages, notes


def _check(
    found: Sources, pages: Sequence[Page], notes: Sequence[Note]
) -> tuple[int, Mapping[str, Mapping[str, int]]]:
    """Return the number of words of the sources, and by file the words that the book lacks."""
    count = 0
    lacking: dict[str, Mapping[str, int]] = {}
    left_out: dict[str, set[int]] = {}
    for note in notes:
        if note.leaves_out:
            left_out.setdefault(note.file, set()).add(note.line)
    parts: dict[str, list[Sequence[Line]]] = {}
    for page in pages:
        parts.setdefault(page.source, []).append(page.lines)
    for source in found.pages:
        count += len(source.text.split())
        missing = words.missing(source.lines, parts.get(source.path, ()), left_out.get(source.path, ()))
        if missing:
            lacking[source.path] = missing
    return count, lacking


def _of_origin(found: Sources, licence: str, credit: str) -> list[Note]:
    missing = [name for name, value in (("licence", licence), ("author", credit)) if not value]
    if not missing:
        return []
    what = f"the source names no {' and no '.join(missing)}"
    return [Note("by hand", ".", 1, what, "Ask for it before you publish, and write it on the cover")]


def _facts_of_words(missing: Mapping[str, Mapping[str, int]]) -> list[str]:
    if not missing:
        return ["Every word of the source stands in the book."]
    places = [
        f"{word} ({file}:{line})" for file, found in missing.items() for word, line in sorted(found.items())
    ]
    shown = ", ".join(places[:200])
    more = f", and {len(places) - 200:,} more" if len(places) > 200 else ""
    return [f"Words of the source that the book lacks or has less often: {shown}{more}."]
