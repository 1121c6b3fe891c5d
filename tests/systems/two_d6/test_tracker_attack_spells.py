"""Attack spells and counterspells at the combat tracker."""

from __future__ import annotations

from fractions import Fraction

from rules_py import odds
from tests.systems.two_d6.tracker import BLAST, ENTANGLE, SWORD, TRACKER, Table, fighter


def test_attack_spell_below_its_dc_fizzles_or_goes_wild() -> None:
    table = Table(fighter("Mu", attacks=[BLAST], resolve=2, talents=["fast_caster"]), fighter("Bo", "npc"))
    shares = {each.label: each.chance for each in table.option("attack-Bo-Blast").shares}
    expected = odds("two_d6.attack_spell", dc=9, resolve=2, def_bonus=4)
    assert (shares["Fizzles"], shares["Goes wild"]) == (expected.p_fizzle, expected.p_wild)
    table.hit("Mu", "Bo", "Blast", [3, 3, 1, 1])
    assert "fizzles" in table.sentence and not table.view.waiting
    table.hit("Mu", "Bo", "Blast", [1, 1, 1, 1])
    assert "goes wild" in table.sentence


def test_wild_attack_spell_offers_backlash_until_the_next_action() -> None:
    def wild_table():
        table = Table(fighter("Mu", attacks=[BLAST], resolve=2, lost_wounds=4), fighter("Bo", "npc"))
        return table.hit("Mu", "Bo", "Blast", [1, 1, 1, 1])

    table = wild_table()
    assert table.due == ["backlash"] and not table.view.waiting
    assert "backlash" not in [
        each.id for each in (*table.view.options, *TRACKER.view(table.now.state, "Bo").options)
    ]
    assert dict(table.option("backlash").chances) == {"Mu dies": Fraction(1, 36)}
    table.do("backlash", who="Mu")
    assert (table.of("Mu").wounds, table.of("Mu").dying) == (0, "due")
    assert table.sentence == "The wild spell wounds Mu; Mu is at 0."
    table = wild_table().do("act", who="Bo", does="move")
    assert "backlash" not in table.due
    table.do("backlash", who="Mu", violations=["nothing_due"])


def test_defence_boxcars_count_after_a_failed_spell_is_rerolled() -> None:
    mage = fighter("Mu", attacks=[BLAST], resolve=2, cinematics=1)
    table = Table(mage, fighter("Bo", "npc"))
    table.hit("Mu", "Bo", "Blast", [3, 3, 6, 6])  # 8 misses DC 9, so no one defends
    assert table.of("Bo").cinematics == 0
    table.do("reroll", by="attack", dice=[5, 5])
    assert table.of("Bo").cinematics == 1


def test_repel_attack_defends_with_resolve_or_with_dice_alone() -> None:
    table = Table(fighter("Bo", "npc", attacks=[SWORD]), fighter("Mu", repels=True, resolve=2, defence=0))
    option = table.option("attack-Mu-Sword")
    assert option.inputs[0].initial_value == "repel"
    shares = {each.label: each.chance for each in option.shares}
    expected = odds("two_d6.repel_attack", att_bonus=4, resolve=2)
    assert shares["Defence holds"] == expected.p_defender and shares["3 wounds"] == expected.p_10_plus
    table.hit("Bo", "Mu", "Sword", [1, 2, 1, 3], way="repel")  # 7 against 4: 4 + 2 misses 7
    assert table.now.state.roll and "7 against 4" in table.sentence


def test_counterspell_ahead_by_five_can_turn_the_spell_back() -> None:
    mage = {"attacks": [BLAST], "resolve": 4}
    table = Table(fighter("Mu", **mage), fighter("Hag", "npc", talents=["spell_turning"], **mage))
    table.hit("Mu", "Hag", "Blast", [3, 2, 5, 6], way="counter")
    assert table.due == ["turn_back", "leave"]
    table.do("turn_back", dice=[1, 1])  # 9, the caster's own total, against 2 + 4
    assert table.now.state.roll.on == "Mu"
    table.do("settle", take="wound")
    assert table.of("Mu").wounds == 4


def test_entangle_only_holds_and_is_broken_against_the_spell() -> None:
    table = Table(fighter("Mu", attacks=[ENTANGLE], resolve=8, unarmed=0), fighter("Bo", "npc"))
    table.hit("Mu", "Bo", "Entangle", [6, 5, 1, 1])
    assert table.due == ["settle-other"]
    table.do("settle", take="grapple")
    assert "+8 (the holding spell)" in table.option("attack-Mu-Unarmed", "Bo").note
