"""Events at the fight desk, and what each makes of the fight.

The same events always lead to the same state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from rules_py.dice.dice import FacedDice, ScriptedDice, SeededDice
from rules_py.dice.working import Step
from rules_py.errors import InputError
from rules_py.systems.dichotomy import attacks
from rules_py.systems.dichotomy.checks import LABELS, read_pair
from rules_py.systems.dichotomy.defence import DEFEND_BONUS
from rules_py.systems.dichotomy.desk.state import (
    Fighter,
    State,
    able,
    actor_of,
    find,
    foes_of,
    fortitude,
    matchup,
    mind_open,
    modifier_said,
    touching,
    track_of,
)
from rules_py.systems.dichotomy.injuries import GAINED, may_dive, mind_read, tally
from rules_py.systems.dichotomy.turns import planned, reason

LASTING = ("defending", "defender", "crowd", "minds", "covering")
"""Effects that end when their owner's next turn begins.

R-30, R-31, R-39; shielded minds by their likeness.
"""

READING = {"do": "misc", "label": "reads a mind", "cost": 1}
"""What reading a mind is to the turn planner: a deed of the usual price. D-097, D-192."""

MARKS = ("injured", "serious", "out", "down")

PROBLEMS = {
    "cannot_act": ("Who is out or plays dead does nothing.", "D-209"),
    "bad_target": (
        "Choose foes who still stand: one, or two of one zone with Cleave or Double Shot.",
        "R-24",
    ),
    "npc_against_npc": ("The game master tells how those two fare; there is no roll for it.", "R-11"),
    "dive_not_allowed": (
        "A dive is allowed when a serious injury comes, and when hit while seriously injured.",
        "R-55",
    ),
}
"""Problem codes of the desk itself; the others are the planner's."""


@dataclass
class Applied:
    """What an event came to: the new state, a sentence for the log, problems (which leave the state as
    it was), dice.
    """

    state: State
    sentence: str = ""
    problems: tuple[tuple[int | None, str], ...] = ()
    faces: tuple[int, ...] = ()
    working: tuple[Step, ...] = ()


def said_reasons(problems: Sequence[tuple[int | None, str]]) -> list[dict]:
    """Problems in words, with their rules."""
    return [
        {"code": code, "reason": PROBLEMS[code][0], "rule": PROBLEMS[code][1]}
        if code in PROBLEMS
        else {key: value for key, value in reason(place, code).items() if key != "action"}
        for place, code in problems
    ]


def action_of(state: State, event: Mapping) -> Mapping:
    """The event as an action of the turn planner: reach and surcharges follow from where everybody stands."""
    fighter = find(state, event["who"])
    action = {
        "do": event["do"],
        "with": event["with"],
        "range": event["range"],
        "using": event["using"],
        "target": "",
        "steps": [],
        "label": event["label"],
        "cost": event["cost"],
    }
    if event["do"] == "attack" and event["on"]:
        target = find(state, event["on"][0])
        bodily = (event["with"] or ["power"])[0]
        if target["zone"] == fighter["zone"]:
            action["range"] = "same"
        elif not event["range"] or event["range"] == "same":
            within_reach = touching(state, fighter["zone"], target["zone"])
            action["range"] = "adjacent" if bodily == "power" and within_reach else "far"
        locked = fighter["locked"]
        action["target"] = "locker" if locked and locked["by"] == target["name"] else target["name"]
    if event["do"] == "read_mind":
        action |= READING
    if event["do"] == "move":
        held = {each["zone"] for each in foes_of(state, fighter)}
        way = [fighter["zone"], *event["to"]]
        action["steps"] = [
            {"leaves_enemy": here in held, "enters_enemy": there in held, "tree": event["tree"]}
            for here, there in zip(way, way[1:], strict=False)
        ]
    return action


def problems_of(state: State, event: Mapping) -> list[tuple[int | None, str]]:
    """What forbids the event now: the planner's problems with this action, and the desk's own."""
    if event["do"] in ("end_round", "set"):
        return []
    fighter = find(state, event["who"])
    if not able(fighter):
        return [(None, "cannot_act")]
    if event["do"] == "dive":
        allowed = fighter["side"] == "pc" and (
            fighter["may_dive"] or (fighter["serious"] and fighter["taken"] > 0)
        )
        return [] if allowed else [(None, "dive_not_allowed")]
    found: list[tuple[int | None, str]] = []
    if event["do"] in ("attack", "read_mind"):
        found += ((None, code) for code in _target_problems(state, fighter, event))
    if event["do"] == "read_mind" and "telepathy" not in fighter["abilities"]:
        found.append((None, "no_ability"))
    if not found:
        actions = [*fighter["turn"], action_of(state, event)]
        _, judged = planned(actions, actor_of(state, fighter))
        found += ((place, code) for place, code in judged if place in (None, len(actions) - 1))
    return found


