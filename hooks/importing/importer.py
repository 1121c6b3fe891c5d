"""An import from its sources to the files of the book."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from hooks.importing import (
    dice,
    links,
    marks,
    order,
    percentages,
    sources,
    stat_blocks,
    tables,
    words,
    writing,
)
from hooks.importing.dialects import LIFTS, Step, detect
from hooks.importing.markup import commonmark, escapes, html, wide_tables
from hooks.importing.pages import (
    Heading,
    Page,
    find_headings,
    name_pages,
    slug,
    split,
    underlined_as_marked,
    with_one_title,
)
from hooks.importing.report import Line, Message, Note, as_markdown, messages
from hooks.importing.sources import Origin, Sources
from rules_py.base.errors import InputError
from rules_py.base.wording import pluralize

_STEPS: Sequence[Step] = (
    tables.convert,
    percentages.convert,
    escapes.convert,
    commonmark.convert,
    escapes.escape_rest,
)
"""The steps that convert the lines of a page after its links."""
_STAT_BLOCKS = ("Stat blocks", "All stat blocks", "List of stat blocks")
"""The titles that the list of a book's stat blocks may have."""
_MAX_WORDS = 100
"""The most missing words in the list."""


@dataclass(frozen=True)
class Options:
    """The choices of the author.

    into   the folder of the book's repository, new or one that exists; None for one named after the title
    split  the level of the headings that start a page in a long file; 0 for a page a file
    dice   the dice in the text that become rollers: all, those of Obsidian's plugin, or none
    mark   the letters of the rule numbers that bold leads and list items get, or ""
    """

    into: Path | None = None
    title: str = ""
    split: int = 0
    dice: dice.Kinds = "all"
    mark: str = ""
    dry_run: bool = False


@dataclass
class Result:
    """The outcome of an import."""

    into: Path
    game: str
    pages: Sequence[Page]
    notes: Sequence[Note]
    words: int
    missing: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    report: str = ""

    @property
    def folder(self) -> str:
        """The folder of the pages within the book."""
        return f"docs/{self.game}"

    @property
    def comparison(self) -> str:
        """A sentence on whether the words of the book are those of the source."""
        if not self.missing:
            but = ", except on lines of which this report says that something is not in it"
            dropped = any(note.leaves_out for note in self.notes)
            return f"Every word of the source stands in the book{but if dropped else ''}."
        places = [
            f"{word} ({file}:{line})"
            for file, lines in self.missing.items()
            for word, line in sorted(lines.items())
        ]
        word_list = ", ".join(places[:_MAX_WORDS])
        more = f", and {len(places) - _MAX_WORDS:,} more" if len(places) > _MAX_WORDS else ""
        return f"Words of the source that the book lacks or has less often: {word_list}{more}."

    @property
    def messages(self) -> list[Message]:
        """The notes that the author has to read."""
        return messages(self.notes)


def run(source: Path, options: Options) -> Result:
    """Import a file or folder into a book, and return the result.

    Raises InputError if there is nothing to import.
    """
    source_files = sources.read(source)
    title = options.title or _title(source_files, source)
    into = options.into or Path(slug(title) or "book")
    if not options.into and into.resolve() == source.resolve():
        expected = f"the folder of the book, such as {into}_book, as {into} is the source"
        raise InputError.at("--into", None, expected, code="missing")
    game = writing.game_id(into, title, source)
    hints = source_files.hints()
    dialects = {page.path: detect(page.text, hints) for page in source_files.pages}
    pages, notes = _pages(source_files, options, title, dialects)
    used_files: dict[str, str] = {}
    notes += _convert(pages, source_files.files, options.mark, used_files)
    count, missing = _check(source_files, pages, notes)
    origin = Origin(source_files.licence(), source_files.credit())
    notes += _of_settings(origin, into)
    result = Result(into, game, pages, notes, count, missing)
    used_dialects = {*chain(*dialects.values())}
    facts = [
        f"{pluralize(len(source_files.pages), 'file', 'files')} with {count:,} words became "
        f"{pluralize(len(pages), 'page', 'pages')} in {result.folder}.",
        f"Dialects: {', '.join(name for name in LIFTS if name in used_dialects) or 'plain Markdown'}.",
        _of_origin(origin, f"docs/{game}/index.md"),
        *(
            [f"Not imported, as about the project: {', '.join(source_files.about)}."]
            if source_files.about
            else []
        ),
        result.comparison,
    ]
    if not options.dry_run:
        result.notes = [*notes, *writing.write(into, game, title, pages, source_files, used_files, origin)]
    result.report = as_markdown(title, facts, result.notes)
    if not options.dry_run:
        (into / writing.REPORT).write_text(result.report, "utf-8")
    return result


def _convert(
    pages: Sequence[Page], files: Sequence[str], letters: str, used_files: dict[str, str]
) -> list[Note]:
    """Convert the text of all pages, and return the notes. `used` takes the files that they need."""
    library = links.Library(pages, files, used_files, links.linked_blocks(pages))
    notes = [note for page in pages if not page.is_made for note in links.convert(page, library)]
    links.mark_headings(pages)
    for page in pages:
        for step in () if page.is_made else _STEPS:
            page.lines, new_notes = step(page.lines, page.source)
            notes += new_notes
    return notes + (marks.number(pages, letters) if letters else [])


