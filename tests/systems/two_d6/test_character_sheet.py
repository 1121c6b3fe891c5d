"""The sheet of [2d6] agrees with the ledger and the calculators."""

from __future__ import annotations

import copy
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import ask, check_sheet, odds, resolve
from rules_py.sheets.change_log import describe_change
from rules_py.sheets.cost_benefit import with_changes
from rules_py.sheets.panel import RollButton
from rules_py.systems.two_d6 import GAME
from rules_py.systems.two_d6.character import skill_name
from rules_py.systems.two_d6.problems import LEDGER_CODES
from rules_py.systems.two_d6.skills import SKILL_NAMES
from rules_py.systems.two_d6.spells import SPELLS
from rules_py.systems.two_d6.talents import TALENT_NAMES

SHEET = GAME.sheet
STATS = ("STR", "AGI", "DEX", "TOU", "INT", "WIL", "CHA", "PER")
SPELL_NAMES = {each.id: each.name for each in SPELLS}


def sheet(**more):
    ranks = {"STR": 2, "AGI": 3, "DEX": 2, "TOU": 3, "INT": 2, "WIL": 3, "CHA": 2, "PER": 3}
    return SHEET.blank() | {"name": "Odile", "stats": ranks} | more


def check(**more):
    return check_sheet("two_d6", sheet(**more))


# change log


@pytest.mark.parametrize(
    ("path", "before", "after", "entry", "sentence"),
    [
        ("talents.0.later", False, True, {"talent": "rich"}, "Rich, taken after creation: yes"),
        ("talents.0.later", True, False, {"talent": "rich"}, "Rich, taken after creation: no"),
        ("talents.0.later", False, True, None, "Talents, entry 1, taken after creation: yes"),
        ("skills.2.rank", 1, 2, {"skill": "trade", "subset": "Cooking", "rank": 1}, "Trade (Cooking) 1, rank: 1 → 2 (+1)"),
        ("items.0.text", "", "a rope", {"text": "", "kind": None}, "Belongings, entry 1, item: nothing → “a rope”"),
        ("dead", False, True, None, "Dead: yes"),
        ("wounds_lost", 2, 3, None, "Wounds lost: 2 → 3 (+1)"),  # although the track in play shows wounds left
    ],
)  # fmt: skip
def test_change_log_describes_a_change(path, before, after, entry, sentence):
    assert describe_change(SHEET, path, before, after, entry).sentence == sentence


DC_BY_ARMOUR = {"none": (9, 9, 9), "light": (11, 11, 9), "medium": (13, 13, 9), "heavy": (15, 15, 9)}
"""By armour, the DCs of Athletics, untrained Agility and untrained Strength at DC 9."""


@pytest.mark.parametrize("armour", DC_BY_ARMOUR)
@pytest.mark.parametrize(("dc", "steps"), [(9, 0), (7, 1), (13, -2)])
def test_check_button_shows_the_difficulty_in_armour(armour, dc, steps):
    """The cases: DC 9 with different steps."""
    data = sheet(skills=[{"skill": "athletics", "stat": "AGI", "rank": 2}], armour=armour)
    now = {**{each.name: each.initial_value for each in SHEET.play.situation}, "dc": dc, "steps": steps}
    panels = {each.title: each for each in SHEET.play.rolls(SHEET.parse(data), now)}
    skills, untrained = panels["Skills"], panels["Untrained (stat only)"]
    by_name = {row[0].partition(" +")[0]: row[1] for row in (*skills.rows, *untrained.rows)}
    names = [next(each for each in by_name if each.startswith(name)) for name in ("Athl", "Agil", "Stren")]
    rolls = [by_name[name] for name in names]
    assert tuple(each.inputs["dc"] for each in rolls) == DC_BY_ARMOUR[armour]
    assert [each.filled_button_text for each in rolls] == [f"DC {each.inputs['dc']}" for each in rolls]
    assert all(odds("two_d6.check", **each.inputs).p_success == each.chance for each in rolls)


def totals(**more):
    """Return the texts of the totals in edit mode and in play mode."""
    all_totals = SHEET.check(SHEET.blank() | more).totals
    return [each.text for each in all_totals if not each.in_play], [
        each.text for each in all_totals if each.in_play
    ]


