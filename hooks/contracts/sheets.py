"""What holds for the sheet of every game: it can be played, blank, ready or broken, and loses nothing."""

from __future__ import annotations

import base64
import copy
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any

import pytest

from hooks.contracts.faults import assert_no_faults
from hooks.contracts.markup import attribute, found_in, markup_of
from hooks.directives import character_links
from hooks.directives.library import Library
from rules_py import odds, present, web
from rules_py.analysis.distribution import scale_of
from rules_py.authoring.self_check import faults_of_sheet
from rules_py.base import number_format
from rules_py.base.errors import InputError
from rules_py.base.file_format import CHARACTERS
from rules_py.base.jsonable import plain
from rules_py.base.paths import BOOK
from rules_py.inputs import Choice, Flag, Input, Int, ListOf
from rules_py.sheets.change_log import told
from rules_py.sheets.sheet import Throw
from rules_py.sheets.sheet_parser import Reading, read, read_again
from rules_py.systems import registry
from rules_py.systems.game import Game

DOCS = BOOK / "docs"
WITH_SHEET = [game for game in registry.games() if game.sheet]
of_every_game = pytest.mark.parametrize("game", WITH_SHEET, ids=[game.id for game in WITH_SHEET])


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(DOCS)


def taken(held: str) -> dict[str, Any]:
    """The character of a link's fragment."""
    packed = held.partition("=")[2]
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -zlib.MAX_WBITS)
    character: dict[str, Any]
    [character] = json.loads(text)[CHARACTERS.among]
    return character


def people(game: Game, library: Library) -> list[dict[str, Any]]:
    """A blank sheet, and every character that the book has ready."""
    found = [taken(held) for _, held in character_links.characters(game.id, library)]
    assert game.sheet
    return [game.sheet.blank(), *found]


