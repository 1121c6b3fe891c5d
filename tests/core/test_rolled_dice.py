"""Methods of dice and of rolls: their odds equal a full enumeration, faces of a seeded roll give the same
outcome again, and the steps show the status of each die.
"""

from fractions import Fraction
from math import comb

import pytest

from rules_py import present, resolve
from rules_py.base.errors import InputError, TooManyBranchesError
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.markov import Done
from rules_py.dice.pools import MAX_POOL_DICE
from rules_py.dice.process import Process
from rules_py.dice.recording import RandomDice, ScriptedDice, SeededDice, pool_size_for
from rules_py.dice.roll_steps import CANCELLED
from tests.core.reference_odds import by_rows, chances_of


def sort_ten(face):
    return "success" if face >= 6 else "one" if face == 1 else None


def cancel_ones(dice, count=3, **how):
    result = dice.roll(count, 10, **how)
    tally = result.tally(sort_ten)
    return tally["success"], tally["one"], result.pair_off("one", "success")


def reroll_low_defence(dice):
    result = dice.roll(2, 4, label="Defence")
    if result.sum <= 3:
        result = result.reroll(label="Armour")
    return result.sum


def better_of_two(dice):
    return dice.best(dice.roll(2, 4), dice.roll(2, 4)).sum


def push(dice):
    result = dice.roll(2, 6)
    if 6 not in result.faces:
        result = result.reroll(again=lambda face: face > 1)
    return tuple(result.tally(lambda face: {6: "success", 1: "harm"}.get(face)).values())


def read_twice(dice):
    result = dice.roll(3, 4)
    if result.sum > 8:
        return result.sum, result.faces, result.highest(2)
    return (result.sum,)


def reroll_sizes(dice):
    result = dice.roll([4, 2, 6]).reroll(again=lambda face: face == 1)
    return result.sum if result.lowest() < 3 else result.faces


def status_by_index(dice):
    result = dice.roll([6, 4])
    result.set_status("taken", [0])
    return result.faces[0]


def widest(faces):
    return max((faces.count(face), face) for face in faces)


def read_and_tally(dice):
    roll = dice.roll(3, 4)
    return roll.read(widest), roll.highest(), roll.tally(lambda face: face == 4)[True]


def lowest_two_and_pairs(dice):
    roll = dice.roll([4, 4, 6])
    kinds = roll.tally(lambda face: face % 2)
    return roll.lowest(2), kinds[0], roll.highest(2), roll.sum


def best_of_reroll(dice):
    roll = dice.roll(3, 4).reroll(again=lambda face: face == 1)
    return roll.highest(2), roll.tally(lambda face: face > 2)[True]


def read_extra_dice(dice):
    roll = dice.roll(2, 3, extra_on=lambda face: face == 3)
    return roll.highest(), roll.read(len)


