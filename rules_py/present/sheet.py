"""A game's character sheet: the form, derived values, and broken rules.

Without JavaScript, and on paper, it is a blank sheet to be filled in by hand. Diagrams of its values are in
elements with `data-drawn`, the name of the field beside them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_py.base.errors import InputError
from rules_py.base.file_format import CHARACTERS
from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import Input, Int, Text
from rules_py.present import play_mode
from rules_py.present.cards import cards_collapsible
from rules_py.present.change_log import change_log_collapsible, undo_button
from rules_py.present.components import command_button
from rules_py.present.creation_guide import guide_messages, guide_navigation, guide_start, render_guide
from rules_py.present.diagrams import render_balances, track_positions
from rules_py.present.forms import render_fields
from rules_py.present.frame_notice import with_frame_notice
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.loading_status import status
from rules_py.present.panels import render_panels
from rules_py.present.partial_roll import own_dice_dialog
from rules_py.present.problems import problem_count, render_problem, reported_problems
from rules_py.present.saved_items import messages, render_saved_items
from rules_py.present.shared_labels import OWN_DICE
from rules_py.present.sides import sides_of_sheet
from rules_py.sheets.panel import Panel
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.game import Game
from rules_py.systems.listed_choices import listed_choices

COMMANDS = (
    ("copy", "Duplicate"),
    ("remove", "Delete"),
    ("export", "Export"),
    ("share", "Copy link"),
    ("print", "Print"),
)
"""The commands for characters, besides New and Import."""

MODES = (("make", "Edit"), ("play", "Play"))
"""The modes of a sheet: the value of `data-set-mode`, and the label of its button."""

MAX_BOXES = 10
"""The boxes on a blank sheet of paper; how many of them count depends on the character."""

WORDS = {
    "undone": "Undone: {what}",
    "spent": "Not enough “{what}”.",
    "crammed": "“{what}” is already at its limit.",
    "clipped": "“{what}”: {part} of {whole} applied; the limit is reached.",
    "changed": "Can’t undo this: it has changed since. {what}",
}


def render_sheet(
    game: Game,
    sheet: Sheet,
    ready: Sequence[tuple[str, str]] = (),
    list_pages: Mapping[str, str] | None = None,
) -> Markup:
    """Return the whole sheet as `<dice-sheet>`, blank, with its controls.

    `ready` are ready-made characters: the name of each, and the fragment of the link with its data.
    `list_pages` are the addresses of the pages with the lists that its cards are made from, by the id of the
    list: sets of house rules use them to name the entries that a table doesn't use.
    """
    blank = sheet.blank()
    report = sheet.check(blank)
    drawn = render_diagrams(game, report, blank)
    form = tag(
        "form",
        [_section(game, sheet, place, blank, drawn) for place in range(len(sheet.sections))],
        data_part="form",
        class_="sheet__form",
        novalidate=True,
        autocomplete="off",
    )
    element = tag(
        "dice-sheet",
        render_saved_items(
            game,
            "character",
            COMMANDS,
            first=fragment(command_button("new", "New character"), _own_dice_switch()),
            ready=ready,
        ),
        _bar(report),
        tag("div", data_part="house") if game.options else None,
        status(),
        tag("div", class_="problems problems--sheet", data_problems="", role="status"),
        _play_frame(game, sheet),
        guide_start(sheet),
        render_guide(game, sheet),
        tag("div", render_checklist(game, sheet, report), data_part="checklist", class_="sheet__checklist"),
        _templates(sheet),
        form,
        guide_navigation(),
        tag("div", render_sheet_report(game, report), data_part="report", class_="sheet__report"),
        change_log_collapsible(),
        own_dice_dialog(f"sheet-{game.id}"),
        class_="sheet",
        data_unfilled=True,
        data_game=game.id,
        data_version=sheet.version,
        data_title=game.title,
        data_file=json.dumps(
            {"head": CHARACTERS.header(game.id, sheet.version), "among": CHARACTERS.items_key}
        ),
        data_lists=_lists(game, sheet, list_pages or {}),
        data_blank=json.dumps(to_jsonable(blank), ensure_ascii=False),
        data_messages=json.dumps(messages("character", **WORDS, **guide_messages(sheet)), ensure_ascii=False),
        data_tied=(
            json.dumps([[each.one, each.other, each.sum] for each in sheet.linked_fields])
            if sheet.linked_fields
            else None
        ),
    )
    return with_frame_notice(element)


def _lists(game: Game, sheet: Sheet, list_pages: Mapping[str, str]) -> str | None:
    """Return the address of the page of each list whose entries a character may choose, as JSON."""
    lists = [*(each.of for each in sheet.cards), *(each.of for each in listed_choices(game))]
    pages = {of: list_pages[f"{game.id}.{of}"] for of in lists if f"{game.id}.{of}" in list_pages}
    return json.dumps(pages) if pages else None


def _own_dice_switch() -> Markup:
    """Return the switch for entering the faces of each roll."""
    return tag(
        "label",
        tag("input", type="checkbox", data_part="own-dice"),
        tag("span", OWN_DICE),
        class_="field__check",
    )


def _section(
    game: Game, sheet: Sheet, place: int, values: Mapping[str, Any], drawn: Mapping[str, Markup]
) -> Markup:
    """Return a collapsible section of the sheet. The first is open; the page opens those that are started."""
    section = sheet.sections[place]
    help = tag("p", section.help, class_="sheet__help") if section.help else None
    own = {each.name for each in section.fields}
    paired = any(_top(each.one) in own for each in sheet.linked_fields)
    tapped = {_top(each.field) for each in sheet.play.fields}
    names = [each.name for each in section.fields if each.name in {*drawn, *tapped}]
    cards = [each for each in sheet.cards if each.field in own]
    return tag(
        "details",
        tag("summary", tag("h2", section.title), class_="sheet__title"),
        help,
        [tag("div", drawn.get(name), data_drawn=name, class_="sheet__drawn") for name in names],
        [cards_collapsible(game, each, sheet.at(each.field)) for each in cards],
        render_fields(f"sheet-{game.id}", game.id, section.fields, values, notes=True),
        id=_section_id(game, place),
        open=not place,
        data_fields=" ".join(each.name for each in section.fields),
        class_=classes(
            "fold sheet__section",
            f"sheet__section--{section.layout}",
            "sheet__section--pairs" if paired else None,
            "sheet__section--written" if _is_for_notes(section) else None,
            None if section.paper else "is-off-paper",
        ),
    )


def _section_id(game: Game, place: int) -> str:
    return f"sheet-{game.id}-part-{place + 1}"


def render_checklist(game: Game, sheet: Sheet, report: SheetReport) -> Markup:
    """Return a link to each section with its state: complete, to do, needs attention or not started."""
    entries = [_render_problems(game, place, section, report) for place, section in enumerate(sheet.sections)]
    return tag("ol", entries, class_="checklist", role="list", aria_label="To do")


def _render_problems(game: Game, place: int, section: Section, report: SheetReport) -> Markup:
    names = {each.name for each in section.fields}
    problems = [each for each in reported_problems(report) if each.top in names]
    to_do = [each for each in report.hidden_problems if each.top in names]
    messages = [each.message for each in (*problems, *to_do)]
    messages += [text for path, text in report.to_do.items() if _top(path) in names]
    if any(each.severity == "error" for each in problems):
        state, spoken = "amiss", "needs attention"
    elif messages:
        state, spoken = "open", "to do"
    elif names & report.started_fields:
        state, spoken = "done", "complete"
    else:
        state, spoken = "blank", "not started"
    messages = list(dict.fromkeys(messages))
    more = f" And {len(messages) - 1} more." if len(messages) > 1 else ""
    return tag(
        "li",
        tag("a", section.title, visually_hidden(f", {spoken}"), href=f"#{_section_id(game, place)}"),
        tag("span", f"{messages[0]}{more}", class_="checklist__why") if messages else None,
        class_=f"checklist__one is-{state}",
    )


def _is_for_notes(section: Section) -> bool:
    """Return whether the section is for text that is also edited in play, such as notes."""
    return any(isinstance(each, Text) and each.lines > 1 for each in section.fields)


def render_totals(report: SheetReport) -> Markup:
    """Return the totals that stay visible: those of character creation, and those of play."""
    return fragment(
        tag(
            "span",
            [
                (", " if place else None, tag("b", each.text, class_="is-over" if each.is_over else None))
                for place, each in enumerate(each for each in report.totals if each.in_play is in_play)
            ],
            class_="totals__play" if in_play else "totals__make",
        )
        for in_play in (False, True)
    )


def _bar(report: SheetReport) -> Markup:
    """Return the switch between the two modes, the totals, and the undo button."""
    switch = [
        tag(
            "button",
            label,
            type="button",
            class_="button mode-switch__button",
            data_set_mode=mode,
            aria_pressed="false",
        )
        for mode, label in MODES
    ]
    return tag(
        "div",
        tag("div", switch, class_="mode-switch", role="group", aria_label="Sheet mode"),
        tag("p", render_totals(report), class_="totals", data_part="totals", role="status"),
        undo_button(),
        class_="sheet__bar",
    )


def _play_frame(game: Game, sheet: Sheet) -> Markup:
    """Return the play mode of a sheet, empty until the engine renders it."""
    return tag(
        "div",
        tag("div", data_part="standing"),
        play_mode.render_situation(game, sheet),
        tag("div", data_part="rolls"),
        tag("div", data_part="rest"),
        data_part="play",
        class_="play",
    )


def render_play_mode(
    game: Game, sheet: Sheet, parsed: ParsedSheet, report: SheetReport, situation: object
) -> dict[str, Markup]:
    """Return the parts of a sheet in play; invalid parts of the situation have their initial values."""
    now = parse_situation(sheet, situation, parsed.house)
    rolled = sheet.panels_in_play(parsed, report, now)
    return {
        "standing": play_mode.render_status(game, sheet, parsed, report),
        "rolls": fragment(
            play_mode.render_roll_panels(game, rolled, report.maximums, parsed),
            sides_of_sheet(game, parsed.data),
        ),
        "rest": play_mode.render_possessions(game, sheet, parsed, report),
    }


def parse_situation(sheet: Sheet, value: object, house: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parsed situation, with the initial value of each input that is missing or invalid, and at
    most the house rules' maximums.
    """
    now = {each.name: _read_or_initial(each, value) for each in sheet.play.situation}
    return now | {name: min(now[name], most) for name, most in sheet.play.limits(house).items()}


