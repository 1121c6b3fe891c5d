"""The things on a page that a reader may look for: headings, rules, rulings, terms, entries of lists and
calculators.

It depends on the classes of directives, and not on the rules: results are valid while the HTML is unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Literal, override
from urllib.parse import urljoin

type Kind = Literal["chapter", "section", "rule", "ruling", "term", "entry", "calculator"]

_LIVE = re.compile(
    r"<(?P<name>dice-(?:roller|calculator|odds-table|sheet|tracker|example))\b.*?</(?P=name)>", re.DOTALL
)
"""Elements that are most of a page's size, of which only the title is indexed."""
_CALCULATOR = re.compile(
    r'<dice-(?P<kind>roller|calculator) [^>]*\bid="(?P<anchor>[^"]+)"[^>]*\bdata-calculator="(?P<id>[^"]+)"'
)
_PARTS = {
    "title": re.compile(r'<span\s+class="calc__title"[^>]*>(.*?)</span>', re.DOTALL),
    "summary": re.compile(r'<p class="calc__summary">(.*?)</p>', re.DOTALL),
    "chance": re.compile(r'<summary class="calc__line">.*?data-part="matter">(.*?)</summary>', re.DOTALL),
}
_CAPTION = re.compile(r"<caption[^>]*>(.*?)</caption>", re.DOTALL)
_WORKING = re.compile(r'<div class="example\b')
_DIV = re.compile(r"<(/?)div\b")

_EMPTY = frozenset("area base br col hr img input link meta source wbr".split())
_BLOCKS = frozenset(
    "article aside blockquote caption dd details div dl dt figcaption figure li ol p section summary table "
    "tbody td tfoot th tr ul dice-reference dice-roll-buttons".split()
)
_HEADINGS = {f"h{level}" for level in range(1, 7)}
_LISTS = frozenset(("ul", "ol", "table", "dl"))
_SKIPPED = frozenset("pre svg button form select script style thead dice-reference label".split())
_SKIPPED_CLASSES = frozenset("headerlink exact unseen kicker filename import ruling__about".split())
_POINTER = re.compile(r"\s+See [^.]+\.$")
_ALSO = re.compile(r"^(?:Also|Search): (?P<words>.+?)\.?$")
_CITATION = re.compile(r"(?P<word>[\w’')%]+[.,]?)(?:\s+[A-Z]{1,2}-\d{1,3})+(?=\s*(?:[.;)]|$))")
_NUMBERS = re.compile(r"(?:[A-Z]{1,2}-\d{1,3}\s*)+")
_STOPS = ".:;!?…”’)"
_LEADING = frozenset("See see by in of and or to with under from than is are by, that".split())
_PROBLEMS = "list-problems"
"""The list of a sheet's problems, which nobody looks for by name."""
_MAX_LIST = 320
"""The most characters of a list that are added to the rule's sentence before it."""


@dataclass
class SearchEntry:
    """A thing that a reader may look for.

    anchor   its anchor on the page
    name     a word or a line; `text` is its whole text
    numbers  the rules that it states
    also     other words for it
    section  the heading above it
    depth    of a section: 0 for one of its chapter's, 1 for a section in that, and so on
    rulings  the numbers of rulings next to it
    about    the rules that a ruling or an entry names
    cells    of an entry: label and value; of a calculator: its action and key chance
    see      of a term: texts and addresses of its links
    of       the calculator's id, or the title of an entry's list
    """

    kind: Kind
    anchor: str
    name: str = ""
    text: str = ""
    numbers: list[str] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    section: str = ""
    depth: int = 0
    rulings: list[str] = field(default_factory=list)
    about: list[str] = field(default_factory=list)
    cells: list[tuple[str, str]] = field(default_factory=list)
    see: list[tuple[str, str]] = field(default_factory=list)
    of: str = ""


_read: dict[str, tuple[str, list[SearchEntry]]] = {}
"""The HTML and things of each page when it was last read; in the preview most pages stay the same."""


def read(html: str, address: str = "") -> list[SearchEntry]:
    """Return the things of a page in order, which must not be changed.

    `html` is its content without the frame.
    """
    if address not in _read or _read[address][0] != html:
        _read[address] = html, _entries(html, address)
    return _read[address][1]


def _entries(html: str, address: str) -> list[SearchEntry]:
    reader = _Reader(address)
    html = _LIVE.sub(lambda live: reader.left_out(live[0]), without_working(html))
    reader.walk(_tree(html))
    reader.flush()
    return reader.entries


def plain(html: str) -> str:
    """Return the text of some HTML in one line."""
    return _line(_text(_tree(html)))