def _target_problems(state: State, fighter: Fighter, event: Mapping) -> Iterator[str]:
    targets = [find(state, name) for name in event["on"]]
    standing = all(able(each) and each is not fighter for each in targets)
    one_zone = len({each["zone"] for each in targets}) == 1
    two = {"cleave", "double_shot"} & set(event["using"])
    cleaving_here = "cleave" not in event["using"] or all(each["zone"] == fighter["zone"] for each in targets)
    distinct = len(set(event["on"])) == len(targets)
    if not (
        standing
        and one_zone
        and distinct
        and cleaving_here
        and (len(targets) == 1 or (len(targets) == 2 and two))
    ):
        yield "bad_target"
    elif (
        event["do"] == "attack"
        and fighter["side"] == "npc"
        and any(each["side"] == "npc" for each in targets)
    ):
        yield "npc_against_npc"


def apply(state: State, event: Mapping) -> Applied:
    """The fight after an event.

    A problem leaves it unchanged, unless the event says `allow`, the game master's last word.
    """
    problems = tuple(problems_of(state, event))
    if problems and not event["allow"]:
        why = " ".join(each["reason"] for each in said_reasons(problems))
        return Applied(state, f"{event['who']} cannot: {why}", problems)
    # What can't be carried out at all stays undone, whoever allows it.
    if {"bad_target", "npc_against_npc", "bad_attack_pair"} & {code for _, code in problems}:
        why = " ".join(each["reason"] for each in said_reasons(problems))
        return Applied(state, f"{event['who']} cannot: {why}", problems)
    after = deepcopy(state)
    match event["do"]:
        case "end_round":
            return Applied(after, _end_round(after))
        case "set":
            return Applied(after, _set(after, event))
        case "dive":
            find(after, event["who"])["down"] = True
            return Applied(after, f"{event['who']} falls and plays dead.")
    fighter = find(after, event["who"])
    action = action_of(state, event)
    if not fighter["turn"]:
        _begin_turn(fighter, after["round"])
    if event["do"] == "attack":
        dice = _dice(event)
        sentence = _attack(after, fighter, event, action, dice)
        fighter["turn"].append(action)
        return Applied(after, sentence, faces=tuple(dice.faces), working=dice.working)
    sentence = _do(after, fighter, event)
    fighter["turn"].append(action)
    return Applied(after, sentence)


def _dice(event: Mapping) -> FacedDice:
    """The dice of an event: those given, or those of its seed. Raises InputError `missing_dice`."""
    if event["dice"] is not None:
        return ScriptedDice(event["dice"], {0: 10})
    if event["seed"] is None:
        raise InputError.at("event.dice", None, "two faces, or a seed", code="missing_dice")
    return SeededDice(event["seed"])


def _begin_turn(fighter: Fighter, round: int) -> None:
    """What lasted until this turn is over."""
    fighter["may_dive"] = False
    _fade(fighter, round)


def _fade(fighter: Fighter, round: int) -> None:
    """Drop the effects begun before this round."""
    for effect in LASTING:
        held = fighter["effects"][effect]
        since = held["since"] if isinstance(held, Mapping) else held
        if since and since < round:
            fighter["effects"][effect] = None if effect == "covering" else 0


def _do(state: State, fighter: Fighter, event: Mapping) -> str:
    """Carry out an action without dice; the sentence for the log."""
    name, effects = fighter["name"], fighter["effects"]
    match event["do"]:
        case "aim":
            effects["aimed"] = state["round"]
            return f"{name} takes aim."
        case "defend":
            effects["defending"] = state["round"]
            return f"{name} defends, {DEFEND_BONUS} better on every defence until the next turn."
        case "recover":
            fighter["hits"] = max(0, fighter["hits"] - 1)
            return f"{name} recovers one hit; {fighter['hits']} left on the track."
        case "move":
            for zone in event["to"]:
                fighter["came_from"], fighter["zone"] = fighter["zone"], zone
            return f"{name} moves to zone {fighter['zone']}."
        case "shield_minds":
            effects["minds"] = state["round"]
            return f"{name} shields the minds of all friends in the zone."
        case "read_mind":
            return _read_mind(state, fighter, find(state, event["on"][0]))
        case "misc":
            return f"{name}: {event['label'] or 'some other deed'}."
    return f"{name} speaks."


def _read_mind(state: State, reader: Fighter, target: Fighter) -> str:
    """Look into an unwilling mind, at the price of an injury; the sentence for the log.

    D-097, D-098, R-57.
    """
    outcome = "reads" if mind_open(state, target) else "cannot enter"
    if reader["side"] == "npc":  # who has no track; what it costs a foe is the game master's to say
        return f"{reader['name']} {outcome} the mind of {target['name']}."
    before = track_of(reader)
    found = mind_read(state=before._asdict(), fortitude=fortitude(reader))
    gained = found.pop("gained")
    reader |= found | {"may_dive": may_dive(before.serious, gained, 0)}
    return f"{reader['name']} {outcome} the mind of {target['name']}, and is {GAINED[gained]}."


