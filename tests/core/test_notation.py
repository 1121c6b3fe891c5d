"""Dice notation: what is read, how it is counted, and that nothing written into the field can do harm."""

import itertools
import re
from fractions import Fraction
from time import process_time

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py import InputError, calculator, odds, resolve
from rules_py.dice import notation
from rules_py.systems.tools import throw as throwing
from rules_py.systems.tools.throw import roll_notation
from tests.core.reference_odds import by_rows, chances_of, icepool_die, icepool_exploding


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("3d6", "3d6"),
        (" D% ", "1d100"),
        ("2d20kh", "2d20kh1"),
        ("4d6KL3+2", "4d6kl3 + 2"),
        ("-d4 + 10", "-1d4 + 10"),
        ("d8+d6-1", "1d8 + 1d6 - 1"),
        ("7", "7"),
        ("+2d6", "2d6"),
        ("3 d 6 kh 2", "3d6kh2"),
        ("3D6!", "3d6!"),
        ("6d10 >= 7", "6d10>=7"),
        ("4d6<=2 - 1", "4d6<=2 - 1"),
        ("2d6r1", "2d6r1"),
        ("4d6r<=2kh3", "4d6r<=2kh3"),
        ("d20r>=19", "1d20r>=19"),
        ("5d10!>=8", "5d10!>=8"),
        ("5d10r1>=8", "5d10r1>=8"),
        ("4df + 1", "4dF + 1"),
        ("4dFkh2", "4dFkh2"),
        ("d66", "d66"),
        (" 1D66 ", "d66"),
        ("d88-d4", "d88 - 1d4"),
        ("+d666", "d666"),
        ("d22", "1d22"),
        ("2d6*10", "2d6 * 10"),
        ("10 * 2d6kh1", "10 * 2d6kh1"),
        ("2d6*1", "2d6"),
        ("d66 * 2 + 1", "d66 * 2 + 1"),
    ],
)
def test_dice_are_read_into_one_spelling(written, read):
    assert calculator("tools.throw").parse({"notation": written}) == {"notation": read}


@pytest.mark.parametrize(
    ("written", "least", "most"),
    [
        ("7", 7, 7),
        ("-7", -7, -7),
        ("3d6", 3, 18),
        ("-3d6", -18, -3),
        ("4d6kh3", 3, 18),
        ("4d6kl2", 2, 12),
        ("2d6!", 2, 2 * 11 * 6),  # each may be thrown again ten times
        ("4dF", -4, 4),
        ("-4dFkh2", -2, 2),
        ("6d10>=7", 0, 6),
        ("-6d10>=7", -6, 0),
        ("5d10!>=8", 0, 55),
        ("d66", 11, 66),
        ("-d444", -444, -111),
        ("2d6 * 10", 20, 120),
        ("-3 * 1d4", -12, -3),
    ],
)
def test_what_a_term_adds_lies_between_its_limits(written, least, most):
    [term] = notation.parse(written)
    assert term.bounds == (least, most)
    if most < 20:
        assert (min(term.weights()), max(term.weights())) == (least, most)


