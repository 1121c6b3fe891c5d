"""Contract tests of house rules."""

from itertools import combinations, product

import pytest

from hooks.contracts.house_rules import *  # noqa: F403  # as the repository of any book takes them
from hooks.contracts.house_rules import WITH_OPTIONS, each_pair_of_values, tried_values
from rules_py.systems.game import Game


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in WITH_OPTIONS])
def test_house_rule_cases_cover_every_pair_of_values(game: Game) -> None:
    ends = [[(each.name, tried_values(each)[place]) for place in (0, -1)] for each in game.options]
    pairs = {pair for one, other in combinations(ends, 2) for pair in product(one, other)}
    results = {pair for row in each_pair_of_values(game.options) for pair in combinations(row.items(), 2)}
    assert pairs <= results
