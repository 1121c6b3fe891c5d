"""A character sheet in play: who it is, what is tapped, what is rolled, and the rest in words.

The page finds what to wire by `data-changes`, the changes that a button makes (a mapping of dotted paths to
values, as JSON), and `data-reason`, what the ledger says of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from rules_py import inputs
from rules_py.base.inline_markup import plain_text
from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import Input
from rules_py.present.forms import render_fields
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.input_text import value_text
from rules_py.present.links import prose, rule_link
from rules_py.present.problems import reported_problems
from rules_py.present.roll_buttons import roll_button_with_cost
from rules_py.present.shared_labels import UNNAMED
from rules_py.sheets.panel import Cost, Panel, RollButton
from rules_py.sheets.play_mode import Cards, PlayField, SheetStep
from rules_py.sheets.reference_list import Entry
from rules_py.sheets.sheet import Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.game import Game
from rules_py.tracker.skirmish import MAX_CHECKBOXES

MOST_PIPS = 6
"""The most pips of a track; longer tracks are a number with buttons for plus and minus, unless they are
squares, which are crossed off one by one as on paper.
"""


def render_situation(game: Game, sheet: Sheet) -> Markup | None:
    """Return the inputs of the situation, which all rolls share."""
    inputs = sheet.play.situation
    if not inputs:
        return None
    values = {each.name: each.initial_value for each in inputs}
    return tag(
        "form",
        render_fields(f"situation-{game.id}", game.id, inputs, values),
        data_part="situation",
        class_="play__situation",
        autocomplete="off",
        novalidate=True,
    )


def render_status(game: Game, sheet: Sheet, reading: ParsedSheet, report: SheetReport) -> Markup:
    """Return the upper part: who it is, what is tapped, and what may be done next."""
    return fragment(_who(sheet, reading), _tracks(sheet, reading, report), _due(game, report), _amiss(report))


def render_roll_panels(
    game: Game, panels: Sequence[Panel], full: Mapping[str, int], reading: ParsedSheet
) -> Markup:
    """Return the rolls, by the tables they come in. `full` says where a track is full, by its path."""
    current_values = {spend.field: _value(reading, spend.field) for spend in _costs(panels)}
    in_play = [
        (each.collapsible, _rolls(game, each, place, full, current_values))
        for place, each in enumerate(each for each in panels if rolls_of(each))
    ]
    return fragment(
        _collapsible(fold, [table for _, table in tables]) if fold else [table for _, table in tables]
        for fold, tables in groupby(in_play, key=lambda each: each[0])
    )


def _collapsible(words: str, tables: Sequence[Markup]) -> Markup:
    return tag("details", tag("summary", words), tables, class_="roll-list__fold")


def render_possessions(game: Game, sheet: Sheet, reading: ParsedSheet, report: SheetReport) -> Markup:
    """Return the lower part: what may be done, and what is held, in words.

    A step can add a line to these words, which are below the steps, so that no button moves.
    """
    return fragment(_steps(game, report), _field_texts(game, sheet, reading))


def _who(sheet: Sheet, reading: ParsedSheet) -> Markup:
    name = str(reading.values.get("name") or "").strip() or UNNAMED
    facts = [value_text(sheet.at(path), reading[path]) for path in sheet.play.facts if reading[path]]
    return tag(
        "header",
        tag("h2", name, class_="play__name"),
        tag("p", " · ".join(facts), class_="play__facts") if facts else None,
        class_="play__head",
    )


def _value(reading: ParsedSheet, path: str) -> Any:
    value: Any = reading.values
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


# what is tapped


def tracks_of(sheet: Sheet, panels: Sequence[Panel]) -> tuple[PlayField, ...]:
    """Return the tracks declared, and what rolls spend besides: nothing may be spent unseen."""
    known = {each.field for each in sheet.play.fields}
    spent = (spend.field for spend in _costs(panels))
    return (*sheet.play.fields, *(PlayField(each) for each in dict.fromkeys(spent) if each not in known))


def _costs(panels: Sequence[Panel]) -> Iterator[Cost]:
    for panel in panels:
        for each in rolls_of(panel):
            yield from each.costs


def _tracks(sheet: Sheet, reading: ParsedSheet, report: SheetReport) -> Markup | None:
    tracks = tracks_of(sheet, report.panels)
    groups = [
        tag(
            "div",
            tag("h3", title, class_="pip-groups__title") if title else None,
            [_track(sheet, each, reading, report) for each in group],
            class_="pip-groups__group",
            role="group",
            aria_label=title or None,
        )
        for title, group in groupby(tracks, key=lambda each: each.group)
    ]
    return tag("div", groups, class_="pip-groups") if groups else None


def _track(sheet: Sheet, track: PlayField, reading: ParsedSheet, report: SheetReport) -> Markup:
    field, value = sheet.at(track.field), _value(reading, track.field)
    label = track.label or field.title
    if isinstance(field, inputs.Flag):
        return tag(
            "button",
            label,
            type="button",
            class_="pips__flag",
            aria_pressed="true" if value else "false",
            **change_attributes(f"flag-{track.field}", {track.field: not value}),
        )
    low, squares = (field.low, field.squares) if isinstance(field, inputs.Int) else (0, 0)
    if track.shows_remaining:  # what is lost is struck off box by box, as on a tracker
        squares = max(squares, MAX_CHECKBOXES)
    top = max(report.maximums.get(track.field, field.high if isinstance(field, inputs.Int) else 0), low)
    value_now = value if isinstance(value, int) else low
    now = max(low, top - value_now) if track.shows_remaining else value_now

    def making(number: int) -> dict[str, Any]:
        return {track.field: top - number if track.shows_remaining else number}

    inside = (
        _pips(track.field, label, now, top, making, squares=squares > 0)
        if max(top, now) <= max(MOST_PIPS, squares)
        else _stepper(track.field, label, now, low, top, making)
    )
    state = f"{now}" if track.unlimited else f"{now} of {top}"
    return tag(
        "div",
        tag("span", label, " ", tag("b", state), class_="pips__label"),
        inside,
        class_="pips",
        role="group",
        aria_label=f"{label}: {state}",
    )


type Making = Callable[[int], dict[str, Any]]
"""The change that makes a track show so much."""


def _pips(path: str, label: str, now: int, top: int, making: Making, *, squares: bool) -> Markup:
    """Return one pip for each point. A tap on the last full pip empties it; a tap on any other fills the
    track up to it.
    """
    pips = [
        tag(
            "button",
            visually_hidden(f"{label}: {at} of {max(top, now)}"),
            type="button",
            class_="is-left" if at <= now else None,
            aria_pressed="true" if at <= now else "false",
            **change_attributes(f"pip-{path}-{at}", making(at - 1 if at == now else at)),
        )
        for at in range(1, max(top, now) + 1)
    ]
    if not pips:
        return tag("span", "none")
    return tag("span", pips, class_=classes("track", None if squares else "track--circles"))


def _stepper(path: str, label: str, now: int, low: int, top: int, making: Making) -> Markup:
    def step(by: int, words: str, *, possible: bool) -> Markup:
        return tag(
            "button",
            "−" if by < 0 else "+",
            visually_hidden(f" {words}: {label}"),
            type="button",
            class_="button button--icon",
            disabled=not possible,
            **change_attributes(f"step-{path}-{by}", making(now + by)),
        )

    return tag(
        "span",
        step(-1, "Decrease", possible=now > low),
        step(1, "Increase", possible=now < top),
        class_="pips__row",
    )


def change_attributes(own_id: str, changes: Mapping[str, Any], why: str = "") -> dict[str, Any]:
    """Return the attributes of a button that changes the sheet."""
    return {
        "id": f"play-{own_id.replace('.', '-').replace(' ', '_')}",
        "data_changes": json.dumps(to_jsonable(dict(changes)), ensure_ascii=False) if changes else None,
        "data_reason": why or None,
    }


# what may be done next


def _step(game: Game, step: SheetStep, own_id: str, *, quiet: bool, why: bool = True) -> Markup:
    """Return a step as a button, with its reason if `why`."""
    rule = fragment(" ", rule_link(game.id, step.rule)) if step.rule else None
    button = tag(
        "button",
        step.title,
        type="button",
        class_=classes("button", None if quiet else "button--primary"),
        aria_disabled=None if step.available else "true",
        **change_attributes(own_id, step.changes if step.available else {}, step.title),
    )
    reason = tag("span", step.why, rule) if why else None
    return tag("li", button, " ", reason, class_="steps__one")


def _due(game: Game, report: SheetReport) -> Markup:
    """Return the steps that are due. Their place is always there, so that a screen reader announces them."""
    return tag(
        "div",
        due_steps(game, [each for each in report.steps if each.due], "due"),
        class_="play__due",
        role="status",
    )


def due_steps(game: Game, due: Sequence[SheetStep], own_id: str) -> Markup | None:
    """Return the steps that a rule requires now, each as a button. `own_id` begins the ids within."""
    if not due:
        return None
    listed = [_step(game, each, f"{own_id}-{place}", quiet=False) for place, each in enumerate(due)]
    return tag("ul", listed, class_="steps steps--due", role="list")


def _steps(game: Game, report: SheetReport) -> Markup | None:
    later = [each for each in report.steps if not each.due]
    if not later:
        return None
    return tag(
        "ul",
        [
            _step(game, each, f"step-{place}", quiet=True, why=_is_last(each, later[place + 1 :]))
            for place, each in enumerate(later)
        ],
        class_="steps",
        role="list",
        aria_label="Rest",
    )


def _is_last(step: SheetStep, others: Sequence[SheetStep]) -> bool:
    """Return whether it is the last of several in a row with the same reason, which is said once,
    after them.
    """
    return not others or (others[0].why, others[0].rule) != (step.why, step.rule)


def _amiss(report: SheetReport) -> Markup | None:
    """Return the note that the sheet has problems, and where they are listed."""
    errors = [each for each in reported_problems(report) if each.severity == "error"]
    if not errors:
        return None
    words = "1 problem." if len(errors) == 1 else f"{len(errors)} problems."
    return tag(
        "p",
        f"{words} ",
        tag("button", "Show", type="button", class_="button", data_set_mode="make"),
        class_="play__amiss",
    )


# rolls


def rolls_of(panel: Panel) -> list[RollButton]:
    """Return the rolls in a table."""
    return [cell for row in panel.rows for cell in row if isinstance(cell, RollButton)]


def _rolls(
    game: Game, panel: Panel, place: int, full: Mapping[str, int], current_values: Mapping[str, Any]
) -> Markup:
    rows = [
        tag(
            "li",
            _what(game, str(first), cells),
            tag(
                "span",
                [
                    _cell(game, cell, word, f"play-{place}-{row}-{column}", full, current_values)
                    for column, (cell, word) in enumerate(zip(cells, panel.columns[1:], strict=False))
                ],
                class_="roll-list__buttons",
            ),
            class_="roll-list__one",
        )
        for row, (first, *cells) in enumerate(panel.rows)
    ]
    return tag(
        "div",
        tag("h3", panel.title, class_="roll-list__title"),
        tag("p", panel.note, class_="roll-list__note") if panel.note else None,
        tag("ul", rows, class_="roll-list", role="list"),
        role="group",
        aria_label=panel.title,
    )


def _what(game: Game, name: str, cells: Sequence[Any]) -> Markup:
    """Return the name of a row's rolls, which opens what their outcomes bring."""
    payoffs = [each for cell in cells if isinstance(cell, RollButton) for each in cell.payoffs]
    if not payoffs:
        return tag("span", name, class_="roll-list__what")
    lines = [
        tag("div", tag("dt", each.outcome), " ", tag("dd", prose(game.id, each.text))) for each in payoffs
    ]
    return tag(
        "details",
        tag("summary", name, visually_hidden(": what it brings")),
        tag("dl", lines),
        class_="note-line roll-list__what",
    )