MECHANICS = {
    "read after tallying": read_and_tally,
    "lowest and tally of sizes": lowest_two_and_pairs,
    "highest and tally of rerolled dice": best_of_reroll,
    "read extra dice": read_extra_dice,
    "d": lambda dice: (dice.d(4), dice.d(6)),
    "pool of one size": lambda dice: dice.pool(3, 4),
    "pool of sizes": lambda dice: dice.pool([6, 2, 4]),
    "sum of sizes": lambda dice: dice.sum([6, 2, 4]),
    "highest of sizes": lambda dice: dice.highest([6, 2, 4]),
    "two highest of sizes": lambda dice: dice.highest([6, 2, 4], keep=2),
    "two lowest of sizes": lambda dice: dice.lowest([6, 2, 4, 4], keep=2),
    "tally": lambda dice: tuple(dice.tally(3, 6, lambda face: face > 4 or None).items()),
    "tally of sizes": lambda dice: tuple(dice.roll([6, 4, 4]).tally(lambda face: face > 3).items()),
    "explode": lambda dice: dice.explode(2, 3, limit=2),
    "explode sizes": lambda dice: dice.explode([3, 4], limit=1),
    "fudge": lambda dice: dice.fudge(3),
    "fudge tally": lambda dice: tuple(dice.roll(3, 3, lowest=-1).tally(lambda face: face).items()),
    "fudge highest": lambda dice: dice.roll(3, 3, lowest=-1).highest(2),
    "fudge faces": lambda dice: dice.roll(3, 3, lowest=-1).faces,
    "no dice": lambda dice: (dice.sum(0, 6), dice.pool([]), dice.roll(0, 6).faces),
    "cancelled": cancel_ones,
    "tens again": lambda dice: cancel_ones(dice, 2, extra_on=lambda face: face == 10),
    "tens again twice": lambda dice: cancel_ones(dice, 1, extra_on=lambda face: face >= 9, limit=2),
    "faces of extra dice": lambda dice: dice.roll(2, 3, extra_on=lambda face: face == 3, limit=2).faces,
    "highest of extra dice": lambda dice: dice.roll([3, 2], extra_on=lambda face: face == 2).highest(2),
    "extra dice, all rerolled": lambda dice: dice.roll(1, 3, extra_on=lambda face: face == 3).reroll().sum,
    "armour": reroll_low_defence,
    "aim": better_of_two,
    "push": push,
    "read twice": read_twice,
    "reroll of sizes": reroll_sizes,
    "reroll then sum": lambda dice: dice.roll(3, 4).reroll(again=lambda face: face < 3).sum,
    "reroll then highest": lambda dice: dice.roll(3, 4).reroll(again=lambda face: face == 1).highest(2),
    "reroll then lowest": lambda dice: dice.roll(3, 4).reroll(again=lambda face: face == 1).lowest(2),
    "reroll then faces": lambda dice: dice.roll(3, 4).reroll(again=lambda face: face == 1).faces,
    "reroll then tally": lambda dice: tuple(
        dice.roll(3, 4).reroll(again=lambda face: face == 1).tally(lambda face: face > 2).values()
    ),
    "reroll twice": lambda dice: (
        dice.roll(2, 4).reroll(again=lambda face: face == 1).reroll(again=lambda face: face < 3).sum
    ),
    "reroll of nothing": lambda dice: dice.roll(2, 4).reroll(again=lambda face: face > 4).faces,
    "status by index": status_by_index,
}


def test_fudge_dice_have_faces_from_minus_one_to_one():
    assert expand(lambda dice: dice.fudge(2)) == ({-2: 1, -1: 2, 0: 3, 1: 2, 2: 1}, 9)


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
def test_expand_matches_enumeration_of_all_rows(mechanic):
    counts, total = expand(mechanic)
    assert sum(counts.values()) == total
    assert chances_of(counts) == by_rows(mechanic)


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
def test_faces_of_a_seeded_roll_give_the_same_outcome(mechanic):
    possible, _ = expand(mechanic)
    for seed in range(10):
        seeded_dice = SeededDice(seed)
        outcome = mechanic(seeded_dice)
        scripted_dice = ScriptedDice(seeded_dice.faces)
        assert mechanic(scripted_dice) == outcome in possible
        scripted_dice.finish()
        assert scripted_dice.steps == seeded_dice.steps
        assert [die.face for step in seeded_dice.steps for die in step.dice] == seeded_dice.faces


def statuses(dice):
    return [[(die.face, die.status) for die in step.dice] for step in dice.steps]


def test_pair_off_sets_aside_ones_and_their_successes():
    dice = ScriptedDice([1, 7, 3, 10, 1, 1])
    assert cancel_ones(dice, 6) == (2, 3, 2)
    assert statuses(dice) == [
        [(1, "set aside"), (7, "set aside"), (3, ""), (10, "set aside"), (1, "set aside"), (1, "one")]
    ]


