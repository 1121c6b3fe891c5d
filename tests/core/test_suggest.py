"""Suggestions for misspelt names."""

import pytest

from rules_py.base.errors import DeclarationError, Fault, InputError, format_value_error, join_or, suggestion
from rules_py.base.suggest import KnownNames, closest_matches
from rules_py.inputs import Choice, Labelled

CALCULATORS = ("core_rules.challenge", "core_rules.rest", "lantern.shine", "two_d6.check")


@pytest.mark.parametrize(
    ("name", "names", "suggestions"),
    [
        ("avrage", ("difficult", "average", "favourable"), ["average"]),
        ("AVERAGE", ("difficult", "average", "favourable"), ["average"]),
        ("core_rules.chalenge", CALCULATORS, ["core_rules.challenge"]),
        ("corerules.challenge", CALCULATORS, ["core_rules.challenge"]),
        ("lantern.glow", CALCULATORS, []),  # the same game isn't enough
        ("lantern", CALCULATORS, []),
        ("sheet.md#month", ("sheet.md#moth", "sheet.md#oil"), ["sheet.md#moth"]),
        ("drak.md", ("index.md", "sheet.md"), []),  # nor is the same extension
        ("L-33", ("L-1", "L-2", "L-3"), ["L-3"]),
        ("L-9", ("L-1", "L-2", "L-3"), ["L-3", "L-2"]),
        ("x", (), []),
        ("", ("wick",), []),
    ],
)
def test_closest_matches_compares_names_part_by_part(name, names, suggestions):
    assert closest_matches(name, names) == suggestions == closest_matches(name, reversed(names))


def test_unknown_name_message_ends_with_a_suggestion():
    known = join_or(["wick", "oil"])
    assert (
        format_value_error("", "wik", known, "input")
        == "unknown input 'wik' (expected wick or oil). Did you mean 'wick'?"
    )
    assert format_value_error("rule", "L-9", KnownNames("a rule", ["L-1", "L-2"])) == (
        "rule: unknown value 'L-9' (expected a rule). Did you mean 'L-2' or 'L-1'?"
    )


@pytest.mark.parametrize("name", [None, 7, ["wik"], "moon", "oil", "wik" * 30])
def test_suggestion_is_empty_without_a_similar_name(name):
    assert suggestion(name, join_or(["wick", "oil"])) == ""
    assert suggestion("wik", "wick or oil, in words alone") == ""


def test_suggestion_includes_aliases_of_a_choice():
    choice = Choice("situation", "Situation", {"difficult": "Difficult"}, aliases={"bad": "difficult"})
    with pytest.raises(InputError) as error:
        choice.parse("Bad")
    assert str(error.value) == "situation: unknown value 'Bad' (expected difficult). Did you mean 'bad'?"


def test_suggestion_includes_options_with_text():
    skill = Labelled("skill", "Skill", {"craft": "Craft", "swim": "Swim"}, with_words=frozenset({"craft"}))
    with pytest.raises(InputError) as error:
        skill.parse("swimm")
    expected = "craft or swim, with words in brackets after craft"
    assert str(error.value) == f"skill: unknown value 'swimm' (expected {expected}). Did you mean 'swim'?"


def test_misspelt_default_gets_a_suggestion():
    with pytest.raises(DeclarationError) as error:
        Choice("way", "Way", {"easy": "Easy"}, default="esay")
    assert (
        str(error.value) == "input 'way': default: unknown value 'esay' (expected easy). Did you mean 'easy'?"
    )


def test_suggestion_searches_names_that_are_not_listed():
    known = join_or(f"name_{number}" for number in range(100))
    text = str(Fault("name", "unknown", "nam_77", known))
    assert (
        text.endswith("name: unknown value 'nam_77'. Did you mean 'name_77'?")
        and "name_77" not in known[:250]
    )
