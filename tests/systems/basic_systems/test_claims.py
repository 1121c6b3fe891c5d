"""The tables behind the claims T-1 to T-12, with the numbers of the specification."""

from fractions import Fraction

import pytest

from rules_py import ask, odds


@pytest.fixture(scope="module")
def claims():
    return ask("basic_systems.claims")


def botch(pool, difficulty, **more):
    return odds("basic_systems.throw", pool=pool, difficulty=difficulty, **more).p_botch


def success(pool, difficulty):
    return odds("basic_systems.throw", pool=pool, difficulty=difficulty).p_success


def test_large_pools_do_not_botch_more(claims):
    for difficulty, row in claims["botch"].items():
        assert all(row[pool] > row[pool + 1] for pool in range(6, 12))
        assert difficulty > 6 or all(row[pool] > row[pool + 1] for pool in range(1, 12))
        if difficulty <= 8:
            assert max(row[pool] for pool in range(7, 13)) < min(row[pool] for pool in range(1, 7))
    assert [round(float(100 * botch(pool, 6)), 4) for pool in (6, 7, 12)] == [1.1529, 0.6174, 0.0227]


def test_large_pools_sometimes_botch_more_at_9_and_10(claims):
    nine, ten = claims["botch"][9], claims["botch"][10]
    assert [pool for pool in range(7, 13) if nine[pool] > nine[1]] == [7, 8]
    exceeded_pools = {
        pool: [fewer for fewer in range(1, 7) if ten[pool] > ten[fewer]] for pool in range(7, 13)
    }
    assert exceeded_pools == {
        7: [1, 2, 3, 4, 5],
        8: [1, 2, 3, 4],
        9: [1, 2, 3, 4],
        10: [1, 2, 3],
        11: [1, 2, 3],
        12: [1, 2],
    }
    means = [sum(ten[pool] for pool in pools) / 6 for pools in (range(7, 13), range(1, 7))]
    assert [round(float(100 * each), 2) for each in means] == [24.46, 21.09]
    worst = max(ten[pool] for pool in range(1, 7))
    assert all(ten[pool] < worst for pool in range(7, 13))


def test_botch_chance_grows_with_dice_at_7_to_10(claims):
    assert claims["botch_grows_to"] == {
        **dict.fromkeys(range(2, 7), []),
        7: [2],
        8: [2],
        9: [2, 3, 4],
        10: [2, 3, 4, 5, 6],
    }
    assert [claims["botch_peak"][each] for each in range(2, 11)] == [1, 1, 1, 1, 1, 2, 2, 4, 6]
    printed = ["10", "17", "21.7", "24.65", "26.281", "26.9297", "26.85817"]
    percentages = [100 * botch(pool, 10) for pool in range(1, 8)]
    assert percentages[:6] == [Fraction(each) for each in printed[:6]]
    assert round(float(percentages[6]), 4) == 26.8582


def test_extra_die_always_helps_success_at_difficulty_10(claims):
    row = claims["success"][10]
    assert all(row[pool] < row[pool + 1] for pool in range(1, 12))


def test_share_of_botches_peaks_at_the_stated_pools(claims):
    assert claims["share_peak"] == {6: 2, 7: 3, 8: 4, 9: 5, 10: 7}


def test_success_falls_for_even_pools_at_difficulty_2(claims):
    assert claims["success_falls_to"] == {2: [2, 4, 6, 8, 10, 12], **dict.fromkeys(range(3, 11), [])}
    assert claims["success_stalls_at"] == {3: [2], **{each: [] for each in range(2, 11) if each != 3}}
    assert (success(1, 2), success(2, 2)) == (Fraction(9, 10), Fraction(81, 100))
    assert success(1, 3) == success(2, 3) == Fraction(4, 5)


def test_difficulty_3_fails_small_pools_often():
    fails = [100 * (1 - success(pool, 3)) for pool in range(1, 6)]
    assert fails == [20, 20, 8, Fraction("6.24"), Fraction("3.192")]


def test_automatic_success_would_often_fail_if_rolled():
    fails = [round(float(100 * (1 - success(each, each))), 4) for each in (6, 8, 10)]
    assert fails == [12.353, 25.5412, 64.657]


def test_mastery_still_lets_botches_grow_with_the_pool(claims):
    five, six = claims["cancelled"][1][10], claims["cancelled"][2][9]
    assert (list(five), list(six)) == ([*range(5, 12)], [*range(6, 13)])
    assert [five[pool] < five[pool + 1] for pool in range(5, 11)] == [True] * 6
    assert [round(float(100 * five[pool]), 2) for pool in (5, 11)] == [5.8, 10.98]
    assert [six[pool] < six[pool + 1] for pool in range(6, 12)] == [True] * 5 + [False]
    eight = claims["cancelled"][2][8]
    assert [eight[pool] < eight[pool + 1] for pool in range(6, 12)] == [True, True] + [False] * 4


def test_large_pools_botch_more_if_ones_outnumber(claims):
    ten, nine = claims["outnumbered"][10], claims["outnumbered"][9]
    assert all(ten[pool] < ten[pool + 1] for pool in range(1, 12))
    assert ten[1] == Fraction(1, 10) and round(float(100 * ten[12]), 1) == 36.7
    assert all(nine[pool] > nine[fewer] for pool in range(7, 13) for fewer in (1, 2, 3))
    assert ten[12] == botch(12, 10, botch_rule="ones_outnumber")


def test_rows_by_difficulty_name_the_extra_dice_that_hurt(claims):
    rows = [list(row.values()) for row in claims["by_difficulty"]]
    assert rows[0] == [2, 1, "none", "2, 4, 6, 8, 10, 12"]
    assert rows[-1] == [10, 6, "2, 3, 4, 5, 6", "none"]
    assert len(rows) == 9
