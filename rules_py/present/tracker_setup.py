"""The setup of a tracker: a line for each participant, and a map that is drawn by tapping.

The page finds its elements by attributes:

    data-setup    on a button, a choice or a form: the change it sends, as JSON, completed by the form's
                  values, or by the choice under the name in `data-as`
    data-select   on a button: the item to select, as JSON; pressing it again clears the selection
    data-errors-for  around them: the place for the problems of a change
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from rules_py.inputs import Input, ListOf, Record, Text
from rules_py.present.components import button, note_line
from rules_py.present.diagrams.zone_map import render_zone_map
from rules_py.present.forms import render_fields
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.systems.game import Game
from rules_py.tracker import Combatant, Replay, TrackerSpec, View, Zone
from rules_py.tracker.setup import split_names
from rules_py.tracker.spec import Entry, SetupSpec


@dataclass(frozen=True)
class SetupSelection:
    """The selection in the setup: a combatant to move, a zone, or a combatant whose row is open."""

    who: str = ""
    place: str = ""
    open: str = ""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> SetupSelection:
        return cls(*(str(values.get(name) or "") for name in ("who", "place", "open")))


def render_setup(
    game: Game,
    tracker: TrackerSpec[Any],
    now: Replay[Any],
    selection: SetupSelection,
    view: View | None = None,
) -> Markup:
    """Return the setup of an encounter. `view` is that of its start, if it is known already."""
    if not tracker.setup:
        return _rest(game, tracker, now)
    initial_view = view or tracker.view(now.initial_state, "")
    table = _Table(game, tracker, tracker.setup, now.encounter.start, initial_view, selection)
    return fragment(table.samples(), table.lines(), table.map(), _rest(game, tracker, now))


def _rest(game: Game, tracker: TrackerSpec[Any], now: Replay[Any]) -> Markup:
    """Return the name of the encounter and the remaining inputs of its setup."""
    lists = {tracker.setup.list_field, tracker.setup.zones_field} if tracker.setup else set()
    rest = tuple(each for each in tracker.setup_inputs if each.name not in lists)
    inputs = (
        Text("called", f"Name of this {tracker.encounter_noun}"),
        *((Record("rest", "Starting options", rest),) if rest else ()),
    )
    values = {"called": now.encounter.name, "rest": now.encounter.start}
    form = f"desk-{game.id}-rest"
    return _form(form, {"set": "rest"}, render_fields(form, game.id, inputs, values), "Save")


def _form(id: str, change: Mapping[str, Any], inside: Markup, label: str) -> Markup:
    return tag(
        "form",
        inside,
        _problems(),
        button(label, type="submit"),
        data_setup=_json(change),
        data_errors_for=True,
        novalidate=True,
        autocomplete="off",
        class_="tracker-setup__form",
        id=id,
    )


def _problems() -> Markup:
    """Return the element for the reasons why a change isn't possible."""
    return tag("div", class_="problems", data_problems="", role="alert")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _as_id(*parts: str) -> str:
    return "-".join(("desk-set", *(quote(each, safe="", errors="surrogatepass") for each in parts)))


