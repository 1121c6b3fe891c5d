"""Partial rolls: their conditional odds equal a full enumeration."""

from collections import Counter
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from hooks.contracts.enumerate_faces import OpenDice, by_rows
from hooks.contracts.requests import reply_to
from rules_py import InputError, odds, partial_roll, resolve
from rules_py.base.errors import TooManyBranchesError
from rules_py.base.jsonable import to_jsonable
from rules_py.dice.conditional import conditional_odds
from rules_py.dice.counts import highest_sum, lowest_sum
from rules_py.dice.markov import Done
from rules_py.dice.partial import read_partial, roll_to_decision
from rules_py.dice.process import Process
from rules_py.dice.recording import SeededDice
from rules_py.systems import registry
from tests.core.test_rolled_dice import MECHANICS as ROLLED_DICE_MECHANICS


def chances(mechanic, row):
    remaining = conditional_odds(mechanic, row)
    assert sum(remaining.weights.values()) == remaining.total_weight
    return {outcome: Fraction(count, remaining.total_weight) for outcome, count in remaining.weights.items()}


def roll_seeded(mechanic, seed):
    dice = SeededDice(seed)
    return dice.faces, mechanic(dice)


def hit_then_damage(dice):
    """Roll for damage on a hit; six damage or less gives the highest die, more rolls another size."""
    if dice.d(4) < 2:
        return "missed"
    damage = dice.roll(2, 4)
    return (damage.sum, dice.pool(2, 3)) if damage.sum > 6 else damage.highest()


def draw_then_roll(dice):
    hits = dice.draw({0: 1, 1: 3, 2: 0, 3: 2})
    return hits + dice.d(4) if hits else 0


def race(dice):
    """Count down from four in steps of the higher of two dice."""

    def step(dice, left):
        left -= dice.highest(2, 3)
        return left if left > 0 else Done(left)

    return Process(step).play(dice, 4) + dice.d(2)


def reroll_then_add(dice):
    """Reroll some dice after reading them, and add dice that were rolled before the reroll."""
    first, second = dice.roll(2, 3), dice.roll([4, 3])
    if first.sum < 5:
        first = first.reroll(again=lambda face: face < 3)
    return first.sum + second.lowest()


PRESS = {"roll": "Roll again", "stop": "Stop"}


def press_luck(dice):
    """Roll up to three dice, stopping at 5; a 1 loses everything."""
    total = 0
    for _ in range(3):
        face = dice.d(4)
        if face == 1:
            return 0
        total += face
        if dice.choose("Roll again?", PRESS, policy="stop" if total >= 5 else "roll") == "stop":
            break
    return total


def press_luck_in_rounds(dice):
    def step(dice, total):
        total += dice.sum(1, 3)
        choice = dice.choose("Roll again?", PRESS, policy="stop" if total >= 5 else "roll")
        return Done(total) if choice == "stop" or total >= 9 else total

    return Process(step).play(dice, 0)


