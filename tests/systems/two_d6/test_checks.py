"""Checks of [2d6], compared with enumeration of every pair of faces."""

from fractions import Fraction
from itertools import product

import icepool
import pytest

from rules_py import InputError, ask, game, goal_seek, odds, present, resolve, roll
from rules_py.systems.two_d6.difficulty import IMPOSSIBLE, LADDER, bonus_grid, effective, rating

FACES = range(1, 7)
PAIRS = list(product(FACES, FACES))
BONUSES = range(11)


def succeeds(pair, dc, bonus):
    return sum(pair) + bonus >= dc and sum(pair) != 2


# Reference values of the digest.


@pytest.mark.parametrize(
    "dc, bonus, chance", [(11, 4, "7/12"), (9, 0, "5/18"), (7, 10, "35/36"), (17, 5, "1/36"), (17, 4, "0")]
)
def test_check_chances_match_the_reference(dc, bonus, chance):
    assert odds("two_d6.check", dc=dc, bonus=bonus).p_success == Fraction(chance)


def test_cinematic_and_aimed_checks_match_the_reference():
    assert odds("two_d6.check", dc=11, bonus=4, cinematic_reroll=True).p_success == Fraction(119, 144)
    aimed = odds("two_d6.check", dc=13, bonus=5, aimed=True)
    assert aimed.p_success == Fraction(95, 144)
    assert (aimed.p_auto_fail, aimed.p_cinematic) == (Fraction(1, 1296), Fraction(71, 1296))
    plain = odds("two_d6.check", dc=13, bonus=5)
    assert (plain.p_success, plain.p_auto_fail, plain.p_cinematic) == (
        Fraction(5, 12),
        Fraction(1, 36),
        Fraction(1, 36),
    )


@pytest.mark.parametrize(
    "dc, bonuses, lowered, chance, alone, worth_it",
    [
        (11, [4, 2], 9, "35/72", "7/12", False),
        (15, [5, 3, 3], 11, "325/2592", "1/6", False),
        (7, [2, 2], 7, "25/36", "5/6", False),
    ],
)
def test_aid_lowers_the_dc_of_the_leader(dc, bonuses, lowered, chance, alone, worth_it):
    exact_odds = odds("two_d6.aided_check", dc=dc, bonuses=bonuses)
    assert exact_odds.aided_dc == lowered
    assert (exact_odds.p_success, exact_odds.p_leader_alone) == (Fraction(chance), Fraction(alone))
    assert exact_odds.worth_it is worth_it


@pytest.mark.parametrize("resolve, chance", [(0, "5/6"), (1, "11/12"), (2, "35/36"), (10, "35/36")])
def test_death_check_chances_match_the_reference(resolve, chance):
    assert odds("two_d6.death_check", resolve=resolve).p_survive == Fraction(chance)
    result = odds("two_d6.check", dc=5, bonus=resolve, kind="death")
    assert result.p_success == Fraction(chance)


# Reference implementations.


@pytest.mark.parametrize("dc", LADDER)
@pytest.mark.parametrize("aimed", [False, True])
def test_check_odds_equal_full_enumeration(dc, aimed):
    rolls = list(product(PAIRS, PAIRS)) if aimed else [(pair,) for pair in PAIRS]
    for bonus in BONUSES:
        kept_pairs = [max(pairs, key=sum) for pairs in rolls]
        exact_odds = odds("two_d6.check", dc=dc, bonus=bonus, aimed=aimed)
        assert exact_odds.p_success == Fraction(
            sum(succeeds(pair, dc, bonus) for pair in kept_pairs), len(kept_pairs)
        )
        assert exact_odds.p_auto_fail == Fraction(sum(sum(pair) == 2 for pair in kept_pairs), len(kept_pairs))
        assert exact_odds.p_cinematic == Fraction(
            sum(sum(pair) == 12 for pair in kept_pairs), len(kept_pairs)
        )
        assert exact_odds.need == dc - bonus
        with_reroll = odds("two_d6.check", dc=dc, bonus=bonus, aimed=aimed, cinematic_reroll=True)
        single = odds("two_d6.check", dc=dc, bonus=bonus).p_success
        assert with_reroll.p_success == 1 - (1 - exact_odds.p_success) * (1 - single)
        assert with_reroll.p_auto_fail is None and with_reroll.p_cinematic is None


def test_check_odds_agree_with_icepool():
    two = 2 @ icepool.d6
    best = icepool.highest(two, two)
    for dc, bonus in product(LADDER, BONUSES):
        for dice, aimed in ((two, False), (best, True)):
            successes = dice.map(lambda total, need=dc - bonus: total >= need and total != 2)
            chance = odds("two_d6.check", dc=dc, bonus=bonus, aimed=aimed).p_success
            assert chance == (successes.probability(True))


