"""The play mode of a character sheet: fields to tap, rolls in a situation, and available steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_py.base.type_check import check_field_types
from rules_py.inputs import Input
from rules_py.sheets.panel import Panel
from rules_py.sheets.sheet_parser import ParsedSheet


@dataclass(frozen=True)
class PlayField:
    """A field to tap: a whole number, shown as pips or boxes, or a flag.

    field            its dotted path
    label            its label; by default that of the field
    group            a heading; fields with the same one stand side by side
    unlimited        whether the game sets no maximum, whatever the field accepts
    shows_remaining  whether the field counts losses, such as wounds: it then shows what is left
    """

    field: str
    label: str = ""
    group: str = ""
    unlimited: bool = False
    shows_remaining: bool = False

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class SheetStep:
    """An available step: its `changes` by dotted path, and the reason `why`, a sentence.

    A step that is `due` follows from a rule now, and appears beside its `field`. One that isn't `available`
    now keeps its place among the others, so that none of them moves.
    """

    title: str
    changes: Mapping[str, Any]
    why: str = ""
    rule: str | None = None
    due: bool = False
    field: str = ""
    available: bool = True


@dataclass(frozen=True)
class PrerequisiteStep:
    """A step on the path to a choice or beyond it, and whether the character has reached it."""

    text: str
    reached: bool = False


@dataclass(frozen=True)
class CardAction:
    """Another action on a card: its `step`, and its `blockers` as sentences with their rules."""

    step: SheetStep
    blockers: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True)
class Card:
    """A choice and its rules for this character.

    price     what it costs or gives, as text
    blockers  why it can't be chosen: sentences with their rules
    path      the prerequisite steps, in order
    actions   further actions, such as another rank
    fills     for entries that are records: initial values of a new one
    """

    price: str = ""
    blockers: tuple[tuple[str, str | None], ...] = ()
    path: tuple[PrerequisiteStep, ...] = ()
    actions: tuple[CardAction, ...] = ()
    fills: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Cards:
    """A list of choices, shown as cards.

    field     holds the chosen keys; if it isn't a list, cards can't be added or removed, but offer their
              actions
    of        the name of the reference list
    text      the columns shown on a card
    group     the column that groups cards
    key       for entries that are records: the field that holds the choice
    by        whether that is the entry's `id` or its `name`
    evaluate  `evaluate(sheet)` returns the card of each key; a key without a card is free
    """

    field: str
    of: str
    text: tuple[str, ...]
    group: str = ""
    key: str = ""
    by: str = "id"
    evaluate: Callable[[ParsedSheet], Mapping[str, Card]] = lambda reading: {}

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True, kw_only=True)
class Play:
    """The play mode of a sheet.

    fields     the fields to tap
    facts      values shown beside the name
    situation  inputs that depend on the situation, set once above the rolls
    highest    the house rule that is the highest value of a number of the situation, by its name
    rolls      `rolls(sheet, situation)` returns the panels of rolls; by default, the panels of the report
               that contain rolls

    Printed values that appear nowhere above are listed below.
    """

    fields: tuple[PlayField, ...] = ()
    facts: tuple[str, ...] = ()
    situation: tuple[Input, ...] = ()
    highest: Mapping[str, str] = field(default_factory=dict)
    rolls: Callable[[ParsedSheet, Mapping[str, Any]], tuple[Panel, ...]] | None = None

    def __post_init__(self) -> None:
        check_field_types(self)

    def limits(self, house: Mapping[str, Any]) -> dict[str, int]:
        """Return the highest values of numbers of the situation under house rules."""
        return {name: house[option] for name, option in self.highest.items()}
