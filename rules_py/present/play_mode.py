"""The play mode of a character sheet: tracks to tap, roll buttons, and the rest as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from rules_py import inputs
from rules_py.base.inline_markup import plain_text
from rules_py.inputs import Input
from rules_py.present.forms import render_fields
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.input_text import value_text
from rules_py.present.links import prose, rule_link
from rules_py.present.problems import reported_problems
from rules_py.present.roll_buttons import roll_button_with_cost
from rules_py.present.shared_labels import UNNAMED
from rules_py.present.tracks import change_attributes, costs_of, render_tracks, value_at
from rules_py.sheets.panel import Panel, RollButton
from rules_py.sheets.play_mode import Cards, SheetStep
from rules_py.sheets.reference_list import Entry
from rules_py.sheets.sheet import Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.game import Game


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


def render_status(game: Game, sheet: Sheet, parsed: ParsedSheet, report: SheetReport) -> Markup:
    """Return the upper part: the character's name and facts, the fields to tap, and the due steps."""
    return fragment(
        _header(sheet, parsed),
        render_tracks(sheet, parsed, report),
        _due(game, report),
        _problem_note(report),
    )


def render_roll_panels(
    game: Game, panels: Sequence[Panel], full: Mapping[str, int], parsed: ParsedSheet
) -> Markup:
    """Return the rolls, by panel. `full` are the maximums of tracks, by path."""
    current_values = {spend.field: value_at(parsed, spend.field) for spend in costs_of(panels)}
    in_play = [
        (each.collapsible, _rolls(game, each, place, full, current_values))
        for place, each in enumerate(each for each in panels if each.rolls)
    ]
    return fragment(
        _collapsible(fold, [table for _, table in tables]) if fold else [table for _, table in tables]
        for fold, tables in groupby(in_play, key=lambda each: each[0])
    )


def _collapsible(words: str, tables: Sequence[Markup]) -> Markup:
    return tag("details", tag("summary", words), tables, class_="roll-list__fold")


def render_possessions(game: Game, sheet: Sheet, parsed: ParsedSheet, report: SheetReport) -> Markup:
    """Return the lower part: the other steps, and the remaining fields as text.

    The text is below the steps, so that no button moves if a step adds a line to it.
    """
    return fragment(_steps(game, report), _field_texts(game, sheet, parsed))


def _header(sheet: Sheet, parsed: ParsedSheet) -> Markup:
    name = str(parsed.values.get("name") or "").strip() or UNNAMED
    facts = [value_text(sheet.at(path), parsed[path]) for path in sheet.play.facts if parsed[path]]
    return tag(
        "header",
        tag("h2", name, class_="play__name"),
        tag("p", " · ".join(facts), class_="play__facts") if facts else None,
        class_="play__head",
    )


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
    """Return the steps that are due. Their element is always present, so that screen readers announce
    them.
    """
    return tag(
        "div",
        due_steps(game, [each for each in report.steps if each.due], "due"),
        class_="play__due",
        role="status",
    )


def due_steps(game: Game, due: Sequence[SheetStep], own_id: str) -> Markup | None:
    """Return the steps that a rule requires now, each as a button. `own_id` is the prefix of ids."""
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
    """Return whether the step is the last of several in a row with the same reason, which is shown once,
    after them.
    """
    return not others or (others[0].why, others[0].rule) != (step.why, step.rule)


def _problem_note(report: SheetReport) -> Markup | None:
    """Return the note that the sheet has problems, with a button that shows them."""
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


def _rolls(
    game: Game, panel: Panel, place: int, full: Mapping[str, int], current_values: Mapping[str, Any]
) -> Markup:
    rows = [
        tag(
            "li",
            _row_name(game, str(first), cells),
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


def _row_name(game: Game, name: str, cells: Sequence[Any]) -> Markup:
    """Return the name of a row's rolls, which opens the payoffs of their outcomes."""
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


def _field_texts(game: Game, sheet: Sheet, parsed: ParsedSheet) -> Markup:
    """Return the text of every field that is neither tapped nor shown beside the name; an entry with a card
    opens. Fields that aren't printed either are left out: they are for making a character, not for playing
    one.
    """
    tapped_fields = {each.field.partition(".")[0] for each in sheet.play.fields}
    creation_only = {field.name for each in sheet.sections if not each.paper for field in each.fields}
    known = {"name", *sheet.play.facts, *tapped_fields, *creation_only}
    cards = {each.field: each for each in sheet.cards}
    rows = [
        tag("div", tag("dt", each.title), tag("dd", _words(game, cards.get(each.name), each, value)))
        for each in sheet.fields
        if each.name not in known and not _is_long(each)
        if (value := _readable_value(each, parsed[each.name])) not in (None, "", 0, [], each.default)
    ]
    return tag("dl", rows, class_="play__fields") if rows else fragment()


def _is_long(field: Input) -> bool:
    """Return whether a text has several lines: such a text stays in the form in play mode, to be edited
    there.
    """
    return isinstance(field, inputs.Text) and field.lines > 1


def _readable_value(field: Input, value: Any) -> Any:
    """Return the value without unreadable entries of a list."""
    return [each for each in value if each is not None] if isinstance(field, inputs.ListOf) else value


def _words(game: Game, cards: Cards | None, field: Input, value: Any) -> Markup:
    if cards is None or not isinstance(field, inputs.ListOf):
        return fragment(value_text(field, value))
    entries = entries_of(game, cards)
    rows = [
        (entries.get(each.get(cards.key) if cards.key and isinstance(each, Mapping) else each), each)
        for each in value
    ]
    return fragment(_render_entry(game, cards, entry, _entry_words(field.item, each)) for entry, each in rows)


def _entry_words(item: Input, value: Any) -> str:
    """Return the text of an entry, without fields at their initial values: one rope is `Rope`, two are `Rope
    × 2`.
    """
    if not isinstance(item, inputs.Record) or not isinstance(value, Mapping):
        return value_text(item, value)
    if item.phrase:
        return item.phrase(value)
    first, *others = item.fields
    differing = [each for each in others if value.get(each.name) != each.initial_value]
    match differing:
        case [inputs.Int() as count]:
            return f"{value_text(first, value.get(first.name))} × {value.get(count.name)}"
    return value_text(replace(item, fields=(first, *differing), kind="", only_for={}, lone=""), value)


def entries_of(game: Game, cards: Cards) -> dict[Any, Entry]:
    """Return the entries of the reference list of these cards, by the key in the sheet's data."""
    listed = game.reference(cards.of)
    return {getattr(each, cards.by): each for each in listed.entries} if listed else {}


def _render_entry(game: Game, cards: Cards, entry: Entry | None, words: str) -> Markup:
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
