"""A tracker of an invented game: duels, an armour die that may be rerolled, and coins without a zone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from bs4 import BeautifulSoup

from hooks.contracts.requests import reply_to
from rules_py import present
from rules_py.base.errors import Fault, InputError
from rules_py.base.problems import ProblemType
from rules_py.calculators.measure import Measure
from rules_py.dice.recording import ScriptedDice
from rules_py.dice.roll_steps import Die, RollStep
from rules_py.inputs import Choice, Int, Text
from rules_py.present.actions import render_turn
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.tracker import (
    Action,
    ActionCheck,
    ActionOption,
    Actions,
    Combatant,
    Event,
    OutcomeShare,
    PendingRoll,
    Preset,
    TrackerSpec,
    View,
    Zone,
    append_event,
    faces,
    from_preset,
    read_encounter,
    read_file,
    replay,
    state_field,
)
from rules_py.tracker.api_calculators import ApiCalculators

WEARY = ProblemType("weary", "Anyone out of breath can't strike.", "S-1")
NOBODY = ProblemType("nobody", "There is no one to strike.", "S-2")


@dataclass(frozen=True)
class Bout:
    """A duel of two; `armour` is a die that may be rerolled before any other action."""

    breath: Mapping[str, int]
    wounds: Mapping[str, int]
    armour: tuple[str, int] | None = None

    def to_json(self) -> dict[str, Any]:
        return {"breath": dict(self.breath), "wounds": dict(self.wounds), "armour": self.armour}


@dataclass(frozen=True, kw_only=True)
class StrikeEvent(Event):
    who: str = state_field(Text("who", "Who"))


@dataclass(frozen=True, kw_only=True)
class ArmourEvent(StrikeEvent):
    again: str = state_field(
        Choice("again", "The die", {"keep": "keep it", "reroll": "reroll it"}, default="keep")
    )


def other(bout: Bout, who: str) -> str:
    return next(name for name in bout.breath if name != who)


class Strike(Action[Bout, StrikeEvent]):
    """An action after which the armour die of its target is pending."""

    id, label = "strike", "Strike"
    dice = faces(6)
    not_overridable = frozenset({"nobody"})

    def input_errors(self, state, event) -> Iterator[Fault]:
        if event.who not in state.breath:
            yield Fault("who", "unknown_name", event.who, "one of the two")

    def check(self, state, event) -> ActionCheck:
        problems = [WEARY] * (state.breath[event.who] < 1) + [NOBODY] * (len(state.breath) < 2)
        return ActionCheck(tuple(problems), 1, state.breath[event.who])

    def apply(self, state, event, dice):
        target = other(state, event.who)
        face = dice.d(6, label="Armour", rule="S-3")
        breath = {**state.breath, event.who: state.breath[event.who] - 1}
        return replace(state, breath=breath, armour=(target, face)), f"{event.who} strikes, armour {face}."

    def explain(self, before, event, after) -> Iterator[RollStep]:
        yield RollStep("1 breath spent", rule="S-1")

    def options(self, state, who) -> Iterator[ActionOption]:
        check = self.check(state, StrikeEvent(do="strike", who=who))
        yield ActionOption(
            id="strike",
            title="Strike",
            button="Strike",
            kind="Actions",
            event={"do": "strike", "who": who},
            dice=(("Armour", 6),),
            reasons=check.reasons,
        )


class Armour(Action[Bout, ArmourEvent]):
    """The end of a pending roll: the die is kept or rerolled."""

    id, label = "armour", "Armour"
    dice = replace(faces(6), fewest=0)

    def apply(self, state, event, dice):
        face = dice.d(6, label="Armour again") if event.again == "reroll" else state.armour[1]
        wounds = {**state.wounds, event.who: state.wounds[event.who] + (face < 4)}
        return replace(state, wounds=wounds, armour=None), f"{event.who} ends at {face}."

    def options(self, state, who) -> Iterator[ActionOption]:
        for again in ("keep", "reroll"):
            yield ActionOption(
                id=f"armour-{again}",
                title=f"Armour: {again}",
                button=again,
                kind="Armour",
                event={"do": "armour", "who": who, "again": again},
            )


def pending(state: Bout) -> PendingRoll | None:
    if state.armour is None:
        return None
    return PendingRoll(("armour",), f"{state.armour[0]} may reroll the armour die.", state.armour[0], "S-3")


ACTIONS = Actions(Strike(), Armour(), pending=pending)


def view(state: Bout, turn: str) -> View:
    name = turn or next(iter(state.breath))
    due = ACTIONS.pending_options(state)
    dice = {state.armour[0]: (Die(6, state.armour[1]),)} if state.armour else {}
    people = tuple(
        Combatant(
            name=name,
            side="Duellists",
            zone="Ring",
            standing=f"{state.wounds[name]} wounds",
            dice=dice.get(name, ()),
        )
        for name in state.breath
    )
    return View(
        title="Bout",
        news="Strike.",
        combatants=(*people, Combatant(name="The purse", side="Things", standing="12 coins")),
        turn_title=name,
        zones=(Zone("Ring"),),
        turn=name,
        due_options=due,
        options=() if due else tuple(ACTIONS["strike"].options(state, name)),
        waiting=bool(due),
    )


def begin(start: Mapping[str, Any]) -> Bout:
    names = [each.strip() for each in start["names"].split(",")]
    return Bout(dict.fromkeys(names, start["breath"]), dict.fromkeys(names, 0))


def wounds_for_sheet(state: Bout, name: str) -> dict[str, Any]:
    return {"wounds": state.wounds[name]}


TRACKER: TrackerSpec[Bout] = TrackerSpec(
    version=3,
    intro="Two strike.",
    encounter_noun="bout",
    presets=(Preset("yard", "In the yard", {"names": "Ann, Bea", "breath": 2}),),
    setup_inputs=(Text("names", "Names"), Int("breath", "Breath", 1, 9, default=2)),
    begin=begin,
    read=lambda data: Bout(data["breath"], data["wounds"], data["armour"] and tuple(data["armour"])),
    actions=ACTIONS,
    view=view,
    export_to_sheet=wounds_for_sheet,
)
GAME = Game(
    id="bouts",
    title="Bouts",
    tagline="Two strike.",
    order=9,
    source=None,
    numbers=("S-1", "S-2", "S-3"),
    calculators=(),
    tracker=TRACKER,
)
STRIKE = {"do": "strike", "who": "Ann", "dice": [2]}
KEEP = {"do": "armour", "who": "Bea"}


def start_encounter():
    return replay(TRACKER, read_encounter(TRACKER, from_preset(TRACKER.presets[0]).to_json()))


def after(*events):
    now = start_encounter()
    for event in events:
        now, applied_event = append_event(TRACKER, now, event)
        assert applied_event.applied, applied_event.sentence
    return now


# pending rolls


def test_pending_roll_blocks_other_actions() -> None:
    after_strike = after(STRIKE)
    unchanged, result = append_event(TRACKER, after_strike, {"do": "strike", "who": "Bea", "dice": [5]})
    assert not result.applied and unchanged is after_strike
    assert [(each.code, each.rule) for each in result.reasons] == [("roll_pending", "S-3")]
    assert "Bea may reroll the armour die." in result.sentence
    after_roll, applied_event = append_event(TRACKER, after_strike, KEEP)
    assert applied_event.sentence == "Bea ends at 2." and after_roll.state.wounds == {"Ann": 0, "Bea": 1}
    assert append_event(TRACKER, after_roll, {"do": "strike", "who": "Bea", "dice": [5]})[1].applied


def test_pending_roll_blocks_overrides_and_other_combatants() -> None:
    after_strike = after(STRIKE)
    for event in ({**STRIKE, "allow": True}, {"do": "armour", "who": "Ann"}):
        assert append_event(TRACKER, after_strike, event)[1].reasons[0].code == "roll_pending"


def test_options_of_a_pending_roll_are_due() -> None:
    after_strike = after(STRIKE)
    turn_view = view(after_strike.state, "Ann")
    assert (
        [each.id for each in turn_view.due_options] == ["armour-keep", "armour-reroll"]
        and not turn_view.options
        and turn_view.waiting
    )
    again, applied_event = append_event(
        TRACKER, after_strike, {**turn_view.due_options[1].event, "dice": [6]}
    )
    assert applied_event.sentence == "Bea ends at 6." and again.state.wounds["Bea"] == 0
    assert ACTIONS.pending_options(again.state) == ()


def test_each_action_is_a_row_with_one_button() -> None:
    for turn_view in (view(start_encounter().state, "Ann"), view(after(STRIKE).state, "Ann")):
        rows = BeautifulSoup(render_turn(GAME, turn_view), "html.parser").select("form")
        buttons = [row.select("button[type=submit]") for row in rows]
        assert rows and all(len(each) == 1 and "button--row" in each[0]["class"] for each in buttons)


def test_encounter_with_a_pending_roll_can_be_saved() -> None:
    after_strike = after(STRIKE)
    again = replay(TRACKER, read_encounter(TRACKER, json.dumps(after_strike.encounter.to_json())))
    assert again.state == after_strike.state and ACTIONS.pending_roll(again.state) is not None


# dice


def test_missing_dice_are_rolled_and_logged() -> None:
    now, applied_event = append_event(
        TRACKER, start_encounter(), {"do": "strike", "who": "Ann", "dice": [None]}
    )
    (face,) = applied_event.faces
    assert 1 <= face <= 6 and now.encounter.log[0]["dice"] == [face]
    assert replay(TRACKER, now.encounter).state == now.state


def test_seed_gives_the_same_faces_and_the_log_omits_it() -> None:
    results = [
        ACTIONS.apply(start_encounter().state, {"do": "strike", "who": "Ann", "seed": 5}) for _ in range(2)
    ]
    assert results[0].faces == results[1].faces and "seed" not in results[0].event


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"do": "strike", "who": "Ann"}, "missing_dice"),
        ({"do": "strike", "who": "Ann", "dice": [7]}, "bad_die"),
        ({"do": "strike", "who": "Ann", "dice": [0]}, "bad_die"),
        ({"do": "strike", "who": "Ann", "dice": [1, 2]}, "bad_value"),
        ({"do": "strike", "who": "Nobody", "dice": [1]}, "unknown_name"),
        ({"do": "dance"}, "unknown_action"),
        ({"who": "Ann"}, "missing_input"),
        ({"do": "strike", "who": "Ann", "hat": 1}, "unknown_input"),
    ],
)
def test_invalid_event_is_refused_with_its_code(event, code) -> None:
    with pytest.raises(InputError) as error:
        ACTIONS.apply(start_encounter().state, event)
    assert error.value.codes == (code,)


def test_superfluous_faces_of_an_event_are_refused() -> None:
    with pytest.raises(InputError) as error:
        ACTIONS.apply(after(STRIKE).state, {**KEEP, "dice": [3]})
    assert error.value.codes == ("wrong_dice_count",)


# overrides


def test_override_is_reported_and_never_forces_the_impossible() -> None:
    tired = after(STRIKE, KEEP, STRIKE, KEEP)
    _, result = append_event(TRACKER, tired, STRIKE)
    assert (result.applied, result.sentence) == (
        False,
        "Ann can’t do that. Anyone out of breath can't strike.",
    )
    _, override = append_event(TRACKER, tired, {**STRIKE, "allow": True})
    assert override.applied and override.steps[0].text == "GM override: Anyone out of breath can't strike."
    assert override.steps[-1].text == "1 breath spent"
    alone = Bout({"Ann": 1}, {"Ann": 0})
    assert not ACTIONS.apply(alone, {**STRIKE, "allow": True}).applied


# views


def test_combatant_without_a_zone_is_shown_with_its_dice() -> None:
    parts = present.tracker_parts(GAME, TRACKER, after_strike := after(STRIKE), view(after_strike.state, ""))
    assert "The purse" in parts["table"] and "12 coins" in parts["table"]
    assert "d6: 2" in parts["table"]
    nowhere = replace(
        view(after_strike.state, ""), zones=(), combatants=(Combatant(name="P", side="S", standing="x"),)
    )
    assert 'class="zone-map"' in parts["map"]
    assert "map" not in present.tracker_parts(GAME, TRACKER, after_strike, nowhere)


def test_log_text_ends_at_the_current_position() -> None:
    now = after(STRIKE, KEEP)
    assert now.log_text() == "In the yard\n1. Ann strikes, armour 2. [2]\n2. Bea ends at 2.\n"
    assert (
        replay(TRACKER, replace(now.encounter, position=1)).log_text()
        == "In the yard\n1. Ann strikes, armour 2. [2]\n"
    )


# entry points


@pytest.fixture
def registered_game(monkeypatch):
    """Add the game to the registry."""
    registry_game = registry.game
    monkeypatch.setattr(registry, "game", lambda id: GAME if id == "bouts" else registry_game(id))


def ask(**request):
    return reply_to({"game": "bouts", **request})


def test_web_tracker_plays_events_and_updates_the_sheet(registered_game) -> None:
    reply = ask(action="tracker", start="yard", event=STRIKE)
    assert reply["ok"] and "armour-reroll" in reply["html"]["turn"]
    reply = ask(action="tracker", scene=reply["scene"], event=KEEP)
    scene = reply["scene"]
    sheet = {"name": "Bea", "wounds": 0, "hat": "blue"}
    assert ask(action="tracker_update_sheet", scene=scene, sheet=sheet)["sheet"] == sheet | {"wounds": 1}
    assert ask(action="tracker_log", scene=scene)["text"].endswith("2. Bea ends at 2.\n")
    assert ask(action="tracker_update_sheet", scene=scene)["codes"] == ["bad_sheet"]
    for action in ("tracker_forecast", "tracker_action_forecast"):
        assert ask(action=action, scene=scene, event=KEEP, who="Bea")["codes"] == ["no_forecast"]
    assert ask(action="tracker_player_view", scene=scene)["codes"] == ["no_player_view"]
    for action in ("tracker_new", "tracker_setup"):
        assert ask(action=action, scene=scene, change={"set": "rest"})["codes"] == ["no_setup"]


def test_file_of_another_version_is_refused() -> None:
    scene = after(STRIKE).encounter.to_json()
    file = {"format": "diceleaf-desk", "version": 3, "game": "bouts", "scenes": [scene]}
    assert read_file(TRACKER, "bouts", json.dumps(file))[0].to_json() == scene
    with pytest.raises(InputError) as error:
        read_file(TRACKER, "bouts", json.dumps(file | {"version": 2}))
    assert error.value.codes == ("unknown_version",)


def test_api_calculators_use_the_same_events_and_states() -> None:
    api_calculators = ApiCalculators(
        game="bouts",
        tracker=TRACKER,
        state=start_encounter().state.to_json(),
        event=STRIKE,
        rules=("S-1",),
        check_rules=(),
        chance_rules=(),
        outlook=lambda state: {"breath": dict(state.breath)},
        measures=(Measure("breath", "Breath"),),
    )
    happens, plan, replay, chances = api_calculators.calculators()
    first = happens.bind(happens.initial_inputs()).answer()
    assert first["state"] == after(STRIKE).state.to_json() and first["event"] == STRIKE
    check = plan.bind(plan.initial_inputs()).answer()
    assert (check["legal"], check["cost"], check["left"]) == (True, 1, 2)
    answer = replay.bind({**replay.initial_inputs(), "log": [STRIKE, STRIKE, KEEP]}).answer()
    assert answer["problems"] == ["roll_pending"] and answer["sentences"][2] == "Bea ends at 2."
    assert answer["state"] == after(STRIKE, KEEP).state.to_json()
    assert chances.bind(chances.initial_inputs()).answer() == {"breath": {"Ann": 2, "Bea": 2}}
    with pytest.raises(InputError, match="a bout as plain data"):
        plan.parse({"state": 3, "event": STRIKE})


def test_action_rolls_the_scripted_dice() -> None:
    state, sentence = ACTIONS["strike"].apply(
        start_encounter().state, StrikeEvent(do="strike", who="Bea"), ScriptedDice([4])
    )
    assert state.armour == ("Ann", 4) and sentence == "Bea strikes, armour 4."


def test_action_faces_match_the_number_and_sizes_of_its_dice() -> None:
    field = faces(6, 12)
    assert field.parse([12, 1]) == [12, 1] and faces(12, 6, zero=True).parse([0, 12]) == [0, 12]
    for wrong in ([13, 1], [0, 1], [6], [6, 6, 6]):
        with pytest.raises(InputError):
            field.parse(wrong)


def test_row_of_an_action_shows_its_first_share() -> None:
    shares = (OutcomeShare("wins", Fraction(1, 4)), OutcomeShare("loses", Fraction(3, 4)))
    option = ActionOption(
        id="stay", title="Stay", button="Stay", kind="Answer", event={"do": "stay"}, shares=shares
    )
    view = View(title="", news="", combatants=(), turn_title="", options=(option,))
    row = str(render_turn(registry.game("dichotomy"), view)).split("</summary>")[0]
    assert "Wins: " in row and "25%" in row
