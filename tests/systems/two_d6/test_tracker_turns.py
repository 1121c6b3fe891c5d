"""Turns and holds at the combat tracker."""

from __future__ import annotations

import pytest

from rules_py import ask, odds
from tests.systems.two_d6.tracker import SWORD, Table, fighter


def test_turn_refuses_the_same_actions_as_the_planner(duel) -> None:
    duel.do("act", who="Ada", does="skill")
    duel.hit("Ada", "Bo", "Sword", None, violations=["no_full"])
    plan = ask("two_d6.turn_plan", actions=["skill", "attack"])
    assert duel.last.reasons[0].text == plan["refusals"][0]["reason"]


def test_attack_after_a_move_uses_the_rest_of_the_turn(duel) -> None:
    """T-189: an attack includes a move, so both fill the turn."""
    duel.do("act", who="Ada", does="move").hit("Ada", "Bo", "Sword", [3, 3, 4, 4])
    assert duel.of("Ada").turn == ("move", "attack")
    duel.do("act", who="Ada", does="move", violations=["no_half"])


def test_cinematic_adds_a_half_round_action_once_a_round() -> None:
    table = Table(fighter("Ada", attacks=[SWORD], cinematics=2), fighter("Bo", "npc"))
    table.do("act", who="Ada", does="skill").do("half", who="Ada")
    table.do("half", who="Ada", violations=["cinematic_spent"])
    table.hit("Ada", "Bo", "Sword", [3, 3, 4, 4])
    assert table.of("Ada").cinematics == 1


def test_distracted_combatant_loses_half_of_the_next_turn_only(duel) -> None:
    duel.hit("Ada", "Bo", "Sword", [4, 5, 2, 4]).do("settle", take="distract")
    duel.hit("Bo", "Ada", "Sword", None, violations=["no_full_distracted"])
    duel.do("act", who="Bo", does="move").do("end_round")
    duel.hit("Bo", "Ada", "Sword", [3, 3, 4, 4])
    duel.do("end_round").hit("Bo", "Ada", "Sword", [4, 5, 2, 4]).do("settle", take="distract")
    assert duel.now.state.turn_of(duel.of("Ada")).distracted


def test_round_does_not_end_while_someone_has_an_action_left() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", attacks=[SWORD]))
    table.do("initiative", dice=[6, 6, 1, 2])
    table.do("pass", who="Ada").do("act", who="Bo", does="move")
    [end] = table.view.due_options
    assert table.view.news == "Everyone has acted. Bo has 1 half-round action left."
    assert end.early and end.note == "Bo has 1 half-round action left."
    table.do("pass", who="Bo")
    [end] = table.view.due_options
    assert table.view.news == "Everyone has acted. End the round." and not end.early


def test_distraction_after_the_turn_extends_into_the_next_round() -> None:
    table = Table(
        fighter("Ada", attacks=[SWORD]), fighter("Cy", attacks=[SWORD]), fighter("Bo", "npc", attacks=[SWORD])
    )
    table.hit("Ada", "Bo", "Sword", [4, 5, 2, 4]).do("settle", take="distract")
    table.do("act", who="Bo", does="move")
    table.hit("Cy", "Bo", "Sword", [4, 5, 2, 4]).do("settle", take="distract")
    table.do("act", who="Bo", does="move", violations=["no_half"])
    table.do("end_round").hit("Bo", "Ada", "Sword", None, violations=["no_full_distracted"])
    table.do("end_round").hit("Bo", "Ada", "Sword", [3, 3, 4, 4])


def test_speaking_out_of_turn_starts_no_turn() -> None:
    table = Table(fighter("Ada", attacks=[SWORD], total=12), fighter("Bo", "npc", attacks=[SWORD], total=9))
    table.do("act", who="Bo", does="speak")
    assert table.view.combatants[1].turn == "to act"
    table.hit("Ada", "Bo", "Sword", [4, 5, 2, 4]).do("settle", take="distract")
    table.hit("Bo", "Ada", "Sword", None, violations=["no_full_distracted"])  # this turn, not the one after
    assert table.view.next == "Bo"
    table.do("act", who="Bo", does="move")
    assert table.view.next == ""


