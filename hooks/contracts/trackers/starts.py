"""Contract tests of what a tracker offers at each preset."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from hooks.contracts.requests import reply_to
from hooks.contracts.trackers.cases import STARTS, about, filled_in, start_and_views, tracker_of
from rules_py import present
from rules_py.authoring.samples import event_for, fields_for
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.scale import TONES
from rules_py.systems.game import Game
from rules_py.tracker import Preset, append_event, from_preset, read_encounter, replay


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_preset_survives_json(game: Game, start: Preset) -> None:
    """A preset is plain data, and reading it again gives the same state.

    Fix: use only numbers, texts, lists and mappings in `Preset(…)`, and inputs in `setup_inputs` that
    return an accepted value unchanged.
    """
    tracker = tracker_of(game)
    scene = read_encounter(tracker, from_preset(start).to_json())
    assert read_encounter(tracker, json.dumps(scene.to_json())) == scene


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_combatants_have_zones_and_options_have_ids(game: Game, start: Preset) -> None:
    """Each combatant is in a zone of the view and has a tone, and each action option has a unique id.

    Fix: `zone=` and `tone=` of the combatants and `id=` of the action options in `view`.
    """
    _, views = start_and_views(game, start)
    for view in views:
        assert {each.zone for each in view.combatants} <= ({each.name for each in view.zones} or {""})
        ids = [each.id for each in (*view.due_options, *view.options, *view.common_options)]
        assert len(ids) == len(set(ids)), f"action options: expected a different id for each, got {ids}"
        assert all(each.tone in TONES for each in view.combatants), (
            f"combatants: tone: expected one of {[*TONES]}"
        )
        assert {place for each in view.zones for place in each.beside} <= {each.name for each in view.zones}
        assert all(
            each.track_position.track in game.tracks for each in view.combatants if each.track_position
        )


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_shares_of_an_action_option_sum_to_one(game: Game, start: Preset) -> None:
    """The shares of an action option add up to 1.

    Fix: `shares=` of the `ActionOption`.
    """
    _, views = start_and_views(game, start)
    for act in (each for view in views for each in view.options if each.shares):
        assert sum(share.chance for share in act.shares) == 1, (
            f"{about(game, act)}: shares: expected chances that add up to 1"
        )
        assert all(share.tone in TONES for share in act.shares)
        assert all(0 <= chance <= 1 for _, chance in act.chances)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_offered_action_is_applied_and_replayed(game: Game, start: Preset) -> None:
    """Each offered action can be done, is reported in a sentence, and is replayed from the saved log.

    Fix: `options`, `check` and `dice` of the action.
    """
    tracker = tracker_of(game)
    now, views = start_and_views(game, start)
    for act in (each for view in views for each in view.options if not each.reasons):
        after, happening = append_event(tracker, now, filled_in(game, now.state, act))
        assert happening.applied, (
            f"{about(game, act)}: it is offered without reasons, but was refused: {happening.sentence}"
        )
        assert happening.sentence, f"{about(game, act)}: `apply` returned no sentence for the log"
        again = replay(tracker, read_encounter(tracker, json.dumps(to_jsonable(after.encounter))))
        assert again.state == after.state, f"{about(game, act)}: its saved log led to another state"
        rules = {step.rule for step in happening.steps if step.rule}
        unknown = sorted(rules - set(game.numbers))
        assert not unknown, f"{about(game, act)}: rules: expected the game's `numbers`, got {unknown}"


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_log_replays_identically_after_other_logs(game: Game, start: Preset) -> None:
    """A log always leads to the same state.

    Fix: never change a state, but return a new one; take chance from `dice` alone.
    """
    tracker = tracker_of(game)
    now, views = start_and_views(game, start)
    offered = [act for view in views for act in view.options if not act.reasons]
    paths = [append_event(tracker, now, filled_in(game, now.state, act))[0] for act in offered]
    following = [*views[0].due_options, *views[0].common_options][:1]
    longer = [
        append_event(tracker, path, event)[0]
        for path in paths
        for act in following
        if (event := event_for(tracker, path.state, act, Random(act.id))) is not None
    ]
    for before in (now, *paths[:1], *longer[-1:]):
        for each in (*paths, *longer):
            back = replace(each.encounter, position=0)
            for scene in (each.encounter, back):
                assert replay(tracker, scene, before) == replay(tracker, scene), (
                    f"tracker of {game.id}: the log {scene.log} led to another state after another encounter. "
                    "Return a new state from `apply`; never change one."
                )


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_blocked_option_is_refused_for_the_shown_reasons(game: Game, start: Preset) -> None:
    """The reasons shown beside an action are those that refuse it.

    Fix: take `reasons=` from `self.check(…).reasons`.
    """
    tracker = tracker_of(game)
    now, views = start_and_views(game, start)
    for act in (each for view in views for each in view.options if each.reasons and not each.inputs):
        after, happening = append_event(tracker, now, act.event)
        assert not happening.applied and after.state == now.state
        assert happening.reasons == act.reasons, (
            f"{about(game, act)}: its reasons differ from those of `check`"
        )
        assert all(each.text for each in act.reasons)
        assert not game.numbers or all(each.rule in game.numbers for each in act.reasons)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_action_options_name_rules_of_the_game(game: Game, start: Preset) -> None:
    """Action options name rules of the game.

    Fix: `rules=` of the `ActionOption`, or `numbers=` of the game.
    """
    _, views = start_and_views(game, start)
    cited_rules = {
        rule
        for view in views
        for act in (*view.due_options, *view.options, *view.common_options)
        for rule in act.rules
    }
    unknown = sorted(cited_rules - set(game.numbers))
    assert not unknown, f"rules of action options: expected the game's `numbers`, got {unknown}"


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_page_shows_the_tracker(game: Game, start: Preset) -> None:
    """The page shows the tracker.

    Fix: the `View` that `view` returns for each preset.
    """
    tracker = tracker_of(game)
    reply = reply_to({"action": "tracker", "game": game.id, "start": start.id})
    parts = {"head", "clocks", "table", "last", "turn", "chances", "log"}
    if tracker.setup and tracker.setup.zones_field:
        parts |= {"places", "map"}
    if tracker.options:
        parts.add("house")
    assert reply["ok"] and set(reply["html"]) - {"declined"} == parts
    assert ("declined" in reply["html"]) == (tracker.forecast is not None)
    assert str(present.render_tracker(game, tracker, start.id)).startswith("<dice-tracker")


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_invalid_action_is_refused_despite_override(game: Game, start: Preset) -> None:
    """An action that makes no sense raises InputError, even if the rules are overridden for it.

    Fix: `input_errors` of the action where the traceback ends: report there what `apply` can't handle.
    """
    tracker = tracker_of(game)
    now, _ = start_and_views(game, start)
    random = Random(start.id)
    for _ in range(10):
        names = [each.name for each in tracker.view(now.state, "").combatants]
        astray = now
        for action in [*tracker.actions] * 2:
            senseless = fields_for(action.inputs, random, names) | {"do": action.id, "allow": True}
            senseless = {name: each for name, each in senseless.items() if name not in ("dice", "seed")}
            with suppress(InputError):
                astray, _ = append_event(tracker, astray, senseless)
        offered = [act for act in tracker.view(now.state, "").options if not act.reasons]
        for act in offered[:1]:
            if (event := event_for(tracker, now.state, act, random)) is not None:
                now, _ = append_event(tracker, now, event)
