"""The assumptions of a forecast, and its model compared with the tracker's actions, roll by roll."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import pytest

from rules_py.dice.enumerate_branches import expand
from rules_py.systems.action_consequence.tracker import forecast
from tests.systems.action_consequence.table import TRACKER, SeparateDice, Table, person

FORECAST = TRACKER.forecast


def quay(**gives_at):
    people = {"Ruta": (12, 6), "Oswin": (12, 10), "Strake": (10, 8)}
    return Table(*(person(name, *dice, gives_at=gives_at.get(name)) for name, dice in people.items()))


def next_event(table):
    return FORECAST.next_event(table.state)


# assumed actions


def test_forecast_challenges_the_lowest_roll_first_if_tied() -> None:
    assert next_event(quay()) == {"do": "cast"}
    assert next_event(quay().cast(11, 3, 9, 9, 7, 2)) == {"do": "challenge", "who": "Ruta", "on": "Strake"}
    assert next_event(quay().cast(7, 3, 7, 3, 9, 2)) == {"do": "challenge", "who": "Strake", "on": "Ruta"}
    assert next_event(quay().cast(9, 3, 9, 3, 7, 2)) == {"do": "order"}


def test_forecast_never_interferes_or_strikes_a_name() -> None:
    table = quay().cast(11, 3, 9, 9, 7, 2).challenge("Ruta", "Strake")
    assert next_event(table) == {"do": "let_pass", "who": "Oswin"}
    assert next_event(table.do("let_pass", who="Oswin")) == {"do": "answer", "who": "Strake"}
    listed = Table(person("A", 12, 6, owed=1), person("B", 10, 8), person("C", 8, 8)).cast(8, 5, 4, 1, 2, 1)
    assert next_event(listed) == {"do": "leave", "who": "A"}


def test_forecast_turns_a_higher_answer_on_the_challenger() -> None:
    table = quay().cast(9, 3, 4, 4, 7, 2).challenge("Ruta", "Strake").answer("Strake", 10, 8)
    assert next_event(table) == {"do": "challenge", "who": "Strake", "on": "Ruta"}


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
    first = table.option("hurt").event["take"]
    assert next_event(table) == {"do": "hurt", "who": "Ruta", "take": first}
    table.do("hurt", who="Ruta", take=first).challenge("Oswin", "Ruta").answer("Ruta", 4, 1)
    assert (
        next_event(table)["do"] == "hurt" and FORECAST.winner(table.state) == ""
    )  # Ruta's loss is still pending
    table.do("hurt", who="Oswin", take=table.option("hurt").event["take"])
    assert next_event(table) is None and FORECAST.winner(table.state) == "Oswin"


def test_forecast_takes_no_loss_from_a_side_without_dice() -> None:
    table = Table(person("A", 12, 6), person("B", 10), person("C")).cast(8, 5, 4)
    table.challenge("A", "C")
    table.do("let_pass", who="B").do("answer", who="C")
    assert next_event(table) == {"do": "hurt", "who": "A", "take": ""}


def test_forecast_has_no_next_event_with_fewer_than_two_sides() -> None:
    for table in (Table(), Table(person("A", 8))):
        assert next_event(table) is None
    assert FORECAST.winner(Table().state) == "" and FORECAST.winner(Table(person("A", 8)).state) == "A"


# roll by roll


def at_next_roll(state):
    """Return the state at the next roll, or at the end of the round or the conflict."""
    first_round = state.round
    while state.round == first_round and not FORECAST.winner(state):
        event = FORECAST.next_event(state)
        if event["do"] in ("cast", "order", "answer"):
            break
        state = TRACKER.actions.apply(state, event).state
    return state


def model_state_of(model, state):
    """Return the model's state for a tracker state, after all transitions that are certain."""
    return skip_certain(model, model.after(at_next_roll(state)))


def skip_certain(model, model_state):
    while not model.winner(model_state) and model.ends_round(model_state):
        transitions = dict(model.transitions(model_state).items())
        if len(transitions) > 1:
            break
        [model_state] = transitions
    return model_state


def shares(counts):
    whole = sum(counts.values())
    return {model_state: Fraction(transitions, whole) for model_state, transitions in counts.items()}


def compare_answers(model, state, limit):
    """Compare the transitions of each answer with the model, and return the number of states compared."""
    queue, visited_states, count = deque([at_next_roll(state)]), set(), 0
    while queue and count < limit:
        state = queue.popleft()
        event = FORECAST.next_event(state)
        if FORECAST.winner(state) or event["do"] != "answer":
            continue
        model_state = model.after(state)
        if model_state in visited_states:
            continue
        visited_states.add(model_state)
        action, _, inputs = TRACKER.actions.read(state, event)
        states_after = {}

        def play(dice, state=state, action=action, inputs=inputs, states_after=states_after):
            after = at_next_roll(action.apply(state, inputs, SeparateDice(dice))[0])
            next_state = model_state_of(model, after)
            states_after[next_state] = after
            return next_state

        tracker_weights, _ = expand(play)
        model_weights = {}
        for next_state, transitions in model.transitions(model_state).items():
            next_state = skip_certain(model, next_state)
            model_weights[next_state] = model_weights.get(next_state, 0) + transitions
        assert shares(model_weights) == shares(tracker_weights)
        assert not model.ends_round(model_state)
        queue += states_after.values()
        count += 1
    return count


