"""Setup forms of trackers: an unchanged form changes nothing, and one field changes nothing else."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from hooks.contracts.requests import reply_to
from rules_py.base.jsonable import to_jsonable
from rules_py.systems import registry
from rules_py.tracker import from_preset

STARTS = [
    pytest.param(game, start, id=f"{game.id}-{start.id}")
    for game in registry.games()
    if game.tracker and game.tracker.setup
    for start in game.tracker.presets
]


def read_form(form: Tag) -> dict[str, Any]:
    """Return the data of a form, as `readForm` of the page does."""
    data: dict[str, Any] = {}
    for each in form.select("[data-list]"):
        _put(data, str(each["data-list"]), [])
    for each in form.select("[data-several]"):
        _put(data, str(each["data-several"]), [box["value"] for box in each.select("input[checked]")])
    for each in form.select("[data-kind]"):
        if each.get("type") != "radio" or each.has_attr("checked"):
            _put(data, str(each["name"]), _value(each))
    return data


def _value(control: Tag) -> Any:
    if control["data-kind"] == "flag":
        return control.has_attr("checked")
    if control.name == "select":
        option = control.select_one("[selected]") or control.option
        text = str(option["value"]) if option else ""
    else:
        text = control.text.removeprefix("\n") if control.name == "textarea" else str(control["value"])
    if control["data-kind"] != "int":
        return text
    return int(text) if text else None


def _put(data: Any, path: str, value: Any) -> None:
    keys = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key, after in pairwise(keys):
        if isinstance(data, list) and key == len(data):
            data.append([] if isinstance(after, int) else {})
        elif isinstance(data, dict):
            data.setdefault(key, [] if isinstance(after, int) else {})
        data = data[key]
    if isinstance(data, list) and keys[-1] == len(data):
        data.append(value)
    else:
        data[keys[-1]] = value


def forms_of(game: Any, scene: Any) -> list[Tag]:
    """Return every form of the setup, with those of each participant and zone, opened one by one."""
    names = [each[game.tracker.setup.name_field] for each in scene["start"][game.tracker.setup.list_field]]
    zones = [each["name"] for each in scene["start"].get(game.tracker.setup.zones_field, [])]
    settings = [{"open": name} for name in names] + [{"place": place} for place in zones]
    forms: dict[str, Tag] = {}
    for setting in settings or [{}]:
        request_data = {
            "action": "tracker",
            "game": game.id,
            "scene": scene,
            "first": "setting",
            "setting": setting,
        }
        page = BeautifulSoup(reply_to(request_data)["html"]["setting"], "html.parser")
        for template in page.select("template"):
            template.decompose()
        forms |= {str(form["data-setup"]): form for form in page.select("form[data-setup]")}
    return [form for form in forms.values() if json.loads(str(form["data-setup"]))["set"] != "add"]


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_setup_form_sent_unchanged_changes_nothing(game, start) -> None:
    scene = apply_change(game, to_jsonable(from_preset(start).to_json()), {"set": "rest"})
    forms = forms_of(game, scene)
    assert {json.loads(str(form["data-setup"]))["set"] for form in forms} >= {"entry", "rest"}
    for form in forms:
        change = {**json.loads(str(form["data-setup"])), **read_form(form)}
        assert apply_change(game, scene, change) == scene, change


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_setup_form_changes_only_one_field(game, start) -> None:
    """Each participant gets a new name, and each of their checkboxes is toggled."""
    scene = apply_change(game, to_jsonable(from_preset(start).to_json()), {"set": "rest"})
    list_field, name = game.tracker.setup.list_field, game.tracker.setup.name_field
    for form in forms_of(game, scene):
        change = json.loads(str(form["data-setup"]))
        if change["set"] != "entry":
            continue
        entry = read_form(form)["entry"]
        at = [each[name] for each in scene["start"][list_field]].index(change["name"])
        flags = [field for field, value in entry.items() if isinstance(value, bool)]
        for field, value in [(name, "Someone else"), *((each, not entry[each]) for each in flags)]:
            expected = json.loads(json.dumps(scene))
            expected["start"][list_field][at][field] = value
            assert apply_change(game, scene, {**change, "entry": {**entry, field: value}}) == expected


def apply_change(game: Any, scene: Any, change: Any) -> Any:
    """Return the scene after a change to its setup."""
    reply = reply_to(
        {"action": "tracker_setup", "game": game.id, "scene": scene, "change": change, "turn": ""}
    )
    assert reply["ok"], (reply, change)
    return reply["scene"]


WITH_ZONES = [each for each in STARTS if each.values[0].tracker.setup.zones_field]


@pytest.mark.parametrize(("game", "start"), WITH_ZONES)
def test_renaming_a_zone_updates_only_exact_names(game, start) -> None:
    setting, scene = (
        game.tracker.setup,
        apply_change(game, to_jsonable(from_preset(start).to_json()), {"set": "place"}),
    )
    for _ in range(2):
        scene = apply_change(game, scene, {"set": "place"})
    first, second, third, last = scene["start"][setting.zones_field][-4:]
    first[setting.neighbours_field] = f"{second['name']},{third['name']}"
    third[setting.neighbours_field] = f"{last['name']},{second['name']}"
    change = {"set": "place-entry", "name": last["name"], "entry": {"name": "Ford"}}
    expected = json.loads(json.dumps(scene))
    expected["start"][setting.zones_field][-2][setting.neighbours_field] = f"Ford, {second['name']}"
    expected["start"][setting.zones_field][-1]["name"] = "Ford"
    assert apply_change(game, scene, change) == expected
