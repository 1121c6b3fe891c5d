"""The zones of an encounter and its participants."""

import pytest

from rules_py.base.errors import Fault, InputError
from rules_py.tracker import ZoneMap, check_unique_names, free_name, name_faults, next_turn, read_participants

ROAD = ZoneMap(("a", "b", "c", "d", "lone"), {"a": ["b", "d"], "b": ["c"], "c": ["d"], "lone": ["nowhere"]})


def test_adjacency_is_mutual() -> None:
    assert ROAD.are_adjacent("a", "b") and ROAD.are_adjacent("b", "a")
    assert not ROAD.are_adjacent("a", "c")
    assert ROAD.adjacent_zones("c") == ["b", "d"]
    assert ROAD.adjacent_zones("lone") == []


def test_zones_listed_only_by_another_zone_are_not_adjacent() -> None:
    zone_map = ZoneMap(("yard", "stable", "roof"), {"yard": ["stable", "roof"]})
    assert not zone_map.are_adjacent("stable", "roof")
    assert zone_map.links == (("yard", "stable"), ("yard", "roof"))


def test_unmapped_zone_is_adjacent_to_every_unmapped_zone() -> None:
    zone_map = ZoneMap(("here", "there", "known"), {"known": ["elsewhere"]})
    assert zone_map.adjacent_zones("here") == ["there"]
    assert not zone_map.are_adjacent("here", "known")


def test_routes_find_the_cheapest_path_to_each_zone() -> None:
    toll = {"b": 1, "c": 1, "d": 5}
    routes = ROAD.routes("a", lambda path: sum(toll[each] for each in path))
    assert routes == {("b",): 1, ("b", "c"): 2, ("d",): 5}
    limited_routes = ROAD.routes(
        "a", lambda path: sum((toll | {"d": 2})[each] for each in path) if len(path) < 3 else None
    )
    assert limited_routes == {("b",): 1, ("d",): 2, ("b", "c"): 2}


def test_routes_do_not_continue_from_a_blocked_path() -> None:
    assert ROAD.routes("a", lambda path: None if path[0] == "b" else len(path)) == {
        ("d",): 1,
        ("d", "c"): 2,
        ("d", "c", "b"): 3,
    }


def test_routes_without_a_map_are_single_steps() -> None:
    zone_map = ZoneMap(("here", "there", "yonder"))
    assert zone_map.routes("here", len) == {("there",): 1, ("yonder",): 1}


def test_routes_continue_through_an_unmapped_zone() -> None:
    zone_map = ZoneMap(("start", "open", "far"), {"start": ["open"], "far": ["open"]})
    assert zone_map.routes("start", len) == {("open",): 1, ("open", "far"): 2}


def test_free_name_adds_a_number_to_a_used_name() -> None:
    assert free_name("Thug", []) == "Thug"
    assert free_name("Thug", ["Thug", "Thug 2"]) == "Thug 3"


@pytest.mark.parametrize(
    ("names", "newcomers", "codes"),
    [
        ([], {"0.name": "A", "1.name": "B"}, []),
        (["A"], {"0.name": "A"}, [("0.name", "duplicate_name")]),
        ([], {"0.name": "A", "1.name": "A"}, [("1.name", "duplicate_name")]),
        ([], {"0.name": " "}, [("0.name", "missing_name")]),
        (["A", "B"], {"0.name": "C", "1.name": "D"}, [("0.name", "too_many")]),
    ],
)
def test_name_faults_are_reported_at_their_fields(names, newcomers, codes) -> None:
    assert [(each.field, each.code) for each in name_faults(names, newcomers, 3)] == codes


def test_next_turn_is_the_first_waiting_participant() -> None:
    assert next_turn(["A", "B", "C"], {"B", "C"}.__contains__) == "B"
    assert next_turn(["A"], set().__contains__) == ""


def test_read_participants_reports_faults_at_their_field() -> None:
    def nameless(names, newcomers):
        return [
            Fault(f"{at}.name", "missing_name", "", "a name")
            for at, each in newcomers.items()
            if not each["name"]
        ]

    assert read_participants({"sides": [{"name": "A"}]}, "sides", nameless) == ({"name": "A"},)
    with pytest.raises(InputError) as error:
        read_participants({"sides": [{"name": "A"}, {"name": ""}]}, "sides", nameless)
    assert [each.field for each in error.value.faults] == ["start.sides.1.name"]


def test_duplicate_names_in_a_state_are_refused() -> None:
    check_unique_names(["A", "B"], "sides", scene="conflict", duplicate="duplicate_side")
    with pytest.raises(InputError) as error:
        check_unique_names(["A", "A"], "sides", scene="conflict", duplicate="duplicate_side")
    (fault,) = error.value.faults
    assert (fault.field, fault.code) == ("state.sides", "duplicate_side")
    assert fault.message == "Two participants in this conflict have the same name. Rename one."


def test_routes_visit_each_zone_of_a_dense_map_once():
    """Forty zones, each next to twelve others: listing all routes would take hours."""
    zones = tuple(map(str, range(40)))
    beside = {each: [zones[(int(each) + more) % 40] for more in range(1, 7)] for each in zones}
    paths = []

    def price(path):
        paths.append(path)
        return len(path)

    assert len(ZoneMap(zones, beside).routes("0", price)) == 39
    assert len(paths) <= 40 * 12
