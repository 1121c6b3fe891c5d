"""Archives whose bytes depend on nothing but their files and the date of the edition."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from zipfile import ZipFile, ZipInfo

_FIRST = datetime(1980, 1, 1, tzinfo=UTC)
"""The first date that an archive can name."""


def edition_date() -> datetime:
    """Return the date of the edition, which is that of the commit."""
    return max(_FIRST, datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), UTC))


def edition_label() -> str | None:
    """Return the date of the edition for readers, or None if the book has no commit."""
    date = edition_date()
    return f"{date.day} {date:%B %Y}" if date > _FIRST else None


def add_file(archive: ZipFile, name: str, content: bytes, date: datetime, method: int) -> None:
    """Add a file that everyone may read."""
    info = ZipInfo(name, (date.year, date.month, date.day, date.hour, date.minute, date.second))
    info.external_attr = 0o644 << 16
    info.compress_type = method
    archive.writestr(info, content, compresslevel=9)
