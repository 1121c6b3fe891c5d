"""The reference values of Dichotomy's digest, V-01 to V-23, and closed forms compared with enumeration."""

import itertools
from fractions import Fraction as F

import dyce
import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import ask, calculator, odds
from rules_py.systems.dichotomy import grades
from rules_py.systems.dichotomy.attacks import Boons, hit_chances
from rules_py.systems.dichotomy.defence import HITS_TAKEN
from rules_py.systems.dichotomy.house import House


def fractions(text):
    return [F(each) for each in text.split()]


def check(value_a, value_b, tn_a=10, tn_b=10, **more):
    exact_odds = odds("dichotomy.check", value_a=value_a, value_b=value_b, tn_a=tn_a, tn_b=tn_b, **more)
    return [exact_odds.measures[grade] for grade in ("failure", "partial", "total", "critical")]


def attack(value_a, value_b, tn_a, tn_b, **more):
    return odds("dichotomy.attack", value_a=value_a, value_b=value_b, tn_a=tn_a, tn_b=tn_b, **more)


def defence(value_a, value_b, tn_a, tn_b, **more):
    return odds("dichotomy.defence", value_a=value_a, value_b=value_b, tn_a=tn_a, tn_b=tn_b, **more)


FINESSE_SPIRITUAL = {"attribute_a": "finesse", "attribute_b": "spiritual"}
PLAIN_BLOW = {"0": F(3, 50), "1": F(19, 50), "2": F(14, 25)}
SMITING = {"0": F(3, 50), "2": F(19, 50), "3": F(14, 25)}
FROM_THUG = {"0": F(14, 25), "1": F(19, 50), "2": F(3, 50)}
FROM_SNIPER = {"0": F(1, 5), "1": F(4, 5)}
FROM_BOTH = {"0": F(14, 125), "1": F(131, 250), "2": F(79, 250), "3": F(6, 125)}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param({"value_a": 7, "value_b": 8}, "1/50 13/50 71/100 1/100", id="V-01"),
        pytest.param(
            {"value_a": 7, "value_b": 8, "ability_helps": True}, "0 1/50 97/100 1/100", id="V-01 helped"
        ),
        pytest.param({"value_a": 7, "value_b": 8, "tn_b": 15}, "3/25 14/25 31/100 1/100", id="V-02"),
        pytest.param({"value_a": 5, "value_b": 6}, "3/25 23/50 41/100 1/100", id="V-03"),
        pytest.param({"value_a": 10, "value_b": 1, "tn_a": 14, "tn_b": 14}, "3/10 69/100 0 1/100", id="V-04"),
        pytest.param({"value_a": 1, "value_b": 1, "tn_a": 14, "tn_b": 14}, "99/100 0 0 1/100", id="V-05"),
        pytest.param(
            {"value_a": 5, "value_b": 6, "tn_a": 12, "tn_b": 12}, "3/10 1/2 19/100 1/100", id="V-23"
        ),
        pytest.param(
            {"value_a": 5, "value_b": 6, "tn_a": 12, "tn_b": 12, "mod_a": 4, "mod_b": 4},
            "1/50 13/50 71/100 1/100",
            id="V-23 veteran",
        ),
    ],
)
def test_check_grades_match_the_reference(query, expected):
    assert check(**query) == fractions(expected)


@pytest.mark.parametrize("value", range(1, 11))
def test_v06_equal_player_characters(value):
    tn = ask("dichotomy.pvp_tn", defender_value=value)["tn"]
    assert check(value, value, tn, tn) == fractions("4/25 12/25 7/20 1/100")


def test_v01_at_least_measures():
    exact_odds = odds("dichotomy.check", value_a=7, value_b=8)
    assert (exact_odds.at_least_partial, exact_odds.at_least_total) == (F(49, 50), F(18, 25))
    assert exact_odds.total == F(71, 100)


def test_v07_a_blow_plain_and_with_smite():
    plain, smiting = attack(8, 9, 12, 12), attack(8, 9, 12, 12, smite=True)
    assert (plain.hits, plain.mean) == (PLAIN_BLOW, F(3, 2))
    assert (smiting.hits, smiting.mean) == (SMITING, F(61, 25))


