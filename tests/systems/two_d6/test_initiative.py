"""Initiative of [2d6] with rerolled ties, compared with enumeration for small groups."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from rules_py import odds, partial_roll, resolve, roll

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}


@cache
def reference_first_chances(scores):
    """Return each one's chance to be first, by enumerating all combinations of sums and solving ties."""
    if len(scores) == 1:
        return (Fraction(1),)
    first = [Fraction(0)] * len(scores)
    tie_chance = Fraction(0)
    for sums in product(WAYS, repeat=len(scores)):
        chance = Fraction(1)
        for total in sums:
            chance *= Fraction(WAYS[total], 36)
        totals = [total + score for total, score in zip(sums, scores, strict=True)]
        highest = [place for place, total in enumerate(totals) if total == max(totals)]
        if len(highest) == len(scores):
            tie_chance += chance
            continue
        for place, part in zip(
            highest, reference_first_chances(tuple(scores[each] for each in highest)), strict=True
        ):
            first[place] += chance * part
    return tuple(each / (1 - tie_chance) for each in first)


@pytest.mark.parametrize(
    "scores, chances",
    [
        ([4, 2], ["861/1171", "310/1171"]),
        ([5, 3, 3], ["32423601/53995981", "10786190/53995981", "10786190/53995981"]),
    ],
)
def test_initiative_matches_the_reference(scores, chances):
    assert odds("two_d6.initiative", scores=scores).p_first == [Fraction(each) for each in chances]


@pytest.mark.parametrize("scores", [(0, 10), (10, 0), (3, 3), (1, 4, 2), (7, 7, 7), (0, 9, 10), (2, 4, 4, 5)])
def test_first_chances_equal_full_enumeration(scores):
    exact_odds = odds("two_d6.initiative", scores=list(scores))
    assert tuple(exact_odds.p_first) == reference_first_chances(scores)
    assert [exact_odds.get(each, 0) for each in sorted(exact_odds, key=lambda each: each.first)] == [
        each for each in exact_odds.p_first if each
    ]


def test_order_of_a_pair_ignores_everyone_else():
    scores = [6, 4, 4, 1]
    chance = odds("two_d6.initiative", scores=scores).p_before
    for one, other in permutations(range(4), 2):
        alone = odds("two_d6.initiative", scores=[scores[one], scores[other]]).p_first[0]
        assert chance[one][other] == alone
        assert chance[one][other] + chance[other][one] == 1


def test_initiative_of_eight_is_exact():
    spread = odds("two_d6.initiative", scores=[7, 6, 5, 4, 3, 2, 1, 0]).p_first
    assert sum(spread) == 1 and spread == sorted(spread, reverse=True)
    assert odds("two_d6.initiative", scores=[3] * 8).p_first == [Fraction(1, 8)] * 8
    mixed = odds("two_d6.initiative", scores=[5, 3, 5, 3, 5, 3, 5, 3]).p_first
    assert len(set(mixed)) == 2 and sum(mixed) == 1


def test_highest_tied_group_rerolls_first():
    """The totals are 10, 7, 10, 7; the first and third tie at 9, then 8 and 6; then the others. R-97."""
    dice = [3, 4, 2, 2, 4, 3, 1, 3, 3, 3, 4, 2, 2, 3, 1, 2, 6, 5, 1, 1]
    result = resolve("two_d6.initiative", scores=[3, 3, 3, 3], dice=dice)
    assert result.order == (0, 2, 1, 3)
    texts = [step.text for step in result.working if not step.dice]
    assert texts == [
        "Combatant 1 and 3 are tied and reroll",
        "Combatant 1 and 3 are tied and reroll",
        "Combatant 2 and 4 are tied and reroll",
    ]


def test_initiative_order_names_everyone_once():
    for seed in range(20):
        result = roll("two_d6.initiative", seed=seed, scores=[2, 2, 3, 1, 2, 5, 4, 4])
        assert sorted(result.outcome.order) == list(range(8))
        assert result.outcome.order[0] == result.outcome.first


def first_chances_after(scores, totals):
    """Return each one's chance to be first after these totals, by enumerating the other sums."""
    first = [Fraction(0)] * len(scores)
    for sums in product(WAYS, repeat=len(scores) - len(totals)):
        chance = Fraction(1)
        for total in sums:
            chance *= Fraction(WAYS[total], 36)
        other_totals = [total + score for total, score in zip(sums, scores[len(totals) :], strict=True)]
        all_totals = [*totals, *other_totals]
        highest = [place for place, total in enumerate(all_totals) if total == max(all_totals)]
        for place, part in zip(
            highest, reference_first_chances(tuple(scores[each] for each in highest)), strict=True
        ):
            first[place] += chance * part
    return first


@pytest.mark.parametrize("faces", [(6, 6), (1, 1), (3, 4, 2, 2), (5, 6, 6, 4), (6, 6, 5, 6, 3, 3)])
@pytest.mark.parametrize("scores", [(3, 3, 3, 3), (2, 4, 4, 5), (0, 9, 10, 1)])
def test_partial_initiative_equals_full_enumeration(scores, faces):
    partial = partial_roll("two_d6.initiative", faces, scores=list(scores))
    totals = [sum(faces[2 * place : 2 * place + 2]) + scores[place] for place in range(len(faces) // 2)]
    chances = {outcome.first: chance for outcome, chance in partial.odds.items()}
    assert [chances.get(place, 0) for place in range(len(scores))] == first_chances_after(scores, totals)
    assert (partial.min_remaining, partial.is_fixed) == (2 * len(scores) - len(faces), False)


def test_partial_initiative_of_eight_has_odds():
    for faces in ([4], [6, 6], [1, 2, 3]):
        assert partial_roll("two_d6.initiative", faces, scores=[0, 1, 2, 3, 4, 5, 6, 7]).odds
