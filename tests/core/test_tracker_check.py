"""Errors that the check of a tracker finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
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
from rules_py.systems.recipes import brawl
from rules_py.tracker import Actions, Event, OutcomeShare, TrackerSpec, View, Zone, faces, spec, state_field
from rules_py.tracker.forecast import ForecastSpec, Victory
from rules_py.tracker.spec import Preset, Sample


def file_of(module: ModuleType) -> str:
    """Return the path of a module in the repository, as a regular expression."""
    return re.escape(f"{module.__name__.replace('.', '/')}.py")


def _tracker_errors(**changes) -> list[str]:
    """Return the errors of a game with these changes to its tracker."""
    game = registry.game("dichotomy")
    assert game.tracker
    return [
        *book_checks.check_game(
            replace(game, calculators=(), tables=(), sheet=None, tracker=replace(game.tracker, **changes))
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
    return _faults(replace(brawl.TRACKER, actions=Actions(*actions.values())))


def test_saved_field_of_an_action_is_read_again() -> None:
    assert _action_errors(strike=_volley(faces(6, upto=4)), load=Loaded()) == [
        "saved log of the action 'load': word: the action can't read what it saved. log.0.word: expected a word in small letters, got 'AS EVER'"
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
    about = "saved log of the action 'strike':"
    assert texts == {f"{about} {re.sub(r'rolled \[[^]]*\]', 'rolled […]', each)}" for each in words}


def _faults(tracker: TrackerSpec[Any]) -> list[str]:
    """Return the errors of the recipes with this tracker, without the place that they share."""
    game = replace(registry.game("recipes"), calculators=(), sheet=None, tables=(), tracker=tracker)
    faults = dict.fromkeys(map(str, check_tracker(game)))
    return [each.removeprefix("tracker of recipes: ") for each in faults]


def _with_setup(**changed: Any) -> list[str]:
    assert brawl.TRACKER.setup
    return _faults(replace(brawl.TRACKER, setup=replace(brawl.TRACKER.setup, **changed)))


COOK = {"name": "Cook", "side": "they", "punch": 4, "grit": 4}
FIELDS = 'name, side, punch, grit or ""'


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"list_field": "fighters"}, "list_field: unknown list 'fighters' (expected brawlers or clocks)"),
        ({"zones_field": "zones"}, "zones_field: unknown list 'zones' (expected brawlers or clocks)"),
        (
            {"zones_field": "clocks", "zone_field": "side"},
            "neighbours_field: unknown field 'beside' (expected name, size or ticked)",
        ),
        (
            {"name_field": "nmae"},
            "name_field: unknown field 'nmae' (expected name, side, punch or grit). Did you mean 'name'?",
        ),
        ({"name_field": ""}, "name_field: unknown field '' (expected name, side, punch or grit)"),
        ({"side_field": "team"}, f"side_field: unknown field 'team' (expected {FIELDS})"),
        ({"zone_field": "place"}, f"zone_field: unknown field 'place' (expected {FIELDS})"),
        (
            {"blank": Preset("blank", "New", {"brawlers": [COOK | {"punch": 9}]})},
            "blank blank: brawlers.0.punch: expected a whole number from 1 to 6, got 9",
        ),
        (
            {"samples": (Sample("cook", "Cook", "", COOK | {"grit": 99}),)},
            "sample cook: grit: expected a whole number from 1 to 9, got 99",
        ),
        ({"samples": (Sample("cook", "Cook", "", {}),)}, "sample cook: participant needs 'name' (a name)"),
        (
            {"samples": (Sample("coook", "Cook", "", COOK),)},
            "sample coook: reference list 'toughs': unknown entry 'coook' (expected sailor or cook). Did you mean 'cook'?",
        ),
        (
            {"samples": (Sample("cook", "Cook", "", COOK), Sample("cook", "Chef", "", COOK))},
            "samples: id: expected each id only once, got ['cook']",
        ),
        (
            {"default_participant": COOK | {"side": "them"}},
            "default_participant: side: unknown value 'them' (expected you or they). Did you mean 'they'?",
        ),
        ({"reference_list": "nobodies"}, "unknown reference list 'nobodies' (expected toughs)"),
        (
            {"join_event": lambda comer: {"do": "joins", "comer": comer}},
            "join_event: do: unknown action 'joins' (expected strike, end_round, join or tick). Did you mean 'join'?",
        ),
        (
            {"join_event": lambda comer: [comer]},
            'join_event: expected a function that returns an event {"do": "…", …}, got a list of 1',
        ),
        (
            {"join_event": lambda comer: {"do": "join", "comer": comer | {"punch": 7}}},
            "join_event: comer.punch: expected a whole number from 1 to 6, got 7",
        ),
    ],
)
def test_tracker_check_finds_faulty_setup(changed: dict[str, Any], fault: str) -> None:
    assert _with_setup(**changed) == [f"setup: {fault}"]


@pytest.mark.parametrize(
    ("party", "fault"),
    [
        (lambda state: [COOK | {"grit": 0}], "party: grit: expected a whole number from 1 to 9, got 0"),
        (lambda state: [{"punch": 1}], "party: participant needs 'name' (a name)"),
        (lambda state: [], None),
    ],
)
def test_tracker_check_finds_faulty_party(
    party: Callable[[brawl.Brawl], list[Any]], fault: str | None
) -> None:
    assert _with_setup(party=party) == ([f"setup: {fault}"] if fault else [])


def test_tracker_check_finds_faulty_player_view() -> None:
    def player_view(states: Sequence[brawl.Brawl]) -> View:
        return replace(brawl.view(states[-1], ""), next="Isle")

    [fault] = _faults(replace(brawl.TRACKER, player_view=player_view))
    assert fault.startswith("player_view: view: next: unknown combatant 'Isle'")


def test_tracker_check_finds_unknown_field_of_the_sheet() -> None:
    game = registry.game("dichotomy")
    assert game.tracker
    faulty = replace(game.tracker, export_to_sheet=lambda state, name: {"trakc": {}})
    faults = {str(each) for each in check_tracker(replace(game, tracker=faulty))}
    assert faults == {"tracker of dichotomy: export_to_sheet: unknown field 'trakc'. Did you mean 'track'?"}


def test_tracker_check_finds_presets_without_unique_ids() -> None:
    preset = brawl.TRACKER.presets[0]
    assert _faults(replace(brawl.TRACKER, presets=())) == ["presets: expected at least one Preset(…), got []"]
    assert _faults(replace(brawl.TRACKER, presets=(preset, preset))) == [
        "presets: id: expected each id only once, got ['tavern']"
    ]


def _with_combatants(**changed: Any) -> Callable[[View], View]:
    """Return a change to a view: all of its combatants get these fields."""
    return lambda view: replace(view, combatants=tuple(replace(each, **changed) for each in view.combatants))


def _with_options(**changed: Any) -> Callable[[View], View]:
    """Return a change to a view: the strikes get these fields."""
    return lambda view: replace(view, options=tuple(replace(each, **changed) for each in view.options))


ONE_THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda view: None, "view: expected a View(…), got nothing"),
        (
            lambda view: replace(view, clocks=[*view.clocks]),
            "view 'Round 1': clocks: expected a tuple with a comma after each item, (Clock(…),), got a list of 1",
        ),
        (
            lambda view: replace(view, combatants=(*view.combatants, "Cook")),
            "view 'Round 1': combatants: entry 4: expected Combatant(…), got 'Cook'",
        ),
        (_with_combatants(able="yes"), "combatant 'Ilse': able: expected True or False, got 'yes'"),
        (
            _with_combatants(tone="bade"),
            "combatant 'Ilse': unknown tone 'bade' (expected worst, bad, mixed, good or best). Did you mean 'bad'?",
        ),
        (_with_combatants(zone="hall"), "combatant 'Ilse': unknown zone 'hall' (expected nothing)"),
        (
            lambda view: replace(view, zones=(Zone("hall", beside=("yard",)),)),
            "zone 'hall': beside: unknown zone 'yard' (expected hall)",
        ),
        (
            lambda view: replace(view, next="Isle"),
            "view: next: unknown combatant 'Isle' (expected Ilse, Sailor or Cook). Did you mean 'Ilse'?",
        ),
        (_with_options(id="strike"), "options: id: expected each id only once, got ['strike']"),
        (
            _with_options(shares=(OutcomeShare("hit", ONE_THIRD, "good"),)),
            "option 'strike-Sailor': shares: expected a sum of 1, got 1/3",
        ),
        (
            _with_options(shares=(OutcomeShare("hit", Fraction(1), "great"),)),
            "option 'strike-Sailor': share 'hit': unknown tone 'great' (expected worst, bad, mixed, good or best)",
        ),
        (
            _with_options(chances=(("hit", Fraction(4, 3)),)),
            "option 'strike-Sailor': chance 'hit': expected a chance from 0 to 1, got 4/3",
        ),
        (
            _with_options(event={"who": "Ilse"}),
            "option 'strike-Sailor': event needs 'do' (strike, end_round, join or tick)",
        ),
        (
            _with_options(event={"do": "strik"}),
            "option 'strike-Sailor': event: unknown action 'strik' (expected strike, end_round, join or tick). Did you mean 'strike'?",
        ),
        (_with_options(rules=("B-1",)), "option 'strike-Sailor': unknown rule 'B-1' (expected nothing)"),
    ],
)
def test_tracker_check_finds_faulty_view(change: Callable[[View], View], fault: str) -> None:
    def view(state: brawl.Brawl, turn: str) -> View:
        original = brawl.view(state, turn)
        return change(original) if len(state.brawlers) == 3 else original  # the preset has three

    assert _faults(replace(brawl.TRACKER, view=view))[0] == f"preset tavern: {fault}"


def test_tracker_check_reaches_views_during_play() -> None:
    def view(state: brawl.Brawl, turn: str) -> View:
        original = brawl.view(state, turn)
        return (
            _with_combatants(tone="bade")(original)
            if any(each.acted for each in state.brawlers)
            else original
        )

    assert "preset tavern: combatant 'Ilse': unknown tone 'bade'" in " ".join(
        _faults(replace(brawl.TRACKER, view=view))
    )


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
    declared = replace(brawl.TRACKER, forecast=forecast)
    faults = _faults(declared)
    what = "preset tavern: forecast: side that wins: unknown value 'them' (expected you)"
    assert [fault.startswith(what) for fault in faults] == [True] * (side == "them")
