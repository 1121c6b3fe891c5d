"""Reference implementation of a conflict, which enumerates every roll of the dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

from rules_py.dice.markov import Done, solve_absorption


def count_readings(dice, d6s=0):
    """Count every reading, padded with zeros for missing dice."""
    counts = Counter()
    for faces in product(*(range(1, sides + 1) for sides in dice)):
        for extra_faces in product(range(1, 7), repeat=d6s):
            first, *rest = sorted(faces, reverse=True) or [0]
            reading = (first + sum(extra_faces) if faces else 0, *rest)
            counts[reading + (0,) * (6 - len(reading))] += 1
    return counts


def relation(standing, answer):
    if answer > standing:
        return "higher"
    if answer == standing:
        return "tie"
    return "half_or_less" if 2 * answer[0] <= standing[0] else "more_than_half"


def round_step(dice, d6s):
    """Return the step of one roll of a round, cast or answer; states are None or (challenger, reading)."""
    distributions = {"a": count_readings(dice["a"], d6s["a"]), "b": count_readings(dice["b"], d6s["b"])}

    def step(state):
        counts = Counter()
        if state is None:
            for (a, ways), (b, more) in product(distributions["a"].items(), distributions["b"].items()):
                after = None if a == b else ("a", a) if a > b else ("b", b)
                counts[after] += ways * more
            return counts
        challenger, standing = state
        answerer = "b" if challenger == "a" else "a"
        for answer, ways in distributions[answerer].items():
            match relation(standing, answer):
                case "higher":
                    counts[answerer, answer] += ways
                case "tie":
                    counts[Done("tie")] += ways
                case "more_than_half":
                    counts[Done(f"{answerer}_short")] += ways
                case "half_or_less":
                    counts[Done(f"{challenger}_doubles")] += ways
        return counts

    return step


def solve_round(dice_a, dice_b, d6s_a=0, d6s_b=0, start=None):
    """Return the probability of each end of a round and the mean number of answers."""
    step = round_step({"a": dice_a, "b": dice_b}, {"a": d6s_a, "b": d6s_b})
    solution = solve_absorption(step, start, {"answers": lambda state: int(state is not None)})
    return dict(solution.chances), solution.means["answers"]


def solve_conflict(dice_a, dice_b, give_at_a, give_at_b, start):
    """Solve a whole conflict as one Markov chain over every standing roll of every round.

    States are (holder, short_a, short_b, state of the round, d6s of A, d6s of B).
    """
    steps = {}

    def after(holder, short_a, short_b):
        return (holder, short_a, short_b, None, int(holder == "a"), int(holder == "b"))

    def step(state):
        _, short_a, short_b, round_state, d6s_a, d6s_b = state
        key = (d6s_a, d6s_b)
        if key not in steps:
            steps[key] = round_step({"a": dice_a, "b": dice_b}, {"a": d6s_a, "b": d6s_b})
        counts = Counter()
        for next_state, ways in steps[key](round_state).items():
            if not isinstance(next_state, Done):
                counts[(*state[:3], next_state, *state[4:])] += ways
            elif next_state.outcome == "tie":
                counts[after("none", short_a, short_b)] += ways
            elif next_state.outcome.endswith("_doubles"):
                counts[Done((next_state.outcome[0], "doubling"))] += ways
            elif next_state.outcome == "a_short":
                if give_at_a and short_a + 1 >= give_at_a:
                    counts[Done(("b", "giving"))] += ways
                else:
                    counts[after("b", short_a + 1 if give_at_a else 0, short_b)] += ways
            elif give_at_b and short_b + 1 >= give_at_b:
                counts[Done(("a", "giving"))] += ways
            else:
                counts[after("a", short_a, short_b + 1 if give_at_b else 0)] += ways
        return counts

    def is_answer(state):
        return int(state[3] is not None)

    return solve_absorption(step, start, {"answers": is_answer})


def chances_of(solution):
    """Return the probabilities of the four ends of a conflict under the calculator's names."""
    names = {
        "a_doubles": ("a", "doubling"),
        "a_by_giving": ("a", "giving"),
        "b_doubles": ("b", "doubling"),
        "b_by_giving": ("b", "giving"),
    }
    return {name: solution.chances.get(end, Fraction(0)) for name, end in names.items()}
