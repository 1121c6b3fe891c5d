"""The lists of character options match the digest, and one entry states each fact."""

from __future__ import annotations

from collections import Counter

from rules_py import ask
from rules_py.systems.two_d6 import GAME
from rules_py.systems.two_d6.talents import ALL as TALENTS

DIGEST = """
    Acrobat 1 once | Alternate Form 5 label | Altered State 2 stack | Animal Kinship 1 once
    Armor Proficiency 3 once | Armored Acrobat 3 once | Companion 5 label | Computer Literacy 1 once
    Connections 2 label | Credentials 3 label | Extra Organ 1 label creation | Extra Sense 2 label
    Extra Wound 5 once | Fast Caster 4 once | Favored Enemy/Culture 3 label | Fearless 2 once
    Graceful 3 once | Hip Shot 3 once | Improvisation 1 once | Literacy 1 label creation
    Mass Spell 5 once | Multiattack 4 once | Polyglot 1 label creation | Rich 3 once creation
    Spell Turning 3 once | Stat Boost 5 count | Vicious Parry 3 once
"""
LISTS = ("talents", "skills", "trades", "armour", "races")


def entries(name):
    return GAME.reference(name).entries


def test_talents_and_prices_match_the_digest():
    talents = []
    for each in TALENTS:
        limit = {"once": "once", "per label": "label", "state": "stack", "boost": "count"}[each.repeat]
        talents.append(f"{each.name} {each.xp} {limit}{' creation' if each.creation_rule else ''}")
    expected = [each.strip() for line in DIGEST.strip().splitlines() for each in line.split("|")]
    assert talents == expected


def test_lists_have_the_lengths_of_the_specification():
    assert [len(entries(each)) for each in LISTS] == [27, 20, 13, 3, 3]
    subsets = [each.name for each in entries("skills") if each.name.endswith("(…)")]
    assert subsets == [f"{each} (…)" for each in ("Knowledge", "Language", "Melee", "Perform", "Trade")]


def test_each_fact_of_the_lists_is_stated_by_one_entry():
    counts = Counter(number for name in LISTS for each in entries(name) for number in each.rules)
    numbers = [*range(49, 89), *range(96, 139), *range(160, 166), 181, 182]
    assert counts == Counter(f"T-{number:03}" for number in numbers)


def test_every_problem_is_a_sentence_with_a_rule_of_the_game():
    for code in (code for group in GAME.problems for code in group):
        assert code.message.endswith(".") and code.rule in GAME.numbers, code


def test_talent_price_shown_is_the_price_charged():
    for each in TALENTS:
        if each.id != "extra_organ":
            purchase = {"name": each.name, "plus": "STR", "minus": "CHA"}
            assert each.price == f"{ask('two_d6.character_ledger', talents=[purchase])['xp_spent']} XP"


def test_spell_list_filters_by_dc_price_and_check() -> None:
    book = next(each for each in GAME.references if each.name == "spells")
    filters = {each.label: book.choices(each) for each in book.columns if each.filter}
    assert filters["DC"] == ["7", "9", "11", "13", "17", "none"]
    assert filters["XP"] == ["2", "3", "4", "5", "7"]
    assert [*filters] == ["DC", "XP", "Check"] and "against resolve" in filters["Check"]
