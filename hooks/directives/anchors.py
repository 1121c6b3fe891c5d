"""The anchors of headings, and the former anchors by which older links still lead to them."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import override
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions.toc import remove_fnrefs, render_inner_html, slugify, strip_tags, unique
from markdown.treeprocessors import Treeprocessor

from hooks.base.errors import DirectiveError, Place, duplicate, mistake

_HEADING = re.compile(r"h[1-6]")
_FIELD = "aliases"
_ID = re.compile(r'\sid="([^"]+)"')
_ALIASES = re.compile(r"""\{:?[^{}\n]*\baliases=(?:"(?P<several>[^"\n]*)"|(?P<one>[^\s}"]+))[^{}\n]*\}""")


def anchor(heading: str, separator: str = "-") -> str:
    """Return the anchor of a heading: in ASCII if its letters allow that, else in its own script."""
    if all(letter.isascii() for letter in unicodedata.normalize("NFKD", heading) if letter.isalnum()):
        return slugify(heading, separator)
    text = "".join(filter(_is_allowed, unicodedata.normalize("NFC", heading)))
    return re.sub(rf"[\s{re.escape(separator)}]+", separator, text.strip().lower())


def ids_in(page: str) -> set[str]:
    """Return all IDs in the HTML of a page."""
    return {*_ID.findall(page)}


def _is_allowed(character: str) -> bool:
    """Return whether it is a letter, an accent, a digit, a space, an underscore or a hyphen."""
    return unicodedata.category(character)[0] in "LMN" or character in "_-" or character.isspace()


def alias_faults(lines: Sequence[str], start: Place) -> Iterator[DirectiveError]:
    """Yield former anchors that aren't at a heading, or are declared twice; `lines` are without code."""
    first: dict[str, Place] = {}
    for at, line in enumerate(lines):
        for match in _ALIASES.finditer(line):
            place = start.down(at)
            if not line.startswith("#"):
                expected = 'a heading before it, such as `## Moves { aliases="actions" }`'
                yield mistake(place, _FIELD, match[0], expected)
            for name in (match["several"] or match["one"] or "").split():
                if name in first:
                    yield duplicate(place, _FIELD, name, first[name])
                first.setdefault(name, place)


class NameHeadings(Treeprocessor):
    """Gives each heading without an anchor its own, and adds its aliases.

    A heading that repeats another is named after the heading above it, too: `combat-moves`. Python-Markdown
    would call it `moves_1`, which remains as an alias. Older links to it may exist.
    """

    def __init__(self, md: Markdown, report: Callable[[str, str, str], None]) -> None:
        """`report` is called with a subject, an alias and what was expected of it."""
        super().__init__(md)
        self._report = report

    @override
    def run(self, root: Element) -> None:
        headings = [
            each for each in root.iter() if isinstance(each.tag, str) and _HEADING.fullmatch(each.tag)
        ]
        aliases = [(each, name) for each in headings for name in each.attrib.pop(_FIELD, "").split()]
        used_ids = {each.get("id", "") for each in root.iter()}
        names = {each: self._name(each) for each in headings if "id" not in each.attrib}
        counters: dict[str, int] = {}
        former_anchors = {each: unique(name, used_ids, counters) for each, name in names.items()}
        parents: list[tuple[str, str]] = []
        for heading in headings:
            parents = [each for each in parents if each[0] < heading.tag]
            if heading in former_anchors:
                name, former = names[heading], former_anchors[heading]
                longer_names = (f"{parent}-{name}" for _, parent in reversed(parents))
                free_names = (each for each in longer_names if each not in used_ids)
                heading.set("id", former if former == name or not name else next(free_names, former))
                used_ids.add(heading.attrib["id"])
                if former != heading.attrib["id"]:
                    _insert_alias(heading, former)
            parents.append((heading.tag, heading.attrib["id"]))
        for heading, name in aliases:
            if name in used_ids:
                self._report(_FIELD, name, "a former anchor that nothing else on the page has now")
            else:
                _insert_alias(heading, name)

    def _name(self, heading: Element) -> str:
        text = render_inner_html(remove_fnrefs(heading), self.md)
        return anchor(html.unescape(strip_tags(text)))


def _insert_alias(heading: Element, name: str) -> None:
    target = Element("span", {"id": name})
    target.tail, heading.text = heading.text, ""
    heading.insert(0, target)
