"""The random tables of a book as rollable tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from math import gcd

from hooks.export.foundry.documents import Document, document_id, link, roll_table, table_result
from hooks.export.foundry.rolls import text_with_rolls
from rules_py.calculators.random_table import RandomTable, TableEntry

_CITED = re.compile(r"\[([A-Z]+-[0-9]+)\]")

type Linked = Callable[[str], str]
"""A function that returns the number of a rule as a link to it."""


def formula(table: RandomTable) -> str:
    """Return the roll with the same results as the table's dice: `2d6`, or `1d6 * 10 + 1d6` for d66."""
    digits = re.fullmatch(r"d([2-9])\1+", table.dice)
    if digits is None:
        count, _, sides = table.dice.partition("d")
        return f"{count or 1}d{'100' if sides == '%' else sides}"
    places = range(len(table.dice) - 2, -1, -1)
    return " + ".join(f"1d{digits[1]} * {10**place}" if place else f"1d{digits[1]}" for place in places)


def table_uuid(table: RandomTable, pack: str) -> str:
    """Return the UUID of the table in the pack."""
    return f"Compendium.{pack}.RollTable.{document_id(pack, table.id)}"


def roll_tables(tables: Sequence[RandomTable], pack: str, link_rule: Linked) -> list[Document]:
    """Return the tables as documents."""
    return [_roll_table(each, place, pack, link_rule) for place, each in enumerate(tables, 1)]


def _roll_table(table: RandomTable, place: int, pack: str, link_rule: Linked) -> Document:
    id = document_id(pack, table.id)
    common = gcd(*(weight for weight, _ in table.shares))
    results = []
    for at, entry in enumerate(table.entries):
        low, _, high = table.span(at, "-").partition("-")
        result_id = document_id(pack, table.id, table.anchor(at))
        span, weight = (int(low), int(high or low)), table.shares[at][0] // common
        results.append(table_result(result_id, id, _text(entry, pack, link_rule), span, weight))
    rules = " ".join(map(link_rule, table.rules))
    description = " ".join(filter(None, (escape(table.summary), rules)))
    return roll_table(
        id, table.title, place, formula(table), f"<p>{description}</p>" if description else "", results
    )


def _text(entry: TableEntry, pack: str, link_rule: Linked) -> str:
    """Return an entry with links to the rules that it cites, and to the table to roll on next."""
    text = _CITED.sub(lambda cited: link_rule(cited[1]), text_with_rolls(entry.text))
    rule_link = link_rule(entry.rule) if entry.rule else None
    further = entry.next_table
    following = f"→ {link(table_uuid(further, pack), further.title)}" if further else None
    return " ".join(filter(None, (text, rule_link, following)))
