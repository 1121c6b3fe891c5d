"""The faces of books: every motif draws something of its own, every accent can be read, every game has a
face.
"""

import re
import xml.etree.ElementTree as etree
from pathlib import Path

import pytest

from rules_py.present.motifs import FACES, render_motif
from rules_py.systems import registry

PALETTE = (Path(__file__).parents[2] / "docs" / "assets" / "css" / "palette.css").read_text("utf-8")
SCHEMES = {"default": "light", "slate": "dark"}
ENOUGH = 7.0
"""The contrast of text that readers of every sight can read (WCAG 2.2, 1.4.6)."""


def values(selector: str) -> dict[str, str]:
    """Return the names that a rule of the palette gives to colours."""
    [block] = re.findall(rf"^  {re.escape(selector)} {{\n(.*?)^  }}", PALETTE, re.MULTILINE | re.DOTALL)
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def lightness(colour: str) -> float:
    """Relative luminance of `#rrggbb`, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((lightness(one), lightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("face", FACES)
def test_motifs_are_distinct_and_hidden_from_screen_readers(face: str) -> None:
    drawn = etree.fromstring(render_motif(face))
    assert len(drawn) > 3
    assert drawn.get("aria-hidden") == "true"
    assert [other for other in FACES if render_motif(other) == render_motif(face)] == [face]


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
@pytest.mark.parametrize("face", [face for face in FACES if face != "leaf"])
def test_accents_have_enough_contrast(face: str, scheme: str) -> None:
    plain = values(f'[data-md-color-scheme="{scheme}"]')
    own = values(f'[data-md-color-scheme="{scheme}"][data-md-color-primary="{face}"]')
    assert own.keys() == {"leaf", "leaf-strong"}
    for accent in own.values():
        assert contrast(accent, plain["paper"]) >= ENOUGH
        assert contrast(accent, plain["paper-raised"]) >= ENOUGH
        assert contrast(accent, plain["on-leaf"]) >= ENOUGH


@pytest.mark.parametrize("face", [face for face in FACES if face != "leaf"])
def test_covers_have_enough_contrast(face: str) -> None:
    ink = values(":is(.cover, .title-page)")["cover-ink"]
    ground = values(f':is(.cover, .title-page)[data-motif="{face}"]')["cover"]
    assert contrast(ink, ground) >= ENOUGH


def test_every_book_has_its_own_motif() -> None:
    faces = [game.motif for game in registry.games() if game.numbers]
    assert set(faces) <= set(FACES)
    chosen = [face for face in faces if face != "leaf"]
    assert len(chosen) == len(set(chosen))