def broken(game: Game, character: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same with each of its fields damaged in turn, and with all of them gone."""
    for name in character:
        for junk in (None, "", "x" * 90, -7, 10**9, True):
            yield (
                {**character, name: junk}
                if not isinstance(character[name], (list, dict))
                else {**character, name: [junk] if isinstance(character[name], list) else {"what": junk}}
            )
    yield {}


def asked(action: str, game: Game, **more: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(web.respond(json.dumps({"action": action, "game": game.id, **more})))
    return reply


def after(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The data with these changes, as the page makes them."""
    changed = copy.deepcopy(dict(data))
    for path, value in changes.items():
        *way, last = path.split(".")
        place: Any = changed
        for name in way:
            if not isinstance(place.get(name), dict):
                place[name] = {}
            place = place[name]
        place[last] = value
    return changed


def buttons(html: str) -> list[dict[str, Any]]:
    found = markup_of(html).css("[data-changes]:not([disabled])")
    return [json.loads(attribute(each, "data-changes")) for each in found]


@of_every_game
def test_a_sheet_stands_the_trial_that_the_build_puts_it_to(game: Game) -> None:
    """The sheet passes the checks of the build: it judges whatever is written, and its rolls can be made.

    Fix: what the message names, as it says.
    """
    assert_no_faults(faults_of_sheet(game))


@of_every_game
def test_a_sheet_can_be_played_whoever_is_on_it_and_whatever_is_broken(game: Game, library: Library) -> None:
    """The sheet can be played, whatever is written on it.

    Fix: `judge` and `throws`, which get a value for each field.
    """
    for character in people(game, library):
        for data in (character, *broken(game, character)):
            reply = asked("sheet_play", game, sheet=data, situation={"no such": 1})
            if not reply["ok"]:  # then it is no sheet for anybody
                refused = asked("sheet", game, sheet=data)
                assert (refused["ok"], refused["message"]) == (False, reply["message"])
                continue
            assert set(reply["html"]) == {"standing", "throws", "rest"}


@of_every_game
def test_every_throw_of_a_sheet_in_play_can_be_thrown_and_says_its_chance(
    game: Game, library: Library
) -> None:
    """Each roll of the sheet can be made, has a name of its own and shows its chance.

    Fix: `label` and `inputs` of the `Throw`.
    """
    for character in people(game, library):
        html = asked("sheet_play", game, sheet=character)["html"]["throws"]
        found = markup_of(html).css("button[data-calculator]")
        assert found, "a sheet is there to throw from"
        assert len({each.attributes["data-label"] for each in found}) == len(found), (
            "no two throws bear one name"
        )
        for each in found:
            inputs = json.loads(attribute(each, "data-inputs"))
            rolled = web.respond(
                json.dumps(
                    {"action": "roll", "calculator": each.attributes["data-calculator"], "inputs": inputs}
                )
            )
            assert json.loads(rolled)["ok"]
            assert "%" in found_in(each, ".chance").text()


@of_every_game
def test_the_chance_on_a_throw_is_one_that_its_calculator_gives(game: Game, library: Library) -> None:
    """The chance on a roll is one of its calculator: of a grade, of a grade or better, or a measure.

    Fix: `chance` of the `Throw`: take it from `odds(…)` with the same inputs.
    """
    asked_about = game.sheet.play.situation if game.sheet and game.sheet.play else ()
    situation = {each.name: each.usual for each in asked_about}
    for character in people(game, library):
        for throw in settled(game, character, situation).values():
            found = odds(throw.calculator, **throw.inputs)
            grades = [*scale_of(registry.calculator(throw.calculator)).chances(found).values()]
            measured = [each for each in found.measures.values() if isinstance(each, Fraction)]
            known = {*grades, *accumulate(reversed(grades)), *accumulate(grades), *measured}
            assert throw.chance in known, (
                f"throw {throw.label!r}: its chance {throw.chance} isn't one of {throw.calculator} with {throw.inputs}"
            )


def settled(game: Game, character: Mapping[str, Any], situation: Mapping[str, Any]) -> dict[Any, Throw]:
    """Each throw that a sheet declares in this situation, by where it stands."""
    assert game.sheet
    if game.sheet.play.throws is None:  # it offers every calculator of the game as it is
        return {}
    shown = game.sheet.play.throws(game.sheet.read(character), situation)
    return {
        (panel.title, number, place): cell
        for panel in shown
        for number, row in enumerate(panel.rows)
        for place, cell in enumerate(row)
        if isinstance(cell, Throw)
    }


def conditions(game: Game, character: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The character as they are, and with each other choice, switch and end of a track of their sheet."""
    declared = game.sheet
    assert declared
    yield character
    tapped = {each.field for each in declared.play.tracks}
    for path in (*(each.name for each in declared.fields), *tapped):
        each = declared.at(path)
        if isinstance(each, Choice):
            values: list[Any] = list(each.options)
        elif isinstance(each, Flag):
            values = [True, False]
        else:
            values = [each.low, each.high] if isinstance(each, Int) and path in tapped else []
        for value in values:
            changed = after(character, {path: value})
            if changed != character:
                yield changed


def moments(game: Game) -> Iterator[dict[str, Any]]:
    """The usual situation, it with each input changed, and it with all inputs changed."""
    assert game.sheet
    usual = {each.name: each.usual for each in game.sheet.play.situation}
    others = {each.name: other_values(each) for each in game.sheet.play.situation}
    yield usual
    yield from ({**usual, name: value} for name, values in others.items() for value in values)
    yield {name: values[0] for name, values in others.items()}


def numbers_in(value: object) -> set[int]:
    """Every whole number in plain data, and in its texts."""
    return {int(each) for each in re.findall(r"(?<![\d.])\d+(?![\d.])", json.dumps(plain(value)))}


def shown_on(button: Any) -> tuple[str, str]:
    """Return the words of a roll's button, or else the head of its column, and the chance it shows."""
    words = button.css_first(".throw__word")
    column = "" if button.parent.tag != "td" else attribute(button.parent, "data-label")
    return words.text() if words else column, found_in(button, ".chance").text(deep=False)


@of_every_game
def test_button_shows_the_numbers_and_the_chance_of_its_request(game: Game, library: Library) -> None:
    """A button of a roll shows numbers and a chance that belong to the inputs it sends.

    Fix: `face`, `inputs` and `chance` of the `Throw`, from the same character and situation.
    """
    declared = game.sheet
    assert declared
    chances: dict[tuple[str, str], set[str]] = {}
    for character in people(game, library):
        for data in conditions(game, character):
            played = (asked("sheet_play", game, sheet=data, situation=plain(each)) for each in moments(game))
            pages = [asked("sheet", game, sheet=data)["html"], *(each["html"]["throws"] for each in played)]
            for button in (
                found for page in pages for found in markup_of(page).css("button[data-calculator]")
            ):
                words, chance = shown_on(button)
                calculator, sent = attribute(button, "data-calculator"), attribute(button, "data-inputs")
                inputs = json.loads(sent)
                assert numbers_in(words) <= numbers_in(inputs), (
                    f"a roll of {calculator} shows {words!r}, a number that isn't in the inputs it sends"
                )
                if (calculator, sent) not in chances:
                    chances[calculator, sent] = chances_of(calculator, inputs)
                assert chance in chances[calculator, sent], (
                    f"a roll of {calculator} shows {chance}, a chance that its odds don't have"
                )


def chances_of(calculator: str, inputs: Mapping[str, Any]) -> set[str]:
    """As percentages, the chances of each grade, of some grade or a better or worse one, and as measured."""
    found = odds(calculator, **inputs)
    grades = [*scale_of(registry.calculator(calculator)).chances(found).values()]
    measured = [each for each in found.measures.values() if isinstance(each, Fraction)]
    every = {*grades, *accumulate(reversed(grades)), *accumulate(grades), *measured}
    return {number_format.percent(each) for each in every}


def other_values(declared: Input) -> list[Any]:
    """Some values of what is asked about the moment, other than the usual one."""
    usual = declared.usual
    if isinstance(declared, Flag):
        return [not usual]
    if isinstance(declared, Int):
        return [each for each in (usual + 1, declared.low) if each != usual]
    if isinstance(declared, Choice):
        return [found for each in declared.options if (found := declared.parse(each)) != usual]
    return [declared.parse([*usual, usual[-1]])]


@pytest.mark.parametrize(
    "game",
    [pytest.param(each, id=each.id) for each in WITH_SHEET if each.sheet and each.sheet.play.situation],
)
def test_what_the_moment_decides_is_nothing_that_a_character_brings_along(
    game: Game, library: Library
) -> None:
    """Each input of the situation changes some chance, and only adds to what a character brings.

    Fix: remove inputs that change nothing from `situation=`; name those of a `Throw` that it decides in
    `moment=`.
    """
    assert game.sheet
    usual = {each.name: each.usual for each in game.sheet.play.situation}
    matters = set()
    for character in people(game, library):
        before = settled(game, character, usual)
        for declared in game.sheet.play.situation:
            for value in other_values(declared):
                after = settled(game, character, {**usual, declared.name: value})
                for place in before.keys() & after.keys():
                    one, other = before[place], after[place]
                    if one.chance != other.chance:
                        matters.add(declared.name)
                    for name in one.brought.keys() & other.brought.keys():
                        if one.brought[name] != other.brought[name]:
                            assert plain(one.brought[name]) != plain(declared.usual), (
                                f"throw {one.label!r}: it brings {name!r}, which the situation decides"
                            )
    assert matters == {*usual}, f"no roll's chance depends on {sorted({*usual} - matters)} of the situation"


@of_every_game
def test_whatever_may_be_tapped_keeps_a_legal_sheet_legal_or_offers_the_step_that_does(
    game: Game, library: Library
) -> None:
    """A tap breaks no rule, or a step is due that puts it right.

    Fix: the limits of the field, `full=` of the report, or a `Step` with `due=True`.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library):
        before = set(declared.check(character).errors)
        html = asked("sheet_play", game, sheet=character)["html"]
        for changes in buttons(html["standing"] + html["rest"]):
            tapped = after(character, changes)
            report = declared.check(tapped)
            if set(report.errors) <= before:
                continue
            due = [each for each in report.steps if each.due]
            assert due, f"{changes} breaks a rule, and nothing is offered"
            for step in due:
                assert set(declared.check(after(tapped, step.changes)).errors) <= before


@of_every_game
def test_a_track_shows_how_much_there_is_of_how_much_and_a_tap_makes_it_so(
    game: Game, library: Library
) -> None:
    """A track shows its number and its limit, and a tap changes it.

    Fix: the limits of the field, or `full=` of the report.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library):
        page = markup_of(asked("sheet_play", game, sheet=character)["html"]["standing"])
        for track in page.css(".pips"):
            told_of = re.fullmatch(r".*: (-?\d+)(?: of (\d+))?", attribute(track, "aria-label"))
            assert told_of
            held, most = told_of.groups()
            now, tapped = int(held), track.css("button")
            changes = [json.loads(attribute(each, "data-changes")) for each in tapped]
            [path] = {path for each in changes for path in each} or {""}
            left = any(each.left for each in declared.play.tracks if each.field == path)
            leads_to = [value for each in changes for value in each.values()]
            shown = [int(most) - value for value in leads_to] if left else leads_to
            if track.css_first("button.button--icon"):
                assert shown == [now - 1, now + 1]
                number = declared.at(path)
                assert isinstance(number, Int)
                assert ["disabled" not in each.attributes for each in tapped] == [
                    now > number.low,
                    most is None or now < int(most),
                ]
                continue
            top = max(now, int(most or now))
            assert shown == [at - (at == now) for at in range(1, top + 1)]
            full = ["is-full" in attribute(each, "class").split() for each in tapped]
            assert (
                full
                == [each.attributes["aria-pressed"] == "true" for each in tapped]
                == [at <= now for at in range(1, top + 1)]
            )
            if path:
                square = {"pip--square" in attribute(each, "class").split() for each in tapped}
                number = declared.at(path)
                assert isinstance(number, Int)
                assert square == {bool(number.squares)}


@of_every_game
def test_unhurt_character_has_every_pip_of_what_is_left_full(game: Game) -> None:
    """A track with `left=True` shows what is left: all of it on a blank sheet. Its label says “left”.

    Fix: the label of the track, or the limit and `start=` of its field.
    """
    declared = game.sheet
    assert declared
    lost = [each for each in declared.play.tracks if each.left]
    page = markup_of(asked("sheet_play", game, sheet=declared.blank())["html"]["standing"])
    labels = {attribute(each, "aria-label"): each for each in page.css(".pips")}
    for track in lost:
        assert "left" in track.label.split(), (
            f"track of {track.field!r}: its label {track.label!r} lacks “left”"
        )
        [found] = [each for label, each in labels.items() if label.startswith(f"{track.label}: ")]
        assert all("is-full" in attribute(pip, "class").split() for pip in found.css(".pips__pip"))
        now, most = re.findall(r"\d+", attribute(found, "aria-label"))
        assert now == most
        worse = after(declared.blank(), {track.field: 1})
        hurt = markup_of(asked("sheet_play", game, sheet=worse)["html"]["standing"])
        assert f"{track.label}: {int(most) - 1} of {most}" in {
            attribute(each, "aria-label") for each in hurt.css(".pips")
        }


@of_every_game
def test_every_step_offered_anywhere_on_the_tracks_leads_on_until_none_is_due(game: Game) -> None:
    """A step that is offered changes the sheet, breaks no rule and cites a rule of the game.

    Fix: `changes` and `rule` of the `Step`, or when the report offers it.
    """
    declared = game.sheet
    assert declared
    seen: dict[str, dict[str, Any]] = {}
    left = [declared.blank()]
    while left and len(seen) < 400:
        data = left.pop()
        key = json.dumps(data, sort_keys=True)
        if key in seen:
            continue
        seen[key] = data
        report = declared.check(data)
        for step in report.steps:
            changed = after(data, step.changes)
            assert changed != data, f"{step.title} changes nothing"
            broken_rules = set(declared.check(changed).errors) - set(report.errors)
            assert not broken_rules, f"step {step.title!r} breaks a rule: {broken_rules}"
            assert step.rule is None or step.rule in game.numbers, (
                f"step {step.title!r} cites {step.rule}, which isn't in the game's `numbers`"
            )
            left.append(changed)
        left += [
            after(data, changes)
            for changes in buttons(asked("sheet_play", game, sheet=data)["html"]["standing"])
        ]
    assert len(seen) > 1 or not declared.play.tracks


@of_every_game
def test_every_card_is_told_in_words_and_taking_one_that_is_open_breaks_no_rule(
    game: Game, library: Library
) -> None:
    """Each card is told in words, and taking one that isn't barred breaks no rule.

    Fix: `judge` of the `Cards`.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library):
        before = set(declared.check(character).errors)
        for cards in declared.cards:
            html = asked("sheet_cards", game, sheet=character, field=cards.field)["html"]
            found = markup_of(html).css(".choice-card")
            listed = game.reference(cards.of)
            assert listed and len(found) == len(listed.entries)
            for each in found:
                assert found_in(each, ".choice-card__text").text().strip()
                assert bool(each.css_first("button[disabled]")) == bool(each.css(".choice-card__blocked"))
            for changes in buttons(html):
                changed = after(character, changes)
                report = declared.check(changed)
                held = len(changed[cards.field]) < len(character.get(cards.field) or [])
                assert held or set(report.errors) <= before, changes


@of_every_game
def test_cards_bar_what_the_rules_bar(game: Game, library: Library) -> None:
    """A card that can't be chosen is one that the rules object to if it is on the sheet.

    Fix: `judge` of the `Cards`, or `judge` of the sheet: both have to know the same rule.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library):
        for cards in declared.cards:
            html = asked("sheet_cards", game, sheet=character, field=cards.field)["html"]
            barred = markup_of(html).css("button[disabled][data-changes]")
            for each in barred[:12]:
                changed = after(character, json.loads(attribute(each, "data-changes")))
                assert declared.check(changed).errors, (
                    f"cards of {cards.field!r}: {attribute(each, 'data-changes')} can't be chosen, but breaks no rule"
                )


