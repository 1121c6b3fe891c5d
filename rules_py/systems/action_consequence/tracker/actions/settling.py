"""What a doubled character loses: exhaustion or injury as the winner chooses, or what both agree on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules_py.base.errors import Fault
from rules_py.dice.dice import RecordingDice
from rules_py.inputs import Choice, ListOf, Text
from rules_py.systems.action_consequence import consequences, sizes
from rules_py.systems.action_consequence.calculators.bargains import term, term_words
from rules_py.systems.action_consequence.fields import dice_said
from rules_py.systems.action_consequence.tracker import course
from rules_py.systems.action_consequence.tracker.actions.base import NOW, WHO, ConflictDeed
from rules_py.systems.action_consequence.tracker.course import Told, then
from rules_py.systems.action_consequence.tracker.schema import LONGEST_WORDS, name
from rules_py.systems.action_consequence.tracker.shape import SETTLE, Conflict, Event, Loss, Person, Special
from rules_py.tracker import Act

HAND = "dice"
"""What those who brought no stats lose sizes of: the dice in their hand."""


@dataclass(frozen=True)
class Option:
    """One way to exhaust or injure somebody: the stat it is taken from, "" for dice without one, and what is
    left of it.
    """

    words: str
    stat: str
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def short(self) -> str:
        """The same in a line of a phone: `Injured: Grace d6 d6`."""
        return f"{self.words.partition(':')[0]}: {self.stat or HAND} {dice_said(self.after)}"


def options(person: Person) -> list[Option]:
    """Every way there is, as the winner chooses. Where neither stat has two sizes left, all of one is lost.
    A-030 to A-032, R-13, R-35.
    """
    hurt = _hurt(person)
    enough = any(sizes.count(dice) >= sizes.INJURY for _, _, dice in hurt)
    return [
        Option(f"{word}: {stat or HAND} {dice_said(dice)} becomes {dice_said(left)}", stat, dice, tuple(left))
        for word, stat, dice in hurt
        if dice
        for left in (sizes.injuries(dice) if enough else [[]])
    ]


def _hurt(person: Person) -> list[tuple[str, str, tuple[int, ...]]]:
    """The stats that may be taken from: the word for it, the stat, its dice."""
    character = person.character
    if not character.stats:
        return [("Exhausted or injured", "", tuple(sorted(person.dice, reverse=True)))]
    hurt = character.hurt()
    if not hurt:
        act = person.acting()
        stat = character.endeavors.get(act.endeavor, act.endeavor) if act else ""
        hurt = {"Exhausted or injured": stat} if stat in character.stats else {}
    if len(hurt) > 1 and len(set(hurt.values())) == 1:
        hurt = {"Exhausted or injured": next(iter(hurt.values()))}
    return [(word, stat, character.stats[stat]) for word, stat in hurt.items()]


def lessened(person: Person, option: Option) -> Person:
    if not option.stat:
        return person.but(dice=option.after)
    return person.but(stats={**person.stats, option.stat: list(option.after)})


class Settling(ConflictDeed):
    """A deed about what somebody loses, by whoever doubled them."""

    phase = SETTLE

    def due(self, conflict: Conflict) -> str:
        return conflict.losses[0].by

    def settled(self, conflict: Conflict, sentence: str) -> Told:
        left = conflict.losses[1:]
        told: Told = conflict.but(losses=left), (sentence,)
        return told if left else then(told, course.losses_settled)


class Hurt(Settling):
    do, label = "hurt", "Exhaust or injure"
    fields = (WHO, Text("take", "What is lost", longest=LONGEST_WORDS, rule="A-032"))

    def faults(self, conflict: Conflict, event: Event) -> Iterator[Fault]:
        yield from super().faults(conflict, event)
        if conflict.phase == SETTLE:
            known = [each.words for each in options(conflict[conflict.losses[0].on])]
            if event.take not in known and known:
                words = "Choose what is lost."
                yield Fault("event.take", "unknown_loss", event.take, " or ".join(known), words)

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        loser = conflict[conflict.losses[0].on]
        found = next((each for each in options(loser) if each.words == event.take), None)
        if found is None:
            return self.settled(conflict, f"{loser.name} has nothing left to lose.")
        after = conflict.but(lessened(loser, found))
        return self.settled(after, f"{loser.name} is {found.words[0].lower()}{found.words[1:]}.")

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        loss = conflict.losses[0]
        found = options(conflict[loss.on])
        choice = (
            Choice("take", "What is left", {each.words: each.short for each in found}, default=found[0].words)
            if found
            else None
        )
        yield self.act(
            conflict,
            {"who": loss.by, "take": found[0].words if found else ""},
            id="hurt",
            title=f"{conflict.verb(loss.by, 'exhausts or injures', 'exhaust or injure')} {loss.on}",
            button="Take the sizes" if found else "Go on",
            kind=NOW,
            note="Two die sizes, as the winner chooses." if found else f"{loss.on} has nothing left to lose.",
            inputs=(choice,) if choice else (),
            rules=("A-029", "A-032", "A-034", "R-13"),
        )


TERM = term(name("who", "On the sheet of"))
TERMS = ListOf("terms", "What it does to the sheets", TERM, most=20, default=[], rule="A-053")


def parts(person: Person) -> dict[str, Any]:
    """What a bargain may change of somebody."""
    return {
        "stats": {each: sorted(dice, reverse=True) for each, dice in person.stats.items()},
        "endeavors": dict(person.endeavors),
        "specializations": [each.name for each in person.specializations],
    }


def bargained(person: Person, terms: Sequence[Mapping[str, Any]]) -> Person:
    """Somebody once these terms are met."""
    after = consequences.written(parts(person), terms)
    kept = {each.name: each for each in person.specializations}
    return person.but(
        stats=after["stats"],
        endeavors=after["endeavors"],
        specializations=tuple(kept.get(each) or Special(name=each) for each in after["specializations"]),
    )


class Agree(Settling):
    """Another outcome that both agree on, in words and perhaps on the sheets. A-033, A-051, R-17, R-34."""

    do, label = "agree", "An agreed outcome"
    fields = (WHO, Text("words", "What you agree on", longest=LONGEST_WORDS, default="", rule="A-051"), TERMS)

    def faults(self, conflict: Conflict, event: Event) -> Iterator[Fault]:
        yield from super().faults(conflict, event)
        for place, given in enumerate(event.terms):
            at = f"event.terms.{place}"
            if given["who"] not in conflict:
                yield Fault(
                    f"{at}.who", "unknown_person", given["who"], "somebody there", "Choose whose sheet."
                )
                continue
            about = {
                "loser": parts(conflict[given["who"]]),
                "winner": {},
                "terms": [{**given, "who": "loser"}],
            }
            for each in consequences.bargain_faults(about):
                yield replace(each, field=f"{at}.{each.field.rpartition('.')[2]}")
        if not event.words.strip() and not event.terms:
            words = "Say what you agree on, in words or as a change of a sheet."
            yield Fault("event.words", "entry_incomplete", event.words, "words, or a change", words)

    def refusals(self, conflict: Conflict, event: Event) -> Iterator[str]:
        for who, terms in _by_person(event.terms).items():
            person = conflict[who]
            yield from consequences.breaches(parts(person), parts(bargained(person, terms)))

    def carried_out(self, conflict: Conflict, event: Event, dice: RecordingDice) -> Told:
        loss = conflict.losses[0]
        for who, terms in _by_person(event.terms).items():
            conflict = conflict.but(bargained(conflict[who], terms))
        words = event.words.strip()
        if words:
            loser = conflict[loss.on]
            conflict = conflict.but(loser.but(consequences=(*loser.consequences, words)))
        said = [*([words.rstrip(".")] if words else []), *map(_term_said, event.terms)]
        return self.settled(conflict, f"Agreed for {loss.on}: {'; '.join(said)}.")

    def offered(self, conflict: Conflict, who: str) -> Iterator[Act]:
        loss = conflict.losses[0]
        yield Act(
            id="agree",
            title=f"Agree with {loss.on} on something else",
            button="Agreed",
            kind=NOW,
            event={"do": self.do, "who": loss.by},
            note="If both want it. Sizes may be lost or moved, never gained in all; entries may be struck.",
            inputs=(self.fields[1], _terms_of(conflict, loss)),
            folded=True,
            rules=("A-033", "A-053", "R-17", "R-34"),
        )


def _terms_of(conflict: Conflict, loss: Loss) -> ListOf:
    """The terms there may be, about those two."""
    people = {each: each for each in dict.fromkeys((loss.on, loss.by))}
    whose = Choice("who", "On the sheet of", people, default=loss.on)
    return replace(TERMS, item=term(whose))


def _by_person(terms: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for each in terms:
        found.setdefault(str(each["who"]), []).append(each)
    return found


def _term_said(each: Mapping[str, Any]) -> str:
    return f"{each['who']}: {term_words(each)}"
