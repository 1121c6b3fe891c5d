"""The creation guide of a character sheet: its steps, one at a time.

The page finds the steps by `data-guide-step`, the fields of each by `data-fields`, and its other contents by
`data-shows`: templates or results.
"""

from __future__ import annotations

from rules_py.present.html import Markup, classes, tag
from rules_py.present.links import prose
from rules_py.sheets.creation import CreationStep
from rules_py.sheets.sheet import Sheet
from rules_py.systems.game import Game

START = "step-by-step"
"""The anchor of a link that starts the guide."""


def guide_messages(sheet: Sheet) -> dict[str, str]:
    """Return the labels of the button that starts the guide, and of the last step's button."""
    last = len(sheet.creation_steps)
    return {
        "guide": "Make a character step by step",
        "guide-on": f"Go on with step {{step}} of {last}",
        "guide-next": "Next",
        "guide-end": "Play",
    }


def guide_start(sheet: Sheet) -> Markup | None:
    """Return the button that starts or continues the guide; None for a single step."""
    if len(sheet.creation_steps) < 2:
        return None
    return tag(
        "p",
        tag("button", guide_messages(sheet)["guide"], type="button", class_="button", data_command="guide"),
        id=START,
        class_="sheet__start",
    )


def render_guide(game: Game, sheet: Sheet) -> Markup:
    """Return the steps, all hidden until the guide starts."""
    steps = sheet.creation_steps
    return tag(
        "div",
        [_step(game, each, place, len(steps)) for place, each in enumerate(steps, start=1)],
        class_="guide",
        data_part="guide",
    )


def _step(game: Game, step: CreationStep, place: int, last: int) -> Markup:
    shows = classes("templates" if step.templates else None, "results" if step.results else None)
    return tag(
        "section",
        tag("p", f"Step {place} of {last}", class_="guide__count"),
        tag("h2", step.title, class_="guide__title", tabindex=-1),
        tag("p", prose(game.id, step.text), class_="guide__text") if step.text else None,
        class_="guide__step",
        data_guide_step=place,
        data_fields=" ".join(step.fields),
        data_shows=shows or None,
        hidden=True,
    )


def guide_navigation() -> Markup:
    """Return the buttons below a step."""
    return tag(
        "div",
        _button("guide-back", "Back"),
        _button("guide-leave", "Whole sheet"),
        _button("guide-next", "Next", "button--primary"),
        class_="guide__navigation",
        role="group",
        aria_label="Steps",
    )


def _button(command: str, label: str, look: str = "") -> Markup:
    return tag("button", label, type="button", class_=classes("button", look or None), data_command=command)
