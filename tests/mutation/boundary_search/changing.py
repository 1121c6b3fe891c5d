"""What was tried, changed a little, by the declarations of its inputs: a limit is come up to in
small steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache, singledispatch
from random import Random
from typing import Any

from hooks.contracts.trackers import wandered
from rules_py.authoring.samples import valid_value
from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import Amounts, DieSizes, Input, Int, Keyed, ListOf, Record
from rules_py.inputs.lists import Several
from rules_py.systems import registry
from rules_py.tracker.api_calculators import AnyState
from tests.fuzz.invalid_values import mutated

FIGHTS, EVENTS = 3, 15
"""From each start so many fights are played so far, for states to draw from."""


def changed_fields(
    fields: Sequence[Input], data: Mapping[str, Any], random: Random, words: Sequence[str] = ()
) -> dict[str, Any]:
    """The data with one to three of its fields changed, one of them now and then left out."""
    found = deepcopy(dict(data))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        field = random.choice(fields)
        if random.random() < 0.03:
            found.pop(field.name, None)
        else:
            found[field.name] = another(field, found.get(field.name), random, words)
    return found


@singledispatch
def another(declared: Input, value: Any, random: Random, words: Sequence[str]) -> Any:
    """Another value, near this one where the kind of input has such, else any that is sound."""
    return valid_value(declared, random, words)


@another.register
def _(declared: Int, value: Any, random: Random, words: Sequence[str]) -> Any:
    low, high = declared.low, declared.high
    if random.random() < 0.04:
        return random.choice((low - 1, high + 1, None, "x"))
    if type(value) is int and random.random() < 0.7:
        return max(low, min(high, value + random.choice((-2, -1, 1, 2))))
    return random.choice((low, high, random.randint(low, high), min(high, low + 1), max(low, high - 1)))


@another.register
def _(declared: Record, value: Any, random: Random, words: Sequence[str]) -> Any:
    return changed_fields(declared.fields, value if isinstance(value, dict) else {}, random, words)


@another.register
def _(declared: ListOf, value: Any, random: Random, words: Sequence[str]) -> Any:
    found = [*value] if isinstance(value, list) else []
    for _ in range(random.choice((1, 1, 2))):
        roll = random.random()
        if found and roll < 0.5:
            place = random.randrange(len(found))
            found[place] = another(declared.item, found[place], random, words)
        elif (
            roll < 0.7 and len(found) <= declared.most
        ):  # one more than may be is refused, and that is tried, too
            found.insert(random.randint(0, len(found)), valid_value(declared.unnamed_item, random, words))
        elif found and roll < 0.8 and len(found) <= declared.most:
            found.append(deepcopy(random.choice(found)))
        elif found:
            found.pop(random.randrange(len(found)))
    return found


@another.register
def _(declared: Several, value: Any, random: Random, words: Sequence[str]) -> Any:
    found = [*value] if isinstance(value, list) else []
    if found and random.random() < 0.4:
        found.pop(random.randrange(len(found)))
        return found
    option = random.choice([*declared.item.options])
    return found if option in found else [*found, option]


@another.register
def _(declared: DieSizes, value: Any, random: Random, words: Sequence[str]) -> Any:
    found = [*value] if isinstance(value, list) else []
    roll = random.random()
    if found and roll < 0.3:
        found.pop(random.randrange(len(found)))
    elif found and roll < 0.6:
        found[random.randrange(len(found))] = random.choice(declared.sizes)
    else:
        found.append(random.choice(declared.sizes))
    return found


@another.register
def _(declared: Amounts, value: Any, random: Random, words: Sequence[str]) -> Any:
    found = dict(value) if isinstance(value, dict) else {}
    key = random.choice([*declared.options])
    if random.random() < 0.3:
        found.pop(key, None)
        return found
    now = found.get(key, 0)
    near = (now - 1, now + 1) if type(now) is int else ()
    found[key] = max(0, min(declared.most, random.choice((0, 1, declared.most, *near))))
    return found


@another.register
def _(declared: Keyed, value: Any, random: Random, words: Sequence[str]) -> Any:
    found = dict(value) if isinstance(value, dict) else {}
    if not found or random.random() < 0.4:
        found[valid_value(declared.key, random, words) or "Own"] = valid_value(declared.value, random, words)
        return found
    key = random.choice([*found])
    if random.random() < 0.25:
        found.pop(key)
    else:
        found[key] = another(declared.value, found[key], random, words)
    return found


@another.register
def _(declared: AnyState, value: Any, random: Random, words: Sequence[str]) -> Any:
    """A state that play comes to, or this one with anything in it changed."""
    if isinstance(value, dict) and random.random() < 0.7:
        return mutated(deepcopy(value), random, plain=True)
    [game_id] = [each.id for each in registry.games() if each.desk is declared.desk]
    return deepcopy(random.choice(_states(game_id)))


@cache
def _states(game_id: str) -> tuple[Any, ...]:
    """States that some fights of a game come to."""
    game = registry.game(game_id)
    starts = game.desk.starts if game.desk else ()
    gone = (wandered(game, start, seed, EVENTS) for start in starts for seed in range(FIGHTS))
    return tuple(to_jsonable(state.to_json()) for each in gone for state, *_ in each)
