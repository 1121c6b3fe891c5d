"""Who takes part in a scene: names by which everybody is found and told apart, newcomers, and whose turn is
next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import Any, ClassVar, Protocol, Self

from rules_py.base.errors import Fault, InputError, join_or
from rules_py.base.wording import quoted
from rules_py.tracker.actions import Deed, Read
from rules_py.tracker.serializable import Shape
from rules_py.tracker.view import Act


class Named(Protocol):
    @property
    def name(self) -> str: ...


class Roster[P: Named](Shape):
    """A state whose people are found by their names.

    people_in  the field that holds them
    scene      what the state is of (`fight`); somebody: what each of them is (`a fighter`)
    unknown    the code of a name that nobody has
    """

    people_in: ClassVar[str]
    scene: ClassVar[str]
    somebody: ClassVar[str]
    unknown: ClassVar[str]

    @cached_property
    def _named(self) -> dict[str, P]:
        return {each.name: each for each in getattr(self, self.people_in)}

    @property
    def names(self) -> list[str]:
        return [each.name for each in getattr(self, self.people_in)]

    def __contains__(self, name: object) -> bool:
        return name in self._named

    def __getitem__(self, name: str) -> P:
        """Whoever is called so. Raises InputError (`unknown`)."""
        if name not in self._named:
            words = nobody_called(name, self.scene)
            raise InputError.at("who", name, join_or(self._named), code=self.unknown, message=words)
        return self._named[name]

    def but(self, *changed: P, **more: Any) -> Self:
        """The same with these people in place of those of their names, and more of it changed."""
        if changed:
            new = {each.name: each for each in changed}
            people: Iterable[P] = getattr(self, self.people_in)
            more[self.people_in] = tuple(new.get(each.name, each) for each in people)
        return replace(self, **more)

    def strangers(self, names: Mapping[str, str]) -> Iterator[Fault]:
        """What is wrong with the names in these fields of an event: that nobody has them."""
        for field, name in names.items():
            if name not in self:
                words = nobody_called(name, self.scene)
                yield Fault(f"event.{field}", self.unknown, name, f"the name of {self.somebody}", words)


class Aimed(Read, Protocol):
    """An event of somebody, perhaps on somebody."""

    @property
    def who(self) -> str: ...
    @property
    def on(self) -> str: ...


class PersonDeed[S: Roster[Any], E: Aimed](Deed[S, E]):
    """A deed of somebody: whoever its `who` and `on` name has to be there."""

    def faults(self, state: S, event: E) -> Iterator[Fault]:
        named = {"who": event.who, "on": event.on}
        yield from state.strangers(
            {each.name: named[each.name] for each in self.fields if each.name in named}
        )


class Newcomer[S: Roster[Any], E: Read](Deed[S, E]):
    """Somebody comes while the scene goes on; `kind` is the heading it is offered under."""

    do, label = "join", "Joins"
    kind: ClassVar[str]

    def offers(self, state: S, who: str) -> Iterator[Act]:
        yield Act(
            id=self.do,
            title=f"Somebody joins the {state.scene}",
            button="Put on the table",
            kind=self.kind,
            event={"do": self.do},
            inputs=self.fields[:1],
            may_allow=False,
            folded=True,
        )


def nobody_called(name: str, scene: str) -> str:
    """What is said of a name that nobody in a scene has."""
    return f"There is nobody called {quoted(name)} in this {scene}." if name else "Choose somebody."


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
    faults: Callable[[list[Any], Mapping[str, Mapping[str, Any]]], Iterable[Fault]],
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
            message=f"Two in this {scene} have the same name.",
        )
