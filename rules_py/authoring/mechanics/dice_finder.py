"""Find the dice of a mechanic and their aggregates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules_py.authoring.mechanics.declaration import Declaration, Source
from rules_py.authoring.mechanics.heaps import Heap, Heaps
from rules_py.authoring.mechanics.syntax import Call, Dice, Node, Statement
from rules_py.base.errors import join_or


def find_dice(declared: Declaration) -> Heaps:
    """Return the dice with their aggregates, in the order in which they are rolled.

    Raises MechanicError for dice where none are rolled, and for unknown names.
    """
    heaps, source = Heaps(), declared.source
    heaps.names |= {each.name: object() for each in declared.inputs}
    _read_each("throw", declared.throw, source, heaps.bind)
    if declared.until:
        _forget_dice(heaps)
        _read_each("start", declared.start, source, heaps.bind)
        _forget_dice(heaps)
        _read_each("round", declared.round, source, heaps.bind)
        _forget_dice(heaps)
        _scan_numbers("until", declared.until, source, heaps)
    for band in declared.bands:
        _scan_numbers("read", band.condition, source, heaps)
    for statistic in declared.statistics:
        if statistic.value:
            _scan_numbers("show", statistic.value, source, heaps)
    if declared.across and declared.across not in heaps.names:
        message = f"unknown name “{declared.across}” (expected {join_or(heaps.names)})"
        raise source.error("across", message)
    heaps.settle()
    return heaps


def _read_each(
    key: str, statements: Sequence[Statement], source: Source, read: Callable[[str, Any], object]
) -> None:
    for each in statements:
        with source.locating(key):
            read(each.name, each.value)


def _forget_dice(heaps: Heaps) -> None:
    """Forget the dice: a later line knows only numbers."""
    heaps.names = {name: value for name, value in heaps.names.items() if not isinstance(value, Heap)}


def _scan_numbers(key: str, node: Node, source: Source, heaps: Heaps) -> None:
    """Find the aggregates in a value that rolls no dice itself."""
    for each in node.walk():
        if isinstance(each, Dice) or (isinstance(each, Call) and each.verb in ("roll", "reroll")):
            text = source.values[key][each.at :].split()[0]
            raise source.error(key, f"“{text}”: dice are rolled under throw", each.at)
    with source.locating(key):
        heaps.scan(node)
