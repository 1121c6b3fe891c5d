"""The seeded generator never changes: it matches published vectors, and dice in saved links stay the same."""

from collections import Counter

import pytest

from rules_py import InputError, roll
from rules_py.dice.recording import SeededDice
from rules_py.dice.seeded import SplitMix64


def test_splitmix64_matches_the_published_vectors():
    generator = SplitMix64(1234567)
    assert [generator.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize(
    ("seed", "sides", "faces"),
    [
        (0, 6, [4, 1, 1, 3, 2, 2, 4, 5]),
        (7, 10, [7, 1, 10, 8, 4, 8, 6, 3]),
        (2**64 - 1, 20, [8, 14, 9, 1, 1, 1, 7, 14]),
    ],
)
def test_seeded_dice_never_change(seed, sides, faces):
    # Computed once by an independent program in JavaScript.
    dice = SeededDice(seed)
    assert [dice.d(sides) for _ in range(8)] == faces


def test_faces_are_about_equally_frequent():
    generator = SplitMix64(42)
    counts = Counter(generator.below(6) + 1 for _ in range(60_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(9_500 < count < 10_500 for count in counts.values())


def test_below_draws_as_many_words_as_a_large_limit_needs():
    generator = SplitMix64(3)
    numbers = [generator.below(10**40) for _ in range(200)]
    assert max(numbers) > 9 * 10**39 and min(numbers) < 10**39 and len(set(numbers)) == 200


@pytest.mark.parametrize("seed", [-1, 2**64, "x", 1.5, True])
def test_roll_rejects_an_invalid_seed(seed):
    with pytest.raises(
        InputError, match="seed: expected a whole number from 0 to 18446744073709551615, got "
    ):
        roll("core_rules.challenge", seed=seed, situation="average", steps=1)


def test_roll_accepts_a_seed_as_text():
    for seed in (0, 2**53 + 1, 2**64 - 1):
        from_text, whole = (
            roll("core_rules.challenge", seed=each, situation="average", steps=3)
            for each in (str(seed), seed)
        )
        assert from_text.faces == whole.faces and from_text.seed == seed
