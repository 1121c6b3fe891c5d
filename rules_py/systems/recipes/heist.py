"""A heist: an action roll by position and effect, and a resistance roll that costs stress."""

from dataclasses import dataclass

from rules_py.author import Calculator, Choice, Dice, Grade, Int, Outcome, Scale, mean

RESULT = Scale(
    "Result",
    "result",
    (
        Grade("bad", "It goes badly", "bad"),
        Grade("partial", "You do it, at a price", "mixed"),
        Grade("full", "You do it", "good"),
        Grade("critical", "You do it, and more", "best"),
    ),
)
PRICE = {"controlled": "a minor setback", "risky": "trouble", "desperate": "serious harm"}
TICKS = {"limited": 1, "standard": 2, "great": 3}
CRITICAL = 7


def best(dice: Dice, pool: int, label: str) -> int:
    """Return the highest die, or CRITICAL for two 6s. A pool of 0 rolls two dice and keeps the lower."""
    if not pool:
        return dice.lowest(2, 6, label=f"{label}: no dice, so the lower of two")
    rolled = dice.roll(pool, 6, label=label)
    sixes = rolled.tally({6: "six"}.get)["six"]
    return CRITICAL if sixes > 1 else rolled.highest()


@dataclass(frozen=True, kw_only=True)
class Action(Outcome, scale=RESULT):
    result: str
    position: str
    effect: str

    @property
    def ticks(self) -> int:
        """The clock segments that the action fills."""
        return 0 if self.result == "bad" else TICKS[self.effect] + (self.result == "critical")

    @property
    def verdict(self) -> str:
        price = f" ({PRICE[self.position]})" if self.result in ("bad", "partial") else ""
        return f"{RESULT.grade(self.result).label}{price}: {self.ticks} on the clock"


def act(dice: Dice, *, pool: int, position: str, effect: str) -> Action:
    """Roll the pool: 4 or 5 is a partial success, 6 a full one, two 6s a critical."""
    highest = best(dice, pool, "The highest die counts")
    result = "bad" if highest < 4 else "partial" if highest < 6 else "full" if highest == 6 else "critical"
    return Action(result=result, position=position, effect=effect)


ACTION = Calculator(
    "recipes.action",
    "Action roll",
    "Roll a pool and keep the highest die. Position sets the price, effect the progress.",
    (
        Int("pool", "Dice", 0, 6, start=2),
        Choice("position", "Position", {key: key.capitalize() for key in PRICE}, start="risky"),
        Choice("effect", "Effect", {key: key.capitalize() for key in TICKS}, start="standard"),
    ),
    mechanic=act,
    scale=RESULT,
    measures=(mean("ticks", "Mean clock segments", lambda outcome: outcome.ticks),),
    examples=({"pool": 0, "position": "desperate", "effect": "great"},),
    worst_case={"pool": 6},
)


@dataclass(frozen=True, kw_only=True)
class Resisted(Outcome, scale=Scale("Stress", "stress")):
    """The stress that a resistance roll costs; a critical gives 1 back."""

    stress: int


def resist(dice: Dice, *, pool: int) -> Resisted:
    """Take 6 stress less the highest die. A critical clears 1 instead."""
    return Resisted(stress=6 - best(dice, pool, "6 less the highest die is the stress"))


RESISTANCE = Calculator(
    "recipes.resistance",
    "Resistance roll",
    "How much stress does it cost to avoid the consequence?",
    (Int("pool", "Dice", 0, 4, start=2),),
    mechanic=resist,
    scale=Resisted.scale,
    measures=(mean("mean", "Mean stress", lambda outcome: outcome.stress),),
    examples=({"pool": 0},),
    worst_case={"pool": 4},
)
