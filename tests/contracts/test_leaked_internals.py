"""Contract tests distinguish internal names from an author's words in messages to readers."""

import pytest

from hooks.contracts.messages import find_internals
from rules_py.inputs import Choice, ListOf, Text

AUTHOR_TEXT = "False light, True North, Rock 'n' roll, None of the above, What you got, The [Order]"


@pytest.mark.parametrize(
    "sentence",
    [
        "Choose Ghost, False light or True North for an entry in “Special abilities”.",
        "Ann got away, as no one expected.",
        "Choose Rock 'n' roll, or The [Order].",
        "None of the above happens.",
        "Choose Ghost for “Ability” (“None” isn’t an option).",
    ],
)
def test_find_internals_ignores_words_of_the_author(sentence: str) -> None:
    assert find_internals(sentence, AUTHOR_TEXT) == ""


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("Light can’t be False.", "False"),
        ("The guard is hit for None harm.", "None"),
        ("Choose special_abilities.", "special_abilities"),
        ("Skills can’t be ['Might'].", "["),
        ("Skills can’t be 'Might'.", "'"),
        ("Skills can’t be <object at 0x7f>.", "<"),
        ("steps: expected a whole number, got 11.", ": expected a whole number, got"),
        ("Steps: unknown value 'many' (expected one or two).", "unknown value '"),
        ("Boost=None is wrong.", "None"),
        ("There is a list of 3.", "list of"),
    ],
)
def test_find_internals_finds_words_of_a_program(sentence: str, word: str) -> None:
    assert find_internals(sentence, "True North\nspecial_abilities") == word


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (
            Choice(options={"a": "Ghost", "b": "False light"}),
            "Choose Ghost or False light for an entry in “Special abilities”.",
        ),
        (Choice(label="Ability", options={"a": "Ghost"}), "Choose Ghost for “Ability”."),
        (
            Choice(noun="The difficulty of it", options={"a": "Easy", "b": "Hard"}),
            "Choose Easy or Hard for the difficulty of it.",
        ),
        (Choice(noun="A", options={"a": "Easy"}), "Choose Easy for A."),
        (Choice(label="The crew", options={"a": "Thieves"}), "Choose Thieves for “The crew”."),
        (Text(), "An entry in “Special abilities” is required."),
    ],
)
def test_message_quotes_labels_and_lowercases_nouns(item: Choice | Text, text: str) -> None:
    assert ListOf("special", "Special abilities", item).unnamed_item.user_message(None) == text
