"""The files of a book in Markdown and their archive."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from hooks.export.archive import add_file, edition_date
from hooks.export.edition import Edition
from hooks.export.markdown.converter import escape, to_markdown
from hooks.export.text import Chapter, credit, pictures, read_chapters

SUFFIX = ".md"
README = "README.md"


def write(edition: Edition, path: Path) -> None:
    """Write the book as a ZIP archive with one folder: a file for each chapter, and README.md.

    The same book and date give the same bytes.
    """
    chapters = read_chapters(edition, SUFFIX)
    folder, date = edition.game.id, edition_date()
    linked = {str(link["href"]) for each in chapters for link in each.body.select("a[href]")}
    with ZipFile(path, "w") as archive:
        add_file(archive, f"{folder}/{README}", _readme(edition, chapters).encode(), date, ZIP_DEFLATED)
        for each in chapters:
            text = to_markdown(each.body, _anchors(each, linked))
            add_file(archive, f"{folder}/{each.name}{SUFFIX}", text.encode(), date, ZIP_DEFLATED)
        for name in pictures(chapters):
            add_file(archive, f"{folder}/{name}", (edition.site / name).read_bytes(), date, ZIP_DEFLATED)


def _anchors(chapter: Chapter, linked: set[str]) -> frozenset[str]:
    """Return the ids in the chapter that links lead to."""
    ids = (str(each["id"]) for each in chapter.body.select("[id]"))
    own = chapter.name + SUFFIX
    return frozenset(id for id in ids if f"{own}#{id}" in linked or f"#{id}" in linked)


def _readme(edition: Edition, chapters: list[Chapter]) -> str:
    """Return the title, the credit, the licence and the contents."""
    game = edition.game
    facts = "\n".join(f"- **{label}:** {escape(value)}" for label, value in credit(edition))
    entries = "\n".join(map(_entry, chapters))
    return f"# {escape(game.title)}\n\n{escape(game.tagline)}\n\n{facts}\n\n## Contents\n\n{entries}\n"


def _entry(chapter: Chapter) -> str:
    number = f"{chapter.number}. " if chapter.number else ""
    about = f": {escape(chapter.about)}" if chapter.about else ""
    return f"- [{number}{escape(chapter.title)}]({chapter.name}{SUFFIX}){about}"
