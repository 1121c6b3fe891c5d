"""How what is chosen among is drawn and changed, and what is done with it: inputs of calculators, characters,
fights, forecasts of fights, requests of pages.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, override

from hooks.contracts.trackers import event_of
from rules_py import web
from rules_py.authoring.samples import fields_for, inputs_for, valid_value
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.dice.dice import SeededDice
from rules_py.inputs import REQUIRED, Input, ListOf, Record
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.tracker import Desk, View
from tests.contracts import boundary_cases, page_requests
from tests.core.messages import STARTED
from tests.fuzz.drawing import sheet_for
from tests.fuzz.entry_points import DOORS
from tests.fuzz.invalid_values import mutated
from tests.mutation.boundary_search.changing import changed_fields

LONGEST = 6000
"""Characters of what is chosen, so that a record can still be read."""

type Alike = Callable[[Callable[[], object], Callable[[], object]], bool]
"""Whether what is shorter, which is done second, comes to what the first comes to."""


class Kind(ABC):
    """Something that is chosen among.

    name     what its lines on record begin with
    share    how much of the time goes to it, beside the others
    seconds  so much processor time one of them may take
    """

    name: str
    share = 1
    seconds = 0.4

    @abstractmethod
    def first(self) -> Iterable[Any]:
        """What is tried first."""

    @abstractmethod
    def drawn(self, random: Random) -> Any:
        """Another one. Raises InputError where there is none just now."""

    @abstractmethod
    def changed(self, tried: Any, random: Random, others: Sequence[Any]) -> Any:
        """Another one, near one that was tried. Raises InputError where there is none just now."""

    @abstractmethod
    def come_of(self, tried: Any) -> object:
        """Do with it what is done with what is on record."""

    def known(self) -> Iterator[Any]:
        """Those on record, each to be tried before the next one is asked for."""
        yield from (each for name, each, _ in read(self.game_id) if name == self.name)

    @property
    def game_id(self) -> str:
        """Whose record it goes to; "" where that is no game's."""
        return ""

    def lines(self, kept: Sequence[Any], alike: Alike) -> Iterator[Any]:
        """What goes on record for those that are kept, shorter where that is alike."""
        yield from kept

    def told(self, tried: Any) -> Any:
        """It as plain data; there is as much of it as it costs to keep."""
        return tried


def read(game_id: str) -> Iterator[tuple[str, Any, str]]:
    """What is on record of a game; a new one has nothing yet."""
    if (boundary_cases.RECORDS / f"{game_id}.txt").is_file():
        yield from boundary_cases.read(game_id)


def settled(value: Any) -> Any:
    """The value as it is read from a record again. Raises ValueError if it can't be or is too long."""
    written = json.dumps(to_jsonable(value), ensure_ascii=False)
    if len(written) > LONGEST or len(written.splitlines()) != 1:
        raise ValueError("no line for a record")
    written.encode()  # half a letter is none
    return json.loads(written)


@dataclass
class Inputs(Kind):
    """Inputs of a calculator."""

    calculator: Calculator

    def __post_init__(self) -> None:
        self.name = self.calculator.id
        # a calculator of a desk takes whole states and does whole deeds
        self.share = 60 if self.calculator.for_programs else 12

    @property
    @override
    def game_id(self) -> str:
        return self.calculator.game

    @override
    def first(self) -> Iterable[Any]:
        usual = self.calculator.usual_inputs()
        yield settled(usual)
        for each in self.calculator.examples:
            yield settled({**usual, **each})

    @override
    def drawn(self, random: Random) -> Any:
        return settled(inputs_for(self.calculator, random))

    @override
    def changed(self, tried: Any, random: Random, others: Sequence[Any]) -> Any:
        return settled(_crossed(changed_fields(self.calculator.inputs, tried, random), random, others))

    @override
    def come_of(self, tried: Any) -> object:
        return boundary_cases.sums(registry.game(self.game_id), self.name, tried)

    @override
    def lines(self, kept: Sequence[Any], alike: Alike) -> Iterator[Any]:
        for each in kept:
            yield shorter(each, trimmed(self.calculator.inputs, each), self.come_of, alike)


