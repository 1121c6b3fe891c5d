"""Markov processes compared with linear algebra, icepool, dyce and the reference values of the games."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py.base.errors import TooManyBranchesError
from rules_py.dice import markov
from rules_py.dice.markov import Done, by_round, solve_absorption
from tests.core.reference_odds import (
    CONFLICT_START,
    chances_of,
    conflict,
    duel,
    dyce_by_round,
    dyce_rows,
    icepool_absorb,
    icepool_by_round,
    icepool_rows,
    number_states,
    outcome_chances,
    solve_densely,
    steady,
    two_dice,
)

PRIME = 1_000_000_007

ALEXA_HITS = two_dice(lambda hits: hits, 7, 8)
"""Hits of Alexa's plain attack on the thug: 8 / 9 against 12 / 12."""
THUG_HITS = two_dice(lambda hits: 2 - hits, 7, 8)
"""Hits of the thug's attack on Alexa."""


def residue(value):
    return value.numerator * pow(value.denominator, -1, PRIME) % PRIME


def ruin(top):
    """Win one of `top` stakes with 2 in 5, lose one with 3 in 5, until all or none is left."""
    return lambda stakes: {
        (stakes + 1 if stakes + 1 < top else Done("all")): 2,
        (stakes - 1 if stakes > 1 else Done("none")): 3,
    }


def merge_weights(pairs):
    """Add up the weights of (state, weight) pairs by state."""
    weights = {}
    for place, weight in pairs:
        weights[place] = weights.get(place, 0) + weight
    return weights


def wounds_on_the_thug(left):
    """Return the step of Alexa's attack on a thug with this many hits left."""
    return merge_weights(
        (left - hits if hits < left else Done("out"), weight) for hits, weight in ALEXA_HITS.items()
    )


def injuries_of_alexa(hits, first_threshold=3):
    """Return the step of a round in which Alexa takes `hits`; states are (injuries, hits carried)."""

    def after(injuries, carried):
        if carried < (first_threshold if injuries == 0 else 3):
            return injuries, carried
        return (injuries + 1, 0) if injuries < 2 else Done("out")

    return lambda state: merge_weights(
        (after(state[0], state[1] + hits_taken), weight) for hits_taken, weight in hits.items()
    )


def random_walk(rows, columns):
    """Return the step of a walk until it leaves the board: down, up, right, left weigh 1, 2, 3, 1."""

    def after(row, column):
        if 0 <= row < rows and 0 <= column < columns:
            return row, column
        return Done("right" if column == columns else "elsewhere")

    moves = ((1, 0, 1), (-1, 0, 2), (0, 1, 3), (0, -1, 1))
    return lambda place: merge_weights(
        (after(place[0] + down, place[1] + right), weight) for down, right, weight in moves
    )


def countdown(left):
    """Return the step that subtracts 1, 2 or 3 and ends at 0 or below with the remainder."""
    return {(left - less if left > less else Done(left - less)): 1 for less in (1, 2, 3)}


def at_least_injured(level):
    return lambda place: True if isinstance(place, Done) or place[0] >= level else None


@st.composite
def processes(draw):
    """Draw a process of a few states with any weights, each of which can end."""
    size = draw(st.integers(1, 7))
    weight = st.integers(0, 6)
    rows = [
        {place: draw(weight) for place in range(size)}
        | {Done("won"): draw(weight), Done("lost"): 1 + draw(weight)}
        for _ in range(size)
    ]
    return rows.__getitem__


# Outcomes


@steady
@given(processes())
def test_small_processes_match_linear_algebra(step):
    solution = solve_absorption(step, 0)
    assert (dict(solution.chances), solution.steps) == solve_densely(step, 0)
    assert sum(solution.chances.values()) == 1
    assert solution.never == 0


@pytest.mark.parametrize("top", [2, 3, 10, 60])
def test_gamblers_ruin_matches_its_closed_form(top):
    start = top // 2
    solution = solve_absorption(ruin(top), start)
    ratio = Fraction(3, 2)
    all_won = (1 - ratio**start) / (1 - ratio**top)
    assert solution.chances == {"all": all_won, "none": 1 - all_won}
    assert solution.steps == 5 * (start - top * all_won)


def test_state_with_a_self_loop_is_solved():
    solution = solve_absorption(lambda state: {state: 5, Done("six"): 1}, "rolling")
    assert solution.chances == {"six": 1}
    assert solution.steps == 6


def test_acyclic_process_matches_linear_algebra():
    solution = solve_absorption(countdown, 40)
    assert (dict(solution.chances), solution.steps) == solve_densely(countdown, 40)


def test_nested_loops_match_linear_algebra():
    solution = solve_absorption(random_walk(5, 6), (2, 3))
    assert (dict(solution.chances), solution.steps) == solve_densely(random_walk(5, 6), (2, 3))


