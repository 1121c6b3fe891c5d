"""The book's claims about the odds: the matrix of all stats, its exceptions, giving, the advantage."""

from fractions import Fraction

from rules_py import ask, odds
from rules_py.systems.action_consequence import matrix


def win_chance(dice_a, dice_b, **more):
    exact_odds = odds("action_consequence.conflict", dice_a=list(dice_a), dice_b=list(dice_b), **more)
    return exact_odds.a_doubles + exact_odds.a_by_giving


def test_matrix_has_every_stat_against_every_other():
    table = {mine: {other: matrix.wins(mine, other) for other in matrix.STATS} for mine in matrix.STATS}
    assert len(table) == 20
    for mine, row in table.items():
        for other, chance in row.items():
            assert chance + table[other][mine] == 1
        assert row[mine] == Fraction(1, 2)
    assert table[12, 6][10, 8] == win_chance([12, 6], [10, 8])
    assert table[4,][12, 12] == win_chance([4], [12, 12])


def test_largest_die_wins_except_for_three_upsets():
    answer = ask("action_consequence.largest_die")
    assert answer["pairs"] == 155
    wins = {(tuple(each["dice"]), tuple(each["beats"])): each["wins"] for each in answer["upsets"]}
    assert {pair: round(float(chance), 3) for pair, chance in wins.items()} == {
        ((10, 10), (12, 4)): 0.542,
        ((10, 10), (12,)): 0.581,
        ((8, 8), (10,)): 0.524,
    }
    for (dice, beats), chance in wins.items():
        assert chance == win_chance(dice, beats)


def test_a_single_d12_beats_dice_with_more_sides():
    assert round(float(win_chance([12], [10, 8])), 3) == 0.534
    assert round(float(win_chance([12, 6], [10, 8, 6, 6])), 4) == 0.5673


def test_matchups_list_a_stat_against_every_other():
    rows = ask("action_consequence.matchups", dice=[6, 12])["rows"]
    assert [tuple(each["opponent"]) for each in rows] == list(matrix.STATS)
    assert {tuple(each["opponent"]): each["wins"] for each in rows}[10, 8] == win_chance([12, 6], [10, 8])


def test_giving_at_once_costs_ten_points_and_saves_most_injuries():
    equal = ask("action_consequence.giving_at_once", dice_a=[12, 12], dice_b=[12, 12])
    assert [round(float(each), 4) for each in equal.values()] == [0.5, 0.3923, 0.5, 0.1416]
    better = ask("action_consequence.giving_at_once", dice_a=[12, 6], dice_b=[10, 8])
    assert better["wins_giving"] == win_chance([12, 6], [10, 8], give_at_a=1)
    assert round(float(better["wins_hanging_in"] - better["wins_giving"]), 2) == 0.1


def test_advantage_worth_compares_chances_with_and_without():
    answer = ask("action_consequence.advantage_worth", dice_a=[12, 12], dice_b=[12, 12])
    assert round(float(answer["doubles_with"]), 4) == 0.2906
    assert round(float(answer["doubled_with"]), 4) == 0.0134
    assert answer["doubles"] == answer["doubled"] and answer["wins"] == Fraction(1, 2)
    assert answer["wins_with"] == win_chance([12, 12], [12, 12], advantage="a")


def test_book_example_contradicts_the_we_owe_rule():
    dice = {"mine": [12, 6], "theirs": [10, 8], "doubled_in_first_round": False}
    assert not ask("action_consequence.we_owe", **dice)["listed"]
    hang = odds("action_consequence.conflict", dice_a=[12, 6], dice_b=[10, 8])
    give = odds("action_consequence.conflict", dice_a=[12, 6], dice_b=[10, 8], give_at_a=1, give_at_b=1)
    assert round(float(hang.a_doubles), 4) == 0.6352
    assert round(float(give.a_doubles + give.a_by_giving), 4) == 0.6130
