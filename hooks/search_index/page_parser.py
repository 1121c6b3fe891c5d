"""Reads a page's HTML for what a reader may look for on it: headings, rules, rulings, terms, entries of
lists, calculators.

It knows the classes that the directives give, and nothing of the rules: so what it read stays true as long as
the page's text does.
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
"""Most of what a page weighs, and nothing that is looked for but a title."""
_CALCULATOR = re.compile(
    r'<dice-(?P<kind>roller|calculator) [^>]*\bid="(?P<anchor>[^"]+)"[^>]*\bdata-calculator="(?P<id>[^"]+)"'
)
_PARTS = {
    "title": re.compile(r'<span\s+class="calc__title"[^>]*>(.*?)</span>', re.DOTALL),
    "summary": re.compile(r'<p class="calc__summary">(.*?)</p>', re.DOTALL),
    "chance": re.compile(r'<summary class="calc__line">.*?data-part="matter">(.*?)</summary>', re.DOTALL),
}
_CAPTION = re.compile(r"<caption[^>]*>(.*?)</caption>", re.DOTALL)
_WORKING = re.compile(r'<details[^>]*\bclass="example\b')
_DETAILS = re.compile(r"<(/?)details\b")
_TAG = re.compile(r"<[^>]+>")

_EMPTY = frozenset("area base br col hr img input link meta source wbr".split())
_BLOCKS = frozenset(
    "article aside blockquote caption dd details div dl dt figcaption figure li ol p section summary table "
    "tbody td tfoot th tr ul dice-reference dice-roll-buttons".split()
)
_HEADINGS = {f"h{level}" for level in range(1, 7)}
_LISTS = frozenset(("ul", "ol", "table", "dl"))
_UNREAD = frozenset("pre svg button form select script style thead dice-reference label".split())
_UNREAD_CLASSES = frozenset(("headerlink", "fraction", "visually-hidden", "kicker", "home__dice", "filename"))
_POINTER = re.compile(r"\s+See [^.]+\.$")
_ALSO = re.compile(r"^(?:Also|Search): (?P<words>.+?)\.?$")
_VOUCHING = re.compile(r"(?P<word>[\w’')%]+[.,]?)(?:\s+[A-Z]{1,2}-\d{1,3})+(?=\s*(?:[.;)]|$))")
_NUMBERS = re.compile(r"(?:[A-Z]{1,2}-\d{1,3}\s*)+")
_STOPS = ".:;!?…”’)"
_LEADING = frozenset("See see by in of and or to with under from than is are by, that".split())
_PROBLEMS = "list-problems"
"""The list of what a sheet may be reproached with: sentences that nobody looks for by name."""
_LISTED = 320
"""So much is told of a list that a rule's sentence begins."""


@dataclass
class Thing:
    """What a reader may look for.

    anchor   its place on the page; name: in a word or a line; text: what it says
    numbers  those of the rule, or of the rules that an entry states
    also     other words for it
    section  the heading it stands under
    rulings  numbers of rulings that stand beside it
    about    numbers of the rules that a ruling, or an entry, names
    cells    of an entry: label and value; of a calculator: what one does with it, and the chance that matters
    see      of a term: words and addresses of the places that say more
    of       the calculator's id, or the title of an entry's list
    """

    kind: Kind
    anchor: str
    name: str = ""
    text: str = ""
    numbers: list[str] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    section: str = ""
    rulings: list[str] = field(default_factory=list)
    about: list[str] = field(default_factory=list)
    cells: list[tuple[str, str]] = field(default_factory=list)
    see: list[tuple[str, str]] = field(default_factory=list)
    of: str = ""


_read: dict[str, tuple[str, list[Thing]]] = {}
"""What each page held when it was last read: while an author works most stay as they are."""


def read(html: str, address: str = "") -> list[Thing]:
    """The things of a page, in order, not to be changed. `html` is its text without the frame, `address`
    where it is published.
    """
    if _read.get(address, ("",))[0] != html:
        _read[address] = html, _things(html, address)
    return _read[address][1]


def _things(html: str, address: str) -> list[Thing]:
    reader = _Reader(address)
    html = _LIVE.sub(lambda live: reader.left_out(live[0]), without_working(html))
    reader.walk(_tree(html))
    reader.flush()
    return reader.things


