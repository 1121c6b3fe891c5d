"""A conflict thrown and counted: exchange by exchange, round by round, until a side is doubled or gives."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.counts import merge
from rules_py.dice.dice import Dice
from rules_py.dice.incremental import Incremental
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.systems.action_consequence.outlook import Between, Limits, Outlook, conflict, counting_conflict
from rules_py.systems.action_consequence.readings import DOUBLED, HIGHER, SHORT, TIE, Reading, compared
from rules_py.systems.action_consequence.rolls import (
    NAMES,
    RECAST,
    CastOfBoth,
    GivenRoll,
    cast_challenger,
    read_of,
    thrown,
    told,
)
from rules_py.systems.action_consequence.sweep import (
    ENDS,
    HELD,
    NOBODY,
    OTHER,
    A,
    Advantages,
    B,
    RoundEnds,
    counting_round,
    counting_standing,
    round_ends,
    standing_ends,
)

Sizes = Sequence[int]

ROUND = Scale(
    "The round",
    "end",
    (
        Grade("b_doubles", "B doubles A", "worst", "A-028"),
        Grade("a_short", "A answers short", "bad", "A-037"),
        Grade("tie", "A true tie", "mixed", "A-044"),
        Grade("b_short", "B answers short", "good", "A-037"),
        Grade("a_doubles", "A doubles B", "best", "A-028"),
    ),
    hope="A comes out ahead",
)

FROM_STANDING = Scale(
    "The round",
    "end",
    (
        Grade("answerer_doubles", "The answerer doubles in turn", "worst", "A-028"),
        Grade("answerer_advantage", "The answerer takes over, and seizes the advantage", "bad", "A-039"),
        Grade("tie", "A true tie", "mixed", "A-044"),
        Grade("challenger_advantage", "The challenger seizes the advantage", "good", "A-039"),
        Grade("challenger_doubles", "The challenger doubles", "best", "A-028"),
    ),
    hope="The challenger comes out ahead",
)

DOUBLING, GIVING = "doubling", "giving"

ENDED = Scale(
    "The end",
    lambda outcome: (outcome.winner, outcome.how),
    (
        Grade((B, DOUBLING), "B wins: A is doubled", "worst", "A-028"),
        Grade((B, GIVING), "B wins: A gives", "bad", "A-041"),
        Grade((A, GIVING), "A wins: B gives", "good", "A-041"),
        Grade((A, DOUBLING), "A wins: B is doubled", "best", "A-028"),
    ),
    hope="A wins",
)


@dataclass(frozen=True, kw_only=True)
class RoundEnd(Outcome, scale=ROUND):
    """How a round ends: one of `sweep.ENDS`."""

    end: str


@dataclass(frozen=True, kw_only=True)
class ExchangeEnd(Outcome, scale=FROM_STANDING):
    """How a round ends from a standing roll, told of the challenger and the answerer of that moment."""

    end: str


@dataclass(frozen=True, kw_only=True)
class Ended(Outcome, scale=ENDED):
    """How a conflict ends: who wins (`a`, `b`), and how (`doubling`, `giving`)."""

    winner: str
    how: str


class Standing(NamedTuple):
    """A roll that stands and is to be answered; before the cast nobody is the challenger."""

    challenger: str = NOBODY
    read: Reading = ()


class HalfCast(NamedTuple):
    """What A has cast, while B's dice are still to be thrown."""

    read: Reading


class Amid(NamedTuple):
    """Where a conflict stands within a round."""

    standing: Standing
    advantages: Advantages
    short_a: int
    short_b: int


@dataclass(frozen=True)
class Round:
    """The dice of one round, and who they are called by."""

    dice_a: Sizes
    dice_b: Sizes
    advantages: Advantages
    names: Mapping[str, str]

    def play(self, dice: Dice, standing: Standing = Standing()) -> str:  # it can't be changed
        """Throw until the round ends: one of `sweep.ENDS`."""
        exchanges: Process[Standing | HalfCast, str] = Process(self._exchange, self._counts)
        return exchanges.play(dice, standing)

    def ends(self, standing: Standing = Standing()) -> RoundEnds:
        """The exact chances of the same."""
        if standing.challenger == NOBODY:
            return round_ends(self.dice_a, self.dice_b, self.advantages)
        return standing_ends(tuple(self.dice_a), tuple(self.dice_b), *standing, self.advantages)

    @property
    def _cast(self) -> CastOfBoth:
        return CastOfBoth(self.dice_a, self.dice_b, self.advantages)

    def _exchange(self, dice: Dice, standing: Standing | HalfCast) -> Standing | HalfCast | Done[str]:
        """One side's cast, or one answer. A-016, A-023."""
        if isinstance(standing, HalfCast):
            return _stands(standing.read, self._cast.of_b(dice, standing.read))
        if standing.challenger == NOBODY:
            return HalfCast(self._cast.of_a(dice))
        answerer = OTHER[standing.challenger]
        sizes, held = (
            (self.dice_a, self.advantages[0]) if answerer == A else (self.dice_b, self.advantages[1])
        )
        answer = thrown(dice, sizes, held, self.names[answerer], "rerolls", "A-023")
        found = told(dice, standing.read, answer)
        if found == HIGHER:
            return Standing(answerer, answer)
        ends = {TIE: "tie", SHORT: f"{answerer}_short", DOUBLED: f"{standing.challenger}_doubles"}
        return Done(ends[found])

    def _counts(self, standing: Standing | HalfCast) -> dict[Standing | HalfCast | Done[str], int]:
        """The end at once, where every way is counted and no cast is half thrown."""
        if isinstance(standing, HalfCast):
            a, b = compared(standing.read, len(self.dice_b)), self._cast.law_b
            lower = {Standing(A, a): b.below(a), Standing(): b.ways.get(a, 0)}  # of which there are many
            higher = {Standing(B, each): ways for each, ways in b.ways.items() if each > a}
            return {stands: ways for stands, ways in (lower | higher).items() if ways}
        return {Done(end): ways for end, ways in zip(ENDS, self.ends(standing).weights, strict=True)}