@pytest.mark.parametrize(
    "written",
    [
        "",
        " ",
        "d",
        "d0",
        "0d6",
        "3d6k2",
        "2d6kh3",
        "2d6kh0",
        "1d6++1",
        "1d6 + ",
        "101d6",
        "60d6+60d6",
        "d1001",
        "100d1000",
        "2d6;1",
        "31d6kh3",
        "20d60kh3",
        "16d6kh3 + 16d6kh3",
        "20d30kh19 - 20d30kh19",
        "2d6 2",
        "1 2d6",
        "__import__('os')",
        "2d6²",
        "d①",
        "2d66",
        "d66kh1",
        "d66!",
        "d66>=3",
        "2*d6*2",
        "2d6*0",
        "d6*1001",
        "2*3",
        "2d6*d4",
        "1d6 " * 30,
        "+".join(["d2"] * 9),
        "1e9d6",
        "d" * 79,
        None,
        7,
        ["d6"],
        "-",
        "d-6",
        "3d1!",
        "3d6!kh2",
        "3d6!!",
        "3d6!r1",
        "4dF!",
        "4dFr1",
        "4dF>=1",
        "2d6r7",
        "2d6r0",
        "2d6r",
        "2d6r>1",
        "6d10>=11",
        "6d10>=0",
        "6d10=>7",
        "6d10>7",
        "6d10kh2>=7",
        "21d6!",
        "11d6! + 10d6r1",
        "20d10! + 20d10!",
    ],
)
def test_anything_else_is_refused_with_how_dice_are_written(written):
    with pytest.raises(InputError, match=r"^notation: expected dice such as 3d6, .* or 4dF, got "):
        odds("tools.throw", notation=written)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", notation.HINT),
        ("3x6 + 2", f"Couldn’t read “3x6” as dice. {notation.HINT}"),
        ("2d6 2", "Add + or − between 6 and 2."),
        ("2d6 ++ 2", f"“2d6 ++ 2” has one + or − too many. {notation.HINT}"),
        ("d6" + " + 1" * 8, "Dice notation must have at most 8 terms (currently 9)."),
        ("1" * 251, "Dice notation must be 250 characters or fewer."),
        (
            "2d66",
            "d66 is one number, read digit by digit: its dice can’t be added up, kept, counted or rerolled. Write d66 alone.",
        ),
        ("2d6 * 2000", "Multiply dice by a number from 1 to 1000."),
        ("0d6", "Roll 1 to 100 dice, not 0."),
        ("60d6 + 60d6", "Roll at most 100 dice at once (currently 120)."),
        ("d2000", "A die must have 1 to 1000 sides, not 2000."),
        ("1d6kh4", "Can’t keep 4 of 1 die."),
        ("d6r9", "A d6 has no face 9."),
        ("4dF!", "Fudge dice can be added up or kept, but can’t explode or be counted."),
        ("3d6!kh2", "Exploding dice can be added up or counted, but not kept."),
        ("1d1!", "A die with one side can’t explode."),
        ("21d6!", "At most 20 dice can explode or be rerolled (currently 21)."),
        ("31d6kh3", "The highest or lowest can be kept from at most 30 dice (currently 31)."),
        ("30d100kh3", "That’s too much to calculate. Keep the highest or lowest of fewer or smaller dice."),
        ("99d1000", "These dice have too many possible totals. Roll fewer or smaller dice."),
    ],
)
def test_a_reader_is_told_what_is_amiss_with_the_dice(written, told):
    with pytest.raises(InputError) as caught:
        notation.parse(written)
    assert caught.value.user_message == told


TYPOGRAPHIC = {
    "-": "−‐‑‒–—－",
    "*": "×✕✖∗⋅·＊",
    ">=": ("≥", "⩾", "＞＝"),
    "<=": ("≤", "⩽", "＜＝"),
    " ": "\u00a0\u2009\u202f\u3000\t",
    "+": "＋",
    "!": "！",
    "%": "％",
    "d": "Dｄ",
    "6": "６٦६",
    "1": "１١१",
}
"""Other characters for those of a notation, as devices, pages and other scripts have them."""
INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e\u2060\u2066\u2069\ufeff\u00ad\ufe0f"
PRINTED = (
    "3d6",
    "1d100",
    "d66",
    "d888 - 1",
    "2d6 * 10",
    "10 * 1d6 - 2d4kl1",
    "4d6kh3 + 2",
    "6d10>=7",
    "4d6<=2 - 1d6!",
    "4d6r<=2kh3",
    "5d10!>=8",
    "-4dF + 1",
    "-1d6",
)
"""Dice as the site prints them, of each kind."""


@pytest.mark.parametrize("printed", PRINTED)
@given(data=st.data())
def test_notation_reads_what_the_site_prints_in_any_typography(printed, data):
    field = calculator("tools.throw").inputs[0]
    assert field.parse(printed) == printed
    written = ""
    for sign in re.findall(r"[<>]=|.", printed):
        written += data.draw(st.sampled_from([sign, *TYPOGRAPHIC.get(sign, ())]))
        written += data.draw(st.sampled_from(["", "", *INVISIBLE]))
    assert field.parse(written) == printed


