"""A track of stages that somebody goes down rung by rung, such as from unhurt to out of the fight."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.base.errors import DeclarationError
from rules_py.base.type_check import check_field_types


@dataclass(frozen=True)
class TrackStage:
    """A stage: what it is called, what it is, and what it `does` to whoever is on it.

    text and does may hold rule numbers `[C-021]`; where somebody stands, `does` is told alone
    rules   the numbers of the rules that it states
    boxes   how many boxes are ticked on the way here from the rung above; none where nothing is counted
    """

    name: str
    text: str = ""
    effect: str = ""
    rules: tuple[str, ...] = ()
    boxes: int = 0

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True, kw_only=True)
class Track:
    """The stages of a track, from the one everybody begins on down to the last.

    name    its id within the game
    title   what stands above it
    counted what a box stands for: one, and several
    """

    name: str
    title: str
    unit_names: tuple[str, str]
    stages: tuple[TrackStage, ...]

    def __post_init__(self) -> None:
        check_field_types(self)
        if len(self.stages) < 2:
            raise DeclarationError(f"track {self.name}: stages", len(self.stages), "at least two")

    def count(self, number: int) -> str:
        """`1 hit`, `3 hits`."""
        one, many = self.unit_names
        return f"{number} {one if number == 1 else many}"


@dataclass(frozen=True)
class TrackPosition:
    """A character's position on a track.

    at       the place of the rung they are on, from 0
    marked   the places of the rungs that stay marked, that one among them or not
    towards  the rung that the next boxes lead to, where there is one
    ticked   how many boxes on the way there are ticked; size: how many there are
    """

    track: Track
    stage: int = 0
    marked: frozenset[int] = frozenset()
    next_stage: int | None = None
    checked: int = 0
    size: int = 0

    @property
    def text(self) -> str:
        """`Injured; 2 of 3 hits to Seriously injured`."""
        rungs = self.track.stages
        names = [rungs[each].name for each in sorted(self.marked | {self.stage})]
        told = " and ".join(names)
        if self.next_stage is None or not self.size:
            return told
        return f"{told}; {self.checked} of {self.track.count(self.size)} to {rungs[self.next_stage].name}"