def _cell(
    game: Game, cell: Any, word: str, own_id: str, full: Mapping[str, int], current_values: Mapping[str, Any]
) -> Markup:
    if not isinstance(cell, RollButton):
        return tag("span", str(cell), class_="roll-list__none")
    return roll_button_with_cost(game, cell, own_id, cell.filled_button_text or word, full, current_values)


# the rest in words


def _field_texts(game: Game, sheet: Sheet, reading: ParsedSheet) -> Markup:
    """Return every field that is neither tapped nor told beside the name, in words; what has a card opens.
    What isn't printed either is for making a character, not for playing one.
    """
    tapped = {each.field.partition(".")[0] for each in sheet.play.fields}
    making = {field.name for each in sheet.sections if not each.paper for field in each.fields}
    known = {"name", *sheet.play.facts, *tapped, *making}
    cards = {each.field: each for each in sheet.cards}
    rows = [
        tag("div", tag("dt", each.title), tag("dd", _words(game, cards.get(each.name), each, value)))
        for each in sheet.fields
        if each.name not in known and not _is_long(each)
        if (value := _sound(each, reading[each.name])) not in (None, "", 0, [], each.default)
    ]
    return tag("dl", rows, class_="play__fields") if rows else fragment()


def _is_long(field: Input) -> bool:
    """Return whether a text has several lines: it stays in the form in play, where it is written."""
    return isinstance(field, inputs.Text) and field.lines > 1


