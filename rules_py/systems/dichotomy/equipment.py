"""What is carried: the items, how many fit, how long they last; and the three levels of wealth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.problems import broken
from rules_py.reference import Column, ReferenceList
from rules_py.systems.dichotomy.attributes import carrying_capacity


@dataclass(frozen=True)
class Item:
    """Something that is carried, and what it is for."""

    id: str
    name: str
    use: str
    rule: str


ITEMS = (
    Item("bedroll", "Bedroll", "A wool blanket with a padded side, rolled tight.", "D-149"),
    Item("block_and_tackle", "Block and tackle", "Needs a rope; then one can hoist a limp body.", "D-150"),
    Item(
        "cold_weather_outfit",
        "Cold weather outfit",
        "Wool, heavy cloak and oiled boots for peaks and ice.",
        "D-151",
    ),
    Item(
        "fishing_kit",
        "Fishing kit",
        "Hooks, line, knife, pliers; also makes a tripwire, a snare or stitches.",
        "D-152",
    ),
    Item(
        "grappling_hook",
        "Grappling hook",
        "Three or four prongs; goes on a rope and about 30 feet up.",
        "D-153",
    ),
    Item("journal", "Journal, quill, inks", "For notes and maps.", "D-154"),
    Item(
        "lantern",
        "Lantern",
        "Holds a pint of oil and comes with one, with wicks, flint and steel. A minute to fill and light; 4 "
        "hours to the pint.",
        "D-155",
    ),
    Item("manacles", "Manacles", "Chained bands for wrists and ankles.", "D-156"),
    Item("mess_kit", "Mess kit", "A pot, something to eat with, something to season with.", "D-157"),
    Item("musical_instrument", "Musical instrument", "A fiddle, a flute, a little drum.", "D-158"),
    Item("oil", "Oil", "Three stoppered pints of kerosene. Burns hot, never bursts.", "D-159"),
    Item(
        "pitons_and_hammer",
        "Pitons and hammer",
        "Holds and anchors for climbing, or to wedge a door.",
        "D-160",
    ),
    Item("pole", "Pole, 10-foot", "To prod, to punt, to vault a ditch.", "D-161"),
    Item("prybar", "Prybar", "For doors and boxes, even the bars of a cell.", "D-162"),
    Item("rations", "Rations", "Two days of food for one.", "D-163"),
    Item("rope", "Rope", "Fifty feet of hemp.", "D-164"),
    Item("shovel", "Shovel", "It digs.", "D-165"),
    Item(
        "spyglass",
        "Spyglass / lenses",
        "With a mirror in a lined wooden case; a lens also lights a fire.",
        "D-166",
    ),
    Item("tarpaulin", "Tarpaulin", "Waterproof, with rope enough to make a tent of it.", "D-167"),
    Item("toolkit", "Toolkit", "Hammer, chisel, wrench, fine tools and lockpicks.", "D-168"),
    Item(
        "torch",
        "Torch",
        "An hour of light, 2 to 3 pounds, up to 3 feet; a bad club, but vermin shun its flame.",
        "D-169",
    ),
    Item(
        "water_skin", "Water skin", "Water for a full day; easy to refill in town or mild country.", "D-170"
    ),
    Item("woodsmans_axe", "Woodsman's axe", "Fells trees and splits logs.", "D-171"),
)
ITEM_NAMES = {each.id: each.name for each in ITEMS}

ITEM_LIST = ReferenceList("equipment", "Equipment", (Column("use", "What it is for"),), ITEMS, states=False)


@dataclass(frozen=True)
class Wealth:
    """A level of wealth: the life it allows, what it can get, how others take it."""

    id: str
    name: str
    life: str
    means: str
    seen: str
    rule: str


LEVELS_OF_WEALTH = (
    Wealth(
        "destitute",
        "Destitute",
        "The bare minimum, in worn clothes.",
        "No money for bribes, treasure maps or rare finds.",
        "Offered dangerous work, ignored by cheats and thieves, at home where the drink is cheap.",
        "D-176",
    ),
    Wealth(
        "comfortable",
        "Comfortable",
        "Good food and a decent inn.",
        "A trinket or a piece of news is within reach.",
        "Passes at a ball beside a richer friend and in a slum beside a poorer one; welcome in a "
        "craftsmen's guild.",
        "D-177",
    ),
    Wealth(
        "affluent",
        "Affluent",
        "Fine clothes, a fine address, money to spend.",
        "Rare books and the ear of nobles come easily.",
        "Invited to balls, begged for alms, seldom offered work, and watched by every thief.",
        "D-178",
    ),
)
WEALTH = {each.id: each.name for each in LEVELS_OF_WEALTH}
WEALTH_LIST = ReferenceList(
    "wealth",
    "Levels of wealth",
    (
        Column("life", "How they live"),
        Column("means", "What they can get"),
        Column("seen", "How others see them"),
    ),
    LEVELS_OF_WEALTH,
    states=False,
)

DAYS_A_RATION, DAYS_A_SKIN, HOURS_A_TORCH = 2, 1, 1
HOURS_A_PINT, PINTS_OF_OIL, PINTS_IN_A_LANTERN = 4, 3, 1


def load(*, items: Mapping[str, int], power: int, martial: int) -> dict[str, Any]:
    """What is carried of what can be. Codes: `overloaded`, `unknown_item` (such an item does not count)."""
    capacity = carrying_capacity(power=power, martial=martial)["capacity"]
    carried = sum(count for item, count in items.items() if item in ITEM_NAMES)
    problems = broken(
        overloaded=carried > capacity, unknown_item=any(item not in ITEM_NAMES for item in items)
    )
    return {"carried": carried, "capacity": capacity, "free": capacity - carried, "problems": problems}


def supplies(*, items: Mapping[str, int]) -> dict[str, Any]:
    """How long food, water and light last one person. D-155, D-159, D-163, D-169, D-170, R-78."""
    lanterns = items.get("lantern", 0)
    pints = PINTS_IN_A_LANTERN * lanterns + PINTS_OF_OIL * items.get("oil", 0)
    return {
        "food_days": DAYS_A_RATION * items.get("rations", 0),
        "water_days": DAYS_A_SKIN * items.get("water_skin", 0),
        "lantern_hours": HOURS_A_PINT * pints if lanterns else 0,
        "torch_hours": HOURS_A_TORCH * items.get("torch", 0),
    }
