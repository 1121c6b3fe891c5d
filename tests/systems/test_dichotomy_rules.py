"""Dichotomy's problem codes, planners and ledgers, one rule at a time."""

import itertools
import json
import re
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import InputError, ask, calculator, check_sheet, game, odds, present, resolve, roll
from rules_py.systems.dichotomy.abilities import ABILITIES
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, DICHOTOMIES, LEGAL_PAIRS
from rules_py.systems.dichotomy.turns import TURN

GAME = game("dichotomy")
EVEN = {"finesse": 6, "power": 5, "martial": 6, "spiritual": 5, "natural": 6, "technical": 5}
DWARF = {"finesse": 4, "power": 7, "martial": 7, "spiritual": 4, "natural": 5, "technical": 6}
ELF = {"finesse": 7, "power": 4, "martial": 4, "spiritual": 7, "natural": 6, "technical": 5}


def codes(call, *args, **inputs):
    with pytest.raises(InputError) as caught:
        call(*args, **inputs)
    return caught.value.codes


# Rolls


def test_all_problems_of_a_check_are_named_in_alphabetical_order():
    found = codes(
        resolve,
        "dichotomy.check",
        value_a=0,
        value_b=11,
        attribute_a="martial",
        attribute_b="spiritual",
        dice=[11, 5],
    )
    assert found == ("attr_range", "bad_die", "same_dichotomy")
    assert codes(odds, "dichotomy.check", value_a=5, value_b=5, attribute_a="power", attribute_b="power") == (
        "same_dichotomy",
    )


@pytest.mark.parametrize("die", [-1, 11, "5", 5.0, None, True])
def test_only_faces_of_the_die_are_read(die):
    assert codes(resolve, "dichotomy.check", value_a=5, value_b=5, dice=[die, 1]) == ("bad_die",)


def test_a_nought_is_ten_and_two_of_them_are_critical():
    found = resolve("dichotomy.check", value_a=1, value_b=1, tn_a=14, tn_b=14, dice=[0, 10])
    assert (found.total_a, found.made_a, found.grade) == (11, False, "critical")
    assert roll("dichotomy.check", seed=1, value_a=5, value_b=5).outcome in odds(
        "dichotomy.check", value_a=5, value_b=5
    )


def test_the_wrong_number_of_dice_is_named():
    assert codes(resolve, "dichotomy.check", value_a=5, value_b=5, dice=[1]) == ("wrong_dice_count",)


def test_twelve_pairs_may_be_rolled():
    assert len(LEGAL_PAIRS) == 12
    for first, second in itertools.product(ATTRIBUTES, repeat=2):
        legal = (first, second) in LEGAL_PAIRS or (second, first) in LEGAL_PAIRS
        asked = {"value_a": 5, "value_b": 5, "attribute_a": first, "attribute_b": second, "dice": [1, 1]}
        if legal:
            resolve("dichotomy.check", **asked)
        else:
            assert codes(resolve, "dichotomy.check", **asked) == ("same_dichotomy",)


def test_an_ability_lifts_the_grade_but_never_to_a_critical():
    def grade(*dice):
        return resolve("dichotomy.check", value_a=1, value_b=1, ability_helps=True, dice=dice).grade

    assert [grade(1, 1), grade(9, 1), grade(9, 9), grade(10, 10)] == ["partial", "total", "total", "critical"]


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ({"attribute_a": "finesse", "smite": True}, ("smite_needs_power",)),
        ({"attribute_a": "power", "deadly_aim": True}, ("aim_needs_finesse",)),
        ({"attribute_a": "finesse", "telekinesis": True}, ("telekinesis_needs_finesse_spiritual",)),
        (
            {"attribute_a": "power", "attribute_b": "spiritual", "telekinesis": True, "deadly_aim": True},
            ("aim_needs_finesse", "telekinesis_needs_finesse_spiritual"),
        ),
        ({"reduction": 2}, ("bad_value",)),
        ({"attribute_a": "martial"}, ("unknown_attribute",)),
    ],
)
def test_abilities_that_do_not_fit_the_attack(flags, expected):
    assert codes(odds, "dichotomy.attack", value_a=5, value_b=5, **flags) == expected


