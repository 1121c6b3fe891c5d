"""Equipment: the items, the capacity for them, their duration, and the three levels of wealth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.problems import violated
from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.dichotomy.attributes import carrying_capacity


@dataclass(frozen=True)
class Item:
    """An item to carry, and its purpose."""

    id: str
    name: str
    use: str
    rules: tuple[str, ...]


ITEMS = (
    Item("bedroll", "Bedroll", "A woollen blanket with padding underneath; it rolls up small.", ("D-149",)),
    Item(
        "block_and_tackle",
        "Block and tackle",
        "With a rope, one person can haul a load that would take several, such as an unconscious friend.",
        ("D-150",),
    ),
    Item(
        "cold_weather_outfit",
        "Cold weather outfit",
        "Woollens, a heavy cloak and oiled boots, for mountains and the far north.",
        ("D-151",),
    ),
    Item(
        "fishing_kit",
        "Fishing kit",
        "Line, hooks, pliers and a knife. It can also make a tripwire, a snag, or stitches for a wound.",
        ("D-152",),
    ),
    Item(
        "grappling_hook",
        "Grappling hook",
        "Three or four prongs. Tied to a rope, it can be thrown about 30 feet.",
        ("D-153",),
    ),
    Item("journal", "Journal, quill, inks", "For notes, and for the map you'll be glad of.", ("D-154",)),
    Item(
        "lantern",
        "Lantern",
        "Gives light and some warmth. It burns a pint of oil in about 4 hours; filling and lighting it takes "
        "about a minute. Comes with a pint of oil, flint and steel, and spare wicks.",
        ("D-155",),
    ),
    Item("manacles", "Manacles", "Metal cuffs for hands and feet, chained together.", ("D-156",)),
    Item("mess_kit", "Mess kit", "A pot, cutlery and seasoning.", ("D-157",)),
    Item(
        "musical_instrument",
        "Musical instrument",
        "Small enough to travel, loud enough to dance to: a flute, a fiddle, a small drum or the like.",
        ("D-158",),
    ),
    Item(
        "oil",
        "Oil",
        "Three corked vials of kerosene, a pint each. Kerosene burns fiercely but doesn’t explode.",
        ("D-159",),
    ),
    Item(
        "pitons_and_hammer",
        "Pitons and hammer",
        "Spikes to climb by, to tie a rope to, or to jam a door with.",
        ("D-160",),
    ),
    Item("pole", "Pole, 10-foot", "To prod with, to punt with, to leap a ditch with.", ("D-161",)),
    Item("prybar", "Prybar", "Forces doors and boxes, even the bars of a cell.", ("D-162",)),
    Item("rations", "Rations", "Food for one person for 2 days.", ("D-163",)),
    Item("rope", "Rope", "50 feet of hemp, good for cliffs and caves.", ("D-164",)),
    Item("shovel", "Shovel", "For digging.", ("D-165",)),
    Item(
        "spyglass",
        "Spyglass / lenses",
        "A hand telescope in a lined wooden case with a mirror. It helps you find your way on land or sea, "
        "and a lens can light a fire.",
        ("D-166", "D-305"),
    ),
    Item("tarpaulin", "Tarpaulin", "A waterproof sheet, with enough rope to make a rough tent.", ("D-167",)),
    Item("toolkit", "Toolkit", "A hammer, chisel, wrench and fine tools, including lockpicks.", ("D-168",)),
    Item(
        "torch",
        "Torch",
        "1 to 3 feet long, 2 or 3 pounds; burns for about an hour. A poor weapon, but an open flame keeps "
        "swarms of vermin off.",
        ("D-169",),
    ),
    Item(
        "water_skin",
        "Water skin",
        "Water for 1 full day. It’s easy to refill in towns and in mild country.",
        ("D-170",),
    ),
    Item("woodsmans_axe", "Woodsman's axe", "Fells a tree, splits a log.", ("D-171",)),
)
ITEM_NAMES = {each.id: each.name for each in ITEMS}

ITEM_LIST = ReferenceList("equipment", "Equipment", (Column("use", "Use"),), ITEMS)


@dataclass(frozen=True)
class Wealth:
    """A level of wealth: its lifestyle, its purchases, and other people's reaction."""

    id: str
    name: str
    life: str
    means: str
    seen: str
    rules: tuple[str, ...]


LEVELS_OF_WEALTH = (
    Wealth(
        "destitute",
        "Destitute",
        "Bare necessities and patched clothes.",
        "Bribes, treasure maps and rare artifacts are mostly out of reach.",
        "People are more likely to offer you dangerous work, and swindlers and thieves are less likely to "
        "target you. You are at home in seedy taverns, where anyone better off is eyed with suspicion.",
        ("D-176", "D-306"),
    ),
    Wealth(
        "comfortable",
        "Comfortable",
        "Good food, decent inns.",
        "A trinket or a piece of news now and then.",
        "Now and then you can go to a grand ball with an affluent companion, and pass in rough quarters "
        "beside a destitute companion. A guild of artisans is likeliest to accept you.",
        ("D-177",),
    ),
    Wealth(
        "affluent",
        "Affluent",
        "Fine clothes, a fine quarter, and money to spend freely.",
        "Nobles receive you more readily, and libraries bring out their rare books.",
        "You are invited to balls and the opera, seldom offered work, and may be asked to give to charity. "
        "Robbers, cheats and thieves notice you too.",
        ("D-178",),
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
)

DAYS_A_RATION, DAYS_A_SKIN, HOURS_A_TORCH = 2, 1, 1
HOURS_A_PINT, PINTS_OF_OIL, PINTS_IN_A_LANTERN = 4, 3, 1


def load(*, items: Mapping[str, int], power: int, martial: int, carry_base: int) -> dict[str, Any]:
    """Return the items carried and the capacity. Codes: `overloaded`, `unknown_item` (such an item does not
    count).
    """
    capacity = carrying_capacity(power=power, martial=martial, carry_base=carry_base)["capacity"]
    carried = sum(count for item, count in items.items() if item in ITEM_NAMES)
    problems = violated(
        overloaded=carried > capacity, unknown_item=any(item not in ITEM_NAMES for item in items)
    )
    return {"carried": carried, "capacity": capacity, "free": capacity - carried, "problems": problems}


def supplies(*, items: Mapping[str, int]) -> dict[str, Any]:
    """Return how long food, water and light last for one person. D-155, D-159, D-163, D-169, D-170, R-78."""
    lanterns = items.get("lantern", 0)
    pints = PINTS_IN_A_LANTERN * lanterns + PINTS_OF_OIL * items.get("oil", 0)
    return {
        "food_days": DAYS_A_RATION * items.get("rations", 0),
        "water_days": DAYS_A_SKIN * items.get("water_skin", 0),
        "lantern_hours": HOURS_A_PINT * pints if lanterns else 0,
        "torch_hours": HOURS_A_TORCH * items.get("torch", 0),
    }
