"""What pages ask, and what they ask by mistake, on record with a sum of the reply: requests that were chosen
because with them each comparison of what answers pages comes out either way and even, each condition decides,
and each line is come to.

The sums are of words and all: much of what is decided is only a choice of words. After a change that is
meant, and be it that something is said better, `.venv/bin/python -m tests.contracts.page_requests` writes
them anew. More are chosen and added by `.venv/bin/python -m tests.mutation.boundary_search asked`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock
from zlib import crc32

from hooks.contracts.requests import answered
from rules_py.dice.dice import RandomDice
from rules_py.dice.seeded import SplitMix64

HALF_THROWN = import_module("rules_py.calculators.partial_roll")._KEPT
RECORD = Path(__file__).with_suffix(".txt")


def sums(request: dict[str, Any]) -> str:
    """A sum of the reply. Dice fall the same way each time, and nothing was asked before."""
    numbers = SplitMix64(1)
    with (
        mock.patch.object(RandomDice, "_below", lambda self, limit: numbers.below(limit)),
        mock.patch.dict(HALF_THROWN, clear=True),
    ):
        return f"{crc32(json.dumps(answered(request)).encode()):08x}"


def read() -> Iterator[tuple[dict[str, Any], str]]:
    for line in RECORD.read_text("utf-8").splitlines():
        found, request = line.split("\t")
        yield json.loads(request), found


def line(request: dict[str, Any]) -> str:
    return "\t".join((sums(request), json.dumps(request, separators=(",", ":"))))


def write(requests: list[dict[str, Any]]) -> None:
    lines = map(line, requests)
    RECORD.write_text("".join(f"{each}\n" for each in lines), "utf-8")


if __name__ == "__main__":
    write([request for request, _ in read()])
