"""What a fighter may do now, each act with its price, its exact chances, and the reason where it may not be done."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.desk import Act, Reason, Share
from rules_py.figures import percent
from rules_py.inputs import Choice, Flag, Input, Int, Text
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attacks import hit_chances, hits_said
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.calculators.desk import CHANGE, EVENT, MODIFIERS
from rules_py.systems.dichotomy.calculators.shared import named
from rules_py.systems.dichotomy.defence import DEFEND_BONUS
from rules_py.systems.dichotomy.desk.chances import all_enough, missing
from rules_py.systems.dichotomy.desk.events import action_of, problems_of, said_reasons
from rules_py.systems.dichotomy.desk.state import (
    Fighter,
    Matchup,
    State,
    able,
    actor_of,
    find,
    foes_of,
    fortitude,
    matchup,
    points_left,
    touching,
    track_of,
    zone_of,
)
from rules_py.systems.dichotomy.desk.working import points
from rules_py.systems.dichotomy.fights import at_least
from rules_py.systems.dichotomy.injuries import GAINED, next_step
from rules_py.systems.dichotomy.turns import ACTION_POINTS, ATTACK_PAIRS, ENABLING, planned

ATTACK, MOVE, OTHER, HAND = "Attack", "Move", "Other deeds", "The game master's hand"

OUT_OF_THE_QUESTION = {
    "needs_point_blank", "needs_short_range", "out_of_reach", "needs_spiritual_ability", "no_ability", "no_missiles",
    "bad_attack_pair", "bad_target",
}
"""Problems that no points and no other turn would mend: an attack that has one of these is not offered."""

DEALT_TONES = {0: "worst", 1: "mixed", 2: "good"}
TAKEN_TONES = {0: "good", 1: "mixed", 2: "bad"}


def acts(state: State, fighter: Fighter) -> tuple[Act, ...]:
    """Everything the fighter may do, from what is done most to what is done least."""
    if not able(fighter):
        return _by_hand(fighter)
    return (
        *_attacks(state, fighter), *_aims(state, fighter), *_moves(state, fighter), *_others(state, fighter),
        *_by_hand(fighter),
    )


def whole_event(**given: Any) -> dict[str, Any]:
    """An event with all its fields."""
    return EVENT.parse(given)


def reasons_for(state: State, given: Mapping[str, Any]) -> tuple[Reason, ...]:
    """Why an event can't be now."""
    return tuple(Reason(each["reason"], each["rule"]) for each in said_reasons(problems_of(state, whole_event(**given))))


def _price(state: State, fighter: Fighter, given: Mapping[str, Any]) -> str:
    (cost,), _ = planned([action_of(state, whole_event(**given))], actor_of(state, fighter))
    return points(cost) if cost else "free"


def _attacks(state: State, fighter: Fighter) -> Iterator[Act]:
    for target in foes_of(state, fighter):
        for pair in ATTACK_PAIRS:
            for using in _powers(fighter, pair, target):
                given = {
                    "do": "attack", "who": fighter["name"], "on": [target["name"]], "with": list(pair), "using": using,
                }
                problems = problems_of(state, whole_event(**given))
                if not {code for _, code in problems} & OUT_OF_THE_QUESTION:
                    yield _attack(state, fighter, target, given)


def _powers(fighter: Fighter, pair: Sequence[str], target: Fighter) -> list[list[str]]:
    """What the attack is made with: nothing in particular, or each power that goes with a Spiritual attack."""
    if pair[1] == "martial":
        return [[]]
    held = [each for each, goes_with in ENABLING.items() if each in fighter["abilities"] and pair[0] in goes_with]
    return [[each] for each in held if each != "bless" or target["outsider"]]


