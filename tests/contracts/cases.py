"""Cases of the snapshots: what a calculator, sheet or tracker does with some input, as readable lines."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any
from unittest import mock

from selectolax.lexbor import LexborHTMLParser

from hooks.contracts.requests import reply_to
from rules_py.base.errors import InputError, TooManyBranchesError
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.partial_roll import _CACHE
from rules_py.dice.incremental import run_to_completion
from rules_py.dice.recording import RandomDice, SeededDice
from rules_py.dice.seeded import SplitMix64
from rules_py.inputs import Choice, Input, Int, Record
from rules_py.sheets.play_mode import Card
from rules_py.sheets.sheet import RollButton
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.tracker import ActionOption, Combatant, TrackerSpec, View
from rules_py.tracker.forecast_solver import compute_forecast
from tests.markup import semantic_text

LINE_WIDTH = 110
MAX_DIGITS, SHOWN_DIGITS = 40, 12
MIN_ROWS = 3
"""The fewest records of a table; fewer are printed with the names of their fields."""
MARKUP = re.compile(r"</?[a-z][^<>]*>")
DIGITS = re.compile(r"\d+")


# plain data


def data_lines(value: Any, name: str = "") -> Iterator[str]:
    """Yield plain data as indented lines, on one line if it fits; pages as a reader perceives them."""
    prefix = f"{name}: " if name else ""
    if isinstance(value, str) and _has_pages(value):
        yield from [f"{name}:"] if name else []
        yield from indented(page_lines(value)) if name else page_lines(value)
        return
    has_pages = _has_pages(value)
    line = f"{prefix}{inline(value)}"
    if not isinstance(value, (dict, list)) or len(line) <= LINE_WIDTH and not has_pages:
        yield line
    elif isinstance(value, dict):
        lines = [line for key, part in value.items() for line in data_lines(part, key)]
        yield from [f"{name}:", *indented(lines)] if name else lines
    else:
        yield f"{prefix}{len(value)} entries"
        if _is_table(value) and not has_pages:
            yield from (f"- {row}" for row in table_lines(value))
            return
        for entry in value:
            yield from (
                f"{'  ' if at else '- '}{line}" for at, line in enumerate([*data_lines(entry)] or [""])
            )


def _has_pages(value: Any) -> bool:
    if isinstance(value, (dict, list)):
        return any(map(_has_pages, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and bool(MARKUP.search(value))


def _is_table(value: list[Any]) -> bool:
    """Return whether these are records with the same fields."""
    return len(value) >= MIN_ROWS and all(
        isinstance(entry, dict) and [*entry] == [*value[0]] and entry for entry in value
    )


def table_lines(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the names of the records' fields, then the values of each."""
    yield " | ".join(records[0])
    yield from (" | ".join(map(inline, record.values())) for record in records)


def inline(value: Any) -> str:
    """Return plain data on one line; long exact numbers, which no reader sees, lose their middle."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {inline(part)}' for key, part in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    if isinstance(value, str):
        return value if " " in value else "/".join(map(_short, value.split("/"))) or "“”"
    return _short(json.dumps(value))


def _short(digits: str) -> str:
    if len(digits) <= MAX_DIGITS or not digits.lstrip("-").isdigit():
        return digits
    return f"{digits[:SHOWN_DIGITS]}…{digits[-SHOWN_DIGITS:]}"


def indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def fault_lines(error: InputError) -> list[str]:
    return [f"{fault.field} ({fault.code}): {fault.user_message}" for fault in error.faults]


# calculators


def calculator_lines(calculator: Calculator, inputs: Mapping[str, Any]) -> Iterator[str]:
    """Yield the answer of a calculator, or its odds, measures and one roll."""
    try:
        bound = calculator.bind(inputs)
        if not calculator.has_odds:
            yield from data_lines(to_jsonable(bound.answer()))
            return
        odds = bound.odds()
    except InputError as error:
        yield from fault_lines(error)
        return
    except TooManyBranchesError:
        yield "too many branches"
        return
    yield from _odds_lines([(to_jsonable(outcome), to_jsonable(chance)) for outcome, chance in odds.items()])
    measures = {measure.name: to_jsonable(odds.measures[measure.name]) for measure in calculator.measures}
    yield from indented(data_lines(measures))
    if calculator.rolls_dice:
        yield from data_lines(to_jsonable(bound.roll(SeededDice(0))), "roll")


def _odds_lines(odds: list[tuple[Any, Any]]) -> Iterator[str]:
    """Yield each outcome with its chance, as rows of a table if the outcomes have the same fields."""
    odds.sort(key=lambda row: DIGITS.sub(lambda number: number[0].zfill(MAX_DIGITS), inline(row[0])))
    outcomes = [outcome for outcome, _ in odds]
    texts = [inline(outcome) for outcome in outcomes]
    if _is_table(outcomes):
        names, *texts = table_lines(outcomes)
        yield f"chance  {names}"
    yield from (f"{inline(chance)}  {text}" for (_, chance), text in zip(odds, texts, strict=True))


# sheets


def character_lines(game: Game, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield how the evaluation of a character differs from that of a blank one."""
    assert game.sheet
    try:
        yield from changed_lines(
            [*_evaluation_lines(game, game.sheet.blank())], [*_evaluation_lines(game, data)]
        )
    except InputError as error:
        yield from fault_lines(error)


