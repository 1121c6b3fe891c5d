"""Closed forms of the five books and the recipes, which also give the odds of partial rolls."""

import pytest

from hooks.contracts import shared_results
from hooks.contracts.long_counts import ROLLING, roll, settings


@pytest.mark.parametrize(
    "calculator", [each for each in ROLLING if each.closed_form], ids=lambda calculator: calculator.id
)
def test_closed_form_covers_partial_rolls(calculator):
    for inputs in settings(calculator):
        faces = roll(calculator.id, seed=1, **inputs).faces
        for count in {1, len(faces) // 2}:
            assert shared_results.partial_roll_of(calculator.id, faces[:count], **inputs).odds is not None
