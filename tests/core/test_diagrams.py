"""Zone maps, tracks and balances: shapes follow the data, and everything is also available as text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import combinations

import pytest
from bs4 import BeautifulSoup, Tag

from rules_py import present, web
from rules_py.base.errors import DeclarationError
from rules_py.inputs import Int
from rules_py.present import diagrams
from rules_py.present.diagrams.balance import MAX_STONES
from rules_py.present.diagrams.zone_layout import ACROSS, drawable, lay_out, next_to
from rules_py.sheets.sheet import LinkedFields, LinkedValues, Section, Sheet, SheetReport
from rules_py.sheets.track import Track, TrackPosition, TrackStage
from rules_py.systems import registry
from rules_py.systems.dichotomy.house import BOOK
from rules_py.systems.dichotomy.injuries import InjuryState, position_of
from rules_py.tracker import Combatant, Zone

GAME = registry.game("dichotomy")

# layout of zones


def layout_of(links: list[tuple[int, int]], zones: int = 0) -> tuple[dict, list]:
    """Return the positions of zones 1, 2, 3 …, and the connections that can be drawn."""
    count = zones or max(map(max, links))
    name_pairs = tuple((str(one), str(other)) for one, other in links)
    spots = lay_out(tuple(str(each + 1) for each in range(count)), name_pairs)
    return spots, list(drawable(name_pairs, spots))


PATH = [(each, each + 1) for each in range(1, 12)]
STAR = [(1, each) for each in range(2, 10)]
RING = [*PATH[:5], (6, 1)]
TREE = [(1, 2), (1, 3), (2, 4), (2, 5), (3, 6), (3, 7)]
GRID = [(each, each + 1) for each in range(1, 12) if each % 4] + [(each, each + 4) for each in range(1, 9)]


def test_map_layout_has_the_least_strain() -> None:
    """Here it starts with the sixth zone: from an earlier one, some neighbours only meet at a corner."""
    spots, _ = layout_of([(2, 3), (2, 6), (3, 4), (3, 5), (5, 6)])
    assert spots == {"1": (1, 2), "2": (0, 0), "3": (0, 1), "4": (0, 2), "5": (1, 1), "6": (1, 0)}


@pytest.mark.parametrize(
    "links", [PATH, STAR, RING, TREE, GRID], ids=["path", "star", "ring", "tree", "grid"]
)
def test_connected_zones_are_side_by_side_on_a_phone(links) -> None:
    spots, routes = layout_of(links)
    assert len(routes) == len(links)
    assert len(set(spots.values())) == len(spots)
    assert max(column for _, column in spots.values()) < ACROSS


def test_map_starts_at_the_upper_left_and_is_compact() -> None:
    assert layout_of([(1, 2)])[0] == {"1": (0, 0), "2": (0, 1)}
    assert layout_of(PATH[:5])[0] == {
        "1": (0, 0),
        "2": (0, 1),
        "3": (0, 2),
        "4": (1, 2),
        "5": (1, 1),
        "6": (1, 0),
    }
    assert layout_of([], zones=1)[0] == {"1": (0, 0)}
    assert sorted(layout_of([], zones=4)[0].values()) == [(0, 0), (0, 1), (0, 2), (1, 0)]


def test_map_draws_only_connections_of_adjacent_zones() -> None:
    everyone = list(combinations(range(1, 7), 2))
    spots, routes = layout_of(everyone)
    assert 0 < len(routes) < len(everyone)
    assert all(next_to(spots[one], spots[other]) for one, other in routes)


# maps

YARD = (
    Zone("Gate", beside=("Yard",)),
    Zone("Yard", "cobbled", beside=("Stair",)),
    Zone("Stair", terrain=("Power +1", "Finesse −1")),
    Zone("Well"),
)
FOLK = (
    Combatant(name="Ann", side="Characters", standing="unhurt", zone="Gate"),
    Combatant(name="Bea", side="Characters", standing="out", zone="Yard", able=False),
    Combatant(name="Cat <3", side="Foes", standing="2 hits left", zone="Yard"),
    Combatant(name="Purse", side="Things", standing="12 coins"),
)


def map_of(*zones: Zone, combatants: tuple[Combatant, ...] = (), turn: str | None = None) -> Tag:
    html = diagrams.render_zone_map(zones, combatants, called="zone", turn=turn)
    return BeautifulSoup(html, "html.parser").select_one(".zone-map")


def words(tag: Tag) -> str:
    return " ".join(tag.get_text(" ").split())


def test_map_reads_as_a_list_of_zones() -> None:
    zones = map_of(*YARD, combatants=FOLK).select(".zone-map__zone")
    assert [words(each.select_one(".zone-map__name")) for each in zones] == [
        "Zone Gate",
        "Zone Yard",
        "Zone Stair",
        "Zone Well",
    ]
    assert words(zones[0]) == "Zone Gate Ann , Characters, unhurt. Next to Yard."
    assert words(zones[1]).startswith("Zone Yard cobbled Bea , Characters, out. Cat <3 , Foes, 2 hits left.")
    assert words(zones[1]).endswith("Next to Gate and Stair.")


def test_map_routes_join_the_centres_of_zones() -> None:
    zone_map = map_of(*YARD)
    path = zone_map.select_one(".zone-map__route")["d"]
    ends = [tuple(map(int, each)) for each in re.findall(r"(\d+) (\d+)", path)]
    middles = []
    for zone in zone_map.select(".zone-map__zone")[:3]:
        row, column = int(zone["data-css-row"]), int(zone["data-css-column"])
        middles.append((2 * column - 1, 2 * row - 1))
    gate, yard, stair = middles
    assert ends == [gate, yard, yard, stair]


def test_map_names_connections_that_are_not_drawn() -> None:
    [one, other] = map_of(Zone("Cellar"), Zone("Loft")).select(".zone-map__zone")
    assert one.select_one(".zone-map__beside").text == "next to Loft"
    assert other["class"] == ["zone-map__zone", "is-loose"]
    three = map_of(Zone("A"), Zone("B"), Zone("C")).select(".zone-map__beside")
    assert {each.text for each in three} == {"next to every other zone"}
    assert not map_of(Zone("Alone")).select(".zone-map__beside")


def test_map_marks_terrain_and_describes_it_once() -> None:
    zone_map = map_of(*YARD)
    [hazard] = zone_map.select(".zone-map__zone.is-hazard")
    assert "Stair" in hazard.text and "Power" not in hazard.text
    assert words(zone_map.select_one(".zone-map__terrain")) == "Zone Stair : Power +1; Finesse −1"
    assert not map_of(Zone("Alone")).select(".zone-map__terrain")


def test_map_shows_sides_by_shape_and_who_is_out() -> None:
    zone_map = map_of(*YARD, combatants=FOLK)
    ann, bea, cat = (each.path["d"] for each in zone_map.select(".zone-map__combatant"))
    assert ann == bea != cat
    assert [each.text for each in zone_map.select(".zone-map__key li")] == ["Characters", "Foes", "Things"]
    assert [each.span.text for each in zone_map.select(".is-out")] == ["Bea"]


def test_tracker_map_has_a_button_for_each_combatant() -> None:
    zone_map = map_of(*YARD, combatants=FOLK, turn="Cat <3")
    assert [each["data-turn"] for each in zone_map.select("button")] == ["Ann", "Bea", "Cat <3"]
    assert [each["data-turn"] for each in zone_map.select("button.is-chosen")] == ["Cat <3"]
    assert not map_of(*YARD, combatants=FOLK).select("button")


# tracks

TRACK = Track(
    name="track",
    title="The track",
    unit_names=("hit", "hits"),
    stages=(
        TrackStage("Well", "You are.", "Nothing.", ("D-200",)),
        TrackStage("Hurt", "See [D-199].", "It heals.", boxes=1),
        TrackStage("Down", boxes=3),
    ),
)


def test_track_describes_each_stage() -> None:
    soup = BeautifulSoup(diagrams.render_track(GAME, TRACK), "html.parser")
    assert [" ".join(each.text.replace("to", "to ").split()) for each in soup.select("li")] == [
        "Well. You are. Nothing. D-200",
        "1 hit to Hurt. See D-199. It heals.",
        "3 hits to Down.",
    ]
    assert soup.find(id="D-200")["class"] == ["rule-mark"]
    assert [len(each.select(".track > .is-left")) for each in soup.select("li")] == [0, 1, 3]


def test_track_position_is_shown_by_text_and_shape() -> None:
    now = TrackPosition(TRACK, 1, frozenset({1}), 2, 2, 3)
    assert now.text == "Hurt; 2 of 3 hits to Down"
    soup = BeautifulSoup(diagrams.track_positions(GAME, now, telling=True), "html.parser")
    assert soup.ol["aria-label"] == "The track: Hurt; 2 of 3 hits to Down"
    well, hurt, down = soup.select("li")
    assert hurt["aria-current"] == "step" and words(hurt) == "Hurt (marked) It heals."
    assert "aria-current" not in well.attrs and words(well) == "Well"
    boxes = [each.get("class") == ["is-left"] for each in down.select(".track > i")]
    assert boxes == [True, False, False] and words(down) == "2 of 3 hits to Down"
    assert "heals" not in diagrams.track_positions(GAME, now)


def test_track_ends_at_its_last_stage() -> None:
    assert TrackPosition(TRACK, 2, frozenset({1, 2})).text == "Hurt and Down"
    assert 'class="track"' not in diagrams.track_positions(GAME, TrackPosition(TRACK, 2))


def test_track_needs_at_least_two_stages() -> None:
    with pytest.raises(DeclarationError, match="track short: stages: expected at least two, got 1"):
        Track(name="short", title="Short", unit_names=("hit", "hits"), stages=(TrackStage("One"),))


# balances


def balance_of(ones: int | None, others: int | None, total: int = 11) -> Tag:
    pair = LinkedValues("Finesse", "Power", ones, others, total)
    return BeautifulSoup(diagrams.render_balances([pair]), "html.parser").li


def tilt(drawing: Tag) -> float:
    return float(drawing["data-css-tilt"])


def test_balance_tilts_to_the_side_with_more_points() -> None:
    assert tilt(balance_of(8, 3)) < tilt(balance_of(6, 5)) < 0 < tilt(balance_of(1, 10))
    assert tilt(balance_of(5, 5, 10)) == 0
    assert words(balance_of(8, 3)) == "Finesse 8 , Power 3"


def test_balance_shows_a_stone_for_each_point() -> None:
    stones = [(float(each["cx"]), float(each["cy"])) for each in balance_of(8, 3).select("circle")]
    assert (sum(x < 0 for x, _ in stones), sum(x > 0 for x, _ in stones)) == (8, 3)
    assert all((a - x) ** 2 + (b - y) ** 2 > 80 for (a, b), (x, y) in combinations(stones, 2))


def test_balance_is_symmetrical_and_holds_every_stone() -> None:
    balance = balance_of(8, 3)
    left, right = map(
        float, re.fullmatch(r"M(-\d+) 0H(\d+)", balance.select_one(".balance__plank")["d"]).groups()
    )
    assert left == -right
    assert all(left < float(each["cx"]) < right for each in balance.select("circle"))


def test_balance_moves_one_stone_for_one_point() -> None:
    before, after = (
        [(each["cx"], each["cy"]) for each in balance_of(*pair).select("circle")] for pair in ((6, 5), (7, 4))
    )
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1


def test_diagrams_accept_missing_and_invalid_values() -> None:
    assert tilt(balance_of(None, 5)) == 0 and words(balance_of(None, 5)) == "Finesse – , Power 5"
    assert abs(tilt(balance_of(99, -99))) == abs(tilt(balance_of(11, 0)))
    assert tilt(balance_of(0, 0, 0)) == 0
    assert len(balance_of(MAX_STONES, 0).select("circle")) == MAX_STONES
    for ones, others, total in ((50, 50, 100), (1, 1, MAX_STONES + 1), (MAX_STONES, 1, 11)):
        assert not balance_of(ones, others, total).select("circle")


# on the sheet


def test_linked_fields_get_a_balance() -> None:
    sheet = Sheet(
        version=1,
        sections=(Section("Mood", (Int("calm", "Calm", 0, 7, start=4), Int("fury", "Fury", 0, 7, start=3))),),
        evaluate=lambda sheet: SheetReport((), {}),
        linked_fields=(LinkedFields("calm", "fury", 7),),
    )
    assert sheet.check({"calm": 5, "fury": 2}).linked_values == (
        LinkedValues("Calm", "Fury", 5, 2, 7, "calm"),
    )
    blank = sheet.blank()
    assert "Calm" in present.render_diagrams(GAME, sheet.check(blank), blank)["calm"]
    with pytest.raises(DeclarationError, match=r"^sheet: unknown field 'rage' \(expected calm or fury\)$"):
        replace(sheet, linked_fields=(LinkedFields("calm", "rage", 7),))


def diagrams_beside(**sheet) -> dict[str, Tag]:
    reply = json.loads(
        web.respond(json.dumps({"action": "sheet", "game": "dichotomy", "sheet": sheet, "parts": ["report"]}))
    )
    return {name: BeautifulSoup(html, "html.parser") for name, html in reply["report"]["drawn"].items()}


def test_sheet_reply_has_balances_and_track() -> None:
    drawings = diagrams_beside(
        attributes={"finesse": 3, "power": 8, "martial": "x"},
        track={"hits": 2, "injured": True, "serious": False},
    )
    first, second, _ = (words(each) for each in drawings["attributes"].select(".balance"))
    assert (first, second) == ("Finesse 3 , Power 8", "Martial – , Spiritual –")
    assert drawings["attributes"].ul["aria-hidden"] == "true"  # the fields beside it have the same values
    assert drawings["track"].ol["aria-label"] == "The injury track: Injured; 2 of 3 hits to Seriously injured"


def test_dwarf_with_fortitude_needs_a_fourth_hit() -> None:
    assert position_of(InjuryState(3), True, BOOK).text == "Unhurt; 3 of 4 hits to Injured"
    assert position_of(InjuryState(1, True), True, BOOK).text == "Injured; 1 of 3 hits to Seriously injured"


def test_healed_injury_returns_to_the_first_step() -> None:
    assert (
        position_of(InjuryState(0, False, True), False, BOOK).text
        == "Seriously injured; 0 of 3 hits to Injured"
    )
    assert (
        position_of(InjuryState(0, True, True), False, BOOK).text
        == "Injured and Seriously injured; 0 of 3 hits to Out"
    )
    assert (
        position_of(InjuryState(0, True, True, True), False, BOOK).text
        == "Injured and Seriously injured and Out"
    )


def test_map_without_zones_is_one_empty_column() -> None:
    html = BeautifulSoup(diagrams.render_zone_map(()), "html.parser")
    assert html.div["data-css-across"] == "1" and not html.select("li")