def _read_or_initial(field: Input, value: object) -> Any:
    try:
        return field.parse(value[field.name]) if isinstance(value, Mapping) else field.initial_value
    except (InputError, KeyError):
        return field.initial_value


def _templates(sheet: Sheet) -> Markup | None:
    """Return the buttons that apply a template."""
    if not sheet.templates:
        return None
    buttons = [
        tag(
            "button",
            each.title,
            type="button",
            class_="button",
            data_template=each.id,
            title=each.help or None,
        )
        for each in sheet.templates
    ]
    return tag(
        "div",
        buttons,
        class_="sheet__templates",
        role="group",
        aria_label=sheet.templates_title,
        data_part="templates",
    )


def render_diagrams(game: Game, report: SheetReport, values: Mapping[str, Any]) -> dict[str, Markup]:
    """Return the diagrams of a sheet by the field they are beside: balances of linked fields, tracks, boxes
    to tick on paper, and due steps. `values` are those of the sheet.
    """
    drawn_beside = dict.fromkeys(each.beside for each in report.linked_values)
    diagrams = {
        name: render_balances([each for each in report.linked_values if each.beside == name], spoken=False)
        for name in drawn_beside
    }
    for name, now in report.track_positions.items():
        diagrams[name] = fragment(diagrams.get(name), track_positions(game, now, telling=True))
    for name, boxes in _paper_boxes(game.sheet, report, values) if game.sheet else ():
        diagrams[name] = fragment(diagrams.get(name), boxes)
    due = [each for each in report.steps if each.due]
    for name in dict.fromkeys(_top(each.field) for each in due):
        steps_here = [each for each in due if _top(each.field) == name]
        diagrams[name] = fragment(diagrams.get(name), play_mode.due_steps(game, steps_here, f"beside-{name}"))
    return diagrams


