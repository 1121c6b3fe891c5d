"""Requests about a game's encounter tracker: setup, play, player view, forecasts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain, product
from typing import Any

from rules_py import api, present, tracker
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.base.limits import MAX_ROWS
from rules_py.base.memo import Memo
from rules_py.dice.incremental import Incremental
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.tracker import TrackerSpec
from rules_py.tracker.forecast import ModelAfterAction
from rules_py.tracker.forecast_solver import compute_forecast
from rules_py.tracker.spec import HOUSE
from rules_py.web.request import Action, house_name_of, house_of, value_of

NO_CHARACTER = "No usable character here."


def _tracker_of(request: Mapping[str, Any]) -> tuple[Game, TrackerSpec[Any]]:
    game = registry.game(value_of(request, "game"))
    if game.tracker is None:
        raise InputError.at("game", game.id, "a game with a tracker", code="no_tracker")
    return game, game.tracker


_LAST_PLAYED: Memo[str, tracker.Replay[Any]] = Memo(8)
"""The last encounter replayed in each game, so that the next request needn't replay its log."""


def _replay(game: Game, spec: TrackerSpec[Any], scene: Any) -> Incremental[tracker.Replay[Any]]:
    now = yield from tracker.replay_incrementally(
        spec, tracker.read_encounter(spec, scene), _LAST_PLAYED.get(game.id)
    )
    _LAST_PLAYED[game.id] = now
    return now


