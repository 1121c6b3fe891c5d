"""What is thrown in a conflict: the cast of both sides, an answer, the die of a struck name."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
    Law,
    Reading,
    compared,
    high,
    law,
    raised,
    reading,
    relation,
)
from rules_py.systems.action_consequence.sweep import HELD, A, B

RECAST = "recast"
NAMES = {A: "A", B: "B"}

GivenRoll = Mapping[str, Any]
"""A roll that lies: the faces of its `dice`, and what its dice of `advantage` show."""

CASTS = Scale(
    "The cast",
    "challenger",
    (
        Grade(B, "B challenges", "bad", "A-017"),
        Grade(RECAST, "All equal: both cast again", "mixed", "R-1"),
        Grade(A, "A challenges", "good", "A-017"),
    ),
    ordered=False,
)

RELATIONS = Scale(
    "The answer",
    "relation",
    (
        Grade(DOUBLED, "Half or less: doubled", "worst", "A-028"),
        Grade(SHORT, "Below, but more than half", "bad", "A-037"),
        Grade(TIE, "A true tie", "mixed", "A-044"),
        Grade(HIGHER, "Higher: the roles swap", "good", "A-024"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Cast(Outcome, scale=CASTS):
    """Who challenges: `a`, `b`, or `recast` where all is equal."""

    challenger: str


@dataclass(frozen=True, kw_only=True)
class Answer(Outcome, scale=RELATIONS):
    """How an answer stands to the challenge."""

    relation: str


def read_of(roll: GivenRoll) -> Reading:
    """The reading of a roll that lies."""
    return reading(roll["dice"], roll["advantage"])


def written(read: Reading) -> str:
    """A reading as it is said: `15, then 4`."""
    first, *rest = read or (0,)
    return f"{first}, then {', '.join(map(str, rest))}" if rest else str(first)


def thrown(
    dice: Dice, sizes: Sequence[int], advantages: int, who: str, what: str, rule: str | None = None
) -> Reading:
    """Throw some dice, and the advantage dice held. Where there are no dice nothing is thrown. R-7, R-14."""
    if not sizes:
        dice.note(f"{who} has no dice left, and reads 0", "R-14")
        return ()
    fallen = dice.roll(list(sizes), label=f"{who} {what}", rule=rule)
    faces = fallen.faces
    fallen.set_status(DROPPED)
    fallen.set_status(KEPT, [0])
    if not advantages:
        return faces
    return raised(faces, dice.sum(advantages, ADVANTAGE, label=f"{who}’s advantage", rule="A-080"))


def cast_challenger(a: Reading, b: Reading) -> str:
    """Who challenges after the cast. A-017, R-1, R-6."""
    return RECAST if a == b else A if a > b else B


def cast(dice: Dice, *, dice_a: Sequence[int], dice_b: Sequence[int], advantage: str) -> Cast:
    """Both sides throw; the higher roll challenges. A-016, A-017."""
    sides = CastOfBoth(dice_a, dice_b, HELD[advantage])

    def step(dice: Dice, a: Reading | None) -> Reading | Done[Cast]:
        return sides.of_a(dice) if a is None else _cast(a, sides.of_b(dice, a))

    def counts(a: Reading | None) -> Mapping[Reading | Done[Cast] | None, int]:
        if a is None:
            return dict(sides.law_a.ways.items())
        read, b = compared(a, len(dice_b)), sides.law_b
        below, same = b.below(read), b.ways.get(read, 0)
        ways = {A: below, RECAST: same, B: b.total - below - same}
        return {Done(Cast(challenger=each)): many for each, many in ways.items()}

    casting: Process[Reading | None, Cast] = Process(step, counts, sides.dice_after, is_variable=False)
    return casting.play(dice, None)


def _cast(a: Reading, b: Reading) -> Done[Cast]:
    return Done(Cast(challenger=cast_challenger(a, b)))


@dataclass(frozen=True)
class CastOfBoth:
    """The throw of both sides, A's first: what one reads is known before the other's is thrown."""

    dice_a: Sequence[int]
    dice_b: Sequence[int]
    advantages: tuple[int, int]

    def of_a(self, dice: Dice) -> Reading:
        """Throw A's dice."""
        return thrown(dice, self.dice_a, self.advantages[0], NAMES[A], "casts", "A-016")

    def of_b(self, dice: Dice, a: Reading) -> Reading:
        """Throw B's dice, with a note of who challenges."""
        b = thrown(dice, self.dice_b, self.advantages[1], NAMES[B], "casts", "A-016")
        challenger = cast_challenger(a, b)
        if challenger == RECAST:
            dice.note("Equal down to the last die: both cast again", "R-1")
        else:
            one, other = (a, b) if challenger == A else (b, a)
            dice.note(
                f"{NAMES[challenger]} challenges with {written(one)} standing, against {written(other)}",
                "A-017",
            )
        return b

    @property
    def law_a(self) -> Law:
        """How A may read."""
        return law(self.dice_a, self.advantages[0], len(self.dice_b))

    @property
    def law_b(self) -> Law:
        """How B may."""
        return law(self.dice_b, self.advantages[1], len(self.dice_a))

    def dice_after(self, a: Reading | None) -> int:
        """How many dice are still to be thrown once A reads so; before A has thrown, all of them."""
        on_a, on_b = (
            len(sizes) and len(sizes) + held
            for sizes, held in zip((self.dice_a, self.dice_b), self.advantages, strict=True)
        )
        return on_b if a is not None else on_a + on_b


