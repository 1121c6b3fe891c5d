"""The claims T-1 to T-12, each with the figures that the specification gives for it."""

from fractions import Fraction

import pytest

from rules_py import ask, odds
from rules_py.systems.basic_systems import claims as tried


@pytest.fixture(scope="module")
def claims():
    return ask("basic_systems.claims")


def botch(pool, difficulty, **more):
    return odds("basic_systems.throw", pool=pool, difficulty=difficulty, **more).p_botch


def success(pool, difficulty):
    return odds("basic_systems.throw", pool=pool, difficulty=difficulty).p_success


def test_the_verdicts(claims):
    refuted = [number for number, holds in claims["holds"].items() if not holds]
    assert refuted == ["T-1"]
    assert list(claims["holds"]) == [f"T-{number}" for number in range(1, 13)]
    assert [each["verdict"] for each in claims["verdicts"]].count("false") == 1


def test_large_pools_do_not_botch_more(claims):
    for difficulty, row in claims["botch"].items():
        assert all(row[pool] > row[pool + 1] for pool in range(6, 12))
        assert difficulty > 6 or all(row[pool] > row[pool + 1] for pool in range(1, 12))
        if difficulty <= 8:
            assert max(row[pool] for pool in range(7, 13)) < min(row[pool] for pool in range(1, 7))
    assert [round(float(100 * botch(pool, 6)), 4) for pool in (6, 7, 12)] == [1.1529, 0.6174, 0.0227]


