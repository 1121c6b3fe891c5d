"""The choices of a sheet as cards: description, cost and benefit, and why one isn't available.

The button of a card changes the sheet in the same way as a tap in play mode: see `rules_py.present.tracks`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py import inputs
from rules_py.base import number_format
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.links import prose, rule_link
from rules_py.present.play_mode import card_text, entries_of
from rules_py.present.shared_labels import NOT_USED_AT_YOUR_TABLE
from rules_py.present.tracks import change_attributes
from rules_py.sheets.cost_benefit import Evaluator
from rules_py.sheets.play_mode import Card, CardAction, Cards, PrerequisiteStep
from rules_py.sheets.reference_list import Entry
from rules_py.sheets.sheet import Sheet
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.game import Game

AT_A_GLANCE = 20
"""The most cards that need no search field."""

MAX_CHOICES_CHARS = 10_000
"""The most characters of the current choices, as plain data."""


def cards_collapsible(game: Game, cards: Cards, field: inputs.Input) -> Markup:
    """Return the collapsible for the cards of a field, which is filled when it is opened."""
    listed = game.reference(cards.of)
    number = len(listed.entries) if listed else 0
    find = tag(
        "label",
        tag("span", "Search", class_="field__label"),
        tag("input", type="search", data_part="find", autocomplete="off"),
        class_="cards__find field",
    )
    return tag(
        "details",
        tag("summary", f"Choose from {number} cards", visually_hidden(f": {field.title}")),
        find if number > AT_A_GLANCE else None,
        tag("div", data_part="cards"),
        class_="collapsible cards",
        data_cards=cards.field,
    )


def render_cards(
    game: Game,
    sheet: Sheet,
    cards: Cards,
    parsed: ParsedSheet,
    evaluator: Evaluator | None,
    unused: Collection[str] = (),
) -> Markup:
    """Return the cards of a field for a character, in their groups. Entries with an `unused` id are marked as
    not used at the table, but can be chosen.

    If the field holds too much data, return a message instead, because each card contains the field's new
    value.
    """
    field = sheet.at(cards.field)
    if len(str(parsed.data.get(cards.field))) > MAX_CHOICES_CHARS:
        words = f"{field.quoted_title} is too large to show as cards. Fix its errors first."
        return tag("p", words, class_="choice-card__blocked")
    renderer = _CardRenderer(game, cards, field, parsed.data, evaluator, unused)
    state = cards.evaluate(parsed)
    cards_by_group = [
        (entry.values.get(cards.group, ""), renderer.card(entry, key, state.get(key, Card())))
        for key, entry in entries_of(game, cards).items()
    ]
    if not cards.group:
        return tag("ul", [each for _, each in cards_by_group], class_="cards__all", role="list")
    groups: dict[Any, list[Markup]] = {}
    for title, each in cards_by_group:
        groups.setdefault(title, []).append(each)
    return fragment(_group(str(title), inside) for title, inside in groups.items())


def _group(title: str, inside: Sequence[Markup]) -> Markup:
    return tag(
        "details",
        tag("summary", title, " ", tag("span", len(inside), class_="cards__count")),
        tag("ul", inside, class_="cards__all", role="list"),
        class_="cards__group",
    )


@dataclass(frozen=True)
class _CardRenderer:
    """The data that the cards of a field are rendered from."""

    game: Game
    cards: Cards
    field: inputs.Input
    data: Mapping[str, Any]
    evaluator: Evaluator | None
    unused: Collection[str]

    @property
    def chosen_entries(self) -> list[Any]:
        """The entries that have been chosen."""
        entries = self.data.get(self.cards.field)
        return list(entries) if isinstance(entries, list) else []

    def card(self, entry: Entry, key: Any, choice: Card) -> Markup:
        """Return the card of one choice."""
        chosen = isinstance(self.field, inputs.ListOf)
        others = [each for each in self.chosen_entries if _key_of(self.cards, each) != key]
        is_chosen = len(others) < len(self.chosen_entries)
        blockers = () if is_chosen else choice.blockers
        new = _entry(self.field, self.cards, key, choice)
        after = {self.cards.field: others if is_chosen else [*self.chosen_entries, new]}
        words = "Remove" if is_chosen else "Choose"
        own_id = f"card-{self.cards.field}-{entry.id}"
        button = _button(words, entry.name, after, own_id, disabled=bool(blockers)) if chosen else None
        return tag(
            "li",
            tag("p", tag("strong", entry.name), button, class_="choice-card__head"),
            tag("p", tag("span", NOT_USED_AT_YOUR_TABLE, class_="house-flag"))
            if entry.id in self.unused
            else None,
            tag("p", prose(self.game.id, " ".join(card_text(self.cards, entry))), class_="choice-card__text"),
            tag("p", choice.price, class_="choice-card__price") if choice.price else None,
            _path(choice.path),
            self._reasons(blockers),
            self._render_benefit(after) if chosen and not is_chosen else None,
            [self._move(each, entry, f"{own_id}-{place}") for place, each in enumerate(choice.actions)],
            class_=classes(
                "choice-card",
                "is-held" if is_chosen else "is-blocked" if blockers else None,
                "is-unused" if entry.id in self.unused else None,
            ),
        )

    def _move(self, move: CardAction, entry: Entry, own_id: str) -> Markup:
        step = move.step
        button = _button(step.title, entry.name, step.changes, own_id, disabled=bool(move.blockers))
        rule = self._rule(step.rule)
        why = tag("span", " ", step.why, rule, class_="choice-card__price") if step.why or rule else None
        return fragment(
            tag("p", button, why, class_="choice-card__move"),
            self._reasons(move.blockers),
            self._render_benefit(step.changes),
        )

    def _reasons(self, blockers: Sequence[tuple[str, str | None]]) -> list[Markup]:
        """Return the reasons why a choice can't be made."""
        return [tag("p", words, self._rule(rule), class_="choice-card__blocked") for words, rule in blockers]

    def _rule(self, rule: str | None) -> Markup | None:
        return fragment(" ", rule_link(self.game.id, rule)) if rule else None

    def _render_benefit(self, changes: Mapping[str, Any]) -> Markup | None:
        """Return how much of the reader's chosen benefit an option gives per unit of its cost."""
        if self.evaluator is None:
            return None
        bargain = self.evaluator.evaluate(changes)
        if bargain.cost < 0 or not bargain.gains:
            return None
        lines = [
            tag(
                "li",
                f"{gain.what}: ",
                tag("b", f"{number_format.percent(gain.before)} → {number_format.percent(gain.after)}"),
                self._each(bargain.per_unit(gain), bargain.cost),
            )
            for gain in bargain.gains
        ]
        return tag("ul", lines, class_="choice-card__buys", role="list", aria_label="Benefit")

    def _each(self, part: Fraction | None, cost: int) -> str | None:
        unit = self.evaluator.spec.unit if self.evaluator else ""
        if part is None:
            return None
        return f", for {cost} {unit}" + (f": +{number_format.percent(part)} each" if cost > 1 else "")


