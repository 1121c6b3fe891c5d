"""Casts, answers and struck names of Action & Consequence, compared with enumeration and icepool."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest

from rules_py import InputError, ask, odds, resolve, roll
from rules_py.systems.action_consequence import sides
from rules_py.systems.action_consequence.order import first_chances
from rules_py.systems.action_consequence.readings import roll_distributions
from tests.systems.action_consequence.reference_results import LISTED, ROUNDS
from tests.systems.action_consequence.reference_rules import count_readings, relation

RELATIONS = ("higher", "tie", "more_than_half", "half_or_less")
POOLS = ([4], [6], [4, 4], [6, 4], [8, 6], [4, 4, 4], [])


def roll_input(dice, *advantage):
    return {"dice": list(dice), "advantage": list(advantage)}


# Worked examples of the digest.


def test_w1_the_higher_cast_challenges():
    assert ask("action_consequence.initial_cast", a=roll_input([4, 1]), b=roll_input([8, 3])) == {
        "challenger": "b"
    }


@pytest.mark.parametrize(
    "standing, answer, expected",
    [
        (roll_input([8, 3]), roll_input([7, 2]), "more_than_half"),  # W-2
        (roll_input([9, 4], 6), roll_input([6, 5]), "half_or_less"),  # W-3
        (roll_input([6, 4]), roll_input([6, 5]), "higher"),  # W-11
        (roll_input([5, 5]), roll_input([3, 1]), "more_than_half"),  # W-12
        (roll_input([7]), roll_input([3]), "half_or_less"),
        (roll_input([7]), roll_input([4]), "more_than_half"),
        (roll_input([6, 1]), roll_input([6]), "more_than_half"),
        (roll_input([6]), roll_input([6, 1]), "higher"),
        (roll_input([1]), roll_input([]), "half_or_less"),
        (roll_input([6, 4], 2), roll_input([8, 4]), "tie"),
        (roll_input([6, 4], 2), roll_input([8, 3]), "more_than_half"),
    ],
)
def test_compare_rolls_classifies_the_answer(standing, answer, expected):
    reply = ask("action_consequence.compare_rolls", standing=standing, answer=answer)
    assert reply == {"relation": expected}


@pytest.mark.parametrize("mine, theirs, doubled, listed", [
    ([12, 6], [10, 8], False, False),  # W-4: both come to 18
    ([6, 4], [8, 8], False, True),
    ([6, 4], [8, 8], True, False),
    ([12, 12], [8, 8], False, False),
])  # fmt: skip
def test_we_owe_lists_a_weaker_side_not_doubled_at_once(mine, theirs, doubled, listed):
    answer = ask("action_consequence.we_owe", mine=mine, theirs=theirs, doubled_in_first_round=doubled)
    assert answer == {"listed": listed}


@pytest.mark.parametrize(
    "standing, advantage, chances",
    [
        (roll_input([8, 5]), False, ("25/72", "1/72", "5/12", "2/9")),  # W-13
        (roll_input([9, 4], 6), False, ("0", "0", "5/12", "7/12")),  # W-14
        (roll_input([9, 4], 6), True, ("11/108", "1/108", "293/432", "91/432")),  # W-15
    ],
)
def test_exchange_odds_match_the_worked_examples(standing, advantage, chances):
    exact_odds = odds(
        "action_consequence.exchange", standing=standing, answer_dice=[12, 6], answer_advantage=advantage
    )
    assert [exact_odds.measures[name] for name in RELATIONS] == [Fraction(each) for each in chances]


def test_strike_odds_let_irin_escape_five_times_in_six():
    rolls = {"standing": roll_input([9, 4], 6), "answer": roll_input([6, 5])}
    exact_odds = odds("action_consequence.strike", **rolls, striker="answerer")
    assert exact_odds.more_than_half == Fraction(5, 6) and exact_odds.half_or_less == Fraction(1, 6)
    assert resolve("action_consequence.strike", dice=[1], **rolls, striker="answerer").relation == (
        "half_or_less"
    )


# Reference values.


@pytest.mark.parametrize("dice_a, dice_b, advantage, expected", ROUNDS)
def test_reference_casts(dice_a, dice_b, advantage, expected):
    exact_odds = odds("action_consequence.cast", dice_a=dice_a, dice_b=dice_b, advantage=advantage)
    assert [exact_odds.a_challenges, exact_odds.b_challenges, exact_odds.recast] == list(
        map(Fraction, expected[:3])
    )


@pytest.mark.parametrize("stronger, weaker, sides, fewer, expected", LISTED)
def test_reference_chances_of_the_we_owe_list(stronger, weaker, sides, fewer, expected):
    assert (sum(stronger), sum(weaker)) == (sides, fewer)
    answer = ask("action_consequence.we_owe_odds", stronger=stronger, weaker=weaker)
    assert f"{float(answer['p_listed']):.12f}" == expected


# Reference implementations.


@pytest.mark.parametrize("dice_a, dice_b", list(product(POOLS[:5], repeat=2)))
@pytest.mark.parametrize("advantage", ["none", "a", "b"])
def test_cast_odds_equal_full_enumeration(dice_a, dice_b, advantage):
    counts = Counter()
    for (a, ways), (b, more) in product(
        count_readings(dice_a, advantage == "a").items(), count_readings(dice_b, advantage == "b").items()
    ):
        counts["recast" if a == b else "a" if a > b else "b"] += ways * more
    exact_odds = odds("action_consequence.cast", dice_a=dice_a, dice_b=dice_b, advantage=advantage)
    chances = {"a": exact_odds.a_challenges, "b": exact_odds.b_challenges, "recast": exact_odds.recast}
    assert chances == {name: Fraction(counts[name], counts.total()) for name in chances}


@pytest.mark.parametrize("dice", POOLS)
@pytest.mark.parametrize("advantage", [False, True])
def test_exchange_odds_equal_full_enumeration(dice, advantage):
    answers = count_readings(dice, int(advantage))
    for standing in ([1], [4], [4, 2], [5, 5], [8, 3, 1], [12, 7]):
        counts = Counter()
        for answer, ways in answers.items():
            counts[relation(tuple(standing) + (0,) * (6 - len(standing)), answer)] += ways
        exact_odds = odds(
            "action_consequence.exchange",
            standing=roll_input(standing),
            answer_dice=dice,
            answer_advantage=advantage,
        )
        chances = {name: Fraction(counts[name], answers.total()) for name in RELATIONS}
        assert {name: exact_odds.measures[name] for name in RELATIONS} == chances


def test_icepool_agrees_on_large_pools():
    for dice_a, dice_b in (([12, 10, 8, 6], [12, 12]), ([12, 12, 12], [10, 10, 10])):

        def sorted_pool(dice):
            return icepool.Pool([icepool.d(sides) for sides in dice]).expand()

        pools = icepool.tupleize(sorted_pool(dice_a), sorted_pool(dice_b))
        exact_odds = odds("action_consequence.cast", dice_a=dice_a, dice_b=dice_b)
        casts = pools.map(lambda a, b: (a[::-1] > b[::-1]) - (a[::-1] < b[::-1]))
        assert casts.probability(1) == exact_odds.a_challenges
        assert casts.probability(-1) == exact_odds.b_challenges


@pytest.mark.parametrize("striker", ["challenger", "answerer"])
def test_strike_odds_equal_the_count_of_six_faces(striker):
    for standing, answer in (([9, 2], [5, 5]), ([9, 2], [9, 1]), ([4], [6]), ([10], [5])):
        counts = Counter()
        for face in range(1, 7):
            first = (standing[0] + face * (striker == "challenger"), *standing[1:])
            second = (answer[0] + face * (striker == "answerer"), *answer[1:])
            pad = (0,) * 4
            counts[relation(first + pad, second + pad)] += 1
        exact_odds = odds(
            "action_consequence.strike",
            standing=roll_input(standing),
            answer=roll_input(answer),
            striker=striker,
        )
        assert all(exact_odds.measures[name] == Fraction(counts[name], 6) for name in RELATIONS)


# Rolled dice.


def test_cast_faces_list_each_sides_dice_then_its_advantage():
    cast = {"dice_a": [12, 6], "dice_b": [10, 8]}
    assert resolve("action_consequence.cast", dice=[4, 1, 8, 3], **cast).challenger == "b"
    with_a = resolve("action_consequence.cast", dice=[4, 1, 5, 8, 3], **cast, advantage="a")
    assert with_a.challenger == "a" and with_a.verdict == "A challenges"
    assert roll("action_consequence.cast", seed=3, **cast, advantage="b").faces[4] <= 6


def test_answer_keeps_its_highest_die_and_drops_the_others():
    answer = resolve(
        "action_consequence.exchange", dice=[3, 6], standing=roll_input([8]), answer_dice=[12, 6]
    )
    assert [(die.face, die.status) for die in answer.working[0].dice] == [(3, "dropped"), (6, "kept")]


# Helpers, and several sides.


def test_side_reading_combines_members_and_names_the_speaker():
    answer = ask("action_consequence.side_reading", members=[[7, 3], [10, 2]], advantage=[4])
    assert answer == {"reading": [14, 7, 3, 2], "speaker": 1}
    assert ask("action_consequence.side_reading", members=[[6, 1], [6, 5]])["speaker"] == 0


SHOWING = {"Ana": [11, 3], "Bo": [7, 2], "Cai": [9, 9], "Dee": [9]}


def test_may_interfere_needs_a_higher_roll_and_an_unused_turn():
    def may(**more):
        query = {"showing": SHOWING, "challenger": "Ana", "answerer": "Bo", "challenged": [], "out": []}
        return ask("action_consequence.may_interfere", **(query | more))["may"]

    assert may() == ["Cai", "Dee"]
    assert may(answerer="Dee") == ["Cai"]  # a missing die reads 0
    assert may(answerer="Cai") == []
    assert may(challenged=["Cai"]) == ["Dee"]
    assert may(out=["Cai", "Dee"]) == []
    assert may(challenger="Cai", challenged=["Ana"]) == ["Dee"]


def test_next_challenger_skips_sides_that_have_answered():
    def next_side(**more):
        query = {"showing": SHOWING, "challenged": [], "answered": [], "out": []}
        return ask("action_consequence.next_challenger", **(query | more))["next"]

    assert next_side() == "Ana"
    assert next_side(challenged=["Ana"], answered=["Cai"]) == "Dee"
    assert next_side(challenged=["Ana"], answered=["Dee"]) == "Cai"
    assert next_side(challenged=["Ana", "Cai"], answered=["Bo"], out=["Dee"]) is None


def test_waiting_sides_keeps_tied_sides_in_input_order():
    showing = SHOWING | {"Eve": [9, 0], "Fay": [9, 9]}
    assert sides.waiting_sides(showing, [], [], []) == ["Ana", "Cai", "Fay", "Dee", "Eve", "Bo"]


# Dice, specializations, errors.


def test_specialization_adds_its_stat_unless_countered():
    def dice(**more):
        return ask("action_consequence.dice_for_action", stat=[8, 12], extra_stat=[10, 6], **more)["dice"]

    assert dice(specialization=True, opponent_uses_counter=False) == [12, 10, 8, 6]
    assert dice(specialization=True, opponent_uses_counter=True) == [12, 8]
    assert dice(specialization=False, opponent_uses_counter=False) == [12, 8]


@pytest.mark.parametrize(
    "calculator, inputs, code",
    [
        ("cast", {"dice_a": [], "dice_b": []}, "no_dice"),
        ("round", {"dice_a": [], "dice_b": []}, "no_dice"),
        ("conflict", {"dice_a": [], "dice_b": []}, "no_dice"),
        ("exchange", {"standing": roll_input([]), "answer_dice": []}, "no_dice"),
        ("we_owe_odds", {"stronger": [12, 6], "weaker": [10, 8]}, "not_stronger"),
        ("next_challenger", {"showing": {"Ana": [3]}, "out": ["Bo"]}, "unknown_side"),
    ],
)
def test_calculators_reject_invalid_dice_and_sides(calculator, inputs, code):
    with pytest.raises(InputError) as caught:
        ask_or_odds = odds if calculator in ("cast", "round", "conflict", "exchange") else ask
        ask_or_odds(f"action_consequence.{calculator}", **inputs)
    assert caught.value.codes == (code,)


def reference_first_chances(dice):
    """Return each side's probability of rolling highest, with ties rerolled, by enumerating all faces."""
    shares, whole = [Fraction()] * len(dice), Fraction()
    for faces in product(*(range(1, size + 1) for size in dice)):
        tied_sides = [at for at, face in enumerate(faces) if face == max(faces)]
        if len(tied_sides) < len(dice):
            among = reference_first_chances([dice[at] for at in tied_sides]) if len(tied_sides) > 1 else [1]
            for at, share in zip(tied_sides, among, strict=True):
                shares[at] += share
            whole += 1
    return [each / whole for each in shares]


@pytest.mark.parametrize("dice", [(4, 6), (6, 4), (4, 6, 8), (8, 6, 4), (4, 4, 6, 8)])
def test_first_chances_match_the_reference_for_tied_sides(dice):
    assert first_chances(
        roll_distributions([[each] for each in dice], [0] * len(dice))
    ) == reference_first_chances(dice)
