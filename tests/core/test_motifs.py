"""Motifs of books: each is a distinct drawing, its colours are readable, and each book has its own."""

import re
import xml.etree.ElementTree as etree
from pathlib import Path

import pytest

from rules_py.present.motifs import FACES, render_motif
from rules_py.systems import registry

PALETTE = (Path(__file__).parents[2] / "docs" / "assets" / "css" / "palette.css").read_text("utf-8")
SCHEMES = {"default": "light", "slate": "dark"}
MIN_CONTRAST = 7.0
"""The contrast of text that readers of every sight can read (WCAG 2.2, 1.4.6)."""


def values(selector: str) -> dict[str, str]:
    """Return the colours of a rule of the palette by name."""
    [block] = re.findall(rf"^  {re.escape(selector)} {{\n(.*?)^  }}", PALETTE, re.MULTILINE | re.DOTALL)
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("motif", FACES)
def test_motifs_are_distinct_and_hidden_from_screen_readers(motif: str) -> None:
    drawing = etree.fromstring(render_motif(motif))
    assert len(drawing) > 3
    assert drawing.get("aria-hidden") == "true"
    assert [other for other in FACES if render_motif(other) == render_motif(motif)] == [motif]


def test_hills_motif_shows_sums_of_two_dice() -> None:
    rects = [each for each in etree.fromstring(render_motif("hills")).iter() if each.tag.endswith("rect")]
    piles: dict[float, list[float]] = {}
    for each in rects:
        piles.setdefault(float(each.get("x")), []).append(float(each.get("y")))
    assert [len(piles[x]) for x in sorted(piles)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    for pile in piles.values():
        assert sorted(pile, reverse=True) == [max(pile) - 19 * level for level in range(len(pile))]
    assert len({max(pile) for pile in piles.values()}) == 1


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("motif", [motif for motif in FACES if motif != "leaf"])
def test_accents_have_enough_contrast(motif: str, scheme: str) -> None:
    plain = values(f'[data-md-color-scheme="{scheme}"]')
    accents = values(f'[data-md-color-scheme="{scheme}"][data-md-color-primary="{motif}"]')
    assert accents.keys() == {"leaf", "leaf-strong"}
    for accent in accents.values():
        assert contrast(accent, plain["paper"]) >= MIN_CONTRAST
        assert contrast(accent, plain["paper-raised"]) >= MIN_CONTRAST
        assert contrast(accent, plain["on-leaf"]) >= MIN_CONTRAST


@pytest.mark.parametrize("motif", [motif for motif in FACES if motif != "leaf"])
def test_covers_have_enough_contrast(motif: str) -> None:
    ink = values(":is(.cover, .title-page)")["cover-ink"]
    ground = values(f':is(.cover, .title-page)[data-motif="{motif}"]')["cover"]
    assert contrast(ink, ground) >= MIN_CONTRAST


def test_every_book_has_its_own_motif() -> None:
    motifs = [game.motif for game in registry.games() if game.numbers]
    assert set(motifs) <= set(FACES)
    distinct = [motif for motif in motifs if motif != "leaf"]
    assert len(distinct) == len(set(distinct))
