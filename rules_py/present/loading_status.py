"""The status of the dice engine for a waiting reader: loading or computing, progress, a Stop button, and
Retry after a failure.
"""

from __future__ import annotations

from rules_py.present.html import Markup, tag


def status() -> Markup:
    """Hidden until somebody waits for the engine."""
    return tag(
        "div",
        tag("span", data_part="status-text", role="status"),
        " ",
        tag("progress", max=1, data_part="progress", aria_label="Loading dice engine", hidden=True),
        " ",
        tag("span", data_part="amount", aria_hidden="true"),
        " ",
        tag(
            "button",
            "Try again",
            type="button",
            class_="button button--quiet",
            data_part="retry",
            hidden=True,
        ),
        tag("button", "Stop", type="button", class_="button button--quiet", data_part="stop", hidden=True),
        class_="calc__status",
        data_part="status",
        hidden=True,
    )
