"""A throw of which some faces lie: what can still come is what the slow obvious way finds,
every row tried.
"""

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
from tests.core.test_rolled_dice import MECHANICS as THROWN


def chances(mechanic, row):
    coming = conditional_odds(mechanic, row)
    assert sum(coming.weights.values()) == coming.total_weight
    return {outcome: Fraction(count, coming.total_weight) for outcome, count in coming.weights.items()}


def rolled(mechanic, seed):
    dice = SeededDice(seed)
    return dice.faces, mechanic(dice)


def again_and_again(dice):
    """Roll for damage on a hit; six damage or less gives the highest die, more rolls another size."""
    if dice.d(4) < 2:
        return "missed"
    damage = dice.roll(2, 4)
    return (damage.sum, dice.pool(2, 3)) if damage.sum > 6 else damage.highest()


def drawn(dice):
    hits = dice.draw({0: 1, 1: 3, 2: 0, 3: 2})
    return hits + dice.d(4) if hits else 0


def race(dice):
    """To four, in steps of the higher of two dice."""

    def step(dice, left):
        left -= dice.highest(2, 3)
        return left if left > 0 else Done(left)

    return Process(step).play(dice, 4) + dice.d(2)


def pushed_on(dice):
    """Thrown again in part once a look at the dice was had, and added up with dice that lay before."""
    first, second = dice.roll(2, 3), dice.roll([4, 3])
    if first.sum < 5:
        first = first.reroll(again=lambda face: face < 3)
    return first.sum + second.lowest()


PRESS = {"roll": "Roll again", "stop": "Stop"}


def pressed(dice):
    """Up to three dice, of which a 1 loses all; stop at 5."""
    total = 0
    for _ in range(3):
        face = dice.d(4)
        if face == 1:
            return 0
        total += face
        if dice.choose("Roll again?", PRESS, policy="stop" if total >= 5 else "roll") == "stop":
            break
    return total


def pressed_in_rounds(dice):
    def step(dice, total):
        total += dice.sum(1, 3)
        choice = dice.choose("Roll again?", PRESS, policy="stop" if total >= 5 else "roll")
        return Done(total) if choice == "stop" or total >= 9 else total

    return Process(step).play(dice, 0)


OWN = {
    "decides": pressed,
    "decides in rounds": pressed_in_rounds,
    "asks again by what fell": again_and_again,
    "draws": drawn,
    "race, then a die": race,
    "parts of an earlier throw again": pushed_on,
    "kept of many, added by a die": lambda dice: (
        dice.roll(3, 3, extra_on=lambda face: face == 3, limit=2).lowest(2) + dice.d(2)
    ),
    "tally of dice that add dice": lambda dice: tuple(
        dice.roll(2, 4, extra_on=lambda face: face > 2, limit=2).tally(lambda face: face > 2).values()
    ),
    "sizes that add dice": lambda dice: dice.roll([2, 3], extra_on=lambda face: face == 2, limit=2).faces,
    "two highest of sizes": lambda dice: dice.highest([4, 3, 3, 2], keep=2),
    "two lowest of sizes": lambda dice: dice.lowest([4, 3, 3, 2], keep=2),
    "twos again, counted": lambda dice: tuple(
        dice.roll(4, 3).reroll(again=lambda face: face == 2).tally(lambda face: face == 3).values()
    ),
    "all again if low": lambda dice: (
        (lambda throw: throw if throw.sum > 4 else throw.reroll())(
            dice.roll(2, 3, extra_on=lambda face: face == 3, limit=1)
        ).faces
    ),
    "again, and those again": lambda dice: (
        dice.roll(3, 3).reroll(again=lambda face: face == 1).reroll(again=lambda face: face == 2).highest(2)
    ),
}
MECHANICS = {**{name: mechanic for name, mechanic in THROWN.items() if "cancelled" not in name}, **OWN}


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
def test_partial_odds_match_full_enumeration(mechanic):
    for seed in range(6):
        faces, outcome = rolled(mechanic, seed)
        for place in range(len(faces) + 1):
            lie = faces[:place]
            # every row from the start is too many for the largest; after a face or two it is not
            if place or len(faces) < 4:
                assert chances(mechanic, lie) == by_rows(mechanic, lie)
        assert chances(mechanic, faces) == {outcome: 1}


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
def test_read_partial_requests_each_die_in_turn(mechanic):
    for seed in range(6):
        faces, outcome = rolled(mechanic, seed)
        for place in range(len(faces)):
            stands = read_partial(mechanic, faces[:place])
            waiting = OpenDice(faces[:place])
            mechanic(waiting)
            offered = set(stands.next.faces)
            assert stands.outcome is None
            if decision := stands.next.decision:
                assert offered == set(PRESS) and set(waiting.open[0]) == {decision.policy}
            else:
                assert offered == set(waiting.open[0])
            assert stands.faces == tuple(faces[:place])
            assert 1 <= stands.next.position <= stands.next.pool_size
        ended = read_partial(mechanic, faces)
        assert (ended.next, ended.outcome, list(ended.faces)) == (None, outcome, faces)


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
def test_min_remaining_bounds_the_dice_that_follow(mechanic):
    for seed in range(12):
        faces, _ = rolled(mechanic, seed)
        for place in range(len(faces)):
            coming = conditional_odds(mechanic, faces[:place])
            left = len(faces) - place
            assert left == coming.min_remaining if coming.is_fixed else left >= coming.min_remaining


