"""Attacks at the combat tracker: effects of the margin, rerolls, and cinematic points."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rules_py import odds
from rules_py.base.errors import InputError
from rules_py.tracker import append_event
from tests.systems.two_d6.tracker import BLAST, BOW, ENTANGLE, SWORD, TRACKER, Table, fighter


def test_attack_waits_for_the_attacker_to_choose_its_effect(duel) -> None:
    duel.hit("Ada", "Bo", "Sword", [4, 5, 2, 4])  # 13 against 10
    assert duel.due == ["settle-wounds", "settle-other"] and duel.view.waiting
    others = duel.option("settle-other").inputs[0].options
    assert list(others) == ["disarm", "distract", "trip", "shove"]
    duel.do("end_round", violations=["roll_pending"])
    duel.do("settle", take="two_wounds", violations=["not_open"])
    duel.do("settle", take="wound")
    assert duel.of("Bo").wounds == 4 and not duel.view.waiting


@pytest.mark.parametrize(
    ("lost", "words", "tone"),
    [
        (0, "5 of 5 wounds left", "good"),
        (2, "3 of 5 wounds left", "good"),
        (3, "2 of 5 wounds left", "mixed"),
        (4, "1 of 5 wounds left", "bad"),
        (5, "is at 0, unconscious", "worst"),
    ],
)
def test_state_of_a_combatant_has_a_text_and_a_tone(lost, words, tone) -> None:
    [combatant, _] = Table(fighter("Ada", lost_wounds=lost), fighter("Bo", "npc")).view.combatants
    assert (combatant.standing, combatant.tone) == (words, tone)


def test_tie_favours_the_defender_and_ends_the_attack(duel) -> None:
    duel.hit("Ada", "Bo", "Sword", [3, 4, 5, 2])
    assert not duel.view.waiting and "a tie" in duel.sentence and duel.of("Bo").wounds == 5


@pytest.mark.parametrize(("dice", "most"), [([5, 6, 3, 4], 1), ([6, 5, 2, 4], 2), ([6, 6, 1, 1], 3)])
def test_straight_attack_deals_the_most_wounds_of_its_margin(duel, dice, most) -> None:
    duel.hit("Ada", "Bo", "Sword", dice, straight=True)
    assert duel.of("Bo").wounds == 5 - most and not duel.view.waiting


def test_attack_option_shows_the_chances_of_the_calculator(duel) -> None:
    shares = {each.label: each.chance for each in duel.option("attack-Bo-Sword").shares}
    expected = odds("two_d6.opposed_check", att_bonus=4, def_bonus=4)
    assert shares["Defence holds"] == expected.p_defender
    assert [shares[each] for each in ("1 wound", "2 wounds", "3 wounds")] == [
        expected.p_1_4,
        expected.p_5_9,
        expected.p_10_plus,
    ]


def test_number_of_picks_must_match_the_entry(duel) -> None:
    duel.hit("Ada", "Bo", "Sword", [6, 5, 2, 4])  # ahead by 5
    assert "settle-two_from_first" in duel.due
    duel.do("settle", take="two_from_first", picks=["trip"], violations=["not_open"])
    duel.do("settle", take="two_from_first", picks=["trip", "knock_out"], violations=["not_open"])
    duel.do("settle", take="two_from_first", picks=["wound", "trip"])
    assert duel.of("Bo").wounds == 4 and duel.of("Bo").prone


@pytest.mark.parametrize("several", ["two_from_first", "three_from_first", "one_from_each", "takes"])
def test_override_does_not_allow_a_pick_of_several_entries(duel, several) -> None:
    duel.hit("Ada", "Bo", "Sword", [6, 6, 1, 1])
    with pytest.raises(InputError, match="picks.1"):
        duel.do("settle", take="two_from_first", picks=["wound", several], allow=True)


@pytest.mark.parametrize(
    ("dice", "entries"),
    [([6, 5, 2, 4], {"two_from_first"}), ([6, 6, 1, 1], {"three_from_first", "one_from_each"})],
)
def test_every_offered_combination_of_picks_is_accepted(duel, dice, entries) -> None:
    duel.hit("Ada", "Bo", "Sword", dice)
    offered = {each.event["take"]: each for each in duel.view.due_options if "picks" in each.event}
    assert entries <= offered.keys()
    for take in entries:
        assert offered[take].rules == ("T-200" if take == "two_from_first" else "T-201", "R-47")
        for picks in map(json.loads, offered[take].inputs[0].options):
            _, applied_event = append_event(TRACKER, duel.now, {"do": "settle", "take": take, "picks": picks})
            assert applied_event.applied, (take, picks)


def test_boxcars_earn_a_cinematic_that_can_be_used_at_once(duel) -> None:
    duel.hit("Ada", "Bo", "Sword", [6, 6, 6, 5])
    assert duel.of("Ada").cinematics == 1 and "settle-wounds-more" in duel.due
    duel.do("settle", take="wound", more=True)
    assert duel.of("Bo").wounds == 3 and duel.of("Ada").cinematics == 0


def test_armour_offers_one_reroll_with_its_chances_after_a_hit() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", armour="light"))
    table.hit("Ada", "Bo", "Sword", [4, 4, 1, 1])  # 12 against 6
    option = table.option("reroll-armour")
    # The rerolled dice stop 8 with 8 or more, reduce the hit with 4 to 7, and change nothing with 2 or 3.
    assert {each.label: each.chance for each in option.shares} == {
        "Defence holds": Fraction(15, 36),
        "1 wound": Fraction(18, 36),
        "2 wounds": Fraction(3, 36),
    }
    assert dict(option.chances)["better than now"] == Fraction(33, 36)
    table.do("reroll", by="armour", dice=[2, 3])
    assert [step.rule for step in table.last.steps if step.dice] == ["T-160"]
    assert table.due[0] == "settle-wounds" and table.now.state.roll.defence == 5
    table.do("reroll", by="armour", dice=[2, 3], violations=["nothing_due"])


@pytest.mark.parametrize(
    ("armour", "talents", "dice", "offered"),
    [
        ("light", [], [1, 2], False),
        ("medium", [], [1, 2], False),
        ("medium", ["armor_proficiency"], [1, 2], True),
        ("heavy", ["armor_proficiency"], [1, 3], True),
        ("heavy", [], [1, 1], True),
    ],
)
def test_armour_decides_which_rolls_it_rerolls(armour, talents, dice, offered) -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", armour=armour, talents=talents))
    table.hit("Ada", "Bo", "Sword", [4, 4, *dice])
    assert ("reroll-armour" in table.due) == offered


def test_favored_enemy_reroll_is_once_a_day_and_final() -> None:
    quick = {"talents": ["multiattack"]}
    table = Table(
        fighter("Ada", attacks=[SWORD, BOW], favored=["Goblins"], **quick),
        fighter("Bo", "npc", attacks=[BOW], favored=["People"], cinematics=1),
    )
    table.hit("Ada", "Bo", "Bow", [1, 2, 3, 4])
    assert not table.view.waiting  # not a Melee check
    table.hit("Ada", "Bo", "Sword", [1, 2, 3, 4])
    assert table.due == ["reroll-favored_attack-Goblins", "leave"]
    option = table.option("reroll-favored_attack-Goblins")
    assert {each.label: each.chance for each in option.shares}["Defence holds"] == Fraction(21, 36)
    table.do("reroll", by="favored_attack", people="Wolves", violations=["nothing_due"])
    table.do("reroll", by="favored_attack", people="Goblins", dice=[5, 5])
    assert table.due[0] == "reroll-favored_defence-People" and table.of("Ada").favored == ()
    table.do("reroll", by="favored_defence", people="People", dice=[1, 1])  # worse, but final
    assert table.now.state.roll.defence == 2 and table.due[-1] == "reroll-defence"
    table.do("reroll", by="defence", dice=[6, 5])
    assert not table.view.waiting and table.of("Bo").favored == ()
    (ada,) = TRACKER.setup.party(table.now.state)
    assert ada["favored"] == []


def test_favored_enemy_reroll_is_offered_for_named_peoples_only() -> None:
    ada = fighter("Ada", attacks=[SWORD], favored=["Goblins", "Wolves"])
    of = {"Goblin, raiders": ["Goblins"], "Human": [], "": ["Goblins", "Wolves"]}
    for people, offered in of.items():
        table = Table(ada, fighter("Bo", "npc", people=people))
        table.hit("Ada", "Bo", "Sword", [1, 2, 3, 4])
        rerolls = [each for each in table.due if each.startswith("reroll")]
        assert rerolls == [f"reroll-favored_attack-{each}" for each in offered]
    assert TRACKER.setup.sample("goblin-raider").participant["people"] == "Goblins"


def test_cinematic_rerolls_an_attack_once_a_round_and_keeps_best() -> None:
    table = Table(
        fighter("Ada", attacks=[SWORD], cinematics=2, talents=["multiattack"]), fighter("Bo", "npc")
    )
    table.hit("Ada", "Bo", "Sword", [1, 2, 3, 4])
    assert table.due == ["leave", "reroll-attack"]
    assert dict(table.option("reroll-attack").chances)["better than now"] == Fraction(15, 36)
    table.do("reroll", by="attack", dice=[1, 1])
    assert table.of("Ada").cinematics == 1 and not table.view.waiting
    table.hit("Ada", "Bo", "Sword", [1, 2, 3, 4])
    assert not table.view.waiting  # this round's reroll is used up


def test_cinematic_cancels_one_wound_if_the_target_chooses() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", cinematics=1, wounds_max=2))
    table.hit("Ada", "Bo", "Sword", [6, 5, 2, 4])
    table.do("settle", take="two_wounds")
    assert table.due == ["suffer-cancel", "suffer-all"]
    assert table.option("suffer-all").chances == (("Bo dies", Fraction(1, 36)),)
    table.do("suffer", who="Bo", cancel=True)
    assert table.of("Bo").wounds == 1 and table.of("Bo").cinematics == 0


def test_cinematic_cancels_the_wound_but_not_the_knock_out() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", cinematics=1))
    table.hit("Ada", "Bo", "Sword", [6, 6, 1, 1])
    table.do("settle", take="one_from_each", picks=["wound", "knock_out"])
    assert table.due == ["suffer-cancel", "suffer-all"]
    table.do("suffer", who="Bo", cancel=True)
    assert (table.of("Bo").wounds, table.of("Bo").knocked_out, table.of("Bo").cinematics) == (5, True, 0)


def test_vicious_parry_answers_a_melee_attack_short_by_five() -> None:
    table = Table(fighter("Ada", attacks=[SWORD, BOW]), fighter("Bo", "npc", talents=["vicious_parry"]))
    table.hit("Ada", "Bo", "Sword", [1, 2, 5, 3])
    assert table.due == ["parry", "leave"]
    table.do("parry", take="trip")
    assert table.of("Ada").prone
    table.do("end_round").hit("Ada", "Bo", "Bow", [1, 2, 5, 3])
    assert not table.view.waiting  # not against a shot


def test_view_groups_all_but_the_strongest_attack_on_a_target() -> None:
    table = Table(fighter("Mu", attacks=[BLAST, ENTANGLE], resolve=8, unarmed=1), fighter("Bo", "npc"))
    groups = {each.id: each.group for each in table.view.options if each.id.startswith("attack")}
    assert groups == {"attack-Bo-Blast": "", "attack-Bo-Entangle": "Entangle", "attack-Bo-Unarmed": "Unarmed"}
    table.hit("Mu", "Bo", "Entangle", [6, 6, 1, 1]).do("settle", take="grapple")
    assert not table.option("attack-Bo-Entangle", "Mu").group  # maintains the hold


def test_straight_attack_with_too_few_dice_waits_for_the_rest() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", armour="light", lost_wounds=3))
    table.hit("Ada", "Bo", "Sword", [4, 4, 1, 1], straight=True)
    assert table.due[0] == "reroll-armour"
    table.do("reroll", by="armour", dice=[1, 2]).do("settle", take="wound").do("end_round")
    table.hit("Ada", "Bo", "Sword", [4, 4, 1, 2], straight=True)
    assert table.of("Bo").wounds == 0 and table.due == ["death_check"]
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", armour="light", lost_wounds=3))
    table.hit("Ada", "Bo", "Sword", [4, 4, 1, 1, 1, 2, 3, 3], straight=True)
    assert not table.view.waiting and "survives, unconscious" in table.sentence
