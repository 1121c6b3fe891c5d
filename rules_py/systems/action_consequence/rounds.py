"""Roll a round or a whole conflict, and return its exact odds."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict, Unpack

from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.counts import merge
from rules_py.dice.dice import Dice
from rules_py.dice.incremental import Incremental
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.systems.action_consequence.outlook import (
    WINS,
    Outlook,
    SolvedConflict,
    solve_conflict,
    solve_conflict_incrementally,
)
from rules_py.systems.action_consequence.readings import HIGHER, Reading, trim
from rules_py.systems.action_consequence.rolls import (
    RECAST,
    SIDE_NAMES,
    CastRolls,
    RollInput,
    cast_challenger,
    note_relation,
    reading_of,
    roll_dice,
)
from rules_py.systems.action_consequence.round_results import (
    DOUBLING,
    GIVING,
    BetweenRounds,
    Limits,
    Win,
    after_round,
    round_end,
)
from rules_py.systems.action_consequence.sweep import (
    ENDS,
    HOLDER_ADVANTAGES,
    NOBODY,
    OTHER,
    A,
    Advantages,
    B,
    RoundEnds,
    round_ends,
    round_ends_incrementally,
    standing_ends,
    standing_ends_incrementally,
)

Sizes = Sequence[int]

ROUND_SCALE = Scale(
    "The round",
    "end",
    (
        Grade("b_doubles", "B doubles A", "worst", "A-028"),
        Grade("a_short", "A answers short", "bad", "A-037"),
        Grade("tie", "True tie", "mixed", "A-044"),
        Grade("b_short", "B answers short", "good", "A-037"),
        Grade("a_doubles", "A doubles B", "best", "A-028"),
    ),
    success_label="A comes out ahead",
)

EXCHANGE_SCALE = Scale(
    "The round",
    "end",
    (
        Grade("answerer_doubles", "The answerer doubles in turn", "worst", "A-028"),
        Grade("answerer_advantage", "The answerer takes over, and seizes the advantage", "bad", "A-039"),
        Grade("tie", "True tie", "mixed", "A-044"),
        Grade("challenger_advantage", "The challenger seizes the advantage", "good", "A-039"),
        Grade("challenger_doubles", "The challenger doubles", "best", "A-028"),
    ),
    success_label="The challenger comes out ahead",
)

CONFLICT_SCALE = Scale(
    "The end",
    lambda outcome: (outcome.winner, outcome.how),
    (
        Grade((B, DOUBLING), "B wins: A is doubled", "worst", "A-028"),
        Grade((B, GIVING), "B wins: A gives", "bad", "A-041"),
        Grade((A, GIVING), "A wins: B gives", "good", "A-041"),
        Grade((A, DOUBLING), "A wins: B is doubled", "best", "A-028"),
    ),
    success_label="A wins",
)


@dataclass(frozen=True, kw_only=True)
class RoundEnd(Outcome, scale=ROUND_SCALE):
    """The end of a round: one of `sweep.ENDS`."""

    end: str


@dataclass(frozen=True, kw_only=True)
class ExchangeEnd(Outcome, scale=EXCHANGE_SCALE):
    """The end of a round from a standing roll, for its challenger and answerer."""

    end: str


@dataclass(frozen=True, kw_only=True)
class ConflictEnd(Outcome, scale=CONFLICT_SCALE):
    """The end of a conflict: its winner (`a`, `b`), by `doubling` or by the other side `giving`."""

    winner: str
    how: str


class StandingRoll(NamedTuple):
    """A standing roll that is to be answered. No one is the challenger before the cast."""

    challenger: str = NOBODY
    read: Reading = ()


class PartialCast(NamedTuple):
    """The reading of A's cast, before B's dice are rolled."""

    read: Reading


class WithinRound(NamedTuple):
    """The state of a conflict within a round."""

    standing: StandingRoll
    advantages: Advantages
    short_a: int
    short_b: int


@dataclass(frozen=True)
class Round:
    """The dice of one round, and the names of its sides."""

    dice_a: Sizes
    dice_b: Sizes
    advantages: Advantages
    names: Mapping[str, str]

    def play(self, dice: Dice, standing: StandingRoll = StandingRoll()) -> str:  # immutable
        """Roll until the round ends, and return one of `sweep.ENDS`."""
        exchanges: Process[StandingRoll | PartialCast, str] = Process(self._exchange, self._counts)
        return exchanges.play(dice, standing)

    def ends(self, standing: StandingRoll = StandingRoll()) -> RoundEnds:
        """Return the exact odds of the ends."""
        if standing.challenger == NOBODY:
            return round_ends(self.dice_a, self.dice_b, self.advantages)
        return standing_ends(tuple(self.dice_a), tuple(self.dice_b), *standing, self.advantages)

    @property
    def _cast(self) -> CastRolls:
        return CastRolls(self.dice_a, self.dice_b, self.advantages)

    def _exchange(
        self, dice: Dice, standing: StandingRoll | PartialCast
    ) -> StandingRoll | PartialCast | Done[str]:
        """Roll one side's cast, or one answer. A-016, A-023."""
        if isinstance(standing, PartialCast):
            return _after_cast(standing.read, self._cast.roll_b(dice, standing.read))
        if standing.challenger == NOBODY:
            return PartialCast(self._cast.roll_a(dice))
        answerer = OTHER[standing.challenger]
        sizes, advantages = (
            (self.dice_a, self.advantages[0]) if answerer == A else (self.dice_b, self.advantages[1])
        )
        answer = roll_dice(dice, sizes, advantages, self.names[answerer], "rerolls", "A-023")
        relation = note_relation(dice, standing.read, answer)
        if relation == HIGHER:
            return StandingRoll(answerer, answer)
        return Done(round_end(relation, standing.challenger))

    def _counts(
        self, standing: StandingRoll | PartialCast
    ) -> dict[StandingRoll | PartialCast | Done[str], int]:
        """Return the weights of the ends, or after A's cast those of the standing rolls."""
        if isinstance(standing, PartialCast):
            a, b = trim(standing.read, len(self.dice_b)), self._cast.distribution_b
            # All of B's many lower rolls lead to the same standing roll.
            lower = {StandingRoll(A, a): b.below(a), StandingRoll(): b.weights.get(a, 0)}
            higher = {StandingRoll(B, read): weight for read, weight in b.weights.items() if read > a}
            return {after: weight for after, weight in (lower | higher).items() if weight}
        return {Done(end): weight for end, weight in zip(ENDS, self.ends(standing).weights, strict=True)}


