"""The directives, as an extension of Python-Markdown.

    markdown.markdown(text, extensions=[DirectivesExtension()])

A site makes one `Library` for each build, and configures the extension for each page with the library's
`settings("core_rules/dice.md")`. Authors' mistakes raise an `AuthorError`.
"""

from __future__ import annotations

import posixpath
import string
from functools import partial
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import SubstituteTagInlineProcessor
from markdown.preprocessors import Preprocessor

from hooks.base import package_files
from hooks.base.errors import AuthorError, DirectiveError, Mistakes, RulesError, mistake
from hooks.directives import anchors, cells, glossary, pictures
from hooks.directives.expand import expand_page
from hooks.directives.library import Library
from hooks.directives.pages import Page
from rules_py.systems.registry import game

__all__ = [
    "AuthorError",
    "DirectiveError",
    "DirectivesExtension",
    "Library",
    "Mistakes",
    "Page",
    "RulesError",
    "makeExtension",
]

ELEMENTS = (
    "dice-roller",
    "dice-calculator",
    "dice-odds-table",
    "dice-sheet",
    "dice-tracker",
    "dice-player-view",
    "dice-roll-buttons",
    "dice-reference",
    "dice-backup",
    "dice-house-rules",
)

# Python-Markdown normalises line breaks at priority 30, and reads fences and raw HTML from 25 down.
_AFTER_NORMALISING = 29
# Python-Markdown reads backslashes at 180.
_BEFORE_ESCAPES = 181
# As late as abbreviations: the text is complete, and the table of contents hasn't read the ids yet.
_AFTER_TEXT = 7
_BEFORE_CONTENTS = 6


class DirectivesExtension(Extension):
    """The directives of one page."""

    def __init__(self, *, library: Library | None = None, page: Page = Page()) -> None:
        super().__init__()
        self.library, self.page = library or Library(), page
        self.source: list[str] = []

    def extendMarkdown(self, md: Markdown) -> None:
        # Python-Markdown would wrap unknown elements in paragraphs
        md.block_level_elements.extend(ELEMENTS)
        md.ESCAPED_CHARS = [*string.punctuation]  # as in CommonMark, and so on GitHub
        md.inlinePatterns.register(
            SubstituteTagInlineProcessor(r"\\\n", "br"), "backslash-break", _BEFORE_ESCAPES
        )
        md.treeprocessors.register(cells.AlignByClass(md), "align-by-class", _AFTER_TEXT)
        md.treeprocessors.register(anchors.NameHeadings(md, self._report), "name-headings", _BEFORE_CONTENTS)
        if docs := self.library.docs_dir:
            folder = posixpath.dirname(self.page.name)
            sizes = pictures.SizePictures(md, folder, partial(package_files.source, docs), self._report)
            md.treeprocessors.register(sizes, "size-pictures", _AFTER_TEXT)
        md.preprocessors.register(_Directives(md, self), "directives", _AFTER_NORMALISING)
        if self.page.path.endswith(f"/{glossary.PAGE}"):
            md.treeprocessors.register(glossary.AnchorTerms(md), "anchor-terms", _AFTER_TEXT)
        elif terms := self.library.terms.get(self.page.game):
            address = glossary.address(self.page.game, self.page.name)
            explain = glossary.ExplainTerms(md, terms, address, game(self.page.game).title)
            md.treeprocessors.register(explain, "explain-terms", _AFTER_TEXT)

    def _report(self, subject: str, value: str, expected: str) -> None:
        """Report a mistake that shows only in the finished text.

        Its place is the first line with its subject and value, or with its value.
        """
        with_value = [at for at, line in enumerate(self.source) if value in line]
        both = (at for at in with_value if subject in self.source[at])
        place = self.page.start.down(next(both, next(iter(with_value), 0)))
        error = mistake(place, subject, value, expected)
        if not self.library.shows_mistakes:
            raise error
        self.library.mistakes.append(str(error))


class _Directives(Preprocessor):
    def __init__(self, md: Markdown, extension: DirectivesExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        self.extension.source = lines
        return expand_page(lines, self.extension.page, self.extension.library, self.md.htmlStash.store)


def makeExtension(**settings: Any) -> DirectivesExtension:
    """Return the extension, as Python-Markdown requires for `extensions=["hooks.directives"]`."""
    return DirectivesExtension(**settings)
