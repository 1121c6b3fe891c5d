"""The conversion of a chapter to Markdown as GitHub and Obsidian read it.

HTML is used for anchors only, which Markdown lacks.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString
from markdownify import ATX, MarkdownConverter

_SPECIAL = re.compile(r"[\\*`\[\]<~$]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
_START = re.compile(r"^(\s*\d*)([#>+.)-])(?=\s)")
"""The start of a heading, a quotation or a list at the start of a line."""
_LINES = frozenset(("p", "li", "div", "section", "blockquote"))
"""The elements whose text starts a line."""
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_NOT_IN_ANCHORS = re.compile(r"[^\w -]")
_BLANK_ENDS = re.compile(r"(?m)^ +$|(?<! ) $")
"""Spaces at the end of a line, except the two that break it."""
_BLANK_LINES = re.compile(r"\n{3,}")


def to_markdown(body: Tag, anchors: Collection[str]) -> str:
    """Return the text of a chapter, whose elements are changed.

    `anchors` are the ids that links lead to. Every rule has an anchor.
    """
    soup = BeautifulSoup("", "html.parser")
    soup.append(body)
    _prepare(soup, anchors)
    converter = _Converter(heading_style=ATX, bullets="-", wrap=True, wrap_width=None)
    text = _BLANK_ENDS.sub("", converter.convert_soup(soup)).strip()
    return _BLANK_LINES.sub("\n\n", text) + "\n"


def escape(text: str) -> str:
    """Return plain text without Markdown's markup."""
    return _escape_start(_SPECIAL.sub(r"\\\g<0>", text))


def _escape_start(line: str) -> str:
    return _START.sub(r"\1\\\2", line)


def _prepare(soup: BeautifulSoup, anchors: Collection[str]) -> None:
    """Replace the elements that Markdown lacks by those that it has."""
    for each in soup.find_all("figure"):
        _figure(soup, each)
    for each in soup.find_all("table"):
        _table(soup, each)
    for each in soup.find_all(["aside", "div"], class_=["note", "calc"]):
        each.name = "blockquote"
    for each in soup.select(":is(.note, .ruling) > .note-title"):
        for strong in each.find_all("strong"):
            strong.unwrap()
        _wrap(soup, each, "strong")
    for each in soup.find_all("dl"):
        _definitions(soup, each)
    for each in soup.select("sup:has(> a.footnote-ref)"):
        del each["id"]  # only the return link led there, and Markdown adds its own
    for each in soup.find_all(id=True):
        name = str(each["id"])
        is_rule = "rule" in each.get_attribute_list("class")
        if not (is_rule or name in anchors) or (each.name in _HEADINGS and name == _github_anchor(each)):
            del each["id"]
        elif each.name != "span":
            _move_anchor(soup, each)


def _github_anchor(heading: Tag) -> str:
    return _NOT_IN_ANCHORS.sub("", heading.get_text().strip().lower()).replace(" ", "-")


def _move_anchor(soup: BeautifulSoup, element: Tag) -> None:
    """Put the anchor of an element into it, or before a block that can't start with one."""
    anchor = _anchor(soup, element)
    del element["id"]
    inner = element.find(["p", "td", "th"])
    if element.name in ("p", "a", "strong", "em", "td", "th"):
        element.insert(0, anchor)
    elif element.name in ("li", "tr"):
        (inner if isinstance(inner, Tag) else element).insert(0, anchor)
    else:
        paragraph = soup.new_tag("p")
        paragraph.append(anchor)
        element.insert_before(paragraph)


def _anchor(soup: BeautifulSoup, element: Tag) -> Tag:
    return soup.new_tag("span", attrs={"id": str(element["id"])})


def _figure(soup: BeautifulSoup, figure: Tag) -> None:
    """Make a figure its caption and values, or the description of its drawing if it has no table."""
    has_table = figure.find("table") is not None
    for key in figure.select("ul:has(svg)"):
        key.decompose()
    for drawing in figure.select("svg[aria-label]"):
        description = soup.new_tag("p", string=str(drawing["aria-label"]))
        drawing.replace_with(*([] if has_table else [description]))
    for caption in figure.find_all("figcaption"):
        caption.name = "p"
        _wrap(soup, caption, "em")