def _after_cast(a: Reading, b: Reading) -> StandingRoll:
    """Return the standing roll after a cast, none if both cast again. R-1."""
    challenger = cast_challenger(a, b)
    return StandingRoll() if challenger == RECAST else StandingRoll(challenger, max(a, b))


def roll_round(dice: Dice, *, dice_a: Sizes, dice_b: Sizes, advantage: str) -> RoundEnd:
    """Roll one round, from its cast to its end. R-10."""
    return RoundEnd(end=Round(dice_a, dice_b, HOLDER_ADVANTAGES[advantage], SIDE_NAMES).play(dice))


def round_odds(*, dice_a: Sizes, dice_b: Sizes, advantage: str) -> Incremental[Odds]:
    """Return the odds of a round, with the mean number of `exchanges`."""
    ends = yield from round_ends_incrementally(dice_a, dice_b, HOLDER_ADVANTAGES[advantage])
    return _end_odds(ends, {end: RoundEnd(end=end) for end in ENDS})


def _end_odds(ends: RoundEnds, outcomes: Mapping[str, Hashable]) -> Odds:
    counts = {outcomes[end]: weight for end, weight in zip(ENDS, ends.weights, strict=True)}
    return Odds(counts, ends.whole, {"exchanges": lambda _: ends.mean_exchanges})


