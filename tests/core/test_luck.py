"""The luck report: rolls compared with their odds, and sums of chances compared with enumeration."""

from fractions import Fraction
from itertools import product

import pytest
from bs4 import BeautifulSoup

from hooks.contracts.requests import reply_to
from rules_py import odds, present, roll
from rules_py.analysis import luck
from rules_py.analysis.luck import HIGH, WELL, RatedRoll, rate_roll, summarize
from rules_py.base.jsonable import to_jsonable
from rules_py.dice.incremental import run_to_completion
from rules_py.systems import registry

HALF = Fraction(1, 2)


def event(
    chance: Fraction, success: bool, kind: str = WELL, who: str = "", exactly: Fraction = HALF
) -> RatedRoll:
    return RatedRoll("core_rules.challenge", who, "Success", kind, chance, success, exactly)


@pytest.mark.parametrize("face", range(1, 7))
def test_rate_roll_takes_chance_and_success_from_the_odds(face: int) -> None:
    inputs = {"situation": "average", "steps": 1}
    rating = run_to_completion(rate_roll("core_rules.challenge", inputs, [face], "Odile"))
    assert rating == RatedRoll(
        "core_rules.challenge", "Odile", rating.verdict, WELL, Fraction(1, 3), face >= 5, rating.exactly
    )
    exact_odds = odds("core_rules.challenge", **inputs)
    assert rating.exactly == exact_odds.chance(lambda each: each.verdict == rating.verdict)


def test_rate_roll_counts_at_most_the_upper_half_of_a_total() -> None:
    for face in range(1, 7):
        rating = run_to_completion(rate_roll("tools.throw", {"notation": "d6"}, [face]))
        assert (rating.kind, rating.chance, rating.met) == (HIGH, HALF, face >= 4)
    assert run_to_completion(rate_roll("tools.throw", {"notation": "2d6"}, [4, 4])).chance == Fraction(15, 36)


def test_rate_roll_ignores_certain_results() -> None:
    assert run_to_completion(rate_roll("tools.throw", {"notation": "7"}, [])) is None


CALCULATORS = [each for game in registry.games() for each in game.calculators if each.rolls_dice]


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda each: each.id)
def test_saved_roll_of_every_calculator_is_rated_or_ignored(calculator) -> None:
    inputs = to_jsonable(calculator.initial_inputs())
    result = roll(calculator.id, seed=3, **inputs)
    rating = run_to_completion(
        luck.rate_saved_roll(
            {"calculator": calculator.id, "inputs": inputs, "faces": to_jsonable(result.faces), "who": ""}
        )
    )
    if rating is not None:
        assert 0 < rating.chance < 1 and 0 < rating.exactly <= 1


@pytest.mark.parametrize(
    "data",
    [None, 3, {}, {"calculator": "x", "inputs": {}}, {"calculator": "core_rules.challenge", "inputs": 3}],
)
def test_rate_saved_roll_ignores_invalid_data(data: object) -> None:
    assert run_to_completion(luck.rate_saved_roll(data)) is None


def test_luck_summary_matches_enumeration_of_all_results() -> None:
    chances = [Fraction(1, 3), Fraction(1, 2), Fraction(5, 6), Fraction(1, 10)]
    for results in product((False, True), repeat=4):
        summary = summarize(event(chance, each) for chance, each in zip(chances, results, strict=True))
        expected = [Fraction()] * 5
        for combination in product((False, True), repeat=4):
            probability = Fraction(1)
            for chance, each in zip(chances, combination, strict=True):
                probability *= chance if each else 1 - chance
            expected[sum(combination)] += probability
        assert summary.chances == expected
        assert summary.at_least == sum(expected[sum(results) :])
        assert summary.at_most == sum(expected[: sum(results) + 1])
        assert summary.expected == sum(chances)


def words(*rolls: RatedRoll, left_out: int = 0) -> str:
    return " ".join(BeautifulSoup(present.render_luck(rolls, left_out), "html.parser").get_text(" ").split())


def test_luck_report_describes_a_lucky_evening() -> None:
    text = words(*[event(Fraction(1, 6), True)] * 3)
    assert text.startswith("A night to remember 3 of 3 rolls did well; 0.5 expected.")
    assert "0.5% of evenings like this go as well or better." in text


def test_luck_report_describes_an_unlucky_evening() -> None:
    text = words(*[event(HALF, False)] * 4)
    assert text.startswith("The dice were unkind 0 of 4 rolls did well; 2 expected.")
    assert "6.3% of evenings like this go as badly or worse." in text


def test_luck_report_groups_rolls_by_player() -> None:
    text = words(event(HALF, True, who="Odile"), event(HALF, False, who="Odile"), event(HALF, False))
    assert (
        "By player Rolls Good rolls Expected This many or more No name 1 0 0.5 100% Odile 2 1 1 75%" in text
    )


def test_luck_report_names_the_rarest_and_unrated_rolls() -> None:
    text = words(event(HALF, True, who="Odile", exactly=Fraction(1, 36)), left_out=2)
    assert "Rarest roll: Success (Challenge by Odile), 2.8% (1 in 36) ." in text
    assert text.endswith("2 rolls had no odds to compare with.")
    assert words(left_out=2) == "None of these rolls has odds to compare with."


@pytest.mark.parametrize(
    ("chance", "success", "verdict"),
    [
        (Fraction(1, 50), True, "A night to remember"),
        (Fraction(1, 49), True, "The dice were kind"),
        (Fraction(1, 8), True, "The dice were kind"),
        (Fraction(1, 7), True, "About average"),
        (Fraction(6, 7), False, "About average"),
        (Fraction(7, 8), False, "The dice were unkind"),
        (Fraction(48, 49), False, "The dice were unkind"),
        (Fraction(49, 50), False, "A night to complain about"),
    ],
)
def test_luck_verdict_changes_at_the_exact_probability(chance, success, verdict) -> None:
    assert words(event(chance, success)).startswith(f"{verdict} {int(success)} of 1 roll did well")


def test_luck_report_counts_an_expected_result_as_lucky() -> None:
    assert "75% of evenings like this go as well or better" in words(event(HALF, True), event(HALF, False))


def test_luck_report_names_rolls_up_to_one_in_ten_as_rare() -> None:
    rare, common = Fraction(1, 10), Fraction(1, 9)
    assert "Rarest roll: Success (Challenge), 10%" in words(
        event(HALF, True), event(HALF, True, exactly=rare)
    )
    assert "rarest" not in words(event(HALF, True, exactly=common))


@pytest.mark.parametrize(
    ("kinds", "criterion"), [((HIGH, WELL), "did well"), ((HIGH, HIGH), "were in the upper half")]
)
def test_luck_announcement_names_the_kind_of_result(kinds, criterion) -> None:
    assert f"0 of {kinds.count(kinds[1])} roll" in (
        text := present.luck_announcement([event(HALF, False, kind) for kind in kinds])
    )
    assert criterion in text


@pytest.mark.parametrize(("length", "ok"), [(2000, True), (2001, False)])
def test_luck_report_accepts_verdicts_up_to_2000_characters(length, ok) -> None:
    rated_roll = {"calculator": "tools.throw", "who": "", "verdict": "x" * length, "kind": WELL}
    rated_roll |= {"chance": "1/2", "met": True, "exactly": "1/2"}
    assert reply_to({"action": "luck", "compared": [rated_roll]})["ok"] is ok
