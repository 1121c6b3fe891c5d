"""All directives, and the languages that code may be in besides."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound

from hooks.directives import (
    api,
    book_summary,
    calculators,
    drawings,
    example_block,
    odds_tables,
    plots,
    references,
    sheets,
    site_blocks,
    trackers,
)
from hooks.directives.errors import Place, mistake
from hooks.directives.fences import Fence, FenceKind
from hooks.directives.prose import Token
from rules_py.base.errors import join_or
from rules_py.base.suggest import KnownNames

_MODULES = (
    calculators,
    odds_tables,
    plots,
    sheets,
    trackers,
    drawings,
    references,
    site_blocks,
    book_summary,
    example_block,
    api,
)
FENCES: Mapping[str, FenceKind] = {name: kind for module in _MODULES for name, kind in module.FENCES.items()}
"""Every directive, as the author's guide tells of them."""
_NUMBERS = ("chance", "figure")


def known_fence(fence: Fence) -> None:
    """Stop at a fence in a language that nobody knows, most likely a directive that is misspelt, and at words
    behind a directive that it makes nothing of.
    """
    _known("a fence", fence.language, fence.place, FENCES)
    if fence.language in FENCES and fence.loose:
        allowed = "nothing: its fields stand on lines of their own"
        if fence.language == "pycon":
            allowed = join_or(f'{name}="…"' for name in FENCES["pycon"].fields)
        raise mistake(fence.place, f"words behind ```{fence.language}", fence.loose, allowed)


def known_code(token: Token) -> None:
    """Stop at code in a sentence whose language nobody knows: most likely a misspelt `#!chance`."""
    _known("code in a sentence", token.text, token.place, _NUMBERS)


def _known(what: str, language: str, place: Place, ours: Collection[str]) -> None:
    if not language or language in ours:
        return
    try:
        find_lexer_class_by_name(language)
    except ClassNotFound as error:
        allowed = KnownNames(f"{join_or(ours)}, or a language to highlight", ours)
        raise mistake(place, f"language of {what}", language, allowed) from error
