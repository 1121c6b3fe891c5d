"""The tracks of a character sheet in play: fields to tap, such as wounds and points.

The page finds buttons by `data-changes`, their changes (a mapping of dotted paths to values, as JSON), and
`data-reason`, their text in the change log.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rules_py import inputs
from rules_py.base.jsonable import to_jsonable
from rules_py.present.html import Markup, classes, tag, visually_hidden
from rules_py.sheets.panel import Cost, Panel
from rules_py.sheets.play_mode import PlayField
from rules_py.sheets.sheet import Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.tracker.skirmish import MAX_CHECKBOXES

MAX_PIPS = 6
"""The most pips of a track; longer tracks are a number with plus and minus buttons, unless they are squares,
which are crossed off one by one as on paper.
"""


def value_at(parsed: ParsedSheet, path: str) -> Any:
    value: Any = parsed.values
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _tracks_of(sheet: Sheet, panels: Sequence[Panel]) -> tuple[PlayField, ...]:
    """Return the declared tracks, and the other fields that rolls spend, so that every cost is visible."""
    known = {each.field for each in sheet.play.fields}
    cost_fields = (spend.field for spend in costs_of(panels))
    return (
        *sheet.play.fields,
        *(PlayField(each) for each in dict.fromkeys(cost_fields) if each not in known),
    )


def costs_of(panels: Sequence[Panel]) -> Iterator[Cost]:
    for panel in panels:
        for each in panel.rolls:
            yield from each.costs


def render_tracks(sheet: Sheet, parsed: ParsedSheet, report: SheetReport) -> Markup | None:
    tracks = _tracks_of(sheet, report.panels)
    groups = [
        tag(
            "div",
            tag("h3", title, class_="pip-groups__title") if title else None,
            [_track(sheet, each, parsed, report) for each in group],
            class_="pip-groups__group",
            role="group",
            aria_label=title or None,
        )
        for title, group in groupby(tracks, key=lambda each: each.group)
    ]
    return tag("div", groups, class_="pip-groups") if groups else None


def _track(sheet: Sheet, track: PlayField, parsed: ParsedSheet, report: SheetReport) -> Markup:
    field, value = sheet.at(track.field), value_at(parsed, track.field)
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
    if track.shows_remaining:  # losses are checked off box by box, as in a tracker
        squares = max(squares, MAX_CHECKBOXES)
    top = max(report.maximums.get(track.field, field.high if isinstance(field, inputs.Int) else 0), low)
    value_now = value if isinstance(value, int) else low
    now = max(low, top - value_now) if track.shows_remaining else value_now

    def making(number: int) -> dict[str, Any]:
        return {track.field: top - number if track.shows_remaining else number}

    inside = (
        _pips(track.field, label, now, top, making, squares=squares > 0)
        if max(top, now) <= max(MAX_PIPS, squares)
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
"""Returns the change that makes a track show a number."""


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