def test_the_order_of_arithmetic_of_one_attack():
    found = resolve(
        "dichotomy.attack",
        value_a=9,
        value_b=9,
        attribute_a="finesse",
        attribute_b="spiritual",
        telekinesis=True,
        deadly_aim=True,
        bless=True,
        reduction=1,
        dice=[5, 5],
    )
    assert (found.hits, found.push) == (2 - 1 + 2 + 1 - 1, True)
    assert found.verdict == "Total success: 3 hits, and the foe may be shoved a zone away"
    assert [step.rule for step in found.working if step.rule][-4:] == ["D-094", "D-061", "D-085", "R-30"]


def test_modifiers_are_added_by_attribute_time_and_condition():
    entries = [
        {"on": "finesse", "value": 1},
        {"on": "all", "value": 4, "when": "defence"},
        {"on": "martial", "value": -3},
        {"on": "finesse", "value": 9, "active": False},
        {"on": "power", "value": 7},
    ]
    asked = {"entries": entries, "attribute_a": "finesse", "attribute_b": "martial"}
    assert ask("dichotomy.combine_modifiers", rolling="attack", **asked) == {"mod_a": 1, "mod_b": -3}
    assert ask("dichotomy.combine_modifiers", rolling="defence", **asked) == {"mod_a": 5, "mod_b": 1}


@pytest.mark.parametrize(("gear", "modifier"), [("normal", 0), ("poor", -2), ("none", -4)])
def test_gear_weighs_on_martial_alone(gear, modifier):
    for attribute in ATTRIBUTES:
        expected = modifier if attribute == "martial" else 0
        assert ask("dichotomy.gear_modifier", gear=gear, attribute=attribute) == {"modifier": expected}


def test_the_alert_act_first_ambush_or_not():
    pcs = [{"name": "A", "alertness": False}, {"name": "B", "alertness": True}]
    assert ask("dichotomy.acting_order", ambushed=False, pcs=pcs, npcs=["X"]) == {"order": ["B", "A", "X"]}
    assert ask("dichotomy.acting_order", ambushed=True, pcs=pcs, npcs=["X"]) == {"order": ["B", "X", "A"]}


def test_two_characters_throw_for_the_first_turn():
    alike = {"finesse": 5, "martial": 5}
    found = odds("dichotomy.first_to_act", first=alike, second=alike)
    assert found.first_acts == found.second_acts == F(1, 2)

    def who(*dice):
        return resolve("dichotomy.first_to_act", first=alike, second=alike, dice=dice).who

    assert [who(5, 4, 9, 4), who(5, 5, 9, 4), who(10, 10, 9, 9), who(5, 6, 6, 5)] == [
        "second",
        "first",
        "first",
        "again",
    ]


def test_player_characters_defend_with_their_modifiers():
    assert ask("dichotomy.pvp_tn", defender_value=7, defender_mod=4) == {"tn": 16}


# The injury track


def track(*rounds, **more):
    return ask("dichotomy.injury_track", rounds=list(rounds), **more)


def test_fortitude_takes_a_fourth_hit_for_the_first_step_alone():
    found = track({"hits": 3}, {"hits": 1}, {"hits": 3}, {"hits": 3}, fortitude=True)["rounds"]
    assert [line["gained"] for line in found] == ["none", "injured", "serious", "out"]
    assert found[-1] == {"hits": 0, "injured": True, "serious": True, "out": True, "gained": "out"}


def test_after_out_nothing_changes():
    found = track(*[{"hits": 9}] * 5, {"hits": 1, "recover": True, "dive": True})
    assert [line["out"] for line in found["rounds"]] == [False, False, True, True, True, True]
    assert found["problems"] == ["dive_not_allowed"]


def test_recover_takes_one_hit_carried_in():
    assert [line["hits"] for line in track({"hits": 2}, {"hits": 1, "recover": True})["rounds"]] == [2, 2]
    assert track({"hits": 1, "recover": True})["problems"] == ["nothing_to_recover"]


def test_a_healed_injury_comes_back_before_the_end():
    start = {"hits": 0, "injured": False, "serious": True}
    assert [line["gained"] for line in track({"hits": 3}, {"hits": 3}, start=start)["rounds"]] == [
        "injured",
        "out",
    ]
    found = odds("dichotomy.injury", per_round={"3": 1}, rounds=2, start=start)
    assert (found.mean_to_injured, found.mean_to_serious, found.mean_to_out) == (1, 0, 2)