def whole_or_again(game: Game, known: Reading, data: Mapping[str, Any], names: set[str]) -> Iterator[object]:
    """What the sheet is read as, whole and from what was known before; the refusal where it is none."""
    assert game.sheet
    fields, codes = game.sheet.fields, game.sheet.codes
    looks: tuple[Callable[[], Reading], ...] = (
        lambda: read(fields, data, codes),
        lambda: read_again(known, fields, data, names),
    )
    for look in looks:
        try:
            reading = look()
        except InputError as error:
            yield error.codes
        else:
            yield reading.values, reading.unread


@of_every_game
def test_a_sheet_read_again_where_it_changed_is_the_sheet_read_whole(game: Game, library: Library) -> None:
    """A sheet read again after a change has the same values as one read from the start.

    Fix: `read` of an input of your own: it depends on its value alone.
    """
    assert game.sheet
    for character in people(game, library):
        known = read(game.sheet.fields, character, game.sheet.codes)
        for data in broken(game, character):
            names = {
                name for name in character if repr(data.get(name)) != repr(character[name])
            }  # True is no 1
            whole, again = whole_or_again(game, known, data, names)
            assert again == whole


@of_every_game
def test_a_checklist_names_every_part_of_the_sheet_and_leads_to_it(game: Game) -> None:
    """The checklist names each section of the sheet and links to it.

    Fix: `title` of the sections, each its own.
    """
    declared = game.sheet
    assert declared
    page = markup_of(present.sheet(game, declared))
    links = page.css(".checklist a")
    assert [each.text(deep=False) for each in links] == [each.title for each in declared.sections]
    assert all(page.css_first(attribute(each, "href")) for each in links)


