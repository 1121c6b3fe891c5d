"""Incremental computations and their cache."""

from rules_py.base.memo import Memo
from rules_py.dice import incremental
from rules_py.dice.incremental import Task, incremental_cache, run_to_completion


def test_memo_drops_the_least_recently_used():
    memo = Memo(2)
    memo["a"], memo["b"] = 1, 2
    assert memo["a"] == 1
    memo["c"] = 3
    assert memo == {"a": 1, "c": 3}
    memo["a"] = 4
    memo["d"] = 5
    assert [*memo.items()] == [("a", 4), ("d", 5)]


def test_incremental_cache_keeps_the_latest_results():
    calls = []

    @incremental_cache(2)
    def square(number):
        calls.append(number)
        yield 0.5
        return number**2

    assert [run_to_completion(square(number)) for number in (2, 3, 2, 4, 2, 3)] == [4, 9, 4, 16, 4, 9]
    assert calls == [2, 3, 4, 3]
    square.cache_clear()
    assert run_to_completion(square(2)) == 4 and calls[-1] == 2


def test_task_advances_until_its_time_is_up(monkeypatch):
    """Each reading of the clock takes one second here; the first is at the start."""
    clock = iter(range(100))
    monkeypatch.setattr(incremental, "monotonic", lambda: next(clock))

    def steps():
        for step in range(1, 10):
            yield step / 10
        return "result"

    task = Task(steps())
    assert task.advance(3) is None and task.progress == 0.4
    assert task.advance(0) is None and task.progress == 0.5
    assert task.advance(50) == ("result",)
