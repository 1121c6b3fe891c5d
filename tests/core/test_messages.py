"""Messages compared with their snapshots."""

from __future__ import annotations

import pytest

from tests.core.messages import FOLDER, PARTS
from tests.snapshots import Snapshot


@pytest.mark.parametrize("part", PARTS)
def test_messages_are_unchanged(part: str, snapshot: Snapshot) -> None:
    snapshot(FOLDER / f"{part}.txt", "\n".join(PARTS[part]()))
