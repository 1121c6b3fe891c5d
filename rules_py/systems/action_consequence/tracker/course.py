"""The state machine of a conflict: the results of each comparison, turn, answer and round.

Each step returns the conflict after it, and the sentences for the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules_py.base.wording import join_words
from rules_py.systems.action_consequence.owing import is_listed
from rules_py.systems.action_consequence.readings import DOUBLED as HALF
from rules_py.systems.action_consequence.readings import HIGHER, SHORT, TIE, compare
from rules_py.systems.action_consequence.rolls import format_reading
from rules_py.systems.action_consequence.sections import MAX_OWED
from rules_py.systems.action_consequence.sides import may_interfere, next_challenger
from rules_py.systems.action_consequence.tracker.shape import (
    ANSWER,
    CAST,
    CHALLENGE,
    CHOOSE,
    DOUBLED,
    GAVE,
    INTERFERE,
    LEFT,
    ORDER,
    OVER,
    SETTLE,
    STRIKE,
    Conflict,
    Loss,
    Meeting,
    Side,
)

Transition = tuple[Conflict, tuple[str, ...]]
"""A conflict, and the log's sentences about the transition to it."""

AFTER_CAST, AFTER_ANSWER = "cast", "answer"


def and_then(transition: Transition, step: Callable[[Conflict], Transition]) -> Transition:
    """Return a transition followed by another step."""
    conflict, sentences = transition
    after, more = step(conflict)
    return after, (*sentences, *more)


def start_comparison(conflict: Conflict, what: str) -> Transition:
    """Compare rolls, unless someone may strike a name first. A-074, R-36."""
    strikers = tuple(_striking_order(conflict, what))
    conflict = conflict.but(compared=what, asked=strikers)
    return (conflict.but(phase=STRIKE), ()) if strikers else settle_comparison(conflict)


def _striking_order(conflict: Conflict, what: str) -> Iterator[str]:
    """Yield the sides that may strike a name in this comparison, the lower side first. R-22, R-36."""
    sides = (
        list(conflict.rolling_sides)
        if what == AFTER_CAST
        else [conflict.side(conflict.answerer), conflict.side(conflict.challenger)]
    )
    for side in sorted(sides, key=lambda each: each.reading):
        for each in conflict.members(side.lead):
            if each.owed and side.reading:
                yield each.name


def ask_next(conflict: Conflict) -> Transition:
    """Ask the next side that may strike a name, and compare the rolls after the last."""
    left = conflict.asked[1:]
    return (conflict.but(asked=left), ()) if left else settle_comparison(conflict.but(asked=()))


def settle_comparison(conflict: Conflict) -> Transition:
    """Apply a comparison once no one can change it any more."""
    what = conflict.compared
    conflict = conflict.but(compared="")
    return after_cast(conflict) if what == AFTER_CAST else after_answer(conflict)


def after_cast(conflict: Conflict) -> Transition:
    """Start the first turn; two sides that are fully equal cast again. A-017, R-1."""
    sides = conflict.rolling_sides
    if len(sides) == 2 and sides[0].reading == sides[1].reading:
        again = conflict.with_side(*(each.but(rolled=(), advantage=()) for each in sides))
        return again.but(phase=CAST), ("Every die is equal: both sides reroll.",)
    return next_turn(conflict)


def next_in_turn(conflict: Conflict) -> list[Side]:
    """Return the next challenger: the highest side that has neither challenged nor answered.

    Return several if all their rolls are equal. Of sides without dice, which can never differ, return only
    the first. R-27, R-29.
    """
    free = [each for each in conflict.rolling_sides if not (each.challenged or each.answered)]
    best = next_challenger(
        showing={each.lead: each.reading for each in free}, challenged=(), answered=(), out=()
    )["next"]
    if best is None:
        return []
    equals = [each for each in free if each.reading == conflict.side(best).reading]
    highest = max(each.order for each in equals)
    first = [each for each in equals if each.order == highest]
    return first if first[0].reading else first[:1]


def next_turn(conflict: Conflict) -> Transition:
    """Start the next turn, or end the round if no one is left to take one. A-099, A-102."""
    conflict = conflict.but(challenger="", answerer="", opener="", words="")
    if len(conflict.within) < 2:
        return end_conflict(conflict)
    first = next_in_turn(conflict)
    if not first or len(conflict.rolling_sides) < 2:
        return end_round(conflict)
    if len(first) > 1:
        names = join_words([conflict.side_name(each.lead) for each in first], conjunction="and")
        return conflict.but(phase=ORDER), (f"{names} tie, and reroll for who goes first.",)
    lead = first[0].lead
    conflict = conflict.but(phase=CHALLENGE, challenger=lead, opener=lead)
    return conflict, (
        f"{conflict.verb(lead, 'challenges', 'challenge')} with {format_reading(conflict.standing_roll)}.",
    )


def name_answerer(conflict: Conflict, answerer: str) -> Transition:
    """Name an answerer. Anyone with a higher reading may interfere first. A-096, R-28."""
    conflict = conflict.but(answerer=answerer)
    if conflict.side(conflict.challenger).challenged or conflict.challenger != conflict.opener:
        return conflict.but(phase=ANSWER), ()
    conflict = conflict.with_side(conflict.side(conflict.challenger).but(challenged=True))
    may_act = may_interfere(
        showing={each.lead: each.reading for each in conflict.rolling_sides},
        challenger=conflict.challenger,
        answerer=answerer,
        challenged=[each.lead for each in conflict.rolling_sides if each.challenged],
        out=(),
    )["may"]
    return conflict.but(phase=INTERFERE if may_act else ANSWER, asked=tuple(may_act)), ()


