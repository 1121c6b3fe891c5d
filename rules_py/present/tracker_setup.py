"""The table as it is set: who is there, a line for each, and where, on a map that is drawn by tapping.

The page finds what to wire by attributes:

    data-setup    on a button, a choice or a form: the change it asks for, as JSON, completed by what the form
                  holds, or by the choice under the name in `data-as`
    data-select   on a button: what is looked at from now on, as JSON; pressed again, no more
    data-errors-for  around them: where problems of a change are told
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from rules_py.inputs import Input, ListOf, Record, Text
from rules_py.present.diagrams.zone_map import ground
from rules_py.present.forms import fields
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.systems.game import Game
from rules_py.tracker import Desk, Piece, Place, Played, View
from rules_py.tracker.setup import Entry, Setting, parted


@dataclass(frozen=True)
class Picked:
    """What is looked at: somebody to be stood elsewhere, a place of the map, somebody whose line is open."""

    who: str = ""
    place: str = ""
    open: str = ""

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Picked:
        return cls(*(str(given.get(name) or "") for name in ("who", "place", "open")))


def setting(
    game: Game, declared: Desk[Any, Any], now: Played[Any], picked: Picked, view: View | None = None
) -> Markup:
    """Everything by which the table is set, as it stands at the beginning. `view` is that of the beginning,
    where it is known already.
    """
    if not declared.setting:
        return _rest(game, declared, now)
    begun = view or declared.view(now.first, "")
    table = _Table(game, declared, declared.setting, now.scene.start, begun, picked)
    return fragment(table.samples(), table.lines(), table.map(), _rest(game, declared, now))


def _rest(game: Game, declared: Desk[Any, Any], now: Played[Any]) -> Markup:
    """What the scene is called, and whatever else its setup asks."""
    lists = {declared.setting.seats, declared.setting.places} if declared.setting else set()
    rest = tuple(each for each in declared.setup if each.name not in lists)
    asked = (
        Text("called", f"What this {declared.scene} is called"),
        *((Record("rest", "How it begins", rest),) if rest else ()),
    )
    values = {"called": now.scene.name, "rest": now.scene.start}
    form = f"desk-{game.id}-rest"
    return _form(form, {"set": "rest"}, fields(form, game.id, asked, values), "Keep")


def _form(id: str, change: Mapping[str, Any], inside: Markup, button: str) -> Markup:
    return tag(
        "form",
        inside,
        _problems(),
        tag("button", button, type="submit", class_="button"),
        data_setup=_json(change),
        data_errors_for=True,
        novalidate=True,
        autocomplete="off",
        class_="tracker-setup__form",
        id=id,
    )


def _problems() -> Markup:
    """Where it is told why a change can't be made, beside what asked for it."""
    return tag("div", class_="problems", data_problems="", role="alert")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _as_id(*parts: str) -> str:
    return "-".join(("desk-set", *(quote(each, safe="", errors="surrogatepass") for each in parts)))


