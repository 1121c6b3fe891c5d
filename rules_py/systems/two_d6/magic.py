"""Magic: the price of a spell, the DC of a cast, and its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.wording import pluralize
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.counts import merge
from rules_py.dice.dice import Dice
from rules_py.dice.odds import Odds
from rules_py.inputs import Int
from rules_py.systems.two_d6.difficulty import LADDER
from rules_py.systems.two_d6.rolls import RollLabel, roll_two
from rules_py.systems.two_d6.sums import BOXCARS, SNAKE_EYES, kept_sums

PRICE_WITHOUT_DC = 5
"""The price of spells without a DC: Negate and Runes (R-74)."""
TARGETS_BY_DC = {dc: 1 + (LADDER[-1] - dc) // 2 for dc in LADDER}
"""The most targets of a spell by DC: each further one is a step up the ladder to 17 (T-080, R-72)."""
TARGETS = Int(
    "targets",
    "Targets",
    1,
    max(TARGETS_BY_DC.values()),
    default=1,
    rule="T-080",
    help="More than one needs Mass Spell.",
)
WILD_FROM = 5
"""The shortfall from which on a spell goes wild, by the standard rules (R-64)."""
REPEL_DC = 7

CAST, FIZZLE, WILD = "cast", "fizzle", "wild"
SPELL_RESULT_TEXTS = {CAST: "The spell is cast", FIZZLE: "The spell fizzles", WILD: "The spell goes wild"}
SPELL_RULE = {CAST: "T-232", FIZZLE: "T-236", WILD: "T-237"}


def price(dc: int | None) -> int:
    """Return the XP a spell of this base DC costs. T-233, R-74."""
    return PRICE_WITHOUT_DC if dc is None else (dc - 3) // 2


def spell_price(*, dc: int | None) -> dict[str, Any]:
    """Return the price of learning a spell, and how many targets Mass Spell can give it. T-233,
    R-72, R-74.
    """
    return {"xp": price(dc), "max_targets": TARGETS_BY_DC[dc] if dc else 1}


def cast_dc(dc: int, targets: int) -> int:
    """Return the DC of a cast at this number of targets: a step higher for each beyond the first. T-080."""
    return dc + 2 * (targets - 1)


def targets_fault(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for more targets than the spell's DC allows. R-72."""
    dc, targets = inputs.get("dc"), inputs.get("targets")
    if dc and targets and targets > (most := TARGETS_BY_DC[dc]):
        words = f"A DC {dc} spell can have at most {pluralize(most, 'target', 'targets')}."
        yield Fault("targets", "bad_value", targets, f"at most {most} at DC {dc}", message=words)


def spell_result(total: int, dc: int, *, wild_from: int, snake_eyes: bool = False) -> str:
    """Return the result of a cast. `snake_eyes` applies to a check only, which they fail. T-236,
    T-237, R-65.
    """
    if total <= dc - wild_from:
        return WILD
    return FIZZLE if snake_eyes or total < dc else CAST


CASTING = Scale(
    "The cast",
    lambda outcome: f"p_{outcome.outcome}",
    (
        Grade("p_wild", "Goes wild", "worst", "T-237"),
        Grade("p_fizzle", "Fizzles", "bad", "T-236"),
        Grade("p_cast", "Cast", "good", "T-232"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class UnopposedCast(Outcome, scale=CASTING):
    """An unopposed cast. `auto_fail` is whether snake eyes spoiled a sufficient total (R-65)."""

    total: int
    cast_dc: int
    margin: int
    outcome: str
    auto_fail: bool
    cinematic: bool


def unopposed_cast(
    dice: Dice, *, dc: int, resolve: int, targets: int, aimed: bool, wild_from: int
) -> UnopposedCast:
    """Roll a Resolve check against the spell's DC. T-229, R-64, R-65."""
    needed = note_dc(dice, dc, targets)
    rolled_sum = roll_two(dice, RollLabel("Casting", resolve, needed), aimed=aimed, rule="T-229").sum
    casting = _to_casting(rolled_sum, needed, resolve, wild_from)
    if casting.auto_fail:
        dice.note("Snake eyes: the cast fails with any total", "R-65")
    dice.note(SPELL_RESULT_TEXTS[casting.outcome], SPELL_RULE[casting.outcome])
    if casting.cinematic:
        dice.note("Boxcars: a cinematic at once", "T-139")
    return casting


def _to_casting(rolled_sum: int, needed: int, resolve: int, wild_from: int) -> UnopposedCast:
    total = rolled_sum + resolve
    snake_eyes = rolled_sum == SNAKE_EYES
    return UnopposedCast(
        total=total,
        cast_dc=needed,
        margin=total - needed,
        outcome=spell_result(total, needed, wild_from=wild_from, snake_eyes=snake_eyes),
        auto_fail=snake_eyes,
        cinematic=rolled_sum == BOXCARS,
    )


def unopposed_cast_odds(*, dc: int, resolve: int, targets: int, aimed: bool, wild_from: int) -> Odds:
    """Return its odds."""
    needed = cast_dc(dc, targets)
    return odds_of(
        (_to_casting(rolled_sum, needed, resolve, wild_from), ways)
        for rolled_sum, ways in kept_sums(aimed=aimed).items()
    )


def note_dc(dice: Dice, dc: int, targets: int) -> int:
    """Return the DC of a cast, and note if further targets have raised it."""
    needed = cast_dc(dc, targets)
    if targets > 1:
        dice.note(f"{targets} targets: DC {dc} becomes {needed}", "T-080")
    return needed


def odds_of(weights: Iterable[tuple[Any, int]]) -> Odds:
    """Return the odds of outcomes with their weights, combining equal ones."""
    ways = merge(weights)
    return Odds(ways, sum(ways.values()))


@dataclass(frozen=True, kw_only=True)
class AnsweredSpell(Outcome):
    """A spell at someone who may answer it: its result, and the compared totals.

    `margin` is None if the spell failed by itself, so that no one had to answer.
    """

    outcome: str
    att_total: int
    def_total: int | None = None
    margin: int | None = None
    threshold: int = 0
    att_cinematic: bool
    def_cinematic: bool = False

    def describe(self, ending: str) -> str:
        """Return the totals and the spell's margin, or its result."""
        totals = f"{self.att_total} against {self.def_total}"
        return f"{totals}: ahead by {self.margin}" if self.threshold else f"{totals}: the spell {ending}"

    def note_cinematics(self, dice: Dice) -> None:
        """Note the boxcars that earned a cinematic. T-218."""
        for is_earned, who in ((self.att_cinematic, "caster"), (self.def_cinematic, "defender")):
            if is_earned:
                dice.note(f"Boxcars earn the {who} a cinematic", "T-218")
