"""Checks against a DC: alone, together, with help, without dice, and the death check."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from rules_py.base.errors import Fault
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.dice import Dice
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.dice.roll_steps import CRITICAL, DROPPED, MADE, MISSED
from rules_py.dice.rolled_dice import RolledDice
from rules_py.systems.two_d6.difficulty import (
    DC_NAMES,
    DEATH_DC,
    LADDER,
    chance,
    count_successes,
    effective,
    move_dc,
)
from rules_py.systems.two_d6.rolls import RollLabel, roll_two
from rules_py.systems.two_d6.sums import BOXCARS, PAIRS, SIDES, SNAKE_EYES

ASSUMED_ROLL = 7
EVEN = Fraction(1, 2)
"""The chance of an even result."""

RESULT = Scale(
    "Result",
    lambda outcome: "auto_fail" if outcome.auto_fail else "success" if outcome.success else "failure",
    (
        Grade("auto_fail", "Snake eyes", "worst", "T-140"),
        Grade("failure", "Failure", "bad", "T-010"),
        Grade("success", "Success", "good", "T-010"),
    ),
)
SURVIVAL = Scale(
    "Result",
    lambda outcome: "survive" if outcome.success else "dies",
    (Grade("dies", "Dead", "worst", "T-208"), Grade("survive", "Alive, but unconscious", "good", "T-209")),
)


@dataclass(frozen=True, kw_only=True)
class Check(Outcome):
    """A check against a DC: the total, the margin, and special results of the dice."""

    total: int
    success: bool
    margin: int
    auto_fail: bool
    cinematic: bool

    @property
    def verdict(self) -> str:
        if self.auto_fail:
            return "Snake eyes: failure, whatever the bonus"
        text = f"Success by {self.margin}" if self.success and self.margin else "Success, exactly on the DC"
        if not self.success:
            text = f"Failure by {-self.margin}"
        return f"{text}; boxcars earn a cinematic" if self.cinematic else text


def to_check(total: int, bonus: int, dc: int) -> Check:
    """Return the result of a sum of the dice. T-010, T-139, T-140, R-16."""
    result = total + bonus
    return Check(
        total=result,
        success=result >= dc and total != SNAKE_EYES,
        margin=result - dc,
        auto_fail=total == SNAKE_EYES,
        cinematic=total == BOXCARS,
    )


def note_check(dice: Dice, rolled_dice: RolledDice, check: Check, dc: int) -> None:
    """Note the comparison of the kept dice with the difficulty. T-010, T-139, T-140."""
    rolled_dice.set_status(MADE if check.success else MISSED)
    if check.auto_fail:
        dice.note("Snake eyes fail, whatever the bonus", "T-140")
    elif check.success:
        dice.note(f"{check.total} reaches {dc}: success", "T-010")
    else:
        dice.note(f"{check.total} is {-check.margin} short of {dc}: failure", "T-010")
    if check.cinematic:
        rolled_dice.set_status(CRITICAL)
        dice.note("Boxcars earn a cinematic at once", "T-139")


def check(dice: Dice, *, dc: int, bonus: int, aimed: bool, cinematic_reroll: bool, kind: str) -> Check:
    """Roll two dice plus a bonus against a DC; a cinematic rerolls a failure. T-007, R-20."""
    label = RollLabel("The check" if kind == "check" else "The death check", bonus, dc)
    roll = roll_two(dice, label, aimed=aimed)
    result = to_check(roll.sum, bonus, dc)
    if cinematic_reroll and not result.success:
        dice.note(f"{result.total} would fail, so a cinematic buys a reroll", "T-226")
        roll = dice.best(roll, dice.roll(2, SIDES, label=RollLabel("Reroll", bonus, dc), rule="R-20"))
        result = to_check(roll.sum, bonus, dc)
    note_check(dice, roll, result, dc)
    return result


def check_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield `bad_dc` for DC 5 outside a death check. R-31, R-32."""
    if inputs.get("dc") == DEATH_DC and inputs.get("kind") == "check":
        yield Fault(
            "dc",
            "bad_dc",
            DEATH_DC,
            "7, 9, 11, 13, 15 or 17 (5 only with kind=death)",
            "DC must be 7, 9, 11, 13, 15 or 17. DC 5 is for death checks.",
        )


def success_of(odds: Odds) -> Fraction:
    """Return the chance of success."""
    return odds.chance(lambda outcome: outcome.success)


def death_check(dice: Dice, *, resolve: int, death_dc: int) -> Check:
    """Roll for someone at 0 wounds to stay alive. T-208, R-54."""
    rolled_dice = roll_two(dice, RollLabel("The death check", resolve, death_dc), rule="T-208")
    result = to_check(rolled_dice.sum, resolve, death_dc)
    note_check(dice, rolled_dice, result, death_dc)
    return result


