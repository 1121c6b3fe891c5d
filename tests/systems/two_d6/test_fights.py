"""Opposed rolls, fights, duels and wounds of [2d6], compared with reference implementations."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import icepool
import pytest

from rules_py import ask, odds, resolve
from rules_py.dice.markov import Done, solve_absorption
from rules_py.systems.two_d6.margins import OPTIONS, most_wounds

FACES = range(1, 7)
PAIRS = list(product(FACES, FACES))
ARMOURS = ("none", "light", "medium", "heavy")
TOPS = dict(zip(ARMOURS, (1, 2, 3, 4), strict=True))


def margins(att_bonus, def_bonus, armour="none", aimed=False):
    """Return the probability of each margin, by enumerating every row of faces."""
    attacks = [max(sum(one), sum(other)) for one, other in product(PAIRS, PAIRS)]
    attack = Counter(attacks if aimed else map(sum, PAIRS))
    defence = Counter()
    for first, again in product(PAIRS, PAIRS):
        defence[sum(again) if sum(first) <= TOPS[armour] else sum(first)] += 1
    counts = Counter()
    for (one, ways), (other, more) in product(attack.items(), defence.items()):
        counts[one + att_bonus - other - def_bonus] += ways * more
    return {margin: Fraction(ways, counts.total()) for margin, ways in counts.items()}


def between(chances, low, high):
    return sum(chance for margin, chance in chances.items() if low <= margin <= high)


# Reference values of the digest.


@pytest.mark.parametrize(
    "inputs, defender, by_1, by_5, by_10",
    [
        ((0, 0, "none", False), "721/1296", "449/1296", "125/1296", "1/1296"),
        ((4, 2, "none", False), "145/432", "551/1296", "295/1296", "5/432"),
        ((3, 3, "none", True), "6097/15552", "6893/15552", "7615/46656", "71/46656"),
        ((4, 4, "light", False), "26641/46656", "16109/46656", "3905/46656", "1/46656"),
        ((4, 4, "medium", False), "9289/15552", "5237/15552", "1025/15552", "1/15552"),
        ((4, 4, "heavy", False), "4897/7776", "2483/7776", "395/7776", "1/7776"),
    ],
)
def test_opposed_check_bands_match_the_reference(inputs, defender, by_1, by_5, by_10):
    names = ("att_bonus", "def_bonus", "armour", "aimed")
    exact_odds = odds("two_d6.opposed_check", **dict(zip(names, inputs, strict=True)), proficient=True)
    bands = [exact_odds.p_defender, exact_odds.p_1_4, exact_odds.p_5_9, exact_odds.p_10_plus]
    assert bands == [Fraction(each) for each in (defender, by_1, by_5, by_10)]


def test_tie_and_parry_chances_match_the_reference():
    even = odds("two_d6.opposed_check", att_bonus=0, def_bonus=0)
    assert (even.p_tie, even.p_defender_by_5) == (Fraction(73, 648), Fraction(7, 72))
    ahead = odds("two_d6.opposed_check", att_bonus=4, def_bonus=2)
    assert (ahead.p_tie, ahead.p_defender_by_5) == (Fraction(125, 1296), Fraction(35, 1296))


def test_expected_wounds_by_armour_match_the_reference():
    means = [
        odds("two_d6.opposed_check", att_bonus=4, def_bonus=4, armour=armour, proficient=True).expected_wounds
        for armour in ARMOURS
    ]
    assert means == [Fraction(13, 24), Fraction(443, 864), Fraction(15, 32), Fraction(91, 216)]


def test_fight_length_matches_the_reference():
    exact_odds = odds("two_d6.fight_length", att_bonus=4, def_bonus=4, wounds=3, attacks=2)
    assert exact_odds.p_down == Fraction(65233, 839808)


def test_one_wound_duel_matches_the_reference():
    one = {"att_bonus": 2, "def_bonus": 2, "wounds": 1}
    exact_odds = odds("two_d6.duel", a=one, b=one, a_first=True)
    assert exact_odds.p_a == Fraction(1296, 2017)
    assert exact_odds.mean_rounds == Fraction(1679616, 1159775)


@pytest.mark.parametrize(
    "change, percent",
    [
        ({"attacks": 2}, 90),
        ({"att_bonus": 5, "def_bonus": 5}, 87),
        ({"armour": "heavy", "proficient": True}, 68),
        ({"wounds": 7}, 62),
    ],
)
def test_duel_advantages_have_the_stated_chances(change, percent):
    even = {"att_bonus": 4, "def_bonus": 4, "wounds": 6}
    chance = odds("two_d6.duel", a={**even, **change}, b=even).p_a_average
    assert round(100 * chance) == percent


def test_duel_worth_equals_the_duel_with_each_advantage():
    answer = ask("two_d6.duel_worth", att_bonus=5, def_bonus=3, wounds=4)
    equal = {"att_bonus": 5, "def_bonus": 3, "wounds": 4}
    more = {
        "multiattack": {"attacks": 2},
        "rank": {"att_bonus": 6, "def_bonus": 4},
        "attack": {"att_bonus": 6},
        "defence": {"def_bonus": 4},
        "extra_wound": {"wounds": 5},
        "light": {"armour": "light"},
        "medium": {"armour": "medium", "proficient": True},
        "heavy": {"armour": "heavy", "proficient": True},
    }
    for name, change in more.items():
        assert answer[name] == odds("two_d6.duel", a={**equal, **change}, b=equal).p_a_average
    assert answer["rounds"] == odds("two_d6.duel", a=equal, b=equal).mean_rounds_average
    walls = ask("two_d6.duel_worth", att_bonus=0, def_bonus=10, wounds=4)
    assert walls["multiattack"] is None and walls["attack"] == 1


# Reference implementations.


@pytest.mark.parametrize("armour", ARMOURS)
@pytest.mark.parametrize("aimed", [False, True])
def test_opposed_check_odds_equal_full_enumeration(armour, aimed):
    for att_bonus, def_bonus in ((0, 10), (3, 5), (4, 4), (10, 0)):
        chances = margins(att_bonus, def_bonus, armour, aimed)
        exact_odds = odds(
            "two_d6.opposed_check",
            att_bonus=att_bonus,
            def_bonus=def_bonus,
            armour=armour,
            proficient=True,
            aimed=aimed,
        )
        assert {margin: exact_odds.by(lambda each: each.margin)[margin] for margin in chances} == chances
        assert exact_odds.p_at_least == {each: between(chances, each, 99) for each in (1, 5, 10)}
        assert exact_odds.p_tie == chances.get(0, 0) and exact_odds.p_defender == between(chances, -99, 0)
        assert exact_odds.p_defender_by_5 == between(chances, -99, -5)
        assert exact_odds.p_attacker_cinematic == (Fraction(71, 1296) if aimed else Fraction(1, 36))
        wounds = sum(chance * most_wounds(margin) for margin, chance in chances.items())
        assert exact_odds.expected_wounds == wounds


@pytest.mark.parametrize("armour", ARMOURS)
def test_opposed_check_odds_agree_with_icepool(armour):
    two = 2 @ icepool.d6
    defence = two.reroll(lambda total: total <= TOPS[armour], depth=1)
    for att_bonus, def_bonus in product((0, 4, 9), (0, 3, 10)):
        margin = two + att_bonus - defence - def_bonus
        exact_odds = odds(
            "two_d6.opposed_check", att_bonus=att_bonus, def_bonus=def_bonus, armour=armour, proficient=True
        )
        assert exact_odds.p_defender == ((margin <= 0).probability(True))
        assert exact_odds.p_5_9 == ((margin >= 5).probability(True)) - ((margin >= 10).probability(True))


def test_opposed_odds_depend_only_on_the_bonus_difference():
    def bands(att_bonus, def_bonus):
        exact_odds = odds("two_d6.opposed_check", att_bonus=att_bonus, def_bonus=def_bonus, armour="light")
        return exact_odds.p_defender, exact_odds.p_1_4, exact_odds.p_5_9, exact_odds.p_10_plus

    assert all(bands(low + ahead, low) == bands(ahead, 0) for ahead in range(6) for low in range(5))


def test_untrained_armour_counts_as_light_and_works_when_unaware():
    def bands(**inputs):
        return odds("two_d6.opposed_check", att_bonus=4, **inputs).by(lambda each: each.margin)

    light = bands(def_bonus=4, armour="light")
    assert bands(def_bonus=4, armour="heavy") == bands(def_bonus=4, armour="medium") == light
    assert bands(def_bonus=4, armour="heavy", proficient=True) != light
    assert bands(def_bonus=7, armour="light", def_unaware=True) == bands(def_bonus=0, armour="light")


def test_always_taking_the_armour_reroll_costs_little():
    """It costs at most 79 in 46,656 compared with rerolling only when that helps. R-25."""
    worst = Fraction(0)
    for ahead in range(-10, 11):
        for armour in ARMOURS[1:]:
            always = at_best = 0
            for attack, defence in product(PAIRS, PAIRS):
                needs = sum(attack) + ahead
                holds = 36 * (sum(defence) >= needs)
                again = sum(sum(pair) >= needs for pair in PAIRS)
                may = sum(defence) <= TOPS[armour]
                always += again if may else holds
                at_best += max(again, holds) if may else holds
            worst = max(worst, Fraction(at_best - always, 46656))
    assert worst == Fraction(79, 46656)


def wound_chances(attacker, defender):
    """Return the probability of each number of wounds from one attack."""
    armour = defender.get("armour", "none")
    counts = Counter()
    for margin, chance in margins(attacker["att_bonus"], defender["def_bonus"], armour).items():
        counts[most_wounds(margin)] += chance
    return counts


def solve_duel(a, b, a_first):
    """Solve the duel attack by attack, as a Markov chain."""
    sides = {True: (a, wound_chances(a, b)), False: (b, wound_chances(b, a))}

    def step(state):
        left_a, left_b, a_acts, results = state
        fighter, chances = sides[a_acts]
        counts = Counter()
        for wounds, chance in chances.items():
            now_a, now_b = (left_a, left_b - wounds) if a_acts else (left_a - wounds, left_b)
            if min(now_a, now_b) <= 0:
                next_state = Done("a" if now_a > 0 else "b")
            elif results + 1 == fighter.get("attacks", 1):
                next_state = (now_a, now_b, not a_acts, 0)
            else:
                next_state = (now_a, now_b, a_acts, results + 1)
            counts[next_state] += chance
        scale = 46656**2
        return {next_state: int(chance * scale) for next_state, chance in counts.items()}

    def is_round_start(state):
        return int(state[2] == a_first and state[3] == 0)

    return solve_absorption(step, (a["wounds"], b["wounds"], a_first, 0), {"rounds": is_round_start})


@pytest.mark.parametrize("a_first", [True, False])
def test_duel_odds_equal_the_chain_of_its_attacks(a_first):
    fighters = (
        {"att_bonus": 4, "def_bonus": 4, "wounds": 3},
        {"att_bonus": 6, "def_bonus": 2, "wounds": 2, "attacks": 2},
        {"att_bonus": 3, "def_bonus": 5, "wounds": 4, "armour": "heavy", "proficient": True},
        {"att_bonus": 0, "def_bonus": 10, "wounds": 1},
    )
    for a, b in product(fighters, fighters):
        if a is b is fighters[3]:
            continue
        exact_odds = odds("two_d6.duel", a=a, b=b, a_first=a_first)
        expected = solve_duel(a, b, a_first)
        assert exact_odds.p_a == expected.chances.get("a", 0) and exact_odds.p_b == expected.chances.get(
            "b", 0
        )
        assert exact_odds.mean_rounds == expected.means["rounds"]


def test_duel_never_ends_if_neither_can_hurt_the_other():
    wall = {"att_bonus": 0, "def_bonus": 10, "wounds": 3}
    exact_odds = odds("two_d6.duel", a=wall, b=wall)
    assert (exact_odds.p_a, exact_odds.p_b, exact_odds.p_never, exact_odds.mean_rounds) == (0, 0, 1, None)
    assert resolve("two_d6.duel", a=wall, b=wall, dice=[]).winner == "never"
    hurt = odds("two_d6.duel", a={**wall, "att_bonus": 1}, b=wall)
    assert (hurt.p_a, hurt.p_never) == (1, 0)


def test_duel_of_equals_favours_the_first_but_averages_to_even():
    for wounds in (1, 4, 9):
        one = {"att_bonus": 5, "def_bonus": 4, "wounds": wounds, "armour": "light"}
        exact_odds = odds("two_d6.duel", a=one, b=one)
        assert exact_odds.p_a > Fraction(1, 2) and exact_odds.p_a_average == Fraction(1, 2)
        assert exact_odds.p_a + exact_odds.p_b == 1


def test_fight_length_equals_the_recursion_over_attacks():
    for armour, wounds, attacks in (("none", 3, 2), ("heavy", 4, 4), ("medium", 1, 6)):
        chances = wound_chances({"att_bonus": 6}, {"def_bonus": 4, "armour": armour})

        @cache
        def down(left, more, chances=tuple(chances.items())):
            if left <= 0 or not more:
                return Fraction(left <= 0)
            return sum(chance * down(left - each, more - 1) for each, chance in chances)

        exact_odds = odds(
            "two_d6.fight_length",
            att_bonus=6,
            def_bonus=4,
            armour=armour,
            proficient=True,
            wounds=wounds,
            attacks=attacks,
        )
        assert exact_odds.p_down == down(wounds, attacks)


# Rolls and their effects.


def test_faces_list_attacker_then_defender_then_reroll():
    result = resolve("two_d6.opposed_check", att_bonus=4, def_bonus=2, dice=[3, 4, 3, 4])
    assert (result.att_total, result.def_total, result.margin, result.winner) == (11, 9, 2, "attacker")  # E-8
    assert result.threshold == 1
    armoured = resolve(
        "two_d6.opposed_check",
        att_bonus=4,
        def_bonus=4,
        armour="heavy",
        proficient=True,
        aimed=True,
        dice=[1, 1, 6, 6, 2, 2, 1, 1],
    )
    assert (armoured.att_total, armoured.def_total, armoured.att_cinematic) == (16, 6, True)
    assert armoured.threshold == 10


@pytest.mark.parametrize(("dice", "earns"), [([1, 2, 6, 6], (False, True)), ([6, 6, 1, 2], (True, False))])
def test_boxcars_earn_their_roller_a_cinematic(dice, earns):
    """T-218."""
    result = resolve("two_d6.opposed_check", att_bonus=0, def_bonus=0, dice=dice)
    assert (result.att_cinematic, result.def_cinematic) == earns


def test_light_armour_rerolls_snake_eyes_once():
    """E-7."""

    def defence_of(dice):
        return resolve("two_d6.opposed_check", att_bonus=0, def_bonus=0, armour="light", dice=dice)

    assert defence_of([3, 4, 1, 1, 1, 1]).def_total == 2
    assert defence_of([3, 4, 1, 1, 6, 5]).def_total == 11
    assert defence_of([3, 4, 1, 2]).def_total == 3


def test_defender_wins_ties_and_parries_viciously_when_5_ahead():
    tie = resolve("two_d6.opposed_check", att_bonus=4, def_bonus=4, dice=[3, 4, 3, 4])
    assert (tie.winner, tie.margin, tie.vicious_parry) == ("defender", 0, False)
    parry = resolve("two_d6.opposed_check", att_bonus=4, def_bonus=4, dice=[1, 1, 3, 4])
    assert parry.vicious_parry and parry.margin == -5
    assert not resolve("two_d6.opposed_check", att_bonus=4, def_bonus=4, dice=[1, 2, 3, 4]).vicious_parry


def test_margin_options_depend_on_margin_and_attack():
    def options_for(margin, attack, **more):
        answer = ask("two_d6.margin_options", margin=margin, attack=attack, **more)
        return answer["threshold"], set(answer["entries"]), answer["max_wounds"]

    first = {"wound", "disarm", "distract", "trip", "shove"}
    second = {"two_wounds", "knock_out", "cripple", "two_from_first"}
    third = {"three_wounds", "destroy", "one_from_each", "three_from_first"}
    assert options_for(0, "melee", cinematic=True) == (0, set(), 0)
    assert options_for(1, "melee") == (1, first, 1)
    assert options_for(4, "ranged", cinematic=True) == (1, first - {"trip"}, 2)
    assert options_for(5, "unarmed") == (5, first | {"grapple"} | second, 2)
    assert options_for(9, "spell") == (5, (first - {"trip"}) | second, 2)
    assert options_for(10, "melee", cinematic=True) == (10, first | second | third, 4)
    assert len(OPTIONS) == 14


# Wounds and healing.


@pytest.mark.parametrize(
    "inputs, most, left, state, check",
    [
        ({"TOU": 3}, 6, 6, "standing", False),
        ({"TOU": 0, "dealt": 3}, 3, 0, "unconscious", True),
        ({"TOU": 2, "extra_wound": True, "dealt": 2}, 6, 4, "standing", False),
        ({"TOU": 2, "current": 1, "dealt": 3}, 5, 0, "unconscious", True),
        ({"TOU": 2, "current": 0, "dealt": 1}, 5, 0, "dead", False),
        ({"TOU": 2, "current": 0, "dealt": 1, "negate": 1}, 5, 0, "unconscious", False),
        ({"TOU": 2, "current": 0}, 5, 0, "unconscious", False),
        ({"TOU": 0, "lost_limbs": 4}, 0, 0, "unconscious", False),
        ({"TOU": 1, "lost_limbs": 1, "current": 4, "dealt": 1}, 3, 2, "standing", False),
        ({"TOU": 1, "current": 3, "dealt": 0, "negate": 1}, 4, 3, "standing", False),
    ],
)
def test_wounds_decide_the_state_and_the_death_check(inputs, most, left, state, check):
    answer = ask("two_d6.wounds", **inputs)
    assert answer == {"wounds_max": most, "wounds": left, "state": state, "death_check": check}


def test_healing_dc_and_days_follow_the_lost_wounds():
    answer = ask("two_d6.healing", lost=2, heal_bonus=4)
    assert answer == {"dc": 9, "p_double": Fraction(5, 6), "days": 2, "days_doubled": 1}
    dcs = [ask("two_d6.healing", lost=lost)["dc"] for lost in range(1, 10)]
    assert dcs == [7, 9, 11, 13, 15, 17, 17, 17, 17]  # E-11
    results_if_ill = [ask("two_d6.healing", lost=lost, rested_and_fed=False) for lost in (1, 3)]
    assert [(each["days"], each["days_doubled"]) for each in results_if_ill] == [(2, 1), (6, 3)]
    assert ask("two_d6.healing", lost=3)["days_doubled"] == 2
    assert ask("two_d6.healing", lost=3, doubled=True)["p_double"] == 1