def _attack(state: State, fighter: Fighter, target: Fighter, given: Mapping[str, Any]) -> Act:
    pair, using = given["with"], given["using"]
    met = matchup(state, fighter, target, pair, using)
    hits = hit_chances(*met.needs, met.boons, met.base_hits)
    powers = "".join(f", {ABILITY_NAMES[each]}" for each in using)
    first, second = (ATTRIBUTES[each] for each in pair)
    return Act(
        id="-".join(("attack", target["name"], *pair, *using)),
        title=f"{target['name']}: {first} + {second}{powers}",
        button=f"Attack {target['name']}",
        kind=ATTACK,
        event=given,
        price=_price(state, fighter, given),
        note=_needs_said(fighter, target, pair, met),
        inputs=tuple(_attack_options(state, fighter, target, given)),
        more=tuple(
            Int(name=name, label=f"Further modifier, {ATTRIBUTES[each]}", low=-99, high=99, default=0)
            for name, each in zip(("mod_a", "mod_b"), pair, strict=True)
        ),
        dice=((first, 10), (second, 10)),
        shares=tuple(_shares(fighter, hits)),
        figures=(_enough(target, hits),),
        reasons=reasons_for(state, given),
        rules=("D-194", "D-196") if fighter["side"] == "pc" else ("D-195", "D-196"),
    )


def _needs_said(fighter: Fighter, target: Fighter, pair: Sequence[str], met: Matchup) -> str:
    """Who rolls, and what each die needs: `Odile rolls. Power 8 against 12 needs 4 or more; …`."""
    roller = fighter["name"] if fighter["side"] == "pc" else target["name"]
    dice = "; ".join(
        f"{ATTRIBUTES[name]} {value}{f' {mod:+d}'.replace('-', '−') if mod else ''} against {tn}: {_need(need)}"
        for name, value, mod, tn, need in zip(pair, met.values, met.mods, met.tns, met.needs, strict=True)
    )
    return f"{roller} rolls{' to defend' if fighter['side'] == 'npc' else ''}. {dice}."


def _need(need: int) -> str:
    if need <= 1:
        return "any face"
    return "no face" if need > 10 else f"{need} or more" if need < 10 else "a 10"


def _shares(fighter: Fighter, hits: Mapping[int, Fraction]) -> Iterator[Share]:
    """Tones are the players': hits dealt are welcome, hits taken are not."""
    tones, beyond = (DEALT_TONES, "best") if fighter["side"] == "pc" else (TAKEN_TONES, "worst")
    for number, chance in hits.items():
        yield Share(hits_said(number), chance, tones.get(number, beyond))


def _enough(target: Fighter, hits: Mapping[int, Fraction]) -> tuple[str, Fraction]:
    chance = at_least(hits, missing(target))
    if target["side"] == "npc":
        return f"{target['name']} is out", chance
    step, _ = next_step(track_of(target), fortitude(target))
    return f"enough for {target['name']} to be {GAINED[step]} at the end of the round", chance


def _attack_options(state: State, fighter: Fighter, target: Fighter, given: Mapping[str, Any]) -> Iterator[Input]:
    """The abilities that the attacker may bring in."""
    held, bodily = fighter["abilities"], given["with"][0]
    if bodily == "power":
        if "cleave" in held and target["zone"] == fighter["zone"]:
            yield from _second_target(state, fighter, target, given, "Cleave")
        if "defender" in held:
            yield Flag(name="defender", label="Defender: friends in this zone take 1 hit less", rule="D-067")
        if "locked_in_mortal_combat" in held:
            options = {"": "no lock", "single": "this foe", "crowd": "all who would leave"}
            yield Choice(
                name="lock", label="Locked in Mortal Combat", options=options, default="", rule="D-070"
            )
    else:
        if "double_shot" in held:
            yield from _second_target(state, fighter, target, given, "Double Shot")
        if "covering_fire" in held:
            yield _cover(state, fighter)
    if "telekinesis" in given["using"]:
        zones = {each: each for each in _around(state, target["zone"])}
        yield Choice(
            name="shove_to", label="With a total success, shove to zone", options={"": "stays"} | zones, default=""
        )


def _second_target(
    state: State, fighter: Fighter, target: Fighter, given: Mapping[str, Any], ability: str
) -> Iterator[Input]:
    """Whom else of the target's zone the roll may fall on, each with the chance that it is enough for both."""
    others = [
        each for each in foes_of(state, fighter) if each["zone"] == target["zone"] and each is not target
    ]
    options = {"": "nobody"}
    for each in others:
        both = all_enough(state, fighter, (target, each), given["with"], given["using"])
        options[each["name"]] = f"{each['name']}, enough for both: {percent(both)}"
    if others:
        yield Choice(name="also", label=f"{ability}: the same roll also on", options=options, default="")


