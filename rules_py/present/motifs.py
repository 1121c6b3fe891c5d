"""The motif of a book: drawn in code, with a colour of its own in `docs/assets/css/palette.css`.

A game names its motif (`Game.motif`), which page headers and the book's cover show. A motif is drawn from
numbers of the game it was made for, in the colour of the text around it, and is hidden from screen readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import cos, pi, sin
from types import MappingProxyType

from rules_py.present.html import Markup, tag

WIDTH, HEIGHT = 240, 120


def render_motif(face: str) -> Markup:
    """Return the motif as a drawing twice as wide as it is high.

    An unknown one is drawn as the leaf, the default motif; the build reports it as an error.
    """
    return tag(
        "svg",
        [*FACES.get(face, _leaf)()],
        class_="motif",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="xMidYMax slice",
        aria_hidden="true",
        focusable="false",
    )


def _leaf() -> Iterator[Markup]:
    """Yield leaves along a stem."""
    yield _line("M0 96Q120 80 240 44")
    for step in range(12):
        x, y = 14 + 19 * step, 94 - 0.32 * step * step
        side = -1 if step % 2 else 1
        under, tip, over = (x + 2, y - side * 18), (x + 20, y - side * 24 - 6), (x + 22, y - side * 6)
        yield _shape(f"M{_at(x, y)}Q{_at(*under)} {_at(*tip)}Q{_at(*over)} {_at(x, y)}z")


def _reeds() -> Iterator[Markup]:
    """Yield reeds in the wind, as high as a d4, a d6 and a d8."""
    for step in range(26):
        die = (4, 6, 8, 6)[step * 7 % 4]
        x = 4 + 9.4 * step
        top = HEIGHT - die * 12 - step * 5 % 9
        lean = 8 + step * 11 % 14
        yield _line(f"M{_at(x, HEIGHT)}Q{_at(x + 1, (HEIGHT + top) / 2)} {_at(x + lean, top)}")
        if step % 3:
            seed = "q-4 -9 -1 -20q6 9 1 20z" if step % 2 else "q-3 -7 0 -15q5 7 0 15z"
            yield _shape(f"M{_at(x + lean, top)}{seed}")


def _halves() -> Iterator[Markup]:
    """Yield pairs of bars that share ten units."""
    for row, left in enumerate((7, 5, 8, 3, 6, 9, 4, 2)):
        y, middle, unit = 6 + 14 * row, WIDTH // 2, 11
        yield tag("rect", x=middle - 3 - left * unit, y=y, width=left * unit, height=8, fill="currentColor")
        yield tag("rect", x=middle + 3, y=y + 0.5, width=(10 - left) * unit, height=7, class_="motif__line")


def _hills() -> Iterator[Markup]:
    """Yield the thirty-six rolls of two dice, piled up by their sum."""
    for one, other in product(range(1, 7), repeat=2):
        column, level = one + other - 2, one - max(1, one + other - 6)
        x, y = 12 + 20 * column, HEIGHT - 19 * (level + 1)
        doubles = one == other
        kind = {"fill": "currentColor"} if doubles else {"class_": "motif__line"}
        yield tag("rect", x=x, y=y, width=16, height=16, rx=3, **kind)


def _duel() -> Iterator[Markup]:
    """Yield arcs from both sides, d4 to d12, that cross."""
    for die in (4, 6, 8, 10, 12):
        reach = die * 16
        yield _line(f"M{reach} {HEIGHT}A{reach} {reach} 0 0 0 0 {HEIGHT - reach}")
        yield _line(f"M{WIDTH - reach} {HEIGHT}A{reach} {reach} 0 0 1 {WIDTH} {HEIGHT - reach}")
    yield _shape(f"M120 {HEIGHT - 66}l9 12-9 12-9-12z")


EXAMPLE_POOL = (7, 2, 9, 4, 10, 1, 8, 3, 6, 10, 5, 7)


def _stars() -> Iterator[Markup]:
    """Yield a pool of ten-sided dice as stars: those that succeed are joined."""
    places = [(12 + 20 * step, 22 + (step * 37 + 11) % 80) for step in range(len(EXAMPLE_POOL))]
    successes = [place for place, face in zip(places, EXAMPLE_POOL, strict=True) if face >= 6]
    yield _line("M" + "L".join(f"{x} {y}" for x, y in successes))
    for (x, y), face in zip(places, EXAMPLE_POOL, strict=True):
        yield (_star(x, y, 8) if face >= 6 else tag("circle", cx=x, cy=y, r=3, class_="motif__line"))


def _star(x: float, y: float, size: float) -> Markup:
    points = [
        (x + radius * sin(turn * pi / 4), y - radius * cos(turn * pi / 4))
        for turn, radius in enumerate((size, size * 0.3) * 4)
    ]
    return _shape("M" + "L".join(f"{across:.1f} {down:.1f}" for across, down in points) + "z")


def _at(x: float, y: float) -> str:
    return f"{x:.0f} {y:.0f}"


def _line(path: str) -> Markup:
    return tag("path", d=path, class_="motif__line")


def _shape(path: str) -> Markup:
    return tag("path", d=path, fill="currentColor")


FACES: Mapping[str, Callable[[], Iterator[Markup]]] = MappingProxyType(
    {"leaf": _leaf, "reeds": _reeds, "halves": _halves, "hills": _hills, "duel": _duel, "stars": _stars}
)