def test_nested_loops_of_hundreds_of_states_are_solved():
    solution = solve_absorption(random_walk(15, 20), (7, 10))
    assert sum(solution.chances.values()) == 1
    assert (
        0
        < solution.chances["right"] - by_round(random_walk(15, 20), (7, 10), 120)[-1]["right"]
        < Fraction(1, 1000)
    )


def test_outcomes_are_distinct_from_equal_states():
    solution = solve_absorption(lambda state: {Done(2): 1, 2: 1} if state == 1 else {Done(1): 1}, 1)
    assert solution.chances == {2: Fraction(1, 2), 1: Fraction(1, 2)}


def test_impossible_transitions_are_ignored():
    solution = solve_absorption(lambda state: {Done("end"): 1, Done("never"): 0, "nowhere": 0}, "start")
    assert solution.chances == {"end": 1}


# Processes without an end


def test_cycle_without_exit_never_ends():
    solution = solve_absorption(lambda state: {(state + 1) % 3: 1}, 0)
    assert (solution.chances, solution.never, solution.steps) == ({}, 1, None)


def test_trapped_share_is_reported_without_means():
    transitions = {
        "fork": {"trap": 1, "loop": 1, Done("out"): 1},
        "trap": {"trap": 1},
        "loop": {"pool": 1},
        "pool": {"loop": 7},
    }
    solution = solve_absorption(transitions.__getitem__, "fork", {"visits": lambda state: 1})
    assert (solution.chances, solution.never, solution.steps) == (
        {"out": Fraction(1, 3)},
        Fraction(2, 3),
        None,
    )
    assert solution.means == {"visits": None}


def test_unreachable_trap_is_ignored():
    transitions = {"start": {Done("out"): 1, "trap": 0}, "trap": {"trap": 1}}
    assert solve_absorption(transitions.__getitem__, "start").never == 0


# Means of values per step


def test_means_of_values_per_step_are_exact():
    solution = solve_absorption(
        ruin(7),
        3,
        {"steps": lambda stakes: 1, "stakes": lambda stakes: stakes, "half": lambda stakes: Fraction(1, 2)},
    )
    assert solution.means["steps"] == solution.steps
    assert solution.means["half"] == solution.steps / 2
    # The sum over a whole game is each number of stakes times its mean number of rounds.
    visits = {
        stakes: solve_absorption(ruin(7), 3, {"here": lambda now, there=stakes: now == there}).means["here"]
        for stakes in range(1, 7)
    }
    assert solution.means["stakes"] == sum(stakes * mean for stakes, mean in visits.items())


# By round


@steady
@given(processes(), st.integers(0, 6))
def test_by_round_matches_matrix_multiplication(step, rounds):
    history = by_round(step, 0, rounds)
    assert len(history) == rounds
    current = {0: Fraction(1)}
    for row in history:
        after = {}
        for place, chance in current.items():
            weights = {place: 1} if isinstance(place, Done) else step(place)
            total = sum(weights.values())
            for follower, weight in weights.items():
                after[follower] = after.get(follower, 0) + chance * Fraction(weight, total)
        current = after
        for outcome, chance in row.items():
            assert chance == current.get(Done(outcome), 0)


@steady
@given(processes())
def test_chances_by_round_rise_towards_the_final_chances(step):
    solution = solve_absorption(step, 0)
    history = by_round(step, 0, 12)
    for outcome, chance in solution.chances.items():
        course = [row.get(outcome, 0) for row in history]
        assert course == sorted(course)
        assert course[-1] <= chance


def test_every_round_lists_the_same_outcomes():
    assert by_round(lambda left: {(left - 1 if left > 1 else Done("out")): 1}, 3, 4) == [
        {"out": 0}, {"out": 0}, {"out": 1}, {"out": 1}
    ]  # fmt: skip


# Reference values of the games


def test_attacks_on_a_thug_match_the_digest():
    assert [row["out"] for row in by_round(wounds_on_the_thug, 3, 3)] == [
        0,
        Fraction(462, 625),
        Fraction(24091, 25000),
    ]
    assert solve_absorption(wounds_on_the_thug, 3).steps == Fraction(238950, 103823)


def test_injuries_of_alexa_match_the_digest():
    step = injuries_of_alexa(THUG_HITS)
    injured = [row[True] for row in by_round(step, (0, 0), 6, at_least_injured(1))]
    assert injured == [
        0, Fraction(123, 2500), Fraction(1049, 6250), Fraction(125339, 390625), Fraction(4638461, 9765625),
        Fraction(29821809, 48828125),
    ]  # fmt: skip
    assert by_round(step, (0, 0), 4, at_least_injured(2))[-1] == {True: Fraction(15129, 6250000)}
    assert by_round(step, (0, 0), 6)[-1] == {"out": Fraction(1860867, 15625000000)}
    solution = solve_absorption(step, (0, 0), {"unhurt": lambda state: state[0] == 0})
    assert solution.means["unhurt"] == Fraction(33225, 5324)
    assert solution.steps == 3 * Fraction(33225, 5324)
    with_fortitude = solve_absorption(
        injuries_of_alexa(THUG_HITS, 4), (0, 0), {"unhurt": lambda state: state[0] == 0}
    )
    assert with_fortitude.means["unhurt"] == Fraction(965125, 117128)


