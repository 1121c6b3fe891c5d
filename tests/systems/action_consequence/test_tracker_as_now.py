"""The assumptions of a forecast, and the agreement of its model with the tracker's actions, roll by roll."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import pytest

from rules_py.dice.enumerate_branches import expand
from rules_py.systems.action_consequence.tracker import forecast
from tests.systems.action_consequence.table import TRACKER, Every, Table, person

FORECAST = TRACKER.forecast


def quay(**gives_at):
    people = {"Ruta": (12, 6), "Oswin": (12, 10), "Strake": (10, 8)}
    return Table(*(person(name, *dice, gives_at=gives_at.get(name)) for name, dice in people.items()))


def as_now(table):
    return FORECAST.next_event(table.state)


# what each goes on doing


def test_forecast_challenges_the_lowest_roll_first_if_tied() -> None:
    assert as_now(quay()) == {"do": "cast"}
    assert as_now(quay().cast(11, 3, 9, 9, 7, 2)) == {"do": "challenge", "who": "Ruta", "on": "Strake"}
    assert as_now(quay().cast(7, 3, 7, 3, 9, 2)) == {"do": "challenge", "who": "Strake", "on": "Ruta"}
    assert as_now(quay().cast(9, 3, 9, 3, 7, 2)) == {"do": "order"}


def test_forecast_never_interferes_or_strikes_a_name() -> None:
    table = quay().cast(11, 3, 9, 9, 7, 2).challenge("Ruta", "Strake")
    assert as_now(table) == {"do": "let_pass", "who": "Oswin"}
    assert as_now(table.do("let_pass", who="Oswin")) == {"do": "answer", "who": "Strake"}
    listed = Table(person("A", 12, 6, owed=1), person("B", 10, 8), person("C", 8, 8)).cast(8, 5, 4, 1, 2, 1)
    assert as_now(listed) == {"do": "leave", "who": "A"}


def test_forecast_turns_a_higher_answer_on_the_challenger() -> None:
    table = quay().cast(9, 3, 4, 4, 7, 2).challenge("Ruta", "Strake").answer("Strake", 10, 8)
    assert as_now(table) == {"do": "challenge", "who": "Strake", "on": "Ruta"}


@pytest.mark.parametrize(
    ("at", "short", "does"),
    [(None, 0, "hang_in"), (None, 9, "hang_in"), (1, 0, "give"), (2, 0, "hang_in"), (2, 1, "give")],
)
def test_forecast_gives_at_the_limit_of_short_answers(at, short, does) -> None:
    table = quay(Strake=at).cast(11, 3, 9, 9, 7, 2).challenge("Ruta", "Strake").do("let_pass", who="Oswin")
    state = table.answer("Strake", 6, 2).state
    assert FORECAST.next_event(state.with_side(state.side("Strake").but(short=short))) == {
        "do": does,
        "who": "Strake",
    }


def test_forecast_takes_the_first_loss_and_names_the_winner() -> None:
    table = quay().cast(11, 3, 9, 9, 7, 2).challenge("Ruta", "Strake").do("let_pass", who="Oswin")
    table.answer("Strake", 5, 2)
    first = table.act("hurt").event["take"]
    assert as_now(table) == {"do": "hurt", "who": "Ruta", "take": first}
    table.do("hurt", who="Ruta", take=first).challenge("Oswin", "Ruta").answer("Ruta", 4, 1)
    assert (
        as_now(table)["do"] == "hurt" and FORECAST.winner(table.state) == ""
    )  # what Ruta loses is open still
    table.do("hurt", who="Oswin", take=table.act("hurt").event["take"])
    assert as_now(table) is None and FORECAST.winner(table.state) == "Oswin"


def test_forecast_takes_no_loss_from_a_side_without_dice() -> None:
    table = Table(person("A", 12, 6), person("B", 10), person("C")).cast(8, 5, 4)
    table.challenge("A", "C")
    table.do("let_pass", who="B").do("answer", who="C")
    assert as_now(table) == {"do": "hurt", "who": "A", "take": ""}


def test_forecast_has_no_next_event_with_fewer_than_two_sides() -> None:
    for table in (Table(), Table(person("A", 8))):
        assert as_now(table) is None
    assert FORECAST.winner(Table().state) == "" and FORECAST.winner(Table(person("A", 8)).state) == "A"


# throw by throw


def standing(state):
    """Return the state at the next roll, or at the end of the round or the conflict."""
    begun = state.round
    while state.round == begun and not FORECAST.winner(state):
        event = FORECAST.next_event(state)
        if event["do"] in ("cast", "order", "answer"):
            break
        state = TRACKER.actions.apply(state, event).state
    return state


def place_of(course, state):
    """Return the model's state for a tracker state, past all transitions that are certain."""
    return sure(course, course.after(standing(state)))


def sure(course, place):
    while not course.winner(place) and course.ends_round(place):
        ways = dict(course.transitions(place).items())
        if len(ways) > 1:
            break
        [place] = ways
    return place


def shares(counts):
    whole = sum(counts.values())
    return {place: Fraction(ways, whole) for place, ways in counts.items()}


