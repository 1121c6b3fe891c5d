"""Shortened messages: how much is listed in full, and how nearly certain chances are worded."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup

from rules_py.calculators.outcome import Outcome
from rules_py.dice.roll_steps import DROPPED, Die, RollStep
from rules_py.present import forecast, log
from rules_py.present.outcome import MAX_SPOKEN, MAX_STEPS, outcome_announcement, render_steps
from rules_py.present.plot import axes
from rules_py.present.tray_entry import MAX_LINE_CHARS, _cut
from rules_py.systems import registry
from rules_py.tracker import append_event, from_preset, read_encounter, replay
from rules_py.tracker.forecast import ForecastResult

DICHOTOMY = registry.game("dichotomy")
TRACKER = DICHOTOMY.tracker
assert TRACKER


def lines(steps: int) -> list[str]:
    soup = BeautifulSoup(
        render_steps("dichotomy", [RollStep(f"Step {each}") for each in range(steps)]), "html.parser"
    )
    return [each.text for each in soup.select("li")]


def test_render_steps_omits_the_middle_of_a_long_list() -> None:
    assert lines(MAX_STEPS) == [f"Step {each}" for each in range(MAX_STEPS)]
    lines_over_the_limit = lines(MAX_STEPS + 1)
    assert (
        len(lines_over_the_limit) == MAX_STEPS + 1
        and lines_over_the_limit[MAX_STEPS // 2] == "1 step not shown."
    )
    assert (lines_over_the_limit[0], lines_over_the_limit[-1]) == ("Step 0", f"Step {MAX_STEPS}")
    assert render_steps("dichotomy", []) is None


class Pull(Outcome):
    """A pull at a rope."""

    verdict = "pulled"


def announcement_of(*steps: RollStep) -> str:
    return outcome_announcement(Pull().with_working(steps))


def test_announcement_counts_dice_over_the_limit() -> None:
    five = Die(6, 5)
    assert (
        announcement_of(RollStep("", (five,) * MAX_SPOKEN))
        == f"pulled. On the dice: {', '.join(['5'] * MAX_SPOKEN)}."
    )
    assert (
        announcement_of(RollStep("", (five,) * (MAX_SPOKEN + 1))) == f"pulled. {MAX_SPOKEN + 1} dice rolled."
    )
    dropped_die = Die(6, 2, DROPPED)
    assert announcement_of(RollStep("", (five, dropped_die))) == "pulled. On the dice: 5, and 2 dropped."
    assert (
        announcement_of(RollStep("", (dropped_die,)))
        == "pulled. On the dice: no counted dice, and 2 dropped."
    )


def test_announcement_omits_steps_over_the_limit() -> None:
    steps = [RollStep(f"Dealt: {each}") for each in range(MAX_SPOKEN)]
    assert announcement_of(*steps) == f"pulled. Dealt: {', '.join(map(str, range(MAX_SPOKEN)))}."
    assert announcement_of(*steps, RollStep("Dealt: one more")) == "pulled."


def test_tray_entry_cuts_inputs_to_one_line() -> None:
    longest = "x" * MAX_LINE_CHARS
    assert _cut(longest) == longest
    assert _cut(f"{longest}y") == f"{longest[:-1]}…"


EXACT = ForecastResult({}, Fraction(), {}, {})
SIMULATED = ForecastResult({}, Fraction(), {}, {}, runs=2500)
THOUSAND = Fraction(1, 1000)


@pytest.mark.parametrize(
    ("share", "exact", "simulated"),
    [
        (Fraction(0), "0%", "<0.1%"),
        (THOUSAND - Fraction(1, 10**9), "<0.1%", "<0.1%"),
        (THOUSAND, "0.1%", "0.1%"),
        (1 - THOUSAND, "99.9%", "99.9%"),
        (1 - THOUSAND + Fraction(1, 10**9), ">99.9%", ">99.9%"),
        (Fraction(1), "100%", ">99.9%"),
    ],
)
def test_forecast_shows_certainty_only_if_exact(share, exact, simulated) -> None:
    assert (forecast._short(EXACT, share), forecast._short(SIMULATED, share)) == (exact, simulated)


def test_forecast_shows_an_error_margin_or_an_exact_fraction() -> None:
    def text_of(result: ForecastResult, share: Fraction) -> str:
        return BeautifulSoup(str(forecast._share_text(result, share)), "html.parser").text

    assert [text_of(SIMULATED, share) for share in (Fraction(), Fraction(1, 5), Fraction(1))] == [
        "<0.1%",
        "20% ± 0.8",
        ">99.9%",
    ]
    assert "at most 1.0." in forecast._describe_method(
        SIMULATED
    ) and "2,500 times" in forecast._describe_method(SIMULATED)
    assert forecast._describe_method(EXACT) == "Exact: every possible course of events was counted."
    readable, beyond = (Fraction(1, forecast.READABLE - less) for less in (1, 0))
    assert "in 999,999" in text_of(EXACT, readable) and "in " not in text_of(EXACT, beyond)


def test_log_shows_only_the_lines_near_the_current_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "LINES", 4)
    now = replay(TRACKER, read_encounter(TRACKER, from_preset(TRACKER.presets[0]).to_json()))
    numbers_at = {}
    for many in range(1, 8):
        now, _ = append_event(TRACKER, now, {"do": "end_round"})
        numbers_at[many] = numbers(now)
    assert [*numbers_at.values()] == [
        [1],
        [1, 2],
        [1, 2, 3],
        [1, 2, 3, 4],
        [2, 3, 4, 5],
        [3, 4, 5, 6],
        [4, 5, 6, 7],
    ]
    scene = now.encounter.to_json()
    numbers_by_position = {
        at: numbers(replay(TRACKER, read_encounter(TRACKER, scene | {"at": at}))) for at in range(8)
    }
    first = {at: messages[0] for at, messages in numbers_by_position.items()}
    assert first == {0: 1, 1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 4, 7: 4}
    assert all(len(messages) == 4 for messages in numbers_by_position.values())


def numbers(now) -> list[int]:
    soup = BeautifulSoup(str(log.render_log(DICHOTOMY, TRACKER, now)), "html.parser")
    return [int(each.text) for each in soup.select(".tracker__entry-number")]


@pytest.mark.parametrize(("value", "message"), [(Fraction(), "0%"), (Fraction(1), "100%")])
def test_axis_ends_show_exact_percentages(value, message) -> None:
    upward = axes.upward([Fraction(1)], chances=True, whole=True)
    assert upward.say(value) == message
    assert re.fullmatch(r"< [\d.]+%", upward.say(axes._HARDLY / 2)) and re.fullmatch(
        r"> [\d.]+%", upward.say(1 - axes._HARDLY / 2)
    )
    assert not re.match("[<>]", upward.say(axes._HARDLY) + upward.say(1 - axes._HARDLY))
