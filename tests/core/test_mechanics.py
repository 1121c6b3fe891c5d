"""Mechanic blocks: their odds, messages and generated Python."""

import importlib.util
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules_py.authoring.mechanics.build import Mechanic, build_mechanic
from rules_py.authoring.mechanics.inputs import read_inputs
from rules_py.authoring.mechanics.proof import check_mechanic
from rules_py.authoring.mechanics.syntax import MechanicError, ReadError
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.odds import Odds
from rules_py.dice.recording import SeededDice

PUBLISHED: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "mechanics.json").read_text("utf-8")
)
"""Mechanics of published games, each with its block and chances that were counted without Diceleaf."""
IDS = [each["id"] for each in PUBLISHED]

SECOND_SIDES = {
    "two_and_effect": lambda outcome: "" if outcome.band == "failure" else f", effect d{outcome.left}",
    "symbols": lambda outcome: {1: " with advantage", 0: "", -1: " with threat"}[outcome.luck],
}
"""The text of the second part of a result, which the expected chances name with the first."""


def mechanic(text: str) -> Mechanic:
    return build_mechanic("ember", text.strip().splitlines())


def odds_of(mechanic: Mechanic, inputs: dict[str, Any]) -> Odds:
    names = {each.name: each.python for each in mechanic.declaration.inputs}
    return mechanic.calculator.bind({names[name]: value for name, value in inputs.items()}).odds()


@pytest.mark.parametrize("published", PUBLISHED, ids=IDS)
def test_published_mechanic_has_the_counted_odds(published: dict[str, Any]) -> None:
    declared = mechanic(published["fence"])
    scale = declared.calculator.scale
    assert scale
    for published_odds in published["odds"]:
        odds = odds_of(declared, published_odds["inputs"])
        if "chances" in published_odds:
            more = SECOND_SIDES.get(published["id"], lambda outcome: "")
            chances = odds.by(lambda outcome: scale.label(scale.key(outcome)) + more(outcome))
            expected = {name: Fraction(chance) for name, chance in published_odds["chances"].items()}
            assert dict(chances) == {name: chance for name, chance in expected.items() if chance}
        figures = [Fraction(value) for value in published_odds.get("figures", {}).values()]
        values = [value for name, value in odds.measures.items() if name not in ("band", "mean")]
        if published["id"] != "usage_die":
            assert values[: len(figures)] == figures


@pytest.mark.parametrize(
    "published", [each for each in PUBLISHED if "tones" in each], ids=lambda each: each["id"]
)
def test_bands_get_tones_in_their_order(published: dict[str, Any]) -> None:
    scale = mechanic(published["fence"]).calculator.scale
    assert scale and {grade.label: grade.tone for grade in scale.grades} == published["tones"]


@pytest.mark.parametrize("published", PUBLISHED, ids=IDS)
def test_live_roll_has_a_possible_outcome(published: dict[str, Any]) -> None:
    calculator = mechanic(published["fence"]).calculator
    bound = calculator.bind(calculator.initial_inputs())
    odds = bound.odds()
    for seed in range(20):
        outcome = bound.roll(SeededDice(seed))
        assert outcome in odds and outcome.working


def test_mean_rounds_are_counted_without_a_cap() -> None:
    published = next(each for each in PUBLISHED if each["id"] == "usage_die")
    declared = mechanic(f"{published['fence']}\nshow: mean rounds")
    assert [odds_of(declared, {"die": die}).rounds for die in (4, 8, 20)] == [2, 9, 30]


FACES = {"d6": range(1, 7), "d4": range(1, 5)}

