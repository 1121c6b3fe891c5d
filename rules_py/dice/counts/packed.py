"""Weights packed into one huge number, one digit per value, because Python multiplies such numbers fast."""

from collections.abc import Mapping


def span(counts: Mapping[int, int]) -> int:
    """Return the number of values from the lowest to the highest, both included."""
    return max(counts) - min(counts) + 1 if counts else 0


def bytes_for(total: int) -> int:
    """Return the number of bytes that hold any weight up to `total`."""
    return total.bit_length() // 8 + 1


def pack(counts: Mapping[int, int], low: int, digit: int) -> int:
    """Return one huge number whose digits, `digit` bytes each, are the weights from `low` on."""
    return int.from_bytes(
        b"".join(counts.get(value, 0).to_bytes(digit, "little") for value in range(low, max(counts) + 1)),
        "little",
    )


def unpack(number: int, low: int, digit: int) -> dict[int, int]:
    """Return the counts in a packed number, whose first digit is the weight of `low`."""
    data = number.to_bytes(number.bit_length() // 8 + digit, "little")
    ways = (int.from_bytes(data[at : at + digit], "little") for at in range(0, len(data), digit))
    return {low + at: count for at, count in enumerate(ways) if count}
