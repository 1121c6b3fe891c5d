"""Dice notation: parsing, error messages, and no harm from any input."""

import json
import operator
import re
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_py import InputError, calculator, odds, resolve
from rules_py.dice import notation
from rules_py.dice.notation.odds import _leaf_weights, roll_weights
from rules_py.dice.notation.refusal import Refusal
from rules_py.dice.notation.set_odds import set_weights

ROWS = json.loads((Path(__file__).parent / "data" / "notation.json").read_text())
"""Notations of other tools with their canonical form and odds, counted by independent code."""
VALID = [row for row in ROWS if "error" not in row]
INVALID = [row for row in ROWS if "error" in row]
COMPARE = {"=": operator.eq, ">=": operator.ge, "<=": operator.le}


def text_of(row):
    return ascii(row["text"])[1:-1] or "nothing"


def chance(weights, condition):
    """Return the chance of a row's condition: success, or a comparison with the total."""
    if condition == "success":
        matching_weight = sum(weight for (_, success), weight in weights.items() if success)
    else:
        sign, number = condition.split()
        fits = COMPARE[sign]
        matching_weight = sum(weight for (total, _), weight in weights.items() if fits(total, int(number)))
    return Fraction(matching_weight, sum(weights.values()))


@pytest.mark.parametrize("row", VALID, ids=text_of)
def test_notation_is_read_as_in_other_tools(row):
    expression = notation.read(row["text"])
    assert expression.canonical == row["canonical"]
    assert (expression.repeats, list(expression.labels)) == (row.get("times", 1), row.get("labels", []))
    if "other" in row:
        assert expression.other == row["other"]


@pytest.mark.parametrize("row", VALID, ids=text_of)
def test_notation_has_the_exact_odds_of_independent_counts(row):
    weights = roll_weights(notation.read(row["text"]).tree)
    totals = [total for total, _ in weights]
    mean = Fraction(sum(total * weight for (total, _), weight in weights.items()), sum(weights.values()))
    assert (mean, min(totals), max(totals)) == (Fraction(row["mean"]), row["min"], row["max"])
    assert chance(weights, row["p"]["of"]) == Fraction(row["p"]["is"])


@pytest.mark.parametrize("row", VALID, ids=text_of)
def test_canonical_form_reads_back_into_itself(row):
    expression = notation.read(row["text"])
    again = notation.read(expression.canonical)
    assert (again, again.canonical) == (expression, expression.canonical)
    labelled = notation.read(expression.with_labels)
    assert (labelled, labelled.with_labels) == (expression, expression.with_labels)


@pytest.mark.parametrize("row", INVALID, ids=text_of)
def test_rejected_notation_suggests_readable_spellings(row):
    with pytest.raises(Refusal) as error:
        notation.read(row["text"])
    assert error.value.reason == row["error"]["reason"]
    assert list(error.value.tries) == row["error"]["try"]
    for each in error.value.tries:
        notation.read(each)
    assert re.fullmatch(r".{10,}[.]", error.value.message)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("+2d6", "2d6"),
        ("3d6! / 2", "3d6! / 2"),
        ("2 * -1d6", "2 * -1d6"),
        ("2*(3*d6)", "2 * 3 * 1d6"),
        ("2d6 >= 1d6 + 3", "(2d6) >= 1d6 + 3"),
        ("1d6! + 1d6!>=12", "(1d6! + 1d6!) >= 12"),
        ("((2d6+3>=10))", "2d6 + 3 >= 10"),
        ("(d20>=15) + 2", "(1d20>=15) + 2"),
        ("2*(6d10>=7)", "2 * (6d10>=7)"),
        ("(6d10>=7 + 2) >= 3", "(6d10>=7 + 2) >= 3"),
        ("({2d6,d8}) >= 7", "({2d6, 1d8}) >= 7"),
        ("{2d6,d8}kh1 >= 7", "{2d6, 1d8}kh1 >= 7"),
        ("3d6!>=5mi2", "3d6!>=5mi2"),
        ("5d6!!>=5", "5d6!!>=5"),
        ("4d6!!pkh3", "4d6!!pkh3"),
        ("4d6!pl1", "4d6!dl1"),
        ("d{5,3,3,3,1}", "1d{1, 3:3, 5}"),
        ("2d6 plus d8 minus 1", "2d6 + 1d8 - 1"),
        ("3d6 reroll 1s and 2s", "3d6r<=2"),
        ("3w8 x 4w6", "3d8 * 4d6"),
        ("d20t15", "1d20 >= 15"),
        ("4dF<0", "4dF<=-1"),
        ("2d{-1,0,4}r=-1", "2d{-1, 0, 4}r<=-1"),
        ("(-d6)>d6 x3", "3#-1d6 > 1d6"),
        ("3d6k>=1", "3d6"),
        ("3d6d<=6", None),
        ("6 >= 7 / 0", None),
        ("d44kh", None),
        ("2d6 >= 3 <= 4", "2d6>=3 <= 4"),
        ("2d6 >= 3 <= 4 >= 1", None),
        ("2d6 [a", None),
        ("2d6)", None),
    ],
)
def test_notation_has_one_spelling(text, canonical):
    if canonical is None:
        with pytest.raises(Refusal):
            notation.read(text)
        return
    assert notation.read(text).canonical == canonical
    assert notation.read(canonical).canonical == canonical


