"""Who takes a side of a duel, and what they bring along."""

from __future__ import annotations

import pytest

from rules_py import catalogue
from rules_py.present.sides import seat

GAME = catalogue.game("two_d6")
(SIDES,) = GAME.sides


def ways(entry):
    return {each.label: each.value for each in SIDES.ways(entry)}


def sample(id):
    return GAME.desk.setting.sample(id).seat


def test_a_foe_fights_with_each_weapon_and_with_bare_hands():
    found = ways(sample("goblin-raider"))
    assert [*found] == ["Short bow +5", "Hooked knife +4", "Unarmed +2"]
    assert found["Hooked knife +4"] == {
        "att_bonus": 4,
        "def_bonus": 5,
        "wounds": 4,
        "armour": "light",
        "proficient": False,
        "attacks": 1,
    }


def test_multiattack_and_training_with_armour_count():
    (machine, *_) = ways(sample("guard-machine")).values()
    assert (machine["attacks"], machine["armour"], machine["proficient"]) == (2, "heavy", True)


def test_attack_spells_are_no_part_of_a_duel():
    assert [*ways(sample("marsh-witch"))] == ["Unarmed +2"]


@pytest.mark.parametrize(("lost", "left"), [(0, 5), (2, 3), (4, 1), (5, None)])
def test_a_character_fights_with_the_wounds_they_have_left(lost, left):
    sheet = {
        **GAME.sheet.blank(),
        "name": "Odile",
        "stats": dict.fromkeys(GAME.sheet.blank()["stats"], 2),
        "skills": [{"skill": "melee", "subset": "Swords", "rank": 3, "stat": "DEX"}],
        "wounds_lost": lost,
    }
    found = ways(seat(GAME, sheet))
    assert [*found] == (["Melee (Swords) +5", "Unarmed +2"] if left else [])
    assert all(each["wounds"] == left for each in found.values())
