"""Participants and their actions, in an invented game of guests who dance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from rules_py.base.errors import InputError
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Record, Text
from rules_py.tracker import Actions, Event, JoinAction, ParticipantAction, Roster, Serializable, state_field

CODES = ProblemGroup(
    "The ball", ProblemType("tired", "Tired guests sit.", "B-1"), ProblemType("alone", "It takes two.", "B-2")
)


@dataclass(frozen=True)
class Guest(Serializable):
    name: str
    tired: bool = False


@dataclass(frozen=True)
class Ball(Roster[Guest]):
    guests: tuple[Guest, ...]
    round: int = 1

    participants_field, encounter_noun, participant_noun, unknown_code = (
        "guests",
        "ball",
        "a guest",
        "unknown_guest",
    )


@dataclass(frozen=True, kw_only=True)
class DanceEvent(Event):
    who: str = state_field(Text("who", "Who"))
    on: str = state_field(Text("on", "With", default=""))


@dataclass(frozen=True, kw_only=True)
class RestEvent(Event):
    who: str = state_field(Text("who", "Who"))


@dataclass(frozen=True, kw_only=True)
class JoinEvent(Event):
    guest: dict[str, str] = state_field(Record("guest", "Who comes", (Text("name", "Name"),)))
    table: str = state_field(Text("table", "Table", default=""))


class Dance(ParticipantAction[Ball, DanceEvent]):
    id, label = "dance", "Dance"
    codes = CODES
    not_overridable = frozenset({"alone"})
    can_override = False

    def violations(self, state: Ball, event: DanceEvent) -> Iterator[str]:
        if state[event.who].tired or state[event.on].tired:
            yield "tired"
        if event.who == event.on:
            yield from ("alone", "alone")

    def price_label(self, state, event, check) -> str:
        return f"{len(check.problems)} against it"

    def apply(self, state: Ball, event: DanceEvent, dice: RecordingDice) -> tuple[Ball, str]:
        return state.but(Guest(event.who, True), round=2), f"{event.who} dances with {event.on}."


class Rest(ParticipantAction[Ball, RestEvent]):
    id, label = "rest", "Rest"

    def apply(self, state: Ball, event: RestEvent, dice: RecordingDice) -> tuple[Ball, str]:
        return state.but(Guest(event.who)), f"{event.who} rests."


class Join(JoinAction[Ball, JoinEvent]):
    heading = "The hall"

    def apply(self, state: Ball, event: JoinEvent, dice: RecordingDice) -> tuple[Ball, str]:
        return state, ""


ACTIONS = Actions(Dance(), Rest(), Join())
BALL = Ball((Guest("Ann"), Guest("Bea"), Guest("Cay", True)))


def test_roster_finds_participants_by_name() -> None:
    assert BALL.names == ["Ann", "Bea", "Cay"]
    assert "Bea" in BALL and "Dot" not in BALL and None not in BALL
    assert BALL["Cay"].tired
    with pytest.raises(InputError) as error:
        BALL["Dot"]
    [fault] = error.value.faults
    assert (fault.field, fault.code, fault.value) == ("who", "unknown_guest", "Dot")
    assert fault.message == "There’s no one called “Dot” in this ball."


def test_roster_lists_a_shared_name_twice() -> None:
    assert Ball((Guest("Ann"), Guest("Ann"))).names == ["Ann", "Ann"]


def test_but_replaces_participants_without_reordering() -> None:
    after = BALL.but(Guest("Bea", True), round=3)
    assert after == Ball((Guest("Ann"), Guest("Bea", True), Guest("Cay", True)), 3)
    assert BALL.but(round=2) == Ball(BALL.guests, 2)
    assert BALL.but(guests=()).names == []
    assert Ball.read(after.to_json() | {"guests": []}).round == 3


def test_check_rejects_events_that_name_unknown_people() -> None:
    with pytest.raises(InputError) as error:
        ACTIONS.check(BALL, {"do": "dance", "who": "Dot"})
    faults = [(each.field, each.code, each.expected, each.message) for each in error.value.faults]
    assert faults == [
        ("event.who", "unknown_guest", "the name of a guest", "There’s no one called “Dot” in this ball."),
        ("event.on", "unknown_guest", "the name of a guest", "Choose someone."),
    ]
    assert ACTIONS.check(BALL, {"do": "rest", "who": "Ann"}).legal  # an action without a target


def test_actions_report_each_reason_once_per_code() -> None:
    check = ACTIONS.check(BALL, {"do": "dance", "who": "Cay", "on": "Cay"})
    assert [each.code for each in check.reasons] == ["tired", "alone"]
    assert (check.cost, check.left) == (0, None)
    assert ACTIONS["dance"].to_check(["tired"], 1, 2).left == 2


def test_option_has_the_reasons_and_price_of_its_event() -> None:
    option = ACTIONS["dance"].option(
        BALL, {"who": "Ann", "on": "Cay"}, id="d", title="Dance", button="Go", kind="K"
    )
    assert option.event == {"do": "dance", "who": "Ann", "on": "Cay"}
    assert ([each.code for each in option.reasons], option.price, option.can_override) == (
        ["tired"],
        "1 against it",
        False,
    )
    rest = ACTIONS["rest"].option(BALL, {"who": "Ann"}, id="r", title="Rest", button="Go", kind="K")
    assert (rest.reasons, rest.price, rest.can_override) == ((), "", True)


def test_join_option_is_titled_with_the_encounter_noun() -> None:
    [option] = ACTIONS["join"].options(BALL, "")
    assert (option.title, option.kind, option.can_override, option.collapsed) == (
        "Add someone to the ball",
        "The hall",
        False,
        True,
    )
    assert [each.name for each in option.inputs] == ["guest"]
