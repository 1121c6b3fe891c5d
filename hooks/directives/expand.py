"""A page's Markdown with every directive carried out: lines in, lines out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from hooks.directives import (
    api,
    book_summary,
    calculators,
    drawings,
    example_block,
    fences,
    marks,
    numbers,
    odds_tables,
    plots,
    prose,
    random_tables,
    references,
    rulings,
    sheets,
    site_blocks,
    trackers,
    typos,
    yaml_body,
)
from hooks.directives.block_cache import FencesOfPage
from hooks.directives.errors import AuthorError, Mistakes, told_at
from hooks.directives.examples import Session
from hooks.directives.fences import Fence, Prose, Unreadable
from hooks.directives.pages import Page
from hooks.directives.prose import Token
from hooks.directives.registry import FENCES, known_code, known_fence
from hooks.preview import error_page
from rules_py import present
from rules_py.calculators.calculator import Calculator
from rules_py.present import Markup

if TYPE_CHECKING:
    from hooks.directives.library import Library

ALONE: Mapping[str, Callable[[Fence], Markup]] = {
    "desk": trackers.shown,
    "map": drawings.map_shown,
    "ladder": drawings.ladder_shown,
    "seesaws": drawings.seesaws_shown,
    "reference": references.shown,
    "shelf": site_blocks.shown,
    "kept": site_blocks.kept_shown,
}
"""The fences that need to know nothing of what else stands on the page."""

_CALCULATOR = re.compile(r"calculator:\s*(?P<id>\S+)")


def expand(lines: Sequence[str], page: Page, library: Library, kept: Callable[[str], str]) -> list[str]:
    """The page's lines with its directives as HTML; `kept` takes HTML and gives what stands for it in
    Markdown. Raises AuthorError, for all mistakes of the page at once, unless the library shows them.
    """
    expanded, wrong = _carried_out(lines, page, library, kept)
    if wrong and not library.shows_mistakes:
        raise Mistakes.of(wrong)
    library.mistakes += map(str, wrong)
    return expanded


def mistakes_of(lines: Sequence[str], page: Page, library: Library) -> list[AuthorError]:
    """Return what is wrong with the directives of a page."""
    return _carried_out(lines, page, library, str)[1]


def _carried_out(
    lines: Sequence[str], page: Page, library: Library, kept: Callable[[str], str]
) -> tuple[list[str], list[AuthorError]]:
    """Return the page's lines with its directives as HTML, and what is wrong with them."""
    pieces = list(fences.split(lines, page.start))
    shown = library.fences_of(page, lines)
    expansion = _Expansion(pieces, page, library, shown, kept)
    wrong = expansion.wrong
    wrong += [page.mistake] if page.mistake else []
    wrong += library.take_in(page, pieces)
    with present.linked(page.root, library.index.pages):
        expanded = expansion.lines()
    if not wrong:
        shown.done()
    return expanded, wrong


