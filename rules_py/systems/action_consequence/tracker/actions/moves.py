"""What is said and decided: the challenge, who answers it, hanging in and giving, dropping out, the names
of the we owe list.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules_py.base.wording import join_words, same_name
from rules_py.dice.dice import RecordingDice
from rules_py.inputs import Text
from rules_py.systems.action_consequence.readings import ADVANTAGE
from rules_py.systems.action_consequence.rolls import written
from rules_py.systems.action_consequence.tracker import course, priced
from rules_py.systems.action_consequence.tracker.actions.base import NOW, ON, WHO, ConflictDeed
from rules_py.systems.action_consequence.tracker.course import Told, then
from rules_py.systems.action_consequence.tracker.schema import LONGEST_WORDS
from rules_py.systems.action_consequence.tracker.shape import (
    CHALLENGE,
    CHOOSE,
    INTERFERE,
    STRIKE,
    Conflict,
    Event,
    Special,
)
from rules_py.tracker import Act, Share, faces

WORDS = Text(
    "words",
    "What the character does, and what comes of it",
    longest=LONGEST_WORDS,
    default="",
    help="If you like: say it aloud, or note it here.",
)


HOW = Text(
    "words",
    "Which part of it happens, and how",
    longest=LONGEST_WORDS,
    default="",
    help="If you like: say it aloud, or note it here.",
)


def answerers(conflict: Conflict) -> list[str]:
    """Whom the challenger may name: after a swap of roles only the other of the two. A-025, A-095, A-097."""
    if conflict.answerer:
        return [conflict.answerer]
    return [each.lead for each in conflict.throwing if each.lead != conflict.challenger]


class Challenge(ConflictDeed):
    do, label = "challenge", "The challenge"
    phase = CHALLENGE
    fields = (WHO, ON, WORDS)

    def due(self, conflict: Conflict) -> str:
        return conflict.challenger

    def refusals(self, conflict: Conflict, event: Event) -> Iterator[str]:
        if event.on not in answerers(conflict):
            yield "bad_answerer"

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        words = event.words.strip()
        says = f"{conflict.verb(event.who, 'challenges', 'challenge')} {conflict.called(event.on)}"
        sentence = f"{says}: “{words}”" if words else f"{says}, with {written(conflict.standing)} standing."
        return then((conflict.but(words=words), (sentence,)), lambda now: course.named(now, event.on))

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        lead = conflict.challenger
        for on in answerers(conflict):
            yield self.act(
                conflict,
                {"who": lead, "on": on},
                id=f"challenge-{on}",
                title=f"{conflict.verb(lead, 'challenges', 'challenge')} {conflict.called(on)}",
                button=f"Challenge {conflict.called(on)}",
                kind=NOW,
                note=_listed(conflict, lead, on),
                shares=priced.exchange(conflict, on),
                figures=_from_here(conflict, lead),
                inputs=(WORDS,),
                rules=("A-020", "A-095") if len(conflict.sides) > 2 else ("A-020",),
            )


def _from_here(conflict: Conflict, lead: str) -> tuple[tuple[str, Fraction], ...]:
    """The chance to win the whole conflict, of two sides."""
    found = priced.chances(conflict, lead)
    return ((f"{conflict.called(lead)} to win in the end", found.wins),) if found else ()


def _listed(conflict: Conflict, lead: str, on: str) -> str:
    """The formal challenges that specializations in use list: one’s own, and those against the other. A-087,
    A-088.
    """
    own = [words for each in _in_use(conflict, lead) for words in each.challenges]
    against = [each.opponent_challenge for each in _in_use(conflict, on) if each.opponent_challenge]
    lines = [f"“{each}”" for each in (*own, *against)]
    return f"Listed challenges: {join_words(lines)}." if lines else ""


def _in_use(conflict: Conflict, lead: str) -> Iterator[Special]:
    for person in conflict.members(lead):
        act = person.acting()
        for each in person.specializations:
            if act and act.specialization and same_name(each.name, act.specialization):
                yield each


class DropOut(ConflictDeed):
    """Whose turn it is among several sides may leave instead. A-101, R-40."""

    do, label = "drop_out", "Drop out"
    phase = CHALLENGE
    fields = (WHO,)

    def due(self, conflict: Conflict) -> str:
        return conflict.challenger

    def refusals(self, conflict: Conflict, event: Event) -> Iterator[str]:
        if conflict.answerer or len(conflict.sides) < 3:
            yield "nothing_due"

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        sentence = f"{conflict.verb(event.who, 'drops', 'drop')} out."
        return then((conflict, (sentence,)), course.dropped_out)

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        if conflict.answerer or len(conflict.sides) < 3:
            return
        lead = conflict.challenger
        yield self.act(
            conflict,
            {"who": lead},
            id="drop_out",
            title=f"{conflict.verb(lead, 'drops', 'drop')} out instead",
            button="Drop out",
            kind=NOW,
            rules=("A-101", "R-40"),
        )


class Interfere(ConflictDeed):
    """Who shows more than the named answerer may take the answer over. A-096, R-28."""

    do, label = "interfere", "Interfere"
    phase = INTERFERE
    fields = (WHO,)

    def due(self, conflict: Conflict) -> str:
        return conflict.asked[0]

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        spared = conflict.called(conflict.answerer)
        takes = conflict.verb(event.who, "interferes", "interfere")
        sentence = f"{takes}, and will answer in place of {spared}."
        return then((conflict, (sentence,)), lambda now: course.stepped_in(now, event.who))

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        lead, spared = conflict.asked[0], conflict.called(conflict.answerer)
        yield self.act(
            conflict,
            {"who": lead},
            id="interfere",
            title=f"{conflict.verb(lead, 'answers', 'answer')} in place of {spared}",
            button="Interfere",
            kind=NOW,
            shares=priced.answer(conflict, lead),
            rules=("A-096", "R-28"),
        )


class LetPass(ConflictDeed):
    do, label = "let_pass", "Let it pass"
    phase = INTERFERE
    fields = (WHO,)

    def due(self, conflict: Conflict) -> str:
        return conflict.asked[0]

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        sentence = f"{conflict.verb(event.who, 'lets', 'let')} it pass."
        return then((conflict, (sentence,)), course.let_pass)

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        lead = conflict.asked[0]
        yield self.act(
            conflict,
            {"who": lead},
            id="let_pass",
            title=f"{conflict.called(conflict.answerer)} may answer",
            button="Let it pass",
            kind=NOW,
            rules=("R-39",),
        )


class HangIn(ConflictDeed):
    do, label = "hang_in", "Hang in"
    phase = CHOOSE
    fields = (WHO, HOW)

    def due(self, conflict: Conflict) -> str:
        return conflict.answerer

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        words = event.words.strip()
        hangs = f"{conflict.verb(event.who, 'hangs', 'hang')} in"
        sentence = f"{hangs}: “{words}”." if words else f"{hangs}, and takes part of it."
        return then((conflict, (sentence,)), course.hung_in)

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        lead = conflict.answerer
        found = priced.short_choice(conflict, lead).get("hang_in")
        yield self.act(
            conflict,
            {"who": lead},
            id="hang_in",
            title=f"{conflict.verb(lead, 'hangs', 'hang')} in",
            button="Hang in",
            kind=NOW,
            note=f"Part of it happens, and {conflict.called(conflict.challenger)} will have the advantage.",
            shares=priced.whole(found) if found else (),
            foretold=priced.left_to_forecast(conflict, lead),
            more=(HOW,),
            rules=("A-038", "A-039"),
        )


class Give(ConflictDeed):
    do, label = "give", "Give"
    phase = CHOOSE
    fields = (WHO,)

    def due(self, conflict: Conflict) -> str:
        return conflict.answerer

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        sentence = f"{conflict.verb(event.who, 'gives', 'give')}: it happens as said, and nothing more."
        return then((conflict, (sentence,)), course.gave)

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        lead = conflict.answerer
        yield self.act(
            conflict,
            {"who": lead},
            id="give",
            title=f"{conflict.verb(lead, 'gives', 'give')}",
            button="Give",
            kind=NOW,
            note="The challenge comes true in full. Nobody is exhausted or injured.",
            shares=(Share("to give", Fraction(1), "bad"),),
            rules=("A-041", "A-042"),
        )


class Strike(ConflictDeed):
    """A name struck once both rolls are seen: an advantage die to the end of the round. A-074, R-23."""

    do, label = "strike", "Strike a name"
    phase = STRIKE
    fields = (WHO,)
    dice = faces(ADVANTAGE)

    def due(self, conflict: Conflict) -> str:
        return conflict.asked[0]

    def refusals(self, conflict: Conflict, event: Event) -> Iterator[str]:
        if not conflict[event.who].owed:
            yield "no_name"

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        person = conflict[event.who]
        face = dice.d(ADVANTAGE, label="The die of a struck name", rule="A-076")
        side = conflict.side(person.lead)
        side = side.but(struck=side.struck + 1, advantage=(*side.advantage, face))
        after = conflict.but(person.but(owed=person.owed - 1)).with_side(side)
        shown = written(side.reading)
        sentence = f"{person.name}’s name is struck: {face} more, {shown} now."
        return then((after, (sentence,)), course.asked_next)

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        person = conflict[conflict.asked[0]]
        found = priced.strike_choice(conflict, person.lead).get("strike")
        yield self.act(
            conflict,
            {"who": person.name},
            id="strike",
            title=f"Strike {person.name}’s name",
            button="Strike it",
            kind=NOW,
            note=f"A d6 on top of the high die, now and with each reroll of this round. {_left(person.owed)}",
            dice=((f"{person.name}’s name", ADVANTAGE),),
            shares=priced.whole(found) if found else priced.strikes(conflict, person.lead),
            foretold=priced.left_to_forecast(conflict, person.lead),
            rules=("A-074", "A-076", "R-23", "R-36"),
        )


def _left(owed: int) -> str:
    return f"It stands there {'once' if owed == 1 else f'{owed} times'}."


class LeaveIt(ConflictDeed):
    do, label = "leave", "Leave the list alone"
    phase = STRIKE
    fields = (WHO,)

    def due(self, conflict: Conflict) -> str:
        return conflict.asked[0]

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        return then((conflict, (f"{event.who} strikes no name.",)), course.asked_next)

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        person = conflict[conflict.asked[0]]
        found = priced.strike_choice(conflict, person.lead).get("leave")
        yield self.act(
            conflict,
            {"who": person.name},
            id="leave",
            title=f"{person.name} strikes no name",
            button="Leave it",
            kind=NOW,
            shares=priced.whole(found) if found else (),
            foretold=priced.left_to_forecast(conflict, person.lead),
            rules=("R-36",),
        )
