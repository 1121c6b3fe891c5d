"""Inputs parse typed values and explain invalid ones."""

import re
from dataclasses import fields
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py import inputs
from rules_py.base.errors import PAGE_ERROR, Fault, InputError, format_value
from rules_py.inputs import (
    Amounts,
    Chance,
    Choice,
    Distribution,
    Flag,
    Int,
    Keyed,
    Labelled,
    ListOf,
    Number,
    NumberChoice,
    Record,
    Several,
    Text,
    parse_all,
)

STEPS = Int("steps", low=0, high=10, code="bad_steps")
COLOUR = Choice("colour", options={"red": "Red", "blue": "Blue"}, aliases={"rouge": "red"})
ANY_COLOUR = Choice("colour", options={"red": "Red", "blue": "Blue"}, unknown_too=True)
PACK = Amounts("pack", options={"rope": "Rope", "oil": "Oil"}, most=9)
LOOSE = Amounts("pack", options={"rope": "Rope"}, most=9, unknown_too=True)
HITS = Distribution("hits", high=5)
RUNG = NumberChoice("rung", options={7: "7 Easy", 9: "9 Average"})
HELPER = Record("helper", fields=(STEPS, Flag("sure")), lone="steps")
PAIR = Record("pair", fields=(STEPS, Flag("sure")))

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("entry", "text", "value"),
    [
        (STEPS, " 3 ", 3),
        (STEPS, "+3", 3),
        (STEPS, 0, 0),
        (COLOUR, "rouge", "red"),
        (ANY_COLOUR, "red", "red"),
        (ANY_COLOUR, "green", "green"),
        (RUNG, 9, 9),
        (RUNG, " 7 ", 7),
        (HELPER, 3, {"steps": 3, "sure": False}),
        (HELPER, "3", {"steps": 3, "sure": False}),
        (HELPER, {"steps": 3, "sure": True}, {"steps": 3, "sure": True}),
        (Flag("sure"), "Yes", True),
        (Flag("sure"), "", False),
        (Flag("sure"), False, False),
        (Chance("p"), "40%", Fraction(2, 5)),
        (Chance("p"), " 40 % ", Fraction(2, 5)),
        (Chance("p"), "2/3", Fraction(2, 3)),
        (Chance("p"), "0.125", Fraction(1, 8)),
        (Chance("p"), 1, Fraction(1)),
        (ListOf("all", item=STEPS), '["1", 2]', [1, 2]),
        (Several("all", item=COLOUR), ["blue", "red"], ["red", "blue"]),
        (PAIR, '{"steps": 4}', {"steps": 4, "sure": False}),
        (Int("maybe", low=0, high=3, optional=True), "", None),
        (ListOf("maybe", item=STEPS, fewest=2, optional=True), [], None),
        (PACK, {"oil": "2", "rope": 0}, {"oil": 2}),
        (PACK, "rope: 1, oil: 3", {"rope": 1, "oil": 3}),
        (PACK, "", {}),
        (LOOSE, {"moon": 1}, {"moon": 1}),
        (
            PACK,
            [{"of": "oil", "count": "2"}, {"of": "rope", "count": 0}, {"of": "oil", "count": 1}],
            {"oil": 3},
        ),
        (PACK, [], {}),
        (HITS, {"2": "1/4", 0: Fraction(3, 4), "1": 0}, {0: Fraction(3, 4), 2: Fraction(1, 4)}),
        (HITS, "0: 25%, 1: 3/4", {0: Fraction(1, 4), 1: Fraction(3, 4)}),
        (HITS, '{"5": 1}', {5: Fraction(1)}),
    ],
)
def test_inputs_parse_typed_values(entry, text, value):
    assert entry.parse(text) == value


