"""Choose a few pages that together contain every kind of element, for checks that depend only on the kind."""

from functools import cache
from pathlib import Path

from tests.markup import markup_of

# Attributes whose values are part of the kind; of others, only the name is.
DISTINCTIVE = ("aria-live", "role", "style", "type")

type Kind = tuple[object, ...]


@cache
def kinds(page: Path) -> frozenset[Kind]:
    """Return the kinds of elements in an article: tag, classes, attributes, the parent's tag and classes."""
    article = markup_of(page).css_first("article")
    assert article, page
    name_by_id: dict[int, tuple[str, ...]] = {}
    on_page = set[Kind]()
    for element in article.css("*"):
        attributes = element.attributes
        name_by_id[element.mem_id] = name = (element.tag, *sorted((attributes.get("class") or "").split()))
        if element.mem_id != article.mem_id:
            names = tuple(sorted(attributes.keys() - {"id"}))
            values = tuple(attributes.get(each) for each in DISTINCTIVE)
            on_page.add((name, names, values, name_by_id[element.parent.mem_id]))
    assert on_page, page
    return frozenset(on_page)


def one_of_each(pages: list[Path]) -> list[Path]:
    """Return some of the pages that together contain all kinds, preferring short ones."""
    missing = set[Kind]().union(*map(kinds, pages))
    chosen: list[Path] = []
    while missing:
        best = max(pages, key=lambda page: (len(kinds(page) & missing) / page.stat().st_size, str(page)))
        chosen.append(best)
        missing -= kinds(best)
    for page in [*chosen]:  # later choices can make earlier ones unnecessary
        others = [each for each in chosen if each != page]
        if kinds(page) <= set[Kind]().union(*map(kinds, others)):
            chosen = others
    return chosen
