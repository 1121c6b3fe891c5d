"""The injury track, round by round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py import ask, calculator, odds
from rules_py.systems import registry
from rules_py.systems.dichotomy import checks, fights, order
from rules_py.systems.dichotomy.house import BOOK
from rules_py.systems.dichotomy.injuries import LADDER, STEPS, InjuryState, heal
from tests.systems.dichotomy.characters import codes


def track(*rounds, **more):
    return ask("dichotomy.injury_track", rounds=list(rounds), **more)


def test_fortitude_takes_a_fourth_hit_for_the_first_step_alone():
    lines = track({"hits": 3}, {"hits": 1}, {"hits": 3}, {"hits": 3}, fortitude=True)["rounds"]
    assert [line["gained"] for line in lines] == ["none", "injured", "serious", "out"]
    assert lines[-1] == {"hits": 0, "injured": True, "serious": True, "out": True, "gained": "out"}


def test_track_does_not_change_after_out():
    answer = track(*[{"hits": 9}] * 5, {"hits": 1, "recover": True, "dive": True})
    assert [line["out"] for line in answer["rounds"]] == [False, False, True, True, True, True]
    assert answer["problems"] == ["dive_not_allowed"]


def test_recover_takes_one_hit_carried_in():
    assert [line["hits"] for line in track({"hits": 2}, {"hits": 1, "recover": True})["rounds"]] == [2, 2]
    assert track({"hits": 1, "recover": True})["problems"] == ["nothing_to_recover"]


def test_track_repeats_a_healed_injury_before_out():
    start = {"hits": 0, "injured": False, "serious": True}
    assert [line["gained"] for line in track({"hits": 3}, {"hits": 3}, start=start)["rounds"]] == [
        "injured",
        "out",
    ]
    exact_odds = odds("dichotomy.injury", per_round={"3": 1}, rounds=2, start=start)
    assert (exact_odds.mean_to_injured, exact_odds.mean_to_serious, exact_odds.mean_to_out) == (1, 0, 2)


def test_reading_an_unwilling_mind_costs_a_step_at_once():
    state = {"hits": 2, "injured": True, "serious": False}
    answer = ask("dichotomy.mind_read", state=state)
    assert answer == {"hits": 0, "injured": True, "serious": True, "out": False, "gained": "serious"}
    assert ask("dichotomy.mind_read", state={"hits": 0, "injured": True, "serious": True})["out"]


def test_track_rejects_a_start_past_the_next_step():
    assert codes(ask, "dichotomy.injury_track", rounds=[], start={"hits": 3}) == ("bad_start",)
    track(start={"hits": 3}, fortitude=True)


@pytest.mark.parametrize(
    ("serious_before", "gained", "hits", "allowed"),
    [
        (False, "serious", 3, True),
        (True, "none", 1, True),
        (True, "none", 0, False),
        (False, "injured", 3, False),
        (True, "out", 3, False),
        (True, "injured", 3, True),
    ],
)
def test_dive_allowed_depends_on_the_track_and_new_hits(serious_before, gained, hits, allowed):
    answer = ask("dichotomy.dive_allowed", serious_before=serious_before, gained=gained, hits=hits)
    assert answer == {"allowed": allowed}


@given(
    rounds=st.lists(
        st.builds(dict, hits=st.integers(0, 8), recover=st.booleans(), dive=st.booleans()), max_size=8
    ),
    fortitude=st.booleans(),
)
def test_track_moves_at_most_one_step_a_round(rounds, fortitude):
    lines = track(*rounds, fortitude=fortitude)["rounds"]
    level = 0
    for line in lines:
        after = line["injured"] + line["serious"] + line["out"]
        assert after - level == (line["gained"] != "none") and 0 <= line["hits"] <= (
            3 if fortitude and not after else 2
        )
        level = after


def test_step_lists_match_the_track():
    """Only the sheet names the last step differently: `Out for good`."""
    stages = dict(zip(STEPS, LADDER.stages[1:], strict=True))
    sheet = registry.game("dichotomy").sheet
    marks = next(each for each in sheet.fields if each.name == "track").fields[1:]
    assert [each.rule for each in marks] == [stage.rules[0] for stage in stages.values()]
    assert [each.label for each in sheet.play.fields[1:]] == [stage.name for stage in stages.values()]
    scale = calculator("dichotomy.injury").scale
    for step, stage in stages.items():
        assert (scale.label(step), scale.rule(step)) == (stage.name, stage.rules[0])


@pytest.mark.parametrize(
    ("hours", "words"),
    [(0, "injured and seriously injured"), (24, "seriously injured"), (167, "seriously injured")],
)
def test_marks_heal_with_rest_and_shaken_hits_at_once(hours, words):
    assert heal(InjuryState(2, injured=True, serious=True), hours, BOOK).words == words
    assert heal(InjuryState(2, injured=True, serious=True, out=True), hours, BOOK).words == "out"


def test_verdicts_use_the_labels_of_their_scale():
    for outcome, id in ((checks.Check, "check"), (order.Quicker, "first_to_act"), (fights.Duel, "duel")):
        assert outcome.scale is calculator(f"dichotomy.{id}").scale
        assert "verdict" not in vars(outcome)
