"""A sentence that generalises about chances is followed by its proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from hooks.directives import fences
from hooks.directives.fences import Fence, Prose
from hooks.directives.pages import read_page

DOCS = Path(__file__).resolve().parents[2] / "docs"
NAMES = ("what-the-numbers-say", "running-the-game", "odds", "growth", "party")
PAGES = sorted(path.relative_to(DOCS).as_posix() for name in NAMES for path in DOCS.glob(f"*/{name}.md"))
PROOFS = ("claim", "pycon", "odds", "plot")
GENERAL = re.compile(
    r"\b(?:always|never|whatever|whichever|no matter|invariably|mostly|the more|the fewer|the less|in every|at every|"
    r"for every|at any|for any|better than|worse than|more than|less than|fewer than|at most|at least as|as often as|as likely as|"
    r"most of all|the most|the least)\b|\bfrom \d+ to \d+\b",
    re.IGNORECASE,
)
EXEMPT = re.compile(r"\[[^\]]*[A-Z]-\d+\]|\?$")
"""Sentences that state or cite a rule, and questions."""
SENTENCE = re.compile(r"[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*(?:\s*\[[^\]]*\])*")


def unproved_sentences(name: str) -> Iterator[str]:
    """Yield each generalising sentence without a proof between it and the next heading."""
    page, lines = read_page(DOCS, name)
    pending: list[str] = []
    for piece in fences.split(lines, page.start):
        if isinstance(piece, Fence) and piece.language in PROOFS:
            pending.clear()
        elif isinstance(piece, Prose):
            for paragraph in "\n".join(piece.lines).split("\n\n"):
                if paragraph.lstrip().startswith("#"):
                    yield from pending
                    pending = []
                else:
                    pending += generalising_sentences(paragraph)
    yield from pending


def generalising_sentences(paragraph: str) -> Sequence[str]:
    """Return the sentences of the paragraph that need a proof."""
    text = " ".join(paragraph.split())
    sentences = [each.strip() for each in SENTENCE.findall(text)]
    return [each for each in sentences if GENERAL.search(each) and not EXEMPT.search(each)]


@pytest.mark.parametrize("name", PAGES)
def test_generalising_sentence_has_its_proof(name: str) -> None:
    assert list(unproved_sentences(name)) == []
