"""No reply to a page changes unseen, whatever it asks: each against what is on record."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from tests.contracts.page_requests import read, sums

ASKED: dict[str, list[tuple[dict[str, Any], str]]] = defaultdict(list)
for request, found in read():
    ASKED[str(request.get("action"))].append((request, found))
TOLD = "look at it; a change that is meant is written by: .venv/bin/python -m tests.contracts.page_requests"


@pytest.mark.parametrize("action", ASKED)
def test_it_is_answered_as_it_is_on_record(action: str) -> None:
    for request, found in ASKED[action]:
        assert sums(request) == found, f"{TOLD}; {request}"
