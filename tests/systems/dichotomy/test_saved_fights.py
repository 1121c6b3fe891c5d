"""Fights in files and on the page, and the replay of their logs."""

import json
from html.parser import HTMLParser

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from hooks.contracts.requests import reply_to
from rules_py import web
from rules_py.base.errors import InputError
from rules_py.tracker import append_event, read_encounter, read_file, replay
from tests.systems.dichotomy.tracker_play import ALL, AMBUSH, FIGHT, TRACKER, ask, play, state_of


def test_read_file_restores_saved_fights():
    scene = play(FIGHT)
    text = json.dumps(
        {"format": "diceleaf-desk", "version": TRACKER.version, "game": "dichotomy", "scenes": [scene]}
    )
    (encounter,) = read_file(TRACKER, "dichotomy", text)
    assert state_of(encounter.to_json()) == state_of(scene)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": "other"}, "bad_file"),
        ({"game": "core_rules"}, "other_game"),
        ({"version": 99}, "unknown_version"),
        ({"scenes": []}, "bad_file"),
        ({"scenes": [{"name": "x"}]}, "missing_input"),
        ({"scenes": [3]}, "bad_file"),
        ({"scenes": [{**AMBUSH, "at": 4}]}, "bad_scene"),
        ({"scenes": [{**AMBUSH, "log": [{"do": "defend", "who": "Nobody"}], "at": 1}]}, "unknown_fighter"),
        ({"scenes": [{**AMBUSH, "log": [{"do": "recover", "who": "Odile"}], "at": 1}]}, "refused_event"),
        ({"scenes": [{**AMBUSH, "log": ["boo"], "at": 1}]}, "bad_value"),
    ],
)
def test_read_file_rejects_a_damaged_or_foreign_file(changes, code):
    file = {
        "format": "diceleaf-desk",
        "version": TRACKER.version,
        "game": "dichotomy",
        "scenes": [AMBUSH],
    } | changes
    with pytest.raises(InputError) as caught:
        read_file(TRACKER, "dichotomy", json.dumps(file))
    assert code in caught.value.codes


@pytest.mark.parametrize("text", ["", "{", "[]", "null", None, 3])
def test_tracker_file_request_rejects_an_invalid_file(text):
    reply = reply_to({"action": "tracker_file", "game": "dichotomy", "text": text})
    assert reply["codes"] == ["bad_file"]


def test_tracker_request_fails_for_a_game_without_one():
    reply = json.loads(web.respond(json.dumps({"action": "tracker", "game": "core_rules", "start": "x"})))
    assert reply["codes"] == ["no_tracker"]


class _Ids(HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids = []

    def handle_starttag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]


WHOLE = play(FIGHT)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, len(FIGHT)), st.sampled_from(["", "Odile", "Bram", "Thug", "Red hood", "Beard"]))
def test_fight_renders_at_every_log_position_with_unique_ids(at, turn):
    reply = ask(scene={**WHOLE, "at": at}, turn=turn)
    assert reply["ok"]
    parser = _Ids()
    parser.feed("".join(reply["html"].values()))
    assert len(parser.ids) == len(set(parser.ids))


@settings(max_examples=15, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(st.data())
def test_offered_actions_apply_and_replay_to_the_same_state(data):
    scene, turn = {"name": "All", "start": ALL}, ""
    for step in range(5):
        now = replay(TRACKER, read_encounter(TRACKER, scene))
        view = TRACKER.view(
            now.state, turn or data.draw(st.sampled_from([each.name for each in combatants_of(now)]))
        )
        available_options = [
            each
            for each in (*view.due_options, *view.options, *view.common_options)
            if not each.reasons and each.id not in ("tree", "join")
        ]
        option = data.draw(st.sampled_from(available_options))
        fields = {
            each.name: f"action {step}" if each.name == "label" else each.initial_value
            for each in option.inputs
        }
        faces = {"dice": [data.draw(st.integers(1, 10)) for _ in option.dice]} if option.dice else {}
        reply = ask(scene=scene, event={**option.event, **fields, **faces})
        assert reply["ok"] and reply["applied"], (option, reply)
        scene = reply["scene"]
        assert state_of(scene) == append_event(TRACKER, now, {**option.event, **fields, **faces})[0].state


def combatants_of(now):
    return TRACKER.view(now.state, "").combatants
