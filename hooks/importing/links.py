"""Links and pictures, which lead to pages and files of the book or become text."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from urllib.parse import quote, unquote

from hooks.importing.pages import Heading, Page, plain
from hooks.importing.report import Kind, Line, Note
from hooks.importing.text import in_fences, substitute

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp")
FILES = "files"
"""The folder of pictures and other files within the book's."""

_TEXT = r"(?:[^\[\]\\\n]|\\.|\n(?![ \t]*\n)|\[(?:[^\[\]\n]|\[[^\]\n]*\])*\])*"
_LINK_END = (
    rf"\[(?P<text>{_TEXT})\]\(\s*(?P<to><[^<>\n]*>|(?:[^\s()\\]|\\.|(?<=[/-])\n(?=\S)|\n(?=[/#])|\([^()\s]*\))*)"
    r"(?P<title>\s+(?:\"(?:[^\"\n]|\n(?!\s*\n))*\"|'[^'\n]*'))?\s*\)"
)
_LINK = re.compile(rf"(?<![\\!]){_LINK_END}")
_PICTURE = re.compile(rf"(?<!\\)!{_LINK_END}")
_LOOSE = re.compile(rf"(?<!\\)(?P<bang>!?)\[(?P<text>{_TEXT})\]\((?P<to>[^()\s<>]+ [^()\n<>\"']*)\)")
"""A link whose address has spaces, which only some programs read."""
_NESTED = re.compile(r"\[[^\[\]]*\]\((?P<to>[^()\s]*)\)")
_WIKI = re.compile(r"(?<!\\)(?P<bang>!?)\[\[(?P<to>[^\[\]|\n]*?)(?:\\?\|(?P<text>[^\[\]\n]*))?\]\]")
_REFERENCE = re.compile(
    r"^(?P<before> {0,3}\[(?!\^)[^\]\n]+\]: *)(?P<to><[^<>\n]*>|\S+)(?P<title>.*)$", re.MULTILINE
)
_BLOCK = re.compile(r"(?:^|(?<=[\s>]))\^(?P<id>[A-Za-z0-9][\w-]*)[ \t]*$", re.MULTILINE)
ANCHOR = re.compile(r"<[a-z]+ id=\"([^\"]+)\"|<a name=\"([^\"]+)\"|\{:? ?#([\w.-]+) ?\}")
_LACKING = "what the source lacks"
_LACKING_ADVICE = "Add it, or leave it out: links are now text, and pictures on another host links"
_DONE = "\x01"
"""Marks an address of the book until all links of a page are done."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_SQUEEZED = re.compile(r"[\W_]+")


def squeeze(text: str) -> str:
    """Return only the letters and digits of a text, which the anchors of all programs have in common."""
    return _SQUEEZED.sub("", text.lower())


@dataclass
class Library:
    """The pages and files of an import, by every name that links use for them.

    files  every file of the source that isn't a page, by its path
    used   the files that pages need, each with its name in the book
    """

    pages: Sequence[Page]
    files: Sequence[str]
    used: dict[str, str] = field(default_factory=dict)
    blocks: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._paths: dict[str, Page] = {}
        self._stems: dict[str, Page] = {}
        self._parts: dict[str, list[Page]] = {}
        self._places: dict[str, dict[str, tuple[Page, Heading | str]]] = {}
        for page in self.pages:
            self._parts.setdefault(page.source, []).append(page)
            path = _without_suffix(page.source).lower()
            names = [path, *(str(page.front.get(key) or "") for key in ("permalink", "url", "slug"))]
            names += _as_list(page.front.get("redirect_from"))
            for name in names:
                if name.strip("/ "):
                    self._paths.setdefault(name.lower().strip("/ ").removesuffix(".html"), page)
            if PurePosixPath(path).name in ("index", "readme", "_index"):
                self._paths.setdefault(posixpath.dirname(path), page)
            for alias in (PurePosixPath(path).name, *_as_list(page.front.get("aliases"))):
                self._stems.setdefault(alias.lower(), page)
            self._stems.setdefault(page.title.lower(), page)
        self._blocks = {
            page.source: {match["id"]: part for part in parts for match in _BLOCK.finditer(part.text)}
            for page in self.pages
            for parts in (self._parts[page.source],)
        }
        self._files = {path.lower(): path for path in self.files}
        self._file_names = {PurePosixPath(path).name.lower(): path for path in reversed(self.files)}

    def page(self, target: str, source: str, *, by_stem: bool) -> Page | None:
        """Return the page that a link in a source file leads to, if any."""
        if not target:
            return self._parts[source][0]
        for path in _candidates(target, source):
            if page := self._paths.get(_without_suffix(path)):
                return page
        if by_stem or not target.startswith("/"):
            stem = _without_suffix(target).lower().strip("/")
            return self._stems.get(stem) or self._stems.get(PurePosixPath(stem).name)
        return None

    def file(self, target: str, source: str) -> str | None:
        """Return the file of the source that a link leads to, if any."""
        for path in _candidates(target, source):
            if path in self._files:
                return self._files[path]
        return self._file_names.get(PurePosixPath(target).name.lower())

    def place(self, page: Page, fragment: str) -> tuple[Page, str] | None:
        """Return the page and the anchor of a place on a page, also if its file has become several pages."""
        if page.source not in self._places:
            self._places[page.source] = _places(self._parts[page.source])
        place = self._places[page.source].get(squeeze(fragment.rpartition("#")[2]))
        if place is None:
            return None
        part, target = place
        if isinstance(target, str):
            return part, target
        target.is_linked = True
        return part, target.anchor

    def block(self, page: Page, name: str) -> tuple[Page, str] | None:
        """Return the place of a block of a page, also if its file has become several pages."""
        part = self._blocks[page.source].get(name)
        return (part, name) if part else None

    def heading(self, target: str) -> tuple[Page, str] | None:
        """Return the place of the only heading that a path ends with, in the book or on the path's page."""
        key = squeeze(PurePosixPath(target).name)
        parent = squeeze(PurePosixPath(target).parent.name)
        headings = [
            (page, each) for page in self.pages for each in page.headings if key and squeeze(each.text) == key
        ]
        if len(headings) > 1:  # prefer the page with the name of the path's folder
            headings = [(page, each) for page, each in headings if parent and squeeze(page.name) == parent]
        if len(headings) != 1:
            return None
        page, heading = headings[0]
        heading.is_linked = True
        return page, heading.anchor

    def use(self, path: str) -> str:
        """Return the address of a file in the book, and record that it is to be copied."""
        if path not in self.used:
            name = re.sub(r"[^\w.-]+", "-", PurePosixPath(path).name)
            while name in self.used.values():
                name = f"{PurePosixPath(name).stem}-2{PurePosixPath(name).suffix}"
            self.used[path] = name
        return f"{_DONE}{FILES}/{quote(self.used[path])}"


