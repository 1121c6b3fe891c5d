"""A pool that can be pushed once: reroll everything but 6s and 1s, and each 1 then hurts."""

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
    """Count 6s as successes. If there are none, push: reroll all but the 1s. Each 1 is then harm."""
    rolled = dice.roll(pool, 6, label="Sixes are successes")
    faces = rolled.tally(kind)
    if faces["success"] or not push:
        return Pushed(successes=faces["success"], harm=0)
    faces = rolled.reroll(lambda face: face != 1, label="Pushed").tally(kind)
    return Pushed(successes=faces["success"], harm=faces["harm"], pushed=True)


def kind(face: int) -> str | None:
    return {6: "success", 1: "harm"}.get(face)


PUSHING = Calculator(
    "recipes.pushing",
    "A pushed pool",
    "How many successes, and what do they cost?",
    (Int("pool", "Pool", 1, 12, start=5), Flag("push", "Push if there is no success", default=True)),
    mechanic=push,
    scale=Pushed.scale,
    second_scale=HARM,
    examples=({"pool": 2, "push": True},),
    worst_case={"pool": 12, "push": True},
)
