"""The roll in the tray: its result and its actions."""

from __future__ import annotations

from rules_py.calculators.calculator import Calculator
from rules_py.present.components import button
from rules_py.present.html import Markup, tag
from rules_py.present.loading_status import status
from rules_py.present.shared_labels import ROLLED_BY
from rules_py.present.tray.parts import delete_button, undo_button, view_panel
from rules_py.present.tray.quick_dice import render_quick_dice

_TITLE_ID = "tray-title"


def render_roll_view(own: Calculator | None, help_page: str | None) -> Markup:
    """Return the roll with its actions, above the quick dice."""
    return view_panel(
        "roll",
        tag(
            "div",
            _about(),
            tag("div", class_="tray__result", data_part="result"),
            _share(),
            _save() if own else None,
            _saved_rolls() if own else None,
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
        render_quick_dice(own) if own else None,
        hidden=False,
    )


def _about() -> Markup:
    """Return the title of the roll, the roller, and the number of rolls."""
    return tag(
        "div",
        tag("p", class_="tray__by", data_part="by", hidden=True),
        tag(
            "p",
            tag("a", data_part="title", class_="tray__title", id=_TITLE_ID),
            " ",
            tag("span", data_part="character", class_="tray__detail"),
            " ",
            tag("span", data_part="book", class_="tray__detail"),
            class_="tray__what",
        ),
        tag("p", data_part="inputs", class_="tray__inputs"),
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
        button("Roll again", data_part="again", aria_describedby=_TITLE_ID),
        _panel_button("share", "Share"),
        _panel_button("save", "Save") if can_save else None,
        button("Quick dice", data_part="show-keys", hidden=True) if can_save else None,
        class_="tray__buttons tray__actions",
        data_part="actions",
        hidden=True,
    )


def _panel_button(panel: str, label: str) -> Markup:
    """Return the button that opens a panel with more actions."""
    return button(label, data_panel=panel, aria_expanded="false", aria_controls=f"tray-{panel}")


def _save() -> Markup:
    """Return the form that saves the last roll under a name."""
    return tag(
        "form",
        _text_field("Save last roll as", "name", autocomplete="off"),
        button("Save", type="submit"),
        class_="tray__keep",
        id="tray-save",
        data_part="keep",
        hidden=True,
        novalidate=True,
    )


def _text_field(label: str, part: str, *, autocomplete: str) -> Markup:
    control = tag("input", type="text", data_part=part, maxlength=60, autocomplete=autocomplete)
    return tag("label", tag("span", label, class_="field__label"), control, class_="field")


def _saved_rolls() -> Markup:
    """Return the rolls saved under a name."""
    one = tag("li", button(data_part="roll-named"), delete_button("forget-named", "forgotten"))
    return tag(
        "div",
        tag("ul", data_part="named", class_="tray__named", role="list", aria_label="Saved rolls"),
        tag("template", one, data_part="one-named"),
        undo_button("unforget"),
    )


def _share() -> Markup:
    """Return a link that opens on the roll, a message for a chat, and a code for another phone's camera."""
    buttons = (
        button("Copy link", data_part="copy-link"),
        button("Copy as message", data_part="copy-text"),
        button("Share…", data_part="send", hidden=True),
        button("Copy embed code", data_part="copy-embed"),
        button("Show QR code", data_part="show-code"),
    )
    picture = tag(
        "svg",
        tag("path", data_part="code-path"),
        data_part="code-picture",
        role="img",
        aria_label="QR code for this roll",
    )
    caption = tag("figcaption", "Scan with another phone to open this roll.")
    return tag(
        "div",
        _text_field(ROLLED_BY, "sharer", autocomplete="name"),
        tag("div", *buttons, class_="tray__buttons"),
        tag("figure", picture, caption, class_="tray__code", data_part="code", hidden=True),
        class_="tray__share",
        id="tray-share",
        hidden=True,
    )