PARTIAL_MECHANICS = {
    "decides": press_luck,
    "decides in rounds": press_luck_in_rounds,
    "rolls depend on faces": hit_then_damage,
    "draws": draw_then_roll,
    "race, then a die": race,
    "reroll of some dice": reroll_then_add,
    "lowest of exploding dice": lambda dice: (
        dice.roll(3, 3, extra_on=lambda face: face == 3, limit=2).lowest(2) + dice.d(2)
    ),
    "tally with extra dice": lambda dice: tuple(
        dice.roll(2, 4, extra_on=lambda face: face > 2, limit=2).tally(lambda face: face > 2).values()
    ),
    "sizes with extra dice": lambda dice: dice.roll([2, 3], extra_on=lambda face: face == 2, limit=2).faces,
    "two highest of sizes": lambda dice: dice.highest([4, 3, 3, 2], keep=2),
    "two lowest of sizes": lambda dice: dice.lowest([4, 3, 3, 2], keep=2),
    "twos rerolled and tallied": lambda dice: tuple(
        dice.roll(4, 3).reroll(again=lambda face: face == 2).tally(lambda face: face == 3).values()
    ),
    "all rerolled if low": lambda dice: (
        (lambda roll: roll if roll.sum > 4 else roll.reroll())(
            dice.roll(2, 3, extra_on=lambda face: face == 3, limit=1)
        ).faces
    ),
    "rerolled twice": lambda dice: (
        dice.roll(3, 3).reroll(again=lambda face: face == 1).reroll(again=lambda face: face == 2).highest(2)
    ),
}
MECHANICS = {
    **{name: mechanic for name, mechanic in ROLLED_DICE_MECHANICS.items() if "cancelled" not in name},
    **PARTIAL_MECHANICS,
}


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
def test_partial_odds_match_full_enumeration(mechanic):
    for seed in range(6):
        faces, outcome = roll_seeded(mechanic, seed)
        for place in range(len(faces) + 1):
            row = faces[:place]
            # the largest mechanics have too many rows to enumerate from the start
            if place or len(faces) < 4:
                assert chances(mechanic, row) == by_rows(mechanic, row)
        assert chances(mechanic, faces) == {outcome: 1}


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
def test_read_partial_requests_each_die_in_turn(mechanic):
    for seed in range(6):
        faces, outcome = roll_seeded(mechanic, seed)
        for place in range(len(faces)):
            state = read_partial(mechanic, faces[:place])
            open_dice = OpenDice(faces[:place])
            mechanic(open_dice)
            options = set(state.next.faces)
            assert state.outcome is None
            if decision := state.next.decision:
                assert options == set(PRESS) and set(open_dice.open[0]) == {decision.policy}
            else:
                assert options == set(open_dice.open[0])
            assert state.faces == tuple(faces[:place])
            assert 1 <= state.next.position <= state.next.pool_size
        final = read_partial(mechanic, faces)
        assert (final.next, final.outcome, list(final.faces)) == (None, outcome, faces)


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
def test_min_remaining_bounds_the_dice_that_follow(mechanic):
    for seed in range(12):
        faces, _ = roll_seeded(mechanic, seed)
        for place in range(len(faces)):
            remaining = conditional_odds(mechanic, faces[:place])
            left = len(faces) - place
            assert left == remaining.min_remaining if remaining.is_fixed else left >= remaining.min_remaining


@pytest.mark.parametrize(
    ("mechanic", "row", "least", "is_fixed"),
    [
        (lambda dice: dice.sum(3, 6), [2], 2, True),
        (lambda dice: dice.explode(1, 4), [], 1, False),
        (lambda dice: dice.d(4) > 1 or dice.sum(2, 4), [], 1, False),
        (lambda dice: dice.d(4) > 1 or dice.sum(2, 4), [1], 2, True),
        (lambda dice: dice.roll(2, 6).reroll(again=lambda face: face == 1).sum, [3], 1, False),
        (lambda dice: dice.symbols([((0,), (1,))] * 3), [1], 2, True),
        (draw_then_roll, [1], 1, True),
        (race, [], 1, False),
    ],
)
def test_conditional_odds_report_remaining_dice_and_certainty(mechanic, row, least, is_fixed):
    remaining = conditional_odds(mechanic, row)
    assert (remaining.min_remaining, remaining.is_fixed) == (least, is_fixed)


@pytest.mark.parametrize(
    ("id", "dice", "purpose"),
    [
        ("two_d6.opposed_check", [], "Die 1 of 2, a d6: The attacker: 2d6 + 4."),
        ("two_d6.opposed_check", [1], "Die 2 of 2, a d6: The attacker: 2d6 + 4; 3 dice left."),
        ("two_d6.opposed_check", [1, 2], "Die 1 of 2, a d6: The defender: 2d6 + 3."),
        ("dichotomy.check", [], "First die: the die + 7 against 10; 2 dice left."),
        ("dichotomy.check", [5], "Second die: the die + 8 against 10; last die."),
        ("recipes.wild", [], "The trait die and the wild die; at least 2 dice left."),
    ],
)
def test_partial_roll_panel_shows_the_number_of_dice_to_follow(id, dice, purpose):
    inputs = to_jsonable(registry.calculator(id).initial_inputs())
    reply = reply_to({"action": "partial_roll", "calculator": id, "inputs": inputs, "dice": dice})
    assert purpose in BeautifulSoup(reply["panel"], "html.parser").text


