"""Imports of small texts in a dialect, and their pages as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from markdown import Markdown

from hooks.importing import Options, Result, run


def import_texts(tmp_path: Path, name: str, **texts: str) -> tuple[Result, dict[str, BeautifulSoup]]:
    """Import small texts, and return the result and the page of each."""
    folder = tmp_path / "source"
    folder.mkdir()
    for each, text in texts.items():
        (folder / f"{each}.md").write_text(text, "utf-8")
    (folder / "map.png").write_bytes(b"")
    result = run(folder, Options(tmp_path / name, dry_run=True))
    return result, {page.name: html_of("\n".join(line.text for line in page.lines)) for page in result.pages}


def html_of(text: str) -> BeautifulSoup:
    """Return the page as Diceleaf's extensions of Markdown show it."""
    extensions = ["admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc"]
    pymdownx = ["caret", "details", "mark", "superfences", "tabbed", "tasklist", "tilde"]
    md = Markdown(
        extensions=[*extensions, *(f"pymdownx.{each}" for each in pymdownx)],
        extension_configs={"pymdownx.tabbed": {"alternate_style": True}},
    )
    html = md.convert(text)
    return BeautifulSoup(html, "html.parser")


def words(element: Tag | None) -> str:
    assert element is not None
    return " ".join(element.get_text(" ").split())


def notes_of(result: Result, kind: str) -> Iterator[str]:
    return (note.what for note in result.notes if note.kind == kind)
