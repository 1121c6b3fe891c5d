"""The odds after each move in the encounter tracker.

With two sides they are those of the whole conflict, with more those of the current exchange. With too many
dice, or numbers that are too long, there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules_py.base.errors import TooManyBranchesError
from rules_py.systems.action_consequence import prices
from rules_py.systems.action_consequence.fields import MAX_DICE
from rules_py.systems.action_consequence.order import highest_tie_chance
from rules_py.systems.action_consequence.outlook import Outlook
from rules_py.systems.action_consequence.prices import Chances
from rules_py.systems.action_consequence.readings import (
    ADVANTAGE,
    DOUBLED,
    HIGHER,
    SHORT,
    TIE,
    add_advantage,
    compare,
    roll_distributions,
)
from rules_py.systems.action_consequence.rolls import answer_odds
from rules_py.systems.action_consequence.round_results import Limits
from rules_py.systems.action_consequence.sweep import A, B, standing_ends
from rules_py.systems.action_consequence.tracker.dice import side_dice
from rules_py.systems.action_consequence.tracker.shape import (
    ANSWER,
    CAST,
    CHALLENGE,
    INTERFERE,
    STRIKE,
    Conflict,
)
from rules_py.tracker import OutcomeShare

FACES = range(1, ADVANTAGE + 1)


@dataclass(frozen=True)
class LedSides:
    """A conflict of two sides, and the leads of A and B."""

    leads: tuple[str, str]
    scene: prices.TwoSides

    def key(self, lead: str) -> str:
        return A if lead == self.leads[0] else B


def two_sides(conflict: Conflict) -> LedSides | None:
    """Return the conflict as one of two sides, or None with more sides or too many dice."""
    if len(conflict.within) != 2:
        return None
    a, b = conflict.within
    dice_a, dice_b = side_dice(conflict, a.lead), side_dice(conflict, b.lead)
    if not (dice_a or dice_b) or max(len(dice_a), len(dice_b)) > MAX_DICE:
        return None
    limits = Limits(conflict[a.lead].gives_at, conflict[b.lead].gives_at)
    advantages = (a.advantages, b.advantages)
    return LedSides((a.lead, b.lead), prices.TwoSides(dice_a, dice_b, limits, a.short, b.short, advantages))


def _none_if_too_large[T](compute: Callable[[], T]) -> T | None:
    try:
        return compute()
    except TooManyBranchesError:
        return None


def outlook(conflict: Conflict) -> Outlook | None:
    """Return the outlook of a conflict of two sides."""
    pair = two_sides(conflict)
    if pair is None:
        return None
    scene, phase = pair.scene, conflict.phase
    standing = (
        (pair.key(conflict.challenger), conflict.standing_roll)
        if conflict.challenger and phase != CAST
        else None
    )
    if phase == CAST:
        return _none_if_too_large(scene.before_cast)
    if phase == STRIKE and conflict.compared == "cast":
        return _none_if_too_large(
            lambda: scene.after_cast(*(conflict.side(lead).reading for lead in pair.leads))
        )
    if standing and phase in (CHALLENGE, ANSWER, INTERFERE):
        return _none_if_too_large(lambda: scene.before_answer(*standing))
    if standing and phase == STRIKE:
        return _none_if_too_large(
            lambda: scene.after_answer(*standing, conflict.side(conflict.answerer).reading)
        )
    return None


def chances(conflict: Conflict, lead: str) -> Chances | None:
    """Return the chances of a side."""
    pair, forecast = two_sides(conflict), outlook(conflict)
    return Chances.of(forecast, pair.key(lead)) if pair and forecast else None


def short_choice(conflict: Conflict, lead: str) -> Mapping[str, Chances]:
    """Return the chances after `hang_in` and `give`, or nothing if they can't be calculated."""
    pair = two_sides(conflict)
    return (pair and _none_if_too_large(lambda: pair.scene.short_choice(pair.key(lead)))) or {}


def strike_choice(conflict: Conflict, lead: str) -> Mapping[str, Chances]:
    """Return the chances after `strike` and `leave`, or nothing if they can't be calculated."""
    pair = two_sides(conflict)
    if pair is None:
        return {}
    scene, me = pair.scene, pair.key(lead)
    if conflict.compared == "cast":
        a, b = (conflict.side(each).reading for each in pair.leads)
        return _none_if_too_large(lambda: scene.cast_choice(a, b, me)) or {}
    challenger = pair.key(conflict.challenger)
    answer = conflict.side(conflict.answerer).reading
    return (
        _none_if_too_large(lambda: scene.answer_choice(challenger, conflict.standing_roll, answer, me)) or {}
    )


