"""Deeds: each thing that may be done at a desk, with its price, its problems, what it does and how that is
explained and offered, all in one place.

An event is a deed done once. A log keeps it as plain data, `{"do": "attack", "who": …}`; the deed that its
`do` names says how it is read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

from rules_py.base.errors import Fault, InputError
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.dice.dice import RecordingDice, ScriptedDice, SeededDice
from rules_py.dice.roll_steps import RollStep
from rules_py.dice.seeded import SEEDS
from rules_py.inputs import Choice, Flag, Input, Int, ListOf, parse_all
from rules_py.tracker.view import Act, Reason

Event = Mapping[str, Any]
"""An event as plain data: what a form or a program gives, and what a log keeps."""

ALLOW = Flag("allow", "Allowed against the rules by the one who runs the game")
SEED = Int("seed", "Seed", low=0, high=SEEDS - 1, optional=True, default=None)


class Read(Protocol):
    """An event as a game reads it."""

    @property
    def allow(self) -> bool: ...


@dataclass(frozen=True)
class Judged:
    """What the rules say of an event before it happens: what forbids it, its `cost` in points, and the points
    there are `left` to pay it (none where it costs no points of anybody).
    """

    problems: tuple[ProblemType, ...] = ()
    cost: int = 0
    left: int | None = None

    @property
    def legal(self) -> bool:
        return not self.problems

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(each.code for each in self.problems)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return tuple(map(Reason.of, self.problems))


@dataclass(frozen=True)
class Pending:
    """A roll that an event left unfinished: it waits for one of these deeds, of `who` if that is named.

    `asks` says what is waited for, as a sentence: `Wren may throw the armour die again.`
    """

    answers: tuple[str, ...]
    asks: str
    who: str = ""
    rule: str | None = None

    @property
    def reason(self) -> Reason:
        return Reason(f"First a roll must be finished. {self.asks}", self.rule, "roll_pending")


@dataclass(frozen=True)
class Happening[S]:
    """What an event came to: the state after it, a sentence for the log, its working, and the event as the
    log keeps it, with the faces of its dice.

    Where it was not `applied`, the state is the one before and `reasons` say why; where it was, `reasons` are
    those that were overruled. `turn` is who goes on.
    """

    state: S
    sentence: str
    event: Event
    turn: str = ""
    working: tuple[RollStep, ...] = ()
    reasons: tuple[Reason, ...] = ()
    applied: bool = True
    faces: tuple[int, ...] = ()


class Deed[S, E: Read](ABC):
    """One thing that may be done. `S` is the state of the desk, `E` an event as the game reads it.

    do      names it in events; label: what it is called
    fields  what its events hold besides `do`, their dice and `allow`
    dice    the input that faces are read by, for a deed that throws dice; `faces` makes one
    codes   whatever may forbid its events; final: those of them that nobody may overrule
    allowed whether its acts offer to allow them against the rules
    among   all the deeds of its desk, which are together what a turn is made of
    """

    do: ClassVar[str]
    label: ClassVar[str]
    fields: tuple[Input, ...] = ()
    dice: Input | None = None
    codes: ProblemGroup = ProblemGroup("Events")
    final: frozenset[str] = frozenset()
    allowed: bool = True
    among: Deeds[S, E]

    @cached_property
    def inputs(self) -> tuple[Input, ...]:
        """Everything its events hold."""
        do = Choice("do", "Event", {self.do: self.label}, code="unknown_action")
        return (do, *self.fields, *((self.dice, SEED) if self.dice else ()), ALLOW)

    def faults(self, state: S, event: E) -> Iterator[Fault]:
        """What makes the event senseless here, whatever the rules say: a name that nobody has."""
        yield from ()

    def refusals(self, state: S, event: E) -> Iterator[str]:
        """The codes of what forbids it."""
        yield from ()

    def judged(self, state: S, event: E) -> Judged:
        """What the rules say of it."""
        return self.refused(self.refusals(state, event))

    def refused(self, codes: Iterable[str], cost: int = 0, left: int | None = None) -> Judged:
        """What is said of it where these forbid it, each told once."""
        return Judged(tuple(self.codes[each] for each in dict.fromkeys(codes)), cost, left)

    def priced(self, state: S, event: E, judged: Judged) -> str:
        """What it costs, in words."""
        return ""

    @abstractmethod
    def done(self, state: S, event: E, dice: RecordingDice) -> tuple[S, str]:
        """The state after it, and the sentence for the log. Its dice are those given."""

    def explained(self, before: S, event: E, after: S) -> Iterator[RollStep]:
        """How it came about, besides its dice."""
        yield from ()

    def offers(self, state: S, who: str) -> Iterator[Act]:
        """The acts by which `who`, or nobody in particular (""), may do it now, or why they may not."""
        yield from ()

    def act(self, state: S, event: Event, **more: Any) -> Act:
        """The act of an event, judged; `more` is what else an Act has."""
        plain = {"do": self.do, **event}
        _, _, read = self.among.read(state, plain)
        judged = self.judged(state, read)
        price = self.priced(state, read, judged)
        return Act(event=plain, price=price, reasons=judged.reasons, **{"may_allow": self.allowed, **more})

    def goes_on(self, after: S, event: E) -> str:
        """Whose turn it is afterwards; "" for whoever is next."""
        return ""


def faces(*sides: int, zero: bool = False, upto: int = 0) -> ListOf:
    """The input for the faces of so many dice; what is not given is thrown. `zero` is a face too where the
    game's dice show it.

    `faces(6, upto=4)` is a pool whose size varies from roll to roll, of 4 dice at most.
    """
    highest = max(sides)
    return ListOf(
        "dice",
        "Dice",
        Int("die", "Die", low=0 if zero else 1, high=highest, code="bad_die"),
        fewest=1 if upto else len(sides),
        most=upto or len(sides),
        default=None,
        optional=True,
    )


class Deeds[S, E: Read]:
    """All deeds of a desk: whatever is asked of an event is asked here.

    read      makes of an event's checked data what the game works with
    aliases   faces that the game's dice show otherwise (0 for 10)
    pending   `pending(state) -> Pending or None`: the roll that has to be finished first
    """

    def __init__(
        self,
        *deeds: Deed[S, E],
        read: Callable[[Mapping[str, Any]], E],
        aliases: Mapping[int, int] | None = None,
        pending: Callable[[S], Pending | None] | None = None,
    ) -> None:
        self._deeds = {each.do: each for each in deeds}
        self._read = read
        self._aliases = aliases
        self._pending = pending
        self._do = Choice("do", "Event", {each.do: each.label for each in deeds}, code="unknown_action")
        for each in deeds:
            each.among = self

    def __iter__(self) -> Iterator[Deed[S, E]]:
        return iter(self._deeds.values())

    def __getitem__(self, do: str) -> Deed[S, E]:
        return self._deeds[do]

    def pending(self, state: S) -> Pending | None:
        """The roll that has to be finished before anything else is done."""
        return self._pending(state) if self._pending else None

    def read(self, state: S, given: Event) -> tuple[Deed[S, E], dict[str, Any], E]:
        """The deed an event is of, its checked data, and the event as the game reads it.

        Raises InputError for what is no event here.
        """
        if "do" not in given:
            words = self._do.user_message(None)
            raise InputError.at("do", None, self._do.expected, code="missing_input", message=words)
        deed = self._deeds[self._do.parse(given["do"])]
        data = parse_all(deed.inputs, _thrown_where_empty(given))
        event = self._read(data)
        if found := tuple(deed.faults(state, event)):
            raise InputError(*found)
        return deed, data, event

    def judged(self, state: S, given: Event) -> Judged:
        """What the rules say of an event before it happens. Raises InputError as `read` does."""
        deed, _, event = self.read(state, given)
        return deed.judged(state, event)

    def apply(self, state: S, given: Event, thrown: RecordingDice | None = None) -> Happening[S]:
        """What an event comes to, the same for the same event at any time.

        Faces that are not given come from its seed, or from `thrown`. Raises InputError for what is no event
        here, and `missing_dice` where there are no dice.
        """
        deed, data, event = self.read(state, given)
        log = _kept(deed, data)
        pending = self.pending(state)
        if pending and not _answers(data, pending):
            why = pending.reason
            return Happening(state, f"Not now: {why.text}", log, reasons=(why,), applied=False)
        judged = deed.judged(state, event)
        reasons = judged.reasons
        if reasons and (not event.allow or judged.codes & deed.final):
            sentence = f"{data.get('who') or deed.label} cannot: {' '.join(each.text for each in reasons)}"
            return Happening(state, sentence, log, reasons=reasons, applied=False)
        dice = self._dice(data, thrown)
        after, sentence = deed.done(state, event, dice)
        if isinstance(dice, ScriptedDice):
            _finished(dice, data)
        if deed.dice:
            log = _kept(deed, data | {"dice": list(dice.faces) or None, "seed": None})
        overruled = (RollStep(f"Allowed by the game master: {each.text}", rule=each.rule) for each in reasons)
        return Happening(
            after,
            sentence,
            log,
            turn=deed.goes_on(after, event),
            working=(*overruled, *dice.steps, *deed.explained(state, event, after)),
            reasons=reasons,
            faces=tuple(dice.faces),
        )

    def _dice(self, data: Mapping[str, Any], thrown: RecordingDice | None) -> RecordingDice:
        """Whoever answers with faces. An event that gives none may still be one that throws none."""
        if data.get("dice") is not None:
            return ScriptedDice(data["dice"], self._aliases)
        if data.get("seed") is not None:
            return SeededDice(data["seed"])
        return thrown or ScriptedDice(())

    def due(self, state: S, who: Iterable[str] = ("",)) -> tuple[Act, ...]:
        """The acts that finish the roll which is pending, if one is: those of whoever it waits for, or of all
        these.
        """
        pending = self.pending(state)
        if pending is None:
            return ()
        asked = [pending.who] if pending.who else who
        return tuple(act for do in pending.answers for one in asked for act in self[do].offers(state, one))


def _answers(data: Mapping[str, Any], pending: Pending) -> bool:
    return data["do"] in pending.answers and data.get("who", pending.who) in (pending.who, "")


def _finished(dice: ScriptedDice, data: Mapping[str, Any]) -> None:
    """Raises InputError for faces that were not the right ones, `missing_dice` where there were none."""
    if dice.faces and data.get("dice") is None:
        raise InputError.at(
            "event.dice",
            None,
            "the faces of its dice, or a seed",
            code="missing_dice",
            message="It is not known what the dice showed.",
        )
    dice.finish()


def _thrown_where_empty(given: Event) -> Event:
    """A form whose dice were left empty gives none."""
    dice = given.get("dice")
    if isinstance(dice, list) and all(each is None for each in dice):
        return {**given, "dice": None}
    return given


def _kept(deed: Deed[Any, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """An event as a log keeps it: what is as usual is left out."""
    usual = {each.name: each.default for each in deed.inputs}
    return {name: value for name, value in data.items() if name == "do" or value != usual[name]}
