"""The actions with dice: the cast, a tie for the next turn and an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules_py.base.wording import join_words
from rules_py.dice.recording import RecordingDice
from rules_py.systems.action_consequence.fields import MAX_ADVANTAGES, format_dice
from rules_py.systems.action_consequence.rolls import format_reading
from rules_py.systems.action_consequence.sizes import SIZES
from rules_py.systems.action_consequence.tracker import course, priced
from rules_py.systems.action_consequence.tracker.actions.base import (
    ConflictAction,
    PersonEvent,
    dice_of_sides,
    roll_side,
    speaker,
)
from rules_py.systems.action_consequence.tracker.course import AFTER_ANSWER, AFTER_CAST, Transition, and_then
from rules_py.systems.action_consequence.tracker.dice import dice_of, side_dice
from rules_py.systems.action_consequence.tracker.shape import (
    ANSWER,
    CAST,
    MAX_PEOPLE,
    MAX_TOGETHER,
    ORDER,
    Conflict,
    Side,
)
from rules_py.tracker import EventData, ParticipantEvent, faces

FACES = replace(faces(max(SIZES)), fewest=0, most=MAX_PEOPLE * (MAX_TOGETHER + MAX_ADVANTAGES))


class Cast(ConflictAction[ParticipantEvent]):
    """The roll of every side that opens a round; the highest challenges. A-016, A-017, A-094."""

    id, label = "cast", "The cast"
    button = "Roll"
    phase = CAST
    dice = FACES
    not_overridable = ConflictAction.not_overridable | {"one_side"}

    def violations(self, conflict: Conflict, event: ParticipantEvent) -> Iterator[str]:
        if len(conflict.rolling_sides) < 2:
            yield "one_side"
        elif not any(side_dice(conflict, each.lead) for each in conflict.rolling_sides):
            yield "no_dice"

    def carry_out(self, conflict: Conflict, event: ParticipantEvent, dice: RecordingDice) -> Transition:
        cast = [roll_side(conflict, each, dice, "rolls", "A-016") for each in conflict.rolling_sides]
        if conflict.round == 1:
            cast = [each.but(total=sum(each.sizes)) for each in cast]
        after = conflict.with_side(*cast)
        readings = "; ".join(f"{after.side_name(each.lead)} {format_reading(each.reading)}" for each in cast)
        return and_then(
            (after, (f"Cast: {readings}.",)), lambda now: course.start_comparison(now, AFTER_CAST)
        )

    def possible_events(self, conflict: Conflict) -> Iterable[EventData]:
        return [{}] if len(conflict.rolling_sides) >= 2 else []

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        sides = conflict.rolling_sides
        dice = dice_of_sides(conflict, sides)
        return {
            "title": f"{_names(conflict, sides, 'All sides')} roll",
            "note": f"{_hands(conflict, sides)} The highest roll challenges.",
            "dice": dice,
            "shares": priced.cast_shares(conflict) if dice else (),
            "rules": ("A-016", "A-017", "A-094") if len(sides) > 2 else ("A-016", "A-017"),
        }


def _names(conflict: Conflict, sides: Sequence[Side], together: str) -> str:
    """Return the names of the sides, or `together` if helpers would make the names run together."""
    if any(len(conflict.members(each.lead)) > 1 for each in sides):
        return together
    return join_words([each.lead for each in sides], conjunction="and")


def _hands(conflict: Conflict, sides: tuple[Side, ...]) -> str:
    """Return `Althesa rolls d10 d8, with an advantage die. Irin rolls d12 d6.`"""
    return " ".join(f"{_hand(conflict, each)}." for each in sides)


def _hand(conflict: Conflict, side: Side) -> str:
    advantage = {0: "", 1: ", with an advantage die"}.get(
        side.advantages, f", with {side.advantages} advantage dice"
    )
    every = [dice_of(conflict, each) for each in conflict.members(side.lead)]
    dice = " and ".join(format_dice(each) if each else "no dice" for each in every)
    return f"{conflict.verb(side.lead, 'rolls', 'roll')} {dice}{advantage}"


class Order(ConflictAction[ParticipantEvent]):
    """The reroll of tied sides, which decides only their turn order. R-27."""

    id, label = "order", "Who goes first"
    button = "Reroll"
    rules = ("R-27",)
    note = "The original rolls still count for every comparison."
    phase = ORDER
    dice = FACES

    def carry_out(self, conflict: Conflict, event: ParticipantEvent, dice: RecordingDice) -> Transition:
        again = []
        for each in course.next_in_turn(conflict):
            rolled = roll_side(conflict, each, dice, "rerolls", "R-27")
            again.append(each.but(order=(*each.order, rolled.reading)))
        after = conflict.with_side(*again)
        readings = "; ".join(
            f"{after.side_name(each.lead)} {format_reading(each.order[-1])}" for each in again
        )
        return and_then((after, (f"Reroll: {readings}.",)), course.next_turn)

    def possible_events(self, conflict: Conflict) -> Iterable[EventData]:
        return [{}]

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        sides = course.next_in_turn(conflict)
        names = _names(conflict, sides, "The tied sides")
        return {"title": f"{names} reroll for who goes first", "dice": dice_of_sides(conflict, sides)}


class Answer(ConflictAction[PersonEvent]):
    """The answerer rerolls against the standing roll. A-023."""

    id, label = "answer", "The answer"
    button = "Roll the answer"
    rules = ("A-023", "A-028", "A-037")
    phase = ANSWER
    dice = FACES

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.answerer

    def carry_out(self, conflict: Conflict, event: PersonEvent, dice: RecordingDice) -> Transition:
        side = roll_side(conflict, conflict.side(conflict.answerer), dice, "rerolls", "A-023")
        after = conflict.with_side(side)
        voice = f" {speaker(side)} speaks for them." if len(side.rolled) > 1 else ""
        sentence = (
            f"{after.verb(side.lead, 'answers', 'answer')} with {format_reading(side.reading)} against "
            f"{format_reading(after.standing_roll)}.{voice}"
        )
        return and_then((after, (sentence,)), lambda now: course.start_comparison(now, AFTER_ANSWER))

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        who = event["who"]
        side = conflict.side(who)
        return {
            "title": f"{conflict.verb(who, 'answers', 'answer')} {_challenge(conflict)}",
            "note": f"{_hand(conflict, side)} against {format_reading(conflict.standing_roll)}.",
            "dice": dice_of_sides(conflict, [side]),
            "shares": priced.answer_shares(conflict, who),
        }


def _challenge(conflict: Conflict) -> str:
    """Return the challenge as quoted, or the name of the challenger."""
    return f"“{conflict.words}”" if conflict.words else conflict.side_name(conflict.challenger)
