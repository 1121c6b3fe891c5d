"""How an outcome came about: each die thrown and what became of it, each modifier, each rule applied."""

from __future__ import annotations

from dataclasses import dataclass

KEPT, DROPPED, PLAIN = "kept", "dropped", ""


@dataclass(frozen=True)
class Die:
    """One die on the table.

    `fate` is `kept`, `dropped`, a class the rule sorts it into (`success`), or empty.
    """

    sides: int
    face: int
    fate: str = PLAIN

    def to_json(self) -> dict:
        return {"sides": self.sides, "face": self.face, "fate": self.fate}


@dataclass(frozen=True)
class Step:
    """One step of the working: some dice, or a remark in words, with the number of the rule that orders
    it.
    """

    text: str = ""
    dice: tuple[Die, ...] = ()
    rule: str | None = None

    def to_json(self) -> dict:
        return {"text": self.text, "dice": [die.to_json() for die in self.dice], "rule": self.rule}
