"""A fight as plain data: who stands where, what they may do, and how an attack between two of them is read.

A state holds `round`, `zones` (terrain, and which zones touch), `ambushed` and `fighters`. A fighter of side
`pc` has scores, a track (`hits` carried, `injured`, `serious`) and the hits `taken` this round; one of side
`npc` has targets as `scores` and the `hits` left. `turn` lists the actions taken this round; `effects` what
lasts, each with the round in which it began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.errors import InputError, listed
from rules_py.systems.dichotomy import attacks, defence
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.checks import combine_modifiers, gear_modifier
from rules_py.systems.dichotomy.defence import DEFEND_BONUS
from rules_py.systems.dichotomy.injuries import Track
from rules_py.systems.dichotomy.turns import ACTION_POINTS, Actor, planned

Fighter = dict[str, Any]
State = dict[str, Any]

PVP_BASE = 5
"""D-021."""


@dataclass(frozen=True)
class Matchup:
    """An attack about to be rolled: the player's scores and modifiers against targets, and how hits come
    about.
    """

    values: tuple[int, int]
    mods: tuple[int, int]
    tns: tuple[int, int]
    boons: attacks.Boons
    base_hits: Mapping[str, int]

    @property
    def needs(self) -> tuple[int, int]:
        """The faces the two dice must show."""
        first, second = (
            tn - value - mod for tn, value, mod in zip(self.tns, self.values, self.mods, strict=True)
        )
        return first, second


def find(state: State, name: str) -> Fighter:
    """The fighter of this name. Raises InputError `unknown_fighter`."""
    found = next((each for each in state["fighters"] if each["name"] == name), None)
    if found is None:
        names = listed(each["name"] for each in state["fighters"])
        raise InputError.at("who", name, names, code="unknown_fighter")
    return found


def able(fighter: Fighter) -> bool:
    """Whether the fighter can act, and holds a zone against its enemies. R-37."""
    return not (fighter["out"] or fighter["down"])


def foes_of(state: State, fighter: Fighter) -> list[Fighter]:
    """The enemies who can act."""
    return [each for each in state["fighters"] if each["side"] != fighter["side"] and able(each)]


def zone_of(state: State, name: str) -> Mapping:
    """What is known of a zone: its `note`, the zones `next` to it, its `modifiers`."""
    return next(
        (each for each in state["zones"] if each["name"] == name),
        {"name": name, "note": "", "next": [], "modifiers": []},
    )


def touching(state: State, here: str, there: str) -> bool:
    """Whether two zones lie side by side; where the map says nothing of their neighbours, the table is
    taken to know.
    """
    known = zone_of(state, here)["next"], zone_of(state, there)["next"]
    return not any(known) or there in known[0] or here in known[1]


def track_of(fighter: Fighter) -> Track:
    """The injury track of a player character."""
    return Track(fighter["hits"], fighter["injured"], fighter["serious"], fighter["out"])


def fortitude(fighter: Fighter) -> bool:
    return "dwarven_fortitude" in fighter["abilities"]


def actor_of(state: State, fighter: Fighter) -> Actor:
    """The fighter as the turn planner sees it."""
    locks = set()
    if fighter["locked"] and fighter["locked"]["by"] and able(find(state, fighter["locked"]["by"])):
        locks.add("single")
    if any(foe["effects"]["crowd"] and foe["zone"] == fighter["zone"] for foe in foes_of(state, fighter)):
        locks.add("crowd")
    carried = fighter["hits"] if fighter["side"] == "pc" else 0
    return Actor(frozenset(fighter["abilities"]), fighter["race"], frozenset(locks), carried, fighter["gear"])


def points_left(state: State, fighter: Fighter) -> int:
    """The action points left this turn."""
    costs, _ = planned(fighter["turn"], actor_of(state, fighter))
    return ACTION_POINTS - sum(costs)


def _terrain(state: State, fighter: Fighter, opponent: Fighter) -> Iterator[Mapping]:
    """The modifiers of the fighter's zone and person that hold against this opponent. R-13."""
    ground = zone_of(state, fighter["zone"])["modifiers"]
    for each in (*ground, *fighter["modifiers"]):
        if not each["against"] or each["against"] in (opponent["zone"], opponent["came_from"]):
            yield each