def test_what_remains_of_it(claims):
    nine, ten = claims["botch"][9], claims["botch"][10]
    assert [pool for pool in range(7, 13) if nine[pool] > nine[1]] == [7, 8]
    beaten = {pool: [fewer for fewer in range(1, 7) if ten[pool] > ten[fewer]] for pool in range(7, 13)}
    assert beaten == {
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


def test_difficulty_10_and_where_else(claims):
    assert claims["botch_grows_to"] == {
        **dict.fromkeys(range(2, 7), []),
        7: [2],
        8: [2],
        9: [2, 3, 4],
        10: [2, 3, 4, 5, 6],
    }
    assert [claims["botch_peak"][each] for each in range(2, 11)] == [1, 1, 1, 1, 1, 2, 2, 4, 6]
    shown = ["10", "17", "21.7", "24.65", "26.281", "26.9297", "26.85817"]
    found = [100 * botch(pool, 10) for pool in range(1, 8)]
    assert found[:6] == [Fraction(each) for each in shown[:6]]
    assert round(float(found[6]), 4) == 26.8582


def test_a_die_more_never_makes_success_rarer_at_10(claims):
    row = claims["success"][10]
    assert all(row[pool] < row[pool + 1] for pool in range(1, 12))


def test_the_share_of_botches(claims):
    assert claims["share_peak"] == {6: 2, 7: 3, 8: 4, 9: 5, 10: 7}


def test_even_pools_at_difficulty_2(claims):
    assert claims["success_falls_to"] == {2: [2, 4, 6, 8, 10, 12], **dict.fromkeys(range(3, 11), [])}
    assert claims["success_stalls_at"] == {3: [2], **{each: [] for each in range(2, 11) if each != 3}}
    assert (success(1, 2), success(2, 2)) == (Fraction(9, 10), Fraction(81, 100))
    assert success(1, 3) == success(2, 3) == Fraction(4, 5)


def test_difficulty_3_fails_small_pools_often():
    fails = [100 * (1 - success(pool, 3)) for pool in range(1, 6)]
    assert fails == [20, 20, 8, Fraction("6.24"), Fraction("3.192")]


def test_an_automatic_success_is_generous():
    fails = [round(float(100 * (1 - success(each, each))), 4) for each in (6, 8, 10)]
    assert fails == [12.353, 25.5412, 64.657]


def test_the_remedy_has_what_it_was_made_to_cure(claims):
    five, six = claims["cancelled"][1][10], claims["cancelled"][2][9]
    assert (list(five), list(six)) == ([*range(5, 12)], [*range(6, 13)])
    assert [five[pool] < five[pool + 1] for pool in range(5, 11)] == [True] * 6
    assert [round(float(100 * five[pool]), 2) for pool in (5, 11)] == [5.8, 10.98]
    assert [six[pool] < six[pool + 1] for pool in range(6, 12)] == [True] * 5 + [False]
    eight = claims["cancelled"][2][8]
    assert [eight[pool] < eight[pool + 1] for pool in range(6, 12)] == [True, True] + [False] * 4


def test_the_rule_under_which_the_charge_is_true(claims):
    ten, nine = claims["outnumbered"][10], claims["outnumbered"][9]
    assert all(ten[pool] < ten[pool + 1] for pool in range(1, 12))
    assert ten[1] == Fraction(1, 10) and round(float(100 * ten[12]), 1) == 36.7
    assert all(nine[pool] > nine[fewer] for pool in range(7, 13) for fewer in (1, 2, 3))
    assert ten[12] == botch(12, 10, botch_rule="ones_outnumber")


def growing(pool, *others):
    return Fraction(pool, 99)


ALL_BUT_A_TENTH = Fraction(9, 10)
OTHERWISE = [
    ("T-2", "botch", [(1, 10), (6, 10)], 1),
    ("T-2", "botch", [(7, 2), (12, 2), (7, 10), (12, 10)], 1),
    ("T-4", "success", [(1, 10), (11, 10)], 1),
    ("T-4", "success", [(2, 10), (12, 10), (20, 10)], 0),
    ("T-5", "mean_ones", [(2, 2), (12, 3), (2, 6), (12, 6), (12, 8), (2, 10), (12, 10)], 0),
    ("T-6", "share", [(12, 6), (12, 8), (12, 10)], 1),
    ("T-6", "share", [(2, 6), (2, 10)], 0),
    ("T-7", "_reaching", [(1, 2, 2), (5, 6, 2), (5, 20, 2), (1, 19, 10)], 1),
    ("T-7", "_reaching", [(1, 20, 3), (5, 20, 3), (5, 20, 10), (1, 1, 2)], 0),
    ("T-8", "success", [(1, 3), (12, 3), (1, 10), (12, 10)], 1),
    ("T-8", "success", [(1, 2), (12, 9), (20, 9)], 0),
    ("T-8", "botch", [(1, 2), (12, 2), (1, 9), (12, 9)], 1),
    ("T-9", "success", [(1, 3), (2, 3), (3, 3), (12, 3)], ALL_BUT_A_TENTH),
    ("T-10", "success", [(4, 4), (7, 7), (10, 10)], 1),
    ("T-10", "success", [(3, 3), (6, 6), (9, 9)], 0),
    ("T-11", "botch", [(6, 9, 5), (6, 10, 5), (11, 10, 5), (7, 8, 6), (8, 8, 6), (11, 9, 6), (12, 10, 6)], 0),
    ("T-11", "botch", [(5, 10, 5), (11, 9, 5), (12, 9, 6), (6, 2, 5), (9, 8, 6), (12, 7, 6)], 1),
    ("T-12", "outnumbered", [(2, 10), (12, 10), (7, 9), (12, 9)], 0),
    ("T-12", "outnumbered", [(1, 10), (1, 9), (3, 9), (7, 2), (12, 8)], 1),
]


@pytest.mark.parametrize(
    ("claim", "figure", "at", "chance"),
    [(claim, figure, at, chance) for claim, figure, places, chance in OTHERWISE for at in places],
)
def test_claim_fails_if_one_chance_changes(claim, figure, at, chance, monkeypatch):
    real = getattr(tried, figure)
    monkeypatch.setattr(tried, figure, lambda *asked: chance if asked == at else real(*asked))
    assert not tried.CLAIMS[claim][1]()


@pytest.mark.parametrize("difficulty", [2, 10])
def test_first_claim_holds_if_botches_grow_with_the_pool(difficulty, monkeypatch):
    monkeypatch.setattr(tried, "botch", growing)
    assert tried.large_pools_botch_more()
    monkeypatch.setattr(
        tried, "botch", lambda pool, at: growing(pool) if at != difficulty else Fraction(1, 9)
    )
    assert not tried.large_pools_botch_more()


def test_ten_is_not_odd_if_no_pool_botches_more(monkeypatch):
    monkeypatch.setattr(tried, "botch", lambda pool, difficulty: -growing(pool))
    assert not tried.ten_is_anomalous()
