"""The dice tray: the one place where rolls are told, whatever rolled, with what was rolled before.

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
from rules_py.present.shared_labels import ANIMATE_DICE, CHANCE_OF_ROLL, NOT_SAVED, RESTORED, ROLLED_BY
from rules_py.systems.game import Game

_TITLE = "tray-title"
SIZES = (4, 6, 8, 10, 12, 20, 100)

MODES = {
    "highest": "Keep highest",
    "lowest": "Keep lowest",
    "explode": "Explode",
    "advantage": "Advantage",
    "disadvantage": "Disadvantage",
}
"""The ways of rolling that quick dice offer; `tray/quick-dice.js` writes them as dice notation."""

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
    without it the tray has none. As the tray is on every page it also names the `games` of the site: a roll
    of another game than the page's is shown with that game's title. Quick dice belong to no game.
    """
    games = tuple(games)
    return tag(
        "dice-tray",
        _line(),
        tag(
            "section",
            _head(),
            _roll_view(own, help_page),
            _history_view(),
            tag("template", _in_words(), data_part="verdict-text"),
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
    """Return a roll before it is drawn."""
    return tag("p", tag("strong"), class_="outcome__verdict")


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
        _cross("dismiss", "Dismiss this roll"),
        class_="tray__line",
        data_part="line",
        hidden=True,
    )


def _head() -> Markup:
    return tag(
        "div",
        tag(
            "div",
            _tab("roll", "Dice", chosen=True),
            _tab("earlier", "History", chosen=False),
            class_="tray__tabs",
            role="tablist",
            aria_label="Dice tray",
        ),
        _cross("close", "Close"),
        class_="tray__head",
    )


def _tab(view: str, label: str, *, chosen: bool) -> Markup:
    return tag(
        "button",
        label,
        type="button",
        class_="tray__tab",
        id=f"tray-{view}-tab",
        role="tab",
        data_view=view,
        aria_selected=str(chosen).lower(),
        aria_controls=f"tray-{view}",
        tabindex=None if chosen else "-1",
    )


def _view(name: str, *children: object, hidden: bool) -> Markup:
    return tag(
        "div",
        *children,
        class_=f"tray__view tray__view--{name}",
        id=f"tray-{name}",
        role="tabpanel",
        aria_labelledby=f"tray-{name}-tab",
        hidden=hidden,
    )


def _cross(part: str, label: str) -> Markup:
    """Return the button with a cross that closes something."""
    return tag(
        "button",
        tag("span", "×", aria_hidden="true"),
        visually_hidden(label),
        type="button",
        class_="button button--icon tray__cross",
        data_part=part,
    )


def _roll_view(own: Calculator | None, help_page: str | None) -> Markup:
    """Return the roll with all that can be done with it, above the quick dice."""
    return _view(
        "roll",
        tag(
            "div",
            _about(),
            tag("div", class_="tray__result", data_part="result"),
            _share(),
            _save() if own else None,
            _render_saved_rolls() if own else None,
            class_="tray__roll",
            data_part="roll",
        ),
        _actions(can_save=own is not None),
        status(),
        tag(
            "p",
            tag("span", data_part="message", role="alert"),
            " ",
            # The script sets its address, which depends on the page.
            tag("a", "How to write dice", id="tray-help", data_part="help", data_page=help_page, hidden=True),
            class_="tray__message",
        ),
        _quick_dice(own) if own else None,
        hidden=False,
    )


def _about() -> Markup:
    """Return what was rolled, by whom, and how often."""
    return tag(
        "div",
        tag("p", class_="tray__by", data_part="by", hidden=True),
        tag(
            "p",
            tag("a", data_part="title", class_="tray__title", id=_TITLE),
            " ",
            tag("span", data_part="character", class_="tray__detail"),
            " ",
            tag("span", data_part="book", class_="tray__detail"),
            class_="tray__what",
        ),
        tag("p", data_part="asked", class_="tray__inputs"),
        tag(
            "p",
            tag("span", data_part="count"),
            " ",
            tag("span", data_part="chance", class_="tray__detail"),
            class_="tray__count",
        ),
        class_="tray__about",
        data_part="about",
        hidden=True,
    )


def _actions(*, can_save: bool) -> Markup:
    return tag(
        "div",
        tag(
            "button", "Roll again", type="button", class_="button", data_part="again", aria_describedby=_TITLE
        ),
        tag(
            "button",
            "Share",
            type="button",
            class_="button",
            data_panel="share",
            aria_expanded="false",
            aria_controls="tray-share",
        ),
        tag(
            "button",
            "Save",
            type="button",
            class_="button",
            data_panel="save",
            aria_expanded="false",
            aria_controls="tray-save",
        )
        if can_save
        else None,
        tag("button", "Quick dice", type="button", class_="button", data_part="show-keys", hidden=True)
        if can_save
        else None,
        class_="tray__buttons tray__actions",
        data_part="actions",
        hidden=True,
    )


def _quick_dice(own: Calculator) -> Markup:
    """Return the keys that put dice together, above the notation they make and the button that rolls it."""
    dice = [
        tag(
            "button",
            draw_die(sides, ""),
            visually_hidden("Add a "),
            f"d{sides}",
            tag("span", class_="tray__chosen", data_part="chosen"),
            type="button",
            class_="tray__key",
            data_die=sides,
        )
        for sides in SIZES
    ]
    others = [
        tag("button", label, visually_hidden(about), type="button", class_="tray__key", **data)
        for label, about, data in (
            ("−1", " from the total", {"data_modify": "-1"}),
            ("+1", " to the total", {"data_modify": "1"}),
            ("Clear", "", {"data_part": "clear"}),
        )
    ]
    modes = [
        tag("button", label, type="button", class_="tray__key", data_mode=mode, aria_pressed="false")
        for mode, label in MODES.items()
    ]
    keep_stepper = tag(
        "span",
        _keep_key("-1", "−", "Keep fewer"),
        tag("span", data_part="kept-count"),
        _keep_key("1", "+", "Keep more"),
        class_="tray__keep-count",
        data_part="kept-dice",
        hidden=True,
    )
    written = tag(
        "div",
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
        keep_stepper,
        tag("button", "Roll", type="submit", class_="button button--primary"),
        class_="tray__own",
    )
    return tag(
        "form",
        tag("div", dice, others, class_="tray__keys", role="group", aria_label="Quick dice"),
        tag("div", modes, class_="tray__modes", role="group", aria_label="How to roll"),
        written,
        class_="tray__quick",
        data_part="own",
        data_calculator=own.id,
        data_input=own.notation_input,
        novalidate=True,
    )


def _keep_key(by: str, sign: str, label: str) -> Markup:
    return tag(
        "button",
        tag("span", sign, aria_hidden="true"),
        visually_hidden(label),
        type="button",
        class_="button button--icon",
        data_keep_more=by,
    )


def _save() -> Markup:
    """Return the form that saves the last roll by a name."""
    return tag(
        "form",
        tag(
            "label",
            tag("span", "Save last roll as", class_="field__label"),
            tag("input", type="text", data_part="name", maxlength=60, autocomplete="off"),
            class_="field",
        ),
        tag("button", "Save", type="submit", class_="button"),
        class_="tray__keep",
        id="tray-save",
        data_part="keep",
        hidden=True,
        novalidate=True,
    )


def _render_saved_rolls() -> Markup:
    """Return the rolls saved by name."""
    one = tag(
        "li",
        tag("button", type="button", class_="button", data_part="roll-named"),
        _away("forget-named", "Delete ", tag("span", data_part="forgotten")),
    )
    return tag(
        "div",
        tag("ul", data_part="named", class_="tray__named", role="list", aria_label="Saved rolls"),
        tag("template", one, data_part="one-named"),
        _undo("unforget"),
    )


def _away(part: str, *label: object) -> Markup:
    """Return the button that deletes a line of a list."""
    return tag(
        "button",
        tag("span", "×", aria_hidden="true"),
        visually_hidden(*label),
        type="button",
        class_="button button--icon tray__forget",
        data_part=part,
    )


def _undo(part: str) -> Markup:
    """Return the button that restores what was deleted last."""
    return tag("button", "Undo", type="button", class_="button", data_part=part, hidden=True)


def _switch(name: str, words: str) -> Markup:
    return tag("label", tag("input", type="checkbox", data_switch=name), f" {words}")


def _history_view() -> Markup:
    """Return the history: earlier rolls by day, newest first, copied from templates."""
    day = tag(
        "section",
        tag(
            "div",
            tag("h3", data_part="day", class_="tray__day"),
            tag(
                "button",
                "Luck that day",
                visually_hidden(": ", tag("span", data_part="day-again")),
                type="button",
                class_="button",
                data_part="day-luck",
            ),
            class_="tray__day-head",
        ),
        tag("ol", data_part="rolls", class_="tray__rolls", role="list"),
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
        _away("delete", "Delete ", tag("span", data_part="deleted")),
    )
    find = tag(
        "label",
        visually_hidden("Search rolls"),
        tag("input", type="search", data_part="words", placeholder="Rule, character or result"),
        class_="field tray__find",
    )
    buttons = tag(
        "div",
        tag("button", "More", type="button", class_="button", data_part="more", hidden=True),
        tag("button", "Luck of all rolls", type="button", class_="button", data_part="luck-of-all"),
        tag("button", "Export as CSV", type="button", class_="button", data_part="export"),
        tag("button", "Delete all", type="button", class_="button", data_part="delete-all"),
        class_="tray__buttons",
        data_part="earlier-doing",
    )
    return _view(
        "earlier",
        find,
        tag("p", data_part="notice", class_="tray__matches", role="status"),
        _undo("undelete"),
        tag("div", class_="tray__luck", data_part="luck", tabindex="-1"),
        tag("div", data_part="days"),
        buttons,
        tag("template", day, data_part="one-day"),
        tag("template", one, data_part="one-roll"),
        tag(
            "p",
            _switch("sound", "Sound"),
            " ",
            _switch("shake", "Vibration"),
            " ",
            _switch("tumble", ANIMATE_DICE),
            class_="tray__switches",
        ),
        hidden=True,
    )


def _share() -> Markup:
    """Return a link that opens on the roll, words for a chat, and a code to be photographed from
    the screen.
    """
    return tag(
        "div",
        tag(
            "label",
            tag("span", ROLLED_BY, class_="field__label"),
            tag("input", type="text", data_part="sharer", maxlength=60, autocomplete="name"),
            class_="field",
        ),
        tag(
            "div",
            tag("button", "Copy link", type="button", class_="button", data_part="copy-link"),
            tag("button", "Copy as message", type="button", class_="button", data_part="copy-text"),
            tag("button", "Share…", type="button", class_="button", data_part="send", hidden=True),
            tag("button", "Copy embed code", type="button", class_="button", data_part="copy-embed"),
            tag("button", "Show QR code", type="button", class_="button", data_part="show-code"),
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
        class_="tray__share",
        id="tray-share",
        hidden=True,
    )
