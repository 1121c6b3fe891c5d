"""Rounds and whole conflicts of Action & Consequence against the digest's results and plain absorption."""

import re
from fractions import Fraction
from itertools import product

import pytest

from rules_py import InputError, ask, odds, present, resolve, roll
from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.dice.incremental import Task
from rules_py.dice.odds import Odds
from rules_py.systems import registry
from rules_py.systems.action_consequence import outlook, sweep
from tests.fuzz.watch import in_time, least
from tests.systems.action_consequence.reference_results import CONFLICTS, FRACTIONS, ROUNDS
from tests.systems.action_consequence.reference_rules import chances_of, solve_conflict, solve_round

OUTPUTS = ("a_doubles", "a_by_giving", "b_doubles", "b_by_giving", "rounds", "exchanges")
PRIME = 1_000_000_007
SMALL = ((4,), (6,), (4, 4), (6, 4), (8,))
LIMITS = ((None, None), (1, 1), (2, None), (3, 2))


def conflict(dice_a, dice_b, give_at_a=None, give_at_b=None, **more) -> Odds:
    return odds(
        "action_consequence.conflict",
        dice_a=list(dice_a),
        dice_b=list(dice_b),
        give_at_a=give_at_a,
        give_at_b=give_at_b,
        **more,
    )


def roll_input(dice, *advantage):
    return {"dice": list(dice), "advantage": list(advantage)}


# Reference results.


@pytest.mark.parametrize("dice_a, dice_b, advantage, expected", ROUNDS)
def test_reference_rounds(dice_a, dice_b, advantage, expected):
    exact_odds = odds("action_consequence.round", dice_a=dice_a, dice_b=dice_b, advantage=advantage)
    names = ("a_doubles", "b_doubles", "b_short", "a_short", "tie", "exchanges")
    for name, text in zip(names, expected[3:], strict=True):
        assert abs(exact_odds.measures[name] - Fraction(text)) <= Fraction(1, 2 * 10**9)
    assert sum(exact_odds.measures[name] for name in names[:5]) == 1


@pytest.mark.parametrize("dice_a, dice_b, give_at_a, give_at_b, decimals, residues", CONFLICTS)
def test_reference_conflicts(dice_a, dice_b, give_at_a, give_at_b, decimals, residues):
    measures = conflict(dice_a, dice_b, give_at_a, give_at_b).measures
    for name, text, residue in zip(OUTPUTS, decimals, residues, strict=True):
        value = Fraction(measures[name])
        assert abs(value - Fraction(text)) <= Fraction(1, 2 * 10**12)
        assert value.numerator * pow(value.denominator, -1, PRIME) % PRIME == residue


@pytest.mark.parametrize("dice_a, dice_b, give_at_a, give_at_b, name, exact", FRACTIONS)
def test_reference_fractions(dice_a, dice_b, give_at_a, give_at_b, name, exact):
    assert conflict(dice_a, dice_b, give_at_a, give_at_b).measures[name] == Fraction(exact)


# Reference implementation: plain absorption over every standing roll.


@pytest.mark.parametrize("dice_a, dice_b", list(product(SMALL, repeat=2)) + [((4, 4, 4), (6, 4)), ((4,), ())])
def test_round_sweep_matches_plain_absorption(dice_a, dice_b):
    for d6s in ((0, 0), (1, 0), (0, 1), (2, 1)):
        chances, answers = solve_round(dice_a, dice_b, *d6s)
        ends = sweep.round_ends(dice_a, dice_b, d6s)
        assert {end: part for end, part in ends.chances.items() if part} == chances
        assert ends.mean_exchanges == answers


@pytest.mark.parametrize("dice_a, dice_b", [((4, 4), (6, 4)), ((6,), (4, 4)), ((4,), (8,))])
def test_sweep_from_a_standing_roll_matches_reference_absorption(dice_a, dice_b):
    for challenger, reading in product("ab", ((1,), (3, 1), (4,), (6, 2), (9, 3), (30,))):
        for d6s in ((0, 0), (1, 0), (1, 2)):
            start = (challenger, reading + (0,) * (6 - len(reading)))
            chances, answers = solve_round(dice_a, dice_b, *d6s, start)
            ends = sweep.standing_ends(dice_a, dice_b, challenger, reading, d6s)
            assert {end: part for end, part in ends.chances.items() if part} == chances
            assert ends.mean_exchanges == answers