def blank_lines(game: Game) -> Iterator[str]:
    """Yield what the rules say about a blank character."""
    assert game.sheet
    yield from _evaluation_lines(game, game.sheet.blank(), data_lines)


def _evaluation_lines(
    game: Game, data: Mapping[str, Any], derived_lines: Callable[[Any], Iterator[str]] | None = None
) -> Iterator[str]:
    assert game.sheet
    parsed_sheet, report = game.sheet.parse_and_evaluate(data)
    for problem in report.problems:
        yield f"{problem.severity} {problem.field} ({problem.code}, {problem.rule}): {problem.message}"
    for name, position in report.track_positions.items():
        values = [position.stage, position.marked, position.checked, position.size]
        yield f"{name}: {inline(to_jsonable(values))}"
    for step in (each for each in report.steps if each.available):
        yield f"{step.title} ({step.rule}): {inline(to_jsonable(step.changes))} {step.why}"
    derived = {name: value for name, value in report.derived.items() if name != "problems"}
    yield from (derived_lines or _leaves)(to_jsonable(derived))
    totals = ", ".join(each.text for each in report.totals)
    for name, values in (("full", report.maximums), ("totals", totals), ("notes", report.notes)):
        yield from _leaves(to_jsonable(values), name)
    for panel in report.panels:
        for row in panel.rows:
            yield " | ".join(
                _roll_button(cell) if isinstance(cell, RollButton) else str(cell) for cell in row
            )
    for cards in game.sheet.cards:
        by_text = defaultdict[str, list[str]](list)
        for name, card in cards.evaluate(parsed_sheet).items():
            by_text[_card(card, data)].append(name)
        yield from (f"{inline(names)}: {text}" for text, names in by_text.items())
    setting = game.tracker.setup if game.tracker else None
    if setting and setting.to_participant:
        try:
            yield from _leaves(to_jsonable(setting.to_participant(data)), "joins")
        except InputError as error:
            yield from fault_lines(error)


def _roll_button(button: RollButton) -> str:
    cost = f" for {inline(to_jsonable(button.costs))}" if button.costs else ""
    prompts = f" asking {inline(to_jsonable(button.prompted))}" if button.prompted else ""
    initial = registry.calculator(button.calculator).initial_inputs()
    changes = [
        inline(to_jsonable(value)) for name, value in button.inputs.items() if value != initial.get(name)
    ]
    return f"{inline(to_jsonable(button.chance))} ({', '.join(changes)}){prompts}{cost}"


def _card(card: Card, data: Mapping[str, Any]) -> str:
    parts = [card.price, *(f"blocked: {text} ({rule})" for text, rule in card.blockers)]
    parts += ["reached" if stage.reached else "open" for stage in card.path]
    parts += [card.fills] if card.fills else []
    for move in card.actions:
        blockers = "".join(f", blocked: {text} ({rule})" for text, rule in move.blockers)
        changes = ", ".join(_new_values(to_jsonable(move.step.changes), data))
        parts.append(f"{move.step.title} {{{changes}}}{blockers}")
    return "; ".join(map(str, parts))


