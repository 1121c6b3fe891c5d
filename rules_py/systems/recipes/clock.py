"""Two racing clocks: a good roll fills yours, a bad roll theirs."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Done, Grade, Int, Outcome, Process, Scale

FULL = Scale(
    "First full", "first", (Grade("theirs", "Their clock", "bad"), Grade("yours", "Your clock", "good"))
)
TICKS = {1: (0, 2), 2: (0, 1), 3: (0, 1), 4: (1, 1), 5: (1, 0), 6: (2, 0)}


@dataclass(frozen=True, kw_only=True)
class Race(Outcome, scale=FULL):
    first: str


def tick(dice: Dice, left: tuple[int, int]) -> tuple[int, int] | Done[str]:
    """Advance one clock or both by the better of two dice; the player's is checked first."""
    ticks = TICKS[dice.highest(2, 6, label="The better of two dice")]
    yours, theirs = (have - more for have, more in zip(left, ticks, strict=True))
    return Done("yours") if yours <= 0 else Done("theirs") if theirs <= 0 else (yours, theirs)


TICKING: Process[tuple[int, int], str] = Process(tick)


def race(dice: Dice, *, yours: int, theirs: int) -> Race:
    return Race(first=TICKING.play(dice, (yours, theirs)))


CLOCK = Calculator(
    "recipes.clock",
    "A race of clocks",
    "Whose clock is full first?",
    (Int("yours", "Your clock", 2, 12, start=6), Int("theirs", "Their clock", 2, 12, start=4)),
    mechanic=race,
    scale=FULL,
    examples=({"yours": 2, "theirs": 2},),
    worst_case={"yours": 12, "theirs": 12},
)
