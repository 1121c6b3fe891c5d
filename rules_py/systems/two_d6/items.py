"""A character's starting items, and the three classes of armour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.wording import pluralize
from rules_py.sheets.reference_list import Column, ReferenceList

FAST, SLOW = "fast", "slow"
METHODS = {FAST: "Fast: special and mundane items", SLOW: "Slow: money and a price list"}
SPECIAL_ITEMS, SPECIAL_IF_RICH, MUNDANE_SLOTS = 1, 2, 10
RICH_TIMES = 2
MAX_SLOTS = 20
"""The most mundane items that a table may allow."""


def special_items(*, rich: bool) -> int:
    """Return the number of special items of the fast method. T-148, T-152."""
    return SPECIAL_IF_RICH if rich else SPECIAL_ITEMS


def starting_items(
    *, method: str, rich: bool, swapped: int, slot_value: int, purse: int, mundane_slots: int, rich_times: int
) -> dict[str, int]:
    """Return the starting items. T-148, T-151 to T-154.

    `swapped` mundane slots are turned into `slot_value` each; `purse` is the money of the slow method.
    """
    times = rich_times if rich else 1
    if method == SLOW:
        return {"special": 0, "mundane": 0, "money": purse * times}
    return {
        "special": special_items(rich=rich),
        "mundane": max(0, mundane_slots - swapped),
        "money": min(swapped, mundane_slots) * slot_value * times,
    }


def swapped_fault(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for more slots exchanged than there are. T-151."""
    swapped, slots = inputs.get("swapped"), inputs.get("mundane_slots")
    if swapped is not None and slots is not None and swapped > slots:
        most = pluralize(slots, "slot", "slots")
        words = f"You can exchange at most {most}, not {swapped}: a new character has no more."
        yield Fault("swapped", "bad_value", swapped, f"at most {slots}", words)


@dataclass(frozen=True)
class ArmourEntry:
    """A class of armour as an entry of the list: its rerolls, and its penalty to Agility."""

    id: str
    name: str
    such_as: str
    rerolls: str
    hampers: str
    beyond: str
    counts: str
    rules: tuple[str, ...]


ARMOUR = (
    ArmourEntry(
        "light",
        "Light",
        "Leather jacket, oilskin, hide, padding",
        "You may reroll a 2 on a defence once; a second 2 stands.",
        "One step, to 17 at most. Armored Acrobat removes it.",
        "17",
        "a mundane item",
        ("T-160", "T-161"),
    ),
    ArmourEntry(
        "medium",
        "Medium",
        "Chainmail, breastplate, flak jacket",
        "You may reroll a 2 or 3 on a defence once.",
        "Two steps, to 17 at most.",
        "15 and 17",
        "a special item",
        ("T-162", "T-163"),
    ),
    ArmourEntry(
        "heavy",
        "Heavy",
        "Plate, bulletproof vest, a force field to wear",
        "You may reroll a 2, 3 or 4 on a defence once.",
        "Three steps, to 17 at most.",
        "13, 15 and 17",
        "a special item",
        ("T-164", "T-165"),
    ),
)
ARMOUR_LIST = ReferenceList(
    "armour",
    "Armour",
    (
        Column("such_as", "Such as"),
        Column("rerolls", "Rerolls"),
        Column("hampers", "Raises the DC of checks with Agility by"),
        Column("beyond", "Impossible with Agility at DC"),
        Column("counts", "Counts as"),
    ),
    ARMOUR,
)
