"""Every problem code of [2d6]: a case that causes it, and the text of the rule it cites."""

from __future__ import annotations

import re

import pytest

from rules_py import ask, check_sheet
from rules_py.base.paths import BOOK
from rules_py.systems.two_d6 import GAME
from rules_py.systems.two_d6.problems import CHARACTER_CODES
from rules_py.systems.two_d6.tracker.codes import FIGHT_CODES
from rules_py.systems.two_d6.turns import TURN_CODES
from tests.systems.two_d6.tracker import SWORD, Table, fighter

STATS = dict.fromkeys(("STR", "AGI", "DEX", "TOU", "INT", "WIL", "CHA", "PER"), 2)
RAGE = {"talent": "altered_state", "label": "rage", "plus": "STR", "minus": "CHA"}
DARKVISION = {"talent": "extra_sense", "label": "darkvision"}
ELVISH = {"skill": "language", "subset": "Elvish", "rank": 5}


def talents(*ids, **more):
    return {"talents": [{"talent": each, "label": "Elvish", **more} for each in ids]}


def spells(*ids):
    return {"spells": [{"spell": each} for each in ids]}


def items(count, kind=None):
    return {"items": [{"text": f"thing {each}", "kind": kind} for each in range(count)]}


CASES = [
    ({"name": ""}, "name", "NAME_MISSING", "T-016"),
    ({"stats": {}}, "stats", "NO_STATS", "T-030"),
    ({"stats": {**STATS, "WIL": -1}}, "stats.WIL", "STAT_RANGE", "R-80"),
    ({"stats": {**STATS, "WIL": 6}}, "stats.WIL", "STAT_RANGE", "R-80"),
    ({"stats": {**STATS, "STR": 5, "AGI": 5}}, "stats", "STAT_POINTS", "T-030"),
    ({"stats": {"CHA": 5}, **talents("stat_boost", plus="CHA")}, "stats.CHA", "STAT_CAP", "R-3"),
    ({"stats": {"CHA": 2}, **talents(*["stat_boost"] * 5, plus="WIL")}, "talents", "BOOST_LIMIT", "T-086"),
    ({"cinematics_bought": 20}, "earned_xp", "XP_OVERSPENT", "R-1"),
    ({"earned_xp": -1}, "earned_xp", "NEGATIVE", "R-98"),
    ({"stat_points_moved": -2}, "stat_points_moved", "NEGATIVE", "R-98"),
    ({"skills": [{"skill": "ride", "rank": -1}]}, "skills.0.rank", "SKILL_RANGE", "R-80"),
    ({"skills": [{"skill": "ride", "rank": 6}]}, "skills.0.rank", "SKILL_RANGE", "R-80"),
    ({"skills": [{"skill": "perform"}]}, "skills.0.subset", "SKILL_SPECIALTY", "T-095"),
    ({"skills": [{"skill": "melee", "subset": "spoons"}]}, "skills.0.subset", "SKILL_SPECIALTY", "T-108"),
    ({"skills": [{"skill": "ride"}, {"skill": "own", "subset": "ride"}]}, "skills.1.skill", "SKILL_TWICE", "T-091"),
    ({"skills": [{"skill": "flying"}]}, "skills.0.skill", "SKILL_UNKNOWN", "T-094"),
    ({"skills": [{"skill": "ride", "stat": "CHA"}]}, "skills.0.stat", "STAT_OFF_LIST", "R-81"),
    (talents("own"), "talents.0", "TALENT_UNKNOWN", "T-046"),
    (spells("own"), "spells.0", "TALENT_UNKNOWN", "T-233"),
    (talents("fearless", "fearless"), "talents.1", "TALENT_REPEAT", "R-9"),
    (talents("credentials", "credentials"), "talents.1", "TALENT_REPEAT", "R-9"),
    (spells("ward", "ward"), "spells.1", "TALENT_REPEAT", "R-99"),
    (talents("literacy", later=True), "talents.0", "TALENT_LATE", "T-078"),
    (talents("polyglot", later=True), "talents.0", "TALENT_LATE", "T-083"),
    (talents("rich", later=True), "talents.0", "TALENT_LATE", "T-084"),
    (talents("extra_organ", later=True), "talents.0", "TALENT_LATE", "R-10"),
    (talents("extra_organ", tier=2), "talents.0.tier", "ORGAN_TIER", "T-066"),
    ({"talents": [RAGE, {**RAGE, "plus": "TOU"}]}, "talents.1", "ALTERED_PAIR", "R-12"),
    ({"talents": [RAGE, RAGE, RAGE]}, "talents.2", "ALTERED_RANGE", "T-054"),
    ({"state": "sulking"}, "state", "STATE_UNKNOWN", "T-053"),
    (talents("companion", label=""), "talents.0.label", "WHICH", "R-9"),
    ({"skills": [ELVISH], **talents("polyglot")}, "talents.0", "POLYGLOT_REDUNDANT", "R-8"),
    ({"race": "goblin"}, "race", "RACE_REQUIRED", "T-176"),
    ({"race_required": [DARKVISION]}, "race_required.0", "RACE_REQUIRED", "T-176"),
    ({"spells": [{"spell": "ward", "dc": 10}]}, "spells.0.dc", "SPELL_DC", "R-32"),
    (talents("spell_turning"), "talents.0", "NO_SPELL", "R-70"),
    (talents("mass_spell"), "talents.0", "NO_SPELL", "T-080"),
    (talents("mass_spell") | spells("ward", "negate"), "talents.0", "NO_SPELL", "T-080"),
    (talents("fast_caster"), "talents.0", "NO_SPELL", "T-071"),
    (talents("fast_caster") | spells("repel_attack"), "talents.0", "NO_SPELL", "T-071"),
    (spells("runes"), "spells.0", "NO_SPELL", "T-256"),
    ({"armour": "light", "lost_limbs": 5}, "lost_limbs", "NO_WAKING", "R-52"),
    ({"armour": "heavy", **items(1, "special")}, "armour", "ARMOUR_UNTRAINED", "T-166"),
    ({"armour": "heavy", **talents("armor_proficiency")}, "armour", "ARMOUR_ITEM", "T-157"),
    ({"armour": "medium", **talents("armor_proficiency"), **items(3)}, "armour", "ARMOUR_ITEM", "T-157"),
    (items(2, "special"), "items", "SPECIAL_ITEMS", "T-148"),
    (items(3, "special") | talents("rich"), "items", "SPECIAL_ITEMS", "T-152"),
    (items(11), "items", "MUNDANE_ITEMS", "T-148"),
    (items(9) | {"swapped": 2}, "items", "MUNDANE_ITEMS", "T-151"),
]  # fmt: skip


