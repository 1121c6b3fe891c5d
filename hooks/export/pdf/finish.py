"""The completion of a PDF by Chromium: its metadata, artifacts, and descriptions of links."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import unquote

import pikepdf
from pikepdf import (
    Array,
    ContentStreamInstruction,
    Dictionary,
    Name,
    NameTree,
    Operator,
    OutlineItem,
    Pdf,
    String,
)

pikepdf.settings.set_flate_compression_level(9)

_PRODUCER = "Diceleaf with Chromium and pikepdf"
_ROLES = {"Em": "Span", "Strong": "Span"}  # of PDF 2.0, for readers of older versions

_BEGIN, _END = {"BDC", "BMC"}, "EMC"
_PATH = {"m", "re"}
_PAINTED = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s"}
_OTHER = {"Do", "sh"}
_RUNNING = [Name.Artifact, Dictionary(Type=Name.Pagination)]
_DECORATION = [Name.Artifact, Dictionary(Type=Name.Layout)]


@dataclass(frozen=True)
class About:
    """The description of a book in its PDF."""

    title: str
    author: str
    subject: str
    language: str
    rights: str
    date: datetime
    headings: Sequence[str]
    chapters: Mapping[str, str]


def first_pages(pdf_bytes: bytes, names: Iterable[str]) -> dict[str, int]:
    """Return the page number of each named destination."""
    with Pdf.open(io.BytesIO(pdf_bytes)) as pdf:
        pages = _page_numbers(pdf)
        return {name: pages[name] for name in names if name in pages}


def complete(pdf_bytes: bytes, about: About) -> bytes:
    """Return a PDF that Chromium printed, completed."""
    with Pdf.open(io.BytesIO(pdf_bytes)) as pdf:
        pdf.Root.StructTreeRoot.RoleMap = Dictionary(
            {f"/{own}": Name(f"/{base}") for own, base in _ROLES.items()}
        )
        pdf.Root.PageMode = Name.UseOutlines
        pdf.Root.PageLabels = Dictionary(Nums=[0, Dictionary(S=Name.D)])
        _describe_links(pdf, about.chapters)
        _group_figures(pdf.Root.StructTreeRoot)
        _number_headers(pdf)
        _mark_artifacts(pdf)
        _correct_bookmarks(pdf, about.headings)
        _write_metadata(pdf, about)
        out = io.BytesIO()
        pdf.save(
            out,
            force_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            recompress_flate=True,
            deterministic_id=True,
        )
        return out.getvalue()


def _page_numbers(pdf: Pdf) -> dict[str, int]:
    """Return the page numbers of the named destinations."""
    numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, start=1)}
    return {_anchor(name): numbers[place[0].objgen] for name, place in pdf.Root.Dests.items()}


def _anchor(name: object) -> str:
    return unquote(str(name).removeprefix("/"))


def _describe_links(pdf: Pdf, chapters: Mapping[str, str]) -> None:
    """Describe each link by its destination: the chapter and the page, or the address."""
    pages = _page_numbers(pdf)
    for page in pdf.pages:
        for annotation in page.obj.get("/Annots", Array()):
            if annotation.Subtype != Name.Link:
                continue
            if "/Dest" in annotation:
                name = _anchor(annotation.Dest)
                chapter = chapters.get(name.partition("--")[0], "")
                annotation.Contents = String(f"{chapter}, page {pages[name]}".removeprefix(", "))
            else:
                annotation.Contents = String(str(annotation.A.URI))


def _group_figures(root: Any) -> None:
    """Turn each figure that only contains others, as HTML's do with their captions, into a group."""
    for element in _descendants(root):
        if element.get("/S") == Name.Figure and "/Alt" not in element and any(_descendants(element)):
            element.S = Name.Div


def _number_headers(pdf: Pdf) -> None:
    """Number the header cells of tables from 1: Chromium's numbers differ from run to run."""
    root = pdf.Root.StructTreeRoot
    if "/IDTree" not in root:
        return
    former, numbered = NameTree(root.IDTree), NameTree.new(pdf)
    names = {name: f"header{number:05}" for number, name in enumerate(sorted(former), start=1)}
    for name, new in names.items():
        former[name].ID = String(new)
        numbered[new] = former[name]
    root.IDTree = numbered.obj
    for element in _descendants(root):
        for attributes in element.get("/A", Array()):
            if "/Headers" in attributes:
                attributes.Headers = Array([String(names[str(name)]) for name in attributes.Headers])


def _descendants(element: Any) -> Iterator[Any]:
    """Yield the descendants of an element, parents first."""
    for child in _kids(element):
        if isinstance(child, Dictionary) and "/S" in child:
            yield child
            yield from _descendants(child)


def _kids(element: Any) -> Iterable[Any]:
    kids = element.get("/K", Array())
    return kids if isinstance(kids, Array) else [kids]


def _mark_artifacts(pdf: Pdf) -> None:
    """Mark running heads, page numbers and decoration, which aren't part of the text."""
    for page in pdf.pages:
        marked_instructions = _with_artifacts(pikepdf.parse_content_stream(page))
        page.Contents = pdf.make_stream(pikepdf.unparse_content_stream([*marked_instructions]))


def _with_artifacts(instructions: Iterable[Any]) -> Iterator[Any]:
    """Yield the instructions with each text and each painted path outside marked content as an artifact."""
    depth = 0
    path: list[Any] = []
    for each in instructions:
        name = str(each.operator)
        if name in _BEGIN:
            depth += 1
        elif name == _END:
            depth -= 1
        if depth:
            yield each
        elif name == "BT":
            yield from (_begin(_RUNNING), each)
        elif name == "ET":
            yield from (each, _end())
        elif path or name in _PATH:
            path.append(each)
            if name in _PAINTED:
                yield from (_begin(_DECORATION), *path, _end())
                path = []
            elif name == "n":
                yield from path
                path = []
        elif name in _OTHER:
            yield from (_begin(_DECORATION), each, _end())
        else:
            yield each


def _begin(artifact: list[Any]) -> ContentStreamInstruction:
    return ContentStreamInstruction(artifact, Operator("BDC"))


def _end() -> ContentStreamInstruction:
    return ContentStreamInstruction([], Operator(_END))


def _correct_bookmarks(pdf: Pdf, headings: Sequence[str]) -> None:
    """Set the bookmarks to the text of the headings: Chromium joins words where a line breaks."""
    remaining_headings = iter(headings)
    with pdf.open_outline() as outline:
        for chapter in outline.root:
            for item in _with_children(chapter):
                item.is_closed = True
                item.title = next(
                    (text for text in remaining_headings if _letters(text) == _letters(item.title)),
                    item.title,
                )


def _with_children(item: OutlineItem) -> Iterator[OutlineItem]:
    yield item
    for child in item.children:
        yield from _with_children(child)


def _letters(text: str) -> str:
    return "".join(text.split())


def _write_metadata(pdf: Pdf, about: About) -> None:
    if "/Info" in pdf.trailer:
        del pdf.trailer.Info
    with pdf.open_metadata(set_pikepdf_as_editor=False) as xmp:
        xmp["dc:title"] = about.title
        xmp["dc:creator"] = [about.author]
        xmp["dc:description"] = about.subject
        xmp["dc:language"] = {about.language}
        xmp["dc:rights"] = about.rights
        xmp["pdf:Producer"] = xmp["xmp:CreatorTool"] = _PRODUCER
        xmp["xmp:CreateDate"] = xmp["xmp:ModifyDate"] = about.date.isoformat(timespec="seconds")
        xmp["pdfuaid:part"] = "1"