@given(st.lists(st.integers(1, 5), max_size=4), st.lists(st.integers(1, 5), max_size=4), st.data())
def test_keep_sums_include_dice_that_are_already_rolled(sizes, known_faces, data):
    keep = data.draw(st.integers(0, len(sizes) + len(known_faces)))
    rows = [[]]
    for sides in sizes:
        rows = [[*row, face] for row in rows for face in range(1, sides + 1)]
    for kept_sum, highest in ((highest_sum, True), (lowest_sum, False)):
        expected = Counter(sum(sorted([*row, *known_faces], reverse=highest)[:keep]) for row in rows)
        assert kept_sum(sizes, keep, known_faces) == expected


def test_partial_pool_of_many_dice_is_not_enumerated():
    """Listing the results of 38 d10 would take over a thousand million rows."""

    def mechanic(dice):
        roll = dice.roll(40, 10, extra_on=lambda face: face == 10)
        return roll.tally(lambda face: face > 7 or None)[True]

    def highest(dice):
        return dice.highest(40, 10, keep=3)

    assert sum(chances(mechanic, [10, 8]).values()) == 1
    assert chances(highest, [1] * 37)[30] == Fraction(1, 1000)


def test_deferred_label_differs_before_and_after_the_roll():
    class Guard:
        before = "The guard's die"

        def __call__(self, face):
            return f"The guard: {face}"

    def mechanic(dice):
        return dice.d(6, label=Guard())

    assert read_partial(mechanic, []).next.label == "The guard's die"
    assert read_partial(mechanic, [4]).steps[0].text == "The guard: 4"
    assert read_partial(lambda dice: dice.d(6, label=str), []).next.label == ""


def test_partial_roll_rejects_wrong_faces_and_counts():
    with pytest.raises(InputError) as wrong_face:
        partial_roll("core_rules.challenge", [7], situation="average", steps=3)
    assert wrong_face.value.codes == ("bad_die",)
    with pytest.raises(InputError) as too_many:
        partial_roll("core_rules.challenge", [6, 6, 6], situation="average", steps=2)
    assert too_many.value.codes == ("wrong_dice_count",)


def test_partial_roll_reads_face_aliases():
    inputs = {"value_a": 5, "value_b": 6}
    assert partial_roll("dichotomy.check", [0], **inputs).faces == (10,)
    partial = partial_roll("dichotomy.check", [0, 3], **inputs)
    assert partial.outcome == resolve("dichotomy.check", dice=[0, 3], **inputs)


def test_conditional_odds_reject_an_endless_process():
    with pytest.raises(TooManyBranchesError, match="no end in some branches"):
        conditional_odds(lambda dice: Process(lambda dice, state: state).play(dice, "standing"), [])


def test_conditional_odds_of_a_process_match_enumeration():
    def mechanic(dice):
        step = lambda dice, left: left - 1 if dice.d(2) == 1 else Done(left)  # noqa: E731
        return Process(lambda dice, left: step(dice, left) if left else Done(0)).play(dice, 4)

    assert chances(mechanic, []) == by_rows(mechanic, [])


def test_partial_roll_without_faces_has_the_full_odds():
    for calculator, inputs in (
        ("dichotomy.duel", {"npc_hits": 3, "attack": {"0": "1/2", "2": "1/2"}, "defence": {"1": 1}}),
        ("tools.throw", {"notation": "4d6kh3 + 2"}),
    ):
        assert partial_roll(calculator, [], **inputs).odds == odds(calculator, **inputs)


def test_partial_roll_is_fixed_after_the_last_die():
    bound = registry.calculator("tools.throw").bind({"notation": "2d6 + 1"})
    state = bound.partial_roll([3, 4])
    assert (state.min_remaining, state.is_fixed) == (0, True)
    assert [outcome.total for outcome in state.odds.weights] == [8]


