"""The view of a fight for players: everyone's zone and appearance, without the game master's numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules_py.systems.dichotomy.injuries import GAINED
from rules_py.systems.dichotomy.tracker.order import next_to_act, order_of
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter, lasting_effects
from rules_py.systems.dichotomy.tracker.view import place_of
from rules_py.tracker import Combatant, Reason, View
from rules_py.tracker.skirmish import SIDES, damage_by_name, describe_ending, player_view, visible_condition


def view_for_players(fights: Sequence[Fight]) -> View:
    """Return the view of the last of these states of a fight."""
    fight = fights[-1]
    whole = _most_hits(fights)
    return player_view(
        f"Round {fight.round}",
        describe_ending(fight),
        next_to_act(fight),
        (_combatant(fight, fight[name], whole[name]) for name in order_of(fight)),
        (place_of(fight.zone(name)) for name in fight.ground.zones),
    )


def _most_hits(fights: Sequence[Fight]) -> Mapping[str, int]:
    """Return the most hits that each fighter has had left, by name."""
    most: dict[str, int] = {}
    for fight in fights:
        for fighter in fight.fighters:
            most[fighter.name] = max(most.get(fighter.name, 0), fighter.hits)
    return most


def _combatant(fight: Fight, fighter: Fighter, whole: int) -> Combatant:
    standing, tone = _appearance(fighter, whole)
    return Combatant(
        name=fighter.name,
        side=SIDES[fighter.side],
        zone=fighter.zone,
        standing=standing,
        tone=tone,
        marks=tuple(_marks(fight, fighter)),
        able=fighter.able,
    )


def _appearance(fighter: Fighter, whole: int) -> tuple[str, str]:
    """Return someone's appearance. Anyone who plays dead looks out."""
    if not fighter.able:
        return "out", "worst"
    if not fighter.pc:
        return visible_condition(fighter.hits, whole)
    if fighter.serious:
        return GAINED["serious"], "bad"
    if fighter.injured:
        return GAINED["injured"], "mixed"
    return ("shaken" if fighter.hits or fighter.taken else "unhurt"), "good"


def _marks(fight: Fight, fighter: Fighter) -> Iterator[Reason]:
    yield from lasting_effects(fight, fighter)
    if fighter.effects.covering:
        yield Reason("covers allies", "D-060")
    if fighter.locked:
        yield Reason(f"locked in combat by {fighter.locked.by}", "D-068")


def hits_between(before: Fight, after: Fight) -> dict[str, int]:
    """Return the hits that an event did to each fighter."""
    return damage_by_name(before, after, _hits)


def _hits(before: Fighter, after: Fighter) -> int:
    return after.taken - before.taken if after.pc else before.hits - after.hits