def test_group_and_aided_odds_equal_full_enumeration():
    for dc, bonuses in ((9, [1, 3]), (13, [4, 6]), (7, [0, 10])):
        rows = list(product(PAIRS, repeat=len(bonuses)))
        results = [
            [succeeds(pair, dc, bonus) for pair, bonus in zip(row, bonuses, strict=True)] for row in rows
        ]
        exact_odds = odds("two_d6.group_check", dc=dc, bonuses=bonuses)
        assert exact_odds.p_all == Fraction(sum(all(each) for each in results), len(rows))
        assert exact_odds.p_any == Fraction(sum(any(each) for each in results), len(rows))
        assert exact_odds.by_successes == {
            str(count): Fraction(sum(sum(each) == count for each in results), len(rows)) for count in range(3)
        }
        lower = max(dc - 2, 7)
        joint_successes = [
            all(succeeds(pair, lower, bonus) for pair, bonus in zip(row, bonuses, strict=True))
            for row in rows
        ]
        assert odds("two_d6.aided_check", dc=dc, bonuses=bonuses).p_success == Fraction(
            sum(joint_successes), len(rows)
        )


def test_aid_helps_equal_partners_as_the_digest_says():
    """Aid helps at needs of 4 to 10, 13 and 14, ties at 12, and hurts at 11 and below 4. R-33."""

    def compare_aid(need):
        for dc, bonus in product(LADDER[1:], BONUSES):
            if dc - bonus == need:
                exact_odds = odds("two_d6.aided_check", dc=dc, bonuses=[bonus, bonus])
                yield (exact_odds.p_success > exact_odds.p_leader_alone) - (
                    exact_odds.p_success < exact_odds.p_leader_alone
                )

    signs_by_need = {need: set(compare_aid(need)) for need in range(-1, 18)}
    assert {need for need, signs in signs_by_need.items() if signs == {1}} == {*range(4, 11), 13, 14}
    assert {need for need, signs in signs_by_need.items() if signs == {-1}} == {*range(-1, 4), 11}
    assert all(signs_by_need[need] == {0} for need in (12, 15, 16, 17))


# The ladder.


def test_armour_makes_the_printed_tasks_impossible():
    """17 in light, 15 and 17 in medium, 13 to 17 in heavy armour. T-161, T-163, T-165."""
    for armour, impossible in (("none", ()), ("light", (17,)), ("medium", (15, 17)), ("heavy", (13, 15, 17))):
        by_dc = {dc: effective(dc, agility=True, armour=armour) for dc in LADDER}
        assert tuple(dc for dc, own in by_dc.items() if own is None) == impossible
        steps = ("none", "light", "medium", "heavy").index(armour)
        assert all(own == dc + 2 * steps for dc, own in by_dc.items() if own is not None)
        assert all(effective(dc, armour=armour) == dc for dc in LADDER)
    acrobat_dcs = [
        effective(17, agility=True, armour=each, armored_acrobat=True) for each in ("light", "medium")
    ]
    assert acrobat_dcs == [17, None]


def test_steps_apply_before_armour_and_stay_on_the_ladder():
    ask_for = {"agility": True, "armour": "heavy"}
    assert ask("two_d6.effective_dc", dc=17, steps=-3, **ask_for)["effective_dc"] == 17
    assert ask("two_d6.effective_dc", dc=9, steps=5)["effective_dc"] == 17
    assert ask("two_d6.effective_dc", dc=9, steps=-5)["effective_dc"] == 7
    assert ask("two_d6.effective_dc", dc=9, steps=2, **ask_for)["effective_dc"] == IMPOSSIBLE
    assert ask("two_d6.effective_dc", dc=11, steps=1)["effective_dc"] == 13  # E-12


PRINTED_RATINGS = """
7 average easy cannot_fail cannot_fail cannot_fail cannot_fail
9 difficult average easy cannot_fail cannot_fail cannot_fail
11 very_difficult difficult average easy cannot_fail cannot_fail
13 impossible very_difficult difficult average easy cannot_fail
15 impossible impossible very_difficult difficult average easy
17 impossible impossible impossible very_difficult difficult average
"""


def test_rating_table_matches_the_printed_one():
    table = ask("two_d6.dc_rating", dc=7, bonus=0)["table"]
    for line in PRINTED_RATINGS.split("\n")[1:-1]:
        dc, *cells = line.split()
        assert [each.replace(" ", "_") for each in table[int(dc)][::2]] == cells
        assert len(table[int(dc)]) == 11


