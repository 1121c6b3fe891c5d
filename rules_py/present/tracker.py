"""A game's tracker: whose turn it is, the actions with their chances, the zones and the log.

`render_tracker` returns the whole element with its first preset, which is complete without JavaScript.
`tracker_parts` returns the parts that change with each event, by name. The setup is in
`rules_py.present.tracker_setup`. The page finds its elements by attributes:

    data-event   on a form: the event it sends, as JSON, completed by the form's values
    data-override   on a button that sends such a form: the event overrides the rules
    data-turn    on a button: the combatant whose actions to show
    data-at      on a button: the position in the log to go to
    data-whole   on a button: show the whole log
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rules_py.base.file_format import ENCOUNTERS
from rules_py.base.jsonable import to_jsonable
from rules_py.present.actions import form_id, heading, render_reason, render_turn
from rules_py.present.clocks import render_clocks
from rules_py.present.components import button, command_button, fold, note_line, track
from rules_py.present.diagrams import render_zone_map, track_positions
from rules_py.present.dice import render_dice
from rules_py.present.forecast import forecast_collapsible, render_no_forecast
from rules_py.present.frame_notice import with_frame_notice
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.loading_status import status
from rules_py.present.log import log_button, render_log
from rules_py.present.outcome import render_steps
from rules_py.present.panels import render_panels
from rules_py.present.player_view import player_window
from rules_py.present.saved_items import messages, render_saved_items
from rules_py.present.shared_labels import OWN_DICE, TRACK_ONLY
from rules_py.present.tone_icons import tone_icon
from rules_py.present.tracker_setup import SetupSelection, render_setup
from rules_py.systems.game import Game
from rules_py.tracker import (
    Checkboxes,
    Combatant,
    Replay,
    TrackerSpec,
    View,
    Zone,
    from_preset,
    read_encounter,
    replay,
)

WORDS = {
    "elsewhere": "This {thing} was changed in another tab. This tab now shows the latest version; "
    "your last action wasn’t applied.",
    "back": "Character sheets updated: {name}.",
    "nobody": "No one in this {thing} has a character sheet in this browser.",
    "log": "Log copied as text.",
    "rules": "This {thing} goes by your table’s rules now.",
    "undo-rules": "Undo change of rules",
    "followed": "This {thing} was changed in another tab. This tab now shows the latest version.",
}
"""The messages of an encounter, besides those of all saved items."""


SET_UP = "Set-up and participants"

WITHOUT_SCRIPTS = (
    "JavaScript is needed to play: it rolls the dice and saves the {thing} in your browser. Below is the "
    "starting position, with the first available actions and their odds."
)


def render_tracker(game: Game, tracker: TrackerSpec[Any], start: str = "") -> Markup:
    """Return the whole tracker as `<dice-tracker>`, with the preset of this id or the first one."""
    preset = tracker.preset(start) or tracker.presets[0]
    scene = read_encounter(tracker, from_preset(preset).to_json())
    begin = replay(tracker, scene)
    view = tracker.view(begin.state, "")
    parts = tracker_parts(game, tracker, begin, view)
    element = tag(
        "dice-tracker",
        _saved_encounters(game, tracker, scene.name, has_odds=bool(view.panels)),
        tag("p", WITHOUT_SCRIPTS.replace("{thing}", tracker.encounter_noun), class_="tracker__without"),
        status(),
        tag("p", class_="visually-hidden", data_part="say", role="status"),
        tag("p", class_="calc__message", data_part="message", role="alert"),
        _place("head", parts),
        tag("div", data_part="house") if tracker.options else None,
        _place("clocks", parts),
        tag(
            "div",
            tag(
                "details",
                tag("summary", _place("places", parts)),
                _place("map", parts),
                class_="tracker__map",
                open=True,
                data_part="map-fold",
            )
            if "map" in parts
            else None,
            tag("div", _place("last", parts), _place("turn", parts), class_="tracker__doing"),
            _place("table", parts),
            tag(
                "div",
                _place("chances", parts),
                fragment(_place("declined", parts), forecast_collapsible(tracker))
                if tracker.forecast
                else None,
                class_="tracker__ahead",
                data_part="ahead",
            ),
            class_="tracker__middle",
        ),
        _setting_up(tracker),
        _place("log", parts),
        class_="tracker",
        data_game=game.id,
        data_version=tracker.version,
        data_file=_json({"head": ENCOUNTERS.header(game.id, tracker.version), "among": ENCOUNTERS.items_key}),
        data_scene=_json(scene.to_json()),
        data_start=preset.id,
        data_messages=_json(messages(tracker.encounter_noun, **WORDS)),
        data_sheet_version=game.sheet.version if game.sheet and _takes_characters(tracker) else None,
    )
    return with_frame_notice(fragment(element, player_window(game, tracker) if tracker.player_view else None))


def tracker_parts(
    game: Game, tracker: TrackerSpec[Any], now: Replay[Any], view: View, *, whole_log: bool = False
) -> dict[str, Markup]:
    """Return the parts that change with each event: `head`, `clocks`, `table`, `last`, `turn`, `chances`,
    `log`; with a map, `places` and `map`; with a forecast, `declined`.
    """
    has_map = view.zones or (tracker.setup and tracker.setup.zones_field)
    return {
        "head": _head(now, view),
        "clocks": render_clocks(view.clocks, own_id=f"desk-{game.id}"),
        **(_map_parts(game, tracker, view) if has_map else {}),
        "table": _table(game, tracker, view),
        "last": _last(game, now),
        "turn": render_turn(game, view),
        "chances": fragment(heading("Odds"), render_panels(game, view.panels, own_id="desk"))
        if view.panels
        else Markup(),
        **({"declined": render_no_forecast(tracker, now.state)} if tracker.forecast else {}),
        "log": render_log(game, tracker, now, whole=whole_log),
    }


def _place(name: str, parts: dict[str, Markup]) -> Markup:
    return tag("section", parts[name], class_=f"tracker__part tracker__{name}", data_part=name)


def _json(value: Any) -> str:
    return json.dumps(to_jsonable(value), ensure_ascii=False, separators=(",", ":"))


COMMANDS = (
    ("copy", "Duplicate"),
    ("remove", "Delete"),
    ("export", "Export"),
    ("share", "Copy link"),
    ("log", "Copy log"),
    ("print", "Print"),
)
"""The commands for encounters, besides New and Import."""


def _saved_encounters(game: Game, tracker: TrackerSpec[Any], name: str, *, has_odds: bool) -> Markup:
    noun = tracker.encounter_noun
    first = [command_button("blank", f"New {noun}")] if tracker.setup else []
    if tracker.setup and tracker.setup.party:
        first.append(command_button("party", f"Next {noun}, same party"))
    first.append(command_button("set-up", SET_UP))
    if has_odds or tracker.forecast:
        first.append(command_button("odds", "Odds and forecast" if tracker.forecast else "Odds"))
    if tracker.player_view:
        first.append(tag("a", "Player view", href="?players", target="_blank"))
    ways = [
        tag("label", tag("input", type="checkbox", data_part=part), tag("span", label), class_="field__check")
        for part, label in (("own-dice", OWN_DICE), ("bare", TRACK_ONLY))
    ]
    starts = tag(
        "label",
        tag("span", "Restart from"),
        tag(
            "select",
            [tag("option", each.title, value=each.id) for each in tracker.presets],
            data_part="starts",
        ),
        class_="tool-bar__choice",
    )
    if tracker.export_to_sheet:
        ways.append(command_button("back", "Update character sheets", hidden=True))
    return render_saved_items(
        game,
        noun,
        COMMANDS,
        name=name,
        first=fragment(first, ways),
        more=fragment(starts, command_button("new", "Restart")),
    )


def _head(now: Replay[Any], view: View) -> Markup:
    """Return the bar that stays in view: the round, who is next, and the undo button."""
    scene = now.encounter
    following = tag(
        "button",
        "Next: ",
        tag("strong", view.next),
        type="button",
        class_="button tracker__next",
        data_turn=view.next,
    )
    steps = tag(
        "div",
        command_button("odds", "Odds", look="tracker__to-odds") if view.panels else None,
        log_button("Undo", scene.position - 1 if scene.position else None, "undo"),
        log_button("Redo", scene.position + 1 if scene.position < len(scene.log) else None, "redo"),
        class_="tracker__steps",
    )
    return fragment(
        tag(
            "div",
            heading(view.title),
            following if view.next else tag("p", view.news, class_="tracker__news"),
            class_="tracker__round",
        ),
        steps,
    )


def _table(game: Game, tracker: TrackerSpec[Any], view: View) -> Markup:
    cards = [_card(game, each, tracker.zone_noun, each.name == view.turn) for each in view.combatants]
    return fragment(
        heading("Participants"),
        tag("ul", cards, class_="tracker__combatants", role="list") if cards else None,
    )


def _map_parts(game: Game, tracker: TrackerSpec[Any], view: View) -> dict[str, Markup]:
    """Return the map and the line that opens it. On the map, a name selects a combatant and a zone in reach
    moves them there.
    """
    moves = {act.zone: act for act in view.options if act.zone and not act.reasons}

    def press(target: Combatant | Zone) -> Mapping[str, Any]:
        if isinstance(target, Combatant):
            return {"data_turn": target.name}
        if not (move := moves.get(target.name)):
            return {}
        price = f" ({move.price})" if move.price else ""
        label = f"{target.name}: {view.turn}, {move.title[:1].lower()}{move.title[1:]}{price}"
        return {"type": "submit", "form": form_id(game, move), "aria_label": label}

    zone_map = render_zone_map(
        view.zones, view.combatants, called=tracker.zone_noun, turn=view.turn, press=press
    )
    hint = f"Tap a name to see their actions, then a {tracker.zone_noun} in reach to move there."
    return {
        "places": _places(view),
        "map": fragment(
            zone_map, tag("p", hint, class_="tracker__note tracker__map-hint") if moves else None
        ),
    }


def _places(view: View) -> Markup:
    """Return everyone's zone in one line."""
    names_by_zone = [
        fragment(
            tag("span", each.name, class_="tracker__place"),
            ", ".join(combatant.name for combatant in view.combatants if combatant.zone == each.name),
        )
        for each in view.zones
        if any(combatant.zone == each.name for combatant in view.combatants)
    ]
    return fragment(
        tag("strong", "Map"),
        tag("span", [tag("span", each) for each in names_by_zone], class_="tracker__there"),
    )