def _title(source_files: Sources, source: Path) -> str:
    for name in ("mkdocs.yml", "_config.yml"):
        path = source_files.root / name
        text = path.read_text("utf-8", "replace") if path.is_file() else ""
        if match := re.search(r"^(?:site_name|title): *(.+)$", text, re.MULTILINE):
            return match[1].strip("\"' ")
    [first, *others] = source_files.pages
    if not others and isinstance(own := first.front.get("title"), str) and own.strip():
        return own.strip()
    stem = source.resolve().stem if source.is_file() else source.resolve().name
    return re.sub(r"[-_]+", " ", stem).strip().title()


def _pages(
    source_files: Sources, options: Options, title: str, dialects: Mapping[str, Sequence[str]]
) -> tuple[list[Page], list[Note]]:
    """Return the pages with the markup of their dialects converted, and notes."""
    pages: list[Page] = []
    notes = [*source_files.notes]
    for source in source_files.pages:
        lines = source.lines
        notes += source.notes
        lifts = [LIFTS[name] for name in dialects[source.path]]
        steps: list[Step] = [*lifts, stat_blocks.convert, partial(dice.convert, kinds=options.dice)]
        steps += [html.lift, wide_tables.lift, escapes.rename_fences]
        for step in steps:
            lines, new_notes = step(lines, source.path)
            notes += new_notes
        page = Page(source.path, underlined_as_marked(lines), source.front)
        for part in split(page, options.split) if options.split else [page]:
            with_one_title(part)
            pages.append(part)
    pages, home = order.in_order(pages, title)
    name_pages(pages, pages[0] if len(pages) == 1 else home)
    for page in pages:
        find_headings(page)
    return pages, notes + _list_stat_blocks(source_files, pages)


def _list_stat_blocks(source_files: Sources, pages: list[Page]) -> list[Note]:
    """List the stat blocks of the book, if there are enough, and return the notes.

    It is a page of its own, or a section of the only page with stat blocks. Its rows link to the blocks.
    """
    blocks = [block for source in source_files.pages for block in stat_blocks.read(source.lines, source.path)]
    title = next(each for each in _STAT_BLOCKS if slug(each) not in {page.name for page in pages})
    having = {page.name: page for page, _ in (_place(block, pages) for block in blocks)}

    def address(block: stat_blocks.StatBlock) -> str:
        page, heading = _place(block, pages)
        if heading and heading is not page.headings[0]:
            heading.is_linked = True
            return f"{'' if len(having) == 1 else f'{page.name}.md'}#{heading.anchor}"
        return f"{page.name}.md"

    if len(having) == 1:
        lines, notes = stat_blocks.as_list(blocks, "Section", address, title)
        for page in having.values() if lines else ():
            page.lines += [Line(each, 0) for each in ("", f"## {title}", "", *lines)]
        return notes
    lines, notes = stat_blocks.as_list(blocks, "Page", address, title)
    if lines:
        text = [f"# {title}", "", "All stat blocks of the book.", "", *lines]
        pages.append(Page("", [Line(each, 0) for each in text], {}, slug(title), title, is_made=True))
    return notes


def _place(block: stat_blocks.StatBlock, pages: Sequence[Page]) -> tuple[Page, Heading | None]:
    """Return the page of a stat block, and the heading above it."""
    parts = [page for page in pages if page.source == block.file]
    earlier_parts = [each for each in parts if each.lines and each.lines[0].number <= block.line]
    page = earlier_parts[-1] if earlier_parts else parts[0]
    headings = [each for each in page.headings if page.lines[each.at].number <= block.line]
    return page, headings[-1] if headings else None


def _check(
    source_files: Sources, pages: Sequence[Page], notes: Sequence[Note]
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
    for source in source_files.pages:
        count += len(source.text.split())
        missing = words.missing(source.lines, parts.get(source.path, ()), left_out.get(source.path, ()))
        if missing:
            lacking[source.path] = missing
    return count, lacking


def _of_origin(origin: Origin, cover: str) -> str:
    """Return the licence and the author, and what to do about those that the source doesn't name."""
    text = f"Licence: {origin.licence or 'not found'}. Credit: {origin.credit or 'not found'}."
    if origin.licence and origin.credit:
        return text
    place = f"under “Licence and credit” in {cover}"
    if not origin.licence and not origin.credit:
        place = f"in {cover}, in place of “{writing.NO_ORIGIN}”"
    return f"{text} Ask for what is missing before you publish, and write it {place}."


def _of_settings(origin: Origin, into: Path) -> list[Note]:
    """Return notes on the licence in `mkdocs.yml`, if the book exists or needs more than is written."""
    settings = into / "mkdocs.yml"
    text = settings.read_text("utf-8") if settings.is_file() else ""
    if not origin.preset or re.search(rf"^(?!#).*licence: {origin.preset}\b", text, re.MULTILINE):
        return []
    if not text and origin.is_complete:
        return []
    advice = f"Add `extra: {{licence: {origin.preset}}}`, and the author as `site_author:`"
    return [Note("by hand", settings.name, 0, f"the licence of the source is {origin.licence}", advice)]