def _sound(field: Input, value: Any) -> Any:
    """Return the value without the entries of a list that could not be read."""
    return [each for each in value if each is not None] if isinstance(field, inputs.ListOf) else value


def _words(game: Game, cards: Cards | None, field: Input, value: Any) -> Markup:
    if cards is None or not isinstance(field, inputs.ListOf):
        return fragment(value_text(field, value))
    entries = entries_of(game, cards)
    rows = [
        (entries.get(each.get(cards.key) if cards.key and isinstance(each, Mapping) else each), each)
        for each in value
    ]
    return fragment(_render_held(game, cards, entry, _entry_words(field.item, each)) for entry, each in rows)


def _entry_words(item: Input, value: Any) -> str:
    """Return an entry in words, without what is as it begins: one rope is a rope, two are `Rope × 2`."""
    if not isinstance(item, inputs.Record) or not isinstance(value, Mapping):
        return value_text(item, value)
    if item.phrase:
        return item.phrase(value)
    first, *others = item.fields
    telling = [each for each in others if value.get(each.name) != each.initial_value]
    match telling:
        case [inputs.Int() as count]:
            return f"{value_text(first, value.get(first.name))} × {value.get(count.name)}"
    return value_text(replace(item, fields=(first, *telling), kind="", only_for={}, lone=""), value)


def entries_of(game: Game, cards: Cards) -> dict[Any, Entry]:
    """Return the entries of the reference list behind some cards, by the key that the sheet holds."""
    listed = game.reference(cards.of)
    return {getattr(each, cards.by): each for each in listed.entries} if listed else {}


def _render_held(game: Game, cards: Cards, entry: Entry | None, words: str) -> Markup:
    text = " ".join(card_text(cards, entry)) if entry else ""
    if not text:
        return tag("span", words, class_="held")
    return tag("details", tag("summary", words), tag("p", prose(game.id, text)), class_="held")


def card_text(cards: Cards, entry: Entry) -> Iterator[str]:
    """Yield the texts of a card, column by column."""
    for key in cards.text:
        value = entry.values.get(key, "")
        text = plain_text(", ".join(value) if isinstance(value, tuple) else str(value))
        if text:
            yield text if text[-1] in ".!?" else f"{text[0].upper()}{text[1:]}."