@dataclass
class OfGame(Kind):
    """Something of a whole game."""

    game: Game

    @property
    @override
    def game_id(self) -> str:
        return self.game.id

    @property
    def desk(self) -> Desk[Any, Any]:
        assert self.game.desk
        return self.game.desk

    @override
    def come_of(self, tried: Any) -> object:
        return boundary_cases.sums(self.game, self.name, tried)


class Characters(OfGame):
    """Characters of a game's sheet."""

    name = boundary_cases.CHARACTER
    share = 200

    @property
    def fields(self) -> Sequence[Input]:
        assert self.game.sheet
        return self.game.sheet.fields

    @override
    def first(self) -> Iterable[Any]:
        assert self.game.sheet
        yield settled(self.game.sheet.blank())

    @override
    def drawn(self, random: Random) -> Any:
        return settled(sheet_for(self.game, random))

    @override
    def changed(self, tried: Any, random: Random, others: Sequence[Any]) -> Any:
        return settled(_crossed(changed_fields(self.fields, tried, random), random, others))

    @override
    def lines(self, kept: Sequence[Any], alike: Alike) -> Iterator[Any]:
        for each in kept:
            yield shorter(each, trimmed(self.fields, each), self.come_of, alike)


def _crossed(data: dict[str, Any], random: Random, others: Sequence[Any]) -> dict[str, Any]:
    """Now and then with some of what another one has."""
    if random.random() < 0.1:
        other = random.choice(others)
        data |= {each: other[each] for each in random.sample([*other], min(len(other), 2))}
    return data


@dataclass(eq=False)
class Moment:
    """How a fight goes: from a start on by events, of which the last one is tried; `before` are the states up
    to it, `states` those that there are after it: none where nothing can begin so.
    """

    start: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...] = ()
    before: tuple[Any, ...] = ()
    states: tuple[Any, ...] = field(default=(), repr=False)

    def then(self, event: Mapping[str, Any]) -> Moment:
        """The next moment; a deed by which nothing happened isn't done again on the way there."""
        if self.before and self.states[-1] is self.before[-1]:
            return Moment(self.start, (*self.events[:-1], event), self.before)
        return Moment(self.start, (*self.events, event), self.states)


