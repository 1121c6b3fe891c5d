"""What each move at the conflict table is worth from here.

Of two sides the whole conflict is told; of more, the exchange at hand. Where somebody throws more dice than
chances are told of, or their numbers are too long to be written down, nothing is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules_py.base.errors import TooManyBranchesError
from rules_py.systems.action_consequence import prices
from rules_py.systems.action_consequence.fields import MOST_ON_A_SIDE
from rules_py.systems.action_consequence.order import highest_together
from rules_py.systems.action_consequence.outlook import Limits, Outlook
from rules_py.systems.action_consequence.prices import Chances
from rules_py.systems.action_consequence.readings import (
    ADVANTAGE,
    DOUBLED,
    HIGHER,
    SHORT,
    TIE,
    laws,
    raised,
    relation,
)
from rules_py.systems.action_consequence.rolls import answer_odds
from rules_py.systems.action_consequence.sweep import A, B
from rules_py.systems.action_consequence.tracker.dice import side_dice
from rules_py.systems.action_consequence.tracker.shape import (
    ANSWER,
    CAST,
    CHALLENGE,
    INTERFERE,
    STRIKE,
    Conflict,
    Side,
)
from rules_py.tracker import Share

FACES = range(1, ADVANTAGE + 1)


@dataclass(frozen=True)
class Two:
    """A conflict of two sides, as its chances are told: which of them is A, which is B."""

    leads: tuple[str, str]
    scene: prices.Scene

    def key(self, lead: str) -> str:
        return A if lead == self.leads[0] else B


def two(conflict: Conflict) -> Two | None:
    """The conflict as one of two sides; None where there are more, or too many dice."""
    if len(conflict.within) != 2:
        return None
    a, b = conflict.within
    dice_a, dice_b = side_dice(conflict, a.lead), side_dice(conflict, b.lead)
    if not (dice_a or dice_b) or max(len(dice_a), len(dice_b)) > MOST_ON_A_SIDE:
        return None
    limits = Limits(conflict[a.lead].gives_at, conflict[b.lead].gives_at)
    held = (a.advantages, b.advantages)
    return Two((a.lead, b.lead), prices.Scene(dice_a, dice_b, limits, a.short, b.short, held))


def _told[T](found: Callable[[], T]) -> T | None:
    try:
        return found()
    except TooManyBranchesError:
        return None


def outlook(conflict: Conflict) -> Outlook | None:
    """How it ends from here, of two sides."""
    pair = two(conflict)
    if pair is None:
        return None
    scene, phase = pair.scene, conflict.phase
    standing = (
        (pair.key(conflict.challenger), conflict.standing) if conflict.challenger and phase != CAST else None
    )
    if phase == CAST:
        return _told(scene.casting)
    if phase == STRIKE and conflict.compared == "cast":
        return _told(lambda: scene.cast(*(conflict.side(lead).reading for lead in pair.leads)))
    if standing and phase in (CHALLENGE, ANSWER, INTERFERE):
        return _told(lambda: scene.standing(*standing))
    if standing and phase == STRIKE:
        return _told(lambda: scene.answered(*standing, conflict.side(conflict.answerer).reading))
    return None


def chances(conflict: Conflict, lead: str) -> Chances | None:
    """What awaits a side from here."""
    pair, found = two(conflict), outlook(conflict)
    return Chances.of(found, pair.key(lead)) if pair and found else None


def short_choice(conflict: Conflict, lead: str) -> Mapping[str, Chances]:
    """What `hang_in` and `give` are worth; nothing where that can’t be told."""
    pair = two(conflict)
    return (pair and _told(lambda: pair.scene.short_choice(pair.key(lead)))) or {}


def strike_choice(conflict: Conflict, lead: str) -> Mapping[str, Chances]:
    """What `strike` and `leave` are worth to a side; nothing where that can’t be told."""
    pair = two(conflict)
    if pair is None:
        return {}
    scene, me = pair.scene, pair.key(lead)
    if conflict.compared == "cast":
        a, b = (conflict.side(each).reading for each in pair.leads)
        return _told(lambda: scene.cast_choice(a, b, me)) or {}
    challenger = pair.key(conflict.challenger)
    answer = conflict.side(conflict.answerer).reading
    return _told(lambda: scene.answer_choice(challenger, conflict.standing, answer, me)) or {}


def left_to_forecast(conflict: Conflict, lead: str) -> str:
    """Whose chances the forecast tells, as there are more sides than two; "" where they are told here."""
    return lead if len(conflict.within) > 2 else ""


def whole(found: Chances) -> tuple[Share, ...]:
    """The chances of a whole conflict, for the side that they are of."""
    return _there(
        Share("to win", found.wins, "good"),
        Share("to be doubled", found.doubled, "worst"),
        Share("to give", found.gives, "bad"),
    )


def _there(*shares: Share) -> tuple[Share, ...]:
    return tuple(each for each in shares if each.chance)


# the exchange at hand


def opponent(conflict: Conflict, side: Side) -> prices.Opponent:
    return prices.Opponent(side_dice(conflict, side.lead), side.advantages)


def exchange(conflict: Conflict, answerer: str) -> tuple[Share, ...]:
    """How the exchange with somebody ends, for the challenger; nothing where that can’t be told."""
    challenger, other = conflict.side(conflict.challenger), conflict.side(answerer)
    mine, theirs = opponent(conflict, challenger), opponent(conflict, other)
    if max(len(mine.dice), len(theirs.dice)) > MOST_ON_A_SIDE:
        return ()
    found = _told(lambda: prices.exchange(mine, conflict.standing, theirs))
    if found is None:
        return ()
    me, them = conflict.challenger, answerer
    return _there(
        Share(conflict.verb(me, "doubles", "double"), found.challenger_doubles, "best"),
        Share(conflict.verb(them, "ends short", "end short"), found.challenger_advantage, "good"),
        Share("a true tie", found.tie, "mixed"),
        Share(conflict.verb(me, "ends short", "end short"), found.answerer_advantage, "bad"),
        Share(conflict.verb(them, "doubles", "double"), found.answerer_doubles, "worst"),
    )


RELATIONS = {
    HIGHER: ("higher: takes over", "best"),
    TIE: ("a true tie", "mixed"),
    SHORT: ("short: hang in or give", "bad"),
    DOUBLED: ("doubled", "worst"),
}


def answer(conflict: Conflict, lead: str) -> tuple[Share, ...]:
    """How the answer of a side may stand to the roll that stands."""
    dice, held = side_dice(conflict, lead), conflict.side(lead).advantages
    odds = answer_odds(conflict.standing, dice, held)
    found = {
        each: odds.chance(lambda outcome, each=each: outcome.relation == each)  # type: ignore[misc]
        for each in RELATIONS
    }
    return _there(*(Share(words, found[each], tone) for each, (words, tone) in RELATIONS.items()))


def strikes(conflict: Conflict, lead: str) -> tuple[Share, ...]:
    """What the die of a struck name may make of this comparison, where the whole can’t be told."""
    side = conflict.side(lead)
    if conflict.compared == "cast":
        best = max(each.reading for each in conflict.throwing if each.lead != lead)
        first = sum(raised(side.reading, face) > best for face in FACES)
        return _there(
            Share("highest of all", Fraction(first, ADVANTAGE), "good"),
            Share("not the highest", 1 - Fraction(first, ADVANTAGE), "mixed"),
        )
    other = conflict.side(conflict.answerer).reading
    mine = lead == conflict.challenger
    found = [
        relation(raised(conflict.standing, face), other)
        if mine
        else relation(conflict.standing, raised(other, face))
        for face in FACES
    ]
    return _there(
        *(
            Share(f"the answer is {words}", Fraction(found.count(each), ADVANTAGE), tone)
            for each, (words, tone) in RELATIONS.items()
        )
    )


# the cast


def cast(conflict: Conflict) -> tuple[Share, ...]:
    """Who challenges after the cast."""
    sides = conflict.throwing
    dice = [side_dice(conflict, each.lead) for each in sides]
    if max(map(len, dice)) > MOST_ON_A_SIDE:
        return ()
    rolls = laws(dice, [each.advantages for each in sides])
    found = [highest_together(rolls, [at]) for at in range(len(sides))]
    shares = (
        Share(
            conflict.verb(each.lead, "challenges", "challenge"),
            chance,
            "good" if conflict[each.lead].pc else "bad",
        )
        for each, chance in zip(sides, found, strict=True)
    )
    tie = "all equal: cast again" if len(sides) == 2 else "a tie for the highest"
    return _there(*shares, Share(tie, 1 - sum(found, Fraction()), "mixed"))
