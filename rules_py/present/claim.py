"""Claims: the line under a sentence that says in how many cases it was proved."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.present.html import Markup, tag


def render_claim(says: str, cases: int, ranges: Sequence[tuple[str, str]], condition: str) -> Markup:
    """Return a collapsible with the proved range; the condition is for readers who show the code.

    `ranges` are the label and the values of each variable.
    """
    proved = "Proved for the one case" if cases == 1 else f"Proved for all {cases:,} cases"
    return tag(
        "details",
        tag("summary", f"{says}: {_lower(proved)}" if says else proved),
        tag("dl", [(tag("dt", label), tag("dd", values)) for label, values in ranges], class_="claim__range"),
        tag("p", tag("code", condition), class_="claim__condition python"),
        class_="claim",
    )


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]