@pytest.mark.parametrize(
    ("entry", "value", "sentence"),
    [
        (STEPS, 11, "steps: expected a whole number from 0 to 10, got 11"),
        (STEPS, "-1", "steps: expected a whole number from 0 to 10, got -1"),
        (STEPS, True, "steps: expected a whole number from 0 to 10, got yes"),
        (STEPS, 2.0, "steps: expected a whole number from 0 to 10, got 2.0"),
        (STEPS, "٣", "steps: expected a whole number from 0 to 10, got '٣'"),
        pytest.param(
            STEPS,
            10**5000,
            "steps: expected a whole number from 0 to 10, got a whole number too long to print",
            id="huge",
        ),
        pytest.param(
            STEPS,
            [10**5000],
            "steps: expected a whole number from 0 to 10, got a list of 1",
            id="huge in a list",
        ),
        (COLOUR, "green", "colour: unknown value 'green' (expected red or blue)"),
        (COLOUR, ["red"], "colour: expected red or blue, got ['red']"),
        (ANY_COLOUR, ["red"], "colour: expected red or blue, got ['red']"),
        (ANY_COLOUR, "x" * 101, f"colour: unknown value '{'x' * 60}…' (expected red or blue)"),
        (PACK, [{"of": "moon", "count": 1}], "pack.0.of: unknown value 'moon' (expected rope or oil)"),
        (PACK, [{"of": "oil", "count": 9}] * 2, "pack.oil: expected a whole number from 0 to 9, got 18"),
        (Flag("sure"), "maybe", "sure: expected yes or no, got 'maybe'"),
        (Chance("p"), 0.5, 'p: expected a chance from 0 to 1, such as "2/3" or "40%", got 0.5'),
        (Chance("p"), "1/0", 'p: expected a chance from 0 to 1, such as "2/3" or "40%", got \'1/0\''),
        pytest.param(
            Chance("p"),
            "1" + " " * 90_000 + "x",
            f'p: expected a chance from 0 to 1, such as "2/3" or "40%", got \'1{" " * 59}…\'',
            id="blanks",
        ),
        (Text("note", longest=3), "long", "note: expected a text of at most 3 characters, got 'long'"),
        (
            ListOf("all", item=STEPS, fewest=1, most=3),
            [],
            "all: expected a list of 1 to 3 values, each a whole number from 0 to 10, got []",
        ),
        (ListOf("all", item=STEPS), [1, 99], "all.1: expected a whole number from 0 to 10, got 99"),
        (
            ListOf("all", item=PAIR),
            [{"steps": 77}],
            "all.0.steps: expected a whole number from 0 to 10, got 77",
        ),
        (
            PAIR,
            {"step": 1, "steps": 1},
            "pair: unknown input 'step' (expected steps or sure). Did you mean 'steps'?",
        ),
        (PACK, {"moon": 1}, "pack: unknown value 'moon' (expected rope or oil)"),
        (PACK, {"rope": 10}, "pack.rope: expected a whole number from 0 to 9, got 10"),
        (PACK, "rope", "pack: expected a mapping from rope or oil to a whole number from 0 to 9, got 'rope'"),
        (LOOSE, {"x" * 101: 1}, f"pack: unknown value '{'x' * 60}…' (expected rope)"),
        *(
            (HITS, odd, f"hits: expected {HITS.expected}, got {label}")
            for odd, label in (
                ({}, "{}"),
                ({"0": "1/2"}, "{'0': '1/2'}"),
                ({"6": 1}, "{'6': 1}"),
                ({"0": 0.5, "1": 0.5}, "{'0': 0.5, '1': 0.5}"),
                ({"0": "1/2", 0: "1/2"}, "{'0': '1/2', 0: '1/2'}"),
                ("0: 1/2, 0: 1/2", "'0: 1/2, 0: 1/2'"),
                ({"0": "1/" + "9" * 30, "1": "9" * 29 + "8/" + "9" * 30}, "a mapping of '0', '1'"),
            )
        ),
        (PAIR, {}, "pair.steps: expected a whole number from 0 to 10, got nothing"),
        (
            PAIR,
            "{",
            "pair: expected a record with steps (a whole number from 0 to 10) and sure (yes or no), got '{'",
        ),
    ],
)
def test_parse_error_names_the_value_and_what_is_expected(entry, value, sentence):
    with pytest.raises(InputError) as error:
        entry.parse(value)
    assert str(error.value) == sentence


def test_parse_all_reports_every_fault_at_once():
    with pytest.raises(InputError) as error:
        parse_all((STEPS, COLOUR), {"steps": 99, "shade": 1})
    assert error.value.codes == ("bad_steps", "missing_input", "unknown_input")


