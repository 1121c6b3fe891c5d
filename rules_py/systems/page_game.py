"""The declarations in blocks of a book's pages, added to its game.

The build writes the values of the blocks to the module `_pages` of the game, as `DATA`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_py.calculators.calculator import Calculator
from rules_py.systems.game import Game
from rules_py.systems.page_lists import BlockError, in_block, random_tables, reference_list
from rules_py.systems.page_sheet import sheet


def with_blocks(game: Game, data: Mapping[str, Any], mechanics: Sequence[Calculator] = ()) -> Game:
    """Return the game with the mechanics, tables, lists and sheet of its pages.

    Raises BlockError.
    """
    tables = random_tables(game.id, data["tables"])
    own = (*game.calculators, *mechanics)
    rolled = (*own, *(table.calculator for table in tables))
    calculators = {each.id.partition(".")[2]: each for each in rolled}
    lists = []
    for block in data["lists"]:
        with in_block(block):
            lists.append(reference_list(block, calculators))
    by_name = {each.name: each for each in (*game.references, *lists)}
    own_sheet = game.sheet
    for block in data["sheets"]:
        with in_block(block):
            if own_sheet is not None:
                raise BlockError((), f"{game.id} already has a character sheet")
            own_sheet = sheet(block, calculators, by_name)
    return replace(
        game,
        numbers=(*game.numbers, *data["numbers"]),
        calculators=own,
        tables=(*game.tables, *tables),
        references=(*game.references, *lists),
        sheet=own_sheet,
    )
