"""Die sizes, injuries and bargains of Action & Consequence, and the changes that a sheet allows."""

from fractions import Fraction
from itertools import product

import pytest

from rules_py import InputError, ask, odds

SIZES = [0, 4, 6, 8, 10, 12]
PARTS = {
    "stats": {"Guts": [12, 6], "Art": [8, 6], "Grace": [8, 8]},
    "endeavors": {"demonology": "Art"},
    "specializations": [],
}


def with_stats(**stats):
    return {**PARTS, "stats": {**PARTS["stats"], **stats}}


def dice_after(dice, losses):
    """Return the dice after these losses of sizes; a die below the smallest size is removed."""
    ranks = [SIZES.index(die) - loss for die, loss in zip(dice, losses, strict=True)]
    return sorted((SIZES[rank] for rank in ranks if rank > 0), reverse=True)


@pytest.mark.parametrize(
    "dice, losses, expected",
    [([10, 8], [1, 1], [8, 6]), ([4, 12], [1, 1], [10]), ([12, 6], [2, 0], [8, 6])],  # W-8, W-9
)
def test_worked_losses(dice, losses, expected):
    assert ask("action_consequence.drop_sizes", dice=dice, losses=losses) == {"dice": expected}


def test_drop_sizes_moves_down_the_sizes_or_rejects_the_loss():
    for dice in product(SIZES[1:], repeat=2):
        for losses in product(range(6), repeat=2):
            if all(loss <= SIZES.index(die) for die, loss in zip(dice, losses, strict=True)):
                answer = ask("action_consequence.drop_sizes", dice=list(dice), losses=list(losses))
                assert answer == {"dice": dice_after(dice, losses)}
            else:
                with pytest.raises(InputError) as caught:
                    ask("action_consequence.drop_sizes", dice=list(dice), losses=list(losses))
                assert set(caught.value.codes) == {"too_few_sizes"}


def test_drop_sizes_needs_a_loss_for_every_die():
    with pytest.raises(InputError, match=r"losses: expected 2 numbers, one for each die, got \[2\]"):
        ask("action_consequence.drop_sizes", dice=[12, 6], losses=[2])


@pytest.mark.parametrize(
    "dice, expected",
    [([12, 6], [[8, 6], [10, 4], [12]]), ([4, 4], [[]]), ([4], []), ([], []), ([6], [[]])],  # W-10
)
def test_worked_injuries(dice, expected):
    assert ask("action_consequence.injury_options", dice=dice) == {"options": expected}


def test_injury_options_list_every_loss_of_two_sizes():
    for dice in product(SIZES[1:], repeat=2):
        losses_of_two = [losses for losses in ((2, 0), (1, 1), (0, 2)) if all(
            loss <= SIZES.index(die) for die, loss in zip(dice, losses, strict=True)
        )]  # fmt: skip
        expected = sorted({tuple(dice_after(dice, losses)) for losses in losses_of_two})
        answer = ask("action_consequence.injury_options", dice=list(dice))["options"]
        assert answer == [list(each) for each in expected]


def test_injury_effect_gives_the_next_chances_of_winning():
    answer = ask("action_consequence.injury_effect", dice=[12, 6], opponent=[10, 8])
    assert round(float(answer["wins"]), 3) == 0.635
    wins = {tuple(each["dice"]): round(float(each["wins"]), 3) for each in answer["options"]}
    assert wins == {(8, 6): 0.158, (10, 4): 0.337, (12,): 0.534}
    no_dice = ask("action_consequence.injury_effect", dice=[4, 4], opponent=[6])
    assert no_dice["options"] == [{"dice": [], "wins": 0}]


# Bargains.


def check_change(after):
    return ask("action_consequence.check_consequence", before=PARTS, after=after)


def test_w6_sizes_may_move_from_one_stat_to_another():
    assert check_change(with_stats(Guts=[6, 6], Art=[10, 6])) == {"legal": True, "errors": []}


def test_w7_a_new_specialization_costs_sizes():
    after = {**with_stats(Guts=[8, 4]), "specializations": ["demon-marked"]}
    assert check_change(after) == {"legal": True, "errors": []}


