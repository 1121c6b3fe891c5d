"""The conversion of a chapter's HTML for print: text without controls, collapsibles open, ids unique, and
links within the book as links within the page.

It depends on the classes and elements of directives, and not on the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import override
from urllib.parse import urljoin, urlsplit

from hooks.pages import house_data

_VOID = frozenset("area base br col embed hr img input link meta source wbr".split())
OPERATED = frozenset(
    (
        "button dialog dice-tracker dice-add dice-player-view dice-sheet form input progress script select "
        "template textarea"
    ).split()
)
LEFT_OUT = frozenset(
    (
        "calc__actions calc__message calc__place calc__status calc__roller example__code field framed "
        "headerlink on-screen saved sheet-head reference__filters reference__cutting entry__link "
        "entry__start working"
    ).split()
)
"""Classes of elements that are left out; of examples, these are the steps and the code."""
_BEHIND_A_CHIP = frozenset(("calc__rules", "calc__summary"))
"""Classes of the collapsed parts that every chip hides. An open calculator hides none."""
_BEHIND_A_CHANCE = _BEHIND_A_CHIP | {"calc__answer", "calc__odds", "calc__values"}
"""Classes of the collapsed parts that a chip with a chance in its line hides."""
_REFERRING = frozenset("aria-controls aria-describedby aria-labelledby for headers".split())
_FOR_SCRIPTS = re.compile(r"data-(?!motif\b|label\b|plot-part\b)[\w-]+")
"""Attributes that only scripts use."""
_FIGURE = re.compile(r'<(?:dice-odds-table|dice-plot)\b|<[^>]*\sclass="house-number"')
"""The start of an element with numbers that house rules change, which keeps what they are computed from."""
_ATTRIBUTE = re.compile(r'\s+(?P<name>[\w:-]+)(?:="(?P<value>[^"]*)")?')
_FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
_SEPARATOR = "--"

INSTEAD = {
    "dice-sheet": "The character sheet has its own page. Fill it in there, or print it blank.",
    "dice-tracker": "The tracker works only on its own page.",
}


def on_paper(html: str, *, name: str, at: str, homes: Mapping[str, str], root: str) -> str:
    """Return the HTML of the page at the address `at` for print, inside an element with the id `name`.

    `homes` are the names of all pages of the book by address, and `root` is the relative path of the print
    edition to the root of the site.
    """
    writer = _Writer(name, at, homes, root)
    writer.feed(_FORM.sub("", html))  # much of the HTML, and left out in any case
    writer.close()
    return "".join(writer.output)


def redirect_links(html: str) -> str:
    """Return the HTML with links to left out elements leading to their chapters."""
    ids = frozenset(re.findall(r'\sid="([^"]+)"', html))

    def redirect(link: re.Match[str]) -> str:
        return link[0] if link[1] in ids else f'href="#{link[1].partition(_SEPARATOR)[0]}"'

    return re.sub(r'\bhref="#([^"]+)"', redirect, html)


@dataclass
class _Open:
    """An element that has not ended yet: its tag, and the end to write.

    hides      the classes of elements within it that are left out
    chance_at  of the chance of a chip, the length of the output before its content
    """

    tag: str
    end: str
    hides: frozenset[str] = frozenset()
    chance_at: int | None = None


@dataclass
class _Writer(HTMLParser):
    name: str
    at: str
    homes: Mapping[str, str]
    root: str
    output: list[str] = field(default_factory=list)
    open_elements: list[_Open] = field(default_factory=list)
    skip_depth: int = 0
    """The number of open elements in one that is left out, including itself."""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=False)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.skip_depth:
            self.skip_depth += tag not in _VOID
            return
        attributes = dict(attrs)
        classes = frozenset((attributes.get("class") or "").split())
        if "reference__sort" in classes:  # a column heading with which readers sort
            self.open_elements.append(_Open(tag, ""))
        elif self._is_left_out(tag, classes):
            self.skip_depth = tag not in _VOID
            self.output.append(f"<p>{INSTEAD[tag]}</p>" if tag in INSTEAD else "")
        else:
            self._write_start(tag, attributes, classes)

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.skip_depth:
            self.output.append(self._rewritten(self._raw))

    @override
    def handle_endtag(self, tag: str) -> None:
        if self.skip_depth:
            self.skip_depth -= tag not in _VOID
        elif self.open_elements and self.open_elements[-1].tag == tag:
            closed = self.open_elements.pop()
            if closed.chance_at == len(self.output):  # without a chance, the line alone is useless
                for each in self.open_elements:
                    each.hides &= _BEHIND_A_CHIP
            self.output.append(closed.end)

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
        if not self.skip_depth:
            self.output.append(text)

    @property
    def _raw(self) -> str:
        """The current tag as written: the parser changes names in SVG to lower case."""
        return self.get_starttag_text() or ""

    def _is_left_out(self, tag: str, classes: frozenset[str]) -> bool:
        return tag in OPERATED or not classes.isdisjoint(
            LEFT_OUT.union(*(each.hides for each in self.open_elements))
        )

    def _write_start(self, tag: str, attributes: Mapping[str, str | None], classes: frozenset[str]) -> None:
        raw, now = self._raw, tag
        if "calc__fold" in classes:
            now, raw = "div", raw.replace("<details", "<div", 1).replace(" open", "", 1)
        elif "calc__line" in classes:
            now, raw = "p", raw.replace("<summary", "<p", 1)
        elif tag == "details" and "open" not in attributes and "fraction" not in classes:
            raw = f"<details open{raw.removeprefix('<details')}"
        self.output.append(self._rewritten(raw))
        if tag not in _VOID:
            is_chip = "calc__fold" in classes and "open" not in attributes
            hides: frozenset[str] = _BEHIND_A_CHANCE if is_chip else frozenset()
            chance_at = len(self.output) if "calc__chance" in classes else None
            self.open_elements.append(_Open(tag, f"</{now}>", hides, chance_at))

    def _rewritten(self, raw: str) -> str:
        is_figure = _FIGURE.match(raw) is not None
        return _ATTRIBUTE.sub(lambda match: self._attribute(match, is_figure), raw)

    def _attribute(self, match: re.Match[str], is_figure: bool) -> str:
        name, value = match["name"], match["value"]
        if is_figure and name.removeprefix("data-") in house_data.FIGURE_ATTRIBUTES:
            return match[0]
        if value is None:
            return "" if _FOR_SCRIPTS.fullmatch(name) else match[0]
        if name == "id":
            return f' id="{self._own(value)}"'
        if name in _REFERRING:
            return f' {name}="{" ".join(map(self._own, value.split()))}"'
        if name in ("href", "src"):
            return f' {name}="{self._link(value)}"'
        return "" if _FOR_SCRIPTS.fullmatch(name) else match[0]

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
