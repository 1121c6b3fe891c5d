"""A chapter's HTML as it goes on paper beside the others of its book: all that is read and nothing that is
operated, its folds open, its ids its own, its links within the book leading to places on the same page.

It knows the classes and elements that the directives give, and nothing of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import override
from urllib.parse import urljoin, urlsplit

from hooks.search_index.page_parser import without_working

_VOID = frozenset("area base br col embed hr img input link meta source wbr".split())
_OPERATED = frozenset(
    (
        "button dialog dice-tracker dice-add dice-player-view dice-sheet form input progress script select "
        "template textarea"
    ).split()
)
_LEFT_OUT = frozenset(
    (
        "calc__actions calc__message calc__place calc__status calc__throwing example field framed headerlink "
        "saved reference__filters"
    ).split()
)
"""Examples are told in the text; what is left out of them is how each die was read, and their code."""
_BEHIND_A_CHIP = frozenset("calc__answer calc__given calc__odds calc__rules calc__summary".split())
"""What waits behind the line of a calculator in running text. Where one stands open, it is told."""
_REFERRING = frozenset("aria-controls aria-describedby aria-labelledby for headers".split())
_WORKING = re.compile(r"data-(?!motif\b|label\b)[\w-]+")
"""Attributes that only scripts read."""
_ATTRIBUTE = re.compile(r'\s+(?P<name>[\w:-]+)(?:="(?P<value>[^"]*)")?')
_FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
_SEPARATOR = "--"

_INSTEAD = {
    "dice-sheet": "The sheet stands on a page of its own, to be filled in there or printed blank.",
    "dice-tracker": "The desk is a page to play with, and stands on its own.",
}


def on_paper(html: str, *, name: str, at: str, homes: Mapping[str, str], root: str) -> str:
    """The HTML of the page at the address `at`, which is to stand within an element whose id is `name`.

    `homes` gives the names of all pages of the book by their address, and `root` the way from the new page to
    the root of the site, where every other link starts.
    """
    writer = _Writer(name, at, homes, root)
    writer.feed(_FORM.sub("", without_working(html)))  # a third of it, which the writer would leave out
    writer.close()
    return "".join(writer.written)


def mended(html: str) -> str:
    """The HTML of all chapters, its links to what was left out leading to the chapter where it stood."""
    ids = frozenset(re.findall(r'\sid="([^"]+)"', html))

    def mend(link: re.Match[str]) -> str:
        return link[0] if link[1] in ids else f'href="#{link[1].partition(_SEPARATOR)[0]}"'

    return re.sub(r'\bhref="#([^"]+)"', mend, html)


@dataclass
class _Open:
    """An element that has not ended yet: what it is called, and how it will end."""

    tag: str
    end: str
    is_chip: bool = False


@dataclass
class _Writer(HTMLParser):
    name: str
    at: str
    homes: Mapping[str, str]
    root: str
    written: list[str] = field(default_factory=list)
    opened: list[_Open] = field(default_factory=list)
    skipped: int = 0
    """How many elements are open within one that is left out, itself included."""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=False)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.skipped:
            self.skipped += tag not in _VOID
            return
        given = dict(attrs)
        classes = frozenset((given.get("class") or "").split())
        if "reference__sort" in classes:  # the title of a column, which sorts by it
            self.opened.append(_Open(tag, ""))
        elif self._is_left_out(tag, classes):
            self.skipped = tag not in _VOID
            self.written.append(f"<p>{_INSTEAD[tag]}</p>" if tag in _INSTEAD else "")
        else:
            self._write_start(tag, given, classes)

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.skipped:
            self.written.append(self._rewritten(self._raw))

    @override
    def handle_endtag(self, tag: str) -> None:
        if self.skipped:
            self.skipped -= tag not in _VOID
        elif self.opened and self.opened[-1].tag == tag:
            self.written.append(self.opened.pop().end)

    @override
    def handle_data(self, data: str) -> None:
        self._keep(data)

    @override
    def handle_entityref(self, name: str) -> None:
        self._keep(f"&{name};")

    @override
    def handle_charref(self, name: str) -> None:
        self._keep(f"&#{name};")

    def _keep(self, text: str) -> None:
        if not self.skipped:
            self.written.append(text)

    @property
    def _raw(self) -> str:
        """The tag at hand as it is written: names in drawings have capitals, which the parser takes away."""
        return self.get_starttag_text() or ""

    def _is_left_out(self, tag: str, classes: frozenset[str]) -> bool:
        in_chip = any(each.is_chip for each in self.opened)
        return (
            tag in _OPERATED
            or not classes.isdisjoint(_LEFT_OUT)
            or (in_chip and not classes.isdisjoint(_BEHIND_A_CHIP))
        )

    def _write_start(self, tag: str, given: Mapping[str, str | None], classes: frozenset[str]) -> None:
        raw, now = self._raw, tag
        if "calc__fold" in classes:
            now, raw = "div", raw.replace("<details", "<div", 1).replace(" open", "", 1)
        elif "calc__line" in classes:
            now, raw = "p", raw.replace("<summary", "<p", 1)
        elif tag == "details" and "open" not in given and "fraction" not in classes:
            raw = f"<details open{raw.removeprefix('<details')}"
        self.written.append(self._rewritten(raw))
        if tag not in _VOID:
            is_chip = "calc__fold" in classes and "open" not in given
            self.opened.append(_Open(tag, f"</{now}>", is_chip))

    def _rewritten(self, raw: str) -> str:
        return _ATTRIBUTE.sub(self._attribute, raw)

    def _attribute(self, found: re.Match[str]) -> str:
        name, value = found["name"], found["value"]
        if value is None:
            return "" if _WORKING.fullmatch(name) else found[0]
        if name == "id":
            return f' id="{self._own(value)}"'
        if name in _REFERRING:
            return f' {name}="{" ".join(map(self._own, value.split()))}"'
        if name in ("href", "src"):
            return f' {name}="{self._link(value)}"'
        return "" if _WORKING.fullmatch(name) else found[0]

    def _own(self, name: str) -> str:
        return f"{self.name}{_SEPARATOR}{name}"

    def _link(self, link: str) -> str:
        meant = urlsplit(urljoin(f"/{self.at}", link.replace("&amp;", "&")))
        if meant.netloc or meant.scheme:
            return link
        address = meant.path.removeprefix("/")
        if address in self.homes:
            home = self.homes[address]
            return f"#{home}{_SEPARATOR}{meant.fragment}" if meant.fragment else f"#{home}"
        fragment = f"#{meant.fragment}" if meant.fragment else ""
        return f"{self.root}{address}{fragment}" or "./"
