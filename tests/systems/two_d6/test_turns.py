"""The actions that fit into a turn."""

from __future__ import annotations

import pytest

from rules_py import ask


def plan(*actions, **inputs):
    answer = ask("two_d6.turn_plan", actions=list(actions), **inputs)
    codes = [each["code"] for each in answer["refusals"]]
    return answer["halves_left"], answer["quicks_left"], answer["feet"], codes


@pytest.mark.parametrize(
    ("actions", "inputs", "left"),
    [
        # T-186 to T-189
        ((), {}, (2, 2, 0, [])),
        (("attack",), {}, (0, 2, 20, [])),
        (("attack", "move"), {}, (0, 2, 20, [])),
        (("attack", "move", "move"), {}, (0, 2, 20, ["no_half"])),
        (("attack", "stand"), {}, (0, 2, 20, ["no_half"])),
        (("move", "move", "stand"), {}, (0, 2, 40, ["no_half"])),
        (("move", "attack"), {}, (0, 2, 20, [])),
        (("move", "move", "attack"), {}, (0, 2, 40, ["no_full"])),
        (("stand", "attack"), {}, (1, 2, 0, ["no_full"])),
        (("move", "attack_spell"), {}, (0, 2, 20, [])),
        (("move", "cast"), {}, (1, 2, 20, ["no_full"])),
        (("draw", "speak", "drink", "fetch"), {}, (0, 0, 0, ["no_quick"])),
        # a refused action uses nothing
        (("skill", "attack", "move"), {}, (0, 2, 20, ["no_full"])),
        #
        (("attack",), {"distracted": True}, (1, 2, 0, ["no_full_distracted"])),
        (("attack",), {"distracted": True, "extra_half": True}, (0, 2, 20, [])),
        (("attack", "move"), {"extra_half": True}, (1, 2, 20, [])),
        (("attack", "move", "move"), {"extra_half": True}, (0, 2, 40, [])),
        (("move", "attack"), {"distracted": True}, (0, 2, 20, ["no_full_distracted"])),
        (("move", "attack"), {"distracted": True, "extra_half": True}, (0, 2, 20, [])),
        #
        (("aim", "attack"), {"talents": ["hip_shot"]}, (1, 2, 0, ["no_full"])),
        (("aim", "attack"), {"talents": ["hip_shot", "multiattack"]}, (0, 2, 10, [])),
        (("aim", "attack"), {"talents": ["hip_shot"], "extra_half": True}, (0, 2, 20, [])),
        (("aim", "attack_spell"), {"talents": ["hip_shot", "fast_caster"]}, (0, 2, 0, [])),
        # T-082: attack spells keep their casting time
        (("attack_spell", "attack"), {"talents": ["multiattack"]}, (0, 2, 20, ["no_half"])),
        # T-074, T-075, R-88
        (("move", "attack", "attack"), {"talents": ["graceful", "multiattack"]}, (0, 2, 40, [])),
        (("attack", "move", "attack"), {"talents": ["graceful", "multiattack"]}, (0, 2, 40, [])),
        (("move", "skill", "move", "skill"), {"talents": ["graceful"]}, (0, 2, 40, ["no_half"])),
        (("run", "skill"), {"talents": ["graceful"]}, (0, 2, 50, [])),
        (("run", "skill"), {}, (0, 2, 50, ["no_half"])),
        (("move", "attack"), {"talents": ["graceful"]}, (0, 2, 20, [])),
        (("move", "move", "skill", "attack"), {"talents": ["graceful"], "extra_half": True}, (0, 2, 40, [])),
        # T-082, R-91: an attack of half a round has no room for a whole move
        (("move", "attack", "attack"), {"talents": ["multiattack"]}, (0, 2, 30, ["no_half"])),
        (("move", "attack_spell", "stand"), {"talents": ["fast_caster"]}, (0, 2, 20, ["no_half"])),
    ],
)
def test_turn_plan_counts_actions_and_refuses_the_rest(actions, inputs, left) -> None:
    assert plan(*actions, **inputs) == left


def test_turn_plan_refusal_names_its_action_and_rule() -> None:
    answer = ask("two_d6.turn_plan", talents=["Multiattack", "Extra Wound"], actions=["attack"] * 3)
    assert [(each["action"], each["rule"]) for each in answer["refusals"]] == [(2, "T-187")]
