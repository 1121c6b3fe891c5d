"""Each throw adds a die of stress to the pool, and a 1 among them is panic."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Done, Int, Outcome, Process, Scale, mean

LONGEST = 10


def say(throws: int) -> str:
    return f"{LONGEST} or more" if throws == LONGEST else str(throws)


@dataclass(frozen=True, kw_only=True)
class Held(Outcome, scale=Scale("Throws before panic", "throws", say=say)):
    throws: int


def strain(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[int]:
    """Roll all stress dice once; beyond ten rolls the number isn't counted."""
    stress, throws = state
    if dice.lowest(stress, 6, label="Stress: a 1 is panic") == 1:
        return Done(throws)
    return Done(throws + 1) if throws + 1 == LONGEST else (stress + 1, throws + 1)


STRAINS: Process[tuple[int, int], int] = Process(strain)


def hold_on(dice: Dice, *, stress: int) -> Held:
    return Held(throws=STRAINS.play(dice, (stress, 0)))


STRESS = Calculator(
    "recipes.stress",
    "Stress",
    "How many throws until somebody panics?",
    (Int("stress", "Stress to begin with", 1, 10, start=1),),
    mechanic=hold_on,
    scale=Held.scale,
    measures=(mean("mean", f"Mean, counting {LONGEST} at most", lambda outcome: outcome.throws),),
    examples=({"stress": 4},),
    worst_case={"stress": 10},
)
