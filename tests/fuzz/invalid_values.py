"""Values that belong nowhere, and what may become of those that are sound."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

LETTERS = "ab 0 1 9 d6 k h l ! + - , : ; . / % # [ ] { } ( ) \" ' \\ < > & ^ _ é ß \u202e \u0000 \n \ud800 \udfff 🎲 ٣ ²".split(
    " "
)
NUMBERS = (
    0,
    1,
    -1,
    2,
    7,
    12,
    13,
    99,
    100,
    101,
    255,
    10_000,
    2**31,
    2**53,
    2**53 + 1,
    2**63,
    2**64 - 1,
    2**64,
)
WORDS = (
    "",
    " ",
    "0",
    "-0",
    "1",
    "01",
    "+1",
    "1e5",
    "1.5",
    "1/0",
    "NaN",
    "Infinity",
    "true",
    "null",
    "None",
    "[]",
    "{}",
    "[[]]",
    '{"a": 1}',
    "__class__",
    "constructor",
    "../x",
    "<b>",
    "1d6",
    "2d6!",
    "0: 1",
    "0: 1/2, 1: 1/2",
    "a: b: c",
)


def odd(random: Random, *, plain: bool = False, inner: bool = False) -> Any:
    """Anything at all; with `plain`, what JSON can carry. What is `inner` holds little itself."""
    kind = random.choice((0, 3, 5, 6, 7)) if inner else random.randrange(13 if plain else 16)
    if kind < 3:
        return text(random)
    if kind < 5:
        return random.choice(NUMBERS)
    if kind == 5:
        return random.choice((1, -1)) * 10 ** random.choice((13, 20, 61, 4000, 5000))
    if kind == 6:
        return random.choice((0.5, -0.0, 1e300, float("nan"), float("inf"), 3.0))
    if kind == 7:
        return random.choice((True, False, None))
    if kind == 8:
        return [odd(random, plain=plain, inner=True) for _ in range(random.choice((0, 1, 2, 3, 30)))]
    if kind == 9:
        return {
            text(random)[:300]: odd(random, plain=plain, inner=True)
            for _ in range(random.choice((0, 1, 2, 3, 20)))
        }
    if kind == 10:
        return deep(random, random.choice((5, 40, 60, 300)))
    if kind == 11:
        return [random.choice((1, "1", None, {}, [[]]))] * random.choice((100, 1000, 20_000))
    if kind == 12:
        return {str(number): number for number in range(random.choice((13, 101, 3000)))}
    return random.choice(
        (
            b"1",
            (1, 2),
            {1, "a"},
            frozenset(),
            Fraction(1, 3),
            Decimal("1.5"),
            1j,
            range(3),
            object(),
            {1: 2, (1, 2): 3, None: 4},
            {True: [1], 1.5: {2}},
            {10**5000: 0},
        )
    )


def text(random: Random) -> str:
    """Return a random text: a word, a run of letters, or a text that is far too long."""
    kind = random.randrange(10)
    if kind < 4:
        return random.choice(WORDS)
    if kind < 9:
        return "".join(random.choice(LETTERS) for _ in range(random.choice((1, 2, 5, 20, 130))))
    return random.choice(LETTERS) * random.choice((1_000, 5_000, 100_001))


def deep(random: Random, depth: int) -> Any:
    """Return nested lists and mappings."""
    value: Any = 1
    for _ in range(depth):
        value = [value] if random.random() < 0.5 else {"a": value}
    return value


LONG = int("9" * 400)
"""A number of 400 digits."""


def with_long_numbers(value: Any, random: Random) -> Any:
    """Return the value with a number of 400 digits in place of every number in it, or of one of them."""
    count = _count_numbers(value)
    chosen = random.choice((None, *range(count))) if count else None
    number = random.choice((LONG, LONG, -LONG, str(LONG)))
    return _with_numbers(value, number, chosen, itertools.count())


def _count_numbers(value: Any) -> int:
    if isinstance(value, Mapping):
        return sum(map(_count_numbers, value.values()))
    if isinstance(value, (list, tuple)):
        return sum(map(_count_numbers, value))
    return _is_number(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _with_numbers(value: Any, number: Any, chosen: int | None, places: Iterator[int]) -> Any:
    if isinstance(value, Mapping):
        return {name: _with_numbers(each, number, chosen, places) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_numbers(each, number, chosen, places) for each in value]
    if not _is_number(value):
        return value
    place = next(places)
    return number if chosen in (None, place) else value


def mutated(value: Any, random: Random, *, plain: bool = False) -> Any:
    """Return the value with a change somewhere in it."""
    if random.random() < 0.2:
        return odd(random, plain=plain)
    if isinstance(value, Mapping) and value:
        return _mapping(dict(value), random, plain)
    if isinstance(value, (list, tuple)) and value:
        return _list([*value], random, plain)
    if isinstance(value, bool):
        return random.choice((not value, int(value), str(value), None))
    if isinstance(value, int):
        return random.choice(
            (
                value + 1,
                value - 1,
                -value,
                float(value) if abs(value) < 10**300 else 0,
                str(value)[:50] if abs(value) < 10**60 else "",
                bool(value),
                value * 10,
                random.choice(NUMBERS),
            )
        )
    if isinstance(value, str):
        return _text(value, random)
    return odd(random, plain=plain)


def _mapping(value: dict[Any, Any], random: Random, plain: bool) -> dict[Any, Any]:
    name = random.choice([*value])
    kind = random.randrange(8)
    if kind == 0:
        del value[name]
    elif kind == 1:
        value[text(random)[:300]] = odd(random, plain=plain)
    elif kind == 2:
        value[random.choice([*value])] = value[name]
    elif kind == 3:
        value[_text(name, random) if isinstance(name, str) else name] = value.pop(name)
    else:
        value[name] = mutated(value[name], random, plain=plain)
    return value


def _list(value: list[Any], random: Random, plain: bool) -> list[Any]:
    place = random.randrange(len(value))
    kind = random.randrange(8)
    if kind == 0:
        del value[place]
    elif kind == 1:
        value.insert(place, odd(random, plain=plain))
    elif kind == 2:
        value *= random.choice((2, 3, 20))
    elif kind == 3:
        random.shuffle(value)
    else:
        value[place] = mutated(value[place], random, plain=plain)
    return value


def _text(value: str, random: Random) -> str:
    place = random.randrange(len(value) + 1)
    kind = random.randrange(6)
    if kind == 0:
        return value[:place]
    if kind == 1:
        return value[:place] + random.choice(LETTERS) + value[place:]
    if kind == 2:
        return value[:place] + value[place + 1 :]
    if kind == 3:
        return value[:place] + random.choice(WORDS) + value[place:]
    if kind == 4:
        return random.choice((value.upper(), f" {value} ", value + value, value[::-1]))
    return text(random)