def test_reading_an_unwilling_mind_costs_a_step_at_once():
    state = {"hits": 2, "injured": True, "serious": False}
    found = ask("dichotomy.mind_read", state=state)
    assert found == {"hits": 0, "injured": True, "serious": True, "out": False, "gained": "serious"}
    assert ask("dichotomy.mind_read", state={"hits": 0, "injured": True, "serious": True})["out"]


def test_a_start_past_the_next_step_is_malformed():
    assert codes(ask, "dichotomy.injury_track", rounds=[], start={"hits": 3}) == ("bad_start",)
    track(start={"hits": 3}, fortitude=True)


@pytest.mark.parametrize(
    ("serious_before", "gained", "hits", "allowed"),
    [
        (False, "serious", 3, True),
        (True, "none", 1, True),
        (True, "none", 0, False),
        (False, "injured", 3, False),
        (True, "out", 3, False),
        (True, "injured", 3, True),
    ],
)
def test_when_a_dive_is_allowed(serious_before, gained, hits, allowed):
    found = ask("dichotomy.dive_allowed", serious_before=serious_before, gained=gained, hits=hits)
    assert found == {"allowed": allowed}


@given(
    rounds=st.lists(
        st.builds(dict, hits=st.integers(0, 8), recover=st.booleans(), dive=st.booleans()), max_size=8
    ),
    fortitude=st.booleans(),
)
def test_one_round_moves_the_track_by_one_step_at_most(rounds, fortitude):
    found = track(*rounds, fortitude=fortitude)["rounds"]
    level = 0
    for line in found:
        after = line["injured"] + line["serious"] + line["out"]
        assert after - level == (line["gained"] != "none") and 0 <= line["hits"] <= (
            3 if fortitude and not after else 2
        )
        level = after


# Turns


def plan(*actions, **more):
    return ask("dichotomy.plan_turn", actions=list(actions), **more)


def attack(*pair, **more):
    return {"do": "attack", "with": list(pair), **more}


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
        ([{"do": "aim", "with": ["power", "martial"]}], {"abilities": ["deadly_aim"]}, ["bad_attack_pair"]),
    ],
)
def test_what_makes_a_turn_illegal(actions, more, problems):
    found = plan(*actions, **more)
    assert (found["problems"], found["legal"]) == (problems, not problems)
    assert sorted({each["code"] for each in found["reasons"]}) == problems
    assert all(code in TURN for code in problems)


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
def test_the_price_of_a_step(step, abilities, locked, cost):
    assert plan({"do": "move", "steps": [step]}, abilities=abilities, locked=locked)["costs"] == [cost]


def test_locks_count_for_each_step_or_once():
    steps = {"do": "move", "steps": [{}, {}]}
    assert [plan(steps, locked=locked)["cost"] for locked in ("none", "single", "crowd")] == [2, 4, 3]


def test_what_powers_a_spiritual_attack():
    assert (
        spirit("power", "pyrokinesis")
        == spirit("finesse", "pyrokinesis")
        == spirit("finesse", "telekinesis")
        == []
    )
    assert spirit("power", "telekinesis") == spirit("finesse", "biokinesis") == ["needs_spiritual_ability"]
    assert spirit("power", "biokinesis") == spirit("power", "bless") == spirit("finesse", "bless") == []
    thrown = attack("power", "spiritual", using=["biokinesis"], range="adjacent")
    assert plan(thrown, abilities=["biokinesis", "short_range_attack"])["problems"] == [
        "needs_spiritual_ability"
    ]


def test_the_cost_is_told_even_of_an_illegal_turn():
    assert plan({"do": "defend"}, {"do": "defend"})["cost"] == 6
    assert codes(ask, "dichotomy.plan_turn", actions=[{"do": "dance"}]) == ("unknown_action",)
    assert codes(ask, "dichotomy.plan_turn", actions=[], abilities=["flying"]) == ("unknown_ability",)


# Attributes and abilities


@pytest.mark.parametrize(
    ("changes", "race", "problems"),
    [
        ({}, "human", []),
        ({"finesse": 7}, "human", ["pair_sum"]),
        ({"finesse": 11, "power": 0}, "human", ["attr_range"]),
        ({"finesse": 12}, "human", ["attr_range", "pair_sum"]),
        ({}, "dwarf", []),
        ({"finesse": 8, "power": 3}, "dwarf", ["race_minimum"]),
        ({"martial": 8, "spiritual": 3}, "elf", ["race_minimum"]),
    ],
)
def test_what_is_wrong_with_attributes(changes, race, problems):
    assert ask("dichotomy.validate_attributes", attributes=EVEN | changes, race=race)["problems"] == problems


