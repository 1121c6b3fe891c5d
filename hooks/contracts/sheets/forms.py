"""Contract tests of a sheet's forms, cards and checks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hooks.contracts.faults import assert_no_faults
from hooks.contracts.markup import attribute, found_in, markup_of
from hooks.contracts.sheets.cases import after, broken, buttons, of_every_game, people, request
from hooks.directives.library import Library
from rules_py import present
from rules_py.authoring.sheet_check import check_sheet
from rules_py.base.errors import InputError
from rules_py.present.typography import typeset
from rules_py.sheets.sheet_parser import ParsedSheet, parse_sheet, reparse
from rules_py.systems.game import Game


@of_every_game
def test_sheet_passes_the_checks_of_the_build(game: Game) -> None:
    """The sheet passes the checks of the build: it judges whatever is written, and its rolls can be made.

    Fix: the declaration that the message names.
    """
    assert_no_faults(check_sheet(game))


@of_every_game
def test_any_sheet_can_be_played(game: Game, library: Library) -> None:
    """The sheet can be played with any values.

    Fix: `evaluate` of the sheet and `rolls` of `Play`, which get a value for each field.
    """
    for character in people(game, library):
        for data in (character, *broken(game, character)):
            reply = request(game, data, "play", situation={"no such": 1})
            if reply["ok"]:  # otherwise it is no sheet at all
                assert set(reply["play"]) == {"standing", "rolls", "rest"}


@of_every_game
def test_open_card_breaks_no_rule(game: Game, library: Library) -> None:
    """Each card has a text, and choosing one that isn't blocked breaks no rule.

    Fix: `evaluate` of the `Cards`.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library):
        before = set(declared.check(character).errors)
        for cards in declared.cards:
            html = request(game, character, f"cards.{cards.field}")["cards"][cards.field]
            open_cards = markup_of(html).css(".choice-card")
            reference_list = game.reference(cards.of)
            assert reference_list and len(open_cards) == len(reference_list.entries)
            for each in open_cards:
                assert found_in(each, ".choice-card__text").text().strip()
                assert bool(each.css_first("button[disabled]")) == bool(each.css(".choice-card__blocked"))
            for changes in buttons(html):
                changed = after(character, changes)
                report = declared.check(changed)
                is_removal = len(changed[cards.field]) < len(character.get(cards.field) or [])
                assert is_removal or set(report.errors) <= before, changes


