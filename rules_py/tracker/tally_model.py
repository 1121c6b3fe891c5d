"""A forecast model of fights in which everyone attacks the foe that they are likeliest to bring down."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import lcm
from typing import Any, ClassVar

from rules_py.dice.counts import merge
from rules_py.dice.enumerate_branches import expand
from rules_py.tracker.actions import Actions, EventData
from rules_py.tracker.forecast import Casualties
from rules_py.tracker.skirmish import END_ROUND, Member, Skirmish, winner


@dataclass(frozen=True)
class AttackOption:
    """An attack that is possible in a situation.

    target     the index of the target among the participants
    damage     each amount of damage with its weight
    at_least   by amount: the weight of that much damage or more
    mean       the weighted sum of the damage
    situation  the number of the situation after the attack

    `at_least` and `mean` have the same scale for all options of a situation, so that they can be compared.
    """

    target: int
    damage: tuple[tuple[int, int], ...]
    at_least: tuple[int, ...]
    mean: int
    situation: int

    def value(self, remaining: int) -> tuple[int, int]:
        """Return how good the attack is against a target that can take this much damage.

        The chance to deal that much comes first, then the mean damage.
        """
        return (self.at_least[remaining] if remaining < len(self.at_least) else 0), self.mean


def weigh_attacks(attacks: Iterable[tuple[int, Mapping[int, int], int]]) -> Iterator[AttackOption]:
    """Yield the options for attacks, each a target, the weight of each amount of damage, and a situation."""
    attacks = tuple(attacks)
    common = lcm(*(sum(damage.values()) for _, damage, _ in attacks))
    for target, damage, situation in attacks:
        scale = common // sum(damage.values())
        at_least = tuple(
            scale * sum(weight for amount, weight in damage.items() if amount >= least)
            for least in range(max(damage) + 1)
        )
        mean = scale * sum(amount * weight for amount, weight in damage.items())
        yield AttackOption(target, tuple(damage.items()), at_least, mean, situation)


@dataclass(frozen=True)
class Plan:
    """The next step in a situation. If every field is empty, the round ends.

    attacks    one of these attacks, the best against its target
    situation  a step to the situation with this number
    event      this event, whatever its dice show
    """

    attacks: tuple[AttackOption, ...] = ()
    situation: int | None = None
    event: EventData | None = None

    @property
    def ends_round(self) -> bool:
        return not self.attacks and self.situation is None and self.event is None


@dataclass(slots=True)
class _Situation[F]:
    """A situation, with what has been computed for it."""

    fight: F
    winner: str
    casualties: Casualties
    plan: Plan | None = None
    next_round: int | None = None
    without: dict[int, int] = field(default_factory=dict)
    """The situation after each of the participants has fallen, by index."""


type TallyState[T] = tuple[int, tuple[T, ...]]
"""The number of a situation, and the tally of each participant."""


class TallyModel[F: Skirmish[Any], C: Member, T](ABC):
    """A `ForecastModel` whose states consist of a situation and a tally for each participant.

    The situation decides what everyone can do, and how well. A tally is the damage that someone can still
    take, and only affects who is attacked; it is 0 for anyone just brought down. Situations recur with
    different tallies, so each is examined only once, with the tracker's own actions.
    """

    actions: ClassVar[Actions[Any]]

    def __init__(self, fight: F) -> None:
        self.participants = tuple(fighter.name for fighter in fight.fighters)
        self._situations: list[_Situation[F]] = []
        self._numbers: dict[Hashable, int] = {}
        self.initial_state = self.read(fight)

    @abstractmethod
    def simplify(self, fight: F) -> F:
        """Return the fight without tallies, and without what doesn't affect how it continues."""

    @abstractmethod
    def tally_of(self, fighter: C) -> T:
        """Return the tally of one participant."""

    @abstractmethod
    def plan(self, fight: F) -> Plan:
        """Return what happens next, for any tallies."""

    @abstractmethod
    def damage_left(self, index: int, tally: T) -> int:
        """Return how much damage matters to someone: 0 if no more does."""

    @abstractmethod
    def with_damage(self, index: int, tally: T, damage: int) -> T:
        """Return someone's tally after damage."""

    @abstractmethod
    def without(self, fight: F, index: int) -> F:
        """Return the fight after a participant has fallen."""

    def key(self, fight: F) -> Hashable:
        """Return a value that is equal for simplified fights that are the same situation."""
        return fight

    def winner_of(self, fight: F) -> str:
        """Return the side that has won, or "" while the fight goes on."""
        return winner(fight)

    def after_round(self, number: int, tallies: tuple[T, ...]) -> TallyState[T]:
        """Return the state at the start of the next round."""
        return self.next_round(number), tallies

    def read(self, fight: F) -> TallyState[T]:
        """Return the model's state for a fight."""
        return self.number(fight), tuple(map(self.tally_of, fight.fighters))

    def winner(self, state: TallyState[T]) -> str:
        return self._situations[state[0]].winner

    def casualties(self, state: TallyState[T]) -> Casualties:
        return self._situations[state[0]].casualties

    def ends_round(self, state: TallyState[T]) -> bool:
        return self._plan(state[0]).ends_round

    def transitions(self, state: TallyState[T]) -> Mapping[TallyState[T], int]:
        number, tallies = state
        plan = self._plan(number)
        if plan.event:
            return self._play(self.fight(number), plan.event)
        if plan.situation is not None:
            return {(plan.situation, tallies): 1}
        if not plan.attacks:
            return {self.after_round(number, tallies): 1}
        best = max(plan.attacks, key=lambda option: self._value(option, tallies[option.target]))
        return merge((self._hit(best, tallies, damage), weight) for damage, weight in best.damage)

    def _value(self, option: AttackOption, tally: T) -> tuple[int, int]:
        remaining = self.damage_left(option.target, tally)
        return option.value(remaining) if remaining else (0, 0)

    def _hit(self, option: AttackOption, tallies: tuple[T, ...], damage: int) -> TallyState[T]:
        index = option.target
        tally = self.with_damage(index, tallies[index], damage)
        number = self.after_fall(option.situation, index) if tally == 0 else option.situation
        return number, (*tallies[:index], tally, *tallies[index + 1 :])

    def _play(self, fight: F, event: EventData) -> Mapping[TallyState[T], int]:
        """Return the states after an event, for all faces of its dice."""
        action, _, data = self.actions.read(fight, event)

        def state_after(dice: Any) -> TallyState[T]:
            return self.read(action.apply(fight, data, dice)[0])

        counts: Mapping[TallyState[T], int] = expand(state_after)[0]
        return counts

    def number(self, fight: F) -> int:
        """Return the number of a fight's situation."""
        fight = self.simplify(fight)
        key = self.key(fight)
        number = self._numbers.setdefault(key, len(self._situations))
        if number == len(self._situations):
            casualties = frozenset((fighter.name, "") for fighter in fight.fighters if not fighter.able)
            self._situations.append(_Situation(fight, self.winner_of(fight), casualties))
        return number

    def fight(self, number: int) -> F:
        """Return the simplified fight of a situation."""
        return self._situations[number].fight

    def after_fall(self, number: int, index: int) -> int:
        """Return the number of the situation after a participant has fallen."""
        situation = self._situations[number]
        if index not in situation.without:
            situation.without[index] = self.number(self.without(situation.fight, index))
        return situation.without[index]

    def next_round(self, number: int) -> int:
        """Return the number of the situation after the end of the round."""
        situation = self._situations[number]
        if situation.next_round is None:
            situation.next_round = self.number(self.actions.apply(situation.fight, END_ROUND).state)
        return situation.next_round

    def attack_plan(self, attacks: Iterable[tuple[str, Mapping[int, int], F]]) -> Plan:
        """Return the plan to attack.

        Each attack is given by the name of its target, the weight of each amount of damage, and the fight
        after the attack without its damage.
        """
        return Plan(
            tuple(
                weigh_attacks(
                    (self.participants.index(target), damage, self.number(after))
                    for target, damage, after in attacks
                )
            )
        )

    def _plan(self, number: int) -> Plan:
        situation = self._situations[number]
        if situation.plan is None:
            situation.plan = self.plan(situation.fight)
        return situation.plan
