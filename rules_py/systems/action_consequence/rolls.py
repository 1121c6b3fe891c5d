"""Rolls of a conflict: the cast of both sides, an answer, the die of a struck name."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.base.wording import join_words
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.dice import Dice
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.dice.roll_steps import DROPPED, KEPT
from rules_py.systems.action_consequence.readings import (
    ADVANTAGE,
    DOUBLED,
    HIGHER,
    SHORT,
    TIE,
    Reading,
    RollDistribution,
    add_advantage,
    compare,
    high,
    roll_distribution,
    to_reading,
    trim,
)
from rules_py.systems.action_consequence.sweep import HOLDER_ADVANTAGES, A, B

RECAST = "recast"
SIDE_NAMES = {A: "A", B: "B"}

RollInput = Mapping[str, Any]
"""A roll as an input: the faces of its `dice` and of its `advantage` dice."""

CAST_SCALE = Scale(
    "The cast",
    "challenger",
    (
        Grade(B, "B challenges", "bad", "A-017"),
        Grade(RECAST, "True tie: both reroll", "mixed", "R-1"),
        Grade(A, "A challenges", "good", "A-017"),
    ),
    ordered=False,
)

RELATION_SCALE = Scale(
    "The answer",
    "relation",
    (
        Grade(DOUBLED, "Half or less: doubled", "worst", "A-028"),
        Grade(SHORT, "Lower, but more than half", "bad", "A-037"),
        Grade(TIE, "True tie", "mixed", "A-044"),
        Grade(HIGHER, "Higher: the roles swap", "good", "A-024"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Cast(Outcome, scale=CAST_SCALE):
    """The challenger: `a`, `b`, or `recast` if both rolls are equal."""

    challenger: str


@dataclass(frozen=True, kw_only=True)
class Answer(Outcome, scale=RELATION_SCALE):
    """The relation of an answer to the challenge."""

    relation: str


def reading_of(roll: RollInput) -> Reading:
    """Return the reading of a roll."""
    return to_reading(roll["dice"], roll["advantage"])


def format_reading(reading: Reading) -> str:
    """Format a reading: `15 and 4`."""
    return join_words(map(str, reading or (0,)), conjunction="and")


def roll_dice(
    dice: Dice, sizes: Sequence[int], advantages: int, who: str, what: str, rule: str | None = None
) -> Reading:
    """Roll some dice and the advantage dice, unless there are no dice. R-7, R-14."""
    if not sizes:
        dice.note(f"{who} has no dice left and counts as 0", "R-14")
        return ()
    rolled = dice.roll(list(sizes), label=f"{who} {what}", rule=rule)
    faces = rolled.faces
    rolled.set_status(DROPPED)
    rolled.set_status(KEPT, [0])
    if not advantages:
        return faces
    return add_advantage(faces, dice.sum(advantages, ADVANTAGE, label=f"{who}’s advantage", rule="A-080"))


def cast_challenger(a: Reading, b: Reading) -> str:
    """Return the challenger after a cast. A-017, R-1, R-6."""
    return RECAST if a == b else A if a > b else B


def cast(dice: Dice, *, dice_a: Sequence[int], dice_b: Sequence[int], advantage: str) -> Cast:
    """Roll for both sides; the higher roll challenges. A-016, A-017."""
    sides = CastRolls(dice_a, dice_b, HOLDER_ADVANTAGES[advantage])

    def step(dice: Dice, a: Reading | None) -> Reading | Done[Cast]:
        return sides.roll_a(dice) if a is None else _cast(a, sides.roll_b(dice, a))

    def counts(a: Reading | None) -> Mapping[Reading | Done[Cast] | None, int]:
        if a is None:
            return dict(sides.distribution_a.weights.items())
        reading, b = trim(a, len(dice_b)), sides.distribution_b
        below, same = b.below(reading), b.weights.get(reading, 0)
        weights = {A: below, RECAST: same, B: b.total - below - same}
        return {Done(Cast(challenger=side)): weight for side, weight in weights.items()}

    casting: Process[Reading | None, Cast] = Process(step, counts, sides.remaining_dice, is_variable=False)
    return casting.play(dice, None)


def _cast(a: Reading, b: Reading) -> Done[Cast]:
    return Done(Cast(challenger=cast_challenger(a, b)))


@dataclass(frozen=True)
class CastRolls:
    """The cast of both sides. A rolls first, and B's roll is compared with A's."""

    dice_a: Sequence[int]
    dice_b: Sequence[int]
    advantages: tuple[int, int]

    def roll_a(self, dice: Dice) -> Reading:
        """Roll A's dice."""
        return roll_dice(dice, self.dice_a, self.advantages[0], SIDE_NAMES[A], "rolls", "A-016")

    def roll_b(self, dice: Dice, a: Reading) -> Reading:
        """Roll B's dice, and note who challenges."""
        b = roll_dice(dice, self.dice_b, self.advantages[1], SIDE_NAMES[B], "rolls", "A-016")
        challenger = cast_challenger(a, b)
        if challenger == RECAST:
            dice.note("Every die is equal: both reroll", "R-1")
        else:
            higher, lower = map(format_reading, (max(a, b), min(a, b)))
            who = SIDE_NAMES[challenger]
            dice.note(f"{who} challenges with {higher} against {lower}", "A-017")
        return b

    @property
    def distribution_a(self) -> RollDistribution:
        """The distribution of A's readings."""
        return roll_distribution(self.dice_a, self.advantages[0], len(self.dice_b))

    @property
    def distribution_b(self) -> RollDistribution:
        """The distribution of B's readings."""
        return roll_distribution(self.dice_b, self.advantages[1], len(self.dice_a))

    def remaining_dice(self, a: Reading | None) -> int:
        """Return the number of dice still to be rolled, before and after A's roll."""
        on_a, on_b = (
            len(sizes) and len(sizes) + advantage_dice
            for sizes, advantage_dice in zip((self.dice_a, self.dice_b), self.advantages, strict=True)
        )
        return on_b if a is not None else on_a + on_b


