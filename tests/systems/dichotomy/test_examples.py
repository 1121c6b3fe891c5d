"""The worked examples of Dichotomy's digest, W-01 to W-30, as printed and as the rules have them."""

import re
from fractions import Fraction as F
from pathlib import Path

import pytest

from rules_py import InputError, ask, odds, resolve
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.injuries import InjuryState

SUSAN = dict(zip(ATTRIBUTES, (6, 5, 8, 3, 10, 1), strict=True))
UNHURT = {"hits": 0, "injured": False, "serious": False}


def plan(*actions, **more):
    return ask("dichotomy.plan_turn", actions=list(actions), **more)


def attack(*pair, **more):
    return {"do": "attack", "with": list(pair), **more}


def move(*steps):
    return {"do": "move", "steps": list(steps)}


def test_w01_the_lock():
    result = resolve(
        "dichotomy.check", value_a=7, value_b=8, attribute_a="finesse", attribute_b="technical", dice=[6, 1]
    )
    assert (result.total_a, result.total_b, result.made_a, result.made_b, result.grade) == (
        13,
        9,
        True,
        False,
        "partial",
    )
    assert result.verdict == "Partial success"


def test_w02_tricky_lock_uses_its_printed_target():
    result = resolve("dichotomy.check", value_a=7, value_b=8, tn_b=15, dice=[6, 7])
    assert (result.made_a, result.made_b) == (True, True)
    assert any(step.rule == "R-04" for step in result.working)


def test_w03_susan():
    assert ask("dichotomy.validate_attributes", attributes=SUSAN) == {"legal": True, "problems": []}
    assert ask("dichotomy.ability_slots", attributes=SUSAN) == {
        "finesse": 2,
        "power": 1,
        "martial": 2,
        "spiritual": 1,
        "natural": 3,
        "technical": 0,
    }
    assert ask("dichotomy.carrying_capacity", power=5, martial=8) == {"capacity": 7}


@pytest.mark.parametrize("martial", [10, 1])
def test_w04_extremes_are_legal(martial):
    attributes = SUSAN | {"martial": martial, "spiritual": 11 - martial}
    assert ask("dichotomy.validate_attributes", attributes=attributes)["legal"]


def test_w05_smite_turns_one_hit_into_two():
    result = resolve("dichotomy.attack", value_a=8, value_b=9, tn_a=12, tn_b=12, smite=True, dice=[2, 9])
    assert (result.grade, result.hits) == ("partial", 2)


def test_w06_a_third_ability_waits_for_the_other_dichotomies():
    attributes = SUSAN | {"martial": 9, "spiritual": 2, "finesse": 6}
    picks = ["swimming", "smite", "tracking", "climbing"]
    assert (
        "balance"
        in ask("dichotomy.validate_abilities", attributes=attributes, picks=[*picks, "stealthy"])["problems"]
    )
    enough = [*picks, "mobility", "survival", "stealthy"]
    assert ask("dichotomy.validate_abilities", attributes=attributes, picks=enough)["legal"]
    not_enough = [*picks, "mobility", "stealthy"]
    assert ask("dichotomy.validate_abilities", attributes=attributes, picks=not_enough)["problems"] == [
        "balance"
    ]


def test_w07_capacity():
    assert ask("dichotomy.carrying_capacity", power=4, martial=7)["capacity"] == 7


def test_w08_moves():
    step = {"leaves_enemy": True, "enters_enemy": True}
    assert plan(move(step))["cost"] == 3
    assert plan(move({}, {}, {}))["cost"] == 3
    assert plan(move({"enters_enemy": True}, {"leaves_enemy": True}))["problems"] == ["over_budget"]


def test_w09_attack_prices():
    pairs = [("power", "martial"), ("finesse", "martial"), ("power", "spiritual"), ("finesse", "spiritual")]
    assert [plan(attack(*pair))["cost"] for pair in pairs] == [1, 2, 2, 3]
    assert [plan(attack(*pair), abilities=["quick_shot"])["cost"] for pair in pairs] == [1, 1, 2, 2]


def track(*rounds, **more):
    return ask("dichotomy.injury_track", rounds=list(rounds), **more)


