"""The stylesheet by which numbers in the markup reach the styles: `data-css-rows="12"` sets `--rows` to 12.

No page may have styles of its own (see `hooks/policy.py`): who could slip one in could read by it what a
reader types. So what differs from element to element is written as a number in this way.
"""

from __future__ import annotations

from collections.abc import Mapping

PATH = "assets/css/numbers.css"
_NUMBERS: Mapping[str, tuple[range, str]] = {
    "rows": (range(1, 101), ""),
    "across": (range(1, 13), ""),
    "row": (range(1, 101), ""),
    "column": (range(1, 13), ""),
    "tilt": (range(-16, 17), "deg"),
}
"""Each name with the numbers it may have and their unit. Past them a style goes without."""


def sheet() -> str:
    """The stylesheet."""
    rules = (
        f'[data-css-{name}="{number}"]{{--{name}:{number}{unit}}}'
        for name, (numbers, unit) in _NUMBERS.items()
        for number in numbers
    )
    return f"@layer base{{{''.join(rules)}}}\n"
