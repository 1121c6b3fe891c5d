"""Clocks of a tracker: ticked, full, undone, saved, shown and announced."""

from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup

from hooks.contracts.requests import reply_to
from rules_py import present
from rules_py.base.errors import InputError
from rules_py.systems import registry
from rules_py.systems.recipes import brawl
from rules_py.tracker import Clock, View, read_clocks

WATCH = "The watch arrives"


def play(scene: Any = None, **event: Any) -> dict[str, Any]:
    request_data = {"action": "tracker", "game": "recipes", "turn": ""}
    request_data |= {"scene": scene} if scene else {"start": "tavern"}
    return reply_to(request_data | ({"event": {"do": "tick", "clock": WATCH, **event}} if event else {}))


def clocks_of(reply: dict[str, Any]) -> BeautifulSoup:
    return BeautifulSoup(reply["html"]["clocks"], "html.parser")


def test_clock_is_ticked_announced_saved_and_undone() -> None:
    after_tick = play(play()["scene"], by=2)
    assert after_tick["applied"] and after_tick["say"].startswith("The watch arrives: 3 of 6. ")
    assert after_tick["scene"]["log"] == [{"do": "tick", "clock": WATCH, "by": 2}]
    assert clocks_of(play(after_tick["scene"])).select_one(".clock__count").text == "3 of 6"
    after_undo = reply_to(
        {
            "action": "tracker",
            "game": "recipes",
            "scene": {**after_tick["scene"], "at": 0},
            "from": 1,
            "turn": "",
        }
    )
    assert after_undo["say"].startswith("Undone: The watch arrives: 3 of 6.")
    assert len(clocks_of(after_undo).select("path.is-ticked")) == 1


def test_clock_stops_when_full_and_when_empty() -> None:
    full = play(play()["scene"], by=12)
    assert full["say"].startswith("The watch arrives: 6 of 6, and the clock is full. ")
    down, up = clocks_of(full).select("button")
    assert (down.has_attr("disabled"), up.has_attr("disabled")) == (False, True)
    assert clocks_of(full).select_one(".clock__count").text == "6 of 6, full"
    empty = play(full["scene"], by=-12)
    assert empty["say"].startswith("The watch arrives: 0 of 6. ")


def test_buttons_of_a_clock_tick_it() -> None:
    reply = play()
    [down, up] = clocks_of(reply).select("form")
    assert up.button["aria-label"] == f"Tick {WATCH}" and down.button["aria-label"] == f"Untick {WATCH}"
    assert up["data-event"] == f'{{"do":"tick","clock":"{WATCH}","by":1}}'


def test_unknown_clock_is_named() -> None:
    reply = play(play()["scene"], clock="Dawn")
    assert not reply["ok"] and reply["message"] == "There’s no clock called “Dawn”."


@pytest.mark.parametrize(
    ("clocks", "words"),
    [
        ([Clock("Dawn"), Clock("Dawn")], "Two clocks are called “Dawn”. Rename one."),
        ([Clock("Dawn", 4, ticked=5)], "“Dawn” has only 4 segments."),
    ],
)
def test_impossible_clocks_are_refused_at_setup(clocks, words) -> None:
    with pytest.raises(InputError) as error:
        read_clocks({"clocks": [each.to_json() for each in clocks]})
    assert error.value.user_message == words


def test_encounter_saved_without_clocks_opens() -> None:
    scene = play()["scene"]
    old = {**scene, "start": {"brawlers": scene["start"]["brawlers"]}}
    reply = play(old)
    assert reply["ok"] and reply["html"]["clocks"] == ""


def test_players_see_clocks_without_buttons() -> None:
    game = registry.game("recipes")
    state = brawl.begin(brawl.TRACKER.presets[0].state)
    view: View = replace(brawl.view(state, ""), clocks=(Clock("Dawn", 4, ticked=1),))
    html = BeautifulSoup(str(present.render_player_view(game, brawl.TRACKER, view)), "html.parser")
    assert html.select_one(".clock").get_text(" ", strip=True) == "Dawn 1 of 4"
    assert not html.select(".clock button")
