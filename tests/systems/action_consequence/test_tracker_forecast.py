"""The forecast of a conflict of three or more sides, solved or simulated."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from hooks.contracts.requests import replies
from rules_py import web
from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.incremental import run_to_completion
from rules_py.dice.markov import Done, solve_absorption
from rules_py.present import render_forecast
from rules_py.systems.action_consequence.tracker import forecast
from rules_py.tracker.forecast_simulation import MAX_ROUNDS_PER_RUN
from rules_py.tracker.forecast_solver import compute_forecast
from tests.systems.action_consequence.table import TRACKER, SeparateDice, Table, person


def forecast_of(table, **how):
    return run_to_completion(compute_forecast(TRACKER.forecast.model(table.state), **how))


def remaining_sides(conflict):
    """Return the sides left between two rounds, with their counts."""
    return tuple((each.lead, each.held, each.short) for each in conflict.within)


def tracker_chances(conflict):
    """Return the odds of a round's ends, from the tracker's actions and every face of every die."""
    states_by_name = {}

    def key(state):
        # Equal rolls for turn order are the same as no rolls.
        orders = {each.order for each in state.sides if each.order}
        if len(orders) == 1:
            state = state.with_side(*(each.but(order=()) for each in state.sides))
        name = json.dumps(to_jsonable(state.to_json()))
        states_by_name[name] = state
        return name

    def step(name):
        now = states_by_name[name]
        action, _, inputs = TRACKER.actions.read(now, TRACKER.forecast.next_event(now))

        def play(dice):
            after = action.apply(now, inputs, SeparateDice(dice))[0]
            over = after.round > now.round or TRACKER.forecast.winner(after)
            return Done(remaining_sides(after)) if over else key(after)

        return expand(play)[0]

    return solve_absorption(step, key(conflict)).chances


def model_chances(conflict):
    """Return the odds of a round's ends, from the forecast model."""
    model = TRACKER.forecast.model(conflict)
    chances_by_label = model.transitions(model.initial_state)
    chances = {}
    for state, weight in chances_by_label.items():
        sides = tuple(
            (lead, seat.held, seat.short)
            for lead, seat in zip(model.participants, state, strict=True)
            if not seat.out
        )
        chances[sides] = chances.get(sides, Fraction()) + Fraction(weight, sum(chances_by_label.values()))
    return chances


def without_counts(chances, sides_with_limit):
    """Merge states that differ only in the counts of sides without a limit, or of the last side left."""
    merged_chances = {}
    for sides, chance in chances.items():
        one = len(sides) == 1
        texts = tuple(
            (lead, 0 if one else held, short if lead in sides_with_limit and not one else 0)
            for lead, held, short in sides
        )
        merged_chances[texts] = merged_chances.get(texts, Fraction()) + chance
    return merged_chances


@pytest.mark.parametrize(
    ("dice", "limits"), [(((4,), (6,), ()), (2, None, None)), (((4, 4), (4,), ()), (None, None, 1))]
)
def test_three_sided_round_matches_the_tracker(dice, limits) -> None:
    table = Table(
        *(person(name, *sizes, gives_at=at) for name, sizes, at in zip("ABC", dice, limits, strict=True))
    )
    sides_with_limit = {name for name, at in zip("ABC", limits, strict=True) if at}
    assert without_counts(model_chances(table.state), sides_with_limit) == without_counts(
        tracker_chances(table.state), sides_with_limit
    )


def test_forecast_before_a_cast_is_the_mean_of_those_after_it() -> None:
    table = Table(person("A", 4), person("B", 4, gives_at=2), person("C", 4))
    before = forecast_of(table)
    assert before.runs == 0 and sum(before.wins.values()) == 1
    after = dict.fromkeys(before.wins, Fraction())
    for faces in product(range(1, 5), repeat=3):
        for name, chance in forecast_of(table.cast(*faces)).wins.items():
            after[name] += chance / 64
        table.back(1)
    assert after == before.wins


def test_simulated_forecast_agrees_with_the_exact_one(monkeypatch) -> None:
    table = Table(person("A", 6, 4, gives_at=2), person("B", 6), person("C", 8))
    states = (table.state, table.cast(5, 3, 4, 6).state, table.challenge("C", "B").state)
    exact = [run_to_completion(compute_forecast(TRACKER.forecast.model(each))) for each in states]
    monkeypatch.setattr(forecast, "MAX_READINGS", 0)
    for state, counts in zip(states, exact, strict=True):
        simulated = run_to_completion(compute_forecast(TRACKER.forecast.model(state)))
        assert counts.runs == 0 and simulated.runs > 0
        for name, chance in counts.wins.items():
            assert abs(float(simulated.wins[name] - chance)) <= 4 * simulated.standard_error(chance)
            for how, chance_of_it in counts.exits[name].items():
                assert abs(float(simulated.exits[name][how] - chance_of_it)) <= 4 * simulated.standard_error(
                    chance_of_it
                )