def _places(parts: Sequence[Page]) -> dict[str, tuple[Page, Heading | str]]:
    """Return the headings and anchors of a file's pages by every squeezed name that links may use."""
    places: dict[str, tuple[Page, Heading | str]] = {}
    for part in parts:
        counts: Counter[str] = Counter()
        for heading in part.headings:
            key = squeeze(heading.text)
            places.setdefault(key if not counts[key] else f"{key}{counts[key]}", (part, heading))
            places.setdefault(squeeze(heading.anchor), (part, heading))
            counts[key] += 1
        for match in ANCHOR.finditer(part.text):
            name = next(filter(None, match.groups()))
            places.setdefault(squeeze(name), (part, name))
    return places


def mark_headings(pages: Sequence[Page]) -> None:
    """Add an anchor to each heading to which links lead, unless its text already gives that anchor."""
    for page in pages:
        for heading in page.headings:
            if heading.is_linked and not heading.explicit:
                line = page.lines[heading.at]
                text = f"{line.text.rstrip().rstrip('#').rstrip()} {{#{heading.anchor}}}"
                page.lines[heading.at] = Line(text, line.number)


def _as_list(value: object) -> list[str]:
    return (
        [str(each) for each in value]
        if isinstance(value, list)
        else [value]
        if isinstance(value, str)
        else []
    )


def _without_suffix(path: str) -> str:
    return re.sub(r"\.(?:md|mdx|markdown|html)$", "", path, flags=re.IGNORECASE).rstrip("/")


