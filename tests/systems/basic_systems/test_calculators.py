"""Calculators around the roll: pools, success without dice, Willpower, goal seek, tables, the party."""

import json
from fractions import Fraction
from math import prod

import pytest
from bs4 import BeautifulSoup

from rules_py import InputError, ask, games, odds, present, web
from rules_py.systems.basic_systems.degrees import RATINGS, difficulty_name, rating_name


def error_codes(calculator, **inputs):
    with pytest.raises(InputError) as caught:
        ask(f"basic_systems.{calculator}", **inputs)
    return caught.value.codes


def chance_of_degree(pool, difficulty, degree, **more):
    return odds("basic_systems.throw", pool=pool, difficulty=difficulty, **more).chance(
        lambda result: result.net >= degree
    )


# Pools.


@pytest.mark.parametrize(
    "inputs, dice, defaulted, cancel",
    [
        ({"attribute": 3, "ability": 2}, 5, False, 0),  # W-2
        ({"attribute": 3, "ability": 0}, 3, True, 0),  # W-3
        ({"attribute": 3}, 3, False, 0),
        ({"attribute": 0, "ability": 0}, 0, True, 0),
        ({"attribute": 5, "ability": 5}, 10, False, 1),
        ({"attribute": 6, "ability": 6, "beyond_human": True}, 12, False, 2),
        ({"trait": 10}, 10, False, 0),
        ({"trait": 7, "attribute": 0, "ability": 0}, 7, True, 0),
        ({"trait": 4, "ability": 5, "allow_mix": True}, 9, False, 1),
        ({}, 0, False, 0),
    ],
)
def test_pool_has_its_dice_default_and_cancelled_ones(inputs, dice, defaulted, cancel):
    assert ask("basic_systems.pool", **inputs) == {"dice": dice, "defaulted": defaulted, "cancel": cancel}


@pytest.mark.parametrize(
    "inputs, codes",
    [
        ({"attribute": 6}, ("attribute_out_of_range",)),
        ({"attribute": -1}, ("attribute_out_of_range",)),
        ({"attribute": 7, "beyond_human": True}, ("attribute_out_of_range",)),
        ({"attribute": 6, "ability": 6}, ("attribute_out_of_range", "ability_out_of_range")),
        ({"trait": 11}, ("trait_out_of_range",)),
        ({"trait": 5, "attribute": 1}, ("single_trait_alone",)),
        ({"trait": 0, "ability": 3}, ("single_trait_alone",)),
    ],
)
def test_pool_rejects_invalid_ratings_and_combinations(inputs, codes):
    assert error_codes("pool", **inputs) == codes


# Automatic success, and a point of Willpower.


@pytest.mark.parametrize(
    "pool, difficulty, available", [(8, 8, True), (7, 8, False), (9, 8, True), (0, 2, False)]
)
def test_automatic_success_needs_a_pool_of_the_difficulty(pool, difficulty, available):
    expected = {"available": available, "net": int(available), "degree": "Marginal" if available else None}
    assert ask("basic_systems.automatic", pool=pool, difficulty=difficulty) == expected  # W-4


def test_automatic_success_rejects_a_willpower_point():
    assert error_codes("automatic", pool=8, difficulty=8, willpower=True) == ("willpower_without_roll",)


def test_willpower_is_spent_once_a_turn_while_points_remain():
    assert ask("basic_systems.spend_willpower", current=3) == {"current": 2, "spent_this_turn": True}
    assert error_codes("spend_willpower", current=0) == ("willpower_empty",)
    assert error_codes("spend_willpower", current=0, spent_this_turn=True) == ("willpower_empty",)
    assert error_codes("spend_willpower", current=3, spent_this_turn=True) == (
        "willpower_already_spent_this_turn",
    )
    with pytest.raises(InputError, match="current: expected at least 1, got 0"):
        ask("basic_systems.spend_willpower", current=0)


# The decision card.


@pytest.mark.parametrize(
    "pool, difficulty, rating", [(8, 8, 5), (5, 6, 0), (0, 6, 0), (12, 10, 6), (3, 2, 0)]
)
def test_compare_gives_the_odds_of_all_three_choices(pool, difficulty, rating):
    answer = ask("basic_systems.compare", pool=pool, difficulty=difficulty, ability_rating=rating)
    for name, paid in (("throw", False), ("willpower", True)):
        exact_odds = odds(
            "basic_systems.throw", pool=pool, difficulty=difficulty, ability_rating=rating, willpower=paid
        )
        assert answer[name] == {
            "available": True,
            "at_least_1": exact_odds.p_success,
            "at_least_3": exact_odds.at_least_3,
            "at_least_5": exact_odds.at_least_5,
            "botch": exact_odds.p_botch,
        }
    automatic = pool >= difficulty
    assert answer["automatic"] == {
        "available": automatic,
        "at_least_1": int(automatic),
        "at_least_3": 0,
        "at_least_5": 0,
        "botch": 0,
    }
    assert answer["willpower"]["at_least_1"] == 1 and answer["willpower"]["botch"] == 0


