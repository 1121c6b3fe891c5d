"""The dice that people and sides roll: those of their act, without a countered specialization."""

from __future__ import annotations

from rules_py.base.wording import same_name
from rules_py.systems.action_consequence.tracker.shape import Conflict, Person

Sizes = tuple[int, ...]


def dice_of(conflict: Conflict, person: Person) -> Sizes:
    """Return the dice that a person rolls, largest first."""
    act = person.chosen_act()
    if act is None:
        return tuple(sorted(person.dice, reverse=True))
    if act.specialization and countered_by(conflict, person):
        return person.character.stats[person.character.endeavors[act.endeavor]]
    return act.dice


def countered_by(conflict: Conflict, person: Person) -> str:
    """Return the member of another side who counters the specialization in use, having on their sheet what it
    is vulnerable to; "" for no one. A-085, A-086, R-38.
    """
    act = person.chosen_act()
    if act is None or not act.specialization:
        return ""
    used = next(each for each in person.specializations if same_name(each.name, act.specialization))
    if not used.vulnerable_to.strip():
        return ""
    others = (each for each in conflict.people if each.lead != person.lead)
    return next(
        (
            each.name
            for each in others
            if not conflict.side(each.lead).out
            and any(same_name(known.name, used.vulnerable_to) for known in each.specializations)
        ),
        "",
    )


def side_dice(conflict: Conflict, lead: str) -> Sizes:
    """Return the dice that a side rolls, including its helpers’, largest first. A-091, R-24."""
    return tuple(
        sorted((die for each in conflict.members(lead) for die in dice_of(conflict, each)), reverse=True)
    )
