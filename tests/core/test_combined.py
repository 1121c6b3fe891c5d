"""Cards, exploding dice, symbol dice and pushed dice, compared with other libraries and enumeration."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, prod

import icepool
import pytest

from hooks.contracts.enumerate_faces import by_rows
from rules_py.base.errors import TooManyBranchesError
from rules_py.dice import counts
from rules_py.dice.conditional import conditional_odds
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.recording import ScriptedDice, SeededDice
from tests.core.reference_odds import chances_of, icepool_die, icepool_exploding

HOPE = ((0, 0), (1, 0), (1, 1), (2, 0))
FEAR = ((0, 0), (0, 1), (-1, 0), (-1, 2), (0, 1))
SUITS = {(suit, rank): 1 for suit in "SHDC" for rank in range(1, 14)}
BAG = {"red": 3, "white": 2, "black": 1}


def chances(mechanic):
    counts, _ = expand(mechanic)
    return chances_of(counts)


def kind(face):
    return {6: "hit", 1: "harm"}.get(face)


def push_pool(dice, count, *, twice=False, condition=lambda hits: not hits):
    """Push a pool that has no six, keep its ones and sixes, and return its hits and harm."""
    roll = dice.roll(count, 6)
    tally = roll.tally(kind)
    for _ in range(1 + twice):
        if condition(tally["hit"]):
            roll = roll.reroll(lambda face: face not in (1, 6))
            tally = roll.tally(kind)
    return tally["hit"], tally["harm"]


MECHANICS = {
    "penetrating": lambda dice: dice.explode(2, 4, limit=2, penetrating=True),
    "best exploding die": lambda dice: dice.explode([4, 3], keep=1, limit=2),
    "best two of three": lambda dice: dice.explode(3, 3, keep=2, limit=1),
    "best two of mixed sizes": lambda dice: dice.explode([3, 4, 2], keep=2, limit=1),
    "best penetrating die": lambda dice: dice.explode(2, 4, keep=1, penetrating=True, limit=2),
    "symbols": lambda dice: dice.symbols([HOPE, FEAR, HOPE]),
    "stones from a bag": lambda dice: tuple(dice.deal(BAG, 3).items()),
    "red stones": lambda dice: dice.deal(BAG, 4, lambda each: "R" if each == "red" else None)["R"],
    "two hands": lambda dice: (
        first := dice.deal(BAG, 2),
        dice.deal({each: BAG[each] - first[each] for each in BAG}, 2)["red"],
    )[1],
    "stones in order": lambda dice: dice.deal_in_order(BAG, 3),
    "order of some kinds": lambda dice: dice.deal_in_order(BAG, 4, lambda each: each == "red" or None),
    "hand, then in order": lambda dice: (
        first := dice.deal(BAG, 2),
        dice.deal_in_order({each: BAG[each] - first[each] for each in BAG}, 2)[1],
    )[1],
    "pushed": lambda dice: push_pool(dice, 3),
    "pushed twice": lambda dice: push_pool(dice, 2, twice=True),
    "pushed unconditionally": lambda dice: push_pool(dice, 3, condition=lambda hits: True),
    "pushed, then summed": lambda dice: _push_and_sum(dice),
    "pushed with several kept faces": lambda dice: _keep_several(dice),
}


def _push_and_sum(dice):
    roll = dice.roll(3, 6)
    if not roll.tally(kind)["hit"]:
        roll = roll.reroll(lambda face: face != 1)
    return roll.sum


def _keep_several(dice):
    roll = dice.roll(3, 6)
    if roll.tally(lambda face: "high" if face > 4 else "low")["high"] < 2:
        roll = roll.reroll(lambda face: face <= 4)
    return roll.sum


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
def test_odds_match_full_enumeration(mechanic):
    assert chances(mechanic) == by_rows(mechanic, ())


@pytest.mark.parametrize("mechanic", MECHANICS.values(), ids=MECHANICS)
@pytest.mark.parametrize("faces", [1, 2, 3])
def test_conditional_odds_match_full_enumeration(mechanic, faces):
    dice = SeededDice(faces)
    mechanic(dice)
    row = dice.faces[:faces]
    remaining = conditional_odds(mechanic, row)
    assert {
        each: Fraction(weight, remaining.total_weight) for each, weight in remaining.weights.items()
    } == by_rows(mechanic, row)


@pytest.mark.parametrize(("sizes", "keep"), [((8, 6), 1), ((6, 6, 6, 6), 2), ((6, 6, 8, 10), 2)])
def test_best_exploding_dice_match_icepool(sizes, keep):
    expected = icepool.highest(*(icepool_exploding(sides, 3) for sides in sizes), keep=keep)
    assert chances(lambda dice: dice.explode(sizes, keep=keep, limit=3)) == chances_of(expected)


def test_penetrating_dice_match_icepool():
    one = icepool_die(6)
    for _ in range(10):
        one = icepool_die(6).map({6: one + 5})
    assert chances(lambda dice: dice.explode(5, 6, penetrating=True)) == chances_of(5 @ one)


def test_hand_of_cards_matches_icepool():
    def ranks(dice):
        return tuple(sorted(dice.deal(SUITS, 3, lambda card: card[1]).items()))

    expected = icepool.Deck(dict.fromkeys(range(1, 14), 4)).deal(3).expand()
    hands = {
        tuple((rank, hand.count(rank)) for rank in range(1, 14)): Fraction(weight, comb(52, 3))
        for hand, weight in expected.items()
    }
    assert chances(ranks) == hands


def test_flush_matches_the_count_of_hands():
    def flush(dice):
        return 5 in dice.deal(SUITS, 5, lambda card: card[0]).values()

    hands = sum(comb(13, 5) for _ in "SHDC")
    assert chances(flush)[True] == Fraction(hands, comb(52, 5))


def test_symbols_match_icepool():
    def vector(faces):
        return icepool.Die([icepool.Vector(face) for face in faces])

    expected = 3 @ vector(HOPE) + 2 @ vector(FEAR)
    assert chances(lambda dice: dice.symbols([HOPE, FEAR, HOPE, FEAR, HOPE])) == {
        tuple(each): chance for each, chance in chances_of(expected).items()
    }


def test_deal_counts_zero_cards_of_a_missing_kind():
    deck = {"Q": 1, "K": 1}
    assert chances(lambda dice: dice.deal(deck, 1)["A"]) == {0: 1}


def test_deal_draws_each_card_once():
    dice = SeededDice(5)
    assert sum(dice.deal(SUITS, 52, lambda card: card[0]).values()) == 52
    assert len(set(dice.faces)) == 52


def test_explode_drops_a_die_together_with_its_extra_dice():
    dice = ScriptedDice([4, 2, 2])
    assert dice.explode([4, 3], keep=1) == 6
    assert [(die.face, die.status) for step in dice.steps for die in step.dice][-1] == (2, "dropped")


@pytest.mark.parametrize(
    ("mechanic_args", "message"),
    [
        (lambda dice: dice.deal(BAG, 7), "deal: expected 0 to 6 cards, got 7"),
        (lambda dice: dice.deal({"red": -1}, 0), "deal: number of 'red': expected 0 or more, got -1"),
        (lambda dice: dice.explode(2, 6, keep=3), "keep: expected 0 to 2, got 3"),
        (
            lambda dice: dice.symbols([HOPE, ((1,),)]),
            "symbols: expected dice whose faces are tuples of the same length, got a list of 2",
        ),
    ],
)
def test_dice_reject_impossible_arguments(mechanic_args, message):
    with pytest.raises(ValueError, match=message):
        mechanic_args(SeededDice(1))


def test_deal_rejects_too_many_distinct_cards():
    with pytest.raises(TooManyBranchesError, match="deal fewer, or distinguish fewer kinds"):
        expand(lambda dice: tuple(dice.deal(SUITS, 5)))


def test_cards_in_order_match_all_permutations() -> None:
    """Three cards of a small deck by suit, counted from all permutations of single cards."""
    cards = [(suit, rank) for suit in "SHD" for rank in range(3)]
    rows = Counter(tuple(suit for suit, _ in row) for row in permutations(cards, 3))
    shares = chances(lambda dice: dice.deal_in_order(dict.fromkeys(cards, 1), 3, lambda card: card[0]))
    assert shares == {row: Fraction(number, 9 * 8 * 7) for row, number in rows.items()}


def test_cards_in_order_show_each_card_and_return_its_kind() -> None:
    dice = ScriptedDice(["white", "red", "white"])
    kinds = dice.deal_in_order(BAG, 3, lambda each: each[0], label="Stone")
    assert kinds == ("w", "r", "w")
    assert [step.text for step in dice.steps] == ["Stone: white", "Stone: red", "Stone: white"]


def test_deal_in_order_rejects_too_many_cards() -> None:
    with pytest.raises(TooManyBranchesError, match="group the cards into fewer kinds, or use dice.deal"):
        expand(lambda dice: dice.deal_in_order(SUITS, 5))


def test_deal_matches_all_pairs_of_a_small_deck():
    cards = "ABCDE"
    shares = chances(
        lambda dice: "".join(card for card, n in dice.deal(dict.fromkeys(cards, 1), 2).items() if n)
    )
    assert shares == {"".join(each): Fraction(1, 10) for each in combinations(cards, 2)}


@pytest.mark.parametrize("keep", range(5))
def test_highest_of_mixed_matches_full_enumeration(keep):
    kinds = [{1: 2, 4: 1}, {2: 1, 3: 3}, {1: 2, 4: 1}, {5: 1, 2: 4, 0: 2}]
    rows = Counter()
    for row in product(*(kind.items() for kind in kinds)):
        best = sorted((value for value, _ in row), reverse=True)[:keep]
        rows[sum(best)] += prod(weight for _, weight in row)
    assert counts.highest_of_mixed(kinds, keep) == rows