def test_every_pair_offers_three_slots_whatever_the_split():
    for low in range(1, 11):
        slots = ask(
            "dichotomy.ability_slots",
            attributes=dict.fromkeys(ATTRIBUTES, low)
            | {other: 11 - low for _, other in DICHOTOMIES.values()},
        )
        assert all(slots[one] + slots[other] == 3 for one, other in DICHOTOMIES.values())
    assert codes(ask, "dichotomy.ability_slots", attributes=EVEN | {"power": 11}) == ("attr_range",)


def picks(*chosen, race="human", attributes=EVEN, **more):
    return ask("dichotomy.validate_abilities", attributes=attributes, picks=list(chosen), race=race, **more)[
        "problems"
    ]


def test_what_is_wrong_with_abilities():
    assert picks("smite", "swimming", "tracking") == []
    assert picks("smite", "cleave") == ["balance", "slot_cap"]
    assert picks("mobility", "point_blank") == ["balance"]
    assert picks("smite", "flying", "swimming") == ["unknown_ability"]
    assert picks("smite", "smite", "swimming") == ["duplicate"]
    assert picks("dwarven_fortitude") == ["race_only"]
    assert picks("stone_shape", "mechanics", race="dwarf", attributes=DWARF) == ["race_first_choice"]
    assert picks("stone_shape", "stonecunning", "mobility", race="dwarf", attributes=DWARF) == []
    assert picks("shape_plants", "commune_with_nature", "tree_stride", race="elf", attributes=ELF) == []
    assert picks("shape_plants", "stonecunning", race="elf", attributes=ELF) == [
        "race_first_choice",
        "race_only",
    ]


def test_the_lenient_house_rule_asks_for_one_of_the_first_three():
    asked = {"race": "dwarf", "attributes": DWARF, "race_lenient": True}
    assert picks("smite", "swimming", **asked) == []
    assert picks("smite", "swimming", "mechanics", **asked) == ["race_first_choice"]
    assert picks("smite", "swimming", "stonecunning", **asked) == []
    found = ask("dichotomy.next_picks", picks=["smite", "swimming"], **asked)
    assert (found["attributes"], found["abilities"]) == (["technical"], ["stonecunning"])


def test_a_tenth_ability_is_too_many():
    nine = [
        "mobility",
        "swimming",
        "tracking",
        "point_blank",
        "climbing",
        "survival",
        "smite",
        "bless",
        "mechanics",
    ]
    assert picks(*nine) == []
    assert ask("dichotomy.next_picks", attributes=EVEN, picks=nine)["attributes"] == []
    assert "too_many" in picks(*nine, "quick_shot")


def test_next_picks_follow_the_order_of_the_sheet():
    def following(*chosen, **more):
        return ask("dichotomy.next_picks", picks=list(chosen), **{"attributes": EVEN, **more})["attributes"]

    assert following() == list(ATTRIBUTES)
    assert following("smite") == ["martial", "spiritual", "natural", "technical"]
    assert following(race="dwarf", attributes=DWARF) == ["finesse", "power", "martial", "technical"]
    assert following("tree_stride", race="elf", attributes=ELF) == ["spiritual", "natural"]


@given(data=st.data(), race=st.sampled_from(["human", "dwarf", "elf"]), lenient=st.booleans())
@settings(max_examples=40, deadline=None)
def test_nine_legal_picks_can_always_be_made(data, race, lenient):
    """Slots and balance never block each other: picking whatever is offered ends at three of each."""
    low = 1 if race == "human" else 4
    strong = {
        "human": (),
        "dwarf": ("power", "martial", "technical"),
        "elf": ("finesse", "spiritual", "natural"),
    }[race]
    attributes = {}
    for pair in DICHOTOMIES.values():
        one, other = (pair if pair[0] in strong else pair[::-1]) if strong else pair
        attributes[one] = data.draw(st.integers(low, 10))
        attributes[other] = 11 - attributes[one]
    chosen = []
    for _ in range(9):
        found = ask(
            "dichotomy.next_picks", attributes=attributes, picks=chosen, race=race, race_lenient=lenient
        )
        chosen.append(data.draw(st.sampled_from(found["abilities"])))
        assert picks(*chosen, race=race, attributes=attributes, race_lenient=lenient) == []
    assert all(sum(ABILITIES[each].dichotomy == key for each in chosen) == 3 for key in DICHOTOMIES)