def test_forecast_exits_depend_on_whether_a_combatant_gives() -> None:
    result = forecast_of(Table(person("A", 8, 6, gives_at=1), person("B", 8, 6), person("C", 8, 6)))
    assert set(result.exits["B"]) == set(result.exits["C"]) == {"doubled"}
    gave, doubled = (result.exits["A"][each] for each in ("gave", "doubled"))
    assert 0 < doubled < gave and gave + doubled == result.out_eventually["A"] == 1 - result.wins["A"]
    assert ">doubled</th>" in html_of(result) and ">gives</th>" in html_of(result)


def test_forecast_merges_exits_if_no_one_gives() -> None:
    result = forecast_of(Table(person("A", 8, 6), person("B", 8, 6), person("C", 8, 6)))
    assert "doubled" not in html_of(result) and ">Out by round</th>" in html_of(result)


def test_forecast_names_the_round_limit_of_a_simulation() -> None:
    result = forecast_of(Table(person("A", 8, 6), person("B", 8, 6), person("C", 8, 6)))
    endless = replace(result, no_winner=Fraction(1, 2))
    assert "Never ends" in html_of(endless) and "No end within" not in html_of(endless)
    simulated = replace(endless, runs=400)
    assert f"No end within {MAX_ROUNDS_PER_RUN} rounds" in html_of(simulated) and "Never ends" not in html_of(
        simulated
    )


def html_of(result):
    return render_forecast(TRACKER, Table(*(person(each, 8) for each in "ABC")).state, result)


def test_forecast_assumes_that_a_pending_choice_is_hang_in() -> None:
    table = Table(person("A", 12, 8), person("B", 10, 6), person("C", 8, 8, gives_at=1))
    table.cast(11, 3, 5, 4, 4, 4).challenge("A", "C").do("let_pass", who="B").answer("C", 7, 1)
    before = forecast_of(table)
    assert before.out_by_round["C"][0] < 1 and before.wins["C"] > 0
    assert forecast_of(table.do("hang_in", who="C")).wins == before.wins


def request_for(table, option_id, who=None):
    """Return the request that the page sends for the forecast beside an action."""
    option = table.option(option_id)
    return {
        "action": "tracker_action_forecast",
        "game": "action_consequence",
        "scene": to_jsonable(table.now.encounter),
        "event": dict(option.event),
        "who": option.forecast_for if who is None else who,
    }


def forecast_html(table, option_id):
    """Return the forecast shown beside an action, once it is computed."""
    *_, reply = replies(request_for(table, option_id))
    assert reply["ok"]
    return reply["html"]


def pending_strike():
    table = Table(person("A", 8, 6), person("B", 6, 4), person("C", 6, 6, owed=1))
    table.cast(8, 3, 5, 4, 4, 4).leave("C").challenge("A", "C").do("let_pass", who="B").answer("C", 5, 4)
    return table


def test_action_forecast_is_only_for_its_own_participant() -> None:
    table = pending_strike()
    assert forecast_html(table, "strike")
    for invalid in ("", 7, [], {}):
        *_, reply = replies(request_for(table, "strike", invalid))
        assert not reply["ok"] and reply["codes"] == ["bad_request"]
    for other in ("A", "Wren", "strike"):
        assert replies(request_for(table, "strike", other)) == [{"ok": True, "html": ""}]


def test_action_without_forecast_rejects_a_forecast_request() -> None:
    """No option at the start has a forecast, so a request without a participant fails for each."""
    table = Table(person("A", 8, 6), person("B", 6, 4), person("C", 6, 6, owed=1))
    view = TRACKER.view(table.state, "")
    options = [*view.due_options, *view.options, *view.common_options]
    assert len(options) > 1 and not any(each.forecast_for for each in options)
    for option in options:
        assert [each["codes"] for each in replies(request_for(table, option.id, ""))] == [["bad_request"]]


def test_action_forecast_yields_after_each_face_of_its_dice(monkeypatch) -> None:
    request_data = json.dumps(request_for(pending_strike(), "strike"))
    faces, apply = [], TRACKER.actions.apply

    def apply_and_record(state, event):
        if event["do"] == "strike":
            faces.extend(event["dice"])
        return apply(state, event)

    monkeypatch.setattr(web, "SLICE", -1)
    monkeypatch.setattr(TRACKER.actions, "apply", apply_and_record)
    for face in range(1, 7):
        while len(faces) < face and "working" in json.loads(web.respond(request_data)):
            pass
        assert faces == [*range(1, face + 1)]


