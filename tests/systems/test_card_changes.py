"""A card's button changes its own choice and no other row of the sheet."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from bs4 import BeautifulSoup

from hooks.contracts.requests import reply_to
from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import ListOf, Record
from rules_py.systems import registry

CARDS = [
    pytest.param(game, cards, id=f"{game.id}-{cards.field}")
    for game in registry.games()
    if game.sheet
    for cards in game.sheet.cards
    if isinstance(game.sheet.at(cards.field), ListOf)
]
UNKNOWN_FIELD = {"not a field of this book": [1, None]}


@pytest.mark.parametrize(("game", "cards"), CARDS)
def test_card_button_leaves_the_other_rows_as_they_are(game, cards) -> None:
    list_field = game.sheet.at(cards.field)
    rows = some_rows(list_field, cards, game)
    assert len(rows) > 2
    sheet = {**to_jsonable(game.sheet.blank()), cards.field: rows}
    request_data = {"action": "sheet", "game": game.id, "sheet": sheet, "parts": [f"cards.{cards.field}"]}
    page = BeautifulSoup(reply_to(request_data)["cards"][cards.field], "html.parser")
    lists = [
        changes[cards.field]
        for button in page.select("button[data-changes]")
        if cards.field in (changes := json.loads(button["data-changes"]))
    ]
    assert lists
    for after in lists:
        removed_keys = [key_of(cards, row) for row in rows if row not in after]
        assert len({json.dumps(each) for each in removed_keys}) <= 1
        others = [row for row in rows if key_of(cards, row) not in removed_keys]
        assert [row for row in after if row in others] == others


def some_rows(list_field: ListOf, cards: Any, game: Any) -> list[Any]:
    """Return rows with different keys, a field that no form shows, and one row with an unknown key."""
    page = {"action": "sheet", "game": game.id, "sheet": {}, "parts": [f"cards.{cards.field}"]}
    buttons = BeautifulSoup(reply_to(page)["cards"][cards.field], "html.parser").select(
        "button[data-changes]"
    )
    additions = [json.loads(each["data-changes"])[cards.field][-1] for each in buttons]
    sample = Random(3).sample(additions, min(5, len(additions)))
    if not isinstance(list_field.item, Record):
        return sample
    assert cards.key
    unknown_row = {cards.key: "nothing of this book"}
    return [{cards.key: row[cards.key]} | UNKNOWN_FIELD for row in sample] + [unknown_row]


def key_of(cards: Any, row: Any) -> Any:
    return row.get(cards.key) if isinstance(row, dict) else row
