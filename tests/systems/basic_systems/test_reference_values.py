"""Every number that the specification of Basic Systems prints, exact or rounded."""

from fractions import Fraction

import pytest

from rules_py import ask, odds
from tests.systems.basic_systems import printed

PRIME = 1_000_003


def rows(text, keys):
    """Return the rows of a printed table: the leading whole numbers, then the rest as text."""
    lines = [line.split() for line in text.strip().splitlines()]
    return [(*map(int, line[:keys]), line[keys:]) for line in lines]


def agrees(chance, published):
    """Return whether a chance equals a published one when rounded to its number of places."""
    places = len(published.partition(".")[2])
    return abs(chance - Fraction(published)) <= Fraction(1, 2 * 10**places)


@pytest.fixture(scope="module")
def claims():
    return ask("basic_systems.claims")


@pytest.mark.parametrize(
    "name, table",
    [("botch", "BOTCH"), ("success", "SUCCESS"), ("share", "SHARE"), ("mean_ones", "MEAN_ONES")],
)
def test_claims_match_the_printed_tables(claims, name, table):
    table_rows = rows(getattr(printed, table), 1)
    assert [difficulty for difficulty, _ in table_rows] == list(claims[name])
    for difficulty, values in table_rows:
        for pool, printed_value in enumerate(values, 1):
            assert agrees(claims[name][difficulty][pool], printed_value), (name, difficulty, pool)


def test_claims_match_the_printed_cancelled_botches(claims):
    """The specification prints pools of 5 to 12; five dots make pools of 5 to 11, six make 6 to 12."""
    missing = set()
    for difficulty, cancel, values in rows(printed.CANCELLED, 2):
        by_pool = claims["cancelled"][cancel][difficulty]
        for pool, printed_value in enumerate(values, 5):
            if pool in by_pool:
                assert agrees(by_pool[pool], printed_value)
            else:
                missing.add((cancel, pool))
    assert missing == {(1, 12), (2, 5)}


def parse_counts(text):
    if text == "none":
        return {}
    return {int(key): int(ways) for key, ways in (each.split(":") for each in text.split(","))}


@pytest.mark.parametrize("line", printed.DISTRIBUTIONS.strip().splitlines())
def test_odds_match_the_printed_distributions(line):
    pool, difficulty, rating, willpower, net, failures, botches, success, mean = line.split()
    ways = 10 ** int(pool)
    exact_odds = odds(
        "basic_systems.throw",
        pool=int(pool),
        difficulty=int(difficulty),
        ability_rating=int(rating),
        willpower=willpower == "yes",
    )
    assert {key: part * ways for key, part in exact_odds.net.items()} == parse_counts(net)
    assert {key: part * ways for key, part in exact_odds.botch.items()} == parse_counts(botches)
    assert exact_odds.p_failure * ways == int(failures)
    assert (exact_odds.p_success, exact_odds.mean_net) == (Fraction(success), Fraction(mean))
    assert exact_odds.p_botch * ways == sum(parse_counts(botches).values())
    assert exact_odds.p_success + exact_odds.p_failure + exact_odds.p_botch == 1


def residue(chance):
    """Return a fraction modulo a prime, which stands for all its digits."""
    return chance.numerator * pow(chance.denominator, -1, PRIME) % PRIME


@pytest.mark.parametrize("difficulty", range(2, 11))
def test_botch_odds_match_the_closed_form_modulo_a_prime(difficulty):
    """The specification's closed form modulo a prime shares no fractions with the engine."""
    tenth = pow(10, -1, PRIME)
    for pool in range(21):
        none = pow((difficulty - 1) * tenth % PRIME, pool, PRIME)
        neither = pow((difficulty - 2) * tenth % PRIME, pool, PRIME)
        chance = odds("basic_systems.throw", pool=pool, difficulty=difficulty).p_botch
        assert residue(chance) == (none - neither) % PRIME


@pytest.mark.parametrize("pool, difficulty", [(20, 2), (20, 6), (20, 10), (13, 9)])
def test_mean_of_large_pools_matches_modulo_a_prime(pool, difficulty):
    """The reference counts net successes die by die, modulo a prime."""
    ways = {(0, 0): 1}
    for _ in range(pool):
        next_ways = {}
        for (results, ones), count in ways.items():
            for key, faces in (
                ((results + 1, ones), 11 - difficulty),
                ((results, ones + 1), 1),
                ((results, ones), difficulty - 2),
            ):
                next_ways[key] = (next_ways.get(key, 0) + count * faces) % PRIME
        ways = next_ways
    total = sum(count * max(0, results - ones) for (results, ones), count in ways.items())
    chance = odds("basic_systems.throw", pool=pool, difficulty=difficulty).mean_net
    assert residue(chance) == total * pow(pow(10, pool, PRIME), -1, PRIME) % PRIME