def _attack(state: State, fighter: Fighter, event: Mapping, action: Mapping, dice: FacedDice) -> str:
    """Roll an attack once and read it against each target; the sentence for the log."""
    pair, using = event["with"], event["using"]
    face_row: list[int] | None = None
    said, struck = [], False
    for name in event["on"]:
        target = find(state, name)
        found = matchup(state, fighter, target, pair, using, (event["mod_a"], event["mod_b"]))
        # Cleave and Double Shot throw one pair of dice: the second foe is met by the faces of the first.
        reading = dice if face_row is None else ScriptedDice(face_row)
        read = read_pair(
            reading,
            value_a=found.values[0],
            value_b=found.values[1],
            tn_a=found.tns[0],
            tn_b=found.tns[1],
            mod_a=found.mods[0],
            mod_b=found.mods[1],
            name_a=pair[0].capitalize(),
            name_b=pair[1].capitalize(),
        )
        if face_row is None:
            face_row = list(dice.faces)
        else:
            dice.steps.extend(step for step in reading.working if not step.dice)
        base = found.base_hits[read.grade]
        hits, push = attacks.noted_hits(dice, base, found.boons)
        struck = struck or base > 0
        line = (
            f"{name}: {read.total_a} against {found.tns[0]}, {read.total_b} against {found.tns[1]}, "
            f"{LABELS[read.grade].lower()}, {attacks.hits_said(hits)}"
        )
        said.append(line + _land(target, hits) + _shove(target, event, push))
    if isinstance(dice, ScriptedDice):
        dice.finish()
    _aftermath(state, fighter, event, action, struck)
    return f"{fighter['name']} attacks {'; '.join(said)}."


def _land(target: Fighter, hits: int) -> str:
    """Hits come off a foe at once, and wait for the tally on a player character. R-48."""
    if target["side"] == "pc":
        target["taken"] += hits
        return f" ({target['taken']} this round)" if hits else ""
    target["hits"] = max(0, target["hits"] - hits)
    target["out"] = target["hits"] == 0
    return "; out" if target["out"] else f" ({target['hits']} left)"


def _shove(target: Fighter, event: Mapping, push: bool) -> str:
    if not push or not event["shove_to"] or not able(target):
        return ""
    target["zone"] = event["shove_to"]
    return f", shoved to zone {event['shove_to']}"


def _aftermath(state: State, fighter: Fighter, event: Mapping, action: Mapping, struck: bool) -> None:
    """What an attack leaves behind: an aim spent, friends protected, a foe locked."""
    using, now, effects = event["using"], state["round"], fighter["effects"]
    if event["with"][0] == "finesse":
        effects["aimed"] = 0
    if "defender" in using:
        effects["defender"] = now
    if "covering_fire" in using and (event["cover_ally"] or event["cover_zone"]):
        effects["covering"] = {"ally": event["cover_ally"], "zone": event["cover_zone"], "since": now}
    if "locked_in_mortal_combat" in using:
        if event["lock"] == "crowd":
            effects["crowd"] = now
        elif struck and len(event["on"]) == 1 and action["range"] == "same":
            foe = find(state, event["on"][0])
            foe["locked"] = {"by": fighter["name"], "until": now if not foe["turn"] else now + 1}


def _end_round(state: State) -> str:
    """Tally every player character, let go of what lasted this round, and begin the next. D-206, R-49."""
    said = []
    for fighter in state["fighters"]:
        if fighter["side"] == "pc" and not fighter["out"]:
            before, taken = track_of(fighter), fighter["taken"]
            after, gained = tally(before, taken, fortitude(fighter))
            fighter |= after._asdict() | {"taken": 0, "may_dive": may_dive(before.serious, gained, taken)}
            if gained != "none":
                said.append(f"{fighter['name']} is {GAINED[gained]}")
            elif after.hits:
                said.append(f"{fighter['name']} carries {attacks.hits_said(after.hits)}")
        _fade(fighter, state["round"])
        if fighter["effects"]["aimed"] < state["round"]:
            fighter["effects"]["aimed"] = 0
        if fighter["locked"] and fighter["locked"]["until"] <= state["round"]:
            fighter["locked"] = None
        fighter |= {"turn": [], "came_from": ""}
    state["round"] += 1
    return f"End of round {state['round'] - 1}. {'; '.join(said)}{'.' if said else ''}".strip()


def _set(state: State, event: Mapping) -> str:
    """The game master's hand: put the given values in place of a fighter's own."""
    fighter = find(state, event["who"])
    marks = {"yes": True, "no": False}
    given = {name: value for name, value in event["change"].items() if value is not None}
    fighter |= {name: marks[value] if name in MARKS else value for name, value in given.items()}
    said = ", ".join(_set_said(name, value) for name, value in given.items())
    return f"{fighter['name']}: {said or 'unchanged'}."


def _set_said(name: str, value: Any) -> str:
    if name == "modifiers":
        return f"modifiers are now {'; '.join(map(modifier_said, value)) or 'none'}"
    return f"{name} is now {value}"


def replay(state: State, log: Sequence[Mapping]) -> tuple[State, list[str], list[str]]:
    """The state after all events of a log, the sentences, and the codes of those that were refused."""
    sentences, refused = [], set()
    for event in log:
        applied = apply(state, event)
        state = applied.state
        sentences.append(applied.sentence)
        if applied.problems and not event["allow"]:
            refused |= {code for _, code in applied.problems}
    return state, sentences, sorted(refused)
