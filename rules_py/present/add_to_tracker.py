"""A button beside each sample of the book that adds it to the game's tracker."""

from __future__ import annotations

from rules_py.present.components import button
from rules_py.present.html import Markup, tag, visually_hidden
from rules_py.present.links import page_link
from rules_py.systems.game import Game


def add_to_tracker_button(game: Game, listed: str, id: str) -> Markup | None:
    """Return the button of this entry of a list; none if no tracker has it among its samples."""
    tracker = game.tracker
    if not (tracker and tracker.setup and tracker.setup.reference_list == listed):
        return None
    sample = tracker.setup.sample(id)
    about = visually_hidden(f": {sample.title}")
    return tag(
        "dice-add",
        button(f"Add to {tracker.encounter_noun}", about),
        tag(
            "span",
            " ×",
            tag("span", data_part="count"),
            " in the ",
            page_link(f"{game.id}/{tracker.page}", tracker.encounter_noun),
            data_part="sent",
            role="status",
            hidden=True,
        ),
        data_game=game.id,
        data_sample=sample.id,
    )
