"""Wording of messages to readers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules_py.base import wording


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        ("", "nothing"),
        (True, "“yes”"),
        (False, "“no”"),
        (-3, "−3"),
        (Fraction(1, 2), "1/2"),
        (10**39, "1" + "0" * 39),
        (10**40, "that number"),
        ("a\n b", "“a b”"),
        ("x" * 40, f"“{'x' * 40}”"),
        ("x" * 41, f"“{'x' * 39}…”"),
        ([1], "a list"),
        (object(), "that value"),
    ],
)
def test_quote_formats_a_value_by_its_type(value: object, words: str) -> None:
    assert wording.quote(value) == words


def test_short_name_list_rejects_long_or_ambiguous_names() -> None:
    assert wording.short_name_list(["ash", "", "oak"]) == "ash or oak"
    eight = [f"tree {at}" for at in range(8)]
    assert wording.short_name_list(eight).endswith("tree 6 or tree 7")
    assert wording.short_name_list([*eight, "oak"]) == ""
    for ambiguous in ("ash, green", "ash or oak", "XII"):
        assert (
            wording.short_name_list([ambiguous, "elm"]) == wording.short_name_list(["elm", ambiguous]) == ""
        )


@pytest.mark.parametrize(
    ("label", "one", "three"),
    [
        ("Steps of improvement", "1 step of improvement", "3 steps of improvement"),
        ("Hits", "1 hit", "3 hits"),
        ("Dice", "1 die", "3 dice"),
        ("Abilities", "1 ability", "3 abilities"),
        ("First target", "", ""),
        ("Bonus", "", ""),
        ("Price of the actions", "", ""),
    ],
)
def test_count_label_uses_the_singular_for_one(label: str, one: str, three: str) -> None:
    assert (wording.count_label(1, label), wording.count_label(3, label)) == (one, three)
    assert wording.is_plural(label) == bool(one)


def test_pluralize_uses_the_singular_only_for_one() -> None:
    assert [wording.pluralize(number, "die", "dice") for number in (-1, 0, 1, 2)] == [
        "−1 dice",
        "0 dice",
        "1 die",
        "2 dice",
    ]
