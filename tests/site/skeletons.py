"""Few pages that between them show every kind of thing that any page shows, so that what depends on the kind alone
(a contrast, a role, a label's place) need not be looked at on all of them.
"""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import override

# Of these the value counts, of other attributes only that they are there.
TELLING = ("aria-live", "role", "style", "type")
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())

type Kind = tuple[object, ...]


class _Kinds(HTMLParser):
    """Collects the kinds of elements in a page's article: tag, classes and attributes, and tag and classes around."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[Kind] = set()
        self._open: list[Kind] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        called = (tag, *sorted((given.get("class") or "").split()))
        if self._open:
            names = tuple(sorted(given.keys() - {"id"}))
            told = tuple(given.get(name) for name in TELLING)
            self.found.add((called, names, told, self._open[-1]))
        if tag not in VOID and (self._open or tag == "article"):
            self._open.append(called)

    @override
    def handle_endtag(self, tag: str) -> None:
        tags = [called[0] for called in self._open]
        if tag in tags:  # what is open within it ends, too
            del self._open[len(tags) - 1 - tags[::-1].index(tag) :]


@cache
def kinds(page: Path) -> frozenset[Kind]:
    parser = _Kinds()
    parser.feed(page.read_text("utf-8"))
    assert parser.found, page
    return frozenset(parser.found)


def one_of_each(pages: list[Path]) -> list[Path]:
    """Some of the pages that together show all kinds; short ones first, since a look takes as long as the page is."""
    left = set[Kind]().union(*map(kinds, pages))
    chosen: list[Path] = []
    while left:
        best = max(pages, key=lambda page: (len(kinds(page) & left) / page.stat().st_size, str(page)))
        chosen.append(best)
        left -= kinds(best)
    for page in [*chosen]:  # some are not needed any more after those that were chosen later
        others = [each for each in chosen if each != page]
        if kinds(page) <= set[Kind]().union(*map(kinds, others)):
            chosen = others
    return chosen