def test_v08_a_blow_uphill():
    exact_odds = attack(8, 9, 11, 10, smite=True)
    assert (exact_odds.hits, exact_odds.mean) == ({"2": F(1, 5), "3": F(4, 5)}, F(14, 5))


def test_v09_fire_telekinesis_and_aim():
    fire = attack(7, 8, 12, 8, **FINESSE_SPIRITUAL)
    assert (fire.hits, fire.mean, fire.push) == ({"1": F(2, 5), "2": F(3, 5)}, F(8, 5), 0)
    push = attack(7, 8, 12, 8, **FINESSE_SPIRITUAL, telekinesis=True)
    assert (push.hits, push.push) == ({"1": F(1)}, F(3, 5))
    assert attack(7, 8, 12, 8, **FINESSE_SPIRITUAL, deadly_aim=True).hits == {"3": F(2, 5), "4": F(3, 5)}


def test_v10_bless():
    assert attack(5, 6, 12, 12, bless=True).hits == {"1": F(3, 10), "2": F(1, 2), "3": F(1, 5)}
    assert attack(5, 6, 12, 12, bless=True, miss_is_miss=True).hits == {
        "0": F(3, 10),
        "2": F(1, 2),
        "3": F(1, 5),
    }


def test_v11_defence_against_the_thug():
    assert (defence(8, 9, 12, 12).hits, defence(8, 9, 12, 12).mean) == (FROM_THUG, F(1, 2))
    assert defence(8, 9, 12, 12, defend_action=True).hits == {"0": F(1)}
    assert defence(8, 9, 12, 12, reduction=1).hits == {"0": F(47, 50), "1": F(3, 50)}


def test_v12_defence_against_a_sniper():
    assert (defence(3, 9, 12, 10).hits, defence(3, 9, 12, 10).mean) == (FROM_SNIPER, F(4, 5))
    misprinted_odds = defence(3, 8, 12, 10)
    assert (misprinted_odds.hits, misprinted_odds.mean) == (
        {"0": F(9, 50), "1": F(37, 50), "2": F(2, 25)},
        F(9, 10),
    )


def test_v13_benny_against_a_sniper():
    exact_odds = defence(7, 3, 12, 10)
    assert (exact_odds.hits, exact_odds.mean) == ({"0": F(6, 25), "1": F(13, 25), "2": F(6, 25)}, 1)


def test_v14_two_attackers_in_a_round():
    answer = ask("dichotomy.round_hits", distributions=[FROM_THUG, FROM_SNIPER])
    assert answer == {"hits": FROM_BOTH, "mean": F(13, 10), "three_or_more": F(6, 125)}


def test_v15_one_roll_against_two():
    targets = [{"tn_a": 12, "tn_b": 12}, {"tn_a": 9, "tn_b": 10}]
    exact_odds = odds("dichotomy.split", value_a=8, value_b=9, targets=targets, smite=True)
    assert exact_odds.joint == {"0,3": F(3, 50), "2,3": F(19, 50), "3,3": F(14, 25)}


def test_v16_rounds_until_the_thug_drops():
    plain = odds("dichotomy.drop", npc_hits=3, per_round=PLAIN_BLOW, rounds=3)
    assert (plain.by_round, plain.mean_rounds) == (fractions("0 462/625 24091/25000"), F(238950, 103823))
    smiting = odds("dichotomy.drop", npc_hits=3, per_round=SMITING, rounds=3)
    assert (smiting.by_round, smiting.mean_rounds) == (fractions("14/25 2377/2500 6223/6250"), F(3300, 2209))


def test_v17_rounds_until_the_sniper_drops():
    exact_odds = odds("dichotomy.drop", npc_hits=3, per_round={"1": "2/5", "2": "3/5"}, rounds=3)
    assert (exact_odds.by_round, exact_odds.mean_rounds) == (fractions("0 21/25 1"), F(54, 25))


def test_rounds_until_a_foe_drops_are_in_order():
    exact_odds = odds("dichotomy.drop", npc_hits=3, per_round=PLAIN_BLOW, rounds=3)
    scale = calculator("dichotomy.drop").scale
    assert [grade.label for grade in scale.grades_of(exact_odds)] == ["in round 2", "in round 3", "not yet"]
    assert list(scale.chances(exact_odds).values())[-1] == 1 - exact_odds.by_round[-1]