def test_there_are_as_many_abilities_as_the_digest_counts():
    by_attribute = [
        sum(each.attribute == name and not each.race for each in ABILITIES.values()) for name in ATTRIBUTES
    ]
    assert by_attribute == [6, 6, 6, 8, 7, 6]
    assert len(ABILITIES) == 45


def test_an_adventure_path_gains_one_a_chapter():
    assert [ask("dichotomy.path_abilities", chapter=n)["abilities"] for n in range(1, 10)] == list(
        range(1, 10)
    )


# Load, motives, experience


def test_load_and_supplies():
    assert ask("dichotomy.load", items={"rope": 8}, power=4, martial=7) == {
        "carried": 8,
        "capacity": 7,
        "free": -1,
        "problems": ["overloaded"],
    }
    assert ask("dichotomy.load", items={"rope": 1, "moon": 1}, power=4, martial=7)["problems"] == [
        "unknown_item"
    ]
    assert ask(
        "dichotomy.supplies", items={"rations": 3, "water_skin": 2, "lantern": 2, "oil": 1, "torch": 4}
    ) == {"food_days": 6, "water_days": 2, "lantern_hours": 20, "torch_hours": 4}
    assert ask("dichotomy.supplies", items={"oil": 2})["lantern_hours"] == 0
    assert codes(ask, "dichotomy.supplies", items={"moon": 1}) == ("unknown_item",)


def test_capacity_runs_from_two_to_eleven():
    found = {
        ask("dichotomy.carrying_capacity", power=p, martial=m)["capacity"]
        for p in range(1, 11)
        for m in range(1, 11)
    }
    assert (min(found), max(found)) == (2, 11)


def motives(*given):
    names = ("motive", "fulfilled", "betrayed")
    return ask("dichotomy.motive_xp", motives=[dict(zip(names, each, strict=True)) for each in given])


def test_what_an_adventure_earns():
    assert motives(("truth", True, False), ("love", True, True)) == {
        "xp": 7,
        "lost": ["love"],
        "may_swap": [],
        "problems": [],
    }
    assert motives(("truth", False, False), ("greed", False, False))["may_swap"] == ["greed", "truth"]
    assert motives(("hunger", True, False))["problems"] == ["unknown_motive"]
    found = motives(
        ("truth", True, False), ("truth", True, False), ("love", True, False), ("fame", True, True)
    )
    assert (found["xp"], found["problems"]) == (4, ["duplicate_motive", "too_many_motives"])
    assert ask("dichotomy.replacement", betrayed_in=4) == {"chosen_after": 5, "first_counts_in": 6}


def test_prices_of_connections():
    names = calculator("dichotomy.connection_cost").inputs[0].options
    assert sum(ask("dichotomy.connection_cost", name=name)["xp"] for name in names) == 265
    assert ask("dichotomy.connection_cost", name="spouse", famous=True) == {"xp": 20}
    assert codes(ask, "dichotomy.connection_cost", name="tower", famous=True) == ("famous_not_allowed",)
    assert codes(ask, "dichotomy.connection_cost", name="moon") == ("unknown_connection",)


def test_raising_costs_the_difference_along_a_ladder():
    def cost(lower, higher, **more):
        return ask("dichotomy.raise_cost", **{"from": lower, "to": higher}, **more)

    assert cost("cottage", "tower") == {"xp": 35, "problems": []}
    assert cost("minion", "followers")["xp"] == 10
    assert cost("companion", "spouse", famous=True)["xp"] == 10
    assert cost("companion", "spouse", famous=True, famous_before=False)["xp"] == 15
    for pair in (("tower", "cottage"), ("cohort", "followers"), ("cottage", "farm"), ("house", "house")):
        assert cost(*pair) == {"xp": None, "problems": ["no_path"]}


