"""The status of the dice engine for a waiting reader: loading or computing, progress, a Stop button, and
Retry after a failure.
"""

from __future__ import annotations

from rules_py.present.components import button
from rules_py.present.html import Markup, fragment, tag


def status() -> Markup:
    """Return the line, hidden until a reader waits for the engine, and the place where it is announced.

    The announcements' element is never hidden, because screen readers don't announce changes in an element
    that appears at the same time.
    """
    line = tag(
        "div",
        tag("span", data_part="status-text"),
        " ",
        tag("progress", max=1, data_part="progress", aria_label="Loading dice engine", hidden=True),
        " ",
        tag("span", data_part="amount", aria_hidden="true"),
        " ",
        button("Try again", data_part="retry", hidden=True),
        button("Stop", data_part="stop", hidden=True),
        class_="calc__status",
        data_part="status",
        hidden=True,
    )
    return fragment(tag("span", class_="visually-hidden", data_part="announcement", role="status"), line)
