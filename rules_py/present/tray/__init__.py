"""The dice tray, where every roll is shown, with earlier rolls.

It is in each page once and survives navigation; `assets/js/elements/dice-tray.js` controls it, and finds its
elements by `data-part`. The page's own messages are WORDS, in `data-messages`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from rules_py.calculators.calculator import Calculator
from rules_py.present.html import Markup, tag, visually_hidden
from rules_py.present.shared_labels import CHANCE_OF_ROLL, NOT_SAVED, RESTORED
from rules_py.present.tray.history import render_history_view
from rules_py.present.tray.parts import cross, tab
from rules_py.present.tray.roll import render_roll_view
from rules_py.systems.game import Game

__all__ = ["render_tray"]

WORDS = {
    "count": "Roll {count} today",
    "shared": "{who} rolled this",
    "shared-unnamed": "Someone rolled this",
    "threw": "**{who}** rolled ",
    "copied": "Copied",
    "unsent": "This device can’t share it. Copy it instead.",
    "today": "Today",
    "yesterday": "Yesterday",
    "one": "1 roll saved in this browser.",
    "many": "{count} rolls saved in this browser.",
    "none": "No rolls yet.",
    "unlasting": "Your browser isn’t saving this list; it will be gone when you leave.",
    "late": "Earlier rolls are missing, because your browser’s storage isn’t responding. Reload the page.",
    "newer-database": "Earlier rolls were saved by a newer version of this site. Reload the page to update.",
    "found": "{count} of {all} match.",
    "counting": "Calculating odds: {count} of {all} rolls.",
    "deleted": "{count} rolls deleted.",
    "deleted-one": "Roll deleted.",
    "put-back": RESTORED,
    "file": "rolls",
    "columns": "time,player,roll,inputs,result,dice",
    "delete": "{title}: {verdict}, {time}",
    "chance": CHANCE_OF_ROLL,
    "cleared": "Cleared",
    "kept-count": "{kept} of {of}",
    "kept": "Saved: {name}.",
    "unkept": NOT_SAVED,
    "forgotten": "Deleted: {name}.",
}
"""The page's messages; the page fills in what is in braces."""


def render_tray(own: Calculator | None, games: Iterable[Game] = (), help_page: str | None = None) -> Markup:
    """Return the closed tray without a roll.

    `own` rolls quick dice, whose notation is explained on `help_page`, a path from the root of the site;
    without it the tray has none. As the tray is on every page, it also names the `games` of the site: a roll
    of a game other than the page's is shown with that game's title. Quick dice belong to no game.
    """
    games = tuple(games)
    own_game = own.id.partition(".")[0] if own else ""
    return tag(
        "dice-tray",
        _line(),
        tag(
            "section",
            _head(),
            render_roll_view(own, help_page),
            render_history_view(),
            tag("template", tag("p", tag("strong"), class_="outcome__verdict"), data_part="verdict-text"),
            class_="tray__sheet",
            data_part="sheet",
            aria_label="Dice tray",
            hidden=True,
        ),
        tag("p", class_="visually-hidden", data_part="say", role="status"),
        class_="tray",
        data_messages=json.dumps(WORDS, ensure_ascii=False),
        data_games=" ".join(game.id for game in games) or None,
        data_titles=json.dumps({game.id: game.title for game in games if game.id != own_game}),
        hidden=True,
    )


def _line() -> Markup:
    """Return the line that shows a new roll while the tray is closed."""
    return tag(
        "div",
        tag(
            "button",
            tag("span", tag("span", data_part="line-verdict"), class_="tray__line-verdict"),
            tag("span", class_="dice tray__line-dice", data_part="line-dice", aria_hidden="true"),
            tag("span", class_="tray__line-total", data_part="line-total"),
            visually_hidden(" Show this roll"),
            type="button",
            class_="tray__line-show",
            data_part="show-roll",
        ),
        cross("dismiss", "Dismiss this roll"),
        class_="tray__line",
        data_part="line",
        hidden=True,
    )


def _head() -> Markup:
    tabs = tag(
        "div",
        tab("roll", "Dice", chosen=True),
        tab("earlier", "History", chosen=False),
        class_="tray__tabs",
        role="tablist",
        aria_label="Dice tray",
    )
    return tag("div", tabs, cross("close", "Close"), class_="tray__head")
