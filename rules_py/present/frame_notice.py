"""The message that replaces saved items if another site shows the page in a frame.

`hooks/mkdocs/overrides/partials/javascripts/base.html` detects this before anything is drawn.
"""

from __future__ import annotations

from rules_py.present.html import Markup, fragment, tag


def with_frame_notice(element: Markup) -> Markup:
    """Return an element with saved items, and the message that replaces it inside another site."""
    return fragment(
        element,
        tag(
            "p",
            "Another website is displaying this page, so your saved data is hidden. ",
            tag("a", "Open this page in its own tab", href="", target="_blank", rel="noopener"),
            " to see and edit it.",
            class_="framed",
        ),
    )
