"""The base class of fight actions, which cost the points of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from rules_py.base.errors import Fault
from rules_py.base.problems import ProblemType
from rules_py.dice.recording import RecordingDice
from rules_py.dice.roll_steps import RollStep
from rules_py.inputs import ListOf
from rules_py.systems.dichotomy.fields import name_input
from rules_py.systems.dichotomy.problems import TRACKER_CODES
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.systems.dichotomy.turns import TURN_CODES, Actor, TurnAction
from rules_py.tracker import (
    Action,
    ActionCheck,
    ActionOption,
    Actions,
    Event,
    state_field,
    unknown_name_message,
)

OTHER = "Other actions"

CODES = TURN_CODES | TRACKER_CODES

Problems = list[tuple[int | None, str]]
"""The problems of a turn: the index of the action, or None for the whole turn, and the code."""


def points(number: int) -> str:
    """Return `1 point` or `3 points`."""
    return f"{number} point{'' if number == 1 else 's'}"


WHO = name_input("who", "Who")
ON = ListOf(name="on", label="Targets", item=name_input("name", "Target"), most=2, default=[])


@dataclass
class Plan:
    """A turn action by action: the cost of each, and its problems. D-184, D-185."""

    fight_actions: Actions[Fight]
    actor: Actor
    costs: tuple[int, ...] = ()
    breaches: tuple[tuple[int, str], ...] = ()
    kinds: frozenset[tuple[str, str]] = frozenset()
    zones: int = 0

    def with_action(self, action: TurnAction) -> Plan:
        """Return the turn with one action more."""
        fight_action = self.fight_actions[action.do]
        assert isinstance(fight_action, FightAction)
        kind = fight_action.kind(action)
        codes = [*(["repeat_action"] if kind in self.kinds else []), *fight_action.breaches(action, self)]
        place = len(self.costs)
        return replace(
            self,
            costs=(*self.costs, fight_action.price(action, self.actor)),
            breaches=(*self.breaches, *((place, code) for code in codes)),
            kinds=self.kinds | ({kind} if kind else set()),
            zones=self.zones + len(action.steps),
        )

    @property
    def problems(self) -> Problems:
        over: Problems = [(None, "over_budget")] if sum(self.costs) > self.actor.house.action_points else []
        return [*self.breaches, *over]


def check_turn(fight_actions: Actions[Fight], actions: Iterable[TurnAction], actor: Actor) -> Plan:
    """Return a whole turn."""
    return reduce(Plan.with_action, actions, Plan(fight_actions, actor))


@dataclass(frozen=True, kw_only=True)
class FightEvent(Event):
    """An event of a fighter."""

    who: str = state_field(WHO)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fighters in it."""
        return (self.who,)

    def missing_fields(self) -> Iterator[Fault]:
        """Yield the errors of fields that its action needs and that are empty."""
        yield from ()


@dataclass(frozen=True, kw_only=True)
class TargetEvent(FightEvent):
    """An event with one or two targets."""

    on: tuple[str, ...] = state_field(ON)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.who, *self.on)

    def missing_fields(self) -> Iterator[Fault]:
        if not self.on:
            yield Fault("event.on", "missing_target", [], "one or two foes", "Choose a target.")


