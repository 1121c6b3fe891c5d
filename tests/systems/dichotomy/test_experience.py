"""Equipment, and earning and spending experience."""

import pytest

from rules_py import ask, calculator
from tests.systems.dichotomy.characters import codes


def test_load_and_supplies():
    assert ask("dichotomy.load", items={"rope": 8}, power=4, martial=7) == {
        "carried": 8,
        "capacity": 7,
        "free": -1,
        "problems": ["overloaded"],
    }
    assert ask("dichotomy.load", items={"rope": 1, "moon": 1}, power=4, martial=7)["problems"] == [
        "unknown_item"
    ]
    assert ask(
        "dichotomy.supplies", items={"rations": 3, "water_skin": 2, "lantern": 2, "oil": 1, "torch": 4}
    ) == {"food_days": 6, "water_days": 2, "lantern_hours": 20, "torch_hours": 4}
    assert ask("dichotomy.supplies", items={"oil": 2})["lantern_hours"] == 0
    assert codes(ask, "dichotomy.supplies", items={"moon": 1}) == ("unknown_item",)


def test_capacity_runs_from_two_to_eleven():
    capacities = {
        ask("dichotomy.carrying_capacity", power=p, martial=m)["capacity"]
        for p in range(1, 11)
        for m in range(1, 11)
    }
    assert (min(capacities), max(capacities)) == (2, 11)


def motives(*entries):
    names = ("motive", "fulfilled", "betrayed")
    return ask("dichotomy.motive_xp", motives=[dict(zip(names, each, strict=True)) for each in entries])


def test_motive_xp_reports_xp_losses_and_problems():
    assert motives(("truth", True, False), ("love", True, True)) == {
        "xp": 7,
        "lost": ["love"],
        "may_swap": [],
        "problems": [],
    }
    assert motives(("truth", False, False), ("greed", False, False))["may_swap"] == ["greed", "truth"]
    assert motives(("hunger", True, False))["problems"] == ["unknown_motive"]
    answer = motives(
        ("truth", True, False), ("truth", True, False), ("love", True, False), ("fame", True, True)
    )
    assert (answer["xp"], answer["problems"]) == (4, ["duplicate_motive", "too_many_motives"])
    assert ask("dichotomy.replacement", betrayed_in=4) == {"chosen_after": 5, "first_counts_in": 6}


def test_connection_cost_gives_the_price_or_an_error():
    names = calculator("dichotomy.connection_cost").inputs[0].options
    assert sum(ask("dichotomy.connection_cost", name=name)["xp"] for name in names) == 265
    assert ask("dichotomy.connection_cost", name="spouse", famous=True) == {"xp": 20}
    assert codes(ask, "dichotomy.connection_cost", name="tower", famous=True) == ("famous_not_allowed",)
    assert codes(ask, "dichotomy.connection_cost", name="moon") == ("unknown_connection",)


def test_raise_cost_is_the_difference_along_a_path():
    def cost(lower, higher, **more):
        return ask("dichotomy.raise_cost", **{"from": lower, "to": higher}, **more)

    assert cost("cottage", "tower") == {"xp": 35, "problems": []}
    assert cost("minion", "followers")["xp"] == 10
    assert cost("companion", "spouse", famous=True)["xp"] == 10
    assert cost("companion", "spouse", famous=True, famous_before=False)["xp"] == 15
    for pair in (("tower", "cottage"), ("cohort", "followers"), ("cottage", "farm"), ("house", "house")):
        assert cost(*pair) == {"xp": None, "problems": ["no_path"]}


@pytest.mark.parametrize(
    ("ordinary", "famous", "balance", "left"),
    [(1, 0, 85, []), (0, 1, 90, []), (1, 1, 90, [False]), (0, 2, 90, [True])],
)
def test_famous_spouse_prefers_a_famous_companion(ordinary, famous, balance, left):
    entries = [{"gain": 100 + 5 * ordinary + 10 * famous}]
    entries += [{"buy": "companion", "famous": each} for each in (*[False] * ordinary, *[True] * famous)]
    answer = ask(
        "dichotomy.xp_ledger", entries=[*entries, {"raise": ["companion", "spouse"], "famous": True}]
    )
    assert answer["balances"][-2:] == [100, balance] and not answer["refused"]
    companions = [{"name": "companion", "famous": each, "count": 1} for each in left]
    assert answer["held"] == [*companions, {"name": "spouse", "famous": True, "count": 1}]


def test_companion_becomes_famous_spouse_for_the_difference():
    marry = {"raise": ["companion", "spouse"], "famous": True}
    answer = ask("dichotomy.xp_ledger", entries=[{"gain": 30}, {"buy": "companion"}, marry])
    assert (answer["balances"][-1], answer["problems"]) == (10, [])
    assert answer["held"] == [{"name": "spouse", "famous": True, "count": 1}]
    assert ask("dichotomy.xp_ledger", entries=[{"gain": 30}, marry])["problems"] == ["not_owned"]


def test_ledger_skips_refused_entries():
    entries = [
        {"gain": 20},
        {"buy": "tower"},
        {"buy": "moon"},
        {"buy": "farm"},
        {"buy": "farm", "famous": True},
        {"raise": ["farm", "tower"]},
        {"raise": ["minion", "cohort"]},
        {"buy": "notoriety"},
        {"buy": "famous"},
        {"gain": 5},
        {"raise": ["notoriety", "famous"]},
    ]
    answer = ask("dichotomy.xp_ledger", entries=entries)
    assert answer["balances"] == [20, 20, 20, 10, 10, 10, 10, 5, 5, 10, 5]
    assert [each["code"] for each in answer["refused"]] == [
        "not_enough_xp",
        "unknown_connection",
        "famous_not_allowed",
        "no_path",
        "not_owned",
        "already_held",
        "not_enough_xp",
    ]
    assert answer["problems"] == sorted({each["code"] for each in answer["refused"]})
    assert {each["name"] for each in answer["held"]} == {"farm", "famous"}
    assert codes(ask, "dichotomy.xp_ledger", entries=[{"gain": 1, "buy": "farm"}]) == ("bad_entry",)


def test_refused_ledger_entry_is_numbered_from_one():
    texts = {each.name: each.say for each in calculator("dichotomy.xp_ledger").measures}
    answer = ask("dichotomy.xp_ledger", start=0, entries=[{"gain": 1}, {"buy": "tower"}])
    [entry_text] = texts["refused"](answer["refused"])
    assert entry_text.startswith("Entry 2: ")
    assert texts["balances"](answer["balances"]) == "1, 1" and texts["balances"]([]) == "no entries"
