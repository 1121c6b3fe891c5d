"""The examples of a book as data: their code, and the results of its calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hooks.directives import fences
from hooks.directives.blocks import example
from hooks.directives.examples import EXAMPLE, Session
from hooks.directives.fences import Fence
from hooks.directives.library import Library
from hooks.export.data.values import number, without_empty
from rules_py.analysis.examples import Call, without_repeats
from rules_py.api import RollResult
from rules_py.base.errors import InputError
from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.calculators.outcome import Outcome
from rules_py.dice.odds import Odds
from rules_py.systems import registry

_GIVES = {"roll": "roll", "resolve": "roll", "odds": "odds", "ask": "answer", "check_sheet": "sheet"}


def examples_data(library: Library, game: str) -> Iterator[dict[str, Any]]:
    """Yield every example of a game's book, in the order of its pages."""
    for page, lines in library.chapters(game):
        session = Session()
        for piece in fences.split(lines, page.start):
            if isinstance(piece, Fence) and piece.language == EXAMPLE:
                code = "\n".join(piece.body)
                calls = session.run(code, piece.body_place)
                yield {
                    "page": page.address,
                    **without_empty(title=piece.options.get("title")),
                    "code": example.readable(code),
                    "results": [_result(call) for call in without_repeats(calls)],
                }


def _result(call: Call) -> dict[str, Any]:
    game, _, is_calculator = call.subject.partition(".")
    subject = {"calculator": call.subject} if is_calculator else {"game": game}
    inputs = {name: value for name, value in call.inputs.items() if name not in ("dice", "seed")}
    head = {**subject, "inputs": to_jsonable(inputs)}
    if isinstance(call.result, InputError):
        return {**head, "gives": "error", "text": call.result.user_message}
    gives = _GIVES[call.name]
    if isinstance(call.result, Odds):
        return {**head, "gives": gives, **_odds(call.subject, call.result)}
    return {**head, "gives": gives, **_text(call.result), "value": to_jsonable(call.result)}


def _text(result: Any) -> Mapping[str, str]:
    outcome = result.outcome if isinstance(result, RollResult) else result
    return {"text": outcome.verdict} if isinstance(outcome, Outcome) else {}


def _odds(calculator: str, odds: Odds) -> dict[str, Any]:
    """Return the chance of each grade, or of each outcome where the calculator has no scale."""
    scale = registry.calculator(calculator).scale
    chances = scale.chances(odds) if scale else {key_text(outcome): odds[outcome] for outcome in odds}
    return {
        "chances": [
            {
                "key": to_jsonable(key),
                **without_empty(label=scale and scale.label(key)),
                "chance": number(chance),
            }
            for key, chance in chances.items()
        ]
    }
