"""Calculators for programs over the tracker's events and states, the same as on its page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.base import safe_json
from rules_py.base.limits import MAX_EVENTS
from rules_py.base.problems import to_answer
from rules_py.base.wording import YES_NO
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import Measure
from rules_py.inputs import Input, ListOf
from rules_py.tracker.actions import AppliedEvent, EventData
from rules_py.tracker.encounter import EventInput
from rules_py.tracker.spec import State, TrackerSpec


@dataclass(frozen=True, kw_only=True)
class StateInput(Input):
    """A state of the tracker as plain data, for programs."""

    tracker: TrackerSpec[Any]

    @property
    def expected(self) -> str:
        return f"a {self.tracker.encounter_noun} as plain data"

    def read(self, value: Any) -> State:
        # Accept a state that has already been read.
        data = safe_json.parse_if_text(value.to_json() if hasattr(value, "to_json") else value)
        if not isinstance(data, Mapping):
            raise self.input_error(value)
        state: State = self.tracker.read(data)
        return state


@dataclass(frozen=True)
class ApiCalculators[S: State]:
    """The calculators over an encounter, for programs.

    state, event  an example of each
    rules         the numbers of the rules of applying an event
    check_rules   those of checking one
    chance_rules  those of its chances
    outlook       `outlook(state)` returns what can happen next
    measures      the values of the outlook
    """

    game: str
    tracker: TrackerSpec[S]
    state: Mapping[str, Any]
    event: EventData
    rules: tuple[str, ...]
    check_rules: tuple[str, ...]
    chance_rules: tuple[str, ...]
    outlook: Callable[[S], Mapping[str, Any]]
    measures: tuple[Measure, ...]

    def calculators(self) -> tuple[Calculator, ...]:
        """Return `desk`, `desk_plan`, `desk_replay`, `desk_chances`."""
        scene = self.tracker.encounter_noun
        state = StateInput("state", f"The {scene}", tracker=self.tracker, start=self.state)
        event = EventInput("event", "Event", start=self.event)
        log = ListOf("log", "Events", event, most=MAX_EVENTS, start=[self.event])
        now = Measure("state", f"The {scene} now", self._describe)
        why = (Measure("problems", "Problems", ", ".join), Measure("reasons", "Why", _join_reasons))
        return (
            Calculator(
                id=f"{self.game}.desk",
                title=f"{scene.capitalize()} tracker: apply an event",
                summary=f"Applies one event to a {scene} and returns the new state and the log entry.",
                inputs=(state, event),
                answer=self._apply,
                api_only=True,
                measures=(
                    Measure("applied", "Applied", YES_NO),
                    Measure("sentence", "Log"),
                    now,
                    *why,
                    Measure("event", "Event", lambda event: event["do"]),
                    Measure("dice", "Dice", lambda faces: ", ".join(map(str, faces)) or "none"),
                    Measure(
                        "working",
                        "Calculation",
                        lambda steps: "; ".join(step.text for step in steps) or "none",
                    ),
                ),
                rules=self.rules,
            ),
            Calculator(
                id=f"{self.game}.desk_plan",
                title=f"{scene.capitalize()} tracker: check an event",
                summary="Checks an event before it happens: whether it is legal and why not, its cost, and "
                "the points left in the turn.",
                inputs=(state, event),
                answer=self._plan,
                api_only=True,
                measures=(
                    Measure("legal", "Legal", YES_NO),
                    Measure("cost", "Cost"),
                    Measure("left", "Points left before it"),
                    *why,
                ),
                rules=self.check_rules,
            ),
            Calculator(
                id=f"{self.game}.desk_replay",
                title=f"{scene.capitalize()} tracker: replay a log",
                summary=f"Replays a log from the start. The same events always lead to the same {scene}.",
                inputs=(state, log),
                answer=self._replay,
                api_only=True,
                measures=(now, Measure("sentences", "Log", " ".join), why[0]),
                rules=self.rules,
            ),
            Calculator(
                id=f"{self.game}.desk_chances",
                title=f"{scene.capitalize()} tracker: next chances",
                summary="Lists what can happen next, with its chance.",
                inputs=(state,),
                answer=lambda *, state: dict(self.outlook(state)),
                api_only=True,
                measures=self.measures,
                rules=self.chance_rules,
            ),
        )

    def _describe(self, state: Mapping[str, Any]) -> str:
        """Return everyone's zone and condition, as text."""
        view = self.tracker.view(self.tracker.read(state), "")
        return f"{view.title}: " + ", ".join(
            f"{each.name}{f' in zone {each.zone}' if each.zone else ''}, {each.standing}"
            for each in view.combatants
        )

    def _apply(self, *, state: S, event: EventData) -> dict[str, Any]:
        applied = self.tracker.actions.apply(state, event)
        return {
            "applied": applied.applied,
            "sentence": applied.sentence,
            "state": applied.state.to_json(),
            "problems": _codes([applied]),
            "reasons": [each.to_json() for each in applied.reasons],
            "event": dict(applied.event),
            "dice": list(applied.faces),
            "working": list(applied.steps),
        }

    def _plan(self, *, state: S, event: EventData) -> dict[str, Any]:
        checked = self.tracker.actions.check(state, event)
        reasons = [each.to_json() for each in checked.reasons]
        return to_answer(checked.codes) | {"cost": checked.cost, "left": checked.left, "reasons": reasons}

    def _replay(self, *, state: S, log: Sequence[EventData]) -> dict[str, Any]:
        happenings = []
        for event in log:
            happenings.append(self.tracker.actions.apply(state, event))
            state = happenings[-1].state
        return {
            "state": state.to_json(),
            "sentences": [each.sentence for each in happenings],
            "problems": _codes(each for each in happenings if not each.applied),
        }


def _codes(happenings: Any) -> list[str]:
    applied: list[AppliedEvent[Any]] = list(happenings)
    return sorted({reason.code for each in applied for reason in each.reasons})


def _join_reasons(reasons: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(f"{each['reason']} [{each['rule']}]" for each in reasons) or "nothing against it"
