"""Connections: homes, trades, people, standing and family, what they cost and what they may grow into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules_py.errors import InputError
from rules_py.problems import broken
from rules_py.reference import Column, ReferenceList


@dataclass(frozen=True)
class Connection:
    """Something experience buys. `raises_to` are the next rungs of its ladder."""

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
            "A small place of one's own, in town or country.",
            "D-235",
            ("house",),
        ),
        Connection("house", "House", "Home", 10, "Room for guests and a study.", "D-236", ("manor",)),
        Connection(
            "manor",
            "Manor",
            "Home",
            25,
            "An estate with outbuildings and the servants to keep it.",
            "D-237",
            ("tower",),
        ),
        Connection(
            "tower",
            "Tower",
            "Home",
            40,
            "Walls, some guards, a manor's staff, an armoury, maybe cells.",
            "D-238",
        ),
        Connection(
            "farm",
            "Farm",
            "Trade",
            10,
            "A smallholding for old age; a little pawn or antique shop costs as much.",
            "D-239",
            ("shop",),
        ),
        Connection(
            "shop",
            "Shop",
            "Trade",
            20,
            "A pub, forge, brewery, market or bookshop, and hands to run it.",
            "D-240",
            ("business",),
        ),
        Connection(
            "business",
            "Business",
            "Trade",
            30,
            "An inn, a winery or a theatre, with a dozen on the payroll or more.",
            "D-241",
        ),
        Connection(
            "minion",
            "Minion",
            "People",
            5,
            "A squire or servant for daily tasks.",
            "D-242",
            ("cohort", "followers"),
        ),
        Connection(
            "cohort",
            "Cohort",
            "People",
            10,
            "A trusted and able second, who takes over when the hero can't go on.",
            "D-243",
        ),
        Connection(
            "followers",
            "Followers",
            "People",
            15,
            "Several minions: guards, advisers, a court, a web of gossip.",
            "D-244",
        ),
        Connection(
            "notoriety",
            "Notoriety",
            "Standing",
            5,
            "Known in the quarter or the village.",
            "D-245",
            ("famous",),
        ),
        Connection(
            "famous",
            "Famous",
            "Standing",
            10,
            "Known in city or county; a seat on the council.",
            "D-246",
            ("renown",),
        ),
        Connection(
            "renown",
            "Renown",
            "Standing",
            20,
            "Known all over the region and sung about: mayor, guild head, counsellor.",
            "D-247",
            ("legendary",),
        ),
        Connection(
            "legendary",
            "Legendary",
            "Standing",
            40,
            "A name that grows with distance, sought by petitioners and challenged by upstarts.",
            "D-248",
        ),
        Connection(
            "companion",
            "Companion",
            "Family",
            5,
            "Someone close who stays at home; double if famous.",
            "D-249",
            ("spouse",),
        ),
        Connection("spouse", "Spouse", "Family", 10, "The same before the law; double if famous.", "D-250"),
        Connection(
            "dependant", "Dependant", "Family", 5, "A child, or another who leans on the hero.", "D-251"
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
            "raises_to", "May grow into", lambda each: [CONNECTION_NAMES[name] for name in each.raises_to]
        ),
    ),
    CONNECTIONS.values(),
    states=False,
)

MAY_BE_FAMOUS = frozenset({"companion", "spouse"})
STANDING = frozenset(each.id for each in CONNECTIONS.values() if each.kind == "Standing")


def price(name: str, famous: bool) -> int:
    """What a connection costs; a famous companion or spouse costs double."""
    return CONNECTIONS[name].xp * (2 if famous else 1)


def leads_to(lower: str, higher: str) -> bool:
    """Whether `lower` may be raised to `higher`, over any number of rungs. R-74."""
    return any(rung == higher or leads_to(rung, higher) for rung in CONNECTIONS[lower].raises_to)


def connection_cost(*, name: str, famous: bool) -> dict[str, Any]:
    """The price in XP. Raises InputError `famous_not_allowed` for all but a companion or spouse. R-76."""
    if famous and name not in MAY_BE_FAMOUS:
        raise InputError.at(
            "famous", True, "no for anything but a companion or a spouse", code="famous_not_allowed"
        )
    return {"xp": price(name, famous)}


def raising_problems(lower: str, higher: str, famous: bool) -> list[str]:
    """What forbids raising one connection to another: `famous_not_allowed`, `no_path`."""
    return broken(
        famous_not_allowed=famous and not {lower, higher} <= MAY_BE_FAMOUS,
        no_path=not leads_to(lower, higher),
    )


def raise_cost(*, from_: str, to: str, famous: bool) -> dict[str, Any]:
    """The price in XP of raising a connection, the difference; or the problem where no ladder leads."""
    problems = raising_problems(from_, to, famous)
    return {"xp": None if problems else price(to, famous) - price(from_, famous), "problems": problems}
