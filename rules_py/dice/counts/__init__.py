"""Exact weights of dice rolls as whole numbers, the arithmetic behind every printed chance.

A *count* is a mapping `{outcome: weight}`; impossible outcomes are left out, so every weight is positive. The
total of a result is the number of equally likely rolls, always `sum(result.values())`; each docstring says
what it equals. This package knows no game, no fraction and no random number, and no result is rounded or
truncated. Impossible dice raise ValueError, which says what is expected.

The methods are closed forms and recurrences, not enumerations, which are too slow from about ten dice on.
`benchmarks/odds.py` compares them with other libraries, and `tests/core/test_counts.py` and `test_tallies.py`
with plain enumeration.
"""

from rules_py.dice.counts.keep import (
    best_of,
    highest,
    highest_of,
    highest_of_mixed,
    highest_sum,
    kept_scores,
    lowest,
    lowest_of,
    lowest_sum,
    nth_highest,
    worst_of,
)
from rules_py.dice.counts.limits import MAX_OUTCOMES
from rules_py.dice.counts.pools import (
    sorted_exploding,
    sorted_mixed,
    sorted_of,
    sorted_pool,
    tally,
    tally_exploding,
)
from rules_py.dice.counts.rows import add_rows, deal, deal_in_order
from rules_py.dice.counts.sums import (
    add,
    compare,
    die,
    margin,
    merge,
    reroll_once,
    shift,
    sum_of,
    sum_of_mixed,
    sum_with_added,
    times,
)

__all__ = [
    "MAX_OUTCOMES",
    "add",
    "add_rows",
    "best_of",
    "compare",
    "deal",
    "deal_in_order",
    "die",
    "sum_with_added",
    "merge",
    "highest",
    "highest_of",
    "highest_of_mixed",
    "highest_sum",
    "kept_scores",
    "lowest",
    "lowest_of",
    "lowest_sum",
    "margin",
    "nth_highest",
    "reroll_once",
    "shift",
    "sorted_exploding",
    "sorted_mixed",
    "sorted_of",
    "sorted_pool",
    "sum_of",
    "sum_of_mixed",
    "tally",
    "tally_exploding",
    "times",
    "worst_of",
]
