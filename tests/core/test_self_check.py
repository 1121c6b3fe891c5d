"""Errors found by the build's self-check of calculators, sheets and trackers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from hooks.directives import book_checks
from rules_py.authoring.calculator_check import check_calculator
from rules_py.authoring.error_summary import is_game_file
from rules_py.authoring.sheet_check import check_sheet
from rules_py.authoring.tracker_check import check_tracker
from rules_py.base.errors import DeclarationError
from rules_py.base.problems import Problem
from rules_py.calculators.calculator import Calculator, PublishedOdds
from rules_py.calculators.measure import Measure, chance, value
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Scale
from rules_py.dice.dice import Dice
from rules_py.dice.odds import Odds
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Chance, Choice, Input, Int, Text
from rules_py.sheets.panel import Cost, OpenChoices, Panel, RollButton
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems import registry
from rules_py.systems.dichotomy.tracker import spec as dichotomy_spec
from rules_py.systems.game import Game
from rules_py.systems.recipes import brawl
from rules_py.tracker import Actions, Event, faces, spec, state_field
from rules_py.tracker.forecast import ForecastSpec, Victory
from rules_py.tracker.spec import Preset


@pytest.mark.parametrize(
    ("message", "measure", "words"),
    [
        (Fraction(1, 2), chance("wins", "Wins"), []),
        (
            Fraction(-1, 2),
            chance("wins", "Wins"),
            ["measure wins: -1/2 isn't a chance from 0 to 1. Use kind='figure' for other numbers."],
        ),
        (
            Fraction(3, 2),
            chance("wins", "Wins"),
            ["measure wins: 3/2 isn't a chance from 0 to 1. Use kind='figure' for other numbers."],
        ),
        (Fraction(3, 2), value("wins", "Wins"), []),
        (Fraction(1, 2), Measure("wins", "Wins"), ["measure wins: kind: expected chance or figure, got ''"]),
        (7, Measure("losses", "Losses"), ["measures: 'wins' isn't declared. Add Measure('wins', label)."]),
    ],
)
def test_a_value_is_held_against_the_measure_it_is_declared_as(message, measure, words) -> None:
    calculator = Calculator(
        "war.tug", "Tug", "Who wins?", answer=lambda: {"wins": message}, measures=(measure,)
    )
    faults = [str(each) for each in check_calculator(calculator)]
    assert len(faults) == len(words)
    assert all(
        each.startswith(f"calculator war.tug: {word}") for each, word in zip(faults, words, strict=True)
    )


def file_of(module: ModuleType) -> str:
    """Return the path of a module in the repository, as a regular expression."""
    return re.escape(f"{module.__name__.replace('.', '/')}.py")


def _of_tracker(**changed) -> list[str]:
    """Return the errors of a game with these changes to its tracker."""
    game = registry.game("dichotomy")
    assert game.tracker
    return [
        *book_checks.check_game(
            replace(game, calculators=(), sheet=None, tracker=replace(game.tracker, **changed))
        )
    ]


def test_a_scene_that_a_tracker_begins_with_is_tried() -> None:
    assert _of_tracker() == []
    [message] = _of_tracker(presets=(Preset("ford", "At the ford", {"figthers": []}),))
    assert re.match(
        rf"{file_of(dichotomy_spec)}:\d+: tracker of dichotomy: preset ford: fighters: "
        "expected a list of at most 16 values, each a record with name",
        message,
    )


def test_what_stops_a_tracker_is_told_with_its_place() -> None:
    [message] = _of_tracker(begin=lambda start: start["oil"])
    assert re.fullmatch(
        rf"{file_of(dichotomy_spec)}:\d+: tracker of dichotomy stopped: "
        rf"{file_of(spec)}:\d+, in {spec.TrackerSpec.initial_state.__name__}: KeyError: 'oil'",
        message,
    )


class Volley(brawl.Strike):
    """A blow with as many dice as the brawler has Punch."""

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
    """One whose chance doesn't come from the dice alone."""

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
    """One that saves what it doesn't read again."""

    id = "load"
    event_type = LoadedEvent


