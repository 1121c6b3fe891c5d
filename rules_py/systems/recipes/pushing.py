"""A pool that may be pushed once: what is neither a 6 nor a 1 is thrown again, and the ones then hurt."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Flag, Int, Outcome, Scale

HARM = Scale("Harm", "harm")


@dataclass(frozen=True, kw_only=True)
class Pushed(Outcome, scale=Scale("Successes", "successes")):
    successes: int
    harm: int
    pushed: bool = False

    @property
    def verdict(self) -> str:
        return f"Successes {self.successes}, harm {self.harm}"


def push(dice: Dice, *, pool: int, push: bool) -> Pushed:
    """Count sixes as successes. Without any, push: reroll, and the 1s of the second roll are harm."""
    thrown = dice.roll(pool, 6, label="Sixes are successes")
    found = thrown.tally(kind)
    if found["success"] or not push:
        return Pushed(successes=found["success"], harm=0)
    found = thrown.reroll(lambda face: face != 1, label="Pushed").tally(kind)
    return Pushed(successes=found["success"], harm=found["harm"], pushed=True)


def kind(face: int) -> str | None:
    return {6: "success", 1: "harm"}.get(face)


PUSHING = Calculator(
    "recipes.pushing",
    "A pool that is pushed",
    "How many successes, and what do they cost?",
    (Int("pool", "Pool", 1, 12, start=5), Flag("push", "Push where no success shows", default=True)),
    mechanic=push,
    scale=Pushed.scale,
    second_scale=HARM,
    examples=({"pool": 2, "push": True},),
    worst_case={"pool": 12, "push": True},
)
