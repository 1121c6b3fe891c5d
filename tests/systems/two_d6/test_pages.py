"""Claims of the [2d6] pages that no example on the page can check."""

from __future__ import annotations

import re

from rules_py.folders import BOOK
from rules_py.systems.two_d6 import GAME


def test_odds_page_tabulates_every_roll_but_duels():
    """Whole duels are in the duel lab, to which the page links."""
    page = (BOOK / "docs/two_d6/odds.md").read_text(encoding="utf-8")
    tabulated = set(re.findall(r"^```odds\ncalculator: (\S+)$", page, re.MULTILINE))
    rolled = {each.id for each in GAME.calculators if each.mechanic}
    assert rolled - tabulated == {"two_d6.duel"}
    assert "(duel-lab.md)" in page
