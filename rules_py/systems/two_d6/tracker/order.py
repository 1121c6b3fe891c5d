"""The order of turns: initiative, rerolls for ties, and who is next."""

from __future__ import annotations

from itertools import groupby

from rules_py.base.wording import pluralize
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter
from rules_py.tracker import next_turn


def order_of(fight: Fight) -> list[str]:
    """Return all names in order. Those who have not rolled come last, by their scores.
    T-190.
    """
    return [each.name for each in sorted(fight.fighters, key=_place, reverse=True)]


def _place(fighter: Fighter) -> tuple[bool, tuple[int, ...]]:
    return bool(fighter.rolled), fighter.rolled or (fighter.initiative,)


def due_initiative(fight: Fight) -> list[Fighter]:
    """Return those who still have to roll initiative; in a surprise round the aware alone. R-44."""
    return [each for each in fight.fighters if each.able and not each.rolled and not fight.is_surprised(each)]


def first_tie(fight: Fight) -> list[Fighter]:
    """Return the fighters who reroll next: the highest tied group, in the order listed. Anyone who joins a
    tie late first catches up with the others' rolls. T-191, R-45, R-97.
    """
    ranked = sorted((each for each in fight.fighters if each.rolled), key=_place, reverse=True)
    for _, group in groupby(ranked, key=lambda each: each.rolled[0]):
        fighters = list(group)
        if tied_fighters := [each for each in fighters if any(_meets(each, other) for other in fighters)]:
            fewest = min(len(each.rolled) for each in tied_fighters)
            first = next(each.rolled for each in tied_fighters if len(each.rolled) == fewest)
            return [each for each in tied_fighters if each.rolled == first]
    return []


def _meets(fighter: Fighter, other: Fighter) -> bool:
    """Return whether the other rolled the same, as far as this one has rolled."""
    return other is not fighter and other.rolled[: len(fighter.rolled)] == fighter.rolled


def acts(fight: Fight, fighter: Fighter) -> bool:
    """Return whether the fighter has a turn in this round. T-193."""
    return fighter.able and not fight.is_surprised(fighter)


def next_to_act(fight: Fight) -> str:
    """Return the name of the next to act, or "" if everyone has acted."""
    return next_turn(order_of(fight), lambda name: acts(fight, fight[name]) and not fight[name].has_acted)


def unfinished_turns(fight: Fight) -> dict[str, str]:
    """Return the fighters who have started their turn and can still act, in order, each with the rest of the
    turn as text.
    """
    fighters = (fight[name] for name in order_of(fight))
    return {
        each.name: pluralize(left, "half-round action", "half-round actions")
        for each in fighters
        if acts(fight, each) and each.has_acted and not each.passed
        if (left := fight.turn_of(each).halves_left) > 0
    }