def _new_values(changes: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the new values of a step, and of a list only the entries that differ."""
    for name, value in changes.items():
        before = data.get(name)
        if not isinstance(value, list) or not isinstance(before, list):
            yield f"{name}: {inline(value)}"
            continue
        for at, entry in enumerate(value):
            if entry not in before[at : at + 1]:
                yield f"{name}.{at + 1}: {inline(entry)}"
        if len(value) < len(before):
            yield f"{len(value)} {name}"


# trackers


def encounter_lines(game: Game, start: Mapping[str, Any], events: Sequence[Any] = ()) -> Iterator[str]:
    """Yield the start of an encounter, the sentences of its events and every change by the last one."""
    assert game.tracker
    tracker: TrackerSpec[Any] = game.tracker
    try:
        states = (tracker.begin(Record(fields=tracker.setup_inputs).parse(start)),)
    except InputError as error:
        yield from fault_lines(error)
        return
    view = tracker.view(states[0], "")
    yield from map(combatant_line, view.combatants) if events else view_lines(view)
    for number, event in enumerate(events, 1):
        yield f"* {json.dumps(event, ensure_ascii=False)}"
        state, lines = event_lines(tracker, states, event, last=number == len(events))
        yield from indented(lines)
        states = (*states, state)


def event_lines(
    tracker: TrackerSpec[Any], states: tuple[Any, ...], event: Mapping[str, Any], *, last: bool
) -> tuple[Any, list[str]]:
    """Return the state after an event and the lines about it, in full if it is the last event."""
    state = states[-1]
    try:
        applied_event = tracker.actions.apply(state, event, SeededDice(1))
    except InputError as error:
        return state, fault_lines(error)
    lines = [applied_event.sentence if applied_event.applied else "Not applied."]
    lines += [f"{reason.text} ({reason.code}, {reason.rule})" for reason in applied_event.reasons]
    if last:
        lines += data_lines(to_jsonable(applied_event.steps), "roll") if applied_event.steps else ()
        if applied_event.applied:
            lines += _changes(tracker, state, applied_event.state, str(event.get("who") or ""))
        lines += _final_lines(tracker, (*states, applied_event.state))
    return applied_event.state, lines


def _changes(tracker: TrackerSpec[Any], before: Any, after: Any, who: str) -> Iterator[str]:
    yield from changed_lines([*_leaves(to_jsonable(before))], [*_leaves(to_jsonable(after))])
    views = [*view_lines(tracker.view(before, who))], [*view_lines(tracker.view(after, who))]
    yield from changed_lines(*views)


def _final_lines(tracker: TrackerSpec[Any], states: tuple[Any, ...]) -> Iterator[str]:
    """Yield how the player view differs, and the changes to the party and the sheets."""
    view = tracker.view(states[-1], "")
    if tracker.player_view:
        without_options = replace(view, due_options=(), options=(), common_options=())
        yield from changed_lines([*view_lines(without_options)], [*view_lines(tracker.player_view(states))])
    yield from changed_lines([*_export_lines(tracker, states[0])], [*_export_lines(tracker, states[-1])])


def _export_lines(tracker: TrackerSpec[Any], state: Any) -> Iterator[str]:
    if tracker.setup and tracker.setup.party:
        yield from _leaves(to_jsonable([*tracker.setup.party(state)]), "party")
    if tracker.export_to_sheet:
        for combatant in tracker.view(state, "").combatants:
            yield from _leaves(
                to_jsonable(tracker.export_to_sheet(state, combatant.name)), f"sheet of {combatant.name}"
            )


def _leaves(value: Any, path: str = "") -> Iterator[str]:
    """Yield plain data as paths and values; data that fits on one line is one value."""
    line = f"{path} = {inline(value)}"
    if not isinstance(value, (dict, list)) or path and len(line) <= LINE_WIDTH:
        yield line
        return
    parts = value.items() if isinstance(value, dict) else enumerate(value, 1)
    for key, part in parts:
        name = part.get("name") if isinstance(value, list) and isinstance(part, dict) else None
        yield from _leaves(part, f"{path}.{name or key}".lstrip("."))


def changed_lines(before: list[str], after: list[str]) -> list[str]:
    """Return the new lines, and the lines that were deleted without a replacement."""
    changes: list[str] = []
    for tag, first, last, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "delete":
            changes += (f"- {line}" for line in before[first:last])
        elif tag != "equal":
            changes += (f"+ {line}" for line in after[start:end])
    return changes


def view_lines(view: View) -> Iterator[str]:
    """Yield the view of a tracker: the combatants, one line each, and the action options."""
    heading = [view.title, view.news, view.turn and f"{view.turn} acts", view.next and f"{view.next} is next"]
    yield " ".join(filter(None, (*heading, "A roll is pending." * view.waiting)))
    yield from map(combatant_line, view.combatants)
    for panel in view.panels:
        yield from (" | ".join(map(str, row)) for row in panel.rows)
    yield from map(_option, (*view.due_options, *view.options, *view.common_options))


def combatant_line(combatant: Combatant) -> str:
    at = combatant.track_position
    position = to_jsonable([at.stage, at.marked, at.checked, at.size]) if at else None
    parts = [
        combatant.standing,
        combatant.zone,
        combatant.turn,
        combatant.tone,
        "" if combatant.able else "unable to act",
    ]
    parts += [f"{boxes.text} {boxes.checked}/{boxes.size}" for boxes in combatant.boxes]
    parts += [inline(position)] if position else []
    parts += [f"d{die.sides} {die.face} {die.status}" for die in combatant.dice]
    parts += [f"{name} {value}" for name, value in combatant.facts]
    parts += [f"{mark.text} ({mark.rule})" for mark in combatant.marks]
    return f"{combatant.name}: {'; '.join(filter(None, parts))}"


def _option(option: ActionOption) -> str:
    parts = [*map(_input_line, (*option.inputs, *option.more_inputs))]
    parts += [f"{purpose} d{sides}" for purpose, sides in option.dice]
    parts += [option.price, option.note]
    parts += [f"{share.label} {inline(to_jsonable(share.chance))} {share.tone}" for share in option.shares]
    parts += [f"{name} {inline(to_jsonable(chance))}" for name, chance in option.chances]
    parts += [f"{reason.text} ({reason.code}, {reason.rule})" for reason in option.reasons]
    parts += ["cannot be overridden"] if option.reasons and not option.can_override else []
    title = f"{option.kind} / {option.title} [{option.button}] {inline(to_jsonable(option.event))}"
    return f"{title}: {'; '.join(filter(None, parts))}; {' '.join(option.rules)}"


def _input_line(field: Input) -> str:
    if isinstance(field, Choice):
        return f"{field.name} of {' '.join(map(str, field.options))}"
    return f"{field.name} {field.low}–{field.high}" if isinstance(field, Int) else field.name


def forecast_lines(game: Game, start: Mapping[str, Any], events: Iterable[Any]) -> Iterator[str]:
    """Yield how an encounter is expected to end after some events."""
    assert game.tracker and game.tracker.forecast
    tracker, forecast = game.tracker, game.tracker.forecast
    try:
        state = tracker.begin(Record(fields=tracker.setup_inputs).parse(start))
        for event in events:
            state = tracker.actions.apply(state, event, SeededDice(1)).state
    except InputError as error:
        yield from fault_lines(error)
        return
    if why := forecast.unavailable(state):
        yield str(why)
        return
    result = run_to_completion(compute_forecast(forecast.model(state)))
    parts = {
        "rounds": result.runs,
        "wins": result.wins,
        "finally": result.out_eventually,
        "out": result.out_by_round,
    }
    yield from data_lines(to_jsonable({**parts, "never ends": result.no_winner}))


# pages


def page_lines(page: Any) -> list[str]:
    """Return a page as a reader perceives it."""
    return semantic_text(str(page))


def form_lines(page: Any) -> list[str]:
    """Return the controls of a calculator's page, with their labels, limits and defaults."""
    form = LexborHTMLParser(str(page)).css_first("form")
    return semantic_text(form.html or "") if form else ["no input"]


def reply_lines(request: dict[str, Any]) -> Iterator[str]:
    """Yield the reply to a page's request, its HTML as a reader perceives it.

    Dice are seeded, and the cache of earlier requests is empty.
    """
    numbers = SplitMix64(1)
    with (
        mock.patch.object(RandomDice, "_below", lambda self, limit: numbers.below(limit)),
        mock.patch.dict(_CACHE, clear=True),
    ):
        reply = reply_to(request)
    for name, part in reply.items():
        if name == "scene":  # part of the request already
            continue
        yield from data_lines(part, name)
