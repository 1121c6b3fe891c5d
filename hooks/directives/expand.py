"""The expansion of a page: Markdown with directives in, Markdown with HTML out."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from hooks.base.errors import AuthorError, DirectiveError, Mistakes, Place, located_errors
from hooks.directives import fences, marks, notes, prose, rulings, stated_rules, typos
from hooks.directives.block_cache import PageBlocks
from hooks.directives.blocks import house_rules
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence, Piece, Prose, Unreadable
from hooks.directives.library import Library, form_of
from hooks.directives.notes import Note, Part
from hooks.directives.pages import Page
from hooks.directives.prose import Token
from hooks.directives.registry import DIRECTIVES, INLINE, check_code, check_fence, runs_code
from rules_py import present
from rules_py.present import Markup

_CALCULATOR = re.compile(r"calculator:\s*(?P<id>\S+)")


def expand_page(lines: Sequence[str], page: Page, library: Library, stash: Callable[[str], str]) -> list[str]:
    """Return the lines of a page with its directives as HTML.

    `stash` stores HTML and returns its placeholder in Markdown. Raises AuthorError with all mistakes of the
    page unless the library shows them.
    """
    expanded, mistakes = _expand(lines, page, library, stash)
    if mistakes and not library.shows_mistakes:
        raise Mistakes.of(mistakes)
    library.mistakes += map(str, mistakes)
    return expanded


def mistakes_of(lines: Sequence[str], page: Page, library: Library) -> list[AuthorError]:
    """Return the mistakes in the directives of a page."""
    return _expand(lines, page, library, str)[1]


def _expand(
    lines: Sequence[str], page: Page, library: Library, stash: Callable[[str], str]
) -> tuple[list[str], list[AuthorError]]:
    pieces = list(fences.split(lines, page.start))
    expansion = _Expansion(pieces, page, library, library.blocks_of(page, lines), stash)
    mistakes = expansion.mistakes
    mistakes += [page.mistake] if page.mistake else []
    if page.of_book:
        mistakes += library.index.add(page, stated_rules.stated_on(pieces))
    with present.link_rules(page.root, library.index.pages):
        expanded = notes.gather((part for piece in pieces for part in expansion.parts(piece)), stash)
    if not mistakes:
        expansion.blocks.store()
    return expanded, mistakes


class _Expansion:
    def __init__(
        self,
        pieces: Sequence[Piece],
        page: Page,
        library: Library,
        blocks: PageBlocks,
        stash: Callable[[str], str],
    ) -> None:
        page_fences = [piece for piece in pieces if isinstance(piece, Fence)]
        examples = tuple(fence.lines for fence in page_fences if runs_code(fence))
        self.page, self.blocks, self.stash = page, blocks, stash
        self.context = library.context(page, examples, _form_ids(page_fences))
        self.mistakes: list[AuthorError] = []
        self.rules_above: Sequence[str] = ()
        """The numbers of the rules that the last paragraph or list states."""

    def parts(self, piece: Piece) -> Iterable[Part]:
        try:
            return self._parts(piece)
        except AuthorError as error:
            indent = piece.indent if isinstance(piece, Fence) else ""
            return [["", indent + self._report(error), ""]]

    def _parts(self, piece: Piece) -> Iterable[Part]:
        if isinstance(piece, Unreadable):
            raise piece.error.with_traceback(None)  # it is cached, and the traceback would stay in memory
        if isinstance(piece, Prose):
            self.mistakes += typos.of_prose(piece.lines, piece.place, self.page)
            return [self._prose(lines, piece.place.down(at)) for at, lines in rulings.split(piece.lines)]
        if not isinstance(piece, Fence):
            return [piece.lines]
        check_fence(piece)
        if piece.language not in DIRECTIVES:
            return [piece.lines]
        return self._block(piece)

    def _prose(self, lines: Sequence[str], start: Place) -> Part:
        text = self._text(lines, start)
        if rulings.is_ruling(lines[0]):
            switches = house_rules.switches(self.context, rulings.number_of(lines[0]))
            links = rulings.links_to(self.page.game, self.rules_above, switches)
            return rulings.note(lines, text, self.stash(links) if links else "")
        if any(line.strip() for line in lines):
            self.rules_above = rulings.rules_above(lines)
        return text

    def _block(self, fence: Fence) -> Iterable[Part]:
        directive = DIRECTIVES[fence.language]
        with located_errors(fence.place, _calculator_of(fence)):
            key = fence.lines, directive.made_from(fence, self.context)
            content = self.blocks.get(key, lambda: _content(directive, fence, self.context))
        if isinstance(content, Markup):
            # between empty lines, or Markdown would take it for part of the paragraph above
            return [["", fence.indent + self.stash(content), ""]]
        return [self._part(part, fence.indent) for part in content]

    def _part(self, part: str | Prose | Note, indent: str) -> Part:
        if isinstance(part, Prose):
            return self._text(part.lines, part.place)
        if not isinstance(part, Note):
            return self._line(part)
        note = replace(part, lines=[line for each in part.lines for line in self._line(each)])
        if not indent:
            return note
        return [f"{indent}{line}" if line else "" for line in notes.collapsible([note], self.stash)]

    def _line(self, line: str) -> list[str]:
        return [self.stash(line) if isinstance(line, Markup) else line]

    def _text(self, lines: Sequence[str], start: Place) -> list[str]:
        return prose.replace(lines, start, self._token)

    def _token(self, token: Token) -> str | None:
        try:
            return self._token_html(token)
        except AuthorError as error:
            return self._report(error)

    def _token_html(self, token: Token) -> str | None:
        match token.kind:
            case "mark":
                return self.stash(marks.mark(token, self.page))
            case "link":
                return self.stash(marks.link(token, self.page, self.context.index))
            case _ if token.language in INLINE:
                return self.stash(INLINE[token.language](token))
            case _:
                check_code(token)
                return None

    def _report(self, error: AuthorError) -> str:
        """Record a mistake, and return the replacement of the directive."""
        self.mistakes.append(error)
        return self.stash(_in_place(error))


def _in_place(error: AuthorError) -> str:
    """Return the message as HTML, in place of a directive that can't be shown."""
    return f'<mark class="unfinished">{html.escape(str(error))}</mark>'


def _content(directive: Directive, fence: Fence, context: Context) -> Markup | list[str | Prose | Note]:
    content = directive.show(fence, context)
    return content if isinstance(content, Markup) else list(content)


def _form_ids(page_fences: Iterable[Fence]) -> dict[Place, str]:
    """Return the id of each form on a page: the calculator's id for its first form, `core_rules.challenge-2`
    for its second. A fence that can't be read has none.
    """
    counts: Counter[str] = Counter()
    ids = {}
    for fence in page_fences:
        with suppress(DirectiveError):
            if name := form_of(fence):
                counts[name] += 1
                ids[fence.place] = name if counts[name] == 1 else f"{name}-{counts[name]}"
    return ids


def _calculator_of(fence: Fence) -> str:
    """Return the calculator that the fence names, or "", without reading it as YAML."""
    matches = (_CALCULATOR.match(line) for line in fence.body)
    return next((match["id"] for match in matches if match), "")