def plain(html: str) -> str:
    """The text of a piece of HTML in one line."""
    return _line(_text(_tree(html)))


@dataclass
class _Node:
    tag: str
    given: dict[str, str]
    children: list[_Node | str] = field(default_factory=list)

    @property
    def classes(self) -> Sequence[str]:
        return self.given.get("class", "").split()

    def all(self) -> Iterator[_Node]:
        """It and every element within."""
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
    """What is read of it: no marks of rules, no forms, no code."""
    found = []
    for child in node.children:
        if isinstance(child, str):
            found.append(child)
        elif not _unread(child) and "rule-mark" not in child.classes:
            within = _text(child)
            found.append(f" {within} " if child.tag in _BLOCKS else within)
    return "".join(found)


def _line(text: str) -> str:
    """The text in one line, without the numbers that only stand behind what they vouch for."""
    told = _VOUCHING.sub(lambda found: found[0] if found["word"] in _LEADING else found["word"], text)
    return re.sub(r"\s+([.,;:!?)])", r"\1", " ".join(told.split()))


def _unread(node: _Node) -> bool:
    return node.tag in _UNREAD or not _UNREAD_CLASSES.isdisjoint(node.classes)


def without_working(html: str) -> str:
    """The HTML without the folds that hold how an example comes about."""
    kept, at = [], 0
    while found := _WORKING.search(html, at):
        kept.append(html[at : found.start()])
        at, depth = len(html), 0
        for tag in _DETAILS.finditer(html, found.start()):
            depth += -1 if tag[1] else 1
            if not depth:
                at = html.index(">", tag.end()) + 1
                break
    return "".join([*kept, html[at:]])


