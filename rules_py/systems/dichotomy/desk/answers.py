"""What the calculators of the fight desk answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.desk.chances import attack_chances, outlook
from rules_py.systems.dichotomy.desk.events import action_of, apply, problems_of, replay, said_reasons
from rules_py.systems.dichotomy.desk.state import Fighter, State, actor_of, find, points_left, track_of
from rules_py.systems.dichotomy.injuries import GAINED
from rules_py.systems.dichotomy.turns import planned

TURNLESS = ("dive", "end_round", "set")
"""Events that cost no action points."""


def desk(*, state: State, event: Mapping) -> dict:
    """The fight after one event; `event` comes back with its faces, so that a log holds no chance."""
    found = apply(state, event)
    return {
        "applied": found.state is not state,
        "sentence": found.sentence,
        "state": found.state,
        "problems": sorted({code for _, code in found.problems}),
        "reasons": said_reasons(found.problems),
        "event": {**event, "dice": list(found.faces), "seed": None} if found.faces else dict(event),
        "dice": list(found.faces),
        "working": list(found.working),
    }


def desk_plan(*, state: State, event: Mapping) -> dict:
    """Whether the event is legal now, what it costs, and what is left of the turn before it."""
    problems = problems_of(state, event)
    cost, left = 0, None
    if event["do"] not in TURNLESS:
        fighter = find(state, event["who"])
        left = points_left(state, fighter)
        (cost,), _ = planned([action_of(state, event)], actor_of(state, fighter))
    return {
        "legal": not problems,
        "cost": cost,
        "left": left,
        "problems": sorted({code for _, code in problems}),
        "reasons": said_reasons(problems),
    }


def desk_replay(*, state: State, log: Sequence[Mapping]) -> dict:
    """The fight after a whole log, and its sentences."""
    after, sentences, problems = replay(state, log)
    return {"state": after, "sentences": sentences, "problems": problems}


def desk_chances(*, state: State) -> dict:
    """All attacks possible now, and each character's outlook for this round's tally."""
    attacks = attack_chances(state)
    return {"attacks": attacks, "outlook": outlook(state, attacks)}


def standing(fighter: Fighter) -> str:
    """How a fighter fares, in words."""
    if fighter["side"] == "npc":
        how = "out" if fighter["out"] else f"{fighter['hits']} left"
    else:
        how = track_of(fighter).words
    return f"{fighter['name']} in zone {fighter['zone']}, {how}"


def attack_said(line: Mapping[str, Any]) -> str:
    """One line of `attacks` in words."""
    pair = " + ".join(ATTRIBUTES[each] for each in line["with"])
    hits = f"{line['mean']} hits on average, enough in {line['enough']}"
    return f"{line['who']} on {line['on']} with {pair}: {hits}"


def outlook_said(line: Mapping[str, Any]) -> str:
    """One line of `outlook` in words."""
    return f"{line['name']} is {GAINED[line['step']]} at the tally: {line['chance']}"
