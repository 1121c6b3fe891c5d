"""The page *Our house rules* of a book: its options as a form, and an editor for everything that a table may
change.

Without JavaScript the page is a form to print. The element `<dice-house-rules>` fills in what the browser has
saved, from templates; it finds what to connect by `data-command` and `data-part`, and its messages are WORDS.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hooks.directives.house_consent import consent_part
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.house_rules import Option
from rules_py.inputs import Choice, Flag, Int
from rules_py.present.components import button, command_button, file_button, fold
from rules_py.present.forms.controls import render_field
from rules_py.present.forms.frame import Place
from rules_py.present.frame_notice import with_frame_notice
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.input_labels import plain_house_rule
from rules_py.present.input_text import value_text
from rules_py.present.links import page_address, rule_link
from rules_py.present.shared_labels import NOT_SAVED, UNNAMED
from rules_py.systems.game import Game

MAX_NAME_CHARS, MAX_TEXT_CHARS = 80, 1200
"""The most characters of a set's name and of a text in it."""

FEW = 6
"""The options that a reader looks through faster than they search them."""

BY_THE_BOOK = "The book’s rules"

WORDS = {
    "nameless": UNNAMED,
    "first-name": "Our house rules",
    "copy": "{name}, copy",
    "in-force": "Your table plays by {name}.",
    "by-the-book": "Your table plays by the book.",
    "looking": "House rules (only looking)",
    "changed": " · House rule",
    "name": "name",
    "note": "note",
    "own-rule": "a rule of your own",
    "switches": "Switches that change dice and chances, too:",
    "copied": "Link copied. Anyone who opens it sees every change before they accept it.",
    "too-long": "These house rules are too long for a link. Share the file instead.",
    "in-folder": "This copy has no web address to link to. Share the file instead.",
    "no-code": "These house rules are too long for a QR code. Share the link or the file instead.",
    "downloaded": "Saved as a file: {name}. It opens here, on any device.",
    "kept-look": "You only looked at these house rules. With your change they are saved: {name}.",
    "code-shown": "The QR code is below. Scan it with another phone’s camera.",
    "code": "QR code of the link to these house rules",
    "switched": "Changed: {what}.",
    "book": "By the book again: {what}.",
    "range": "{label} must be a whole number from {low} to {high}.",
    "required": "Enter {label}.",
    "kept": "Saved: {what}.",
    "deleted": "Deleted: {what}.",
    "reset": "Everything is by the book again.",
    "restored": "Restored: {what}.",
    "hidden": "Not used at your table: {what}.",
    "used": "Used again: {what}.",
    "found": "{count} found",
    "found-more": "The first {shown} of {count}. More words narrow it.",
    "nothing": "Nothing found. Try a rule number or other words.",
    "change": "Change {number}",
    "rule-gone": "This book has no rule {number}.",
    "no-place": "Find the rule that yours follows, and choose it.",
    "place": "After {number}: {title}",
    "many": "A set of house rules holds at most {most} of these.",
    "not-saved": f"{NOT_SAVED} The change lasts until you close this page.",
    "unlasting": "Your browser isn’t saving anything for this site. Your changes last until you leave it: "
    "share them before.",
    "search": "The search isn’t available. Check your connection and try again.",
}
"""The page's messages; the page fills in what is in braces."""

BOOK_DATA = tag("script", type="application/json", data_part="book")
"""The place of the book's options and sentences as JSON."""


def render_house_rules(game: Game) -> Markup:
    """Return the whole page as `<dice-house-rules>`. The build fills in BOOK_DATA, once it has all pages."""
    editor = tag(
        "div",
        tag("p", _WITHOUT_SCRIPT, data_part="without", class_="house__without"),
        _bar(bool(game.options)),
        tag(
            "div",
            tag("p", data_part="notice", role="status", tabindex=-1),
            command_button("undo", "Undo", hidden=True, data_part="undo"),
            class_="house__notice",
        ),
        _options(game),
        tag("div", _rewritten(), _new(), _unused(), _about(), _share(), data_part="more", hidden=True),
        data_part="editor",
    )
    element = tag(
        "dice-house-rules",
        BOOK_DATA,
        consent_part(),
        editor,
        class_="house",
        data_game=game.id,
        data_messages=json.dumps(WORDS, ensure_ascii=False),
    )
    return with_frame_notice(element)


def render_option_links(game: Game, page: str | None) -> Markup | None:
    """Return a list of the game's options, each with a link to its switch on `page` (its path from the root
    of the site), where there is one; None for a game without options.
    """
    if not game.options:
        return None
    return tag("ul", [_option_link(game, each, page) for each in game.options])


def option_address(page: str, option: Option) -> str:
    """Return the address of an option's switch on the page at this path."""
    return f"{page_address(page)}#{_anchor(option)}"


def option_label(option: Option) -> str:
    """Return the name of an option on a page where everything is a house rule."""
    return plain_house_rule(option.input).title