def _of_actions(**changed: Any) -> list[str]:
    """Return what is wrong with a brawl whose blow is declared otherwise."""
    actions = {"strike": Volley(), "end": brawl.EndRound(), "join": brawl.Join()}
    actions |= changed
    declared = replace(brawl.TRACKER, actions=Actions(*actions.values()))
    problems = check_tracker(Game("recipes", "War", "A war", order=1, tracker=declared))
    return [*dict.fromkeys(map(str, problems))]


def test_saved_field_of_an_action_is_read_again() -> None:
    assert _of_actions(strike=_volley(faces(6, upto=4)), load=Loaded()) == [
        "tracker of recipes: saved log of the action 'load': word: the action can't read what it saved. log.0.word: expected a word in small letters, got 'AS EVER'"
    ]


def _volley(declared: Input | None, kind: type[Volley] = Volley) -> Volley:
    action = kind()
    action.dice = declared
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
    texts = {re.sub(r"rolled \[[^]]*\]", "rolled […]", each) for each in _of_actions(strike=action)}
    about = "tracker of recipes: saved log of the action 'strike':"
    assert texts == {f"{about} {re.sub(r'rolled \[[^]]*\]', 'rolled […]', each)}" for each in words}


@dataclass(frozen=True)
class Pull(Outcome):
    """The distance a rope was pulled."""

    paces: int
    words: str = "pulled"

    @property
    def verdict(self) -> str:
        return self.words


PACES = Int("most", "Most paces", 1, 6, start=6)
SOUND = Calculator(
    "war.tug",
    "Tug",
    "How far does the rope go?",
    (PACES,),
    mechanic=lambda dice, *, most: Pull(min(most, dice.d(6))),
    scale=Scale("Paces", of="paces"),
    examples=({"most": 3},),
)
FELT: list[int] = []


def _felt(dice: Dice, *, most: int) -> Pull:
    """Roll with a result that depends on hidden state, so that it differs each time."""
    FELT.append(dice.d(6))
    return Pull(len(FELT))


def _published(inputs: Mapping[str, Any], chance: Fraction) -> PublishedOdds:
    return PublishedOdds(inputs, {1: chance}, "page 7")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, []),
        ({"published": (_published({"most": 2}, Fraction(1, 6)),)}, []),
        ({"title": ""}, ["title: expected a short text for headings, got ''"]),
        ({"summary": "How far"}, ["summary: expected a sentence that ends in . or ?, got 'How far'"]),
        (
            {"inputs": (replace(PACES, label=""),)},
            ["input most: label: expected a short text for the form, got ''"],
        ),
        ({"examples": ({"most": 7},)}, ["example 1: most: expected a whole number from 1 to 6, got 7"]),
        ({"worst_case": {"most": 0}}, ["worst_case: most: expected a whole number from 1 to 6, got 0"]),
        (
            {"published": (_published({"most": 7}, Fraction(1, 6)), _published({"most": 2}, Fraction(1, 2)))},
            [
                "published odds: most: expected a whole number from 1 to 6, got 7",
                "published odds of 1 with {'most': 2}: the game prints 1/2, but the calculator gives 1/6",
            ],
        ),
        (
            {"mechanic": _felt, "examples": ()},
            [
                "mechanic: two rolls with the seed 0 gave {'paces': 1, 'words': 'pulled'} and {'paces': 4, 'words': 'pulled'}. Use no source of chance but `dice`."
            ],
        ),
        (
            {"mechanic": lambda dice, *, most: Pull(dice.d(6), ""), "examples": ()},
            ["verdict: expected the result as text, got ''"] * 3,
        ),
        (
            {"closed_form": lambda *, most: Odds({Pull(7): 1}, 1), "examples": (), "scale": None},
            [
                "mechanic: a roll with the seed 0 and {'most': 6} gave {'paces': 4, 'words': 'pulled'}, which isn't in the odds of its closed_form"
            ],
        ),
        (
            {
                "closed_form": lambda *, most: Odds({Pull(each): 1 for each in range(1, 7)}, 7),
                "examples": (),
                "scale": None,
            },
            ["sum of all chances: expected 1, got '6/7'"],
        ),
    ],
)
def test_check_calculator_finds_roll_faults_in_advance(changed, words) -> None:
    FELT.clear()
    faults = [str(each) for each in check_calculator(replace(SOUND, **changed))]
    assert len(faults) == len(words), faults
    assert all(
        each.startswith(f"calculator war.tug: {word}") for each, word in zip(faults, words, strict=True)
    ), faults


