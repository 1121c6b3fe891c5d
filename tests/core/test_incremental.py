"""Work done bit by bit: what was found is remembered, and forgotten in the order in which it
was asked for.
"""

from rules_py.dice import incremental
from rules_py.dice.incremental import Task, incremental_cache, run_to_completion


def test_what_was_worked_out_is_known_until_as_many_others_were_asked_for():
    done = []

    @incremental_cache(2)
    def squared(number):
        done.append(number)
        yield 0.5
        return number**2

    assert [run_to_completion(squared(each)) for each in (2, 3, 2, 4, 2, 3)] == [4, 9, 4, 16, 4, 9]
    assert done == [2, 3, 4, 3]
    squared.cache_clear()
    assert run_to_completion(squared(2)) == 4 and done[-1] == 2


def test_work_goes_on_until_the_time_it_was_given_is_over(monkeypatch):
    """Each look at the clock takes a second here; the first is at the beginning."""
    clock = iter(range(100))
    monkeypatch.setattr(incremental, "monotonic", lambda: next(clock))

    def steps():
        for bit in range(1, 10):
            yield bit / 10
        return "found"

    under_way = Task(steps())
    assert under_way.advance(3) is None and under_way.progress == 0.4
    assert under_way.advance(0) is None and under_way.progress == 0.5
    assert under_way.advance(50) == ("found",)
