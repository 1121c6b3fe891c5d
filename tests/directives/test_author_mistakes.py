"""Mistakes of a game's author, each reported with its place, the value and what was expected.

The game is the guide's, alone in its own repository; each mistake is one edit of its files. Mistakes within a
fence are in `test_mistakes.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import markdown
import pytest
from mkdocs.exceptions import Abort

from hooks.directives import DirectivesExtension
from hooks.directives.pages import read_page
from hooks.mkdocs import site
from hooks.pages.site_folders import BUILT
from hooks.preview import reload
from rules_py import systems
from rules_py.authoring import error_summary, loop_guard
from tests.directives.conftest import EXTENSIONS
from tests.directives.test_sixth_game import written_in_the_guide

RULES, CALCULATORS, GAME, FINDS, SHEET = (
    f"rules_py/systems/lantern/{name}.py" for name in ("rules", "calculators", "__init__", "finds", "sheet")
)
IMPORTS = """from fractions import Fraction
from rules_py.calculators.calculator import PublishedOdds
from rules_py.dice.odds import Odds
from rules_py.calculators.measure import Measure
"""
"""Imports that some mistakes need, inserted below the first import of the calculators."""
TABLE = """from rules_py.calculators.random_table import RandomTable, TableEntry
DARK = RandomTable("lantern.dark", "Out there", "{dice}", ({entries}))

