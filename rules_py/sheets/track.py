"""A track of stages, such as from unhurt to out of the fight."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.base.errors import DeclarationError
from rules_py.base.type_check import check_field_types


@dataclass(frozen=True)
class TrackStage:
    """A stage of a track.

    name    its label
    text    its description
    effect  what it does to someone on it; shown alone beside a character. Both texts can contain rule numbers
    rules   the numbers of the rules that it states
    boxes   the number of boxes to check on the way here from the stage before; 0 if nothing is counted
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
    """A track of stages, from the one where everyone starts to the last.

    name        its ID within the game
    title       its heading
    unit_names  the name of a box, singular and plural
    stages      the stages in order
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
        """Return `1 hit` or `3 hits`."""
        one, many = self.unit_names
        return f"{number} {one if number == 1 else many}"


@dataclass(frozen=True)
class TrackPosition:
    """A character's position on a track.

    track       the name of the track
    stage       the index of the current stage
    marked      the indexes of the stages that stay marked
    next_stage  the index of the stage that the next boxes lead to, or None
    checked     the number of checked boxes on the way there
    size        the number of boxes on the way there
    pending     the number of boxes that will be checked at the end of the round
    """

    track: Track
    stage: int = 0
    marked: frozenset[int] = frozenset()
    next_stage: int | None = None
    checked: int = 0
    size: int = 0
    pending: int = 0

    @property
    def text(self) -> str:
        """`Injured; 2 of 3 hits to Seriously injured`."""
        rungs = self.track.stages
        names = [rungs[each].name for each in sorted(self.marked | {self.stage})]
        joined = " and ".join(names)
        if self.next_stage is None or not self.size:
            return joined
        return f"{joined}; {self.progress} to {rungs[self.next_stage].name}"

    @property
    def progress(self) -> str:
        """`2 of 3 hits`, `0 of 3 hits, +2 this round`."""
        pending = f", +{self.pending} this round" if self.pending else ""
        return f"{self.checked} of {self.track.count(self.size)}{pending}"