@pytest.mark.parametrize(("more", "field", "code", "rule"), CASES)
def test_sheet_problem_is_reported_alone_and_cites_its_rule(more, field, code, rule):
    problems = check_sheet("two_d6", {"name": "Odile", "stats": STATS, **more}).problems
    assert [(each.field, each.code, each.rule) for each in problems] == [(field, code, rule)]


def test_every_character_code_has_a_case():
    assert {code for _, _, code, _ in CASES} == {each.code for each in CHARACTER_CODES}


@pytest.mark.parametrize(
    "more",
    [
        {"race": "goblin", "talents": [{**DARKVISION, "label": "Darkvision"}]},
        {"race": "Goblin", "race_required": [DARKVISION], "talents": [DARKVISION]},
        {"race": "Half goblin"},
        {"race": "Half-breed"},
        {"race": "Fish-folk"},
        talents("spell_turning") | spells("repel_attack"),
        talents("mass_spell", "fast_caster") | spells("charm"),
        talents("mass_spell") | {"spells": [{"spell": "own", "label": "Sneeze", "dc": 7}]},
        spells("runes", "ward"),
        {"armour": "heavy", **talents("armor_proficiency"), **items(1, "special")},
        {"armour": "heavy", **talents("armor_proficiency"), **items(1, "later")},
        {"armour": "heavy", **talents("armor_proficiency"), "item_method": "slow"},
        {"armour": "light"},
        items(10),
        items(8) | {"swapped": 2},
        items(30, "later"),
        items(30) | {"item_method": "slow"},
        talents("literacy", "polyglot"),
        talents("extra_organ", later=True, gm_exception=True),
    ],
)
def test_character_within_the_rules_has_no_problem(more):
    assert check_sheet("two_d6", {"name": "Odile", "stats": STATS, **more}).problems == ()


@pytest.mark.parametrize("twice", ["notice", "NOTICE ", "trade(tea)", "Trade ( TEA )", "JUGGLING"])
def test_ledger_reports_a_skill_that_differs_only_in_case(twice):
    skills = {"Notice": 1, "Trade (Tea)": 1, "Juggling": 1, twice: 2}
    assert ask("two_d6.character_ledger", skills=skills)["errors"] == ["SKILL_TWICE"]


