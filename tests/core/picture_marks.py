"""Pictures as tests read them: each mark with its place and data, without elements, wrappers or classes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

type Point = tuple[float, float]

BLOCKS = {"div", "ul", "ol", "li", "p", "figure", "figcaption"}
"""Elements around a drawing that start a line of text."""
ROW_LENGTH = 6
LENGTH = re.compile(r"(-?[\d.]+)(%|em)?")
COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
TRANSLATION = re.compile(r"translate\((\S+) (\S+)\)")


def mark_lines(html: str) -> list[str]:
    """Return the marks and texts of a picture, line by line, in the order in which they are drawn.

    Positions across are percentages of the picture, those down are in em; points of a plot have their value.
    """
    reader = _Reader()
    reader.read(ElementTree.fromstring(f"<div>{html}</div>"))
    reader.end_line()
    return reader.lines


@dataclass(frozen=True)
class _Frame:
    """The place of a drawing's origin, and the factors from its units to those of the picture."""

    place: str = ""
    across: float = 0
    down: float = 0
    axis: _Axis | None = None

    @property
    def fills_picture(self) -> bool:
        return bool(self.across)

    def point(self, point: Point) -> str:
        """Return the position of a point, its height as a value if there is an axis."""
        x, y = point
        if not self.fills_picture:
            return f"({_number(x)}, {_number(y)})"
        height = y * self.down
        return f"({_number(x * self.across)}%, {self.axis.value(height) if self.axis else f'{_number(height)}em'})"


@dataclass(frozen=True)
class _Axis:
    """Two heights in em with the values they stand for."""

    low: Point
    high: Point
    unit: str

    def value(self, height: float) -> str:
        (bottom, least), (top, most) = self.low, self.high
        value = least + (height - bottom) / (top - bottom) * (most - least)
        digits = next((digits for digits, lowest in ((1, 10), (2, 1)) if most >= lowest), 3)
        return f"{_number(value, digits)}{self.unit}"


class _Reader:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[str] = []

    def end_line(self) -> None:
        if text := " ".join("".join(self.words).split()):
            self.lines.append(text)
        self.words = []

    def read(self, node: Element) -> None:
        if node.tag == "svg":
            self.end_line()
            self._read_picture(node)
        else:
            if node.tag in BLOCKS:
                self.end_line()
            self.lines += (f"{name}: {value}" for name, value in _drawing_data(node))
            self.words.append(node.text or "")
            for child in node:
                self.read(child)
            if node.tag in BLOCKS:
                self.end_line()
        self.words.append(node.tail or "")

    def _read_picture(self, node: Element) -> None:
        size = f"{_viewed_size(node)}" if "viewBox" in node.attrib else f"{node.get('height')} high"
        label = node.get("aria-label")
        self.lines.append(f"image “{label}”, {size}" if label else f"image, {size}")
        self.lines += (
            f"  {line}" for child in node for line in _marks(child, _Frame(axis=_axis(node)), node)
        )


def _marks(node: Element, frame: _Frame, picture: Element) -> Iterator[str]:
    match node.tag:
        case "g":
            for child in node:
                yield from _marks(child, frame, picture)
        case "svg":
            inner = _inner_frame(node, frame, picture)
            for child in node:
                yield from _marks(child, inner, picture)
        case "path":
            yield from _path_lines(node, frame)
        case _:
            yield f"{_mark(node)}{frame.place}"


def _inner_frame(node: Element, frame: _Frame, picture: Element) -> _Frame:
    """Return the frame of a drawing in the picture: it fills the picture, or has a place in it."""
    place = [node.get(name) for name in ("x", "y", "width")]
    if node.get("preserveAspectRatio") == "none" and place == [None] * 3:
        _, _, width, height = map(float, node.attrib["viewBox"].split())
        down = float((picture.get("height") or "").removesuffix("em")) / height
        return _Frame(across=100 / width, down=down, axis=frame.axis)
    x, y, width_text = place
    if y and frame.axis:
        y = frame.axis.value(_length(y))
    where = ", ".join(filter(None, (x, y)))
    wide = f", {width_text} wide" if width_text else ""
    return _Frame(
        place=f"{frame.place}{', moved by' if frame.place else ' at'} {where}{wide}", axis=frame.axis
    )


