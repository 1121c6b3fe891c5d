"""Actions: the things participants can do, each with its cost, its rules, its effect and its options.

An event is an action as logged, such as `{"do": "attack", "who": …}`. `do` is the id of the action. Each
action declares its events once, as a subclass of `Event` that holds each field with its input. Forms, checks
and the log use the inputs; the action uses the typed fields.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import get_original_bases
from typing import Any, ClassVar, get_args

from rules_py.base.errors import Fault, InputError
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.dice.recording import RecordingDice, ScriptedDice, SeededDice
from rules_py.dice.roll_steps import RollStep
from rules_py.dice.seeded import SEEDS
from rules_py.inputs import Choice, Flag, Input, Int, ListOf, parse_all
from rules_py.tracker.serializable import Serializable
from rules_py.tracker.view import ActionOption, Reason

EventData = Mapping[str, Any]
"""An event as plain data, as a form or a program sends it and as the log saves it."""

OVERRIDE = Flag("allow", "Allowed against the rules by the one who runs the game")
SEED = Int("seed", "Seed", low=0, high=SEEDS - 1, optional=True, default=None)


@dataclass(frozen=True, kw_only=True)
class Event(Serializable):
    """An event as its action uses it. An action declares the fields of its events in a subclass."""

    do: str
    allow: bool = False


@dataclass(frozen=True)
class ActionCheck:
    """The result of checking an event against the rules before it is applied.

    problems  the rules that forbid it
    cost      the points it costs
    left      the points left to pay for it; None if it costs none
    """

    problems: tuple[ProblemType, ...] = ()
    cost: int = 0
    left: int | None = None

    @property
    def legal(self) -> bool:
        return not self.problems

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(problem.code for problem in self.problems)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return tuple(map(Reason.of, self.problems))


@dataclass(frozen=True)
class PendingRoll:
    """An unfinished roll, which blocks all other actions.

    action_ids  the actions that can finish it
    prompt      the open question, as a sentence: `Wren may reroll the armour die.`
    who         the participant who must act, or "" for anyone
    """

    action_ids: tuple[str, ...]
    prompt: str
    who: str = ""
    rule: str | None = None

    @property
    def reason(self) -> Reason:
        return Reason(f"Finish the current roll first. {self.prompt}", self.rule, "roll_pending")


@dataclass(frozen=True)
class AppliedEvent[S]:
    """An event with its result.

    state       the state after it, or the unchanged state if it was refused
    sentence    the line of the log
    event       the event as the log saves it, with the faces of its dice
    next_actor  who acts next, or "" for the next participant in order
    steps       the explanation of its result
    reasons     why it was refused, or the rules that were overridden
    applied     whether it was applied
    faces       the faces that were rolled
    """

    state: S
    sentence: str
    event: EventData
    next_actor: str = ""
    steps: tuple[RollStep, ...] = ()
    reasons: tuple[Reason, ...] = ()
    applied: bool = True
    faces: tuple[int, ...] = ()


class Action[S, E: Event](ABC):
    """One thing that participants can do. `S` is the state, `E` the class that declares its events.

    id                the value of `do` in its events
    label             its name
    event_type        the class of its events: the type argument in `class Hit(Action[Fight, HitEvent])`
    dice              the input for the faces of its dice, made by `faces`; None if it rolls none
    codes             the problems that can forbid its events
    not_overridable   the codes that not even the game master can override
    can_override      whether its options offer to override the rules
    button, heading,  defaults of its options: the text of the button (`label` if empty), the heading of their
    note, rules       group, a note and the numbers of the rules
    actions           all actions of the tracker; set when these are put together
    """

    id: ClassVar[str]
    label: ClassVar[str]
    event_type: ClassVar[type[Event]] = Event
    dice: Input | None = None
    codes: ProblemGroup = ProblemGroup("Events")
    not_overridable: frozenset[str] = frozenset()
    can_override: bool = True
    button: str = ""
    heading: str = ""
    note: str = ""
    rules: tuple[str, ...] = ()
    actions: Actions[S]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for base in get_original_bases(cls):
            for argument in get_args(base):
                if isinstance(argument, type) and issubclass(argument, Event):
                    cls.event_type = argument

    @property
    def fields(self) -> tuple[Input, ...]:
        """The inputs of its events, except `do`, the dice and `allow`."""
        return self.event_type.inputs()

    @cached_property
    def inputs(self) -> tuple[Input, ...]:
        """All inputs of its events."""
        do = Choice("do", "Event", {self.id: self.label}, code="unknown_action")
        return (do, *self.fields, *((self.dice, SEED) if self.dice else ()), OVERRIDE)

    def input_errors(self, state: S, event: E) -> Iterator[Fault]:
        """Yield errors of an event that makes no sense under any rules, such as an unknown name."""
        yield from ()

    def violations(self, state: S, event: E) -> Iterator[str]:
        """Yield the codes of the rules that forbid the event."""
        yield from ()

    def check(self, state: S, event: E) -> ActionCheck:
        """Check the event against the rules."""
        return self.to_check(self.violations(state, event))

    def to_check(self, codes: Iterable[str], cost: int = 0, left: int | None = None) -> ActionCheck:
        """Return the result of a check that found these violations; each code counts once."""
        return ActionCheck(tuple(self.codes[code] for code in dict.fromkeys(codes)), cost, left)

    def price_label(self, state: S, event: E, check: ActionCheck) -> str:
        """Return the cost as text."""
        return ""

    @abstractmethod
    def apply(self, state: S, event: E, dice: RecordingDice) -> tuple[S, str]:
        """Return the state after the event, and the sentence for the log."""

    def explain(self, before: S, event: E, after: S) -> Iterator[RollStep]:
        """Yield steps that explain the result, besides the dice."""
        yield from ()

    def options(self, state: S, who: str) -> Iterator[ActionOption]:
        """Yield the options for this action now: those of `who`, or with "" those of no one in particular."""
        yield from ()

    def option(self, state: S, event: EventData, **more: Any) -> ActionOption:
        """Return the option for an event, with its price and the result of its check.

        `more` are fields of the option. The action's own id, label, button and so on are the defaults.
        """
        _, _, parsed = self.actions.read(state, {"do": self.id, **event})
        check = self.check(state, parsed)
        price = self.price_label(state, parsed, check)
        return self.form_option(event, **{"price": price, "reasons": check.reasons} | more)

    def form_option(self, event: EventData, **more: Any) -> ActionOption:
        """Return the option for an event that isn't complete, and isn't checked, until its form is filled in.

        `more` are as for `option`.
        """
        defaults: dict[str, Any] = {
            "id": self.id,
            "title": self.label,
            "button": self.button or self.label,
            "kind": self.heading,
            "note": self.note,
            "rules": self.rules,
            "can_override": self.can_override,
        }
        return ActionOption(event={"do": self.id, **event}, **(defaults | more))

    def next_actor(self, after: S, event: E) -> str:
        """Return who acts next, or "" for the next participant in order."""
        return ""


def faces(*sides: int, zero: bool = False, upto: int = 0) -> ListOf:
    """Return the input for the faces of these dice. Missing faces are rolled.

    Set `zero` if the dice show 0 as a face. `faces(6, upto=4)` is a pool whose size varies from roll to roll,
    with 4 dice at most.
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