@pytest.mark.parametrize(
    "after, errors",
    [
        (with_stats(Guts=[12, 8]), ["die_sizes_added"]),
        (with_stats(Guts=[12, 8], Art=[8, 4]), []),
        ({**PARTS, "specializations": ["demon-marked"]}, ["addition_without_loss"]),
        (
            {**with_stats(Guts=[10, 6], Art=[10, 6]), "specializations": ["demon-marked"]},
            ["addition_without_loss"],
        ),
        (with_stats(Wits=[]), ["entry_added"]),
        ({**PARTS, "endeavors": {"demonology": "Art", "mastery": "Guts"}}, ["entry_added"]),
        ({**PARTS, "endeavors": {"demonology": "Grace"}}, []),
        ({**PARTS, "endeavors": {}}, []),
        (with_stats(Guts=[7]), ["bad_die_size"]),
        (with_stats(Guts=[4, 4, 4]), ["bad_dice_count"]),
    ],
)
def test_check_consequence_allows_only_legal_changes(after, errors):
    assert check_change(after) == {"legal": not errors, "errors": errors}


def bargain(*terms):
    return ask("action_consequence.bargain", loser=PARTS, winner=PARTS, terms=list(terms))


def test_bargain_updates_the_losers_sheet_and_next_odds():
    answer = bargain(
        {"who": "loser", "what": "dice", "name": "Guts", "dice": [12, 4]},
        {"who": "loser", "what": "story", "text": "Deaf in one ear, left for dead"},
    )
    assert answer["legal"] and answer["after"]["loser"] == with_stats(Guts=[12, 4])
    assert answer["after"]["winner"] == PARTS
    assert answer["sizes"] == {"loser": {"before": 18, "after": 17}, "winner": {"before": 18, "after": 18}}
    before, after = answer["next"]
    assert (before["dice"], after["dice"]) == ([12, 6], [12, 4])
    for each in (before, after):
        conflict_odds = odds("action_consequence.conflict", dice_a=each["dice"], dice_b=[12, 6])
        assert each["wins"] == conflict_odds.a_doubles + conflict_odds.a_by_giving
    assert before["wins"] == Fraction(1, 2) > after["wins"]


def test_bargain_checks_each_sheet_separately():
    answer = bargain(
        {"who": "loser", "what": "dice", "name": "Guts", "dice": [12]},
        {"who": "winner", "what": "dice", "name": "Guts", "dice": [12, 8]},
    )
    assert answer["errors"] == {"loser": [], "winner": ["die_sizes_added"]} and not answer["legal"]
    assert answer["next"] == []


def test_bargain_strikes_entries_and_moves_endeavors():
    after_strike = bargain({"who": "loser", "what": "strike", "name": "demonology"})
    assert after_strike["legal"] and after_strike["after"]["loser"]["endeavors"] == {}
    after_move = bargain({"who": "winner", "what": "endeavor", "name": "demonology", "stat": "Grace"})
    assert after_move["legal"] and after_move["after"]["winner"]["endeavors"] == {"demonology": "Grace"}
    after_addition = bargain({"who": "winner", "what": "add", "name": "mastery of the necromantic arts"})
    assert after_addition["errors"]["winner"] == ["addition_without_loss"]


@pytest.mark.parametrize(
    "term, code",
    [
        ({"who": "loser", "what": "dice", "name": "Wits", "dice": [4]}, "unknown_entry"),
        ({"who": "loser", "what": "strike", "name": "demonolgy"}, "unknown_entry"),
        ({"who": "loser", "what": "endeavor", "name": "demonology", "stat": "Wits"}, "unknown_entry"),
        ({"who": "loser", "what": "add", "name": " "}, "entry_incomplete"),
    ],
)
def test_bargain_rejects_terms_for_unknown_or_unnamed_entries(term, code):
    with pytest.raises(InputError) as caught:
        bargain(term)
    assert caught.value.codes == (code,)


# Counters.


def test_counters_ignore_capitals_and_spaces():
    group = [
        {"name": "Ana", "specializations": [{"name": "Knives", "vulnerable_to": "long Reach "}]},
        {"name": "Bo", "specializations": [{"name": "Long reach", "vulnerable_to": "Nets"}]},
        {"name": "Cai", "specializations": [{"name": "Silence", "vulnerable_to": ""}]},
    ]
    answer = ask("action_consequence.counters", group=group)
    assert [each["countered_by"] for each in answer["rows"]] == [["Bo"], [], []]
    assert answer["safe"] == ["Long reach (Bo)", "Silence (Cai)"]