class Fights(OfGame):
    """Fights of a game's desk, deed by deed."""

    name = boundary_cases.FIGHT
    share = 420
    LONGEST_FIGHT = 40

    @override
    def first(self) -> Iterable[Any]:
        for start in self.desk.starts:
            yield Moment(settled(start.state))
        if self.desk.setting:
            yield Moment(settled(self.desk.setting.blank.state))

    @override
    def drawn(self, random: Random) -> Any:
        return Moment(settled(fields_for(self.desk.setup, random)))

    @override
    def changed(self, tried: Moment, random: Random, others: Sequence[Moment]) -> Moment:
        if not tried.states or len(tried.events) >= self.LONGEST_FIGHT or random.random() < 0.08:
            return Moment(settled(other_start(self.desk, tried.start, random)))
        return tried.then(settled(self._event(tried.states[-1], random)))

    def _event(self, state: Any, random: Random) -> Mapping[str, Any]:
        """What is offered at a moment, to whoever's turn it is or to anybody else, or any deed at all."""
        view = self.desk.view(state, "")
        names = [each.name for each in (*view.pieces, *view.places)]
        if random.random() < 0.35:
            deed = random.choice([*self.desk.deeds])
            allowed = {"allow": True} if random.random() < 0.5 else {}
            return fields_for(deed.inputs, random, names) | {"do": deed.do} | allowed
        if view.pieces and random.random() < 0.5:
            view = self.desk.view(state, random.choice(view.pieces).name)
        act = random.choice(offered(view, but_barred=random.random() < 0.8))
        event = event_of(act, random)
        event |= {each.name: valid_value(each, random, names) for each in act.more if random.random() < 0.3}
        if random.random() < 0.25:
            inputs = [each for each in self.desk.deeds[str(event["do"])].inputs if each.name != "do"]
            event = changed_fields(inputs, event, random, names)
        return event

    @override
    def come_of(self, tried: Moment) -> object:
        if not tried.events:
            try:
                state = boundary_cases.begun(self.desk, tried.start)
            except InputError:
                return None
            tried.states = (state,)
            return boundary_cases.seen(self.desk.view(state, ""))
        state, told = boundary_cases.done(self.desk, tried.before[-1], tried.events[-1])
        tried.states = (*tried.before, state)
        return told, boundary_cases.at_last(self.desk, tried.states)

    @override
    def known(self) -> Iterator[Moment]:
        for each in super().known():
            begun = Moment(each["start"])
            yield begun
            if begun.states:
                yield from self._gone_on(begun, each["then"])

    def _gone_on(self, moment: Moment, then: Sequence[Any]) -> Iterator[Moment]:
        for event, *further in then:
            after = moment.then(event)
            yield after
            yield from self._gone_on(after, further)

    @override
    def told(self, tried: Moment) -> Any:
        return [tried.start, *tried.events]

    @override
    def lines(self, kept: Sequence[Moment], alike: Alike) -> Iterator[Any]:
        """A line a start; what several fights have in common is done once."""
        fights: dict[str, dict[str, Any]] = {}
        for each in kept:
            there = fights.setdefault(json.dumps(each.start), {})
            for event in each.events:
                there = there.setdefault(json.dumps(event), {})
        for start, then in fights.items():
            fight = {"start": json.loads(start), "then": _nested(then)}
            trim = fight | {"start": trimmed(self.desk.setup, fight["start"])}
            yield shorter(fight, trim, super().come_of, alike)


def _nested(then: Mapping[str, Any]) -> list[Any]:
    return [[json.loads(event), *_nested(further)] for event, further in then.items()]


def offered(view: View, *, but_barred: bool) -> Sequence[Any]:
    """The acts that are offered. Raises InputError if there are none."""
    acts = view.due or (*view.acts, *view.common)
    found = [each for each in acts if not each.reasons] if but_barred else acts
    if not found:
        raise InputError.at("event", None, "an act that is offered")
    return found


