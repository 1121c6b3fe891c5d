"""Choices of a sheet as cards: what each is, what it costs or brings, and why it can't be taken now.

A card's button changes the sheet as a tap in play does: see `rules_py.present.play`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py import inputs
from rules_py.game import Game
from rules_py.play import Card, Cards
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.links import prose, rule_link
from rules_py.present.play import card_text, changing, entries_of
from rules_py.reading import read
from rules_py.reference import Entry
from rules_py.sheet import Sheet

AT_A_GLANCE = 20
"""So many cards are found without a search."""


def cards_fold(game: Game, declared: Cards, field: inputs.Input) -> Markup:
    """Where the cards of a field stand: behind one line, empty until they are looked at."""
    listed = game.reference(declared.of)
    number = len(listed.entries) if listed else 0
    find = tag(
        "label",
        tag("span", "Find", class_="field__label"),
        tag("input", type="search", data_part="find", autocomplete="off"),
        class_="cards__find field",
    )
    return tag(
        "details",
        tag("summary", f"Choose from {number} cards", unseen(f": {field.title}")),
        find if number > AT_A_GLANCE else None,
        tag("div", data_part="cards"),
        class_="fold cards",
        data_cards=declared.field,
    )


def cards(game: Game, sheet: Sheet, declared: Cards, data: Mapping[str, Any]) -> Markup:
    """The cards of a field for the character as they stand, in their groups."""
    field = sheet.at(declared.field)
    given = data.get(declared.field)
    there = list(given) if isinstance(given, list) else []
    told = declared.judge(read(sheet.fields, data, sheet.codes))
    drawn = [
        (entry.values.get(declared.group, ""), _card(game, field, declared, entry, key, there, told.get(key)))
        for key, entry in entries_of(game, declared).items()
    ]
    if not declared.group:
        return tag("ul", [each for _, each in drawn], class_="cards__all", role="list")
    groups: dict[Any, list[Markup]] = {}
    for title, each in drawn:
        groups.setdefault(title, []).append(each)
    return fragment(_group(str(title), inside) for title, inside in groups.items())


def _group(title: str, inside: Sequence[Markup]) -> Markup:
    return tag(
        "details",
        tag("summary", title, " ", tag("span", len(inside), class_="cards__count")),
        tag("ul", inside, class_="cards__all", role="list"),
        class_="cards__group",
    )


def _card(
    game: Game,
    field: inputs.Input,
    declared: Cards,
    entry: Entry,
    key: Any,
    there: list[Any],
    told: Card | None,
) -> Markup:
    kept = [each for each in there if _key_of(declared, each) != key]
    held = len(kept) < len(there)
    barred = told.barred if told and not held else ()
    reasons = [
        tag("p", words, fragment(" ", rule_link(game.id, rule)) if rule else None, class_="choice__barred")
        for words, rule in barred
    ]
    after = kept if held else [*there, _entry(field, declared, key)]
    button = tag(
        "button",
        "Put away" if held else "Take",
        unseen(f" {entry.name}"),
        type="button",
        class_="button button--quiet",
        aria_pressed="true" if held else "false",
        disabled=bool(barred),
        **changing(f"card-{declared.field}-{entry.id}", {declared.field: after}),
    )
    return tag(
        "li",
        tag("p", tag("strong", entry.name), button, class_="choice__head"),
        tag("p", prose(game.id, " ".join(card_text(declared, entry))), class_="choice__text"),
        tag("p", told.price, class_="choice__price") if told and told.price else None,
        reasons,
        class_=classes("choice", "is-held" if held else "is-barred" if barred else None),
    )


def _key_of(declared: Cards, entry: Any) -> Any:
    return entry.get(declared.key) if declared.key and isinstance(entry, Mapping) else entry


def _entry(field: inputs.Input, declared: Cards, key: Any) -> Any:
    """What the list gets for a card: its key, or a new entry with it."""
    item = field.item if isinstance(field, inputs.ListOf) else None
    if not declared.key or not isinstance(item, inputs.Record):
        return key
    return {each.name: key if each.name == declared.key else each.usual for each in item.fields}