def test_an_ordinary_companion_becomes_a_famous_spouse_for_the_difference():
    marry = {"raise": ["companion", "spouse"], "famous": True}
    found = ask("dichotomy.xp_ledger", entries=[{"gain": 30}, {"buy": "companion"}, marry])
    assert (found["balances"][-1], found["problems"]) == (10, [])
    assert found["held"] == [{"name": "spouse", "famous": True, "count": 1}]
    assert ask("dichotomy.xp_ledger", entries=[{"gain": 30}, marry])["problems"] == ["not_owned"]


def test_the_ledger_refuses_and_goes_on():
    entries = [
        {"gain": 20},
        {"buy": "tower"},
        {"buy": "moon"},
        {"buy": "farm"},
        {"buy": "farm", "famous": True},
        {"raise": ["farm", "tower"]},
        {"raise": ["minion", "cohort"]},
        {"buy": "notoriety"},
        {"buy": "famous"},
        {"gain": 5},
        {"raise": ["notoriety", "famous"]},
    ]
    found = ask("dichotomy.xp_ledger", entries=entries)
    assert found["balances"] == [20, 20, 20, 10, 10, 10, 10, 5, 5, 10, 5]
    assert [each["code"] for each in found["refused"]] == [
        "not_enough_xp",
        "unknown_connection",
        "famous_not_allowed",
        "no_path",
        "not_owned",
        "already_held",
        "not_enough_xp",
    ]
    assert found["problems"] == sorted({each["code"] for each in found["refused"]})
    assert {each["name"] for each in found["held"]} == {"farm", "famous"}
    assert codes(ask, "dichotomy.xp_ledger", entries=[{"gain": 1, "buy": "farm"}]) == ("bad_entry",)


# The sheet


def sheet(**more):
    return {
        "name": "Odile",
        "attributes": EVEN,
        "picks": ["smite", "swimming", "tracking"],
        "motives": [{"motive": "love"}, {"motive": "truth"}],
        **more,
    }


def test_a_sound_sheet_is_legal_and_worked_out():
    found = check_sheet("dichotomy", sheet(items=[{"item": "rope", "count": 2}, {"item": "oil", "count": 1}]))
    assert found.legal and not found.warnings
    assert found.derived["slots"]["power"] == {"slots": 1, "used": 1, "free": 0}
    assert (found.derived["capacity"], found.derived["free"]) == (7, 4)
    assert found.derived["attack_prices"] == {"P/M": 1, "F/M": 2, "P/S": 2, "F/S": 3}
    assert found.derived["chances"]["finesse"] == {10: F(7, 10), 12: F(1, 2), 14: F(3, 10)}
    assert json.dumps(found.to_json())


def test_every_throw_of_the_sheet_states_the_chance_of_its_calculator():
    found = check_sheet(
        "dichotomy", sheet(peak_abilities=7, gear="poor", attributes=EVEN | {"power": 6, "finesse": 5})
    )
    throws = [
        cell for panel in found.panels for row in panel.rows for cell in row if hasattr(cell, "calculator")
    ]
    assert len(throws) > 50
    good = {
        "dichotomy.check": lambda outcome: outcome.grade != "failure",
        "dichotomy.attack": lambda outcome: outcome.hits > 0,
        "dichotomy.defence": lambda outcome: outcome.hits == 0,
    }
    for throw in throws:
        assert odds(throw.calculator, **throw.inputs).chance(good[throw.calculator]) == throw.chance


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"attributes": EVEN | {"power": "x"}}, "attributes.power", "attr_range"),
        ({"attributes": EVEN | {"power": 6}}, "attributes.finesse", "pair_sum"),
        (
            {"race": "dwarf", "attributes": EVEN | {"power": 3, "finesse": 8}},
            "attributes.power",
            "race_minimum",
        ),
        ({"picks": ["smite", "cleave"]}, "picks.1", "slot_cap"),
        ({"picks": ["smite", "mobility"]}, "picks.1", "balance"),
        ({"picks": ["smite", "smite"]}, "picks.1", "duplicate"),
        ({"picks": [7]}, "picks.0", "unknown_ability"),
        ({"picks": ["tree_stride"]}, "picks.0", "race_only"),
        ({"picks": ["stealthy"], "race": "dwarf"}, "picks.0", "race_first_choice"),
        ({"motives": [{"motive": "hunger"}]}, "motives.0.motive", "unknown_motive"),
        ({"motives": [{"motive": "love"}, {"motive": "love"}]}, "motives.1.motive", "duplicate_motive"),
        (
            {"motives": [{"motive": each} for each in ("love", "truth", "fame")]},
            "motives.2.motive",
            "too_many_motives",
        ),
        ({"items": [{"item": "moon", "count": 1}]}, "items.0.item", "unknown_item"),
        ({"items": [{"item": "rope", "count": 9}]}, "items", "overloaded"),
        ({"ledger": [{"kind": "buy", "connection": "tower"}]}, "ledger.0", "not_enough_xp"),
        ({"ledger": [{"kind": "raise", "from": "farm", "connection": "shop"}]}, "ledger.0", "not_owned"),
        ({"track": {"hits": 3}}, "track.hits", "track_full"),
        ({"race": "orc"}, "race", "unknown_race"),
    ],
)
def test_a_breach_stands_beside_its_field_with_its_rule(changes, field, code):
    found = check_sheet("dichotomy", sheet(**changes))
    assert (field, code) in [(each.field, each.code) for each in found.problems]
    assert all(each.rule in GAME.numbers and each.message.endswith(".") for each in found.problems)
    assert not found.legal