def test_error_lists_only_the_first_of_many_faults():
    with pytest.raises(InputError) as error:
        parse_all((COLOUR,), {str(number): number for number in range(200)})
    assert len(error.value.faults) == 201
    assert len(str(error.value)) < 400 and str(error.value).endswith("; and 196 more")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x" * 60, f"'{'x' * 60}'"),
        ("x" * 61, f"'{'x' * 60}…'"),
        ([1] * 12, str([1] * 12)),
        ([1] * 13, "a list of 13"),
        ([10**56], f"[{10**56}]"),
        ([10**58], "a list of 1"),
        ({"a": 1, "b": [2]}, "a mapping of 'a', 'b'"),
        ({"a" * 40: 1, "b" * 20: 2}, "a mapping of 2"),
        (Fraction(10**57, 3), "Fraction(1" + "0" * 49 + "…"),
        ((None, "a", 1.5), "[None, 'a', 1.5]"),
        (None, "nothing"),
        (True, "yes"),
        (False, "no"),
        (1, "1"),
    ],
)
def test_format_value_abbreviates_long_values(value, text):
    assert format_value(value) == text


def test_fault_is_formatted_as_one_short_line():
    assert str(Fault("f" * 80, "bad", 1, "a" * 280)) == f"{'f' * 80}: expected {'a' * 280}, got 1"
    shortened = f"{'f' * 79}…: expected {'a' * 279}…, got 1"
    assert str(Fault("f" * 81, "bad", 1, "a" * 281)) == shortened
    assert str(Fault("no\nname", "bad", 1, "a")) == "'no\\nname': expected a, got 1"
    assert (
        str(Fault("f", "bad", 1, "", "Such is life."))
        == Fault("f", "bad", 1, "", "Such is life.").user_message
    )
    assert Fault("f", "bad", 1, "a").user_message == PAGE_ERROR


def test_user_message_counts_faults_after_the_fifth():
    def text_of(*words):
        return InputError(*(Fault("f", "bad", 1, "a", each) for each in words)).user_message

    assert text_of(*"12345") == "1 2 3 4 5"
    assert text_of(*"1234567") == "1 2 3 4 5 And 2 more problems."
    assert text_of("same", "same", "other") == "same other"
    assert text_of("x" * 400, "y" * 72) == f"{'x' * 400} {'y' * 72}"
    assert text_of("x" * 400, "y" * 73, "z") == f"{'x' * 400} And 2 more problems."
    assert text_of("x" * 600) == f"{'x' * 472}…"
    where = InputError(Fault("f", "bad", 1, "a", "x" * 600), where="Line 3 of the log: ").user_message
    assert where.startswith("Line 3 of the log: xxx") and len(where) == 473


def test_empty_distribution_error_shows_an_example():
    with pytest.raises(InputError) as error:
        HITS.parse({})
    assert "Enter each number with its chance for “Hits”, such as 0: 1/4, 1: 3/4." in error.value.user_message


def test_prefixed_fault_keeps_its_field_and_message():
    fault = Fault("steps", "bad", 1, "a", "Take fewer.")
    assert InputError(fault).with_prefix("rounds.2").field == "rounds.2.steps"
    assert InputError(fault).with_prefix("rounds", where="Line 3: ").user_message == "Line 3: Take fewer."
    error = InputError(fault, where="Line 3: ")
    assert error.with_prefix("log").user_message == "Line 3: Take fewer."
    assert error.with_prefix("log", where="Scene 2: ").user_message == "Scene 2: Take fewer."


@given(anything)
def test_parse_raises_only_input_errors_of_one_short_line(value):
    for entry in (
        STEPS,
        COLOUR,
        PAIR,
        Flag("f"),
        Chance("p"),
        Text("t"),
        ListOf("l", item=PAIR),
        Several("s", item=COLOUR),
        PACK,
        LOOSE,
        HITS,
    ):
        try:
            entry.parse(value)
        except InputError as error:
            assert "\n" not in str(error) and len(str(error)) < 1000


