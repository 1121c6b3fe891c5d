"""The losses of a doubled character: exhaustion or injury, chosen by the winner, or an agreed bargain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules_py.base.errors import Fault
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice, ListOf, Text
from rules_py.systems.action_consequence import consequences, sizes
from rules_py.systems.action_consequence.calculators.bargains import describe_term, term_input
from rules_py.systems.action_consequence.fields import format_dice
from rules_py.systems.action_consequence.options import BOOK, House
from rules_py.systems.action_consequence.tracker import course
from rules_py.systems.action_consequence.tracker.actions.base import ConflictAction, PersonEvent
from rules_py.systems.action_consequence.tracker.course import Transition, and_then
from rules_py.systems.action_consequence.tracker.shape import (
    MAX_TEXT_CHARS,
    SETTLE,
    Conflict,
    Loss,
    Person,
    Special,
    name_input,
)
from rules_py.tracker import ActionOption, EventData, state_field

HAND = "dice"
"""The label of the dice of a person without stats, which lose sizes."""


@dataclass(frozen=True)
class Option:
    """One way to exhaust or injure someone: the stat that it reduces, "" for dice without one, and the dice
    left.
    """

    words: str
    stat: str
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def short(self) -> str:
        """The same in a line of a phone: `Injured: Grace d6 d6`."""
        return f"{self.words.partition(':')[0]}: {self.stat or HAND} {format_dice(self.after)}"

    @property
    def sentence(self) -> str:
        """The same in a sentence of the log: `injured: Grace d8 d6 becomes d6 d6`."""
        change = f"{self.words[0].lower()}{self.words[1:]}"
        if not self.after:
            left = f"{self.stat} has no dice left" if self.stat else "no dice are left"
            return f"{change.partition(':')[0]}: {left}"
        return change if self.stat else change.replace("becomes", "become")


def options(person: Person, house: House = BOOK) -> list[Option]:
    """Return every option of the winner. If neither stat has enough sizes left, one of them is lost
    completely. A-030 to A-032, R-13, R-35.
    """
    keep_d4 = house.keep_d4
    reducible = [
        each for each in _reducible_stats(person, house.any_stat) if sizes.sizes_to_lose(each[2], keep_d4)
    ]
    enough = any(sizes.sizes_to_lose(dice, keep_d4) >= house.injury_sizes for _, _, dice in reducible)
    return [
        Option(
            f"{word}: {stat or HAND} {format_dice(dice)} becomes {format_dice(left)}", stat, dice, tuple(left)
        )
        for word, stat, dice in reducible
        for left in (
            sizes.injury_results(dice, house.injury_sizes, keep_d4)
            if enough
            else [sizes.after_all_losses(dice, keep_d4)]
        )
    ]


def _reducible_stats(person: Person, any_stat: bool) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the stats that can be reduced, each with the word for that, its name and its dice."""
    character = person.character
    if not character.stats:
        return [("Exhausted or injured", "", tuple(sorted(person.dice, reverse=True)))]
    reducible = character.injured_stats(any_stat)
    if not reducible:
        act = person.chosen_act()
        stat = character.endeavors.get(act.endeavor, act.endeavor) if act else ""
        reducible = [("Exhausted or injured", stat)] if stat in character.stats else []
    if len(reducible) > 1 and len({stat for _, stat in reducible}) == 1:
        reducible = [("Exhausted or injured", reducible[0][1])]
    return [(word, stat, character.stats[stat]) for word, stat in reducible]


def lessen(person: Person, option: Option) -> Person:
    if not option.stat:
        return person.but(dice=option.after)
    return person.but(stats={**person.stats, option.stat: list(option.after)})


class LossAction[E: PersonEvent](ConflictAction[E]):
    """An action about someone's loss, by the one who doubled them."""

    phase = SETTLE

    def expected_actor(self, conflict: Conflict) -> str:
        return conflict.losses[0].by

    def settle(self, conflict: Conflict, sentence: str) -> Transition:
        left = conflict.losses[1:]
        settled: Transition = conflict.but(losses=left), (sentence,)
        return settled if left else and_then(settled, course.settle_losses)


@dataclass(frozen=True, kw_only=True)
class HurtEvent(PersonEvent):
    take: str = state_field(Text("take", "What is lost", longest=MAX_TEXT_CHARS, rule="A-032"))


class Hurt(LossAction[HurtEvent]):
    id, label = "hurt", "Exhaust or injure"
    rules = ("A-029", "A-032", "A-034", "R-13")

    def input_errors(self, conflict: Conflict, event: HurtEvent) -> Iterator[Fault]:
        yield from super().input_errors(conflict, event)
        if conflict.phase == SETTLE:
            known = [each.words for each in options(conflict[conflict.losses[0].on], conflict.rules)]
            if event.take not in known and known:
                words = "Choose what is lost."
                yield Fault("event.take", "unknown_loss", event.take, " or ".join(known), words)

    def carry_out(self, conflict: Conflict, event: HurtEvent, dice: RecordingDice) -> Transition:
        loser = conflict[conflict.losses[0].on]
        chosen = next((each for each in options(loser, conflict.rules) if each.words == event.take), None)
        if chosen is None:
            return self.settle(conflict, f"{loser.name} has nothing left to lose.")
        after = conflict.but(lessen(loser, chosen))
        return self.settle(after, f"{loser.name} is {chosen.sentence}.")

    def possible_events(self, conflict: Conflict) -> Iterable[EventData]:
        loss = conflict.losses[0]
        first = next(iter(options(conflict[loss.on], conflict.rules)), None)
        return [{"who": loss.by, "take": first.words if first else ""}]

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        loss = conflict.losses[0]
        possible = {each.words: each.short for each in options(conflict[loss.on], conflict.rules)}
        title = f"{conflict.verb(loss.by, 'exhausts or injures', 'exhaust or injure')} {loss.on}"
        if not possible:
            return {"title": title, "button": "Continue", "note": f"{loss.on} has nothing left to lose."}
        return {
            "title": title,
            "button": "Apply the loss",
            "note": f"The loss is {conflict.rules.injury_words}; the winner chooses which.",
            "inputs": (Choice("take", "Result", possible, default=event["take"]),),
        }


