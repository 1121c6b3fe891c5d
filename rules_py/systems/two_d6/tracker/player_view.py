"""The view of a fight for players: the order of turns and everyone's appearance, without the game master's
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_py.systems.two_d6.tracker.order import next_to_act, order_of
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter
from rules_py.systems.two_d6.tracker.view import fight_ending, round_title
from rules_py.tracker import Combatant, Reason, View
from rules_py.tracker.skirmish import SIDES, damage_by_name, player_view, visible_condition


def view_for_players(fights: Sequence[Fight]) -> View:
    """Return the view of the last of these states of a fight."""
    fight = fights[-1]
    pieces = (_combatant(fight[name]) for name in order_of(fight))
    return player_view(round_title(fight), fight_ending(fight), next_to_act(fight), pieces)


def _combatant(fighter: Fighter) -> Combatant:
    words, tone = _appearance(fighter)
    return Combatant(
        name=fighter.name,
        side=SIDES[fighter.side],
        standing=words,
        tone=tone,
        marks=tuple(_marks(fighter)),
        able=fighter.able,
    )


def _appearance(fighter: Fighter) -> tuple[str, str]:
    """Return someone's appearance. A foe that doesn't move may be dead or not."""
    if not fighter.able:
        return ("dead" if fighter.dead and fighter.pc else "lies still"), "worst"
    return visible_condition(fighter.wounds, fighter.wounds_max)


def _marks(fighter: Fighter) -> Iterator[Reason]:
    if fighter.held:
        yield Reason(f"held by {fighter.held.by}", "T-205")
    for holds, words, rule in (
        (fighter.aiming, "aiming", "T-219"),
        (fighter.prone and fighter.able, "on the ground", "R-93"),
        (fighter.disarmed and fighter.able, "disarmed", "R-93"),
    ):
        if holds:
            yield Reason(words, rule)


def wounds_between(before: Fight, after: Fight) -> dict[str, int]:
    """Return the wounds that an event did to each fighter."""
    return damage_by_name(before, after, lambda was, now: was.wounds - now.wounds)
