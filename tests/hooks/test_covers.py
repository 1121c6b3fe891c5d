"""Drawings of authors on covers: shapes in the cover's colour, and one message for each mistake."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hooks.base import covers
from rules_py import present, systems
from rules_py.systems import registry

LAMP = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:ink="urn:ink" viewBox="0 0 240 120" width="240" height="120">
  <title>A lamp</title>
  <ink:view zoom="2"/>
  <g id="layer1" ink:label="Light">
    <circle cx="120" cy="60" r="30" fill="none" stroke="currentColor" stroke-width="2"/>
    <path d="M0 119h240"/>
  </g>
</svg>
"""


@pytest.fixture
def lamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The drawing of a game of its own, in a folder of games."""
    monkeypatch.setattr(systems, "__path__", [str(tmp_path)])
    (tmp_path / "glow").mkdir()
    path = tmp_path / "glow/cover.svg"
    path.write_text(LAMP)
    return path


GLOW = replace(registry.game("core_rules"), id="glow", calculators=(), sides=(), cover="cover.svg")


def test_drawing_replaces_motif_and_takes_cover_colour(lamp: Path) -> None:
    motif = covers.render_motif(GLOW)
    assert re.sub(r"\s+", " ", motif) == (
        '<svg class="motif" viewBox="0 0 240 120" preserveAspectRatio="xMidYMax slice" '
        'aria-hidden="true" focusable="false" fill="currentColor"><g><circle cx="120" cy="60" r="30" fill="none" stroke="currentColor" '
        'stroke-width="2"></circle><path d="M0 119h240"></path></g></svg>'
    )
    assert [*covers.faults(GLOW)] == []
    assert covers.render_motif(replace(GLOW, cover="")) == present.render_motif(GLOW.motif)


@pytest.mark.parametrize(
    ("before", "after", "line", "expected"),
    [
        ("</g>", "<script>alert(1)</script></g>", 8, "cover: unknown element 'script' (expected g, path, rect, circle, ellipse, line, polyline or polygon, without scripts or images, and text as paths)"),
        ("</g>", '<image href="x.png"/></g>', 8, "cover: unknown element 'image' (expected g, path, rect, circle, ellipse, line, polyline or polygon, without scripts or images, and text as paths)"),
        ("</g>", "<text>Glow</text></g>", 8, "cover: unknown element 'text' (expected g, path, rect, circle, ellipse, line, polyline or polygon, without scripts or images, and text as paths)"),
        ("<path ", '<path onclick="a()" ', 7, "<path> of the cover: unknown attribute 'onclick' (expected d, points, transform, x, y,"),
        ("<path ", '<path style="fill:red" ', 7, "<path> of the cover: unknown attribute 'style' (expected d, points, transform, x, y, x1,"),
        ("<path ", '<path fill="#f00" ', 7, "fill of the cover: expected currentColor or none, to follow the cover's colour, got '#f00'"),
        (' viewBox="0 0 240 120"', "", 2, 'first element of the cover: expected <svg viewBox="0 0 240 120"> or another size, got nothing'),
        ("</g>", "", 9, "can't read cover: mismatched tag"),
        ("</g>", "<path/>" * 4000 + "</g>", 1, "cover is too large (28343 bytes, more than 20000). Simplify it."),
    ],
)  # fmt: skip
def test_faulty_cover_is_reported_with_its_line(
    lamp: Path, before: str, after: str, line: int, expected: str
) -> None:
    lamp.write_text(LAMP.replace(before, after, 1))
    [message] = map(str, covers.faults(GLOW))
    assert re.sub(r"^.*glow/", "", message).startswith(f"cover.svg:{line}: {expected}")
    assert covers.render_motif(GLOW) == present.render_motif(GLOW.motif), (
        "the motif is shown until the drawing is fixed"
    )


def test_missing_drawing_is_reported(lamp: Path) -> None:
    [message] = map(str, covers.faults(replace(GLOW, cover="lamp.png")))
    assert message.endswith(
        "cover of glow: expected an SVG file next to the game's __init__.py, got 'lamp.png'"
    )
