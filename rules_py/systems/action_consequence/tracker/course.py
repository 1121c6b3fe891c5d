"""How a conflict goes on after each thing that happens: what is compared, who challenges next, what a round
leaves, who goes on the we owe list. Each step gives the conflict after it and the sentences that tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules_py.base.wording import join_words
from rules_py.systems.action_consequence.owing import is_listed
from rules_py.systems.action_consequence.readings import DOUBLED as HALF
from rules_py.systems.action_consequence.readings import HIGHER, SHORT, TIE, relation
from rules_py.systems.action_consequence.rolls import written
from rules_py.systems.action_consequence.sections import MOST_OWED
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
    Faced,
    Loss,
    Side,
)

Told = tuple[Conflict, tuple[str, ...]]
"""A conflict, and the sentences that tell how it came about."""

AFTER_CAST, AFTER_ANSWER = "cast", "answer"


def then(told: Told, step: Callable[[Conflict], Told]) -> Told:
    """One step after another."""
    conflict, sentences = told
    after, more = step(conflict)
    return after, (*sentences, *more)


# comparisons, and the names struck about them


def compared(conflict: Conflict, what: str) -> Told:
    """Rolls lie side by side: those who have a name on the list are asked first. A-074, R-36."""
    asked = tuple(_asked(conflict, what))
    conflict = conflict.but(compared=what, asked=asked)
    return (conflict.but(phase=STRIKE), ()) if asked else settled(conflict)


def _asked(conflict: Conflict, what: str) -> Iterator[str]:
    """Who may strike a name in this comparison: the side that is behind first. R-22, R-36."""
    sides = (
        list(conflict.throwing)
        if what == AFTER_CAST
        else [conflict.side(conflict.answerer), conflict.side(conflict.challenger)]
    )
    for side in sorted(sides, key=lambda each: each.reading):
        for each in conflict.members(side.lead):
            if each.owed and side.reading:
                yield each.name


def asked_next(conflict: Conflict) -> Told:
    """Whoever was asked has said. Once all have, the comparison holds."""
    left = conflict.asked[1:]
    return (conflict.but(asked=left), ()) if left else settled(conflict.but(asked=()))


def settled(conflict: Conflict) -> Told:
    """The comparison holds: what comes of it."""
    what = conflict.compared
    conflict = conflict.but(compared="")
    return cast_stands(conflict) if what == AFTER_CAST else answer_stands(conflict)


def cast_stands(conflict: Conflict) -> Told:
    """The highest challenges; two who are equal down to the last die cast again. A-017, R-1."""
    sides = conflict.throwing
    if len(sides) == 2 and sides[0].reading == sides[1].reading:
        again = conflict.with_side(*(each.but(thrown=(), advantage=()) for each in sides))
        return again.but(phase=CAST), ("Equal down to the last die: both cast again.",)
    return next_turn(conflict)


# turns


def in_turn(conflict: Conflict) -> list[Side]:
    """Who challenges next: the highest of those who have neither challenged nor answered; several, if they
    are equal in everything they threw; of those without dice, who could never differ, the first. R-27, R-29.
    """
    free = [each for each in conflict.throwing if not (each.challenged or each.answered)]
    best = next_challenger(
        showing={each.lead: each.reading for each in free}, challenged=(), answered=(), out=()
    )["next"]
    if best is None:
        return []
    equals = [each for each in free if each.reading == conflict.side(best).reading]
    highest = max(each.order for each in equals)
    first = [each for each in equals if each.order == highest]
    return first if first[0].reading else first[:1]


def next_turn(conflict: Conflict) -> Told:
    """The next challenger has the turn; where nobody is left to have one, the round ends. A-099, A-102."""
    conflict = conflict.but(challenger="", answerer="", opener="", words="")
    if len(conflict.within) < 2:
        return won(conflict)
    first = in_turn(conflict)
    if not first or len(conflict.throwing) < 2:
        return end_of_round(conflict)
    if len(first) > 1:
        names = join_words([conflict.called(each.lead) for each in first], conjunction="and")
        return conflict.but(phase=ORDER), (f"{names} are equal, and cast again for who goes first.",)
    lead = first[0].lead
    conflict = conflict.but(phase=CHALLENGE, challenger=lead, opener=lead)
    return conflict, (
        f"{conflict.verb(lead, 'challenges', 'challenge')}, with {written(conflict.standing)}.",
    )


def named(conflict: Conflict, answerer: str) -> Told:
    """An answerer is named. Whoever shows more may interfere first. A-096, R-28."""
    conflict = conflict.but(answerer=answerer)
    if conflict.side(conflict.challenger).challenged or conflict.challenger != conflict.opener:
        return conflict.but(phase=ANSWER), ()
    conflict = conflict.with_side(conflict.side(conflict.challenger).but(challenged=True))
    asked = may_interfere(
        showing={each.lead: each.reading for each in conflict.throwing},
        challenger=conflict.challenger,
        answerer=answerer,
        challenged=[each.lead for each in conflict.throwing if each.challenged],
        out=(),
    )["may"]
    return conflict.but(phase=INTERFERE if asked else ANSWER, asked=tuple(asked)), ()


def let_pass(conflict: Conflict) -> Told:
    """Whoever might interfere doesn’t; the next one is asked."""
    left = conflict.asked[1:]
    return conflict.but(asked=left, phase=INTERFERE if left else ANSWER), ()


def stepped_in(conflict: Conflict, who: str) -> Told:
    """Somebody takes the answer over; whoever is spared keeps their own turn. R-39."""
    return conflict.but(answerer=who, asked=(), phase=ANSWER), ()


# answers


def answer_stands(conflict: Conflict) -> Told:
    """What an answer comes to. A-023, R-4."""
    answer = conflict.side(conflict.answerer)
    conflict = conflict.with_side(answer.but(answered=True))
    found = relation(conflict.standing, answer.reading)
    if found == HIGHER:
        after = conflict.but(
            phase=CHALLENGE, challenger=conflict.answerer, answerer=conflict.challenger, words=""
        )
        who = conflict.verb(after.challenger, "blocks or dodges", "block or dodge")
        return after, (f"Higher: {who} it, and may challenge in turn.",)
    if found == TIE:
        sentence = "A true tie: it is blocked or dodged, and nobody gains by it."
        return then((conflict, (sentence,)), exchange_over)
    if found == SHORT:
        return conflict.but(phase=CHOOSE), ("Below, yet more than half: hang in, or give?",)
    assert found == HALF
    return doubled(conflict)


def doubled(conflict: Conflict) -> Told:
    """The answerer is out, and the challenger exhausts or injures each of the side. A-028, A-029, A-093."""
    lead = conflict.answerer
    losses = tuple(Loss(each.name, conflict.challenger) for each in conflict.members(lead))
    after = gone(conflict, lead, DOUBLED).but(phase=SETTLE, losses=losses)
    sentence = f"Half or less: {conflict.called(lead)} {_is(conflict, lead)} doubled, and it happens as said."
    return met(after, lead), (sentence,)


def hung_in(conflict: Conflict) -> Told:
    """The challenger has the advantage of the next round. A-039, R-9, R-30."""
    answerer, challenger = conflict.side(conflict.answerer), conflict.side(conflict.challenger)
    after = conflict.with_side(answerer.but(short=answerer.short + 1), challenger.but(gained=1))
    who = conflict.verb(conflict.challenger, "has", "have")
    return then((after, (f"{who} the advantage of the next round.",)), exchange_over)


def gave(conflict: Conflict) -> Told:
    """The challenge comes true, and nothing more. A-041, A-042."""
    return exchange_over(gone(conflict, conflict.answerer, GAVE))


def dropped_out(conflict: Conflict) -> Told:
    """The challenger leaves instead of challenging. A-101, R-40."""
    return next_turn(gone(conflict, conflict.challenger, LEFT))


def gone(conflict: Conflict, lead: str, how: str) -> Conflict:
    """A side is out."""
    return conflict.with_side(conflict.side(lead).but(out=how)).but(how=how)


def exchange_over(conflict: Conflict) -> Told:
    return next_turn(met(conflict))


def met(conflict: Conflict, lost: str = "") -> Conflict:
    """Who met whom is remembered of the first round. R-31."""
    if conflict.round > 1 or not conflict.answerer:
        return conflict
    faced = Faced(conflict.challenger, conflict.answerer, lost)
    return conflict.but(faced=(*conflict.faced, faced))


def losses_settled(conflict: Conflict) -> Told:
    """What the doubled lose is said: it goes on."""
    return next_turn(conflict.but(losses=()))


# rounds


def end_of_round(conflict: Conflict) -> Told:
    """A new round begins, for whoever is still in. R-8, R-9, A-103."""
    conflict, listed = owing(conflict)
    sides = (
        each.but(
            held=each.gained,
            gained=0,
            struck=0,
            thrown=(),
            advantage=(),
            order=(),
            challenged=False,
            answered=False,
        )
        for each in conflict.sides
    )
    after = conflict.but(sides=tuple(sides), round=conflict.round + 1, phase=CAST)
    return after, (*listed, f"Round {after.round} begins.")


def won(conflict: Conflict) -> Told:
    """One side is left, or none. A-046, R-40."""
    conflict, listed = owing(conflict)
    winner = next((each.lead for each in conflict.within), "")
    after = conflict.but(phase=OVER, winner=winner)
    sentence = f"{after.verb(winner, 'wins', 'win')}." if winner else "Nobody is left."
    return after, (*listed, sentence)


def owing(conflict: Conflict) -> Told:
    """Whose names go on the we owe list after the first round. A-073, R-19 to R-21, R-31."""
    if conflict.round > 1:
        return conflict, ()
    people = [
        each
        for side in conflict.sides
        if any(_owes(conflict, side, faced) for faced in conflict.faced)
        for each in conflict.members(side.lead)
        if each.pc and each.owed < MOST_OWED
    ]
    after = conflict.but(*(each.but(owed=each.owed + 1) for each in people))
    return after, tuple(f"{each.name}’s name goes on the we owe list." for each in people)


def _owes(conflict: Conflict, side: Side, faced: Faced) -> bool:
    if side.lead not in (faced.one, faced.other):
        return False
    other = conflict.side(faced.other if side.lead == faced.one else faced.one)
    return is_listed([side.total], [other.total], faced.doubled == side.lead)


def _is(conflict: Conflict, lead: str) -> str:
    return "is" if len(conflict.members(lead)) == 1 else "are"
