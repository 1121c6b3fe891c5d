"""Contract tests of a tracker's setup."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hooks.contracts.requests import reply_to
from hooks.contracts.trackers.cases import SET, filled_in, setting_of, tracker_of
from rules_py import present
from rules_py.base.errors import InputError
from rules_py.base.paths import BOOK
from rules_py.systems.game import Game
from rules_py.tracker import (
    Replay,
    TrackerSpec,
    append_event,
    apply_change,
    from_preset,
    new_encounter,
    read_encounter,
    replay,
)


@pytest.mark.parametrize("game", SET)
def test_setup_form_accepts_only_mappings(game: Game) -> None:
    """The form of a participant or of the table accepts nothing but a mapping.

    Fix: declare the list of `setup_inputs` that `list_field` names as a `ListOf` of a `Record`.
    """
    tracker = tracker_of(game)
    sample = setting_of(tracker).samples[0]
    now = apply_change(tracker, new_encounter(tracker), {"set": "add", "sample": sample.id})
    for change in ({"set": "entry", "name": sample.title, "entry": ["a"]}, {"set": "rest", "rest": "ab"}):
        with pytest.raises(InputError, match="a mapping"):
            apply_change(tracker, now, change)


def names_of(now: Replay[Any], tracker: TrackerSpec[Any]) -> list[str]:
    setting = setting_of(tracker)
    return [each[setting.name_field] for each in now.encounter.start[setting.list_field]]


@pytest.mark.parametrize("game", SET)
def test_added_participant_of_empty_setup_can_act(game: Game) -> None:
    """An empty encounter can be shown, and an added participant can act.

    Fix: `view` of a state without participants, and the samples of the setup.
    """
    tracker = tracker_of(game)
    now = new_encounter(tracker)
    assert names_of(now, tracker) == [] and tracker.view(now.state, "").turn == ""
    assert present.setup_parts(game, tracker, now, present.SetupSelection())["setting"]
    for sample in setting_of(tracker).samples:
        now = apply_change(tracker, new_encounter(tracker), {"set": "add", "sample": sample.id, "count": 3})
        names = names_of(now, tracker)
        assert names[0] == sample.title and len(set(names)) == 3
        view = tracker.view(now.state, names[1])
        may = (
            *view.due_options,
            *view.options,
            *view.common_options,
        )  # without an opponent, only the end of a round may be possible
        assert view.turn == names[1] and any(not each.reasons for each in may)
        assert {each.zone for each in view.combatants} <= ({each.name for each in view.zones} or {""})


@pytest.mark.parametrize("game", SET)
def test_samples_match_the_list_and_page(game: Game) -> None:
    """The samples are the entries of the list, and the tracker is on the page it names.

    Fix: `reference_list=` and `samples=` of the setup, `page=` of the tracker.
    """
    tracker = tracker_of(game)
    setting = setting_of(tracker)
    reference_list = game.reference(setting.reference_list)
    assert reference_list or not setting.reference_list
    entries = {each.id: each.name for each in reference_list.entries} if reference_list else {}
    assert {each.id: each.title for each in setting.samples} == entries
    assert reference_list is None or str(present.render_reference(game, reference_list)).count(
        "<dice-add"
    ) == len(entries)
    page = BOOK / "docs" / game.id / f"{tracker.page.rstrip('/')}.md"
    assert "```tracker" in page.read_text("utf-8")


@pytest.mark.parametrize("game", SET)
def test_late_participant_joins_by_undoable_event(game: Game) -> None:
    """A late participant joins by an event that can be undone.

    Fix: `join_event=` of the setup, and its action.
    """
    tracker = tracker_of(game)
    now = replay(tracker, read_encounter(tracker, from_preset(tracker.presets[0]).to_json()))
    view = tracker.view(now.state, "")
    offered = [each for each in (*view.due_options, *view.options, *view.common_options) if not each.reasons]
    assert offered, f"tracker of {game.id}: expected an action in its first preset, got nothing"
    now, _ = append_event(tracker, now, filled_in(game, now.state, offered[0]))
    before = now.encounter.start
    after = apply_change(
        tracker, now, {"set": "add", "sample": setting_of(tracker).samples[0].id, "count": 2}
    )
    assert after.encounter.start == before and after.encounter.position == now.encounter.position + 2
    assert len(tracker.view(after.state, "").combatants) == len(view.combatants) + 2
    back = replay(tracker, replace(after.encounter, position=now.encounter.position), after)
    assert back.state == now.state


@pytest.mark.parametrize("game", SET)
def test_zones_can_be_edited_with_combatants_inside(game: Game) -> None:
    """Zones can be added, connected, renamed and removed, and every combatant stays in one.

    Fix: `zones_field=` of the setup, and `zones` and `combatants` of the view: take names and connections
    from the state.
    """
    tracker = tracker_of(game)
    setting = setting_of(tracker)
    if not setting.zones_field:
        pytest.skip("no ground")
    now = apply_change(tracker, new_encounter(tracker), {"set": "add", "sample": setting.samples[0].id})
    here = tracker.view(now.state, "").zones[-1].name

    def neighbours(name: str) -> set[str]:
        places = tracker.view(now.state, "").zones
        neighbours_by_name = {each.name: set(each.beside) for each in places}
        return neighbours_by_name[name] | {
            other for other, beside in neighbours_by_name.items() if name in beside
        }

    now = apply_change(tracker, now, {"set": "place", "beside": here})
    new = tracker.view(now.state, "").zones[-1].name
    assert here in neighbours(new)
    first = tracker.view(now.state, "").zones[0].name
    for is_connected in (True, False):
        now = apply_change(tracker, now, {"set": "way", "from": first, "to": new})
        assert (first in neighbours(new)) == is_connected
    now = apply_change(tracker, now, {"set": "place-entry", "name": here, "entry": {"name": "Ford"}})
    assert tracker.view(now.state, "").combatants[0].zone == "Ford" and "Ford" in neighbours(new)
    with pytest.raises(InputError, match="empty place"):
        apply_change(tracker, now, {"set": "place-remove", "name": "Ford"})
    now = apply_change(tracker, now, {"set": "place-remove", "name": new})
    assert new not in neighbours("Ford")


@pytest.mark.parametrize("game", SET)
def test_name_with_broken_character_is_shown(game: Game) -> None:
    """A name with a broken character is shown like any other.

    Fix: `view` and the setup: pass on names unchanged, without encoding them.
    """
    tracker = tracker_of(game)
    setting = setting_of(tracker)
    now = apply_change(tracker, new_encounter(tracker), {"set": "add", "sample": setting.samples[0].id})
    entry = {"set": "entry", "name": names_of(now, tracker)[0], "entry": {setting.name_field: "\udfff"}}
    now = apply_change(tracker, now, entry)
    request = {"action": "tracker", "game": game.id, "scene": now.encounter.to_json(), "setting": {}}
    assert reply_to(request)["ok"]
