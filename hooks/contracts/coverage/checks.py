"""The checks that fail the build if the rules of a game change: examples, claims and published odds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hooks.base import package_files
from hooks.directives import fences
from hooks.directives.directive import Context
from hooks.directives.examples import EXAMPLE
from hooks.directives.fences import Fence
from hooks.directives.library import Library
from hooks.directives.pages import read_page
from hooks.directives.registry import DIRECTIVES, runs_code
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.outcome import Outcome
from rules_py.inputs import Flag
from rules_py.sheets.sheet import Sheet
from rules_py.systems import registry


def run_checks(library: Library, games: Collection[str]) -> set[tuple[str, str]]:
    """Run the checks of these games' books, and return the rules that their results cite, each with its game.

    Raises AuthorError if a check fails.
    """
    assert library.docs_dir
    cited: set[tuple[str, str]] = set()
    with _record_cited(cited):
        for name in package_files.pages(library.docs_dir):
            if name.partition("/")[0] in games:
                _run_page(library, library.docs_dir, name)
        for game in registry.games():
            for calculator in game.calculators if game.id in games else ():
                _run_published(calculator, cited)
    return cited


def _run_page(library: Library, docs_dir: Path, name: str) -> None:
    page, lines = read_page(docs_dir, name)
    context = library.context(page, (), {})
    for piece in fences.split(lines, page.start):
        if isinstance(piece, Fence) and runs_code(piece):
            run_fence(piece, context)


def run_fence(fence: Fence, context: Context) -> None:
    """Run an example or a claim. Raises AuthorError if it isn't true."""
    if fence.language == EXAMPLE:
        context.session.run("\n".join(fence.body), fence.body_place)
    else:
        DIRECTIVES[fence.language].show(fence, context)


def _run_published(calculator: Calculator, cited: set[tuple[str, str]]) -> None:
    """Compute the odds that the game prints. They cite the grades that it prints, and no others."""
    for published in calculator.published:
        bound = calculator.bind(dict(published.inputs))
        if calculator.has_odds:
            BoundCalculator.odds.__wrapped__(bound)  # type: ignore[attr-defined]  # set by `_with_record`
        else:
            bound.answer()
        if calculator.scale:
            rules = (calculator.scale.rule(key) for key in published.chances)
            cited |= {(calculator.game, rule) for rule in (*rules, *_rules_of(bound)) if rule}


@contextmanager
def _record_cited(cited: set[tuple[str, str]]) -> Iterator[None]:
    """Record the rules that results within this block cite."""

    def add(game: str, *rules: str | None) -> None:
        cited.update((game, rule) for rule in rules if rule)

    def of_roll(bound: BoundCalculator, outcome: Outcome) -> None:
        grade = outcome.scale.rule(outcome.scale.key(outcome)) if outcome.scale else None
        add(bound.calculator.game, grade, *(step.rule for step in outcome.working), *_rules_of(bound))

    def of_odds(bound: BoundCalculator, odds: Any) -> None:
        scale = bound.calculator.scale
        outcomes = all(isinstance(each, Outcome) for each in odds)  # otherwise they belong to a projection
        grades = [each.rule for each in scale.grades_of(odds)] if scale and outcomes else []
        add(bound.calculator.game, *grades, *_rules_of(bound))

    def of_answer(bound: BoundCalculator, answer: Any) -> None:
        add(bound.calculator.game, *_rules_of(bound))

    games = {id(game.sheet): game.id for game in registry.games() if game.sheet}

    def of_sheet(sheet: Sheet, result: Any) -> None:
        add(games.get(id(sheet), ""), *(problem.rule for problem in result[1].problems))

    with ExitStack() as patched:
        for owner, name, record in (
            (BoundCalculator, "roll", of_roll),
            (BoundCalculator, "odds", of_odds),
            (BoundCalculator, "answer", of_answer),
            (Sheet, "parse_and_evaluate", of_sheet),
        ):
            patched.enter_context(patch.object(owner, name, _with_record(getattr(owner, name), record)))
        yield


def _with_record(function: Callable[..., Any], record: Callable[[Any, Any], None]) -> Callable[..., Any]:
    def recording(self: Any, *arguments: Any, **keywords: Any) -> Any:
        result = function(self, *arguments, **keywords)
        record(self, result)
        return result

    recording.__wrapped__ = function  # type: ignore[attr-defined]  # called by `_run_published`
    return recording


def _rules_of(bound: BoundCalculator) -> Iterator[str | None]:
    """Yield the rules that the calculator applies, without those of its grades, and those of its inputs.

    A switch applies its rule only if it is on.
    """
    scale = bound.calculator.scale
    grades = {each.rule for each in scale.grades} if scale else set()
    yield from (rule for rule in bound.calculator.rules if rule not in grades)
    for each in bound.calculator.inputs:
        if bound.inputs[each.name] or not isinstance(each, Flag):
            yield each.rule