@pytest.mark.parametrize(
    ("more", "making", "playing"),
    [
        ({}, ["36 stat points left", "15 XP left"], None),
        ({"stat_points": 30, "starting_xp": 20}, ["30 stat points left", "20 XP left"], None),
        ({"earned_xp": 4}, ["36 stat points left", "19 XP left"], None),
        ({"stats": {"STR": 1}}, ["35 stat points left", "15 XP left"], None),
        ({"stats": dict.fromkeys(STATS, 3)}, ["12 stat points over", "15 XP left"], ["15 XP left"]),
    ],
)
def test_totals_say_what_is_left_to_spend(more, making, playing):
    """Play mode leaves out overspent stat points."""
    assert totals(**more) == (making, playing or making)


# the sheet and the ledger


@pytest.mark.parametrize(
    ("more", "field", "code"),
    [
        ({"stats": {"AGI": 6}}, "stats.AGI", "STAT_RANGE"),
        ({"stats": dict.fromkeys(STATS, 3)}, "stats", "STAT_POINTS"),
        (
            {"stats": {"AGI": 5}, "talents": [{"talent": "stat_boost", "plus": "AGI"}]},
            "stats.AGI",
            "STAT_CAP",
        ),
        (
            {"stats": {"CHA": 1}, "talents": [{"talent": "stat_boost", "plus": each} for each in STATS[:5]]},
            "talents",
            "BOOST_LIMIT",
        ),
        ({"cinematics_bought": 12}, "earned_xp", "XP_OVERSPENT"),
        ({"skills": [{"skill": "notice", "rank": 7}]}, "skills.0.rank", "SKILL_RANGE"),
        ({"skills": [{"skill": "notice"}, {"skill": "trade"}]}, "skills.1.subset", "SKILL_SPECIALTY"),
        ({"skills": [{"skill": "notice"}, {"skill": "notice"}]}, "skills.1.skill", "SKILL_TWICE"),
        (
            {
                "skills": [
                    {"skill": "trade", "subset": "Ship  Chef"},
                    {"skill": "trade", "subset": "ship chef"},
                ]
            },
            "skills.1.skill",
            "SKILL_TWICE",
        ),
        ({"skills": [{"skill": "moon"}]}, "skills.0.skill", "SKILL_UNKNOWN"),
        ({"skills": [{"skill": "notice", "stat": "STR"}]}, "skills.0.stat", "STAT_OFF_LIST"),
        ({"talents": [{"talent": "moon"}]}, "talents.0.talent", "TALENT_UNKNOWN"),
        ({"talents": [{"talent": "own", "label": "Flight"}]}, "talents.0", "TALENT_UNKNOWN"),
        ({"talents": [{"talent": "rich"}, {"talent": "rich"}]}, "talents.1", "TALENT_REPEAT"),
        ({"talents": [{"talent": "rich", "later": True}]}, "talents.0", "TALENT_LATE"),
        (
            {"talents": [{"talent": "extra_organ", "label": "tail", "tier": 4}]},
            "talents.0.tier",
            "ORGAN_TIER",
        ),
        ({"talents": [{"talent": "companion"}]}, "talents.0.label", "WHICH"),
        (
            {"talents": [{"talent": "altered_state", "label": "rage", "minus": "STR"}]},
            "talents.0",
            "ALTERED_PAIR",
        ),
        (
            {"stats": {"STR": 1}, "talents": [{"talent": "altered_state", "label": "rage"}]},
            "talents.0",
            "ALTERED_RANGE",
        ),
        ({"race_required": [{"talent": "fearless"}]}, "race_required.0", "RACE_REQUIRED"),
        ({"spells": [{"spell": "blast", "dc": 8}]}, "spells.0.dc", "SPELL_DC"),
        ({"lost_limbs": -1}, "lost_limbs", "NEGATIVE"),
        (
            {"armour": "medium", "items": [{"text": "flak jacket", "kind": "special"}]},
            "armour",
            "ARMOUR_UNTRAINED",
        ),
        ({"lost_limbs": 6}, "lost_limbs", "NO_WAKING"),
        ({"items": [{"text": each, "kind": "special"} for each in "ab"]}, "items", "SPECIAL_ITEMS"),
        ({"state": "rage"}, "state", "STATE_UNKNOWN"),
        ({"name": " "}, "name", "NAME_MISSING"),
    ],
)
def test_sheet_reports_each_problem_at_its_field(more, field, code):
    assert [(each.field, each.code) for each in check(**more).problems] == [(field, code)]