def forecast_lead(conflict: Conflict, lead: str) -> str:
    """Return the side whose chances the forecast shows, with more than two sides."""
    return lead if len(conflict.within) > 2 else ""


def conflict_shares(chances: Chances) -> tuple[OutcomeShare, ...]:
    """Return the chances of a side in the whole conflict."""
    return _possible(
        OutcomeShare("wins", chances.wins, "good"),
        OutcomeShare("is doubled", chances.doubled, "worst"),
        OutcomeShare("gives", chances.gives, "bad"),
    )


def _possible(*shares: OutcomeShare) -> tuple[OutcomeShare, ...]:
    return tuple(each for each in shares if each.chance)


def exchange_shares(conflict: Conflict, answerer: str) -> tuple[OutcomeShare, ...]:
    """Return the chances of the exchange for the challenger, or nothing if they can't be calculated."""
    me, them = conflict.challenger, answerer
    dice, others = side_dice(conflict, me), side_dice(conflict, them)
    if max(len(dice), len(others)) > MAX_DICE:
        return ()
    advantages = (conflict.side(me).advantages, conflict.side(them).advantages)
    ends = _none_if_too_large(lambda: standing_ends(dice, others, A, conflict.standing_roll, advantages))
    if ends is None:
        return ()
    chances = ends.chances
    return _possible(
        OutcomeShare(conflict.verb(me, "doubles", "double"), chances["a_doubles"], "best"),
        OutcomeShare(conflict.verb(them, "answers short", "answer short"), chances["b_short"], "good"),
        OutcomeShare("a true tie", chances["tie"], "mixed"),
        OutcomeShare(conflict.verb(me, "answers short", "answer short"), chances["a_short"], "bad"),
        OutcomeShare(conflict.verb(them, "doubles", "double"), chances["b_doubles"], "worst"),
    )


RELATIONS = {
    HIGHER: ("higher: the roles swap", "best"),
    TIE: ("a true tie", "mixed"),
    SHORT: ("lower, but more than half: hang in or give", "bad"),
    DOUBLED: ("half or less: doubled", "worst"),
}


def answer_shares(conflict: Conflict, lead: str) -> tuple[OutcomeShare, ...]:
    """Return the chances of each relation of a side's answer to the standing roll."""
    dice, advantages = side_dice(conflict, lead), conflict.side(lead).advantages
    odds = answer_odds(conflict.standing_roll, dice, advantages)
    chances = {
        each: odds.chance(lambda outcome: outcome.relation == each)  # called within this iteration
        for each in RELATIONS
    }
    return _possible(*(OutcomeShare(words, chances[each], tone) for each, (words, tone) in RELATIONS.items()))


def strike_shares(conflict: Conflict, lead: str) -> tuple[OutcomeShare, ...]:
    """Return the chances of each effect of a struck name's die on this comparison."""
    side = conflict.side(lead)
    if conflict.compared == "cast":
        best = max(each.reading for each in conflict.rolling_sides if each.lead != lead)
        first = sum(add_advantage(side.reading, face) > best for face in FACES)
        return _possible(
            OutcomeShare("highest of all", Fraction(first, ADVANTAGE), "good"),
            OutcomeShare("not the highest", 1 - Fraction(first, ADVANTAGE), "mixed"),
        )
    other = conflict.side(conflict.answerer).reading
    mine = lead == conflict.challenger
    relations = [
        compare(add_advantage(conflict.standing_roll, face), other)
        if mine
        else compare(conflict.standing_roll, add_advantage(other, face))
        for face in FACES
    ]
    return _possible(
        *(
            OutcomeShare(f"the answer is {words}", Fraction(relations.count(each), ADVANTAGE), tone)
            for each, (words, tone) in RELATIONS.items()
        )
    )


def cast_shares(conflict: Conflict) -> tuple[OutcomeShare, ...]:
    """Return the chances of each side to challenge after the cast."""
    sides = conflict.rolling_sides
    dice = [side_dice(conflict, each.lead) for each in sides]
    if max(map(len, dice)) > MAX_DICE:
        return ()
    rolls = roll_distributions(dice, [each.advantages for each in sides])
    chances = [highest_tie_chance(rolls, [at]) for at in range(len(sides))]
    shares = (
        OutcomeShare(
            conflict.verb(each.lead, "challenges", "challenge"),
            chance,
            "good" if conflict[each.lead].pc else "bad",
        )
        for each, chance in zip(sides, chances, strict=True)
    )
    tie = "a true tie: both sides reroll" if len(sides) == 2 else "a tie for the highest roll"
    return _possible(*shares, OutcomeShare(tie, 1 - sum(chances, Fraction()), "mixed"))