def test_drop_never_happens_without_hits():
    exact_odds = odds("dichotomy.drop", npc_hits=3, per_round={"0": 1}, rounds=2)
    assert (exact_odds.by_round, exact_odds.mean_rounds) == ([0, 0], None)


def test_v18_the_track_against_the_thug():
    exact_odds = odds("dichotomy.injury", per_round=FROM_THUG, rounds=6)
    assert [row["injured"] for row in exact_odds.by_round] == fractions(
        "0 123/2500 1049/6250 125339/390625 4638461/9765625 29821809/48828125"
    )
    assert exact_odds.by_round[3]["serious"] == F(15129, 6250000)
    assert exact_odds.by_round[5]["out"] == F(1860867, 15625000000)
    mean = F(33225, 5324)
    assert (exact_odds.mean_to_injured, exact_odds.mean_to_serious, exact_odds.mean_to_out) == (
        mean,
        2 * mean,
        3 * mean,
    )
    tough = odds("dichotomy.injury", per_round=FROM_THUG, rounds=6, fortitude=True)
    assert tough.mean_to_injured == F(965125, 117128)
    assert tough.mean_to_out == F(965125, 117128) + 2 * mean


def test_v19_the_track_against_two():
    exact_odds = odds("dichotomy.injury", per_round=FROM_BOTH, rounds=3)
    assert [row["injured"] for row in exact_odds.by_round] == fractions("6/125 6559/12500 3416901/3906250")
    assert (exact_odds.by_round[1]["serious"], exact_odds.by_round[2]["out"]) == (
        F(36, 15625),
        F(216, 1953125),
    )
    assert exact_odds.mean_to_injured == F(14133125, 5470524)


@pytest.mark.parametrize("fortitude", [False, True])
def test_endurance_equals_the_injury_odds_of_the_same_hits(fortitude):
    def against(attackers, rounds):
        me = {"value_a": 8, "value_b": 9, "tn_a": 12, "tn_b": 12, "fortitude": fortitude}
        return odds("dichotomy.endurance", **me, attackers=attackers, rounds=rounds)

    assert against(1, 6) == odds("dichotomy.injury", per_round=FROM_THUG, rounds=6, fortitude=fortitude)
    three = ask("dichotomy.round_hits", distributions=[FROM_THUG] * 3)["hits"]
    by_hits = odds("dichotomy.injury", per_round=three, rounds=2, fortitude=fortitude)
    assert (against(3, 2), against(3, 2).mean_to_out) == (by_hits, by_hits.mean_to_out)


def test_v20_a_hard_duel():
    exact_odds = odds(
        "dichotomy.duel", npc_hits=6, attack=attack(3, 3, 12, 12).hits, defence=defence(3, 3, 14, 14).hits
    )
    assert exact_odds.pc_wins == F(23162361675263152588525, 1107414067004955654750909)


def test_v21_an_easy_duel():
    even = attack(6, 6, 12, 12).hits
    exact_odds = odds("dichotomy.duel", npc_hits=1, attack=even, defence=defence(6, 6, 12, 12).hits)
    assert round(float(exact_odds.pc_wins), 12) == 0.999982870826


def test_v22_aim_or_shoot():
    answer = ask("dichotomy.aim_or_shoot", value_a=6, value_b=5, tn_a=10, tn_b=10, npc_hits=3)
    assert (answer["plain_mean"], answer["aimed_mean"]) == (F(13, 5), F(33, 10))
    assert (answer["plain_drop_round_2"], answer["aimed_drop_round_2"]) == (F(1407, 2500), F(22, 25))


def enumerate_hits(needs, boons=None, base=(0, 1, 2)):
    """Return the chance of each number of hits, by enumerating all hundred pairs of faces."""
    by_hits = {}
    boons = boons or Boons()
    for faces in itertools.product(range(1, 11), repeat=2):
        successes = sum(face >= need for face, need in zip(faces, needs, strict=True))
        successes = 2 if faces == (10, 10) and not boons.house.tens_need_targets else successes
        hits = base[successes]
        missed = hits == 0
        if boons.telekinesis and hits == 2:
            hits = 1
        house = boons.house
        hits += house.smite_bonus * (boons.smite and not missed)
        hits += house.aim_bonus * (boons.deadly_aim and not (missed and house.miss_is_miss))
        hits += house.bless_bonus * (boons.bless and not (missed and house.miss_is_miss))
        hits = max(0, hits - boons.protected)
        by_hits[hits] = by_hits.get(hits, 0) + F(1, 100)
    return dict(sorted(by_hits.items()))


