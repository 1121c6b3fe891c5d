"""A dive, round by round, and a handful out of the bag."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.author import Dice, Done, Grade, Outcome, Process, Scale

DIVE = Scale(
    "Dive",
    "end",
    (
        Grade("drowned", "Drowned", "worst"),
        Grade("up", "Back with nothing", "mixed"),
        Grade("pearl", "A pearl", "best"),
    ),
)
EMPTY = Scale("Empty shells", "empty")


@dataclass(frozen=True, kw_only=True)
class Dive(Outcome, scale=DIVE):
    """The end of a dive."""

    end: str


@dataclass(frozen=True, kw_only=True)
class Handful(Outcome, scale=Scale("Pearls", "pearls", unit="pearls")):
    """The shells in the hand."""

    pearls: int
    empty: int


def breath(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[str]:
    """Make one stroke of a dive: deeper on 4 or more, one breath less except on a 6. U-1 to U-3."""
    air, depth = state
    face = dice.d(6, label="A stroke down: deeper on 4 and more", rule="U-1")
    depth, air = depth - (face >= 4), air - (face < 6)
    if depth == 0:
        return Done("pearl")
    return (air, depth) if air else Done("drowned" if face == 1 else "up")


DIVING: Process[tuple[int, int], str] = Process(breath)


def dive(dice: Dice, *, air: int, depth: int) -> Dive:
    """Make strokes until the pearl is reached or the air is gone."""
    return Dive(end=DIVING.play(dice, (air, depth)))


def handful(dice: Dice, *, shells: int) -> Handful:
    """Draw shells from a bag of twelve, three of which have a pearl. U-4, U-5."""
    drawn = dice.deal({"pearl": 3, "empty": 5, "sand": 4}, shells, label="Out of the bag", rule="U-4")
    return Handful(pearls=drawn["pearl"], empty=drawn["empty"])
