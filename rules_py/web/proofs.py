"""Requests to prove a page's examples and claims again under house rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rules_py import api, present
from rules_py.analysis.claims import Counterexample, read_claim
from rules_py.analysis.examples import Call, Run, Session, statements, without_repeats
from rules_py.base.errors import InputError
from rules_py.calculators.house_rules import Values, read_house_rules
from rules_py.dice.incremental import Incremental, scale_progress
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.systems.registry import GameNotLoadedError
from rules_py.web.request import Action, house_of, records_of, value_of

MAX_BLOCKS = 500
"""The most examples and claims of a page."""


def _reprove(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    """Run the blocks of a page in order, by the book and under the table's house rules, and compare.

    With `only`, a list of indices, other examples are only run for the names that they define.
    """
    game = registry.game(value_of(request, "game"))
    house, _ = read_house_rules(game.options, house_of(request))
    blocks = records_of(request, "blocks", MAX_BLOCKS)
    dependent = _dependent(game, house, blocks)
    places = _block_numbers(request, len(blocks))
    last = max((at for at in places if dependent[at]), default=-1)
    book, table = Session(), Session(game.id, house)
    html = ["" for _ in blocks]
    for at, block in enumerate(blocks[: last + 1]):
        begin, end = at / (last + 1), (at + 1) / (last + 1)
        if "claim" not in block:  # even if it only defines names that others use
            work = _example(block, book, table) if at in places else _definitions(block, table)
        elif at in places and dependent[at]:
            work = _claim(game, block["claim"], table)
        else:
            continue
        html[at] = yield from scale_progress(work, begin, end)
    return {"html": html}


def _block_numbers(request: Mapping[str, Any], number: int) -> set[int]:
    places = request.get("only")
    if places is None:
        return set(range(number))
    if not isinstance(places, list) or not all(type(each) is int and 0 <= each < number for each in places):
        raise InputError.at("only", places, "a list of places among the blocks", code="bad_request")
    return set(places)


_BOUND = re.compile(r"^(?:def |class |for )?(\w+(?:, \w+)*)", re.MULTILINE)
"""The start of an unindented line, with the names that it may bind or change."""


def _dependent(game: Game, house: Values, blocks: Sequence[Mapping[str, Any]]) -> list[bool]:
    """Return which blocks name a calculator that takes one of the house rules, a check of a sheet, or a name
    that depends on these.
    """
    names = {each.id for each in game.calculators if any(own.name in house for own in each.inputs)}
    if house:
        names.add("check_sheet")
    dependent = []
    for block in blocks:
        parts = [str(block["claim"])] if "claim" in block else statements(str(block.get("code", "")))
        dependent.append(False)
        for part in parts:
            if not names.isdisjoint(re.findall(r"\w+\.\w+|\w+", part)):
                dependent[-1] = True
                if "claim" not in block:
                    names |= {*re.findall(r"\w+", " ".join(_BOUND.findall(part)))}
    return dependent


def _example(block: Mapping[str, Any], book: Session, table: Session) -> Incremental[str]:
    """Run an example in both sessions, and return its results at the table, "" if they are the same."""
    results: list[tuple[Call, Call | None]] = []
    outputs: list[tuple[str, str]] = []
    for source in statements(str(block.get("code", ""))):
        yield 0.0
        book_run = _run(book, source)
        yield 0.0  # a statement can't be interrupted, so each request runs at most one
        table_run = _run(table, source)
        if _output(book_run) != _output(table_run):
            outputs.append((source, _output(table_run)))
        results += zip(table_run.calls, [*book_run.calls, *[None] * len(table_run.calls)], strict=False)
    changed = [call for call, before in results if before is None or _result(call) != _result(before)]
    return present.render_example_at_table(without_repeats(changed), outputs) if changed or outputs else ""


def _definitions(block: Mapping[str, Any], table: Session) -> Incremental[str]:
    """Run an example for the names that it defines at the table."""
    for source in statements(str(block.get("code", ""))):
        yield 0.0
        _run(table, source)
    return ""


def _run(session: Session, source: str) -> Run:
    run = session.run_example(source, "example")
    if isinstance(run.raised, GameNotLoadedError):
        raise run.raised
    return run


def _output(run: Run) -> str:
    return run.printed + (f"{type(run.raised).__name__}: {run.raised}\n" if run.raised else "")


def _result(call: Call) -> Any:
    """Return the result of a call without the house rules among its inputs."""
    result = call.result
    if isinstance(result, InputError):
        return result.user_message
    if call.name == "check_sheet":
        return present.render_example_result(call)
    if isinstance(result, api.RollResult):
        return result.outcome
    return result


def _claim(game: Game, fields: Any, table: Session) -> Incremental[str]:
    """Return the counterexample of a claim at the table, "" if it holds."""
    known = game.calculators
    try:
        claim = read_claim(fields, table, api.odds_of)
        known = (claim.names.calculator,) if claim.names.calculator else known
        result = yield from claim.check()
    except GameNotLoadedError:
        raise
    except Exception:  # a page's own code may rely on the book's rules
        return present.render_contradicted_claim(None, known)
    return present.render_contradicted_claim(result, known) if isinstance(result, Counterexample) else ""


ACTIONS: dict[str, Action] = {"reprove": _reprove}