ENUMERATED: dict[str, tuple[str, int, Callable[..., object]]] = {
    "sum and highest of one roll": (
        "throw: all = 3d6; best = highest(all, 2); result = best + all",
        3,
        lambda *faces: sum(faces) + sum(sorted(faces)[1:]),
    ),
    "faces counted twice": (
        "throw: all = 3d6; result = count(all, >= 4) + count(all, 6)",
        3,
        lambda *faces: sum(face >= 4 for face in faces) + faces.count(6),
    ),
    "dice in two pools": (
        "throw: a = 2d6; b = d6; all = a + b; result = highest(all, 2) * 10 + (b = 6)",
        3,
        lambda *faces: 10 * sum(sorted(faces)[1:]) + (faces[2] == 6),
    ),
    "lowest of the rest": (
        "throw: all = 3d6; left = drop(all, 1, 2); result = lowest(left) + 100 * size(left)",
        3,
        lambda *faces: min((face for face in faces if face > 2), default=0) + 100 * sum(f > 2 for f in faces),
    ),
    "rest after the highest": (
        "throw: all = 3d6; result = 10 * lowest(rest(all, 1)) + size(rest(all, 2))",
        3,
        lambda *faces: 10 * min(faces) + 1,
    ),
    "width and doubles": (
        "throw: all = 3d6; result = 2 * width(all, <= 4) + doubles(all)",
        3,
        lambda *faces: (
            2 * max((faces.count(face) for face in faces if face <= 4), default=0) + (len({*faces}) == 1)
        ),
    ),
    "each face transformed": (
        "throw: all = each(3d6, it * it if it > 3 else 0); result = highest(all, 2) + count(all, 0)",
        3,
        lambda *faces: (
            sum(sorted(face**2 if face > 3 else 0 for face in faces)[1:]) + sum(face <= 3 for face in faces)
        ),
    ),
    "dice that beat others": (
        "throw: x = 2d6; y = 1d6; result = beats(x, y) + 10 * pairs(x, y)",
        3,
        lambda *faces: 10 + (max(faces[:2]) > faces[2]),
    ),
    "dice that beat others and are added": (
        "throw: x = 2d6; y = d6; won = beats(x, y); result = 100 * won + x",
        3,
        lambda *faces: 100 * (max(faces[:2]) > faces[2]) + faces[0] + faces[1],
    ),
    "listed faces": (
        "throw: a = 2d{1,1,1,2,3,5}; result = a + 10 * count(a, 1) + 100 * highest(a)",
        2,
        lambda *faces: (
            (sum(values := [(1, 1, 1, 2, 3, 5)[face - 1] for face in faces]))
            + 10 * values.count(1)
            + 100 * max(values)
        ),
    ),
    "a die chosen by a condition": (
        "throw: a = 2d6; b = 1d6; best = a if b > 3 else b; result = best + count(best, 6)",
        3,
        lambda *faces: sum(faces[:2]) + faces[:2].count(6) if faces[2] > 3 else faces[2] + (faces[2] == 6),
    ),
    "a reassigned name": (
        "throw: a = 2d6; both = a + 1d6; a = reroll(a, 7..9); result = count(both, 6) + 10 * count(a, 6)",
        3,
        lambda *faces: faces.count(6) + 10 * faces[:2].count(6),
    ),
    "exact quotients": (
        "throw: all = 2d6; result = floor(all / 3) + 10 * ceil(all / 2) + 100 * (all / 4 = 3)",
        2,
        lambda *faces: sum(faces) // 3 + 10 * -(-sum(faces) // 2) + 100 * (sum(faces) == 12),
    ),
    "kept dice and precedence": (
        "throw: 3d6kh2 - (1 - 2) * 2 - 3",
        3,
        lambda *faces: sum(sorted(faces)[1:]) - 1,
    ),
}
"""Mechanics with their number of d6 and the result for given faces."""


@pytest.mark.parametrize(("text", "number", "value"), ENUMERATED.values(), ids=ENUMERATED)
def test_odds_equal_an_enumeration_of_all_faces(text: str, number: int, value: Callable[..., object]) -> None:
    odds = mechanic(f"title: Test\n{text}").calculator.bind({}).odds().by(lambda outcome: outcome.result)
    counts = Counter(value(*faces) for faces in product(FACES["d6"], repeat=number))
    assert dict(odds) == {result: Fraction(weight, 6**number) for result, weight in counts.items()}


def test_rerolled_dice_match_enumeration() -> None:
    declared = mechanic("title: Test\nthrow: all = 2d4; all = reroll(all, 1); result = count(all, 4)")
    counts = Counter[int]()
    for faces in product(FACES["d4"], repeat=4):
        values = [new if old == 1 else old for old, new in zip(faces[:2], faces[2:], strict=True)]
        counts[values.count(4)] += 1
    odds = declared.calculator.bind({}).odds().by(lambda outcome: outcome.result)
    assert dict(odds) == {result: Fraction(weight, 4**4) for result, weight in counts.items()}


def test_better_of_two_takes_the_first_of_equal_bands() -> None:
    text = "title: Test\nask: help?\nthrow: die = d6\nread: die >= 5 -> yes | else -> no\ntake: better of 2 if help"
    declared = mechanic(text)
    bound = declared.calculator.bind({"help": True})
    counts = Counter[int]()
    for first, second in product(FACES["d6"], repeat=2):
        counts[first if (first >= 5) >= (second >= 5) else second] += 1
    chances = bound.odds().by(lambda outcome: outcome.die)
    assert dict(chances) == {die: Fraction(weight, 36) for die, weight in counts.items()}
    weights, total = expand(lambda dice: declared.calculator.mechanic(dice, help=True))
    assert Odds(weights, total) == bound.odds()


def test_inputs_separated_by_a_comma_are_reported() -> None:
    with pytest.raises(ReadError, match="got “1, legs 1..2”. Write ; between two inputs."):
        read_inputs("arms -1..3 = 1, legs 1..2")


