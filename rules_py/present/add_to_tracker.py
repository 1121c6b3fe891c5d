"""A button that sends somebody to the game's desk, beside each of the samples that the book lists."""

from __future__ import annotations

from rules_py.present.html import Markup, tag, unseen
from rules_py.present.links import page_link
from rules_py.systems.game import Game


def into(game: Game, listed: str, id: str) -> Markup | None:
    """The button of this entry of a list; none where no desk has it among its samples."""
    desk = game.desk
    if not (desk and desk.setting and desk.setting.listed == listed):
        return None
    sample = desk.setting.sample(id)
    about = unseen(f": {sample.title}")
    return tag(
        "dice-add",
        tag("button", f"Into the {desk.scene}", about, type="button", class_="button button--quiet"),
        tag(
            "span",
            " ×",
            tag("span", data_part="count"),
            " to the ",
            page_link(f"{game.id}/{desk.page}", f"{desk.scene} desk"),
            data_part="sent",
            role="status",
            hidden=True,
        ),
        data_game=game.id,
        data_sample=sample.id,
    )
