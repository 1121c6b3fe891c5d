"""Contract tests of long calculations, for every calculator with odds: they run in slices, so that progress
can be shown and other requests don't wait, with the same result as in one piece.
"""

import pytest

from hooks.contracts import shared_results
from hooks.contracts.calculators import ROLLING, WITH_ODDS, by_id, settings
from hooks.contracts.requests import replies, reply_to
from hooks.contracts.shared_results import long_memory  # noqa: F401  # a fixture
from rules_py import roll, web
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators import partial_roll
from rules_py.calculators.calculator import Calculator
from rules_py.dice.incremental import Task
from rules_py.web import rolls


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time for any slice, and no cached results."""
    monkeypatch.setattr(web, "SLICE", -1)
    monkeypatch.setattr(rolls.RECENT, "_memo", {})
    monkeypatch.setattr(partial_roll, "_CACHE", {})


@by_id(WITH_ODDS)
def test_incremental_odds_equal_direct_odds(calculator: Calculator) -> None:
    """Odds computed incrementally equal those computed at once, and the progress never falls.

    Fix: a mechanic or `closed_form` that gives the same result each time and changes nothing outside
    itself.
    """
    for inputs in settings(calculator):
        bound = calculator.bind(inputs)
        work, gone = Task(bound.odds_incrementally()), [0.0]
        while (result := work.advance(0)) is None:
            gone.append(work.progress)
        at_once = shared_results.odds(calculator.id, **inputs)
        assert result[0] == at_once, "the odds differ when they are counted a second time"
        assert gone == sorted(gone) and gone[-1] <= 1


@by_id(ROLLING)
def test_incremental_partial_roll_equals_direct_one(calculator: Calculator) -> None:
    """After the first die, odds computed incrementally equal those computed at once.

    Fix: a mechanic that gives the same result each time and changes nothing outside itself.
    """
    for inputs in settings(calculator):
        bound = calculator.bind(inputs)
        faces = roll(calculator.id, seed=1, **inputs).faces[:1]
        work = Task(bound.partial_roll_incrementally(faces))
        while (result := work.advance(0)) is None:
            pass
        at_once = shared_results.partial_roll_of(calculator.id, faces, **inputs)
        assert result[0].odds == at_once.odds, (
            f"after the dice {faces} the odds differ when counted a second time"
        )
        assert (result[0].min_remaining, result[0].is_fixed) == (at_once.min_remaining, at_once.is_fixed)


@by_id(ROLLING)
def test_long_count_reports_progress_then_answers(calculator: Calculator, no_time: None) -> None:
    """A page that waits for long odds is sent the progress, then the answer.

    Fix: a mechanic that accepts its initial values and rolls at least one die.
    """
    faces = list(roll(calculator.id, seed=1, **calculator.initial_inputs()).faces)
    for inputs in settings(calculator):
        about = {"calculator": calculator.id, "inputs": to_jsonable(inputs)}
        pinned = {"pinned": [about, {"inputs": {}}], "id": "here"}
        for request in (
            {"action": "partial_roll", **about, "dice": to_jsonable(faces[:1])},
            {"action": "compare", **about, **pinned},
        ):
            answers = replies(request)
            assert len(answers) > 1 and all(each["ok"] for each in answers)
            progress = [each["working"] for each in answers[:-1]]
            assert progress == sorted(progress) and progress[0] >= 0 and progress[-1] <= 1


@by_id(ROLLING)
@pytest.mark.usefixtures("long_memory")
def test_stopped_count_allows_rolling_without_chances(calculator: Calculator) -> None:
    """A reader who stops a long count can still enter dice, without odds.

    Fix: `label=` wherever the mechanic rolls dice; take chance from `dice` alone.
    """
    for inputs in settings(calculator):
        faces = to_jsonable(roll(calculator.id, seed=1, **inputs).faces)
        request_data = {
            "action": "partial_roll",
            "calculator": calculator.id,
            "inputs": to_jsonable(inputs),
            "dice": faces[:1],
        }
        whole, uncounted = reply_to(request_data), replies({**request_data, "uncounted": True})[-1]
        assert uncounted["ok"] and uncounted["complete"] == whole["complete"]
        number = whole["panel"].count("data-face")
        assert uncounted["panel"].count("data-face") == number
        assert ("Calculation stopped" in uncounted["html"]) == (not whole["complete"])
        assert "Too much" not in uncounted["html"]


@by_id(ROLLING)
def test_conditional_odds_can_be_computed(calculator: Calculator) -> None:
    """Odds are counted after some dice, too. With a `closed_form` it is enough before the last die.

    Fix: don't look at every face (use `dice.highest`), or add a `closed_form`.
    """
    for inputs in settings(calculator):
        faces = roll(calculator.id, seed=1, **inputs).faces
        for place in {len(faces) - 1} if calculator.closed_form else {1, len(faces) // 2}:
            conditional = shared_results.partial_roll_of(calculator.id, faces[:place], **inputs).odds
            assert conditional is not None, (
                f"calculator {calculator.id}: too many branches after {place} of the dice {faces}, with {inputs}. "
                "Don't look at every face (use dice.highest), or add a closed_form."
            )