def options_data(game: Game) -> list[dict[str, Any]]:
    """Return the options as plain data: what the page needs to set each of them and to find its sentences."""
    return [_option_data(each) for each in game.options]


_WITHOUT_SCRIPT = (
    "JavaScript is needed to save and share house rules. Without it, this page is a form to print: tick or "
    "write in the rules of your table."
)


def _option_link(game: Game, option: Option, page: str | None) -> Markup:
    name = option_label(option)
    linked = tag("a", name, href=option_address(page, option)) if page else name
    return tag("li", tag("strong", linked), _rule(game, option))


def _rule(game: Game, option: Option) -> Markup | None:
    number = option.input.rule
    return fragment(" ", rule_link(game.id, number)) if number else None


def _anchor(option: Option) -> str:
    return f"option-{option.name}"


def _option_data(option: Option) -> dict[str, Any]:
    declared = plain_house_rule(option.input)
    data: dict[str, Any] = {
        "name": option.name,
        "label": declared.title,
        "kind": _kind(option),
        "default": to_jsonable(option.book_value),
        "rule": declared.rule or "",
        "sentences": {number: _sentence(each) for number, each in option.sentences.items()},
    }
    if isinstance(declared, Int):
        data |= {"low": declared.low, "high": declared.high}
    if isinstance(declared, (Flag, Choice)):
        values = [option.book_value, *option.other_values]
        data["choices"] = [[to_jsonable(each), value_text(declared, each)] for each in values]
    return data


def _kind(option: Option) -> str:
    kinds = ((Flag, "flag"), (Choice, "choice"), (Int, "int"))
    return next(kind for each, kind in kinds if isinstance(option.input, each))


def _sentence(sentence: str | Mapping[Any, str]) -> str | dict[str, str]:
    if isinstance(sentence, str):
        return sentence
    return {json.dumps(to_jsonable(value)): text for value, text in sentence.items()}


def _bar(options: bool) -> Markup:
    """Return the choice of the set in force, what can be done with sets, and links to the page's parts."""
    choice = tag("select", tag("option", BY_THE_BOOK, value=""), data_part="sets", id="house-sets")
    return tag(
        "div",
        tag(
            "div",
            tag("label", "Your table plays by", for_="house-sets", class_="field__label"),
            choice,
            class_="field house__choice",
        ),
        fold(
            "Sets of house rules",
            tag(
                "div",
                command_button("new", "New set"),
                command_button("copy", "Copy", data_of_set=True),
                command_button("reset", "Reset to the book", data_of_set=True),
                command_button("delete", "Delete", data_of_set=True),
                file_button("Open file", "file", look="house__file"),
                class_="house__commands",
            ),
            look="house__sets",
        ),
        _jumps(options),
        class_="house__bar",
        data_part="bar",
        hidden=True,
    )


_PARTS = {
    "options": "Switches and numbers",
    "rewritten": "Rewritten rules",
    "own": "Rules of your own",
    "unused": "Not used at your table",
    "about": "Name and note",
    "share": "Share",
}
"""The headings of the page's parts, in order."""

_OF_SET = ("about", "share")
"""The parts that are there once a set is in force."""


def _jumps(options: bool) -> Markup:
    links = [
        tag("li", tag("a", title, href=f"#{_part_id(part)}"), data_of_set=part in _OF_SET)
        for part, title in _PARTS.items()
        if options or part != "options"
    ]
    return tag("nav", tag("ul", links, role="list"), class_="house__parts", aria_label="Parts of this page")


def _part_id(part: str) -> str:
    return f"house-part-{part}"


def _options(game: Game) -> Markup | None:
    if not game.options:
        return None
    return fragment(
        _heading("options"),
        _finder("find-option", "Find a switch or number", hidden=True) if len(game.options) > FEW else None,
        tag(
            "form",
            [_option(game, each) for each in game.options],
            data_part="options",
            class_="house__options",
            autocomplete="off",
        ),
    )


def _option(game: Game, option: Option) -> Markup:
    book = value_text(option.input, option.book_value)
    return tag(
        "div",
        render_field(
            plain_house_rule(option.input), option.book_value, Place("house", game.id).below(option.name)
        ),
        tag("p", "The book: ", book, tag("span", data_part="state"), class_="house__book"),
        tag("ul", data_part="sentences", class_="house__sentences", hidden=True),
        class_="house__option",
        id=_anchor(option),
        data_option=option.name,
    )


def _rewritten() -> Markup:
    return _section(
        "rewritten",
        tag("p", _HOW_TO_REWRITE, class_="house__about"),
        tag("ul", data_part="rules", class_="house__list", role="list"),
        _finder("find-rule", "Rule number or words"),
        tag(
            "form",
            tag("h3", data_part="rule-title", tabindex="-1"),
            tag(
                "p", tag("strong", "The book: "), tag("span", data_part="rule-book"), class_="house__original"
            ),
            tag("p", data_part="rule-options", class_="house__note", hidden=True),
            _text("house-rule-text", "At your table", lines=3),
            _answers(tag("p", _ONLY_TEXT, class_="house__note")),
            data_part="rule-form",
            class_="house__form box-panel",
            hidden=True,
        ),
        tag("template", _line("edit-rule", "Edit", "drop-rule", "Use the book’s"), data_part="rule-line"),
    )


