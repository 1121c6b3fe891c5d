"""The `house-rules` directive: the page on which a table makes and shares its house rules."""

from __future__ import annotations

from hooks.base.errors import DirectiveError
from hooks.directives import house_rules_form, yaml_body
from hooks.directives.directive import Chapters, Context, Directive
from hooks.directives.fences import Fence
from rules_py.present import Markup
from rules_py.systems import registry

NAME = "house-rules"


def page_of(chapters: Chapters) -> str | None:
    """Return the address of the book's page with its house rules, or None."""
    return next((page.address for page, lines in chapters if f"```{NAME}" in lines), None)


def switches(context: Context, number: str) -> list[tuple[str, str]]:
    """Return the options of a ruling or rule with links to them: label and address of each."""
    game = registry.game(context.page.game) if context.page.of_book else None
    options = [each for each in game.options if each.input.rule == number] if game else []
    page = page_of(context.chapters(context.page.game)) if options else None
    return (
        [
            (house_rules_form.option_label(each), house_rules_form.option_address(page, each))
            for each in options
        ]
        if page
        else []
    )


def _show(fence: Fence, context: Context) -> Markup:
    yaml_body.must_be_empty(fence, "it shows all house rules of the book")
    if not context.page.of_book:
        raise DirectiveError(
            fence.place, f"block {NAME!r}: expected a page of a book, whose rules it changes"
        )
    return house_rules_form.render_house_rules(registry.game(context.page.game))


DIRECTIVES = (
    Directive(
        NAME,
        "The page *Our house rules* of the page's book: its options as switches, and an editor for "
        "rewritten, new and unused rules. It has no fields.",
        show=_show,
        reads="book",
    ),
)