def _cover(state: State, fighter: Fighter) -> Choice:
    friends = [
        each["name"] for each in state["fighters"] if each["side"] == fighter["side"] and each is not fighter
    ]
    zones = dict.fromkeys(each["zone"] for each in foes_of(state, fighter))
    covers = {"": "nobody"} | {f"ally {each}": each for each in friends}
    covers |= {f"zone {each}": f"shots from zone {each}" for each in zones}
    return Choice(name="cover", label="Covering Fire", options=covers, default="", rule="D-060")


def _aims(state: State, fighter: Fighter) -> Iterator[Act]:
    if "deadly_aim" not in fighter["abilities"]:
        return
    for pair in (each for each in ATTACK_PAIRS if each[0] == "finesse" and _powers_held(fighter, each)):
        given = {"do": "aim", "who": fighter["name"], "with": list(pair)}
        yield Act(
            id="-".join(("aim", *pair)), title=f"Take aim: Finesse + {ATTRIBUTES[pair[1]]}", button="Take aim",
            kind=ATTACK, event=given, price=_price(state, fighter, given),
            note="A Finesse attack next round deals 2 hits more.",
            reasons=reasons_for(state, given), rules=("D-061", "R-21"),
        )


def _powers_held(fighter: Fighter, pair: Sequence[str]) -> bool:
    return pair[1] == "martial" or any(each in fighter["abilities"] and pair[0] in ENABLING[each] for each in ENABLING)


# moving

def _around(state: State, here: str) -> list[str]:
    """The zones one step away: those that touch this one, or any, where the map says nothing of it."""
    names = dict.fromkeys([*(each["name"] for each in state["zones"]), *(each["zone"] for each in state["fighters"])])
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
        for there in _around(state, here):
            longer = (*way, there)
            move = whole_event(do="move", who=fighter["name"], to=list(longer))
            (cost,), _ = planned([action_of(state, move)], actor_of(state, fighter))
            new = there != fighter["zone"] and there not in way
            if new and cost <= left and not problems_of(state, move):
                found[longer] = cost
                ahead.append(longer)
    return found


def _moves(state: State, fighter: Fighter) -> Iterator[Act]:
    name = fighter["name"]
    options = {
        json.dumps(way): f"zone {way[-1]}{f', by {', '.join(way[:-1])}' if way[:-1] else ''} ({points(cost)})"
        for way, cost in _cheapest(_ways(state, fighter)).items()
    }
    around = _around(state, fighter["zone"])
    if options:
        yield Act(
            id="move", title="Move", button="Move", kind=MOVE, event={"do": "move", "who": name},
            inputs=(Choice(name="to", label="To", options=options, start=next(iter(options))),),
            note="1 point a zone, 1 more to leave foes behind and 1 more to come among them.", rules=("D-189", "D-190"),
        )
    elif around:
        given = {"do": "move", "who": name, "to": [around[0]]}
        yield Act(
            id="move", title=f"Move to zone {around[0]}", button="Move", kind=MOVE, event=given,
            price=_price(state, fighter, given), reasons=reasons_for(state, given), rules=("D-189", "D-190"),
        )
    if "tree_stride" in fighter["abilities"]:
        zones = [each["name"] for each in state["zones"] if each["name"] != fighter["zone"]]
        if zones:
            given = {"do": "move", "who": name, "tree": True}
            sample = given | {"to": [zones[0]]}
            yield Act(
                id="tree", title="Tree Stride", button="Step through the trees", kind=MOVE, event=given,
                inputs=(Choice(
                    name="to", label="To", options={json.dumps([each]): f"zone {each}" for each in zones},
                    start=json.dumps([zones[0]]),
                ),),
                price=_price(state, fighter, sample), reasons=reasons_for(state, sample), rules=("D-270", "R-45"),
            )


def _cheapest(ways: Mapping[tuple[str, ...], int]) -> dict[tuple[str, ...], int]:
    """For each zone the way there that costs least."""
    best: dict[str, tuple[str, ...]] = {}
    for way, cost in ways.items():
        if way[-1] not in best or cost < ways[best[way[-1]]]:
            best[way[-1]] = way
    return {way: ways[way] for way in best.values()}


# the rest