def test_notation_reads_the_longest_dice_it_prints():
    """A hundred and more characters, blanks aside."""
    term = "1000 * 1d1000r<=1000"
    printed = " + ".join([term] * notation.MAX_TERMS)
    with pytest.raises(InputError) as caught:
        notation.parse(printed)
    assert "totals" in caught.value.user_message
    printed = " - ".join(["1000 * 1d10r<=10"] * notation.MAX_TERMS)
    assert len(printed.replace(" ", "")) > 100
    assert calculator("tools.throw").inputs[0].parse(printed) == printed


@pytest.mark.parametrize(
    ("written", "sizes", "value"),
    [
        ("d66", [6, 6], lambda row: 10 * row[0] + row[1]),
        ("d44 + d4", [4, 4, 4], lambda row: 10 * row[0] + row[1] + row[2]),
        ("2 - d66", [6, 6], lambda row: 2 - 10 * row[0] - row[1]),
        ("d444", [4, 4, 4], lambda row: 100 * row[0] + 10 * row[1] + row[2]),
        ("2d4 * 10", [4, 4], lambda row: 10 * sum(row)),
        ("3 * 2d4kh1 - d6", [4, 4, 6], lambda row: 3 * max(row[:2]) - row[2]),
    ],
)
def test_notation_of_digits_and_factors_has_exact_odds(written, sizes, value):
    rows = list(itertools.product(*(range(1, sides + 1) for sides in sizes)))
    expected = {}
    for row in rows:
        expected[value(row)] = expected.get(value(row), 0) + Fraction(1, len(rows))
    found = odds("tools.throw", notation=written)
    assert {outcome.total: chance for outcome, chance in found.items()} == expected
    assert by_rows(lambda dice: roll_notation(dice, notation=written).total) == expected