def test_extra_dice_are_shown_as_a_step():
    dice = ScriptedDice([10, 10, 2, 10, 1])
    result = dice.roll(3, 10, extra_on=lambda face: face == 10, label="Pool")
    assert result.tally(sort_ten) == {"one": 1, "success": 3}
    assert [step.text for step in dice.steps] == ["Pool", "2 more dice"]
    assert statuses(dice) == [[(10, "success"), (10, "success"), (2, "")], [(10, "success"), (1, "one")]]
    dice.finish()


def test_reroll_shows_the_dice_before_and_after():
    dice = ScriptedDice([1, 1, 4, 2])
    assert reroll_low_defence(dice) == 6
    assert statuses(dice) == [[(1, "rerolled"), (1, "rerolled")], [(4, ""), (2, "")]]
    assert [step.text for step in dice.steps] == ["Defence", "Armour"]


def test_reroll_repeats_only_the_matching_dice():
    dice = ScriptedDice([4, 1, 1, 3, 2])
    result = dice.roll(3, 4).reroll(again=lambda face: face == 1)
    assert (result.faces, result.highest(2)) == ((4, 3, 2), 7)
    assert statuses(dice) == [[(4, "kept"), (1, "rerolled"), (1, "rerolled")], [(3, "kept"), (2, "dropped")]]


def test_best_keeps_all_dice_of_the_better_roll():
    dice = ScriptedDice([1, 2, 2, 2])
    assert better_of_two(dice) == 4
    assert statuses(dice) == [[(1, "dropped"), (2, "dropped")], [(2, "kept"), (2, "kept")]]


def test_set_status_accepts_all_dice_faces_or_indices():
    dice = ScriptedDice([2, 6, 4, 3])
    result = dice.roll(4, 6)
    result.set_status("spent")
    result.set_status(CANCELLED, lambda face: face == 3)
    result.set_status("advantage", [0, 1])
    assert statuses(dice) == [[(2, "spent"), (6, "advantage"), (4, "advantage"), (3, "cancelled")]]


def test_rerolled_dice_cannot_be_read_again():
    for run in (lambda mechanic: mechanic(SeededDice(1)), expand):
        with pytest.raises(
            ValueError, match="roll: expected the dice that `reroll` returned, got dice that were rerolled"
        ):
            run(lambda dice: (result := dice.roll(2, 6), result.reroll(), result.sum))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda dice: dice.sum(3),
            "sides: expected the sides of 3 dice, or a list of sizes such as \\[6, 8\\], got nothing",
        ),
        (lambda dice: dice.sum([3, 4], 6), r"sides: expected no sides with the sizes \[3, 4\], got 6"),
        (lambda dice: dice.sum(-1, 6), "count: expected 0 or more, got -1"),
        (lambda dice: dice.d(0), "sides: expected 1 or more, got 0"),
        (lambda dice: dice.highest([6, -8]), "sides: expected 1 or more, got -8"),
        (lambda dice: dice.highest(2, 6, 3), "keep: expected 0 to 2, got 3"),
        (lambda dice: dice.explode(2, 6, limit=0), "limit: expected 1 to 100, got 0"),
        (lambda dice: dice.roll(2, 6, extra_on=bool, limit=0), "limit: expected 1 to 100, got 0"),
        (
            lambda dice: dice.roll(2, 6, extra_on=bool).reroll(bool),
            "reroll: expected all of them together, without `again`, got some of dice that add dice",
        ),
        (
            lambda dice: dice.roll(2, 6).pair_off("one", "two"),
            r"pair_off: expected a roll after `roll.tally\(…\)`, got a roll without a tally",
        ),
        (
            lambda dice: cancel_ones(dice) and dice.sum(MAX_POOL_DICE + 1, 6),
            r"too many dice at once \(10001, more than 10,000\)",
        ),
    ],
)
def test_impossible_roll_is_rejected_by_rolls_and_odds(call, message):
    for run in (lambda mechanic: mechanic(SeededDice(1)), expand):
        with pytest.raises(ValueError, match=message):
            run(call)


@pytest.mark.parametrize("count", [0, 3])
def test_tally_of_an_impossible_category_is_zero(count):
    """A target past the highest face, or a pool without dice."""

    def hits(dice):
        return dice.tally(count, 6, lambda face: "hit" if face >= 7 else None)["hit"]

    assert set(expand(hits)[0]) == {0}


