"""Press your luck: after each roll the player decides whether to stop; a 1 loses everything."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Done, Int, Outcome, Process, Scale, chance, mean

OPTIONS = {"roll": "Roll again", "stop": "Stop"}
MOST = 100


def say(points: int) -> str:
    return str(points) if points else "Bust"


@dataclass(frozen=True, kw_only=True)
class Pressed(Outcome, scale=Scale("Points", "points", say=say)):
    points: int


def press(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[int]:
    """Roll once and decide; the state is the points so far, and the points at which the odds stop."""
    points, stop_at = state
    face = dice.d(6, label=f"{points} points so far: a 1 loses them")
    if face == 1:
        return Done(0)
    points += face
    if points >= MOST:
        return Done(points)
    policy = "stop" if points >= stop_at else "roll"
    choice = dice.choose(f"{points} points: roll again?", OPTIONS, policy=policy)
    return Done(points) if choice == "stop" else (points, stop_at)


PRESSES: Process[tuple[int, int], int] = Process(press)


def luck(dice: Dice, *, stop_at: int) -> Pressed:
    return Pressed(points=PRESSES.play(dice, (0, stop_at)))


LUCK = Calculator(
    "recipes.luck",
    "Press your luck",
    "How many points do you keep?",
    (Int("stop_at", "The odds assume that you stop at", 2, 40, start=20),),
    mechanic=luck,
    scale=Pressed.scale,
    measures=(
        mean("mean", "Mean points", lambda outcome: outcome.points),
        chance("bust", "Bust", lambda outcome: outcome.points == 0),
    ),
    examples=({"stop_at": 2}, {"stop_at": 8}),
    worst_case={"stop_at": 40},
)
