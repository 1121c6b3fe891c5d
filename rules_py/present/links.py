"""Links from texts of the rules to the sentence of the book that states a rule, on any page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from rules_py.base.dice_marks import without_marks
from rules_py.base.jsonable import to_jsonable
from rules_py.present.html import Markup, fragment, tag

_RULE = re.compile(r"\[([A-Z]+-[0-9]+)\]")
type Places = Mapping[str, Mapping[str, str]]
"""The pages of rules and calculators: game -> number of the rule or id of the calculator -> path of its page
from the root of the site (`core_rules/dice/`).
"""


@dataclass(frozen=True)
class _Ways:
    """The context of links: their root, and the pages of rules and calculators."""

    root: str = ""
    places: Places = field(default_factory=dict)
    index: str = ""

    def page_of(self, game: str, what: str) -> str | None:
        return self.places.get(game, {}).get(what)

    def to(self, path: str) -> str:
        """Return the address of a page."""
        return f"{self.root}{path}{self.index}"


_INDEX = "index.html"
_NOWHERE = _Ways()
_ways: ContextVar[_Ways] = ContextVar("ways", default=_NOWHERE)


@contextmanager
def link_rules(root: str, places: Places, index: str | None = None) -> Iterator[None]:
    """Make links to rules within this block lead to `places`, from `root`: the path from the current page to
    the root of the site (`../../`). `index` ends the address of a page: by default the name of its file if
    `root` ends in it, as for a site opened from a folder, without a server.

    The build passes each page's own path, the browser the address at which the site was opened. So links work
    under a sub-path, without JavaScript, and from a folder.
    """
    if index is None:
        index = _INDEX if root.endswith(_INDEX) else ""
        root = root.removesuffix(index)
    before = _ways.set(_Ways(root, places, index))
    try:
        yield
    finally:
        _ways.reset(before)


def rule_link(game: str, number: str, *, tab_stop: bool = True) -> Markup:
    """Return a small link to a rule, or only the number if the book doesn't state the rule.

    Like a rule mark, a link beside a field or in each row of a table isn't a tab stop: it would only come
    between the keyboard and the next field.
    """
    path = _ways.get().page_of(game, number)
    if path is None:
        return tag("span", number, class_="rule-link", data_rule=number)
    address = f"{_ways.get().to(path)}#{number}"
    stop = None if tab_stop else "-1"
    return tag("a", number, class_="rule-link", href=address, data_rule=number, tabindex=stop)


def rule_links(game: str, numbers: tuple[str, ...]) -> Markup | None:
    """Return links to several rules in a row, or None."""
    if not numbers:
        return None
    return tag(
        "span",
        [fragment(" " if place else "", rule_link(game, each)) for place, each in enumerate(numbers)],
        class_="rule-links",
    )


def rule_mark(number: str, *, with_link: bool = True) -> Markup:
    """Return the label beside the sentence that states a rule: the target of every link to the rule.

    `with_link` makes it a link to itself, to be copied; omit it in a line that is itself a button. It isn't a
    tab stop on the way to the dice: the key R moves to the next one (`search/card-triggers.js`).
    """
    if not with_link:
        return tag("span", number, class_="rule-mark", id=number)
    called = f"Rule {number}"
    return tag(
        "a", number, class_="rule-mark", id=number, href=f"#{number}", aria_label=called, tabindex="-1"
    )


def page_address(path: str) -> str:
    """Return the address of a page by its path from the root of the site (`core_rules/`)."""
    return _ways.get().to(path)


def page_link(path: str, text: Any, class_: str | None = None) -> Markup:
    """Return a link to a page by its path from the root of the site."""
    return tag("a", text, href=page_address(path), class_=class_)


def content_link(address: str, text: Any) -> Markup:
    """Return a link in a text of a game: to an anchor, another site, or a page by its path from the root of
    the site, which starts with a slash. Any other address gives only the text.
    """
    if address.startswith(("#", "https://", "http://", "mailto:")):
        return tag("a", text, href=address)
    if not address.startswith("/"):
        return fragment(text)
    path, _, anchor = address.removeprefix("/").partition("#")
    return tag("a", text, href=f"{_ways.get().to(path)}{anchor and f'#{anchor}'}")


def entry_link(table: str, anchor: str, text: Any) -> Markup:
    """Return the text as a link to an entry of a random table, or to the whole of it; only the text if the
    book doesn't show the table.
    """
    path = _ways.get().page_of(table.partition(".")[0], table)
    return (
        fragment(text)
        if path is None
        else tag("a", text, href=f"{_ways.get().to(path)}#{anchor}", class_="entry-link")
    )


def roll_address(path: str, anchor: str, inputs: Mapping[str, Any], dice: Sequence[Any] | None = None) -> str:
    """Return the address of a roller with these inputs, or of one roll with its dice.

    `path` is the page's from the root of the site, `anchor` the roller's id there. Without JavaScript the
    link leads to the roller as printed. Values other than text are JSON:
    `?situation=average&steps=1&dice=[5]`.
    """
    values = to_jsonable(dict(inputs)) | ({} if dice is None else {"dice": to_jsonable(list(dice))})
    words = {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in values.items()
        if value is not None
    }
    return f"{_ways.get().to(path)}?{urlencode(words, errors='surrogatepass')}#{anchor}"


def calculator_address(
    calculator: str, inputs: Mapping[str, Any], dice: Sequence[Any] | None = None
) -> str | None:
    """Return the `roll_address` of a calculator that the book shows, or None."""
    path = _ways.get().page_of(calculator.partition(".")[0], calculator)
    return None if path is None else roll_address(path, calculator, inputs, dice)


def prose(game: str, text: str) -> Markup:
    """Return text of the package's data with a link for each `[C-021]`. Inline dice are plain text."""
    pieces = _RULE.split(without_marks(text))
    return fragment(*(rule_link(game, piece) if place % 2 else piece for place, piece in enumerate(pieces)))
