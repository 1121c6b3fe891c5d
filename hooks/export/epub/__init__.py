"""EPUB: a book for reading programs and devices, which set its type and work without a network."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from hooks.export.edition import Edition, Format


def _write(edition: Edition, path: Path) -> None:
    from hooks.export.epub.package import write  # its libraries are an extra

    write(edition, path)


def _lacks() -> str | None:
    return None if find_spec("bs4") else 'Install Beautiful Soup: pip install "diceleaf[export]"'


FORMAT = Format("EPUB", "for phones, tablets and e-readers", ".epub", _write, _lacks)