_FROM_CHALLENGER = {
    "a_doubles": "challenger_doubles",
    "b_doubles": "answerer_doubles",
    "b_short": "challenger_advantage",
    "a_short": "answerer_advantage",
    "tie": "tie",
}
"""The ends of a round in which A is the challenger."""
_ROLES = {A: "The challenger", B: "The answerer"}


class ExchangeInputs(TypedDict):
    """The inputs of the rest of a round."""

    standing: RollInput
    challenger_dice: Sizes
    answerer_dice: Sizes
    challenger_advantage: int
    answerer_advantage: int


def roll_exchange_end(dice: Dice, **inputs: Unpack[ExchangeInputs]) -> ExchangeEnd:
    """Roll the rest of a round, from a standing roll."""
    rest = Round(inputs["challenger_dice"], inputs["answerer_dice"], _advantages(inputs), _ROLES)
    return ExchangeEnd(end=_FROM_CHALLENGER[rest.play(dice, StandingRoll(A, reading_of(inputs["standing"])))])


def exchange_end_odds(**inputs: Unpack[ExchangeInputs]) -> Incremental[Odds]:
    """Return the odds of the rest of a round, with the mean number of `exchanges`."""
    dice = tuple(inputs["challenger_dice"]), tuple(inputs["answerer_dice"])
    ends = yield from standing_ends_incrementally(
        *dice, A, reading_of(inputs["standing"]), _advantages(inputs)
    )
    return _end_odds(ends, {end: ExchangeEnd(end=name) for end, name in _FROM_CHALLENGER.items()})


def _advantages(inputs: ExchangeInputs) -> Advantages:
    return inputs["challenger_advantage"], inputs["answerer_advantage"]


class SidesInputs(TypedDict):
    """The inputs of every conflict: dice, limits, and how often each side has hung in."""

    dice_a: Sizes
    dice_b: Sizes
    give_at_a: int | None
    give_at_b: int | None
    short_a: int
    short_b: int


class ConflictInputs(SidesInputs):
    """The inputs of a whole conflict."""

    advantage: str


class StandingInputs(SidesInputs):
    """The inputs of the rest of a conflict, from a standing roll."""

    challenger: str
    standing: RollInput
    advantage_a: int
    advantage_b: int


@dataclass(frozen=True)
class _Whole:
    """A conflict of two sides, as a process of rounds."""

    dice_a: Sizes
    dice_b: Sizes
    limits: Limits

    @classmethod
    def of(cls, inputs: SidesInputs) -> _Whole:
        return cls(inputs["dice_a"], inputs["dice_b"], Limits(inputs["give_at_a"], inputs["give_at_b"]))

    def play(self, dice: Dice, start: BetweenRounds | WithinRound) -> ConflictEnd:
        rounds: Process[BetweenRounds | WithinRound, ConflictEnd] = Process(self._round, self._counts)
        return rounds.play(dice, start)

    def solve(self) -> Incremental[SolvedConflict]:
        return solve_conflict_incrementally(tuple(self.dice_a), tuple(self.dice_b), self.limits)

    def _start(self, state: BetweenRounds | WithinRound) -> tuple[Round, StandingRoll]:
        """Return the round to be rolled, and its standing roll."""
        if isinstance(state, WithinRound):
            return Round(self.dice_a, self.dice_b, state.advantages, SIDE_NAMES), state.standing
        return Round(self.dice_a, self.dice_b, HOLDER_ADVANTAGES[state.holder], SIDE_NAMES), StandingRoll()

    def _round(self, dice: Dice, state: BetweenRounds | WithinRound) -> BetweenRounds | Done[ConflictEnd]:
        next_round, standing = self._start(state)
        if isinstance(state, BetweenRounds):
            advantage = f"; {SIDE_NAMES[state.holder]} has the advantage" if state.holder != NOBODY else ""
            dice.note(f"A new round{advantage}", "R-10")
        end = next_round.play(dice, standing)
        after = self._after(state, end)
        if end.endswith("_short"):
            side = end[0]
            gives = isinstance(after, Done)
            words = "gives" if gives else f"hangs in, and {SIDE_NAMES[OTHER[side]]} has the advantage"
            dice.note(f"{SIDE_NAMES[side]} {words}", "A-041" if gives else "A-039")
        return after

    def _counts(
        self, state: BetweenRounds | WithinRound
    ) -> dict[BetweenRounds | WithinRound | Done[ConflictEnd], int]:
        next_round, standing = self._start(state)
        ends = zip(ENDS, next_round.ends(standing).weights, strict=True)
        return merge((self._after(state, end), weight) for end, weight in ends)

    def _after(self, state: BetweenRounds | WithinRound, end: str) -> BetweenRounds | Done[ConflictEnd]:
        after = after_round(self.limits, BetweenRounds(NOBODY, state.short_a, state.short_b), end)
        return Done(_conflict_end(after)) if isinstance(after, Win) else after