class _Table:
    def __init__(
        self,
        game: Game,
        tracker: TrackerSpec[Any],
        setting: SetupSpec,
        start: Mapping[str, Any],
        view: View,
        selection: SetupSelection,
    ) -> None:
        self.game, self.tracker, self.setting, self.view, self.selected = (
            game,
            tracker,
            setting,
            view,
            selection,
        )
        self.entries: Sequence[Entry] = start[setting.list_field]
        self.entered: Sequence[Entry] = start[setting.zones_field] if setting.zones_field else ()
        self.called = tracker.zone_noun

    def _entry_of(self, name: str) -> Record:
        """Return the record that describes an entry of this list of the setup."""
        declared = next(each for each in self.tracker.setup_inputs if each.name == name)
        assert isinstance(declared, ListOf)
        assert isinstance(declared.item, Record)
        return declared.item

    def samples(self) -> Markup | None:
        if not self.setting.samples:
            return None
        at = {"place": self.selected.place} if self.selected.place else {}
        buttons = [
            tag(
                "button",
                tag("strong", visually_hidden("Add "), each.title),
                tag("span", each.note),
                type="button",
                class_="tracker-setup__sample",
                id=_as_id("sample", each.id),
                data_setup=_json({"set": "add", "sample": each.id, **at}),
            )
            for each in self.setting.samples
        ]
        if self.setting.default_participant:
            buttons.append(
                tag(
                    "button",
                    tag("strong", "Custom"),
                    tag("span", "edit the details below"),
                    type="button",
                    class_="tracker-setup__sample",
                    id=_as_id("somebody"),
                    data_setup=_json({"set": "somebody", **at}),
                )
            )
        where = f" They start in {self.called} {self.selected.place}." if self.selected.place else ""
        return tag(
            "div",
            tag("p", "Ready-made", role="heading", aria_level=3, class_="tracker__kind"),
            tag("p", f"Each tap adds one.{where}", class_="tracker__note"),
            tag("div", buttons, class_="tracker-setup__samples"),
            _problems(),
            data_errors_for=True,
        )

    def lines(self) -> Markup:
        pieces = {each.name: each for each in self.view.combatants}
        rows = [self._line(each, pieces[each[self.setting.name_field]]) for each in self.entries]
        heading = tag("p", "Participants", role="heading", aria_level=3, class_="tracker__kind")
        if not rows:
            return fragment(heading, tag("p", "No one yet.", class_="tracker__note"))
        return fragment(heading, tag("ul", rows, class_="tracker-setup__lines", role="list"))

    def _line(self, entry: Entry, combatant: Combatant) -> Markup:
        name, is_open = combatant.name, combatant.name == self.selected.open
        return tag(
            "li",
            tag(
                "div",
                tag(
                    "span",
                    tag("strong", name),
                    tag("span", f" {combatant.side}, {combatant.standing}", class_="tracker-setup__standing"),
                    class_="tracker-setup__combatant",
                ),
                self._zone_choice(combatant) if combatant.zone and self.entered else None,
                button(
                    "Edit",
                    visually_hidden(f" {name}"),
                    id=_as_id("open", name),
                    aria_expanded="true" if is_open else "false",
                    data_select=_json({"open": name}),
                ),
                button(
                    "×",
                    kind="icon",
                    aria_label=f"Remove {name}",
                    id=_as_id("remove", name),
                    data_setup=_json({"set": "remove", "name": name}),
                ),
                class_="tracker-setup__line",
            ),
            _problems(),
            self._render_details(entry, name) if is_open else None,
            data_errors_for=True,
        )

    def _zone_choice(self, combatant: Combatant) -> Markup:
        options = [
            tag("option", f"{self.called} {each.name}", value=each.name, selected=each.name == combatant.zone)
            for each in self.view.zones
        ]
        return tag(
            "select",
            options,
            aria_label=f"{self.called.capitalize()} of {combatant.name}",
            id=_as_id("stand", combatant.name),
            data_setup=_json({"set": "stand", "name": combatant.name}),
            data_as="place",
        )

    def _render_details(self, entry: Entry, name: str) -> Markup:
        form = _as_id("entry", name)
        entry_input = self._entry_of(self.setting.list_field)
        own: list[Input] = [
            each for each in entry_input.fields if not (self.entered and each.name == self.setting.zone_field)
        ]
        inside = render_fields(
            form,
            self.game.id,
            (replace(entry_input, name="entry", label=name, fields=tuple(own)),),
            {"entry": entry},
        )
        return _form(form, {"set": "entry", "name": name}, inside, "Save")

    def map(self) -> Markup | None:
        if not self.entered:
            return None
        who, place = self.selected.who, self.selected.place
        if who:
            instruction = f"Tap where to put {who}."
        else:
            instruction = (
                f"Tap a name, then a {self.called}, to move them; tap a {self.called} to extend the map."
            )
        return fragment(
            tag("p", "Map", role="heading", aria_level=3, class_="tracker__kind"),
            tag("p", instruction, class_="tracker__note", role="status"),
            tag(
                "div",
                render_zone_map(
                    self.view.zones, self.view.combatants, called=self.called, turn=who, press=self._press
                ),
                _problems(),
                data_errors_for=True,
            ),
            self._place(place) if place in {each["name"] for each in self.entered} else None,
        )

    def _press(self, target: Combatant | Zone) -> Mapping[str, Any]:
        if isinstance(target, Combatant):
            return {"data_select": _json({"who": target.name}), "id": _as_id("who", target.name)}
        id = _as_id("place", target.name)
        if self.selected.who:
            change = {"set": "stand", "name": self.selected.who, "place": target.name}
            return {"data_setup": _json(change), "id": id}
        chosen = "true" if target.name == self.selected.place else "false"
        return {"data_select": _json({"place": target.name}), "id": id, "aria_pressed": chosen}

    def _place(self, name: str) -> Markup:
        entry = next(each for each in self.entered if each["name"] == name)
        more = button(
            f"Add an adjacent {self.called}",
            id=_as_id("more"),
            data_setup=_json({"set": "place", "beside": name}),
        )
        away = button(
            f"Delete this {self.called}",
            id=_as_id("away"),
            data_setup=_json({"set": "place-remove", "name": name}),
        )
        return tag(
            "div",
            tag(
                "p",
                f"{self.called.capitalize()} {name}",
                role="heading",
                aria_level=4,
                class_="tracker-setup__place",
            ),
            tag("div", more, away, class_="tracker-setup__row"),
            tag(
                "div",
                tag("span", "Connected to"),
                [*self._connection_buttons(entry)],
                class_="tracker-setup__row",
            )
            if len(self.entered) > 1
            else None,
            _problems(),
            note_line("Name and effects", self._place_form(entry)),
            data_errors_for=True,
            class_="tracker-setup__drawing",
        )

    def _connection_buttons(self, entry: Entry) -> Iterator[Markup]:
        name = str(entry["name"])
        for other in self.entered:
            if other["name"] == name:
                continue
            drawn = other["name"] in split_names(
                entry.get(self.setting.neighbours_field)
            ) or name in split_names(other.get(self.setting.neighbours_field))
            yield button(
                str(other["name"]),
                id=_as_id("way", str(other["name"])),
                aria_pressed="true" if drawn else "false",
                data_setup=_json({"set": "way", "from": name, "to": other["name"]}),
            )

    def _place_form(self, entry: Entry) -> Markup:
        form = _as_id("place-entry", str(entry["name"]))
        entry_input = self._entry_of(self.setting.zones_field)
        own = tuple(each for each in entry_input.fields if each.name != self.setting.neighbours_field)
        inside = render_fields(
            form, self.game.id, (replace(entry_input, name="entry", label="", fields=own),), {"entry": entry}
        )
        return _form(form, {"set": "place-entry", "name": entry["name"]}, inside, "Save")
