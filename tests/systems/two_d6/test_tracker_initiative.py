"""Initiative and surprise at the combat tracker."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rules_py import present
from rules_py.systems.two_d6.tracker.order import first_tie
from tests.systems.two_d6.tracker import BLAST, GAME, SWORD, TRACKER, Table, fighter


def test_everyone_rolls_and_the_highest_tie_is_rerolled_first() -> None:
    table = Table(*(fighter(each, "pc" if each < "C" else "npc") for each in "ABCD"))
    assert table.due == ["initiative"]
    table.do("initiative", dice=[5, 4, 5, 4, 1, 2, 2, 1])
    assert "A and B are tied" in table.sentence and table.view.waiting
    table.do("initiative", dice=[1, 1, 1, 2])
    assert table.view.waiting  # for C and D
    table.do("initiative", dice=[3, 3, 6, 6])
    assert [each.name for each in table.view.combatants] == ["B", "A", "D", "C"]
    assert table.of("D").cinematics == 1  # boxcars, R-15


def test_initiative_shows_the_calculators_chances() -> None:
    table = Table(fighter("Ada", initiative=4), fighter("Bo", "npc", initiative=2))
    shares = {each.label: each.chance for each in table.option("initiative").shares}
    assert shares == {"Ada": Fraction(861, 1171), "Bo": Fraction(310, 1171)}


def test_initiative_rerolls_ties_until_the_dice_run_out() -> None:
    tied_fighters = (fighter("Ada"), fighter("Bo", "npc"), fighter("Cy", "npc"))
    table = Table(*tied_fighters).do(
        "initiative", straight=True, dice=[3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 4, 4, 5, 5]
    )
    assert not table.view.waiting and table.view.next == "Bo"
    assert table.now.applied_events[-1].sentence == (
        "Initiative: Ada has 10, Bo has 10, Cy has 10. Reroll: Ada has 8, Bo has 8, Cy has 6. "
        "Reroll: Ada has 12, Bo has 14. Bo acts first."
    )
    incomplete = Table(*tied_fighters).do("initiative", straight=True, dice=[3, 3, 3, 3, 1, 1])
    assert incomplete.view.waiting and incomplete.option("initiative").title == "Ada and Bo reroll"


def test_initiative_tie_by_reroll_needs_an_extra_roll_to_settle() -> None:
    table = Table(fighter("Ada"), fighter("Bo", "npc"), fighter("Cy", cinematics=1))
    table.do("initiative", dice=[3, 3, 3, 3, 1, 1]).do("initiative", dice=[4, 4, 2, 2])
    assert [each.rolled for each in table.now.state.fighters] == [(10, 12), (10, 8), (6,)]
    table.do("initiative_again", who="Cy", dice=[3, 3])
    assert table.view.waiting and table.option("initiative").title == "Cy rerolls"
    table.do("initiative", dice=[4, 4])
    assert table.sentence == "Initiative: Cy has 12. Ada and Cy are tied."
    table.do("initiative", dice=[1, 1, 5, 5])
    assert [each.name for each in table.view.combatants] == ["Cy", "Ada", "Bo"]


def test_cinematic_rerolls_initiative_before_anyone_has_acted() -> None:
    table = Table(
        fighter("Ada", attacks=[SWORD], cinematics=2), fighter("Bo", "npc", attacks=[SWORD], cinematics=1)
    )
    table.do("initiative_again", who="Ada", violations=["nothing_due"])
    table.do("initiative", dice=[2, 2, 4, 4])
    assert dict(table.option("initiative_again", "Ada").chances)["improves"] == Fraction(30, 36)
    table.do("initiative_again", who="Ada", dice=[5, 5])
    assert table.view.next == "Ada" and table.of("Ada").cinematics == 1
    table.do("initiative_again", who="Ada", violations=["cinematic_spent"])
    table.do("initiative_again", who="Bo", dice=[1, 1])
    assert table.of("Bo").rolled == (12,)  # keeps the better total
    table.do("act", who="Ada", does="move")
    assert "initiative_again" not in [each.id for each in TRACKER.view(table.now.state, "Bo").options]


def test_unaware_combatant_has_no_action_or_bonus_when_surprised() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", unaware=True, defence=9))
    assert table.view.title == "Surprise round"
    table.do("act", who="Bo", does="move", violations=["surprised"])
    table.hit("Ada", "Bo", "Sword", [3, 3, 3, 2], straight=True)
    assert table.of("Bo").wounds == 3 and "10 against 5" in table.sentence
    table.do("end_round")
    assert table.view.title == "Round 1" and table.due == ["initiative"]
    table.do("initiative", dice=[3, 3, 4, 4]).hit("Bo", "Ada", "Unarmed", [3, 3, 4, 4])


def test_log_lists_wounds_of_the_surprise_round() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", unaware=True, defence=9))
    table.hit("Ada", "Bo", "Sword", [3, 3, 3, 2], straight=True).do("end_round")
    log = present.tracker_parts(GAME, TRACKER, table.now, table.view)["log"]
    assert 'tracker__entry-round">Surprise round<' in log
    words = [each for each in re.split(r"<[^>]*>", log) if each.strip()]
    assert words[-8:] == [*("Name", "Surprise", "1", "Total"), *("Bo", "2", "–", "2")]


def test_hidden_attack_ignores_the_defence_bonus_unless_a_spell() -> None:
    table = Table(fighter("Ada", attacks=[SWORD, BLAST]), fighter("Bo", "npc", defence=9))
    table.hit("Ada", "Bo", "Sword", [3, 3, 4, 3], unaware=True)
    assert "10 against 7" in table.sentence
    table.do("settle", take="wound").do("end_round")
    table.hit("Ada", "Bo", "Blast", [3, 3, 4, 3], unaware=True)
    assert "10 against 16" in table.sentence


@pytest.mark.parametrize(
    ("first_rolls", "again"),
    [
        ({"Ada": [10, 7], "Bo": [10, 7], "Cy": [10]}, ["Cy"]),
        ({"Ada": [10, 7], "Bo": [10, 7], "Cy": [10, 9]}, ["Ada", "Bo"]),
        ({"Ada": [10, 7], "Bo": [10, 5], "Cy": [10]}, ["Cy"]),
        ({"Ada": [9], "Bo": [10], "Cy": [9]}, ["Ada", "Cy"]),
        ({"Ada": [11, 4], "Bo": [11, 3], "Cy": [8]}, []),
    ],
)
def test_tied_lists_combatants_with_missing_tie_rolls_first(first_rolls, again) -> None:
    table = Table(*map(fighter, first_rolls))
    state = table.now.state.to_json()
    fighters = [each | {"rolled": first_rolls[each["name"]]} for each in state["fighters"]]
    assert [each.name for each in first_tie(TRACKER.read({**state, "fighters": fighters}))] == again