def test_odds_follow_the_policy_until_the_reader_decides() -> None:
    """Before the first die, and after each option at 5 points, counted by hand."""
    expected = Counter()
    for first in range(1, 5):
        for second in range(1, 5):
            for third in range(1, 5):
                total, faces = 0, (first, second, third)
                for face in faces:
                    total = 0 if face == 1 else total + face
                    if face == 1 or total >= 5:
                        break
                expected[total] += Fraction(1, 64)
    assert chances(press_luck, []) == expected
    assert chances(press_luck, [3, "roll", 2, "stop"]) == {5: 1}
    assert chances(press_luck, [3, "roll", 2, "roll"]) == {
        0: Fraction(1, 4),
        7: Fraction(1, 4),
        8: Fraction(1, 4),
        9: Fraction(1, 4),
    }
    assert not conditional_odds(press_luck, [3]).is_fixed, "the reader may stop"


def test_roll_stops_at_a_decision_and_continues_after_it() -> None:
    for _ in range(60):
        first = roll_to_decision(press_luck, [])
        if first.outcome is None:
            break
    assert first.next and first.next.decision and first.next.keys == ("roll", "stop")
    [face] = first.faces
    assert roll_to_decision(press_luck, [face, "stop"]).outcome == face
    second = roll_to_decision(press_luck, [face, "roll"])
    assert second.faces[:2] == (face, "roll") and len(second.faces) == 3
    assert second.choices == {1: "Roll again"}
    assert [step.text for step in second.steps] == ["", "Roll again? Roll again", ""]


def test_unknown_option_of_a_decision_is_named() -> None:
    with pytest.raises(InputError, match="an option of “Roll again\\?” \\('roll' or 'stop'\\), got 'flee'"):
        read_partial(press_luck, [3, "flee"])


@pytest.mark.parametrize(
    ("options", "policy", "words"),
    [
        (PRESS, "flee", "policy: unknown value 'flee' .expected 'roll' or 'stop'"),
        ({"stop": ""}, "stop", "options: expected texts by key"),
    ],
)
def test_impossible_decision_is_refused(options, policy, words) -> None:
    with pytest.raises(ValueError, match=words):
        SeededDice(1).choose("Roll again?", options, policy=policy)


def test_panel_of_a_decision_shows_the_odds_after_each_option() -> None:
    reply = reply_to(
        {
            "action": "partial_roll",
            "calculator": "recipes.luck",
            "inputs": {"stop_at": 20},
            "dice": [6],
            "rolling": True,
        }
    )
    panel = BeautifulSoup(reply["panel"], "html.parser")
    options = {each["data-face"]: each.get_text() for each in panel.select("[data-face]")}
    after_stop = partial_roll("recipes.luck", [6, "stop"], stop_at=20).odds
    assert after_stop.measures["mean"] == 6 and options['"stop"'] == "Stop Mean points 6"
    assert options['"roll"'].startswith("Roll again Mean points 10.")
    assert "The odds assume: Roll again." in panel.get_text()
    assert not panel.select("[data-part=own-undo]"), "dice that the site rolled aren't taken back"
    assert reply["say"].startswith("First: 6; ")
    assert reply["say"].endswith("next, decide: 6 points: roll again? Roll again or Stop.")


def test_page_rolls_on_after_a_decision() -> None:
    request_data = {
        "action": "roll",
        "calculator": "recipes.luck",
        "inputs": {"stop_at": 20},
        "deciding": True,
    }
    while "undecided" not in (reply := reply_to(request_data)):
        assert reply["entry"]["verdict"] == "Bust"
    [face] = reply["undecided"]
    final = reply_to({**request_data, "dice": [face, "stop"]})
    assert final["roll"]["faces"] == [face, "stop"] and final["entry"]["verdict"] == str(face)


def test_roll_with_decisions_is_not_compared_with_odds() -> None:
    """A reader who stops early has a result that the odds of the policy don't contain."""
    query = {"calculator": "recipes.luck", "inputs": {"stop_at": 20}}
    assert reply_to({"action": "chance", **query, "dice": [5, "stop"]})["chance"] == ""
    rolls = [{**query, "faces": [5, "stop"], "who": ""}]
    assert reply_to({"action": "rate_rolls", "rolls": rolls})["compared"] == [None]