def test_w10_one_step_a_round():
    assert [line["gained"] for line in track({"hits": 6}, {"hits": 6})["rounds"]] == ["injured", "serious"]
    assert track({"hits": 6}, {"hits": 6})["rounds"][-1] == {
        "hits": 0,
        "injured": True,
        "serious": True,
        "out": False,
        "gained": "serious",
    }


def test_w11_veterans():
    assert [ask("dichotomy.veteran_bonus", peak_abilities=peak)["bonus"] for peak in range(10)] == [0] * 6 + [
        1,
        2,
        3,
        4,
    ]


def test_w12_sonny():
    def earns(fulfilled, betrayed):
        return ask(
            "dichotomy.motive_xp",
            motives=[{"motive": "guardian", "fulfilled": fulfilled, "betrayed": betrayed}],
        )

    assert (earns(True, False)["xp"], earns(True, False)["lost"]) == (2, [])
    assert (earns(False, True)["xp"], earns(False, True)["lost"]) == (3, ["guardian"])
    assert earns(True, True)["xp"] == 5


def test_w15_charlotte():
    rounds = [{"hits": 2}, {"hits": 2}, {"hits": 1}, {"hits": 5}, {"hits": 1, "dive": True}, {"hits": 9}]
    answer = track(*rounds)
    assert answer["problems"] == []
    assert [(line["hits"], line["injured"], line["serious"]) for line in answer["rounds"]] == [
        (2, False, False),
        (0, True, False),
        (1, True, False),
        (0, True, True),
        (1, True, True),
    ]
    state = {"hits": 1, "injured": True, "serious": True}

    def later(hours):
        return ask("dichotomy.after_fight", state=state, hours=hours)

    assert later(0) == {"hits": 0, "injured": True, "serious": True}
    assert later(24) == {"hits": 0, "injured": False, "serious": True}
    assert later(167)["serious"] and later(168) == UNHURT


# The road ambush. Each attack or defence: mechanic, inputs, dice, grade and hits.
UPHILL_TO_6 = {"tn_a": 12, "tn_b": 10}
FIRE = {
    "value_a": 7,
    "value_b": 8,
    "tn_a": 12,
    "tn_b": 8,
    "attribute_a": "finesse",
    "attribute_b": "spiritual",
}
AMBUSH = [
    pytest.param("attack", FIRE, [7, 2], "total", 2, id="W-18"),
    pytest.param(
        "defence", {"value_a": 8, "value_b": 9, "tn_a": 12, "tn_b": 12}, [2, 6], "partial", 1, id="W-19"
    ),
    pytest.param(
        "defence", {"value_a": 3, "value_b": 8, **UPHILL_TO_6}, [8, 5], "partial", 1, id="W-20 printed"
    ),
    pytest.param(
        "defence", {"value_a": 3, "value_b": 9, **UPHILL_TO_6}, [8, 5], "partial", 1, id="W-20 corrected"
    ),
    pytest.param(
        "defence",
        {"value_a": 3, "value_b": 9, "tn_a": 10, "tn_b": 10},
        [8, 5],
        "total",
        0,
        id="W-20 on the level",
    ),
    pytest.param("defence", {"value_a": 7, "value_b": 3, **UPHILL_TO_6}, [6, 3], "partial", 1, id="W-21"),
    pytest.param(
        "attack",
        {"value_a": 8, "value_b": 9, "tn_a": 12, "tn_b": 12, "smite": True},
        [9, 4],
        "total",
        3,
        id="W-23",
    ),
    pytest.param("attack", FIRE, [3, 7], "partial", 1, id="W-24"),
    pytest.param(
        "defence", {"value_a": 3, "value_b": 8, **UPHILL_TO_6}, [5, 1], "failure", 2, id="W-25 printed"
    ),
    pytest.param(
        "defence", {"value_a": 3, "value_b": 9, **UPHILL_TO_6}, [5, 1], "partial", 1, id="W-25 corrected"
    ),
    pytest.param(
        "attack",
        {"value_a": 8, "value_b": 9, "tn_a": 11, "tn_b": 10, "smite": True},
        [2, 9],
        "partial",
        2,
        id="W-27",
    ),
    pytest.param("attack", FIRE, [2, 5], "partial", 1, id="W-28"),
]


