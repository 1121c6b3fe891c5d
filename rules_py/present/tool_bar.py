"""The bar of a page that is a tool, such as a sheet or a tracker: its book, its name, and a menu."""

from __future__ import annotations

from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.links import page_link
from rules_py.systems.game import Game


def tool_bar(game: Game, name: Markup, menu: Markup, aside: Markup | None = None) -> Markup:
    """Return the bar, which stays at the top of the window.

    `name` shows the open item, or is the control that opens another; `aside` is other content that is always
    in view. The page closes the menu (`tool-menu.js`).
    """
    book = fragment(tag("span", "‹ ", aria_hidden="true"), tag("span", game.title))
    return tag(
        "div",
        page_link(f"{game.id}/", book, class_="tool-bar__book"),
        tag("div", name, class_="tool-bar__name"),
        aside,
        tag(
            "details",
            tag("summary", _DOTS, visually_hidden("Menu"), class_="button button--icon"),
            tag("div", menu, class_="tool-bar__panel"),
            class_="tool-bar__menu",
            data_part="menu",
        ),
        class_="tool-bar",
    )


_DOTS = tag(
    "svg",
    [tag("circle", cx=x, cy=12, r=2) for x in (5, 12, 19)],
    viewBox="0 0 24 24",
    aria_hidden="true",
    focusable="false",
    class_="tool-bar__dots",
)