def test_compare_is_shown_as_one_table():
    html = BeautifulSoup(
        present.render_answer(ask("basic_systems.compare", pool=4, difficulty=6)), "html.parser"
    )
    rows = [[cell.get_text(" ", strip=True) for cell in row.select("td")] for row in html.select("tbody tr")]
    assert [row[0] for row in rows] == [
        "Take an automatic success",
        "Roll",
        "Roll and spend a Willpower point",
    ]
    assert rows[0][1:] == ["—"] * 4
    assert rows[1][1].startswith("80.1% ") and rows[1][1].endswith("1,601 in 2,000")
    assert len(html.select("table")) == 1


# Goal seek.


@pytest.mark.parametrize("degree", [1, 3, 5])
@pytest.mark.parametrize("target", ["0", "1/3", "1/2", "9/10", "1"])
def test_difficulty_for_returns_the_highest_sufficient_one(degree, target):
    for pool in (0, 1, 2, 5, 11, 20):
        answer = ask("basic_systems.difficulty_for", pool=pool, target=target, degree=degree)
        enough = [each for each in range(2, 11) if chance_of_degree(pool, each, degree) >= Fraction(target)]
        assert answer["difficulty"] == max(enough, default=None)
        assert answer["chance"] == (chance_of_degree(pool, max(enough), degree) if enough else None)


@pytest.mark.parametrize("degree", [1, 2, 5])
@pytest.mark.parametrize("target", ["0", "1/2", "9/10", "97/100", "1"])
def test_pool_for_returns_the_smallest_and_later_losses(degree, target):
    for difficulty in (2, 3, 6, 10):
        answer = ask("basic_systems.pool_for", difficulty=difficulty, target=target, degree=degree)
        enough = [
            pool for pool in range(21) if chance_of_degree(pool, difficulty, degree) >= Fraction(target)
        ]
        assert answer["pool"] == min(enough, default=None)
        lost_pools = [pool for pool in range(min(enough, default=21), 21) if pool not in enough]
        assert answer["lost_again_at"] == lost_pools


def test_pool_for_reports_a_chance_lost_with_a_second_die():
    answer = ask("basic_systems.pool_for", difficulty=2, target="9/10")
    assert answer == {"pool": 1, "chance": Fraction(9, 10), "lost_again_at": [2]}


# Tables, and the cells where an extra die makes things worse.


def test_odds_table_equals_the_odds_of_each_cell():
    switches = {"tens": "again", "botch_rule": "ones_outnumber"}
    for kind, measure in (("success", "p_success"), ("failure", "p_failure"), ("at_least_4", "at_least_4")):
        answer = ask(
            "basic_systems.odds_table",
            kind=kind,
            pools=[5, 7],
            difficulties=[6, 9],
            ability_rating=5,
            **switches,
        )
        for pool, row in answer["table"].items():
            for difficulty, value in row.items():
                exact_odds = odds(
                    "basic_systems.throw", pool=pool, difficulty=difficulty, ability_rating=5, **switches
                )
                assert value == exact_odds.measures[measure]
        book = ask("basic_systems.odds_table", kind=kind, pools=[5, 7], difficulties=[6, 9], ability_rating=5)
        assert answer["book"] == book["table"] and book["book"] is None


def test_odds_table_marks_cells_where_a_die_more_is_worse():
    botches = ask("basic_systems.odds_table", kind="botch")
    assert botches["worse"] == [
        [2, 7], [2, 8], [2, 9], [2, 10], [3, 9], [3, 10], [4, 9], [4, 10], [5, 10], [6, 10]
    ]  # fmt: skip
    successes = ask("basic_systems.odds_table", kind="success")
    assert successes["worse"] == [[pool, 2] for pool in range(2, 13, 2)]
    assert ask("basic_systems.odds_table", kind="at_least_3", pools=[4, 5])["worse"] == [[4, 2]]
    html = BeautifulSoup(present.render_answer(botches), "html.parser")
    marked_cells = [cell.get_text() for cell in html.select("td") if "▾" in cell.get_text()]
    assert len(marked_cells) == 10 and "▾ 17%" in marked_cells


# An Ability has no more dots than its pool has dice.