def test_ledger_names_the_nearer_rule_of_a_repeated_spell():
    answer = ask("two_d6.character_ledger", spells=[{"name": "Ward"}, {"name": "ward"}])["problems"]
    assert [(each["field"], each["rule"]) for each in answer] == [("spells.1", "R-99")]


def test_missing_racial_talent_is_named():
    (problem,) = check_sheet("two_d6", {"name": "Odile", "stats": STATS, "race": "Goblin"}).problems
    assert "Extra Sense (darkvision)" in problem.message


# tracker


def spell(name, kind, dc=None):
    return {"name": name, "kind": kind} | ({"dc": dc} if dc else {})


def fight(*attacks, foe=(), **more):
    return Table(
        fighter("Ada", attacks=[SWORD, *attacks], **more),
        fighter("Bo", "npc", attacks=[SWORD, spell("Ward", "cast", 7)], **dict(foe)),
        fighter("Cy", "npc"),
        fighter("Di", "npc"),
    )


def after_effect(take, weapon="Sword"):
    return fight().hit("Ada", "Bo", weapon, [4, 5, 2, 4]).do("settle", take=take)


def act(table, *actions, who="Ada"):
    """Apply all but the last action, and return the last, which the tracker must refuse."""
    for each in actions[:-1]:
        table.do("act", who=who, does=each)
    return table, "act", {"who": who, "does": actions[-1]}


def blow(table, who="Bo", on="Ada", weapon="Sword", **more):
    return table, "attack", {"who": who, "on": on, "with": weapon, **more}


def cast(table, name, who="Ada", **more):
    return table, "cast", {"who": who, "spell": name, **more}


REFUSALS = {
    "no_quick": lambda: act(fight(), "speak", "speak", "speak"),
    "no_half": lambda: act(fight(), "skill", "move", "skill"),
    "no_full": lambda: act(fight(), "move", "run"),
    "no_full_distracted": lambda: blow(after_effect("distract")),
    "cannot_act": lambda: act(fight(foe={"lost_wounds": 5}), "skill", who="Bo"),
    "surprised": lambda: act(fight(foe={"unaware": True}), "skill", who="Bo"),
    "held": lambda: blow(after_effect("grapple", "Unarmed")),
    "disarmed": lambda: blow(after_effect("disarm")),
    "bad_target": lambda: blow(fight(), "Ada", "Ada"),
    "not_prone": lambda: act(fight(), "stand"),
    "no_cinematic": lambda: (fight(), "half", {"who": "Ada"}),
    "cinematic_spent": lambda: (fight(cinematics=2).do("half", who="Ada"), "half", {"who": "Ada"}),
    "not_open": lambda: (fight().hit("Ada", "Bo", "Sword", [4, 4, 3, 4]), "settle", {"take": "two_wounds"}),
    "negated": lambda: cast(fight(spell("Negate", "negate")).hit("Ada", "Bo", "Negate", [4, 4, 3, 3]), "Ward", "Bo"),
    "one_target": lambda: blow(fight(spell("Blast", "spell", 9)), "Ada", "Bo", "Blast", also=["Cy"]),
    "too_many_targets": lambda: blow(
        fight(spell("Blast", "spell", 15), talents=["mass_spell"]), "Ada", "Bo", "Blast", also=["Cy", "Di"]
    ),
    "too_slow": lambda: cast(fight(spell("Natural Phenomenon (rain)", "cast", 9)), "Natural Phenomenon (rain)"),
    "no_transfer": lambda: cast(fight(spell("Heal", "cast", 13)), "Heal", healed="Cy", giver="Di"),
    "nothing_due": lambda: (fight(), "reroll", {"by": "attack"}),
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSALS)
def test_tracker_refuses_with_the_code_and_its_rule(code):
    table, what, event = REFUSALS[code]()
    table.do(what, **event, violations=[code])
    assert [each.rule for each in table.last.reasons] == [(TURN_CODES | FIGHT_CODES)[code].rule]


def test_every_tracker_code_has_a_case():
    assert {*REFUSALS} == {each.code for each in TURN_CODES | FIGHT_CODES}


# citations

