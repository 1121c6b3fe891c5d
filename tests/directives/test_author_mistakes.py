"""Mistakes in a game's rules, calculators and declaration, reported with place and expected value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.directives.guide_game import CALCULATORS, GAME, PAGE, RULES, replace_once

MISTAKES = {
    "a name misspelt": (
        RULES,
        'light = "bright" if',
        "light = brihgt if",
        "rules_py/systems/lantern/calculators.py:11: lantern.shine stopped: rules_py/systems/lantern/rules.py:31, in shine: NameError: name 'brihgt' is not defined",
    ),
    "a bracket left open": (
        RULES,
        "LIGHT = Scale(",
        "LIGHT = Scale((",
        "rules_py/systems/lantern/rules.py:9: SyntaxError: '(' was never closed",
    ),
    "an import of an unknown name": (
        CALCULATORS,
        "Calculator, Int, mean",
        "Calculator, Int, meen",
        "rules_py/systems/lantern/calculators.py:9, in <module>: ImportError: cannot import name 'meen' from 'rules_py.author'. Did you mean 'mean'?",
    ),
    "a module misspelt": (
        CALCULATORS,
        "from rules_py.author import",
        "from rules_py.auther import",
        "rules_py/systems/lantern/calculators.py:9, in <module>: ModuleNotFoundError: No module named 'rules_py.auther'. Did you mean 'rules_py.author'?",
    ),
    "an unknown tone": (
        RULES,
        '"Dark", "bad"',
        '"Dark", "terrible"',
        "rules_py/systems/lantern/rules.py:13: grade 'dark': tone: unknown value 'terrible' (expected worst, bad, mixed, good or best)",
    ),
    "a grade twice": (
        RULES,
        'Grade("flicker", "Flicker"',
        'Grade("dark", "Flicker"',
        "rules_py/systems/lantern/rules.py:9: scale 'Light': grades: expected a different key for each, got ['dark', 'dark', 'bright']",
    ),
    "a grade forgotten": (
        RULES,
        '        Grade("dark", "Dark", "bad", "L-2"),\n',
        "",
        "rules_py/systems/lantern/calculators.py:11: lantern.shine: scale 'Light': unknown grade 'dark' (expected flicker or bright, or a new Grade)",
    ),
    "a scale of an unknown field": (
        RULES,
        '"light",\n    (',
        '"glow",\n    (',
        "rules_py/systems/lantern/rules.py:21: scale 'Light' of Light: unknown field 'glow' (expected best or light)",
    ),
    "an outcome without its field": (
        RULES,
        "Light(best=best, light=light)",
        "Light(best=best)",
        "rules_py/systems/lantern/calculators.py:11: lantern.shine stopped: rules_py/systems/lantern/rules.py:32, in shine: TypeError: Light.__init__() missing 1 required keyword-only argument: 'light'",
    ),
    "an outcome that is a list": (
        RULES,
        "Light(best=best, light=light)",
        "[best, light]",
        "rules_py/systems/lantern/calculators.py:11: calculator lantern.shine: result of its mechanic: expected an instance of a subclass of Outcome, got [4, 'flicker']",
    ),
    "an outcome that isn't frozen": (
        RULES,
        "@dataclass(frozen=True, kw_only=True)",
        "@dataclass(kw_only=True)",
        "rules_py/systems/lantern/rules.py:20, in <module>: TypeError: cannot inherit non-frozen dataclass from a frozen one (expected @dataclass(frozen=True))",
    ),
    "an outcome with a reserved field": (
        RULES,
        "    best: int\n",
        "    best: int\n    verdict: str\n",
        "rules_py/systems/lantern/rules.py:21: outcome Light: the field name 'verdict' is reserved. Use another name.",
    ),
    "a mechanic that returns nothing": (
        RULES,
        "    return Light(best=best, light=light)\n",
        "",
        "rules_py/systems/lantern/calculators.py:11: calculator lantern.shine: result of its mechanic: expected an instance of a subclass of Outcome, got nothing",
    ),
    "a method of the dice misspelt": (
        RULES,
        "dice.highest(",
        "dice.higest(",
        "rules_py/systems/lantern/calculators.py:11: lantern.shine stopped: rules_py/systems/lantern/rules.py:30, in shine: AttributeError: 'SeededDice' object has no attribute 'higest'. Did you mean: 'highest'?",
    ),
    "a die of no sides": (
        RULES,
        "dice.highest(wick, 6,",
        "dice.highest(wick, 0,",
        "rules_py/systems/lantern/calculators.py:11: lantern.shine stopped: rules_py/systems/lantern/rules.py:30, in shine: ValueError: sides: expected 1 or more, got 0",
    ),
    "a mechanic whose argument is no input": (
        RULES,
        "*, wick: int",
        "*, wicks: int",
        "rules_py/systems/lantern/calculators.py:10: calculator lantern.shine: arguments of rules_py.systems.lantern.rules.shine: expected the inputs (wick), got ['wicks']",
    ),
    "an input that its mechanic doesn't take": (
        CALCULATORS,
        "(WICK,),",
        '(WICK, Int("oil", "Oil", 0, 3)),',
        "rules_py/systems/lantern/calculators.py:14: calculator lantern.shine: arguments of rules_py.systems.lantern.rules.shine: expected the inputs (oil and wick), got ['wick']",
    ),
    "limits the wrong way round": (
        CALCULATORS,
        '"Wick", 1, 5,',
        '"Wick", 5, 1,',
        "rules_py/systems/lantern/calculators.py:12: input 'wick': low and high: expected the lower number first, got [5, 1]",
    ),
    "a start beyond the limits": (
        CALCULATORS,
        "start=2",
        "start=9",
        "rules_py/systems/lantern/calculators.py:12: input 'wick': start: expected a whole number from 1 to 5, got 9",
    ),
    "an input whose label is forgotten": (
        CALCULATORS,
        '"wick", "Wick", 1, 5,',
        '"wick", 1, 5,',
        "rules_py/systems/lantern/calculators.py:12: input 'wick': label: expected a text, as in Int(name, label, low, high, …), got 1",
    ),
    "a calculator of one input without a comma": (
        CALCULATORS,
        "(WICK,),",
        "(WICK),",
        "rules_py/systems/lantern/calculators.py:14: calculator lantern.shine: inputs: expected a tuple with a comma after each item, (Int(…),), got Int(name='wick', label='Wick', help='How much of it is left…",
    ),
    "an input without an initial value": (
        CALCULATORS,
        ", start=2",
        "",
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: initial values: wick: expected a whole number from 1 to 5, got nothing",
    ),
    "an unknown option of an input": (
        CALCULATORS,
        "start=2",
        "begin=2",
        "rules_py/systems/lantern/calculators.py:12, in <module>: TypeError: Int.__init__() got an unexpected keyword argument 'begin' (expected name, label, low, high, help, noun, rule, default, start, optional, quiet, house_rule, in_forms, code, missing, as_given, not_whole, dots, squares or follows)",
    ),
    "a value too many": (
        CALCULATORS,
        "mechanic=rules.shine",
        "rules.shine",
        "rules_py/systems/lantern/calculators.py:14, in <module>: TypeError: Calculator.__init__() takes from 4 to 5 positional arguments but 6 positional arguments (and 5 keyword-only arguments) were given (expected Calculator(id, title, summary, inputs, …), and by name mechanic=, closed_form=, answer=, scale=, second_scale=, measures=, projections=, rules=, published=, examples=, worst_case=, cross_check=, fixed_dice=, pool_size_input=, notation_input=, api_only=, is_solver= or policy=)",
    ),
    "an id without its game": (
        CALCULATORS,
        '"lantern.shine"',
        '"shine"',
        "rules_py/systems/lantern/calculators.py:14: calculator shine: id: expected GAME.NAME, the folder of the game and a name in snake_case, got 'shine'",
    ),
    "an id of another game": (
        CALCULATORS,
        '"lantern.shine"',
        '"lamp.shine"',
        "rules_py/systems/lantern/__init__.py:8: game lantern: id of a calculator: expected lantern.NAME, got 'lamp.shine'",
    ),
    "an id twice": (
        CALCULATORS,
        "CALCULATORS = (SHINE,)",
        "CALCULATORS = (SHINE, SHINE)",
        "rules_py/systems/lantern/__init__.py:8: game lantern: calculators: expected each id only once, got ['lantern.shine']",
    ),
    "a calculator without a mechanic": (
        CALCULATORS,
        "    mechanic=rules.shine,\n",
        "",
        "rules_py/systems/lantern/calculators.py:14: calculator lantern.shine: expected either a mechanic or closed_form, or an answer, got nothing",
    ),
    "an example beyond the limits": (
        CALCULATORS,
        '{"wick": 3})',
        '{"wick": 7})',
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: example 2: wick: expected a whole number from 1 to 5, got 7",
    ),
    "a worst case of an unknown input": (
        CALCULATORS,
        'worst_case={"wick": 5}',
        'worst_case={"wicks": 5}',
        "rules_py/systems/lantern/calculators.py:14: calculator lantern.shine: worst_case: unknown input 'wicks' (expected wick). Did you mean 'wick'?",
    ),
    "a measure that stops": (
        CALCULATORS,
        "lambda outcome: outcome.best",
        "lambda outcome: outcome.bets",
        "rules_py/systems/lantern/calculators.py:15: lantern.shine stopped: rules_py/systems/lantern/calculators.py:21, in <lambda>: AttributeError: 'Light' object has no attribute 'bets'",
    ),
    "odds that differ from the published ones": (
        CALCULATORS,
        '    rules=("L-1",)',
        '    published=(PublishedOdds({"wick": 1}, {"dark": Fraction(1, 3)}, "p. 1"),),\n    rules=("L-1",)',
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: published odds of dark with {'wick': 1}: the game prints 1/3, but the calculator gives 1/2",
    ),
    "a closed form that forgets an outcome": (
        CALCULATORS,
        "    mechanic=rules.shine,",
        "    mechanic=rules.shine,\n    closed_form=lambda *, wick: Odds({rules.Light(best=1, light='dark'): 1}),",
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: mechanic: a roll with the seed 0 and {'wick': 3} gave {'best': 4, 'light': 'flicker'}, which isn't in the odds of its closed_form",
    ),
    "a measure without a kind": (
        CALCULATORS,
        'mean("mean", "Mean of the best die", lambda outcome: outcome.best)',
        'Measure("mean", "Mean", of=lambda odds, _: odds.mean_of(lambda outcome: outcome.best))',
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: measure mean: kind: expected chance or figure, got ''",
    ),
    "a chance above 1": (
        CALCULATORS,
        'mean("mean", "Mean of the best die", lambda outcome: outcome.best)',
        'Measure("mean", "Mean", of=lambda odds, _: odds.mean_of(lambda outcome: outcome.best), kind="chance")',
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: measure mean: 119/24 isn't a chance from 0 to 1. Use kind='figure' for other numbers.",
    ),
    "a chance below 0": (
        CALCULATORS,
        'mean("mean", "Mean of the best die", lambda outcome: outcome.best)',
        'Measure("mean", "Mean", of=lambda odds, _: odds.mean_of(lambda outcome: -outcome.best) / 9, kind="chance")',
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: measure mean: -119/216 isn't a chance from 0 to 1. Use kind='figure' for other numbers.",
    ),
    "a field that can change": (
        RULES,
        "best=best, light=light)",
        "best=[best], light=light)",
        "rules_py/systems/lantern/calculators.py:11: lantern.shine: outcome: expected hashable fields, such as a tuple instead of a list, got Light(best=[1], light='dark')",
    ),
    "a label forgotten": (
        CALCULATORS,
        '"wick", "Wick"',
        '"wick", ""',
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: input wick: label: expected a short text for the form, got ''",
    ),
    "a summary that is no sentence": (
        CALCULATORS,
        "reaches.",
        "reaches",
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: summary: expected a sentence that ends in . or ?, got 'Roll your Wick and see how far the light reaches'",
    ),
    "a calculator without rules": (
        CALCULATORS,
        '    rules=("L-1",),\n',
        "",
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine needs 'rules' (the numbers of the rules it applies, such as (\"L-1\",))",
    ),
    "a calculator with an unknown rule": (
        CALCULATORS,
        'rules=("L-1",)',
        'rules=("L-9",)',
        "rules_py/systems/lantern/calculators.py:22: lantern: unknown rule 'L-9' (expected a rule number of lantern). Did you mean 'L-6' or 'L-5'?",
    ),
    "a game of one calculator without a comma": (
        CALCULATORS,
        "CALCULATORS = (SHINE,)",
        "CALCULATORS = (SHINE)",
        "rules_py/systems/lantern/__init__.py:8: game 'lantern': calculators: expected a tuple with a comma after each item, (Calculator(…),), got Calculator(id='lantern.shine', title='Raise the lantern', s…",
    ),
    "no game at all": (
        GAME,
        "GAME = Game(",
        "LANTERN = Game(",
        "rules_py/systems/lantern/__init__.py:1: GAME: expected a Game with the id 'lantern', the name of its folder, got nothing",
    ),
    "a game of another name": (
        GAME,
        '    "lantern",\n',
        '    "lamp",\n',
        "rules_py/systems/lantern/__init__.py:8: game lamp: id of a calculator: expected lamp.NAME, got 'lantern.shine'",
    ),
    "a game without an order": (
        GAME,
        "    order=6,\n",
        "",
        "rules_py/systems/lantern/__init__.py:8, in <module>: TypeError: Game.__init__() missing 1 required keyword-only argument: 'order'",
    ),
    "fewer numbers than the book states": (
        GAME,
        'numbered("L", 6)',
        'numbered("L", 5)',
        "docs/lantern/sheet.md:14: unknown rule mark 'L-6' (expected a rule number of lantern). Did you mean 'L-5' or 'L-4'?",
    ),
    "a number that no page states": (
        GAME,
        'numbered("L", 6)',
        'numbered("L", 9)',
        "rules_py/systems/lantern/__init__.py:14: lantern: no page states rules L-7, L-8 and L-9. Add [#L-7] after the sentence in docs/lantern/, or remove it from `numbers`.",
    ),
    "an unknown motif": (
        GAME,
        "    order=6,\n",
        '    order=6,\n    motif="moon",\n',
        "rules_py/systems/lantern/__init__.py:13: lantern: unknown motif 'moon' (expected leaf, reeds, halves, hills, duel or stars)",
    ),
    "a rule with another source of chance": (
        RULES,
        "    light = ",
        "    shine.thrown = best = getattr(shine, 'thrown', 0) + 1\n    light = ",
        "rules_py/systems/lantern/calculators.py:11: calculator lantern.shine: mechanic: two rolls with the seed 0 gave {'best': 9, 'light': 'flicker'} and {'best': 12, 'light': 'flicker'}. Use no source of chance but `dice`.",
    ),
    "rules of a calculator without a comma": (
        CALCULATORS,
        'rules=("L-1",)',
        'rules=("L-1")',
        "rules_py/systems/lantern/calculators.py:14: calculator lantern.shine: rules: expected a tuple with a comma after each item, (\"L-1\",), got 'L-1'",
    ),
    "a roll repeated without end": (
        RULES,
        "    light = ",
        "    while wick == 5 and dice.d(6) > 1:\n        pass\n    light = ",
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern stopped: rules_py/systems/lantern/rules.py:31, in shine: TooManyBranchesError: no end after 250 rolls. Limit a roll that may repeat without end (such as rerolled ties), or write it as a Process (rules_py.dice.process), which is solved exactly.",
    ),
}
"""File, text, its replacement, and the message of the build, by mistake."""


def test_guide_game_builds_without_errors(build_error: Callable[[], str]) -> None:
    assert build_error() == ""


@pytest.mark.parametrize(("name", "before", "after", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_in_rules_is_reported(
    lantern: Path, build_error: Callable[[], str], name: str, before: str, after: str, message: str
) -> None:
    replace_once(lantern, name, before, after)
    assert build_error() == message


@pytest.mark.parametrize(("keys", "bare"), [(("yes", "no"), ("yes", "no")), (("on", "off"), ("on", "Off"))])
def test_option_named_yes_or_no_needs_no_quotes(
    lantern: Path, build_error: Callable[[], str], keys: tuple[str, str], bare: tuple[str, str]
) -> None:
    push = f'Choice("push", "Push", {{"{keys[0]}": "Hard", "{keys[1]}": "Not at all"}}, default="{keys[1]}")'
    for name, before, after in (
        (RULES, "*, wick: int", "*, wick: int, push: str"),
        (CALCULATORS, "(WICK,),", f"(WICK, {push}),"),
        (CALCULATORS, "import Calculator, Int", "import Calculator, Choice, Int"),
        (
            PAGE,
            "```roller\ncalculator: lantern.shine\n",
            f"```roller\ncalculator: lantern.shine\ninputs: {{push: {bare[0]}}}\n",
        ),
        (
            PAGE,
            "rows: {wick: [1, 2, 3, 4, 5]}",
            f"inputs: {{wick: 2}}\nrows: {{push: [{bare[0]}, {bare[1]}]}}",
        ),
    ):
        text = (lantern / name).read_text("utf-8")
        assert before in text
        (lantern / name).write_text(text.replace(before, after, 1), "utf-8")
    assert build_error() == ""
