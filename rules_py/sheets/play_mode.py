"""A character sheet in play: what is tapped, what is thrown in which situation, what may be done next."""

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
    """A field to tap: a whole number, drawn as pips, or a flag. `field` is its dotted path.

    It bears the field's own label unless one is given; tracks of one `group` stand side by side under it. Of
    one that is `endless` the game knows no most, whatever its field takes.

    What is full on a track is what the character has left. `left` says that the field counts what is lost,
    such as wounds: the track shows the rest of its most, and bears a label that says so.
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
    """An available step for a sheet: its `changes` by dotted path, and `why` in a sentence.

    One that is `due` follows from a rule now, and is offered beside the `field` it is about.
    """

    title: str
    changes: Mapping[str, Any]
    why: str = ""
    rule: str | None = None
    due: bool = False
    field: str = ""


@dataclass(frozen=True)
class PrerequisiteStep:
    """A stage on the way to a choice or onwards from it, and whether the character has come so far."""

    text: str
    reached: bool = False


@dataclass(frozen=True)
class CardAction:
    """Another action on a card: its `step`, and its `blockers` as sentences with their rules."""

    step: SheetStep
    blockers: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True)
class Card:
    """A choice as the rules currently apply it to the character.

    `price` says what it costs or brings, `barred` why it can't be taken, in sentences with their rules.
    `path` are the stages it stands among, in order; `moves` what else may be done, such as a rank more. Where
    entries are records, `fills` are parts of a new one that begin otherwise than usual.
    """

    price: str = ""
    blockers: tuple[tuple[str, str | None], ...] = ()
    path: tuple[PrerequisiteStep, ...] = ()
    actions: tuple[CardAction, ...] = ()
    fills: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Cards:
    """A list of choices shown as cards: `field` holds the keys chosen, `of` names the reference list of them.

    Of a field that is no list nothing is taken or put away; its cards offer their `moves`. Where the field's
    entries are records, `key` names the part that holds the choice; `by` says whether that is the entry's
    `id` or its `name`. The column `group` puts cards together, the columns `text` are read on them.
    `judge(reading)` gives the card of each key; one without is free.
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
    """The play mode of a sheet: its fields, the `facts` shown beside the name, and its rolls.

    `situation` are inputs that the moment decides, asked once above the throws; `throws(reading, situation)`
    gives the tables of throws in that situation. Without it those of the report that hold throws stand there.
    What is not tapped, thrown or told beside the name is told in words below, if it is printed as well.
    """

    fields: tuple[PlayField, ...] = ()
    facts: tuple[str, ...] = ()
    situation: tuple[Input, ...] = ()
    rolls: Callable[[ParsedSheet, Mapping[str, Any]], tuple[Panel, ...]] | None = None

    def __post_init__(self) -> None:
        check_field_types(self)
