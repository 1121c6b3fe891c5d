"""Contract tests of every calculator, and a check that there are calculators of each kind."""

from collections.abc import Mapping

from hooks.contracts.calculators import *  # noqa: F403  # as the repository of any book takes them
from hooks.contracts.calculators import ANSWERS, CALCULATORS, ROLLING


def test_measure_words_are_distinct_and_complete():
    texts = [
        each.words
        for calculator in CALCULATORS
        for each in calculator.measures
        if isinstance(each.words, Mapping)
    ]
    assert len(texts) > 10
    for words in texts:
        assert len(set(words.values())) == len(words) > 1
        assert {True, False} <= words.keys() or not {True, False} & words.keys()


def test_calculators_of_each_kind_exist():
    assert CALCULATORS and ROLLING and ANSWERS