STAT_NAMES = st.sampled_from(STATS)
LABELS = st.sampled_from(("", "Elvish", "rage"))
TALENT_ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "talent": st.sampled_from(sorted(TALENT_NAMES)),
            "label": LABELS,
            "plus": STAT_NAMES,
            "minus": STAT_NAMES,
        },
        optional={"tier": st.integers(1, 5), "later": st.booleans(), "free": st.booleans()},
    ),
    max_size=5,
)
SKILL_ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "skill": st.sampled_from(sorted(SKILL_NAMES)),
            "subset": st.sampled_from(("", "Heavy", "Elvish")),
            "rank": st.integers(-1, 7),
            "stat": STAT_NAMES,
        }
    ),
    max_size=4,
    unique_by=lambda row: row["skill"],
)
SPELL_ROWS = st.lists(
    st.fixed_dictionaries(
        {"spell": st.sampled_from(sorted(SPELL_NAMES)), "label": LABELS}, optional={"dc": st.integers(7, 17)}
    ),
    max_size=3,
)


def name_of(row):
    return skill_name(row["skill"], row["subset"])


@settings(max_examples=60, deadline=None)
@given(
    ranks=st.fixed_dictionaries({name: st.integers(-1, 6) for name in STATS}),
    talents=TALENT_ROWS,
    skills=SKILL_ROWS,
    spells=SPELL_ROWS,
    armour=st.sampled_from(("none", "light", "heavy")),
    limbs=st.integers(-1, 5),
)
def test_sheet_and_ledger_agree(ranks, talents, skills, spells, armour, limbs):
    """The reference is the ledger calculator with the same character."""
    ledger_talents = [
        {
            "name": TALENT_NAMES[row["talent"]],
            "label": "" if row["talent"] == "stat_boost" else row["label"],
            "tier": row.get("tier", 1) if row["talent"] == "extra_organ" else None,
            "plus": row["plus"] if row["talent"] in ("altered_state", "stat_boost") else None,
            "minus": row["minus"] if row["talent"] == "altered_state" else None,
            "at_creation": not row.get("later", False),
            "free": row.get("free", False),
        }
        for row in talents
    ]
    ledger = ask(
        "two_d6.character_ledger",
        stats=ranks,
        talents=ledger_talents,
        skills={name_of(row): row["rank"] for row in skills},
        skill_stats={name_of(row): row["stat"] for row in skills},
        spells=[
            {"name": SPELL_NAMES[row["spell"]], "label": row["label"], "dc": row.get("dc")} for row in spells
        ],
        armour=armour,
        lost_limbs=limbs,
    )
    report = check(
        stats=ranks, talents=talents, skills=skills, spells=spells, armour=armour, lost_limbs=limbs
    )
    codes = {each.code for each in report.problems if each.code in LEDGER_CODES}
    assert codes == {*ledger["errors"], *ledger["warnings"]}
    for name in ("stat_cost", "xp_budget", "xp_spent", "xp_left", "final_stats", "wounds_max", "granted"):
        assert report.derived[name] == ledger[name]


# derived values and rolls


def test_state_changes_derived_values_but_not_wounds_lost():
    rage = {"talent": "altered_state", "label": "rage", "plus": "TOU", "minus": "PER"}
    calm = check(talents=[rage, rage], wounds_lost=2)
    raging = check(talents=[rage, rage], wounds_lost=2, state="Rage")
    assert (calm.derived["resolve_now"], raging.derived["resolve_now"]) == (6, 8)
    assert (calm.derived["initiative_now"], raging.derived["initiative_now"]) == (6, 4)
    assert (calm.derived["wounds"], raging.derived["wounds"]) == (4, 6)
    assert calm.maximums["wounds_lost"] == 6 and raging.maximums["wounds_lost"] == 8
    assert calm.derived["resolve"] == raging.derived["resolve"] == 6


