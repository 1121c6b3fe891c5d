"""Pictures that somebody has looked at, by a sum of what is drawn: a line that moved is seen, and meant.

Where one is meant to change: look at it, wide and narrow, by day and by night, and write down its new sum.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from zlib import crc32

from rules_py import calculator, odds
from rules_py.present import diagrams
from rules_py.present.diagrams.balance import render_balances
from rules_py.present.motifs import FACES, render_motif
from rules_py.present.plot import AT_LEAST, AT_MOST, CURVE, EACH, Plot, Series, of_odds, picture
from rules_py.sheets.sheet import LinkedValues
from rules_py.tracker import Combatant, Zone


def dice(kind: str, *notations: str) -> str:
    found = {each: odds("tools.throw", notation=each) for each in notations}
    return picture(of_odds(kind, "Dice", calculator("tools.throw").scale, found))


def grades(kind: str, *steps: int) -> str:
    found = {f"{each} steps": odds("core_rules.challenge", situation="average", steps=each) for each in steps}
    return picture(of_odds(kind, "Steps", calculator("core_rules.challenge").scale, found))


def curve(*rows: list[int], chances: bool = True) -> str:
    """Return curves of hundredths, or of other values."""
    part = 100 if chances else 1
    series = tuple(
        Series(f"Way {at}", tuple(Fraction(each, part) for each in row)) for at, row in enumerate(rows)
    )
    labels = tuple(str(2 * each) for each in range(len(rows[0])))
    return picture(Plot(CURVE, "A curve", "Steps", "Chance", labels, series, chances=chances))


def hill() -> str:
    """Return a map of six places, one of them rough, two beyond reach, with three sides on it."""
    beside = {"Gate": ("Yard", "Well"), "Yard": ("Stair", "Well"), "Stair": ("Loft",), "Loft": (), "Well": ()}
    places = [Zone(name, beside=others) for name, others in beside.items()]
    folk = [("Ann", "Characters", "Gate"), ("Bea", "Foes", "Yard"), ("Purse", "Things", "Cellar")]
    pieces = [Combatant(name=name, side=side, standing="well", zone=place) for name, side, place in folk]
    return diagrams.render_zone_map(
        (*places, Zone("Cellar", terrain=("Power +1",))), pieces, called="zone", turn="Ann"
    )


PICTURES: dict[str, Callable[[], str]] = {
    **{face: partial(render_motif, face) for face in FACES},
    "see-saw": lambda: render_balances(
        [LinkedValues("Finesse", "Power", *each, 11) for each in ((8, 3), (11, 0), (3, 20))]
    ),
    "map": hill,
    "two dice": lambda: dice(EACH, "2d6"),
    "two kinds of dice": lambda: dice(EACH, "3d6", "1d20"),
    "as much as": lambda: dice(AT_LEAST, "3d6", "1d20"),
    "no more than": lambda: dice(AT_MOST, "3d6"),
    "very many results": lambda: dice(EACH, "100d20"),
    "strips": lambda: grades(EACH, 0, 2),
    "grades at least": lambda: grades(AT_LEAST, 1),
    "a hump": lambda: curve([25, 50, 33, 5]),
    "curves that end together": lambda: curve([0, 50, 90], [5, 40, 89], [99, 50, 91], [0, 0, 1]),
    "curves that end apart": lambda: curve([0, 50, 90, 95], [100, 30, 20, 10]),
    "figures": lambda: curve([3, 5, 8, 4, 1], [0, 2, 2, 7, 9], chances=False),
}
LOOKED_AT = {
    "leaf": "db5b4cb3",
    "reeds": "eb6bf01d",
    "halves": "a539c55e",
    "hills": "bb43f477",
    "duel": "a4607004",
    "stars": "c71c31cf",
    "see-saw": "a42edd1c",
    "map": "d6050b5b",
    "two dice": "77fd937f",
    "two kinds of dice": "ebdefc21",
    "as much as": "a32ce9b4",
    "no more than": "68713af6",
    "very many results": "d5e904e5",
    "strips": "902353fe",
    "grades at least": "a6b23f87",
    "a hump": "3103a084",
    "curves that end together": "68280ca1",
    "curves that end apart": "06900535",
    "figures": "a59da1a0",
}


def test_every_picture_is_as_it_was_looked_at() -> None:
    found = {name: f"{crc32(draw().encode()):08x}" for name, draw in PICTURES.items()}
    assert found == LOOKED_AT, "look at those that differ, and write down their new sums"
