"""Who takes part in a scene: names that tell everybody apart, newcomers, and whose turn is next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from rules_py.errors import Fault, InputError
from rules_py.wording import quoted


def free_name(wanted: str, taken: Collection[str]) -> str:
    """The name wanted, or with the first number behind it that makes it unlike all others: `Thug 2`."""
    if wanted not in taken:
        return wanted
    return next(name for number in count(2) if (name := f"{wanted} {number}") not in taken)


def name_faults(
    there: Iterable[str], coming: Mapping[str, str], most: int, *, duplicate: str = "duplicate_name"
) -> Iterator[Fault]:
    """What is wrong with the names of those coming, by the field each is given in, beside those who are
    there: `missing_name`, two alike (`duplicate`), or more than the `most` there may be (`too_many`).
    """
    names = list(there)
    for field, name in coming.items():
        if not name.strip():
            yield Fault(field, "missing_name", name, "a name", "Everybody here needs a name.")
        elif name in names:
            words = f"Two here are called {quoted(name)}. Give one of them another name."
            yield Fault(field, duplicate, name, "a name that nobody else here has", words)
        names.append(name)
    if len(names) > most:
        words = f"There is room for {most} here; these are {len(names)}."
        yield Fault(next(iter(coming)), "too_many", len(names), f"at most {most}", words)


def next_turn(order: Iterable[str], waiting: Callable[[str], bool]) -> str:
    """The first in the order who still waits to act; "" if there is none."""
    return next((name for name in order if waiting(name)), "")


def seated(
    start: Mapping[str, Any],
    list_name: str,
    faults: Callable[[list[str], Mapping[str, Mapping[str, Any]]], Iterable[Fault]],
) -> Sequence[Mapping[str, Any]]:
    """Those whom a start seats in one of its lists, as they bring themselves.

    `faults` says what is wrong with newcomers, by their field, beside those who are there: see `name_faults`.
    Raises InputError for what it finds.
    """
    coming = {f"start.{list_name}.{place}": each for place, each in enumerate(start[list_name])}
    if found := tuple(faults([], coming)):
        raise InputError(*found)
    return tuple(coming.values())


def told_apart(names: Sequence[str], list_name: str, *, scene: str, duplicate: str) -> None:
    """Raises InputError (`duplicate`) where two of a state have the same name."""
    if len(set(names)) != len(names):
        raise InputError.at(
            f"state.{list_name}",
            names,
            "names that differ from one another",
            code=duplicate,
            words=f"Two in this {scene} have the same name.",
        )