@dataclass
class _Node:
    tag: str
    attributes: dict[str, str]
    children: list[_Node | str] = field(default_factory=list)

    @property
    def classes(self) -> Sequence[str]:
        return self.attributes.get("class", "").split()

    def all(self) -> Iterator[_Node]:
        """Yield the element and all its descendants."""
        yield self
        for child in self.children:
            if isinstance(child, _Node):
                yield from child.all()


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [_Node("", {})]

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = _Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in _EMPTY:
            self.open.append(node)

    @override
    def handle_endtag(self, tag: str) -> None:
        tags = [node.tag for node in self.open]
        if tag in tags:
            del self.open[len(tags) - 1 - tags[::-1].index(tag) :]

    @override
    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def _tree(html: str) -> _Node:
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.open[0]


def _text(node: _Node) -> str:
    """Return the text of an element, without rule marks, forms and code."""
    parts = []
    for child in node.children:
        if isinstance(child, str):
            parts.append(child)
        elif not _is_skipped(child) and "rule-mark" not in child.classes:
            text = _text(child)
            parts.append(f" {text} " if child.tag in _BLOCKS else text)
    return "".join(parts)


def _line(text: str) -> str:
    """Return the text in one line, without rule numbers at the end of a statement."""
    short = _CITATION.sub(lambda match: match[0] if match["word"] in _LEADING else match["word"], text)
    return re.sub(r"\s+([.,;:!?)])", r"\1", " ".join(short.split()))


def _is_skipped(node: _Node) -> bool:
    return node.tag in _SKIPPED or not _SKIPPED_CLASSES.isdisjoint(node.classes)


def without_working(html: str) -> str:
    """Return the HTML without the collapsed steps of examples."""
    parts, at = [], 0
    while match := _WORKING.search(html, at):
        parts.append(html[at : match.start()])
        at, depth = len(html), 0
        for tag in _DIV.finditer(html, match.start()):
            depth += -1 if tag[1] else 1
            if not depth:
                at = html.index(">", tag.end()) + 1
                break
    return "".join([*parts, html[at:]])