def _card(game: Game, combatant: Combatant, called: str, chosen: bool) -> Markup:
    """Return the card of one combatant. `called` is the word for a zone."""
    where = f"{combatant.side}, {called} {combatant.zone}" if combatant.zone else combatant.side
    condition = tag(
        "span",
        tone_icon(combatant.tone),
        combatant.standing,
        class_=f"tracker__standing tone tone--{combatant.tone}",
    )
    marks = tag(
        "ul",
        [tag("li", render_reason(game, each)) for each in combatant.marks],
        class_="tracker__marks",
        role="list",
    )
    facts = tag(
        "dl",
        [tag("div", tag("dt", label), tag("dd", text)) for label, text in combatant.facts],
        class_="input-values",
    )
    return tag(
        "li",
        tag(
            "div",
            tag("strong", combatant.name),
            condition,
            tag("span", where, class_="tracker__side"),
            class_="tracker__combatant",
        ),
        track_positions(game, combatant.track_position) if combatant.track_position else None,
        tag("div", map(_boxes, combatant.boxes), class_="tracker__boxes"),
        render_dice(combatant.dice),
        marks if combatant.marks else None,
        facts,
        class_=classes(
            "box-panel tracker__card", "is-chosen" if chosen else None, None if combatant.able else "is-out"
        ),
    )


