"""How an outcome came about: each die thrown and what became of it, each modifier, each rule applied."""

from __future__ import annotations

from dataclasses import dataclass

KEPT, DROPPED, REROLLED, CANCELLED, SET_ASIDE = "kept", "dropped", "rerolled", "cancelled", "set aside"
"""What became of a die, in words that pages show."""
MADE, MISSED, CRITICAL = "made", "missed", "critical"
"""How a die stands that is read by itself against a target; pages draw them apart, not by colour alone."""
PLAIN = ""
"""Nothing became of it: it counts as it lies."""
NOT_COUNTED = frozenset({DROPPED, REROLLED, CANCELLED, SET_ASIDE})
"""The fates of dice that no longer count."""


@dataclass(frozen=True)
class Die:
    """One die on the table.

    `fate` is one of the words above, a class the rule sorts it into (`success`), or empty. `lowest` is its
    lowest face: -1 for a Fudge die.
    """

    sides: int
    face: int
    status: str = PLAIN
    lowest: int = 1

    @property
    def name(self) -> str:
        """`d6`, as it is written; `dF` for a Fudge die."""
        return "dF" if (self.sides, self.lowest) == (3, -1) else f"d{self.sides}"

    @property
    def text(self) -> str:
        """What stands on the face: a sign on a Fudge die."""
        return {-1: "−", 0: "0", 1: "+"}[self.face] if self.name == "dF" else str(self.face)

    def to_json(self) -> dict[str, object]:
        return {"sides": self.sides, "face": self.face, "fate": self.status}


@dataclass(frozen=True)
class RollStep:
    """One step of the working: some dice, or a remark in words, with the number of the rule that orders
    it. `entry` is the entry of a random table that was found: the id of the table, and the entry's anchor.
    """

    text: str = ""
    dice: tuple[Die, ...] = ()
    rule: str | None = None
    entry: tuple[str, str] | None = None

    def to_json(self) -> dict[str, object]:
        told: dict[str, object] = {
            "text": self.text,
            "dice": [die.to_json() for die in self.dice],
            "rule": self.rule,
        }
        return told if self.entry is None else {**told, "entry": list(self.entry)}