@of_every_game
def test_an_untouched_sheet_reproaches_nobody(game: Game) -> None:
    """A blank sheet shows no problem.

    Fix: `start=` of the fields, or `missing=` for what is still to be written.
    """
    declared = game.sheet
    assert declared
    reply = asked("sheet", game, sheet=declared.blank())
    assert reply["problems"] == []
    page = markup_of(reply["checklist"])
    assert {attribute(each, "class").split()[1] for each in page.css(".checklist__one")} <= {
        "is-open",
        "is-blank",
    }
    listed = [each.message for each in declared.check(declared.blank()).problems]
    assert all(any(each in why.text() for why in page.css(".checklist__why")) for each in listed[:1])


@of_every_game
def test_what_is_wrong_with_a_blank_sheet_is_told_once_its_field_is_begun(game: Game) -> None:
    """A problem of an empty field is shown as soon as something is entered in the field.

    Fix: `judge` of the sheet: treat a text of spaces like an empty one, with a problem of that field.
    """
    declared = game.sheet
    assert declared
    blank = declared.blank()
    for found in declared.check(blank).problems:
        if isinstance(blank[found.field], str):
            told = asked("sheet", game, sheet={**blank, found.field: "  "})["problems"]
            assert found.message in [each["message"] for each in told]


@of_every_game
def test_a_part_that_nobody_has_begun_is_shut_but_for_the_first(game: Game) -> None:
    """On a blank sheet the first section is open and the others are collapsed.

    Fix: `start=` of the fields: a blank sheet has to hold their initial values and nothing else.
    """
    declared = game.sheet
    assert declared
    page = markup_of(present.sheet(game, declared))
    parts = page.css("details.sheet__section")
    assert [found_in(each, "summary").text() for each in parts] == [each.title for each in declared.sections]
    assert ["open" in each.attributes for each in parts] == [True, *[False] * (len(parts) - 1)]


