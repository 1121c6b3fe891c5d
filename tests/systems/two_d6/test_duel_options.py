"""The combatants on each side of a duel and their equipment."""

from __future__ import annotations

import pytest

from rules_py import odds, resolve
from rules_py.calculators.goal_seek import goals
from rules_py.present.headline import key_value
from rules_py.present.odds import render_odds as odds_table
from rules_py.present.sides import participant_of_sheet, taker
from rules_py.systems import registry

GAME = registry.game("two_d6")
(SIDES,) = GAME.sides


def duel_options(entry):
    return {each.label: each.value for each in SIDES.options(entry)}


def sample(id):
    return GAME.tracker.setup.sample(id).participant


def test_foe_has_a_duel_option_for_each_weapon_and_unarmed():
    attacks = duel_options(sample("goblin-raider"))
    assert [*attacks] == ["Short bow +5", "Hooked knife +4", "Unarmed +2"]
    assert attacks["Hooked knife +4"] == {
        "att_bonus": 4,
        "def_bonus": 5,
        "wounds": 4,
        "armour": "light",
        "proficient": False,
        "attacks": 1,
    }


def test_duel_option_includes_multiattack_and_proficiency():
    (machine, *_) = duel_options(sample("guard-machine")).values()
    assert (machine["attacks"], machine["armour"], machine["proficient"]) == (2, "heavy", True)


def test_attack_spells_are_not_duel_options():
    assert [*duel_options(sample("marsh-witch"))] == ["Unarmed +2"]


@pytest.mark.parametrize(("lost", "left"), [(0, 5), (2, 3), (4, 1), (5, None)])
def test_duel_options_use_the_wounds_left(lost, left):
    sheet = {
        **GAME.sheet.blank(),
        "name": "Odile",
        "stats": dict.fromkeys(GAME.sheet.blank()["stats"], 2),
        "skills": [{"skill": "melee", "subset": "Swords", "rank": 3, "stat": "DEX"}],
        "wounds_lost": lost,
    }
    attacks = duel_options(participant_of_sheet(GAME, sheet))
    assert [*attacks] == (["Melee (Swords) +5", "Unarmed +2"] if left else [])
    assert all(each["wounds"] == left for each in attacks.values())


def test_duel_names_its_duellist_in_the_odds_and_the_verdict():
    (option, *_) = taker(GAME, SIDES, sample("town-guard")).ways
    duel = registry.calculator("two_d6.duel")
    other = {"att_bonus": 0, "def_bonus": 0, "wounds": 1}
    win = resolve("two_d6.duel", a=option.value, b=other, dice=[6, 6, 1, 1])
    assert win.verdict == "Town guard wins"
    exact_odds = odds("two_d6.duel", a=option.value, b=other)
    assert [each.label for each in duel.scale.grades_of(exact_odds)] == [
        "The second wins",
        "Neither can hurt the other",
        "Town guard wins",
    ]
    assert resolve("two_d6.duel", a=other, b=other, dice=[6, 6, 1, 1]).verdict == "The first wins"
    (labels, _) = duel.scale.side_by_side([exact_odds, odds("two_d6.duel", a=other, b=other)])
    assert labels[-1].label == "The first wins"  # a comparison in which only one duellist has a name


def test_duel_names_the_winner_in_key_value_table_and_goals():
    (option, *_) = taker(GAME, SIDES, sample("town-guard")).ways
    duel, other = registry.calculator("two_d6.duel"), {"att_bonus": 4, "def_bonus": 4, "wounds": 6}
    named, nameless = odds("two_d6.duel", a=option.value, b=other), odds("two_d6.duel", a=other, b=other)
    assert key_value(duel, named)[0] == "Town guard wins"
    assert key_value(duel, nameless)[0] == "The first wins"
    assert "Town guard wins, averaged over who acts first" in odds_table(duel, named)
    assert "The first wins, averaged over who acts first" in odds_table(duel, nameless)
    assert [each.label for each in goals(duel, [named])][
        -1
    ] == "Town guard wins, averaged over who acts first"
    assert [each.label for each in goals(duel, [named, nameless])][
        -1
    ] == "The first wins, averaged over who acts first"
