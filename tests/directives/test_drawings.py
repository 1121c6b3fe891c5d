"""Diagrams of the blocks map, track and linked-fields, from declarations of a game or the block itself."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from hooks.directives import DirectiveError
from hooks.search_index import page_parser
from rules_py.base.errors import join_or
from rules_py.systems import registry

TRACKER = "game: dichotomy\nstart: duel\n"


def diagram_of(page, fence: str, text: str) -> BeautifulSoup:
    return BeautifulSoup(page(f"```{fence}\n{text}\n```"), "html.parser").select_one("figure.diagram")


def who_is_where(figure) -> dict[str, list[str]]:
    return {
        room.strong.text: [
            each.select_one("span > span").text for each in room.select(".zone-map__combatants li")
        ]
        for room in figure.select(".zone-map__zone")
    }


def test_map_shows_the_preset_of_a_tracker(page) -> None:
    figure = diagram_of(page, "map", TRACKER)
    assert figure.figcaption.text == "One against one"
    assert who_is_where(figure) == {"Yard": ["Odile", "Thug"], "Gate": []}
    assert not figure.select("button")


def test_map_shows_the_state_after_a_log(page) -> None:
    log = (
        '- {do: attack, who: Odile, "on": [Thug], with: [power, martial], dice: [9, 4]}\n'
        "- {do: move, who: Odile, to: [Gate]}"
    )
    figure = diagram_of(page, "map", f"{TRACKER}caption: It is over\nlog:\n{log}")
    assert figure.figcaption.text == "It is over"
    assert who_is_where(figure) == {"Yard": ["Thug"], "Gate": ["Odile"]}
    assert figure.select_one(".is-out").text == "Thug, Foes, out. "


def test_map_shows_zones_declared_in_the_block(page) -> None:
    figure = diagram_of(
        page,
        "map",
        "caption: A house\ncalled: room\nzones:\n"
        "  Hall: {beside: [Stair, 7], note: dark, here: {Guests: [Ann, Bea], Hosts: Cat}}\n"
        "  Stair: {terrain: [slippery, steep]}\n"
        "  7:\n",
    )
    assert who_is_where(figure) == {"Hall": ["Ann", "Bea", "Cat"], "Stair": [], "7": []}
    assert figure.select_one(".zone-map__name").text == "Room Hall"
    assert "Next to every other room." in figure.text and "slippery; steep" in figure.text


def test_track_states_the_rules_of_its_stages(book) -> None:
    book.write("dichotomy/page.md", "# Page\n\n```track\ntrack: dichotomy.injuries\n```\n")
    html = book.render("dichotomy/page.md")
    assert book.library.index.places["dichotomy"].keys() == {"D-200", "D-202", "D-203", "D-204"}
    rule = next(each for each in page_parser.read(html, "ladder") if each.numbers == ["D-202"])
    assert (rule.kind, rule.name) == ("rule", "Injured")
    assert rule.text.startswith("Injured. 3 or more hits are a real wound")


def test_linked_fields_fill_in_missing_values(page) -> None:
    figure = diagram_of(
        page, "linked-fields", "game: dichotomy\npoints: {power: 8, martial: 9, spiritual: 2}\ncaption: x"
    )
    assert [[each.text for each in row.select("strong")] for row in figure.select(".balance")] == [
        ["3", "8"],
        ["9", "2"],
        ["6", "5"],
    ]
    assert "aria-hidden" not in figure.ul.attrs


TRACKED = [each.id for each in registry.games() if each.tracker]
MISTAKES = {
    "a game without a tracker": (
        "map",
        "game: core_rules\nstart: x",
        f"unknown game 'core_rules' (expected {join_or(TRACKED)})",
    ),
    "an unknown start": (
        "map",
        "game: dichotomy\nstart: x",
        "5: unknown start 'x' (expected ambush or duel)",
    ),
    "an unknown field": (
        "map",
        f"{TRACKER}logs: []",
        "map block has no field 'logs'; fields are game, start, log and caption. Did you mean 'log'?",
    ),
    "an invalid event": (
        "map",
        f"{TRACKER}log:\n  - {{do: move, who: Bram, to: [Gate]}}",
        "7: log.0.event: expected the name of a fighter, got 'Bram'",
    ),
    "a map without a caption": (
        "map",
        "zones: {A: }",
        "map block needs 'caption' (a sentence that describes the picture)",
    ),
    "a zone beside an unknown zone": (
        "map",
        "caption: x\nzones:\n  A: {beside: [B]}",
        "6: beside: unknown zone 'B' (expected A)",
    ),
    "an unknown field of a zone": (
        "map",
        "caption: x\nzones: {A: {exits: [A]}}",
        "zone A: expected note, terrain, beside or here, got a mapping of 'exits'",
    ),
    "neighbours that are no names": (
        "map",
        "caption: x\nzones: {A: {beside: [[A]]}}",
        "beside: expected a name, or a list of names in brackets, got a list of 1",
    ),
    "combatants without a side": (
        "map",
        "caption: x\nzones: {A: {here: [Ann]}}",
        "here: expected a mapping from sides to names, such as `{Foes: [Thug]}`, got ['Ann']",
    ),
    "an unknown track": (
        "track",
        "track: dichotomy.wounds",
        "4: unknown track 'dichotomy.wounds' (expected dichotomy.injuries)",
    ),
    "a sheet without pairs": (
        "linked-fields",
        "game: core_rules\ncaption: x",
        "unknown game 'core_rules' (expected dichotomy)",
    ),
    "points out of range": (
        "linked-fields",
        "game: dichotomy\npoints: {power: 12}\ncaption: x",
        "5: power: An attribute must be a whole number from 1 to 10. You entered −1.",
    ),
    "points with a wrong sum": (
        "linked-fields",
        "game: dichotomy\npoints: {power: 8, finesse: 4}\ncaption: x",
        "5: finesse: The two attributes of a pair must add up to 11.",
    ),
    "points of an unknown field": (
        "linked-fields",
        "game: dichotomy\npoints: {wit: 3}\ncaption: x",
        "5: points: unknown field 'wit' (expected finesse, power, martial, spiritual, natural or technical)",
    ),
    "linked fields without a caption": (
        "linked-fields",
        "game: dichotomy",
        "linked-fields block needs 'caption' (a sentence that describes the picture)",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_in_a_diagram_stops_the_build(page, name: str) -> None:
    fence, text, message = MISTAKES[name]
    with pytest.raises(DirectiveError) as error:
        page(f"# Title\n\n```{fence}\n{text}\n```")
    assert message in str(error.value)
