"""Errors that the check of a tracker finds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from hooks.directives import book_checks
from rules_py.authoring.tracker_check import check_tracker
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Chance, Input
from rules_py.systems import registry
from rules_py.systems.dichotomy.tracker import spec as dichotomy_spec
from rules_py.systems.game import Game
from rules_py.systems.recipes import brawl
from rules_py.tracker import Actions, Event, faces, spec, state_field
from rules_py.tracker.forecast import ForecastSpec, Victory
from rules_py.tracker.spec import Preset


def file_of(module: ModuleType) -> str:
    """Return the path of a module in the repository, as a regular expression."""
    return re.escape(f"{module.__name__.replace('.', '/')}.py")


def _tracker_errors(**changes) -> list[str]:
    """Return the errors of a game with these changes to its tracker."""
    game = registry.game("dichotomy")
    assert game.tracker
    return [
        *book_checks.check_game(
            replace(game, calculators=(), sheet=None, tracker=replace(game.tracker, **changes))
        )
    ]


def test_check_tracker_starts_each_preset() -> None:
    assert _tracker_errors() == []
    [message] = _tracker_errors(presets=(Preset("ford", "At the ford", {"figthers": []}),))
    assert re.match(
        rf"{file_of(dichotomy_spec)}:\d+: tracker of dichotomy: preset ford: fighters: "
        "expected a list of at most 16 values, each a record with name",
        message,
    )


def test_check_tracker_reports_the_place_of_an_exception() -> None:
    [message] = _tracker_errors(begin=lambda start: start["oil"])
    assert re.fullmatch(
        rf"{file_of(dichotomy_spec)}:\d+: tracker of dichotomy stopped: "
        rf"{file_of(spec)}:\d+, in {spec.TrackerSpec.initial_state.__name__}: KeyError: 'oil'",
        message,
    )


class Volley(brawl.Strike):
    """A strike with a die for each point of Punch."""

    shaken = 0

    def apply(
        self, state: brawl.Brawl, event: brawl.StrikeEvent, dice: RecordingDice
    ) -> tuple[brawl.Brawl, str]:
        who = state.find(event.who)
        assert who
        hits = dice.tally(who.punch, 6, lambda face: face > 3)[True] + self.shaken
        after = state.but(replace(who, acted=True, grit=max(0, who.grit - hits)))
        return after, f"{who.name} is hit {hits} times."


class Shaky(Volley):
    """A volley whose chance doesn't come from the dice alone."""

    def apply(
        self, state: brawl.Brawl, event: brawl.StrikeEvent, dice: RecordingDice
    ) -> tuple[brawl.Brawl, str]:
        type(self).shaken += 1
        return super().apply(state, event, dice)


@dataclass(frozen=True)
class ReadOnce(Input):
    """A word that is read only once."""

    @property
    def expected(self) -> str:
        return "a word in small letters"

    def read(self, value: Any) -> str:
        if not str(value).islower():
            raise self.input_error(value)
        return str(value).upper()


@dataclass(frozen=True, kw_only=True)
class LoadedEvent(Event):
    luck: Fraction = state_field(Chance("luck", "Luck", start=Fraction(1, 2)))
    word: str = state_field(ReadOnce("word", "Word", start="as ever"))


class Loaded(brawl.EndRound):
    """An action that can't read what it saved."""

    id = "load"
    event_type = LoadedEvent


def _action_errors(**changes: Any) -> list[str]:
    """Return the errors of a brawl with these changes to its actions."""
    actions = {"strike": Volley(), "end": brawl.EndRound(), "join": brawl.Join()}
    actions |= changes
    tracker = replace(brawl.TRACKER, actions=Actions(*actions.values()))
    problems = check_tracker(Game("recipes", "War", "A war", order=1, tracker=tracker))
    return [*dict.fromkeys(map(str, problems))]


def test_saved_field_of_an_action_is_read_again() -> None:
    assert _action_errors(strike=_volley(faces(6, upto=4)), load=Loaded()) == [
        "tracker of recipes: saved log of the action 'load': word: the action can't read what it saved. log.0.word: expected a word in small letters, got 'AS EVER'"
    ]


def _volley(dice: Input | None, kind: type[Volley] = Volley) -> Volley:
    action = kind()
    action.dice = dice
    return action


UPTO = "Declare a pool of varying size as faces(6, upto=4)."


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (_volley(faces(6, upto=4)), []),
        (
            _volley(faces(6, 6, 6, 6)),
            [
                "dice: the action rolled [4, 4, 1], but its `dice` expect a list of 4 values, each a whole "
                f"number from 1 to 6. {UPTO}"
            ],
        ),
        (_volley(None), [f"dice: the action rolled [4, 4, 1, 3], but it declares no `dice`. {UPTO}"]),
        (
            _volley(faces(6, upto=4), Shaky),
            [
                "brawlers of the state: replaying gave a list of 3 and then a list of 3. Use no source of chance but `dice`."
            ],
        ),
    ],
)
def test_saved_log_of_a_tracker_is_replayed(action: Volley, words: list[str]) -> None:
    texts = {re.sub(r"rolled \[[^]]*\]", "rolled […]", each) for each in _action_errors(strike=action)}
    about = "tracker of recipes: saved log of the action 'strike':"
    assert texts == {f"{about} {re.sub(r'rolled \[[^]]*\]', 'rolled […]', each)}" for each in words}


def test_tracker_check_opens_the_blank_preset_and_each_sample() -> None:
    setting = brawl.TRACKER.setup
    assert setting
    blank = replace(setting.blank, state={"brawlers": "none"})
    cook = replace(setting.samples[1], participant={"name": "Cook", "side": "they", "punch": 9, "grit": 4})
    for setup, words in (
        (
            replace(setting, blank=blank),
            "setup: blank blank: start.brawlers: expected a list of at most 12 values, each a record with name (a text of at most 40 characters), side (you or",
        ),
        (replace(setting, samples=(cook,)), "setup: sample cook: start.brawlers.0.punch: expected"),
    ):
        tracker = replace(brawl.TRACKER, setup=setup)
        (fault,) = check_tracker(Game("recipes", "War", "A war", order=1, tracker=tracker))
        assert str(fault).startswith(f"tracker of recipes: {words}")


class Duel(NamedTuple):
    """A forecast model that ends at once, with the winner `side`."""

    side: str
    participants: Sequence[str] = ()
    initial_state: str = "start"

    def transitions(self, place: str) -> Mapping[str, int]:
        return {place: 1}

    def ends_round(self, place: str) -> bool:
        return True

    def winner(self, place: str) -> str:
        return self.side

    def casualties(self, place: str) -> frozenset[tuple[str, str]]:
        return frozenset()


@pytest.mark.parametrize("side", ["you", "them"])
def test_tracker_check_computes_one_forecast(side: str) -> None:
    forecast = ForecastSpec(
        assumptions="Everyone strikes.",
        next_event=lambda state: None,
        winner=lambda state: side,
        model=lambda state: Duel(side),
        round_number=lambda state: state.round,
        victories=lambda state: {"you": Victory("You win", "good")},
    )
    tracker = replace(brawl.TRACKER, forecast=forecast)
    faults = [*map(str, check_tracker(Game("recipes", "War", "A war", order=1, tracker=tracker)))]
    what = "tracker of recipes: preset tavern: forecast: side that wins: unknown value 'them' (expected you)"
    assert [fault.startswith(what) for fault in faults] == [True] * (side == "them")
