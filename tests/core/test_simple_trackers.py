"""Contract tests pass trackers that differ from ours, and name the faults of invalid ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from hooks.contracts import trackers
from hooks.contracts.requests import reply_to
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.systems.recipes import brawl
from rules_py.tracker import ActionOption, Actions, View, read_encounter, replay
from rules_py.web.trackers import _say


class Arrive(brawl.Join):
    """A join action under another name, whose form has no initial value."""

    id, label = "arrive", "Arrives"

    def options(self, state: brawl.Brawl, who: str) -> Iterator[ActionOption]:
        yield ActionOption(
            id="arrive",
            title="Arrive",
            button="Arrive",
            kind="More",
            event={"do": "arrive"},
            inputs=self.fields,
        )


class FailingArrive(Arrive):
    """A join action that always fails."""

    def input_errors(self, state: brawl.Brawl, event: brawl.JoinEvent) -> Iterator[Any]:
        yield from brawl.newcomer_faults(["Ann"], {"comer": {"name": "Ann"}})


def game_with(arrive: Arrive, name: str) -> Game:
    """Return a brawl without setup, news or actions that need no form."""
    actions = Actions(brawl.Strike(), brawl.EndRound(), arrive)

    def view(state: brawl.Brawl, turn: str) -> View:
        plain = brawl.view(state, turn)
        return replace(
            plain,
            news="",
            due_options=(),
            options=(*plain.options, *arrive.options(state, "")),
            common_options=(),
        )

    return Game(
        name, "War", "A war", order=1, tracker=replace(brawl.TRACKER, actions=actions, view=view, setup=None)
    )


CONTRACTS = [
    trackers.test_preset_survives_json,
    trackers.test_combatants_have_zones_and_options_have_ids,
    trackers.test_offered_action_is_applied_and_replayed,
    trackers.test_log_replays_identically_after_other_logs,
    trackers.test_blocked_option_is_refused_for_the_shown_reasons,
    trackers.test_invalid_action_is_refused_despite_override,
    trackers.test_random_play_shows_complete_views,
]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.__name__)
def test_contract_test_passes_an_unusual_tracker(contract: Any) -> None:
    contract(game_with(Arrive(), "unusual"), brawl.TRACKER.presets[0])


def test_contract_test_names_an_action_that_always_fails() -> None:
    with pytest.raises(
        pytest.fail.Exception, match="tracker of refusing: action 'arrive', .* rejected every value of"
    ):
        trackers.test_offered_action_is_applied_and_replayed(
            game_with(FailingArrive(), "refusing"), brawl.TRACKER.presets[0]
        )


def test_news_may_be_empty() -> None:
    view = View(title="Round 1", news="", combatants=(), turn_title="")
    assert _say("Round 1.", view) == "Round 1."
    assert _say("Round 1.", replace(view, news="Ann is next.")) == "Round 1. Ann is next."


def test_undo_and_redo_name_the_action() -> None:
    tracker = registry.game("dichotomy").tracker
    assert tracker
    start = {"action": "tracker", "game": "dichotomy", "start": tracker.presets[0].id}
    reply = reply_to(start)
    for _ in range(2):
        encounter = read_encounter(tracker, reply["scene"])
        options = tracker.view(replay(tracker, encounter).state, "").options
        option = next(each for each in options if not (each.dice or each.inputs or each.reasons))
        reply = reply_to({**start, "scene": reply["scene"], "event": option.event})
        assert reply["applied"]
    scene = reply["scene"]
    text = reply["say"].partition(".")[0]
    undo_text = reply_to({**start, "scene": {**scene, "at": 1}, "from": 2})["say"]
    assert undo_text.startswith(f"Undone: {text}.")
    redo_text = reply_to({**start, "scene": scene, "from": 1})["say"]
    assert redo_text.startswith(f"Redone: {text}.")
    assert reply_to({**start, "scene": {**scene, "at": 0}, "from": 2})["say"].startswith("Undone: 2 actions.")
    for odd in (2, 99, -1, True, "1"):
        assert "done" not in reply_to({**start, "scene": scene, "from": odd})["say"]