FIND_LIST = """
PAGE, SECOND = "docs/lantern/index.md", "docs/lantern/sheet.md"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name, text in written_in_the_guide().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(error_summary, "BOOK", tmp_path)
    monkeypatch.setattr(systems, "__path__", [str(tmp_path / "rules_py/systems")])
    reload.forget_modules({"lantern"})
    yield tmp_path
    reload.forget_modules({"lantern"})


@pytest.fixture
def built(repository: Path) -> Callable[[], str]:
    """Return a function that builds the book like `build` without templates, and returns the error or ""."""

    def build() -> str:
        docs = repository / "docs"
        try:
            try:
                site.on_pre_build(SimpleNamespace(docs_dir=str(docs), use_directory_urls=True))
                for path in sorted(docs.rglob("*.md")):
                    name = path.relative_to(docs).as_posix()
                    extension = DirectivesExtension(**site.library.settings(name))
                    text = "\n".join(read_page(docs, name)[1])
                    markdown.markdown(text, extensions=[*EXTENSIONS, extension])
            except Exception as error:
                site.on_build_error(error)
                raise
        except Abort as stopped:
            return str(stopped)
        return ""

    return build


def test_the_game_of_the_guide_is_built(built: Callable[[], str]) -> None:
    assert built() == ""


SLIPS = {
    # Random tables
    "a table with a gap": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="2d6", entries='TableEntry("2-6", "Moths"), TableEntry("8-12", "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: no entry for 7 after 2-6. Add an entry for 7, or extend the range of an entry next to it.",
    ),
    "a table whose entries overlap": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d8", entries='TableEntry("1-4", "Moths"), TableEntry("4-8", "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: 1-4 and 4-8 both contain 4. Give each number one entry.",
    ),
    "a table beyond its dice": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d66", entries='TableEntry("11-36", "Moths"), TableEntry("41-67", "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entry: expected results of d66, 11 to 66 with no digit above 6, got '41-67'",
    ),
    "a table with an entry from high to low": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("3-1", "Moths"), TableEntry(4, "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entry: expected the lower number first, '1-3', got '3-1'",
    ),
    "a table out of order": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("3-4", "Moths"), TableEntry("1-2", "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: 1-2 must come before 3-4. Sort the entries.",
    ),
    "a span that is none": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("1 to 4", "Moths"),'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entry: expected a number or a range, such as 7, '3-5' or '10+', got '1 to 4'",
    ),
    "an entry that says nothing": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("1-4", ""),'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entry 1-4: text: expected a text that says what is found, got ''",
    ),
    "a table without entries": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries=""),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: expected a tuple with a comma after each item, (TableEntry(…),), got nothing",
    ),
    "a table of one entry without a comma": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("1-4", "Moths")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: expected a tuple with a comma after each item, (TableEntry(…),), got TableEntry(span='1-4', text='Moths', next_table=None, rule=…",
    ),
    "a table of dice that nobody has": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="2d6+1", entries='TableEntry("3-13", "Moths"),'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: dice: expected dice such as d20, 2d6 or d100, or d66, d88 or d666, whose dice are read as figures one after another, got '2d6+1'",
    ),
    # Python
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
    "an import of what isn't there": (
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
    "a tone nobody knows": (
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
    "a scale of a field that outcomes haven't": (
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
    "an outcome that can't be told from others": (
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
    "a verb of the dice misspelt": (
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
    "an input that begins with nothing": (
        CALCULATORS,
        ", start=2",
        "",
        "rules_py/systems/lantern/calculators.py:15: calculator lantern.shine: initial values: wick: expected a whole number from 1 to 5, got nothing",
    ),
    "an option that an input hasn't": (
        CALCULATORS,
        "start=2",
        "begin=2",
        "rules_py/systems/lantern/calculators.py:12, in <module>: TypeError: Int.__init__() got an unexpected keyword argument 'begin' (expected name, label, low, high, help, noun, rule, default, start, optional, quiet, house_rule, code, missing, as_given, not_whole, dots, squares or follows)",
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
    "a calculator that does nothing": (
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
    "a worst case of an input that isn't there": (
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
    "odds that the game prints otherwise": (
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
    "a share that isn't said to be one": (
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
    "a calculator of a rule that there isn't": (
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
    "a game without a place on the shelf": (
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
    "a face nobody knows": (
        GAME,
        "    order=6,\n",
        '    order=6,\n    motif="moon",\n',
        "rules_py/systems/lantern/__init__.py:13: lantern: unknown motif 'moon' (expected leaf, reeds, halves, hills, duel or stars)",
    ),
    "an entry without a value": (
        FINDS,
        '"worth": 3, ',
        "",
        "docs/lantern/sheet.md:14: entry of a list: unknown field 'worth' (expected id, name, use or rules)",
    ),
    "an id twice in a list": (
        FINDS,
        '"id": "moth"',
        '"id": "oil"',
        "docs/lantern/sheet.md:14: list finds: ids: expected each id only once, got ['oil']",
    ),
    "a sheet that stops": (
        SHEET,
        'sheet["wick"]',
        'sheet["wich"]',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern stopped: rules_py/systems/lantern/sheet.py:37: sheet: unknown field 'wich' (expected name, wick or finds). Did you mean 'wick'?",
    ),
    "a field whose problem is misspelt": (
        SHEET,
        'missing="name_missing"',
        'missing="name_mising"',
        "rules_py/systems/lantern/sheet.py:44: sheet: missing of name: unknown code 'name_mising' (expected name_missing or wick_out_of_range, or a new ProblemType). Did you mean 'name_missing'?",
    ),
    "a problem of a sheet that nobody declared": (
        SHEET,
        "    bound = ",
        '    if len(sheet["finds"]) > 1: sheet.add_problem("finds", "to_much")\n    bound = ',
        "rules_py/systems/lantern/sheet.py:45: sheet of lantern stopped: rules_py/systems/lantern/sheet.py:37: problems about The bearer: unknown code 'to_much' (expected name_missing or wick_out_of_range, or a new ProblemType)",
    ),
    "a problem of a sheet that is misspelt": (
        SHEET,
        "    bound = ",
        '    if len(sheet["finds"]) > 1: sheet.add_problem("name", "name_mising")\n    bound = ',
        "rules_py/systems/lantern/sheet.py:45: sheet of lantern stopped: rules_py/systems/lantern/sheet.py:37: problems about The bearer: unknown code 'name_mising' (expected name_missing or wick_out_of_range, or a new ProblemType). Did you mean 'name_missing'?",
    ),
    "a throw of a calculator that is misspelt": (
        SHEET,
        "RollButton(SHINE.id,",
        'RollButton("lantern.shien",',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: calculator of the roll Raise the lantern: unknown value 'lantern.shien' (expected lantern.shine). Did you mean 'lantern.shine'?",
    ),
    "a throw that spends what isn't on the sheet": (
        SHEET,
        "SHINE.title, bright)",
        'SHINE.title, bright, costs=(__import__("rules_py.author").author.Cost("oill"),))',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: cost of the roll Raise the lantern: unknown value 'oill' (expected name, wick or finds)",
    ),
    "a cost that nothing of the outcome tells": (
        SHEET,
        "SHINE.title, bright)",
        'SHINE.title, bright, costs=(__import__("rules_py.author").author.Cost("wick", when="burnt"),))',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: cost of the roll Raise the lantern at wick: when: unknown value 'burnt' (expected best)",
    ),
    "a cost that comes to more than it says": (
        SHEET,
        "SHINE.title, bright)",
        'SHINE.title, bright, costs=(__import__("rules_py.author").author.Cost("wick", by=1, when="best"),))',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: cost of the roll Raise the lantern at wick: best: expected a whole number from -4 (give all of it back) to 1 (`by`), got 2",
    ),
    "a throw that the calculator can't make": (
        SHEET,
        "bound.inputs, SHINE.title",
        '{"wick": 9}, SHINE.title',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: roll Raise the lantern of lantern.shine: wick: expected a whole number from 1 to 5, got 9",
    ),
    "a cell that is no exact number": (
        SHEET,
        "((SHINE.title, button),)",
        '((SHINE.title, button), ("Half", sheet["wick"] / 2))',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: panel Rolls: cell: expected a text, a whole number, a Fraction or a RollButton, got 0.5",
    ),
    "a rule that makes up its own chance": (
        RULES,
        "    light = ",
        "    shine.thrown = best = getattr(shine, 'thrown', 0) + 1\n    light = ",
        "rules_py/systems/lantern/calculators.py:11: calculator lantern.shine: mechanic: two rolls with the seed 0 gave {'best': 9, 'light': 'flicker'} and {'best': 12, 'light': 'flicker'}. Use no source of chance but `dice`.",
    ),
    "rules of a calculator that are no row": (
        CALCULATORS,
        'rules=("L-1",)',
        'rules=("L-1")',
        "rules_py/systems/lantern/calculators.py:14: calculator lantern.shine: rules: expected a tuple with a comma after each item, (\"L-1\",), got 'L-1'",
    ),
    "dice thrown for ever": (
        RULES,
        "    light = ",
        "    while wick == 5 and dice.d(6) > 1:\n        pass\n    light = ",
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern stopped: rules_py/systems/lantern/rules.py:31, in shine: TooManyBranchesError: no end after 250 rolls. Limit a roll that may repeat without end (such as rerolled ties), or write it as a Process (rules_py.dice.process), which is solved exactly.",
    ),
    # the pages
    "no title": (
        PAGE,
        "title: Lantern\n",
        "",
        "docs/lantern/index.md:1: page needs 'title' (a line `title: …` between the two lines --- at the top)",
    ),
    "no description": (
        PAGE,
        "description: A very small game about seeing in the dark.\n",
        "",
        "docs/lantern/index.md:1: page needs 'description' (a line `description: …` between the two lines --- at the top)",
    ),
    "a title with a colon": (
        PAGE,
        "title: Lantern\n",
        "title: Lantern: a game\n",
        "docs/lantern/index.md:2: front matter: expected lines such as `title: Fights`, with quotes around a text with a colon (mapping values are not allowed here), got 'title: Lantern: a game'",
    ),
    "a line of the front matter misspelt": (
        SECOND,
        "chapter: false",
        "chaper: false",
        "docs/lantern/sheet.md:4: front matter has no field 'chaper'; fields are title, description, order, game, chapter, opened, hide, part, minutes, book, motif, feel, people, length, licence, search and redirect_from. Did you mean 'chapter'?",
    ),
    "other words for a rule that nobody states": (
        SECOND,
        "chapter: false",
        "search:\n  L-099: flee, run",
        "docs/lantern/sheet.md:5: search: unknown rule 'L-099' (expected a rule number of lantern)",
    ),
    "other words for no rule": (
        SECOND,
        "chapter: false",
        "search: flee, run",
        "docs/lantern/sheet.md:4: search: expected lines such as `C-017: get points back, regain points`, got 'flee, run'",
    ),
    "an order in words": (
        PAGE,
        "order: 6",
        "order: sixth",
        "docs/lantern/index.md:3: order: expected a number, got 'sixth'",
    ),
    "another title than the game's": (
        PAGE,
        "title: Lantern\n",
        "title: Lamp\n",
        "docs/lantern/index.md:2: title of the book's first page: expected 'Lantern', the title of the Game, got 'Lamp'",
    ),
    "another order than the game's": (
        PAGE,
        "order: 6",
        "order: 4",
        "docs/lantern/index.md:3: order of the book's first page: expected 6, as in the Game, got 4",
    ),
    "a page of a game nobody knows": (
        SECOND,
        "chapter: false",
        "game: lamp",
        "docs/lantern/sheet.md:4: unknown game 'lamp' (expected lantern)",
    ),
    "a front matter without an end": (
        SECOND,
        "find.\n---\n",
        "find.\n--\n",
        "docs/lantern/sheet.md:1: front matter isn't closed. Add a line --- after it.",
    ),
    "a front matter that is a list": (
        PAGE,
        "title: Lantern\norder: 6\ndescription:",
        "-",
        "docs/lantern/index.md:2: front matter: expected lines such as `title: Fights`, got ['A very small game about seeing in the dark.']",
    ),
    "a chance typed by hand": (
        PAGE,
        "`#!chance lantern.shine wick=1 grade=bright`",
        "16.7%",
        "docs/lantern/index.md:28: chance: expected a calculated chance, `#!chance CALCULATOR name=value`, or `\\%` for a percentage that isn't a chance, got '16.7%'",
    ),
    "other words for a term that the line before them swallowed": (
        PAGE,
        "[#L-3]",
        "[#L-3] :   Also: lamp, torch.",
        "docs/lantern/index.md:16: synonyms of a term: expected a line of their own, so that search finds them, got ':   Also: lamp, torch.'",
    ),
    "a rule mark forgotten": (
        PAGE,
        " [#L-3]",
        "",
        "rules_py/systems/lantern/__init__.py:14: lantern: no page states rule L-3. Add [#L-3] after the sentence in docs/lantern/, or remove it from `numbers`.",
    ),
    "a rule stated twice in one line": (
        PAGE,
        "[#L-2]",
        "[#L-2] Very dark. [#L-2]",
        "docs/lantern/index.md:15: rule mark: 'L-2' is already defined at docs/lantern/index.md:15",
    ),
    "a rule stated twice": (
        PAGE,
        "[#L-3]",
        "[#L-2]",
        "docs/lantern/index.md:16: rule mark: 'L-2' is already defined at docs/lantern/index.md:15",
    ),
    "a rule mark of no number": (
        PAGE,
        "[#L-3]",
        "[#L-33]",
        "docs/lantern/index.md:16: unknown rule mark 'L-33' (expected a rule number of lantern). Did you mean 'L-3'?",
    ),
    "a calculator that no page shows": (
        PAGE,
        "```roller\ncalculator: lantern.shine\n```\n",
        "",
        "rules_py/systems/lantern/calculators.py:11: no page shows calculator lantern.shine. Add a roller block with the line `calculator: lantern.shine` in docs/lantern/.",
    ),
    "a list that no page shows": (
        SECOND,
        "```reference\nlist: lantern.finds\n```\n",
        "",
        "rules_py/systems/lantern/__init__.py:14: lantern: no page states rules L-5 and L-6. Add [#L-5] after the sentence in docs/lantern/, or remove it from `numbers`.\nrules_py/systems/lantern/finds.py:13: no page shows list lantern.finds. Add a reference block with the line `list: lantern.finds` in docs/lantern/.",
    ),
    "a sheet that no page shows": (
        SECOND,
        "```sheet\ngame: lantern\n```\n",
        "",
        "rules_py/systems/lantern/__init__.py:16: no page shows sheet lantern. Add a sheet block with the line `game: lantern` in docs/lantern/.",
    ),
    "a fence that isn't closed, before another": (
        PAGE,
        "```roller\ncalculator: lantern.shine\n```\n",
        "```roller\ncalculator: lantern.shine\n",
        "docs/lantern/index.md:30: block isn't closed (```roller). Add a line ``` before the next one, on line 33.",
    ),
    "a tab in a fence": (
        PAGE,
        "rows: {wick",
        "\trows: {wick",
        "docs/lantern/index.md:36: odds block: YAML: expected lines such as `name: value`, each indented like the one above it (mapping values are not allowed here), got 'rows: {wick: [1, 2, 3, 4, 5]}'",
    ),
    "a text with a colon": (
        PAGE,
        "caption: How far you see",
        "caption: The light: how far you see",
        "docs/lantern/index.md:37: odds block: YAML: expected lines such as `name: value`, with quotes around a text with a colon (mapping values are not allowed here), got 'caption: The light: how far you see, by Wick'",
    ),
    "a colon without a space": (
        PAGE,
        "caption: How",
        "caption:How",
        "docs/lantern/index.md:37: odds block: YAML: expected lines such as `name: value` (could not find expected ':'), got 'caption:How far you see, by Wick'",
    ),
    "a rule mark in small letters": (
        PAGE,
        "[#L-3]",
        "[#l-3]",
        "docs/lantern/index.md:16: unknown rule mark 'l-3' (expected a rule number of lantern). Did you mean 'L-3'?",
    ),
    "a rule mark with a space": (
        PAGE,
        "[#L-3]",
        "[# L-3]",
        "docs/lantern/index.md:16: rule mark: expected [#L-3], got '[# L-3]'",
    ),
    "a rule link in small letters": (
        PAGE,
        "You are somewhere dark",
        "You are somewhere dark [l-3]",
        "docs/lantern/index.md:9: rule link: expected [L-3], got '[l-3]'",
    ),
    "a rule link with a dash": (
        PAGE,
        "You are somewhere dark",
        "You are somewhere dark [L\N{EN DASH}3]",
        "docs/lantern/index.md:9: rule link: expected [L-3], got '[L–3]'",
    ),
    "a rule link without its line": (
        PAGE,
        "You are somewhere dark",
        "You are somewhere dark [L3]",
        "docs/lantern/index.md:9: rule link: expected [L-3], got '[L3]'",
    ),
    "a link to a game by its title": (
        PAGE,
        "You are somewhere dark",
        "You are somewhere dark [Lantern: L-3]",
        "docs/lantern/index.md:9: rule link: expected [lantern:L-3], got '[Lantern: L-3]'",
    ),
    "a link with a space": (
        PAGE,
        "You are somewhere dark",
        "You are [somewhere] (sheet.md) dark",
        "docs/lantern/index.md:9: link: expected [text](page.md), without a space between the brackets, got '[somewhere] (sheet.md)'",
    ),
    "a chance without its mark": (
        PAGE,
        "`#!chance lantern",
        "`#chance lantern",
        "docs/lantern/index.md:28: inline code: expected `#!chance …`, with nothing before it, got '#chance lantern.shine wick=1 grade=bright'",
    ),
    "a ruling whose text isn't indented": (
        PAGE,
        "```pycon title",
        '!!! ruling "Does it burn in the rain?"\n\nIt does.\n\n```pycon title',
        "docs/lantern/index.md:23: ruling: expected text indented by 4 spaces on the lines below, got 'It does.'",
    ),
    "a ruling with a misspelt word behind it": (
        PAGE,
        "```pycon title",
        '!!! ruling "Does it burn in the rain?" abuot="rain"\n\n    It does.\n\n```pycon title',
        'docs/lantern/index.md:23: ruling: expected `!!! ruling "[#R-1] The question"` at the start of a line, optionally followed by about="…", or with id="…" before the title if it has no number, got \'!!! ruling "Does it burn in the rain?" abuot="rain"\'',
    ),
    "a ruling misspelt": (
        PAGE,
        "```pycon title",
        '!!! rulling "Does it burn in the rain?"\n\n    It does.\n\n```pycon title',
        "docs/lantern/index.md:23: unknown kind of note 'rulling'. Did you mean 'ruling'?",
    ),
    "a note with two marks": (
        PAGE,
        "```pycon title",
        '!! note "Rain"\n\n    It burns.\n\n```pycon title',
        'docs/lantern/index.md:23: note: expected `!!! note "Title"`, with its text indented below, got \'!! note "Rain"\'',
    ),
    "the only roller misspelt": (
        PAGE,
        "```roller",
        "```rolller",
        "docs/lantern/index.md:30: unknown block 'rolller'. Did you mean 'roller'?",
    ),
    "a fence of two marks": (
        PAGE,
        "```roller\ncalculator: lantern.shine\n```",
        "``roller\ncalculator: lantern.shine\n``",
        "docs/lantern/index.md:30: block: expected three marks, ```roller, got '``roller'",
    ),
    "a field behind a fence": (
        PAGE,
        "```roller",
        "```roller lantern.shine",
        "docs/lantern/index.md:30: text after ```roller: expected nothing (write each field on its own line), got 'lantern.shine'",
    ),
    "an example's title without quotes": (
        PAGE,
        "```pycon title",
        "```pycon titel=Ilse title",
        'docs/lantern/index.md:23: text after ```pycon: unknown value \'titel=Ilse\' (expected title="…" or ready="…")',
    ),
    "an example that says something else": (
        PAGE,
        "'Flicker'",
        "'Bright'",
        "docs/lantern/index.md:24: example `>>> resolve(\"lantern.shine\", wick=3, dice=[2, 5, 4]).verdict` printed 'Flicker', but the text says 'Bright'. Replace it with: 'Flicker'",
    ),
}
"""By what it is: the file, what stands there, what the author writes instead, and what the build says."""


RAW = {
    "Happy :smile: now": "emoji: expected the character itself, or \\: for a colon, got ':smile:'",
    "Thus $E=mc^2$.": "formula: expected Unicode characters, such as `E = mc^2^`, got '$E=mc^2$'",
    "Say $x$ to it": "formula: expected Unicode characters, such as `E = mc^2^`, got '$x$'",
    "$$\nx\n": "formula: expected Unicode characters, such as `E = mc^2^`, got '$$'",
    '--8<-- "rules.md"': "included file: expected its text, as pages can't include files, got '--8<-- \"rules.md\"'",
    "It {++grows++}": "change mark: expected the current text, got '{++grows++}'",
    "*[GM]: game master": "abbreviation: expected a term in the book's glossary.md, got '*[GM]: game master'",
    "/// note": "block: expected `!!! note \"Title\"`, with its text indented below, got '/// note'",
    'A <span style="color:red">red</span> lamp': "attribute style: expected a class with styles in `extra_css`, as pages block inline styles, got 'style=\"color:red\"'",
    'A lamp{: style="color:red" }': "attribute style: expected a class with styles in `extra_css`, as pages block inline styles, got 'style=\"color:red\" '",
    '<b\n onclick="shine()">lamp</b>': "attribute onclick: expected nothing, as pages block scripts in attributes, got 'onclick=\"shine()\"'",
    "<object data='lamp.swf'></object>": "element: expected an image or a link, as pages block plugins, got '<object>'",
    "![lamp](https://example.org/lamp.png)": "image: expected a path in docs, as pages load nothing from other hosts, got 'https://example.org/lamp.png'",
    "![a [lamp]](<//example.org/lamp.png> 'x')": "image: expected a path in docs, as pages load nothing from other hosts, got '//example.org/lamp.png'",
    "![lamp][here]\n\n[here]: http://example.org/lamp.png": "image: expected a path in docs, as pages load nothing from other hosts, got 'http://example.org/lamp.png'",
    '<img alt="" src="HTTPS://example.org/lamp.png">': "src of <img>: expected a path in docs, as pages load nothing from other hosts, got 'HTTPS://example.org/lamp.png'",
    '<iframe src="https://example.org/"></iframe>': "src of <iframe>: expected a path in docs, as pages load nothing from other hosts, got 'https://example.org/'",
    "```python\nshine()  # (1)!\n```": "annotation in code: expected a comment, or a list below the code, got '# (1)!'",
}
"""Markup that would be printed raw or blocked by the browser, with the message of the build."""


@pytest.mark.parametrize("text", RAW)
def test_markup_that_pages_cannot_show_is_named(
    repository: Path, built: Callable[[], str], text: str
) -> None:
    page = repository / PAGE
    page.write_text(page.read_text("utf-8") + f"\n{text}\n", "utf-8")
    line = len(page.read_text("utf-8").splitlines()) - text.count("\n") + (text[0] == "`")
    assert built() == f"{PAGE}:{line}: {RAW[text]}"


FINE = """
It costs $5, not $10 or $12_000; from 10:30:45 on, in C++ or a::b::c, `:smile:` and \\:smile:.
It slows down by 10 \\% for a while, and is 100\\% yours. A style=red lamp, and [a link](https://example.org/).

<a href="https://example.org/">A link</a>, x < 5 and ![lamp](lamp.png), a line {of words}.

- [x] Filled
- [ ] Lit

==Bright== and ~~dark~~, H~2~O, x^2^, ^^new^^ and ++ctrl+x++.

| Oil | Light |
|:---:|------:|
| 1   | 2     |

    shine()  # (1)
"""


def test_markup_that_pages_show_is_built(repository: Path, built: Callable[[], str]) -> None:
    page = repository / PAGE
    page.write_text(page.read_text("utf-8") + FINE, "utf-8")
    assert built() == ""


def test_styles_that_load_from_elsewhere_are_named(repository: Path, built: Callable[[], str]) -> None:
    styles = repository / "docs/assets/own.css"
    styles.parent.mkdir()
    styles.write_text(
        "p {\n  background: url('https://example.org/a.png') }\n@import \"//example.org/b.css\";"
    )
    copy = "expected a path in docs, as pages load nothing from other hosts"
    assert built().splitlines() == [
        f"docs/assets/own.css:2: address in a stylesheet: {copy}, got 'https://example.org/a.png'",
        f"docs/assets/own.css:3: address in a stylesheet: {copy}, got '//example.org/b.css'",
    ]


def test_chapters_with_the_same_order_or_title_are_reported(
    repository: Path, built: Callable[[], str]
) -> None:
    for name in ("wind", "wood"):
        head = "---\ntitle: Weather\norder: 3\ndescription: What the weather does.\n---\n"
        (repository / f"docs/lantern/{name}.md").write_text(head, "utf-8")
    assert built().splitlines() == [
        "docs/lantern/wood.md:3: order: 3 is already defined at docs/lantern/wind.md:3",
        "docs/lantern/wood.md:2: title: 'Weather' is already defined at docs/lantern/wind.md:2",
    ]


def test_books_with_the_same_title_are_reported(repository: Path, built: Callable[[], str]) -> None:
    page = repository / "docs/lamp/index.md"
    page.parent.mkdir()
    page.write_text("---\ntitle: Lantern\ndescription: Another lamp.\n---\n", "utf-8")
    assert built() == "docs/lantern/index.md:2: title: 'Lantern' is already defined at docs/lamp/index.md:2"


def slip(repository: Path, name: str, before: str, after: str) -> None:
    """Replace the first `before` in the file by `after`."""
    path = repository / name
    text = path.read_text("utf-8")
    assert before in text
    text = text.replace(before, after, 1)
    if name == CALCULATORS:
        text = text.replace("import annotations\n", f"import annotations\n{IMPORTS}", 1)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize(("name", "before", "after", "said"), SLIPS.values(), ids=SLIPS)
def test_mistake_is_reported_with_place_and_expected_value(
    repository: Path, built: Callable[[], str], name: str, before: str, after: str, said: str
) -> None:
    slip(repository, name, before, after)
    assert built() == said


@pytest.mark.parametrize("folder", sorted(BUILT))
def test_page_in_a_folder_of_the_build_is_refused(
    repository: Path, built: Callable[[], str], folder: str
) -> None:
    path = repository / f"docs/{folder}/index.md"
    path.parent.mkdir()
    path.write_text("---\ntitle: Mine\ndescription: My own page.\n---\n\nText.\n")
    assert built() == (
        f"docs/{folder}/index.md:1: the folder '{folder}' is reserved for the build. Move the page to another "
        "folder."
    )


def test_a_call_has_three_seconds_and_an_example_ten() -> None:
    assert (loop_guard.GAME_LIMIT, loop_guard.EXAMPLE_LIMIT) == (3.0, 10.0)


ENDLESS = {
    "a loop without end": (
        RULES,
        "    light = ",
        "    while True: pass\n    light = ",
        "rules_py/systems/lantern/calculators.py:11: lantern.shine stopped: rules_py/systems/lantern/rules.py:31, in shine: stopped after 0.1 s (infinite loop?)",
    ),
    "an example without end": (
        PAGE,
        "```pycon title",
        "```pycon\n>>> while True: pass\n```\n\n```pycon title",
        "docs/lantern/index.md:23: the rules stopped: docs/lantern/index.md:24: stopped after 0.2 s (infinite loop?)",
    ),
    "an import without end": (
        FINDS,
        "FIND_LIST = ",
        "while True: pass\nFIND_LIST = ",
        "rules_py/systems/lantern/finds.py:12, in <module>: stopped after 0.1 s (infinite loop?)",
    ),
}
"""Infinite loops, in the form of SLIPS, with a shorter time limit."""


@pytest.mark.parametrize(("name", "before", "after", "said"), ENDLESS.values(), ids=ENDLESS)
def test_infinite_loop_is_stopped_and_reported(
    repository: Path,
    built: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    before: str,
    after: str,
    said: str,
) -> None:
    monkeypatch.setattr(loop_guard, "GAME_LIMIT", 0.1)
    monkeypatch.setattr(loop_guard, "EXAMPLE_LIMIT", 0.2)
    slip(repository, name, before, after)
    assert built() == said


GLOSSARY = "---\ntitle: Words\ndescription: The words of the game.\n---\n\n# Words\n\n{}\n"
MEANING = "has no definition. Add it on the next line, after `:   `."
GLOSSARIES = {
    "words before the first term, and one with two names": (
        "What is meant by each.\n\nwick\ncord\n:   What burns, and\n    for how long.\n:   Also: rope.\n\n    All of it.",
        "",
    ),
    "a meaning without its colon": ("wick\n    What burns.", f"8: term of the glossary 'wick' {MEANING}"),
    "a colon without its spaces": ("wick\n:What burns.", f"8: term of the glossary 'wick' {MEANING}"),
    "an empty line before what a term means": (
        "oil\n:   What feeds it.\n\nwick\n\n:   What burns.",
        f"11: term of the glossary 'wick' {MEANING}",
    ),
    "a meaning left out among others": (
        "oil\n:   What feeds it.\n\nThe wick is told of elsewhere.\n\nflame\n:   What it gives.",
        f"11: term of the glossary 'The wick is told of elsewhere.' {MEANING}",
    ),
    "no empty line before a term": (
        "oil\n:   What feeds it.\nwick\n:   What burns.",
        "10: term of the glossary 'wick' needs an empty line above it",
    ),
    "a meaning of nothing": (
        ":   What burns.",
        "8: definition ':   What burns.' has no term. Add it on the line above.",
    ),
}


@pytest.mark.parametrize(("text", "said"), GLOSSARIES.values(), ids=GLOSSARIES)
def test_glossary_mistake_is_reported(
    repository: Path, built: Callable[[], str], text: str, said: str
) -> None:
    (repository / "docs/lantern/glossary.md").write_text(GLOSSARY.format(text), "utf-8")
    assert built() == (said and f"docs/lantern/glossary.md:{said}")


def test_endless_recursion_is_reported(repository: Path, built: Callable[[], str]) -> None:
    """The place where it stops, in the rule or in the dice, depends on the depth of the call."""
    rules = repository / RULES
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("    light = ", "    shine(dice, wick=wick)\n    light = ", 1), "utf-8")
    said = built()
    assert said.startswith(f"{CALCULATORS}:11: lantern.shine stopped: {RULES}:3")
    assert "in shine: RecursionError: maximum recursion depth exceeded" in said


@pytest.mark.parametrize(("keys", "bare"), [(("yes", "no"), ("yes", "no")), (("on", "off"), ("on", "Off"))])
def test_an_option_that_yaml_takes_for_yes_or_no_needs_no_quotes(
    repository: Path, built: Callable[[], str], keys: tuple[str, str], bare: tuple[str, str]
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
        text = (repository / name).read_text("utf-8")
        assert before in text
        (repository / name).write_text(text.replace(before, after, 1), "utf-8")
    assert built() == ""
