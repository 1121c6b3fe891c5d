"""The room that titles on covers need."""

import pytest

from rules_py.present.titles import title_letters


@pytest.mark.parametrize(
    ("title", "letters"),
    [
        ("Core Rules", None),
        ("", None),
        ("Dichotomy", 10),
        ("Homebrewery", 12),
        ("The Commonwealth", 14),
        ("Swashbucklers", 14),
        ("Donaudampfschifffahrtsgesellschaft", 28),
    ],
)
def test_longest_word_of_a_title_decides_its_size(title: str, letters: int | None) -> None:
    assert title_letters(title) == letters
