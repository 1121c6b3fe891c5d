"""The forecast of a conflict of three sides or more: a simplified Markov model of it.

With few dice and low limits, whole rounds of two and of three sides are calculated at once. Otherwise each
roll is a transition, and the conflict is simulated many times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from math import lcm, prod

from rules_py.dice.counts import merge
from rules_py.dice.incremental import run_to_completion
from rules_py.systems.action_consequence.fields import MAX_DICE
from rules_py.systems.action_consequence.order import first_chances
from rules_py.systems.action_consequence.prices import Chances
from rules_py.systems.action_consequence.readings import (
    HIGHER,
    TIE,
    Reading,
    RollDistribution,
    compare,
    compared_dice,
    roll_distribution,
)
from rules_py.systems.action_consequence.round_results import (
    DOUBLING,
    GIVING,
    BetweenRounds,
    Limits,
    Win,
    after_round,
    gives,
    hang_in,
    round_end,
)
from rules_py.systems.action_consequence.sweep import ENDS, NOBODY, A, B, round_ends
from rules_py.systems.action_consequence.three_sides import Exchange, next_answerers, three_sided_ends
from rules_py.systems.action_consequence.tracker import priced
from rules_py.systems.action_consequence.tracker.actions.settling import options
from rules_py.systems.action_consequence.tracker.dice import side_dice
from rules_py.systems.action_consequence.tracker.forecast_states import (
    Roll,
    SideStates,
    State,
    Transitions,
    WithinRound,
    between,
    end_round,
    next_challengers,
    replace_roll,
    side_states,
    sides_in_round,
    start_round,
    use_turns,
)
from rules_py.systems.action_consequence.tracker.shape import (
    CAST,
    CHOOSE,
    DOUBLED,
    GAVE,
    ORDER,
    OVER,
    SETTLE,
    STRIKE,
    Conflict,
)
from rules_py.tracker import EventData, OutcomeShare
from rules_py.tracker.forecast import Branches, Casualties, ForecastResult, ForecastSpec, Victory, Weights

AS_NOW = (
    "Assumes that each challenger names the side with the lowest roll (if tied, the first listed). No one "
    "interferes, drops out, strikes a name or changes dice. After a short answer, a side gives if it has "
    "reached its chosen limit; otherwise it hangs in. If a side is choosing right now, it is assumed to "
    "hang in."
)
HOW_OUT = {DOUBLING: DOUBLED, GIVING: GAVE}
FEW = "Forecasts need three or more sides. With two sides, every choice already shows its exact odds."
TOO_MANY_DICE = "A side has too many dice to calculate the odds."
NO_DICE = "No side has any dice left, so there is nothing to roll."


def why_unavailable(conflict: Conflict) -> str:
    """Return why there is no forecast."""
    if conflict.phase == OVER:
        return "The conflict is over."
    if len(conflict.within) < 3:
        return FEW
    most = max(len(side_dice(conflict, each.lead)) for each in conflict.within)
    if most > MAX_DICE:
        return TOO_MANY_DICE
    return "" if most else NO_DICE


def next_event(conflict: Conflict) -> EventData | None:
    """Return the next event, or None if someone has won or no opponent is left."""
    if len(conflict.within) < 2 and conflict.phase != SETTLE:
        return None
    actor = {"who": conflict.asked[0]} if conflict.asked else {}
    match conflict.phase:
        case "strike":
            return {"do": "leave", **actor}
        case "interfere":
            return {"do": "let_pass", **actor}
        case "challenge":
            return {"do": "challenge", "who": conflict.challenger, "on": _answerer(conflict)}
        case "answer":
            return {"do": "answer", "who": conflict.answerer}
        case "choose":
            side = conflict.side(conflict.answerer)
            choice = "give" if gives(conflict[side.lead].gives_at, side.short) else "hang_in"
            return {"do": choice, "who": side.lead}
        case "settle":
            loss = conflict.losses[0]
            take = next((each.words for each in options(conflict[loss.on], conflict.rules)), "")
            return {"do": "hurt", "who": loss.by, "take": take}
        case phase:
            return {"do": phase}


def winner(conflict: Conflict) -> str:
    """Return the only side that is left."""
    return conflict.within[0].lead if len(conflict.within) == 1 and not conflict.losses else ""


def _answerer(conflict: Conflict) -> str:
    if conflict.answerer:
        return conflict.answerer
    others = [each for each in conflict.rolling_sides if each.lead != conflict.challenger]
    return min(others, key=lambda each: each.reading).lead


MAX_READINGS = 500
"""The most readings of all sides' rolls for which rounds of two or three sides are counted at once, within a
hundredth of a second.
"""
MAX_SHORT_STATES = 4
"""The most combinations of counts of hanging in for which rounds of three are counted at once."""


class ConflictModel:
    """A forecast model of a conflict."""

    def __init__(self, conflict: Conflict) -> None:
        self._leads = tuple(each.lead for each in conflict.within)
        self._limits = tuple(conflict[lead].gives_at for lead in self._leads)
        self._dice = tuple(side_dice(conflict, lead) for lead in self._leads)
        self._most = compared_dice(self._dice)
        self._whole = len(self._dice) == 3 and self._few_enough()
        self._pairs = {pair for pair in combinations(range(len(self._dice)), 2) if self._few(pair)}
        self._rolled_dice: dict[tuple[int, int], tuple[Weights, Sequence[Reading]]] = {}
        self.participants = self._leads
        self.initial_state: State = self._start(conflict, hangs_in=True)

    def _few_enough(self) -> bool:
        """Return whether rounds of three are calculated at once."""
        return self._few(range(3)) and prod(limit or 1 for limit in self._limits) <= MAX_SHORT_STATES

    def _few(self, sides: Iterable[int]) -> bool:
        return sum(len(self._distribution(side, 1).weights) for side in sides) <= MAX_READINGS

    def _distribution(self, side: int, advantages: int) -> RollDistribution:
        return roll_distribution(self._dice[side], advantages, self._most[side])

    def after(self, conflict: Conflict) -> State:
        """Return the state after an action. A side that has to choose then follows its limit."""
        return self._start(conflict, hangs_in=False)

    def _start(self, conflict: Conflict, *, hangs_in: bool) -> State:
        sides = [conflict.side(lead) for lead in self._leads]
        counts = [each.short if limit else 0 for each, limit in zip(sides, self._limits, strict=True)]
        all_roll = len(conflict.rolling_sides) == len(conflict.within)
        if conflict.phase == CAST and all_roll and not any(each.struck for each in sides):
            return end_round(
                tuple(
                    Roll(each.held, None, short, gained=each.held, out=each.out)
                    for each, short in zip(sides, counts, strict=True)
                )
            )
        cast = conflict.phase == CAST
        rolls = tuple(
            Roll(
                held=each.advantages,
                read=None if cast else self._compared_reading(at, each.reading),
                short=counts[at],
                gained=each.gained,
                free=not (each.challenged or each.answered),
                here=each.since <= conflict.round,
                out=each.out,
                order=each.order,
            )
            for at, each in enumerate(sides)
        )
        if cast:
            return WithinRound(rolls)
        compares_cast = conflict.phase == STRIKE and conflict.compared == "cast"
        if compares_cast or conflict.phase in (ORDER, SETTLE, OVER):
            return self._after_cast(rolls)
        if not conflict.answerer:
            return self._next_turn(rolls)
        pair = (self._leads.index(conflict.challenger), self._leads.index(conflict.answerer))
        rolls = use_turns(rolls, *pair)
        if conflict.phase == CHOOSE:
            return self._next_turn(
                self._hang_in(rolls, *pair) if hangs_in else self._after(rolls, Exchange(*pair, "b_short"))
            )
        if conflict.phase == STRIKE:
            return self._after_answer(rolls, *pair)
        return self._with_challenge(rolls, *pair)

    def _compared_reading(self, side: int, read: Reading) -> Reading:
        most = self._most[side]
        return read if len(read) <= most else (*read[:most], 1)

    def winner(self, place: State) -> str:
        within = [at for at, each in enumerate(side_states(place)) if not each.out]
        return self._leads[within[0]] if len(within) == 1 else ""

    def casualties(self, place: State) -> Casualties:
        states = zip(self._leads, side_states(place), strict=True)
        return frozenset((lead, each.out) for lead, each in states if each.out)

    def ends_round(self, place: State) -> bool:
        if not isinstance(place, WithinRound):
            return self._whole or self._two_cast(start_round(place))
        if place.pair:
            return False
        return self._two_cast(place.rolls) or not (
            self._to_cast(place.rolls) or next_challengers(place.rolls)
        )

    def transitions(self, place: State) -> Transitions:
        if isinstance(place, WithinRound):
            return self._transitions_within(place)
        if self._whole and not any(each.out for each in place):
            return self._round_of_three(place)
        return self._transitions_within(WithinRound(start_round(place)))

    def _two_cast(self, rolls: tuple[Roll, ...]) -> bool:
        """Return whether only two sides are to cast, and their round is calculated at once.

        That includes casting again after ties, however often.
        """
        here = sides_in_round(rolls)
        return tuple(here) in self._pairs and all(rolls[at].read is None for at in here)

    def _round_of_two(self, rolls: tuple[Roll, ...]) -> Transitions:
        one, other = sides_in_round(rolls)
        ends = round_ends(self._dice[one], self._dice[other], (rolls[one].held, rolls[other].held))
        return merge(
            (end_round(self._after(rolls, Exchange(one, other, end))), ways)
            for end, ways in zip(ENDS, ends.weights, strict=True)
        )

    def _round_of_three(self, states: SideStates) -> Transitions:
        return merge(self._ends_of_three(states))

    def _ends_of_three(self, states: SideStates) -> Iterator[tuple[State, int]]:
        """Yield the states after a round of three, with their weights."""
        rolls_before = start_round(states)
        weights = run_to_completion(three_sided_ends(self._dice, tuple(each.held for each in states)))
        # Courses with the same first exchange are adjacent.
        for first, courses in groupby(weights.items(), lambda course: course[0][0]):
            rolls = self._after(rolls_before, first)
            answerer = next(at for at in next_answerers(first) if not rolls[at].out)
            for (_, second), ways in courses:
                if second.answerer == answerer:
                    yield end_round(self._after(rolls, second)), ways

    def _after(self, rolls: tuple[Roll, ...], exchange: Exchange) -> tuple[Roll, ...]:
        """Return the rolls after an exchange with this end."""
        one, other, end = exchange
        limits, state = self._pair(rolls, one, other)
        after = after_round(limits, state, end)
        if isinstance(after, Win):
            return replace_roll(rolls, one if after.winner == B else other, out=HOW_OUT[after.how])
        return between(rolls, one, other, after)

    def _hang_in(self, rolls: tuple[Roll, ...], challenger: int, answerer: int) -> tuple[Roll, ...]:
        """Return the rolls after the answerer hangs in, whatever their limit."""
        return between(rolls, challenger, answerer, hang_in(*self._pair(rolls, challenger, answerer), B))

    def _pair(self, rolls: tuple[Roll, ...], one: int, other: int) -> tuple[Limits, BetweenRounds]:
        """Return the conflict of two of the sides, as A and B."""
        state = BetweenRounds(NOBODY, rolls[one].short, rolls[other].short)
        return Limits(self._limits[one], self._limits[other]), state

    def _transitions_within(self, place: WithinRound) -> Transitions:
        rolls = place.rolls
        if not place.pair and self._two_cast(rolls):
            return self._round_of_two(rolls)
        who = place.pair[1] if place.pair else next(iter(self._to_cast(rolls)), None)
        if who is not None:
            weights, reads = self._rolls(who, rolls[who].held)
            if place.pair and self._whole:
                return Branches(weights, self._answers(place, *place.pair, reads))
            return Branches(weights, lambda which: self._after_roll(place, who, reads[which]))
        if equals := next_challengers(rolls):
            chances = first_chances([self._distribution(at, rolls[at].held) for at in equals])
            whole = lcm(*(each.denominator for each in chances))
            return {
                self._turn_of(at, rolls): int(chance * whole)
                for at, chance in zip(equals, chances, strict=True)
                if chance
            }
        return {end_round(rolls): 1}

    def _rolls(self, side: int, advantages: int) -> tuple[Weights, Sequence[Reading]]:
        if (side, advantages) not in self._rolled_dice:
            ways = self._distribution(side, advantages).weights
            self._rolled_dice[side, advantages] = Weights(ways.values()), [*ways]
        return self._rolled_dice[side, advantages]

    def _after_roll(self, place: WithinRound, who: int, read: Reading) -> WithinRound:
        """Return the state after a roll."""
        rolls = replace_roll(place.rolls, who, read=read)
        if place.pair:
            return self._after_answer(rolls, *place.pair)
        return WithinRound(rolls) if self._to_cast(rolls) else self._after_cast(rolls)

    def _answers(
        self, place: WithinRound, challenger: int, answerer: int, reads: Sequence[Reading]
    ) -> Callable[[int], WithinRound]:
        """Return a function from answers to states, for three sides.

        All answers of the same relation, except higher ones, lead to the same state.
        """
        standing = place.rolls[challenger].read or ()
        known: dict[str, WithinRound] = {}

        def answered(which: int) -> WithinRound:
            relation = compare(standing, reads[which])
            if relation == HIGHER:
                return self._after_roll(place, answerer, reads[which])
            if relation not in known:
                known[relation] = self._after_roll(place, answerer, reads[which])
            return known[relation]

        return answered

    def _to_cast(self, rolls: tuple[Roll, ...]) -> list[int]:
        return [at for at, each in enumerate(rolls) if each.read is None and each.here and not each.out]

    def _after_cast(self, rolls: tuple[Roll, ...]) -> WithinRound:
        """Return the state after the last cast; two who are equal cast again. R-1."""
        here = sides_in_round(rolls)
        if (
            len(here) == 2
            and rolls[here[0]].read == rolls[here[1]].read
            and all(rolls[at].free for at in here)
        ):
            return WithinRound(replace_roll(replace_roll(rolls, here[0], read=None), here[1], read=None))
        return self._next_turn(rolls)

    def _next_turn(self, rolls: tuple[Roll, ...]) -> WithinRound:
        """Return the state after the next challenge; several equals cast again first. A-099, R-27, R-29."""
        first = next_challengers(rolls)
        return self._turn_of(first[0], rolls) if len(first) == 1 else WithinRound(rolls)

    def _turn_of(self, who: int, rolls: tuple[Roll, ...]) -> WithinRound:
        """Return the state after a side challenges the lowest."""
        others = [at for at in sides_in_round(rolls) if at != who]
        least = min(others, key=lambda at: rolls[at].read or ())
        return self._with_challenge(use_turns(rolls, who, least), who, least)

    def _with_challenge(self, rolls: tuple[Roll, ...], challenger: int, answerer: int) -> WithinRound:
        """Return the state with a standing challenge.

        With three sides, the earlier roll of the answerer and the order of equals no longer matter.
        """
        if self._whole:
            rolls = tuple(each._replace(order=()) for each in replace_roll(rolls, answerer, read=()))
        return WithinRound(rolls, (challenger, answerer))

    def _after_answer(self, rolls: tuple[Roll, ...], challenger: int, answerer: int) -> WithinRound:
        """Return the state after an answer."""
        standing, answer = rolls[challenger].read or (), rolls[answerer].read or ()
        relation = compare(standing, answer)
        if relation == HIGHER:
            return self._with_challenge(rolls, answerer, challenger)
        if self._whole:
            # For these two, only the lower one still matters.
            rolls = replace_roll(
                replace_roll(rolls, challenger, read=() if relation == TIE else (1,)), answerer, read=()
            )
        return self._next_turn(self._after(rolls, Exchange(challenger, answerer, round_end(relation, A))))


def winners(conflict: Conflict) -> Mapping[str, Victory]:
    """Return the presentation of each side's victory. Victories of players' characters are welcome."""
    return {
        each.lead: Victory(
            conflict.verb(each.lead, "wins", "win"), "good" if conflict[each.lead].pc else "worst"
        )
        for each in conflict.within
    }


def shares(forecast: ForecastResult, lead: str) -> Sequence[OutcomeShare]:
    """Return the chances of one side."""
    out = forecast.exits[lead]
    doubled, gives = (out.get(how, Fraction()) for how in (DOUBLED, GAVE))
    return priced.conflict_shares(Chances(forecast.wins.get(lead, Fraction()), doubled, gives))


FORECAST: ForecastSpec[Conflict] = ForecastSpec(
    assumptions=AS_NOW,
    next_event=next_event,
    winner=winner,
    model=ConflictModel,
    round_number=lambda conflict: conflict.round,
    victories=winners,
    unavailable=why_unavailable,
    exit_labels={DOUBLED: "doubled", GAVE: "gives"},
    outlook=shares,
    state_after=ConflictModel.after,
)
