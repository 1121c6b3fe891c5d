"""A button that sends somebody to the game's tracker, beside each of the samples that the book lists."""

from __future__ import annotations

from rules_py.present.components import button
from rules_py.present.html import Markup, tag, visually_hidden
from rules_py.present.links import page_link
from rules_py.systems.game import Game


def add_to_tracker_button(game: Game, listed: str, id: str) -> Markup | None:
    """Return the button of this entry of a list; none where no tracker has it among its samples."""
    desk = game.tracker
    if not (desk and desk.setup and desk.setup.reference_list == listed):
        return None
    sample = desk.setup.sample(id)
    about = visually_hidden(f": {sample.title}")
    return tag(
        "dice-add",
        button(f"Add to {desk.encounter_noun}", about),
        tag(
            "span",
            " ×",
            tag("span", data_part="count"),
            " in the ",
            page_link(f"{game.id}/{desk.page}", desk.encounter_noun),
            data_part="sent",
            role="status",
            hidden=True,
        ),
        data_game=game.id,
        data_sample=sample.id,
    )