def test_notation_error_suggests_readable_spellings():
    with pytest.raises(InputError) as error:
        odds("tools.throw", notation="4d6 drp lowest")
    assert str(error.value) == (
        "notation: expected dice such as 3d6, 2d20kh1 or d8 + 2, got '4d6 drp lowest'. “drp” isn’t a rule here. Did you mean “drop”? Write a name for "
        "the dice in brackets. Try 4d6 drop lowest or 4d6 [drp lowest]."
    )
    [fault] = error.value.faults
    assert (fault.code, fault.suggestions) == ("bad_notation", ("4d6 drop lowest", "4d6 [drp lowest]"))
    assert "Try" not in fault.user_message


@pytest.mark.parametrize("value", [None, 7, ["d6"], {}, 10**5000], ids=lambda value: type(value).__name__)
def test_notation_rejects_values_other_than_text(value):
    with pytest.raises(InputError, match="expected dice such as"):
        odds("tools.throw", notation=value)


TYPOGRAPHIC = {
    "-": "−‐‑‒–—－",
    "*": "×✕✖∗⋅·＊",
    "/": "÷∕⁄／",
    ">=": ("≥", "⩾", "＞＝", "=>"),
    "<=": ("≤", "⩽", "＜＝", "=<"),
    " ": "\u00a0\u2009\u202f\u3000\t",
    "+": "＋",
    "!": "！",
    "%": "％",
    "d": "Dｄ",
    "6": "６٦६",
    "1": "１١१",
}
"""Alternative characters of devices, pages and other scripts, by the character of a notation."""
INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e\u2060\u2066\u2069\ufeff\u00ad\ufe0f"
PRINTED = (
    "3d6",
    "d888 - 1",
    "2d6 * 10",
    "10 * 1d6 - 2d4kl1",
    "4d6kh3 + 2",
    "(2d6 + 1) / 2",
    "4d6<=2 - 1d6!",
    "4d6r<=2kh3",
    "5d10>=8!",
    "-4dF + 1",
    "6#4d6kh3",
    "(3d6) >= 11",
)
"""Notation of each kind, as the site prints it."""


@pytest.mark.parametrize("canonical", PRINTED)
@given(data=st.data())
def test_notation_reads_what_the_site_prints_in_any_typography(canonical, data):
    field = calculator("tools.throw").inputs[0]
    assert field.parse(canonical) == canonical
    text = ""
    for sign in re.findall(r"[<>]=|.", canonical):
        text += data.draw(st.sampled_from([sign, *TYPOGRAPHIC.get(sign, ())]))
        text += data.draw(st.sampled_from(["", "", *INVISIBLE]))
    assert field.parse(text) == canonical


