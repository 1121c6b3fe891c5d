"""The pages of the new book: their names, titles, order and descriptions."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from hooks.directives.anchors import anchor
from hooks.importing.report import Line
from hooks.importing.text import in_fences

HEADING = re.compile(
    r"^(?P<before>[ >]*)(?P<marks>#{1,6}) +(?P<text>.*?)(?: +#+)? *(?:\{#(?P<id>[\w.-]+)\})? *$"
)
_UNDERLINE = re.compile(r"^ {0,3}(?P<mark>=+|-{3,}) *$")
_NO_PARAGRAPH = re.compile(r"^ {0,3}(?:#|[-+*] |\d+[.)] |>|\||```|~~~|<|!!!|\?\?\?|:|\[\^|    )")
_NUMBERS = re.compile(r"^(?:\d+(?:[._]\d+)*[._ -]+(?=\S)|\d+(?=[A-Za-z]))")
_MARKUP = re.compile(r"(?<=`)#!\w+ +|(?<!\\)[*_`~=^]+|\\(?=[^\w\s])|\{#[^}]*\}|<[^>]*>")
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])")
_WIKI = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?(?:[^\[\]|]*/)?([^\[\]|]*)\]\]")
_FOOTNOTE = re.compile(r"\[\^[^\[\]]*\]")
_TAGS = re.compile(r"\s*(?:\\?#[^\s#]+\s*)+$")
"""A line that contains only tags."""
_SENTENCE = re.compile(r".+?[.!?…](?=[\"”’)]*(?:\s|$))[\"”’)]*", re.DOTALL)
_LONGEST = 160
HOME = "index"
"""The name of a book's first page."""
HOMES = ("index", "_index", "home", "start")
"""The names that the first page of a source may have."""


@dataclass
class Heading:
    """A heading of a page: its text without markup, its line, and the anchor that links use.

    explicit   if its line has the anchor, or its text alone gives it
    is_linked  if a link of the import leads to it
    """

    text: str
    at: int
    anchor: str
    explicit: bool
    is_linked: bool = False


@dataclass(eq=False)
class Page:
    """A page to be written.

    source   the file that it comes from, relative to the import's root
    name     of the page in the book's folder, without `.md`
    is_made  if the import itself has written it
    """

    source: str
    lines: list[Line]
    front: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    title: str = ""
    headings: list[Heading] = field(default_factory=list)
    is_made: bool = False

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def description(self) -> str:
        """The first sentence of the page, or its title."""
        own_description = self.front.get("description")
        if isinstance(own_description, str) and own_description.strip():
            return " ".join(own_description.split())
        return first_sentence(self.lines) or self.title


def plain(text: str) -> str:
    """Return a line of Markdown without its markup."""
    text = _MARKUP.sub("", _LINK.sub(r"\1", _WIKI.sub(r"\1", _FOOTNOTE.sub("", text))))
    return " ".join(html.unescape(text).split())


def slug(text: str) -> str:
    """Return a name for a file in lower case: `combat-moves`."""
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-")


def name_of(path: str) -> str:
    """Return the name of a file's page, without the number in front: `glossary` for `10_Glossary.md`."""
    stem = PurePosixPath(path).stem
    return slug(_NUMBERS.sub("", stem)) or slug(stem) or "page"


def natural(text: str) -> tuple[tuple[bool, int | str], ...]:
    """Return a key by which `2.md` comes before `10.md`."""
    parts = (part for part in re.split(r"(\d+)", text.lower()) if part)
    return tuple((not part.isdigit(), int(part) if part.isdigit() else part) for part in parts)


