"""The stylesheet that turns attributes into CSS variables: `data-css-rows="12"` sets `--rows` to 12.

The policy (see `hooks/pages/policy.py`) forbids inline styles, as an injected one could read a reader's
input. So values that differ from element to element are attributes with a number.
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
"""The numbers of each variable, and their unit. Others have no effect."""


def sheet(ruling: str) -> str:
    """Return the stylesheet, which also has the site's label of rulings."""
    rules = (
        f'[data-css-{name}="{number}"]{{--{name}:{number}{unit}}}'
        for name, (numbers, unit) in _NUMBERS.items()
        for number in numbers
    )
    label = json.dumps(ruling, ensure_ascii=False)
    return f"@layer base{{:root{{--ruling:{label}}}{''.join(rules)}}}\n"
