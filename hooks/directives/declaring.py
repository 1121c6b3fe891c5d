"""Blocks that declare a mechanic, a random table, a list or a character sheet where they show it.

The last three show what a game's Python declares, if they have the field `table`, `list` or `game` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache
from typing import Any

from hooks.base.errors import DirectiveError, duplicate, located_errors, missing_field, mistake, unknown_name
from hooks.directives import cell_links, yaml_body
from hooks.directives.fences import Fence
from hooks.directives.yaml_body import Body
from rules_py.authoring.mechanics.build import Mechanic, build_mechanic
from rules_py.authoring.mechanics.declaration import KEYS
from rules_py.authoring.mechanics.proof import check_mechanic
from rules_py.authoring.mechanics.syntax import MechanicError
from rules_py.base.errors import join_or
from rules_py.base.inline_markup import plain_text
from rules_py.calculators.random_table import DICE
from rules_py.systems.page_lists import identifier

type Values = dict[str, Any]
"""The declaration of a block, in the form of `rules_py.systems.page_lists` and `page_sheet`."""

THEN = "then"
"""The heading of the last column of a random table that names the tables to roll on next, in lower case."""


@dataclass(frozen=True)
class DeclaringBlock:
    """A block that can declare something of a game.

    language   its directive
    key        the key of its declarations in the data of a game
    fields     the fields of a declaration, each with its meaning
    shows      the field by which it shows a declaration in Python instead, "" if it only ever declares
    optional   further fields, for showing it
    has_table  whether a Markdown table can follow
    values     returns the declaration
    """

    language: str
    key: str
    _: KW_ONLY
    fields: Mapping[str, str]
    shows: str = ""
    optional: tuple[str, ...] = ()
    has_table: bool = True
    values: Callable[[Body], Values] = lambda body: body.values


def declares(fence: Fence) -> bool:
    """Return whether the block declares something. Raises DirectiveError if it can't be read."""
    block = BLOCKS.get(fence.language)
    return block is not None and not (block.shows and block.shows in yaml_body.read(fence).values)


def declared_id(fence: Fence) -> str:
    """Return the ID of what the block declares, such as `ember.weather`; that of a sheet is its game's.

    Raises DirectiveError if the block can't be read.
    """
    block, game = BLOCKS[fence.language], _game_of(fence)
    if block is MECHANIC:
        return mechanic(fence).calculator.id
    return game if block is SHEET else f"{game}.{_heading(yaml_body.read(fence))['name']}"


def declaration(fence: Fence) -> Values:
    """Return what the block declares. Raises DirectiveError for a field that is missing, unknown or wrong."""
    block = BLOCKS[fence.language]
    if block is MECHANIC:
        return {"name": mechanic(fence).declaration.id}
    body = yaml_body.read(fence)
    body.only(block.shows, *block.fields, *block.optional, table=block.has_table)
    return block.values(body)


def find_declaration[T](fence: Fence, known: Mapping[str, T]) -> T:
    """Return the value in `known` that the block declares. Raises DirectiveError."""
    declaration(fence)
    own_id = declared_id(fence)
    if own_id not in known:
        message = f"{own_id} isn't declared. Add `book: yes` to the front matter of the book's first page."
        raise DirectiveError(fence.place, message)
    return known[own_id]


def _game_of(fence: Fence) -> str:
    """Return the folder of the page below the docs folder, whose first part is the game."""
    return "/".join(fence.place.path.split("/")[1:-1])


@cache
def mechanic(fence: Fence) -> Mechanic:
    """Return the mechanic that the block declares. Raises DirectiveError at the line of a mistake."""
    try:
        return build_mechanic(_game_of(fence).partition("/")[0], fence.body)
    except MechanicError as error:
        raise DirectiveError(fence.body_place.down(error.line), str(error)) from error


@cache
def faults(fence: Fence) -> tuple[Sequence[DirectiveError], Sequence[DirectiveError]]:
    """Return what stops the mechanic of a block from being rolled, and what is probably wrong with it.

    Raises DirectiveError if it can't be read.
    """
    with located_errors(fence.place):
        checked = check_mechanic(mechanic(fence))
    stops, doubts = (
        [DirectiveError(fence.body_place.down(line), text) for line, text in each] for each in checked
    )
    return stops, doubts


def _heading(body: Body) -> Values:
    title = body.text("title", "a title")
    name = body.text("name", "a name in snake case", optional=True)
    anchor = identifier(name or title)
    if not anchor.isidentifier() or name not in ("", anchor):
        field = "name" if name else "title"
        raise mistake(body.place(field), field, name or title, "a name such as 'night_sounds'")
    return {"name": anchor, "title": title}


def _texts(body: Body, name: str) -> list[str]:
    """Return a field with one text or several."""
    value = body.values.get(name)
    texts = value if isinstance(value, list) else [] if value is None else [value]
    for at, each in enumerate(texts):
        if not isinstance(each, str):
            raise mistake(
                body.place(name, at), f"{body.directive}: {name}", each, "a text, or a list of texts"
            )
    return texts


