"""Forecasts of made-up models, solved exactly and simulated."""

from fractions import Fraction

from rules_py.dice.incremental import Task, run_to_completion
from rules_py.tracker.forecast import ROUNDS_REPORTED, Branches, Weights
from rules_py.tracker.forecast_solver import compute_forecast


class Duel:
    """Ann strikes, then Bea; each strike fells the other with the same chance, `weight` in `total`."""

    participants = ("Ann", "Bea")
    initial_state = ("ann", frozenset())

    def __init__(self, weight, total):
        self.fells, self.misses = weight, total - weight

    def transitions(self, state):
        phase, out = state
        if phase == "end":
            return {self.initial_state: 1}
        after, other = ("bea", "Bea") if phase == "ann" else ("end", "Ann")
        weights = {(after, out): self.misses, (after, out | {other}): self.fells}
        return {successor: weight for successor, weight in weights.items() if weight}

    def ends_round(self, state):
        return state[0] == "end"

    def winner(self, state):
        return {("Bea",): "Ann", ("Ann",): "Bea"}.get(tuple(state[1]), "")

    def casualties(self, state):
        return frozenset((name, "") for name in state[1])


def test_small_model_is_solved_exactly():
    result = run_to_completion(compute_forecast(Duel(1, 3)))
    assert result.runs == 0 and result.no_winner == 0
    # Ann wins at once, or both miss and the round repeats: p = 1/3 + 2/3 * 2/3 * p
    assert result.wins == {"Ann": Fraction(3, 5), "Bea": Fraction(2, 5)}
    assert result.out_eventually == {"Ann": Fraction(2, 5), "Bea": Fraction(3, 5)}
    expected = [
        sum(Fraction(1, 3) * Fraction(4, 9) ** number for number in range(rounds + 1))
        for rounds in range(ROUNDS_REPORTED)
    ]
    assert result.out_by_round["Bea"] == expected


def test_simulation_agrees_with_exact_solution():
    exact = run_to_completion(compute_forecast(Duel(1, 3)))
    for seed in range(20):
        simulated = run_to_completion(compute_forecast(Duel(1, 3), exact=False, seed=seed))
        assert sum(simulated.wins.values()) + simulated.no_winner == 1
        for side, chance in exact.wins.items():
            assert abs(float(simulated.wins[side] - chance)) <= 4 * simulated.standard_error(chance)
        for name in Duel.participants:
            assert len(simulated.out_by_round[name]) == ROUNDS_REPORTED
            pairs = zip(exact.out_by_round[name], simulated.out_by_round[name], strict=True)
            for chance, frequency in pairs:
                assert abs(float(frequency - chance)) <= 4 * simulated.standard_error(chance)


def test_simulation_reports_progress():
    progress = [value for value in compute_forecast(Duel(1, 3), exact=False) if value]
    assert progress == sorted(progress) and progress[-1] == 1
    assert 0 < progress[0] < 0.05 and 0.1 < progress[len(progress) // 2] < 0.9


def test_fight_without_damage_has_no_winner():
    for exact in (True, False):
        result = run_to_completion(compute_forecast(Duel(0, 1), exact=exact))
        assert (result.wins, result.no_winner) == ({}, 1)


class Wandering:
    """From each state, one of a thousand new states follows."""

    participants = ("Ann",)
    initial_state = ()
    weights = Weights([1] * 1000)

    def __init__(self):
        self.expanded = 0

    def transitions(self, state):
        self.expanded += 1
        here = (*state[-3:], self.expanded)
        return Branches(self.weights, lambda index: (*here, index))

    def ends_round(self, state):
        return len(state) > 3

    def winner(self, state):
        return ""

    def casualties(self, state):
        return frozenset()


def test_simulation_is_bounded_and_reproducible():
    model = Wandering()
    result = run_to_completion(compute_forecast(model, exact=False))
    assert 100 <= result.runs < 4000 and result.no_winner == 1
    assert model.expanded <= 40_000
    assert result == run_to_completion(compute_forecast(Wandering(), exact=False))


def test_simulation_can_be_interrupted():
    work = Task(compute_forecast(Duel(1, 3), exact=False))
    slices = 0
    while (result := work.advance(0)) is None:
        slices += 1
    assert slices > 10 and work.progress == 1
    assert result[0] == run_to_completion(compute_forecast(Duel(1, 3), exact=False))