@pytest.mark.parametrize(
    "text",
    ["[" * 90_000, '{"a":' * 15_000, "9" * 90_000, "[1e400]", "NaN", '"' * 100_001],
    ids=["lists", "mappings", "digits", "float", "nan", "quotes"],
)
def test_hostile_json_is_rejected_with_a_short_message(text):
    with pytest.raises(InputError) as error:
        ListOf("all", item=STEPS).parse(text)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("wrong", [8, "8", 7.5, True, None, "7 Easy", [7]])
def test_number_choice_rejects_other_values(wrong):
    with pytest.raises(
        InputError, match=f"^{re.escape(f'rung: expected 7 or 9, got {format_value(wrong)}')}"
    ):
        RUNG.parse(wrong)
    with pytest.raises(InputError):
        HELPER.parse(wrong if wrong not in (8, "8") else "many")


def test_typed_pairs_may_repeat_a_value_but_not_a_key():
    assert PACK.parse("rope: 2, oil: 2,") == {"rope": 2, "oil": 2}
    for wrong in ("rope: 1, rope: 2", "rope: 1, oil"):
        with pytest.raises(InputError):
            PACK.parse(wrong)


def test_parse_all_copies_mutable_defaults():
    fields = (ListOf("all", item=STEPS, default=[]),)
    parse_all(fields, {})["all"].append(1)
    assert parse_all(fields, {}) == {"all": []}


def test_number_message_separates_bad_notation_from_bad_range():
    """These fields parse only numbers of 0 or more."""
    number = Number("n", "Wicks", -3, 3)
    for text in ("-3", "-0", "-1/2"):
        assert number.user_message(text) == "Wicks must be a number between −3 and 3, such as 0.5 or 1/2."
    assert number.user_message("-4") == "Wicks must be between −3 and 3 (you entered −4)."
    assert number.user_message("4") == "Wicks must be between −3 and 3 (you entered 4)."
    wick = Int("w", "Wick", 1, 5)
    assert wick.user_message("1.0") == "Wick must be a whole number between 1 and 5."
    assert wick.user_message("0") == "Wick must be between 1 and 5 (you entered 0)."
    assert wick.user_message("6") == "Wick must be between 1 and 5 (you entered 6)."


def test_chances_accept_denominators_up_to_ten_to_the_24():
    fine, finer = Fraction(1, 10**24), Fraction(1, 10**24 + 1)
    assert HITS.parse({0: fine, 1: 1 - fine}) == {0: fine, 1: 1 - fine}
    with pytest.raises(InputError) as error:
        HITS.parse({0: finer, 1: 1 - finer})
    assert "too precise. Round them." in error.value.faults[0].user_message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((each, True) for each in ("yes", " Yes", "true", "TRUE", "on", "1", True)),
        *((each, False) for each in ("no", "false", "False ", "off", "0", "", " ", False)),
    ],
)
def test_flag_accepts_several_words_for_yes_and_no(text, value):
    assert Flag("sure").parse(text) is value


def test_labelled_accepts_60_characters_in_brackets():
    trade = Labelled("skill", "Skill", {"Trade": "Trade"}, with_words=frozenset({"Trade"}))
    assert trade.parse(f"Trade ({'x' * 60})") == f"Trade ({'x' * 60})"
    with pytest.raises(InputError):
        trade.parse(f"Trade ({'x' * 61})")


DEFAULT_LIMITS = {
    "Amounts": {"most": 1000},
    "DieSizes": {"fewest": 0, "most": 6},
    "Distribution": {"high": 20, "finest": 10**24},
    "Int": {"dots": 0, "squares": 0},
    "Keyed": {"most": 100},
    "Labelled": {"longest": 60},
    "ListOf": {"fewest": 0, "most": 20},
    "Text": {"longest": 200, "lines": 1},
}


@pytest.mark.parametrize(("kind", "limits"), DEFAULT_LIMITS.items(), ids=DEFAULT_LIMITS)
def test_default_limits_of_inputs_are_unchanged(kind, limits):
    defaults = {each.name: each.default for each in fields(getattr(inputs, kind)) if each.name != "default"}
    assert {name: each for name, each in defaults.items() if type(each) is int} == limits


def test_typed_pair_splits_at_the_first_colon():
    notes = Keyed("notes", "Notes", Text("note", "Note"))
    assert notes.parse("one: at 9:30, two: b") == {"one": "at 9:30", "two": "b"}