def _table(soup: BeautifulSoup, table: Tag) -> None:
    """Put the caption above the table, with what its columns have in common.

    A table in Markdown has one row of headings, and one line in each cell.
    """
    caption = table.caption.extract() if table.caption else soup.new_tag("caption")
    for head in table.select("thead tr")[:-1]:
        caption.append(f"{': ' if caption.contents else ''}{' '.join(head.get_text(' ').split())}")
        head.decompose()
    if caption.contents:
        caption.name = "p"
        _wrap(soup, caption, "em")
        table.insert_before(caption)
    for item in table.find_all("li"):
        item.append("; " if item.find_next_sibling("li") else "")
    for each in table.find_all(["li", "ul", "ol"]):
        each.unwrap()


def _wrap(soup: BeautifulSoup, paragraph: Tag, name: str) -> None:
    """Put the content of a paragraph into an element."""
    inner = soup.new_tag(name)
    inner.extend([*paragraph.contents])
    paragraph.append(inner)


def _definitions(soup: BeautifulSoup, definitions: Tag) -> None:
    """Make definitions a list of their terms in bold, each with its texts."""
    bullet_list = soup.new_tag("ul")
    item, last = soup.new_tag("li"), "dd"
    for each in definitions.find_all(["dt", "dd"]):
        if each.find_parent("dl") is not definitions:
            continue
        if each.name == "dt":
            if last == "dd":
                item = soup.new_tag("li")
                bullet_list.append(item)
            else:
                item.append(", ")
            if each.get("id"):
                item.append(_anchor(soup, each))
            term = soup.new_tag("strong")
            term.extend([*each.contents])
            item.append(term)
        else:
            item.append(": " if last == "dt" else " ")
            item.extend([*each.contents])
        last = each.name
    definitions.replace_with(bullet_list)


class _Converter(MarkdownConverter):
    """The library's converter with anchors, footnotes and aligned numbers. Its stubs lack its methods."""

    def escape(self, text: str, parent_tags: set[str]) -> str:
        escaped = _SPECIAL.sub(r"\\\g<0>", text)
        return escaped.replace("|", r"\|") if parent_tags & {"td", "th"} else escaped

    def process_text(self, el: NavigableString, parent_tags: set[str] | None = None) -> str:
        text: str = super().process_text(el, parent_tags)  # type: ignore[misc]  # markdownify has no types
        starts_line = el.previous_sibling is None and el.parent is not None and el.parent.name in _LINES
        return _escape_start(text) if starts_line else text

    def convert_span(self, element: Tag, text: str, parent_tags: set[str]) -> str:
        anchor = f'<a id="{element["id"]}"></a>' if element.get("id") else ""
        return f"{anchor}{text}"

    def convert_sup(self, element: Tag, text: str, parent_tags: set[str]) -> str:
        link = element.select_one("a.footnote-ref")
        return f"[^{link.get_text()}]" if link else text

    def convert_div(self, element: Tag, text: str, parent_tags: set[str]) -> str:
        if "footnote" not in element.get_attribute_list("class"):
            return f"\n\n{text.strip()}\n\n"
        for link in element.select("a[href^='#fnref']"):
            link.decompose()
        notes = (" ".join(note.decode_contents().split()) for note in element.select("ol > li"))
        lines = (f"[^{place}]: {self.convert(note).strip()}" for place, note in enumerate(notes, 1))
        return "\n\n" + "\n".join(lines) + "\n\n"

    def convert_tr(self, element: Tag, text: str, parent_tags: set[str]) -> str:
        row: str = super().convert_tr(element, text, parent_tags)  # type: ignore[misc]  # markdownify has no types
        cells = element.find_all(["td", "th"])
        marks = ["--:" if "number" in each.get_attribute_list("class") else "---" for each in cells]
        return row.replace(f"| {' | '.join(['---'] * len(cells))} |", f"| {' | '.join(marks)} |")
