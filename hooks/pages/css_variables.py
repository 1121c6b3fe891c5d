"""The stylesheet by which numbers in the markup reach the styles: `data-css-rows="12"` sets `--rows` to 12.

No page may have styles of its own (see `hooks/pages/policy.py`): who could slip one in could read by it what
a reader types. So what differs from element to element is written as a number in this way.
"""

from __future__ import annotations

import json
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


def sheet(ruling: str) -> str:
    """The stylesheet; what stands above a ruling comes along, as the site's own words for it."""
    rules = (
        f'[data-css-{name}="{number}"]{{--{name}:{number}{unit}}}'
        for name, (numbers, unit) in _NUMBERS.items()
        for number in numbers
    )
    words = json.dumps(ruling, ensure_ascii=False)
    return f"@layer base{{:root{{--ruling:{words}}}{''.join(rules)}}}\n"
