"""The outlook for the current round: the possible attacks, and the possible results for each character."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.dice.chances import Chances, at_least, by_text, sum_independent
from rules_py.systems.dichotomy.tracker.actions import FIGHT_ACTIONS
from rules_py.systems.dichotomy.tracker.actions.attack import Blow, blows
from rules_py.systems.dichotomy.tracker.actions.base import Turn
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter


def turns_by_name(fight: Fight) -> dict[str, Turn]:
    """Return the turn so far of each fighter."""
    return {fighter.name: Turn(fight, fighter, FIGHT_ACTIONS) for fighter in fight.fighters}


def possible_attacks(turns: Iterable[Turn]) -> list[Blow]:
    """Return each attack within reach, for everyone who is able.

    With each pair of attributes, it uses the first power that suits.
    """
    attacks: dict[tuple[str, str, tuple[str, str]], Blow] = {}
    for turn in turns:
        for blow in blows(turn) if turn.fighter.able else ():
            if blow.reaches:
                attacks.setdefault((turn.name, blow.target.name, blow.pair), blow)
    return list(attacks.values())


@dataclass(frozen=True)
class Outlook:
    """A character's hits at the tally if these foes attack, and the chance of the next step from them."""

    name: str
    foes: tuple[str, ...]
    hits: Chances
    step: str
    chance: Fraction

    def to_json(self) -> dict[str, Any]:
        return vars(self) | {"foes": list(self.foes), "hits": by_text(self.hits)}


def outlooks(fight: Fight, attacks: Iterable[Blow]) -> list[Outlook]:
    """Return each character's outlook if every foe who still can attacks them, as hard as possible."""
    attacks = [blow for blow in attacks if blow.check.legal]
    return [_outlook(fight, fighter, attacks) for fighter in fight.fighters if fighter.pc and fighter.able]


def _outlook(fight: Fight, fighter: Fighter, attacks: Iterable[Blow]) -> Outlook:
    hardest: dict[str, Blow] = {}
    for blow in attacks:
        if blow.target.name == fighter.name:
            attacker = blow.turn.name
            if attacker not in hardest or blow.mean > hardest[attacker].mean:
                hardest[attacker] = blow
    hits = sum_independent({fighter.taken: Fraction(1)}, *(blow.hits for blow in hardest.values()))
    step, needed = fight.next_step(fighter)
    chance = at_least(hits, needed - fighter.hits) if not fighter.stepped else Fraction()
    return Outlook(fighter.name, tuple(sorted(hardest)), hits, step, chance)


def outlook_answer(fight: Fight) -> Mapping[str, Any]:
    """Return the attacks and the outlooks as plain data.

    `enough` is the chance that an attack puts a foe out at once, or that a character reaches the next step of
    the track with the hits taken so far this round. `affordable` is whether the points of this turn suffice.
    """
    attacks = possible_attacks(turns_by_name(fight).values())
    return {
        "attacks": [
            {
                "who": blow.turn.name,
                "on": blow.target.name,
                "with": list(blow.pair),
                "using": list(blow.using),
                "price": blow.check.cost,
                "affordable": blow.check.legal,
                "hits": by_text(blow.hits),
                "mean": blow.mean,
                "enough": blow.enough,
            }
            for blow in attacks
        ],
        "outlook": [outlook.to_json() for outlook in outlooks(fight, attacks)],
    }
