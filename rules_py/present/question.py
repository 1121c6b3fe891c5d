"""A question to the reader with the answers yes and no."""

from __future__ import annotations

from rules_py.present.components import button
from rules_py.present.html import Markup, tag


def confirm_question(part: str, look: str, about: Markup | None = None) -> Markup:
    """Return a question, hidden until the page asks it; `part` is its `data-part`, `look` its class.

    `about` is content before the answers.
    """
    return tag(
        "p",
        tag("span", data_part="question"),
        " ",
        about,
        button("Yes", data_part="yes"),
        " ",
        button("No", data_part="no"),
        class_=look,
        data_part=part,
        hidden=True,
        role="alert",
    )