def _path_lines(node: Element, frame: _Frame) -> Iterator[str]:
    path = node.attrib["d"]
    points = _points(path)
    kind = ("area" if path.lower().endswith("z") else "line") if points else f"shape {path}"
    if moved := TRANSLATION.match(node.get("transform", "")):
        kind += f" moved by ({moved[1]}, {moved[2]})"
    texts = [frame.point(point) for point in points]
    if len(texts) <= ROW_LENGTH:
        yield " ".join((kind, *texts)) + _filled(node) + frame.place
        return
    yield kind + _filled(node) + frame.place
    yield from (f"  {' '.join(texts[at : at + ROW_LENGTH])}" for at in range(0, len(texts), ROW_LENGTH))


def _points(path: str) -> list[Point]:
    """Return the points of a path of straight lines that starts only once, none of any other."""
    points: list[Point] = []
    for command, text in COMMAND.findall(path):
        numbers = [float(each) for each in NUMBER.findall(text)]
        match command, numbers:
            case "M", [x, y] if not points:
                points.append((x, y))
            case "L", [x, y]:
                points.append((x, y))
            case "H", [x]:
                points.append((x, points[-1][1]))
            case "V", [y]:
                points.append((points[-1][0], y))
            case "z" | "Z", []:
                pass
            case _:
                return []
    return points


def _mark(node: Element) -> str:
    get = node.get
    match node.tag:
        case "text":
            return f"“{node.text}” at {_moved(get('x'), get('dx'))}, {_moved(get('y'), get('dy'))}"
        case "line":
            return f"line ({get('x1')}, {get('y1')}) ({get('x2')}, {get('y2')})"
        case "rect":
            corners = f", corners {get('rx')}" if get("rx") else ""
            return f"box at {get('x')}, {get('y')}, {get('width')} by {get('height')}{corners}{_filled(node)}"
        case "circle":
            return f"disc at {get('cx')}, {get('cy')}, radius {get('r')}{_filled(node)}"
    raise ValueError(f"no test reads the mark {node.tag!r}")


def _axis(picture: Element) -> _Axis | None:
    """Return the axis of a plot, whose rules have their values beside them."""
    heights = {node.get("y1") for node in picture.iter("line")}
    ticks = [
        (_length(node.attrib["y"]), _length(node.text or ""), node.text or "")
        for node in picture.iter("text")
        if node.get("y") in heights
    ]
    if len(ticks) < 2:
        return None
    low, high = max(ticks), min(ticks)
    return _Axis(low[:2], high[:2], "%" if high[2].endswith("%") else "")


def _drawing_data(node: Element) -> Sequence[tuple[str, str]]:
    """Return the numbers by which the style sheet draws an element."""
    prefix = "data-css-"
    return [(name.removeprefix(prefix), value) for name, value in node.items() if name.startswith(prefix)]


def _viewed_size(node: Element) -> str:
    left, top, width, height = node.attrib["viewBox"].split()
    start = "" if left == top == "0" else f" from ({left}, {top})"
    return f"{width} by {height}{start}"


def _filled(node: Element) -> str:
    return ", filled" if node.get("fill") else ""


def _length(text: str) -> float:
    match = LENGTH.search(text.replace(",", ""))
    return float(match[1]) if match else 0


def _moved(start: str | None, by: str | None) -> str:
    return f"{start} {'−' if by.startswith('-') else '+'} {by.removeprefix('-')}" if by else str(start)


def _number(value: float, digits: int = 2) -> str:
    return f"{round(value, digits) + 0:.{digits}f}".rstrip("0").rstrip(".")