def underlined_as_marked(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with headings underlined by `===` or `---` as `#` and `##`."""
    code = in_fences(lines)
    result = [*lines]
    for at in range(1, len(lines)):
        rule = None if at in code else _UNDERLINE.match(lines[at].text)
        text = lines[at - 1].text
        is_paragraph = at < 2 or not lines[at - 2].text.strip()
        if rule and text.strip() and is_paragraph and not _NO_PARAGRAPH.match(text):
            level = "#" if rule["mark"][0] == "=" else "##"
            result[at - 1] = Line(f"{level} {text.strip()}", lines[at - 1].number)
            result[at] = Line("", lines[at].number)
    return result


def headings_of(lines: Sequence[Line]) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the index and the parts of every heading."""
    code = in_fences(lines)
    for at, line in enumerate(lines):
        match = None if at in code else HEADING.match(line.text)
        if match and plain(match["text"]):
            yield at, match


def with_one_title(page: Page) -> None:
    """Give the page a title, and a single heading of the first level at its top."""
    lines = page.lines
    headings = [(at, match) for at, match in headings_of(lines) if not match["before"]]
    tops = [(at, match) for at, match in headings if len(match["marks"]) == 1]
    own_title = page.front.get("title")
    title = html.unescape(str(own_title)).strip() if isinstance(own_title, str | int) else ""
    if len(tops) == 1 and tops[0] == headings[0]:
        page.title = title or plain(tops[0][1]["text"])
        return
    if not tops and headings and _opens(lines, headings[0][0]):
        at, match = headings[0]
        level = len(match["marks"])
        is_only_one = all(len(other["marks"]) > level for _, other in headings[1:])
        if is_only_one and title in ("", plain(match["text"])):
            page.title = title or plain(match["text"])
            lines[at] = Line(f"# {lines[at].text.lstrip('# ')}", lines[at].number)
            return
    page.title = title or _title_of(page.source)
    if tops:
        for at, match in headings:
            if len(match["marks"]) < 6:
                lines[at] = Line(f"#{lines[at].text}", lines[at].number)
    first = next((line.number for line in lines if line.text.strip()), 1)
    page.lines = [Line(f"# {page.title}", first), Line("", first), *lines]


def _opens(lines: Sequence[Line], at: int) -> bool:
    """Return whether only anchors and pictures come before this line."""
    before = (re.sub(r"<[^>]*>|!\[[^\]]*\]\([^)]*\)", "", line.text).strip() for line in lines[:at])
    return not any(before)


def _title_of(path: str) -> str:
    stem = _NUMBERS.sub("", PurePosixPath(path).stem) or PurePosixPath(path).stem
    words = re.sub(r"[-_]+", " ", stem).strip()
    return words[:1].upper() + words[1:] if words else "Page"


def first_sentence(lines: Sequence[Line]) -> str:
    """Return the first sentence of the first paragraph without markup, at most 160 characters."""
    code = in_fences(lines)
    paragraph: list[str] = []
    for at, line in enumerate(lines):
        text = line.text
        prose = (
            at not in code and text.strip() and not _NO_PARAGRAPH.match(text) and not text.startswith("    ")
        )
        if prose and not _TAGS.match(text) and not re.match(r"\s*(?:!\[|-{3,}$|\*\*\*|\{|\$\$)", text):
            paragraph.append(text)
        elif paragraph and plain(" ".join(paragraph)):
            break
    text = plain(" ".join(paragraph)).strip(" |")
    sentence = _SENTENCE.match(text)
    text = sentence[0] if sentence else text
    if len(text) > _LONGEST:
        text = text[: _LONGEST - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
    return text if len(text) > 3 else ""


def split(page: Page, level: int) -> list[Page]:
    """Return the pages of a long file: one for each heading of this level, and one for the text before."""
    starts = [
        at for at, match in headings_of(page.lines) if len(match["marks"]) <= level and not match["before"]
    ]
    if len(starts) < 2:
        return [page]
    bounds = [
        *([0] if starts[0] and any(line.text.strip() for line in page.lines[: starts[0]]) else []),
        *starts,
    ]
    pages = []
    for first, end in zip(bounds, [*bounds[1:], len(page.lines)], strict=True):
        part = Page(page.source, page.lines[first:end])
        heading = HEADING.match(part.lines[0].text)
        shift = len(heading["marks"]) - 1 if heading else 0
        for at, match in headings_of(part.lines):
            if shift and not match["before"]:
                part.lines[at] = Line(
                    part.lines[at].text[min(shift, len(match["marks"]) - 1) :], part.lines[at].number
                )
        part.name = slug(plain(heading["text"])) if heading else name_of(page.source)
        pages.append(part)
    return pages


def name_pages(pages: Sequence[Page], home: Page | None) -> None:
    """Give each page a unique name and title; `home` is the first page."""
    names = {HOME}
    titles: set[str] = set()
    for page in pages:
        parents = [part for part in map(slug, PurePosixPath(page.source).parent.parts[::-1]) if part]
        if page is home:
            page.name = HOME
            continue
        base = page.name or name_of(page.source)
        if base in HOMES and parents:
            base = parents[0]
        if base == "glossary" and not any(line.text.startswith(":   ") for line in page.lines):
            base = "terms"  # a page called glossary.md is a list of definitions
        page.name = _unused_name(base, parents, names, "{name}-{parent}", "{name}-{number}")
        page.title = _unused_name(
            page.title, [each.title() for each in parents], titles, "{name} ({parent})", "{name} {number}"
        )


def _unused_name(
    name: str, parents: Sequence[str], used_names: set[str], with_parent: str, with_number: str
) -> str:
    candidates = [name, *(with_parent.format(name=name, parent=parent) for parent in parents)]
    candidates += [with_number.format(name=name, number=number) for number in range(2, 2 + len(used_names))]
    name_to_use = next(
        (each for each in candidates if each.lower() not in used_names), f"{name} {len(used_names)}"
    )
    used_names.add(name_to_use.lower())
    return name_to_use


def find_headings(page: Page) -> None:
    """Record the headings of a page with their anchors; a repeated one needs a unique anchor."""
    headings = [(at, plain(match["text"]), match["id"]) for at, match in headings_of(page.lines)]
    counts = Counter(anchor(text, "-") for _, text, _ in headings)
    occurrences: Counter[str] = Counter()
    page.headings = []
    for at, text, own_id in headings:
        name = anchor(text, "-")
        occurrences[name] += 1
        own = own_id or (name if counts[name] == 1 else f"{name}-{occurrences[name]}")
        page.headings.append(Heading(text, at, own, bool(own_id) or counts[name] == 1))
