"""A character's cost and problems: the specification's cases, every code, and the arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import InputError, ask, odds
from rules_py.base.problems import WARNING
from rules_py.systems.two_d6 import GAME
from rules_py.systems.two_d6.problems import LEDGER_CODES
from rules_py.systems.two_d6.spells import SPELLS
from rules_py.systems.two_d6.talents import ALL as TALENTS

STATS = ("STR", "AGI", "DEX", "TOU", "INT", "WIL", "CHA", "PER")


def stats(*ranks):
    return dict(zip(STATS, ranks, strict=True))


def ledger(**build):
    return ask("two_d6.character_ledger", **build)


def codes(**build):
    answer = ledger(**build)
    return {*answer["errors"], *answer["warnings"]}


# the reference values of the digest


def test_even_stats_cost_all_their_points():
    answer = ledger(stats=stats(3, 3, 2, 3, 2, 2, 2, 3))
    assert (answer["stat_cost"], answer["stat_points_left"], answer["xp_budget"]) == (36, 0, 15)
    assert (answer["resolve"], answer["initiative"], answer["wounds_max"]) == (5, 6, 6)
    assert answer["legal"] and not answer["warnings"]


def test_mage_example_leaves_three_points_and_three_xp():
    answer = ledger(
        stats=stats(0, 2, 2, 4, 2, 4, 1, 2),
        skills={"Notice": 2, "Athletics": 1},
        talents=[{"name": "Fast Caster"}],
        spells=[{"name": "Blast"}, {"name": "Repel Attack"}],
        cinematics_bought=1,
    )
    assert (answer["stat_cost"], answer["stat_points_left"]) == (33, 3)
    assert (answer["xp_budget"], answer["xp_spent"], answer["xp_left"]) == (18, 15, 3)
    assert (answer["resolve"], answer["wounds_max"], answer["legal"]) == (8, 7, True)


def test_illegal_example_only_exceeds_the_cap():
    answer = ledger(
        stats={"AGI": 5, "STR": 3, "TOU": 3, "PER": 3},
        stat_boosts=["AGI"],
        talents=[{"name": "Extra Wound"}, {"name": "Multiattack"}],
    )
    assert (answer["stat_cost"], answer["stat_points_left"]) == (33, 3)
    assert (answer["xp_budget"], answer["xp_spent"]) == (18, 14)
    assert answer["errors"] == ["STAT_CAP"] and not answer["legal"]
    assert (answer["final_stats"]["AGI"], answer["initiative"]) == (6, 9)  # values are not clamped


# the worked examples of the digest


def test_e_3_stat_cost_rises_with_each_rank():
    assert [ledger(stats={"STR": rank})["stat_cost"] for rank in range(6)] == [0, 1, 3, 6, 10, 15]


def test_e_4_chef_buys_a_trade_skill():
    assert ask("two_d6.xp_planner", skill="Trade (Chef)", from_rank=0, to_rank=3)["xp"] == 6
    chef = ledger(skills={"Trade (Chef)": 3})
    assert chef["xp_spent"] == 6 and chef["legal"]


def test_e_5_diplomacy_goes_with_two_stats():
    for stat in ("WIL", "CHA"):
        assert not codes(skills={"Diplomacy": 2}, skill_stats={"Diplomacy": stat})
    assert codes(skills={"Diplomacy": 2}, skill_stats={"Diplomacy": "STR"}) == {"STAT_OFF_LIST"}


@pytest.mark.parametrize(
    ("state", "plus", "minus"),
    [("drunken master", "AGI", "INT"), ("raging barbarian", "STR", "CHA"), ("meditating monk", "INT", "AGI")],
)
def test_e_6_altered_states(state, plus, minus):
    purchase = {"name": "Altered State", "label": state, "plus": plus, "minus": minus}
    answer = ledger(stats=dict.fromkeys(STATS, 2), talents=[purchase])
    assert answer["xp_spent"] == 2 and answer["legal"]
    # the change must be possible: a stat of 0 can't fall, and one of 5 can't rise
    assert codes(stats={plus: 2, minus: 0}, talents=[purchase]) == {"ALTERED_RANGE"}
    assert codes(stats={plus: 5, minus: 2}, talents=[purchase]) == {"ALTERED_RANGE"}


@pytest.mark.parametrize(("item", "wounds", "fewest"), [("stick", 1, 1), ("breastplate", 5, 2)])
def test_e_10_item_wounds_set_the_fewest_attacks_to_destroy(item, wounds, fewest):
    """No attack deals more than three wounds, so the breastplate needs at least two."""
    chances = [
        odds("two_d6.fight_length", wounds=wounds, attacks=attacks, att_bonus=4, def_bonus=0).p_down > 0
        for attacks in (1, 2, 3)
    ]
    assert chances.index(True) + 1 == fewest, item


def test_e_14_extra_organs_are_bought_at_creation_only():
    gills, wings = ({"name": "Extra Organ", "label": each, "tier": 5} for each in ("gills", "wings"))
    assert ledger(talents=[gills, wings])["xp_spent"] == 10
    assert not codes(talents=[gills, wings])
    assert codes(talents=[gills, wings | {"at_creation": False}]) == {"TALENT_LATE"}
    assert not codes(talents=[gills, wings | {"at_creation": False, "gm_exception": True}])


def test_goblin_needs_darkvision_and_may_have_the_nose():
    eyes, nose = ({"name": "Extra Sense", "label": each} for each in ("darkvision", "bloodhound nose"))
    assert codes(race_required=[eyes]) == {"RACE_REQUIRED"}
    assert codes(race_required=[eyes], talents=[nose]) == {"RACE_REQUIRED"}
    answer = ledger(race_required=[eyes], talents=[eyes, nose])
    assert answer["legal"] and answer["xp_spent"] == 4


# every code


RICH, STATE = {"name": "Rich"}, {"name": "Altered State", "label": "rage", "plus": "STR", "minus": "CHA"}
VIOLATIONS = {
    "STAT_RANGE": [{"stats": {"STR": 6}}, {"stats": {"STR": -1}}],
    "STAT_POINTS": [{"stats": stats(5, 5, 3, 1, 0, 0, 0, 0)}, {"stats": {"STR": 2}, "stat_points": 2}],
    "STAT_CAP": [
        {"stats": {"STR": 5}, "stat_boosts": ["STR"]},
        {"stats": {"STR": 3}, "stat_boosts": ["STR"] * 3},
    ],
    "BOOST_LIMIT": [{"stat_boosts": ["STR", "AGI", "DEX", "TOU", "INT"]}],
    "XP_OVERSPENT": [{"stat_points": 0, "cinematics_bought": 8}, {"stat_points": 0, "stat_points_moved": 16}],
    "SKILL_RANGE": [{"skills": {"Notice": 6}}, {"skills": {"Notice": -1}}],
    "SKILL_SPECIALTY": [
        {"skills": {"Trade": 1}},
        {"skills": {"Knowledge ( )": 1}},
        {"skills": {"Melee (Sword)": 1}},
        {"skills": {"Melee": 1}},
    ],
    "SKILL_TWICE": [{"skills": {"Notice": 1, "notice": 2}}, {"skills": {"Trade (Tea)": 1, "Trade(tea)": 1}}],
    "TALENT_UNKNOWN": [{"talents": [{"name": "Flight"}]}, {"spells": [{"name": "Fireball"}]}],
    "TALENT_REPEAT": [
        {"talents": [RICH, RICH]},
        {"talents": [{"name": "Companion", "label": "Rex"}, {"name": "companion", "label": "REX"}]},
        {"spells": [{"name": "Blast"}, {"name": "Blast"}]},
        {"spells": [{"name": "Control", "label": "fire"}, {"name": "Control", "label": "Fire"}]},
    ],
    "TALENT_LATE": [
        {"talents": [{"name": name, "label": "Elvish", "tier": 1, "at_creation": False}]}
        for name in ("Rich", "Literacy", "Polyglot", "Extra Organ")
    ],
    "ORGAN_TIER": [{"talents": [{"name": "Extra Organ", "tier": 2}]}, {"talents": [{"name": "Extra Organ"}]}],
    "ALTERED_PAIR": [
        {"stats": {"STR": 2}, "talents": [STATE | {"minus": "STR"}]},
        {"stats": dict.fromkeys(STATS, 2), "talents": [STATE, STATE | {"plus": "AGI"}]},
        {"talents": [{"name": "Altered State"}]},
    ],
    "ALTERED_RANGE": [
        {"talents": [STATE]},
        {"stats": {"STR": 4, "CHA": 3}, "talents": [STATE, STATE]},
        {"stats": {"STR": 4, "CHA": 3}, "stat_boosts": ["STR"], "talents": [STATE]},
    ],
    "RACE_REQUIRED": [{"race_required": [{"name": "Extra Sense", "label": "darkvision"}]}],
    "SPELL_DC": [{"spells": [{"name": "Blast", "dc": 8}]}, {"spells": [{"name": "Fireball", "dc": 19}]}],
    "NEGATIVE": [
        *({name: -1} for name in ("earned_xp", "stat_points_moved", "cinematics_bought")),
        *({name: -1} for name in ("lost_limbs", "special_items")),
        {"talents": [{"name": "Flight", "xp": -1}]},
    ],
    "ARMOUR_UNTRAINED": [{"armour": "medium"}, {"armour": "heavy"}],
    "POLYGLOT_REDUNDANT": [
        {"skills": {"Language (Elvish)": 5}, "talents": [{"name": "Polyglot", "label": "elvish"}]}
    ],
    "STAT_OFF_LIST": [{"skill_stats": {"Notice": "STR"}}, {"skill_stats": {"Melee (Heavy)": "DEX"}}],
    "NO_WAKING": [{"lost_limbs": 3}, {"lost_limbs": 5, "talents": [{"name": "Extra Wound"}]}],
    "SPECIAL_ITEMS": [{"special_items": 2}, {"special_items": 3, "talents": [RICH]}],
}


@pytest.mark.parametrize(
    ("code", "build"), [(code, build) for code, cases in VIOLATIONS.items() for build in cases]
)
def test_ledger_reports_each_code_alone(code, build):
    answer = ledger(**build)
    severity = LEDGER_CODES[code].severity
    assert {*answer["errors"], *answer["warnings"]} == {code}
    assert answer["legal"] == (severity == WARNING) == (code in answer["warnings"])


@pytest.mark.parametrize(
    "build",
    [
        {"stats": {"STR": 5}},
        {"stats": stats(5, 5, 3, 0, 0, 0, 0, 0)},
        {"stats": {"STR": 1}, "stat_boosts": ["STR"] * 4},
        {"skills": {"Melee (heavy)": 5, "Juggling": 2, "Trade (Chef)": 1, "Trade (Potions)": 1}},
        {"talents": [{"name": "Flight", "xp": 0}], "spells": [{"name": "Fireball", "dc": 15}]},
        {"talents": [{"name": "Companion", "label": "Rex"}, {"name": "Companion", "label": "Ada"}]},
        {"spells": [{"name": "Control", "label": "fire"}, {"name": "Control", "label": "rope"}]},
        {"talents": [{"name": "Multiattack", "at_creation": False}]},
        {"stats": {"STR": 3, "CHA": 2}, "talents": [STATE, STATE]},
        {"stats": {"STR": 4, "CHA": 1}, "talents": [STATE, STATE | {"label": "drink"}]},
        {"armour": "heavy", "talents": [{"name": "armor proficiency"}]},
        {"armour": "light"},
        {"special_items": 2, "talents": [RICH]},
        {"special_items": 7, "item_method": "slow"},
        {"lost_limbs": 3, "talents": [{"name": "Extra Wound"}]},
        {"skills": {"Language (Elvish)": 4}, "talents": [{"name": "Polyglot", "label": "Elvish"}]},
    ],
)
def test_ledger_accepts_borderline_builds(build):
    assert not codes(**build)


def test_ledger_codes_match_the_digest():
    assert {*VIOLATIONS} == {each.code for each in LEDGER_CODES}
    assert all(each.message.endswith(".") and each.rule in GAME.numbers for each in LEDGER_CODES)


# free and illegal entries


def test_language_mastery_grants_polyglot():
    skills_mastered = {"skills": {"Language (Elvish)": 5, "Language (Goblin)": 4}}
    answer = ledger(**skills_mastered)
    assert answer["granted"] == [{"name": "Polyglot", "label": "Elvish"}]
    assert answer["xp_spent"] == 15 + 10
    both = ledger(**skills_mastered, literacy_on_mastery=True)
    assert [each["name"] for each in both["granted"]] == ["Polyglot", "Literacy"]
    assert both["xp_spent"] == answer["xp_spent"]


def test_free_talent_costs_nothing_but_is_still_checked():
    gift = {"name": "Literacy", "label": "Elvish", "free": True}
    assert ledger(talents=[gift])["xp_spent"] == 0
    assert codes(talents=[gift, gift]) == {"TALENT_REPEAT"}


@pytest.mark.parametrize(
    ("build", "spent"),
    [
        ({"talents": [RICH, RICH]}, 6),
        ({"talents": [RICH | {"at_creation": False}]}, 3),
        ({"skills": {"Trade": 2}}, 3),
        ({"skills": {"Notice": 6}}, 0),
        ({"talents": [{"name": "Extra Organ", "tier": 4}]}, 0),
        ({"talents": [{"name": "Flight"}]}, 0),
        ({"spells": [{"name": "Blast", "dc": 8}]}, 0),
        ({"spells": [{"name": "Blast", "dc": 13}]}, 5),
        ({"spells": [{"name": "Negate"}, {"name": "Runes"}]}, 10),
        ({"cinematics_bought": -3}, 0),
        ({"stat_boosts": ["STR", "STR"], "talents": [{"name": "Stat Boost", "plus": "AGI"}]}, 15),
    ],
)
def test_illegal_entries_cost_xp_as_the_digest_says(build, spent):
    assert ledger(**build)["xp_spent"] == spent


def test_boost_talent_raises_its_stat():
    with_boost = ledger(stats={"STR": 2}, stat_boosts=["STR"])
    with_talent = ledger(stats={"STR": 2}, talents=[{"name": "Stat Boost", "plus": "STR"}])
    assert with_boost == with_talent and with_talent["final_stats"]["STR"] == 3


def test_lost_limbs_and_extra_wound_change_the_maximum():
    assert [ledger(stats={"TOU": 2}, lost_limbs=lost)["wounds_max"] for lost in range(7)] == [
        5,
        4,
        3,
        2,
        1,
        0,
        0,
    ]
    assert ledger(stats={"TOU": 2}, talents=[{"name": "Extra Wound"}])["wounds_max"] == 6


# the arithmetic, with a reference that buys rank by rank

PRICES = {each.name: each.xp for each in TALENTS if each.id not in ("extra_organ", "altered_state")}
SPELL_PRICES = {each.name: each.xp for each in SPELLS}


@settings(max_examples=80, deadline=None)
@given(
    ranks=st.lists(st.integers(0, 5), min_size=8, max_size=8),
    skills=st.dictionaries(st.sampled_from(["Notice", "Stealth", "Trade (Tea)"]), st.integers(0, 5)),
    talents=st.lists(st.sampled_from(sorted(PRICES)), max_size=6),
    spells=st.lists(st.sampled_from(sorted(SPELL_PRICES)), max_size=4),
    earned=st.integers(0, 60),
    cinematics=st.integers(0, 4),
    moved=st.integers(0, 3),
)
def test_points_and_experience_add_up(ranks, skills, talents, spells, earned, cinematics, moved):
    answer = ledger(
        stats=stats(*ranks),
        skills=skills,
        talents=[{"name": each, "label": str(place), "plus": "STR"} for place, each in enumerate(talents)],
        spells=[{"name": each} for each in spells],
        earned_xp=earned,
        cinematics_bought=cinematics,
        stat_points_moved=moved,
    )
    cost = sum(step for rank in ranks for step in range(1, rank + 1))
    spent = sum(step for rank in skills.values() for step in range(1, rank + 1)) + 2 * cinematics + moved
    spent += sum(PRICES[each] for each in talents) + sum(SPELL_PRICES[each] for each in spells)
    budget = 15 + max(0, 36 - cost) + earned
    assert (answer["stat_cost"], answer["xp_spent"], answer["xp_budget"]) == (cost, spent, budget)
    assert answer["xp_left"] == budget - spent
    assert ("XP_OVERSPENT" in answer["errors"]) == (spent > budget)
    assert ("STAT_POINTS" in answer["errors"]) == (cost > 36)


# planning and starting items


def test_rank_planner_reports_missing_experience():
    plan = ask("two_d6.xp_planner", skill="Archery", from_rank=2, to_rank=4, xp_held=3)
    assert plan == {"xp": 7, "awards_missing": 4}
    assert ask("two_d6.xp_planner", skill="Archery", from_rank=4, to_rank=5, xp_held=9)["awards_missing"] == 0
    with pytest.raises(InputError, match="to_rank"):
        ask("two_d6.xp_planner", skill="Archery", from_rank=3, to_rank=2)


@pytest.mark.parametrize(
    ("inputs", "belongings"),
    [
        ({"method": "fast"}, (1, 10, 0)),
        ({"method": "fast", "swapped": 10, "slot_value": 7}, (1, 0, 70)),
        ({"method": "fast", "rich": True, "swapped": 3, "slot_value": 7}, (2, 7, 42)),
        ({"method": "slow", "purse": 80}, (0, 0, 80)),
        ({"method": "slow", "purse": 80, "rich": True}, (0, 0, 160)),
    ],
)
def test_starting_items_by_both_methods(inputs, belongings):
    answer = ask("two_d6.starting_items", **inputs)
    assert (answer["special"], answer["mundane"], answer["money"]) == belongings
