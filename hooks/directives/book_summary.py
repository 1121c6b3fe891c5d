"""The `calculators` and `rulings` fences: all that a book has of them on one page, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath

from hooks.directives import calculators, fences, rulings
from hooks.directives.errors import DirectiveError
from hooks.directives.fences import FenceKind
from hooks.directives.pages import Page
from hooks.directives.rule_index import RuleIndex
from rules_py import present
from rules_py.calculators.calculator import Calculator
from rules_py.present import Markup
from rules_py.systems import registry

FENCES: Mapping[str, FenceKind] = {
    "calculators": FenceKind("All calculators of the page's book, opened, by chapter. It has no fields."),
    "rulings": FenceKind(
        "All rulings of the page's book, by chapter, behind its house options. It has no fields."
    ),
}

type Chapters = Sequence[tuple[Page, Sequence[str]]]
"""The pages of a book in its order, each with the lines of its text."""


def asked_for(text: str) -> bool:
    """Whether a page of this text may gather what stands on others."""
    return any(f"```{each}" in text for each in FENCES)


def holds(lines: Sequence[str], fence: str) -> bool:
    """Whether a page of these lines has such a fence."""
    return f"```{fence}" in lines


def calculators_of(game: str, chapters: Chapters, index: RuleIndex) -> Iterator[str | Calculator]:
    """The calculators of a game, each below the chapter that states the first of its rules: lines of
    Markdown, and the calculators themselves where they stand.
    """
    left = [each for each in registry.game(game).calculators if not each.api_only]
    for page, _ in chapters:
        here = [each for each in left if _states(page, each, index)]
        if here:
            yield from ("", f"## {page.title}", "")
            yield from _apart(here)
        left = [each for each in left if each not in here]
    if left:
        yield from ("", "## Of use everywhere", "")
        yield from _apart(left)


def calculator_pages(game: str, chapters: Chapters) -> dict[str, str]:
    """The address of the page that shows each calculator which throws: the one that gathers them all, or else
    the first with a roller for it. The index knows where the random tables are.
    """
    throwing = {each.id for each in registry.game(game).calculators if each.rolls_dice}
    gathered = {each.id for each in registry.game(game).calculators if not each.api_only}
    found: dict[str, str] = {}
    for page, lines in chapters:
        if holds(lines, "calculators"):
            found |= dict.fromkeys(throwing & gathered, page.address)
        for piece in fences.split(lines, page.start):
            if isinstance(piece, fences.Fence) and piece.language == "roller":
                with suppress(DirectiveError):  # told on its page
                    found.setdefault(calculators.read(piece)[1].id, page.address)
    return {name: address for name, address in sorted(found.items()) if name in throwing}


def rulings_of(chapters: Chapters) -> Iterator[str]:
    """Markdown that lists every ruling of a book again, below the chapter that states it."""
    for page, lines in chapters:
        pieces = fences.split(lines, page.start)
        prose = [line for piece in pieces if isinstance(piece, fences.Prose) for line in piece.lines]
        yield from rulings.again(page.title, PurePosixPath(page.name).name, rulings.stated_in(prose))


def house_options_of(game: str, chapters: Chapters) -> Markup | None:
    """The house options of a game, each with the way to its switches: in its calculators, on the page that
    lists them all, and on the sheet's page.
    """

    def page_with(fence: str) -> str | None:
        return next((page.address for page, lines in chapters if holds(lines, fence)), None)

    return present.house_options(registry.game(game), page_with("calculators"), page_with("sheet"))


def _apart(calculators: Sequence[Calculator]) -> Iterator[str | Calculator]:
    for each in calculators:
        yield each
        yield ""


def _states(page: Page, calculator: Calculator, index: RuleIndex) -> bool:
    """Whether the page states the first of the calculator's rules."""
    first = next(iter(calculator.rules), "")
    return index.pages.get(page.game, {}).get(first) == page.address