@pytest.mark.parametrize("dice_a, dice_b", list(product(SMALL[:4], repeat=2)))
@pytest.mark.parametrize("limits", LIMITS)
def test_sweep_and_outer_chain_agree_with_plain_absorption(dice_a, dice_b, limits):
    for holder in ("none", "a"):
        start = (holder, 0, 0, None, int(holder == "a"), 0)
        solution = solve_conflict(dice_a, dice_b, *limits, start)
        measures = conflict(dice_a, dice_b, *limits, advantage=holder).measures
        assert {name: measures[name] for name in OUTPUTS[:4]} == chances_of(solution)
        assert measures["exchanges"] == solution.means["answers"]


@pytest.mark.parametrize("limits", LIMITS)
def test_conflict_from_matches_reference_absorption(limits):
    dice_a, dice_b = (6, 4), (4, 4)
    for challenger, reading, d6s in (("a", (3, 1), (0, 0)), ("b", (4, 4), (1, 0)), ("a", (8, 2), (2, 1))):
        short_a, short_b = (int(limit is not None and limit > 1) for limit in limits)
        start = ("none", short_a, short_b, (challenger, reading + (0,) * 4), *d6s)
        solution = solve_conflict(dice_a, dice_b, *limits, start)
        exact_odds = odds(
            "action_consequence.conflict_from",
            dice_a=list(dice_a),
            dice_b=list(dice_b),
            challenger=challenger,
            standing=roll_input(reading),
            advantage_a=d6s[0],
            advantage_b=d6s[1],
            give_at_a=limits[0],
            give_at_b=limits[1],
            short_a=short_a,
            short_b=short_b,
        ).measures
        assert {name: exact_odds[name] for name in OUTPUTS[:4]} == chances_of(solution)
        assert exact_odds["exchanges"] == solution.means["answers"]


# Properties.


@pytest.mark.parametrize("dice_a, dice_b", [((12, 6), (10, 8)), ((8,), (6, 6)), ((10, 8, 6), (12, 4))])
@pytest.mark.parametrize("limits", [(None, None), (1, 3), (2, None)])
def test_swapping_the_sides_swaps_the_outputs(dice_a, dice_b, limits):
    one, other = conflict(dice_a, dice_b, *limits), conflict(dice_b, dice_a, *reversed(limits))
    assert [one.a_doubles, one.a_by_giving, one.b_doubles, one.b_by_giving] == [
        other.b_doubles, other.b_by_giving, other.a_doubles, other.a_by_giving,
    ]  # fmt: skip
    assert (one.rounds, one.exchanges) == (other.rounds, other.exchanges)


def test_equal_sides_win_equally_and_give_only_at_a_limit():
    for dice in ((12, 12), (10, 6, 4), (4,)):
        for limit in (None, 2):
            conflict_odds = conflict(dice, dice, limit, limit)
            assert conflict_odds.a_doubles + conflict_odds.a_by_giving == Fraction(1, 2)
        assert conflict(dice, dice).a_by_giving == conflict(dice, dice).b_by_giving == 0


def test_conflict_with_a_high_limit_approaches_never_giving():
    never = conflict((8, 6), (10, 4)).a_doubles
    gaps = [abs(conflict((8, 6), (10, 4), limit, limit).a_doubles - never) for limit in range(1, 6)]
    assert gaps == sorted(gaps, reverse=True) and gaps[-1] < gaps[0] / 10


def test_conflict_ignores_the_order_of_dice():
    assert conflict((6, 12), (8, 10), 2, 2).measures == conflict((12, 6), (10, 8), 2, 2).measures


def test_conflict_counts_earlier_short_answers():
    fresh, later = conflict((8, 6), (8, 6), 3, None), conflict((8, 6), (8, 6), 3, None, short_a=2)
    assert later.measures == conflict((8, 6), (8, 6), 1, None).measures
    assert later.b_by_giving > fresh.b_by_giving


# Rolls.