class _Reader:
    """Goes through a page; `words` is the text of the block at hand, with a Thing where a mark stands."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.things: list[Thing] = []
        self.heading = Thing("chapter", "")
        self.words: list[str | Thing] = []
        self.lead = ""
        self.beside: list[Thing] = []  # the rules of the last block, to which rulings behind it belong
        self.in_list = self.in_ruling = False
        self.calculators: list[Thing] = []

    def left_out(self, live: str) -> str:
        """What stands in the tree for an element that isn't read: its title, as far as it has one."""
        if found := _CALCULATOR.match(live):
            told = {
                name: plain(part[1]) if (part := each.search(live)) else "" for name, each in _PARTS.items()
            }
            thing = Thing("calculator", found["anchor"], told["title"], told["summary"], of=found["id"])
            deed = "Roll" if found["kind"] == "roller" else "Work out"
            thing.cells = [(deed, told["chance"] if "%" in told["chance"] else "")]
            self.calculators.append(thing)
            return f"<x-calculator data-at={len(self.calculators) - 1}></x-calculator>"
        captions = {plain(each) for each in _CAPTION.findall(live)}
        return (
            "".join(f"<p>{each}.</p>" for each in sorted(captions)) if "<dice-odds-table" in live[:18] else ""
        )

    def walk(self, node: _Node) -> None:
        for child in node.children:
            if isinstance(child, str):
                self.words.append(child)
            elif not _unread(child):
                self._enter(child)

    def _enter(self, node: _Node) -> None:
        classes = node.classes
        if node.tag in _HEADINGS and node.given.get("id"):
            self._begin(node)
        elif "rule-mark" in classes:
            self.words.append(Thing("rule", node.given["id"], numbers=[node.given["id"]]))
        elif node.tag == "x-calculator":
            self.flush()
            thing = self.calculators[int(node.given["data-at"])]
            self._add(thing)
        elif "ruling" in classes:
            self._ruling(node)
        elif "reference" in classes:
            self._list(node)
        elif node.tag == "dl" and any(each.tag == "dt" and "id" in each.given for each in node.all()):
            self._terms(node)
        elif node.tag in _BLOCKS:
            self._block(node)
        else:
            if (
                node.tag == "strong"
                and self.in_list
                and not any(isinstance(each, Thing) or each.strip() for each in self.words)
            ):
                self.lead = _line(_text(node)).rstrip(".:")
            self.walk(node)

    def _block(self, node: _Node) -> None:
        self.flush()
        if "rulings" in node.classes:  # a row of them: its first line but counts them
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

    def _begin(self, node: _Node) -> None:
        self.flush()
        self.beside = []
        kind: Kind = "chapter" if node.tag == "h1" else "section"
        self.heading = Thing(kind, node.given["id"], _line(_text(node)))
        self.things.append(self.heading)

    def _add(self, thing: Thing) -> None:
        thing.section = self.heading.name if self.heading.kind == "section" else ""
        self.things.append(thing)

    def flush(self) -> None:
        """Take in the block that ends here: each of its rules has the words before its mark."""
        words, lead = self.words, self.lead
        self.words, self.lead = [], ""
        if not any(isinstance(each, Thing) or each.strip() for each in words):
            return
        rules: list[Thing] = []
        said = last = ""
        for each in words:
            if isinstance(each, str):
                said += each
                continue
            last = _line(said) or last  # two marks behind one sentence share it
            each.text, each.name, said = last, "" if rules else lead, ""
            self._add(each)
            rules.append(each)
        rest = _line(said)
        if rest and rules and not rules[-1].text:  # marks stand at the head of what they are about
            for each in rules:
                each.text = rest
        elif rest and not self.in_ruling and not _NUMBERS.fullmatch(rest):
            between = "" if not self.heading.text else " " if self.heading.text[-1] in _STOPS else " · "
            self.heading.text += between + rest
        self.beside = [*self.beside, *rules] if self.in_list else rules

    def _ruling(self, node: _Node) -> None:
        self.flush()
        beside = self.beside
        [summary, *_] = [each for each in node.children if isinstance(each, _Node) and each.tag == "summary"]
        numbers = [each.given["id"] for each in summary.all() if "rule-mark" in each.classes]
        places = [each.given["id"] for each in summary.all() if "id" in each.given]
        if not places:  # told again, on the page that gathers them
            return
        node.children = [each for each in node.children if each is not summary]
        about = [each.given["data-rule"] for each in node.all() if "data-rule" in each.given]
        near = [number for rule in beside for number in rule.numbers]
        thing = Thing("ruling", places[0], _line(_text(summary)), _line(_text(node)), numbers)
        thing.about = list(dict.fromkeys([*near, *about]))
        self._add(thing)
        for rule in beside:
            rule.rulings += numbers
        self.in_ruling = True  # a rule may be stated within
        self.walk(node)
        self.flush()
        self.in_ruling = False
        self.beside = beside

    def _list(self, node: _Node) -> None:
        self.flush()
        if node.given.get("id") == _PROBLEMS:
            return
        title = next((_line(_text(each)) for each in node.all() if each.tag == "caption"), "")
        for row in node.all():
            if row.tag != "tr" or "id" not in row.given:
                continue
            inside = list(row.all())
            name = next(_line(_text(each)) for each in inside if "reference__name" in each.classes)
            cells = [
                (each.given["data-label"], _line(_text(each)))
                for each in inside
                if "data-label" in each.given
            ]
            thing = Thing("entry", row.given["id"], name, of=title)
            thing.cells = [(label, value) for label, value in cells if value]
            thing.numbers = [each.given["id"] for each in inside if "rule-mark" in each.classes]
            thing.about = [each.given["data-rule"] for each in inside if "data-rule" in each.given]
            self._add(thing)
        self.beside = []

    def _terms(self, node: _Node) -> None:
        self.flush()
        heads: list[Thing] = []
        told = True
        for child in node.all():
            if child.tag == "dt":
                heads = [] if told else heads
                told = False
                heads.append(Thing("term", child.given["id"], _line(_text(child))))
                self._add(heads[-1])
            elif child.tag == "dd":
                told = True
                text = _line(_text(child))
                if also := _ALSO.match(text):
                    for head in heads:
                        head.also += [word.strip() for word in also["words"].split(",")]
                    continue
                links = [each for each in child.all() if each.tag == "a" and each.given.get("href")]
                see = [
                    (_line(_text(each)), urljoin(f"/{self.address}", each.given["href"])[1:])
                    for each in links
                ]
                for head in heads:
                    head.text, head.see = _POINTER.sub("", text), see if _POINTER.search(text) else []


def _cut(text: str) -> str:
    """The text, or its beginning where it is long."""
    return text if len(text) <= _LISTED else f"{text[:_LISTED].rpartition(' ')[0]} …"
