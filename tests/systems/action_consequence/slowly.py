"""The rules of a conflict once more, the slow obvious way: every throw of the dice, one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product

from rules_py.dice.markov import Done, solve_absorption


def reads(dice, d6s=0):
    """Count every reading, padded with zeros for missing dice."""
    counts = Counter()
    for faces in product(*(range(1, sides + 1) for sides in dice)):
        for added in product(range(1, 7), repeat=d6s):
            first, *rest = sorted(faces, reverse=True) or [0]
            read = (first + sum(added) if faces else 0, *rest)
            counts[read + (0,) * (6 - len(read))] += 1
    return counts


def relation(standing, answer):
    if answer > standing:
        return "higher"
    if answer == standing:
        return "tie"
    return "half_or_less" if 2 * answer[0] <= standing[0] else "more_than_half"


def round_step(dice, d6s):
    """Return the step of one roll of a round, cast or answer; states are None or (challenger, reading)."""
    laws = {"a": reads(dice["a"], d6s["a"]), "b": reads(dice["b"], d6s["b"])}

    def step(state):
        counts = Counter()
        if state is None:
            for (a, ways), (b, more) in product(laws["a"].items(), laws["b"].items()):
                after = None if a == b else ("a", a) if a > b else ("b", b)
                counts[after] += ways * more
            return counts
        challenger, standing = state
        answerer = "b" if challenger == "a" else "a"
        for answer, ways in laws[answerer].items():
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


def round_absorbed(dice_a, dice_b, d6s_a=0, d6s_b=0, start=None):
    """Return the probability of each end of a round and the mean number of answers."""
    step = round_step({"a": dice_a, "b": dice_b}, {"a": d6s_a, "b": d6s_b})
    solution = solve_absorption(step, start, {"answers": lambda state: int(state is not None)})
    return dict(solution.chances), solution.means["answers"]


def conflict_absorbed(dice_a, dice_b, give_at_a, give_at_b, start):
    """Solve a whole conflict as one Markov chain over every standing roll of every round.

    States are (holder, short_a, short_b, state of the round, d6s of A, d6s of B).
    """
    steps = {}

    def after(holder, short_a, short_b):
        return (holder, short_a, short_b, None, int(holder == "a"), int(holder == "b"))

    def step(state):
        _, short_a, short_b, within, d6s_a, d6s_b = state
        key = (d6s_a, d6s_b)
        if key not in steps:
            steps[key] = round_step({"a": dice_a, "b": dice_b}, {"a": d6s_a, "b": d6s_b})
        counts = Counter()
        for place, ways in steps[key](within).items():
            if not isinstance(place, Done):
                counts[(*state[:3], place, *state[4:])] += ways
            elif place.outcome == "tie":
                counts[after("none", short_a, short_b)] += ways
            elif place.outcome.endswith("_doubles"):
                counts[Done((place.outcome[0], "doubling"))] += ways
            elif place.outcome == "a_short":
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


def chances_of(absorbed):
    """Return the probabilities of the four ends of a conflict under the calculator's names."""
    names = {
        "a_doubles": ("a", "doubling"),
        "a_by_giving": ("a", "giving"),
        "b_doubles": ("b", "doubling"),
        "b_by_giving": ("b", "giving"),
    }
    return {name: absorbed.chances.get(end, Fraction(0)) for name, end in names.items()}
