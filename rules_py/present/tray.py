"""The dice tray: the one place where throws are told, whatever threw, with what was thrown before.

It stands once in each page and outlives the turning of pages; `assets/js/elements/dice-tray.js` brings it
to life, and finds what it wires by `data-part`. What the page says itself is WORDS, in `data-messages`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from rules_py.calculators.calculator import Calculator
from rules_py.present.dice import draw_die
from rules_py.present.html import Markup, tag, visually_hidden
from rules_py.present.loading_status import status
from rules_py.present.shared_labels import ANIMATE_DICE, NOT_SAVED, RESTORED, ROLLED_BY
from rules_py.systems.game import Game

_TITLE = "tray-title"
SIZES = (4, 6, 8, 10, 12, 20, 100)

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
    "kept": "Saved: {name}.",
    "unkept": NOT_SAVED,
    "forgotten": "Deleted: {name}.",
}
"""The page's messages; the page fills in what is in braces."""


def render_tray(own: Calculator | None, games: Iterable[Game] = ()) -> Markup:
    """Return the tray, shut and without a throw. `own` throws dice that a reader writes or taps; without it
    the tray offers none of its own. It is on every page, so it also tells the page which `games` the site
    has, and what they are called: a throw of another game than the page's is named by its game. One of your
    own dice belongs to none.
    """
    games = tuple(games)
    return tag(
        "dice-tray",
        _opener(),
        tag(
            "section",
            _head(),
            tag(
                "div",
                status(),
                tag("p", class_="tray__message", data_part="message", role="alert"),
                tag("div", class_="tray__result", data_part="result", tabindex="0", aria_label="Result"),
                _doing(own is not None),
                _dice(own) if own else None,
                _earlier(),
                _share(),
                class_="tray__body",
            ),
            tag("template", _in_words(), data_part="in-words"),
            class_="tray__sheet",
            data_part="sheet",
            aria_label="Dice tray",
            hidden=True,
        ),
        tag("p", class_="visually-hidden", data_part="say", role="status"),
        class_="tray",
        data_messages=json.dumps(WORDS, ensure_ascii=False),
        data_games=" ".join(game.id for game in games) or None,
        data_titles=json.dumps({game.id: game.title for game in games if not own or game.id != _game(own)}),
        hidden=True,
    )


def _game(calculator: Calculator) -> str:
    """Return the id of its game."""
    return calculator.id.partition(".")[0]


def _in_words() -> Markup:
    """Return a throw while nobody has drawn it."""
    return tag("p", tag("strong"), class_="outcome__verdict")


def _opener() -> Markup:
    """Return the button that opens the tray: a die, and the last result."""
    return tag(
        "button",
        draw_die(20, ""),
        visually_hidden("Dice tray"),
        " ",
        tag("span", data_part="last", class_="tray__last"),
        type="button",
        class_="tray__open",
        data_part="open",
        aria_expanded="false",
        aria_keyshortcuts="d",
    )


def _head() -> Markup:
    return tag(
        "div",
        tag(
            "div",
            tag("p", class_="tray__by", data_part="by", hidden=True),
            tag(
                "p",
                tag("a", data_part="title", class_="tray__title", id=_TITLE),
                " ",
                tag("span", data_part="who", class_="tray__who"),
                " ",
                tag("span", data_part="book", class_="tray__who"),
                class_="tray__what",
            ),
            tag("p", data_part="asked", class_="tray__asked"),
            tag("p", data_part="count", class_="tray__count"),
            class_="tray__label",
        ),
        tag("button", "Close", type="button", class_="button button--quiet tray__close", data_part="close"),
        class_="tray__head",
    )


def _doing(any_dice: bool) -> Markup:
    panels = [("dice", "Custom roll")] if any_dice else []
    panels += [("earlier", "History"), ("share", "Share")]
    return tag(
        "div",
        tag(
            "button",
            "Roll again",
            type="button",
            class_="button button--roll",
            data_part="again",
            aria_describedby=_TITLE,
            hidden=True,
        ),
        [
            tag(
                "button",
                words,
                type="button",
                class_="button button--quiet",
                data_panel=name,
                aria_expanded="false",
                aria_controls=f"tray-{name}",
                hidden=name == "share",
            )
            for name, words in panels
        ],
        class_="tray__doing",
    )


def _panel(name: str, *children: object) -> Markup:
    return tag("div", *children, class_=f"tray__panel tray__{name}", id=f"tray-{name}", hidden=True)


