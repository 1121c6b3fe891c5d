"""The actions without dice: challenge, interfere, hang in, give, drop out and the we owe list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.base.wording import end_sentence, join_words, same_name
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Text
from rules_py.systems.action_consequence.readings import ADVANTAGE
from rules_py.systems.action_consequence.rolls import format_reading
from rules_py.systems.action_consequence.tracker import course, priced
from rules_py.systems.action_consequence.tracker.actions.base import ON, ConflictAction, PersonEvent
from rules_py.systems.action_consequence.tracker.course import Transition, and_then
from rules_py.systems.action_consequence.tracker.shape import (
    CHALLENGE,
    CHOOSE,
    INTERFERE,
    MAX_TEXT_CHARS,
    STRIKE,
    Conflict,
    Special,
    quote_speech,
)
from rules_py.tracker import EventData, OutcomeShare, faces, state_field

WORDS = Text(
    "words",
    "What the character does, and the result",
    longest=MAX_TEXT_CHARS,
    default="",
    help="Optional: say it aloud or write it here.",
)


HOW = Text(
    "words",
    "Which part of the challenge happens, and how",
    longest=MAX_TEXT_CHARS,
    default="",
    help="Optional: say it aloud or write it here.",
)


def answerers(conflict: Conflict) -> list[str]:
    """Return the sides that the challenger may name: after a swap of roles only the other of the two. A-025,
    A-095, A-097.
    """
    if conflict.answerer:
        return [conflict.answerer]
    return [each.lead for each in conflict.rolling_sides if each.lead != conflict.challenger]


@dataclass(frozen=True, kw_only=True)
class ChallengeEvent(PersonEvent):
    on: str = state_field(ON)
    words: str = state_field(WORDS)


class Challenge(ConflictAction[ChallengeEvent]):
    id, label = "challenge", "The challenge"
    phase = CHALLENGE

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.challenger

    def violations(self, conflict: Conflict, event: ChallengeEvent) -> Iterator[str]:
        if event.on not in answerers(conflict):
            yield "bad_answerer"

    def carry_out(self, conflict: Conflict, event: ChallengeEvent, dice: RecordingDice) -> Transition:
        words = event.words.strip()
        says = f"{conflict.verb(event.who, 'challenges', 'challenge')} {conflict.side_name(event.on)}"
        sentence = (
            f"{says}: {quote_speech(words)}"
            if words
            else f"{says} with {format_reading(conflict.standing_roll)}."
        )
        return and_then(
            (conflict.but(words=words), (sentence,)), lambda now: course.name_answerer(now, event.on)
        )

    def possible_events(self, conflict: Conflict) -> Iterable[EventData]:
        return [{"who": conflict.challenger, "on": on} for on in answerers(conflict)]

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        who, on = event["who"], event["on"]
        return {
            "id": f"challenge-{on}",
            "title": f"{conflict.verb(who, 'challenges', 'challenge')} {conflict.side_name(on)}",
            "button": f"Challenge {conflict.side_name(on)}",
            "note": _listed_challenges(conflict, who, on),
            "shares": priced.exchange_shares(conflict, on),
            "chances": _win_chances(conflict, who),
            "inputs": (WORDS,),
            "rules": ("A-020", "A-095") if len(conflict.sides) > 2 else ("A-020",),
        }


def _win_chances(conflict: Conflict, lead: str) -> tuple[tuple[str, Fraction], ...]:
    """Return the chance to win the whole conflict, if it has two sides."""
    chances = priced.chances(conflict, lead)
    return ((f"{conflict.verb(lead, 'wins', 'win')} the conflict", chances.wins),) if chances else ()


def _listed_challenges(conflict: Conflict, lead: str, on: str) -> str:
    """Return the formal challenges that specializations in use list: one’s own, and those against the other.
    A-087, A-088.
    """
    own = [words for each in _in_use(conflict, lead) for words in each.challenges]
    against = [each.opponent_challenge for each in _in_use(conflict, on) if each.opponent_challenge]
    lines = [f"“{each}”" for each in (*own, *against)]
    return f"Listed challenges: {end_sentence(join_words(lines))}" if lines else ""


def _in_use(conflict: Conflict, lead: str) -> Iterator[Special]:
    for person in conflict.members(lead):
        act = person.chosen_act()
        for each in person.specializations:
            if act and act.specialization and same_name(each.name, act.specialization):
                yield each


class DropOut(ConflictAction[PersonEvent]):
    """Leaving a conflict of several sides instead of making a challenge. A-101, R-40."""

    id, label = "drop_out", "Drop out"
    rules = ("A-101", "R-40")
    phase = CHALLENGE

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.challenger

    def violations(self, conflict: Conflict, event: PersonEvent) -> Iterator[str]:
        if conflict.answerer or len(conflict.sides) < 3:
            yield "nothing_due"

    def carry_out(self, conflict: Conflict, event: PersonEvent, dice: RecordingDice) -> Transition:
        sentence = f"{conflict.verb(event.who, 'drops', 'drop')} out."
        return and_then((conflict, (sentence,)), course.drop_out)

    def possible_events(self, conflict: Conflict) -> Iterable[EventData]:
        may_leave = not conflict.answerer and len(conflict.sides) >= 3
        return super().possible_events(conflict) if may_leave else []

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        who = event["who"]
        return {"title": f"{conflict.verb(who, 'drops', 'drop')} out instead"}


class Interfere(ConflictAction[PersonEvent]):
    """Answering instead of the named answerer, after a higher roll than theirs. A-096, R-28."""

    id, label = "interfere", "Interfere"
    rules = ("A-096", "R-28")
    phase = INTERFERE

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.asked[0]

    def carry_out(self, conflict: Conflict, event: PersonEvent, dice: RecordingDice) -> Transition:
        original_answerer = conflict.side_name(conflict.answerer)
        takes = conflict.verb(event.who, "interferes", "interfere")
        sentence = f"{takes} and will answer instead of {original_answerer}."
        return and_then((conflict, (sentence,)), lambda now: course.interfere(now, event.who))

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        who = event["who"]
        original_answerer = conflict.side_name(conflict.answerer)
        return {
            "title": f"{conflict.verb(who, 'answers', 'answer')} instead of {original_answerer}",
            "shares": priced.answer_shares(conflict, who),
        }


class LetPass(ConflictAction[PersonEvent]):
    id, label = "let_pass", "Don’t interfere"
    rules = ("R-39",)
    phase = INTERFERE

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.asked[0]

    def carry_out(self, conflict: Conflict, event: PersonEvent, dice: RecordingDice) -> Transition:
        lets = conflict.verb(event.who, "lets", "let")
        sentence = f"{lets} {conflict.side_name(conflict.answerer)} answer."
        return and_then((conflict, (sentence,)), course.let_pass)

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        who = event["who"]
        original_answerer = conflict.side_name(conflict.answerer)
        return {"title": f"{conflict.verb(who, 'lets', 'let')} {original_answerer} answer"}


@dataclass(frozen=True, kw_only=True)
class HangInEvent(PersonEvent):
    words: str = state_field(HOW)


class HangIn(ConflictAction[HangInEvent]):
    id, label = "hang_in", "Hang in"
    rules = ("A-038", "A-039")
    phase = CHOOSE

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.answerer

    def carry_out(self, conflict: Conflict, event: HangInEvent, dice: RecordingDice) -> Transition:
        words = event.words.strip()
        hangs = f"{conflict.verb(event.who, 'hangs', 'hang')} in"
        sentence = f"{hangs}: {quote_speech(words)}" if words else f"{hangs}: part of the challenge happens."
        return and_then((conflict, (sentence,)), course.hang_in)

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        who = event["who"]
        chances = priced.short_choice(conflict, who).get("hang_in")
        return {
            "title": f"{conflict.verb(who, 'hangs', 'hang')} in",
            "note": "Part of the challenge happens, and "
            f"{conflict.verb(conflict.challenger, 'has', 'have')} the advantage next round.",
            "shares": priced.conflict_shares(chances) if chances else (),
            "forecast_for": priced.forecast_lead(conflict, who),
            "more_inputs": (HOW,),
        }


class Give(ConflictAction[PersonEvent]):
    id, label = "give", "Give"
    rules = ("A-041", "A-042")
    note = "The challenge happens in full. No one is exhausted or injured."
    phase = CHOOSE

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.answerer

    def carry_out(self, conflict: Conflict, event: PersonEvent, dice: RecordingDice) -> Transition:
        sentence = f"{conflict.verb(event.who, 'gives', 'give')}: the challenge happens in full."
        return and_then((conflict, (sentence,)), course.give)

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        who = event["who"]
        return {
            "title": conflict.verb(who, "gives", "give"),
            "shares": (OutcomeShare("gives", Fraction(1), "bad"),),
        }


class Strike(ConflictAction[PersonEvent]):
    """A name struck after both rolls: an advantage die until the end of the round. A-074, R-23."""

    id, label = "strike", "Strike a name"
    button = "Strike"
    rules = ("A-074", "A-076", "R-23", "R-36")
    phase = STRIKE
    dice = faces(ADVANTAGE)

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.asked[0]

    def violations(self, conflict: Conflict, event: PersonEvent) -> Iterator[str]:
        if not conflict[event.who].owed:
            yield "no_name"

    def carry_out(self, conflict: Conflict, event: PersonEvent, dice: RecordingDice) -> Transition:
        person = conflict[event.who]
        face = dice.d(ADVANTAGE, label="The struck name’s die", rule="A-076")
        side = conflict.side(person.lead)
        side = side.but(struck=side.struck + 1, advantage=(*side.advantage, face))
        after = conflict.but(person.but(owed=person.owed - 1)).with_side(side)
        reading = format_reading(side.reading)
        sentence = f"{person.name}’s name is struck: adding {face} makes the roll {reading}."
        return and_then((after, (sentence,)), course.ask_next)

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        who = event["who"]
        person = conflict[who]
        chances = priced.strike_choice(conflict, person.lead).get("strike")
        times = "once" if person.owed == 1 else f"{person.owed} times"
        return {
            "title": f"Strike {who}’s name",
            "note": "Adds a d6 to the high die, now and on each reroll this round. "
            f"The name is on the list {times}.",
            "dice": ((f"{who}’s name", ADVANTAGE),),
            "shares": priced.conflict_shares(chances)
            if chances
            else priced.strike_shares(conflict, person.lead),
            "forecast_for": priced.forecast_lead(conflict, person.lead),
        }


class LeaveIt(ConflictAction[PersonEvent]):
    id, label = "leave", "Don’t strike a name"
    button = "Don’t strike"
    rules = ("R-36",)
    phase = STRIKE

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.asked[0]

    def carry_out(self, conflict: Conflict, event: PersonEvent, dice: RecordingDice) -> Transition:
        return and_then((conflict, (f"{event.who} doesn’t strike a name.",)), course.ask_next)

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        who = event["who"]
        side = conflict[who].lead
        chances = priced.strike_choice(conflict, side).get("leave")
        return {
            "title": f"{who} doesn’t strike a name",
            "shares": priced.conflict_shares(chances) if chances else (),
            "forecast_for": priced.forecast_lead(conflict, side),
        }