PIECES = st.sampled_from(
    [
        *"0123456789dkhl%+-!<>=rF*/(){},xwtfep [].",
        *("d6", "2d6", "3d10", "kh1", "dl1", ">=", "<=", "!!", "rr", "mi2", "adv", "drop lowest", "d66"),
        *(" fire", "[fire]", " x3", "6#", "floor(", " vs 5", "{0..9}", "⅓", "²", "🎲", "é"),
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join))
@example("(" * 90 + "d6" + ")" * 90)
@example("1d6!k<=6-d6/d1-2")
def test_any_text_is_rejected_or_has_a_canonical_form(text):
    try:
        expression = notation.read(text)
    except Refusal as refusal:
        for each in refusal.tries:
            notation.read(each)
        return
    again = notation.read(expression.canonical)
    assert (again, again.canonical) == (expression, expression.canonical)
    assert notation.read(expression.with_labels).with_labels == expression.with_labels
    if expression.other:
        assert notation.read(expression.other).canonical == expression.other


@pytest.mark.parametrize(
    "text", ["2d6 [fire] + 1d8 [cold]", "1d20 + 5 [to hit]", "3#4d6kh3 [Stats, in order]"]
)
def test_labels_stay_with_the_dice(text):
    assert calculator("tools.throw").parse({"notation": text}) == {"notation": text}


def test_long_labels_and_comments_are_preserved():
    assert notation.read("/roll 1d20+5 # Grog attacks").labels == ("Grog attacks",)
    assert notation.read("8d6 [fire, halved on a save]").with_labels == "8d6 [fire, halved on a save]"


def test_too_many_dice_error_states_mean_and_deviation():
    with pytest.raises(Refusal, match=r"average total is 3500, with a standard deviation of 54\.$"):
        notation.read("1000d6")


def processor_time(text):
    """Return the processor time of counting these dice, in seconds."""
    for cache in (roll_weights, set_weights, _leaf_weights):
        cache.cache_clear()
    start = process_time()
    odds("tools.throw", notation=text)
    return process_time() - start


@pytest.mark.parametrize(
    "text",
    [
        "20d50r1kh19",
        "20d9!",
        "10d6! + 10d6! + 8d3",
        "20d100r1",
        "30d33dh1dl1",
        "10d10!!kh6",
        "200d10>=8f1t10",
        "{10d4 + 10d6 + 10d8}kh15",
        "{1d4, 1d6, 1d8, 1d10, 1d12, 2d6, 2d8, 3d4}kh4",
        "1d40 * 1d40",
    ],
)
def test_most_expensive_notation_costs_little_more_than_a_pool(text):
    most = 2 * min(processor_time("30d33kh29") for _ in range(3))
    assert any(processor_time(text) < most for _ in range(3))


def test_roll_steps_name_added_and_subtracted_numbers():
    outcome = resolve("tools.throw", notation="d6 + 12 - 3", dice=[4])
    assert outcome.total == 13
    assert [step.text for step in outcome.working if not step.dice] == ["plus 12", "minus 3"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4d6k3", "Four d6, the highest three."),
        ("6d10>=8!", "Six d10, how many show 8 or more; each 10 adds a die, ten in a row at most."),
        ("2d6 + 3 >= 10", "Succeeds if 2d6 + 3 is 10 or more."),
        ("6x4d6kh3", "Six times: four d6, the highest three."),
        ("d6/2", "Half of a d6, rounded down."),
        ("(2d6+6)*5", "(Two d6 plus 6) times 5."),
        ("4d10dh1dl2", "Four d10, without the highest and the lowest two."),
        ("10d10>=8f1t10", "Ten d10, how many show 8 or more, less one for each 1, 10 counts twice."),
        ("{4d6, 2d10}kh1", "The highest of 4d6 and 2d10."),
    ],
)
def test_reader_sees_how_the_dice_were_read(text, sentence):
    assert notation.read(text).sentence == sentence


@pytest.mark.parametrize("row", VALID, ids=text_of)
def test_every_notation_has_a_sentence(row):
    assert re.fullmatch(r"\(?[A-Z0-9−-].*\.", notation.read(row["text"]).sentence)
