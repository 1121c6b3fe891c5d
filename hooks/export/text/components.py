"""The components of directives as paragraphs, lists and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from bs4 import BeautifulSoup, Tag
from bs4.element import AttributeValueList, NavigableString

_WITHOUT_TEXT = (
    "dice-compare, .compare__filling, dice-reference, dice-plot, .odds > .plot__drawing, .reference__count, "
    ".claim__condition, .ruling__option, a.button, .fraction, .grid--long .grid__exactly, "
    ".grid__worse + .visually-hidden, .note-line > summary, .table-wrap > summary, .plot caption, "
    ".entry__details + .entry__action"
)
"""Parts that work only on the site, are duplicates, or are too long to read."""
_SELF_LINKS = "a.rule-mark, a.grid__link, a.reference__name"
_RESULT = ".grade__label, .grade:not(:has(.grade__label)), .odds__percent"
_FOLDS = frozenset(("asking", "collapsible", "fold", "held", "note-line", "ruling"))
"""The classes of the collapsibles of components. Any other one is a note of the author."""
_MAX_LIST_ITEMS = 12
"""The most results of a roll that are listed in a paragraph."""


def rewrite(soup: BeautifulSoup) -> None:
    """Replace the components of a page by plain elements, in place."""
    for each in soup.select(_WITHOUT_TEXT):
        if not each.decomposed:
            each.decompose()
    for each in soup.select(_SELF_LINKS):
        each.name = "span"
        del each["href"]
    for each in soup.find_all(class_=["grid__exactly", "chance__odds"]):
        _exact(each)
    components = [
        (each, _REWRITTEN[name])
        for each in soup.find_all(True)
        for name in each.get_attribute_list("class")
        if name in _REWRITTEN
    ]
    for each, change in components:
        if each.parent and not each.decomposed:
            change(soup, each)
    for each in soup.find_all("details"):
        _open(each)
    for each in soup.find_all("pre"):
        code = soup.new_tag("code", string=each.get_text())
        each.clear()
        each.append(code)


def _classify(element: Tag, *classes: str) -> None:
    """Give an element these classes instead of its own."""
    element["class"] = AttributeValueList(classes)


def _texts(parts: Iterable[Tag]) -> list[str]:
    return [" ".join(part.get_text(" ", strip=True).split()) for part in parts]


def _pairs(values_list: Tag | None) -> list[str]:
    """Return `label: value` for each pair of a list of definitions."""
    if values_list is None:
        return []
    labels, values = _texts(values_list.select("dt")), map(_value, values_list.select("dd"))
    return [f"{label}: {value}" for label, value in zip(labels, values, strict=True)]


def _value(element: Tag) -> str:
    return ", ".join(_texts(element.select("li")) or _texts([element]))


def _line(soup: BeautifulSoup, parts: list[str], *, between: str = "; ") -> Iterator[Tag]:
    """Yield a paragraph in small type, none without parts."""
    if parts:
        yield soup.new_tag("p", string=f"{between.join(parts)}.", attrs={"class": "small"})


def _title(soup: BeautifulSoup, words: str, rest: str = "") -> Tag:
    title = soup.new_tag("p", attrs={"class": "note-title"})
    title.append(soup.new_tag("strong", string=words))
    title.append(rest)
    return title


def _calculator(soup: BeautifulSoup, calculator: Tag) -> None:
    """Make a roller or calculator its title, its inputs and its odds or answer.

    A chip has them in a line each, but the whole odds if it has no chance in its title.
    """
    [title, *_] = _texts(calculator.select(".calc__title"))
    chance = " ".join(_texts(calculator.select(".calc__chance > *")))
    parts = [_title(soup, title, f": {chance}" if chance else ""), *calculator.select(".calc__summary")]
    parts += _line(soup, _pairs(calculator.select_one(".input-values")))
    odds, answer = calculator.select_one(".odds"), calculator.select_one(".calc__answer")
    if "calc--opened" in calculator.get_attribute_list("class"):
        parts += [each for each in (odds, answer) if each]
        parts += calculator.select(".calc__rules")
    elif odds and _has_table(calculator):
        pass  # the table has the chances
    elif odds and chance and len(rows := odds.select("tbody tr")) <= _MAX_LIST_ITEMS:
        results = [" ".join(_texts(row.select(_RESULT))) for row in rows]
        parts += _line(soup, results, between=", ")
    elif odds:
        parts.append(odds)
    elif answer and answer.find(["table", "ul"]):
        parts.append(answer)
    elif answer:
        parts += _line(soup, _pairs(answer.find("dl")))
    contents = [each.extract() for each in parts]
    calculator.clear()
    calculator.extend(contents)
    calculator.name = "div"
    _classify(calculator, "calc")


def _has_table(calculator: Tag) -> bool:
    """Return whether the rolling table of a calculator follows it, with the chance of each entry."""
    table = calculator.find_next_sibling()
    return bool(
        table
        and str(table.get("id", "")).startswith("table-")
        and table.select_one(".reference__table .chance")
    )


def _example(soup: BeautifulSoup, example: Tag) -> None:
    """Make an example a note with its results, or with its code if it has no other results."""
    name, code = example.select_one(".example__name"), example.select_one(".example__code")
    for element in example.select("dl.input-values"):
        element.replace_with(*_line(soup, _pairs(element)))
    if code and len(code.find_previous_siblings(True)) > (1 if name else 0):
        code.decompose()
    if name:
        name.replace_with(_title(soup, f"Example: {name.get_text(strip=True)}"))
    example.name = "aside"
    _classify(example, "note")


def _claim(soup: BeautifulSoup, claim: Tag) -> None:
    """Make a claim the line that it was proved, with its cases."""
    [proved, *_] = _texts(claim.select("summary"))
    cases = "; ".join(_pairs(claim.select_one(".claim__range")))
    claim.replace_with(*_line(soup, [f"{proved} ({cases})" if cases else proved]))


def _offer(soup: BeautifulSoup, offer: Tag) -> None:
    """Replace the odds of an entry's roll by one line."""
    head = ": ".join(_texts(offer.select(".offer__head > *")))
    results = ", ".join(_texts(offer.select(".offer__results li")))
    offer.replace_with(*_line(soup, [": ".join(filter(None, (head, results)))]))