def _boxes(row: Checkboxes) -> Markup:
    return tag(
        "span",
        tag("span", row.label, class_="tracker__boxes-label"),
        track(row.checked, row.size),
        visually_hidden(f" {row.text}. "),
        class_="tracker__boxed",
    )


def _last(game: Game, now: Replay[Any]) -> Markup:
    """Return the last action in one line, which opens to show its dice; nothing before the first action."""
    if not now.encounter.position:
        return Markup()
    applied_event = now.applied_events[now.encounter.position - 1]
    sentence = fragment(visually_hidden("Last action: "), applied_event.sentence)
    steps = render_steps(game.id, applied_event.steps)
    if not steps:
        return tag("p", sentence, class_="tracker__sentence")
    return note_line(sentence, steps, look="tracker__sentence")


def setup_parts(
    game: Game,
    tracker: TrackerSpec[Any],
    now: Replay[Any],
    selection: SetupSelection,
    view: View | None = None,
) -> dict[str, Markup]:
    """Return the part that changes during setup: `setting`. `view` shows the current encounter."""
    if now.encounter.position:
        return {"setting": render_setup(game, tracker, now, selection)}
    names = ", ".join(each.name for each in view.combatants) if view else ""
    missing = view.missing if view else ""
    begin = tag(
        "div",
        tag("span", missing or names, class_="tracker-setup__there"),
        button(
            f"Begin the {tracker.encounter_noun}",
            kind="primary",
            data_command="begin",
            disabled=bool(missing),
        ),
        class_="tracker-setup__begin",
    )
    return {"setting": fragment(render_setup(game, tracker, now, selection, view), begin)}


def _setting_up(tracker: TrackerSpec[Any]) -> Markup:
    """Return the collapsible for the setup, which is filled when it is opened."""
    return fold(
        SET_UP,
        tag("p", tracker.intro, class_="tracker__news"),
        _sheets() if _takes_characters(tracker) else None,
        tag("section", data_part="setting", class_="tracker-setup"),
        look="tracker__setup",
        data_part="setup",
    )


def _takes_characters(tracker: TrackerSpec[Any]) -> bool:
    """Return whether characters can be added from their sheets."""
    return bool(tracker.setup and tracker.setup.to_participant)


def _sheets() -> Markup:
    """Return the reader's characters, shown if there are any; each is a button made from a template."""
    return tag(
        "div",
        tag("p", "From your character sheets", role="heading", aria_level=3, class_="tracker__kind"),
        tag(
            "div",
            button("Everyone", data_sheet="", hidden=True),
            tag("template", button(data_sheet="")),
            class_="tracker-setup__row",
            data_part="sheets",
        ),
        tag("div", class_="problems", data_problems="", role="alert"),
        data_errors_for=True,
        data_part="add-characters",
        hidden=True,
    )