def _play(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    game, declared = _tracker_of(request)
    encounter, event, turn = request.get("scene"), request.get("event"), request.get("turn", "")
    if encounter is None:
        start = next((each for each in declared.presets if each.id == request.get("start")), None)
        if start is None:
            starts = join_or(each.id for each in declared.presets)
            raise InputError.at("start", request.get("start"), starts, code="unknown_start")
        encounter = tracker.from_preset_under(declared, start, house_of(request)).to_json()
    now = yield from _replay(game, declared, encounter)
    applied_event = None
    if event is not None:
        if not isinstance(event, Mapping):
            raise InputError.at("event", event, "a mapping", code="bad_request")
        now, applied_event = tracker.append_event(declared, now, event)
        turn = applied_event.next_actor if applied_event.applied else turn
    return _reply(game, declared, now, {**request, "turn": turn}, applied_event)


def _reply(
    game: Game,
    spec: TrackerSpec[Any],
    now: tracker.Replay[Any],
    request: Mapping[str, Any],
    applied_event: tracker.AppliedEvent[Any] | None = None,
) -> dict[str, Any]:
    _LAST_PLAYED[game.id] = now
    turn, selection = request.get("turn", ""), request.get("setting")
    view = spec.view(now.state, turn if isinstance(turn, str) else "")
    whole_log = request.get("log") == "whole"
    moved = _describe_move(now, request.get("from"))
    html = {}
    if request.get("first") != "setting":
        html = present.tracker_parts(game, spec, now, view, whole_log=whole_log)
        if spec.options:
            own, table = now.encounter.start.get(HOUSE, {}), house_of(request)
            name = house_name_of(request)
            html["house"] = present.render_house_line(game, spec.options, own, table, name)
    if isinstance(selection, Mapping):
        html |= present.setup_parts(game, spec, now, present.SetupSelection.read(selection), view)
    return {
        "scene": to_jsonable(now.encounter),
        "html": html,
        "turn": view.turn,
        "applied": applied_event is None or applied_event.applied,
        "say": _say(applied_event.sentence if applied_event else moved or f"{view.title}.", view),
    }


def _describe_move(now: tracker.Replay[Any], before: Any) -> str:
    """Return the events undone or redone since a position in the log, "" if it is the current one."""
    at, last = now.encounter.position, len(now.applied_events)
    if type(before) is not int or before == at or not 0 <= before <= last:
        return ""
    word, first = ("Undone", before) if before > at else ("Redone", at)
    if abs(before - at) == 1:
        return f"{word}: {now.applied_events[first - 1].sentence}"
    return f"{word}: {abs(before - at)} actions."


def _say(sentence: str, view: tracker.View) -> str:
    """Return a sentence followed by the news, if there are any."""
    return f"{sentence} {view.news}".rstrip()


def _change_setup(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    game, declared = _tracker_with_setup(request)
    change = request.get("change")
    if not isinstance(change, Mapping):
        raise InputError.at("change", change, "a mapping", code="bad_request")
    characters = _characters_of(game, declared, change["sheets"]) if "sheets" in change else []
    before = yield from _replay(game, declared, request.get("scene"))
    if characters:
        house = before.encounter.start.get(HOUSE)
        participants = (declared.participants_under(house, [each], own) for each, own in characters)
        change = {**change, "entries": [*chain.from_iterable(participants)]}
    now = yield from tracker.apply_change_incrementally(declared, before, change)
    new_name = _new_participant(declared, before, now) if change.get("set") == "somebody" else ""
    if new_name and isinstance(request.get("setting"), Mapping):
        request = {**request, "setting": {**request["setting"], "open": new_name}}
    reply = _reply(game, declared, now, request)
    # the page itself announces changes of house rules
    sentence = "" if change.get("set") == HOUSE else _describe_setup_change(declared, before, now)
    return reply | {"say": sentence, "open": new_name}


def _new_participant(spec: TrackerSpec[Any], before: tracker.Replay[Any], now: tracker.Replay[Any]) -> str:
    """Return the name of the new participant, whose details are to be edited."""
    known = tracker.participant_names(spec, before)
    return next((name for name in tracker.participant_names(spec, now) if name not in known), "")


def _describe_setup_change(
    spec: TrackerSpec[Any], before: tracker.Replay[Any], now: tracker.Replay[Any]
) -> str:
    """Return a message about the participants added to the tracker or removed from it."""
    were, are = (tracker.participant_names(spec, played) for played in (before, now))
    changes = [f"{name} added." for name in are if name not in were]
    changes += [f"{name} removed." for name in were if name not in are]
    return " ".join(changes) or "Setup changed."


def _characters_of(game: Game, tracker: TrackerSpec[Any], sheets: Any) -> list[tuple[Mapping[str, Any], Any]]:
    """Return the characters of these sheets as participants, each with the house rules of its sheet.

    Each sheet is upgraded from its saved version.
    """
    to_participant = tracker.setup.to_participant if tracker.setup else None
    characters = [each for each in sheets if isinstance(each, Mapping)] if isinstance(sheets, list) else []
    if to_participant is None or not characters or len(characters) > MAX_ROWS:
        what = f"at most {MAX_ROWS} character sheets of a game whose tracker takes them"
        many = f"{len(characters)} characters is too many."
        words = many if len(characters) > MAX_ROWS else NO_CHARACTER
        raise InputError.at("sheets", sheets, what, code="bad_sheet", message=words)
    upgraded = (api.upgrade_sheet(game.id, each.get("sheet"), each.get("version")) for each in characters)
    return [(to_participant(sheet), sheet.get(HOUSE)) for sheet in upgraded]


def _new_encounter(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    game, declared = _tracker_with_setup(request)
    party: list[dict[str, Any]] = []
    if request.get("scene") is not None and declared.setup and declared.setup.party:
        before = yield from _replay(game, declared, request["scene"])
        brought, house = declared.setup.party(before.state), before.encounter.start.get(HOUSE)
        party = declared.participants_under(house_of(request), brought, house)
    return _reply(game, declared, tracker.new_encounter(declared, party, house_of(request)), request)


def _tracker_with_setup(request: Mapping[str, Any]) -> tuple[Game, TrackerSpec[Any]]:
    game, declared = _tracker_of(request)
    if declared.setup is None:
        raise InputError.at("game", game.id, "a game whose tracker has a setup", code="no_setup")
    return game, declared


def _player_view(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    game, declared = _tracker_of(request)
    now = yield from _replay(game, declared, request.get("scene"))
    if declared.player_view is None:
        raise InputError.at("game", game.id, "a game whose tracker has a player view", code="no_player_view")
    view = declared.player_view(
        [now.initial_state, *(each.state for each in now.applied_events[: now.encounter.position])]
    )
    html = present.render_player_view(game, declared, view)
    return {"html": html, "name": now.encounter.name, "say": _say(f"{view.title}.", view)}


def _read_file(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    game, declared = _tracker_of(request)
    scenes = yield from tracker.read_file_incrementally(declared, game.id, request.get("text"))
    return {"scenes": to_jsonable(scenes)}


def _update_sheet(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    game, declared = _tracker_of(request)
    sheet = request.get("sheet")
    if declared.export_to_sheet is None or not isinstance(sheet, Mapping):
        what = "a character sheet of a game whose tracker updates sheets"
        raise InputError.at("sheet", sheet, what, code="bad_sheet", message=NO_CHARACTER)
    now = yield from _replay(game, declared, request.get("scene"))
    return {
        "sheet": to_jsonable({**sheet, **declared.export_to_sheet(now.state, str(sheet.get("name", "")))})
    }


def _forecast(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    game, declared = _tracker_of(request)
    if declared.forecast is None:
        raise InputError.at("game", game.id, "a game whose tracker has a forecast", code="no_forecast")
    now = yield from _replay(game, declared, request.get("scene"))
    if declared.forecast.unavailable(now.state):
        return {"html": ""}
    result = yield from compute_forecast(declared.forecast.model(now.state))
    return {"html": present.render_forecast(declared, now.state, result)}


def _action_forecast(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    game, declared = _tracker_of(request)
    who, event = value_of(request, "who"), request.get("event")
    if not isinstance(who, str) or not who:
        what = "the name of a participant with a forecast"
        raise InputError.at("who", who, what, code="bad_request")
    if declared.forecast is None or declared.forecast.state_after is None:
        raise InputError.at("game", game.id, "a game whose tracker forecasts actions", code="no_forecast")
    if not isinstance(event, Mapping):
        raise InputError.at("event", event, "a mapping", code="bad_request")
    state = (yield from _replay(game, declared, request.get("scene"))).state
    view = declared.view(state, "")
    all_options = (
        each for each in (*view.due_options, *view.options, *view.common_options) if each.forecast_for == who
    )
    act = next((each for each in all_options if to_jsonable(each.event) == event), None)
    if act is None:
        return {"html": ""}
    if why := present.render_no_forecast(declared, state):
        return {"html": why}
    course = declared.forecast.model(state)
    places: Counter[Any] = Counter()
    for dice in product(*(range(1, sides + 1) for _, sides in act.dice)):
        done = declared.actions.apply(state, {**event, "dice": [*dice]} if dice else event)
        places[declared.forecast.state_after(course, done.state)] += 1
        yield 0.0
    result = yield from compute_forecast(ModelAfterAction(course, places))
    return {"html": present.render_action_forecast(result, declared.forecast.outlook(result, who))}


def _log(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    game, declared = _tracker_of(request)
    now = yield from _replay(game, declared, request.get("scene"))
    return {"text": now.log_text()}


ACTIONS: dict[str, Action] = {
    "tracker": _play,
    "tracker_setup": _change_setup,
    "tracker_new": _new_encounter,
    "tracker_file": _read_file,
    "tracker_player_view": _player_view,
    "tracker_update_sheet": _update_sheet,
    "tracker_forecast": _forecast,
    "tracker_action_forecast": _action_forecast,
    "tracker_log": _log,
}