@of_every_game
def test_no_table_of_a_sheet_is_a_head_without_rows(game: Game, library: Library) -> None:
    """The sheet has a table, and none without rows.

    Fix: leave out a `Panel` that has no rows.
    """
    for character in people(game, library):
        page = markup_of(asked("sheet", game, sheet=character)["html"])
        assert page.css("table")
        assert all(each.css("tbody tr") for each in page.css("table"))


@of_every_game
def test_what_is_for_making_alone_is_not_told_in_play(game: Game, library: Library) -> None:
    """Play doesn't show the fields of sections that are for creating a character (`paper=False`).

    Fix: the labels of those fields, each its own, or `paper=` of their section.
    """
    declared = game.sheet
    assert declared
    titles = {each.title for part in declared.sections if not part.paper for each in part.fields}
    for character in people(game, library):
        page = markup_of(asked("sheet_play", game, sheet=character)["html"]["rest"])
        assert titles.isdisjoint(each.text() for each in page.css("dt"))


@of_every_game
def test_no_two_buttons_of_a_sheet_bear_one_name(game: Game, library: Library) -> None:
    """No two buttons have one name.

    Fix: the labels of the rolls and steps.
    """
    declared = game.sheet
    assert declared
    page = markup_of(present.sheet(game, declared))
    for character in people(game, library):
        parts = asked("sheet_play", game, sheet=character)["html"].values()
        played = [markup_of(each) for each in parts]
        for group in ([page], played):
            found = [button for each in group for button in each.css("button")]
            names = [each.attributes.get("aria-label") or " ".join(each.text().split()) for each in found]
            assert sorted(names) == sorted(set(names))


