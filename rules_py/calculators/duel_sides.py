"""Sides of a calculator: its inputs that stand for somebody each, filled in with characters and samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.type_check import check_field_types


@dataclass(frozen=True)
class SideOption:
    """One way somebody takes a side: with what (`Rapier`), and the side's value as its input takes it."""

    label: str
    value: Mapping[str, Any]


@dataclass(frozen=True)
class DuelSides:
    """The inputs of a calculator that are sides of a duel, and how a character takes one.

    `page` is where in its book the calculator stands first (`duel-lab/`), `called` what the links to it say.
    `inputs` are records of the same fields; `name` is the one of these that takes what somebody is called,
    if any does. Whoever may sit down at the game's desk may take a side: a character of its sheet or one of
    its samples. `ways(entry)` gives the ways of such a seat, the likeliest first, or none for somebody who
    can't take one.
    """

    calculator: str
    page: str
    link_text: str
    inputs: tuple[str, ...]
    options: Callable[[Mapping[str, Any]], Iterable[SideOption]]
    name: str = ""

    def __post_init__(self) -> None:
        check_field_types(self)
