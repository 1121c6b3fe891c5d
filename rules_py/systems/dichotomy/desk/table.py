"""Dichotomy's fight desk, declared: how a fight begins, what an event of the page is, and what there is
to see.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.desk import Act, Desk, Event, Happening, Reason, State, View
from rules_py.dice.dice import RandomDice
from rules_py.dice.working import Step
from rules_py.errors import Fault, InputError
from rules_py.figures import figure
from rules_py.inputs import Choice, ListOf, Record, Several, Text, parse_all
from rules_py.sheet import Panel
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES, FIGHTING
from rules_py.systems.dichotomy.attributes import RACES
from rules_py.systems.dichotomy.calculators.desk import (
    AMBUSHED,
    COMBAT,
    DESK_CHANCES,
    EVENT,
    FIGHTER,
    MOST_FIGHTERS,
    ZONES,
    fight_faults,
)
from rules_py.systems.dichotomy.calculators.shared import ABILITY, TWO_DICE, named
from rules_py.systems.dichotomy.character import pair_name
from rules_py.systems.dichotomy.checks import GEAR
from rules_py.systems.dichotomy.desk import events
from rules_py.systems.dichotomy.desk.acts import acts, end_of_round, next_turn
from rules_py.systems.dichotomy.desk.chances import attack_chances, outlook
from rules_py.systems.dichotomy.desk.pieces import piece, places
from rules_py.systems.dichotomy.desk.starts import STARTS
from rules_py.systems.dichotomy.desk.state import able, find, points_left, track_of
from rules_py.systems.dichotomy.desk.working import explained, points
from rules_py.systems.dichotomy.injuries import GAINED, after_fight
from rules_py.systems.dichotomy.order import acting_order
from rules_py.systems.dichotomy.sheet import SHEET

TRANSIENT = ("taken", "out", "down", "may_dive", "turn", "effects", "locked", "came_from")
"""What a fighter gathers while the fight goes on; no fight begins with it."""

FIGHTING_ABILITIES = Several(
    name="abilities",
    label="Abilities that matter in a fight",
    most=len(FIGHTING),
    default=[],
    rule="D-059",
    code="unknown_ability",
    item=named(ABILITY, options={key: name for key, name in ABILITY_NAMES.items() if key in FIGHTING}),
)
SEATED = Record(
    fields=tuple(
        FIGHTING_ABILITIES if each.name == "abilities" else each
        for each in FIGHTER.fields
        if each.name not in TRANSIENT
    )
)
GROUND = named(
    ZONES,
    item=Record(
        fields=tuple(
            Text(name="next", label="Next to zones (1, 2)", longest=120) if each.name == "next" else each
            for each in ZONES.item.fields
        )
    ),
)
"""The zones as a form asks for them: neighbours in one line."""

SETUP = (
    ListOf(name="fighters", label="Who is there", item=SEATED, fewest=1, most=MOST_FIGHTERS, rule="D-179"),
    GROUND,
    AMBUSHED,
)

JOIN = (
    Choice(name="do", options={"join": "Joins"}),
    Record(name="fighter", label="Who comes", fields=SEATED.fields),
)
"""The event of somebody who comes while the fight goes on."""


def check(start: Mapping[str, Any]) -> State:
    """The state a fight begins with.

    Raises InputError for two of one name, a nameless one, a foe without hits.
    """
    _check_fighters([], {f"start.fighters.{place}": each for place, each in enumerate(start["fighters"])})
    zones = [{**each, "next": _names_in(each["next"])} for each in start["zones"]]
    return DESK_CHANCES.parse({"state": {"round": 1, **start, "zones": zones}})["state"]


def _names_in(line: str) -> list[str]:
    return [name.strip() for name in line.split(",") if name.strip()]


def _check_fighters(there: Sequence[str], coming: Mapping[str, Mapping]) -> None:
    """Raise InputError for those coming (by their field) who can't take part, given the names of who is
    there.
    """
    faults, names = [], list(there)
    for at, each in coming.items():
        if not each["name"].strip():
            faults.append(Fault(f"{at}.name", "missing_name", each["name"], "a name"))
        elif each["name"] in names:
            faults.append(
                Fault(f"{at}.name", "duplicate_fighter", each["name"], "a name that nobody else here has")
            )
        if each["side"] == "npc" and not each["hits"]:
            faults.append(Fault(f"{at}.hits", "no_hits", each["hits"], "at least 1 hit for a foe"))
        names.append(each["name"])
    if len(names) > MOST_FIGHTERS:
        faults.append(Fault(next(iter(coming)), "too_many_fighters", len(names), f"at most {MOST_FIGHTERS}"))
    if faults:
        raise InputError(*faults)


# events


def make(state: State, given: Mapping[str, Any]) -> Event:
    """The event a form asks for: what it says of abilities becomes part of it, and dice not given are
    thrown.
    """
    if given.get("do") == "join":
        return _joining(state, given)
    asked = dict(given)
    using = [*asked.get("using", [])]
    pair = asked.get("with") or [""]
    if also := asked.pop("also", ""):
        asked["on"] = [*asked["on"], also]
        using.append("cleave" if pair[0] == "power" else "double_shot")
    if mind := asked.pop("mind", ""):
        asked["on"] = [mind]
    if asked.pop("defender", False):
        using.append("defender")
    if cover := asked.pop("cover", ""):
        using.append("covering_fire")
        kind, _, name = cover.partition(" ")
        asked[f"cover_{kind}"] = name
    if "lock" in asked and asked["lock"]:
        using.append("locked_in_mortal_combat")
    elif "lock" in asked:
        del asked["lock"]
    if using:
        asked["using"] = list(dict.fromkeys(using))
    if asked.get("do") == "attack":
        asked["dice"] = _dice(asked.get("dice"))
    read = _read(state, asked)
    usual = EVENT.parse({"do": read["do"]})
    return {key: value for key, value in read.items() if key == "do" or value != usual[key]}


def _joining(state: State, given: Mapping[str, Any]) -> dict[str, Any]:
    """The event of a newcomer.

    Raises InputError for one who has a fighter's name, or no name, or no hits to lose.
    """
    read = parse_all(JOIN, given)
    _check_fighters([each["name"] for each in state["fighters"]], {"fighter": read["fighter"]})
    return read


def _dice(given: Any) -> list:
    """The faces given, or thrown where the form was left empty."""
    if given in (None, [], [None, None]):
        dice = RandomDice()
        return [dice.d(sides) for sides in TWO_DICE]
    return given


def _read(state: State, given: Mapping[str, Any]) -> dict[str, Any]:
    try:
        event = EVENT.parse(given)
    except InputError as error:
        # The page's fields are called as the event's are.
        raise InputError(
            *(
                Fault(each.field.removeprefix("event."), each.code, each.given, each.allowed)
                for each in error.faults
            )
        ) from error
    if faults := list(fight_faults({"state": state, "event": event})):
        raise InputError(*faults)
    return event


def apply(state: State, given: Event) -> Happening:
    """What an event comes to, with its working."""
    if given.get("do") == "join":
        return _join(state, _joining(state, given)["fighter"])
    event = _read(state, given)
    found = events.apply(state, event)
    problems = found.problems or events.problems_of(state, event)
    reasons = tuple(Reason(each["reason"], each["rule"]) for each in events.said_reasons(problems))
    if found.state is state:
        return Happening(state, found.sentence, reasons=reasons, applied=False)
    overruled = tuple(Step(f"Allowed by the game master: {each.text}", rule=each.rule) for each in reasons)
    return Happening(
        found.state,
        found.sentence,
        turn=_goes_on(found.state, event),
        working=(*overruled, *found.working, *explained(state, event, found.state)),
    )


def _join(state: State, fighter: Mapping[str, Any]) -> Happening:
    after = {**state, "fighters": [*state["fighters"], FIGHTER.parse(fighter)]}
    return Happening(after, f"{fighter['name']} joins the fight in zone {fighter['zone']}.")


def _goes_on(state: State, event: Mapping) -> str:
    """Whose turn it stays: whoever acted, while points are left."""
    if event["do"] in ("end_round", "dive"):
        return ""
    fighter = find(state, event["who"])
    return fighter["name"] if event["do"] == "set" or points_left(state, fighter) > 0 else ""


# what there is to see


def view(state: State, turn: str) -> View:
    """The fight as it stands, with the acts of one fighter: the one asked for, or the next to act."""
    over = _over(state)
    names = [each["name"] for each in state["fighters"]]
    shown = turn if turn in names else "" if over else next_turn(state, _order(state))
    fighter = find(state, shown) if shown else None
    ends_now = not next_turn(state, names)
    return View(
        title=f"Round {state['round']}",
        news=over or (ALL_ACTED if ends_now else f"{shown} may act."),
        pieces=tuple(piece(state, find(state, name)) for name in _order(state)),
        places=places(state),
        turn=shown,
        turn_title=(
            f"{shown}: {points(max(0, points_left(state, fighter)))} left"
            if fighter
            else "The fight is over"
            if over
            else "Everybody has acted"
        ),
        acts=acts(state, fighter) if fighter else (),
        due=(end_of_round(state),) if ends_now else (),
        common=(JOINING,) if ends_now else (end_of_round(state), JOINING),
        panels=(_after(state),) if over else _panels(state),
    )


def _order(state: State) -> list[str]:
    pcs = [
        {"name": each["name"], "alertness": "alertness" in each["abilities"]}
        for each in state["fighters"]
        if each["side"] == "pc"
    ]
    npcs = [each["name"] for each in state["fighters"] if each["side"] == "npc"]
    return acting_order(ambushed=state["ambushed"], pcs=pcs, npcs=npcs)["order"]


JOINING = Act(
    id="join",
    title="Somebody joins the fight",
    button="Put on the table",
    kind="Round",
    event={"do": "join"},
    more=JOIN[1:],
    may_allow=False,
)


def _over(state: State) -> str:
    standing = {each["side"] for each in state["fighters"] if able(each)}
    if standing == {"pc"}:
        return "The fight is over: no foe stands."
    if standing == {"npc"}:
        return "The fight is over: no character stands."
    return "" if standing else "The fight is over: nobody stands."


ALL_ACTED = "Everybody has acted. End the round to tally the hits."


def _panels(state: State) -> tuple[Panel, ...]:
    attacks = attack_chances(state)
    rows = [
        (f"{each['name']} {GAINED[each['step']]}", ", ".join(each["foes"]) or "nobody", each["chance"])
        for each in outlook(state, attacks)
    ]
    tally = Panel(
        "At the end of the round",
        ("Who", "If attacked by", "Chance"),
        tuple(rows),
        note="If every foe who still can goes for this one character, as hard as possible.",
    )
    strikes = tuple(
        (f"{each['who']} on {each['on']}, {pair_name(*each['with'])}", figure(each["mean"]), each["enough"])
        for each in _best(attacks)
    )
    blows = Panel(
        "Best attacks still possible this round",
        ("Attack", "Hits on average", "Enough"),
        strikes,
        note="F, P, M and S are the attributes used. Enough: a foe is out, or a character reaches the next "
        "step.",
    )
    return (tally, blows) if strikes else (tally,)


def _best(attacks: Sequence[Mapping]) -> list[Mapping]:
    """For each attacker and target the attack that is likeliest to be enough, or else deals most."""
    found: dict[tuple[str, str], Mapping] = {}
    for each in attacks:
        pair = each["who"], each["on"]
        if each["affordable"] and (pair not in found or _worth(each) > _worth(found[pair])):
            found[pair] = each
    return list(found.values())


def _worth(attack: Mapping) -> tuple[Fraction, Fraction]:
    return attack["enough"], attack["mean"]


def _after(state: State) -> Panel:
    """What is left of it, and when it heals."""
    rows = []
    for fighter in state["fighters"]:
        if fighter["side"] != "pc":
            continue
        track = track_of(fighter)._asdict()
        day, week = (after_fight(state=track, hours=hours) for hours in (24, 168))
        at_once = after_fight(state=track, hours=0)
        rows.append((fighter["name"], *(_healed(fighter, found) for found in (at_once, day, week))))
    return Panel(
        "After the fight",
        ("Character", "At once", "After a day of rest", "After a week of rest"),
        tuple(rows),
        note="Hits that only shook somebody are gone. End the round first, so that the last hits are "
        "tallied.",
    )


def _healed(fighter: Mapping, found: Mapping) -> str:
    if fighter["out"]:
        return "out"
    marks = [
        words for mark, words in (("injured", "injured"), ("serious", "seriously injured")) if found[mark]
    ]
    return " and ".join(marks) or "unhurt"


# characters of the sheet


def seat(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """A character of the sheet as a fighter. Raises InputError where the sheet is none."""
    derived = SHEET.check(sheet).derived
    given = sheet.get("attributes", {})
    track = derived["track"]
    return {
        "name": str(sheet.get("name") or "A character")[:60].strip(),
        "side": "pc",
        "scores": {key: given[key] for key in COMBAT if isinstance(given.get(key), int)},
        "hits": track["hits"],
        "injured": track["injured"],
        "serious": track["serious"],
        "abilities": [each for each in sheet.get("picks", []) if isinstance(each, str) and each in FIGHTING],
        "race": _known(sheet.get("race"), RACES, "human"),
        "gear": _known(sheet.get("gear"), GEAR, "normal"),
        "bonus": derived["veteran_bonus"],
    }


def _known(given: Any, known: Container[str], otherwise: str) -> str:
    return given if isinstance(given, str) and given in known else otherwise


DESK = Desk(
    version=1,
    intro="Put characters and foes on the table and play the fight round by round.",
    scene="fight",
    starts=STARTS,
    setup=SETUP,
    check=check,
    make=make,
    apply=apply,
    view=view,
    seat=seat,
    seats="fighters",
)