CITED = {
    "NAME_MISSING": {"T-016": "Who are you"},
    "NO_STATS": {"T-030": "36 points"},
    "STAT_RANGE": {"R-80": "from 0 to 5"},
    "STAT_POINTS": {"T-030": "36 points"},
    "STAT_CAP": {"R-3": "above 5"},
    "BOOST_LIMIT": {"T-086": "four"},
    "XP_OVERSPENT": {"R-1": "15 XP"},
    "NEGATIVE": {"R-98": "below 0"},
    "SKILL_RANGE": {"R-80": "from 0 to 5"},
    "SKILL_SPECIALTY": {"T-095": "name its subject", "T-108": "Melee is three skills"},
    "SKILL_TWICE": {"T-091": "in order"},
    "SKILL_UNKNOWN": {"T-094": "sample"},
    "STAT_OFF_LIST": {"R-81": "unlisted stat"},
    "TALENT_UNKNOWN": {"T-046": "Your GM may have others", "T-233": "XP"},
    "TALENT_REPEAT": {"R-9": "Any other talent can be bought only once", "R-99": "more than once"},
    "TALENT_LATE": {
        "R-10": "exception",
        "T-078": "at creation only",
        "T-083": "at creation only",
        "T-084": "at creation only",
    },
    "ORGAN_TIER": {"T-066": "1, 3 or 5 XP"},
    "ALTERED_PAIR": {"R-12": "the same pair"},
    "ALTERED_RANGE": {"T-054": r"above \+5 or below \+0"},
    "STATE_UNKNOWN": {"T-053": "Buying it again"},
    "WHICH": {"R-9": "a different name"},
    "POLYGLOT_REDUNDANT": {"R-8": "Polyglot"},
    "RACE_REQUIRED": {"T-176": "buys those marked"},
    "SPELL_DC": {"R-32": "six"},
    "NO_SPELL": {
        "R-70": "can counter",
        "T-080": "several targets",
        "T-071": "full-round action",
        "T-256": "holds another spell",
    },
    "NO_WAKING": {"R-52": "can't wake up"},
    "ARMOUR_UNTRAINED": {"T-166": "light armour"},
    "ARMOUR_ITEM": {"T-157": "medium and heavy armour are special"},
    "SPECIAL_ITEMS": {"T-148": "one special item", "T-152": "[Tt]wo special|second special"},
    "MUNDANE_ITEMS": {"T-148": "ten mundane items", "T-151": "mundane"},
    "no_quick": {"T-186": "Two quick actions"},
    "no_half": {"T-187": "Two half-round actions"},
    "no_full": {"T-188": "full-round action"},
    "no_full_distracted": {"R-48": "full-round action"},
    "cannot_act": {"T-209": "lie there|unconscious"},
    "surprised": {"T-193": "can(no|')t|do nothing|unable"},
    "held": {"T-205": "Unarmed"},
    "disarmed": {"R-93": "half-round action"},
    "bad_target": {"T-184": "opposed"},
    "not_prone": {"T-187": "stand up"},
    "no_cinematic": {"T-227": "spend a cinematic"},
    "cinematic_spent": {"R-21": "limit per round"},
    "not_open": {"R-47": "margin"},
    "negated": {"T-253": "without powers"},
    "one_target": {"T-080": "several targets"},
    "too_many_targets": {"R-72": "17"},
    "too_slow": {"T-252": "five minutes"},
    "no_transfer": {"R-96": "volunteer loses one"},
    "nothing_due": {"R-20": "(throw|roll) of two dice|reroll"},
}
"""The rules that each code cites, with words from their text on the page."""


def statement(rule):
    """Return the text in which the book states a rule: a paragraph, a ruling or a list entry."""
    pages = [path.read_text("utf-8") for path in sorted((BOOK / "docs" / "two_d6").glob("*.md"))]
    blocks = [block for page in pages for block in re.split(r"\n\n(?=\S)", page) if f"[#{rule}]" in block]
    entries = [
        " ".join(map(str, entry.values.values()))
        for each in GAME.references
        if each.states_rules
        for entry in each.entries
        if rule in entry.rules
    ]
    return " ".join(" ".join([*blocks, *entries]).split())


@pytest.mark.parametrize("code", CITED)
def test_cited_rule_states_what_the_problem_says(code):
    for rule, words in CITED[code].items():
        assert re.search(words, statement(rule)), (rule, statement(rule))


def test_every_citation_of_a_problem_is_checked():
    tracker_rules = {(each.code, each.rule) for group in (TURN_CODES, FIGHT_CODES) for each in group}
    character_rules = {(code, rule) for _, _, code, rule in CASES}
    assert tracker_rules | character_rules == {
        (code, rule) for code, rules in CITED.items() for rule in rules
    }
    assert {code for group in GAME.problems for code in group} == {
        *CHARACTER_CODES,
        *TURN_CODES,
        *FIGHT_CODES,
    }