@pytest.mark.parametrize(("mechanic", "inputs", "dice", "grade", "hits"), AMBUSH)
def test_ambush_attacks_and_defences_match_the_book(mechanic, inputs, dice, grade, hits):
    result = resolve(f"dichotomy.{mechanic}", dice=dice, **inputs)
    assert (result.grade, result.hits) == (grade, hits)


def test_w17_and_w27_move_costs():
    assert plan(move({}, {"enters_enemy": True}))["costs"] == [3]
    assert plan(
        move({"enters_enemy": True}), attack("power", "martial", using=["smite"]), abilities=["smite"]
    )["costs"] == [2, 1]
    assert plan(attack("power", "martial"), move({}, {}))["cost"] == 3


@pytest.mark.parametrize(("second_round", "lost"), [(2, 1), (1, 0)], ids=["printed", "corrected"])
def test_w26_and_w30_alexa_is_injured_either_way(second_round, lost):
    lines = track({"hits": 2}, {"hits": second_round})["rounds"]
    assert lines[0] == {"hits": 2, "injured": False, "serious": False, "out": False, "gained": "none"}
    assert lines[1] == {"hits": 0, "injured": True, "serious": False, "out": False, "gained": "injured"}
    assert 2 + second_round - 3 == lost


def test_w29_three_more_hits_within_the_day_are_serious():
    start = ask("dichotomy.after_fight", state={"hits": 0, "injured": True, "serious": False}, hours=23)
    assert track({"hits": 3}, start=start)["rounds"][0]["gained"] == "serious"
    after_rest = ask("dichotomy.after_fight", state={"hits": 1, "injured": False, "serious": False}, hours=0)
    assert after_rest == UNHURT


def test_w30_with_martial_9_her_second_die_cannot_fail():
    assert odds("dichotomy.defence", value_a=3, value_b=9, **UPHILL_TO_6).hits.get("2") is None
    assert odds("dichotomy.defence", value_a=3, value_b=8, **UPHILL_TO_6).hits["2"] == F(2, 25)
    with_eight = SUSAN | {"martial": 8, "spiritual": 2}
    assert ask("dichotomy.validate_attributes", attributes=with_eight)["problems"] == ["pair_sum"]


def zone(name, *modifiers):
    return {"name": name, "modifiers": list(modifiers)}


def ambush(martial):
    """Return the battle tracker's state at the start of the ambush."""
    sniper = {
        "side": "npc",
        "zone": "6",
        "hits": 3,
        "scores": {"finesse": 10, "power": 9, "martial": 10, "spiritual": 8},
    }
    return {
        "zones": [zone("6", {"on": "finesse", "value": 2}, {"on": "power", "value": 2, "against": "5"})],
        "fighters": [
            {
                "name": "Alexa",
                "zone": "1",
                "abilities": ["smite"],
                "scores": {"finesse": 3, "power": 8, "martial": martial, "spiritual": 2},
            },
            {
                "name": "Benny",
                "zone": "2",
                "abilities": ["pyrokinesis"],
                "scores": {"finesse": 7, "power": 4, "martial": 3, "spiritual": 8},
            },
            {
                "name": "Thug",
                "side": "npc",
                "zone": "3",
                "hits": 3,
                "scores": {"finesse": 10, "power": 12, "martial": 12, "spiritual": 8},
            },
            {"name": "A", **sniper},
            {"name": "B", **sniper},
        ],
    }


def blow(who, on, first, second, dice, **more):
    return {"do": "attack", "who": who, "on": [on], "with": [first, second], "dice": dice, **more}


def fire(on, dice):
    return blow("Benny", on, "finesse", "spiritual", dice, using=["pyrokinesis"])


def shot(who, on, dice):
    return blow(who, on, "finesse", "martial", dice)