def cast_odds(*, dice_a: Sequence[int], dice_b: Sequence[int], advantage: str) -> Odds:
    """The chance of each side to challenge."""
    on_a, on_b = HELD[advantage]
    a, b = law(dice_a, on_a, len(dice_b)), law(dice_b, on_b, len(dice_a))
    return Odds(
        {
            Cast(challenger=A): _ahead(a, b),
            Cast(challenger=B): _ahead(b, a),
            Cast(challenger=RECAST): sum(ways * b.ways.get(read, 0) for read, ways in a.ways.items()),
        },
        a.total * b.total,
    )


def _ahead(one: Law, other: Law) -> int:
    """In how many ways the first reads more than the second."""
    found, below = 0, 0
    for read in sorted({*one.ways, *other.ways}):
        found += one.ways.get(read, 0) * below
        below += other.ways.get(read, 0)
    return found


SAID: Mapping[str, tuple[str, str]] = {
    HIGHER: ("higher, and takes over the challenge", "A-025"),
    TIE: ("a true tie: blocked, and nobody is the better for it", "A-044"),
    SHORT: ("below, but more than half: hang in or give", "A-037"),
    DOUBLED: ("half or less: the challenge comes true, and there is exhaustion or injury", "A-028"),
}


def told(dice: Dice, standing: Reading, answer: Reading) -> str:
    """Note how an answer stands to the challenge. The relation."""
    found = relation(standing, answer)
    words, rule = SAID[found]
    dice.note(f"{written(answer)} against {written(standing)}: {words}", rule)
    return found


def exchange(
    dice: Dice, *, standing: GivenRoll, answer_dice: Sequence[int], answer_advantage: bool
) -> Answer:
    """The answerer rerolls against the roll that stands. A-023."""
    answer = thrown(dice, answer_dice, int(answer_advantage), "The answerer", "rerolls", "A-023")
    return Answer(relation=told(dice, read_of(standing), answer))


def exchange_odds(*, standing: GivenRoll, answer_dice: Sequence[int], answer_advantage: bool) -> Odds:
    """The chance of each relation."""
    return answer_odds(read_of(standing), answer_dice, int(answer_advantage))


def answer_odds(standing: Reading, answer_dice: Sequence[int], advantages: int) -> Odds:
    """The chance of each way that a reroll may stand to a standing roll."""
    answers = law(answer_dice, advantages, len(standing))
    against = compared(standing, len(answer_dice))
    tied = answers.ways.get(against, 0)
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


def strike(dice: Dice, *, standing: GivenRoll, answer: GivenRoll, striker: str) -> Answer:
    """A name is struck once both rolls are seen: its die is added, all compared again. R-23, R-36."""
    added = dice.d(ADVANTAGE, label="The die of a struck name", rule="A-076")
    dice_of = {CHALLENGER: standing, ANSWERER: answer}
    dice_of[striker] = {**dice_of[striker], "advantage": [*dice_of[striker]["advantage"], added]}
    return Answer(relation=told(dice, read_of(dice_of[CHALLENGER]), read_of(dice_of[ANSWERER])))