@pytest.mark.parametrize(("race", "weak", "rule"), [("dwarf", "power", "D-256"), ("elf", "finesse", "D-266")])
def test_a_people_is_told_its_own_minimum(race, weak, rule):
    attributes = EVEN | {weak: 3, {"power": "finesse", "finesse": "power"}[weak]: 8}
    found = check_sheet("dichotomy", sheet(race=race, attributes=attributes, picks=[]))
    assert [(each.field, each.rule) for each in found.problems if each.code == "race_minimum"] == [
        (f"attributes.{weak}", rule)
    ]


def test_the_blank_sheet_breaks_no_rule_but_hints_at_what_is_open():
    found = check_sheet("dichotomy", GAME.sheet.blank())
    assert found.legal and found.warnings == ["abilities_open", "motive_open", "name_missing"]
    assert "abilities_open" not in check_sheet("dichotomy", sheet()).warnings


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*ABILITIES, *ATTRIBUTES]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["item", "count", "motive", "kind", "xp", *ATTRIBUTES]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(data=st.dictionaries(st.sampled_from([each.name for each in GAME.sheet.fields]), anything, max_size=6))
@settings(max_examples=150, deadline=None)
def test_no_data_however_odd_stops_the_sheet(data):
    try:
        found = check_sheet("dichotomy", data)
    except InputError as error:
        assert error.codes == ("bad_sheet",)
    else:
        json.dumps(found.to_json(), allow_nan=False)


def test_the_whole_sheet_at_once():
    found = ask(
        "dichotomy.sheet",
        attributes=DWARF,
        picks=["stone_shape", "stonecunning", "dwarven_fortitude"],
        race="dwarf",
        items={"moon": 1, "rope": 20},
        peak_abilities=8,
    )
    assert found["problems"] == ["overloaded", "unknown_item"]
    assert (found["zones_per_turn"], found["thresholds"], found["veteran_bonus"]) == (2, [4, 3, 3], 3)
    assert found["slots"]["power"] == {"slots": 2, "used": 1, "free": 1}


def test_a_sound_turn_and_a_sound_character_say_no_more_than_that():
    def words(said):
        return re.sub(r"<[^>]*>", " ", present.answer(said))

    assert not re.search("Problems|Why", words(plan({"do": "defend"})))
    spent = words(plan({"do": "defend"}, {"do": "misc"}))
    assert spent.count("three points of a turn") == 1 and "D-184" in spent
    assert "Problems" not in words(ask("dichotomy.validate_attributes", attributes=EVEN))
    assert "D-025" in words(ask("dichotomy.validate_attributes", attributes=EVEN | {"power": 6}))


def test_a_shove_is_told_only_where_there_may_be_one():
    def words(**more):
        pair = {"attribute_a": "finesse", "attribute_b": "spiritual"}
        found = odds("dichotomy.attack", value_a=7, value_b=8, **pair, **more)
        return re.sub(r"<[^>]*>", " ", present.odds(calculator("dichotomy.attack"), found))

    assert "shove" in words(telekinesis=True) and "shove" not in words() and "Mean hits" in words()


def test_an_example_tells_steps_without_enemies_as_free():
    turn = calculator("dichotomy.plan_turn")
    given = turn.parse({"actions": [{"do": "move", "steps": [{}, {"enters_enemy": True}]}]})
    assert "Move, Steps free + Enters a held zone" in present.given(turn.inputs, given)


