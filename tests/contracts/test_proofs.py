"""Examples and claims of every book also hold if each house rule is given its standard value."""

import pytest

from rules_py.analysis.claims import read_claim
from rules_py.analysis.examples import Session, statements
from rules_py.api import odds_of
from rules_py.dice.incremental import run_to_completion
from rules_py.systems import registry
from tests.contracts.proofs import blocks_of, pages_of

WITH_OPTIONS = [
    pytest.param(game, name, id=name) for game in registry.games() if game.options for name in pages_of(game)
]


@pytest.mark.parametrize(("game", "name"), WITH_OPTIONS)
def test_proofs_are_unchanged_by_standard_values(game, name) -> None:
    """The snapshots of the games, `proofs.txt`, have the blocks that differ under each option."""
    book, table = Session(), Session(game.id, {each.name: each.book_value for each in game.options})
    for block in blocks_of(name):
        if "claim" in block:
            assert isinstance(run_to_completion(read_claim(block["claim"], table, odds_of).check()), int)
        else:
            for source in statements(block["code"]):
                by_book, by_table = (each.run_example(source, name) for each in (book, table))
                assert (by_book.printed, str(by_book.raised)) == (by_table.printed, str(by_table.raised))
