"""Work done bit by bit: what was found is remembered, and forgotten in the order in which it was asked for."""

from rules_py.dice.work import finished, remembered


def test_what_was_worked_out_is_known_until_as_many_others_were_asked_for():
    done = []

    @remembered(2)
    def squared(number):
        done.append(number)
        yield 0.5
        return number**2

    assert [finished(squared(each)) for each in (2, 3, 2, 4, 2, 3)] == [4, 9, 4, 16, 4, 9]
    assert done == [2, 3, 4, 3]
    squared.cache_clear()
    assert finished(squared(2)) == 4 and done[-1] == 2