@dataclass(frozen=True, kw_only=True)
class Group(Outcome):
    """Several checks at one DC: the successes, in the order of the inputs, and their number."""

    made: tuple[bool, ...]  # a saved name
    successes: int

    @property
    def verdict(self) -> str:
        if self.successes in (0, len(self.made)):
            return "All succeed" if self.successes else "No one succeeds"
        return f"{self.successes} of {len(self.made)} {'succeeds' if self.successes == 1 else 'succeed'}"


def _group(successes: Sequence[bool]) -> Group:
    return Group(made=tuple(successes), successes=sum(successes))


def group_check(dice: Dice, *, dc: int, bonuses: Sequence[int]) -> Group:
    """Roll for each character at the same difficulty. T-010, T-140."""

    def roll_one(dice: Dice, place: int) -> bool:
        return _roll_check(dice, f"Character {place + 1}", bonuses[place], dc)

    chances = [count_successes(dc - bonus) for bonus in bonuses]
    return _group(_in_turn(roll_one, chances).play(dice, ()))


type Successes = tuple[bool, ...]
"""The success of each check so far, in the order rolled."""


def _in_turn(roll_one: Callable[[Dice, int], bool], chances: Sequence[int]) -> Process[Successes, Successes]:
    """Return a process in which several roll two dice each; `chances` are their successful rolls out of
    36.
    """

    def step(dice: Dice, result: Successes) -> Successes | Done[Successes]:
        result = (*result, roll_one(dice, len(result)))
        return Done(result) if len(result) == len(chances) else result

    def ends(result: Successes) -> dict[Successes | Done[Successes], int]:
        rest = _success_combinations(chances[len(result) :])
        return {Done((*result, *others)): ways for others, ways in rest if ways}

    return Process(step, ends, min_dice=lambda results: 2 * (len(chances) - len(results)), is_variable=False)


def _roll_check(dice: Dice, who: str, bonus: int, dc: int) -> bool:
    rolled_dice = roll_two(dice, RollLabel(who, bonus, dc))
    result = to_check(rolled_dice.sum, bonus, dc)
    note_check(dice, rolled_dice, result, dc)
    return result.success


def _success_combinations(chances: Sequence[int]) -> Iterator[tuple[Successes, int]]:
    """Yield every combination of successes of several, with its weight; each has a number of successful rolls
    out of 36.
    """
    for results in product((True, False), repeat=len(chances)):
        yield (
            results,
            prod(ways if each else PAIRS - ways for each, ways in zip(results, chances, strict=True)),
        )


def group_odds(*, dc: int, bonuses: Sequence[int]) -> Odds:
    """Return the chance of every combination of successes."""
    chances = [count_successes(dc - bonus) for bonus in bonuses]
    counts: dict[Hashable, int] = {_group(results): ways for results, ways in _success_combinations(chances)}
    return Odds(counts, PAIRS ** len(bonuses))


@dataclass(frozen=True, kw_only=True)
class AidedCheck(Outcome):
    """A check with helpers: the successes, the leader's first; all must succeed."""

    success: bool
    made: tuple[bool, ...]  # a saved name

    @property
    def verdict(self) -> str:
        if self.success:
            return "All succeed: success"
        missed = [_participant_name(place) for place, success in enumerate(self.made) if not success]
        if len(missed) == len(self.made):
            return "Failure: no one succeeds"
        return f"Failure: {' and '.join(missed)} did not succeed"


AIDED_RESULT = Scale(
    "Result",
    lambda outcome: "success" if outcome.success else "failure",
    (Grade("failure", "Failure", "bad", "T-142"), Grade("success", "Success", "good", "T-142")),
)


def _participant_name(place: int) -> str:
    return f"helper {place}" if place else "the leader"


def _to_aided(successes: Sequence[bool]) -> AidedCheck:
    return AidedCheck(success=all(successes), made=tuple(successes))


Participant = Mapping[str, Any]
"""A participant of an aided check: `bonus`, and the `armour` and `agility` that affect their own
difficulty.
"""


def aided_dc(dc: int, helpers: int) -> int:
    """Return the DC that everyone rolls against: one step lower for each helper. T-142,
    T-143, R-33.
    """
    return move_dc(dc, -helpers)


def dc_for(participant: Participant, dc: int) -> int | None:
    """Return the DC after the participant's own armour, or None if that makes it impossible. R-34."""
    return effective(
        dc,
        agility=participant["agility"],
        armour=participant["armour"],
        armored_acrobat=participant["armored_acrobat"],
    )