def test_unprinted_rating_takes_the_harder_neighbour():
    assert [rating(need) for need in (3, 4, 5, 6, 8, 10, 12, 13)] == [
        "cannot fail",
        "easy",
        "easy",
        "average",
        "difficult",
        "very difficult",
        "very difficult",
        "impossible",
    ]
    for dc, bonus in ((13, 3), (15, 3)):
        assert ask("two_d6.dc_rating", dc=dc, bonus=bonus)["rating"] == "very difficult"
        assert odds("two_d6.check", dc=dc, bonus=bonus).rating == "very difficult"
    for dc, bonus in product(LADDER, BONUSES):
        answer = ask("two_d6.dc_rating", dc=dc, bonus=bonus)
        assert (answer["rating"] == IMPOSSIBLE) == (answer["p_success"] == 0)
        assert (answer["rating"] == "cannot fail") == (answer["p_success"] == Fraction(35, 36))


def test_bonus_grid_adds_each_bonus_to_each_sum():
    grid = dict(bonus_grid())
    assert list(grid) == list(range(2, 13))
    assert grid[2] == list(range(2, 13)) and grid[12] == list(range(12, 23))
    assert all(row == list(range(total, total + 11)) for total, row in grid.items())
    ways = [sum(sum(pair) == total for pair in PAIRS) for total in range(2, 13)]
    assert ways == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_reference_lists_match_the_printed_grids():
    lists = {each.name: each for each in game("two_d6").references}
    sums = [list(map(int, each.values.values())) for each in lists["sums"].entries]
    assert sums == [[one + other for other in FACES] for one in FACES]
    totals = [list(map(int, each.values.values())) for each in lists["totals"].entries]
    assert totals == list(dict(bonus_grid()).values())
    ratings = {each.name: list(each.values.values()) for each in lists["ratings"].entries}
    for line in PRINTED_RATINGS.split("\n")[1:-1]:
        dc, *cells = line.split()
        place = LADDER.index(int(dc))
        assert [ratings[f"+{bonus}"][place].replace(" ", "_") for bonus in range(0, 11, 2)] == cells


# Goal seek.


def test_dc_finder_and_bonus_needed_are_consistent():
    for bonus, dc in product(BONUSES, LADDER):
        chance = odds("two_d6.check", dc=dc, bonus=bonus).p_success
        if not chance:
            continue
        assert ask("two_d6.dc_finder", bonus=bonus, target=chance)["dc"] >= dc
        needed = ask("two_d6.bonus_needed", dc=dc, target=chance)
        assert needed["bonus"] <= bonus and needed["p_success"] >= chance
    assert ask("two_d6.dc_finder", bonus=10, target="1")["dc"] is None
    assert ask("two_d6.dc_finder", bonus=0, target="0")["dc"] == 17
    assert ask("two_d6.bonus_needed", dc=17, target="1/2")["bonus"] == 10
    assert ask("two_d6.bonus_needed", dc=7, target="1")["bonus"] is None
    result = goal_seek("two_d6.check", "bonus", "at_least.success", "60%", dc=11)
    assert result.threshold.value == ask("two_d6.bonus_needed", dc=11, target="60%")["bonus"]


def test_party_chances_equal_the_odds_of_its_checks():
    party = [
        {"name": "Wren", "bonus": 6},
        {"name": "", "bonus": 4, "armour": "medium", "agility": True},
        {"name": "Brick", "bonus": 3, "agility": True, "armour": "light", "armored_acrobat": True},
    ]
    for steps in (-1, 0, 2):
        answer = ask("two_d6.party_chances", party=party, steps=steps)
        assert [each["name"] for each in answer["members"]] == ["Wren", "Character 2", "Brick"]
        for dc in LADDER:
            alone = []
            for each, text in zip(party, answer["members"], strict=True):
                armour_inputs = {key: value for key, value in each.items() if key not in ("name", "bonus")}
                own = ask("two_d6.effective_dc", dc=dc, steps=steps, **armour_inputs)["effective_dc"]
                chance = (
                    0 if own == IMPOSSIBLE else odds("two_d6.check", dc=own, bonus=each["bonus"]).p_success
                )
                assert text[str(dc)] == chance
                alone.append(chance)
            assert answer["p_all"][str(dc)] == alone[0] * alone[1] * alone[2]
            assert 1 - answer["p_any"][str(dc)] == (1 - alone[0]) * (1 - alone[1]) * (1 - alone[2])
    plain = [{"name": "", "bonus": bonus} for bonus in (5, 3, 3)]
    assert ask("two_d6.party_chances", party=plain)["p_together"]["15"] == Fraction(325, 2592)