def _candidates(target: str, source: str) -> Iterator[str]:
    """Yield the paths from the root that a target may mean: from its file's folder, or from any above.

    An address from the root of a host may start with the folder of the site.
    """
    folder = PurePosixPath(source).parent
    target = target.lower()
    if not target.startswith("/"):
        for each in (folder, *folder.parents):
            yield posixpath.normpath(posixpath.join(str(each).lower(), target))
        return
    parts = target.strip("/").split("/")
    yield from ("/".join(parts[first:]) for first in range(len(parts)))  # without the folder of the site


def linked_blocks(pages: Sequence[Page]) -> set[str]:
    """Return the ids of blocks that links of the vault lead to."""
    return {name for page in pages for name in re.findall(r"#\^([\w-]+)", page.text)}


def convert(page: Page, library: Library) -> list[Note]:
    """Rewrite the links and pictures of a page, and return the notes."""
    return _Links(page, library).convert()


class _Links:
    def __init__(self, page: Page, library: Library) -> None:
        self.page, self.library = page, library
        self.notes: list[Note] = []
        self.number = 0

    def convert(self) -> list[Note]:
        lines = self.page.lines
        code = in_fences(lines)
        first = 0
        result_lines: list[Line] = []
        for at in range(len(lines) + 1):
            if at < len(lines) and at not in code:
                continue
            segment = lines[first:at]
            result_lines += self._prose(segment)
            result_lines += lines[at : at + 1]
            first = at + 1
        self.page.lines = result_lines
        return self.notes

    def _prose(self, lines: Sequence[Line]) -> list[Line]:
        """Return lines of prose with their links rewritten; a link may continue on the next line."""
        if not lines:
            return []
        text = "\n".join(line.text for line in lines)
        for pattern, replace in (
            (_WIKI, self._wiki),
            (_LOOSE, self._loose),
            (_PICTURE, self._picture),
            (_LINK, self._link),
            (_REFERENCE, self._reference),
            (_BLOCK, self._block),
        ):
            text = self._substitute(pattern, replace, text, lines)
        text = text.replace(_DONE, "")
        return [Line(each, line.number) for each, line in zip(text.split("\n"), lines, strict=True)]

    def _substitute(
        self,
        pattern: re.Pattern[str],
        replace: Callable[[re.Match[str]], str],
        text: str,
        lines: Sequence[Line],
    ) -> str:
        at = 0

        def with_line(match: re.Match[str]) -> str:
            nonlocal at
            place = text.find(match[0], at)
            if place >= 0:
                at = place
            self.number = lines[text.count("\n", 0, at)].number
            new_text = replace(match)
            return new_text + "\n" * (match[0].count("\n") - new_text.count("\n"))

        return substitute(pattern, with_line, text)

    def _note(self, kind: Kind, what: str, advice: str = "", subject: str = "") -> None:
        self.notes.append(Note(kind, self.page.source, self.number, what, advice, subject))

    def _lacking(self, subject: str) -> None:
        self._note("by hand", _LACKING, _LACKING_ADVICE, subject)

    def _wiki(self, match: re.Match[str]) -> str:
        target, _, fragment = match["to"].strip().partition("#")
        text = (match["text"] or "").strip()
        is_file = PurePosixPath(target).suffix.lower() in (
            *PICTURES,
            ".pdf",
            ".mp3",
            ".mp4",
            ".webm",
            ".canvas",
        )
        if match["bang"] and is_file:
            size = re.fullmatch(r"\d+(?:x\d+)?", text)
            if size:
                self._note("dropped", "size of a picture")
            return self._file(target, PurePosixPath(target).stem if size or not text else text, picture=True)
        label = text or " > ".join(
            filter(None, (PurePosixPath(target).name, fragment.rpartition("#")[2].lstrip("^")))
        )
        self._note("mapped", "embed, now a link to its text" if match["bang"] else "wikilink")
        link = self._to_page(target, fragment, label, by_stem=True)
        inner = match["text"] or match["to"]
        return f"{' ' * inner.startswith(' ')}{link}{' ' * inner.endswith(' ')}"

    def _loose(self, match: re.Match[str]) -> str:
        if not re.search(r"[/#]|\.\w+$", match["to"]):  # words that the source shows in parentheses
            return f"{match['bang']}\\[{match['text']}]({match['to']})"
        return f"{match['bang']}[{match['text']}](<{match['to']}>)"

    def _picture(self, match: re.Match[str]) -> str:
        target = match["to"].strip("<>")
        if _is_address_of_book(target):
            return match[0]
        alt, sized = re.subn(r"\|\d+(?:x\d+)?$", "", match["text"])
        alt = alt.strip()
        if sized:
            self._note("dropped", "size of a picture")
        if _SCHEME.match(target):
            name = PurePosixPath(unquote(target).partition("?")[0]).name
            label = alt or name or "Picture"
            if match.string[: match.start()].endswith("[") and match.string.startswith("](", match.end()):
                self._note("mapped", "picture of a link on another host, now the text of the link")
                return label
            self._lacking(f"picture {name or target}")
            return f"[{label}](<{target}>)"
        return self._file(
            unquote(target), alt or PurePosixPath(unquote(target)).stem.replace("-", " "), picture=True
        )

    def _link(self, match: re.Match[str]) -> str:
        target = match["to"].strip("<>").replace("\n", "").strip()
        if nested := _NESTED.fullmatch(target):
            self._note("mapped", "link within the address of a link")
            return f"[{match['text']}](<{nested['to']}>)"
        if _SCHEME.match(target) or _is_address_of_book(target):
            return match[0]
        path, _, fragment = unquote(target).partition("#")
        path = path.partition("?")[0]
        page = self.library.page(path, self.page.source, by_stem=False)
        if page is None and path and (file := self.library.file(path, self.page.source)):
            return f"[{match['text']}]({self.library.use(file)})"
        return self._to_page(path, fragment, match["text"], by_stem=False)

    def _reference(self, match: re.Match[str]) -> str:
        target = match["to"].strip("<>")
        if _SCHEME.match(target) or _is_address_of_book(target):
            return match[0]
        path, _, fragment = unquote(target).partition("#")
        page = self.library.page(path, self.page.source, by_stem=False)
        if page is None:
            file = self.library.file(path, self.page.source) if path else None
            if file:
                return f"{match['before']}{self.library.use(file)}"
            self._lacking(path)
            return f"{match['before']}{_DONE}#"
        place = self.library.place(page, fragment) if fragment else None
        return f"{match['before']}{self._address(*(place or (page, '')))}"

    def _block(self, match: re.Match[str]) -> str:
        if match["id"] not in self.library.blocks:
            self._note("mapped", "block id without links, left out")
            return ""
        self._note("mapped", "block id")
        return f'<a id="{match["id"]}"></a>'

    def _file(self, target: str, text: str, *, picture: bool) -> str:
        file = self.library.file(target, self.page.source)
        if file is None:
            self._lacking(f"picture {target}")
            return text
        suffix = PurePosixPath(file).suffix.lower()
        self._note("mapped", "picture" if suffix in PICTURES else "embedded file, now a link")
        return f"{'!' if picture and suffix in PICTURES else ''}[{text}]({self.library.use(file)})"

    def _to_page(self, target: str, fragment: str, text: str, *, by_stem: bool) -> str:
        page = self.library.page(target, self.page.source, by_stem=by_stem) if target else self.page
        if page is None and (heading := self.library.heading(target)):
            self._note("mapped", "link to a heading")
            return f"[{text}]({self._address(*heading)})"
        if page is None:
            self._lacking(target)
            return text
        place: tuple[Page, str] | None = (page, "")
        if fragment.startswith("^"):
            place = self.library.block(page, fragment[1:])
        elif fragment:
            place = self.library.place(page, fragment)
        if place is None:
            if not target and squeeze(fragment) == squeeze(plain(text)):
                self._note("mapped", "link of a name to itself, now text")
                return text
            if not target and fragment == "top":
                self._note("mapped", "link to the top of the page, now text")
                return text
            if not target:
                self._lacking(f"#{fragment}")
                return text
            self._note("mapped", "link to a place that its page doesn't have, now to the page")
            place = (page, "")
        self._note("mapped", "link to a page")
        return f"[{text}]({self._address(*place)})"

    def _address(self, page: Page, fragment: str) -> str:
        path = f"{page.name}.md" if page is not self.page or not fragment else ""
        return _DONE + path + (f"#{fragment}" if fragment else "")


def _is_address_of_book(target: str) -> bool:
    """Return whether this address has already been rewritten."""
    return target.startswith(_DONE)
