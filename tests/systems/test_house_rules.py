"""The house rules of our games."""

import pytest

from rules_py.systems import registry

WITH_OPTIONS = [each for each in registry.games() if each.options]


@pytest.mark.parametrize("game", WITH_OPTIONS, ids=lambda each: each.id)
def test_every_option_has_a_rule_and_its_sentence(game):
    assert not [each.name for each in game.options if not (each.input.rule and each.sentences)]


def test_games_offer_numbers_and_switches() -> None:
    kinds = [type(option.input).__name__ for game in WITH_OPTIONS for option in game.options]
    assert {game.id for game in WITH_OPTIONS} == {
        "action_consequence",
        "basic_systems",
        "core_rules",
        "dichotomy",
        "two_d6",
    }
    assert kinds.count("Int") >= 20 and len(kinds) - kinds.count("Int") >= 15