FOUR = [person("A", 4, 4, gives_at=2), person("B", 6), person("C", 4, gives_at=1), person("D", 8)]
CASTS = [(4, 2, 5, 3, 7), (3, 3, 4, 4, 8), (4, 1, 2, 3, 5), (1, 1, 6, 2, 6), (2, 1, 2, 4, 2)]


@pytest.mark.parametrize("sides", [3, 4])
def test_forecast_model_matches_the_tracker_for_each_answer(sides, monkeypatch) -> None:
    monkeypatch.setattr(forecast, "MAX_READINGS", 0)  # roll by roll
    count = 0
    for cast in CASTS:
        state = Table(*FOUR[:sides]).cast(*cast[: sides + 1]).state
        count += compare_answers(FORECAST.model(state), state, limit=4)
    assert count > 10


def test_forecast_orders_tied_combatants_by_a_higher_roll() -> None:
    table = Table(person("A", 4), person("B", 6), person("C", 8)).cast(3, 3, 1)
    assert table.due == ["order"]
    model = FORECAST.model(table.state)
    first = {
        model.after(table.do("order", dice=[2, 1]).state),
        model.after(table.back(1).do("order", dice=[1, 2]).state),
    }
    chances = shares(model.transitions(model.initial_state))
    assert chances.keys() == first
    # Of 24 rolls the d4 wins 6 and the d6 wins 14.
    assert sorted(chances.values()) == [Fraction(3, 10), Fraction(7, 10)]


def test_forecast_recasts_for_the_last_two_if_tied(monkeypatch) -> None:
    monkeypatch.setattr(forecast, "MAX_READINGS", 0)
    state = Table(person("A", 4), person("B", 6), person("C", 4), person("D", 4)).state
    model = FORECAST.model(state)
    states = {model.after(state.with_side(*(state.side(each).but(out="left") for each in "CD"))): Fraction(1)}
    for _ in "AB":
        states = {
            next_state: chance * way
            for model_state, chance in states.items()
            for next_state, way in shares(dict(model.transitions(model_state).items())).items()
        }
    again = [model_state for model_state in states if model_state.pair is None]
    assert {tuple(each.read for each in model_state.rolls) for model_state in again} == {(None,) * 4}
    assert sum(states.values()) - sum(states[each] for each in again) == Fraction(20, 24)


def test_round_ends_with_one_left_although_newcomers_wait() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8)).cast(8, 5, 4, 1)
    table.do("join", newcomer=person("C", 8, 8)).do("join", newcomer=person("D", 4))
    state = table.challenge("A", "B").answer("B", 2, 1).state
    model = FORECAST.model(state)
    assert model.ends_round(model.initial_state) and not model.winner(model.initial_state)
    after = TRACKER.actions.apply(state, FORECAST.next_event(state)).state
    assert after.round == 2 and skip_certain(model, model.initial_state) == model.after(after)


# limits of the exact solution


@pytest.mark.parametrize(
    ("dice", "gives_at", "at_once"),
    [
        (((4,), (4,), (4,)), (4, None, None), True),
        (((4,), (4,), (4,)), (2, 2, None), True),
        (((4,), (4,), (4,)), (5, None, None), False),
        (((4,), (4,), (4,)), (2, 3, None), False),
        (((6,), (4, 6, 6), (6, 8, 10)), (None, None, None), True),  # 500 readings together
        (((), (4, 6, 12), (4, 6, 12)), (None, None, None), False),  # 501 readings together
        (((4,), (4,), (4,), (4,)), (None, None, None, None), False),
    ],
)
def test_three_sided_round_is_solved_at_once_up_to_its_limits(dice, gives_at, at_once) -> None:
    people = zip("ABCD", dice, gives_at, strict=False)
    model = FORECAST.model(Table(*(person(name, *sizes, gives_at=at) for name, sizes, at in people)).state)
    assert model.ends_round(model.initial_state) == at_once


@pytest.mark.parametrize(
    ("dice", "at_once"), [(((4, 6, 12), (4, 6, 12)), True), (((4, 6, 10), (6, 6, 12)), False)]
)
def test_two_sided_round_is_solved_at_once_up_to_500_readings(dice, at_once) -> None:
    table = Table(person("A", *dice[0]), person("B", *dice[1]), person("C", 4), person("D", 4))
    model = FORECAST.model(table.state)
    last = tuple(each._replace(out="gave") if at > 1 else each for at, each in enumerate(model.initial_state))
    assert model.ends_round(last) == at_once
