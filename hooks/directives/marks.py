"""The HTML of rule marks and rule links in prose."""

from __future__ import annotations

from hooks.directives.errors import mistake
from hooks.directives.pages import Page
from hooks.directives.prose import Token
from hooks.directives.rule_index import RuleIndex, check_number
from rules_py import present
from rules_py.base.errors import join_or
from rules_py.present import Markup
from rules_py.systems import registry


def mark(token: Token, page: Page) -> Markup:
    """Return the label of a rule for the sentence that states it. Raises DirectiveError."""
    _check_not_in_heading(token, "rule mark")
    if not page.of_book:
        link = f"[{page.game or 'core_rules'}:{token.text}]"
        allowed = f"rule marks on the pages of a game's own book only; here a link such as {link}"
        raise mistake(token.place, "rule mark", token.text, allowed)
    return present.rule_mark(token.text, linked=not token.in_title)


def link(token: Token, page: Page, index: RuleIndex) -> Markup:
    """Return a link to the sentence that states the rule. Raises DirectiveError."""
    _check_not_in_heading(token, "rule link")
    if token.in_title:
        raise mistake(token.place, "rule link", token.text, "a rule link in the text below the title")
    game = token.game or page.game
    if not game:
        allowed = "one that names its game, such as [core_rules:C-001]: this page belongs to none"
        raise mistake(token.place, "rule link", token.text, allowed)
    if game not in registry.game_ids():
        raise mistake(token.place, "game of a rule link", game, join_or(registry.game_ids()))
    check_number(game, token.text, token.place, "rule link")
    if index.place(game, token.text) is None:
        allowed = f"a rule that the book of {game} states, as [#{token.text}] behind its sentence does"
        raise mistake(token.place, "rule link", token.text, allowed)
    return present.rule_link(game, token.text)


def _check_not_in_heading(token: Token, subject: str) -> None:
    """Raise DirectiveError in headings: their text makes anchors and links of the table of contents."""
    if token.in_heading:
        raise mistake(token.place, subject, token.text, f"a {subject} in the text below the heading")