def let_pass(conflict: Conflict) -> Transition:
    """Decline to interfere, and ask the next one."""
    left = conflict.asked[1:]
    return conflict.but(asked=left, phase=INTERFERE if left else ANSWER), ()


def interfere(conflict: Conflict, who: str) -> Transition:
    """Take over the answer; the side that was named still has its own turn. R-39."""
    return conflict.but(answerer=who, asked=(), phase=ANSWER), ()


def after_answer(conflict: Conflict) -> Transition:
    """Apply an answer. A-023, R-4."""
    answer = conflict.side(conflict.answerer)
    conflict = conflict.with_side(answer.but(answered=True))
    relation = compare(conflict.standing_roll, answer.reading)
    if relation == HIGHER:
        after = conflict.but(
            phase=CHALLENGE, challenger=conflict.answerer, answerer=conflict.challenger, words=""
        )
        who = conflict.verb(after.challenger, "blocks or dodges", "block or dodge")
        return after, (f"Higher: {who} the challenge, and the roles swap.",)
    if relation == TIE:
        sentence = "A true tie: the challenge is blocked or dodged, and no one has the advantage."
        return and_then((conflict, (sentence,)), end_exchange)
    if relation == SHORT:
        return conflict.but(phase=CHOOSE), ("Lower, but more than half: hang in or give?",)
    assert relation == HALF
    return double(conflict)


def double(conflict: Conflict) -> Transition:
    """Put the answerer out; the challenger exhausts or injures each of its side. A-028, A-029, A-093."""
    lead = conflict.answerer
    losses = tuple(Loss(each.name, conflict.challenger) for each in conflict.members(lead))
    after = leave(conflict, lead, DOUBLED).but(phase=SETTLE, losses=losses)
    doubled = f"{conflict.side_name(lead)} {_verb_be(conflict, lead)} doubled"
    sentence = f"Half or less: {doubled}, and the challenge happens in full."
    return record_meeting(after, lead), (sentence,)


def hang_in(conflict: Conflict) -> Transition:
    """Stay in: the challenger has the advantage next round. A-039, R-9, R-30."""
    answerer, challenger = conflict.side(conflict.answerer), conflict.side(conflict.challenger)
    after = conflict.with_side(answerer.but(short=answerer.short + 1), challenger.but(gained=1))
    who = conflict.verb(conflict.challenger, "has", "have")
    return and_then((after, (f"{who} the advantage next round.",)), end_exchange)


def give(conflict: Conflict) -> Transition:
    """Give: the challenge comes true, and nothing more happens. A-041, A-042."""
    return end_exchange(leave(conflict, conflict.answerer, GAVE))


def drop_out(conflict: Conflict) -> Transition:
    """Leave instead of challenging. A-101, R-40."""
    return next_turn(leave(conflict, conflict.challenger, LEFT))


def leave(conflict: Conflict, lead: str, how: str) -> Conflict:
    """Put a side out."""
    return conflict.with_side(conflict.side(lead).but(out=how)).but(how=how)


def end_exchange(conflict: Conflict) -> Transition:
    return next_turn(record_meeting(conflict))


def record_meeting(conflict: Conflict, lost: str = "") -> Conflict:
    """Record the two sides of an exchange in the first round. R-31."""
    if conflict.round > 1 or not conflict.answerer:
        return conflict
    faced = Meeting(conflict.challenger, conflict.answerer, lost)
    return conflict.but(faced=(*conflict.faced, faced))


def settle_losses(conflict: Conflict) -> Transition:
    """Go on after the losses of the doubled are settled."""
    return next_turn(conflict.but(losses=()))


def end_round(conflict: Conflict) -> Transition:
    """Start a new round for all sides that are still in. R-8, R-9, A-103."""
    conflict, listed = list_owed_names(conflict)
    sides = (
        each.but(
            held=each.gained,
            gained=0,
            struck=0,
            rolled=(),
            advantage=(),
            order=(),
            challenged=False,
            answered=False,
        )
        for each in conflict.sides
    )
    after = conflict.but(sides=tuple(sides), round=conflict.round + 1, phase=CAST)
    return after, (*listed, f"Round {after.round} begins.")


def end_conflict(conflict: Conflict) -> Transition:
    """End the conflict with one side left, or none. A-046, R-40."""
    conflict, listed = list_owed_names(conflict)
    winner = next((each.lead for each in conflict.within), "")
    after = conflict.but(phase=OVER, winner=winner)
    sentence = f"{after.verb(winner, 'wins', 'win')}." if winner else "No one is left."
    return after, (*listed, sentence)


def list_owed_names(conflict: Conflict) -> Transition:
    """Add names to the we owe list after the first round. A-073, R-19 to R-21, R-31."""
    if conflict.round > 1:
        return conflict, ()
    people = [
        each
        for side in conflict.sides
        if any(_is_owed(conflict, side, faced) for faced in conflict.faced)
        for each in conflict.members(side.lead)
        if each.pc and each.owed < MAX_OWED
    ]
    after = conflict.but(*(each.but(owed=each.owed + 1) for each in people))
    return after, tuple(f"{each.name}’s name goes on the we owe list." for each in people)


def _is_owed(conflict: Conflict, side: Side, faced: Meeting) -> bool:
    if side.lead not in (faced.one, faced.other):
        return False
    other = conflict.side(faced.other if side.lead == faced.one else faced.one)
    return is_listed(side.total, other.total, faced.doubled == side.lead, conflict.rules)


def _verb_be(conflict: Conflict, lead: str) -> str:
    return "is" if len(conflict.members(lead)) == 1 else "are"
