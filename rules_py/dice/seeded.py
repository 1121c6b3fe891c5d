"""A pseudorandom generator, so that a seed gives the same dice in every version and browser.

SplitMix64 (Steele, Lea and Flood, 2014): 64-bit words from a 64-bit seed. `random.Random` is not used because
its sequence for a seed may change between versions of Python.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
SEEDS = 1 << 64


class SplitMix64:
    """A generator with a seed from 0 to 2**64 - 1. Test vectors are in `tests/core/test_seeded.py`."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def word(self) -> int:
        """Return the next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to limit - 1, each equally likely.

        It takes as many words as the limit needs, first word highest, keeps the top bits and repeats if the
        number is outside: a remainder would favour low numbers.
        """
        bits = (limit - 1).bit_length()
        words = -(-bits // 64)
        while True:
            drawn = 0
            for _ in range(words):
                drawn = drawn << 64 | self.word()
            drawn >>= 64 * words - bits
            if drawn < limit:
                return drawn
