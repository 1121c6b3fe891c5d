"""The examples and claims of a book's pages, as a page requests their proofs under house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from hooks.contracts.books import PAGES, read
from hooks.contracts.requests import reply_to
from hooks.directives import fences, yaml_body
from hooks.directives.fences import Fence
from rules_py.systems.game import Game


@cache
def blocks_of(name: str) -> list[dict[str, Any]]:
    """Return the examples and claims of a page in order."""
    page, lines = read(name)
    pieces = [piece for piece in fences.split(lines, page.start) if isinstance(piece, Fence)]
    return [
        {"code": "\n".join(piece.body)}
        if piece.language == "pycon"
        else {
            "claim": {name: value for name, value in yaml_body.read(piece).values.items() if name != "says"}
        }
        for piece in pieces
        if piece.language in ("pycon", "claim")
    ]


def pages_of(game: Game) -> list[str]:
    """Return the pages of the game's book with examples or claims."""
    return [name for name in PAGES if name.startswith(f"{game.id}/") and blocks_of(name)]


def proof_lines(game: Game, house: Mapping[str, Any]) -> Iterator[str]:
    """Yield how many examples and claims of each page no longer hold under these house rules."""
    for name in pages_of(game):
        blocks = blocks_of(name)
        reply = reply_to({"action": "reprove", "game": game.id, "house": house, "blocks": blocks})
        differences = ["claim" in block for block, html in zip(blocks, reply["html"], strict=True) if html]
        if differences:
            claims = sum(differences)
            yield f"{name}: {len(differences) - claims} examples, {claims} claims of {len(blocks)} differ"