def shows_chances(chances_by_label, html):
    assert sum(chances_by_label.values()) == 1
    return all(
        f'{words} <span class="chance">{number_format.percent(chance)}</span>' in html
        for words, chance in chances_by_label.items()
    )


def test_forecast_shows_the_chances_of_hanging_in() -> None:
    table = Table(person("A", 12, 8), person("B", 10, 6), person("C", 8, 8, gives_at=2))
    table.cast(11, 3, 5, 4, 4, 4).challenge("A", "C").do("let_pass", who="B").answer("C", 7, 1)
    html = forecast_html(table, "hang_in")
    after = forecast_of(table.do("hang_in", who="C"))
    chances_by_label = {"wins": after.wins["C"], "is doubled": after.exits["C"]["doubled"]}
    chances_by_label["gives"] = after.exits["C"]["gave"]
    assert all(chances_by_label.values()) and shows_chances(chances_by_label, html)


@pytest.mark.parametrize("answered", [(5, 4), (3, 2)])
def test_forecast_averages_a_strike_over_its_six_faces(answered) -> None:
    """The cases: slightly behind, and far enough behind that one face decides who is doubled."""
    table = Table(person("A", 8, 6), person("B", 6, 4), person("C", 6, 6, owed=1))
    table.cast(8, 3, 5, 4, 4, 4).leave("C").challenge("A", "C").do("let_pass", who="B").answer("C", *answered)
    assert table.due == ["strike", "leave"]
    messages = {"strike": forecast_html(table, "strike"), "leave": forecast_html(table, "leave")}
    chances_by_label = {"wins": Fraction(), "is doubled": Fraction()}
    for face in range(1, 7):
        after = forecast_of(table.do("strike", who="C", dice=[face]))
        out = "C" not in after.exits
        chances_by_label["wins"] += Fraction(0 if out else after.wins["C"], 6)
        chances_by_label["is doubled"] += Fraction(1 if out else after.exits["C"]["doubled"], 6)
        table.back(1)
    assert shows_chances(chances_by_label, messages["strike"])
    assert messages["leave"] != messages["strike"]


def test_forecast_gives_at_the_limit_if_no_strike_is_made() -> None:
    table = Table(person("A", 12, 8), person("B", 10, 6), person("C", 8, 8, owed=1, gives_at=1))
    table.cast(11, 3, 5, 4, 4, 4).leave("C").challenge("A", "C").do("let_pass", who="B").answer("C", 7, 1)
    assert 'gives <span class="chance">100%' in forecast_html(table, "leave")


def test_forecast_is_skipped_for_two_sides_or_too_many_dice() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8)).cast(12, 6, 3, 1).challenge("A", "B")
    assert not table.answer("B", 7, 1).option("hang_in").forecast_for and table.shares("hang_in")
    many = Table(person("A", 4, 4, 4, 4), person("H", 4, helps="A"), person("B", 8), person("C", 8))
    many.cast(4, 4, 4, 4, 4, 2, 1).challenge("A", "C").do("let_pass", who="B").answer("C", 3)
    assert "too many dice to calculate" in forecast_html(many, "hang_in")


def test_four_sided_conflict_is_simulated() -> None:
    result = forecast_of(Table(*(person(name, 6, 4) for name in "ABCD")))
    assert result.runs and sum(result.wins.values()) + result.no_winner == 1
    assert all(0.15 < result.wins[each] < 0.35 for each in "ABCD")


def test_forecast_is_unavailable_for_two_sides_with_a_reason() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    assert "need three or more sides" in TRACKER.forecast.unavailable(table.state)
    assert "need three or more sides" in TRACKER.forecast.unavailable(Table().state)
    assert not TRACKER.forecast.unavailable(Table.at("quay").state)
    table.cast(12, 6, 3, 1).challenge("A", "B").answer("B", 2, 1)
    assert TRACKER.forecast.unavailable(
        table.do("hurt", who="A", take=table.option("hurt").event["take"]).state
    )


def test_no_forecast_if_no_side_has_dice() -> None:
    table = Table(*(person(name) for name in "ABC"))
    assert (
        TRACKER.forecast.unavailable(table.state) == "No side has any dice left, so there is nothing to roll."
    )


def test_forecast_simulates_pools_too_large_to_solve() -> None:
    result = forecast_of(Table(*(person(name, 12, 12, 12, 12, gives_at=2) for name in "ABC")))
    assert result.runs and all(0.25 < result.wins[each] < 0.42 for each in "ABC")