ROUNDS = [
    [
        {"do": "move", "who": "Alexa", "to": ["2", "3"]},
        fire("A", [7, 2]),
        blow("Thug", "Alexa", "power", "martial", [2, 6]),
        shot("B", "Alexa", [8, 5]),
        shot("A", "Benny", [6, 3]),
        {"do": "end_round"},
    ],
    [
        blow("Alexa", "Thug", "power", "martial", [9, 4]),
        {"do": "move", "who": "Alexa", "to": ["4", "5"]},
        fire("A", [3, 7]),
        shot("B", "Alexa", [5, 1]),
        {"do": "end_round"},
    ],
    [
        {"do": "move", "who": "Alexa", "to": ["6"]},
        blow("Alexa", "B", "power", "martial", [2, 9]),
        fire("B", [2, 5]),
        {"do": "end_round"},
    ],
]


def fighters(state):
    return {each["name"]: each for each in state["fighters"]}


@pytest.mark.parametrize("martial", [8, 9])
def test_tracker_replays_the_ambush(martial):
    first = ask("dichotomy.desk_replay", state=ambush(martial), log=ROUNDS[0])
    assert first["problems"] == []
    after = fighters(first["state"])
    assert (after["Alexa"]["zone"], after["Alexa"]["hits"], after["Benny"]["hits"]) == ("3", 2, 1)
    assert (after["Thug"]["hits"], after["A"]["hits"], after["B"]["hits"]) == (3, 1, 3)

    second = ask("dichotomy.desk_replay", state=first["state"], log=ROUNDS[1])
    assert second["problems"] == []
    after = fighters(second["state"])
    assert (after["Alexa"]["zone"], after["Alexa"]["hits"], after["Alexa"]["injured"]) == ("5", 0, True)
    assert after["Thug"]["out"] and after["A"]["out"]
    assert (after["Benny"]["hits"], after["B"]["hits"]) == (1, 3)
    result = (
        "9 against 10, failure, takes 2 hits"
        if martial == 8
        else "10 against 10, partial success, takes 1 hit"
    )
    assert f"Alexa, who defends: 8 against 12, {result}" in second["sentences"][3]

    third = ask("dichotomy.desk_replay", state=second["state"], log=ROUNDS[2])
    assert third["problems"] == []
    after = fighters(third["state"])
    assert after["B"]["out"] and after["Alexa"]["injured"] and not after["Alexa"]["serious"]
    assert (
        "B: 10 against 11, "
        + ("17" if martial == 8 else "18")
        + " against 10, partial success, 2 hits (1 left)"
        in third["sentences"][1]
    )

    whole = ask(
        "dichotomy.desk_replay", state=ambush(martial), log=[event for each in ROUNDS for event in each]
    )
    assert whole["state"] == third["state"]


PAGE = Path(__file__).parents[3] / "docs/dichotomy/ambush.md"
SHOWN_AFTER = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15)
"""The numbers of log events after which the page shows everyone's state."""


def state_text(fighter, *, tallied):
    """Return the page's wording for a fighter's state."""
    if fighter["side"] == "npc":
        return "out" if fighter["out"] else str(fighter["hits"])
    hits = fighter["hits"] + fighter["taken"]
    words = InjuryState(hits, fighter["injured"], fighter["serious"], fighter["out"]).words
    return words if tallied else words.removeprefix("shaken, ")


def test_ambush_page_shows_the_replayed_state_after_each_step():
    rows = re.findall(r"^\| (zone .*) \|$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    log = [event for each in ROUNDS for event in each]
    assert len(rows) == len(SHOWN_AFTER) and SHOWN_AFTER[-1] == len(log)
    for row, count in zip(rows, SHOWN_AFTER, strict=True):
        after = fighters(ask("dichotomy.desk_replay", state=ambush(9), log=log[:count])["state"])
        tallied = bool(count) and log[count - 1]["do"] == "end_round"
        states = [state_text(after[name], tallied=tallied) for name in ("Alexa", "Benny", "Thug", "A", "B")]
        assert row.split(" | ") == [f"zone {after['Alexa']['zone']}, {states[0]}", *states[1:]], count


def test_check_meets_its_target_and_has_no_strict_option():
    with pytest.raises(InputError):
        resolve("dichotomy.check", value_a=9, value_b=9, meet_or_beat=False, dice=[1, 1])
    assert resolve("dichotomy.check", value_a=9, value_b=9, dice=[1, 1]).grade == "total"
