"""A reference implementation of forecasts: it enumerates every face of the tracker's actions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from rules_py.dice.enumerate_branches import expand
from rules_py.tracker import Action, Event, State, TrackerSpec
from rules_py.tracker.forecast import ForecastModel


@runtime_checkable
class ByActions[P: Hashable, S](ForecastModel[P], Protocol):
    """A forecast model with one transition per action."""

    def read(self, state: S) -> P:
        """Return the state of the model for a state of the tracker."""


def compare_states[S: State](tracker: TrackerSpec[S], state: S, *, most: int) -> int:
    """Compare the model with the tracker's actions; return the number of states compared."""
    forecast, actions = tracker.forecast, tracker.actions
    assert forecast
    course = forecast.model(state)
    assert isinstance(course, ByActions)
    states: dict[Hashable, S] = {course.initial_state: state}
    ahead = [course.initial_state]
    compared = 0
    while ahead and compared < most:
        place = ahead.pop(0)
        now = states[place]
        assert course.winner(place) == forecast.winner(now)
        event = forecast.next_event(now)
        assert (event is None) == bool(course.winner(place))
        if event is None:
            continue
        next_states: dict[Hashable, S] = {}
        action, _, read = actions.read(now, event)

        def play(
            dice: Any,
            now: S = now,
            action: Action[S, Any] = action,
            read: Event = read,
            next_states: dict[Hashable, S] = next_states,
        ) -> Hashable:
            after = action.apply(now, read, dice)[0]
            place: Hashable = course.read(after)
            next_states[place] = after
            return place

        counts: dict[Hashable, int]
        counts, _ = expand(play)
        ways = course.transitions(place)
        assert isinstance(ways, Mapping)
        assert shares(counts) == shares(ways), (event, place)
        ended = {forecast.round_number(after) > forecast.round_number(now) for after in next_states.values()}
        assert ended == {course.ends_round(place)}
        compared += 1
        for each, after in next_states.items():
            if each not in states:
                states[each] = after
                ahead.append(each)
    return compared


def shares(weights: Mapping[Hashable, int]) -> dict[Hashable, Fraction]:
    total = sum(weights.values())
    return {place: Fraction(weight, total) for place, weight in weights.items()}