def _button(
    words: str, name: str, changes: Mapping[str, Any], own_id: str, *, disabled: bool = False
) -> Markup:
    pressed = {"Choose": "false", "Remove": "true"}.get(words)
    return tag(
        "button",
        words,
        visually_hidden(f" {name}"),
        type="button",
        class_="button",
        aria_pressed=pressed,
        disabled=disabled,
        **change_attributes(own_id, changes),
    )


def _path(stages: Sequence[PrerequisiteStep]) -> Markup | None:
    """Return the steps to a choice and beyond it, with the character's progress."""
    if not stages:
        return None
    steps = [
        tag(
            "li",
            each.text,
            visually_hidden(", reached" if each.reached else ", not yet"),
            class_="is-reached" if each.reached else None,
        )
        for each in stages
    ]
    return tag("ol", steps, class_="choice-card__path", role="list", aria_label="Progress")


def _key_of(cards: Cards, entry: Any) -> Any:
    return entry.get(cards.key) if cards.key and isinstance(entry, Mapping) else entry


def _entry(field: inputs.Input, cards: Cards, key: Any, choice: Card) -> Any:
    """Return the value that choosing a card adds to the list: its key, or a new entry with it."""
    item = field.item if isinstance(field, inputs.ListOf) else None
    if not cards.key or not isinstance(item, inputs.Record):
        return key
    initial = {each.name: each.initial_value for each in item.fields}
    return {**initial, **choice.fills, cards.key: key}
