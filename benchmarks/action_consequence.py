"""Time the calculators of Action & Consequence and the actions of a conflict.

    python benchmarks/action_consequence.py           a table
    python benchmarks/action_consequence.py --json    a list of {"task", "ms", "limit_ms", "within"}

Every calculator is timed at its initial and its largest inputs. Each time is the best of several, measures
included, in this Python, with empty caches. The exit status is 1 if a limit is exceeded; see `timing.py` for
the limits.
"""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


from benchmarks.timing import MAX_LIMIT, USUAL_LIMIT, Task, question, report
from rules_py import calculator, check_sheet, game
from rules_py.systems.action_consequence.prices import TwoSides
from rules_py.systems.action_consequence.round_results import Limits

TWO_D12 = {"dice_a": [12, 12], "dice_b": [12, 12]}
MORE = (
    ("both give at the third", "action_consequence.conflict", {**TWO_D12, "give_at_a": 3, "give_at_b": 3}),
    ("helped on one side", "action_consequence.conflict", {**TWO_D12, "dice_a": [12, 12, 12, 12]}),
    ("three dice on both", "action_consequence.round", {"dice_a": [12, 10, 8], "dice_b": [12, 10, 8]}),
)
"""The longest requests that occur in play."""

SEVERAL = ("matchups", "injury_effect", "bargain")
"""The calculators that solve several whole conflicts at once."""

AT_ONCE = ("action_consequence.largest_die",)
"""The calculators that run only when the site is built."""


def tasks() -> Iterator[Task]:
    """Yield each request with its name and its limit."""
    own = game("action_consequence")
    for each in own.calculators:
        if each.id in AT_ONCE:
            continue
        usual = each.initial_inputs()
        limit = MAX_LIMIT if each.id.endswith(SEVERAL) else USUAL_LIMIT
        yield each.id, question(each, usual), limit
        if each.worst_case:
            yield f"{each.id}, largest", question(each, usual | dict(each.worst_case)), MAX_LIMIT
    for name, query, inputs in MORE:
        yield name, question(calculator(query), inputs), MAX_LIMIT
    scene = TwoSides((12, 12), (12, 12), Limits(3, 3))
    yield "give or hang in", partial(scene.short_choice, "a"), MAX_LIMIT
    yield "strike after a cast", partial(scene.cast_choice, (9, 4), (11, 2), "a"), MAX_LIMIT
    yield ("strike after an answer", partial(scene.answer_choice, "b", (11, 2), (5, 1), "a"), MAX_LIMIT)
    if own.sheet:
        character = own.sheet.apply_template(own.sheet.blank(), "three_stats")
        yield "the sheet", partial(check_sheet, "action_consequence", character), MAX_LIMIT


def forget() -> None:
    """Empty the caches of the game's rules."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rules_py.systems.action_consequence"):
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


if __name__ == "__main__":
    sys.exit(report(__doc__, tasks(), forget))
