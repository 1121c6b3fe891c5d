"""The `calculators` and `rulings` directives: everything of that kind in a book, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from hooks.directives import fences, house_rules_form, rulings, yaml_body
from hooks.directives.blocks import house_rules
from hooks.directives.directive import Chapters, Context, Directive
from hooks.directives.fences import Fence, Prose
from hooks.directives.pages import Page
from hooks.directives.rule_index import RuleIndex
from rules_py import present
from rules_py.calculators.calculator import Calculator
from rules_py.present import Markup
from rules_py.systems import registry

CALCULATORS = "calculators"


def _show_calculators(fence: Fence, context: Context) -> Iterator[str]:
    """Yield every calculator of the game, each below the chapter that states the first of its rules."""
    yaml_body.must_be_empty(fence, "it lists all calculators of the book")
    game = context.page.game
    remaining = [calculator for calculator in registry.game(game).calculators if not calculator.api_only]
    for page, _ in context.chapters(game):
        of_page = [calculator for calculator in remaining if _states(page, calculator, context.index)]
        if of_page:
            yield from ("", f"## {page.title}", "")
            yield from _forms(of_page)
        remaining = [calculator for calculator in remaining if calculator not in of_page]
    if remaining:
        yield from ("", "## General calculators {#of-use-everywhere}", "")
        yield from _forms(remaining)


def _forms(calculators: Sequence[Calculator]) -> Iterator[str]:
    for calculator in calculators:
        yield present.render_calculator(calculator, {}, is_open=True)
        yield ""


def _states(page: Page, calculator: Calculator, index: RuleIndex) -> bool:
    """Return whether the page states the first of the calculator's rules."""
    first = next(iter(calculator.rules), "")
    return index.pages.get(page.game, {}).get(first) == page.address


def _show_rulings(fence: Fence, context: Context) -> Iterator[str | Prose]:
    """Yield the game's house rules, then every ruling again, below the chapter that states it."""
    yaml_body.must_be_empty(fence, "it lists all rulings of the book")
    chapters = context.chapters(context.page.game)
    if options := _house_options(context.page.game, chapters):
        yield from ("", "## House rules {#house-options}", "", options, "")
    yield Prose(fence.place, tuple(_rulings(chapters)))


def _rulings(chapters: Chapters) -> Iterator[str]:
    for page, lines in chapters:
        pieces = fences.split(lines, page.start)
        prose = [line for piece in pieces if isinstance(piece, Prose) for line in piece.lines]
        yield from rulings.repeat(page.title, PurePosixPath(page.name).name, rulings.stated_in(prose))


def _house_options(game: str, chapters: Chapters) -> Markup | None:
    """Return the house rules of a game, with links to their switches."""
    return house_rules_form.render_option_links(registry.game(game), house_rules.page_of(chapters))


DIRECTIVES = (
    Directive(
        CALCULATORS,
        "All calculators of the page's book, opened, by chapter. It has no fields.",
        show=_show_calculators,
        reads="book",
    ),
    Directive(
        "rulings",
        "All rulings of the page's book, by chapter, after its house rules. It has no fields.",
        show=_show_rulings,
        reads="book",
    ),
)