def test_conflict_steps_replay_the_book_example():
    row = [4, 1, 8, 3, 7, 2, 11, 2, 9, 4, 6, 6, 5]
    outcome = resolve("action_consequence.conflict", dice=row, dice_a=[12, 6], dice_b=[10, 8])
    assert (outcome.winner, outcome.how) == ("b", "doubling")
    notes = [step.text for step in outcome.working if not step.dice]
    assert notes == [
        "A new round",
        "B challenges with 8 and 3 against 4 and 1",
        "7 and 2 against 8 and 3: lower but more than half, so hang in or give",
        "A hangs in, and B has the advantage",
        "A new round; B has the advantage",
        "B challenges with 15 and 4 against 11 and 2",
        "6 and 5 against 15 and 4: half or less, so the challenge comes true, with exhaustion or injury",
    ]
    giving = resolve("action_consequence.conflict", dice=row[:6], dice_a=[12, 6], dice_b=[10, 8], give_at_a=1)
    assert (giving.winner, giving.how, giving.verdict) == ("b", "giving", "B wins: A gives")


def test_round_ends_in_a_tie_and_swaps_roles():
    outcome = resolve("action_consequence.round", dice=[3, 3, 2, 1, 4, 4], dice_a=[4], dice_b=[4])
    assert outcome.end == "tie"
    assert resolve("action_consequence.round", dice=[2, 1, 4, 2], dice_a=[4], dice_b=[4]).end == "b_doubles"


def test_rolled_conflicts_are_won_as_often_as_the_odds_say():
    expected = conflict((8, 6), (6, 6), 2, None)
    wins = sum(
        roll("action_consequence.conflict", seed=seed, dice_a=[8, 6], dice_b=[6, 6], give_at_a=2)
        .outcome.winner == "a"
        for seed in range(2000)
    )  # fmt: skip
    chance = expected.a_doubles + expected.a_by_giving
    assert abs(wins / 2000 - float(chance)) < 0.04


# Replays.


IRIN = [
    {
        "cast": {"a": roll_input([4, 1]), "b": roll_input([8, 3])},
        "answers": [roll_input([7, 2])],
        "choice": "hang_in",
    },
    {
        "cast": {"a": roll_input([11, 2]), "b": roll_input([9, 4], 6)},
        "answers": [roll_input([6, 5])],
        "choice": None,
    },
]


def replay_rounds(*rounds):
    return ask("action_consequence.replay", rounds=list(rounds))


def test_w5_replay_of_the_book_example():
    assert replay_rounds(*IRIN) == {
        "status": "over",
        "winner": "b",
        "how": "doubling",
        "next_advantage": None,
        "rounds": 2,
        "exchanges": 2,
    }


def test_replay_of_an_unfinished_conflict_reports_its_status():
    first = replay_rounds(IRIN[0])
    assert (first["status"], first["next_advantage"]) == ("new_round", "b")
    cast = {"cast": IRIN[0]["cast"], "answers": [], "choice": None}
    assert replay_rounds(cast)["status"] == "awaiting_answer"
    higher_answer = {**cast, "answers": [roll_input([9, 1])]}
    assert (
        replay_rounds(higher_answer)["status"] == "awaiting_answer"
        and replay_rounds(higher_answer)["exchanges"] == 1
    )
    giving = {**IRIN[0], "choice": "give"}
    assert (replay_rounds(giving)["winner"], replay_rounds(giving)["how"]) == ("b", "giving")
    tie = {**cast, "answers": [roll_input([8, 3])]}
    assert replay_rounds(tie)["status"] == "new_round" and replay_rounds(tie)["next_advantage"] is None


def round_with_cast(a, b, *answers, choice=None):
    return {"cast": {"a": a, "b": b}, "answers": list(answers), "choice": choice}


@pytest.mark.parametrize(
    "rounds, code",
    [
        (
            [round_with_cast(roll_input([4]), roll_input([8]), roll_input([1]), roll_input([1]))],
            "answer_after_end",
        ),
        ([round_with_cast(roll_input([4]), roll_input([8]), roll_input([1])), IRIN[0]], "round_after_end"),
        ([round_with_cast(roll_input([4]), roll_input([8])), IRIN[0]], "round_unfinished"),
        ([round_with_cast(roll_input([4]), roll_input([8]), roll_input([5]))], "choice_missing"),
        (
            [round_with_cast(roll_input([4]), roll_input([8]), roll_input([1]), choice="give")],
            "choice_not_due",
        ),
        (
            [
                IRIN[0],
                round_with_cast(roll_input([7]), roll_input([8], 1), roll_input([10]), roll_input([1])),
            ],
            "advantage_missing",
        ),
        ([round_with_cast(roll_input([4], 3), roll_input([8]))], "advantage_not_held"),
        ([IRIN[0], round_with_cast(roll_input([4]), roll_input([8]))], "advantage_missing"),
        ([round_with_cast(roll_input([4, 2]), roll_input([4, 2]))], "tied_cast"),
    ],
)
def test_replay_rejects_inconsistent_rounds(rounds, code):
    with pytest.raises(InputError) as caught:
        replay_rounds(*rounds)
    assert code in caught.value.codes


