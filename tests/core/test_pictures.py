"""Motifs, diagrams and charts compared with their snapshots, mark by mark: a moved line is noticed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from rules_py import calculator, odds
from rules_py.present import diagrams
from rules_py.present.diagrams.balance import render_balances
from rules_py.present.motifs import FACES, render_motif
from rules_py.present.plot import AT_LEAST, AT_MOST, CURVE, EACH, Plot, Series, of_odds, picture
from rules_py.sheets.sheet import LinkedValues
from rules_py.tracker import Combatant, Zone
from tests.contracts.repetition import PrintedLines
from tests.core.picture_marks import mark_lines
from tests.snapshots import Snapshot


def dice(kind: str, *notations: str) -> str:
    all_odds = {each: odds("tools.throw", notation=each) for each in notations}
    return picture(of_odds(kind, "Dice", calculator("tools.throw").scale, all_odds))


def grades(kind: str, *steps: int) -> str:
    all_odds = {
        f"{each} steps": odds("core_rules.challenge", situation="average", steps=each) for each in steps
    }
    return picture(of_odds(kind, "Steps", calculator("core_rules.challenge").scale, all_odds))


def curve(*rows: list[int], chances: bool = True) -> str:
    """Return curves of hundredths, or of other values."""
    part = 100 if chances else 1
    series = tuple(
        Series(f"Way {at}", tuple(Fraction(each, part) for each in row)) for at, row in enumerate(rows)
    )
    labels = tuple(str(2 * each) for each in range(len(rows[0])))
    return picture(Plot(CURVE, "A curve", "Steps", "Chance", labels, series, chances=chances))


def hill() -> str:
    """Return a map of six zones, one a hazard without a connection, and combatants of three sides."""
    beside = {"Gate": ("Yard", "Well"), "Yard": ("Stair", "Well"), "Stair": ("Loft",), "Loft": (), "Well": ()}
    zones = [Zone(name, beside=neighbours) for name, neighbours in beside.items()]
    folk = [("Ann", "Characters", "Gate"), ("Bea", "Foes", "Yard"), ("Purse", "Things", "Cellar")]
    combatants = [Combatant(name=name, side=side, standing="well", zone=zone) for name, side, zone in folk]
    return diagrams.render_zone_map(
        (*zones, Zone("Cellar", terrain=("Power +1",))), combatants, called="zone", turn="Ann"
    )


PICTURES: dict[str, Callable[[], str]] = {
    **{face: partial(render_motif, face) for face in FACES},
    "balance": lambda: render_balances(
        [LinkedValues("Finesse", "Power", *each, 11) for each in ((8, 3), (11, 0), (3, 20))]
    ),
    "map": hill,
    "two dice": lambda: dice(EACH, "2d6"),
    "two kinds of dice": lambda: dice(EACH, "3d6", "1d20"),
    "at least": lambda: dice(AT_LEAST, "3d6", "1d20"),
    "at most": lambda: dice(AT_MOST, "3d6"),
    "very many results": lambda: dice(EACH, "100d20"),
    "stacked bars": lambda: grades(EACH, 0, 2),
    "grades at least": lambda: grades(AT_LEAST, 1),
    "curve with a peak": lambda: curve([25, 50, 33, 5]),
    "curves that end together": lambda: curve([0, 50, 90], [5, 40, 89], [99, 50, 91], [0, 0, 1]),
    "curves that end apart": lambda: curve([0, 50, 90, 95], [100, 30, 20, 10]),
    "curves of values": lambda: curve([3, 5, 8, 4, 1], [0, 2, 2, 7, 9], chances=False),
}
FOLDER = Path(__file__).parent / "snapshots" / "pictures"


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_unchanged(name: str, snapshot: Snapshot) -> None:
    """Look at a changed picture, wide and narrow, in light and dark mode, before updating its snapshot."""
    lines = PrintedLines().shorten(mark_lines(str(PICTURES[name]())))
    snapshot(FOLDER / f"{name.replace(' ', '_')}.txt", "\n".join(lines))


def test_marks_have_no_trace_of_wrappers() -> None:
    """Neither an element around marks nor a class changes what a picture shows."""
    drawn = '<svg viewBox="0 0 40 40"><path d="M0 5H30"/><circle cx="6" cy="6" r="3"/></svg>'
    wrapped = f'<div class="plot"><span>{drawn.replace("<path", "<g class='tone'><path").replace("</svg>", "</g></svg>")}</span></div>'
    assert mark_lines(drawn) == ["image, 40 by 40", "  line (0, 5) (30, 5)", "  disc at 6, 6, radius 3"]
    assert mark_lines(wrapped) == mark_lines(drawn)
