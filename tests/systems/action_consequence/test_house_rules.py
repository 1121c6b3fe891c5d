"""House rules of Action & Consequence on calculators, the sheet and the tracker."""

from itertools import product

import pytest

from rules_py import InputError, ask
from rules_py.systems import registry
from rules_py.systems.action_consequence.sizes import SIZES
from rules_py.tracker import append_event, read_encounter, replay

GAME = registry.game("action_consequence")
SHEET, TRACKER = GAME.sheet, GAME.tracker
FIGHTER = {
    "name": "Ruta",
    "stats": {"Guts": [12, 6], "Grace": [8, 4], "Art": [10, 8]},
    "endeavors": {"Fencing": "Guts"},
    "exert_stat": "Guts",
    "duress_stat": "Grace",
}


def injuries(dice, sizes, keep_d4):
    """Return the possible dice of a stat after an injury, by trying every loss of each die."""
    results = set()
    for losses in product(range(6), repeat=len(dice)):
        remaining = []
        for die, loss in zip(dice, losses, strict=True):
            at = SIZES.index(die) - loss
            if at < (0 if keep_d4 else -1):
                break
            remaining += [SIZES[at]] if at >= 0 else []
        else:
            if sum(losses) == sizes:
                results.add(tuple(sorted(remaining, reverse=True)))
    return sorted(results)


@pytest.mark.parametrize("keep_d4", [False, True])
@pytest.mark.parametrize("sizes", [1, 2, 3, 4])
def test_injury_takes_the_house_number_of_sizes(sizes, keep_d4) -> None:
    for dice in ([12, 6], [8, 4], [4, 4], [10], [4]):
        answer = ask("action_consequence.injury_options", dice=dice, injury_sizes=sizes, keep_d4=keep_d4)
        assert [tuple(each) for each in answer["options"]] == injuries(dice, sizes, keep_d4)


def test_keep_d4_rejects_a_loss_from_a_d4() -> None:
    assert ask("action_consequence.drop_sizes", dice=[4, 6], losses=[1, 0])["dice"] == [6]
    with pytest.raises(InputError, match="at most 0 sizes off a d4"):
        ask("action_consequence.drop_sizes", dice=[4, 6], losses=[1, 0], keep_d4=True)


@pytest.mark.parametrize(
    ("cost", "loss", "legal"), [(0, 0, True), (1, 0, False), (1, 1, True), (3, 2, False)]
)
def test_new_specialization_has_the_house_cost(cost, loss, legal) -> None:
    before = {"stats": {"Guts": [12, 12]}, "endeavors": {}, "specializations": []}
    after = {**before, "stats": {"Guts": [12, (12, 10, 8)[loss]]}, "specializations": ["demon-marked"]}
    answer = ask("action_consequence.check_consequence", before=before, after=after, specialization_cost=cost)
    assert answer["legal"] is legal


@pytest.mark.parametrize(
    ("house", "doubled", "listed"),
    [
        ({}, False, True),
        ({}, True, False),
        ({"owed_when_doubled": True}, True, True),
        ({"owed_margin": 2}, False, True),
        ({"owed_margin": 3}, False, False),
    ],
)
def test_we_owe_follows_the_house_rules(house, doubled, listed) -> None:
    query = {"mine": [10, 6], "theirs": [10, 8], "doubled_in_first_round": doubled}
    assert ask("action_consequence.we_owe", **query, **house)["listed"] is listed


def test_we_owe_odds_are_certain_if_doubled_names_are_listed() -> None:
    query = {"stronger": [10, 8], "weaker": [10, 6]}
    assert ask("action_consequence.we_owe_odds", **query)["p_listed"] < 1
    assert ask("action_consequence.we_owe_odds", **query, owed_when_doubled=True)["p_listed"] == 1


def steps(**house):
    return [each.title for each in SHEET.check({**FIGHTER, "house": house}).steps]


def test_sheet_offers_losses_by_the_house_rules() -> None:
    assert "Injured: Grace becomes d8" in steps(injury_sizes=1)
    assert "Injured: Grace becomes d6" in steps() and "Injured: Grace becomes d6" not in steps(keep_d4=True)
    assert any("Art" in each for each in steps(any_stat=True)) and not any("Art" in each for each in steps())


def doubled_duel(**house):
    """Return an encounter in which B, with d6 d4, was doubled in the first round by A, with d10 d8."""
    people = [{"name": "A", "dice": [10, 8]}, {"name": "B", "dice": [6, 4]}]
    start = {"people": people, "house": house}
    now = replay(TRACKER, read_encounter(TRACKER, {"name": "Duel", "start": start}))
    for event in (
        {"do": "cast", "dice": [10, 5, 3, 1]},
        {"do": "challenge", "who": "A", "on": "B"},
        {"do": "answer", "who": "B", "dice": [2, 1]},
    ):
        now, applied_event = append_event(TRACKER, now, event)
        assert applied_event.applied, applied_event.sentence
    return now


def test_tracker_follows_the_house_rules_of_its_setup() -> None:
    def loss_options(now):
        (option,) = [each for each in TRACKER.view(now.state, "").due_options if each.event["do"] == "hurt"]
        return option.note, [*option.inputs[0].options.values()]

    note, losses = loss_options(doubled_duel())
    assert note == "The loss is two die sizes; the winner chooses which."
    assert losses == ["Exhausted or injured: dice d4"]
    note, losses = loss_options(doubled_duel(injury_sizes=1))
    assert note == "The loss is one die size; the winner chooses which." and len(losses) == 2
    _, losses = loss_options(doubled_duel(keep_d4=True))
    assert losses == ["Exhausted or injured: dice d4 d4"]


def names_owed(now):
    return now.state["B"].owed


def settle(now):
    (option,) = [each for each in TRACKER.view(now.state, "").due_options if each.event["do"] == "hurt"]
    return append_event(TRACKER, now, option.event)[0]


def test_tracker_lists_a_doubled_name_by_the_house_rules() -> None:
    assert names_owed(settle(doubled_duel())) == 0
    assert names_owed(settle(doubled_duel(owed_when_doubled=True))) == 1
    assert names_owed(settle(doubled_duel(owed_when_doubled=True, owed_margin=6))) == 1
