"""The book's icon as PNG: a die showing five, drawn here so that the build needs no image library."""

from __future__ import annotations

import math
import struct
import zlib

_GREEN = (31, 91, 70)
_PAPER = (250, 247, 240)
_PIP_PLACE = 0.27  # of the pip in the upper left corner, from either edge
_PIP = 0.095
_CORNER = 0.2


def die(size: int, *, margin: float, ground: bool = False) -> bytes:
    """A square PNG of `size` pixels, an even number. `margin` is the part of the width left free on each side; with
    `ground` it is filled with the die's colour, for systems that cut icons into a shape of their own, else it is
    transparent."""
    rows = []
    for y in range(size // 2):
        half = [_pixel(x, y, size, margin, ground) for x in range(size // 2)]
        rows.append(b"\0" + b"".join(half + half[::-1]))
    return _png(size, zlib.compress(b"".join(rows + rows[::-1]), 9))


def _pixel(x: int, y: int, size: int, margin: float, ground: bool) -> bytes:
    """Red, green, blue and opacity of one pixel in the upper left quarter. Edges are smooth over one pixel."""
    side = size * (1 - 2 * margin)
    u, v = ((along + 0.5 - size * margin) / side for along in (x, y))
    pip = max(_cover(math.dist((u, v), place) - _PIP, side) for place in ((_PIP_PLACE, _PIP_PLACE), (0.5, 0.5)))
    across, down = max(_CORNER - u, 0), max(_CORNER - v, 0)
    body = _cover(math.hypot(across, down) - _CORNER, side)
    colour = (round(green + (paper - green) * pip) for green, paper in zip(_GREEN, _PAPER, strict=True))
    return bytes([*colour, 255 if ground else round(255 * body)])


def _cover(distance: float, side: float) -> float:
    """How much of a pixel lies inside an outline that is so far off, in parts of the die's side; negative is inside."""
    return min(max(0.5 - distance * side, 0), 1)


def _png(size: int, data: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in ((b"IHDR", header), (b"IDAT", data), (b"IEND", b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
