"""The attacks a fighter may make now, with the exact chances of each, and taking aim for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.desk import Act, Share
from rules_py.figures import percent
from rules_py.inputs import Choice, Flag, Input, Int
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attacks import hit_chances, hits_said
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.desk.asked import price, reasons_for, whole_event
from rules_py.systems.dichotomy.desk.chances import all_enough, missing
from rules_py.systems.dichotomy.desk.events import problems_of
from rules_py.systems.dichotomy.desk.moving import zones_around
from rules_py.systems.dichotomy.desk.state import (
    Fighter,
    Matchup,
    State,
    foes_of,
    fortitude,
    matchup,
    track_of,
)
from rules_py.systems.dichotomy.fights import at_least
from rules_py.systems.dichotomy.injuries import GAINED, next_step
from rules_py.systems.dichotomy.turns import ATTACK_PAIRS, ENABLING

ATTACK = "Attack"

OUT_OF_THE_QUESTION = {
    "needs_point_blank",
    "needs_short_range",
    "out_of_reach",
    "needs_spiritual_ability",
    "no_ability",
    "no_missiles",
    "bad_attack_pair",
    "bad_target",
}
"""Problems that no points and no other turn would mend: an attack that has one of these is not offered."""

DEALT_TONES = {0: "worst", 1: "mixed", 2: "good"}
TAKEN_TONES = {0: "good", 1: "mixed", 2: "bad"}


def attack_acts(state: State, fighter: Fighter) -> Iterator[Act]:
    for target in foes_of(state, fighter):
        for pair in ATTACK_PAIRS:
            for using in _powers(fighter, pair, target):
                given = {
                    "do": "attack",
                    "who": fighter["name"],
                    "on": [target["name"]],
                    "with": list(pair),
                    "using": using,
                }
                problems = problems_of(state, whole_event(**given))
                if not {code for _, code in problems} & OUT_OF_THE_QUESTION:
                    yield _attack(state, fighter, target, given)


def _powers(fighter: Fighter, pair: Sequence[str], target: Fighter) -> list[list[str]]:
    """What the attack is made with: nothing in particular, or each power that goes with a Spiritual
    attack.
    """
    if pair[1] == "martial":
        return [[]]
    held = [
        each for each, goes_with in ENABLING.items() if each in fighter["abilities"] and pair[0] in goes_with
    ]
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
        price=price(state, fighter, given),
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
        f"{ATTRIBUTES[name]} {value}{_mod(mod)} against {tn}: {_need(need)}"
        for name, value, mod, tn, need in zip(pair, met.values, met.mods, met.tns, met.needs, strict=True)
    )
    return f"{roller} rolls{' to defend' if fighter['side'] == 'npc' else ''}. {dice}."


def _mod(mod: int) -> str:
    return f" {mod:+d}".replace("-", "−") if mod else ""


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


def _attack_options(
    state: State, fighter: Fighter, target: Fighter, given: Mapping[str, Any]
) -> Iterator[Input]:
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
        zones = {each: each for each in zones_around(state, target["zone"])}
        yield Choice(
            name="shove_to",
            label="With a total success, shove to zone",
            options={"": "stays"} | zones,
            default="",
        )


def _second_target(
    state: State, fighter: Fighter, target: Fighter, given: Mapping[str, Any], ability: str
) -> Iterator[Input]:
    """Whom else of the target's zone the roll may fall on, each with the chance that it is enough for
    both.
    """
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


def aim_acts(state: State, fighter: Fighter) -> Iterator[Act]:
    if "deadly_aim" not in fighter["abilities"]:
        return
    for pair in (each for each in ATTACK_PAIRS if each[0] == "finesse" and _powers_held(fighter, each)):
        given = {"do": "aim", "who": fighter["name"], "with": list(pair)}
        yield Act(
            id="-".join(("aim", *pair)),
            title=f"Take aim: Finesse + {ATTRIBUTES[pair[1]]}",
            button="Take aim",
            kind=ATTACK,
            event=given,
            price=price(state, fighter, given),
            note="A Finesse attack next round deals 2 hits more.",
            reasons=reasons_for(state, given),
            rules=("D-061", "R-21"),
        )


def _powers_held(fighter: Fighter, pair: Sequence[str]) -> bool:
    return pair[1] == "martial" or any(
        each in fighter["abilities"] and pair[0] in ENABLING[each] for each in ENABLING
    )