@pytest.mark.parametrize(
    ("mechanic", "row", "least", "certain"),
    [
        (lambda dice: dice.sum(3, 6), [2], 2, True),
        (lambda dice: dice.explode(1, 4), [], 1, False),
        (lambda dice: dice.d(4) > 1 or dice.sum(2, 4), [], 1, False),
        (lambda dice: dice.d(4) > 1 or dice.sum(2, 4), [1], 2, True),
        (lambda dice: dice.roll(2, 6).reroll(again=lambda face: face == 1).sum, [3], 1, False),
        (lambda dice: dice.symbols([((0,), (1,))] * 3), [1], 2, True),
        (drawn, [1], 1, True),
        (race, [], 1, False),
    ],
)
def test_conditional_odds_report_remaining_dice_and_certainty(mechanic, row, least, certain):
    coming = conditional_odds(mechanic, row)
    assert (coming.min_remaining, coming.is_fixed) == (least, certain)


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
def test_keep_sums_include_dice_that_are_already_rolled(sizes, lying, data):
    keep = data.draw(st.integers(0, len(sizes) + len(lying)))
    rows = [[]]
    for sides in sizes:
        rows = [[*row, face] for row in rows for face in range(1, sides + 1)]
    for kept_sum, highest in ((highest_sum, True), (lowest_sum, False)):
        expected = Counter(sum(sorted([*row, *lying], reverse=highest)[:keep]) for row in rows)
        assert kept_sum(sizes, keep, lying) == expected


def test_partial_pool_of_many_dice_is_not_enumerated():
    """Forty d10 less two would be listed in over a thousand million ways."""

    def mechanic(dice):
        throw = dice.roll(40, 10, extra_on=lambda face: face == 10)
        return throw.tally(lambda face: face > 7 or None)[True]

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
    with pytest.raises(InputError) as wrong:
        partial_roll("core_rules.challenge", [7], situation="average", steps=3)
    assert wrong.value.codes == ("bad_die",)
    with pytest.raises(InputError) as more:
        partial_roll("core_rules.challenge", [6, 6, 6], situation="average", steps=2)
    assert more.value.codes == ("wrong_dice_count",)


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
    stands = bound.partial_roll([3, 4])
    assert (stands.min_remaining, stands.is_fixed) == (0, True)
    assert [outcome.total for outcome in stands.odds.weights] == [8]


def test_odds_follow_the_policy_until_the_reader_decides() -> None:
    """Before the first die, and after each option at 5 points, counted by hand."""
    whole = Counter()
    for first in range(1, 5):
        for second in range(1, 5):
            for third in range(1, 5):
                total, faces = 0, (first, second, third)
                for face in faces:
                    total = 0 if face == 1 else total + face
                    if face == 1 or total >= 5:
                        break
                whole[total] += Fraction(1, 64)
    assert chances(pressed, []) == whole
    assert chances(pressed, [3, "roll", 2, "stop"]) == {5: 1}
    assert chances(pressed, [3, "roll", 2, "roll"]) == {
        0: Fraction(1, 4),
        7: Fraction(1, 4),
        8: Fraction(1, 4),
        9: Fraction(1, 4),
    }
    assert not conditional_odds(pressed, [3]).is_fixed, "the reader may stop"


def test_roll_stops_at_a_decision_and_continues_after_it() -> None:
    for _ in range(60):
        first = roll_to_decision(pressed, [])
        if first.outcome is None:
            break
    assert first.next and first.next.decision and first.next.keys == ("roll", "stop")
    [face] = first.faces
    assert roll_to_decision(pressed, [face, "stop"]).outcome == face
    second = roll_to_decision(pressed, [face, "roll"])
    assert second.faces[:2] == (face, "roll") and len(second.faces) == 3
    assert second.choices == {1: "Roll again"}
    assert [step.text for step in second.steps] == ["", "Roll again? Roll again", ""]


def test_unknown_option_of_a_decision_is_named() -> None:
    with pytest.raises(InputError, match="an option of “Roll again\\?” \\('roll' or 'stop'\\), got 'flee'"):
        read_partial(pressed, [3, "flee"])


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
    stopped = partial_roll("recipes.luck", [6, "stop"], stop_at=20).odds
    assert stopped.measures["mean"] == 6 and options['"stop"'] == "Stop Mean points 6"
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
    while "undecided" not in (waiting := reply_to(request_data)):
        assert waiting["entry"]["verdict"] == "Bust"
    [face] = waiting["undecided"]
    ended = reply_to({**request_data, "dice": [face, "stop"]})
    assert ended["roll"]["faces"] == [face, "stop"] and ended["entry"]["verdict"] == str(face)


def test_roll_with_decisions_is_not_compared_with_odds() -> None:
    """A reader who stops early has a result that the odds of the policy don't contain."""
    rolled = {"calculator": "recipes.luck", "inputs": {"stop_at": 20}}
    assert reply_to({"action": "chance", **rolled, "dice": [5, "stop"]})["chance"] == ""
    throws = [{**rolled, "faces": [5, "stop"], "who": ""}]
    assert reply_to({"action": "rate_rolls", "rolls": throws})["compared"] == [None]
