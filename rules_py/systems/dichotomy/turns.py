"""A turn of three action points: the price of each action, and what makes a plan illegal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rules_py.systems.dichotomy.abilities import ABILITIES
from rules_py.systems.dichotomy.attributes import PEOPLES

ACTION_POINTS = 3
ATTACK_PAIRS = (
    ("power", "martial"),
    ("finesse", "martial"),
    ("power", "spiritual"),
    ("finesse", "spiritual"),
)
DEFEND_AP, RECOVER_AP, TOUGH_RECOVER_AP, SHIELD_AP = 3, 3, 2, 1
CHEAPEST_DEED, DEAREST_DEED = 1, 3

ENABLING = {
    "pyrokinesis": ("power", "finesse"),
    "telekinesis": ("finesse",),
    "biokinesis": ("power",),
    "bless": ("power", "finesse"),
}
"""What powers a Spiritual attack, and the attributes it goes with. R-26."""

PROBLEMS = {
    "over_budget": ("The actions cost more than the three points of a turn.", "D-184"),
    "repeat_action": ("The same action is taken twice in one turn.", "D-185"),
    "no_ability": ("An ability is used that the character does not have.", "D-056"),
    "bad_attack_pair": (
        "An attack joins Power or Finesse with Martial or Spiritual, and its abilities must go with them.",
        "D-187",
    ),
    "needs_point_blank": ("Finesse inside one's own zone takes Point Blank.", "D-064"),
    "needs_short_range": ("Power into the next zone takes Short-Range Attack.", "D-071"),
    "out_of_reach": ("Power does not reach that far.", "D-180"),
    "needs_spiritual_ability": ("A Spiritual attack needs an ability that powers it here.", "R-26"),
    "empty_move": ("A Move has at least one step.", "D-189"),
    "broken_path": ("A zone is entered as free and left as held by foes, or the other way round.", "R-36"),
    "dwarf_zones": ("A dwarf walks two zones a round at most.", "D-259"),
    "nothing_to_recover": ("No hit was carried into the round that Recover could take off.", "R-40"),
    "bad_cost": ("A deed costs one to three points.", "R-42"),
    "no_missiles": ("Without gear there is nothing to shoot.", "R-16"),
    "lock_target": ("Locked in single combat: an attack must go to the one who holds the lock.", "D-068"),
    "lock_power": ("Locked in single combat: an attack must use Power.", "D-068"),
}
"""Every problem code in words, with its rule."""


@dataclass(frozen=True)
class Actor:
    """Who takes the turn. `hits` are those carried into the round; `locked` may hold `single` and `crowd`."""

    abilities: frozenset[str] = frozenset()
    race: str = "human"
    locked: frozenset[str] = frozenset()
    hits: int = 0
    gear: str = "normal"


@dataclass
class _Plan:
    """What is known while a plan is gone through: zones walked, actions already taken."""

    taken: set[tuple[str, str]] = field(default_factory=set)
    zones: int = 0


def attack_price(pair: Sequence[str], abilities: frozenset[str]) -> int:
    """The action points of an attack with these attributes. D-065, D-187."""
    finesse = "finesse" in pair
    return 1 + finesse + ("spiritual" in pair) - (finesse and "quick_shot" in abilities)


def step_price(step: Mapping, actor: Actor) -> int:
    """The action points of one step, without locks. D-190, D-063, D-272."""
    leaving = step["leaves_enemy"] and "mobility" not in actor.abilities
    entering = step["enters_enemy"] and "mobility" not in actor.abilities and not step["tree"]
    return 1 + leaving + entering


def _price(action: Mapping, actor: Actor) -> int:
    match action["do"]:
        case "attack" | "aim":
            return attack_price(action["with"] or (), actor.abilities)
        case "defend":
            return DEFEND_AP
        case "recover":
            return TOUGH_RECOVER_AP if "tough_as_nails" in actor.abilities else RECOVER_AP
        case "move":
            steps = action["steps"]
            lock = len(steps) * ("single" in actor.locked) + min(1, len(steps)) * ("crowd" in actor.locked)
            return sum(step_price(step, actor) for step in steps) + lock
        case "misc":
            return action["cost"]
        case "shield_minds":
            return SHIELD_AP
        case "talk":
            return 0
    raise AssertionError(f"no price for {action['do']!r}")


def _kind(action: Mapping) -> tuple[str, str] | None:
    """What may be done once a turn; none for talk. Aiming is an Attack, labels tell deeds apart. R-35."""
    match action["do"]:
        case "talk":
            return None
        case "misc":
            return "misc", action["label"].strip().casefold()
        case "aim":
            return "attack", ""
        case other:
            return other, ""


def _attack_problems(action: Mapping, actor: Actor) -> Iterator[str]:
    pair, using = action["with"] or (), action["using"]
    bodily = [each for each in pair if each in ("power", "finesse")]
    skilled = [each for each in pair if each in ("martial", "spiritual")]
    if len(pair) != 2 or len(bodily) != 1 or len(skilled) != 1:
        yield "bad_attack_pair"
        return
    first, second = bodily[0], skilled[0]
    if {ABILITIES[each].attribute for each in using} & ({"power", "finesse"} - {first}):
        yield "bad_attack_pair"
    if set(using) - actor.abilities:
        yield "no_ability"
    reach = action["range"] or ("same" if first == "power" else "far")
    yield from _reach_problems(first, reach, using, actor)
    if second == "spiritual" and not any(
        first in ENABLING.get(each, ()) and (each != "biokinesis" or reach == "same") for each in using
    ):
        yield "needs_spiritual_ability"
    if second == "martial" and first == "finesse" and actor.gear == "none":
        yield "no_missiles"
    if "single" in actor.locked:
        if action["target"] != "locker":
            yield "lock_target"
        if first != "power":
            yield "lock_power"


def _reach_problems(first: str, reach: str, using: Sequence[str], actor: Actor) -> Iterator[str]:
    if first == "finesse":
        if reach == "same" and "point_blank" not in actor.abilities:
            yield "needs_point_blank"
        return
    if reach == "adjacent" and "short_range_attack" not in actor.abilities:
        yield "needs_short_range"
    # The blow of a Cleave stays in the user's own zone, thrown weapons or not.
    if reach == "far" or (reach == "adjacent" and "cleave" in using):
        yield "out_of_reach"


def _aim_problems(action: Mapping, actor: Actor) -> Iterator[str]:
    pair = action["with"] or ()
    if len(pair) != 2 or "finesse" not in pair or not {"martial", "spiritual"} & set(pair):
        yield "bad_attack_pair"
    if "deadly_aim" not in actor.abilities:
        yield "no_ability"


def _move_problems(action: Mapping, actor: Actor, plan: _Plan) -> Iterator[str]:
    steps = action["steps"]
    if not steps:
        yield "empty_move"
    if any(here["enters_enemy"] != there["leaves_enemy"] for here, there in pairwise(steps)):
        yield "broken_path"
    if any(step["tree"] for step in steps) and "tree_stride" not in actor.abilities:
        yield "no_ability"
    plan.zones += len(steps)
    if actor.race == "dwarf" and plan.zones > PEOPLES["dwarf"].zones:
        yield "dwarf_zones"


def _problems(action: Mapping, actor: Actor, plan: _Plan) -> Iterator[str]:
    kind = _kind(action)
    if kind in plan.taken:
        yield "repeat_action"
    if kind:
        plan.taken.add(kind)
    match action["do"]:
        case "attack":
            yield from _attack_problems(action, actor)
        case "aim":
            yield from _aim_problems(action, actor)
        case "move":
            yield from _move_problems(action, actor, plan)
        case "recover" if not actor.hits:
            yield "nothing_to_recover"
        case "misc" if not CHEAPEST_DEED <= action["cost"] <= DEAREST_DEED:
            yield "bad_cost"
        case "shield_minds" if "telepathy" not in actor.abilities:
            yield "no_ability"


def planned(actions: Sequence[Mapping], actor: Actor) -> tuple[list[int], list[tuple[int | None, str]]]:
    """The price of each action, and what is wrong, as (place, or none for the whole turn; code)."""
    costs = [_price(action, actor) for action in actions]
    plan = _Plan()
    found: list[tuple[int | None, str]] = [
        (place, code) for place, action in enumerate(actions) for code in _problems(action, actor, plan)
    ]
    if sum(costs) > ACTION_POINTS:
        found.append((None, "over_budget"))
    return costs, found


def reason(place: int | None, code: str) -> dict:
    """A problem in words: the action (from 0, none for the whole turn), the code, why, and the rule."""
    text, rule = PROBLEMS[code]
    return {"action": place, "code": code, "reason": text, "rule": rule}


def plan_turn(
    *, actions: Sequence[Mapping], abilities: Sequence[str], race: str, locked: str, hits: int, gear: str
) -> dict:
    """Whether a turn is legal, what it costs, and why not. D-184 to D-193."""
    costs, found = planned(actions, Actor(frozenset(abilities), race, frozenset({locked}), hits, gear))
    return {
        "legal": not found,
        "cost": sum(costs),
        "costs": costs,
        "problems": sorted({code for _, code in found}),
        "reasons": [reason(place, code) for place, code in found],
    }