# The game as a whole


def test_the_list_of_problems_explains_every_code_of_the_digest():
    digest = """
        same_dichotomy attr_range bad_die smite_needs_power aim_needs_finesse
        telekinesis_needs_finesse_spiritual nothing_to_recover dive_not_allowed over_budget repeat_action
        no_ability bad_attack_pair needs_point_blank needs_short_range out_of_reach needs_spiritual_ability
        empty_move broken_path dwarf_zones bad_cost no_missiles lock_target lock_power pair_sum race_minimum
        slot_cap balance duplicate unknown_ability race_only race_first_choice too_many overloaded
        unknown_item unknown_motive duplicate_motive too_many_motives no_path not_enough_xp
        unknown_connection famous_not_allowed not_owned already_held
    """
    of_the_sheet = """
        name_missing unknown_race unknown_wealth unknown_gear peak_too_low motive_open abilities_open track_full
    """
    of_the_desk = "cannot_act bad_target npc_against_npc cover_one"
    listed = GAME.reference("problems").entries
    assert {*digest.split(), *of_the_sheet.split(), *of_the_desk.split()} == {entry.name for entry in listed}
    assert all(entry.values["words"].endswith(".") and entry.rules for entry in listed)


def test_the_lists_of_prices_and_scores_are_the_digests():
    def values(name, *columns):
        return [tuple(entry.values[each] for each in columns) for entry in GAME.reference(name).entries]

    attacks = values("attack_prices", "plain", "quick")
    assert attacks == [(1, 1), (2, 1), (2, 2), (3, 2)]
    steps = values("step_prices", "plain", "mobile", "stride")
    assert steps == [(1, 1, 1), (2, 1, 2), (2, 1, 1), (3, 1, 2)]
    scores = values("scores", "slots", "opposite_slots", "as_power", "as_martial")
    assert [slots for slots, *_ in scores] == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3]
    assert all(slots + opposite == 3 for slots, opposite, *_ in scores)
    assert (scores[3][2], scores[6][3]) == (1, 4)  # with the 2 of anybody, the 7 of W-07


def test_the_bonus_of_a_veteran_grade_by_grade():
    def grades(peak):
        said = ask("dichotomy.veteran_roll", peak_abilities=peak, value_a=5, value_b=6, tn_a=12, tn_b=12)
        return [said["bonus"], *(str(said[each]) for each in ("failure", "partial", "total", "critical"))]

    assert grades(5) == [0, "3/10", "1/2", "19/100", "1/100"]
    assert grades(9) == [4, "1/50", "13/50", "71/100", "1/100"]


def test_every_code_in_words_cites_a_rule_of_the_game():
    for code in (code for group in GAME.problems for code in group):
        assert code.rule in GAME.numbers
    assert len(GAME.numbers) == 308 + 90


def test_every_number_cited_by_data_and_calculators_is_known():
    cited = {number for each in GAME.references for entry in each.entries for number in entry.rules}
    cited |= {number for each in GAME.calculators for number in each.rules}
    cited |= {entry.rule for each in GAME.calculators for entry in each.inputs if entry.rule}
    cited |= {entry.rule for entry in GAME.sheet.fields if entry.rule}
    assert cited <= set(GAME.numbers)


def test_reference_lists_hold_what_the_digest_counts():
    counts = {each.name: len(each.entries) for each in GAME.references}
    digest = {"abilities": 45, "motives": 16, "equipment": 23, "connections": 17, "wealth": 3, "tasks": 11}
    assert counts.items() >= digest.items()
    for each in GAME.references:
        assert all(list(entry.values) == [column.key for column in each.columns] for entry in each.entries)


def test_the_halves_of_each_pair_are_tied_on_the_sheet():
    scores = next(entry for entry in GAME.sheet.fields if entry.name == "attributes")
    paths = {f"attributes.{entry.name}" for entry in scores.fields}
    assert {path for tie in GAME.sheet.tied for path in (tie.one, tie.other)} == paths
    assert all(tie.sum == 11 for tie in GAME.sheet.tied)
    blank = GAME.sheet.blank()["attributes"]
    assert all(blank[one] + blank[other] == 11 for one, other in DICHOTOMIES.values())
