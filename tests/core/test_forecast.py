"""The forecast of a made-up course: two who strike in turn until one falls, solved and played."""

from fractions import Fraction

from rules_py.dice.incremental import Task, run_to_completion
from rules_py.tracker.forecast import ROUNDS_TOLD, Throw, Weights, forecasting
from rules_py.tracker.model_helpers import Grounds, but_one, weighed

HALF = {True: 1, False: 1}


class Duel:
    """Ann strikes, then Bea; each strike fells with the same chance, of `ways` in `of`."""

    names = ("Ann", "Bea")
    start = ("ann", frozenset())

    def __init__(self, ways, of):
        self.fells, self.misses = ways, of - ways

    def ways(self, place):
        who, out = place
        if who == "end":
            return {self.start: 1}
        after, other = ("bea", "Bea") if who == "ann" else ("end", "Ann")
        found = {(after, out): self.misses, (after, out | {other}): self.fells}
        return {place: weight for place, weight in found.items() if weight}

    def ends_round(self, place):
        return place[0] == "end"

    def won(self, place):
        return {("Bea",): "Ann", ("Ann",): "Bea"}.get(tuple(place[1]), "")

    def out(self, place):
        return frozenset((name, "") for name in place[1])


def test_it_is_solved_as_one_does_on_paper():
    found = run_to_completion(forecasting(Duel(1, 3)))
    assert found.runs == 0 and found.never == 0
    # Ann wins at once, or both miss and it begins anew: p = 1/3 + 2/3 * 2/3 * p
    assert found.wins == {"Ann": Fraction(3, 5), "Bea": Fraction(2, 5)}
    assert found.at_last == {"Ann": Fraction(2, 5), "Bea": Fraction(3, 5)}
    expected = [
        sum(Fraction(1, 3) * Fraction(4, 9) ** each for each in range(rounds + 1))
        for rounds in range(ROUNDS_TOLD)
    ]
    assert found.out["Bea"] == expected


def test_played_many_times_it_comes_to_the_same_within_its_error():
    exact = run_to_completion(forecasting(Duel(1, 3)))
    for seed in range(20):
        shares = run_to_completion(forecasting(Duel(1, 3), exactly=False, seed=seed))
        assert sum(shares.wins.values()) + shares.never == 1
        for side, chance in exact.wins.items():
            assert abs(float(shares.wins[side] - chance)) <= 4 * shares.error(chance)
        for name in Duel.names:
            assert len(shares.out[name]) == ROUNDS_TOLD
            for chance, share in zip(exact.out[name], shares.out[name], strict=True):
                assert abs(float(share - chance)) <= 4 * shares.error(chance)


def test_who_waits_is_told_how_far_the_runs_are():
    told = [each for each in forecasting(Duel(1, 3), exactly=False) if each]
    assert told == sorted(told) and told[-1] == 1
    assert 0 < told[0] < 0.05 and 0.1 < told[len(told) // 2] < 0.9


def test_who_never_fells_never_ends():
    for exactly in (True, False):
        found = run_to_completion(forecasting(Duel(0, 1), exactly=exactly))
        assert (found.wins, found.never) == ({}, 1)


class Wandering:
    """From each place on to one of a thousand others that nobody has come to before, for ever."""

    names = ("Ann",)
    start = ()
    weights = Weights([1] * 1000)

    def __init__(self):
        self.looked_at = 0

    def ways(self, place):
        self.looked_at += 1
        here = (*place[-3:], self.looked_at)
        return Throw(self.weights, lambda which: (*here, which))

    def ends_round(self, place):
        return len(place) > 3

    def won(self, place):
        return ""

    def out(self, place):
        return frozenset()


def test_fewer_are_played_where_all_would_take_too_long_the_same_ones_each_time():
    course = Wandering()
    found = run_to_completion(forecasting(course, exactly=False))
    assert 100 <= found.runs < 4000 and found.never == 1
    assert course.looked_at <= 40_000
    assert found == run_to_completion(forecasting(Wandering(), exactly=False))


def test_work_may_stop_at_any_time_and_goes_on_where_it_was():
    bit_by_bit = Task(forecasting(Duel(1, 3), exactly=False))
    slices = 0
    while (found := bit_by_bit.advance(0)) is None:
        slices += 1
    assert slices > 10 and bit_by_bit.progress == 1
    assert found[0] == run_to_completion(forecasting(Duel(1, 3), exactly=False))


def test_attacks_of_different_dice_are_weighed_in_one_measure() -> None:
    coin, die = weighed([(0, {0: 1, 2: 1}, 5), (1, {0: 3, 1: 2, 3: 1}, 6)])
    assert (coin.target, coin.after, coin.harm) == (0, 5, ((0, 1), (2, 1)))
    assert [coin.worth(left)[0] for left in range(5)] == [6, 3, 3, 0, 0]  # of six
    assert [die.worth(left)[0] for left in range(5)] == [6, 3, 1, 1, 0]
    assert coin.mean == 6 and die.mean == 5


def test_a_ground_is_asked_once_who_has_won_and_who_is_out() -> None:
    asked = []

    def won(ground):
        asked.append(ground)
        return ground.strip()

    grounds = Grounds(key=str.strip, won=won, out=lambda ground: [ground])
    assert [grounds.number(each) for each in ("a", "b", " a ")] == [0, 1, 0]
    assert grounds.won(0) == grounds.won(0) == "a" and asked == ["a"]
    assert grounds.out(1) == {("b", "")} and grounds[1] == "b"
    assert but_one((1, 2, 3), 1, 9) == (1, 9, 3)
