"""How an event without dice came about: its price, what it does, and the tally at the end of a round,
each with its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules_py.dice.working import Step
from rules_py.systems.dichotomy.attacks import hits_said
from rules_py.systems.dichotomy.desk.state import (
    Fighter,
    State,
    actor_of,
    find,
    fortitude,
    mind_open,
    points_left,
    track_of,
)
from rules_py.systems.dichotomy.injuries import GAINED, next_step, tally
from rules_py.systems.dichotomy.turns import ACTION_POINTS

PRICE_RULES = {
    "attack": "D-187",
    "aim": "D-061",
    "defend": "D-188",
    "recover": "D-191",
    "talk": "D-193",
    "move": "D-190",
    "misc": "D-192",
    "shield_minds": "D-098",
    "read_mind": "D-192",
}
STEP_RULES = {"none": "D-200", "injured": "D-202", "serious": "D-203", "out": "D-204"}


def points(number: int) -> str:
    """`1 point`, `3 points`."""
    return f"{number} point{'' if number == 1 else 's'}"


def explained(before: State, event: Mapping, after: State) -> tuple[Step, ...]:
    """The steps of an event that was applied, save those of its dice."""
    match event["do"]:
        case "end_round":
            return tuple(_tally(before["fighters"]))
        case "dive":
            return (Step("Whoever plays dead does nothing more, and foes turn elsewhere", rule="D-209"),)
        case "set":
            return ()
    return tuple(_turn(before, event, after))


def _turn(before: State, event: Mapping, after: State) -> Iterator[Step]:
    was, now = find(before, event["who"]), find(after, event["who"])
    left = points_left(after, now)
    spent = points_left(before, was) - left
    if event["do"] == "read_mind":
        if not mind_open(before, find(before, event["on"][0])):
            yield Step(
                "A telepath's mind is closed to others, and so is one that a telepath shields", rule="D-097"
            )
        if was["side"] == "pc":
            yield Step("One step along the track at once, and the count begins again at 0", rule="R-57")
    if event["do"] == "recover":
        yield Step(f"{was['hits']} carried, less 1: {now['hits']}", rule="R-40")
    rest = f"{left} of {ACTION_POINTS} left" if left >= 0 else f"{-left} more than a turn has"
    yield Step(f"{points(spent)} spent, {rest}", rule=PRICE_RULES[event["do"]])
    if event["do"] == "move" and "single" in actor_of(before, was).locked:
        yield Step("Locked in Mortal Combat: 1 point more for each zone", rule="R-31")


def _tally(fighters: Sequence[Fighter]) -> Iterator[Step]:
    for fighter in fighters:
        track, taken = track_of(fighter), fighter["taken"]
        if fighter["side"] == "npc" or fighter["out"] or not track.hits + taken:
            continue
        _, needed = next_step(track, fortitude(fighter))
        after, gained = tally(track, taken, fortitude(fighter))
        total = track.hits + taken
        sum_said = (
            f"{fighter['name']}: {track.hits} carried + {taken} taken = {total}, {needed} make the next step"
        )
        if gained == "none":
            yield Step(f"{sum_said}: shaken, {hits_said(after.hits)} carried on", rule=STEP_RULES[gained])
            continue
        lost = f"; {hits_said(total - needed)} lost" if total > needed else ""
        yield Step(
            f"{sum_said}: {GAINED[gained]}, and the count begins again at 0{lost}", rule=STEP_RULES[gained]
        )
