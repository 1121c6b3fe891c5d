"""The HTML of rule marks and rule links in prose."""

from __future__ import annotations

from hooks.base.errors import DirectiveError, mistake, unknown_name
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
        raise mistake(token.place, "rule mark outside the game's book", token.text, f"a link such as {link}")
    return present.rule_mark(token.text, with_link=not token.in_title)


def link(token: Token, page: Page, index: RuleIndex) -> Markup:
    """Return a link to the sentence that states the rule. Raises DirectiveError."""
    _check_not_in_heading(token, "rule link")
    if token.in_title:
        raise mistake(token.place, "rule link in a title", token.text, "a rule link in the text below it")
    game = token.game or page.game
    if not game:
        expected = "a link with its game, such as [core_rules:C-001], as this page belongs to no game"
        raise mistake(token.place, "rule link", token.text, expected)
    if game not in registry.game_ids():
        raise unknown_name(token.place, "game", game, join_or(registry.game_ids()), "rule link")
    check_number(game, token.text, token.place, "rule link")
    if index.place(game, token.text) is None:
        message = f"rule link: no page of {game} states {token.text}. Add [#{token.text}] after the sentence."
        raise DirectiveError(token.place, message)
    return present.rule_link(game, token.text)


def _check_not_in_heading(token: Token, subject: str) -> None:
    """Raise DirectiveError in headings: their text makes anchors and links of the table of contents."""
    if token.in_heading:
        raise mistake(token.place, f"{subject} in a heading", token.text, f"a {subject} in the text below it")
