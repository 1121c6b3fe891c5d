"""The picture on a book's cover, chapters and print edition: the motif of its game, or a drawing of its own.

A drawing is an SVG file beside the game's Python, `Game.cover`. It is parsed and written again, so that a
page receives nothing but shapes in the colour of the text around them, in light and dark mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from hooks.base.errors import DirectiveError, Place, mistake
from rules_py import present, systems
from rules_py.authoring.error_summary import relative_path
from rules_py.base.errors import format_value_error, join_or
from rules_py.base.suggest import KnownNames
from rules_py.present.html import Markup, tag
from rules_py.systems.game import Game

MAX_BYTES = 20_000
"""The limit for a drawing, as every page of the book contains it."""

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
_DROPPED = ("id", "class", "version", "xmlns", "width", "height", "viewBox")
"""Attributes that drawing programs add, or that the page sets itself on the root; they are dropped."""
_SKIPPED = ("title", "desc", "metadata", "defs")


def render_motif(game: Game) -> Markup:
    """Return the picture of the game's book, which is decorative.

    It is the motif if the drawing is faulty; `faults` says why.
    """
    if game.cover:
        try:
            return _read(game)
        except DirectiveError:
            pass
    return present.render_motif(game.motif)


def faults(game: Game) -> Iterator[DirectiveError]:
    """Yield the fault of the game's drawing, if there is one."""
    if game.cover:
        try:
            _read(game)
        except DirectiveError as error:
            yield error


def _read(game: Game) -> Markup:
    path = (
        next(Path(top) / game.id for top in systems.__path__ if (Path(top) / game.id).is_dir()) / game.cover
    )
    place = Place(relative_path(path), 1)
    if path.suffix != ".svg" or not path.is_file():
        raise mistake(place, f"cover of {game.id}", game.cover, "an SVG file next to the game's __init__.py")
    content = path.read_bytes()
    if len(content) > MAX_BYTES:
        message = f"cover is too large ({len(content)} bytes, more than {MAX_BYTES}). Simplify it."
        raise DirectiveError(place, message)
    return _Drawing(place).read(content)


class _Drawing:
    """A drawing, read element by element."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._stack: list[tuple[str, dict[str, str], list[Markup]]] = []
        self._skipped = 0
        self._result: Markup | None = None

    def read(self, content: bytes) -> Markup:
        try:
            self._parser.Parse(content, True)
        except expat.ExpatError as error:
            at = self._place.down(error.lineno - 1)
            raise DirectiveError(at, f"can't read cover: {expat.ErrorString(error.code)}") from error
        assert self._result is not None  # the parser rejects a text without an element
        return self._result

    def _mistake(self, subject: str, value: str | None, expected: str, kind: str = "") -> DirectiveError:
        place = self._place.down(self._parser.CurrentLineNumber - 1)
        return DirectiveError(place, format_value_error(subject, value, expected, kind))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipped or name in _SKIPPED or ":" in name:
            self._skipped += 1
            return
        if not self._stack:
            if name != "svg" or not attributes.get("viewBox"):
                root = name if name != "svg" else None
                raise self._mistake(
                    "first element of the cover", root, '<svg viewBox="0 0 240 120"> or another size'
                )
        elif name not in SHAPES:
            expected = KnownNames(f"{join_or(SHAPES)}, without scripts or images, and text as paths", SHAPES)
            raise self._mistake("cover", name, expected, "element")
        self._stack.append(
            (
                name,
                {
                    each: self._attribute(each, attributes[each])
                    for each in self._allowed_attributes(name, attributes)
                },
                [],
            )
        )
        if name == "svg":
            own = {
                "class_": "motif",
                "viewBox": attributes["viewBox"],
                "preserveAspectRatio": "xMidYMax slice",
            }
            self._stack[0][1].update({**own, "aria_hidden": "true", "focusable": "false"})
            self._stack[0][1].setdefault("fill", "currentColor")

    def _allowed_attributes(self, name: str, attributes: dict[str, str]) -> Iterator[str]:
        for each in attributes:
            if ":" in each or (each in _DROPPED and (name == "svg" or each not in _ATTRIBUTES)):
                continue
            if each not in _ATTRIBUTES:
                raise self._mistake(f"<{name}> of the cover", each, join_or(_ATTRIBUTES), "attribute")
            yield each

    def _attribute(self, name: str, value: str) -> str:
        if name in _COLOURS and value not in ("none", "currentColor"):
            raise self._mistake(
                f"{name} of the cover", value, "currentColor or none, to follow the cover's colour"
            )
        return value

    def _end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        name, attributes, inside = self._stack.pop()
        element = tag(name, inside, **attributes)
        if self._stack:
            self._stack[-1][2].append(element)
        else:
            self._result = element
