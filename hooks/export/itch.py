"""The whole site as a game in the browser for itch.io: a zip that its author uploads there."""

from __future__ import annotations

import zipfile
from pathlib import Path

from hooks.base.site_folders import DOWNLOADS
from hooks.directives.anchors import anchor
from hooks.export.edition import ExportError
from hooks.offline.zip import write_zip

MAX_FILES = 1_000
MAX_FILE_BYTES = 200_000_000
MAX_BYTES = 500_000_000
MAX_PATH = 240
"""The limits of itch.io for the unpacked zip of a game in the browser."""


def write(site: Path, title: str) -> Path:
    """Write the zip of the finished site to its downloads, and return its path.

    Readers' data is stored under the title; under another title they would find none. Raises ExportError if
    the zip exceeds a limit.
    """
    name = anchor(title, "-") or "books"
    out = site / DOWNLOADS / f"{name}-itch.zip"
    out.parent.mkdir(exist_ok=True)
    write_zip(site, out, hosted_as=name)
    check_limits(out)
    return out


def check_limits(zipped: Path) -> None:
    """Raise ExportError if itch.io would refuse the zip."""
    with zipfile.ZipFile(zipped) as archive:
        files = archive.infolist()
    for what, number, most in (
        ("files", len(files), MAX_FILES),
        ("bytes", sum(each.file_size for each in files), MAX_BYTES),
        ("bytes in one file", max(each.file_size for each in files), MAX_FILE_BYTES),
        ("characters in a path", max(len(each.filename) for each in files), MAX_PATH),
    ):
        if number > most:
            raise ExportError(f"{zipped.name}: expected at most {most:,} {what} for itch.io, got {number:,}")
