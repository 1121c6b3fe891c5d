"""Comparison of a calculator's odds or answer under house rules with those by the book, exact."""

from __future__ import annotations

from typing import Any

from rules_py.calculators.calculator import Answer
from rules_py.calculators.measure import HIDDEN
from rules_py.dice.odds import Odds


def odds_differ(odds: Odds, book: Odds) -> bool:
    """Return whether an outcome or a measure differs, though it may look the same when rounded."""
    return not (_same_chances(odds, book) and odds.measures == book.measures)


def answers_differ(answer: Answer, book: Answer) -> bool:
    """Return whether a value that readers see differs."""
    return _visible_values(answer) != _visible_values(book)


def _visible_values(answer: Answer) -> dict[str, Any]:
    return {
        measure.name: measure.say(answer[measure.name])
        for measure in answer.calculator.measures
        if measure.kind != HIDDEN and measure.name in answer
    }


def _same_chances(odds: Odds, book: Odds) -> bool:
    """Compare whole-number weights, because reducing thousands of fractions is slow."""
    return odds.weights.keys() == book.weights.keys() and all(
        weight * book.total_weight == book.weights[outcome] * odds.total_weight
        for outcome, weight in odds.weights.items()
    )