@pytest.mark.parametrize(
    ("calculator", "inputs", "field"),
    [
        ("throw", {"pool": 2, "ability_rating": 6}, "ability_rating"),
        ("throw", {"pool": 0, "ability_rating": 1}, "ability_rating"),
        ("compare", {"pool": 4, "ability_rating": 5}, "ability_rating"),
        (
            "party",
            {"members": [{"pool": 8, "ability_rating": 5}, {"pool": 3, "ability_rating": 4}]},
            "members.1.ability_rating",
        ),
        ("odds_table", {"kind": "botch", "pools": [1, 4], "ability_rating": 5}, "ability_rating"),
    ],
)
def test_ability_above_pool_is_an_error(calculator, inputs, field):
    with pytest.raises(InputError) as caught:
        (odds if calculator == "throw" else ask)(f"basic_systems.{calculator}", **inputs)
    assert [(each.field, each.code) for each in caught.value.faults] == [(field, "ability_above_pool")]
    assert caught.value.user_message == "An Ability can’t have more dots than its pool has dice."


def test_ability_as_large_as_the_pool_is_valid():
    """With an Attribute of 0 the pool has only the Ability’s dice."""
    assert odds("basic_systems.throw", pool=5, ability_rating=5, difficulty=10).p_botch < Fraction(6, 100)
    assert ask("basic_systems.compare", pool=6, ability_rating=6)["throw"]["botch"]


def test_odds_table_leaves_out_pools_below_the_ability():
    answer = ask("basic_systems.odds_table", kind="botch", ability_rating=6, difficulties=[8, 10])
    assert list(answer["table"]) == [*range(6, 13)] and answer["left_out"] == [1, 2, 3, 4, 5]
    assert answer["worse"] == [[7, 8], [7, 10], [8, 8], [8, 10], *([pool, 10] for pool in range(9, 13))]
    assert "1, 2, 3, 4 and 5" in BeautifulSoup(present.render_answer(answer), "html.parser").get_text()
    assert ask("basic_systems.odds_table", kind="botch")["left_out"] == []


def test_link_with_an_impossible_pool_opens():
    """A form opened from an old link shows the problem at its field; its other answers still work."""
    request_data = {
        "action": "odds",
        "calculator": "basic_systems.throw",
        "inputs": {"pool": 2, "ability_rating": 6},
    }
    reply = json.loads(web.respond(json.dumps(request_data)))
    assert reply["problems"] == [
        {"field": "ability_rating", "message": "An Ability can’t have more dots than its pool has dice."}
    ]


# Other calculators.


def test_party_has_the_chances_of_each_and_of_anyone():
    members = [{"name": "Ada", "pool": 3}, {"name": "", "pool": 8, "ability_rating": 5}]
    answer = ask("basic_systems.party", difficulty=8, members=members)
    exact_odds = [
        odds("basic_systems.throw", pool=3, difficulty=8),
        odds("basic_systems.throw", pool=8, difficulty=8, ability_rating=5),
    ]
    assert [each["name"] for each in answer["party"]] == ["Ada", "2."]
    assert [each["automatic"] for each in answer["party"]] == [False, True]
    assert [each["botch"] for each in answer["party"]] == [each.p_botch for each in exact_odds]
    assert answer["anybody"] == 1 - prod(1 - each.p_success for each in exact_odds)
    assert answer["everybody"] == prod(each.p_success for each in exact_odds)
    assert answer["any_botch"] == 1 - prod(1 - each.p_botch for each in exact_odds)


@pytest.mark.parametrize(
    ("entered", "difficulty", "label"),
    [(11, 10, None), (1, 2, None), (-5, 2, None), (6, 6, "Standard"), (9, 9, "Extremely difficult")],
)
def test_clamp_difficulty_limits_it_to_the_scale(entered, difficulty, label):
    assert ask("basic_systems.clamp_difficulty", n=entered) == {"difficulty": difficulty, "label": label}


def test_botch_prompts_depend_on_the_degree():
    assert ask("basic_systems.botch_prompts", botch_ones=3)["degree"] == "Severe"
    worst = ask("basic_systems.botch_prompts", botch_ones=9)
    assert worst["degree"] == "Catastrophic" and worst == ask("basic_systems.botch_prompts", botch_ones=5)
    every = [ask("basic_systems.botch_prompts", botch_ones=ones)["prompts"] for ones in range(1, 6)]
    assert all(len(each) >= 4 for each in every)
    prompt_list = next(each for each in games() if each.id == "basic_systems").reference("botch_prompts")
    assert sum(every, []) == [entry.name for entry in prompt_list.entries]


def test_only_standard_ratings_and_difficulties_have_names():
    assert [each.number for each in RATINGS] == [0, 1, 2, 3, 4, 5]
    assert rating_name(1) == "Poor" and rating_name(6) is None
    assert difficulty_name(2) is None and difficulty_name(10) is None