@of_every_game
def test_blocked_card_breaks_a_rule(game: Game, library: Library) -> None:
    """A card that can't be chosen breaks a rule if it is on the sheet.

    Fix: `evaluate` of the `Cards`, or of the sheet: both must apply the same rule.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library):
        for cards in declared.cards:
            html = request(game, character, f"cards.{cards.field}")["cards"][cards.field]
            barred = markup_of(html).css("button[disabled][data-changes]")
            for each in barred[:12]:
                changed = after(character, json.loads(attribute(each, "data-changes")))
                assert declared.check(changed).errors, (
                    f"cards of {cards.field!r}: {attribute(each, 'data-changes')} is blocked, but breaks no rule"
                )


def whole_or_again(
    game: Game, parsed: ParsedSheet, data: Mapping[str, Any], names: set[str]
) -> Iterator[object]:
    """Yield the parsed sheet, or its error, read from the start and read again after a change."""
    assert game.sheet
    fields, codes = game.sheet.fields, game.sheet.codes
    looks: tuple[Callable[[], ParsedSheet], ...] = (
        lambda: parse_sheet(fields, data, codes),
        lambda: reparse(parsed, fields, data, names),
    )
    for look in looks:
        try:
            reading = look()
        except InputError as error:
            yield error.codes
        else:
            yield reading.values, reading.replaced


@of_every_game
def test_reparsed_sheet_equals_parsed_sheet(game: Game, library: Library) -> None:
    """A sheet read again after a change has the same values as one read from the start.

    Fix: `read` of your own input class: it must depend on its value alone.
    """
    assert game.sheet
    for character in people(game, library):
        parsed = parse_sheet(game.sheet.fields, character, game.sheet.codes)
        for data in broken(game, character):
            names = {
                name for name in character if repr(data.get(name)) != repr(character[name])
            }  # True is no 1
            from_start, reparsed = whole_or_again(game, parsed, data, names)
            assert reparsed == from_start


@of_every_game
def test_checklist_links_to_every_section(game: Game) -> None:
    """The checklist names each section of the sheet and links to it.

    Fix: `title` of the sections, each its own.
    """
    declared = game.sheet
    assert declared
    page = markup_of(present.render_sheet(game, declared))
    links = page.css(".checklist a")
    assert [each.text(deep=False) for each in links] == [typeset(each.title) for each in declared.sections]
    assert all(page.css_first(attribute(each, "href")) for each in links)


@of_every_game
def test_blank_sheet_shows_no_problem(game: Game) -> None:
    """A blank sheet shows no problem.

    Fix: `start=` of the fields, or `missing=` of those still to be filled in.
    """
    declared = game.sheet
    assert declared
    reply = request(game, declared.blank(), "report")["report"]
    assert reply["problems"] == []
    page = markup_of(reply["checklist"])
    assert {attribute(each, "class").split()[1] for each in page.css(".checklist__one")} <= {
        "is-open",
        "is-blank",
    }
    messages = [each.message for each in declared.check(declared.blank()).problems]
    assert all(
        any(typeset(each) in why.text() for why in page.css(".checklist__why")) for each in messages[:1]
    )


@of_every_game
def test_problem_shows_once_its_field_is_started(game: Game) -> None:
    """A problem of an empty field is shown as soon as something is entered in the field.

    Fix: `evaluate` of the sheet: treat a text of spaces like an empty one, with a problem of that field.
    """
    declared = game.sheet
    assert declared
    blank = declared.blank()
    for problem in declared.check(blank).problems:
        if isinstance(blank[problem.field], str):
            problems = request(game, {**blank, problem.field: "  "}, "report")["report"]["problems"]
            assert problem.message in [each["message"] for each in problems]


@of_every_game
def test_blank_sheet_opens_only_the_first_section(game: Game) -> None:
    """On a blank sheet the first section is open and the others are collapsed.

    Fix: `start=` of the fields: a blank sheet must hold their initial values and nothing else.
    """
    declared = game.sheet
    assert declared
    page = markup_of(present.render_sheet(game, declared))
    parts = page.css("details.sheet__section")
    titles = [typeset(each.title) for each in declared.sections]
    assert [found_in(each, "summary").text() for each in parts] == titles
    assert ["open" in each.attributes for each in parts] == [True, *[False] * (len(parts) - 1)]


@of_every_game
def test_sheet_has_no_table_without_rows(game: Game, library: Library) -> None:
    """The sheet has a table, and none without rows.

    Fix: leave out a `Panel` that has no rows.
    """
    for character in people(game, library):
        page = markup_of(request(game, character, "report")["report"]["html"])
        assert page.css("table")
        assert all(each.css("tbody tr") for each in page.css("table"))


@of_every_game
def test_play_mode_omits_fields_of_edit_mode(game: Game, library: Library) -> None:
    """Play doesn't show the fields of sections that are for creating a character (`paper=False`).

    Fix: the labels of those fields, each its own, or `paper=` of their section.
    """
    declared = game.sheet
    assert declared
    titles = {typeset(each.title) for part in declared.sections if not part.paper for each in part.fields}
    for character in people(game, library):
        page = markup_of(request(game, character, "play")["play"]["rest"])
        assert titles.isdisjoint(each.text() for each in page.css("dt"))


@of_every_game
def test_sheet_buttons_have_unique_names(game: Game, library: Library) -> None:
    """No two buttons have the same name.

    Fix: the labels of the rolls and steps.
    """
    declared = game.sheet
    assert declared
    page = markup_of(present.render_sheet(game, declared))
    for character in people(game, library):
        parts = request(game, character, "play")["play"].values()
        played = [markup_of(each) for each in parts]
        for group in ([page], played):
            buttons = [button for each in group for button in each.css("button")]
            names = [each.attributes.get("aria-label") or " ".join(each.text().split()) for each in buttons]
            assert sorted(names) == sorted(set(names))
