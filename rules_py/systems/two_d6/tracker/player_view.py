"""What players see of a fight: who acts when and how they look, in words; no number that is the game master's
own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_py.systems.two_d6.tracker.order import order_of, waiting
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter
from rules_py.systems.two_d6.tracker.view import SIDES, over, round_said
from rules_py.tracker import Combatant, Reason, View

HURT = ((3, "barely hurt", "good"), (2, "hurt", "mixed"), (1, "badly hurt", "bad"))
"""Somebody wounded, by how many thirds of their wounds are left."""


def seen(fights: Sequence[Fight]) -> View:
    """The fight as it stands last."""
    fight = fights[-1]
    following, ended = waiting(fight), over(fight)
    return View(
        title=round_said(fight),
        news=ended or (f"{following} is next." if following else "The round ends."),
        combatants=tuple(_piece(fight, fight[name]) for name in order_of(fight)),
        turn="" if ended else following,
        turn_title="Who acts when",
    )


def _piece(fight: Fight, fighter: Fighter) -> Combatant:
    words, tone = _looks(fighter)
    return Combatant(
        name=fighter.name,
        side=SIDES[fighter.side],
        standing=words,
        tone=tone,
        marks=tuple(_marks(fighter)),
        able=fighter.able,
    )


def _looks(fighter: Fighter) -> tuple[str, str]:
    """How somebody looks. Who lies there may be dead or not."""
    if not fighter.able:
        return ("dead" if fighter.dead and fighter.pc else "lies still"), "worst"
    if fighter.wounds >= fighter.wounds_max:
        return "unhurt", "good"
    thirds = -(-3 * fighter.wounds // fighter.wounds_max)
    return next((words, tone) for least, words, tone in HURT if thirds >= least)


def _marks(fighter: Fighter) -> Iterator[Reason]:
    if fighter.held:
        yield Reason(f"held by {fighter.held.by}", "T-205")
    for holds, words, rule in (
        (fighter.aiming, "takes aim", "T-219"),
        (fighter.prone and fighter.able, "on the ground", "R-93"),
        (fighter.disarmed and fighter.able, "without a weapon", "R-93"),
    ):
        if holds:
            yield Reason(words, rule)


def wounds_done(before: Fight, after: Fight) -> dict[str, int]:
    """The wounds that one event did to each."""
    return {
        each.name: before[each.name].wounds - each.wounds
        for each in after.fighters
        if each.name in before and each.wounds < before[each.name].wounds
    }
