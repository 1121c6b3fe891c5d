"""Two pools of mixed sizes against each other: each keeps its two highest dice."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, DieSizes, Grade, Outcome, Scale

WINNER = Scale(
    "Winner", "winner", (Grade("they", "They", "bad"), Grade("tie", "A tie"), Grade("you", "You", "good"))
)


@dataclass(frozen=True, kw_only=True)
class Contest(Outcome, scale=WINNER):
    winner: str


def contest(dice: Dice, *, yours: tuple[int, ...], theirs: tuple[int, ...]) -> Contest:
    """Compare the two highest dice of each side."""
    you = dice.highest(yours, keep=min(2, len(yours)), label="Yours")
    they = dice.highest(theirs, keep=min(2, len(theirs)), label="Theirs")
    return Contest(winner="you" if you > they else "they" if they > you else "tie")


OPPOSED = Calculator(
    "recipes.opposed",
    "Pool against pool",
    "Who wins the contest?",
    (
        DieSizes("yours", "Your dice", fewest=1, start=[8, 6, 6]),
        DieSizes("theirs", "Their dice", fewest=1, start=[10, 4]),
    ),
    mechanic=contest,
    scale=WINNER,
    examples=({"yours": [6], "theirs": [6]},),
    worst_case={"yours": [12] * 6, "theirs": [12] * 6},
)
