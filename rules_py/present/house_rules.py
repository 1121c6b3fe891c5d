"""House rules: what a table may decide otherwise than the book does, each with the way to its switches."""

from __future__ import annotations

from collections.abc import Iterator

from rules_py.calculators.calculator import Calculator
from rules_py.inputs import Choice, Flag, Input
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.links import page_link, roll_address, rule_link
from rules_py.systems.game import Game


def render_house_rules(game: Game, calculators: str | None, sheet: str | None) -> Markup | None:
    """Return a list of them: what each changes, by which ruling, and where it can be switched on. A link to a
    calculator throws its switch.

    `calculators` is the page that shows all calculators of the game, `sheet` the sheet's, as paths from the
    root of the site; None where the book has no such page. Gives None for a game without house rules.
    """
    options = {each.name: each for _, each in reversed([*_options(game)])}
    if not options:
        return None
    return tag("ul", [_option(game, each, calculators, sheet) for each in reversed(options.values())])


def _options(game: Game) -> Iterator[tuple[Calculator, Input]]:
    for calculator in game.calculators:
        if not calculator.api_only:
            yield from ((calculator, each) for each in calculator.inputs if each.house_rule)


def _option(game: Game, option: Input, calculators: str | None, sheet: str | None) -> Markup:
    ways = [
        tag("a", each.title, href=roll_address(calculators, each.id, {option.name: _switched(own)}))
        for each, own in _options(game)
        if own.name == option.name and calculators
    ]
    if sheet and game.sheet and any(each.name == option.name for each in game.sheet.fields):
        ways.append(page_link(sheet, "the character sheet"))
    rule = fragment(" ", rule_link(game.id, option.rule)) if option.rule else None
    name = tag("strong", option.label[:1].upper() + option.label[1:], ".")
    between = [f" {_verb(option)} in ", *[", "] * (len(ways) - 2), " or "]
    switches = [fragment(word, each) for word, each in zip(between, ways, strict=False)]
    return tag("li", name, rule, switches, "." if ways else None)


def _verb(option: Input) -> str:
    """Return the instruction for choosing a house rule."""
    if isinstance(option, Flag):
        return "Turn it off" if option.default else "Turn it on"
    return "Change it"


def _switched(option: Input) -> object:
    """Return the option's other value, where there is but one."""
    if isinstance(option, Flag):
        return not option.default
    others = [key for key in option.options if key != option.default] if isinstance(option, Choice) else []
    return others[0] if len(others) == 1 else option.initial_value
