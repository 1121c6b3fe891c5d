"""The fight as it stands: everybody as a card, the ground, whose turn it is, and what may happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rules_py.base.number_format import format_number
from rules_py.sheets.sheet import Panel
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attacks import hits_said
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, RACES
from rules_py.systems.dichotomy.character import pair_name
from rules_py.systems.dichotomy.fields import COMBAT
from rules_py.systems.dichotomy.injuries import GAINED, HEALED_AFTER, healed, standing
from rules_py.systems.dichotomy.modifiers import GEAR
from rules_py.systems.dichotomy.order import in_order
from rules_py.systems.dichotomy.tracker.actions import DEEDS
from rules_py.systems.dichotomy.tracker.actions.attack import Blow
from rules_py.systems.dichotomy.tracker.actions.base import FightDeed, Turn, points
from rules_py.systems.dichotomy.tracker.ahead import outlook, possible, turns_of
from rules_py.systems.dichotomy.tracker.shape import LASTING, Fight, Fighter, Zone
from rules_py.systems.dichotomy.turns import ACTION_POINTS
from rules_py.tracker import Act, Boxes, Piece, Place, Reason, View, next_turn

SIDES = {"pc": "Characters", "npc": "Foes"}
MOST_BOXES = 12
ALL_ACTED = "Everybody has acted. End the round to tally the hits."
MISSING = {
    "": "Nobody is here yet. Set the table.",
    "pc": "No foe is here yet. Set the table.",
    "npc": "No character is here yet. Set the table.",
}
"""Who has to come where only this side is there."""


def view(fight: Fight, turn: str) -> View:
    """The fight as it stands, with the acts of one fighter: the one asked for, or the next to act."""
    ended, turns, order = over(fight), turns_of(fight), order_of(fight)
    following = waiting(fight)
    shown = turn if turn in fight else "" if ended else following
    end, joining = (tuple(DEEDS[do].offers(fight, "")) for do in ("end_round", "join"))
    return View(
        title=f"Round {fight.round}",
        news=ended or _missing(fight) or (f"{following} is next." if following else ALL_ACTED),
        pieces=tuple(_piece(turns[name]) for name in order),
        places=tuple(place_of(fight.zone(name)) for name in fight.ground.places),
        turn=shown,
        next="" if ended else following,
        turn_title=_title(turns[shown]) if shown else _nobody_acts(fight, ended),
        acts=tuple(_acts(turns[shown])) if shown else (),
        due=() if following or not fight.fighters else end,
        common=(*end, *joining) if following else joining,
        panels=(_after(fight),) if ended else tuple(_panels(fight, turns.values())),
    )


def _title(turn: Turn) -> str:
    if not turn.fighter.able:
        return f"{turn.name} {'is out' if turn.fighter.out else 'plays dead'}"
    return f"{turn.name}: {points(max(0, turn.left))} left"


def _nobody_acts(fight: Fight, ended: str) -> str:
    if not fight.fighters:
        return "Nobody is here yet"
    return "The fight is over" if ended else "Everybody has acted"


def _missing(fight: Fight) -> str:
    """Who has to come before there is a fight."""
    sides = {each.side for each in fight.fighters}
    return "" if len(sides) == 2 else MISSING[next(iter(sides), "")]


def waiting(fight: Fight) -> str:
    """The next to act, "" if everybody has."""
    return next_turn(order_of(fight), lambda name: fight[name].able and not fight[name].turn)


def _acts(turn: Turn) -> Iterator[Act]:
    """Everything the fighter may do. Who can't act is in the game master's hand alone."""
    for deed in DEEDS:
        if isinstance(deed, FightDeed) and (turn.fighter.able or not deed.able_only):
            yield from deed.offered(turn)


def order_of(fight: Fight) -> list[str]:
    pcs = [(each.name, "alertness" in each.abilities) for each in fight.fighters if each.pc]
    npcs = [each.name for each in fight.fighters if not each.pc]
    return in_order(pcs, npcs, ambushed=fight.ambushed)


def over(fight: Fight) -> str:
    """What is said once nobody is left on one side; "" while both stand, or one has not come yet."""
    if _missing(fight):
        return ""
    standing = {each.side for each in fight.fighters if each.able}
    if standing == {"pc"}:
        return "The fight is over: no foe stands."
    if standing == {"npc"}:
        return "The fight is over: no character stands."
    return "" if standing else "The fight is over: nobody stands."


def place_of(zone: Zone) -> Place:
    return Place(zone.name, zone.note, tuple(map(str, zone.modifiers)), zone.next)


# a fighter as a card


def _piece(turn: Turn) -> Piece:
    fighter = turn.fighter
    return Piece(
        name=fighter.name,
        side=SIDES[fighter.side],
        place=fighter.zone,
        standing=_standing(fighter),
        turn=_progress(turn),
        tone=_tone(fighter),
        boxes=tuple(_boxes(turn)),
        on=standing(fighter.track, fighter.fortitude) if fighter.pc else None,
        facts=tuple(_facts(fighter)),
        marks=tuple(_marks(fighter)),
        able=fighter.able,
    )


def _standing(fighter: Fighter) -> str:
    if not fighter.able:
        return "out" if fighter.out else "plays dead"
    return fighter.track.words if fighter.pc else f"{hits_said(fighter.hits)} left"


def _progress(turn: Turn) -> str:
    if not turn.fighter.able:
        return "out" if turn.fighter.out else "down"
    if turn.left <= 0:
        return "done"
    return points(turn.left) if turn.fighter.turn else "to act"


def _tone(fighter: Fighter) -> str:
    if not fighter.able:
        return "worst"
    return "bad" if fighter.serious else "mixed" if fighter.injured else "good"


def _boxes(turn: Turn) -> Iterator[Boxes]:
    fighter = turn.fighter
    if fighter.hits and not fighter.pc:
        hits = min(fighter.hits, MOST_BOXES)
        yield Boxes("Hits left", hits, hits, str(fighter.hits))
    if fighter.able:
        left = max(0, turn.left)
        yield Boxes("Points", left, ACTION_POINTS, f"{points(left)} left")


def _facts(fighter: Fighter) -> Iterator[tuple[str, str]]:
    numbers = ", ".join(f"{ATTRIBUTES[each]} {fighter.scores[each]}" for each in COMBAT)
    yield ("Attributes" if fighter.pc else "Targets"), numbers
    if fighter.abilities:
        yield "Abilities", ", ".join(ABILITY_NAMES[each] for each in fighter.abilities)
    if fighter.race != "human":
        yield "People", RACES[fighter.race]
    if fighter.gear != "normal":
        yield "Gear", GEAR[fighter.gear].lower()
    if fighter.bonus:
        yield "Monster slayer", f"+{fighter.bonus} on attack and defence"
    if fighter.outsider:
        yield "Kind", "an outsider"
    if fighter.spirit:
        yield "Attacks", "with Spiritual too, by nature"
    if fighter.modifiers:
        yield "Modifiers", "; ".join(map(str, fighter.modifiers))


def _marks(fighter: Fighter) -> Iterator[Reason]:
    effects = fighter.effects
    if fighter.taken:
        yield Reason(f"{hits_said(fighter.taken)} taken this round", "D-206")
    if fighter.stepped:
        yield Reason("has taken this round's step of the track", "R-57")
    yield from (held for name, held in LASTING.items() if getattr(effects, name))
    if effects.covering:
        covered = effects.covering.ally or f"against shots from zone {effects.covering.zone}"
        yield Reason(f"covers {covered}", "D-060")
    if fighter.locked:
        yield Reason(f"locked in combat by {fighter.locked.by}", "D-068")
    if fighter.may_dive:
        yield Reason("may take a dive", "D-208")


# what may happen


def _panels(fight: Fight, turns: Iterable[Turn]) -> Iterator[Panel]:
    attacks = possible(turns)
    yield Panel(
        "At the end of the round",
        ("Who", "If attacked by", "Chance"),
        tuple(
            (f"{each.name} {GAINED[each.step]}", ", ".join(each.foes) or "nobody", each.chance)
            for each in outlook(fight, attacks)
        ),
        note="If every foe who still can goes for this one character, as hard as possible.",
    )
    if strikes := _best(attacks):
        yield Panel(
            "Best attacks still possible this round",
            ("Attack", "Hits on average", "Enough"),
            tuple(
                (
                    f"{each.turn.name} on {each.target.name}, {pair_name(*each.pair)}",
                    format_number(each.mean),
                    each.enough,
                )
                for each in strikes
            ),
            note="F, P, M and S are the attributes used. Enough: a foe is out, or a character reaches the "
            "next step.",
        )


def _best(attacks: Iterable[Blow]) -> list[Blow]:
    """For each attacker and target the attack that is likeliest to be enough, or else deals most."""
    found: dict[tuple[str, str], tuple[tuple[Fraction, Fraction], Blow]] = {}
    for each in (blow for blow in attacks if blow.judged.legal):
        pair, worth = (each.turn.name, each.target.name), (each.enough, each.mean)
        if pair not in found or worth > found[pair][0]:
            found[pair] = worth, each
    return [blow for _, blow in found.values()]


def _after(fight: Fight) -> Panel:
    """What is left of it, and when it heals."""
    return Panel(
        "After the fight",
        ("Character", "At once", "After a day of rest", "After a week of rest"),
        tuple(
            (each.name, *(healed(each.track, hours).words for hours in (0, *HEALED_AFTER.values())))
            for each in fight.fighters
            if each.pc
        ),
        note="Hits that only shook somebody are gone. End the round first, so that the last hits are "
        "tallied.",
    )
