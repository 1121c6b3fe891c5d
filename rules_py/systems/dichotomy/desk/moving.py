"""The ways a fighter may go now, with their prices."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from rules_py.desk import Act
from rules_py.inputs import Choice
from rules_py.systems.dichotomy.desk.asked import price, reasons_for, whole_event
from rules_py.systems.dichotomy.desk.events import action_of, problems_of
from rules_py.systems.dichotomy.desk.state import Fighter, State, actor_of, points_left, touching, zone_of
from rules_py.systems.dichotomy.desk.working import points
from rules_py.systems.dichotomy.turns import planned

MOVE = "Move"


def zones_around(state: State, here: str) -> list[str]:
    """The zones one step away: those that touch this one, or any, where the map says nothing of it."""
    names = dict.fromkeys(
        [*(each["name"] for each in state["zones"]), *(each["zone"] for each in state["fighters"])]
    )
    return [each for each in names if each != here and touching(state, here, each)]


def _ways(state: State, fighter: Fighter) -> dict[tuple[str, ...], int]:
    """Every way without a circle that the points left still pay for, with its price."""
    left = points_left(state, fighter)
    found: dict[tuple[str, ...], int] = {}
    ahead: list[tuple[str, ...]] = [()]
    while ahead:
        way = ahead.pop(0)
        here = way[-1] if way else fighter["zone"]
        if way and not zone_of(state, here)["next"] and not zone_of(state, fighter["zone"])["next"]:
            continue  # without a map, one step at a time
        for there in zones_around(state, here):
            longer = (*way, there)
            move = whole_event(do="move", who=fighter["name"], to=list(longer))
            (cost,), _ = planned([action_of(state, move)], actor_of(state, fighter))
            new = there != fighter["zone"] and there not in way
            if new and cost <= left and not problems_of(state, move):
                found[longer] = cost
                ahead.append(longer)
    return found


def move_acts(state: State, fighter: Fighter) -> Iterator[Act]:
    name = fighter["name"]
    options = {
        json.dumps(way): f"zone {way[-1]}{f', by {", ".join(way[:-1])}' if way[:-1] else ''} ({points(cost)})"
        for way, cost in _cheapest(_ways(state, fighter)).items()
    }
    around = zones_around(state, fighter["zone"])
    if options:
        yield Act(
            id="move",
            title="Move",
            button="Move",
            kind=MOVE,
            event={"do": "move", "who": name},
            inputs=(Choice(name="to", label="To", options=options, start=next(iter(options))),),
            note="1 point a zone, 1 more to leave foes behind and 1 more to come among them.",
            rules=("D-189", "D-190"),
        )
    elif around:
        given = {"do": "move", "who": name, "to": [around[0]]}
        yield Act(
            id="move",
            title=f"Move to zone {around[0]}",
            button="Move",
            kind=MOVE,
            event=given,
            price=price(state, fighter, given),
            reasons=reasons_for(state, given),
            rules=("D-189", "D-190"),
        )
    if "tree_stride" in fighter["abilities"]:
        zones = [each["name"] for each in state["zones"] if each["name"] != fighter["zone"]]
        if zones:
            given = {"do": "move", "who": name, "tree": True}
            sample = given | {"to": [zones[0]]}
            yield Act(
                id="tree",
                title="Tree Stride",
                button="Step through the trees",
                kind=MOVE,
                event=given,
                inputs=(
                    Choice(
                        name="to",
                        label="To",
                        options={json.dumps([each]): f"zone {each}" for each in zones},
                        start=json.dumps([zones[0]]),
                    ),
                ),
                price=price(state, fighter, sample),
                reasons=reasons_for(state, sample),
                rules=("D-270", "R-45"),
            )


def _cheapest(ways: Mapping[tuple[str, ...], int]) -> dict[tuple[str, ...], int]:
    """For each zone the way there that costs least."""
    best: dict[str, tuple[str, ...]] = {}
    for way, cost in ways.items():
        if way[-1] not in best or cost < ways[best[way[-1]]]:
            best[way[-1]] = way
    return {way: ways[way] for way in best.values()}
