"""The picture on a book's cover, over its chapters and on paper: the motif of its face, or a drawing of its
own.

A drawing is a file beside the game's Python, `Game.cover`. What it holds is read and written anew, so that
nothing gets into a page but shapes in the colour of the text around them: it follows every cover, by day and
by night.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from hooks.directives.errors import DirectiveError, Place, mistake
from rules_py import present, systems
from rules_py.authoring.error_summary import relative_path
from rules_py.base.errors import join_or
from rules_py.base.suggest import KnownNames
from rules_py.present.html import Markup, tag
from rules_py.systems.game import Game

MOST_BYTES = 20_000
"""It stands in every page of the book."""

SHAPES = ("g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_COLOURS = ("fill", "stroke")
_ATTRIBUTES = (
    *(
        "d",
        "points",
        "transform",
        "x",
        "y",
        "x1",
        "y1",
        "x2",
        "y2",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "width",
        "height",
    ),
    *(*_COLOURS, "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "fill-rule"),
    *("opacity", "fill-opacity", "stroke-opacity"),
)
_OF_NO_USE = ("id", "class", "version", "xmlns", "width", "height", "viewBox")
"""What a drawing program writes besides, and what the page says itself of the whole picture."""
_UNSEEN = ("title", "desc", "metadata", "defs")


def drawing(game: Game) -> Markup:
    """The picture of the game's book, which says nothing to those who can't see it. While an author's own
    can't be taken, that of the face stands in; `faults` says why.
    """
    if game.cover:
        try:
            return _read(game)
        except DirectiveError:
            pass
    return present.motif(game.face)


def faults(game: Game) -> Iterator[DirectiveError]:
    """What is wrong with the game's drawing, if it has one."""
    if game.cover:
        try:
            _read(game)
        except DirectiveError as found:
            yield found


def _read(game: Game) -> Markup:
    path = (
        next(Path(top) / game.id for top in systems.__path__ if (Path(top) / game.id).is_dir()) / game.cover
    )
    place = Place(relative_path(path), 1)
    if path.suffix != ".svg" or not path.is_file():
        raise mistake(place, f"cover of {game.id}", game.cover, "an SVG file beside the game's __init__.py")
    content = path.read_bytes()
    if len(content) > MOST_BYTES:
        raise mistake(place, "bytes of the cover", len(content), f"at most {MOST_BYTES}: each page holds it")
    return _Drawing(place).read(content)


class _Drawing:
    """Reads a drawing element by element."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._open: list[tuple[str, dict[str, str], list[Markup]]] = []
        self._unseen = 0
        self._whole: Markup | None = None

    def read(self, content: bytes) -> Markup:
        try:
            self._parser.Parse(content, True)
        except expat.ExpatError as error:
            at = self._place.down(error.lineno - 1)
            raise mistake(
                at, "cover", expat.ErrorString(error.code), "an SVG file that can be read"
            ) from error
        assert self._whole is not None  # a text without an element is an error of the parser's
        return self._whole

    def _wrong(self, what: str, given: str | None, allowed: str) -> DirectiveError:
        return mistake(self._place.down(self._parser.CurrentLineNumber - 1), what, given, allowed)

    def _start(self, name: str, given: dict[str, str]) -> None:
        if self._unseen or name in _UNSEEN or ":" in name:
            self._unseen += 1
            return
        if not self._open:
            if name != "svg" or not given.get("viewBox"):
                said = name if name != "svg" else None
                raise self._wrong(
                    "first element of the cover", said, '<svg viewBox="0 0 240 120">, or as large'
                )
        elif name not in SHAPES:
            allowed = KnownNames(f"{join_or(SHAPES)}: text as paths, no script, no picture", SHAPES)
            raise self._wrong("element of the cover", name, allowed)
        self._open.append(
            (name, {each: self._attribute(each, given[each]) for each in self._kept(name, given)}, [])
        )
        if name == "svg":
            own = {"class_": "motif", "viewBox": given["viewBox"], "preserveAspectRatio": "xMidYMax slice"}
            self._open[0][1].update({**own, "aria_hidden": "true", "focusable": "false"})
            self._open[0][1].setdefault("fill", "currentColor")

    def _kept(self, name: str, given: dict[str, str]) -> Iterator[str]:
        for each in given:
            if ":" in each or (each in _OF_NO_USE and (name == "svg" or each not in _ATTRIBUTES)):
                continue
            if each not in _ATTRIBUTES:
                raise self._wrong(f"attribute of <{name}>", each, join_or(_ATTRIBUTES))
            yield each

    def _attribute(self, name: str, value: str) -> str:
        if name in _COLOURS and value not in ("none", "currentColor"):
            raise self._wrong(
                f"{name} of the cover", value, "currentColor or none, so that it follows the cover's colour"
            )
        return value

    def _end(self, name: str) -> None:
        if self._unseen:
            self._unseen -= 1
            return
        name, attributes, inside = self._open.pop()
        drawn = tag(name, inside, **attributes)
        if self._open:
            self._open[-1][2].append(drawn)
        else:
            self._whole = drawn
