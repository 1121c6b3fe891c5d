"""Every directive by its name, and the languages of other code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound

from hooks.base.errors import DirectiveError, Place, mistake, unknown_name
from hooks.directives import inline_dice, numbers
from hooks.directives.blocks import (
    api,
    book_summary,
    calculator,
    claim,
    component,
    example,
    house_rules,
    linked_fields,
    mechanic,
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
from hooks.directives.examples import EXAMPLE
from hooks.directives.fences import Fence
from hooks.directives.prose import Token
from rules_py.base.errors import join_or
from rules_py.base.suggest import KnownNames
from rules_py.present import Markup

_MODULES = (
    calculator,
    mechanic,
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
    house_rules,
    example,
    claim,
    api,
    component,
)
DIRECTIVES: Mapping[str, Directive] = {each.name: each for module in _MODULES for each in module.DIRECTIVES}
"""Every directive, in the order of the author's guide."""

INLINE: Mapping[str, Callable[[Token], Markup]] = {
    "chance": numbers.show,
    "figure": numbers.show,
    "dice": inline_dice.show,
}
"""Every inline directive by its name, such as `` `#!chance …` ``, with what stands in its place."""

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


def runs_code(fence: Fence) -> bool:
    """Return whether the fence is an example or a claim, which the build compares with the rules."""
    directive = DIRECTIVES.get(fence.language)
    return directive is not None and directive.runs_code


def check_fence(fence: Fence) -> None:
    """Raise DirectiveError for an unknown language, which is probably a misspelt directive, and for unknown
    words after the name of a directive.
    """
    if fence.language in _RENAMED:
        message = f"the block '{fence.language}' is now called '{_RENAMED[fence.language]}'"
        raise DirectiveError(fence.place, message)
    _check_language(fence.language, fence.place, DIRECTIVES, "block")
    if fence.language in DIRECTIVES and fence.loose:
        expected = "nothing (write each field on its own line)"
        if fence.language == EXAMPLE:
            expected = join_or(f'{name}="…"' for name in DIRECTIVES[EXAMPLE].fields)
        raise mistake(fence.place, f"text after ```{fence.language}", fence.loose, expected)


def check_code(token: Token) -> None:
    """Raise DirectiveError for inline code in an unknown language, probably a misspelt `#!chance`."""
    _check_language(token.language, token.place, INLINE, "language", "inline code")


def _check_language(language: str, place: Place, ours: Collection[str], kind: str, within: str = "") -> None:
    if not language or language in ours:
        return
    try:
        find_lexer_class_by_name(language)
    except ClassNotFound as error:
        expected = KnownNames(f"{join_or(ours)}, or a language to highlight", ours)
        raise unknown_name(place, kind, language, expected, within) from error
