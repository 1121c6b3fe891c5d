"""The player view of a conflict: challenger and answerer, the challenge, and the rolls."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.systems.action_consequence.rolls import format_reading
from rules_py.systems.action_consequence.tracker.shape import KINDS, Conflict, Person, quote_speech
from rules_py.systems.action_consequence.tracker.view import headline, side_status, status_marks
from rules_py.tracker import Combatant, View


def player_view(conflicts: Sequence[Conflict]) -> View:
    """Return the view of the last conflict."""
    conflict = conflicts[-1]
    return View(
        title=f"Round {conflict.round}",
        news=" ".join(filter(None, (_challenge_text(conflict), _rolls(conflict), headline(conflict)))),
        combatants=tuple(_combatant(conflict, each) for each in conflict.people),
        turn=conflict.challenger,
        turn_title="Participants",
    )


def _challenge_text(conflict: Conflict) -> str:
    return (
        f"{conflict.side_name(conflict.challenger)}: {quote_speech(conflict.words)}" if conflict.words else ""
    )


def _rolls(conflict: Conflict) -> str:
    """Describe the rolls, which everyone at the table can see."""
    rolls = [
        f"{conflict.side_name(each.lead)} {format_reading(each.reading)}"
        for each in conflict.sides
        if each.rolled
    ]
    return f"{'; '.join(rolls)}." if rolls else ""


def _combatant(conflict: Conflict, person: Person) -> Combatant:
    words, tone = side_status(conflict, person)
    side = f"helps {person.helps}" if person.helps else KINDS[person.kind]
    return Combatant(
        name=person.name,
        side=side,
        standing=words,
        tone=tone,
        marks=tuple(status_marks(conflict, person)),
        able=not conflict.side(person.lead).out,
    )
