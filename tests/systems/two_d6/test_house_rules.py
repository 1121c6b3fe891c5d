"""The house rules of [2d6] in rolls, answers, the sheet and fights, with raw dice as the reference."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules_py import InputError, ask, odds, resolve
from rules_py.base.jsonable import to_jsonable
from rules_py.dice.incremental import run_to_completion
from rules_py.systems.two_d6 import GAME
from rules_py.systems.two_d6.tracker.participants import to_participant
from rules_py.tracker import apply_change, from_preset, from_preset_under, new_encounter, replay
from rules_py.tracker.forecast_solver import compute_forecast
from rules_py.web import respond
from tests.systems.two_d6.tracker import BLAST, SWORD, TRACKER, Table, fighter

SHEET = GAME.sheet
SUMS = [sum(pair) for pair in product(range(1, 7), repeat=2)]
STATS = {"STR": 2, "AGI": 3, "DEX": 2, "TOU": 3, "INT": 2, "WIL": 3, "CHA": 2, "PER": 3}


def chance_of_sums(condition):
    """Return the chance that the sum of two dice meets a condition."""
    return Fraction(sum(map(condition, SUMS)), len(SUMS))


def sheet(house, **more):
    return SHEET.blank() | {"name": "Odile", "stats": STATS, "house": house} | more


def steps(house, **more):
    return {step.title: step for step in SHEET.check(sheet(house, **more)).steps}


# dice


@pytest.mark.parametrize("dc", [3, 5, 9, 15])
@pytest.mark.parametrize("bonus", [0, 4, 10])
def test_death_check_has_the_chance_of_raw_dice(dc, bonus):
    expected = chance_of_sums(lambda total: total != 2 and total + bonus >= dc)
    assert odds("two_d6.death_check", resolve=bonus, death_dc=dc).p_survive == expected


def test_death_check_is_resolved_against_the_house_dc():
    assert resolve("two_d6.death_check", resolve=3, dice=[2, 2]).success
    failed = resolve("two_d6.death_check", resolve=3, dice=[2, 2], death_dc=9)
    assert not failed.success and failed.margin == -2


@pytest.mark.parametrize("wild", [5, 6])
def test_cast_goes_wild_from_the_house_shortfall(wild):
    exact_odds = odds("two_d6.unopposed_cast", dc=13, resolve=4, wild_from=wild)
    assert exact_odds.p_wild == chance_of_sums(lambda total: total + 4 <= 13 - wild)
    assert exact_odds.p_cast == chance_of_sums(lambda total: total != 2 and total + 4 >= 13)


@pytest.mark.parametrize(("dc", "wild"), [(5, 5), (9, 5), (9, 6), (17, 6)])
def test_repel_attack_has_the_odds_of_raw_dice(dc, wild):
    exact_odds = odds("two_d6.repel_attack", att_bonus=4, resolve=5, repel_dc=dc, wild_from=wild)
    expected: Counter[int] = Counter()
    spells: Counter[str] = Counter()
    for attack, defence in product(SUMS, SUMS):
        cast = defence + 5 >= dc
        spells["cast" if cast else "wild" if defence + 5 <= dc - wild else "fizzle"] += 1
        expected[attack + 4 - defence - (5 if cast else 0)] += 1
    whole = len(SUMS) ** 2
    for margin, ways in expected.items():
        assert exact_odds.chance(lambda each, at=margin: each.margin == at) == Fraction(ways, whole)
    for spell, ways in spells.items():
        assert exact_odds.chance(lambda each, which=spell: each.spell == which) == Fraction(ways, whole)


# answers


@pytest.mark.parametrize(
    ("inputs", "days", "doubled"),
    [
        ({"lost": 3}, 9, 5),
        ({"lost": 3, "rested_and_fed": False}, 18, 9),
        ({"lost": 2, "doubled": True}, 6, 3),
    ],
)
def test_wounds_heal_at_the_house_rate(inputs, days, doubled):
    answer = ask("two_d6.healing", **inputs, days_per_wound=3)
    assert (answer["days"], answer["days_doubled"]) == (days, doubled)


def test_wounds_awards_and_items_use_the_house_numbers():
    assert ask("two_d6.wounds", TOU=2, base_wounds=5, dealt=3)["wounds"] == 4
    plan = {"skill": "Archery", "from_rank": 2, "to_rank": 4, "xp_held": 2}
    awards = [ask("two_d6.xp_planner", **plan, award_xp=each)["awards_missing"] for each in (1, 2, 3)]
    assert awards == [5, 3, 2]
    rich = {"method": "fast", "rich": True, "swapped": 4, "slot_value": 5}
    answer = ask("two_d6.starting_items", **rich, mundane_slots=6, rich_times=3)
    assert (answer["special"], answer["mundane"], answer["money"]) == (2, 2, 60)


def test_starting_items_limit_swaps_to_the_house_slots():
    with pytest.raises(InputError, match="at most 6"):
        ask("two_d6.starting_items", method="fast", swapped=7, mundane_slots=6)
    assert ask("two_d6.starting_items", method="fast", swapped=15, mundane_slots=15)["mundane"] == 0


def test_ledger_follows_the_house_rules():
    answer = ask(
        "two_d6.character_ledger",
        stats={"TOU": 2},
        stat_points=20,
        starting_xp=30,
        skills={"Language (Elvish)": 5},
        cinematics_bought=2,
        cinematic_xp=4,
        base_wounds=1,
        literacy_on_mastery=True,
    )
    assert (answer["stat_points_left"], answer["xp_budget"], answer["xp_spent"]) == (17, 47, 15 + 8)
    assert answer["wounds_max"] == 3 and [each["name"] for each in answer["granted"]] == [
        "Polyglot",
        "Literacy",
    ]


# the sheet


def test_sheet_uses_the_house_allowance_or_its_own():
    house = {"stat_points": 40, "starting_xp": 20}
    report = SHEET.check(sheet(house))
    left = 40 - report.derived["stat_cost"]
    assert (report.derived["stat_points_left"], report.derived["xp_budget"]) == (left, left + 20)
    assert report.notes["stat_points"] == "40 at your table"
    own = SHEET.check(sheet(house, stat_points=50, starting_xp=10))
    assert (own.derived["stat_points_left"], own.derived["xp_budget"]) == (left + 10, left + 20)
    assert not {"stat_points", "starting_xp"} & own.notes.keys()


@pytest.mark.parametrize("where", ["sheet", "table"])
def test_literacy_is_granted_by_the_sheet_or_a_house_rule(where):
    skills = [{"skill": "language", "subset": "Elvish", "rank": 5, "stat": None}]
    house = {"literacy_on_mastery": where == "table"}
    data = sheet(house, skills=skills, literacy_on_mastery=where == "sheet")
    assert [each["name"] for each in SHEET.check(data).derived["granted"]] == ["Polyglot", "Literacy"]
    assert len(SHEET.check(sheet({}, skills=skills)).derived["granted"]) == 1


def test_sheet_offers_steps_by_the_house_rules():
    by_house = steps(
        {"days_per_wound": 3, "cinematic_xp": 3, "award_xp": 2}, starting_xp=17, stat_points=33, wounds_lost=2
    )
    assert "3 days’ rest" in by_house and "3 days’ rest with a healer" in by_house
    assert by_house["Earn 2 XP"].changes == {"earned_xp": 2}
    assert by_house["Buy a cinematic"].why == "3 XP."
    assert "A day’s rest" in steps({}, wounds_lost=2) and steps({})["Buy a cinematic"].why == "2 XP."


def test_sheet_counts_wounds_and_items_by_the_house_rules():
    report = SHEET.check(sheet({"base_wounds": 6, "mundane_slots": 2}, items=[{"text": "rope"}] * 3))
    assert report.derived["wounds_max"] == 9 and "MUNDANE_ITEMS" in {each.code for each in report.problems}
    assert to_participant(sheet({"base_wounds": 6}))["wounds_max"] == 9
    assert SHEET.check(sheet({})).derived["wounds_max"] == 6


def test_sheet_spells_roll_by_the_house_rules():
    house = {"repel_dc": 11, "wild_from": 6, "bare_dice_attack": True}
    spells = [{"spell": each, "label": "", "dc": None} for each in ("blast", "repel_attack")]
    rolls = {each.calculator: each for each in SHEET.check(sheet(house, spells=spells)).roll_buttons}
    repel, blast = rolls["two_d6.repel_attack"], rolls["two_d6.attack_spell"]
    assert repel.inputs["repel_dc"] == 11 and blast.inputs["bare_dice_attack"] is True
    assert repel.chance == odds(repel.calculator, **repel.inputs).p_defender
    exact_odds = odds(blast.calculator, **blast.inputs)
    assert blast.chance == exact_odds.p_hit_1_4 + exact_odds.p_hit_5_9 + exact_odds.p_hit_10_plus


# fights


def mage(**more):
    return fighter("Mu", attacks=[BLAST], resolve=4, **more)


def test_fight_with_standard_rules_saves_no_house_rules():
    by_book = Table(mage(), fighter("Bo", "npc"), house={"death_dc": 5, "wild_from": 5}).now.state
    assert by_book == Table(mage(), fighter("Bo", "npc")).now.state and "house" not in by_book.to_json()


@pytest.mark.parametrize(
    "house",
    [
        {},
        {"bare_dice_attack": True},
        {"wild_from": 6},
        {"repel_dc": 11},
        {"bare_dice_attack": True, "wild_from": 6, "repel_dc": 9},
    ],
)
def test_attack_spell_of_a_fight_has_its_calculators_chances(house):
    odds_options = {name: house[name] for name in ("bare_dice_attack", "wild_from") if name in house}
    expected = odds("two_d6.attack_spell", dc=9, resolve=2, def_bonus=4, **odds_options)
    table = Table(fighter("Mu", attacks=[BLAST], resolve=2), fighter("Bo", "npc"), house=house)
    chances = {each.label: each.chance for each in table.option("attack-Bo-Blast", "Mu").shares}
    assert chances["1 wound"] == expected.p_hit_1_4
    assert chances.get("Goes wild", 0) == expected.p_wild and chances["Fizzles"] == expected.p_fizzle
    assert chances["Defence holds"] == expected.p_stopped


@pytest.mark.parametrize(
    "house", [{}, {"bare_dice_attack": True}, {"repel_dc": 10}, {"bare_dice_attack": True, "repel_dc": 10}]
)
def test_forecast_has_the_chances_of_the_calculators(house):
    """Mu casts Blast and defends with Repel Attack; each has one wound, so the first hit decides."""
    bare = {"bare_dice_attack": True} if "bare_dice_attack" in house else {}
    repel = {"repel_dc": house["repel_dc"]} if "repel_dc" in house else {}
    cast = odds("two_d6.attack_spell", dc=9, resolve=4, def_bonus=4, **bare)
    hit = cast.p_hit_1_4 + cast.p_hit_5_9 + cast.p_hit_10_plus
    hit_by_foe = 1 - odds("two_d6.repel_attack", att_bonus=4, resolve=4, **repel).p_defender
    table = Table(
        mage(repels=True, defence=0, unarmed=0, wounds_max=1, total=12),
        fighter("Bo", "npc", attacks=[SWORD], unarmed=0, wounds_max=1, total=8),
        house=house,
    )
    forecast = run_to_completion(compute_forecast(TRACKER.forecast.model(table.now.state)))
    assert forecast.wins["Characters"] == hit / (1 - (1 - hit) * (1 - hit_by_foe)) and not forecast.runs


def test_failed_spell_strikes_with_dice_alone_and_goes_wild():
    table = Table(mage(), fighter("Bo", "npc", defence=0), house={"bare_dice_attack": True})
    table.hit("Mu", "Bo", "Blast", [1, 2, 1, 1])  # 7 fizzles against DC 9, and the dice alone are 3 against 2
    assert "the spell fizzles; with dice alone 3 against 2, ahead by 1" in table.sentence
    table.do("settle", take="wound")
    assert table.of("Bo").wounds == 4 and not table.now.state.wild
    wild = Table(mage() | {"resolve": 1}, fighter("Bo", "npc", defence=0), house={"bare_dice_attack": True})
    wild.hit("Mu", "Bo", "Blast", [1, 2, 1, 1]).do("settle", take="wound")
    assert wild.of("Bo").wounds == 4 and wild.now.state.wild == "Mu" and wild.due == ["backlash"]


@pytest.mark.parametrize(("house", "left"), [({}, 5), ({"repel_dc": 11}, 4)])
def test_repel_attack_in_a_fight_needs_the_house_dc(house, left):
    """The cast totals 10."""
    table = Table(mage(repels=True), fighter("Bo", "npc", attacks=[SWORD], total=12), house=house)
    table.hit("Bo", "Mu", "Sword", [3, 2, 3, 3], way="repel", straight=True)
    assert table.of("Mu").wounds == left
    assert any("DC 11" in step.text for step in table.last.steps) == bool(house)


def test_death_check_in_a_fight_has_the_house_dc():
    table = Table(fighter("Ada", wounds_max=1), fighter("Bo", "npc", attacks=[SWORD]), house={"death_dc": 12})
    table.hit("Bo", "Ada", "Sword", [6, 5, 1, 2]).do("settle", take="wound")
    option = table.option("death_check")
    assert "against DC 12" in option.note
    (survives, _) = option.shares
    assert survives.chance == odds("two_d6.death_check", resolve=4, death_dc=12).p_survive
    table.do("death_check", who="Ada", dice=[4, 3])
    assert table.of("Ada").dead


def test_fight_continues_under_changed_rules():
    table = Table(fighter("Ada", wounds_max=2), fighter("Bo", "npc", attacks=[SWORD]))
    table.hit("Bo", "Ada", "Sword", [4, 4, 1, 2]).do("settle", take="wound")
    now = apply_change(TRACKER, table.now, {"set": "house", "house": {"days_per_wound": 4}})
    assert now.state["Ada"].wounds == 1 and now.state.rules.days_per_wound == 4
    assert TRACKER.read(now.state.to_json()) == now.state


def wounds_of(now):
    return {each.name: each.wounds_max for each in now.state.fighters}


def test_wounds_in_a_fight_follow_the_house_base_wounds() -> None:
    """Presets, samples and new fighters follow the rule; entered wounds are shown as entered."""
    house = {"base_wounds": 5}
    by_book = wounds_of(replay(TRACKER, from_preset(TRACKER.presets[0])))
    by_house = wounds_of(replay(TRACKER, from_preset_under(TRACKER, TRACKER.presets[0], house)))
    assert by_house == {name: wounds + 2 for name, wounds in by_book.items()}
    now = new_encounter(TRACKER, house=house)
    now = apply_change(TRACKER, now, {"set": "add", "sample": "goblin-raider"})
    now = apply_change(TRACKER, now, {"set": "somebody"})
    assert [*wounds_of(now).values()] == [6, 7]
    now = apply_change(TRACKER, now, {"set": "entry", "name": "Stranger", "entry": {"wounds_max": 9}})
    assert wounds_of(now)["Stranger"] == 9
    now = apply_change(TRACKER, now, {"set": "house", "house": {}})
    assert [*wounds_of(now).values()] == [4, 7]


@pytest.mark.parametrize(("sheets", "fight"), [({}, {"base_wounds": 5}), ({"base_wounds": 5}, {})])
def test_character_joins_a_fight_under_its_rules(sheets, fight) -> None:
    scene = to_jsonable(new_encounter(TRACKER, house=fight).encounter)
    add_character = {"set": "seat", "sheets": [{"sheet": sheet(sheets), "version": SHEET.version}]}
    reply = respond(
        json.dumps({"action": "tracker_setup", "game": "two_d6", "scene": scene, "change": add_character})
    )
    (fighter,) = json.loads(reply)["scene"]["start"]["fighters"]
    wounds = SHEET.check(sheet(fight)).derived["wounds_max_now"]
    assert fighter["wounds_max"] == wounds