def test_pair_off_needs_categories_of_the_tally():
    with pytest.raises(
        ValueError, match=r"pair_off: expected a category of the tally, 'one' or 'success', got 'ten'"
    ):
        expand(
            lambda dice: (result := dice.roll(2, 10), result.tally(sort_ten), result.pair_off("one", "ten"))
        )


def test_two_queries_of_many_dice_are_counted_exactly() -> None:
    """The highest of twenty d10, and the number of tens: the chance of either follows from single dice."""

    def mechanic(dice):
        roll = dice.roll(20, 10)
        return roll.highest(), roll.tally(lambda face: face == 10)[True]

    weights, total = expand(mechanic)
    assert total == 10**20
    for tens in range(1, 21):
        assert weights[10, tens] == comb(20, tens) * 9 ** (20 - tens)
    for highest in range(1, 10):
        assert weights[highest, 0] == highest**20 - (highest - 1) ** 20


def test_too_many_results_of_two_queries_are_refused() -> None:
    def mechanic(dice):
        roll = dice.roll(40, 20)
        return roll.highest(8), roll.sum

    with pytest.raises(TooManyBranchesError, match="too many results of 40 dice"):
        expand(mechanic)


def test_expand_counts_twenty_exploding_dice_exactly():
    def mechanic(dice):
        success, _, pairs = cancel_ones(dice, 20, extra_on=lambda face: face == 10)
        return success - pairs

    counts, total = expand(mechanic)
    assert total == 10**40
    assert len(counts) == 41


def test_tens_again_matches_the_digest():
    def mechanic(dice):
        success, one, pairs = cancel_ones(dice, 5, extra_on=lambda face: face == 10)
        return "botch" if one and not success else success - pairs

    chances = chances_of(expand(mechanic)[0])
    assert chances["botch"] == Fraction(2101, 100000)
    assert 1 - chances["botch"] - chances[0] == Fraction(8496844949, 10000000000)
    mean = sum(net * chance for net, chance in chances.items() if net != "botch")
    assert mean == Fraction(453257441, 200000000)


def test_aimed_check_and_armour_match_the_digest():
    def aimed_check(dice):
        return dice.best(dice.roll(2, 6), dice.roll(2, 6)).sum + 5 >= 13

    def against_armour(dice, most):
        attack, defence = dice.sum(2, 6), dice.roll(2, 6)
        if defence.sum <= most:
            defence = defence.reroll()
        return attack > defence.sum

    assert chances_of(expand(aimed_check)[0])[True] == Fraction(95, 144)
    for most, expected in (
        (2, Fraction(26641, 46656)),
        (3, Fraction(9289, 15552)),
        (4, Fraction(4897, 7776)),
    ):
        assert chances_of(expand(lambda dice, most=most: against_armour(dice, most))[0])[False] == expected


# Pool sizes from faces


def ten_again_pool(dice, count):
    return dice.roll(count, 10, extra_on=lambda face: face == 10).sum


@pytest.mark.parametrize(
    ("faces", "size"),
    [([], 0), ([3, 3, 8, 7], 4), ([10, 4], 1), ([10, 10, 4, 10], 2), ([4, 10, 10], 2), ([10] * 40, 20)],
)
def test_pool_size_is_derived_from_faces(faces, size):
    assert pool_size_for(ten_again_pool, faces, 0, 20) == size


def test_pool_size_falls_back_to_the_number_of_faces():
    assert pool_size_for(ten_again_pool, [10], 0, 20) == 1
    assert pool_size_for(ten_again_pool, [2] * 25, 0, 20) == 20
    assert pool_size_for(ten_again_pool, ["x", 3, 4], 0, 20) == 3


