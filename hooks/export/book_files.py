"""The files of every book in the site, and the links to them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hooks.base.adapter import LOG
from hooks.export.edition import Edition, ExportError, Format
from rules_py.systems.game import Game


@dataclass(frozen=True)
class Download:
    """A link to a file. Its `size` is filled in once the file is written."""

    label: str
    about: str
    address: str
    size: str


def is_wanted() -> bool:
    """Return whether this build writes the files, as `./site_build.sh export` requests."""
    return os.environ.get("DICELEAF_EXPORT") == "1"


def downloads(game: Game) -> list[Download]:
    """Return the links to a book's files, none if this build writes no files."""
    if not is_wanted():
        return []
    addresses = [(each, each.address(game)) for each in _formats()]
    return [Download(each.label, each.about, address, _mark(address)) for each, address in addresses]


def write(editions: Iterable[Edition], site: Path) -> None:
    """Write the files of every book and their sizes into its cover. Raises ExportError."""
    jobs = [(each, edition, site / each.address(edition.game)) for edition in editions for each in _formats()]
    for folder in {path.parent for _, _, path in jobs}:
        folder.mkdir(exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(each.write, edition, path) for each, edition, path in jobs if each.waits]
        for each, edition, path in jobs:
            if not each.waits:
                each.write(edition, path)
        for future in futures:
            future.result()
    for each, edition, path in jobs:
        cover = site / edition.pages[0].file.dest_uri
        size = _size(path.stat().st_size)
        cover.write_text(cover.read_text("utf-8").replace(_mark(each.address(edition.game)), size), "utf-8")


def _mark(address: str) -> str:
    return f"[size of {address}]"


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{max(1, round(size / 1e3))} KB"


@cache
def _formats() -> Sequence[Format]:
    """Return the formats that this machine can write. Raises ExportError where CI=true and one is missing."""
    from hooks.export.registry import (
        FORMATS,
    )  # imported only here, as other builds don't need their libraries

    possible = []
    for each in FORMATS:
        if lack := each.lacks():
            if os.environ.get("CI") == "true":
                raise ExportError(f"{each.label}: {lack}")
            LOG.info("Left out %s: %s", each.label, lack)
        else:
            possible.append(each)
    return possible
