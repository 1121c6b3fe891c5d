"""Few pages that between them show every kind of thing that any page shows, so that what depends on the kind
alone (a contrast, a role, a label's place) need not be looked at on all of them.
"""

from functools import cache
from pathlib import Path

from tests.markup import markup_of

# Of these the value counts, of other attributes only that they are there.
TELLING = ("aria-live", "role", "style", "type")

type Kind = tuple[object, ...]


@cache
def kinds(page: Path) -> frozenset[Kind]:
    """Return the kinds of elements in a page's article: tag, classes and attributes, and the parent's tag and
    classes.
    """
    article = markup_of(page).css_first("article")
    assert article, page
    called: dict[int, tuple[str, ...]] = {}
    found = set[Kind]()
    for element in article.css("*"):
        given = element.attributes
        called[element.mem_id] = name = (element.tag, *sorted((given.get("class") or "").split()))
        if element.mem_id != article.mem_id:
            names = tuple(sorted(given.keys() - {"id"}))
            told = tuple(given.get(each) for each in TELLING)
            found.add((name, names, told, called[element.parent.mem_id]))
    assert found, page
    return frozenset(found)


def one_of_each(pages: list[Path]) -> list[Path]:
    """Some of the pages that together show all kinds; short ones first, since a look takes as long as the
    page is.
    """
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