def _of_sheet(cells: tuple[Any, ...] = (), problems: tuple[Problem, ...] = ()) -> list[str]:
    """Return the errors of a game whose sheet has these cells and problems."""
    name = Text("name", "Name")
    rope = Choice("rope", "Rope", {"hemp": "Hemp", "wire": "Wire"}, start="hemp")

    def judge(reading: ParsedSheet) -> SheetReport:
        return SheetReport(problems, {}, panels=(Panel("Ropes", ("Rope",), (cells,)),))

    sheet = Sheet(
        version=1,
        sections=(Section("Who", (name, rope, Int("breath", "Breath", 0, 9, default=3))),),
        evaluate=judge,
    )
    messages = check_sheet(Game("war", "War", "A war", order=1, calculators=(SOUND,), sheet=sheet))
    return [*dict.fromkeys(map(str, messages))]


TUG = RollButton("war.tug", {"most": 2}, "Tug", Fraction(1, 2))


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (7, ""),
        (Fraction(1, 2), ""),
        (TUG, ""),
        (
            OpenChoices("ropes.*", {}),
            "panel Ropes: path of open choices: unknown value 'ropes.*' (expected rope)",
        ),
        (
            OpenChoices("rope", {"silk": "Silk"}),
            "panel Ropes: open choice of rope: unknown value 'silk' (expected hemp or wire)",
        ),
        (OpenChoices("rope", {"hemp": "Hemp"}), ""),
        (replace(TUG, costs=(Cost("breath", 6, "paces"),)), ""),
        (
            0.5,
            "panel Ropes: cell: expected a text, a whole number, a Fraction, a RollButton or OpenChoices, got 0.5",
        ),
        (
            None,
            "panel Ropes: cell: expected a text, a whole number, a Fraction, a RollButton or OpenChoices, got nothing",
        ),
        (
            replace(TUG, calculator="war.push"),
            "calculator of the roll Tug: unknown value 'war.push' (expected war.tug)",
        ),
        (
            replace(TUG, inputs={"most": 7}),
            "roll Tug of war.tug: most: expected a whole number from 1 to 6, got 7",
        ),
        (
            replace(TUG, costs=(Cost("beer"),)),
            "cost of the roll Tug: unknown value 'beer' (expected name, rope or breath)",
        ),
        (
            replace(TUG, costs=(Cost("breath", 6, "words"),)),
            "cost of the roll Tug at breath: words: expected a whole number, yes or no, got 'pulled'",
        ),
        (
            replace(TUG, costs=(Cost("breath", 1, "pace"),)),
            "cost of the roll Tug at breath: when: unknown value 'pace' (expected paces). Did you mean 'paces'?",
        ),
        (
            replace(TUG, costs=(Cost("breath", 1, "paces"),)),
            "cost of the roll Tug at breath: paces: expected a whole number from -9 (give all of it back) to 1 (`by`), got 2",
        ),
        (
            replace(TUG, costs=(Cost("name"),)),
            "cost of the roll Tug: expected the field of an Int(…), got 'name'",
        ),
    ],
)
def test_a_cell_of_a_sheet_is_held_against_what_there_is(cell, words) -> None:
    assert _of_sheet((cell,)) == [f"sheet of war: {words}"] * bool(words)


def _resisting(dice: Dice, *, nerve: int) -> Tally:
    """Roll to resist; two sixes give a negative cost, which three seeds don't roll."""
    sixes = dice.tally(nerve, 6, lambda face: face == 6)[True]
    return Tally(cost=-sixes if sixes > 1 else 6 - sixes, kind="none" if sixes == nerve else 1)


@dataclass(frozen=True, kw_only=True)
class Tally(Outcome):
    """The cost of resisting."""

    cost: int
    kind: Any

    @property
    def verdict(self) -> str:
        return str(self.cost)


