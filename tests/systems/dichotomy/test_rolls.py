"""Checks, attacks, defences and the acting order: modifiers and errors."""

import itertools
import re
from fractions import Fraction as F

import pytest

from rules_py import ask, calculator, odds, present, resolve, roll
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, LEGAL_PAIRS
from tests.systems.dichotomy.characters import codes


def test_check_reports_all_problems_in_alphabetical_order():
    problems = codes(
        resolve,
        "dichotomy.check",
        value_a=0,
        value_b=11,
        attribute_a="martial",
        attribute_b="spiritual",
        dice=[11, 5],
    )
    assert problems == ("attr_range", "bad_die", "same_dichotomy")
    assert codes(odds, "dichotomy.check", value_a=5, value_b=5, attribute_a="power", attribute_b="power") == (
        "same_dichotomy",
    )


@pytest.mark.parametrize("die", [-1, 11, "5", 5.0, None, True])
def test_check_accepts_only_faces_of_the_die(die):
    assert codes(resolve, "dichotomy.check", value_a=5, value_b=5, dice=[die, 1]) == ("bad_die",)


def test_face_0_counts_as_10_and_two_tens_are_critical():
    result = resolve("dichotomy.check", value_a=1, value_b=1, tn_a=14, tn_b=14, dice=[0, 10])
    assert (result.total_a, result.made_a, result.grade) == (11, False, "critical")
    assert roll("dichotomy.check", seed=1, value_a=5, value_b=5).outcome in odds(
        "dichotomy.check", value_a=5, value_b=5
    )


def test_check_rejects_the_wrong_number_of_dice():
    assert codes(resolve, "dichotomy.check", value_a=5, value_b=5, dice=[1]) == ("wrong_dice_count",)


def test_check_accepts_the_twelve_legal_pairs():
    assert len(LEGAL_PAIRS) == 12
    for first, second in itertools.product(ATTRIBUTES, repeat=2):
        legal = (first, second) in LEGAL_PAIRS or (second, first) in LEGAL_PAIRS
        query = {"value_a": 5, "value_b": 5, "attribute_a": first, "attribute_b": second, "dice": [1, 1]}
        if legal:
            resolve("dichotomy.check", **query)
        else:
            assert codes(resolve, "dichotomy.check", **query) == ("same_dichotomy",)


def test_ability_raises_the_grade_but_never_to_critical():
    def grade(*dice):
        return resolve("dichotomy.check", value_a=1, value_b=1, ability_helps=True, dice=dice).grade

    assert [grade(1, 1), grade(9, 1), grade(9, 9), grade(10, 10)] == ["partial", "total", "total", "critical"]


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ({"attribute_a": "finesse", "smite": True}, ("smite_needs_power",)),
        ({"attribute_a": "power", "deadly_aim": True}, ("aim_needs_finesse",)),
        ({"attribute_a": "finesse", "telekinesis": True}, ("telekinesis_needs_finesse_spiritual",)),
        (
            {"attribute_a": "power", "attribute_b": "spiritual", "telekinesis": True, "deadly_aim": True},
            ("aim_needs_finesse", "telekinesis_needs_finesse_spiritual"),
        ),
        ({"reduction": 2}, ("bad_value",)),
        ({"attribute_a": "martial"}, ("unknown_attribute",)),
    ],
)
def test_attack_rejects_invalid_abilities_and_values(flags, expected):
    assert codes(odds, "dichotomy.attack", value_a=5, value_b=5, **flags) == expected


def test_attack_applies_its_modifiers_in_order():
    result = resolve(
        "dichotomy.attack",
        value_a=9,
        value_b=9,
        attribute_a="finesse",
        attribute_b="spiritual",
        telekinesis=True,
        deadly_aim=True,
        bless=True,
        reduction=1,
        dice=[5, 5],
    )
    assert (result.hits, result.push) == (2 - 1 + 2 + 1 - 1, True)
    assert result.verdict == "Total success: 3 hits, and the foe may be shoved to an adjacent zone"
    assert [step.rule for step in result.working if step.rule][-5:-1] == ["D-094", "D-061", "D-085", "R-30"]
    assert result.working[-1].text == "In all: 3 hits"


def test_modifiers_are_added_by_attribute_time_and_condition():
    entries = [
        {"on": "finesse", "value": 1},
        {"on": "all", "value": 4, "when": "defence"},
        {"on": "martial", "value": -3},
        {"on": "finesse", "value": 9, "active": False},
        {"on": "power", "value": 7},
    ]
    query = {"entries": entries, "attribute_a": "finesse", "attribute_b": "martial"}
    assert ask("dichotomy.combine_modifiers", rolling="attack", **query) == {"mod_a": 1, "mod_b": -3}
    assert ask("dichotomy.combine_modifiers", rolling="defence", **query) == {"mod_a": 5, "mod_b": 1}


@pytest.mark.parametrize(("gear", "modifier"), [("normal", 0), ("poor", -2), ("none", -4)])
def test_gear_modifies_martial_only(gear, modifier):
    for attribute in ATTRIBUTES:
        expected = modifier if attribute == "martial" else 0
        assert ask("dichotomy.gear_modifier", gear=gear, attribute=attribute) == {"modifier": expected}


def test_alert_characters_act_first_even_in_an_ambush():
    pcs = [{"name": "A", "alertness": False}, {"name": "B", "alertness": True}]
    assert ask("dichotomy.acting_order", ambushed=False, pcs=pcs, npcs=["X"]) == {"order": ["B", "A", "X"]}
    assert ask("dichotomy.acting_order", ambushed=True, pcs=pcs, npcs=["X"]) == {"order": ["B", "X", "A"]}


def test_first_to_act_compares_the_rolls_of_two_characters():
    even_scores = {"finesse": 5, "martial": 5}
    exact_odds = odds("dichotomy.first_to_act", first=even_scores, second=even_scores)
    assert exact_odds.first_acts == exact_odds.second_acts == F(1, 2)

    def who(*dice):
        return resolve("dichotomy.first_to_act", first=even_scores, second=even_scores, dice=dice).who

    assert [who(5, 4, 9, 4), who(5, 5, 9, 4), who(10, 10, 9, 9), who(5, 6, 6, 5)] == [
        "second",
        "first",
        "first",
        "again",
    ]


def test_pvp_target_adds_the_defenders_modifier():
    assert ask("dichotomy.pvp_tn", defender_value=7, defender_mod=4) == {"tn": 16}


def test_attack_odds_show_a_shove_only_with_telekinesis():
    def words(**more):
        pair = {"attribute_a": "finesse", "attribute_b": "spiritual"}
        exact_odds = odds("dichotomy.attack", value_a=7, value_b=8, **pair, **more)
        return re.sub(r"<[^>]*>", " ", present.render_odds(calculator("dichotomy.attack"), exact_odds))

    assert "Shove" in words(telekinesis=True) and "Shove" not in words() and "Mean hits" in words()


def test_veteran_roll_applies_the_bonus_to_each_grade():
    def grades(peak):
        answer = ask("dichotomy.veteran_roll", peak_abilities=peak, value_a=5, value_b=6, tn_a=12, tn_b=12)
        return [answer["bonus"], *(str(answer[each]) for each in ("failure", "partial", "total", "critical"))]

    assert grades(5) == [0, "3/10", "1/2", "19/100", "1/100"]
    assert grades(9) == [4, "1/50", "13/50", "71/100", "1/100"]
