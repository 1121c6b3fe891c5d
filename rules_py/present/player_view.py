"""The players' window: a second tab or screen that shows in large type what players may see.

`player_window` returns the empty element beside the tracker, `render_player_view` its content.
"""

from __future__ import annotations

from typing import Any

from rules_py.present.actions import render_reason
from rules_py.present.clocks import render_clocks
from rules_py.present.diagrams import render_zone_map
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.loading_status import status
from rules_py.present.tone_icons import tone_icon
from rules_py.systems.game import Game
from rules_py.tracker import Combatant, TrackerSpec, View

WAITING = (
    "Waiting for the tracker. Keep this window open and play in another tab of the same browser; everything "
    "that happens there appears here. If you opened the book from a folder, some browsers don’t let windows "
    "communicate: open the site’s web address instead."
)


def player_window(game: Game, tracker: TrackerSpec[Any]) -> Markup:
    """Return the window before it follows a tracker."""
    return tag(
        "dice-player-view",
        status(),
        tag("p", class_="visually-hidden", data_part="say", role="status"),
        tag("p", WAITING, data_part="waiting", class_="player-view__waiting"),
        tag("div", data_part="seen"),
        tag("p", tag("a", "Back to the tracker", href="?"), class_="player-view__back"),
        class_="player-view",
        data_game=game.id,
        data_version=tracker.version,
        hidden=True,
    )


def render_player_view(game: Game, tracker: TrackerSpec[Any], view: View) -> Markup:
    """Return the players' information: the round, the order of turns, everyone's condition, and their
    zones.
    """
    sides = list(dict.fromkeys(each.side for each in view.combatants))
    rows = [_row(game, tracker, each, each.name == view.turn) for each in view.combatants]
    return fragment(
        tag(
            "header",
            tag("p", view.title, role="heading", aria_level=1, class_="player-view__title"),
            tag("p", view.news, class_="player-view__news"),
            class_="player-view__head",
        ),
        render_clocks(view.clocks),
        tag(
            "div",
            tag("ol", rows, class_="player-view__order", role="list", aria_label=view.turn_title),
            render_zone_map(view.zones, view.combatants, called=tracker.zone_noun)
            if view.zones and sides
            else None,
            class_="player-view__middle",
        ),
    )


def _row(game: Game, tracker: TrackerSpec[Any], combatant: Combatant, acts: bool) -> Markup:
    where = f", {tracker.zone_noun} {combatant.zone}" if combatant.zone else ""
    marks = [tag("li", render_reason(game, each)) for each in combatant.marks]
    return tag(
        "li",
        tag("strong", combatant.name, visually_hidden(f" ({combatant.side}{where})")),
        tag("span", tone_icon(combatant.tone), combatant.standing, class_=f"tone tone--{combatant.tone}"),
        tag("ul", marks, class_="player-view__marks", role="list") if marks else None,
        class_=classes(
            "player-view__one", "is-chosen" if acts else None, None if combatant.able else "is-out"
        ),
        aria_current="step" if acts else None,
    )
