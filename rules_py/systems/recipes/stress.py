"""Stress: each roll adds a die to the pool, and a 1 is panic."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Done, Int, Outcome, Process, Scale, mean

LONGEST = 10


def say(rolls: int) -> str:
    return f"{LONGEST} or more" if rolls == LONGEST else str(rolls)


@dataclass(frozen=True, kw_only=True)
class Held(Outcome, scale=Scale("Rolls before panic", "rolls", say=say)):
    rolls: int


def strain(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[int]:
    """Roll all stress dice once; beyond ten rolls the number isn't counted."""
    stress, rolls = state
    if dice.lowest(stress, 6, label="Stress: a 1 is panic") == 1:
        return Done(rolls)
    return Done(rolls + 1) if rolls + 1 == LONGEST else (stress + 1, rolls + 1)


STRAINS: Process[tuple[int, int], int] = Process(strain)


def hold_on(dice: Dice, *, stress: int) -> Held:
    return Held(rolls=STRAINS.play(dice, (stress, 0)))


STRESS = Calculator(
    "recipes.stress",
    "Stress",
    "How many rolls before someone panics?",
    (Int("stress", "Initial stress", 1, 10, start=1),),
    mechanic=hold_on,
    scale=Held.scale,
    measures=(mean("mean", f"Mean, counting at most {LONGEST}", lambda outcome: outcome.rolls),),
    examples=({"stress": 4},),
    worst_case={"stress": 10},
)