@pytest.mark.parametrize(
    ("bonuses", "one", "all_members"), [((5, 3, 3), 13, 7), ((5, 4), 13, 9), ((0, 0), 7, 0)]
)
def test_party_headline_shows_the_hardest_likely_dc(bonuses, one, all_members):
    party = [{"bonus": bonus} for bonus in bonuses]
    answer = ask("two_d6.party_chances", party=party)
    assert (answer["likely_one"], answer["likely_all"]) == (one, all_members)
    assert f"up to {one}" in present.render_answer_headline(answer)
    assert (f"up to {all_members}" if all_members else "none of the six") in present.render_answer(answer)


# Rolls.


def test_check_result_has_total_margin_and_special_faces():
    result = resolve("two_d6.check", dc=11, bonus=4, dice=[3, 4])
    assert (result.total, result.success, result.margin) == (11, True, 0)
    snake_eyes = resolve("two_d6.check", dc=7, bonus=10, dice=[1, 1])
    assert (snake_eyes.total, snake_eyes.success, snake_eyes.margin, snake_eyes.auto_fail) == (
        12,
        False,
        5,
        True,
    )
    boxcars = resolve("two_d6.check", dc=17, bonus=0, dice=[6, 6])
    assert (boxcars.success, boxcars.cinematic) == (False, True)
    assert "cinematic" in boxcars.verdict


def test_aimed_check_counts_only_the_kept_dice():
    result = resolve("two_d6.check", dc=9, bonus=0, aimed=True, dice=[1, 1, 5, 4])
    assert (result.total, result.success, result.auto_fail) == (9, True, False)
    statuses = [[die.status for die in step.dice] for step in result.working if step.dice]
    assert statuses == [["dropped", "dropped"], ["made", "made"]]


def test_cinematic_rerolls_a_failure_and_keeps_the_better():
    outcome = resolve("two_d6.check", dc=11, bonus=0, cinematic_reroll=True, dice=[4, 3, 2, 1])
    assert (outcome.total, outcome.success) == (7, False)
    better = resolve("two_d6.check", dc=11, bonus=0, cinematic_reroll=True, dice=[4, 3, 6, 6])
    assert (better.total, better.cinematic) == (12, True)
    assert resolve("two_d6.check", dc=11, bonus=4, cinematic_reroll=True, dice=[4, 3]).success


def test_helpers_must_all_succeed_each_in_their_own_armour():
    party = [{"bonus": 6}, {"bonus": 6, "armour": "heavy", "agility": True}]
    failed = resolve("two_d6.aided_check", dc=11, bonuses=party, dice=[3, 3, 4, 4])
    assert (failed.success, failed.made) == (False, (True, False))
    assert resolve("two_d6.aided_check", dc=11, bonuses=party, dice=[3, 3, 6, 3]).success
    impossible_party = [party[0], {**party[1], "bonus": 10}]
    assert odds("two_d6.aided_check", dc=15, bonuses=impossible_party).p_success == 0
    snake_eyes = resolve("two_d6.aided_check", dc=7, bonuses=[10, 10], dice=[6, 6, 1, 1])
    assert snake_eyes.made == (True, False)


def test_taking_7_adds_the_bonus_unless_failure_costs():
    assert ask("two_d6.take_7", dc=11, bonus=4) == {"total": 11, "success": True}
    assert not ask("two_d6.take_7", dc=13, bonus=4)["success"]
    with pytest.raises(InputError) as caught:
        ask("two_d6.take_7", dc=11, bonus=4, penalty_for_failure=True)
    assert caught.value.codes == ("take_7_barred",)


def test_cinematic_odds_of_a_number_of_rolls():
    assert ask("two_d6.cinematic_odds", rolls=1) == {
        "p_one_or_more": Fraction(1, 36),
        "mean": Fraction(1, 36),
    }
    assert ask("two_d6.cinematic_odds", rolls=36)["mean"] == 1


@pytest.mark.parametrize(
    "inputs, field",
    [
        ({"dc": 8, "bonus": 4}, "dc"),
        ({"dc": 20, "bonus": 4}, "dc"),
        ({"dc": 5, "bonus": 4}, "dc"),
        ({"dc": 9, "bonus": 11}, "bonus"),
        ({"dc": 9, "bonus": -1}, "bonus"),
    ],
)
def test_check_rejects_a_dc_or_bonus_out_of_range(inputs, field):
    with pytest.raises(InputError, match=f"^{field}: expected .*, got {inputs[field]}$"):
        roll("two_d6.check", **inputs)
