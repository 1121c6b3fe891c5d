"""Every directive by its name, and the languages of other code."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound

from hooks.directives.blocks import (
    api,
    book_summary,
    calculator,
    claim,
    example,
    linked_fields,
    odds,
    plot,
    random_table,
    reference,
    sheet,
    site,
    track,
    tracker,
    zone_map,
)
from hooks.directives.directive import Directive
from hooks.directives.errors import Place, mistake
from hooks.directives.fences import Fence
from hooks.directives.prose import Token
from rules_py.base.errors import join_or
from rules_py.base.suggest import KnownNames

_MODULES = (
    calculator,
    random_table,
    odds,
    plot,
    sheet,
    tracker,
    zone_map,
    track,
    linked_fields,
    reference,
    site,
    book_summary,
    example,
    claim,
    api,
)
DIRECTIVES: Mapping[str, Directive] = {each.name: each for module in _MODULES for each in module.DIRECTIVES}
"""Every directive, in the order of the author's guide."""

_NUMBERS = ("chance", "figure")

_RENAMED = {
    "desk": "tracker",
    "ladder": "track",
    "seesaws": "linked-fields",
    "kept": "saved",
    "shelf": "bookshelf",
}
"""Former names of directives, which older books use."""


def reads_book(text: str) -> bool:
    """Return whether a page of this text may contain a directive that lists what other pages have."""
    return any(f"```{each.name}" in text for each in DIRECTIVES.values() if each.reads == "book")


def check_fence(fence: Fence) -> None:
    """Raise DirectiveError for an unknown language, which is probably a misspelt directive, and for unknown
    words after the name of a directive.
    """
    if fence.language in _RENAMED:
        new_name = f"its new name, {_RENAMED[fence.language]}"
        raise mistake(fence.place, "language of a fence", fence.language, new_name)
    _check_language("a fence", fence.language, fence.place, DIRECTIVES)
    if fence.language in DIRECTIVES and fence.loose:
        allowed = "nothing: its fields stand on lines of their own"
        if fence.language == example.NAME:
            allowed = join_or(f'{name}="…"' for name in DIRECTIVES[example.NAME].fields)
        raise mistake(fence.place, f"words behind ```{fence.language}", fence.loose, allowed)


def check_code(token: Token) -> None:
    """Raise DirectiveError for inline code in an unknown language, probably a misspelt `#!chance`."""
    _check_language("code in a sentence", token.text, token.place, _NUMBERS)


def _check_language(subject: str, language: str, place: Place, ours: Collection[str]) -> None:
    if not language or language in ours:
        return
    try:
        find_lexer_class_by_name(language)
    except ClassNotFound as error:
        allowed = KnownNames(f"{join_or(ours)}, or a language to highlight", ours)
        raise mistake(place, f"language of {subject}", language, allowed) from error