TERM = term_input(name_input("who", "Whose sheet"))
AGREEMENT = Text("words", "Agreement", longest=MAX_TEXT_CHARS, default="", rule="A-051")
TERMS = ListOf("terms", "Sheet changes", TERM, most=20, default=[], rule="A-053")


def parts(person: Person) -> dict[str, Any]:
    """Return the parts of a person that a bargain can change."""
    return {
        "stats": {each: sorted(dice, reverse=True) for each, dice in person.stats.items()},
        "endeavors": dict(person.endeavors),
        "specializations": [each.name for each in person.specializations],
    }


def apply_terms(person: Person, terms: Sequence[Mapping[str, Any]]) -> Person:
    """Return someone after these terms are met."""
    after = consequences.apply_terms(parts(person), terms)
    existing = {each.name: each for each in person.specializations}
    return person.but(
        stats=after["stats"],
        endeavors=after["endeavors"],
        specializations=tuple(existing.get(each) or Special(name=each) for each in after["specializations"]),
    )


@dataclass(frozen=True, kw_only=True)
class AgreeEvent(PersonEvent):
    words: str = state_field(AGREEMENT)
    terms: Sequence[Mapping[str, Any]] = state_field(TERMS)


class Agree(LossAction[AgreeEvent]):
    """Another outcome that both agree on, as text and perhaps as changes of the sheets. A-033, A-051, R-17,
    R-34.
    """

    id, label = "agree", "An agreed outcome"
    button = "Agree"
    note = (
        "Both players must agree. Die sizes can be lost or moved, but not gained overall; other "
        "entries can be struck."
    )
    rules = ("A-033", "A-053", "R-17", "R-34")

    def input_errors(self, conflict: Conflict, event: AgreeEvent) -> Iterator[Fault]:
        yield from super().input_errors(conflict, event)
        for place, term in enumerate(event.terms):
            at = f"event.terms.{place}"
            if term["who"] not in conflict:
                yield Fault(
                    f"{at}.who", "unknown_person", term["who"], "a participant", "Choose whose sheet changes."
                )
                continue
            about = {"loser": parts(conflict[term["who"]]), "winner": {}, "terms": [{**term, "who": "loser"}]}
            for each in consequences.bargain_faults(about):
                yield replace(each, field=f"{at}.{each.field.rpartition('.')[2]}")
        if not event.words.strip() and not event.terms:
            words = "Enter an agreement or a sheet change."
            yield Fault(
                "event.words", "entry_incomplete", event.words, "an agreement or a sheet change", words
            )

    def violations(self, conflict: Conflict, event: AgreeEvent) -> Iterator[str]:
        for who, terms in _by_person(event.terms).items():
            person = conflict[who]
            after = parts(apply_terms(person, terms))
            yield from consequences.violations(parts(person), after, conflict.rules.specialization_cost)

    def carry_out(self, conflict: Conflict, event: AgreeEvent, dice: RecordingDice) -> Transition:
        loss = conflict.losses[0]
        for who, terms in _by_person(event.terms).items():
            conflict = conflict.but(apply_terms(conflict[who], terms))
        words = event.words.strip()
        if words:
            loser = conflict[loss.on]
            conflict = conflict.but(loser.but(consequences=(*loser.consequences, words)))
        parts = [*([words.rstrip(".")] if words else []), *map(_describe_term, event.terms)]
        return self.settle(conflict, f"Agreed for {loss.on}: {'; '.join(parts)}.")

    def offer(self, conflict: Conflict, who: str) -> Iterator[ActionOption]:
        loss = conflict.losses[0]
        yield self.form_option(
            {"who": loss.by},
            title=f"Agree with {loss.on} on something else",
            inputs=(AGREEMENT, _terms_of(loss)),
            collapsed=True,
        )


def _terms_of(loss: Loss) -> ListOf:
    """Return the possible terms about these two."""
    people = {each: each for each in dict.fromkeys((loss.on, loss.by))}
    whose = Choice("who", "Whose sheet", people, default=loss.on)
    return replace(TERMS, item=term_input(whose))


def _by_person(terms: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    by_person: dict[str, list[Mapping[str, Any]]] = {}
    for each in terms:
        by_person.setdefault(str(each["who"]), []).append(each)
    return by_person


def _describe_term(each: Mapping[str, Any]) -> str:
    return f"{each['who']}: {describe_term(each)}"
