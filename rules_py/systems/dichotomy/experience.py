"""The ledger of experience: gains, and the connections bought and raised with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.base.problems import violated
from rules_py.systems.dichotomy.connections import (
    CONNECTIONS,
    MAY_BE_FAMOUS,
    STANDING,
    price,
    raising_problems,
)

type Connections = Counter[tuple[str, bool]]
"""The number of each connection held, by (name, famous)."""


def _check_purchase(name: str, famous: bool, balance: int, connections: Connections) -> tuple[list[str], int]:
    """Return why a purchase isn't possible, and its price."""
    if name not in CONNECTIONS:
        return ["unknown_connection"], 0
    if famous and name not in MAY_BE_FAMOUS:
        return ["famous_not_allowed"], 0
    cost = price(name, famous)
    problems = violated(
        already_held=name in STANDING and any(connections[standing, False] for standing in STANDING),
        not_enough_xp=cost > balance,
    )
    return problems, cost


def _check_raise(
    lower: str, higher: str, famous: bool, before: bool, balance: int, connections: Connections
) -> tuple[list[str], int]:
    """Return why one connection, famous `before` or not, can't be raised to another, and the price."""
    if not {lower, higher} <= CONNECTIONS.keys():
        return ["unknown_connection"], 0
    problems = raising_problems(lower, higher, famous)
    if not connections[lower, before]:
        problems.append("not_owned")
    cost = price(higher, famous) - price(lower, before)
    if not problems and cost > balance:
        problems.append("not_enough_xp")
    return problems, cost


def xp_ledger(*, start: int, entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the balance after each entry, the final connections, and the refused entries with their codes.

    A refused entry changes nothing. Experience never falls below 0. D-232, R-74 to R-76, R-88.
    """
    balance = start
    connections: Connections = Counter()
    balances: list[int] = []
    refused: list[dict[str, Any]] = []
    for place, entry in enumerate(entries):
        famous = entry["famous"]
        if entry["gain"] is not None:
            balance += entry["gain"]
            problems: list[str] = []
        elif entry["buy"] is not None:
            problems, cost = _check_purchase(entry["buy"], famous, balance, connections)
            if not problems:
                balance -= cost
                connections[entry["buy"], famous] += 1
        else:
            lower, higher = entry["raise"]
            before = famous and connections[lower, True] > 0  # otherwise an ordinary one becomes famous: R-88
            problems, cost = _check_raise(lower, higher, famous, before, balance, connections)
            if not problems:
                balance -= cost
                connections[lower, before] -= 1
                connections[higher, famous] += 1
        balances.append(balance)
        refused += [{"entry": place, "code": code} for code in sorted(problems)]
    return {
        "balances": balances,
        "problems": sorted({each["code"] for each in refused}),
        "refused": refused,
        "held": [
            {"name": name, "famous": famous, "count": count}
            for (name, famous), count in sorted(connections.items())
            if count
        ],
    }
