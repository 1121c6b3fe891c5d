"""The turn planner: costs and problems."""

import re

import pytest

from rules_py import ask, calculator, present
from rules_py.systems import registry
from rules_py.systems.dichotomy.fields import ACTION, ACTIONS
from rules_py.systems.dichotomy.tracker.actions.base import FightAction
from rules_py.systems.dichotomy.turns import TURN_CODES
from tests.systems.dichotomy.characters import EVEN, codes


def plan(*actions, **more):
    return ask("dichotomy.plan_turn", actions=list(actions), **more)


def attack(*pair, **more):
    return {"do": "attack", "with": list(pair), **more}


def aim(*pair):
    return {"do": "aim", "with": list(pair)}


def spirit(first, *using, **more):
    return plan(attack(first, "spiritual", using=list(using), **more), abilities=list(using))["problems"]


@pytest.mark.parametrize(
    ("actions", "more", "problems"),
    [
        ([{"do": "defend"}, {"do": "talk"}, {"do": "talk"}], {}, []),
        ([{"do": "defend"}, {"do": "misc"}], {}, ["over_budget"]),
        ([attack("power", "martial"), attack("power", "martial")], {}, ["repeat_action"]),
        (
            [{"do": "aim", "with": ["finesse", "martial"]}, attack("power", "martial")],
            {"abilities": ["deadly_aim"]},
            ["repeat_action"],
        ),
        ([{"do": "misc", "label": "kick"}, {"do": "misc", "label": "drink"}], {}, []),
        ([{"do": "misc", "label": "Kick"}, {"do": "misc", "label": "kick "}], {}, ["repeat_action"]),
        ([attack("power", "martial", using=["smite"])], {}, ["no_ability"]),
        ([attack("power", "finesse")], {}, ["bad_attack_pair"]),
        ([attack("martial", "spiritual")], {}, ["bad_attack_pair"]),
        ([attack("martial", "power")], {}, ["bad_attack_pair"]),
        ([attack("finesse", "martial", using=["smite"])], {"abilities": ["smite"]}, ["bad_attack_pair"]),
        ([attack("finesse", "martial", range="same")], {}, ["needs_point_blank"]),
        ([attack("finesse", "martial", range="same")], {"abilities": ["point_blank"]}, []),
        ([attack("power", "martial", range="adjacent")], {}, ["needs_short_range"]),
        ([attack("power", "martial", range="adjacent")], {"abilities": ["short_range_attack"]}, []),
        (
            [attack("power", "martial", range="adjacent", using=["cleave"])],
            {"abilities": ["short_range_attack", "cleave"]},
            ["out_of_reach"],
        ),
        ([attack("power", "martial", range="far")], {"abilities": ["short_range_attack"]}, ["out_of_reach"]),
        ([attack("power", "spiritual")], {"abilities": ["pyrokinesis"]}, ["needs_spiritual_ability"]),
        ([{"do": "move", "steps": []}], {}, ["empty_move"]),
        ([{"do": "move", "steps": [{"enters_enemy": True}, {}]}], {}, ["broken_path"]),
        ([{"do": "move", "steps": [{}, {}, {}]}], {"race": "dwarf"}, ["dwarf_zones"]),
        ([{"do": "move", "steps": [{}, {}]}], {"race": "dwarf"}, []),
        ([{"do": "recover"}], {}, ["nothing_to_recover"]),
        ([{"do": "recover"}, {"do": "misc"}], {"hits": 1, "abilities": ["tough_as_nails"]}, []),
        ([{"do": "misc", "cost": 0}], {}, ["bad_cost"]),
        ([{"do": "misc", "cost": 4}], {}, ["bad_cost", "over_budget"]),
        ([attack("finesse", "martial")], {"gear": "none"}, ["no_missiles"]),
        (
            [attack("finesse", "spiritual", using=["pyrokinesis"])],
            {"gear": "none", "abilities": ["pyrokinesis"]},
            [],
        ),
        ([attack("power", "martial", target="Thug")], {"locked": "single"}, ["lock_target"]),
        ([attack("finesse", "martial", target="locker")], {"locked": "single"}, ["lock_power"]),
        ([attack("power", "martial", target="locker")], {"locked": "single"}, []),
        ([{"do": "shield_minds"}], {}, ["no_ability"]),
        ([{"do": "shield_minds"}, {"do": "misc", "cost": 2}], {"abilities": ["telepathy"]}, []),
        ([{"do": "move", "steps": [{"tree": True}]}], {}, ["no_ability"]),
        ([{"do": "aim", "with": ["finesse", "martial"]}], {}, ["no_ability"]),
        ([aim("power", "martial")], {"abilities": ["deadly_aim"]}, ["bad_attack_pair"]),
        ([aim("finesse", "power")], {"abilities": ["deadly_aim"]}, ["bad_attack_pair"]),
        ([aim("spiritual", "finesse")], {"abilities": ["deadly_aim", "bless"]}, ["bad_attack_pair"]),
        ([aim("finesse", "spiritual")], {"abilities": ["deadly_aim"]}, ["needs_spiritual_ability"]),
        (
            [aim("finesse", "spiritual")],
            {"abilities": ["deadly_aim", "biokinesis"]},
            ["needs_spiritual_ability"],
        ),
        ([aim("finesse", "spiritual")], {"abilities": ["deadly_aim", "bless"]}, []),
        ([aim("finesse", "spiritual")], {"abilities": ["deadly_aim"], "npc": True}, []),
        ([aim("finesse", "martial")], {"abilities": ["deadly_aim"], "gear": "none"}, ["no_missiles"]),
        (
            [aim("finesse", "spiritual")],
            {"abilities": ["deadly_aim", "pyrokinesis", "smite"], "gear": "none"},
            [],
        ),
    ],
)
def test_plan_turn_reports_its_problems(actions, more, problems):
    answer = plan(*actions, **more)
    assert (answer["problems"], answer["legal"]) == (problems, not problems)
    assert sorted({each["code"] for each in answer["reasons"]}) == problems
    assert all(code in TURN_CODES for code in problems)