class FightAction[E: FightEvent](Action[Fight, E]):
    """An action of someone's turn. `turnless` actions are free and not part of it; those that are not
    `able_only` are also offered to fighters who are out or playing dead. With one point left after an
    attack, `minor` ones don't hold up the next fighter's turn.
    """

    price_rule: str | None = None
    turnless = False
    able_only = True
    minor = False
    codes = CODES
    heading = OTHER

    # as an action of a turn, which the planner also uses

    def price(self, action: TurnAction, actor: Actor) -> int:
        """Return the action points it takes."""
        return 0

    def kind(self, action: TurnAction) -> tuple[str, str] | None:
        """Return the kind of action that is limited to once a turn, or None if it can be repeated. R-35."""
        return self.id, ""

    def breaches(self, action: TurnAction, plan: Plan) -> Iterator[str]:
        """Yield the codes of its problems after the actions of this plan."""
        yield from ()

    # as an event of a fight

    def input_errors(self, fight: Fight, event: E) -> Iterator[Fault]:
        for name in event.names:
            if name not in fight:
                words = unknown_name_message(name, "fight")
                yield Fault("event", "unknown_fighter", name, "the name of a fighter", words)
        yield from event.missing_fields()

    def action(self, fight: Fight, event: E) -> TurnAction:
        """Return the event as an action of the turn, with reach and surcharges from the zones."""
        return TurnAction(self.id)

    def violations(self, fight: Fight, event: E) -> Iterator[str]:
        """Yield the codes of its problems in any turn."""
        yield from ()

    def check(self, fight: Fight, event: E) -> ActionCheck:
        return Turn(fight, fight[event.who], self.actions).check(event)

    def price_label(self, fight: Fight, event: E, check: ActionCheck) -> str:
        return describe_price(check)

    def apply(self, fight: Fight, event: E, dice: RecordingDice) -> tuple[Fight, str]:
        fighter = fight[event.who]
        if not fighter.turn and not self.turnless:  # effects that lasted until this turn end
            fighter = fighter.but(may_dive=False, effects=fighter.effects.fade(fight.round))
        after, sentence = self.carry_out(fight.but(fighter), fighter, event, dice)
        if not self.turnless:
            doer = after[event.who]
            after = after.but(doer.but(turn=(*doer.turn, self.action(fight, event))))
        return after, sentence

    def carry_out(self, fight: Fight, fighter: Fighter, event: E, dice: RecordingDice) -> tuple[Fight, str]:
        """Return the fight after it, and the sentence for the log."""
        raise NotImplementedError(f"{self.id} is planned, never done")

    def explain(self, before: Fight, event: E, after: Fight) -> Iterator[RollStep]:
        if self.turnless:
            return
        left = Turn(after, after[event.who], self.actions).points_left
        spent = Turn(before, before[event.who], self.actions).points_left - left
        rest = f"{left} of {after.rules.action_points} left" if left >= 0 else f"{-left} over the limit"
        yield RollStep(f"{points(spent)} spent, {rest}", rule=self.price_rule)

    def next_actor(self, after: Fight, event: E) -> str:
        if self.turnless:
            return ""
        turn = Turn(after, after[event.who], self.actions)
        return "" if turn.is_spent else turn.name

    # as an option

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        yield from self.offer(Turn(fight, fight[who], self.actions))

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        """Yield its options in this turn, with reasons if it is blocked."""
        yield from ()


@dataclass(frozen=True, eq=False)
class Turn:
    """A fighter's turn so far, and the rules for its next action."""

    fight: Fight
    fighter: Fighter
    fight_actions: Actions[Fight]

    @property
    def name(self) -> str:
        return self.fighter.name

    @cached_property
    def actor(self) -> Actor:
        return self.fight.actor(self.fighter)

    @cached_property
    def plan(self) -> Plan:
        """The actions taken so far."""
        return check_turn(self.fight_actions, self.fighter.turn, self.actor)

    @property
    def points_left(self) -> int:
        """The action points left."""
        return self.fight.rules.action_points - sum(self.plan.costs)

    @property
    def is_spent(self) -> bool:
        """True once the fighter has attacked and can afford nothing more but a minor action."""
        if self.points_left > 1 or not any(action.do == "attack" for action in self.fighter.turn):
            return self.points_left <= 0
        others = (
            fight_action
            for fight_action in self.fight_actions
            if isinstance(fight_action, FightAction) and fight_action.id != "attack"
        )
        return not any(
            option
            for fight_action in others
            if not (fight_action.minor or fight_action.turnless)
            for option in fight_action.offer(self)
            if not option.reasons
        )

    def check(self, event: FightEvent) -> ActionCheck:
        """Return whether the event is possible now, and its price."""
        fight_action = self.fight_actions[event.do]
        assert isinstance(fight_action, FightAction)
        broken_codes = list(fight_action.violations(self.fight, event))
        codes = broken_codes if self.fighter.able or not fight_action.able_only else ["cannot_act"]
        if fight_action.turnless:
            return fight_action.to_check(codes)
        plan = self.plan.with_action(fight_action.action(self.fight, event))
        breaches = [code for place, code in plan.problems if place in (None, len(self.plan.costs))]
        if codes:  # besides these, only problems that the game master can't override count
            breaches = [code for code in (*broken_codes, *breaches) if code in fight_action.not_overridable]
        check = fight_action.to_check((*codes, *breaches), plan.costs[-1], self.points_left)
        return replace(check, problems=tuple(self._with_points(each, check.cost) for each in check.problems))

    def _with_points(self, problem: ProblemType, cost: int) -> ProblemType:
        """Return the problem; if it is a lack of points, with the numbers."""
        if problem.code != "over_budget":
            return problem
        left = str(self.points_left) if self.points_left > 0 else "none"
        return replace(problem, message=f"Costs {points(cost)}; {left} left.")


def describe_price(check: ActionCheck) -> str:
    """Return the price as text."""
    return points(check.cost) if check.cost else "free"
