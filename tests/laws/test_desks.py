"""Laws of every desk: each start can be played, what is offered can be done, and every rule named is one
of the game's.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rules_py import catalogue, present, web
from rules_py.desk import begun, happened, played, read_scene
from rules_py.scale import TONES

STARTS = [
    pytest.param(game, start, id=f"{game.id}/{start.id}")
    for game in catalogue.games()
    if game.desk
    for start in game.desk.starts
]


def opened(game, start):
    """The start, played as far as it goes, and the view of everybody's turn."""
    now = played(game.desk, read_scene(game.desk, begun(start).to_json()))
    first = game.desk.view(now.state, "")
    return now, [first, *(game.desk.view(now.state, each.name) for each in first.pieces)]


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_a_start_is_plain_data_and_reads_back_as_it_is(game, start) -> None:
    scene = read_scene(game.desk, begun(start).to_json())
    assert read_scene(game.desk, json.dumps(scene.to_json())) == scene


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_everybody_stands_somewhere_and_the_acts_have_ids_of_their_own(game, start) -> None:
    _, views = opened(game, start)
    for view in views:
        assert {each.place for each in view.pieces} <= {each.name for each in view.places}
        ids = [each.id for each in (*view.due, *view.acts, *view.common)]
        assert len(ids) == len(set(ids))
        assert all(each.tone in TONES for each in view.pieces)
        assert {place for each in view.places for place in each.beside} <= {each.name for each in view.places}
        assert all(each.on.ladder in game.ladders for each in view.pieces if each.on)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_what_may_come_of_an_act_adds_up_to_one(game, start) -> None:
    _, views = opened(game, start)
    for act in (each for view in views for each in view.acts if each.shares):
        assert sum(share.chance for share in act.shares) == 1
        assert all(share.tone in TONES for share in act.shares)
        assert all(0 <= chance <= 1 for _, chance in act.figures)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_what_is_offered_is_done_and_done_again_when_replayed(game, start) -> None:
    now, views = opened(game, start)
    for act in (each for view in views for each in view.acts if not each.reasons):
        filled = {each.name: each.usual for each in act.inputs}
        after, happening = happened(game.desk, now, {**act.event, **filled})
        assert happening.applied and happening.sentence
        again = played(game.desk, read_scene(game.desk, json.dumps(after.scene.to_json())))
        assert again.state == after.state
        rules = {step.rule for step in happening.working if step.rule}
        assert rules <= set(game.numbers)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_a_scene_comes_to_the_same_whatever_was_gone_through_before(game, start) -> None:
    now, views = opened(game, start)
    offered = [act for view in views for act in view.acts if not act.reasons]
    paths = [
        happened(game.desk, now, act.event | {each.name: each.usual for each in act.inputs})[0]
        for act in offered
    ]
    longer = [
        happened(game.desk, each, (*view.due, *view.common)[0].event)[0]
        for each in paths
        for view in views[:1]
    ]
    for before in (now, paths[0], longer[-1]):
        for each in (*paths, *longer):
            back = replace(each.scene, at=0)
            for scene in (each.scene, back):
                assert played(game.desk, scene, before) == played(game.desk, scene)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_what_is_not_offered_is_refused_in_the_words_that_were_shown(game, start) -> None:
    now, views = opened(game, start)
    for act in (each for view in views for each in view.acts if each.reasons and not each.inputs):
        after, happening = happened(game.desk, now, act.event)
        assert not happening.applied and after.state == now.state
        assert happening.reasons == act.reasons
        assert all(each.text and each.rule in game.numbers for each in act.reasons)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_the_rules_named_are_rules_of_the_game(game, start) -> None:
    _, views = opened(game, start)
    named = {rule for view in views for act in (*view.due, *view.acts, *view.common) for rule in act.rules}
    assert named <= set(game.numbers)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_the_browser_is_answered_and_the_desk_is_shown(game, start) -> None:
    reply = json.loads(web.respond(json.dumps({"action": "desk", "game": game.id, "start": start.id})))
    assert reply["ok"] and set(reply["html"]) == {"head", "table", "last", "turn", "chances", "log"}
    assert str(present.desk(game, game.desk, start.id)).startswith("<dice-desk")
