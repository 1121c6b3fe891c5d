"""Contract tests of a sheet's tracks and steps."""

from __future__ import annotations

import json
import re
from typing import Any

from hooks.contracts.markup import attribute, markup_of
from hooks.contracts.sheets.cases import after, buttons, of_every_game, people, request
from hooks.directives.library import Library
from rules_py.inputs import Int
from rules_py.systems.game import Game


@of_every_game
def test_tap_breaks_no_rule_or_makes_a_step_due(game: Game, library: Library) -> None:
    """A tap breaks no rule, or a step is due that puts it right.

    Fix: the limits of the field, `maximums=` of the report, or a `PrerequisiteStep`.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library):
        before = set(declared.check(character).errors)
        html = request(game, character, "play")["play"]
        for changes in buttons(html["standing"] + html["rest"]):
            tapped = after(character, changes)
            report = declared.check(tapped)
            if set(report.errors) <= before:
                continue
            due = [each for each in report.steps if each.due]
            assert due, f"{changes} breaks a rule, but the report offers no step"
            for step in due:
                assert set(declared.check(after(tapped, step.changes)).errors) <= before


@of_every_game
def test_track_shows_number_and_limit_and_taps_change_it(game: Game, library: Library) -> None:
    """A track shows its number and its limit, and a tap changes it.

    Fix: the limits of the field, or `maximums=` of the report.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library):
        page = markup_of(request(game, character, "play")["play"]["standing"])
        for track in page.css(".pips"):
            told_of = re.fullmatch(r".*: (-?\d+)(?: of (\d+))?", attribute(track, "aria-label"))
            assert told_of
            shown_number, most = told_of.groups()
            now, tapped = int(shown_number), track.css("button")
            changes = [json.loads(attribute(each, "data-changes")) for each in tapped]
            [path] = {path for each in changes for path in each} or {""}
            shows_remaining = any(each.shows_remaining for each in declared.play.fields if each.field == path)
            leads_to = [value for each in changes for value in each.values()]
            values = [int(most) - value for value in leads_to] if shows_remaining else leads_to
            if track.css_first("button.button--icon"):
                assert values == [now - 1, now + 1]
                number = declared.at(path)
                assert isinstance(number, Int)
                assert ["disabled" not in each.attributes for each in tapped] == [
                    now > number.low,
                    most is None or now < int(most),
                ]
                continue
            top = max(now, int(most or now))
            assert values == [at - (at == now) for at in range(1, top + 1)]
            full = [each.attributes.get("class") == "is-left" for each in tapped]
            assert (
                full
                == [each.attributes["aria-pressed"] == "true" for each in tapped]
                == [at <= now for at in range(1, top + 1)]
            )
            if path:
                square = {not track.css_first(".track--circles")}
                number = declared.at(path)
                assert isinstance(number, Int)
                assert square == {shows_remaining or bool(number.squares)}


@of_every_game
def test_blank_sheet_has_full_tracks_of_what_is_left(game: Game) -> None:
    """A track with `left=True` shows what is left: all of it on a blank sheet. Its label says “left”.

    Fix: the label of the track, or the limit and `start=` of its field.
    """
    declared = game.sheet
    assert declared
    lost = [each for each in declared.play.fields if each.shows_remaining]
    page = markup_of(request(game, declared.blank(), "play")["play"]["standing"])
    labels = {attribute(each, "aria-label"): each for each in page.css(".pips")}
    for track in lost:
        assert "left" in track.label.split(), (
            f"track of {track.field!r}: expected “left” in its label, got {track.label!r}"
        )
        [element] = [each for label, each in labels.items() if label.startswith(f"{track.label}: ")]
        assert all(attribute(pip, "class") == "is-left" for pip in element.css(".track > button"))
        now, most = re.findall(r"\d+", attribute(element, "aria-label"))
        assert now == most
        worse = after(declared.blank(), {track.field: 1})
        hurt = markup_of(request(game, worse, "play")["play"]["standing"])
        assert f"{track.label}: {int(most) - 1} of {most}" in {
            attribute(each, "aria-label") for each in hurt.css(".pips")
        }


@of_every_game
def test_every_step_changes_the_sheet_and_breaks_no_rule(game: Game) -> None:
    """A step that is offered changes the sheet, breaks no rule and cites a rule of the game.

    Fix: `changes` and `rule` of the `SheetStep`, or when the report offers it.
    """
    declared = game.sheet
    assert declared
    states: dict[str, dict[str, Any]] = {}
    waiting_sheets = [declared.blank()]
    while waiting_sheets and len(states) < 400:
        data = waiting_sheets.pop()
        key = json.dumps(data, sort_keys=True)
        if key in states:
            continue
        states[key] = data
        report = declared.check(data)
        for step in (each for each in report.steps if each.available):
            changed = after(data, step.changes)
            assert changed != data, f"{step.title} changes nothing"
            broken_rules = set(declared.check(changed).errors) - set(report.errors)
            assert not broken_rules, f"step {step.title!r} breaks a rule: {broken_rules}"
            assert step.rule is None or step.rule in game.numbers, (
                f"step {step.title!r}: rule: expected one of the game's `numbers`, got {step.rule}"
            )
            waiting_sheets.append(changed)
        waiting_sheets += [
            after(data, changes) for changes in buttons(request(game, data, "play")["play"]["standing"])
        ]
    assert len(states) > 1 or not declared.play.fields
