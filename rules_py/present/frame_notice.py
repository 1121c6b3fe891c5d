"""The message that replaces saved things where another site shows the page inside its own.

`hooks/overrides/partials/javascripts/base.html` recognises that before anything is drawn.
"""

from __future__ import annotations

from rules_py.present.html import Markup, fragment, tag


def with_frame_notice(element: Markup) -> Markup:
    """Return an element that holds saved things, with the message that replaces it inside another site."""
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
