"""The tracker's view of a fight: fighters, zones, whose turn it is, and the actions that are possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from rules_py.base.number_format import format_number
from rules_py.sheets.panel import Panel
from rules_py.sheets.track import TrackPosition
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attacks import describe_hits
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, RACES
from rules_py.systems.dichotomy.character import pair_name
from rules_py.systems.dichotomy.fields import COMBAT
from rules_py.systems.dichotomy.injuries import GAINED, heal, healed_after, position_of, rest
from rules_py.systems.dichotomy.modifiers import GEAR
from rules_py.systems.dichotomy.tracker.actions import FIGHT_ACTIONS
from rules_py.systems.dichotomy.tracker.actions.attack import Blow
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, Turn, points
from rules_py.systems.dichotomy.tracker.order import next_to_act, order_of
from rules_py.systems.dichotomy.tracker.outlook import outlooks, possible_attacks, turns_by_name
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter, FightZone, lasting_effects
from rules_py.tracker import ActionOption, Checkboxes, Combatant, Reason, View, Zone
from rules_py.tracker.skirmish import (
    MAX_CHECKBOXES,
    SIDES,
    describe_ending,
    left_over,
    missing_foes,
    news,
    title_without_turn,
)


def view(fight: Fight, turn: str) -> View:
    """Return the view of the fight, with the actions of the fighter `turn`, or else of the next to act."""
    ended, turns, next_name = describe_ending(fight), turns_by_name(fight), next_to_act(fight)
    left = {} if ended or next_name else _unfinished_turns(turns)
    name = turn if turn in fight else "" if ended else next_name or next(iter(left), "")
    end, joining = (tuple(FIGHT_ACTIONS[do].options(fight, "")) for do in ("end_round", "join"))
    end = tuple(replace(each, early=bool(next_name or left)) for each in end)
    return View(
        title=f"Round {fight.round}",
        news=news(fight, ended, next_name, _round_over(left)),
        combatants=tuple(_combatant(turns[name]) for name in order_of(fight)),
        zones=tuple(place_of(fight.zone(name)) for name in fight.ground.zones),
        turn=name,
        next="" if ended else next_name,
        turn_title=_title(turns[name]) if name else title_without_turn(fight, ended),
        options=tuple(_acts(turns[name])) if name else (),
        due_options=() if next_name or not fight.fighters else end,
        common_options=(*end, *joining) if next_name else joining,
        missing=missing_foes(fight),
        panels=(_after(fight),) if ended else tuple(_panels(fight, turns.values())),
    )


def _unfinished_turns(turns: Mapping[str, Turn]) -> dict[str, str]:
    """Return the fighters who have started their turn and have points left, each with the points as text."""
    return {
        name: points(turn.points_left)
        for name, turn in turns.items()
        if turn.fighter.able and turn.fighter.turn and turn.points_left > 0
    }


def _round_over(left: Mapping[str, str]) -> str:
    return f"Everyone has acted. {f'{left_over(left)}.' if left else 'End the round to tally the hits.'}"


def _title(turn: Turn) -> str:
    if not turn.fighter.able:
        return f"{turn.name} is {'out' if turn.fighter.out else 'playing dead'}"
    return f"{turn.name}: {points(max(0, turn.points_left))} left"


def _acts(turn: Turn) -> Iterator[ActionOption]:
    """Yield the fighter's action options. Anyone who isn't able has only those of the game master."""
    for action in FIGHT_ACTIONS:
        if isinstance(action, FightAction) and (turn.fighter.able or not action.able_only):
            yield from action.offer(turn)


def place_of(zone: FightZone) -> Zone:
    return Zone(zone.name, zone.note, tuple(map(str, zone.modifiers)), zone.next)


def _combatant(turn: Turn) -> Combatant:
    fighter = turn.fighter
    return Combatant(
        name=fighter.name,
        side=SIDES[fighter.side],
        zone=fighter.zone,
        standing=_condition(fighter),
        turn=_progress(turn),
        tone=_tone(fighter),
        boxes=tuple(_boxes(turn)),
        track_position=_position(turn) if fighter.pc else None,
        facts=tuple(_facts(fighter)),
        marks=tuple(_marks(turn)),
        able=fighter.able,
    )


def _position(turn: Turn) -> TrackPosition:
    fighter = turn.fighter
    return position_of(fighter.track, fighter.fortitude, turn.fight.rules, fighter.taken)


def _condition(fighter: Fighter) -> str:
    if not fighter.able:
        return "out" if fighter.out else "playing dead"
    if not fighter.pc:
        return f"{describe_hits(fighter.hits)} left"
    pending = f", +{describe_hits(fighter.taken)}" if fighter.taken else ""
    return f"{fighter.track.words}{pending}"


def _progress(turn: Turn) -> str:
    if not turn.fighter.able:
        return "out" if turn.fighter.out else "down"
    if turn.points_left <= 0:
        return "done"
    return points(turn.points_left) if turn.fighter.turn else "to act"


def _tone(fighter: Fighter) -> str:
    if not fighter.able:
        return "worst"
    return "bad" if fighter.serious else "mixed" if fighter.injured or fighter.taken else "good"


def _boxes(turn: Turn) -> Iterator[Checkboxes]:
    fighter = turn.fighter
    if fighter.hits and not fighter.pc:
        hits = min(fighter.hits, MAX_CHECKBOXES)
        yield Checkboxes("Hits left", hits, hits, str(fighter.hits))
    if fighter.able:
        left = max(0, turn.points_left)
        yield Checkboxes("Points", left, turn.fight.rules.action_points, f"{points(left)} left")


def _facts(fighter: Fighter) -> Iterator[tuple[str, str]]:
    numbers = ", ".join(f"{ATTRIBUTES[key]} {fighter.scores[key]}" for key in COMBAT)
    yield ("Attributes" if fighter.pc else "Targets"), numbers
    if fighter.abilities:
        yield "Abilities", ", ".join(ABILITY_NAMES[ability] for ability in fighter.abilities)
    if fighter.race != "human":
        yield "People", RACES[fighter.race]
    if fighter.gear != "normal":
        yield "Gear", GEAR[fighter.gear].lower()
    if fighter.bonus:
        yield "Monster slayer", f"+{fighter.bonus} on attack and defence"
    if fighter.outsider:
        yield "Kind", "an outsider"
    if fighter.spirit:
        yield "Attacks", "also Spiritual, without an ability"
    if fighter.modifiers:
        yield "Modifiers", "; ".join(map(str, fighter.modifiers))


def _marks(turn: Turn) -> Iterator[Reason]:
    fighter, effects = turn.fighter, turn.fighter.effects
    if fighter.taken:
        yield Reason(f"{describe_hits(fighter.taken)} taken this round", "D-206")
    if fighter.stepped:
        yield Reason("already moved a step on the track this round", "R-57")
    yield from lasting_effects(turn.fight, fighter)
    if effects.covering:
        protected_side = effects.covering.ally or f"allies against zone {effects.covering.zone}"
        yield Reason(f"covers {protected_side}", "D-060")
    if fighter.locked:
        yield Reason(f"locked in combat by {fighter.locked.by}", "D-068")
    if fighter.may_dive:
        yield Reason("may take a dive", "D-208")


def _panels(fight: Fight, turns: Iterable[Turn]) -> Iterator[Panel]:
    attacks = possible_attacks(turns)
    results = tuple(
        (f"{outlook.name} {GAINED[outlook.step]}", ", ".join(outlook.foes) or "no one", outlook.chance)
        for outlook in outlooks(fight, attacks)
        if outlook.chance
    )
    if results:
        yield Panel(
            "At the end of the round",
            ("Result", "If attacked by", "Chance"),
            results,
            note="Assumes that each foe with an attack left makes its strongest attack on this character. "
            "Characters who can’t reach their next step this round aren’t listed.",
        )
    if best := _best(attacks):
        may_suffice = any(blow.enough for blow in best)
        yield Panel(
            "Each fighter’s best attack this round",
            ("Attack", "Hits on average", *(["Chance of enough hits"] if may_suffice else [])),
            tuple(
                (
                    f"{blow.turn.name} on {blow.target.name}, {pair_name(*blow.pair)}",
                    format_number(blow.mean),
                    *([blow.enough] if may_suffice else []),
                )
                for blow in best
            ),
            note="F, P, M and S are the attributes used. "
            + (
                "Enough hits take a foe out, or move a character to the next step of the track."
                if may_suffice
                else "None can take a foe out or move a character to the next step of the track yet."
            ),
        )


def _best(attacks: Iterable[Blow]) -> list[Blow]:
    """Return, for each attacker, the attack that is likeliest to be enough, or else deals the most hits; best
    first.
    """
    best: dict[str, Blow] = {}
    for blow in attacks:
        name = blow.turn.name
        if blow.check.legal and (name not in best or _value(blow) > _value(best[name])):
            best[name] = blow
    return sorted(best.values(), key=_value, reverse=True)


def _value(blow: Blow) -> tuple[Fraction, Fraction]:
    return blow.enough, blow.mean


def _after(fight: Fight) -> Panel:
    rules, times = fight.rules, (0, *healed_after(fight.rules).values())
    return Panel(
        "After the fight",
        ("Character", "At once", *(f"After {time} of rest" for time in rest(rules).values())),
        tuple(
            (fighter.name, *(heal(fighter.track, hours, rules).words for hours in times))
            for fighter in fight.fighters
            if fighter.pc
        ),
        note="Hits short of an injury are removed at once. End the round first, so that the last hits are "
        "tallied.",
    )
