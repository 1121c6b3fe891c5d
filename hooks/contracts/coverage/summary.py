"""The rules and branches of games that no example, claim or published odds depend on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hooks.contracts.coverage.branches import Gap, Reached
from hooks.contracts.coverage.checks import run_checks
from hooks.contracts.coverage.citations import citations
from hooks.directives import declaring, from_pages
from hooks.directives.library import Library
from rules_py import systems
from rules_py.base.paths import BOOK, FROM_PAGES
from rules_py.base.wording import pluralize
from rules_py.systems import registry
from rules_py.systems.game import Game


@dataclass(frozen=True)
class Coverage:
    """The rules and branches of one game that its checks cover.

    unchecked  the rules that its Python cites but no check applies, each with its place and those files
    exempt     the number of those that the book marks as needing no example, with `no_example`
    outdated   such marks of rules that a check applies or no Python cites, each with its place
    printed    the number of rules in lists and tables, which pages print from the data
    text_only  the number of rules that no Python cites, so that nothing could contradict them
    branches   the number of branches of its Python
    gaps       the branches that no check takes, and functions that none runs
    """

    game: str
    rules: int
    unchecked: tuple[str, ...]
    exempt: int
    outdated: tuple[str, ...]
    printed: int
    text_only: int
    branches: int
    gaps: tuple[str, ...]

    def lines(self) -> list[str]:
        """Return the report: one line for each gap, and a summary."""
        checked = self.rules - len(self.unchecked) - self.exempt - self.printed - self.text_only
        exempt = f" {self.exempt} need no example;" if self.exempt else ""
        return [
            *self.unchecked,
            *self.outdated,
            *self.gaps,
            f"{self.game}: of {self.rules} rules, an example, a claim or published odds apply {checked}; {self.printed} "
            f"are entries of lists and tables; {self.text_only} are text alone;{exempt} {len(self.unchecked)} are unchecked.",
            f"{self.game}: of {self.branches} branches, the checks miss {self._missed_text}.",
        ]

    @property
    def _missed_text(self) -> str:
        functions = sum(gap.endswith("never runs") for gap in self.gaps)
        sides = len(self.gaps) - functions
        unreached_functions = pluralize(functions, "whole function", "whole functions")
        return f"{sides}, and {unreached_functions}" if functions else str(sides)


def report(games: Iterable[str]) -> list[Coverage]:
    """Run the checks of these games, by default of all that are books, and return what they cover.

    Raises InputError for an unknown game, AuthorError for a check that fails.
    """
    docs = BOOK / "docs"
    ids = {registry.game(name).id for name in games}
    every = [each for each in from_pages.books() if (docs / each.id).is_dir()]
    selected = [each for each in every if not ids or each.id in ids]
    library = Library(docs)
    with Reached([Path(folder) for folder in systems.__path__]) as executed:
        cited = run_checks(library, {each.id for each in selected})
    return [_coverage(game, executed, cited, library) for game in selected]


def _coverage(game: Game, executed: Reached, cited: set[tuple[str, str]], library: Library) -> Coverage:
    files = _files(game.id)
    in_python, run = _rules_in_python(game, files, executed)
    applied = run | {rule for each, rule in cited if each == game.id}
    printed = {rule for each in game.references for entry in each.entries for rule in entry.rules}
    printed |= {rule for each in game.tables for rule in each.calculator.rules}
    places = library.index.places.get(game.id, {})
    unchecked = [rule for rule in game.numbers if rule in in_python and rule not in applied | printed]
    exempt_rules = {rule: page for page, _ in library.chapters(game.id) for rule in page.no_example}
    rules = {*game.numbers}
    branches, gaps = 0, list[str]()
    declared = _mechanics(game.id)
    for path in files:
        count, branch_gaps = executed.branches(path)
        branches += count
        gaps += [_line(gap, declared) for gap in branch_gaps]
    return Coverage(
        game.id,
        len(rules),
        tuple(
            f"{places.get(rule, game.id)}: {rule} has no example, claim or published odds; "
            f"cited in {', '.join(in_python[rule])}"
            for rule in unchecked
            if rule not in exempt_rules
        ),
        sum(rule in exempt_rules for rule in unchecked),
        tuple(
            f"{page.place_of('no_example')}: {rule} doesn't need `no_example`: it isn't unchecked"
            for rule, page in exempt_rules.items()
            if rule not in unchecked
        ),
        len((rules & printed) - applied),
        len(rules - applied - printed - in_python.keys()),
        branches,
        tuple(dict.fromkeys(gaps)),
    )


def _rules_in_python(
    game: Game, files: Sequence[Path], executed: Reached
) -> tuple[dict[str, dict[str, None]], set[str]]:
    """Return the rules that a game's Python cites, with the files, and those whose code has run."""
    used_names = {name for path in files for name in executed.names(path)}
    scales = [each.scale for each in game.calculators if each.scale]
    grades = {grade.rule for scale in scales for grade in scale.grades}
    in_python: dict[str, dict[str, None]] = {}
    run = set()
    for path in files:
        for each in citations(path):
            in_python.setdefault(each.rule, {})[_name(path, game.id)] = None
            if each.rule in grades:
                continue  # applied only by a result of that grade
            if each.names & used_names or executed.has_run(path, each.first, each.last):
                run.add(each.rule)
    return in_python, run


def _files(game: str) -> list[Path]:
    """Return the Python files of a game, its own and those made from its pages."""
    folders = (Path(folder) / game for folder in systems.__path__)
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def _name(path: Path, game: str) -> str:
    """Return the name of a file within the folder of its game."""
    return path.as_posix().rpartition(f"/{game}/")[2]


def _mechanics(game: str) -> Mapping[str, str]:
    """Return the place of each mechanic on a page, by the name of the module that is made from it."""
    places: dict[str, str] = {}
    if (BOOK / "docs" / game).is_dir():
        for fence in from_pages.mechanics_of(game):
            places[registry.mechanic_module(declaring.mechanic(fence).declaration.id)] = str(fence.place)
    return places


def _line(gap: Gap, mechanics: Mapping[str, str]) -> str:
    """Return one line of the report; a mechanic on a page is reported there."""
    if gap.path.is_relative_to(FROM_PAGES):
        return f"{mechanics.get(gap.path.stem, gap.path.stem)}: {gap.text}"
    path = gap.path.relative_to(BOOK) if gap.path.is_relative_to(BOOK) else gap.path
    return f"{path}:{gap.line}: {gap.text}"