def other_start(desk: Desk[Any, Any], start: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """Another start, near this one; now and then one more sits there, of those who may be put
    on the table.
    """
    found = changed_fields(desk.setup, start, random)
    setting = desk.setting
    if setting and setting.samples and random.random() < 0.4:
        seats = found.get(setting.seats)
        there = [*seats] if isinstance(seats, list) else []
        comer = deepcopy(dict(random.choice(setting.samples).seat))
        comer[setting.name] = f"{comer.get(setting.name, '')} {len(there) + 1}"
        if setting.place:
            stands = [each.get(setting.place, "") for each in there if isinstance(each, dict)]
            comer.setdefault(setting.place, next(iter(stands), ""))
        found[setting.seats] = [*there, comer]
    return found


class Forecasts(OfGame):
    """How fights are foreseen to end, after some events."""

    name = boundary_cases.FORECAST
    share = 240

    @override
    def first(self) -> Iterable[Any]:
        for start in self.desk.starts:
            yield settled({"start": start.state, "events": []})

    @override
    def drawn(self, random: Random) -> Any:
        start = random.choice(self.desk.starts).state
        return settled({"start": other_start(self.desk, start, random), "events": []})

    @override
    def changed(self, tried: Any, random: Random, others: Sequence[Any]) -> Any:
        start, events = tried["start"], [*tried["events"]]
        roll = random.random()
        if roll < 0.4:
            start = other_start(self.desk, start, random)
        elif roll < 0.5 and events:
            events.pop()
        else:
            events += self._going_on(start, events, random)
        return settled({"start": start, "events": events})

    def _going_on(self, start: Any, events: Iterable[Any], random: Random) -> Iterator[Any]:
        state = boundary_cases.begun(self.desk, start)
        for event in events:
            state = self.desk.deeds.apply(state, event, SeededDice(1)).state
        for _ in range(random.choice((1, 2, 4))):
            act = random.choice(offered(self.desk.view(state, ""), but_barred=True))
            event = settled(event_of(act, random))
            yield event
            state = self.desk.deeds.apply(state, event, SeededDice(1)).state

    @override
    def lines(self, kept: Sequence[Any], alike: Alike) -> Iterator[Any]:
        for each in kept:
            yield shorter(
                each, each | {"start": trimmed(self.desk.setup, each["start"])}, self.come_of, alike
            )


class Requests(Kind):
    """What pages ask, and what they ask by mistake."""

    name = "asked"
    seconds = 0.5

    @override
    def known(self) -> Iterator[Any]:
        yield from (request for request, _ in page_requests.read())

    @override
    def first(self) -> Iterable[Any]:
        return STARTED.values()

    @override
    def drawn(self, random: Random) -> Any:
        doors = [each for each in DOORS if each.name.startswith("worker") and each.name != "worker anything"]
        [door] = random.choices(doors, [each.share for each in doors])
        asked_for, _ = door.draw(random)
        return self._settled(json.loads(str(asked_for)))

    @override
    def changed(self, tried: Any, random: Random, others: Sequence[Any]) -> Any:
        if random.random() < 0.5:
            return self.drawn(random)
        return self._settled(mutated(tried, random, plain=True))

    def _settled(self, request: Any) -> Any:
        """As it is read from its record, in which there are only letters of ASCII: half a letter may be
        asked, too.
        """
        written = json.dumps(request)
        if not isinstance(request, dict) or len(written) > LONGEST:
            raise ValueError("no request that goes on record")
        return json.loads(written)

    @override
    def come_of(self, tried: Any) -> object:
        try:
            return page_requests.sums(tried)
        except BaseException:
            web._UNDER_WAY.clear()  # what took too long isn't gone on with
            raise


def kinds_of(game: Game) -> list[Kind]:
    """All that is chosen among for a game."""
    desk = game.desk
    shown = [each for each in game.calculators if each.inputs and not each.for_programs]
    found: list[Kind] = [*map(Inputs, shown)]
    found += [Characters(game)] if game.sheet else []
    found += [Fights(game)] if desk else []
    found += [Forecasts(game)] if desk and desk.forecast else []
    return [*found, *(Inputs(each) for each in game.calculators if each.inputs and each.for_programs)]


def trimmed(fields: Iterable[Input], data: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is as it is read anyway where it is left out."""
    declared = {each.name: each for each in fields}
    return {
        name: _trimmed(declared[name], each) if name in declared else each
        for name, each in data.items()
        if name not in declared or json.dumps(each) != json.dumps(_left_out(declared[name]))
    }


def _trimmed(declared: Input, value: Any) -> Any:
    if isinstance(declared, Record) and isinstance(value, dict):
        return trimmed(declared.fields, value)
    if isinstance(declared, ListOf) and isinstance(value, list):
        return [_trimmed(declared.item, each) for each in value]
    return value


def _left_out(declared: Input) -> Any:
    """What stands for an input that is left out; a word that no value is where it mustn't be."""
    return "?" * LONGEST if declared.default is REQUIRED else to_jsonable(declared.default)


def shorter(whole: Any, trim: Any, come_of: Callable[[Any], object], alike: Alike) -> Any:
    """What was trimmed, if that comes to the same."""
    return trim if trim != whole and alike(partial(come_of, whole), partial(come_of, trim)) else whole
