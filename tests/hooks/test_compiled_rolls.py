"""Compiled rolls of mechanics that use dice in every way; those of the books are compared in `tests/site`."""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from hooks.compiled_rolls.check import CompiledRollError, check_tables, sample
from hooks.compiled_rolls.recorded_path import NotCompiledError
from hooks.compiled_rolls.tables import Table, roll_table
from hooks.compiled_rolls.variants import one_change
from hooks.compiled_rolls.walk import compile_roll
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.outcome import Outcome
from rules_py.dice.dice import Dice
from rules_py.dice.markov import Done
from rules_py.dice.process import Process
from rules_py.dice.recording import ScriptedDice
from rules_py.present.outcome import outcome_announcement, render_outcome
from rules_py.systems import registry

MAX_RUNS = 2_000
ROWS = 60


@dataclass(frozen=True, kw_only=True)
class Message(Outcome):
    text: str
    detail: str = field(default="", compare=False)

    @property
    def verdict(self) -> str:
        return f"{self.text}{self.detail}"


def bound(mechanic: Callable[[Dice], str | Outcome]) -> BoundCalculator:
    def play(dice: Dice) -> Outcome:
        result = mechanic(dice)
        return result if isinstance(result, Outcome) else Message(text=result)

    return BoundCalculator(Calculator("tests.case", "Case", "A case.", mechanic=play), {})


def extra_dice(dice: Dice) -> str:
    rolled = dice.roll([6, 8], extra_on=lambda face: face == 6, limit=2, label=lambda total: f"Sum {total}")
    return str(rolled.sum)


def rerolled_dice(dice: Dice) -> str:
    first = dice.roll(3, 6, label="First")
    second = first.reroll(lambda face: face == 1, rule="X-1")
    return "high" if second.highest() > 4 else "low"


def all_rerolled(dice: Dice) -> str:
    first = dice.roll(2, 6)
    return str(first.reroll().sum if first.sum < 5 else first.sum)


def statuses(dice: Dice) -> str:
    rolled = dice.roll(4, 6)
    tally = rolled.tally(lambda face: "success" if face > 4 else "one" if face == 1 else None)
    pairs = rolled.pair_off("one", "success")
    rolled.set_status("odd", [0, -1])
    dice.note(f"{pairs} pairs; it's “settled”", "X-2")
    return str(tally["success"])


def best_of(dice: Dice) -> str:
    return str(dice.best(dice.roll(2, 4), dice.roll([8])).sum)


def symbols(dice: Dice) -> str:
    hope = ((1, 0), (0, 1), (0, 0), (2, 0))
    return str(dice.symbols([hope, hope, ((0, 1), (1, 1))]))


def exploding(dice: Dice) -> str:
    return str(dice.explode(2, 4, limit=2, keep=1, penetrating=True))


def fudge_and_cards(dice: Dice) -> str:
    card = dice.draw({"hit ‘n’ run": 2, "miss": 1}, label="Drawn")
    return f"{dice.fudge(2)} {card}"


def cards_alone(dice: Dice) -> str:
    return str(dice.deal({"white": 2, "black": 1}, 2, label="Drawn"))


TIES: Process[None, str] = Process(
    lambda dice, _: (
        Done("first") if (ahead := dice.d(4) - dice.d(4)) > 0 else Done("second") if ahead else None
    )
)


def ties_until_decided(dice: Dice) -> str:
    before = dice.roll(2, 6)
    chosen = before.sum
    winner = TIES.play(dice, None)
    before.set_status("used")  # dice from before the rounds
    return f"{winner} {chosen}"


def nested_rounds(dice: Dice) -> str:
    def step(dice: Dice, remaining_rounds: int) -> int | Done[str]:
        return (
            remaining_rounds - 1
            if TIES.play(dice, None) == "first" and remaining_rounds
            else Done(f"{remaining_rounds} left")
        )

    return Process(step).play(dice, 2)


def ends_that_count_as_one(dice: Dice) -> Outcome:
    def step(dice: Dice, total: int) -> int | Done[Message]:
        face = dice.d(3)
        return Done(Message(text="done", detail=f" at {total}")) if face == 1 or total > 3 else total + face

    return Process(step).play(dice, 0)


MECHANICS = (
    extra_dice,
    rerolled_dice,
    all_rerolled,
    statuses,
    best_of,
    symbols,
    exploding,
    fudge_and_cards,
    cards_alone,
    ties_until_decided,
    nested_rounds,
    ends_that_count_as_one,
)


@pytest.mark.parametrize("mechanic", MECHANICS, ids=lambda mechanic: mechanic.__name__)
def test_compiled_roll_shows_the_same_as_python(node: str, mechanic: Callable[[Dice], str | Outcome]) -> None:
    case = bound(mechanic)
    [plays] = sample([roll_table(case, compile_roll(case, MAX_RUNS), {})], ROWS)
    for played in plays:
        dice = ScriptedDice(played["faces"])
        outcome = case.roll(dice)
        dice.finish()
        assert played["reply"]["html"] == render_outcome(case.calculator, outcome)
        assert played["reply"]["say"] == outcome_announcement(outcome)


def test_long_roll_is_left_to_python(node: str) -> None:
    case = bound(lambda dice: str(dice.sum(13, 2)))
    [[played]] = sample([roll_table(case, compile_roll(case, MAX_RUNS), {})], 1)
    assert played["reply"] is None
    assert len(played["faces"]) == 13


@pytest.mark.parametrize(
    "mechanic",
    (
        lambda dice: str(dice.pool(10, 10)),
        lambda dice: str([dice.d(20) for _ in range(3)]),
        lambda dice: str(dice.tally(2, 2, lambda face: 1 if face == 1 else "1")),
        lambda dice: dice.draw({"a": 1, "b": 2**40}),
    ),
    ids=("many faces", "many queries", "categories that read alike", "large weights"),
)
def test_roll_that_only_python_can_make_is_not_compiled(mechanic: Callable[[Dice], str]) -> None:
    with pytest.raises(NotCompiledError):
        compile_roll(bound(mechanic), MAX_RUNS)


@pytest.fixture
def challenge() -> Table:
    calculator = registry.calculator("core_rules.challenge")
    case = calculator.bind(calculator.initial_inputs())
    return roll_table(case, compile_roll(case, MAX_RUNS), {})


def test_table_that_differs_stops_the_build(node: str, challenge: Table) -> None:
    check_tables([challenge], {}, rows=ROWS)
    wrong = copy.deepcopy(challenge)
    wrong["titles"] = ("Another title", "")
    with pytest.raises(CompiledRollError, match=r"compiled roll of core_rules\.challenge.*Another title"):
        check_tables([wrong], {}, rows=ROWS)


def test_one_change_changes_exactly_one_input() -> None:
    calculator = registry.calculator("core_rules.challenge")
    case = calculator.bind({"situation": "average", "steps": 1})
    changes = [each.inputs for each in one_change(case)]
    assert changes
    for inputs in changes:
        assert sum(inputs[name] != value for name, value in case.inputs.items()) == 1


def test_one_change_skips_numbers_of_house_rules() -> None:
    case = registry.calculator("basic_systems.throw").bind({"pool": 2})
    changed = {
        name for each in one_change(case) for name, value in each.inputs.items() if value != case.inputs[name]
    }
    assert {"difficulty", "ones_cancel", "tens"} <= changed
    assert not {"mastery_from", "point_successes"} & changed
