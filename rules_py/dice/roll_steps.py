"""The steps of a roll: each die with its status, each modifier, each rule applied."""

from __future__ import annotations

from dataclasses import dataclass

KEPT, DROPPED, REROLLED, CANCELLED, SET_ASIDE = "kept", "dropped", "rerolled", "cancelled", "set aside"
"""Statuses of a die, as pages show them."""
MADE, MISSED, CRITICAL = "made", "missed", "critical"
"""Statuses of a die compared with a target by itself; pages distinguish them, not by colour alone."""
PLAIN = ""
"""The status of a die that counts unchanged."""
NOT_COUNTED = frozenset({DROPPED, REROLLED, CANCELLED, SET_ASIDE})
"""Statuses of dice that don't count."""


@dataclass(frozen=True)
class Die:
    """One rolled die.

    `status` is one of the words above, a category of the rule (`success`), or empty. `lowest` is its lowest
    face: -1 for a Fudge die.
    """

    sides: int
    face: int
    status: str = PLAIN
    lowest: int = 1

    @property
    def name(self) -> str:
        """The die in dice notation: `d6`, or `dF` for a Fudge die."""
        return "dF" if (self.sides, self.lowest) == (3, -1) else f"d{self.sides}"

    @property
    def text(self) -> str:
        """The text of the face: a sign on a Fudge die."""
        return {-1: "−", 0: "0", 1: "+"}[self.face] if self.name == "dF" else str(self.face)

    def to_json(self) -> dict[str, object]:
        return {"sides": self.sides, "face": self.face, "fate": self.status}


@dataclass(frozen=True)
class RollStep:
    """One step of a roll: dice or a note, with the number of its rule.

    `entry` is the result of a random table: the id of the table and the entry's anchor.
    """

    text: str = ""
    dice: tuple[Die, ...] = ()
    rule: str | None = None
    entry: tuple[str, str] | None = None

    def to_json(self) -> dict[str, object]:
        data: dict[str, object] = {
            "text": self.text,
            "dice": [die.to_json() for die in self.dice],
            "rule": self.rule,
        }
        return data if self.entry is None else {**data, "entry": list(self.entry)}
