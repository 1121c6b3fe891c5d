"""Participants: finding them by name, unique names, newcomers, and who is next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Any, ClassVar, Protocol, Self

from rules_py.base.errors import Fault, InputError, join_or
from rules_py.base.wording import quote
from rules_py.tracker.actions import Action, Event
from rules_py.tracker.serializable import Serializable
from rules_py.tracker.view import ActionOption


class HasName(Protocol):
    @property
    def name(self) -> str: ...


class Roster[P: HasName](Serializable):
    """A state whose participants are found by name.

    participants_field  the field that holds them
    encounter_noun      a word for the encounter, such as `fight`
    participant_noun    a word for a participant, such as `a fighter`
    unknown_code        the problem code of an unknown name
    """

    participants_field: ClassVar[str]
    encounter_noun: ClassVar[str]
    participant_noun: ClassVar[str]
    unknown_code: ClassVar[str]

    @cached_property
    def _by_name(self) -> dict[str, P]:
        return {each.name: each for each in getattr(self, self.participants_field)}

    @property
    def names(self) -> list[str]:
        return [each.name for each in getattr(self, self.participants_field)]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> P:
        """Return the participant with this name. Raises InputError with `unknown_code`."""
        if name not in self._by_name:
            words = unknown_name_message(name, self.encounter_noun)
            raise InputError.at("who", name, join_or(self._by_name), code=self.unknown_code, message=words)
        return self._by_name[name]

    def but(self, *changed: P, **more: Any) -> Self:
        """Return the state with these participants replaced, and other fields changed."""
        if changed:
            new = {each.name: each for each in changed}
            people: Iterable[P] = getattr(self, self.participants_field)
            more[self.participants_field] = tuple(new.get(each.name, each) for each in people)
        return replace(self, **more)

    def unknown_names(self, names: Mapping[str, str]) -> Iterator[Fault]:
        """Yield a fault for each field of an event that contains an unknown name."""
        for field, name in names.items():
            if name not in self:
                words = unknown_name_message(name, self.encounter_noun)
                yield Fault(
                    f"event.{field}", self.unknown_code, name, f"the name of {self.participant_noun}", words
                )


@dataclass(frozen=True, kw_only=True)
class ParticipantEvent(Event):
    """An event of the participant `who`, or of no one in particular. A subclass declares the input."""

    who: str = ""


class ParticipantAction[S: Roster[Any], E: Event](Action[S, E]):
    """An action of a participant: the names in its `who` and `on` must exist."""

    def input_errors(self, state: S, event: E) -> Iterator[Fault]:
        declared = {each.name for each in self.fields}
        yield from state.unknown_names(
            {name: getattr(event, name) for name in ("who", "on") if name in declared}
        )


class JoinAction[S: Roster[Any], E: Event](Action[S, E]):
    """An action by which someone joins later."""

    id, label = "join", "Joins"
    button = "Add"
    can_override = False

    def options(self, state: S, who: str) -> Iterator[ActionOption]:
        title = f"Add someone to the {state.encounter_noun}"
        yield self.form_option({}, title=title, inputs=self.fields[:1], collapsed=True)


def unknown_name_message(name: str, scene: str) -> str:
    """Return the message for a name that no one in an encounter has."""
    return f"There’s no one called {quote(name)} in this {scene}." if name else "Choose someone."


def free_name(wanted: str, used: Collection[str]) -> str:
    """Return the wanted name, with the first free number if it is taken: `Thug 2`."""
    if wanted not in used:
        return wanted
    return next(name for number in count(2) if (name := f"{wanted} {number}") not in used)


def name_faults(
    existing: Iterable[str], newcomers: Mapping[str, str], most: int, *, duplicate: str = "duplicate_name"
) -> Iterator[Fault]:
    """Yield the errors in the names of newcomers, by field.

    The codes are `missing_name`, `duplicate` for a name that is taken, and `too_many` for more than `most`.
    """
    names = list(existing)
    for field, name in newcomers.items():
        if not name.strip():
            yield Fault(field, "missing_name", name, "a name", "Everyone needs a name.")
        elif name in names:
            words = f"Two participants are called {quote(name)}. Rename one."
            yield Fault(field, duplicate, name, "a name that no one else has", words)
        names.append(name)
    if len(names) > most:
        words = f"There can be at most {most} participants; you have {len(names)}."
        yield Fault(next(iter(newcomers)), "too_many", len(names), f"at most {most}", words)


def next_turn(order: Iterable[str], waiting: Callable[[str], bool]) -> str:
    """Return the first name in the order that is still waiting, or ""."""
    return next((name for name in order if waiting(name)), "")


def read_participants(
    start: Mapping[str, Any],
    list_name: str,
    faults: Callable[[list[Any], Mapping[str, Mapping[str, Any]]], Iterable[Fault]],
) -> Sequence[Mapping[str, Any]]:
    """Return the participants in a list of a setup.

    `faults(existing, newcomers)` yields the errors of newcomers, by field, as `name_faults` does. Raises
    InputError if it yields any.
    """
    newcomers = {f"start.{list_name}.{place}": each for place, each in enumerate(start[list_name])}
    if errors := tuple(faults([], newcomers)):
        raise InputError(*errors)
    return tuple(newcomers.values())


def check_unique_names(names: Sequence[str], list_name: str, *, scene: str, duplicate: str) -> None:
    """Raise InputError with the code `duplicate` if two participants have the same name."""
    if len(set(names)) != len(names):
        raise InputError.at(
            f"state.{list_name}",
            names,
            "a different name for each",
            code=duplicate,
            message=f"Two participants in this {scene} have the same name. Rename one.",
        )