def _stands(a: Reading, b: Reading) -> Standing:
    """What stands after a cast; nothing after one that is cast again. R-1."""
    challenger = cast_challenger(a, b)
    return Standing() if challenger == RECAST else Standing(challenger, max(a, b))


def round_of(dice: Dice, *, dice_a: Sizes, dice_b: Sizes, advantage: str) -> RoundEnd:
    """One round, from its cast to its end. R-10."""
    return RoundEnd(end=Round(dice_a, dice_b, HELD[advantage], NAMES).play(dice))


def round_odds(*, dice_a: Sizes, dice_b: Sizes, advantage: str) -> Incremental[Odds]:
    """The chance of each end of a round. Measure: `exchanges`, in the mean."""
    ends = yield from counting_round(dice_a, dice_b, HELD[advantage])
    counts: dict[Hashable, int] = {
        RoundEnd(end=end): ways for end, ways in zip(ENDS, ends.weights, strict=True)
    }
    return Odds(counts, ends.whole, {"exchanges": lambda _: ends.mean_exchanges})


_OF_A = {
    "a_doubles": "challenger_doubles",
    "b_doubles": "answerer_doubles",
    "b_short": "challenger_advantage",
    "a_short": "answerer_advantage",
    "tie": "tie",
}
"""The ends of a round as those of a challenger A."""
_AT_ODDS = {A: "The challenger", B: "The answerer"}


def exchange_end(
    dice: Dice,
    *,
    standing: GivenRoll,
    challenger_dice: Sizes,
    answerer_dice: Sizes,
    challenger_advantage: int,
    answerer_advantage: int,
) -> ExchangeEnd:
    """The rest of a round, from a roll that stands."""
    played = Round(challenger_dice, answerer_dice, (challenger_advantage, answerer_advantage), _AT_ODDS)
    return ExchangeEnd(end=_OF_A[played.play(dice, Standing(A, read_of(standing)))])


def exchange_end_odds(
    *,
    standing: GivenRoll,
    challenger_dice: Sizes,
    answerer_dice: Sizes,
    challenger_advantage: int,
    answerer_advantage: int,
) -> Incremental[Odds]:
    """The chance of each end of the rest of a round. Measure: `exchanges`, in the mean."""
    held = (challenger_advantage, answerer_advantage)
    ends = yield from counting_standing(
        tuple(challenger_dice), tuple(answerer_dice), A, read_of(standing), held
    )
    counts: dict[Hashable, int] = {
        ExchangeEnd(end=_OF_A[end]): ways for end, ways in zip(ENDS, ends.weights, strict=True)
    }
    return Odds(counts, ends.whole, {"exchanges": lambda _: ends.mean_exchanges})


@dataclass(frozen=True)
class _Whole:
    """A conflict of two sides, as a process of rounds."""

    dice_a: Sizes
    dice_b: Sizes
    limits: Limits

    def play(self, dice: Dice, start: Between | Amid) -> Ended:
        rounds: Process[Between | Amid, Ended] = Process(self._round, self._counts)
        return rounds.play(dice, start)

    def _begun(self, state: Between | Amid) -> tuple[Round, Standing]:
        """The round that is to be thrown from here, and the roll that stands in it."""
        if isinstance(state, Amid):
            return Round(self.dice_a, self.dice_b, state.advantages, NAMES), state.standing
        return Round(self.dice_a, self.dice_b, HELD[state.holder], NAMES), Standing()

    def _round(self, dice: Dice, state: Between | Amid) -> Between | Done[Ended]:
        played, standing = self._begun(state)
        if isinstance(state, Between):
            held = f", with the advantage at {NAMES[state.holder]}" if state.holder != NOBODY else ""
            dice.note(f"A round begins{held}", "R-10")
        end = played.play(dice, standing)
        after = self._after(state, end)
        if end.endswith("_short"):
            side = end[0]
            gives = isinstance(after, Done)
            words = "gives" if gives else f"hangs in, and {NAMES[OTHER[side]]} has the advantage"
            dice.note(f"{NAMES[side]} {words}", "A-041" if gives else "A-039")
        return after

    def _counts(self, state: Between | Amid) -> dict[Between | Amid | Done[Ended], int]:
        played, standing = self._begun(state)
        ends = zip(ENDS, played.ends(standing).weights, strict=True)
        return merge((self._after(state, end), ways) for end, ways in ends)

    def _after(self, state: Between | Amid, end: str) -> Between | Done[Ended]:
        """Where the conflict stands after a round that ends so. R-8, R-9, R-11."""
        side, _, what = end.partition("_")
        if what == "doubles":
            return Done(Ended(winner=side, how=DOUBLING))
        if end == TIE:
            return Between(NOBODY, state.short_a, state.short_b)
        if self.limits.gives(side, state.short_a, state.short_b):
            return Done(Ended(winner=OTHER[side], how=GIVING))
        # Of one who never gives it is not counted: the states would never come to an end.
        short_a = state.short_a + (side == A and self.limits.a is not None)
        short_b = state.short_b + (side == B and self.limits.b is not None)
        return Between(OTHER[side], short_a, short_b)