MISTAKES = {
    "throw: pool d6 +": "throw: “pool d6 +” ends too early: a value is missing",
    "throw: 2d6 + stats": "unknown name “stats” (expected pool or stat). Did you mean 'stat'?",
    "throw: hihgest(2d6)": "Did you mean 'highest'?",
    "throw: (2d6 + stat": "throw: expected “)” at the end, to close the bracket",
    "throw: count(pool d6)": "throw: count needs faces: count(pool d6, 6), or >= 5, or 2..5",
    "throw: 2d6 stat": "throw: expected an operator such as + or =, or the end at “stat”",
    "throw: highest of 3d6": "at “of”. Write highest(3d6).",
    "throw: d6\nread: 4+ -> hit (good), else -> miss": "Write | between two bands.",
    "throw: width(stat)": "throw: width needs dice, such as width(4d6)",
    "throw: 2d6 if stat > 1": "throw: “if” needs “else” and another value",
    "throw: d6\nread: 2d6 > 7 -> hit | else -> miss": "read: “2d6”: dice are rolled under throw",
    "throw: d6\nread: 4+ -> hit": "read: expected two bands or more, such as 10+ -> hit | else -> miss",
    "throw: d6\nread: 4+ hit | else -> miss": "read: expected a band such as 10+ -> strong hit, got “4+ hit”",
    "throw: d6\nread: 4+ -> hit (god) | else -> miss": "read: unknown tone “god”",
    "throw: d6\nread: else -> miss | 4+ -> hit": "read: “hit” comes after “else”, which is the last band",
    "throw: d6\nreed: 4+ -> hit": "mechanic block has no field 'reed'",
    "thrown": "expected a line such as `throw: 2d6 + stat`, got “thrown”",
    "throw: d6\nacross: die": "across: unknown name “die”",
    "throw: d6\nshow: mean rounds": "show: mean rounds needs rounds: start, round and until",
    "throw: d6\nexamples: luck = 3": "examples: unknown input “luck”",
    "start: left = 3\nround: left = left - 1": "mechanic block needs 'until'",
}
"""Wrong lines after `ask`, and the message for each."""


@pytest.mark.parametrize("text", MISTAKES)
def test_mistake_names_its_line(text: str) -> None:
    with pytest.raises(MechanicError) as error:
        mechanic(f"title: Test\nask: pool 1..4 = 2; stat -1..3 = 1\n{text}")
    assert MISTAKES[text] in str(error.value)
    assert error.value.line == 2 + text.count("\n") or "needs 'until'" in str(error.value)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        ("stat", "expected an input such as stat -1..3 = 1"),
        ("stat 3..1", "stat: expected the lower number first, 1..3"),
        ("stat 1..3 = 7", "stat: expected a number from 1 to 3, got “7”"),
        ("edge (none, boon) = bane", "edge: expected none or boon, got “bane”"),
        ("die d4 d6 = d8", "die: expected d4 or d6, got “d8”"),
        ("in 1..3", "“in” is a word of the language; use another name"),
        ("stat 1..3; stat 1..4", "“stat” is asked for twice"),
    ],
)
def test_wrong_input_is_named(ask: str, message: str) -> None:
    with pytest.raises(MechanicError, match=re.escape(message)):
        mechanic(f"title: Test\nask: {ask}\nthrow: 2d6")


def test_long_line_may_continue() -> None:
    declared = mechanic("title: Test\nthrow: 2d6\n  + 3\nread: 10+ -> hit\n  | else -> miss")
    assert declared.calculator.bind({}).odds().band == {"miss": Fraction(5, 12), "hit": Fraction(7, 12)}
    with pytest.raises(MechanicError) as error:
        mechanic("title: Test\nthrow: 2d6\n  + stat")
    assert error.value.line == 2


def faults(text: str) -> tuple[list[str], list[str]]:
    mistakes, warnings = check_mechanic(mechanic(f"title: Test\n{text}"))
    return [message for _, message in mistakes], [message for _, message in warnings]


@pytest.mark.parametrize("numbers", ["B-6 to B-9", "B-6–B-9", "B-6..9", "B-6, b-7"])
def test_range_of_rules_is_refused(numbers: str) -> None:
    block = "title: Act\nthrow: 2d6\nrules: "
    with pytest.raises(MechanicError, match="rules: expected each number, such as B-6, B-7, B-8, got"):
        mechanic(f"{block}{numbers}")
    for right in ("B-6, B-7", "[B-6, B-7]", "B-6 and B-7"):
        assert mechanic(f"{block}{right}").calculator.rules == ("B-6", "B-7")


def test_outcome_without_a_band_is_a_mistake() -> None:
    [message], _ = faults("ask: stat -1..3 = 1\nthrow: 2d6 + stat\nread: 12+ -> yes | 2..11 -> no")
    assert message.startswith("read: result 1 falls into no band with stat -1")


