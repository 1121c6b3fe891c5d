"""Contract tests of house rules."""

import pytest

from hooks.contracts.house_rules import *  # noqa: F403  # as the repository of any book takes them
from rules_py.systems import registry


@pytest.mark.parametrize(
    "game", [each for each in registry.games() if each.options], ids=lambda each: each.id
)
def test_every_option_has_a_rule_and_its_sentence(game):
    assert not [each.name for each in game.options if not (each.input.rule and each.sentences)]
