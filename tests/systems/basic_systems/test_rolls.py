"""The roll of Basic Systems: worked examples, reference values and enumeration of small pools."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import icepool
import pytest

from rules_py import InputError, odds, resolve, roll
from rules_py.systems.basic_systems import chances
from rules_py.systems.basic_systems.results import House

THROW = "basic_systems.throw"


def resolve_dice(dice, **inputs):
    return resolve(THROW, dice=dice, **inputs)


# Worked examples: successes, 1s, net successes, outcome, degree, 1s of a botch.


@pytest.mark.parametrize(
    "dice, inputs, expected",
    [
        ([3, 3, 8, 7, 10], {}, (3, 0, 3, "success", "Complete", 0)),  # W-1
        ([1, 6, 8], {}, (2, 1, 1, "success", "Marginal", 0)),  # W-5
        ([1, 1, 10], {}, (1, 2, 0, "failure", None, 0)),  # W-6
        ([1, 2, 3], {}, (0, 1, 0, "botch", "Embarrassing", 1)),  # W-7
        ([1] * 7, {}, (0, 7, 0, "botch", "Catastrophic", 7)),  # W-8
        ([1, 3, 4, 2, 5], {"ability_rating": 5}, (0, 1, 0, "failure", None, 0)),  # W-9
        ([1, 1, 1, 4, 5, 3], {"ability_rating": 6}, (0, 3, 0, "botch", "Embarrassing", 1)),  # W-10
        (
            [1, 8, 8, 2, 7],
            {"difficulty": 8, "ability_rating": 5},
            (2, 1, 1, "success", "Marginal", 0),
        ),  # W-11
        ([1, 2], {"willpower": True}, (0, 1, 1, "success", "Marginal", 0)),  # W-12
        ([1, 6, 6], {"willpower": True}, (2, 1, 2, "success", "Moderate", 0)),  # W-13
        ([], {}, (0, 0, 0, "failure", None, 0)),
        ([], {"willpower": True}, (0, 0, 1, "success", "Marginal", 0)),
        ([6] * 9, {}, (9, 0, 9, "success", "Phenomenal", 0)),
        ([10, 1], {"difficulty": 10}, (1, 1, 0, "failure", None, 0)),
    ],
)
def test_roll_matches_the_worked_examples(dice, inputs, expected):
    result = resolve_dice(dice, **inputs)
    texts = (result.successes, result.ones, result.net, result.outcome, result.degree, result.botch_ones)
    assert texts == expected


def test_face_0_counts_as_10():
    assert resolve_dice([0], difficulty=10) == resolve_dice([10], difficulty=10)


def test_steps_mark_each_die_as_success_one_or_neither():
    faces = resolve_dice([1, 7, 3, 10]).working[0].dice
    assert [die.status for die in faces] == ["set aside", "set aside", "", "success"]
    assert [die.status for die in resolve_dice([1, 4]).working[0].dice] == ["one", ""]
    dice = resolve_dice([1, 7], ones_cancel=False).working[0].dice
    assert [die.status for die in dice] == ["one", "success"]


@pytest.mark.parametrize(
    ("dice", "set_aside"),
    [
        ([1, 4], []),
        ([7, 8], []),
        ([1, 7], ["Cancelled: 1 pair of a 1 and a success"]),
        ([1, 1, 7, 8, 9], ["Cancelled: 2 pairs of a 1 and a success"]),
    ],
)
def test_steps_count_the_cancelled_pairs(dice, set_aside):
    assert [
        step.text for step in resolve_dice(dice).working if step.text.startswith("Cancelled")
    ] == set_aside


def test_verdict_names_what_averted_a_botch():
    with_mastery = resolve_dice([1, 4, 4, 4, 4], ability_rating=5)
    assert with_mastery.saved == "mastery"
    assert with_mastery.verdict == "Failure (mastery averted a botch)"
    assert [die.status for die in with_mastery.working[0].dice] == ["cancelled", "", "", "", ""]
    with_willpower = resolve_dice([1, 4], willpower=True)
    assert with_willpower.saved == "willpower"
    assert with_willpower.verdict == "Marginal success (Willpower averted a botch)"
    assert resolve_dice([1, 7]).saved is None
    assert resolve_dice([1, 1, 4, 4, 4], ability_rating=5).verdict == "Botch: Embarrassing"
    mastery_odds = odds(THROW, pool=5, ability_rating=5)
    grades = mastery_odds.by(lambda result: result.grade)
    assert (
        grades["saved"] == Fraction(5 * 4**4, 10**5)
        and mastery_odds.p_failure == grades["saved"] + grades["failed"]
    )


def test_botch_step_names_its_degree():
    last = resolve_dice([1, 1, 4]).working[-1]
    assert last.text.startswith("Unfortunate: ") and last.rule == "S-074"
    assert resolve_dice([1] * 6 + [2]).working[-1].rule == "S-077"


# House switches on given dice: R-31.


@pytest.mark.parametrize(
    "dice, inputs, net, outcome, botch_ones",
    [
        ([1, 1, 7, 7], {"ones_cancel": False}, 2, "success", 0),
        ([10, 1], {"tens": "double"}, 1, "success", 0),
        ([10, 10, 1, 1, 1], {"tens": "double"}, 1, "success", 0),
        ([10, 4, 10], {"tens": "again"}, 2, "success", 0),
        ([10, 1], {"tens": "again"}, 0, "failure", 0),
        ([1, 1, 7], {"botch_rule": "ones_outnumber"}, 0, "botch", 1),
        ([1, 1, 7, 2, 2], {"botch_rule": "ones_outnumber", "ability_rating": 5}, 0, "failure", 0),
        (
            [8, 1, 1, 2, 3],
            {"botch_rule": "ones_outnumber", "ones_cancel": False, "ability_rating": 5},
            1,
            "success",
            0,
        ),
        ([1, 7], {"botch_rule": "ones_outnumber"}, 0, "failure", 0),
        ([1, 1], {"botch_rule": "never"}, 0, "failure", 0),
        ([1, 1, 7], {"willpower": True, "willpower_immune": False}, 0, "failure", 0),
        ([1, 1], {"willpower": True, "willpower_immune": False}, 0, "failure", 0),
        ([1, 1, 7], {"willpower": True, "botch_rule": "ones_outnumber"}, 1, "success", 0),
    ],
)
def test_house_switches_change_the_result(dice, inputs, net, outcome, botch_ones):
    result = resolve_dice(dice, **inputs)
    assert (result.net, result.outcome, result.botch_ones) == (net, outcome, botch_ones)


@pytest.mark.parametrize(
    "switches, success, botch, mean",
    [
        ({}, "211/250", "2101/100000", "4133/2000"),
        ({"ones_cancel": False}, "31/32", "2101/100000", "5/2"),
        ({"tens": "double"}, "8677/10000", "2101/100000", "51199/20000"),
        ({"tens": "again"}, "8496844949/10000000000", "2101/100000", "453257441/200000000"),
        ({"botch_rule": "ones_outnumber"}, "211/250", "647/12500", "4133/2000"),
        ({"willpower": True, "willpower_immune": False}, "11853/12500", "0", "150737/50000"),
    ],
)
def test_house_switches_match_the_reference_odds(switches, success, botch, mean):
    exact_odds = odds(THROW, pool=5, difficulty=6, **switches)
    assert (exact_odds.p_success, exact_odds.p_botch, exact_odds.mean_net) == tuple(
        map(Fraction, (success, botch, mean))
    )


DICE_HOUSES = [
    House(willpower_immune=immune, ones_cancel=cancel, tens=tens, botch_rule=rule)
    for immune, cancel, tens, rule in product(
        (True, False), (True, False), ("once", "double", "again"), ("none_scored", "ones_outnumber", "never")
    )
]
POINT_HOUSES = [
    house._replace(point_averts=averts, point_successes=successes, mastery_from=mastery)
    for house in DICE_HOUSES
    for averts, successes, mastery in ((False, 1, 5), (True, 2, 4), (False, 3, 3))
    if house.tens == "once" or house.botch_rule == "ones_outnumber"
]
HOUSES = [*DICE_HOUSES, *POINT_HOUSES]


def read_steps(result, willpower):
    """Return the net successes and the 1s of a botch according to the dice and steps of a roll."""
    statuses = Counter(die.status for step in result.working for die in step.dice)
    text = "\n".join(step.text for step in result.working)
    counts = re.search(r"More 1s \((\d+)\) than successes \((\d+)\)", text)
    if re.search("^(Embarrassing|Unfortunate|Severe|Disastrous|Catastrophic): ", text, re.M):
        return 0, statuses["one"] - (int(counts[2]) if counts else 0)
    remaining = statuses["success"] + 2 * statuses["counts twice"]
    if cancelled_match := re.search(r"1s cancel (\d+) success(?:es)? from 10s", text):
        remaining -= int(cancelled_match[1])
    if willpower:
        added_successes = re.search(r"The Willpower point adds (\d) success", text)
        remaining += int(added_successes[1]) - ("A 1 cancels the point’s success" in text)
        if lost_match := re.search(r"1s cancel (\d) of the point’s successes", text):
            remaining -= int(lost_match[1])
    return remaining, 0


STEP_ROWS = [
    [*row, *(2 for _ in range(6 - dice))]
    for dice in range(7)
    for row in combinations_with_replacement((1, 8, 10), dice)
]
"""Every tally of 1s, successes and 10s in six dice; the other dice are neither."""


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_steps_add_up_to_the_verdict(house):
    """All combinations of house rules, with and without mastery and a point, for 84 tallies of six dice."""
    switches = house._asdict()
    for row, rating, willpower in product(STEP_ROWS, (0, 5, 6), (False, True)):
        more = [1, 8, *[2] * 6][: row.count(10)] if house.tens == "again" else []
        inputs = {"ability_rating": rating, "willpower": willpower, **switches}
        result = resolve(THROW, pool=6, difficulty=6, dice=[*row, *more], **inputs)
        text = [step.text for step in result.working]
        assert read_steps(result, willpower) == (result.net, result.botch_ones), (row, inputs, text)
        failed = any("plain failure" in each for each in text)
        assert not failed or result.outcome == "failure", (row, inputs, text)


# Errors.


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"dice": [11]}, "bad_die"),
        ({"dice": [3, -1]}, "bad_die"),
        ({"dice": [3], "difficulty": 1}, "bad_difficulty"),
        ({"dice": [3], "difficulty": 11}, "bad_difficulty"),
        ({"dice": [3], "ability_rating": 7}, "ability_out_of_range"),
        ({"dice": [3, 4], "ability_rating": 6}, "ability_above_pool"),
        ({"dice": [3] * 4, "ability_rating": 5, "difficulty": 10}, "ability_above_pool"),
    ],
)
def test_roll_rejects_invalid_dice_and_inputs(inputs, code):
    with pytest.raises(InputError) as caught:
        resolve(THROW, **inputs)
    assert code in caught.value.codes


def test_pool_has_at_most_twenty_dice():
    with pytest.raises(InputError, match="pool"):
        odds(THROW, pool=21)
    assert len(roll(THROW, pool=20, seed=1).faces) == 20


# Reference implementations.


def reference_result(faces, difficulty, rating, willpower, house):
    """Return net successes and the 1s of a botch, by following the book's steps."""
    rolled_faces = list(faces)
    if house.tens == "again":
        dice = len(rolled_faces) // 2
        rolled_faces = [*faces[:dice], *(faces[dice + at] for at in range(dice) if faces[at] == 10)]
    good = [face for face in rolled_faces if face == 10 or face >= difficulty]
    score = len(good) + (good.count(10) if house.tens == "double" else 0)
    ones = rolled_faces.count(1)
    bad = {"none_scored": ones if not score else 0, "ones_outnumber": max(0, ones - score), "never": 0}
    remaining = bad[house.botch_rule] - {house.mastery_from: 1}.get(rating, 2 * (rating > house.mastery_from))
    if remaining > 0 and not (willpower and house.point_averts):
        return 0, remaining
    point_bonus = willpower * house.point_successes
    if not house.ones_cancel:
        return score + point_bonus, 0
    if house.willpower_immune:
        return max(0, score - ones) + point_bonus, 0
    return max(0, score + point_bonus - ones), 0


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_odds_equal_enumeration_of_a_small_pool(house):
    pool = 2
    rows = list(product(range(1, 11), repeat=pool * 2 if house.tens == "again" else pool))
    for difficulty, rating, willpower in ((2, 0, False), (6, 5, False), (10, 6, False), (9, 5, True)):
        expected = Counter(reference_result(row, difficulty, rating, willpower, house) for row in rows)
        # Not through the form, which rejects an Ability of 5 in a pool of two dice.
        exact_odds = chances.odds(
            pool=pool, difficulty=difficulty, ability_rating=rating, willpower=willpower, **house._asdict()
        ).by(lambda result: (result.net, result.botch_ones))
        assert dict(exact_odds) == {key: Fraction(ways, len(rows)) for key, ways in expected.items()}


def test_distribution_shortcut_agrees_with_the_odds():
    for house in HOUSES:
        for pool, difficulty, rating, willpower in (
            (0, 6, 0, True),
            (7, 9, 6, False),
            (12, 2, 5, False),
            (5, 8, 4, True),
        ):
            distribution = chances.spread(pool, difficulty, rating, willpower, house)
            exact_odds = odds(
                THROW,
                pool=pool,
                difficulty=difficulty,
                ability_rating=rating,
                willpower=willpower,
                **house._asdict(),
            )
            assert (
                distribution.p_success,
                distribution.p_failure,
                distribution.p_botch,
                distribution.mean_net,
            ) == (exact_odds.p_success, exact_odds.p_failure, exact_odds.p_botch, exact_odds.mean_net)


@pytest.mark.parametrize("difficulty", range(2, 11))
def test_icepool_agrees_on_successes_and_ones(difficulty):
    def classes(face):
        return icepool.vectorize(int(face >= difficulty), int(face == 1))

    for pool in (1, 4, 9):
        expected = pool @ icepool.d10.map(classes)
        weights = chances.successes_and_ones(pool, difficulty, "once")
        assert weights == {
            tuple(key): ways * 10**pool // expected.denominator() for key, ways in expected.items()
        }