def test_outcome_without_a_band_between_the_ends_is_a_mistake() -> None:
    [message], _ = faults("ask: n 1..5\nthrow: d6\nread: n != 3 -> yes | result > 5 -> perhaps")
    assert message.startswith("read: result 1 falls into no band with n 3")


def test_bands_of_too_many_inputs_need_an_else_band() -> None:
    many = "ask: bonus 0..30; target 0..30\nthrow: d20 + bonus - target\nread: 0+ -> hit | ..-1 -> miss"
    [message], _ = faults(many)
    assert message == (
        "read: too many combinations of inputs to try them all. End with a band such as else -> miss."
    )
    assert faults(many.replace("..-1", "else")) == ([], [])


def test_band_that_no_outcome_reaches_is_reported() -> None:
    mistakes, [message] = faults("throw: 2d6\nread: 4+ -> yes | 10+ -> very much | else -> no")
    assert mistakes == [] and "no outcome reaches “very much”" in message
    _, [message] = faults("throw: 2d6\nread: 13+ -> very much | 4+ -> yes | else -> no")
    assert message == "read: no outcome reaches “very much”. Check its condition."
    assert faults("throw: 2d6\nread: 10+ -> very much | 4+ -> yes | else -> no") == ([], [])


def test_number_that_grows_without_end_is_named() -> None:
    rounds = "start: last = 0; uses = 0\nround: last = d6; uses = {}\nuntil: last = 1\nread: uses > 3 -> long | else -> short"
    [message], _ = faults(rounds.format("uses + 1"))
    assert message.startswith("round: “uses” grows without end")
    assert faults(rounds.format("lowest(uses + 1, 4)")) == ([], [])


def test_dice_that_cannot_be_rolled_are_named_with_their_inputs() -> None:
    [message], _ = faults("ask: pool 0..3 = 2\nthrow: (pool - 1)d6")
    assert message.startswith("can’t be rolled with pool 0")


@pytest.mark.parametrize("published", PUBLISHED, ids=IDS)
def test_printed_module_has_the_same_odds(published: dict[str, Any], tmp_path: Path) -> None:
    """An author who outgrows the block continues with the module that `diceleaf eject` prints."""
    declared = mechanic(published["fence"])
    (tmp_path / "own_game.py").write_text(declared.python, "utf-8")
    spec = importlib.util.spec_from_file_location("own_game", tmp_path / "own_game.py")
    assert spec and spec.loader
    module = sys.modules["own_game"] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules["own_game"]
    calculator = getattr(module, declared.declaration.id.upper())
    inputs = calculator.initial_inputs()
    by_label = [calc.scale.chances(calc.bind(inputs).odds()) for calc in (calculator, declared.calculator)]
    assert by_label[0] == by_label[1]
    assert "rules_py.author import" in declared.python and "mechanics" not in declared.python


@pytest.mark.parametrize("published", PUBLISHED, ids=IDS)
def test_odds_after_the_first_die_average_to_the_odds(published: dict[str, Any]) -> None:
    calculator = mechanic(published["fence"]).calculator
    bound = calculator.bind(calculator.initial_inputs())
    die = bound.partial_roll([]).next_die
    assert die
    faces = range(die.lowest, die.lowest + die.sides)
    all_odds = [bound.partial_roll([face]).odds for face in faces]
    average: dict[object, Fraction] = {}
    for odds in all_odds:
        assert odds
        for outcome, chance in odds.items():
            average[outcome] = average.get(outcome, Fraction()) + chance / die.sides
    assert average == dict(bound.odds())


@pytest.mark.parametrize(
    "band", ["7..9", "7-9", "7–9", "7 – 9", "result in 7..9", "7 <= result and result <= 9"]
)
def test_range_may_be_written_as_rulebooks_print_it(band: str) -> None:
    declared = mechanic(f"title: Test\nthrow: 2d6\nread: 10+ -> hit | {band} -> cost | <= 6 -> miss")
    odds = declared.calculator.bind({}).odds()
    assert odds.band == {"miss": Fraction(5, 12), "cost": Fraction(5, 12), "hit": Fraction(1, 6)}
    assert check_mechanic(declared) == ([], [])


def test_faces_may_be_written_with_a_hyphen() -> None:
    declared = mechanic("title: Test\nthrow: result = count(3d6, 5-6) + (1 if d6 in 1-3 else 0)")
    assert declared.calculator.bind({}).odds().mean == Fraction(3, 2)


def test_zero_symbol_dice_count_nothing() -> None:
    text = (
        "title: Test\nask: hope 0..2 = 0\nfaces: h = s - ss\nthrow: all = hope d[h]; result = count(all, s)"
    )
    assert mechanic(text).calculator.bind({"hope": 0}).odds().mean == 0
    assert mechanic(text).calculator.bind({"hope": 2}).odds().mean == 2
