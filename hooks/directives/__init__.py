"""Diceleaf's directives, as an extension of Python-Markdown.

    markdown.markdown(text, extensions=[DirectivesExtension()])

A site makes one `Library` for each build, and configures the extension with its
`settings("core_rules/dice.md")` for each page. Authors' mistakes raise an `AuthorError`.
"""

from __future__ import annotations

import string
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from hooks.directives import cells, glossary
from hooks.directives.errors import AuthorError, DirectiveError, Mistakes, RulesError
from hooks.directives.expand import expand
from hooks.directives.library import Library
from hooks.directives.pages import Page
from rules_py.systems import registry

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
)

# Line breaks are made uniform at 30; fences and raw HTML are looked for from 25 on.
_AFTER_CLEANING = 29
# As late as abbreviations: all other text is in place, and the table of contents has yet to read the ids.
_AFTER_TEXT = 7


class DirectivesExtension(Extension):
    """Carries out the directives of one page."""

    def __init__(self, *, library: Library | None = None, page: Page = Page()) -> None:
        super().__init__()
        self.library, self.page = library or Library(), page

    def extendMarkdown(self, md: Markdown) -> None:
        # Python-Markdown would wrap elements that it does not know in paragraphs
        md.block_level_elements.extend(ELEMENTS)
        md.ESCAPED_CHARS = [*string.punctuation]  # as in CommonMark, and so on GitHub
        md.treeprocessors.register(cells.AlignByClass(md), "align-by-class", _AFTER_TEXT)
        md.preprocessors.register(_Directives(md, self), "directives", _AFTER_CLEANING)
        if self.page.path.endswith(f"/{glossary.PAGE}"):
            md.treeprocessors.register(glossary.AnchorTerms(md), "anchor-terms", _AFTER_TEXT)
        elif terms := self.library.terms.get(self.page.game):
            way = glossary.address(self.page.game, self.page.name)
            explained = glossary.ExplainTerms(md, terms, way, registry.game(self.page.game).title)
            md.treeprocessors.register(explained, "explain-terms", _AFTER_TEXT)


class _Directives(Preprocessor):
    def __init__(self, md: Markdown, extension: DirectivesExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        return expand(lines, self.extension.page, self.extension.library, self.md.htmlStash.store)


def makeExtension(**settings: Any) -> DirectivesExtension:
    """What Python-Markdown calls for `extensions=["hooks.directives"]`."""
    return DirectivesExtension(**settings)
