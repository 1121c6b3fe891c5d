"""What there is to see of a fight: everybody as a card, whose turn it is, and what may happen."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from rules_py.base.number_format import format_number
from rules_py.sheets.sheet import Panel
from rules_py.systems.two_d6.armour import ARMOUR_NAMES, trained
from rules_py.systems.two_d6.foes import FOE_TALENTS
from rules_py.systems.two_d6.tracker.actions import ALWAYS, DEEDS
from rules_py.systems.two_d6.tracker.actions.base import FightDeed, counted
from rules_py.systems.two_d6.tracker.actions.blows import Blow, blows
from rules_py.systems.two_d6.tracker.matchup import at_least
from rules_py.systems.two_d6.tracker.order import acts, order_of, rolling, waiting
from rules_py.systems.two_d6.tracker.shape import SURPRISE, Attack, Fight, Fighter
from rules_py.systems.two_d6.wounds import healing_dc
from rules_py.tracker import Act, Boxes, Piece, Reason, View

SIDES = {"pc": "Characters", "npc": "Foes"}
MOST_BOXES = 12
ALL_ACTED = "Everybody has acted. End the round."
MISSING = {
    "": "Nobody is here yet. Set the table.",
    "pc": "No foe is here yet. Set the table.",
    "npc": "No character is here yet. Set the table.",
}
"""Who has to come where only this side is there."""


def view(fight: Fight, turn: str) -> View:
    """The fight as it stands, with the acts of one fighter: the one asked for, or the next to act."""
    pending = DEEDS.pending(fight)
    ended, following = over(fight), waiting(fight)
    shown = turn if turn in fight else "" if ended else following
    if pending:
        shown = pending.who or (fight.roll.who if fight.roll else "")
    return View(
        title=round_said(fight),
        news=pending.asks if pending else _news(fight, ended, following),
        pieces=tuple(_piece(fight, fight[name]) for name in order_of(fight)),
        turn=shown,
        next="" if ended or pending else following,
        turn_title=_asked(fight) if pending else _title(fight, shown, ended),
        acts=tuple(_acts(fight, shown)) if shown and not pending else (),
        due=_answers(fight) if pending else _due(fight, following),
        common=() if pending else _common(fight, following),
        panels=() if pending else tuple(_panels(fight, ended)),
        waiting=pending is not None,
    )


def round_said(fight: Fight) -> str:
    return "Surprise round" if fight.round == SURPRISE else f"Round {fight.round}"


def _news(fight: Fight, ended: str, following: str) -> str:
    return ended or missing(fight) or (f"{following} is next." if following else ALL_ACTED)


def _asked(fight: Fight) -> str:
    """What is waited for, over the acts that answer it."""
    if any(each.dying for each in fight.fighters):
        return "At death’s door"
    if fight.roll:
        return f"{fight.roll.who} against {fight.roll.on}: {fight.roll.weapon.name}"
    if fight.spread:
        return f"{fight.spread.who} against {fight.spread.on[0]}: {fight.spread.weapon.name}"
    if fight.cast:
        return f"{fight.cast.who}: {fight.cast.spell.name}"
    return "A tie"


def _title(fight: Fight, name: str, ended: str) -> str:
    if not fight.fighters:
        return "Nobody is here yet"
    if not name:
        return "The fight is over" if ended else "Everybody has acted"
    fighter = fight[name]
    if not acts(fight, fighter):
        return f"{name} {standing(fight, fighter)[0]}"
    turn = fight.turn_of(fighter)
    left = counted(max(0, turn.halves_left), "half-round action")
    return f"{name}: {left} and {counted(turn.quicks_left, 'quick one')} left"


def _acts(fight: Fight, name: str) -> list[Act]:
    """Everything the fighter may do, those of a kind together. For who is unconscious there is the game
    master's hand alone.
    """
    found = [
        act
        for deed in DEEDS
        if isinstance(deed, FightDeed) and (acts(fight, fight[name]) or deed.do in ("set", "hit"))
        for act in deed.offers(fight, name)
    ]
    kinds = list(dict.fromkeys(each.kind for each in found))
    return sorted(found, key=lambda each: kinds.index(each.kind))


def _answers(fight: Fight) -> tuple[Act, ...]:
    """What may be done about the roll that waits: first what costs nothing, last what costs a cinematic."""
    answers = [each for each in DEEDS.due(fight) if each.event["do"] not in ALWAYS]
    return tuple(
        sorted(answers, key=lambda each: {None: 1, "attack": 2, "defence": 2}.get(each.event.get("by"), 0))
    )


def _due(fight: Fight, following: str) -> tuple[Act, ...]:
    if not fight.fighters:
        return ()
    if fight.wild:
        return tuple(DEEDS["backlash"].offers(fight, ""))
    rolls = tuple(DEEDS["initiative"].offers(fight, "")) if _begins(fight) else ()
    return rolls or (() if following else tuple(DEEDS["end_round"].offers(fight, "")))


def _begins(fight: Fight) -> bool:
    """Whether initiative is the thing to do: nobody of those who act has rolled it."""
    sides = {each.side for each in fight.fighters}
    return len(sides) == 2 and len(rolling(fight)) == sum(acts(fight, each) for each in fight.fighters)


def _common(fight: Fight, following: str) -> tuple[Act, ...]:
    end = tuple(DEEDS["end_round"].offers(fight, "")) if following else ()
    rolls = () if _begins(fight) else tuple(DEEDS["initiative"].offers(fight, ""))
    return (*end, *rolls, *DEEDS["join"].offers(fight, ""))


def missing(fight: Fight) -> str:
    """Who has to come before there is a fight."""
    sides = {each.side for each in fight.fighters}
    return "" if len(sides) == 2 else MISSING[next(iter(sides), "")]


def won(fight: Fight) -> str:
    """The side that stands alone."""
    sides = {each.side for each in fight.fighters if each.able}
    if len(sides) == 2:
        return ""
    return SIDES[next(iter(sides))] if sides else "nobody"


def over(fight: Fight) -> str:
    """What is said once nobody is left on one side; "" while both stand, or one has not come yet."""
    if missing(fight) or fight.roll or fight.spread or fight.cast:
        return ""
    said = {"Characters": "no foe stands", "Foes": "no character stands", "nobody": "nobody stands"}
    return f"The fight is over: {said[won(fight)]}." if won(fight) else ""


# a fighter as a card


def standing(fight: Fight, fighter: Fighter) -> tuple[str, str]:
    """How somebody fares, in words and as a tone."""
    if fighter.dead:
        return "is dead", "worst"
    if not fighter.wounds:
        return "is at 0, unconscious", "worst"
    if fighter.knocked_out:
        return "is knocked out", "worst"
    if fight.surprised(fighter):
        return "is unaware of it all", "mixed"
    tone = "good" if 2 * fighter.wounds > fighter.wounds_max else "mixed" if fighter.wounds > 1 else "bad"
    return f"{fighter.wounds} of {counted(fighter.wounds_max, 'wound')}", tone


def _piece(fight: Fight, fighter: Fighter) -> Piece:
    words, tone = standing(fight, fighter)
    return Piece(
        name=fighter.name,
        side=SIDES[fighter.side],
        standing=words,
        turn=_progress(fight, fighter),
        tone=tone,
        boxes=tuple(_boxes(fight, fighter)),
        facts=tuple(_facts(fighter)),
        marks=tuple(marks(fight, fighter)),
        able=fighter.able,
    )


def _progress(fight: Fight, fighter: Fighter) -> str:
    if not fighter.able:
        return "out"
    if fight.surprised(fighter):
        return "unaware"
    if not fighter.acted:
        return "to act"
    left = fight.turn_of(fighter).halves_left
    if fighter.passed or left <= 0:
        return "done"
    return {1: "half a round left", 2: "a round left"}.get(left, f"{left} halves left")


def _boxes(fight: Fight, fighter: Fighter) -> Iterator[Boxes]:
    if fighter.wounds_max:
        size = min(fighter.wounds_max, MOST_BOXES)
        yield Boxes(
            "Wounds left", min(fighter.wounds, size), size, f"{fighter.wounds} of {fighter.wounds_max}"
        )
    if fighter.cinematics:
        shown = min(fighter.cinematics, MOST_BOXES)
        yield Boxes("Cinematics", shown, shown, f"{fighter.cinematics} held")


def _facts(fighter: Fighter) -> Iterator[tuple[str, str]]:
    if fighter.attacks:
        yield "Attacks", ", ".join(_attack_said(fighter, each) for each in fighter.attacks)
    dances = f", Perform +{fighter.perform}" if fighter.perform else ""
    yield "Defence", f"+{fighter.defence}, unarmed +{fighter.unarmed}{dances}"
    if fighter.armour != "none":
        untrained = "" if trained(fighter.armour, fighter.proficient) else ", untrained"
        broken = ", broken" if fighter.worn == "none" else ""
        counting = (
            f", {fighter.armour_hit} of {counted(fighter.armour_wounds, 'wound')} taken"
            if fighter.armour_wounds
            else ""
        )
        yield ("Armour", f"{ARMOUR_NAMES[fighter.armour].lower()}{untrained}{counting}{broken}")
    rolled = f", rolled {fighter.rolled[0]}" if fighter.rolled else ""
    yield "Initiative", f"+{fighter.initiative}{rolled}"
    yield "Resolve", f"+{fighter.resolve}"
    talents = [FOE_TALENTS[each] for each in fighter.talents]
    if known := [*talents, *(["Repel Attack"] if fighter.repels else [])]:
        yield "Talents and spells", ", ".join(known)
    if fighter.people:
        yield "Of", fighter.people
    if fighter.favored:
        yield "Favored Enemy", ", ".join(fighter.favored)


def _attack_said(fighter: Fighter, attack: Attack) -> str:
    if attack.magic:
        return f"{attack.name} +{fighter.resolve}{f', DC {attack.dc}' if attack.dc else ''}"
    return f"{attack.name} +{attack.bonus}"


def marks(fight: Fight, fighter: Fighter) -> Iterator[Reason]:
    """What holds of somebody now."""
    if fighter.held:
        yield Reason(f"held by {fighter.held.by}", "T-205")
    for each in fight.fighters:
        if each.held and each.held.by == fighter.name:
            yield Reason(f"holds {each.name}", "R-50")
    for at in fighter.distracted:
        if at >= fight.round and fighter.able:
            when = "" if at == fight.round else " next turn"
            yield Reason(f"distracted{when}: a single half-round action", "R-48")
    if any(at >= fight.round for at in fighter.negated):
        yield Reason("without powers in their turn", "T-253")
    for holds, words, rule in (
        (fighter.aiming, "has taken aim", "T-219"),
        (fighter.prone, "on the ground", "R-93"),
        (fighter.disarmed, "without a weapon", "R-93"),
        (fighter.knocked_out and not fighter.dead, "knocked out", "R-49"),
    ):
        if holds:
            yield Reason(words, rule)
    if fighter.limbs:
        yield Reason(counted(fighter.limbs, "useless limb"), "T-202")
    if fighter.lost:
        yield Reason(counted(fighter.lost, "lost limb"), "T-217")


# what may happen


def _panels(fight: Fight, ended: str) -> Iterator[Panel]:
    if ended:
        yield _after(fight)
        return
    found = best_blows(fight)
    if found:
        yield Panel(
            "Each one’s best attack on each",
            ("Attack", "Hits", "Wounds on average", "At 0"),
            tuple(
                (
                    f"{each.fighter.name} on {each.target.name}, {each.weapon.name}",
                    at_least(each.met.counts, 1),
                    format_number(each.met.mean),
                    each.enough,
                )
                for each in found
            ),
            note="As they stand now, with armour’s second throws and the most wounds each margin allows.",
        )


def best_blows(fight: Fight) -> list[Blow]:
    """For everybody who may act and each foe, the attack that deals most."""
    found = []
    for fighter in (each for each in fight.fighters if acts(fight, each)):
        wounding = (each for each in allowed(fight, fighter) if each.weapon.wounds)
        for _, own in groupby(wounding, key=lambda each: each.target.name):
            found.append(max(own, key=lambda each: each.met.mean))
    return found


def allowed(fight: Fight, fighter: Fighter) -> list[Blow]:
    """The attacks they have the hands for, whatever is left of the turn."""
    return [each for each in blows(fight, fighter) if fighter.has_hands_for(each.weapon)]


def _after(fight: Fight) -> Panel:
    """What is left of it: wounds to heal, and how hard that is."""
    rows = []
    for each in fight.fighters:
        if each.pc:
            lost = each.wounds_max - each.wounds
            dc: str | Fraction = f"DC {healing_dc(lost)}" if lost and not each.dead else "–"
            rows.append((each.name, standing(fight, each)[0], dc))
    return Panel(
        "After the fight",
        ("Character", "Now", "To treat the wounds"),
        tuple(rows),
        note="A night’s rest and food bring back a wound a day; a good healer doubles that.",
    )
