"""The order in which fighters act, and who is next."""

from __future__ import annotations

from rules_py.systems.dichotomy.order import in_order
from rules_py.systems.dichotomy.tracker.shape import Fight
from rules_py.tracker import next_turn


def order_of(fight: Fight) -> list[str]:
    """Return the names of all fighters, the first to act first."""
    pcs = [(fighter.name, "alertness" in fighter.abilities) for fighter in fight.fighters if fighter.pc]
    npcs = [fighter.name for fighter in fight.fighters if not fighter.pc]
    return in_order(pcs, npcs, ambushed=fight.ambushed)


def next_to_act(fight: Fight) -> str:
    """Return the name of the next to act, or "" if everyone has."""
    return next_turn(order_of(fight), lambda name: fight[name].able and not fight[name].turn)
