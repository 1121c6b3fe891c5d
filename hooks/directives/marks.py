"""Rule marks and rule links in prose."""

from __future__ import annotations

from hooks.directives.errors import mistake
from hooks.directives.pages import Page
from hooks.directives.prose import Token
from hooks.directives.rule_index import RuleIndex, known
from rules_py import present
from rules_py.base.errors import join_or
from rules_py.present import Markup
from rules_py.systems import registry


def mark(token: Token, page: Page) -> Markup:
    """The label of a rule beside the sentence that states it."""
    _outside_headings(token, "rule mark")
    if not page.of_book:
        link = f"[{page.game or 'core_rules'}:{token.text}]"
        allowed = f"rule marks on the pages of a game's own book only; here a link such as {link}"
        raise mistake(token.place, "rule mark", token.text, allowed)
    return present.rule_mark(token.text, linked=not token.in_title)


def link(token: Token, page: Page, index: RuleIndex) -> Markup:
    """A link to the sentence that states the rule."""
    _outside_headings(token, "rule link")
    if token.in_title:
        raise mistake(token.place, "rule link", token.text, "a rule link in the text below the title")
    game = token.game or page.game
    if not game:
        allowed = "one that names its game, such as [core_rules:C-001]: this page belongs to none"
        raise mistake(token.place, "rule link", token.text, allowed)
    if game not in registry.game_ids():
        raise mistake(token.place, "game of a rule link", game, join_or(registry.game_ids()))
    known(game, token.text, token.place, "rule link")
    if index.place(game, token.text) is None:
        allowed = f"a rule that the book of {game} states, as [#{token.text}] behind its sentence does"
        raise mistake(token.place, "rule link", token.text, allowed)
    return present.rule_link(game, token.text)


def _outside_headings(token: Token, what: str) -> None:
    """A heading is a link of the table of contents, and its words make its address."""
    if token.in_heading:
        raise mistake(token.place, what, token.text, f"a {what} in the text below the heading")