GOOD = {
    "two_d6.check": lambda outcome: outcome.success,
    "two_d6.death_check": lambda outcome: outcome.success,
    "two_d6.unopposed_cast": lambda outcome: outcome.outcome == "cast",
    "two_d6.attack_spell": lambda outcome: outcome.outcome == "hit",
    "two_d6.repel_attack": lambda outcome: outcome.margin <= 0,
    "two_d6.counterspell": lambda outcome: outcome.outcome == "lands",
}


def test_every_sheet_roll_has_the_chance_of_its_calculator():
    spells = [{"spell": each} for each in ("animate", "blast", "charm", "repel_attack", "negate", "runes")]
    data = sheet(
        spells=spells,
        armour="light",
        skills=[{"skill": "athletics", "rank": 2, "stat": "AGI"}, {"skill": "archery", "rank": 3}],
    )
    parsed_sheet = SHEET.parse(data)
    for aimed in (False, True):
        now = {"dc": 13, "steps": -1, "stat": None, "foe": 3, "aimed": aimed}
        rolls = [
            (panel.columns[place], cell)
            for panel in SHEET.play.rolls(parsed_sheet, now)
            for row in panel.rows
            for place, cell in enumerate(row)
            if isinstance(cell, RollButton)
        ]
        assert {each.calculator for _, each in rolls} >= {*GOOD, "two_d6.initiative"}
        for column, roll in rolls:
            exact_odds = odds(roll.calculator, **roll.inputs)
            if roll.calculator == "two_d6.initiative":
                assert roll.chance == exact_odds.chance(lambda outcome: outcome.first == 0)
            elif roll.calculator == "two_d6.opposed_check":
                defends = roll.label.startswith(("Defence", "Resolve"))
                succeeds = (lambda o: o.margin <= 0) if defends else (lambda o: o.margin > 0)
                assert roll.chance == exact_odds.chance(succeeds), column
            else:
                assert roll.chance == exact_odds.chance(GOOD[roll.calculator])


def test_negate_ignores_the_casters_own_armour():
    spells = [{"spell": "negate"}]
    plain, armoured = (
        next(each for each in check(spells=spells, armour=armour).panels if each.title == "Spells (+6)")
        for armour in ("none", "heavy")
    )
    ((_, cast),) = plain.rows
    assert cast.chance == odds("two_d6.counterspell", dc=None, att_resolve=6, def_resolve=4).p_lands
    assert armoured.rows == plain.rows


def test_aiming_applies_to_six_skills_only():
    skills = [{"skill": each, "subset": "x", "rank": 1} for each in SKILL_NAMES]
    parsed_sheet = SHEET.parse(sheet(skills=skills))
    now = {"dc": 9, "steps": 0, "stat": None, "foe": 4, "aimed": True}
    aimed = {"Skills": set(), "Attacks": set(), "Defences": set()}
    for panel in SHEET.play.rolls(parsed_sheet, now):
        for name, *rolls in panel.rows if panel.title in aimed else ():
            if any(each.inputs.get("aimed") for each in rolls):
                aimed[panel.title].add(name.split(" (")[0])
    shots = {"Archery", "Shooting", "Throwing"}
    assert aimed == {"Skills": shots | {"Athletics", "Perform", "Ride"}, "Attacks": shots, "Defences": set()}


def test_armour_hampers_agility_checks():
    skills = [{"skill": "stealth", "rank": 2}, {"skill": "notice", "rank": 2}]

    def chances(dc, **more):
        parsed_sheet = SHEET.parse(sheet(skills=skills, **more))
        now = {"dc": dc, "steps": 0, "stat": None, "foe": 4, "aimed": False}
        rows = next(each for each in SHEET.play.rolls(parsed_sheet, now) if each.title == "Skills").rows
        return [getattr(row[1], "chance", row[1]) for row in rows]

    assert chances(9) == [F(11, 12), F(11, 12)]
    light, heavy = chances(9, armour="light"), chances(9, armour="heavy")
    assert light[0] == F(13, 18) and heavy[0] == F(1, 6) and light[1] == heavy[1] == F(11, 12)
    assert chances(13, armour="heavy")[0] == "impossible in this armour"
    acrobat = [{"talent": "armored_acrobat"}]
    assert chances(9, armour="light", talents=acrobat) == chances(9)