class Actions[S]:
    """All actions of a tracker, and the entry points for checking and applying events.

    aliases   faces that the game's dice show differently, such as 0 for 10
    pending   `pending(state)` returns the pending roll, or None
    """

    def __init__(
        self,
        *actions: Action[S, Any],
        aliases: Mapping[int, int] | None = None,
        pending: Callable[[S], PendingRoll | None] | None = None,
    ) -> None:
        self._by_id = {action.id: action for action in actions}
        self._aliases = aliases
        self._pending = pending
        labels = {action.id: action.label for action in actions}
        self._do = Choice("do", "Event", labels, code="unknown_action")
        for action in actions:
            action.actions = self

    def __iter__(self) -> Iterator[Action[S, Any]]:
        return iter(self._by_id.values())

    def __getitem__(self, id: str) -> Action[S, Any]:
        return self._by_id[id]

    def pending_roll(self, state: S) -> PendingRoll | None:
        """Return the roll that has to be finished before any other action."""
        return self._pending(state) if self._pending else None

    def read(self, state: S, data: EventData) -> tuple[Action[S, Any], dict[str, Any], Any]:
        """Return the action of an event, its checked data and the parsed event.

        Raises InputError for an event that makes no sense in this state.
        """
        if "do" not in data:
            words = self._do.user_message(None)
            raise InputError.at("do", None, self._do.expected, code="missing_input", message=words)
        action = self._by_id[self._do.parse(data["do"])]
        values = parse_all(action.inputs, _without_blank_dice(data))
        event = action.event_type.read(values)
        if faults := tuple(action.input_errors(state, event)):
            raise InputError(*faults)
        return action, values, event

    def check(self, state: S, data: EventData) -> ActionCheck:
        """Check an event against the rules before it is applied. Raises InputError as `read` does."""
        action, _, event = self.read(state, data)
        return action.check(state, event)

    def apply(self, state: S, data: EventData, rolling: RecordingDice | None = None) -> AppliedEvent[S]:
        """Apply an event. The same event always has the same result.

        Missing faces come from the event's seed, or else from `rolling`. Raises InputError for an event that
        makes no sense in this state, and `missing_dice` if there are no dice.
        """
        action, values, event = self.read(state, data)
        log = _for_log(action, values)
        pending = self.pending_roll(state)
        if pending and not _finishes(values, pending):
            why = pending.reason
            return AppliedEvent(state, f"Not now: {why.text}", log, reasons=(why,), applied=False)
        check = action.check(state, event)
        reasons = check.reasons
        if reasons and (not event.allow or check.codes & action.not_overridable):
            reasons_text = " ".join(reason.text for reason in reasons)
            sentence = f"{values['who']} can’t do that. {reasons_text}" if values.get("who") else reasons_text
            return AppliedEvent(state, sentence, log, reasons=reasons, applied=False)
        dice = self._dice(values, rolling)
        after, sentence = action.apply(state, event, dice)
        if isinstance(dice, ScriptedDice):
            _finish(dice, values)
        if action.dice:
            log = _for_log(action, values | {"dice": list(dice.faces) or None, "seed": None})
        overridden = (RollStep(f"GM override: {reason.text}", rule=reason.rule) for reason in reasons)
        return AppliedEvent(
            after,
            sentence,
            log,
            next_actor=action.next_actor(after, event),
            steps=(*overridden, *dice.steps, *action.explain(state, event, after)),
            reasons=reasons,
            faces=tuple(dice.faces),
        )

    def _dice(self, data: Mapping[str, Any], rolling: RecordingDice | None) -> RecordingDice:
        # An event without faces can still be one that rolls no dice.
        if data.get("dice") is not None:
            return ScriptedDice(data["dice"], self._aliases)
        if data.get("seed") is not None:
            return SeededDice(data["seed"])
        return rolling or ScriptedDice(())

    def pending_options(self, state: S, who: Iterable[str] = ("",)) -> tuple[ActionOption, ...]:
        """Return the options that finish the pending roll, those of `pending.who` or else of all `who`."""
        pending = self.pending_roll(state)
        if pending is None:
            return ()
        names = [pending.who] if pending.who else who
        return tuple(
            option for id in pending.action_ids for name in names for option in self[id].options(state, name)
        )


def _finishes(data: Mapping[str, Any], pending: PendingRoll) -> bool:
    return data["do"] in pending.action_ids and data.get("who", pending.who) in (pending.who, "")


def _finish(dice: ScriptedDice, data: Mapping[str, Any]) -> None:
    """Raise InputError if not all faces were used, or `missing_dice` if there were none."""
    if dice.faces and data.get("dice") is None:
        raise InputError.at(
            "event.dice",
            None,
            "the faces of the dice, or a seed",
            code="missing_dice",
            message="The dice results are missing.",
        )
    dice.finish()


def _without_blank_dice(data: EventData) -> EventData:
    """Return the event; a form whose dice were left empty has none."""
    dice = data.get("dice")
    if isinstance(dice, list) and all(face is None for face in dice):
        return {**data, "dice": None}
    return data


def _for_log(action: Action[Any, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event as the log saves it, without values that are defaults."""
    defaults = {each.name: each.default for each in action.inputs}
    return {name: value for name, value in data.items() if name == "do" or value != defaults[name]}
