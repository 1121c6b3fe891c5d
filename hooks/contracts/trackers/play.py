"""Contract tests of random play, the log and the player view."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from hooks.contracts.markup import attribute, markup_of
from hooks.contracts.requests import reply_to
from hooks.contracts.trackers.cases import (
    SCENES,
    STARTS,
    WITH_PLAYER_VIEW,
    about,
    every_choice,
    once_a_scene,
    parameters,
    random_play,
    start_and_views,
    tracker_of,
)
from rules_py import present
from rules_py.calculators.scale import TONES
from rules_py.dice.recording import SeededDice
from rules_py.present.typography import typeset
from rules_py.systems.game import Game
from rules_py.tracker import ActionOption, Preset, TrackerSpec, append_event


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_random_play_shows_complete_views(game: Game, start: Preset) -> None:
    """In any state of play the view is complete, and each offered action can be applied.

    Fix: `view`, and `options` and `check` of the action.
    """
    actions, gone = tracker_of(game).actions, 0
    for seed in range(4):
        for state, view, _, event in random_play(game, start, seed, 30):
            gone += 1
            names = {each.name for each in view.combatants}
            assert view.turn in names | {""} and view.next in names | {""}
            assert {each.zone for each in view.combatants} <= ({each.name for each in view.zones} or {""})
            assert all(each.tone in TONES and each.standing for each in view.combatants)
            acts = (*view.due_options, *view.options, *view.common_options)
            assert len({each.id for each in acts}) == len(acts)
            for each in acts:
                assert sum(share.chance for share in each.shares) == bool(each.shares), each.id
                assert all(
                    0 <= chance <= 1
                    for chance in (*dict(each.chances).values(), *(share.chance for share in each.shares))
                )
                if each.reasons and not each.inputs:
                    result = actions.apply(state, each.event, SeededDice(seed))
                    assert not result.applied and result.reasons == each.reasons
                for offered in every_choice(game, state, each) if not each.reasons else ():
                    check = actions.check(state, offered)
                    assert check.legal, (
                        f"{about(game, each)}: it offers {offered}, but `check` rejects it: {check.reasons}. "
                        "Remove that choice, or give the option its `reasons`."
                    )
            first, again = (actions.apply(state, event, SeededDice(gone)) for _ in range(2))
            action = f"desk of {game.id}: action {event['do']!r}"
            assert first.applied, (
                f"{action}: it is offered without reasons, but was refused: {first.sentence}"
            )
            assert first.sentence.endswith((".", "?", "!", "…", "”")), (
                f"{action}: expected a full stop at the end of its sentence, got {first.sentence!r}"
            )
            assert first == again, (
                f"{action}: the same dice had another result. Use no source of chance but `dice`."
            )
    assert gone, f"tracker of {game.id}: expected an action in preset {start.id}, got nothing"


def damage_chances(act: ActionOption) -> dict[int, Fraction] | None:
    """Return the chance of each amount of damage, if the shares of an action option are amounts."""
    chances: dict[int, Fraction] = {}
    for share in act.shares:
        amount = re.fullmatch(r"(no|\d+) \w+", share.label)
        if not amount:
            return None
        chances[int(amount[1].replace("no", "0"))] = share.chance
    return chances or None


@pytest.mark.parametrize(
    ("game", "start"), parameters(each for each in SCENES if tracker_of(each[0]).damage_table)
)
def test_attack_does_damage_as_often_as_shown(game: Game, start: Preset) -> None:
    """An attack does damage as often as its shares say.

    Fix: `shares=` of the `ActionOption`, or `apply` of the action.
    """
    assert_harm_matches_chances(game, start)


def _number_able(tracker: TrackerSpec[Any], state: Any) -> int:
    return sum(each.able for each in tracker.view(state, "").combatants)


@once_a_scene
def assert_harm_matches_chances(game: Game, start: Preset) -> int:
    """Check attacks with chances of damage with every face of each die; return their number."""
    tracker = tracker_of(game)
    harm = tracker.damage_table
    assert harm
    attempts = Counter[str]()
    for seed in range(3):
        for state, view, *_ in random_play(game, start, seed, 30):
            for act in view.options:
                chances, sides = damage_chances(act), [sides for _, sides in act.dice]
                if act.reasons or chances is None or prod(sides) > 100 or attempts[act.id] == 3:
                    continue
                attempts[act.id] += 1
                rolled = defaultdict[int, Fraction](Fraction)
                states = {}
                for faces in product(*(range(1, each + 1) for each in sides)):
                    after = tracker.actions.apply(state, {**act.event, "dice": list(faces)})
                    damage = sum(harm.damage(state, after.state).values())
                    rolled[damage] += Fraction(1, prod(sides))
                    states[damage] = after.state
                most = max(rolled)
                # Damage beyond what takes a combatant out is lost.
                if _number_able(tracker, states[most]) == _number_able(tracker, state):
                    most = max(chances)
                expected = defaultdict[int, Fraction](Fraction)
                for amount, chance in chances.items():
                    if chance:
                        expected[min(amount, most)] += chance
                assert rolled == expected, (
                    f"{about(game, act)}: the chances of its damage differ from its shares"
                )
    return attempts.total()


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_log_shows_every_event_and_the_position(game: Game, start: Preset) -> None:
    """The log shows each event with its sentence.

    Fix: the sentence that `apply` returns.
    """
    tracker = tracker_of(game)
    now, _ = start_and_views(game, start)
    for _, _, _, event in random_play(game, start, 1, 6):
        now, _ = append_event(tracker, now, event)
    many = len(now.applied_events)
    for at in (many, 1, 0):
        scene = replace(now.encounter, position=at).to_json()
        request = {"action": "tracker", "game": game.id, "scene": scene}
        log = markup_of(reply_to(request)["html"]["log"])
        lines = dict(enumerate(log.css(".tracker__entry"), 1))
        assert len(lines) == many
        for place, line in lines.items():
            assert typeset(now.applied_events[place - 1].sentence) in line.text()
            assert (
                "is-undone" in attribute(line, "class").split(),
                bool(line.css_first(".tracker__here")),
            ) == (place > at, place == at)
            assert line.attributes.get("aria-current") == ("step" if place == at else None)
            assert [each.attributes["data-at"] for each in line.css("button")] == [str(place)] * (place != at)
        assert bool(log.css_first(".tracker__log-head button:not([disabled])")) == bool(at)


@pytest.mark.parametrize("game", WITH_PLAYER_VIEW)
def test_player_view_has_words_and_no_numbers(game: Game) -> None:
    """The players' view shows everyone by name and in words, without numbers, boxes or dice.

    Fix: the result of `player_view`: combatants with `standing` in words, and without `boxes`, `facts` or
    `dice`.
    """
    tracker = tracker_of(game)
    assert tracker.player_view
    for start in tracker.presets:
        now, _ = start_and_views(game, start)
        states = [now.initial_state]
        for _ in range(12):
            view = tracker.player_view(states)
            assert {each.name for each in view.combatants} == {
                each.name for each in tracker.view(states[-1], "").combatants
            }
            for each in view.combatants:
                assert not each.boxes and not each.facts and not each.dice and each.tone in TONES
                digits = any(letter.isdigit() for letter in each.standing)
                assert not digits, (
                    f"combatant {each.name!r}: standing: expected no number for players, got {each.standing!r}"
                )
            assert str(present.render_player_view(game, tracker, view)).startswith("<header")
            event = tracker.forecast.next_event(states[-1]) if tracker.forecast else None
            if event is None:
                break
            rolled = SeededDice(len(states))
            states.append(tracker.actions.apply(states[-1], event, rolled).state)