def _others(state: State, fighter: Fighter) -> Iterator[Act]:
    name = fighter["name"]

    def plain(do: str, title: str, note: str, *rules: str) -> Act:
        given = {"do": do, "who": name}
        return Act(
            id=do, title=title, button=title, kind=OTHER, event=given, price=_price(state, fighter, given), note=note,
            reasons=reasons_for(state, given), rules=rules,
        )

    yield plain("defend", "Defend", f"{DEFEND_BONUS} better on every defence until the next turn.", "D-188", "R-39")
    if fighter["side"] == "pc":
        yield plain("recover", "Recover", "Takes off one hit that was carried into this round.", "D-191", "R-40")
        given = {"do": "dive", "who": name}
        if not reasons_for(state, given):
            yield Act(
                id="dive", title="Take a dive", button="Take a dive", kind=OTHER, event=given, price="free",
                note="Falls, plays dead and does nothing more; foes turn elsewhere.", rules=("D-208", "D-209"),
            )
    if "telepathy" in fighter["abilities"]:
        yield plain("shield_minds", "Shield minds", "Guards the minds of all friends in the zone.", "D-098")
        yield from _reading(state, fighter)
    yield Act(
        id="misc", title="Some other deed", button="Do it", kind=OTHER, event={"do": "misc", "who": name},
        inputs=(
            Text(name="label", label="What", longest=120, start=""),
            Int(name="cost", label="Points", low=1, high=ACTION_POINTS, default=1),
        ),
        note="Kick a door open, drink a potion, light a fuse. Talk is free and needs no entry.",
        rules=("D-192", "R-42"),
        reasons=reasons_for(state, {"do": "misc", "who": name, "label": "something new"}),
    )


def _reading(state: State, fighter: Fighter) -> Iterator[Act]:
    """To look into the mind of a foe."""
    minds = [each["name"] for each in foes_of(state, fighter)]
    if not minds:
        return
    given = {"do": "read_mind", "who": fighter["name"]}
    step, _ = next_step(track_of(fighter), fortitude(fighter))
    price = f" {fighter['name']} is {GAINED[step]} by it." if fighter["side"] == "pc" else ""
    yield Act(
        id="read_mind", title="Read a mind", button="Read it", kind=OTHER, event=given,
        price=_price(state, fighter, given),
        inputs=(Choice(name="mind", label="Whose", options={each: each for each in minds}, start=minds[0]),),
        note=f"Against the other's will.{price} The mind of a telepath stays closed, and so does a shielded one.",
        reasons=reasons_for(state, given | {"on": minds[:1]}), rules=("D-097", "R-57"),
    )


def _by_hand(fighter: Fighter) -> tuple[Act, ...]:
    """What the game master sets, for what no roll decides."""
    event = {"do": "set", "who": fighter["name"]}
    modifiers = named(MODIFIERS, start=fighter["modifiers"])
    rest = tuple(each for each in CHANGE.fields if each.name != MODIFIERS.name)
    return (
        Act(
            id="modifiers", title="Set modifiers of the person", button="Set", kind=HAND, event=event,
            more=(named(CHANGE, fields=(modifiers,)),), may_allow=False,
            note="They count in every roll and every chance until they are taken away: a ladder, the dark, a wet "
                 "bowstring. Those of a zone are set with the table.", rules=("D-211", "D-221"),
        ),
        Act(
            id="set", title="Set what happened otherwise", button="Set", kind=HAND, event=event,
            more=(named(CHANGE, fields=rest),), may_allow=False,
            note="For what no roll decides: a fall from the bank, a healer, weapons lost, a change of mind.",
        ),
    )


def end_of_round(state: State) -> Act:
    """What nobody in particular does."""
    waiting = [each["name"] for each in state["fighters"] if able(each) and not each["turn"]]
    note = f"Yet to act: {', '.join(waiting)}." if waiting else "Everybody has acted."
    return Act(
        id="end_round", title=f"End of round {state['round']}", button=f"End round {state['round']}", kind="Round",
        event={"do": "end_round"}, note=f"{note} Hits taken are tallied now.", rules=("D-206", "D-207"),
    )


def next_turn(state: State, order: Sequence[str]) -> str:
    """The first in the order who can act and has done nothing yet; "" if there is none."""
    return next((name for name in order if able(find(state, name)) and not find(state, name)["turn"]), "")