class _Expansion:
    def __init__(
        self,
        pieces: Sequence[fences.Piece],
        page: Page,
        library: Library,
        shown: FencesOfPage,
        kept: Callable[[str], str],
    ) -> None:
        self.pieces, self.page, self.library, self.shown, self.kept = pieces, page, library, shown, kept
        self.wrong: list[AuthorError] = []
        self.session = Session()
        self.examples = tuple(
            each.lines for each in pieces if isinstance(each, Fence) and each.language == "pycon"
        )
        self.anchors = calculators.anchors(each for each in pieces if isinstance(each, Fence))

    def lines(self) -> list[str]:
        return [line for piece in self.pieces for line in self._piece(piece)]

    def _piece(self, piece: fences.Piece) -> Sequence[str]:
        try:
            return self._carried_out(piece)
        except AuthorError as error:
            indent = piece.indent if isinstance(piece, Fence) else ""
            return "", indent + self._told(error), ""

    def _carried_out(self, piece: fences.Piece) -> Sequence[str]:
        if isinstance(piece, Unreadable):
            raise piece.error.with_traceback(None)  # it is kept, and would keep all that led here
        if isinstance(piece, Prose):
            self.wrong += typos.of_prose(piece.lines, piece.place, self.page)
            return prose.replaced(rulings.folded(piece.lines, piece.place), piece.place, self._token)
        if not isinstance(piece, Fence):
            return piece.lines
        known_fence(piece)
        if piece.language not in FENCES:
            return piece.lines
        if piece.language in book_summary.FENCES:
            return self._whole_book(piece)
        if piece.language in api.FENCES:
            return list(api.told_of(piece, FENCES))
        with told_at(piece.place, _about(piece)):
            html = self.shown.html(self._made_from(piece), lambda: self._fence(piece))
        # alone between empty lines, or Markdown would take it for a word of the paragraph above
        return "", piece.indent + self.kept(html), ""

    def _token(self, token: Token) -> str | None:
        try:
            return self._shown_in_text(token)
        except AuthorError as error:
            return self._told(error)

    def _shown_in_text(self, token: Token) -> str | None:
        match token.kind:
            case "mark":
                return self.kept(marks.mark(token, self.page))
            case "link":
                return self.kept(marks.link(token, self.page, self.library.index))
            case "language":
                known_code(token)
                return None
            case _:
                with told_at(token.place, token.text.partition(" ")[0]):
                    return self.kept(numbers.shown(token.kind, token.text, token.place))

    def _told(self, error: AuthorError) -> str:
        """What stands for a directive that can't be carried out."""
        self.wrong.append(error)
        return self.kept(error_page.in_place(str(error)))

    def _made_from(self, fence: Fence) -> object:
        """What the fence alone is made from: besides its text, the names that it shares with others."""
        match fence.language:
            case "roller" | "calculator" | "table":
                return fence.lines, self.anchors.get(fence.place)
            case "odds" | "plot":
                return fence.lines, frozenset(self.anchors.values())
            case "pycon":
                return fence.lines, self.examples
            case _:
                return fence.lines

    def _fence(self, fence: Fence) -> Markup:
        match fence.language:
            case "roller" | "calculator":
                return calculators.shown(fence, self.anchors.get(fence.place, ""), self.page.opened)
            case "table":
                return random_tables.shown(fence, self.anchors.get(fence.place, ""))
            case "odds":
                return self._odds(fence)
            case "plot":
                return self._plot(fence)
            case "pycon":
                return example_block.shown(fence, self.session, self.page, self.library)
            case "sheet":
                return sheets.shown(fence, self.library)
            case _:
                return ALONE[fence.language](fence)

    def _whole_book(self, fence: Fence) -> Sequence[str]:
        chapters = self.library.chapters(self.page.game)
        yaml_body.must_be_empty(fence, "it lists all of the book's")
        if fence.language == "rulings":
            lines = prose.replaced(list(book_summary.rulings_of(chapters)), fence.place, self._token)
            options = book_summary.house_options_of(self.page.game, chapters)
            return ["", "## House options", "", self.kept(options), "", *lines] if options else lines
        return [
            line if isinstance(line, str) else self.kept(present.render_calculator(line, {}, opened=True))
            for line in book_summary.calculators_of(self.page.game, chapters, self.library.index)
        ]

    def _odds(self, fence: Fence) -> Markup:
        table = odds_tables.read(fence, self.library.tables)
        self.library.tables.add(table.to_json())
        return odds_tables.shown(table, self.page, self._form_of(table.calculator))

    def _plot(self, fence: Fence) -> Markup:
        plot = plots.read(fence, self.library.tables)
        self.library.tables.add(plot.to_json())
        return plots.shown(plot, self.page, self._form_of(plot.calculator))

    def _form_of(self, calculator: Calculator) -> str | None:
        """The id of the calculator's form on this page, if it is there."""
        return calculator.id if calculator.id in self.anchors.values() else None


def _about(fence: Fence) -> str:
    """The calculator that the fence names, if it is written as one does."""
    named = (_CALCULATOR.match(line) for line in fence.body)
    return next((found["id"] for found in named if found), "")
