"""Markdown: a book as plain text with tables, for GitHub, Obsidian and any editor."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from hooks.export.edition import Edition, Format


def _write(edition: Edition, path: Path) -> None:
    from hooks.export.markdown.archive import write  # its libraries are an extra

    write(edition, path)


def _missing_requirement() -> str | None:
    return None if find_spec("markdownify") else 'Install markdownify: pip install "diceleaf[export]"'


FORMAT = Format(
    "Markdown", "for GitHub, Obsidian and any editor", "-markdown.zip", _write, _missing_requirement
)