def _conflict_end(win: Win) -> ConflictEnd:
    return ConflictEnd(winner=win.winner, how=win.how)


def _before_round(inputs: ConflictInputs) -> BetweenRounds:
    return BetweenRounds(inputs["advantage"], inputs["short_a"], inputs["short_b"])


def roll_conflict(dice: Dice, **inputs: Unpack[ConflictInputs]) -> ConflictEnd:
    """Roll a whole conflict. Each side gives at the short answer that is its limit. A-046."""
    return _Whole.of(inputs).play(dice, _before_round(inputs))


def conflict_odds(**inputs: Unpack[ConflictInputs]) -> Incremental[Odds]:
    """Return the odds of a conflict, with the mean number of `rounds` and `exchanges`."""
    conflict = yield from _Whole.of(inputs).solve()
    return _odds(
        conflict.before_round(BetweenRounds(inputs["advantage"], inputs["short_a"], inputs["short_b"]))
    )


def _odds(outlook: Outlook) -> Odds:
    return Odds.from_chances(
        {_conflict_end(win): chance for win, chance in zip(WINS, outlook, strict=False)},
        {"rounds": lambda _: outlook.rounds, "exchanges": lambda _: outlook.exchanges},
    )


def _within_round(inputs: StandingInputs) -> WithinRound:
    return WithinRound(
        StandingRoll(inputs["challenger"], reading_of(inputs["standing"])),
        (inputs["advantage_a"], inputs["advantage_b"]),
        inputs["short_a"],
        inputs["short_b"],
    )


def roll_conflict_from(dice: Dice, **inputs: Unpack[StandingInputs]) -> ConflictEnd:
    """Roll the rest of a conflict, from a standing roll."""
    return _Whole.of(inputs).play(dice, _within_round(inputs))


def conflict_from_odds(**inputs: Unpack[StandingInputs]) -> Incremental[Odds]:
    """Return the odds of the rest of a conflict, with the means of `conflict_odds`."""
    conflict = yield from _Whole.of(inputs).solve()
    standing, advantages, short_a, short_b = _within_round(inputs)
    outlook = yield from conflict.before_answer_incrementally(*standing, advantages, short_a, short_b)
    return _odds(outlook)


def give_or_hang(
    *, dice_a: Sizes, dice_b: Sizes, me: str, other_gives_at: int | None, advantage: str
) -> dict[str, Any]:
    """Compare giving at the first, second or third short answer with never giving."""
    rows = []
    for give_at in (1, 2, 3, None):
        limits = Limits(give_at, other_gives_at) if me == A else Limits(other_gives_at, give_at)
        outlook = solve_conflict(tuple(dice_a), tuple(dice_b), limits).before_round(BetweenRounds(advantage))
        rows.append(
            {
                "give_at": give_at,
                "wins_by_doubling": outlook.doubled_chance(OTHER[me]),
                "wins_by_giving": outlook.gives(OTHER[me]),
                "gives": outlook.gives(me),
                "doubled": outlook.doubled_chance(me),
            }
        )
    return {"rows": rows}
