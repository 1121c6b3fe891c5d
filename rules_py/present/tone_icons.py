"""The icon of a tone, which shows how welcome a result is by shape as well as colour."""

from __future__ import annotations

from rules_py.present.html import Markup, tag

_STROKES = {
    "worst": '<path d="M2.6 2.6h6.8v6.8H2.6z" class="tone__fill"/>'
    '<path d="M4.3 4.3l3.4 3.4M7.7 4.3L4.3 7.7" class="tone__cut"/>',
    "bad": '<path d="M3 3l6 6M9 3L3 9"/>',
    "mixed": '<circle cx="6" cy="6" r="3.6"/><path d="M6 2.4a3.6 3.6 0 0 1 0 7.2z" class="tone__fill"/>',
    "good": '<path d="M2.4 6.4l2.5 2.5 4.8-5.4"/>',
    "best": '<path class="tone__fill" '
    'd="M6 1.6l1.3 2.9 3.1.3-2.3 2.1.7 3.1L6 8.4l-2.8 1.6.7-3.1L1.6 4.8l3.1-.3z"/>',
}


def tone_icon(tone: str, **place: str) -> Markup:
    """Return a drawing of 12 by 12, silent for screen readers: the label beside it says the same.

    `place` is its position and size within another drawing.
    """
    return tag(
        "svg",
        Markup(_STROKES[tone]),
        class_="tone__mark",
        viewBox="0 0 12 12",
        aria_hidden="true",
        focusable="false",
        **place,
    )
