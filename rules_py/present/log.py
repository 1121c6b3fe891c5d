"""The log of a desk: what has happened, what was taken back, and who took how much in which round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rules_py.present.actions import title
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.outcome import working
from rules_py.present.sheet import panels
from rules_py.sheets.sheet import Panel
from rules_py.systems.game import Game
from rules_py.tracker import Desk, Happening, Harm, Played

LINES = 30
"""So many are shown until all are asked for."""


def log(game: Game, declared: Desk[Any, Any], now: Played[Any], *, whole: bool = False) -> Markup:
    """The lines about where the scene is, or the whole of them, and who took how much in which round."""
    if not now.happenings:
        return Markup()
    before = [now.first, *(each.state for each in now.happenings)]
    rounds = [declared.harm.round(each) for each in before] if declared.harm else []
    seen = _all_places(now) if whole else _places_seen(now)
    rows = []
    for place in seen:
        begins = rounds and (place == seen[0] or rounds[place - 1] != rounds[place - 2])
        heading = _heading(declared.harm, rounds[place - 1]) if declared.harm and begins else ""
        rows.append(_entry(game, place, now.happenings[place - 1], now.scene.at, heading))
    return fragment(
        tag(
            "div",
            title("Log"),
            _rest(now) if seen != _all_places(now) else None,
            go("To the start", 0 if now.scene.at else None, "start"),
            class_="tracker__log-head",
        ),
        tag("ol", rows, class_="tracker__entries"),
        _harm(game, declared.harm, before[: now.scene.at + 1]) if declared.harm else None,
    )


def _all_places(now: Played[Any]) -> range:
    return range(1, len(now.happenings) + 1)


def _places_seen(now: Played[Any]) -> range:
    """As many as are read: a fight of hundreds of lines would have each tap wait for all of them."""
    last = len(now.happenings)
    first = max(1, min(now.scene.at - LINES // 2, last - LINES + 1))
    return range(first, min(last, first + LINES - 1) + 1)


def _rest(now: Played[Any]) -> Markup:
    words = f"All {len(now.happenings)} lines"
    return tag("button", words, type="button", class_="button button--quiet", data_whole=True)


def _harm(game: Game, harm: Harm[Any], states: Sequence[Any]) -> Markup | None:
    """Who took how much in which round, of all that has happened."""
    found: dict[str, Counter[int]] = {}
    for before, after in pairwise(states):
        for name, done in harm.done(before, after).items():
            found.setdefault(name, Counter())[harm.round(before)] += done
    if not found:
        return None
    rounds = range(min(1, harm.round(states[0])), harm.round(states[-1]) + 1)
    rows = tuple(
        (name, *(str(taken[each] or "–") for each in rounds), str(taken.total()))
        for name, taken in found.items()
    )
    panel = Panel(harm.title, ("Who", *(str(each or harm.before) for each in rounds), "All"), rows)
    return panels(game, (panel,), own_id="desk-harm")


def _heading(harm: Harm[Any], number: int) -> str:
    return f"Round {number}" if number else f"{harm.before} round"


def _entry(game: Game, place: int, happening: Happening[Any], at: int, heading: str) -> Markup:
    """A line of the log; with it a round may begin, which has a heading."""
    steps = working(game.id, happening.working)
    return tag(
        "li",
        tag("strong", heading, class_="tracker__entry-round") if heading else None,
        tag("span", place, class_="tracker__entry-number"),
        tag("span", happening.sentence, unseen(" Taken back.") if place > at else None),
        tag(
            "button",
            "Go here",
            unseen(f": to after step {place}"),
            type="button",
            class_="button button--quiet tracker__go",
            data_at=place,
        )
        if place != at
        else tag("span", "You are here", class_="tracker__here"),
        tag("details", tag("summary", "Dice and working"), steps, class_="collapsible") if steps else None,
        class_=classes("tracker__entry", "is-undone" if place > at else None),
        aria_current="step" if place == at else None,
    )


def go(label: str, at: int | None, name: str) -> Markup:
    """A button that goes to a place in the log; `at` is None where there is none to go to."""
    return tag(
        "button",
        label,
        type="button",
        class_="button button--quiet",
        id=f"desk-{name}",
        data_at="" if at is None else at,
        disabled=at is None,
    )
