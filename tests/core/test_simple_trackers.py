"""The contract tests pass trackers declared otherwise than our own, and name what is wrong with bad ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from hooks.contracts import trackers
from rules_py.systems.game import Game
from rules_py.systems.recipes import brawl
from rules_py.tracker import Act, Deeds, View
from rules_py.web.trackers import _say


class Arrive(brawl.Join):
    """Somebody joins by an action of another name, whose form has no initial value."""

    do, label = "arrive", "Arrives"

    def offers(self, state: brawl.Brawl, who: str) -> Iterator[Act]:
        yield Act(
            id="arrive",
            title="Arrive",
            button="Arrive",
            kind="More",
            event={"do": "arrive"},
            inputs=self.fields,
        )


class Refusing(Arrive):
    """Nobody ever arrives."""

    def faults(self, state: brawl.Brawl, event: brawl.Event) -> Iterator[Any]:
        yield from brawl.newcomer_faults(["Ann"], {"comer": {"name": "Ann"}})


def game_with(arrive: Arrive, name: str) -> Game:
    """A brawl without a table to set, without news, and without an action that needs no form."""
    actions = Deeds(brawl.Strike(), brawl.EndRound(), arrive, read=brawl.Event.read)

    def view(state: brawl.Brawl, turn: str) -> View:
        plain = brawl.view(state, turn)
        return replace(plain, news="", due=(), acts=(*plain.acts, *arrive.offers(state, "")), common=())

    return Game(
        name, "War", "A war", order=1, tracker=replace(brawl.DESK, deeds=actions, view=view, setting=None)
    )


LAWS = [
    trackers.test_a_start_is_plain_data_and_reads_back_as_it_is,
    trackers.test_everybody_stands_somewhere_and_the_acts_have_ids_of_their_own,
    trackers.test_what_is_offered_is_done_and_done_again_when_replayed,
    trackers.test_a_scene_comes_to_the_same_whatever_was_gone_through_before,
    trackers.test_what_is_not_offered_is_refused_in_the_words_that_were_shown,
    trackers.test_no_deed_is_done_that_makes_no_sense_whoever_allows_it,
    trackers.test_wherever_play_leads_what_is_shown_is_sound_and_what_is_offered_is_done,
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_contract_test_passes_an_innocent_tracker(law: Any) -> None:
    law(game_with(Arrive(), "innocent"), brawl.DESK.starts[0])


def test_contract_test_names_an_action_that_no_form_does() -> None:
    with pytest.raises(
        pytest.fail.Exception, match="desk of refusing: action 'arrive', .* no event of it is accepted"
    ):
        trackers.test_what_is_offered_is_done_and_done_again_when_replayed(
            game_with(Refusing(), "refusing"), brawl.DESK.starts[0]
        )


def test_news_may_be_empty() -> None:
    shown = View(title="Round 1", news="", pieces=(), turn_title="")
    assert _say("Round 1.", shown) == "Round 1."
    assert _say("Round 1.", replace(shown, news="Ann is next.")) == "Round 1. Ann is next."
