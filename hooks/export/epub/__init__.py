"""EPUB: a book for e-readers and their apps, which lay it out themselves and work offline."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from hooks.export.edition import Edition, Format


def _write(edition: Edition, path: Path) -> None:
    from hooks.export.epub.package import write  # its libraries are an extra

    write(edition, path)


def _missing_requirement() -> str | None:
    missing = [name for name in ("bs4", "fontTools", "PIL", "resvg_py") if not find_spec(name)]
    return f'Install {", ".join(missing)}: pip install "diceleaf[export]"' if missing else None


FORMAT = Format("EPUB", "for phones, tablets and e-readers", ".epub", _write, _missing_requirement)
