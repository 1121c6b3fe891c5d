"""Connections: homes, trades, people, standing and family, with their prices and the connections they can
become.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import InputError
from rules_py.base.problems import violated
from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.dichotomy.problems import EXPERIENCE_CODES


@dataclass(frozen=True)
class Connection:
    """A connection that experience buys. `raises_to` are the connections it can become."""

    id: str
    name: str
    kind: str
    xp: int
    what: str
    rule: str
    raises_to: tuple[str, ...] = ()


CONNECTIONS = {
    each.id: each
    for each in (
        Connection(
            "cottage",
            "Cottage",
            "Home",
            5,
            "A small place in the country or in town, enough for a small family.",
            "D-235",
            ("house",),
        ),
        Connection(
            "house",
            "House",
            "Home",
            10,
            "More room, with space for guests and a study or den.",
            "D-236",
            ("manor",),
        ),
        Connection(
            "manor",
            "Manor",
            "Home",
            25,
            "An estate with an outbuilding or two, and servants: a butler, a maid, a cook, a groundskeeper.",
            "D-237",
            ("tower",),
        ),
        Connection(
            "tower",
            "Tower",
            "Home",
            40,
            "Thick walls, a manor’s staff and a few guards; probably an armoury, perhaps a dungeon.",
            "D-238",
        ),
        Connection(
            "farm",
            "Farm",
            "Trade",
            10,
            "A little farm for your old age. A small shop for antiques or pawned goods costs the same.",
            "D-239",
            ("shop",),
        ),
        Connection(
            "shop",
            "Shop",
            "Trade",
            20,
            "A pub, smithy, brewery, bookshop or market, with a few staff.",
            "D-240",
            ("business",),
        ),
        Connection(
            "business",
            "Business",
            "Trade",
            30,
            "An inn, winery or theatre, with a staff of a dozen or more.",
            "D-241",
        ),
        Connection(
            "minion",
            "Minion",
            "People",
            5,
            "A squire or a hired hand for everyday chores.",
            "D-242",
            ("cohort", "followers"),
        ),
        Connection(
            "cohort",
            "Cohort",
            "People",
            10,
            "A trusted and very able aide, who can take your place if you rest, retire or die. They don’t "
            "normally adventure beside you.",
            "D-243",
        ),
        Connection(
            "followers",
            "Followers",
            "People",
            15,
            "Several minions: guards, advisers, hangers-on, gossips.",
            "D-244",
        ),
        Connection(
            "notoriety",
            "Notoriety",
            "Standing",
            5,
            "You are known in your quarter or village.",
            "D-245",
            ("famous",),
        ),
        Connection(
            "famous",
            "Famous",
            "Standing",
            10,
            "You are known in your county or city. You may have a seat on the council.",
            "D-246",
            ("renown",),
        ),
        Connection(
            "renown",
            "Renown",
            "Standing",
            20,
            "You are known across the region, say as a mayor, the head of a guild or a ruler’s adviser. "
            "There are songs about you.",
            "D-247",
            ("legendary",),
        ),
        Connection(
            "legendary",
            "Legendary",
            "Standing",
            40,
            "You may rule a region, or have the ear of someone who does. The further your legend travels, "
            "the taller it grows. Upstarts challenge you, and petitioners wait outside.",
            "D-248",
        ),
        Connection(
            "companion",
            "Companion",
            "Family",
            5,
            "Someone close to you who doesn’t travel with you. Costs double if they are famous.",
            "D-249",
            ("spouse",),
        ),
        Connection(
            "spouse",
            "Spouse",
            "Family",
            10,
            "A companion, but official. Costs double if they are famous.",
            "D-250",
        ),
        Connection(
            "dependant",
            "Dependant",
            "Family",
            5,
            "Your child, born or adopted, or someone else who relies on you.",
            "D-251",
        ),
    )
}
CONNECTION_NAMES = {each.id: each.name for each in CONNECTIONS.values()}

CONNECTION_LIST = ReferenceList(
    "connections",
    "Connections",
    (
        Column("kind", "Kind", filter=True),
        Column("xp", "XP"),
        Column("what", "What it is"),
        Column(
            "raises_to",
            "Can be improved to",
            lambda each: [CONNECTION_NAMES[name] for name in each.raises_to],
        ),
    ),
    CONNECTIONS.values(),
)

MAY_BE_FAMOUS = frozenset({"companion", "spouse"})
STANDING = frozenset(each.id for each in CONNECTIONS.values() if each.kind == "Standing")


def price(name: str, famous: bool) -> int:
    """Return the price of a connection; a famous companion or spouse costs double."""
    return CONNECTIONS[name].xp * (2 if famous else 1)


def leads_to(lower: str, higher: str) -> bool:
    """Return whether `lower` may be raised to `higher`, in any number of steps. R-74."""
    return any(rung == higher or leads_to(rung, higher) for rung in CONNECTIONS[lower].raises_to)


def connection_cost(*, name: str, famous: bool) -> dict[str, Any]:
    """Return the price in XP. Raises InputError `famous_not_allowed` for all but a companion or
    spouse. R-76.
    """
    if famous and name not in MAY_BE_FAMOUS:
        allowed = "no, unless for a companion or a spouse"
        raise InputError(EXPERIENCE_CODES.fault("famous", "famous_not_allowed", True, allowed))
    return {"xp": price(name, famous)}


def raising_problems(lower: str, higher: str, famous: bool) -> list[str]:
    """Return why one connection can't be raised to another: `famous_not_allowed`, `no_path`."""
    return violated(
        famous_not_allowed=famous and not {lower, higher} <= MAY_BE_FAMOUS,
        no_path=not leads_to(lower, higher),
    )


def raise_cost(*, from_: str, to: str, famous: bool, famous_before: bool) -> dict[str, Any]:
    """Return the price in XP of raising a connection, the difference; or the problem if it isn’t possible.

    If it becomes `famous`, `famous_before` is whether it already was: R-74 and R-88.
    """
    problems = raising_problems(from_, to, famous)
    cost = price(to, famous) - price(from_, famous and famous_before)
    return {"xp": None if problems else cost, "problems": problems}
