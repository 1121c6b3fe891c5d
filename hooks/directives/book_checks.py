"""The checks of a finished book, besides those of each directive: it states every rule of its game, cites no
other, shows everything that the game declares, and contains no chance typed by hand.

`build` stops at a failed check. `serve` shows the page with what is missing, as its book is unfinished.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

from hooks.base import covers, package_files
from hooks.base.dependency_hashes import files_below
from hooks.base.errors import (
    AuthorError,
    DirectiveError,
    Place,
    duplicate,
    located_errors,
    missing_field,
    mistake,
    unknown_name,
)
from hooks.base.persistent_cache import text_cache
from hooks.base.site_folders import BUILT
from hooks.directives import (
    declaring,
    fences,
    from_pages,
    glossary,
    markup,
    prose,
    redirect_from,
    stated_fields,
    typos,
    yaml_body,
)
from hooks.directives.blocks import track
from hooks.directives.blocks.calculator import language_of
from hooks.directives.declaring import LIST, SHEET, TABLE
from hooks.directives.examples import EXAMPLE
from hooks.directives.expand import mistakes_of
from hooks.directives.fences import Fence, Prose, Unreadable
from hooks.directives.game_sources import citations, place_of
from hooks.directives.library import Library
from hooks.directives.pages import Page, read_page
from hooks.directives.registry import DIRECTIVES, check_fence
from hooks.directives.rule_index import RuleIndex
from rules_py.authoring.calculator_check import check_calculator
from rules_py.authoring.sheet_check import check_sheet
from rules_py.authoring.tracker_check import check_tracker
from rules_py.base.errors import DeclarationError, join_or
from rules_py.base.suggest import KnownNames
from rules_py.present.motifs import FACES
from rules_py.systems import registry
from rules_py.systems.game import Game

type Pages = Sequence[tuple[Page, tuple[str, ...]]]
"""Pages, each with the lines of its text."""

_HOME = "index.md"
"""The one page that needs no title: its default is the name of the site."""
_TYPED_CHANCE = re.compile(r"\d[\d.]*\s?(?:%|per ?cent)")
_NO_CHANCE = re.compile(r"(?P<number>\d[\d.,]*)(?P<space>\s?)\\%")
_ALSO_WITHIN_LINE = re.compile(r"\S\s*(:\s+(?:Also|Search): .*)")
_CALL_OF = "call"
"""The kind of a calculator that an example calls."""
_CALL = re.compile(r"""\(\s*["'](\w+\.\w+)["']""")


def check_library(library: Library) -> list[str]:
    """Return every failed check of the games, their books and all pages."""
    mistakes = [] if library.docs_dir is None else map(str, _check_books(library, library.docs_dir))
    of_games = [
        message for game in registry.games() for message in library.tables.game_mistakes(game, check_game)
    ]
    return [*mistakes, *of_games]


def _check_books(library: Library, docs_dir: Path) -> list[AuthorError]:
    """Return the failed checks of all pages. A mistake on a page hides what its book lacks, as that may be
    a consequence.
    """
    pages = _pages(docs_dir)
    errors: list[AuthorError] = []
    for page, lines in pages:
        errors += check_syntax(page, lines)
        errors += check_page(page, lines)
    for name in files_below(docs_dir):
        if name.endswith(".css"):
            text = (docs_dir / name).read_text("utf-8-sig")
            errors += markup.faults_of_styles(text, Place(f"{docs_dir.name}/{name}", 1))
    errors += _same_titles(pages)
    errors += redirect_from.faults(page for page, _ in pages)
    for game in registry.games():
        own = [(page, lines) for page, lines in pages if page.name.startswith(f"{game.id}/")]
        statements = library.index.mistakes.get(game.id, [])
        errors += statements
        if statements or any(check_syntax(page, lines) for page, lines in own):
            continue
        if gaps := [*check_book(game, own, library.index, docs_dir.name)]:
            read = [(page, lines) for page, lines in pages if page.game == game.id or not page.of_book]
            errors += [error for page, lines in read for error in mistakes_of(lines, page, library)] or gaps
    return errors


def _pages(docs_dir: Path) -> Pages:
    names = package_files.pages(docs_dir)
    return [(page, tuple(lines)) for page, lines in map(partial(read_page, docs_dir), names)]


@cache
def check_syntax(page: Page, lines: tuple[str, ...]) -> tuple[AuthorError, ...]:
    """Return the syntax errors of a page: text meant as a fence, directive, YAML, note, mark or markup."""
    errors: list[AuthorError] = [page.mistake] if page.mistake else []
    pieces = fences.split(lines, page.start)
    errors += markup.faults(pieces, page.start)
    for piece in pieces:
        if isinstance(piece, Unreadable):
            errors.append(piece.error)
        elif isinstance(piece, Prose):
            errors += typos.of_prose(piece.lines, piece.place, page)
        elif isinstance(piece, Fence):
            try:
                check_fence(piece)
                if (directive := DIRECTIVES.get(piece.language)) and directive.shows:
                    yaml_body.read(piece)
            except DirectiveError as error:
                errors.append(error)
    return tuple(errors)


@text_cache
def check_page(page: Page, lines: tuple[str, ...]) -> tuple[DirectiveError, ...]:
    """Return the faults of a page: a missing title or description, chances typed by hand, and words of a
    glossary that pages and the search would miss.
    """
    errors: list[DirectiveError] = []
    if (folder := page.name.partition("/")[0]) in BUILT:
        message = f"the folder {folder!r} is reserved for the build. Move the page to another folder."
        errors.append(DirectiveError(Place(page.path, 1), message))
    required = () if page.mistake else (("title", page.title), ("description", page.description))
    for name, value in required:
        if not value and (name, page.name) != ("title", _HOME):
            expected = f"a line `{name}: …` between the two lines --- at the top"
            errors.append(missing_field(page.place_of(name), "page", name, expected))
    for piece in fences.split(lines, page.start):
        if isinstance(piece, Prose):
            if page.of_book and page.name.endswith(f"/{glossary.PAGE}"):
                errors += glossary.typos(piece.lines, piece.place)
            errors += _check_prose(piece)
    return tuple(errors)


def _check_prose(piece: Prose) -> Iterator[DirectiveError]:
    for at, line in enumerate(prose.shown_text(piece.lines)):
        place = piece.place.down(at)
        if typed := _TYPED_CHANCE.search(line):
            expected = (
                r"a calculated chance, `#!chance CALCULATOR name=value`, or `\%` for a percentage "
                "that isn't a chance"
            )
            yield mistake(place, "chance", typed[0], expected)
        if also := _ALSO_WITHIN_LINE.search(line):
            yield mistake(
                place, "synonyms of a term", also[1], "a line of their own, so that search finds them"
            )


def _same_titles(pages: Pages) -> Iterator[DirectiveError]:
    """Yield the books whose first pages have the same title: their tabs would look alike."""
    first: dict[str, Place] = {}
    for page, _ in pages:
        if page.title and page.name.count("/") == 1 and page.name.endswith("/index.md"):
            place = page.place_of("title")
            if first.setdefault(page.title, place) != place:
                yield duplicate(place, "title", page.title, first[page.title])


def _same_fields(pages: Pages) -> Iterator[DirectiveError]:
    """Yield the chapters of a book with the same order or title as an earlier one."""
    first: dict[tuple[str, object], Place] = {}
    for page, _ in pages:
        if page.name.endswith("/index.md"):
            continue
        order = None if page.order == float("inf") else page.order
        for name, value in (("order", order), ("title", page.title or None)):
            place = page.place_of(name)
            if value is not None and first.setdefault((name, value), place) != place:
                yield duplicate(place, name, value, first[name, value])


def check_book(game: Game, pages: Pages, index: RuleIndex, docs: str) -> Iterator[DirectiveError]:
    """Yield what the book of a game lacks as a whole; `docs` is the name of the folder of all books."""
    folder = f"{docs}/{game.id}"
    first = next((page for page, _ in pages if page.path == f"{folder}/index.md"), None)
    if first is None:
        declaration = place_of(game, "Game(")
        yield DirectiveError(declaration, f"{game.id} has no first page. Add {folder}/index.md.")
    else:
        if first.order != game.order:
            order = None if first.order == float("inf") else first.order
            expected = f"{game.order}, as in the Game"
            yield mistake(first.place_of("order"), "order of the book's first page", order, expected)
        if first.title and first.title != game.title:
            expected = f"{game.title!r}, the title of the Game"
            yield mistake(first.place_of("title"), "title of the book's first page", first.title, expected)
    if game.motif not in FACES:
        yield unknown_name(place_of(game, game.motif), "motif", game.motif, join_or(FACES), game.id)
    yield from covers.faults(game)
    yield from _same_fields(pages)
    places = index.places.get(game.id, {})
    if unstated := [number for number in game.numbers if number not in places]:
        place, mark = place_of(game, "numbers="), f"[#{unstated[0]}]"
        rules = "rule" if len(unstated) == 1 else "rules"
        add = f"Add {mark} after the sentence in {folder}/, or remove it from `numbers`."
        yield DirectiveError(place, f"{game.id}: no page states {rules} {_first_few(unstated)}. {add}")
    for page, _ in pages:
        cited = [("search", f"  {number}", number) for number, _ in page.search]
        cited += [("no_example", "no_example", number) for number in page.no_example]
        for field, line, number in cited:
            if number not in places:
                expected = KnownNames(f"a rule number of {game.id}", [*places])
                yield unknown_name(page.place_of(line), "rule", number, expected, field)
    for place, number in citations(game):
        if number not in places and number not in game.numbers:  # those of the game are reported above
            expected = KnownNames(f"a rule number of {game.id}", game.numbers)
            yield unknown_name(place, "rule", number, expected, game.id)
    yield from stated_fields.faults(pages)
    yield from _check_shown(game, pages, folder)


def check_game(game: Game) -> Iterator[str]:
    """Yield the faults of the game's calculators, sheet and tracker before any page uses them."""
    if faults := _check_mechanics(game.id)[0]:  # would also stop what rolls them
        yield from faults
        return
    works = True
    for calculator in game.calculators:
        place = place_of(game, calculator.id)
        for message in _self_check(place, calculator.id, partial(check_calculator, calculator)):
            works = False
            yield message
    if game.sheet and works:  # a faulty calculator would also stop the sheet that rolls it
        yield from _self_check(place_of(game, "Sheet("), f"sheet of {game.id}", partial(check_sheet, game))
    if game.tracker and works:
        yield from _self_check(
            place_of(game, "TrackerSpec("), f"tracker of {game.id}", partial(check_tracker, game)
        )


def warnings(library: Library) -> list[str]:
    """Return probable mistakes in mechanics and on pages, which don't stop the build, and the percentages
    that aren't chances.
    """
    pages = [] if library.docs_dir is None else _pages(library.docs_dir)
    of_pages = [message for page, lines in pages for message in _doubts(page, lines)]
    of_games = [
        message
        for game in registry.games()
        for message in library.tables.game_mistakes(game, lambda each: _check_mechanics(each.id)[1], "warned")
    ]
    return [*of_pages, *of_games]


@text_cache
def _doubts(page: Page, lines: tuple[str, ...]) -> tuple[str, ...]:
    pieces = fences.split(lines, page.start)
    percentages = [
        (f"{match['number']}{match['space']}%", piece.place.down(at))
        for piece in pieces
        if isinstance(piece, Prose)
        for at, line in enumerate(prose.shown_text(piece.lines))
        for match in _NO_CHANCE.finditer(line)
    ]
    doubts = [*markup.doubts(pieces, page.start)]
    if percentages:
        percentage_list = ", ".join(f"{text} (line {place.line})" for text, place in percentages)
        doubts.append(f"{percentages[0][1]}: percentages that aren't chances: {percentage_list}")
    return tuple(doubts)


@cache
def _check_mechanics(game_id: str) -> tuple[list[str], list[str]]:
    """Return the mistakes and the warnings of the mechanics on the game's pages."""
    checked = [declaring.faults(fence) for fence in from_pages.mechanics_of(game_id)]
    return [str(each) for faults, _ in checked for each in faults], [
        str(each) for _, doubts in checked for each in doubts
    ]


def _self_check(place: Place, about: str, faults: Callable[[], Iterator[DeclarationError]]) -> Iterator[str]:
    """Yield each fault once, or the exception that stopped the check."""
    try:
        with located_errors(place, about):
            errors = {fault.subject: DirectiveError(place, fault.describe()) for fault in faults()}
    except AuthorError as stopped:
        yield str(stopped)
    else:
        yield from map(str, errors.values())


def _check_shown(game: Game, pages: Pages, folder: str) -> Iterator[DirectiveError]:
    """Yield the declarations of the game that no page of its book shows."""
    on_pages = {pair for page, lines in pages for pair in _shown_on(lines, page.start)}
    tables = {table.id for table in game.tables}
    for calculator in game.calculators:
        language = TABLE.language if calculator.id in tables else language_of(calculator)
        if calculator.api_only:
            if (_CALL_OF, calculator.id) not in on_pages:
                add = f'Call it in an example in {folder}/: ask("{calculator.id}", …).'
                place = place_of(game, calculator.id)
                yield DirectiveError(place, f"no example uses calculator {calculator.id}. {add}")
        elif (DIRECTIVES[language].kind, calculator.id) not in on_pages:
            yield _not_shown(game, calculator.id, language, calculator.id, folder)
        if game.numbers and not calculator.rules:
            first = game.numbers[0]
            sample = f"`rules: {first}`" if from_pages.is_from_pages(game.id) else f'("{first}",)'
            expected = f"the numbers of the rules it applies, such as {sample}"
            kind = f"calculator {calculator.id}"
            yield missing_field(place_of(game, calculator.id), kind, "rules", expected)
    if game.sheet and (DIRECTIVES[SHEET.language].kind, game.id) not in on_pages:
        yield _not_shown(game, "sheet=", SHEET.language, game.id, folder)
    for language, names in (
        (LIST.language, [each.name for each in game.references]),
        (track.NAME, [each.name for each in game.tracks]),
    ):
        for name in names:
            if (DIRECTIVES[language].kind, f"{game.id}.{name}") not in on_pages:
                yield _not_shown(game, name, language, f"{game.id}.{name}", folder)


@text_cache
def _shown_on(lines: tuple[str, ...], start: Place) -> frozenset[tuple[str, str]]:
    """Return the kind and ID of each declaration that a page shows, and the calls of calculators in it."""
    pairs: set[tuple[str, str]] = set()
    for piece in fences.split(lines, start):
        if not isinstance(piece, Fence) or not (directive := DIRECTIVES.get(piece.language)):
            continue
        if declaring.declares(piece):
            pairs.add((directive.kind, declaring.declared_id(piece)))
        elif directive.shows:
            pairs.add((directive.kind, str(yaml_body.read(piece).values.get(directive.shows))))
        elif piece.language == EXAMPLE:
            pairs |= {(_CALL_OF, name) for name in _CALL.findall("\n".join(piece.body))}
    return frozenset(pairs)


def _not_shown(game: Game, declared: str, language: str, name: str, folder: str) -> DirectiveError:
    directive = DIRECTIVES[language]
    line = f"{directive.shows}: {name}"
    add = f"Add a {language} block with the line `{line}` in {folder}/."
    return DirectiveError(place_of(game, declared), f"no page shows {directive.kind} {name}. {add}")


def _first_few(numbers: Collection[str]) -> str:
    first = [*numbers][:8]
    remaining = len(numbers) - len(first)
    return (
        f"{', '.join(first)} and {remaining} more" if remaining else join_or(first).replace(" or ", " and ")
    )