def _dice(own: Calculator) -> Markup:
    """Dice to tap and to write, throws kept by name, and how a throw sounds."""
    chips = [
        tag(
            "button",
            draw_die(sides, ""),
            visually_hidden("Add a "),
            f"d{sides}",
            type="button",
            class_="tray__chip",
            data_die=sides,
        )
        for sides in SIZES
    ]
    written = tag(
        "form",
        tag(
            "label",
            visually_hidden("Dice notation"),
            tag(
                "input",
                type="text",
                data_part="written",
                placeholder="3d6 + 2",
                enterkeyhint="go",
                autocomplete="off",
                autocapitalize="off",
                spellcheck="false",
            ),
            class_="field tray__written",
        ),
        tag("button", "Clear", type="button", class_="button button--quiet", data_part="clear"),
        tag("button", "Roll", type="submit", class_="button button--roll"),
        class_="tray__own",
        data_part="own",
        data_calculator=own.id,
        data_input=own.notation_input,
        novalidate=True,
    )
    keeping = tag(
        "form",
        tag(
            "label",
            tag("span", "Save last roll as", class_="field__label"),
            tag("input", type="text", data_part="name", maxlength=60, autocomplete="off"),
            class_="field",
        ),
        tag("button", "Save", type="submit", class_="button button--quiet"),
        class_="tray__keep",
        data_part="keep",
        hidden=True,
        novalidate=True,
    )
    one = tag(
        "li",
        tag("button", type="button", class_="button button--quiet", data_part="throw-named"),
        _away("forget-named", " Delete ", tag("span", data_part="forgotten")),
    )
    return _panel(
        "dice",
        tag("div", chips, class_="tray__chips", role="group", aria_label="Add dice"),
        written,
        tag("ul", data_part="named", class_="tray__named", role="list"),
        tag("template", one, data_part="one-named"),
        _undo("unforget"),
        keeping,
        tag(
            "p",
            _switch("sound", "Sound"),
            " ",
            _switch("shake", "Vibration"),
            " ",
            _switch("tumble", ANIMATE_DICE),
            class_="tray__switches",
        ),
    )


def _away(part: str, *words: object) -> Markup:
    """Return the button that takes a line of a list away."""
    return tag(
        "button",
        "×",
        visually_hidden(*words),
        type="button",
        class_="button button--quiet tray__forget",
        data_part=part,
    )


def _undo(part: str) -> Markup:
    """Return the button that puts back what was deleted last."""
    return tag("button", "Undo", type="button", class_="button button--quiet", data_part=part, hidden=True)


def _switch(name: str, words: str) -> Markup:
    return tag("label", tag("input", type="checkbox", data_switch=name), f" {words}")


def _earlier() -> Markup:
    """Return the history: earlier rolls by day, newest first, copied from templates."""
    day = tag(
        "section",
        tag(
            "div",
            tag("h3", data_part="day", class_="tray__day"),
            tag(
                "button",
                "Luck",
                visually_hidden(" report for ", tag("span", data_part="day-again")),
                type="button",
                class_="button button--quiet tray__forget",
                data_part="day-luck",
            ),
            class_="tray__day-head",
        ),
        tag("ol", data_part="throws", class_="tray__throws", role="list"),
    )
    one = tag(
        "li",
        tag(
            "button",
            tag("time", data_part="when"),
            " ",
            tag("span", data_part="what", class_="tray__row-what"),
            " ",
            tag("strong", data_part="verdict"),
            " ",
            tag("span", data_part="with", class_="tray__row-with"),
            type="button",
            class_="tray__row",
            data_part="show",
        ),
        _away("delete", " Delete this roll"),
    )
    find = tag(
        "label",
        visually_hidden("Search rolls"),
        tag("input", type="search", data_part="words", placeholder="Rule, character or result"),
        class_="field tray__find",
    )
    buttons = tag(
        "div",
        tag("button", "More", type="button", class_="button button--quiet", data_part="more", hidden=True),
        tag("button", "Luck report", type="button", class_="button button--quiet", data_part="luck-of-all"),
        tag("button", "Export as CSV", type="button", class_="button button--quiet", data_part="export"),
        tag("button", "Delete all", type="button", class_="button button--quiet", data_part="delete-all"),
        class_="tray__buttons",
        data_part="earlier-doing",
    )
    return _panel(
        "earlier",
        find,
        tag("p", data_part="told", class_="tray__told", role="status"),
        _undo("undelete"),
        tag("div", class_="tray__luck", data_part="luck", tabindex="-1"),
        tag("div", data_part="days"),
        buttons,
        tag("template", day, data_part="one-day"),
        tag("template", one, data_part="one-throw"),
    )


def _share() -> Markup:
    """Return a link that opens on the throw, words for a chat, and a code to be photographed from
    the screen.
    """
    return _panel(
        "share",
        tag(
            "label",
            tag("span", ROLLED_BY, class_="field__label"),
            tag("input", type="text", data_part="thrower", maxlength=60, autocomplete="name"),
            class_="field",
        ),
        tag(
            "div",
            tag("button", "Copy link", type="button", class_="button button--quiet", data_part="copy-link"),
            tag(
                "button",
                "Copy as message",
                type="button",
                class_="button button--quiet",
                data_part="copy-text",
            ),
            tag(
                "button",
                "Share…",
                type="button",
                class_="button button--quiet",
                data_part="send",
                hidden=True,
            ),
            tag(
                "button", "Show QR code", type="button", class_="button button--quiet", data_part="show-code"
            ),
            class_="tray__buttons",
        ),
        tag(
            "figure",
            tag(
                "svg",
                tag("path", data_part="code-path"),
                data_part="code-picture",
                role="img",
                aria_label="QR code for this roll",
            ),
            tag("figcaption", "Scan with another phone to open this roll."),
            class_="tray__code",
            data_part="code",
            hidden=True,
        ),
    )
