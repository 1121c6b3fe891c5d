"""What may happen next: every attack somebody could make now, and how each character may fare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.dice.chances import Chances, at_least, by_text, sum_independent
from rules_py.systems.dichotomy.tracker.actions import DEEDS
from rules_py.systems.dichotomy.tracker.actions.attack import Blow, blows
from rules_py.systems.dichotomy.tracker.actions.base import Turn
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter


def turns_of(fight: Fight) -> dict[str, Turn]:
    """Everybody's turn as far as it has come, by name."""
    return {each.name: Turn(fight, each, DEEDS) for each in fight.fighters}


def possible(turns: Iterable[Turn]) -> list[Blow]:
    """For whoever can act, each attack that reaches a foe from where both stand: with each pair of attributes
    the first power that will do.
    """
    found: dict[tuple[str, str, tuple[str, str]], Blow] = {}
    for blow in (each for turn in turns if turn.fighter.able for each in blows(turn) if each.reaches):
        found.setdefault((blow.turn.name, blow.target.name, blow.pair), blow)
    return list(found.values())


def attack_chances(attacks: Iterable[Blow]) -> list[dict[str, Any]]:
    """Each attack as plain data: its price, its hits, and the chance that it fells or hurts.

    `enough` is the chance that a foe is out at once, or that a character's next step on the track is reached
    with the hits taken so far this round. `affordable` says whether the points of this turn still allow it.
    """
    return [
        {
            "who": each.turn.name,
            "on": each.target.name,
            "with": list(each.pair),
            "using": list(each.using),
            "price": each.judged.cost,
            "affordable": each.judged.legal,
            "hits": by_text(each.hits),
            "mean": each.mean,
            "enough": each.enough,
        }
        for each in attacks
    ]


@dataclass(frozen=True)
class Outlook:
    """The hits of a character at the tally if these foes attack, and the chance of the next step by them."""

    name: str
    foes: tuple[str, ...]
    hits: Chances
    step: str
    chance: Fraction

    def to_json(self) -> dict[str, Any]:
        return vars(self) | {"foes": list(self.foes), "hits": by_text(self.hits)}


def outlook(fight: Fight, attacks: Iterable[Blow]) -> list[Outlook]:
    """How each character fares if every foe who may still attack goes for them, as hard as it can."""
    attacks = list(attacks)
    return [_outlook(each, attacks) for each in fight.fighters if each.pc and each.able]


def _outlook(fighter: Fighter, attacks: Iterable[Blow]) -> Outlook:
    worst = {each.turn.name: each.hits for each in _hardest(fighter, attacks)}
    hits = sum_independent({fighter.taken: Fraction(1)}, *worst.values())
    step, needed = fighter.next_step
    enough = at_least(hits, needed - fighter.hits) if not fighter.stepped else Fraction()
    return Outlook(fighter.name, tuple(sorted(worst)), hits, step, enough)


def _hardest(fighter: Fighter, attacks: Iterable[Blow]) -> Iterator[Blow]:
    """Each foe's attack on this character that deals most, of those they can still make."""
    best: dict[str, Blow] = {}
    for each in attacks:
        if each.target.name == fighter.name and each.judged.legal:
            other = best.get(each.turn.name)
            if other is None or each.mean > other.mean:
                best[each.turn.name] = each
    yield from best.values()


def ahead(fight: Fight) -> Mapping[str, Any]:
    """The answer of the desk's chances."""
    attacks = possible(turns_of(fight).values())
    awaited = [each.to_json() for each in outlook(fight, attacks)]
    return {"attacks": attack_chances(attacks), "outlook": awaited}