def test_cost_benefit_counts_multiattack_as_two_attacks():
    aims = [{"kind": "attack", "skill": "melee", "stat": "STR", "foe": 2}]
    evaluator = SHEET.cost_benefit_evaluator(SHEET.parse(sheet(aims=aims)))
    [(name, once)] = evaluator.chances.items()
    assert once == odds("two_d6.opposed_check", att_bonus=2, def_bonus=2).chance(lambda o: o.margin > 0)
    result = evaluator.evaluate({"talents": [{"talent": "multiattack"}]})
    [gain] = result.gains
    assert result.cost == 4 and gain.what == name
    assert gain.after == 1 - (1 - once) ** 2
    assert result.per_unit(gain) == (gain.after - once) / 4


def test_cost_benefit_prices_stats_and_skills_in_xp():
    evaluator = SHEET.cost_benefit_evaluator(SHEET.parse(sheet(stats=dict.fromkeys(STATS, 2))))
    assert evaluator.evaluate({"stats.AGI": 3}).cost == 3
    assert evaluator.evaluate({"stats.AGI": 1}).cost == -2
    assert evaluator.evaluate({"skills": [{"skill": "notice", "rank": 2}]}).cost == 3


def test_card_actions_cost_what_the_ledger_says():
    data = sheet(stats=dict.fromkeys(STATS, 2), talents=[{"talent": "companion", "label": "Rex"}])
    evaluator = SHEET.cost_benefit_evaluator(SHEET.parse(data))
    parsed_sheet = SHEET.parse(data)
    count = 0
    for cards in SHEET.cards:
        for card in cards.evaluate(parsed_sheet).values():
            for step in (each.step for each in card.actions if not each.blockers):
                after = with_changes(data, step.changes)
                report = SHEET.check(after)
                left = SHEET.check(data).derived["xp_left"] - report.derived["xp_left"]
                assert evaluator.evaluate(step.changes).cost == left
                assert not report.errors
                count += 1
    assert count > 15


def test_skill_card_offers_the_stats_of_its_skill():
    data = sheet(
        stats={**dict.fromkeys(STATS, 2), "CHA": 4},
        skills=[
            {"skill": "melee", "subset": "Heavy", "rank": 2},
            {"skill": "perform", "subset": "song", "rank": 1},
        ],
        aims=[{"kind": "check", "skill": "melee", "subset": "Heavy"}],
    )
    cards = next(each for each in SHEET.cards if each.field == "skills")
    evaluated_cards = cards.evaluate(SHEET.parse(data))
    offers = {
        key: [each.step for each in evaluated_cards[key].actions if each.step.title.startswith("Use ")]
        for key in evaluated_cards
    }
    assert [each.title for each in offers["melee"]] == ["Use Agility for Melee (Heavy)"]
    assert [(each.title, each.why) for each in offers["perform"]] == [
        ("Use Charisma for Perform (song)", "Bonus +5.")
    ]
    after = with_changes(data, offers["melee"][0].changes)
    assert after["skills"][0] == {**data["skills"][0], "stat": "AGI"} and SHEET.check(after).legal
    assert SHEET.cost_benefit_evaluator(SHEET.parse(data)).evaluate(offers["melee"][0].changes).cost == 0


# races


def test_goblin_template_adds_darkvision_once():
    before = sheet(talents=[{"talent": "acrobat"}])
    once = SHEET.apply_template(before, "goblin")
    twice = SHEET.apply_template(once, "goblin_nose")
    assert [each["talent"] for each in once["talents"]] == ["acrobat", "extra_sense"]
    assert [each.get("label", "") for each in twice["talents"]] == ["", "darkvision", "bloodhound nose"]
    assert SHEET.check(once).legal and SHEET.check(twice).legal
    assert SHEET.check(twice).derived["xp_spent"] == 5
    without = copy.deepcopy(once)
    without["talents"] = []
    assert SHEET.check(without).errors == ["RACE_REQUIRED"]
    assert before["talents"] == [{"talent": "acrobat"}]


def test_mixed_ancestry_talents_are_optional_at_creation():
    child = SHEET.apply_template(sheet(), "fish_and_eagle")
    assert SHEET.check(child).legal and SHEET.check(child).derived["xp_spent"] == 10
    assert SHEET.check({**child, "talents": []}).legal
    later = {**child, "talents": [{**each, "later": True} for each in child["talents"]]}
    assert SHEET.check(later).errors == ["TALENT_LATE"]


