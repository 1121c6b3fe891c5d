"""A character's rolls: every pool against the current difficulty, without and with a point spent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from rules_py.calculators.party_rows import PartyRows
from rules_py.inputs import Input
from rules_py.sheets.panel import Cost, Panel, RollButton
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.basic_systems.calculators.advice import DEGREE
from rules_py.systems.basic_systems.calculators.rolls import POOL_ROLL
from rules_py.systems.basic_systems.chances import spread
from rules_py.systems.basic_systems.fields import DIFFICULTY
from rules_py.systems.basic_systems.results import BOOK, House
from rules_py.systems.basic_systems.sheet.character import Character, Pool
from rules_py.systems.basic_systems.willpower import is_automatic

SITUATION: tuple[Input, ...] = (DIFFICULTY, replace(DEGREE, label="Successes needed"))

POINT = (Cost("willpower.current"), Cost("turn_point"))
"""The cost of a roll with a point: the point, and the one that may be spent this turn. S-092, S-093."""


@dataclass(frozen=True)
class Situation:
    """The situation of a roll: the difficulty, the number of successes needed, the table's house rules."""

    difficulty: int = 6
    degree: int = 1
    house: House = BOOK
    automatic_margin: int = 0

    @classmethod
    def of(cls, house: Mapping[str, Any], **situation: Any) -> Situation:
        """Return a situation under a table's house rules."""
        return cls(**situation, house=House.of(house), automatic_margin=house["automatic_margin"])


def roll_panels(sheet: ParsedSheet, situation: Mapping[str, Any]) -> tuple[Panel, ...]:
    """Return every roll in this situation."""
    return tuple(panels(Character.of(sheet), Situation.of(sheet.house, **situation)))


def panels(character: Character, now: Situation) -> Iterator[Panel]:
    """Yield panels of rolls by Abilities with one pool, each other Ability, Attributes, standalone Traits."""
    every = {
        ability: tuple(pools) for ability, pools in groupby(character.pools(), key=lambda each: each.ability)
    }
    single = tuple(pool for pools in every.values() if len(pools) == 1 for pool in pools)
    if single:
        yield _panel("Abilities", single, now)
    for ability, pools in every.items():
        if len(pools) > 1:
            yield _panel(ability, pools, now)
    yield _panel("Attribute alone", tuple(character.by_attribute()), now)
    yield _panel("Standalone Traits", tuple(character.single()), now)


def party_rolls(sheet: ParsedSheet) -> dict[str, dict[str, int]]:
    """Return a row of the party for every pool, including Abilities that a character lacks."""
    character = Character.of(sheet)
    pools = (*character.pools(), *character.by_attribute(), *character.single())
    return {
        f"{each.attribute} + {each.ability}" if each.ability else each.name: {
            "pool": each.dice,
            "ability_rating": each.ability_rating,
        }
        for each in pools
    }


PARTY_ROWS = PartyRows("basic_systems.party", "members", party_rolls, name="name")


def _panel(title: str, pools: tuple[Pool, ...], now: Situation) -> Panel:
    rows = tuple(
        (each.text, _roll_button(each, now), _roll_button(each, now, paid=True), _sure(each, now))
        for each in pools
    )
    return Panel(title, ("Pool", f"Against {now.difficulty}", "With Willpower", "Automatic"), rows)


def _roll_button(pool: Pool, now: Situation, *, paid: bool = False) -> RollButton:
    """Return the roll of a pool with the chance of the successes needed."""
    inputs = {
        "pool": pool.dice,
        "difficulty": now.difficulty,
        "ability_rating": pool.ability_rating,
        "willpower": paid,
    }
    distribution = spread(pool.dice, now.difficulty, pool.ability_rating, paid, now.house)
    label = pool.name + (", with a Willpower point" if paid else "")
    moment = {"difficulty": f"against {now.difficulty}"}
    face = "+ Willpower" if paid else "against {difficulty}"
    return RollButton(
        POOL_ROLL.id,
        inputs,
        label,
        distribution.at_least(now.degree),
        costs=POINT if paid else (),
        situation=moment,
        button_text=face,
    )


def _sure(pool: Pool, now: Situation) -> str:
    """Return whether the Storyteller may simply grant the successes needed. S-087, R-17."""
    is_granted = now.degree == 1 and is_automatic(pool.dice, now.difficulty, now.automatic_margin)
    return "if granted" if is_granted else ""