@pytest.mark.parametrize(
    ("npc_hits", "attack", "defence", "chance"),
    [
        (6, (2, 2), (0, 0), Fraction(23162361675263152588525, 1107414067004955654750909)),
        (1, (5, 5), (5, 5), pytest.approx(0.999982870826, abs=1e-12)),
    ],
)
def test_duel_matches_the_digest(npc_hits, attack, defence, chance):
    step, start = duel(
        npc_hits, two_dice(lambda hits: hits, *attack), two_dice(lambda hits: 2 - hits, *defence)
    )
    assert solve_absorption(step, start).chances["pc"] == chance


def test_short_conflict_matches_the_digest():
    counters = {"rounds": lambda state: state[0] == "cast", "exchanges": lambda state: state[0] == "exchange"}
    solution = solve_absorption(conflict((4,), (4,)), CONFLICT_START, counters)
    assert solution.chances == {"a_doubles": Fraction(1, 2), "b_doubles": Fraction(1, 2)}
    assert solution.means == {"rounds": Fraction(1698000, 883163), "exchanges": Fraction(1951400, 883163)}


@pytest.mark.parametrize(
    ("dice_a", "dice_b", "limits", "residues"),
    [
        ((4,), (4,), (1, None), (927457086, 0, 677575085, 394967844, 787377698, 92124152)),
        ((4, 4), (12, 12), (2, 2), (873883603, 780331445, 430418460, 915366514, 202810167, 427203709)),
        ((12, 6), (10, 8), (None, None), (365029611, 0, 634970397, 0, 280851767, 968777312)),
        ((12, 6), (10, 8), (1, 1), (339117501, 789319320, 785215706, 86347488, 11066302, 922488918)),
        ((12, 6), (10, 8), (3, 3), (161617132, 732877520, 260076596, 845428767, 609427911, 618328556)),
        ((12, 12), (12, 12), (None, 1), (226360832, 689508404, 84130772, 0, 655511327, 680416318)),
        ((8, 8), (6, 4), (2, 2), (894788467, 493979318, 818192554, 793039683, 106963449, 997130586)),
    ],
)
def test_absorption_of_whole_conflicts_matches_the_digest(dice_a, dice_b, limits, residues):
    counters = {"rounds": lambda state: state[0] == "cast", "exchanges": lambda state: state[0] == "exchange"}
    solution = solve_absorption(conflict(dice_a, dice_b, *limits), CONFLICT_START, counters)
    ends = [
        solution.chances.get(end, Fraction(0))
        for end in ("a_doubles", "a_by_giving", "b_doubles", "b_by_giving")
    ]
    assert sum(ends) == 1
    assert tuple(map(residue, (*ends, solution.means["rounds"], solution.means["exchanges"]))) == residues


# Other libraries


def test_conflict_matches_icepool():
    step = conflict((6,), (4,))
    rows, outcomes = number_states(step, CONFLICT_START)
    theirs = outcome_chances(chances_of(icepool_absorb(icepool_rows(rows))), outcomes)
    assert solve_absorption(step, CONFLICT_START).chances == theirs


def test_duel_by_round_matches_icepool_and_dyce():
    step, start = duel(4, two_dice(lambda hits: hits, 5, 6), two_dice(lambda hits: 2 - hits, 4, 7))
    rows, outcomes = number_states(step, start)
    ours = by_round(step, start, 10)
    for history in (icepool_by_round(icepool_rows(rows), 10), dyce_by_round(dyce_rows(rows), 10)):
        theirs = [outcome_chances(chances_of(current), outcomes) for current in history]
        assert ours == [{outcome: row.get(outcome, 0) for outcome in outcomes} for row in theirs]


# Errors


def test_process_with_too_many_states_is_rejected(monkeypatch):
    monkeypatch.setattr(markov, "MAX_STATES", 100)
    with pytest.raises(
        TooManyBranchesError, match=r"^too many states \(more than 100\)\. Reduce what the state records\.$"
    ):
        solve_absorption(lambda state: {state + 1: 1}, 0)


@pytest.mark.parametrize("weights", [{}, {Done("end"): 0}, {Done("end"): -1, "on": 2}])
@pytest.mark.parametrize("ask", [solve_absorption, lambda step, start: by_round(step, start, 1)])
def test_state_without_transitions_is_named(ask, weights):
    with pytest.raises(ValueError, match=r"^step\('stuck'\): expected positive weights, got \{.*\}$"):
        ask(lambda state: weights, "stuck")
