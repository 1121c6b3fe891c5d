"""A book's glossary: a definition list on one page, from which every page of the book explains its terms.

Challenge
:   A situation that may go well or badly. See [Challenges](challenges.md).
:   Also: test, check, task roll.

A last line that begins with "Also:" has other words under which somebody may look for the term; one that
begins with "Search:" has words that only the search knows. A word that the book also uses for other things
stands with what it is of, as in `cost (of a fight)`: then the pages explain it only where they link to it.
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

from hooks.directives.errors import DirectiveError, Place, mistake

PAGE = "glossary.md"

_DEFINITION = re.compile(r":[ ]{1,3}\S")
_OTHER = (" ", "#", "!!!", "???", "- ", "* ", "|", "<", "[")
"""How lines begin that go on with what stands above, or are no text."""
_SENTENCE = re.compile(r"[.!?:]\W*$|.{60}")
_TERM = "term of the glossary"
_MARKUP = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
_UNREAD = frozenset(
    ("h1", "h2", "h3", "h4", "h5", "h6", "th", "abbr", "code", "pre", "dt", "button", "label", "summary")
)
"""Where a term is not explained: headings, code, the terms of a glossary, and what does something when
it is pressed.
"""
_ALSO, _SEARCH = "Also: ", "Search: "
_TITLE = "admonition-title"
"""The class of a note's heading."""


def terms(lines: Sequence[str]) -> dict[str, int]:
    """Each term of a definition list, with the number of the definition that explains it."""
    entries = ((heads, told) for heads, told in _entries(lines) if heads and told)
    return {_plain(lines[at]): number for number, (heads, _) in enumerate(entries) for at in heads}


def slips(lines: Sequence[str], start: Place) -> Iterator[DirectiveError]:
    """What is meant in a glossary for a term or what it means, and would be published as text; `start` is the
    place of the first line. Whole sentences may stand before the first term.
    """
    begun = False
    for heads, told in _entries(lines):
        first = (heads or told)[0]
        given = lines[first].strip()
        if heads and not told and (begun or not _SENTENCE.search(given)):
            allowed = "in the line below it what it means, behind a colon and three spaces, `:   `"
            yield mistake(start.down(first), _TERM, given, allowed)
        if not heads and not begun:
            yield mistake(start.down(first), "what a term means", given, "the term in the line above it")
        last = max((at for at in told if _DEFINITION.match(lines[at])), default=0)
        for at in told:
            if at < last and not lines[at].startswith((" ", ":")):
                yield mistake(start.down(at), _TERM, lines[at].strip(), "an empty line above it")
        begun = begun or bool(told)


def _entries(lines: Sequence[str]) -> Iterator[tuple[list[int], list[int]]]:
    """Lines that stand together, by their numbers: the terms, and from the first that says what they mean."""
    for full, together in groupby(range(len(lines)), lambda at: bool(lines[at].strip())):
        block = [*together]
        if full and not lines[block[0]].startswith(_OTHER):
            heads = [*takewhile(lambda at: not _DEFINITION.match(lines[at]), block)]
            yield heads, block[len(heads) :]


def address(game: str, page: str) -> str:
    """The way from a page to the glossary of a game, as an author writes links: both are paths below the
    docs folder.
    """
    return posixpath.relpath(f"{game}/{PAGE}", posixpath.dirname(page) or ".")


def anchor(term: str) -> str:
    """The id of a term on the glossary's page: `aptitude-point`."""
    return slugify(term, "-")


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split())


class AnchorTerms(Treeprocessor):
    """Give terms of a glossary their ids and other words their class, and hide words of the search."""

    def run(self, root: etree.Element) -> None:
        for term in root.iter("dt"):
            term.set("id", anchor("".join(term.itertext())))
        for told in root.iter("dd"):
            if (told.text or "").startswith(_ALSO):
                told.set("class", "also")
            if (told.text or "").startswith(_SEARCH):
                told.set("hidden", "hidden")


class ExplainTerms(Treeprocessor):
    """Explains each term where the page first uses it; a dotted line under every word would tire the reader.

    Terms that share a definition need it but once. The term becomes a link to the glossary, which shows the
    definition as a card. Where an author links to the glossary, the term needs no other explanation. The
    book's own `title` is no term, though one may be spelt like it.
    """

    def __init__(self, md: Markdown, known: Mapping[str, int], glossary: str, title: str = "") -> None:
        super().__init__(md)
        self._known, self._glossary, self._title = known, glossary, title
        self._by_anchor = {anchor(term): term for term in known}
        self._left: dict[str, int] = {}
        longest_first = sorted(known, key=len, reverse=True)
        self._pattern = re.compile(rf"\b(?:{'|'.join(map(_spelt, longest_first))})s?\b")

    def run(self, root: etree.Element) -> None:
        self._left = dict(self._known)
        self._explain(root)

    def _explain(self, parent: etree.Element) -> None:
        if parent.tag in _UNREAD or parent.get("class") == _TITLE:
            return
        if parent.tag == "a":
            self._note_link(parent)
            return
        children = list(parent)
        parent.text, explained = self._explained(parent.text)
        _insert(parent, 0, explained)
        for child in children:
            self._explain(child)
            child.tail, explained = self._explained(child.tail)
            _insert(parent, list(parent).index(child) + 1, explained)

    def _note_link(self, link: etree.Element) -> None:
        page, _, place = link.get("href", "").partition("#")
        term = self._by_anchor.get(place)
        if term and page.endswith(PAGE):
            self._told(self._known[term])

    def _told(self, definition: int) -> None:
        """Nothing is left to say of the terms that this definition explains."""
        self._left = {term: left for term, left in self._left.items() if left != definition}

    def _explained(self, text: str | None) -> tuple[str | None, list[etree.Element]]:
        """The text before the first explained term, and the terms, each with the text behind it for a
        tail.
        """
        if not text or isinstance(text, AtomicString):
            return text, []
        before, begun = text, 0
        found: list[etree.Element] = []
        for match in self._pattern.finditer(text):
            term = self._term(" ".join(match[0].split()))
            definition = self._left.get(term)
            if definition is None or match[0] == self._title:
                continue
            self._told(definition)
            if found:
                found[-1].tail = text[begun : match.start()]
            else:
                before = text[: match.start()]
            begun = match.end()
            way = f"{self._glossary}#{anchor(term)}"
            element = etree.Element("a", {"class": "term", "href": way})
            element.text = AtomicString(match[0])
            found.append(element)
        if found:
            found[-1].tail = text[begun:]
        return before, found

    def _term(self, word: str) -> str:
        """The term behind a word of the text: `Steps` at the head of a sentence is the term `step`."""
        spellings = (word, word[:1].lower() + word[1:])
        candidates = (each for spelling in spellings for each in (spelling, spelling.removesuffix("s")))
        return next(each for each in candidates if each in self._known)


def _spelt(term: str) -> str:
    """A pattern for the term; one written small may begin a sentence, but is no part of a name."""
    first = f"(?:{term[0]}|(?<!\\w\\s){term[0].upper()})" if term[0].islower() else re.escape(term[0])
    return first + r"\s+".join(map(re.escape, term[1:].split(" ")))


def _insert(parent: etree.Element, at: int, elements: Sequence[etree.Element]) -> None:
    for offset, element in enumerate(elements):
        parent.insert(at + offset, element)
