"""A set of house rules from someone else: every change beside the book's text, and what to do with the set.

The page fills in the changes from a template. Texts of the set are inserted as plain text, always beside a
label of ours.
"""

from __future__ import annotations

import json

from rules_py.present.components import button, note_line
from rules_py.present.html import Markup, tag
from rules_py.present.shared_labels import HOUSE_RULE, NOT_SAVED, UNNAMED

NOT_USED = "Not used"

_FIRST_STALE = "house-stale"
"""The id of the first rule that the book has changed."""

_FIRST_DIFFERING = "house-differing"
"""The id of the first mark of what differs from the reader's own set."""

_GONE = "house-gone"

_LEFT_OUT = "house-left-out"

WORDS = {
    "title-link": "House rules from a link",
    "title-file": "House rules from a file",
    "title-book": "The book has changed",
    "count": "{count} changes to the book.",
    "count-one": "1 change to the book.",
    "count-differ": "{count} differ from your set.",
    "count-differ-one": "1 differs from your set.",
    "count-same": "All are the same as in your set.",
    "count-gone": "{count} changes of your set are no longer in it.",
    "count-gone-one": "1 change of your set is no longer in it.",
    "mark-new": "New",
    "mark-changed": "Changed since your set",
    "count-left-out": "{count} parts are left out.",
    "count-left-out-one": "1 part is left out.",
    "count-stale": "The book has changed {count} of these rules since.",
    "count-stale-one": "The book has changed 1 of these rules since.",
    "unnamed": UNNAMED,
    "kind-switch": "Switch",
    "kind-number": "Number",
    "kind-rule": HOUSE_RULE,
    "kind-sentence": "Rule",
    "kind-new": "New rule",
    "follow": "Rules that follow: {rules}",
    "kind-hidden": NOT_USED,
    "kind-entry": NOT_USED,
    "left-option": "This book doesn’t have this switch or number: {name}",
    "left-value": "{name} must be {expected}, not {value}.",
    "expected-flag": "yes or no",
    "expected-int": "a whole number from {low} to {high}",
    "no-then-link": "unknown. Links don’t include the book’s sentence; files do.",
    "no-then-file": "unknown. This file doesn’t include the book’s sentence.",
    "no-then-book": "unknown. The book’s sentence wasn’t saved with these house rules.",
    "left-rule": "This book doesn’t have rule {name}, for which the set says: {text}",
    "left-new": "This book doesn’t have the rule that this new one follows: {name}. {text}",
    "left-hidden": "This book doesn’t have this section: {name}",
    "left-entry": "This book doesn’t have this entry: {name}",
    "left-field": "This version of the site can’t read this part: {name}",
    "play": "Your table plays by these house rules now: {name}.",
    "reviewed": "Saved. Your table plays by these house rules: {name}.",
    "look": "In this tab you see the book with these house rules: {name}. Nothing was saved.",
    "no": "Nothing was saved.",
    "unlasting": "Your table plays by these house rules until you leave this site, as your browser saves no "
    "data: {name}.",
    "full": NOT_SAVED,
    "refused": "Couldn’t open these house rules. {why}",
    "damaged": "The link or file is damaged. Ask for it again.",
    "foreign": "It doesn’t contain house rules.",
    "newer": "They were made with a newer version of this site. Reload the page and try again.",
    "game": "They are for another book. Open them on that book’s page “Our house rules”.",
    "large": "They are longer than any that this site saves. It may be the wrong file.",
}
"""The page's messages; the page fills in what is in braces."""

_ANSWERS = {
    "play": "Play by these",
    "replace": "Replace mine",
    "both": "Keep both",
    "save": "Save",
    "look": "Only look",
    "no": "No",
    "later": "Later",
}


def consent_part() -> Markup:
    """Return the element for a set, hidden until a link or a file is opened."""
    return tag(
        "section",
        tag("p", data_part="notice", tabindex="-1", class_="house-consent__notice", hidden=True),
        _offered(),
        tag("template", _change(), data_part="change"),
        class_="house-consent",
        data_part="consent",
        data_messages=json.dumps(WORDS, ensure_ascii=False),
    )


def _offered() -> Markup:
    return tag(
        "div",
        tag("h2", data_part="title", tabindex="-1"),
        tag(
            "p",
            tag("span", "Name of the set: ", class_="house-consent__label"),
            tag("span", data_part="name"),
        ),
        tag("p", "You have a different set of the same name.", data_part="same-name", hidden=True),
        _sum(),
        tag(
            "p",
            tag("span", "Note from its author: ", class_="house-consent__label"),
            tag("span", data_part="note-text"),
            data_part="note",
        ),
        tag("ul", data_part="changes", class_="house-consent__changes", role="list"),
        _further("No longer in this set", "gone", _GONE, class_="house-consent__changes", role="list"),
        _further("Left out", "left-out", _LEFT_OUT),
        tag(
            "div",
            [
                button(label, data_answer=answer, kind="primary" if answer in ("play", "save") else "")
                for answer, label in _ANSWERS.items()
            ],
            data_part="answers",
            class_="house-consent__answers",
        ),
        data_part="offered",
        class_="house-consent__offered",
        hidden=True,
    )


def _further(heading: str, part: str, anchor: str, **attributes: str) -> Markup:
    """Return a list below the changes, hidden until it has items."""
    items = tag("ul", data_part=f"{part}-list", **attributes)
    return tag("div", tag("h3", heading), items, data_part=part, id=anchor, hidden=True)


def _sum() -> Markup:
    """Return the numbers of changes, of those that differ from the reader's own set, of rules that the book
    has changed since, and of parts left out.
    """
    return tag(
        "p",
        tag("span", data_part="count"),
        " ",
        tag("a", data_part="count-differ", href=f"#{_FIRST_DIFFERING}"),
        tag("span", data_part="count-same", hidden=True),
        " ",
        tag("a", data_part="count-gone", href=f"#{_GONE}"),
        " ",
        tag("a", data_part="count-stale", href=f"#{_FIRST_STALE}"),
        " ",
        tag("a", data_part="count-left-out", href=f"#{_LEFT_OUT}"),
        " Nothing is saved before you decide.",
        data_part="sum",
    )


def _change() -> Markup:
    """Return a change, with the rules that it changes where it is an option, and what to do where the book
    has changed the rule.
    """
    return tag(
        "li",
        tag(
            "p",
            tag("strong", data_part="kind"),
            tag("span", data_part="about"),
            " ",
            tag("a", data_part="rule", class_="rule-link"),
            " ",
            tag("span", data_part="mark", class_="house-consent__mark"),
            class_="house-consent__what",
        ),
        _text("books", "The book"),
        note_line("Also replaced: the rest of the ruling", tag("p", data_part="rest-text"), data_part="rest"),
        _text("ours", "House rule"),
        _text("yours", "Your set"),
        note_line(
            tag("span", data_part="follow"),
            tag("ul", data_part="sentence-list", class_="house-consent__changes", role="list"),
            data_part="sentences",
        ),
        tag(
            "fieldset",
            tag("legend", "The book has changed this rule"),
            _text("then", "The book before"),
            _text("now", "The book now"),
            tag("label", tag("input", type="radio", value="ours", checked=True), " Keep ours"),
            tag("label", tag("input", type="radio", value="book"), " Use the book’s"),
            data_part="stale",
            class_="house-consent__stale",
        ),
        class_="house-consent__change",
    )


def _text(part: str, label: str) -> Markup:
    return tag(
        "p",
        tag("span", f"{label}: ", class_="house-consent__label"),
        tag("span", data_part=f"{part}-text"),
        data_part=part,
        class_=f"house-consent__{part}",
    )
