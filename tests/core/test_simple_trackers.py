"""The contract tests pass trackers declared otherwise than our own, and name what is wrong with bad ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from hooks.contracts import trackers
from rules_py.systems.game import Game
from rules_py.systems.recipes import brawl
from rules_py.tracker import ActionOption, Actions, View
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


class Refusing(Arrive):
    """A join action that always fails."""

    def input_errors(self, state: brawl.Brawl, event: brawl.Event) -> Iterator[Any]:
        yield from brawl.newcomer_faults(["Ann"], {"comer": {"name": "Ann"}})


def game_with(arrive: Arrive, name: str) -> Game:
    """Return a brawl without setup, news or actions that need no form."""
    actions = Actions(brawl.Strike(), brawl.EndRound(), arrive, read=brawl.Event.read)

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


LAWS = [
    trackers.test_preset_survives_json,
    trackers.test_combatants_have_zones_and_options_have_ids,
    trackers.test_offered_action_is_applied_and_replayed,
    trackers.test_log_replays_the_same_after_any_other,
    trackers.test_blocked_option_is_refused_for_the_shown_reasons,
    trackers.test_senseless_action_is_refused_despite_override,
    trackers.test_random_play_shows_complete_views,
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_contract_test_passes_an_innocent_tracker(law: Any) -> None:
    law(game_with(Arrive(), "innocent"), brawl.TRACKER.presets[0])


def test_contract_test_names_an_action_that_no_form_does() -> None:
    with pytest.raises(
        pytest.fail.Exception, match="tracker of refusing: action 'arrive', .* rejected every value of"
    ):
        trackers.test_offered_action_is_applied_and_replayed(
            game_with(Refusing(), "refusing"), brawl.TRACKER.presets[0]
        )


def test_news_may_be_empty() -> None:
    shown = View(title="Round 1", news="", combatants=(), turn_title="")
    assert _say("Round 1.", shown) == "Round 1."
    assert _say("Round 1.", replace(shown, news="Ann is next.")) == "Round 1. Ann is next."
