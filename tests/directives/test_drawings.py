"""The map, track and linked-fields fences: what a game declares, or an author writes, drawn on the page."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from hooks.directives import DirectiveError
from hooks.search_index import page_parser

DESK = "game: dichotomy\nstart: duel\n"


def drawn(page, fence: str, text: str) -> BeautifulSoup:
    return BeautifulSoup(page(f"```{fence}\n{text}\n```"), "html.parser").select_one("figure.diagram")


def who_is_where(found) -> dict[str, list[str]]:
    return {
        room.strong.text: [
            each.select_one("span > span").text for each in room.select(".zone-map__combatants li")
        ]
        for room in found.select(".zone-map__zone")
    }


def test_map_shows_the_preset_of_a_tracker(page) -> None:
    found = drawn(page, "map", DESK)
    assert found.figcaption.text == "One against one"
    assert who_is_where(found) == {"Yard": ["Odile", "Thug"], "Gate": []}
    assert not found.select("button")


def test_map_shows_the_state_after_a_log(page) -> None:
    log = (
        '- {do: attack, who: Odile, "on": [Thug], with: [power, martial], dice: [9, 4]}\n'
        "- {do: move, who: Odile, to: [Gate]}"
    )
    found = drawn(page, "map", f"{DESK}caption: It is over\nlog:\n{log}")
    assert found.figcaption.text == "It is over"
    assert who_is_where(found) == {"Yard": ["Thug"], "Gate": ["Odile"]}
    assert found.select_one(".is-out").text == "Thug, Foes, out. "


def test_map_shows_zones_written_in_the_fence(page) -> None:
    found = drawn(
        page,
        "map",
        "caption: A house\ncalled: room\nzones:\n"
        "  Hall: {beside: [Stair, 7], note: dark, here: {Guests: [Ann, Bea], Hosts: Cat}}\n"
        "  Stair: {terrain: [slippery, steep]}\n"
        "  7:\n",
    )
    assert who_is_where(found) == {"Hall": ["Ann", "Bea", "Cat"], "Stair": [], "7": []}
    assert found.select_one(".zone-map__name").text == "Room Hall"
    assert "Next to every other room." in found.text and "slippery; steep" in found.text


def test_track_states_the_rules_of_its_stages(book) -> None:
    book.write("dichotomy/page.md", "# Page\n\n```track\ntrack: dichotomy.injuries\n```\n")
    html = book.render("dichotomy/page.md")
    assert book.library.index.places["dichotomy"].keys() == {"D-200", "D-202", "D-203", "D-204"}
    rule = next(each for each in page_parser.read(html, "ladder") if each.numbers == ["D-202"])
    assert (rule.kind, rule.name) == ("rule", "Injured")
    assert rule.text.startswith("Injured. 3 or more hits are a real wound")


def test_linked_fields_show_the_given_half_and_the_rest(page) -> None:
    found = drawn(
        page, "linked-fields", "game: dichotomy\npoints: {power: 8, martial: 9, spiritual: 2}\ncaption: x"
    )
    assert [[each.text for each in row.select("strong")] for row in found.select(".balance")] == [
        ["3", "8"],
        ["9", "2"],
        ["6", "5"],
    ]
    assert "aria-hidden" not in found.ul.attrs


MISTAKES = {
    "a desk nobody knows": (
        "map",
        "game: core_rules\nstart: x",
        "game: given 'core_rules', allowed dichotomy",
    ),
    "a start nobody knows": (
        "map",
        "game: dichotomy\nstart: x",
        "5: start: given 'x', allowed ambush or duel",
    ),
    "a field nobody knows": (
        "map",
        f"{DESK}logs: []",
        "field of a map fence: given 'logs', allowed game, start, log or caption",
    ),
    "an event that can't be": (
        "map",
        f"{DESK}log:\n  - {{do: move, who: Bram, to: [Gate]}}",
        "7: log.0.event: given 'Bram', allowed the name of a fighter",
    ),
    "a map without a caption": ("map", "zones: {A: }", "caption of a map fence: given nothing"),
    "a place next to none": (
        "map",
        "caption: x\nzones:\n  A: {beside: [B]}",
        "6: beside: given 'B', allowed A",
    ),
    "something else of a place": ("map", "caption: x\nzones: {A: {exits: [A]}}", "zone A: given"),
    "places that are no names": ("map", "caption: x\nzones: {A: {beside: [[A]]}}", "a name, or several"),
    "folk of no side": ("map", "caption: x\nzones: {A: {here: [Ann]}}", "here: given ['Ann'], allowed sides"),
    "an unknown track": (
        "track",
        "track: dichotomy.wounds",
        "4: track: given 'dichotomy.wounds', allowed dichotomy.injuries",
    ),
    "a sheet without pairs": (
        "linked-fields",
        "game: core_rules\ncaption: x",
        "given 'core_rules', allowed dichotomy",
    ),
    "points out of range": (
        "linked-fields",
        "game: dichotomy\npoints: {power: 12}\ncaption: x",
        "5: power: given 12, allowed",
    ),
    "points that don't come to the sum": (
        "linked-fields",
        "game: dichotomy\npoints: {power: 8, finesse: 4}\ncaption: x",
        "5: finesse: given 4, allowed",
    ),
    "points of nothing": (
        "linked-fields",
        "game: dichotomy\npoints: {wit: 3}\ncaption: x",
        "5: points: given 'wit', allowed finesse, power,",
    ),
    "see-saws without a caption": (
        "linked-fields",
        "game: dichotomy",
        "caption of a linked-fields fence: given nothing",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_stops_the_build_and_says_where(page, name: str) -> None:
    fence, text, told = MISTAKES[name]
    with pytest.raises(DirectiveError) as refused:
        page(f"# Title\n\n```{fence}\n{text}\n```")
    assert told in str(refused.value)
