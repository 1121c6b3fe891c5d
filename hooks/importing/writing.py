"""The files of an imported book. Files that the author has edited since are never overwritten."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from hooks import scaffold
from hooks.base.plain_text import as_markdown, in_quotes
from hooks.importing.links import FILES
from hooks.importing.pages import HOME, Page, slug
from hooks.importing.report import Note
from hooks.importing.sources import Origin, Sources

REPORT = "IMPORT.md"
NO_ORIGIN = "The authors of this text and its licence are not named yet."
"""The sentence on the cover if the source names neither."""
_MAX_CHAPTERS = 60
"""The most pages that are numbered as chapters, and the most listed on the cover; the contents have all."""
_OWN_NUMBER = re.compile(r"(?:chapter|part|section)?\s*\d+\b|[IVXL]+[.:]", re.IGNORECASE)
_RECORD = ".diceleaf-import.json"
_NEWER = ".diceleaf-import"
"""The folder with the import's version of files that the author has edited."""


def game_id(into: Path, title: str, source: Path) -> str:
    """Return the ID of the game in a repository.

    It is that of the last import of the same source. Otherwise it comes from the folder if the repository is
    new, else from the title.
    """
    if _is_book(into):
        origin = _relative(source, into)
        if before := [name for name, value in _record(into).items() if value == origin]:
            return before[0].removeprefix("docs/")
        return re.sub(r"\W+", "_", slug(title)).strip("_") or "book"
    return re.sub(r"\W+", "_", into.resolve().name.lower(), flags=re.ASCII).strip("_")


def _relative(source: Path, into: Path) -> str:
    """Return the path of the source relative to the book, as in the record."""
    return source.resolve().relative_to(into.resolve(), walk_up=True).as_posix()


def _is_book(folder: Path) -> bool:
    return (folder / "mkdocs.yml").is_file()


def write(
    into: Path,
    game: str,
    title: str,
    pages: Sequence[Page],
    source_files: Sources,
    used_files: Mapping[str, str],
    origin: Origin,
) -> list[Note]:
    """Write the pages and pictures, in a new repository if there is none; return notes of files that stay.

    A file that the author has edited stays. If its source has changed too, the import's version is stored in
    the folder _NEWER.
    """
    is_new = not _is_book(into)
    folder = f"docs/{game}"
    if is_new:
        licence, author = (origin.preset, origin.author) if origin.is_complete else ("", "")
        scaffold.make(into, title, plain=True, licence=licence, author=author)
        shutil.rmtree(into / folder)
    previous = {} if is_new else _record(into)
    contents = {f"{folder}/{name}": text.encode() for name, text in _texts(title, pages, origin)}
    contents |= {
        f"{folder}/{FILES}/{name}": (source_files.root / source).read_bytes()
        for source, name in used_files.items()
    }
    current = {folder: _relative(source_files.path, into)}
    notes: list[Note] = []
    for name, content in contents.items():
        current[name] = _digest(content)
        path = into / name
        if path.is_file() and _digest(path.read_bytes()) not in (previous.get(name), current[name]):
            if previous.get(name) == current[name]:
                notes.append(Note("mapped", name, 0, "file that you have edited, kept"))
                continue
            path = into / _NEWER / name
            advice = f"Compare it with {_NEWER}/{name}"
            notes.append(
                Note("by hand", name, 0, "kept as you have edited it, but its source is new", advice)
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for name in previous.keys() - current.keys():
        path = into / name
        if name.startswith(f"{folder}/") and path.is_file() and previous[name] == _digest(path.read_bytes()):
            path.unlink()
    (into / _RECORD).write_text(json.dumps(previous | current, indent=1, sort_keys=True) + "\n", "utf-8")
    return notes


def _record(into: Path) -> dict[str, str]:
    """Return the digest of each file that imports wrote, and the source of each game by its folder."""
    path = into / _RECORD
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _texts(title: str, pages: Sequence[Page], origin: Origin) -> list[tuple[str, str]]:
    home = next((page for page in pages if page.name == HOME), None)
    body = [line.text for line in home.lines] if home else _cover(title, pages)
    body += ["", "## Licence and credit", "", _credit(origin)]
    description = home.description if home else f"The rules of {title}."
    texts = [("index.md", _page(title, description, ["order: 1", "book: yes"], body))]
    unnumbered = [] if _has_chapters(pages) else ["chapter: false"]
    order = 0
    for page in pages:
        if page is home:
            continue
        order += 1
        lines = [line.text for line in page.lines]
        extra_lines = [f"order: {order}", *unnumbered]
        texts.append((f"{page.name}.md", _page(page.title, page.description, extra_lines, lines)))
    return texts


def _has_chapters(pages: Sequence[Page]) -> bool:
    """Return whether the pages are chapters to number: not too many, and without numbers of their own."""
    numbered = sum(bool(_OWN_NUMBER.match(page.title)) for page in pages)
    return len(pages) <= _MAX_CHAPTERS and 2 * numbered <= len(pages)


def _cover(title: str, pages: Sequence[Page]) -> list[str]:
    """Return the first page of a book whose source has none: its title, and its first chapters."""
    links = [f"-   [{as_markdown(page.title)}]({page.name}.md)" for page in pages[:_MAX_CHAPTERS]]
    return [f"# {as_markdown(title)}", "", "## Chapters", "", *links]


def _credit(origin: Origin) -> str:
    if not origin.licence and not origin.credit:
        return NO_ORIGIN
    parts = (f"{origin.credit.rstrip('.')}." if origin.credit else "", f"Licence: {origin.licence}.")
    return as_markdown(" ".join(part for part in parts[: 1 + bool(origin.licence)] if part))


def _page(title: str, description: str, extra_lines: Sequence[str], body: Sequence[str]) -> str:
    head = [f'title: "{in_quotes(title)}"', *extra_lines, f'description: "{in_quotes(description)}"']
    return "\n".join(["---", *head, "---", "", *body]).rstrip() + "\n"
