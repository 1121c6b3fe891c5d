"""The glossary of a book: a definition list on one page, which every page of the book uses to explain terms.

Challenge
:   A situation that may go well or badly. See [Challenges](challenges.md).
:   Also: test, check, task roll.

A last line that starts with "Also:" has other words for the term; one that starts with "Search:" has words
that only the search uses. A word with other meanings in the book has an addition, as in `cost (of a fight)`:
pages explain it only where they link to it.
"""

from __future__ import annotations

import posixpath
import re
import xml.etree.ElementTree as etree
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile

from markdown import Markdown
from markdown.extensions.toc import slugify
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from hooks.base.errors import DirectiveError, Place
from rules_py.base.errors import format_value

PAGE = "glossary.md"

_DEFINITION = re.compile(r":[ ]{1,3}\S")
_OTHER = (" ", "#", "!!!", "???", "- ", "* ", "|", "<", "[")
"""The start of a line that continues the one above, or isn't text."""
_SENTENCE = re.compile(r"[.!?:]\W*$|.{60}")
_TERM = "term of the glossary"
_MARKUP = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
_NOT_EXPLAINED = frozenset(
    ("h1", "h2", "h3", "h4", "h5", "h6", "th", "abbr", "code", "pre", "dt", "button", "label", "summary")
)
"""Elements in which no term is explained: headings, code, the terms of a glossary, and controls."""
_ALSO, _SEARCH = "Also: ", "Search: "
_TITLE = "admonition-title"
"""The class of a note's title."""


def terms(lines: Sequence[str]) -> dict[str, int]:
    """Return each term of a definition list with the number of its definition."""
    entries = (heads for heads, definitions in _entries(lines) if heads and definitions)
    return {_plain(lines[at]): number for number, heads in enumerate(entries) for at in heads}


def typos(lines: Sequence[str], start: Place) -> Iterator[DirectiveError]:
    """Yield terms without a definition and definitions without a term, which would be published as text.

    `start` is the place of the first line. Whole sentences may come before the first term.
    """
    after_definition = False
    for heads, definitions in _entries(lines):
        first = (heads or definitions)[0]
        text = lines[first].strip()
        if heads and not definitions and (after_definition or not _SENTENCE.search(text)):
            message = f"{_TERM} {text!r} has no definition. Add it on the next line, after `:   `."
            yield DirectiveError(start.down(first), message)
        if not heads and not after_definition:
            yield DirectiveError(
                start.down(first), f"definition {format_value(text)} has no term. Add it on the line above."
            )
        last = max((at for at in definitions if _DEFINITION.match(lines[at])), default=0)
        for at in definitions:
            if at < last and not lines[at].startswith((" ", ":")):
                text = lines[at].strip()
                yield DirectiveError(start.down(at), f"{_TERM} {text!r} needs an empty line above it")
        after_definition = after_definition or bool(definitions)


def _entries(lines: Sequence[str]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the line numbers of the terms and of the definitions in each block of lines."""
    for has_text, group in groupby(range(len(lines)), lambda at: bool(lines[at].strip())):
        block = [*group]
        if has_text and not lines[block[0]].startswith(_OTHER):
            heads = [*takewhile(lambda at: not _DEFINITION.match(lines[at]), block)]
            yield heads, block[len(heads) :]


def address(game: str, page: str) -> str:
    """Return the relative path from a page, given below the docs folder, to the glossary of a game."""
    return posixpath.relpath(f"{game}/{PAGE}", posixpath.dirname(page) or ".")


def anchor(term: str) -> str:
    """Return the id of a term on the glossary's page: `aptitude-point`."""
    return slugify(term, "-")


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split())


class AnchorTerms(Treeprocessor):
    """The ids of a glossary's terms, the class of other words, and hidden words for the search."""

    def run(self, root: etree.Element) -> None:
        for term in root.iter("dt"):
            term.set("id", anchor("".join(term.itertext())))
        for definition in root.iter("dd"):
            if (definition.text or "").startswith(_ALSO):
                definition.set("class", "also")
            if (definition.text or "").startswith(_SEARCH):
                definition.set("hidden", "hidden")


class ExplainTerms(Treeprocessor):
    """Links from the first use of each term on a page to the glossary, which show the definition as a card.

    Terms that share a definition are linked once, and not at all if the author links to them. The book's own
    `title` is no term, even if one is spelt the same.
    """

    def __init__(self, md: Markdown, known: Mapping[str, int], glossary: str, title: str = "") -> None:
        super().__init__(md)
        self._known, self._glossary, self._title = known, glossary, title
        self._by_anchor = {anchor(term): term for term in known}
        self._unexplained: dict[str, int] = {}
        longest_first = sorted(known, key=len, reverse=True)
        self._pattern = re.compile(rf"\b(?:{'|'.join(map(_pattern, longest_first))})s?\b")

    def run(self, root: etree.Element) -> None:
        self._unexplained = dict(self._known)
        self._explain(root)

    def _explain(self, parent: etree.Element) -> None:
        if parent.tag in _NOT_EXPLAINED or parent.get("class") == _TITLE:
            return
        if parent.tag == "a":
            self._note_link(parent)
            return
        children = list(parent)
        parent.text, links = self._explain_text(parent.text)
        _insert(parent, 0, links)
        for child in children:
            self._explain(child)
            child.tail, links = self._explain_text(child.tail)
            _insert(parent, list(parent).index(child) + 1, links)

    def _note_link(self, link: etree.Element) -> None:
        page, _, place = link.get("href", "").partition("#")
        term = self._by_anchor.get(place)
        if term and page.endswith(PAGE):
            self._mark_explained(self._known[term])

    def _mark_explained(self, definition: int) -> None:
        self._unexplained = {
            term: number for term, number in self._unexplained.items() if number != definition
        }

    def _explain_text(self, text: str | None) -> tuple[str | None, list[etree.Element]]:
        """Return the text before the first explained term, and links, each with the text after it as tail."""
        if not text or isinstance(text, AtomicString):
            return text, []
        before, end = text, 0
        links: list[etree.Element] = []
        for match in self._pattern.finditer(text):
            term = self._term(" ".join(match[0].split()))
            definition = self._unexplained.get(term)
            if definition is None or match[0] == self._title:
                continue
            self._mark_explained(definition)
            if links:
                links[-1].tail = text[end : match.start()]
            else:
                before = text[: match.start()]
            end = match.end()
            href = f"{self._glossary}#{anchor(term)}"
            link = etree.Element("a", {"class": "term", "href": href})
            link.text = AtomicString(match[0])
            links.append(link)
        if links:
            links[-1].tail = text[end:]
        return before, links

    def _term(self, word: str) -> str:
        """Return the term for a word of the text: `Steps` at the start of a sentence is the term `step`."""
        spellings = (word, word[:1].lower() + word[1:])
        candidates = (word for spelling in spellings for word in (spelling, spelling.removesuffix("s")))
        return next(word for word in candidates if word in self._known)


def _pattern(term: str) -> str:
    """Return a pattern for the term; a lower-case one may start a sentence, but isn't part of a name."""
    first = f"(?:{term[0]}|(?<!\\w\\s){term[0].upper()})" if term[0].islower() else re.escape(term[0])
    return first + r"\s+".join(map(re.escape, term[1:].split(" ")))


def _insert(parent: etree.Element, at: int, elements: Sequence[etree.Element]) -> None:
    for offset, element in enumerate(elements):
        parent.insert(at + offset, element)
