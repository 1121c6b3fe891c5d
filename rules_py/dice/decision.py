"""Decisions that a reader makes in the middle of a roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules_py.base.errors import format_value_error, join_or


@dataclass(frozen=True)
class Decision:
    """A choice in the middle of a roll.

    question  the question, or a label
    options   the text of each option by key
    policy    the key that the odds take
    """

    question: str
    options: Mapping[str, str]
    policy: str

    def __post_init__(self) -> None:
        if not all(isinstance(key, str) and text for key, text in self.options.items()):
            expected = "texts by key, such as {'stop': 'Stop'}"
            raise ValueError(format_value_error("options", dict(self.options), expected))
        if self.policy not in self.options:
            raise ValueError(format_value_error("policy", self.policy, join_or(map(repr, self.options))))

    def step(self, key: str) -> str:
        """Return the text of a roll's step in which this option is chosen."""
        mark = "" if self.question.endswith("?") else ":"
        return f"{self.question}{mark} {self.options[key]}"
