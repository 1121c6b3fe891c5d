"""The log of a tracker: events, undone events, and the hits that each combatant took per round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rules_py.present.actions import heading
from rules_py.present.components import button, note_line
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.outcome import render_steps
from rules_py.present.panels import render_panels
from rules_py.sheets.panel import Panel
from rules_py.systems.game import Game
from rules_py.tracker import AppliedEvent, DamageTable, Replay, TrackerSpec

LINES = 30
"""The most lines that are shown at first."""


def render_log(game: Game, tracker: TrackerSpec[Any], now: Replay[Any], *, whole: bool = False) -> Markup:
    """Return the log's lines around the current position, or all of them, and the damage of each participant
    by round.
    """
    if not now.applied_events:
        return Markup()
    before = [now.initial_state, *(each.state for each in now.applied_events)]
    rounds = [tracker.damage_table.round(each) for each in before] if tracker.damage_table else []
    places = _all_places(now) if whole else _visible_lines(now)
    rows = []
    for place in places:
        begins = rounds and (place == places[0] or rounds[place - 1] != rounds[place - 2])
        round_heading = (
            _round_heading(tracker.damage_table, rounds[place - 1]) if tracker.damage_table and begins else ""
        )
        rows.append(_entry(game, place, now.applied_events[place - 1], now.encounter.position, round_heading))
    return fragment(
        tag(
            "div",
            heading("Log"),
            _rest(now) if places != _all_places(now) else None,
            log_button("Back to start", 0 if now.encounter.position else None, "start"),
            class_="tracker__log-head",
        ),
        tag("ol", rows, class_="tracker__entries"),
        _harm(game, tracker.damage_table, before[: now.encounter.position + 1])
        if tracker.damage_table
        else None,
    )


def _all_places(now: Replay[Any]) -> range:
    return range(1, len(now.applied_events) + 1)


def _visible_lines(now: Replay[Any]) -> range:
    """Return the range of lines to show; rendering hundreds after every tap would be slow."""
    last = len(now.applied_events)
    first = max(1, min(now.encounter.position - LINES // 2, last - LINES + 1))
    return range(first, min(last, first + LINES - 1) + 1)


def _rest(now: Replay[Any]) -> Markup:
    words = f"Show all {len(now.applied_events)} lines"
    return button(words, data_whole=True)


def _harm(game: Game, harm: DamageTable[Any], states: Sequence[Any]) -> Markup | None:
    """Return the table of damage by participant and round."""
    damage_by_name: dict[str, Counter[int]] = {}
    for before, after in pairwise(states):
        for name, loss in harm.damage(before, after).items():
            damage_by_name.setdefault(name, Counter())[harm.round(before)] += loss
    if not damage_by_name:
        return None
    rounds = range(min(1, harm.round(states[0])), harm.round(states[-1]) + 1)
    rows = tuple(
        (name, *(str(damage[each] or "–") for each in rounds), str(damage.total()))
        for name, damage in damage_by_name.items()
    )
    panel = Panel(harm.title, ("Name", *(str(each or harm.round_0_label) for each in rounds), "Total"), rows)
    return fragment(render_panels(game, (panel,), own_id="desk-harm"))


def _round_heading(harm: DamageTable[Any], number: int) -> str:
    return f"Round {number}" if number else f"{harm.round_0_label} round"


def _entry(game: Game, place: int, applied_event: AppliedEvent[Any], at: int, heading: str) -> Markup:
    """Return a line of the log, after a heading if it starts a round."""
    steps = render_steps(game.id, applied_event.steps)
    return tag(
        "li",
        tag("strong", heading, class_="tracker__entry-round") if heading else None,
        tag("span", place, class_="tracker__entry-number"),
        tag("span", applied_event.sentence, visually_hidden(" Undone.") if place > at else None),
        button("Jump here", visually_hidden(f": step {place}"), look="tracker__go", data_at=place)
        if place != at
        else tag("span", "You are here", class_="tracker__here"),
        note_line("Dice and calculation", steps) if steps else None,
        class_=classes("tracker__entry", "is-undone" if place > at else None),
        aria_current="step" if place == at else None,
    )


def log_button(label: str, at: int | None, name: str) -> Markup:
    """Return a button that goes to a position in the log; it is disabled if `at` is None."""
    return button(label, id=f"desk-{name}", data_at="" if at is None else at, disabled=at is None)
