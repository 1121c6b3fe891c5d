"""What may happen next at the fight desk: every attack somebody could make now, and how each character
may fare.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from rules_py.systems.dichotomy.attacks import hit_chances, hits_with
from rules_py.systems.dichotomy.checks import BEST_FACE
from rules_py.systems.dichotomy.desk.events import action_of
from rules_py.systems.dichotomy.desk.state import (
    Fighter,
    Matchup,
    State,
    able,
    actor_of,
    foes_of,
    fortitude,
    matchup,
    points_left,
    track_of,
)
from rules_py.systems.dichotomy.fights import as_text, at_least, mean, together
from rules_py.systems.dichotomy.injuries import next_step
from rules_py.systems.dichotomy.turns import ATTACK_PAIRS, ENABLING, attack_price, planned

BLANK_EVENT = {"do": "attack", "range": None, "label": "", "cost": 1, "tree": False, "to": []}


def _ways(state: State, attacker: Fighter, target: Fighter) -> Iterator[tuple[tuple[str, str], list[str]]]:
    """The attribute pairs, with the power a Spiritual attack uses, that reach the target from where both
    stand.
    """
    actor = actor_of(state, attacker)
    for pair in ATTACK_PAIRS:
        powers = (
            [[]] if pair[1] == "martial" else [[each] for each in ENABLING if each in attacker["abilities"]]
        )
        for using in powers:
            if using == ["bless"] and not target["outsider"]:
                continue
            event = BLANK_EVENT | {
                "who": attacker["name"],
                "on": [target["name"]],
                "with": list(pair),
                "using": using,
            }
            _, problems = planned([action_of(state, event)], actor)
            if not problems:
                yield pair, using
                break


def attack_chances(state: State) -> list[dict[str, Any]]:
    """For whoever can act, each attack on each foe: its price, its hits, and the chance that it fells or
    hurts.

    `enough` is the chance that a foe is out at once, or that a character's next step on the track is reached
    with the hits taken so far this round. `affordable` says whether the points of this turn still allow it.
    """
    found = []
    for attacker in filter(able, state["fighters"]):
        left = points_left(state, attacker)
        attacked = any(action["do"] in ("attack", "aim") for action in attacker["turn"])
        for target in foes_of(state, attacker):
            for pair, using in _ways(state, attacker, target):
                met = matchup(state, attacker, target, pair, using)
                hits = hit_chances(*met.needs, met.boons, met.base_hits)
                price = attack_price(pair, frozenset(attacker["abilities"]))
                found.append(
                    {
                        "who": attacker["name"],
                        "on": target["name"],
                        "with": list(pair),
                        "using": using,
                        "price": price,
                        "affordable": price <= left and not attacked,
                        "hits": as_text(hits),
                        "mean": mean(hits),
                        "enough": at_least(hits, missing(target)),
                    }
                )
    return found


def missing(fighter: Fighter) -> int:
    """How many hits more fell a foe, or reach a character's next step at the tally."""
    if fighter["side"] == "npc":
        return fighter["hits"]
    _, needed = next_step(track_of(fighter), fortitude(fighter))
    return max(0, needed - fighter["hits"] - fighter["taken"])


def all_enough(
    state: State, attacker: Fighter, targets: Sequence[Fighter], pair: Sequence[str], using: Sequence[str]
) -> Fraction:
    """The chance that one roll, read against each of these targets, is enough for every one of them. R-24."""
    met = [(matchup(state, attacker, each, pair, using), missing(each)) for each in targets]
    rolls = list(product(range(1, BEST_FACE + 1), repeat=2))
    enough = sum(all(_hits(found, *faces) >= needed for found, needed in met) for faces in rolls)
    return Fraction(enough, len(rolls))


def _hits(met: Matchup, face_a: int, face_b: int) -> int:
    made = sum(face >= need for face, need in zip((face_a, face_b), met.needs, strict=True))
    grade = "critical" if face_a == face_b == BEST_FACE else ("failure", "partial", "total")[made]
    return hits_with(met.base_hits[grade], met.boons)[0]


def outlook(state: State, attacks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each character: the hits at the tally if every foe who may still attack goes for them, as hard
    as it can.
    """
    found = []
    for fighter in state["fighters"]:
        if fighter["side"] != "pc" or not able(fighter):
            continue
        worst: dict[str, Mapping] = {}
        for each in attacks:
            dearer = each["who"] in worst and worst[each["who"]]["mean"] >= each["mean"]
            if each["on"] == fighter["name"] and each["affordable"] and not dearer:
                worst[each["who"]] = each
        hits = together(
            {fighter["taken"]: Fraction(1)},
            *({int(number): chance for number, chance in each["hits"].items()} for each in worst.values()),
        )
        step, needed = next_step(track_of(fighter), fortitude(fighter))
        found.append(
            {
                "name": fighter["name"],
                "foes": sorted(worst),
                "hits": as_text(hits),
                "step": step,
                "chance": at_least(hits, needed - fighter["hits"]),
            }
        )
    return found