class _Reader:
    """The reader of a page; `words` is the text of the current block, with an entry for each rule mark."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.entries: list[SearchEntry] = []
        self.heading = SearchEntry("chapter", "")
        self.words: list[str | SearchEntry] = []
        self.lead = ""
        self.beside: list[SearchEntry] = []  # the rules of the last block
        self.in_list = self.in_ruling = False
        self.calculators: list[SearchEntry] = []

    def left_out(self, live: str) -> str:
        """Record a calculator, and return the HTML to read instead of the element."""
        if match := _CALCULATOR.match(live):
            texts = {
                name: plain(part[1]) if (part := pattern.search(live)) else ""
                for name, pattern in _PARTS.items()
            }
            title, summary = texts["title"], texts["summary"]
            entry = SearchEntry("calculator", match["anchor"], title, summary, of=match["id"])
            action = "Roll" if match["kind"] == "roller" else "Calculate"
            entry.cells = [(action, texts["chance"] if "%" in texts["chance"] else "")]
            self.calculators.append(entry)
            return f"<x-calculator data-at={len(self.calculators) - 1}></x-calculator>"
        captions = {plain(each) for each in _CAPTION.findall(live)}
        return (
            "".join(f"<p>{each}.</p>" for each in sorted(captions)) if "<dice-odds-table" in live[:18] else ""
        )

    def walk(self, node: _Node) -> None:
        for child in node.children:
            if isinstance(child, str):
                self.words.append(child)
            elif not _is_skipped(child):
                self._enter(child)

    def _enter(self, node: _Node) -> None:
        classes = node.classes
        if node.tag in _HEADINGS and node.attributes.get("id"):
            self._heading(node)
        elif "rule-mark" in classes:
            self.words.append(SearchEntry("rule", node.attributes["id"], numbers=[node.attributes["id"]]))
        elif node.tag == "x-calculator":
            self.flush()
            entry = self.calculators[int(node.attributes["data-at"])]
            self._add(entry)
        elif "ruling" in classes:
            self._ruling(node)
        elif "reference" in classes:
            self._list(node)
        elif node.tag == "dl" and any(each.tag == "dt" and "id" in each.attributes for each in node.all()):
            self._terms(node)
        elif node.tag in _BLOCKS:
            self._block(node)
        else:
            if (
                node.tag == "strong"
                and self.in_list
                and not any(isinstance(each, SearchEntry) or each.strip() for each in self.words)
            ):
                self.lead = _line(_text(node)).rstrip(".:")
            self.walk(node)

    def _block(self, node: _Node) -> None:
        self.flush()
        if "note-line" in node.classes:  # its summary only counts them
            node.children = [
                each for each in node.children if not isinstance(each, _Node) or each.tag != "summary"
            ]
        outermost = node.tag in _LISTS and not self.in_list
        if outermost:
            if self.beside and self.beside[-1].text.endswith(":"):
                rule = self.beside[-1]
                items = [_line(_text(each)) for each in node.all() if each.tag in ("li", "tr")]
                rule.text = f"{rule.text} {_cut('; '.join(filter(None, items)))}"
            self.beside, self.in_list = [], True
        self.walk(node)
        self.flush()
        if outermost:
            self.in_list = False

    def _heading(self, node: _Node) -> None:
        self.flush()
        self.beside = []
        kind: Kind = "chapter" if node.tag == "h1" else "section"
        depth = max(0, int(node.tag[1]) - 2)
        self.heading = SearchEntry(kind, node.attributes["id"], _line(_text(node)), depth=depth)
        self.entries.append(self.heading)

    def _add(self, entry: SearchEntry) -> None:
        entry.section = self.heading.name if self.heading.kind == "section" else ""
        self.entries.append(entry)

    def flush(self) -> None:
        """End the current block: the text of each of its rules is that before its mark."""
        words, lead = self.words, self.lead
        self.words, self.lead = [], ""
        if not any(isinstance(each, SearchEntry) or each.strip() for each in words):
            return
        rules: list[SearchEntry] = []
        text = last = ""
        for each in words:
            if isinstance(each, str):
                text += each
                continue
            last = _line(text) or last  # two marks after one sentence share it
            each.text, each.name, text = last, "" if rules else lead, ""
            self._add(each)
            rules.append(each)
        rest = _line(text)
        if rest and rules and not rules[-1].text:  # the marks come before their sentence
            for each in rules:
                each.text = rest
        elif rest and not self.in_ruling and not _NUMBERS.fullmatch(rest):
            between = "" if not self.heading.text else " " if self.heading.text[-1] in _STOPS else " · "
            self.heading.text += between + rest
        self.beside = [*self.beside, *rules] if self.in_list else rules

    def _ruling(self, node: _Node) -> None:
        self.flush()
        beside = self.beside
        [title, *_] = [each for each in node.children if isinstance(each, _Node)]
        numbers = [each.attributes["id"] for each in title.all() if "rule-mark" in each.classes]
        places = [each.attributes["id"] for each in title.all() if "id" in each.attributes]
        if not places:  # a repetition on the page of all rulings
            return
        named = [each.attributes["data-rule"] for each in node.all() if "data-rule" in each.attributes]
        near = {each.attributes["data-rule"] for each in title.all() if "data-rule" in each.attributes}
        node.children = [each for each in node.children if each is not title]
        entry = SearchEntry("ruling", places[0], _line(_text(title)), _line(_text(node)), numbers)
        entry.about = list(dict.fromkeys(named))
        for each in self.entries:
            if each.kind == "rule" and not near.isdisjoint(each.numbers):
                each.rulings += numbers
        self._add(entry)
        self.in_ruling = True  # it may state a rule
        self.walk(node)
        self.flush()
        self.in_ruling = False
        self.beside = beside

    def _list(self, node: _Node) -> None:
        self.flush()
        if node.attributes.get("id") == _PROBLEMS:
            return
        titles = (each for each in node.all() if each.tag == "caption" or "reference__title" in each.classes)
        title = next((_line(_text(each)) for each in titles), "")
        for row in node.all():
            if row.tag not in ("tr", "li") or "id" not in row.attributes:
                continue
            inside = list(row.all())
            name = next(_line(_text(each)) for each in inside if "reference__name" in each.classes)
            cells = [
                (each.attributes["data-label"], _line(_text(each)))
                for each in inside
                if "data-label" in each.attributes
            ]
            entry = SearchEntry("entry", row.attributes["id"], name, of=title)
            entry.cells = [(label, value) for label, value in cells if value]
            entry.numbers = [each.attributes["id"] for each in inside if "rule-mark" in each.classes]
            entry.about = [each.attributes["data-rule"] for each in inside if "data-rule" in each.attributes]
            self._add(entry)
        self.beside = []

    def _terms(self, node: _Node) -> None:
        self.flush()
        heads: list[SearchEntry] = []
        has_text = True
        for child in node.all():
            if child.tag == "dt":
                heads = [] if has_text else heads
                has_text = False
                heads.append(SearchEntry("term", child.attributes["id"], _line(_text(child))))
                self._add(heads[-1])
            elif child.tag == "dd":
                has_text = True
                text = _line(_text(child))
                if also := _ALSO.match(text):
                    for head in heads:
                        head.also += [word.strip() for word in also["words"].split(",")]
                    continue
                links = [each for each in child.all() if each.tag == "a" and each.attributes.get("href")]
                see = [
                    (_line(_text(each)), urljoin(f"/{self.address}", each.attributes["href"])[1:])
                    for each in links
                ]
                for head in heads:
                    head.text, head.see = _POINTER.sub("", text), see if _POINTER.search(text) else []


def _cut(text: str) -> str:
    """Return the text, truncated if it is long."""
    return text if len(text) <= _MAX_LIST else f"{text[:_MAX_LIST].rpartition(' ')[0]} …"