_HOW_TO_REWRITE = (
    "Find a rule, and write your table’s sentence. Or press a rule’s number in the book, and then “Change at "
    "our table”."
)

_ONLY_TEXT = "Your words change the text only. Dice and chances follow the switches and numbers above."


def _new() -> Markup:
    return _section(
        "own",
        tag("ul", data_part="added", class_="house__list", role="list"),
        command_button("add", "Add a rule", data_part="add"),
        tag(
            "form",
            tag("h3", "A rule of your own", tabindex="-1"),
            _field("house-new-title", "Title", 80),
            _text("house-new-text", "Text", lines=3),
            _finder("new-after", "Its place: after which rule? Number or words", is_required=True),
            _answers(),
            data_part="new-form",
            class_="house__form box-panel",
            hidden=True,
        ),
        tag("template", _line("edit-new", "Edit", "drop-new", "Delete"), data_part="new-line"),
    )


def _unused() -> Markup:
    return _section(
        "unused",
        tag("p", "Unused sections are collapsed, and unused entries are grey.", class_="house__about"),
        tag("ul", data_part="unused", class_="house__list", role="list"),
        _finder("find-part", "Section or entry"),
        tag("template", _line("", "", "use", "Use again"), data_part="unused-line"),
    )


def _about() -> Markup:
    return _section(
        "about",
        _field("house-name", "Name of your set", MAX_NAME_CHARS, data_part="name"),
        _text("house-note", "Note to your players", lines=2, data_part="note"),
        data_of_set=True,
    )


def _share() -> Markup:
    return _section(
        "share",
        tag(
            "div",
            command_button("link", "Copy link", kind="primary"),
            command_button("download", "Save as file"),
            command_button("code", "Show QR code"),
            class_="house__commands",
        ),
        tag("div", data_part="code", class_="house__code", hidden=True),
        data_of_set=True,
    )


def _section(part: str, *inside: Any, **more: Any) -> Markup:
    return tag("section", _heading(part), *inside, class_="house__section", **more)


def _heading(part: str) -> Markup:
    return tag("h2", _PARTS[part], id=_part_id(part))


def _finder(part: str, label: str, *, is_required: bool = False, **more: Any) -> Markup:
    """Return a search field, with the number of results and the list of results."""
    id_ = f"house-{part}"
    return tag(
        "div",
        tag("label", label, for_=id_, class_="field__label"),
        tag(
            "input",
            type="search",
            id=id_,
            data_part=part,
            autocomplete="off",
            enterkeyhint="search",
            aria_describedby=_problems(id_) if is_required else None,
        ),
        tag("div", class_="problems", id=_problems(id_)) if is_required else None,
        tag("p", data_part=f"{part}-count", class_="house__count", role="status"),
        tag("ul", data_part=f"{part}-hits", class_="house__hits", role="list", hidden=True),
        class_="field house__finder",
        **more,
    )


def _field(id_: str, label: str, longest: int, **more: Any) -> Markup:
    control = tag(
        "input",
        type="text",
        id=id_,
        maxlength=longest,
        autocomplete="off",
        aria_describedby=_problems(id_),
        **more,
    )
    return _labelled(id_, label, control)


def _text(id_: str, label: str, *, lines: int, **more: Any) -> Markup:
    control = tag(
        "textarea", id=id_, maxlength=MAX_TEXT_CHARS, rows=lines, aria_describedby=_problems(id_), **more
    )
    return _labelled(id_, label, control)


def _labelled(id_: str, label: str, control: Markup) -> Markup:
    return tag(
        "div",
        tag("label", label, for_=id_, class_="field__label"),
        control,
        tag("div", class_="problems", id=_problems(id_)),
        class_="field",
    )


def _problems(id_: str) -> str:
    return f"{id_}--problems"


def _answers(note: Markup | None = None) -> Markup:
    return fragment(
        note,
        tag(
            "div",
            button("Save", kind="primary", type="submit"),
            command_button("cancel", "Cancel"),
            class_="house__commands",
        ),
    )


def _line(change: str, change_label: str, drop: str, drop_label: str) -> Markup:
    """Return the template of a line: a link or name, a text, and what can be done with it."""
    about = visually_hidden(" ", tag("span", data_part="again"))
    return tag(
        "li",
        tag("span", tag("a", data_part="link", class_="rule-link"), " ", tag("bdi", data_part="text")),
        tag(
            "span",
            button(change_label, about, data_command=change) if change else None,
            button(drop_label, about, data_command=drop),
            class_="house__commands",
        ),
    )