def _table(body: Body) -> Values:
    dice, headings = body.text("dice", DICE, optional=True), list[str]()
    if body.columns:
        leads_on = body.columns[-1].lower() == THEN
        if len(body.columns) < (3 if leads_on else 2):
            expected = "`| d6 | Result |`, or also a last heading `Then`"
            raise mistake(body.place("columns"), "headings of the table", " | ".join(body.columns), expected)
        dice = dice or plain_text(body.columns[0])
        rows = [[*row] if leads_on else [*row, ""] for row in _rows(body)]
        headings = [*map(plain_text, body.columns[:-1] if leads_on else body.columns)]
    else:
        rows = [_entry(body, *each) for each in body.mapping("entries", "lines such as `1-3: Rain`").items()]
    if not rows:
        expected = "a Markdown table with the headings `| d6 | Result |`, or `dice` and `entries`"
        raise missing_field(body.place("title"), body.directive, "entries", expected)
    summary = body.text("summary", "a sentence", optional=True)
    extra_fields = {
        "dice": dice or body.require("dice", DICE),
        "rows": rows,
        "headings": headings,
        "summary": summary,
    }
    return _heading(body) | extra_fields | {"rules": _texts(body, "rules")}


def _rows(body: Body) -> list[list[str]]:
    """Return the rows of the block's Markdown table, with its links from the root of the site."""
    return [
        [cell_links.from_root(cell, body.place("rows", at)) for cell in row]
        for at, row in enumerate(body.rows)
    ]


def _entry(body: Body, span: object, entry: object) -> list[str]:
    fields = entry if isinstance(entry, Mapping) else {"text": entry}
    text, then = fields.get("text"), fields.get("then", "")
    if not isinstance(text, (str, int)) or not isinstance(then, str) or {*fields} - {"text", "then"}:
        expected = "a text, or `{text: A beast, then: Beasts}`"
        raise mistake(body.place("entries", str(span)), f"entry {span}", entry, expected)
    return [str(span), cell_links.from_root(str(text), body.place("entries", str(span))), then]


def _list(body: Body) -> Values:
    columns, rows, key = (body.columns, _rows(body), "rows") if body.columns else (*_entries(body), "entries")
    if len(columns) < 2:
        raise mistake(body.place("columns"), "headings of the list", len(columns), "two or more")
    first: dict[str, int] = {}
    for at, (name, *_) in enumerate(rows):
        if (earlier := first.setdefault(identifier(name), at)) != at:
            raise duplicate(body.place(key, at), "entry", name, body.place(key, earlier))
    filters = _texts(body, "filter")
    for label in filters:
        if label not in columns[1:]:
            raise unknown_name(body.place("filter"), "column", label, join_or(columns[1:]), "filter")
    roll = {"roll": body.values["roll"]} if "roll" in body.values else {}
    return _heading(body) | {"columns": list(columns), "rows": rows, "filter": filters} | roll


def _entries(body: Body) -> tuple[list[str], list[list[str]]]:
    """Return the headings and rows of a list whose entries are YAML."""
    entries = body.require("entries", "a Markdown table, or entries with a `name` and other fields")
    if not isinstance(entries, list):
        raise mistake(body.place("entries"), "entries", entries, "a list, each entry after `- `")
    for at, each in enumerate(entries):
        if not isinstance(each, Mapping) or not isinstance(each.get("name"), (str, int)):
            raise mistake(body.place("entries", at), "entry", each, "fields, the first of them `name: …`")
        for field, value in each.items():
            if not isinstance(value, (str, int)):
                raise mistake(body.place("entries", at, field), str(field), value, "a text or a number")
    labels = dict.fromkeys(str(field) for each in entries for field in each if field != "name")
    rows = [
        [
            cell_links.from_root(str(each.get(label, "")), body.place("entries", at, label))
            for label in ("name", *labels)
        ]
        for at, each in enumerate(entries)
    ]
    return ["Name", *labels], rows


MECHANIC = DeclaringBlock("mechanic", "mechanics", fields=KEYS)
TABLE = DeclaringBlock(
    "table",
    "tables",
    shows="table",
    values=_table,
    fields={
        "title": "The title of a new table, which follows as a Markdown table with the headings "
        "`| d6 | Result |`. A last column `Then` names the table to roll on next.",
        "dice": "The dice of a new table without a Markdown table, such as `2d6` or `d66`.",
        "entries": "Its entries, such as `1-3: Rain` or `4: {text: A beast, then: Beasts}`.",
        "name": "The second half of its ID; by default the title in snake case.",
        "summary": "A sentence on when to roll.",
        "rules": "The numbers of the rules that it implements.",
    },
)
LIST = DeclaringBlock(
    "reference",
    "lists",
    shows="list",
    optional=("collapsed",),
    values=_list,
    fields={
        "title": "The title of a new list, which follows as a Markdown table with the names in the first "
        "column.",
        "entries": "Its entries without a Markdown table, each with a `name` and other fields.",
        "name": "The second half of its ID; by default the title in snake case.",
        "filter": "The headings of the columns to filter by.",
        "roll": "The mechanic that each entry rolls. Inputs named like a column have the entry's value.",
    },
)
SHEET = DeclaringBlock(
    "sheet",
    "sheets",
    shows="game",
    has_table=False,
    fields={
        "title": "The heading of the first fields of a new sheet.",
        "fields": "Its fields, such as `Kin (elf, dwarf); Might 1..5 = 2; Weapon d4 d6 d8; Cursed?`.",
        "tracks": "Its tracks to tap, such as `Wounds 0..4; Torches 0..6 = 3`.",
        "lists": "The lists that a character chooses from.",
        "notes": "Its fields for longer texts.",
        "rolls": "Its buttons, such as `Fight: {roll: act, stat: Might, spends: Torches, marks: Wounds}`.",
    },
)
BLOCKS: Mapping[str, DeclaringBlock] = {each.language: each for each in (MECHANIC, TABLE, LIST, SHEET)}
"""Every block that can declare something."""
