"""Rolls, partial rolls and odds of dice notation agree with each other."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import icepool
import pytest

from rules_py import InputError, calculator, odds, resolve
from rules_py.dice.conditional import conditional_odds
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.notation import parse
from rules_py.dice.notation.odds import roll_weights
from rules_py.dice.notation.rolling import roll_tree
from rules_py.dice.notation.tree import DiceSet, Group, Product, Rounded, Sum, Test
from rules_py.dice.partial import read_partial
from rules_py.dice.recording import SeededDice
from tests.core.reference_odds import by_rows, chances_of, icepool_exploding

NOTATIONS = (
    "3d4",
    "3d4kh2",
    "3d4dh1dl1",
    "3d4r1kl2",
    "2d4rr1,4",
    "2d4r>=3",
    "3d3!okh2",
    "2d3!!kh1",
    "2d3!p",
    "2d3!dl1",
    "3d3!dh2",
    "2d3!kl1",
    "2d3r1!>=2",
    "3d4mi2kh2",
    "2d4r1mi2kh1",
    "3d4>=3f1t4",
    "3d4r2>=3f1",
    "2d3>=2!",
    "2d3>=5!!",
    "3d4k>=3",
    "4d3kh2>=2",
    "3dF",
    "3dFkh2 - 1",
    "2d{0:3, 1, 5}",
    "2d{0:3, 1, 5}r0kh1",
    "2d{0..3}",
    "d44 + 1d4",
    "2 - d44",
    "2d4 * 10",
    "2d4 / 3 + 1d3",
    "ceil(1d6 / 4) * 2d3",
    "1d4 * 1d4",
    "{2d4, 1d6}kh1",
    "{2d4, 1d6}>=5",
    "{1d4 / 2, 1d3}kl1",
    "{2d4 + 2d3}kh3",
    "3 * 2d4kh1 - 1d6",
    "2d6 + 1 >= 8",
    "(2d6) <= 7",
    "1d6 + 1 > 1d4 + 2",
    "2d6>=5 >= 1",
)


def limit_explosions(node, limit=2):
    """Return the tree with fewer explosions in a row, few enough to enumerate every roll."""
    match node:
        case DiceSet():
            return replace(node, extra_limit=min(node.extra_limit, limit))
        case Sum(terms):
            return Sum(tuple((sign, limit_explosions(term, limit)) for sign, term in terms))
        case Product(first, rest):
            return Product(
                limit_explosions(first), tuple((sign, limit_explosions(each, limit)) for sign, each in rest)
            )
        case Rounded(function, inner):
            return Rounded(function, limit_explosions(inner, limit))
        case Group(entries):
            return replace(node, entries=tuple(limit_explosions(each, limit) for each in entries))
        case Test(left, sign, right):
            return Test(limit_explosions(left, limit), sign, limit_explosions(right, limit))
    return node


def fractions(weights):
    total = sum(weights.values())
    return {value: Fraction(weight, total) for value, weight in weights.items()}


@pytest.mark.parametrize("text", NOTATIONS)
def test_notation_odds_match_full_enumeration(text):
    tree = limit_explosions(parse(text).tree)
    counts = fractions(roll_weights(tree))
    branches, total = expand(lambda dice: roll_tree(dice, tree))
    assert {value: Fraction(weight, total) for value, weight in branches.items()} == counts
    if "{0:3" not in text and "rr" not in text:  # weighted draws can't be enumerated
        assert by_rows(lambda dice: roll_tree(dice, tree)) == counts


@pytest.mark.parametrize("text", NOTATIONS)
@pytest.mark.parametrize("seed", range(3))
def test_partial_odds_average_to_those_before_the_die(text, seed):
    tree = limit_explosions(parse(text).tree)
    dice = SeededDice(seed)
    outcome = roll_tree(dice, tree)

    def odds_after(faces):
        exact_odds = conditional_odds(lambda dice: roll_tree(dice, tree), faces)
        return {
            value: Fraction(weight, exact_odds.total_weight) for value, weight in exact_odds.weights.items()
        }

    for number in range(len(dice.faces) + 1):
        faces = dice.faces[:number]
        state = read_partial(lambda dice: roll_tree(dice, tree), faces)
        if state.next is None:
            assert odds_after(faces) == {outcome: 1}
            break
        counts = Counter(state.next.faces)
        if state.next.keys:
            [dice_set] = [leaf for leaf in (tree,) if isinstance(leaf, DiceSet)]
            counts = Counter({face: dict(dice_set.faces)[face] for face in state.next.keys})
        average = Counter()
        for face, weight in counts.items():
            for value, chance in odds_after([*faces, face]).items():
                average[value] += chance * Fraction(weight, counts.total())
        assert average == odds_after(faces)


D6, D10 = icepool.d(6), icepool.d(10)


@pytest.mark.parametrize(
    ("text", "die"),
    [
        ("3d6!", lambda: 3 @ icepool_exploding(6, 10)),
        ("3d10!!kh2", lambda: icepool_exploding(10, 10).highest(3, 2)),
        ("4d6kh3 + 2", lambda: D6.highest(4, 3) + 2),
        ("5d8kl2", lambda: icepool.d(8).lowest(5, 2)),
        ("4d10dh1dl2", lambda: icepool.Pool([D10] * 4)[2:3].sum()),
        ("10d10>=8f1", lambda: 10 @ D10.map(lambda face: (face >= 8) - (face == 1))),
        ("8d10>=7t10", lambda: 8 @ D10.map(lambda face: (face >= 7) + (face == 10))),
        ("10d6r<=2", lambda: 10 @ D6.map(lambda face: D6 if face <= 2 else face)),
        ("4d6rr<=2", lambda: 4 @ icepool.Die([3, 4, 5, 6])),
        ("8d6mi2ma5", lambda: 8 @ D6.map(lambda face: min(max(face, 2), 5))),
        ("6d6k>=5", lambda: 6 @ D6.map(lambda face: face * (face >= 5))),
        ("3d{0:3, 1, 1, 2}", lambda: 3 @ icepool.Die([0, 0, 0, 1, 1, 2])),
        ("4dF.1", lambda: 4 @ icepool.Die([-1, 0, 0, 0, 0, 1])),
        ("3d4 * 1d4", lambda: (3 @ icepool.d(4)) * icepool.d(4)),
        ("3d6 / 2 + 1", lambda: (3 @ D6).map(lambda total: total // 2 + 1)),
        ("{4d6, 2d10}kh1", lambda: icepool.highest(4 @ D6, 2 @ D10)),
        ("{4d6 + 3d8}kh4", lambda: icepool.Pool([D6] * 4 + [icepool.d(8)] * 3).highest(4).sum()),
        ("1d20 + 5 >= 1d20 + 3", lambda: icepool.d(20) + 5 >= icepool.d(20) + 3),
    ],
)
def test_notation_odds_match_icepool(text, die):
    exact_odds = odds("tools.throw", notation=text)
    expected = chances_of(die())
    if text.endswith("1d20 + 3"):
        assert exact_odds.by(lambda outcome: outcome.success) == expected
    else:
        assert exact_odds.by(lambda outcome: outcome.total) == expected


def test_d66_reads_its_dice_as_tens_and_ones():
    result = resolve("tools.throw", notation="d66 + 1", dice=[3, 5])
    assert result.total == 36
    assert [(step.text, [die.face for die in step.dice]) for step in result.working] == [
        ("d66: tens", [3]),
        ("d66: ones", [5]),
        ("plus 1", []),
    ]


def test_notation_roll_shows_the_status_of_each_die():
    result = resolve("tools.throw", notation="3d10>=8! + 2d6r1 + 2dF", dice=[10, 9, 3, 8, 1, 4, 5, -1, 1])
    assert result.total == 3 + 9 + 0
    assert [
        (step.text, [(die.name, die.face, die.status) for die in step.dice]) for step in result.working
    ] == [
        ("3d10>=8!", [("d10", 10, "counts"), ("d10", 9, "counts"), ("d10", 3, "")]),
        ("1 more die", [("d10", 8, "counts")]),
        ("2d6r1", [("d6", 1, "rerolled"), ("d6", 4, "")]),
        ("Rerolled", [("d6", 5, "")]),
        ("2dF", [("dF", -1, ""), ("dF", 1, "")]),
    ]


def test_exploding_keep_shows_the_dropped_dice():
    result = resolve("tools.throw", notation="2d6!!kh1", dice=[6, 2, 5])
    assert result.total == 8
    assert [(die.face, die.status) for step in result.working for die in step.dice] == [
        (6, "kept"),
        (2, "kept"),
        (5, "dropped"),
    ]


def test_explosions_of_a_roll_stop_at_the_limit_of_the_odds():
    most = resolve("tools.throw", notation="1d6!", dice=[6] * 11)
    assert most.total == odds("tools.throw", notation="1d6!").greatest == 66
    with pytest.raises(InputError, match=r"dice: expected 11 dice"):
        resolve("tools.throw", notation="1d6!", dice=[6] * 12)


def test_fudge_die_rejects_other_faces():
    with pytest.raises(InputError, match=r"dice.1: expected a face from -1 to 1, got 2"):
        resolve("tools.throw", notation="2dF", dice=[0, 2])


def test_notation_test_returns_success_and_total():
    success = resolve("tools.throw", notation="2d6 + 3 >= 10", dice=[3, 4])
    assert (success.total, success.success, success.verdict) == (10, True, "Success: 10")
    failure = resolve("tools.throw", notation="2d6 + 3 >= 10", dice=[3, 3])
    assert (failure.total, failure.verdict) == (9, "Failure: 9")


def test_repeated_notation_rolls_several_with_odds_of_one():
    result = resolve("tools.throw", notation="3x 2d6", dice=[1, 2, 3, 4, 5, 6])
    assert (result.totals, result.verdict) == ((3, 7, 11), "3, 7, 11")
    assert odds("tools.throw", notation="3#2d6") == odds("tools.throw", notation="2d6")
    several_tests = resolve("tools.throw", notation="2#d20>=11", dice=[10, 20])
    assert several_tests.verdict == "1 of 2 succeed: 10, 20"


@pytest.mark.parametrize(("faces", "least", "greatest"), [([], 2, 12), ([6], 7, 12), ([6, 6, 1], 2, 7)])
def test_partial_repeated_roll_counts_the_roll_in_progress(faces, least, greatest):
    bound = calculator("tools.throw").bind({"notation": "3#2d6"})
    totals = [outcome.total for outcome in bound.partial_roll(faces).odds]
    assert (min(totals), max(totals)) == (least, greatest)