class _Table:
    def __init__(
        self,
        game: Game,
        desk: Desk[Any, Any],
        setting: Setting,
        start: Mapping[str, Any],
        view: View,
        picked: Picked,
    ) -> None:
        self.game, self.desk, self.setting, self.view, self.picked = game, desk, setting, view, picked
        self.entries: Sequence[Entry] = start[setting.seats]
        self.entered: Sequence[Entry] = start[setting.places] if setting.places else ()
        self.called = desk.place

    def _entry_of(self, name: str) -> Record:
        """What an entry of this list of the setup is made of."""
        declared = next(each for each in self.desk.setup if each.name == name)
        assert isinstance(declared, ListOf)
        assert isinstance(declared.item, Record)
        return declared.item

    # who comes

    def samples(self) -> Markup | None:
        if not self.setting.samples:
            return None
        at = {"place": self.picked.place} if self.picked.place else {}
        buttons = [
            tag(
                "button",
                tag("strong", unseen("Add "), each.title),
                tag("span", each.note),
                type="button",
                class_="tracker-setup__sample",
                id=_as_id("sample", each.id),
                data_setup=_json({"set": "add", "sample": each.id, **at}),
            )
            for each in self.setting.samples
        ]
        if self.setting.somebody:
            buttons.append(
                tag(
                    "button",
                    tag("strong", "Somebody else"),
                    tag("span", "to be changed in their line"),
                    type="button",
                    class_="tracker-setup__sample",
                    id=_as_id("somebody"),
                    data_setup=_json({"set": "somebody", **at}),
                )
            )
        where = f" They stand in {self.called} {self.picked.place}." if self.picked.place else ""
        return tag(
            "div",
            tag("p", "From the book", role="heading", aria_level=3, class_="tracker__kind"),
            tag("p", f"Each tap brings one more.{where}", class_="tracker__note"),
            tag("div", buttons, class_="tracker-setup__samples"),
            _problems(),
            data_errors_for=True,
        )

    # who is there

    def lines(self) -> Markup:
        pieces = {each.name: each for each in self.view.pieces}
        rows = [self._line(each, pieces[each[self.setting.name]]) for each in self.entries]
        heading = tag("p", "Who is there", role="heading", aria_level=3, class_="tracker__kind")
        if not rows:
            return fragment(heading, tag("p", "Nobody yet.", class_="tracker__note"))
        return fragment(heading, tag("ul", rows, class_="tracker-setup__lines", role="list"))

    def _line(self, entry: Entry, piece: Piece) -> Markup:
        name, opened = piece.name, piece.name == self.picked.open
        return tag(
            "li",
            tag(
                "div",
                tag(
                    "span",
                    tag("strong", name),
                    tag("span", f" {piece.side}, {piece.standing}", class_="tracker-setup__standing"),
                    class_="tracker-setup__who",
                ),
                self._where(piece) if piece.place and self.entered else None,
                tag(
                    "button",
                    "Change",
                    unseen(f" {name}"),
                    type="button",
                    class_="button button--quiet",
                    id=_as_id("open", name),
                    aria_expanded="true" if opened else "false",
                    data_select=_json({"open": name}),
                ),
                tag(
                    "button",
                    "×",
                    type="button",
                    class_="button button--quiet tracker-setup__remove",
                    aria_label=f"Take {name} off the table",
                    id=_as_id("remove", name),
                    data_setup=_json({"set": "remove", "name": name}),
                ),
                class_="tracker-setup__line",
            ),
            _problems(),
            self._opened(entry, name) if opened else None,
            data_errors_for=True,
        )

    def _where(self, piece: Piece) -> Markup:
        options = [
            tag("option", f"{self.called} {each.name}", value=each.name, selected=each.name == piece.place)
            for each in self.view.places
        ]
        return tag(
            "select",
            options,
            aria_label=f"Where {piece.name} stands",
            id=_as_id("stand", piece.name),
            data_setup=_json({"set": "stand", "name": piece.name}),
            data_as="place",
        )

    def _opened(self, entry: Entry, name: str) -> Markup:
        form = _as_id("entry", name)
        asked = self._entry_of(self.setting.seats)
        own: list[Input] = [
            each for each in asked.fields if not (self.entered and each.name == self.setting.place)
        ]
        inside = fields(
            form,
            self.game.id,
            (replace(asked, name="entry", label=name, fields=tuple(own)),),
            {"entry": entry},
        )
        return _form(form, {"set": "entry", "name": name}, inside, "Keep")

    # where

    def map(self) -> Markup | None:
        if not self.entered:
            return None
        who, place = self.picked.who, self.picked.place
        if who:
            said = f"Tap where {who} stands."
        else:
            said = f"Tap a name, then where they stand; tap a {self.called} to draw on from it."
        return fragment(
            tag("p", "Where", role="heading", aria_level=3, class_="tracker__kind"),
            tag("p", said, class_="tracker__note", role="status"),
            tag(
                "div",
                ground(self.view.places, self.view.pieces, called=self.called, turn=who, press=self._press),
                _problems(),
                data_errors_for=True,
            ),
            self._place(place) if place in {each["name"] for each in self.entered} else None,
        )

    def _press(self, pressed: Piece | Place) -> Mapping[str, Any]:
        if isinstance(pressed, Piece):
            return {"data_select": _json({"who": pressed.name}), "id": _as_id("who", pressed.name)}
        id = _as_id("place", pressed.name)
        if self.picked.who:
            change = {"set": "stand", "name": self.picked.who, "place": pressed.name}
            return {"data_setup": _json(change), "id": id}
        chosen = "true" if pressed.name == self.picked.place else "false"
        return {"data_select": _json({"place": pressed.name}), "id": id, "aria_pressed": chosen}

    def _place(self, name: str) -> Markup:
        entry = next(each for each in self.entered if each["name"] == name)
        more = tag(
            "button",
            f"One more {self.called} beside it",
            type="button",
            class_="button",
            id=_as_id("more"),
            data_setup=_json({"set": "place", "beside": name}),
        )
        away = tag(
            "button",
            "Take it away",
            type="button",
            class_="button button--quiet",
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
            tag("div", tag("span", "Ways to"), [*self._ways(entry)], class_="tracker-setup__row")
            if len(self.entered) > 1
            else None,
            _problems(),
            tag(
                "details",
                tag("summary", "Its name, and what it does"),
                self._place_form(entry),
                class_="collapsible",
            ),
            data_errors_for=True,
            class_="tracker-setup__drawing",
        )

    def _ways(self, entry: Entry) -> Iterator[Markup]:
        name = str(entry["name"])
        for other in self.entered:
            if other["name"] == name:
                continue
            drawn = other["name"] in parted(entry.get(self.setting.beside)) or name in parted(
                other.get(self.setting.beside)
            )
            yield tag(
                "button",
                str(other["name"]),
                type="button",
                class_=classes("button", "button--quiet"),
                id=_as_id("way", str(other["name"])),
                aria_pressed="true" if drawn else "false",
                data_setup=_json({"set": "way", "from": name, "to": other["name"]}),
            )

    def _place_form(self, entry: Entry) -> Markup:
        form = _as_id("place-entry", str(entry["name"]))
        asked = self._entry_of(self.setting.places)
        own = tuple(each for each in asked.fields if each.name != self.setting.beside)
        inside = fields(
            form, self.game.id, (replace(asked, name="entry", label="", fields=own),), {"entry": entry}
        )
        return _form(form, {"set": "place-entry", "name": entry["name"]}, inside, "Keep")