def _modifiers(
    state: State, fighter: Fighter, opponent: Fighter, pair: Sequence[str], rolling: str
) -> tuple[int, int]:
    """What a fighter adds to each die, or to each target where the fighter does not roll.

    R-07, R-10, R-16, R-17.
    """
    entries = [{**each, "active": True} for each in _terrain(state, fighter, opponent)]
    everywhere = fighter["bonus"] + (
        DEFEND_BONUS if rolling == "defence" and fighter["effects"]["defending"] else 0
    )
    entries.append({"on": "all", "value": everywhere, "when": "both", "active": True})
    summed = combine_modifiers(entries=entries, attribute_a=pair[0], attribute_b=pair[1], rolling=rolling)
    gear = gear_modifier(gear=fighter["gear"], attribute=pair[1])["modifier"]
    return summed["mod_a"], summed["mod_b"] + gear


WHEN = {"attack": " when attacking", "defence": " when defending", "both": ""}


def modifier_said(modifier: Mapping) -> str:
    """`Power +2 against those from zone 5`."""
    on = ATTRIBUTES.get(modifier["on"], "both dice")
    against = f" against those in or from zone {modifier['against']}" if modifier["against"] else ""
    return f"{on} {modifier['value']:+d}{WHEN[modifier['when']]}{against}".replace("-", "−")


def mind_open(state: State, target: Fighter) -> bool:
    """Whether a mind can be read: not that of a telepath, nor one that a telepath beside it shields.

    D-097, D-098.
    """
    shields = (
        each
        for each in state["fighters"]
        if each["effects"]["minds"]
        and each["side"] == target["side"]
        and each["zone"] == target["zone"]
        and able(each)
    )
    return "telepathy" not in target["abilities"] and not any(shields)


def _protected(state: State, target: Fighter, attacker: Fighter, bodily: str) -> bool:
    """Whether a friend's Defender or Covering Fire keeps a hit off. R-30."""
    friends = [
        each
        for each in state["fighters"]
        if each["side"] == target["side"] and each is not target and each is not attacker and able(each)
    ]
    if bodily == "power":
        return any(each["effects"]["defender"] and each["zone"] == target["zone"] for each in friends)
    covering = [each["effects"]["covering"] for each in friends if each["effects"]["covering"]]
    return any(
        each["ally"] == target["name"] or (each["zone"] and each["zone"] == attacker["zone"])
        for each in covering
    )


def matchup(
    state: State,
    attacker: Fighter,
    target: Fighter,
    pair: Sequence[str],
    using: Sequence[str] = (),
    extra: tuple[int, int] = (0, 0),
) -> Matchup:
    """How the dice of this attack are read.

    `extra` are modifiers of the dice that the table adds. D-020, D-021.
    """
    bodily = pair[0]
    boons = attacks.Boons(
        smite=bodily == "power" and "smite" in attacker["abilities"],
        deadly_aim=bodily == "finesse" and attacker["effects"]["aimed"] == state["round"] - 1 > 0,
        bless="bless" in attacker["abilities"] and target["outsider"],
        telekinesis="telekinesis" in using and tuple(pair) == ("finesse", "spiritual"),
        reduction=int(_protected(state, target, attacker, bodily)),
    )
    attacking = _modifiers(state, attacker, target, pair, "attack")
    defending = _modifiers(state, target, attacker, pair, "defence")
    roller, mods, other, against = attacker, attacking, target, defending
    base_hits = attacks.BASE_HITS
    if attacker["side"] == "npc":
        roller, mods, other, against = target, defending, attacker, attacking
        base_hits = defence.BASE_HITS
    step = PVP_BASE if other["side"] == "pc" else 0
    return Matchup(
        values=_both(roller["scores"][each] for each in pair),
        mods=_both(mod + more for mod, more in zip(mods, extra, strict=True)),
        tns=_both(step + other["scores"][each] + mod for each, mod in zip(pair, against, strict=True)),
        boons=boons,
        base_hits=base_hits,
    )


def _both(numbers: Iterator[int]) -> tuple[int, int]:
    first, second = numbers
    return first, second
