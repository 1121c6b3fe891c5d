"""What the deeds of a fight have in common: they are paid for with the points of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Any

from rules_py.base.errors import Fault
from rules_py.dice.dice import RecordingDice
from rules_py.dice.roll_steps import RollStep
from rules_py.inputs import Input, ListOf
from rules_py.systems.dichotomy.fields import name_input
from rules_py.systems.dichotomy.problems import DESK_CODES
from rules_py.systems.dichotomy.tracker.shape import Event, Fight, Fighter
from rules_py.systems.dichotomy.turns import ACTION_POINTS, TURN_CODES, Action, Actor
from rules_py.tracker import Act, Deed, Deeds, Judged, nobody_called

OTHER = "Other deeds"

CODES = TURN_CODES | DESK_CODES

Problems = list[tuple[int | None, str]]
"""What is wrong with a turn: the place of the action, or none for the whole turn, and the code."""


def points(number: int) -> str:
    """`1 point`, `3 points`."""
    return f"{number} point{'' if number == 1 else 's'}"


WHO = name_input("who", "Who")
ON = ListOf(name="on", label="Targets", item=name_input("name", "Target"), most=2, default=[])


@dataclass
class Plan:
    """A turn gone through action by action: the price of each, and what is wrong, as (place of the action, or
    none for the whole turn; code). D-184, D-185.
    """

    deeds: Deeds[Fight, Event]
    actor: Actor
    costs: tuple[int, ...] = ()
    breaches: tuple[tuple[int, str], ...] = ()
    taken: frozenset[tuple[str, str]] = frozenset()
    zones: int = 0

    def with_action(self, action: Action) -> Plan:
        """The turn with one action more."""
        deed = self.deeds[action.do]
        assert isinstance(deed, FightDeed)
        kind = deed.kind(action)
        codes = [*(["repeat_action"] if kind in self.taken else []), *deed.breaches(action, self)]
        place = len(self.costs)
        return replace(
            self,
            costs=(*self.costs, deed.price(action, self.actor)),
            breaches=(*self.breaches, *((place, code) for code in codes)),
            taken=self.taken | ({kind} if kind else set()),
            zones=self.zones + len(action.steps),
        )

    @property
    def problems(self) -> Problems:
        over: Problems = [(None, "over_budget")] if sum(self.costs) > ACTION_POINTS else []
        return [*self.breaches, *over]


def planned(deeds: Deeds[Fight, Event], actions: Iterable[Action], actor: Actor) -> Plan:
    """A whole turn."""
    return reduce(Plan.with_action, actions, Plan(deeds, actor))


class FightDeed(Deed[Fight, Event]):
    """A deed of somebody's turn. Those marked `turnless` cost nothing and are no part of one; those that are
    not `able_only` are offered to whoever is out or plays dead, too.
    """

    price_rule: str | None = None
    turnless = False
    able_only = True
    codes = CODES
    fields: tuple[Input, ...] = (WHO,)

    # as an action of a turn, which the planner knows too

    def price(self, action: Action, actor: Actor) -> int:
        """The action points it takes."""
        return 0

    def kind(self, action: Action) -> tuple[str, str] | None:
        """What may be done once a turn; none for what may be done as often as one likes. R-35."""
        return self.do, ""

    def breaches(self, action: Action, plan: Plan) -> Iterator[str]:
        """The codes of what is wrong with it after the actions of this plan."""
        yield from ()

    # as an event of a fight

    def faults(self, fight: Fight, event: Event) -> Iterator[Fault]:
        for name in (event.who, *event.on):
            if name not in fight:
                words = nobody_called(name, "fight")
                yield Fault("event", "unknown_fighter", name, "the name of a fighter", words)
        asked = {each.name for each in self.fields}
        if "with" in asked and not event.pair:
            yield Fault(
                "event.with",
                "missing_attributes",
                None,
                "the two attributes of the attack",
                "Choose the two attributes of the attack.",
            )
        if "on" in asked and not event.on:
            yield Fault("event.on", "missing_target", [], "one foe or two", "Choose whom it is aimed at.")

    def action(self, fight: Fight, event: Event) -> Action:
        """The event as an action of the turn: reach and surcharges follow from where everybody stands."""
        return Action(self.do)

    def refusals(self, fight: Fight, event: Event) -> Iterator[str]:
        """The codes of what forbids it, whatever the turn."""
        yield from ()

    def judged(self, fight: Fight, event: Event) -> Judged:
        return Turn(fight, fight[event.who], self.among).judged(event)

    def done(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        fighter = fight[event.who]
        if not fighter.turn and not self.turnless:  # what lasted until this turn is over
            fighter = fighter.but(may_dive=False, effects=fighter.effects.fade(fight.round))
        after, sentence = self.carried_out(fight.but(fighter), fighter, event, dice)
        if not self.turnless:
            doer = after[event.who]
            after = after.but(doer.but(turn=(*doer.turn, self.action(fight, event))))
        return after, sentence

    def carried_out(
        self, fight: Fight, fighter: Fighter, event: Event, dice: RecordingDice
    ) -> tuple[Fight, str]:
        """The fight after it, and the sentence for the log."""
        raise NotImplementedError(f"{self.do} is planned, never done")

    def explained(self, before: Fight, event: Event, after: Fight) -> Iterator[RollStep]:
        if self.turnless:
            return
        left = Turn(after, after[event.who], self.among).left
        spent = Turn(before, before[event.who], self.among).left - left
        rest = f"{left} of {ACTION_POINTS} left" if left >= 0 else f"{-left} more than a turn has"
        yield RollStep(f"{points(spent)} spent, {rest}", rule=self.price_rule)

    def goes_on(self, after: Fight, event: Event) -> str:
        if self.turnless:
            return ""
        fighter = after[event.who]
        return fighter.name if Turn(after, fighter, self.among).left > 0 else ""

    # as an act

    def offers(self, fight: Fight, who: str) -> Iterator[Act]:
        yield from self.offered(Turn(fight, fight[who], self.among))

    def offered(self, turn: Turn) -> Iterator[Act]:
        """The acts by which it may be done in this turn, or why it may not."""
        yield from ()


@dataclass(frozen=True, eq=False)
class Turn:
    """A fighter's turn as far as it has come, and what the rules say of what may be done next."""

    fight: Fight
    fighter: Fighter
    deeds: Deeds[Fight, Event]

    @property
    def name(self) -> str:
        return self.fighter.name

    @cached_property
    def actor(self) -> Actor:
        return self.fight.actor(self.fighter)

    @cached_property
    def plan(self) -> Plan:
        """What has been done."""
        return planned(self.deeds, self.fighter.turn, self.actor)

    @property
    def left(self) -> int:
        """The action points left."""
        return ACTION_POINTS - sum(self.plan.costs)

    def judged(self, event: Event) -> Judged:
        """Whether the event may be done now, and its price."""
        deed = self.deeds[event.do]
        assert isinstance(deed, FightDeed)
        refused = list(deed.refusals(self.fight, event))
        codes = refused if self.fighter.able or not deed.able_only else ["cannot_act"]
        if deed.turnless:
            return deed.refused(codes)
        plan = self.plan.with_action(deed.action(self.fight, event))
        breaches = [code for place, code in plan.problems if place in (None, len(self.plan.costs))]
        if codes:  # which the game master may overrule, and nothing that is final with them
            breaches = [code for code in (*refused, *breaches) if code in deed.final]
        return deed.refused((*codes, *breaches), plan.costs[-1], self.left)

    def act(
        self,
        deed: FightDeed,
        title: str,
        note: str = "",
        *,
        event: Event,
        given: Mapping[str, Any] | None = None,
        id: str = "",
        button: str = "",
        kind: str = OTHER,
        inputs: tuple[Input, ...] = (),
        rules: tuple[str, ...] = (),
    ) -> Act:
        """The form of a deed without dice: its price, and why it may not be done. `event` is the one judged,
        `given` what the form's event holds besides who does it.
        """
        judged = self.judged(event)
        return Act(
            id=id or deed.do,
            title=title,
            button=button or title,
            kind=kind,
            event={"do": deed.do, "who": self.name, **(given or {})},
            price=priced(judged),
            note=note,
            inputs=inputs,
            reasons=judged.reasons,
            rules=rules,
        )


def priced(judged: Judged) -> str:
    """The price in words."""
    return points(judged.cost) if judged.cost else "free"