def whole_conflict(
    dice: Dice,
    *,
    dice_a: Sizes,
    dice_b: Sizes,
    give_at_a: int | None,
    give_at_b: int | None,
    advantage: str,
    short_a: int,
    short_b: int,
) -> Ended:
    """A whole conflict, each side giving at the short answer it sets itself. A-046."""
    limits = Limits(give_at_a, give_at_b)
    return _Whole(dice_a, dice_b, limits).play(dice, _start(advantage, short_a, short_b, limits))


def _start(advantage: str, short_a: int, short_b: int, limits: Limits) -> Between:
    return Between(advantage, short_a if limits.a else 0, short_b if limits.b else 0)


def conflict_odds(
    *,
    dice_a: Sizes,
    dice_b: Sizes,
    give_at_a: int | None,
    give_at_b: int | None,
    advantage: str,
    short_a: int,
    short_b: int,
) -> Incremental[Odds]:
    """The chance of each end of a conflict. Measures: `rounds` and `exchanges`, in the mean."""
    solved = yield from counting_conflict(tuple(dice_a), tuple(dice_b), Limits(give_at_a, give_at_b))
    return _odds(solved.between(Between(advantage, short_a, short_b)))


def _odds(found: Outlook) -> Odds:
    return Odds.from_chances(
        {
            Ended(winner=A, how=DOUBLING): found.a_doubles,
            Ended(winner=A, how=GIVING): found.a_by_giving,
            Ended(winner=B, how=DOUBLING): found.b_doubles,
            Ended(winner=B, how=GIVING): found.b_by_giving,
        },
        {"rounds": lambda _: found.rounds, "exchanges": lambda _: found.exchanges},
    )


def conflict_from(
    dice: Dice,
    *,
    dice_a: Sizes,
    dice_b: Sizes,
    challenger: str,
    standing: GivenRoll,
    advantage_a: int,
    advantage_b: int,
    give_at_a: int | None,
    give_at_b: int | None,
    short_a: int,
    short_b: int,
) -> Ended:
    """The rest of a conflict, from a roll that stands."""
    limits = Limits(give_at_a, give_at_b)
    start = Amid(
        Standing(challenger, read_of(standing)),
        (advantage_a, advantage_b),
        short_a if limits.a else 0,
        short_b if limits.b else 0,
    )
    return _Whole(dice_a, dice_b, limits).play(dice, start)


def conflict_from_odds(
    *,
    dice_a: Sizes,
    dice_b: Sizes,
    challenger: str,
    standing: GivenRoll,
    advantage_a: int,
    advantage_b: int,
    give_at_a: int | None,
    give_at_b: int | None,
    short_a: int,
    short_b: int,
) -> Incremental[Odds]:
    """The chance of each end of the rest of a conflict. Measures as those of the whole."""
    solved = yield from counting_conflict(tuple(dice_a), tuple(dice_b), Limits(give_at_a, give_at_b))
    held = (advantage_a, advantage_b)
    found = yield from solved.counting_standing(challenger, read_of(standing), held, short_a, short_b)
    return _odds(found)


def give_or_hang(
    *, dice_a: Sizes, dice_b: Sizes, me: str, other_gives_at: int | None, advantage: str
) -> dict[str, Any]:
    """What it brings one side to give at its first short answer, at its second, at its third, or never."""
    rows = []
    for give_at in (1, 2, 3, None):
        limits = Limits(give_at, other_gives_at) if me == A else Limits(other_gives_at, give_at)
        found = conflict(tuple(dice_a), tuple(dice_b), limits).between(Between(advantage))
        rows.append(
            {
                "give_at": give_at,
                "wins_by_doubling": found.doubled(OTHER[me]),
                "wins_by_giving": found.gives(OTHER[me]),
                "gives": found.gives(me),
                "doubled": found.doubled(me),
            }
        )
    return {"rows": rows}