def cast_odds(*, dice_a: Sequence[int], dice_b: Sequence[int], advantage: str) -> Odds:
    """Return the odds of the challenger."""
    sides = CastRolls(dice_a, dice_b, HOLDER_ADVANTAGES[advantage])
    a, b = sides.distribution_a, sides.distribution_b
    return Odds(
        {
            Cast(challenger=A): _weight_ahead(a, b),
            Cast(challenger=B): _weight_ahead(b, a),
            Cast(challenger=RECAST): sum(
                weight * b.weights.get(reading, 0) for reading, weight in a.weights.items()
            ),
        },
        a.total * b.total,
    )


def _weight_ahead(one: RollDistribution, other: RollDistribution) -> int:
    """Return the weight of the first roll being higher than the second."""
    ahead = below = 0
    for reading in sorted({*one.weights, *other.weights}):
        ahead += one.weights.get(reading, 0) * below
        below += other.weights.get(reading, 0)
    return ahead


RELATION_NOTES: Mapping[str, tuple[str, str]] = {
    HIGHER: ("higher, so the roles swap", "A-025"),
    TIE: ("a true tie, so it’s blocked and no one has the advantage", "A-044"),
    SHORT: ("lower but more than half, so hang in or give", "A-037"),
    DOUBLED: ("half or less, so the challenge comes true, with exhaustion or injury", "A-028"),
}


def note_relation(dice: Dice, standing: Reading, answer: Reading) -> str:
    """Note the relation of an answer to the challenge, and return it."""
    relation = compare(standing, answer)
    words, rule = RELATION_NOTES[relation]
    dice.note(f"{format_reading(answer)} against {format_reading(standing)}: {words}", rule)
    return relation


def exchange(
    dice: Dice, *, standing: RollInput, answer_dice: Sequence[int], answer_advantage: bool
) -> Answer:
    """Roll the answer to a standing roll. A-023."""
    answer = roll_dice(dice, answer_dice, int(answer_advantage), "The answerer", "rerolls", "A-023")
    return Answer(relation=note_relation(dice, reading_of(standing), answer))


def exchange_odds(*, standing: RollInput, answer_dice: Sequence[int], answer_advantage: bool) -> Odds:
    """Return the odds of the relation of the answer."""
    return answer_odds(reading_of(standing), answer_dice, int(answer_advantage))


def answer_odds(standing: Reading, answer_dice: Sequence[int], advantages: int) -> Odds:
    """Return the odds of the relation of an answer to a standing roll."""
    answers = roll_distribution(answer_dice, advantages, len(standing))
    against = trim(standing, len(answer_dice))
    tied = answers.weights.get(against, 0)
    below = answers.below(against)
    doubled = answers.at_most(high(against) // 2) if below else 0
    counts: dict[Hashable, int] = {
        Answer(relation=DOUBLED): doubled,
        Answer(relation=SHORT): below - doubled,
        Answer(relation=TIE): tied,
        Answer(relation=HIGHER): answers.total - below - tied,
    }
    return Odds(counts, answers.total)


CHALLENGER, ANSWERER = "challenger", "answerer"


def strike(dice: Dice, *, standing: RollInput, answer: RollInput, striker: str) -> Answer:
    """Roll the die of a struck name, and compare both rolls again. R-23, R-36."""
    added = dice.d(ADVANTAGE, label="The struck name’s die", rule="A-076")
    readings = {CHALLENGER: reading_of(standing), ANSWERER: reading_of(answer)}
    readings[striker] = add_advantage(readings[striker], added)
    return Answer(relation=note_relation(dice, readings[CHALLENGER], readings[ANSWERER]))