def test_passing_ends_the_turn_of_the_round(duel) -> None:
    duel.do("pass", who="Ada")
    assert duel.view.next == "Bo" and duel.view.combatants[0].turn == "done"
    duel.do("end_round")
    assert duel.view.next == "Ada"


@pytest.mark.parametrize(
    ("kind", "defends"),
    [
        ("ranged", "+7 (Perform)"),
        ("shooting", "+4 (Melee or Athletics)"),
        ("melee", "+4 (Melee or Athletics)"),
    ],
)
def test_perform_defends_against_archery_and_throwing_only(kind, defends) -> None:
    weapon = {"name": "Weapon", "kind": kind, "bonus": 4}
    table = Table(fighter("Ada", attacks=[weapon]), fighter("Bo", "npc", perform=7))
    assert defends in table.option("attack-Bo-Weapon").note


def test_aiming_rolls_the_next_shot_twice(duel) -> None:
    option = duel.option("act-aim")
    plain, aimed = (each for _, each in option.chances)
    expected = odds("two_d6.opposed_check", att_bonus=4, def_bonus=4, aimed=True)
    assert aimed == expected.p_at_least[1] > plain
    duel.do("act", who="Ada", does="aim").do("end_round")
    duel.hit("Ada", "Bo", "Sword", [3, 3, 4, 4])
    assert duel.of("Ada").aiming  # a blow can't be aimed
    duel.do("end_round").hit("Ada", "Bo", "Bow", [1, 1, 5, 5, 3, 3])
    assert duel.now.state.roll.attack == 10 and not duel.of("Ada").aiming


def test_disarmed_fighter_cannot_use_the_weapon_until_picked_up(duel) -> None:
    duel.hit("Ada", "Bo", "Sword", [4, 5, 2, 4]).do("settle", take="disarm")
    duel.hit("Bo", "Ada", "Sword", None, violations=["disarmed"])
    duel.do("act", who="Bo", does="pick_up").do("end_round")
    duel.hit("Bo", "Ada", "Sword", [3, 3, 4, 4])


def test_hold_binds_until_it_is_not_maintained(duel) -> None:
    duel.hit("Ada", "Bo", "Unarmed", [4, 5, 2, 4]).do("settle", take="grapple")
    assert duel.of("Bo").held.by == "Ada"
    duel.hit("Bo", "Ada", "Sword", None, violations=["held"])
    duel.do("act", who="Bo", does="move", violations=["held"]).do("act", who="Bo", does="speak")
    duel.do("end_round")
    assert duel.of("Bo").held
    duel.do("end_round")  # she didn't maintain it
    assert not duel.of("Bo").held


def test_hold_can_be_reversed_and_ends_after_a_lost_check() -> None:
    table = Table(fighter("Ada", unarmed=4), fighter("Bo", "npc", unarmed=1, defence=9))
    assert "+9" in table.option("attack-Bo-Unarmed").note
    table.hit("Ada", "Bo", "Unarmed", [6, 5, 1, 1]).do("settle", take="grapple")
    assert "+1 (Melee (Unarmed))" in table.option("attack-Bo-Unarmed", "Ada").note
    table.hit("Bo", "Ada", "Unarmed", [6, 5, 1, 2])
    assert "reverse" in table.option("settle-other").inputs[0].options
    table.do("settle", take="reverse")
    assert table.of("Ada").held.by == "Bo" and not table.of("Bo").held
    table.do("end_round").hit("Bo", "Ada", "Unarmed", [1, 1, 6, 6])
    assert not table.of("Ada").held


def test_unconscious_combatant_releases_a_hold(duel) -> None:
    duel.hit("Ada", "Bo", "Unarmed", [4, 5, 2, 4]).do("settle", take="grapple")
    duel.do("set", who="Ada", change={"knocked_out": "yes"})
    assert not duel.of("Bo").held


def test_grapple_after_a_parry_is_not_magical() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", talents=["vicious_parry"]))
    table.hit("Ada", "Bo", "Sword", [1, 2, 5, 3]).do("parry", take="grapple")
    hold = table.of("Ada").held
    assert hold.by == "Bo" and not hold.magic