def value_at(values: Mapping[str, Any], path: str) -> Any:
    """Return the value at a dotted path, or None."""
    value: Any = values
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _paper_boxes(
    sheet: Sheet, report: SheetReport, values: Mapping[str, Any]
) -> Iterator[tuple[str, Markup]]:
    """Yield the boxes to tick on paper for numbers that play uses up, each with its field's name."""
    for each in sheet.play.fields:
        name, size = each.field, report.maximums.get(each.field)
        if size is None:
            continue
        if each.shows_remaining and name in values:
            lost = values[name] if isinstance(values[name], int) else 0
            yield name, _boxes(each.label or sheet.at(name).title, size - lost, size)
        field = sheet.at(name)
        if isinstance(field, Int) and field.follows and not field.marks:
            left = value_at(values, name)
            yield _top(name), _boxes(each.label or field.title, left if isinstance(left, int) else size, size)


def _boxes(label: str, left: int, size: int) -> Markup:
    """Return the rest of a number as boxes; the boxes beyond its size are for a blank sheet."""
    boxes = [
        tag("i", class_="is-left" if place < left else "is-spare" if place >= size else None)
        for place in range(max(size, MAX_BOXES))
    ]
    return tag("p", label, " ", tag("span", boxes, class_="track"), class_="sheet__boxes", aria_hidden="true")


def _top(path: str) -> str:
    """Return the field of the sheet that a dotted path leads into."""
    return path.partition(".")[0]


def render_sheet_report(game: Game, report: SheetReport) -> Markup:
    """Return the problems of a sheet and the tables of its derived values. Tables of rolls are collapsed, as
    rolls belong to play mode.
    """
    panels = [each for each in report.panels if each.rows]
    rendered = render_panels(game, panels, maximums=report.maximums)
    tables = [
        _collapsible(panel, table) if panel.rolls else table
        for panel, table in zip(panels, rendered, strict=True)
    ]
    broken = [render_problem(game.id, each) for each in reported_problems(report)]
    # for steps of the guide without fields
    named = tag("div", broken, class_="sheet__broken") if broken else None
    return fragment(problem_count(report), named, tables)


def _collapsible(panel: Panel, content: Markup) -> Markup:
    return tag("details", tag("summary", panel.title), content, class_="collapsible table-wrap")