@pytest.mark.parametrize("first", range(-1, 14))
def test_closed_forms_of_grades_equal_the_mechanic_at_every_need(first):
    for second in range(-1, 14):
        assert list(grades.grades(first, second).values()) == check(1, 1, first + 1, second + 1)
        helped = grades.grades(first, second, ability_helps=True)
        assert list(helped.values()) == check(1, 1, first + 1, second + 1, ability_helps=True)
        assert sum(helped.values()) == 1


@given(
    needs=st.tuples(st.integers(-2, 14), st.integers(-2, 14)),
    smite=st.booleans(),
    aim=st.booleans(),
    bless=st.booleans(),
    telekinesis=st.booleans(),
    reduction=st.integers(0, 1),
    house=st.builds(
        House,
        tens_need_targets=st.booleans(),
        miss_is_miss=st.booleans(),
        smite_bonus=st.integers(1, 4),
        aim_bonus=st.integers(1, 4),
        bless_bonus=st.integers(1, 4),
    ),
    finesse=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_hits_equal_enumeration_for_every_legal_combination(
    needs, smite, aim, bless, telekinesis, reduction, house, finesse
):
    taken_by_both = ("tens_need_targets", "miss_is_miss", "smite_bonus", "aim_bonus")
    adding = {name: getattr(house, name) for name in taken_by_both}
    boons = Boons(
        smite and not finesse, aim and finesse, bless, telekinesis and finesse, bool(reduction), house
    )
    expected = enumerate_hits(needs, boons)
    assert hit_chances(*needs, boons) == expected
    exact_odds = attack(
        1,
        1,
        needs[0] + 1,
        needs[1] + 1,
        smite=boons.smite,
        deadly_aim=boons.deadly_aim,
        bless=bless,
        telekinesis=boons.telekinesis,
        reduction=reduction,
        **adding,
        bless_bonus=house.bless_bonus,
        attribute_a="finesse" if finesse else "power",
        attribute_b="spiritual",
    )
    assert exact_odds.hits == {str(hits): chance for hits, chance in expected.items()}
    hits_taken = defence(
        1, 1, needs[0] + 1, needs[1] + 1, npc_smite=smite, npc_deadly_aim=aim, reduction=reduction, **adding
    )
    npc = Boons(smite=smite, deadly_aim=aim, protected=bool(reduction), house=house)
    assert hits_taken.hits == {
        str(hits): chance for hits, chance in enumerate_hits(needs, npc, (2, 1, 0)).items()
    }
    assert hit_chances(*needs, npc, HITS_TAKEN) == enumerate_hits(needs, npc, (2, 1, 0))


@pytest.mark.parametrize(("first", "second"), [(2, 5), (5, 5), (11, 3), (12, 12), (0, 10)])
def test_grades_equal_icepool_and_dyce(first, second):
    ours = check(1, 1, first + 1, second + 1)

    def grade(one, other):
        return 3 if one == other == 10 else (one >= first) + (other >= second)

    pool = icepool.map(grade, icepool.d(10), icepool.d(10))
    assert ours == [F(pool.quantity(rank), pool.denominator()) for rank in range(4)]
    die = dyce.H(10)
    tally = [0, 0, 0, 0]
    for (one, ways), (other, more) in itertools.product(die.items(), repeat=2):
        tally[grade(one, other)] += ways * more
    assert ours == [F(each, 100) for each in tally]


@given(needs=st.tuples(st.integers(1, 11), st.integers(1, 11)))
@settings(max_examples=30, deadline=None)
def test_defence_mirrors_attack_and_means_follow_the_digest(needs):
    attack_hits, hits_taken = hit_chances(*needs), hit_chances(*needs, base_hits=HITS_TAKEN)
    assert {2 - hits: chance for hits, chance in attack_hits.items()} == hits_taken
    p, q = (grades.chance(need) for need in needs)
    zeroes = (p == 0) + (q == 0)
    assert sum(hits * chance for hits, chance in attack_hits.items()) == p + q + F(zeroes, 100)


@given(
    thirds=st.lists(st.integers(0, 6), min_size=1, max_size=4),
    npc_hits=st.integers(1, 9),
    rounds=st.integers(1, 5),
    fortitude=st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_drop_and_injury_odds_equal_full_enumeration(thirds, npc_hits, rounds, fortitude):
    """The reference enumerates every sequence of rounds, with hits from a small fair die."""
    per_round = {str(hits): F(thirds.count(hits), len(thirds)) for hits in set(thirds)}
    drop_chances, marks = [F()] * rounds, [[F()] * 3 for _ in range(rounds)]
    for course in itertools.product(thirds, repeat=rounds):
        weight = F(1, len(thirds) ** rounds)
        left, hits, level = npc_hits, 0, 0
        for number, round_hits in enumerate(course):
            left -= round_hits
            drop_chances[number] += weight * (left <= 0)
            if level < 3:
                hits += round_hits
                if hits >= (4 if fortitude and level == 0 else 3):
                    hits, level = 0, level + 1
            for mark in range(3):
                marks[number][mark] += weight * (level > mark)
    assert (
        odds("dichotomy.drop", npc_hits=npc_hits, per_round=per_round, rounds=rounds).by_round == drop_chances
    )
    exact_odds = odds("dichotomy.injury", per_round=per_round, rounds=rounds, fortitude=fortitude)
    assert [list(row.values()) for row in exact_odds.by_round] == marks


@given(
    weights=st.lists(st.integers(0, 5), min_size=3, max_size=5).filter(lambda each: sum(each[1:]) > 0),
    hits=st.integers(1, 8),
)
@settings(max_examples=30, deadline=None)
def test_mean_rounds_satisfy_the_digest_recursion(weights, hits):
    r = {number: F(weight, sum(weights)) for number, weight in enumerate(weights)}

    def mean(left, threshold):
        inside = sum((r.get(k, F()) * mean(left - k, threshold) for k in range(1, left)), F())
        return (1 + inside) / (1 - r[0])

    per_round = {str(number): chance for number, chance in r.items()}
    assert odds("dichotomy.drop", npc_hits=hits, per_round=per_round, rounds=1).mean_rounds == mean(
        hits, hits
    )
    exact_odds = odds("dichotomy.injury", per_round=per_round, rounds=1)
    assert exact_odds.mean_to_injured == mean(3, 3)
    assert exact_odds.mean_to_out == 3 * mean(3, 3)
    tough = odds("dichotomy.injury", per_round=per_round, rounds=1, fortitude=True)
    assert tough.mean_to_serious == mean(4, 4) + mean(3, 3)


def test_duel_equals_a_value_iteration():
    """The reference follows the duel round by round until almost nothing is undecided."""
    attack_hits, hits_taken = {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}, {0: F(1, 2), 2: F(1, 2)}
    states, win_chance = {(4, 0, 0): F(1)}, F()
    for _ in range(120):
        after = {}
        for (left, hits, level), chance in states.items():
            for one, p in attack_hits.items():
                if left - one <= 0:
                    win_chance += chance * p
                    continue
                for other, q in hits_taken.items():
                    count, mark = hits + other, level
                    if count >= 3:
                        count, mark = 0, level + 1
                    if mark < 3:
                        key = (left - one, count, mark)
                        after[key] = after.get(key, F()) + chance * p * q
        states = after
    exact_odds = odds(
        "dichotomy.duel",
        npc_hits=4,
        attack={str(k): v for k, v in attack_hits.items()},
        defence={str(k): v for k, v in hits_taken.items()},
    )
    assert win_chance <= exact_odds.pc_wins <= win_chance + sum(states.values())
    assert sum(states.values()) < F(1, 10**12)


def test_neither_wins_a_duel_without_hits():
    exact_odds = odds("dichotomy.duel", npc_hits=2, attack={"0": 1}, defence={"0": 1})
    assert (exact_odds.pc_wins, exact_odds.mean_rounds) == (0, None)
