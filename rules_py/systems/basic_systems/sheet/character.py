"""A character from a sheet: valid ratings, and the resulting pools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.basic_systems.pools import limit_of, pool


@dataclass(frozen=True)
class Pool:
    """A pool to roll: its name, its dice, the rating of its Ability."""

    name: str
    dice: int
    ability_rating: int = 0
    attribute: str = ""
    ability: str = ""
    defaulted: bool = False
    cancel: int = 0

    @property
    def text(self) -> str:
        """`Perception + Alertness (5)`."""
        return f"{self.name} ({self.dice})"


@dataclass(frozen=True)
class Character:
    """The valid ratings of a sheet; those out of range are left out. R-33."""

    attributes: Mapping[str, int]
    abilities: Mapping[str, int]
    based_on: Mapping[str, str]
    alone: Mapping[str, int]
    """The standalone Traits, each with the rating to roll. S-023, S-033."""
    default_penalty: int
    mastery_from: int

    @classmethod
    def of(cls, sheet: ParsedSheet) -> Character:
        limit = limit_of(is_beyond_human(sheet))
        families = (
            {name: rating for name, rating in sheet[family].items() if rating <= limit}
            for family in ("attributes", "abilities")
        )
        attributes, abilities = families
        known = sheet.keyed_paths.get("attributes", {})
        based_on = {name: on for name, on in sheet["based_on"].items() if on in known}
        return cls(
            attributes,
            abilities,
            based_on,
            dict(_alone(sheet)),
            sheet.house["default_penalty"],
            sheet.house["mastery_from"],
        )

    def pools(self) -> Iterator[Pool]:
        """Yield every Ability with its Attribute, or with each Attribute if it has none. S-021, S-095,
        R-30.
        """
        for ability, rating in self.abilities.items():
            on = self.based_on.get(ability)
            for attribute in self.attributes:
                if on not in (None, attribute):
                    continue
                answer = pool(
                    attribute=self.attributes[attribute],
                    ability=rating,
                    trait=None,
                    default_penalty=self.default_penalty,
                    mastery_from=self.mastery_from,
                )
                yield Pool(
                    f"{attribute} + {ability}" if rating else f"{attribute} (no {ability})",
                    answer["dice"],
                    rating,
                    attribute,
                    ability,
                    answer["defaulted"],
                    answer["cancel"],
                )

    def by_attribute(self) -> Iterator[Pool]:
        """Yield each Attribute alone, for a roll without the Ability. S-026."""
        for name, rating in self.attributes.items():
            yield Pool(name, rating, attribute=name)

    def single(self) -> Iterator[Pool]:
        """Yield Willpower, Inspiration, Humanity or a Path, each as a separate pool."""
        for name, rating in self.alone.items():
            yield Pool(name, rating)


def is_beyond_human(sheet: ParsedSheet) -> bool:
    """Return whether Attributes and Abilities go up to six dots, by the character's own setting or the
    table's house rule. R-1.
    """
    return bool(sheet["beyond_human"] or sheet.house["all_beyond_human"])


def _alone(sheet: ParsedSheet) -> Iterator[tuple[str, int]]:
    for name in ("willpower", "inspiration"):
        if sheet.is_valid(name) and sheet.is_valid(f"{name}.permanent"):
            yield name.capitalize(), sheet[name]["permanent"]
    moral: Mapping[str, Any] = sheet["morality"]
    if moral["trait"] and sheet.is_valid("morality.rating"):
        yield moral["trait"], moral["rating"]