@pytest.mark.parametrize(
    ("step", "abilities", "locked", "cost"),
    [
        ({}, [], "none", 1),
        ({"leaves_enemy": True}, [], "none", 2),
        ({"leaves_enemy": True, "enters_enemy": True}, [], "none", 3),
        ({"leaves_enemy": True, "enters_enemy": True}, ["mobility"], "none", 1),
        ({"enters_enemy": True, "tree": True}, ["tree_stride"], "none", 1),
        ({"leaves_enemy": True, "enters_enemy": True, "tree": True}, ["tree_stride"], "none", 2),
        ({"leaves_enemy": True, "tree": True}, ["tree_stride", "mobility"], "none", 1),
        ({"leaves_enemy": True}, ["mobility"], "crowd", 2),
        ({"leaves_enemy": True}, [], "single", 3),
    ],
)
def test_step_price_depends_on_foes_abilities_and_locks(step, abilities, locked, cost):
    assert plan({"do": "move", "steps": [step]}, abilities=abilities, locked=locked)["costs"] == [cost]


def test_single_lock_adds_to_each_step_and_crowd_lock_once():
    steps = {"do": "move", "steps": [{}, {}]}
    assert [plan(steps, locked=locked)["cost"] for locked in ("none", "single", "crowd")] == [2, 4, 3]


def test_spiritual_attack_needs_a_fitting_ability():
    assert (
        spirit("power", "pyrokinesis")
        == spirit("finesse", "pyrokinesis")
        == spirit("finesse", "telekinesis")
        == []
    )
    assert spirit("power", "telekinesis") == spirit("finesse", "biokinesis") == ["needs_spiritual_ability"]
    assert spirit("power", "biokinesis") == spirit("power", "bless") == spirit("finesse", "bless") == []
    thrown_attack = attack("power", "spiritual", using=["biokinesis"], range="adjacent")
    assert plan(thrown_attack, abilities=["biokinesis", "short_range_attack"])["problems"] == [
        "needs_spiritual_ability"
    ]


def test_plan_turn_gives_the_cost_of_an_illegal_turn():
    assert plan({"do": "defend"}, {"do": "defend"})["cost"] == 6
    assert codes(ask, "dichotomy.plan_turn", actions=[{"do": "dance"}]) == ("unknown_action",)
    assert codes(ask, "dichotomy.plan_turn", actions=[], abilities=["flying"]) == ("unknown_ability",)


def test_valid_turn_and_character_have_no_problems():
    def words(message):
        return re.sub(r"<[^>]*>", " ", present.render_answer(message))

    assert not re.search("Problems|Why", words(plan({"do": "defend"})))
    spent = words(plan({"do": "defend"}, {"do": "misc"}))
    assert spent.count("more than the points of a turn") == 1 and "D-184" in spent
    assert "Problems" not in words(ask("dichotomy.validate_attributes", attributes=EVEN))
    assert "D-025" in words(ask("dichotomy.validate_attributes", attributes=EVEN | {"power": 6}))


def test_example_inputs_show_steps_without_foes_as_free():
    turn = calculator("dichotomy.plan_turn")
    inputs = turn.parse({"actions": [{"do": "move", "steps": [{}, {"enters_enemy": True}]}]})
    assert "Move, steps free + enters a zone with foes" in present.render_inputs(turn.inputs, inputs)


EVENT_FIELDS = {"target": "on", "steps": "to"}
"""Fields of an action that have another name in its event."""


def test_planner_uses_the_trackers_action_names():
    """The planner treats read_mind as another action of the default price."""
    actions = registry.game("dichotomy").tracker.actions
    action_ids = {each.id for each in actions if isinstance(each, FightAction) and not each.turnless}
    assert action_ids - {"read_mind"} == {*ACTIONS}
    assert {do: actions[do].label for do in ACTIONS} == ACTIONS
    for each in ACTION.fields[1:]:
        name = EVENT_FIELDS.get(each.name, each.name)
        with_field = {do for do in ACTIONS if name in [field.name for field in actions[do].fields]}
        assert with_field == {*ACTION.only_for[each.name]}, each.name