def aided_check(dice: Dice, *, dc: int, bonuses: Sequence[Participant]) -> AidedCheck:
    """Roll for a leader and helpers against a lowered DC; all must succeed. T-142, R-33, R-34."""
    lowered = aided_dc(dc, len(bonuses) - 1)
    helpers = "one helper" if len(bonuses) == 2 else f"{len(bonuses) - 1} helpers"
    dice.note(f"With {helpers} the DC is {lowered} for everyone instead of {dc}", "R-33")

    def roll_one(dice: Dice, place: int) -> bool:
        each = bonuses[place]
        own = dc_for(each, lowered)
        who = _participant_name(place).capitalize()
        if own is not None:
            return _roll_check(dice, who, each["bonus"], own)
        dice.note(f"{who}: impossible in that armour, whatever the dice show", "R-27")
        # Roll the dice even so, so that a row of dice has a pair for everyone.
        roll_two(dice, RollLabel(who, each["bonus"])).set_status(DROPPED)
        return False

    outcome = _to_aided(_in_turn(roll_one, _aided_chances(lowered, bonuses)).play(dice, ()))
    dice.note("All of them succeed" if outcome.success else "All of them must succeed", "T-142")
    return outcome


def _aided_chances(lowered: int, bonuses: Sequence[Participant]) -> list[int]:
    """Return the number of successful rolls out of 36 for each of them."""
    owns = [(dc_for(each, lowered), each["bonus"]) for each in bonuses]
    return [0 if own is None else count_successes(own - bonus) for own, bonus in owns]


def aided_odds(*, dc: int, bonuses: Sequence[Participant]) -> Odds:
    """Return the chance of every outcome.

    Measures: `aided_dc`, `p_leader_alone` (at the whole DC, in the leader's own armour), `worth_it`.
    """
    lowered = aided_dc(dc, len(bonuses) - 1)
    made_or_not = _success_combinations(_aided_chances(lowered, bonuses))
    counts: dict[Hashable, int] = {_to_aided(results): ways for results, ways in made_or_not}
    alone = chance(dc_for(bonuses[0], dc), bonuses[0]["bonus"])
    return Odds(
        counts,
        PAIRS ** len(bonuses),
        {
            "aided_dc": lambda odds: lowered,
            "p_leader_alone": lambda odds: alone,
            "worth_it": lambda odds: success_of(odds) > alone,
        },
    )


def take_7(*, dc: int, bonus: int, penalty_for_failure: bool) -> dict[str, Any]:
    """Return the total of someone who takes their time. T-145, R-35."""
    return {"total": ASSUMED_ROLL + bonus, "success": ASSUMED_ROLL + bonus >= dc}


def take_7_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield `take_7_barred` if failing would cost something. T-146, R-35."""
    if inputs.get("penalty_for_failure"):
        yield Fault(
            "penalty_for_failure",
            "take_7_barred",
            True,
            "no (failure has a cost here)",
            "You can’t take 7 where failure has a cost. Roll the dice.",
        )


def cinematic_odds(*, rolls: int) -> dict[str, Any]:
    """Return the chance of boxcars among this number of rolls, and their mean number. T-139."""
    return {"p_one_or_more": 1 - Fraction(PAIRS - 1, PAIRS) ** rolls, "mean": Fraction(rolls, PAIRS)}


def party_chances(*, party: Sequence[Mapping[str, Any]], steps: int) -> dict[str, Any]:
    """Return each character's chance at each DC, in their armour; and the party's: someone succeeds, everyone
    does, and all together with the first in the lead. R-27, R-33, R-34.
    """
    alone = [[_chance_for(each, dc, steps) for dc in LADDER] for each in party]
    together = [prod(_chance_for(each, dc, steps - len(party) + 1) for each in party) for dc in LADDER]
    names = [each["name"] or f"Character {place}" for place, each in enumerate(party, start=1)]
    by_dc = list(zip(*alone, strict=True))
    any_of_them = [1 - prod(1 - part for part in column) for column in by_dc]
    all_of_them = [prod(column) for column in by_dc]
    chances = [
        *zip(names, alone, strict=True),
        ("At least one of them", any_of_them),
        ("Everyone, each alone", all_of_them),
        (f"All helping {names[0]}", together),
    ]
    return {
        "likely_one": _likely(any_of_them),
        "likely_all": _likely(all_of_them),
        "table": [
            {"who": who, **{f"{dc} {DC_NAMES[dc]}": part for dc, part in zip(LADDER, parts, strict=True)}}
            for who, parts in (chances if len(party) > 1 else chances[:1])
        ],
        "members": [{"name": name, **_by_dc(parts)} for name, parts in zip(names, alone, strict=True)],
        "p_any": _by_dc(any_of_them),
        "p_all": _by_dc(all_of_them),
        "p_together": _by_dc(together),
    }


def _likely(chances: Sequence[Fraction]) -> int:
    """Return the hardest DC with at least an even chance; 0 if there is none."""
    return max((dc for dc, part in zip(LADDER, chances, strict=True) if part >= EVEN), default=0)


def _chance_for(participant: Participant, dc: int, steps: int) -> Fraction:
    own = effective(
        dc,
        steps,
        agility=participant["agility"],
        armour=participant["armour"],
        armored_acrobat=participant["armored_acrobat"],
    )
    return chance(own, participant["bonus"])


def _by_dc(chances: Sequence[Fraction | int]) -> dict[str, Fraction]:
    return {str(dc): Fraction(part) for dc, part in zip(LADDER, chances, strict=True)}