@pytest.mark.parametrize(("keep", "count"), [(0, 0), (3, 12)])
def test_keep_accepts_none_and_all_of_the_dice(keep, count):
    for verb in ("highest", "lowest"):
        scripted_dice = ScriptedDice([6, 2, 4])
        assert getattr(scripted_dice, verb)(3, 6, keep=keep) == count
        assert expand(lambda dice, verb=verb: getattr(dice, verb)(3, 6, keep=keep))


@pytest.mark.parametrize("keep", [-1, 4])
def test_keep_rejects_a_number_outside_the_pool(keep):
    for verb in ("highest", "lowest"):
        with pytest.raises(ValueError, match=rf"keep: expected 0 to 3, got {keep}"):
            getattr(ScriptedDice([6, 2, 4]), verb)(3, 6, keep=keep)


# Mechanics without an end


def endless(dice):
    while True:
        dice.d(6)


def tie(dice):
    while (first := dice.d(6)) == (second := dice.d(6)):
        pass
    return first > second


def explode_eights(dice):
    total = 0
    while (face := dice.d(8)) == 8:
        total += 8
    return total + face


def random_walk(dice):
    place = 5
    while 0 < place < 10:
        place += 1 if dice.d(2) == 2 else -1
    return place


@pytest.mark.parametrize(
    "mechanic", [endless, tie, explode_eights, random_walk, lambda dice: dice.explode(1, 1) and endless(dice)]
)
def test_expand_explains_endless_mechanics(mechanic):
    with pytest.raises(
        TooManyBranchesError,
        match=r"Limit a roll .* as a Process \(rules_py.dice.process\), which is solved exactly.$",
    ):
        expand(mechanic)


@pytest.mark.parametrize(("rolls", "ends"), [(250, True), (251, False)])
def test_expand_follows_a_branch_up_to_250_rolls(rolls, ends):
    def mechanic(dice):
        return sum(dice.d(1) for _ in range(rolls))

    if ends:
        assert expand(mechanic) == ({rolls: 1}, 1)
    else:
        with pytest.raises(TooManyBranchesError, match=r"^no end after 250 rolls\. "):
            expand(mechanic)


def test_endless_roll_is_stopped_and_explained():
    def draw_forever(dice):
        while dice.draw({"again": 1}):
            pass

    for mechanic, dice in ((endless, SeededDice(1)), (draw_forever, RandomDice())):
        with pytest.raises(
            TooManyBranchesError, match=r"^no end after 5000 dice\. .* which is solved exactly.$"
        ):
            mechanic(dice)


def test_scripted_dice_report_missing_faces_of_a_tie():
    with pytest.raises(
        InputError, match=r"dice: expected more dice to finish this roll, got \[3, 3\]"
    ) as error:
        tie(ScriptedDice([3, 3]))
    assert error.value.codes == ("wrong_dice_count",)


def test_process_with_rerolled_ties_is_solved_exactly():
    def step(dice, state):
        first, second = dice.sum(2, 6) + 4, dice.sum(2, 6) + 2
        return state if first == second else Done(first > second)

    solution = Process(step).solve("tied")
    assert solution.chances == {True: Fraction(861, 1171), False: Fraction(310, 1171)}
    assert Process(step).play(ScriptedDice([1, 1, 1, 3, 6, 6, 1, 2]), "tied") is True


# Projections


def order(dice):
    result = [(dice.sum(2, 3), -place) for place in range(4)]
    return tuple(-place for _, place in sorted(result, reverse=True))


def test_projection_merges_the_odds_of_outcomes():
    whole, total = expand(order)
    first, same = expand(order, projection=lambda outcome: outcome[0])
    assert (sum(first.values()), set(first)) == (total, {0, 1, 2, 3}) and same == total
    for place in range(4):
        assert first[place] == sum(weight for outcome, weight in whole.items() if outcome[0] == place)


def test_outcome_announcement_names_the_status_of_unused_dice():
    outcome = resolve("tools.throw", notation="3d6r1kh1", dice=[1, 5, 6, 2])
    assert present.outcome_announcement(outcome) == "6. On the dice: 6, and 1 rerolled, and 5, 2 dropped."
