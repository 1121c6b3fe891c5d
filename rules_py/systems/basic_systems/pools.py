"""The dice a character rolls: an Attribute and an Ability, or one standalone Trait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.base.errors import Fault
from rules_py.systems.basic_systems.problems import POOL_CODES
from rules_py.systems.basic_systems.results import cancel_of

HUMAN, BEYOND_HUMAN = 5, 6
"""The highest rating of an Attribute or an Ability, for humans and beyond human. R-1."""
TEN_DOTS = 10
"""The highest rating of a standalone Trait. S-023."""


def limit_of(beyond_human: bool) -> int:
    """Return the highest rating of an Attribute or an Ability. R-1."""
    return BEYOND_HUMAN if beyond_human else HUMAN


def pool(
    *,
    attribute: int | None,
    ability: int | None,
    trait: int | None,
    default_penalty: int,
    mastery_from: int,
    **allowed: bool,
) -> dict[str, Any]:
    """Return the dice of a pool, whether the Attribute replaces a missing Ability, and how many 1s the
    Ability removes from a botch. S-019 to S-028, R-12, R-19.

    `allowed` are the inputs that only `pool_faults` reads.
    """
    defaulted = attribute is not None and ability == 0
    dice = (attribute or 0) + (ability or 0) + (trait or 0)
    return {
        "dice": max(0, dice - default_penalty) if defaulted else dice,
        "defaulted": defaulted,
        "cancel": cancel_of(ability or 0, mastery_from),
    }


def pool_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for ratings beyond human, and for Traits beside a standalone one. R-1, R-21."""
    limit = limit_of(bool(inputs.get("beyond_human") or inputs.get("all_beyond_human")))
    for name in ("attribute", "ability"):
        if (inputs.get(name) or 0) > limit:
            yield POOL_CODES.fault(
                name, f"{name}_out_of_range", inputs[name], f"a whole number from 0 to {limit}"
            )
    beside = [name for name in ("attribute", "ability") if inputs.get(name)]
    if inputs.get("trait") is not None and beside and not inputs.get("allow_mix"):
        yield POOL_CODES.fault(
            beside[0], "single_trait_alone", inputs[beside[0]], "no dots beside the standalone Trait"
        )


def rating_faults(inputs: Mapping[str, Any], at: str = "") -> Iterator[Fault]:
    """Yield a fault for an Ability with more dots than its pool has dice. S-021."""
    dice, rating = inputs.get("pool"), inputs.get("ability_rating")
    if dice is not None and rating is not None and rating > dice:
        yield POOL_CODES.fault(
            f"{at}ability_rating", "ability_above_pool", rating, f"at most {dice}, the number of dice"
        )


def member_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the faults of `rating_faults` for each member of a party."""
    for place, each in enumerate(inputs.get("members", ())):
        yield from rating_faults(each, f"members.{place}.")


def table_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault if none of the table's pools is large enough; smaller pools beside others are left out of
    the table.
    """
    if pools := inputs.get("pools"):
        yield from rating_faults({**inputs, "pool": max(pools)})
