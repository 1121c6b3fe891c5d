"""Options for a doubled side's loss in the conflict tracker: which stat, how much, what remains."""

from __future__ import annotations

import pytest

from rules_py.systems.action_consequence.tracker.actions.settling import lessen, options
from rules_py.systems.action_consequence.tracker.shape import Person
from tests.systems.action_consequence.table import TRACKER, Table, person

STATS = {"Guts": (12, 6), "Grace": (8, 8)}
GUTS_LOSSES = ("d8 d6", "d10 d4", "d12")
GRACE_LOSSES = ("d6 d6", "d8 d4")


def loss_texts(**sheet):
    return [each.words for each in options(Person(name="A", **sheet))]


@pytest.mark.parametrize(
    ("sheet", "stat"),
    [
        ({"exert_stat": "Guts", "duress_stat": "Guts"}, "Guts"),
        ({"act": "to run", "endeavors": {"to run": "Grace"}}, "Grace"),
        ({"act": "Guts"}, "Guts"),
        ({"act": "Guts", "endeavors": {"Guts": "Grace"}}, "Grace"),
    ],
    ids=["one stat for both", "stat of the endeavor", "stat itself", "endeavor named like a stat"],
)
def test_loss_of_a_single_stat_is_exhausted_or_injured(sheet, stat) -> None:
    remaining = GUTS_LOSSES if stat == "Guts" else GRACE_LOSSES
    before = "d12 d6" if stat == "Guts" else "d8 d8"
    assert loss_texts(stats=STATS, **sheet) == [
        f"Exhausted or injured: {stat} {before} becomes {each}" for each in remaining
    ]


def test_losses_follow_the_exert_and_duress_stats_of_the_sheet() -> None:
    exhaustions = [f"Exhausted: Guts d12 d6 becomes {each}" for each in GUTS_LOSSES]
    injuries = [f"Injured: Grace d8 d8 becomes {each}" for each in GRACE_LOSSES]
    assert loss_texts(stats=STATS, exert_stat="Guts", duress_stat="Grace", act="Grace") == [
        *exhaustions,
        *injuries,
    ]
    assert loss_texts(stats=STATS, exert_stat="Guts") == exhaustions
    assert loss_texts(stats=STATS, duress_stat="Grace", exert_stat="Wits") == injuries
    assert loss_texts(stats=STATS) == loss_texts(stats=STATS, act="to fly") == []


@pytest.mark.parametrize(
    ("guts", "grace", "losses"),
    [
        ((4,), (8,), ["Injured: Grace d8 becomes d4"]),
        ((4,), (6,), ["Injured: Grace d6 becomes none"]),
        ((4,), (4,), ["Exhausted: Guts d4 becomes none", "Injured: Grace d4 becomes none"]),
        ((), (4,), ["Injured: Grace d4 becomes none"]),
        ((), (), []),
    ],
)
def test_losses_take_two_sizes_or_all_if_no_stat_has_two(guts, grace, losses) -> None:
    assert loss_texts(stats={"Guts": guts, "Grace": grace}, exert_stat="Guts", duress_stat="Grace") == losses


def test_losses_of_dice_without_stats_name_the_dice() -> None:
    assert loss_texts(dice=(8, 10)) == [
        "Exhausted or injured: dice d10 d8 becomes d8 d6",
        "Exhausted or injured: dice d10 d8 becomes d10 d4",
    ]
    assert loss_texts(dice=(4, 4)) == ["Exhausted or injured: dice d4 d4 becomes none"] and loss_texts() == []
    before = Person(name="A", dice=(8, 10))
    first, _ = options(before)
    assert first.short == "Exhausted or injured: dice d8 d6" and lessen(before, first).dice == (8, 6)
    with_stats = Person(name="A", stats=STATS, exert_stat="Guts", dice=(4,))
    after = lessen(with_stats, options(with_stats)[-1])
    assert (after.stats, after.dice) == ({"Guts": [12], "Grace": (8, 8)}, (4,))


def test_hurt_accepts_only_listed_losses_if_there_are_any() -> None:
    table = (
        Table(person("A", 12, 6), person("B", 10, 8)).cast(8, 5, 4, 1).challenge("A", "B").answer("B", 2, 1)
    )
    assert [f"B {each.words}" for each in options(table.state["B"])] == [
        f"B {each}" for each in table.option("hurt").inputs[0].options
    ]
    with pytest.raises(ValueError, match="becomes d8 d6 or"):
        table.do("hurt", who="A", take="A finger")
    table.do("agree", who="B", words="A finger", violations=["roll_pending"])
    no_dice = Table(person("A", 12, 6), person("B")).cast(1, 1).challenge("A", "B").do("answer", who="B")
    no_dice.do("hurt", who="A", take="A finger")
    assert no_dice.sentence == "B has nothing left to lose. A wins."
    assert TRACKER.forecast.winner(no_dice.state) == "A"


def test_doubled_side_loses_dice_leader_first_then_helpers() -> None:
    table = Table(person("A", 6, 4), person("B", 8, helps="A"), person("C", 12, 12, kind="npc"))
    table.cast(3, 2, 1, 10, 6).challenge("C", "A").answer("A", 2, 1, 1)
    for name, remaining in (("A", [(4,), (8,)]), ("B", [(4,), (4,)])):
        option = table.option("hurt")
        assert option.title.startswith(name) or name in option.title
        table.do("hurt", who="C", take=option.event["take"])
        assert table.sentence.startswith(f"{name} is exhausted or injured")
        assert [table.state[each].dice for each in "AB"] == remaining
    assert table.view.news == "C wins by doubling."