# in play


def steps(**more):
    return {each.title: each for each in check(**more).steps if each.available}


def test_sheet_steps_fall_unconscious_and_wake():
    down = steps(wounds_lost=6)["Fall unconscious"]
    assert down.due and down.changes == {"unconscious": True}
    assert not steps(wounds_lost=5).keys() & {"Fall unconscious", "Die"}
    awake = steps(wounds_lost=5, unconscious=True)["Wake"]
    assert awake.due and awake.changes == {"unconscious": False}
    assert not steps(wounds_lost=6, dead=True)


def test_sheet_step_spends_a_cinematic_to_cancel_a_wound():
    offers = steps(wounds_lost=2, cinematics=1)["Cancel a wound (1 cinematic)"]
    assert offers.changes == {"cinematics": 0, "wounds_lost": 1}
    assert "Cancel a wound (1 cinematic)" not in steps(wounds_lost=2)


def test_steps_keep_their_places_when_one_is_taken():
    """Otherwise the next step would move under the reader's finger."""
    titles = [
        [each.title for each in check(**more).steps]
        for more in (
            {},
            {"wounds_lost": 2},
            {"cinematics": 1, "cinematics_bought": 1},
            {"cinematics_bought": 7},
        )
    ]
    assert titles == [titles[0]] * 4


def test_sheet_steps_change_the_stated_fields():
    changes = {title: each.changes for title, each in steps(wounds_lost=3, cinematics=2).items()}
    assert changes == {
        "Spend a cinematic": {"cinematics": 1},
        "Cancel a wound (1 cinematic)": {"cinematics": 1, "wounds_lost": 2},
        "A day’s rest": {"wounds_lost": 2},
        "A day’s rest with a healer": {"wounds_lost": 1},
        "Buy a cinematic": {"cinematics_bought": 1, "cinematics": 3},
        "Earn 1 XP": {"earned_xp": 1},
    }
    assert steps(wounds_lost=1)["A day’s rest with a healer"].changes == {"wounds_lost": 0}
    assert steps(wounds_lost=6)["Die"].changes == {"dead": True}
    assert "Buy a cinematic" not in steps(cinematics_bought=7)  # 14 of 15 XP


def test_totals_count_points_that_paid_for_a_purchase():
    """An unspent point counts as 1 XP: after spending 40 of 36 points and 15 XP, 11 are left."""
    assert totals(cinematics_bought=20)[0] == ["11 stat points left", "0 XP left"]
    assert [each.text for each in check(cinematics_bought=9).totals][:2] == [
        "0 stat points left",
        "3 XP over",
    ]


def test_attack_button_says_what_each_margin_buys():
    """Only Unarmed grapples, and only melee attacks trip."""

    def payoff_texts(skill, **more):
        attacks = next(
            each for each in check(skills=[{"skill": skill, **more}]).panels if each.title == "Attacks"
        )
        return [each.text for each in attacks.rows[0][1].payoffs]

    assert payoff_texts("archery")[0] == "one wound, disarm, distract or shove [T-199]"
    assert payoff_texts("melee", subset="Heavy")[0] == "one wound, disarm, distract, trip or shove [T-199]"
    first, second, third = payoff_texts("melee", subset="Unarmed")
    assert first == "one wound, disarm, distract, trip, shove or grapple [T-199]"
    assert second == "or two wounds, knock out, cripple a limb or two from the first list [T-200]"
    assert third.startswith("or three wounds") and third.endswith("[T-201]")


def test_attack_lists_what_its_margin_bought():
    attack = {"att_bonus": 4, "def_bonus": 2, "attack": "ranged"}
    win = resolve("two_d6.opposed_check", **attack, dice=[3, 4, 5, 2])
    assert win.working[-1].text == "Choose one: one wound, disarm, distract or shove"
    lost = resolve("two_d6.opposed_check", **attack, dice=[1, 1, 5, 2])
    assert not any("Choose" in each.text for each in lost.working)


def test_row_notes_show_their_prices():
    report = check(talents=[{"talent": "fearless"}], skills=[{"skill": "notice", "rank": 3}])
    assert report.notes["talents.0"] == "2 XP" and report.notes["skills.0"] == "6 XP"
    assert report.notes["stats.AGI"] == "6 points"
