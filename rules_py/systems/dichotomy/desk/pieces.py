"""The fighters and the ground as the desk shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_py.desk import Boxes, Piece, Place, Reason
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attacks import hits_said
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, RACES
from rules_py.systems.dichotomy.checks import GEAR
from rules_py.systems.dichotomy.defence import DEFEND_BONUS
from rules_py.systems.dichotomy.desk.state import (
    Fighter,
    State,
    able,
    fortitude,
    modifier_said,
    points_left,
    track_of,
)
from rules_py.systems.dichotomy.desk.working import points
from rules_py.systems.dichotomy.injuries import next_step
from rules_py.systems.dichotomy.turns import ACTION_POINTS

SIDES = {"pc": "Characters", "npc": "Foes"}
COMBAT = ("finesse", "power", "martial", "spiritual")
MOST_BOXES = 12


def piece(state: State, fighter: Fighter) -> Piece:
    """A fighter as a card."""
    return Piece(
        name=fighter["name"],
        side=SIDES[fighter["side"]],
        place=fighter["zone"],
        standing=_standing(fighter),
        turn=_turn(state, fighter),
        tone=_tone(fighter),
        boxes=tuple(_boxes(state, fighter)),
        facts=tuple(_facts(fighter)),
        marks=tuple(_marks(fighter)),
        able=able(fighter),
    )


def _standing(fighter: Fighter) -> str:
    if fighter["out"]:
        return "out"
    if fighter["down"]:
        return "plays dead"
    return track_of(fighter).words if fighter["side"] == "pc" else f"{hits_said(fighter['hits'])} left"


def _turn(state: State, fighter: Fighter) -> str:
    if not able(fighter):
        return "out" if fighter["out"] else "down"
    left = max(0, points_left(state, fighter))
    return "done" if not left else points(left) if fighter["turn"] else "to act"


def _tone(fighter: Fighter) -> str:
    if not able(fighter):
        return "worst"
    if fighter["side"] == "npc":
        return "good"
    return "bad" if fighter["serious"] else "mixed" if fighter["injured"] else "good"


def _boxes(state: State, fighter: Fighter) -> Iterator[Boxes]:
    hits = fighter["hits"]
    if fighter["side"] == "pc":
        _, needed = next_step(track_of(fighter), fortitude(fighter))
        yield Boxes("Hits", min(hits, needed), needed, f"{hits} carried; {needed} make the next step")
        yield Boxes("Injured", int(fighter["injured"]), 1, "yes" if fighter["injured"] else "no")
        yield Boxes("Seriously", int(fighter["serious"]), 1, "yes" if fighter["serious"] else "no")
    elif hits:
        yield Boxes("Hits left", min(hits, MOST_BOXES), min(hits, MOST_BOXES), str(hits))
    if able(fighter):
        left = max(0, points_left(state, fighter))
        yield Boxes("Points", left, ACTION_POINTS, f"{points(left)} left")


def _facts(fighter: Fighter) -> Iterator[tuple[str, str]]:
    numbers = ", ".join(f"{ATTRIBUTES[each]} {fighter['scores'][each]}" for each in COMBAT)
    yield ("Attributes" if fighter["side"] == "pc" else "Targets"), numbers
    if fighter["abilities"]:
        yield "Abilities", ", ".join(ABILITY_NAMES[each] for each in fighter["abilities"])
    if fighter["race"] != "human":
        yield "People", RACES[fighter["race"]]
    if fighter["gear"] != "normal":
        yield "Gear", GEAR[fighter["gear"]].lower()
    if fighter["bonus"]:
        yield "Monster slayer", f"+{fighter['bonus']} on attack and defence"
    if fighter["outsider"]:
        yield "Kind", "an outsider"
    if fighter["modifiers"]:
        yield "Modifiers", "; ".join(map(modifier_said, fighter["modifiers"]))


def _marks(fighter: Fighter) -> Iterator[Reason]:
    effects = fighter["effects"]
    if fighter["taken"]:
        yield Reason(f"{hits_said(fighter['taken'])} taken this round", "D-206")
    if effects["defending"]:
        yield Reason(f"defends, +{DEFEND_BONUS}", "D-188")
    if effects["aimed"]:
        yield Reason("has taken aim", "D-061")
    if effects["defender"]:
        yield Reason("Defender of this zone", "D-067")
    if effects["crowd"]:
        yield Reason("holds foes in this zone", "D-069")
    if effects["minds"]:
        yield Reason("shields the minds in this zone", "D-098")
    if effects["covering"]:
        covered = effects["covering"]["ally"] or f"against shots from zone {effects['covering']['zone']}"
        yield Reason(f"covers {covered}", "D-060")
    if fighter["locked"]:
        yield Reason(f"locked in combat by {fighter['locked']['by']}", "D-068")
    if fighter["may_dive"]:
        yield Reason("may take a dive", "D-208")


def places(state: State) -> tuple[Place, ...]:
    """The zones of the map in their order, then those where somebody stands besides."""
    known = {each["name"]: Place(each["name"], _ground(each)) for each in state["zones"]}
    for fighter in state["fighters"]:
        known.setdefault(fighter["zone"], Place(fighter["zone"]))
    return tuple(known.values())


def _ground(zone: Mapping) -> str:
    return "; ".join(filter(None, (zone["note"], *map(modifier_said, zone["modifiers"]))))