RESISTING = Calculator(
    "war.resist",
    "Resist",
    "What does it cost?",
    (Int("nerve", "Nerve", 1, 4, start=2),),
    mechanic=_resisting,
    scale=Scale("Cost", of="cost"),
)


def _of_cost(asks: tuple[str, ...] = (), **spend: Any) -> list[str]:
    """Return what is wrong with the cost of a roll of two dice on a track from 0 to 6."""
    cell = RollButton("war.resist", {"nerve": 2}, "Resist", Fraction(1, 2), asks, (Cost("stress", **spend),))
    sheet = Sheet(
        version=1,
        sections=(Section("Who", (Int("stress", "Stress", 0, 3, start=0),)),),
        evaluate=lambda reading: SheetReport((), {}, panels=(Panel("Rolls", ("Roll",), ((cell,),)),)),
    )
    problems = check_sheet(Game("war", "War", "A war", order=1, calculators=(RESISTING,), sheet=sheet))
    return [*dict.fromkeys(map(str, problems))]


COST = "sheet of war: cost of the roll Resist at stress"


@pytest.mark.parametrize(
    ("spend", "words"),
    [
        ({"by": 6, "when": "cost"}, []),
        ({"by": -6, "when": "cost"}, []),
        ({"by": -6, "when": "cost", "clips": True}, []),
        (
            {"by": -5, "when": "cost"},
            [f"{COST}: cost: expected a whole number from -3 (give all of it back) to 5 (`by`), got 6"],
        ),
        (
            {"by": -6, "when": "cost", "asks": ("nerve",)},
            [f"{COST}: cost: expected a whole number from -3 (give all of it back) to 6 (`by`), got -4"],
        ),
        ({"by": 6, "when": "kind"}, [f"{COST}: kind: expected a whole number, yes or no, got 'none'"]),
    ],
)
def test_cost_is_checked_for_every_outcome(spend, words) -> None:
    assert _of_cost(**spend) == words


def test_cost_of_nothing_is_refused() -> None:
    with pytest.raises(
        DeclarationError,
        match="cost at 'stress': by: expected a whole number above 0, or below 0 to add, got 0",
    ):
        Cost("stress", 0)


@pytest.mark.parametrize(("field", "faults"), [("breath", []), ("breath.0", []), ("beer", ["beer"])])
def test_a_problem_of_a_sheet_stands_at_one_of_its_fields(field, faults) -> None:
    mistakes = _of_sheet(problems=(Problem(field, "winded", "Breathe."),))
    assert mistakes == [
        f"sheet of war: field of problem winded: unknown value {each!r} (expected name, rope or breath)"
        for each in faults
    ]


@pytest.mark.parametrize(
    ("name", "own"),
    [("/one/lantern/rules.py", True), ("/other/war.py", True), ("/one.py", False), ("/else/war.py", False)],
)
def test_games_are_of_every_folder_that_games_come_from(monkeypatch, name, own) -> None:
    monkeypatch.setattr("rules_py.systems.__path__", ["/one", "/other"])
    assert is_game_file(name) == own


def test_tracker_check_opens_the_blank_preset_and_each_sample() -> None:
    setting = brawl.TRACKER.setup
    assert setting
    blank = replace(setting.blank, state={"brawlers": "none"})
    cook = replace(setting.samples[1], participant={"name": "Cook", "side": "they", "punch": 9, "grit": 4})
    for changed, words in (
        (
            replace(setting, blank=blank),
            "setup: blank blank: start.brawlers: expected a list of at most 12 values, each a record with name (a text of at most 40 characters), side (you or",
        ),
        (replace(setting, samples=(cook,)), "setup: sample cook: start.brawlers.0.punch: expected"),
    ):
        declared = replace(brawl.TRACKER, setup=changed)
        (fault,) = check_tracker(Game("recipes", "War", "A war", order=1, tracker=declared))
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
    declared = replace(brawl.TRACKER, forecast=forecast)
    faults = [*map(str, check_tracker(Game("recipes", "War", "A war", order=1, tracker=declared)))]
    what = "tracker of recipes: preset tavern: forecast: side that wins: unknown value 'them' (expected you)"
    assert [fault.startswith(what) for fault in faults] == [True] * (side == "them")