def _step(soup: BeautifulSoup, step: Tag) -> None:
    """Make a step of a roll its text, then its dice in brackets."""
    dice, text = step.select_one(".dice"), step.select_one(".working__text")
    if dice and text:
        faces = "; ".join(words.rstrip(",") for words in _texts(dice.find_all("li")))
        text.append(f" ({faces})")
        dice.decompose()
    if text:
        text.name = "span"


def _entry(soup: BeautifulSoup, line: Tag) -> None:
    """Make the line of an entry its name, then its values in brackets."""
    name, *_ = line.select(".entry__name")
    name.name = "strong"
    values = line.select(".entry__figure")
    for place, value in enumerate(values):
        value.insert_before("; " if place else " (")
    if values:
        values[-1].insert_after(")")
    line.name = "p"
    _classify(line, "entry")


def _exact(exact: Tag) -> None:
    """Put a fraction behind its percentage, in brackets."""
    words = exact.get_text(" ", strip=True).strip("()")
    if not words:
        exact.decompose()
        return
    exact.name = "small"
    exact.attrs = {}
    exact.string = f"({words})"
    before = exact.previous_sibling
    if not (isinstance(before, NavigableString) and before.endswith(" ")):
        exact.insert_before(" ")


def _open(details: Tag) -> None:
    """Make a collapsible a part of the text, and one of the author a note."""
    summary = details.find("summary", recursive=False)
    if isinstance(summary, Tag):
        summary.name = "p"
        _classify(summary, "note-title")
    classes = details.get_attribute_list("class")
    if _FOLDS.isdisjoint(classes) and not any("__" in (name or "") for name in classes):
        details.name = "aside"
        _classify(details, "note")
    else:
        details.name = "div"


def _zone(soup: BeautifulSoup, zone: Tag) -> None:
    """Give the neighbours of a zone a paragraph."""
    for neighbours in zone.find_all("span", class_="visually-hidden", recursive=False):
        neighbours.name = "p"


def _admonition(soup: BeautifulSoup, admonition: Tag) -> None:
    is_ruling = "ruling" in admonition.get_attribute_list("class")
    admonition.name = "aside"
    _classify(admonition, "note", *(["ruling"] if is_ruling else []))


def _about(soup: BeautifulSoup, about: Tag) -> None:
    """Put the rules that a ruling is about behind its title, in brackets."""
    words = about.get_text(strip=True)
    if not words:
        about.decompose()
        return
    about.name = "small"
    about.insert(0, "(")
    about.append(")")


def _list_title(soup: BeautifulSoup, title: Tag) -> None:
    title.name = "strong"


def _mark(name: str) -> Callable[[BeautifulSoup, Tag], None]:
    """Return the change of an element's classes to `name`."""
    return lambda soup, element: _classify(element, name)


_REWRITTEN: Mapping[str, Callable[[BeautifulSoup, Tag], None]] = {
    "admonition": _admonition,
    "admonition-title": _mark("note-title"),
    "calc": _calculator,
    "claim": _claim,
    "entry__line": _entry,
    "example": _example,
    "example__title": _mark("note-title"),
    "offer": _offer,
    "reference__title": _list_title,
    "rule-mark": _mark("rule"),
    "ruling__about": _about,
    "working__step": _step,
    "zone-map__zone": _zone,
}
"""The changes of elements by class, the outer before the inner ones."""