def answers_compared(course, state, most):
    """Play on, compare the transitions of each answer with the model, and return the number of states."""
    ahead, known, compared = deque([standing(state)]), set(), 0
    while ahead and compared < most:
        state = ahead.popleft()
        event = FORECAST.next_event(state)
        if FORECAST.winner(state) or event["do"] != "answer":
            continue
        place = course.after(state)
        if place in known:
            continue
        known.add(place)
        action, _, read = TRACKER.actions.read(state, event)
        reached = {}

        def play(dice, state=state, action=action, read=read, reached=reached):
            after = standing(action.apply(state, read, Every(dice))[0])
            there = place_of(course, after)
            reached[there] = after
            return there

        by_deeds, _ = expand(play)
        weights = {}
        for there, ways in course.transitions(place).items():
            there = sure(course, there)
            weights[there] = weights.get(there, 0) + ways
        assert shares(weights) == shares(by_deeds)
        assert not course.ends_round(place)
        ahead += reached.values()
        compared += 1
    return compared


FOUR = [person("A", 4, 4, gives_at=2), person("B", 6), person("C", 4, gives_at=1), person("D", 8)]
CASTS = [(4, 2, 5, 3, 7), (3, 3, 4, 4, 8), (4, 1, 2, 3, 5), (1, 1, 6, 2, 6), (2, 1, 2, 4, 2)]


@pytest.mark.parametrize("sides", [3, 4])
def test_forecast_model_matches_the_tracker_for_each_answer(sides, monkeypatch) -> None:
    monkeypatch.setattr(forecast, "MAX_READINGS", 0)  # roll by roll
    compared = 0
    for cast in CASTS:
        state = Table(*FOUR[:sides]).cast(*cast[: sides + 1]).state
        compared += answers_compared(FORECAST.model(state), state, most=4)
    assert compared > 10


def test_forecast_orders_tied_combatants_by_a_higher_roll() -> None:
    table = Table(person("A", 4), person("B", 6), person("C", 8)).cast(3, 3, 1)
    assert table.due == ["order"]
    course = FORECAST.model(table.state)
    first = {
        course.after(table.do("order", dice=[2, 1]).state),
        course.after(table.back(1).do("order", dice=[1, 2]).state),
    }
    chances = shares(course.transitions(course.initial_state))
    assert chances.keys() == first
    # of 24 throws 6 are the d4's and 14 the d6's
    assert sorted(chances.values()) == [Fraction(3, 10), Fraction(7, 10)]


def test_forecast_recasts_for_the_last_two_if_tied(monkeypatch) -> None:
    monkeypatch.setattr(forecast, "MAX_READINGS", 0)
    state = Table(person("A", 4), person("B", 6), person("C", 4), person("D", 4)).state
    course = FORECAST.model(state)
    states = {
        course.after(state.with_side(*(state.side(each).but(out="left") for each in "CD"))): Fraction(1)
    }
    for _ in "AB":
        states = {
            there: chance * way
            for place, chance in states.items()
            for there, way in shares(dict(course.transitions(place).items())).items()
        }
    again = [place for place in states if place.pair is None]
    assert {tuple(each.read for each in place.rolls) for place in again} == {(None,) * 4}
    assert sum(states.values()) - sum(states[each] for each in again) == Fraction(20, 24)


def test_round_ends_with_one_left_although_newcomers_wait() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8)).cast(8, 5, 4, 1)
    table.do("join", newcomer=person("C", 8, 8)).do("join", newcomer=person("D", 4))
    state = table.challenge("A", "B").answer("B", 2, 1).state
    course = FORECAST.model(state)
    assert course.ends_round(course.initial_state) and not course.winner(course.initial_state)
    after = TRACKER.actions.apply(state, FORECAST.next_event(state)).state
    assert after.round == 2 and sure(course, course.initial_state) == course.after(after)


# how much is counted at once


@pytest.mark.parametrize(
    ("dice", "gives_at", "at_once"),
    [
        (((4,), (4,), (4,)), (4, None, None), True),
        (((4,), (4,), (4,)), (2, 2, None), True),
        (((4,), (4,), (4,)), (5, None, None), False),
        (((4,), (4,), (4,)), (2, 3, None), False),
        (((6,), (4, 6, 6), (6, 8, 10)), (None, None, None), True),  # which read in 500 ways together
        (((), (4, 6, 12), (4, 6, 12)), (None, None, None), False),  # and these in 501
        (((4,), (4,), (4,), (4,)), (None, None, None, None), False),
    ],
)
def test_three_sided_round_is_solved_at_once_up_to_its_limits(dice, gives_at, at_once) -> None:
    people = zip("ABCD", dice, gives_at, strict=False)
    course = FORECAST.model(Table(*(person(name, *sizes, gives_at=at) for name, sizes, at in people)).state)
    assert course.ends_round(course.initial_state) == at_once


@pytest.mark.parametrize(
    ("dice", "at_once"), [(((4, 6, 12), (4, 6, 12)), True), (((4, 6, 10), (6, 6, 12)), False)]
)
def test_two_sided_round_is_solved_at_once_up_to_500_readings(dice, at_once) -> None:
    table = Table(person("A", *dice[0]), person("B", *dice[1]), person("C", 4), person("D", 4))
    course = FORECAST.model(table.state)
    last = tuple(
        each._replace(out="gave") if at > 1 else each for at, each in enumerate(course.initial_state)
    )
    assert course.ends_round(last) == at_once