def test_d66_reads_its_dice_as_tens_and_ones():
    found = odds("tools.throw", notation="d66")
    assert (found.mean, found.least, found.greatest) == (Fraction(77, 2), 11, 66)
    assert (
        {outcome.total % 10 for outcome in found}
        == {outcome.total // 10 for outcome in found}
        == {*range(1, 7)}
    )
    assert {*found.values()} == {Fraction(1, 36)}
    thrown = resolve("tools.throw", notation="d66 + 1", dice=[3, 5])
    assert thrown.total == 36
    assert [(step.text, [die.face for die in step.dice]) for step in thrown.working] == [
        ("d66: tens", [3]),
        ("d66: ones", [5]),
        ("plus 1", []),
    ]


@given(st.text(alphabet="0123456789dkhl%+- !<>=rF*−×≥", max_size=30))
def test_notation_parses_its_own_output_unchanged(written):
    field = calculator("tools.throw").inputs[0]
    try:
        once = field.parse(written)
    except InputError:
        return
    assert field.parse(once) == once
    assert notation.parse(once) == notation.parse(written)


@pytest.mark.parametrize(
    ("written", "sizes", "total"),
    [
        ("4d6kh3", [6] * 4, lambda row: sum(sorted(row)[1:])),
        ("3d4kl2 - d6", [4, 4, 4, 6], lambda row: sum(sorted(row[:3])[:2]) - row[3]),
        ("d8 + d6 - 1", [8, 6], lambda row: sum(row) - 1),
        ("2d20kl1", [20, 20], min),
    ],
)
def test_odds_equal_enumeration(written, sizes, total):
    rows = list(itertools.product(*(range(1, sides + 1) for sides in sizes)))
    expected = {}
    for row in rows:
        expected[total(row)] = expected.get(total(row), 0) + Fraction(1, len(rows))
    assert {
        outcome.total: chance for outcome, chance in odds("tools.throw", notation=written).items()
    } == expected


def test_given_faces_add_up():
    assert resolve("tools.throw", notation="4d6kh3 + 2", dice=[1, 6, 4, 2]).total == 14


@pytest.mark.parametrize(
    "written",
    [
        "2d4r1",
        "2d4r<=2",
        "3d4r>=3kh2",
        "3d4r1kl1",
        "3d6>=5",
        "3d6<=2 - d4",
        "2d6r1>=4",
        "3dF",
        "3dFkh2 - 1",
        "-2dF",
    ],
)
def test_odds_are_those_of_every_row_that_can_be_thrown(written):
    found = {outcome.total: chance for outcome, chance in odds("tools.throw", notation=written).items()}
    assert found == by_rows(lambda dice: roll_notation(dice, notation=written).total)


@pytest.mark.parametrize("written", ["1d2!", "2d2!", "1d3! + d4", "2d2!>=2", "1d3!>=2", "-1d2!"])
def test_exploding_notation_odds_match_full_enumeration(written, monkeypatch):
    monkeypatch.setattr(notation, "MAX_EXPLOSIONS", 3)
    monkeypatch.setattr(throwing, "MAX_EXPLOSIONS", 3)
    found = {outcome.total: chance for outcome, chance in throwing.odds(notation=written).items()}
    assert found == by_rows(lambda dice: roll_notation(dice, notation=written).total)


def test_dice_that_explode_agree_with_icepool():
    found = {outcome.total: chance for outcome, chance in odds("tools.throw", notation="3d6!").items()}
    assert found == chances_of(3 @ icepool_exploding(6, 10))


def test_successes_of_dice_that_explode_agree_with_icepool():
    one = icepool.Die([0])
    for _ in range(11):
        one = icepool_die(10).map(lambda face, one=one: one + 1 if face == 10 else int(face >= 8), star=False)
    found = {outcome.total: chance for outcome, chance in odds("tools.throw", notation="4d10!>=8").items()}
    # The last ten of a chain adds nothing more: `one` starts as no die at all.
    assert found == chances_of(4 @ one)


def test_a_die_explodes_no_oftener_than_the_odds_say():
    most = resolve("tools.throw", notation="1d6!", dice=[6] * 11)
    assert most.total == odds("tools.throw", notation="1d6!").greatest == 66
    with pytest.raises(
        InputError, match=r"dice: expected 11 dice, got \[6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6\]"
    ):
        resolve("tools.throw", notation="1d6!", dice=[6] * 12)


def test_a_roll_shows_what_became_of_each_die():
    thrown = resolve("tools.throw", notation="3d10!>=8 + 2d6r1 + 2dF", dice=[10, 9, 3, 8, 1, 4, 5, -1, 1])
    assert thrown.total == 3 + 9 + 0
    assert [
        (step.text, [(die.name, die.face, die.status) for die in step.dice]) for step in thrown.working
    ] == [
        ("3d10!>=8", [("d10", 10, "counts"), ("d10", 9, "counts"), ("d10", 3, "")]),
        ("1 more die", [("d10", 8, "counts")]),
        ("2d6r1", [("d6", 1, "rerolled"), ("d6", 4, "")]),
        ("Rerolled", [("d6", 5, "")]),
        ("2dF", [("dF", -1, ""), ("dF", 1, "")]),
    ]


def test_a_fudge_die_has_no_other_faces():
    with pytest.raises(InputError, match="dice.1: expected a face from -1 to 1, got 2"):
        resolve("tools.throw", notation="2dF", dice=[0, 2])


def spent(written):
    """Processor time of counting these dice, in seconds."""
    began = process_time()
    odds("tools.throw", notation=written)
    return process_time() - began


@pytest.mark.parametrize(
    "written", ["20d50r1kh19", "20d9!", "20d1000!>=999", "10d6! + 10d6! + 8d3", "20d100r1"]
)
def test_most_expensive_notation_costs_little_more_than_a_pool(written):
    most = 2 * min(spent("30d33kh29") for _ in range(3))
    assert any(spent(written) < most for _ in range(3))


def test_a_number_that_is_added_or_taken_off_is_noted_in_words():
    thrown = resolve("tools.throw", notation="d6 + 12 - 3", dice=[4])
    assert thrown.total == 13
    assert [step.text for step in thrown.working if not step.dice] == ["plus 12", "minus 3"]
