"""Wounds and death checks at the combat tracker."""

from __future__ import annotations

from fractions import Fraction

from rules_py import odds
from tests.systems.two_d6.tracker import BOW, SWORD, TRACKER, Table, fighter


def test_limb_loss_with_the_last_wound_needs_a_death_check() -> None:
    table = Table(fighter("Ada", attacks=[SWORD], cinematics=1), fighter("Bo", "npc", wounds_max=1))
    table.hit("Ada", "Bo", "Sword", [6, 6, 1, 1]).do("settle", take="destroy", more=True)
    assert not table.of("Bo").dead and table.due == ["death_check"]


def test_unconscious_target_has_no_bonus_and_any_wound_kills() -> None:
    bo = fighter("Bo", "npc", defence=9, armour="light", lost_wounds=5)
    table = Table(fighter("Ada", attacks=[SWORD, BOW]), bo, fighter("Cy", "npc"))
    option = table.option("finish-Bo", "Ada")
    expected = odds("two_d6.opposed_check", att_bonus=4, def_bonus=9, def_unaware=True, armour="light")
    assert option.key_chance == ("Bo dies", expected.p_at_least[1])
    assert {"T-203", "T-210", "R-95"} <= {*option.rules} and "any wound kills" in option.note
    table.do(
        **{"what": "attack", **{k: v for k, v in option.event.items() if k != "do"}, "dice": [4, 4, 1, 1]}
    )
    assert "12 against 2" in table.sentence and table.due[0] == "reroll-armour"
    table.do("reroll", by="armour", dice=[3, 3]).do("settle", take="wound")
    assert table.of("Bo").dead
    assert not [
        each.id for each in TRACKER.view(table.now.state, "Ada").options if each.id.startswith("finish")
    ]


def test_zero_wounds_need_a_death_check_and_one_more_kills() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", lost_wounds=4, resolve=0))
    table.hit("Ada", "Bo", "Sword", [6, 5, 2, 4])
    table.do("settle", take="two_wounds")  # wounds stop at 0: R-53
    assert table.due == ["death_check"] and table.option("death_check").shares[0].chance == Fraction(5, 6)
    table.do("death_check", who="Bo", dice=[2, 3])
    assert (
        not table.of("Bo").dead
        and "Bo is at 0, unconscious"
        in table.view.combatants[1].name + " " + table.view.combatants[1].standing
    )
    assert table.view.panels[0].title == "After the fight"
    table.do("hit", who="Bo", wounds=1)
    assert table.of("Bo").dead


def test_cinematic_rerolls_a_failed_death_check() -> None:
    table = Table(fighter("Ada", lost_wounds=4, cinematics=1), fighter("Bo", "npc"))
    table.do("hit", who="Ada", wounds=1)
    table.do("death_check", who="Ada", dice=[1, 1])
    assert table.due == ["death_check", "die"]
    table.do("death_check", who="Ada", dice=[1, 2])
    assert table.of("Ada").cinematics == 0 and not table.of("Ada").dead and not table.of("Ada").able


def test_regained_wound_wakes_and_lost_limb_lowers_the_maximum(duel) -> None:
    duel.do("hit", who="Ada", wounds=5).do("death_check", who="Ada", dice=[4, 4])
    duel.do("set", who="Ada", change={"wounds": 1})
    assert duel.of("Ada").able
    duel.hit("Bo", "Ada", "Sword", [6, 6, 1, 1])
    duel.do("settle", take="destroy")
    assert duel.of("Ada").wounds_max == 4 and duel.of("Ada").lost == 1


def test_limb_loss_that_leaves_no_wounds_needs_a_death_check() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", wounds_max=1))
    table.hit("Ada", "Bo", "Sword", [6, 6, 1, 1]).do("settle", take="destroy")
    assert table.of("Bo").wounds == 0 and table.due == ["death_check"]


def test_only_worn_armour_absorbs_wounds() -> None:
    for armour, left in (("none", 3), ("light", 5)):
        table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", armour=armour, armour_wounds=5))
        table.hit("Ada", "Bo", "Sword", [6, 5, 2, 4]).do("settle", take="two_wounds", to_armour=2)
        assert table.of("Bo").wounds == left