@of_every_game
def test_a_change_of_any_field_is_told_in_words(game: Game, library: Library) -> None:
    """Each change is told in words.

    Fix: labels of the fields and of their options.
    """
    declared = game.sheet
    assert declared
    keys = {each.name for each in declared.fields if "_" in each.name}
    for character in people(game, library):
        for name, value in character.items():
            others: tuple[Any, ...] = (None, value, "x", 7, [], {}, [None], True)
            for other in others:
                sentence = told(declared, name, value, other).sentence
                assert sentence and not any(key in sentence for key in keys), sentence
    assert "no place" in told(declared, "no.such.field", 1, 2).sentence


@of_every_game
def test_a_tapped_change_says_how_much(game: Game) -> None:
    """A change to a track is told with its old and new value.

    Fix: `field` of the track: the name of an `Int` or a `Flag` of the sheet, without words of its own for
    changes.
    """
    declared = game.sheet
    assert declared
    for track in declared.play.tracks:
        field = declared.at(track.field)
        if isinstance(field, Int):
            assert told(declared, track.field, 2, 1).how == "2 → 1 (−1)"
        if isinstance(field, Flag):
            assert told(declared, track.field, True, False).how == "no longer"


@of_every_game
def test_of_a_list_what_came_and_went_is_told(game: Game, library: Library) -> None:
    """A change to a list is told with what was added and what was removed.

    Fix: labels of the list's entries and of their fields.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library)[1:]:
        for field in declared.fields:
            if isinstance(field, ListOf) and character.get(field.name):
                assert "took off" in told(declared, field.name, character[field.name], []).how
                assert "added" in told(declared, field.name, [], character[field.name]).how


def test_a_damaged_ledger_is_passed_over() -> None:
    """A damaged history of a sheet is ignored.

    Fix: the labels of the sheet's fields, from which the history is written.
    """
    junk = [None, 7, {"id": "a"}, {"id": "a", "changes": [3]}, {"id": 1, "changes": []}, "x"]
    for game in WITH_SHEET:
        reply = asked("sheet_changes", game, entries=junk)
        assert reply["ok"] and reply["last"] == ""
        assert asked("sheet_changes", game, entries="x")["ok"]