def test_replay_keeps_the_die_of_a_struck_name_for_the_round():
    answer_with_strike = roll_input([6, 5], 4) | {"struck": 1}
    second_round = round_with_cast(
        roll_input([11, 2]), roll_input([9, 4], 6), answer_with_strike, choice="hang_in"
    )
    assert replay_rounds(IRIN[0], second_round)["next_advantage"] == "b"


def test_replay_adds_the_challengers_struck_name_to_the_roll():
    second_round = round_with_cast(
        roll_input([4]), roll_input([8]), roll_input([9]) | {"challenger_struck": [4]}, choice="give"
    )
    assert (replay_rounds(second_round)["winner"], replay_rounds(second_round)["how"]) == ("b", "giving")
    roll_with_strike = roll_input([8], 2) | {"struck": 1}
    longer_round = round_with_cast(
        roll_input([4]),
        roll_input([8]),
        roll_input([9]),
        roll_with_strike | {"challenger_struck": []},
        roll_input([5]),
    )
    assert replay_rounds(longer_round)["winner"] == "b" and replay_rounds(longer_round)["exchanges"] == 3


# Numbers on the page.


def test_give_or_hang_equals_the_conflict_odds_of_one_side():
    rows = ask("action_consequence.give_or_hang", dice_a=[12, 12], dice_b=[12, 12], me="b")["rows"]
    assert [row["give_at"] for row in rows] == [1, 2, 3, None]
    for row in rows:
        conflict_odds = conflict((12, 12), (12, 12), None, row["give_at"])
        assert row == {
            "give_at": row["give_at"],
            "wins_by_doubling": conflict_odds.b_doubles,
            "wins_by_giving": conflict_odds.b_by_giving,
            "gives": conflict_odds.a_by_giving,
            "doubled": conflict_odds.a_doubles,
        }
    assert [round(float(each["doubled"]), 4) for each in rows][::3] == [0.1416, 0.5]


def test_conflict_odds_shorten_very_long_fractions():
    conflict_odds = conflict((12, 12, 12), (12, 12, 12), 3, 3)
    assert conflict_odds.a_doubles == conflict_odds.b_doubles and conflict_odds.a_wins == Fraction(1, 2)
    assert sum(conflict_odds[each] for each in conflict_odds) == 1
    assert conflict_odds.a_doubles.denominator > 10**4300
    assert re.fullmatch(
        r"8,\d{3}-digit numbers, about 1 in 4\.\d\d", number_format.exact_fraction(conflict_odds.a_doubles)
    )
    numerator, denominator = to_jsonable(conflict_odds.a_doubles).split("/")
    for digits, number in (
        (numerator, conflict_odds.a_doubles.numerator),
        (denominator, conflict_odds.a_doubles.denominator),
    ):
        assert number // 10 ** (len(digits) - 9) == int(digits[:9])
        assert number % 10**4100 == int(digits[-4100:])
    html = str(present.render_odds(registry.calculator("action_consequence.conflict"), conflict_odds))
    assert "-digit numbers, about 1 in 4." in html and len(html) < 10_000


def test_conflict_odds_reject_too_many_dice_with_a_hint():
    with pytest.raises(InputError) as caught:
        conflict((12, 12, 12, 12), (12, 12, 12, 12), 3, 3)
    assert caught.value.codes == ("too_large",) and "Use fewer dice" in caught.value.user_message


def test_conflict_odds_are_computed_incrementally():
    bound = registry.calculator("action_consequence.conflict").bind(
        {"dice_a": [12, 8, 8, 6], "dice_b": [10, 10, 8, 6]}
    )
    work = Task(bound.odds_incrementally())
    slices = 1
    while (result := work.advance(0.01)) is None:
        slices += 1
    assert slices > 2 and result[0].a_doubles > Fraction(1, 2)


def test_conflict_odds_take_at_most_60_ms():
    """A browser takes two to four times as long."""

    def solve_uncached() -> None:
        outlook._solve.cache_clear()
        for each in (sweep._round_ends, sweep.standing_ends_incrementally):
            each.cache_clear()
        conflict((12, 12), (12, 12), 3, 3)

    assert in_time(least(solve_uncached, 0.06), 0.06)
