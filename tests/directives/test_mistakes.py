"""Every mistake that an author can make stops the build with a sentence that says where, what, and what is
allowed.
"""

from __future__ import annotations

import pytest

from hooks.directives import DirectiveError
from rules_py.base.errors import join_or
from rules_py.systems.registry import game_ids, games

SHEETS = join_or(game.id for game in games() if game.sheet)
DESKS = join_or(game.id for game in games() if game.tracker)
LISTS = join_or(f"{game.id}.{each.name}" for game in games() for each in game.references)

# What the author wrote below the heading of a page, and what the build says, behind the page's path.
MISTAKES = {
    "a calculator nobody knows": (
        "```roller\ncalculator: core_rules.chalenge\n```",
        "4: calculator: given 'core_rules.chalenge', allowed core_rules.challenge, core_rules.steps, "
        "core_rules.four_column, core_rules.at_least, core_rules.gain, core_rules.all_fail, "
        "core_rules.spend_plan, core_rules.skill_aptitude, core_rules.spend, core_rules.rest or "
        "core_rules.fight_checklist; perhaps 'core_rules.challenge'",
    ),
    "a calculator of a game nobody knows": (
        "```roller\ncalculator: corerules.challenge\n```",
        "4: calculator: given 'corerules.challenge', allowed the id of a calculator, its first part {GAMES}; perhaps 'core_rules.challenge'",
    ),
    "a roller without a calculator": (
        "```roller\ntitle: Throw\n```",
        "3: calculator of a roller fence: given nothing, allowed the id of a calculator, such as "
        "core_rules.challenge",
    ),
    "a field nobody knows": (
        "```roller\ncalculator: core_rules.challenge\ninput: {steps: 1}\n```",
        "5: field of a roller fence: given 'input', allowed calculator, inputs or title; perhaps 'inputs'",
    ),
    "an input nobody knows": (
        "```roller\ncalculator: core_rules.challenge\ninputs:\n  situation: bad\n  stepps: 1\n```",
        "7: input: given 'stepps', allowed situation or steps; perhaps 'steps'",
    ),
    "a value out of range": (
        "```roller\ncalculator: core_rules.challenge\ninputs:\n  situation: bad\n  steps: 11\n```",
        "7: steps: given 11, allowed a whole number from 0 to 10",
    ),
    "a value within a list": (
        "```calculator\n"
        "calculator: core_rules.all_fail\n"
        "inputs:\n"
        "  steps: 1\n"
        "  situations:\n"
        "    - bad\n"
        "    - awful\n"
        "```",
        "9: situations.1: given 'awful', allowed difficult, average or favourable",
    ),
    "inputs that are no mapping": (
        "```roller\ncalculator: core_rules.challenge\ninputs: bad\n```",
        "5: inputs of a roller fence: given 'bad', allowed lines such as `name: value`",
    ),
    "a title that is no text": (
        "```roller\ncalculator: core_rules.challenge\ntitle: [a, b]\n```",
        "5: title of a roller fence: given ['a', 'b'], allowed a short text",
    ),
    "a roller of a calculator without dice": (
        "```roller\ncalculator: core_rules.at_least\n```",
        "4: calculator of a roller fence: given 'core_rules.at_least', allowed a calculator fence "
        "for this one, as it throws no dice",
    ),
    "a calculator fence for dice": (
        "```calculator\ncalculator: core_rules.challenge\n```",
        "4: calculator of a calculator fence: given 'core_rules.challenge', allowed a roller fence "
        "for this one, as it has odds",
    ),
    "YAML that can't be read": (
        "```roller\ncalculator: core_rules.challenge\ninputs: {steps: 1\n```",
        "5: YAML of a roller fence: given 'inputs: {steps: 1', allowed lines such as `name: value` "
        "(expected ',' or '}', but got '<stream end>')",
    ),
    "inputs that are a list": (
        "```roller\ncalculator: core_rules.challenge\ninputs:\n  - 1\n```",
        "5: inputs of a roller fence: given [1], allowed lines such as `name: value`",
    ),
    "YAML that is no mapping": (
        "```roller\ncore_rules.challenge\n```",
        "4: body of a roller fence: given 'core_rules.challenge', allowed a mapping, lines such as "
        "`name: value`",
    ),
    "an empty body": (
        "```roller\n```",
        "3: body of a roller fence: given nothing, allowed a mapping, lines such as `name: value`",
    ),
    "a name given twice": (
        "```roller\ncalculator: core_rules.challenge\ncalculator: core_rules.challenge\n```",
        "5: key: given 'calculator', allowed each name once",
    ),
    "a key that is no name": (
        "```roller\n? [a, b]\n: 1\n```",
        "4: key: given a list or a mapping, allowed a name",
    ),
    "a table without a caption": (
        "```odds\ncalculator: core_rules.challenge\nrows: {steps: [0]}\ninputs: {situation: bad}\n```",
        "3: caption of an odds fence: given nothing, allowed a sentence that says what the table shows",
    ),
    "a table that marks what is unknown": (
        "```odds\ncalculator: core_rules.challenge\nrows: {steps: [0]}\nworse: lower\ncaption: x\n```",
        "6: worse of an odds fence: given 'lower', allowed less or more",
    ),
    "a table without rows": (
        "```odds\ncalculator: core_rules.challenge\ncaption: x\n```",
        "3: rows of an odds fence: given nothing, allowed one of the inputs and a list of its "
        "values, such as `rows: {situation: [...]}`",
    ),
    "rows over two inputs": (
        "```odds\ncalculator: core_rules.challenge\nrows: {steps: [0], situation: [bad]}\ncaption: x\n```",
        "5: rows of an odds fence: given a mapping of 'steps', 'situation', allowed one of the inputs and a "
        "list of its values, such as `rows: {situation: [...]}`",
    ),
    "rows over an unknown input": (
        "```odds\ncalculator: core_rules.challenge\nrows: {stairs: [0]}\ncaption: x\n```",
        "5: input in the rows: given 'stairs', allowed situation or steps",
    ),
    "rows without values": (
        "```odds\ncalculator: core_rules.challenge\nrows: {steps: 0}\ncaption: x\n```",
        "5: rows of an odds fence: given 0, allowed one of the inputs and a list of its values, such "
        "as `rows: {situation: [...]}`",
    ),
    "a bad value in the rows": (
        "```odds\ncalculator: core_rules.challenge\nrows:\n  steps:\n    - 0\n    - many\ncaption: x\n```",
        "8: steps: given 'many', allowed a whole number from 0 to 10",
    ),
    "columns over the rows' input": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "columns: {steps: [1]}\n"
        "caption: x\n"
        "```",
        "6: input in the columns: given 'steps', allowed another one than in the rows",
    ),
    "an input fixed and in the rows": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "inputs: {steps: 1, situation: bad}\n"
        "caption: x\n"
        "```",
        "6: input: given 'steps', allowed one that is neither in the rows nor in the columns",
    ),
    "an unknown measure": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "columns: {situation: [bad]}\n"
        "measure: meen\n"
        "caption: x\n"
        "```",
        "7: measure: given 'meen', allowed result.1, result.2, result.3, result.4, "
        "band.failure_consequence, band.failure, band.partial, band.success, band.great or mean; perhaps 'mean'",
    ),
    "no measure where there are several": (
        "```odds\n"
        "calculator: core_rules.four_column\n"
        "rows: {steps: [0]}\n"
        "columns: {situation: [bad]}\n"
        "caption: x\n"
        "```",
        "3: output: given nothing, allowed failure, partial, success or great",
    ),
    "an output of a calculator with odds": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "columns: {situation: [bad]}\n"
        "output: mean\n"
        "caption: x\n"
        "```",
        "7: output: given 'mean', allowed measure instead, for core_rules.challenge",
    ),
    "an unknown grade": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "columns: {situation: [bad]}\n"
        "grade: superb\n"
        "caption: x\n"
        "```",
        "7: grade: given 'superb', allowed failure_consequence, failure, partial, success or great",
    ),
    "a grade of a calculator without a scale": (
        "```odds\n"
        "calculator: core_rules.at_least\n"
        "rows: {steps: [0]}\n"
        "columns: {situation: [bad]}\n"
        "inputs: {band: great}\n"
        "grade: success\n"
        "caption: x\n"
        "```",
        "4: calculator: given 'core_rules.at_least', allowed one whose results have grades, for grade",
    ),
    "two kinds of number": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "grade: success\n"
        "measure: mean\n"
        "caption: x\n"
        "```",
        "6: number of an odds fence: given ['measure', 'grade'], allowed one of measure, output, "
        "grade or at_least",
    ),
    "a table without columns of a calculator that gives no chance": (
        "```odds\ncalculator: core_rules.skill_aptitude\nrows: {skill: [Nature]}\ncaption: x\n```",
        "4: calculator: given 'core_rules.skill_aptitude', allowed one whose results have grades, or columns",
    ),
    "a list nobody knows": (
        "```reference\nlist: core_rules.spells\n```",
        f"4: list: given 'core_rules.spells', allowed {LISTS}; perhaps 'core_rules.skills'",
    ),
    "a field that a reference has not": (
        "```reference\nlist: core_rules.skills\nfilter: no\n```",
        "5: field of a reference fence: given 'filter', allowed list or collapsed",
    ),
    "a reference that is collapsed somehow": (
        "```reference\nlist: core_rules.skills\ncollapsed: somewhat\n```",
        "5: collapsed: given 'somewhat', allowed yes or no",
    ),
    "a reference without a list": (
        "```reference\nlist:\n```",
        f"4: list of a reference fence: given nothing, allowed {LISTS}",
    ),
    "a shelf that is told what to hold": (
        "```bookshelf\ngame: core_rules\n```",
        "4: body of a bookshelf fence: given 'game: core_rules', allowed nothing: it lists every book",
    ),
    "rulings that are told which": (
        "```rulings\n\ngame: core_rules\n```",
        "5: body of a rulings fence: given 'game: core_rules', allowed nothing: it lists all of the book's",
    ),
    "the sheet of a game nobody knows": (
        "```sheet\ngame: chess\n```",
        f"4: game: given 'chess', allowed {SHEETS}",
    ),
    "the desk of a game that has none": (
        "```tracker\ngame: core_rules\n```",
        f"4: game: given 'core_rules', allowed {DESKS}",
    ),
    "a desk at a start nobody knows": (
        "```tracker\ngame: dichotomy\nstart: dragon\n```",
        "5: start: given 'dragon', allowed ambush or duel",
    ),
    "a field that a desk has not": (
        "```tracker\ngame: dichotomy\nround: 2\n```",
        "5: field of a tracker fence: given 'round', allowed game or start",
    ),
    "a rule mark of no known number": (
        "A rule. [#C-099]",
        "3: rule mark: given 'C-099', allowed the number of a rule of core_rules; perhaps 'C-098' or 'C-097'",
    ),
    "a rule mark that is no number": (
        "A rule. [#c12]",
        "3: rule mark: given 'c12', allowed the number of a rule of core_rules; perhaps 'C-012'",
    ),
    "a rule stated twice": (
        "Once. [#C-012]\n\nTwice. [#C-012]",
        "5: rule stated twice: given 'C-012', allowed each number once; it stands in "
        "docs/core_rules/page.md:3 already",
    ),
    "a link to an unknown rule": (
        "See\n[C-444].",
        "4: rule link: given 'C-444', allowed the number of a rule of core_rules; perhaps 'C-044'",
    ),
    "a link to a rule that the book leaves out": (
        "See [C-012].",
        "3: rule link: given 'C-012', allowed a rule that the book of core_rules states, as [#C-012] behind its sentence does",
    ),
    "a link to the rule of a game nobody knows": (
        "See [chess:C-012].",
        "3: game of a rule link: given 'chess', allowed {GAMES}",
    ),
    "an example with other output": (
        "```pycon\n>>> 1 + 1\n2\n>>> 1 + 1\n3\n```",
        "6: output of `>>> 1 + 1`: given '3', allowed what came: 2",
    ),
    "an example with output in several lines": (
        "```pycon\n>>> print('a\\nb')\na\n```",
        "4: output of `>>> print('a\\nb')`: given 'a', allowed what came:\na\nb",
    ),
    "an example that should print nothing": (
        "```pycon\n>>> 1 + 1\n```",
        "4: output of `>>> 1 + 1`: given nothing, allowed what came: 2",
    ),
    "an example that raises": (
        "```pycon\n>>> roll('core_rules.challenge', situation='bad', steps=11)\nChallenge()\n```",
        "4: example `>>> roll('core_rules.challenge', situation='bad', steps=11)`: steps: "
        "given 11, allowed a whole number from 0 to 10",
    ),
    "an example that should raise": (
        "```pycon\n>>> 1 + 1\nTraceback (most recent call last):\n  ...\nValueError: no\n```",
        "4: output of `>>> 1 + 1`: given 'Traceback (most recent call last):\\n  ...\\nValueError: "
        "no', allowed what came: 2",
    ),
    "an example with broken syntax": (
        "```pycon\n>>> 1 +\n2\n```",
        "4: example `>>> 1 +`: given one that raises SyntaxError: invalid syntax, allowed one that "
        "gives the output written below it",
    ),
    "an example without code": (
        "```pycon\n1 + 1\n```",
        "4: example: given '1 + 1', allowed at least one line of `>>> code`",
    ),
    "an example with a broken prompt": (
        "```pycon\n>>>1 + 1\n2\n```",
        "4: example: given '>>>1 + 1', allowed lines of `>>> code`, `... more of it`, then its output",
    ),
    "an option of an example nobody knows": (
        '```pycon titel="x"\n>>> 1\n1\n```',
        "3: option of a pycon fence: given 'titel', allowed title or ready; perhaps 'title'",
    ),
    "an unclosed fence": (
        "Text.\n\n```roller\ncalculator: core_rules.challenge",
        "5: unclosed fence: given '```roller', allowed a fence closed by a line of ```",
    ),
    "an unclosed comment": (
        "Text.\n\n<!-- ```roller\n",
        "5: unclosed comment: given '<!-- ```roller', allowed a comment closed by -->",
    ),
    "a line that leaves its fence": (
        "- item\n\n    ```roller\n  calculator: core_rules.challenge\n    ```",
        "6: line in the fence opened on line 5: given 'calculator: core_rules.challenge', allowed "
        "lines indented by 4 spaces, like the fence",
    ),
    "a fence in a quotation": (
        "> ```roller\n> calculator: core_rules.challenge\n> ```",
        "3: fence behind a > or a bullet: given '> ```roller', allowed a fence on a line of its own",
    ),
    "a fence behind a bullet": (
        "1. ```roller\n   calculator: core_rules.challenge\n   ```",
        "3: fence behind a > or a bullet: given '1. ```roller', allowed a fence on a line of its own",
    ),
    "a rule mark in a heading": (
        "## Dice [#C-012]",
        "3: rule mark: given 'C-012', allowed a rule mark in the text below the heading",
    ),
    "a rule link in a heading": (
        "A rule. [#C-012]\n## Dice [C-012]",
        "4: rule link: given 'C-012', allowed a rule link in the text below the heading",
    ),
    "a misspelt fence": (
        "```rollr\ncalculator: core_rules.challenge\n```",
        "3: language of a fence: given 'rollr', allowed roller, calculator, table, odds, plot, sheet, tracker, "
        "map, track, linked-fields, reference, bookshelf, saved, calculators, rulings, pycon, claim or api, or a language to highlight; perhaps 'roller'",
    ),
    "a chance of a calculator nobody knows": (
        "It is `#!chance core_rules.atleast steps=1`.",
        "3: calculator: given 'core_rules.atleast', allowed core_rules.challenge, core_rules.steps, "
        "core_rules.four_column, core_rules.at_least, core_rules.gain, core_rules.all_fail, "
        "core_rules.spend_plan, core_rules.skill_aptitude, core_rules.spend, core_rules.rest or "
        "core_rules.fight_checklist; perhaps 'core_rules.at_least'",
    ),
    "a chance with a word too many": (
        "It is `#!chance core_rules.at_least steps=1 bad`.",
        "3: word of a chance: given 'bad', allowed name=value",
    ),
    "a chance with a name given twice": (
        "It is `#!chance core_rules.at_least steps=1 steps=2`.",
        "3: chance: given 'core_rules.at_least steps=1 steps=2', allowed each name once",
    ),
    "a chance of nothing": (
        "It is `#!chance `.",
        "3: chance: given '', allowed a calculator and its inputs, such as `#!chance "
        "core_rules.at_least situation=average steps=1 band=success`",
    ),
    "a chance with a bad value": (
        "One line.\nIt is\n`#!chance core_rules.at_least steps=1 situation=dire band=success`.",
        "5: situation: given 'dire', allowed difficult, average or favourable",
    ),
    "a value that holds itself": (
        "```roller\ncalculator: core_rules.challenge\ninputs: &all {situation: *all}\n```",
        "5: YAML of a roller fence: given 'inputs: &all {situation: *all}', allowed lines such as `name: value` "
        "(a value is written out, not repeated by *name)",
    ),
    "brackets without end": (
        f"```roller\ncalculator: {'[' * 500}{']' * 500}\n```",
        f"4: YAML of a roller fence: given 'calculator: {'[' * 48}…', allowed lines such as `name: value` "
        "(it can't be read)",
    ),
    "an example that ends the program": (
        "```pycon\n>>> exit()\n```",
        "4: example `>>> exit()`: given one that raises SystemExit: None, allowed one that gives the output written "
        "below it",
    ),
    "a chance that is no chance": (
        "It is `#!chance core_rules.challenge steps=1 situation=bad measure=mean`.",
        "3: chance of core_rules.challenge: given 5/2, allowed a chance from 0 to 1; `#!figure` shows a number "
        "that is none",
    ),
    "a chance that doesn't say of what": (
        "It is `#!chance core_rules.challenge steps=1 situation=bad`.",
        "3: number of a chance of core_rules.challenge: given nothing, allowed grade=, at_least= or measure=",
    ),
    "a chance for a figure": (
        "It is `#!figure core_rules.challenge steps=1 situation=bad grade=partial`.",
        "3: figure of core_rules.challenge: given 1/2, allowed no chance: `#!chance` shows one",
    ),
    "a misspelt chance": (
        "It is `#!chence core_rules.at_least steps=1`.",
        "3: language of code in a sentence: given 'chence', allowed chance or figure, or a language to highlight; perhaps 'chance'",
    ),
    "a chance with open quotes": (
        "It is `#!chance core_rules.at_least situation='bad`.",
        '3: chance: given "core_rules.at_least situation=\'bad", allowed a calculator and its inputs, '
        "such as `#!chance core_rules.at_least situation=average steps=1 band=success`",
    ),
    "a chance by two kinds of number": (
        "It is `#!chance core_rules.challenge steps=1 situation=bad grade=failure measure=mean`.",
        "3: number of a chance: given ['measure', 'grade'], allowed one of them",
    ),
}


@pytest.mark.parametrize(("text", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_stops_build_with_place_and_expected_value(page, text: str, message: str) -> None:
    with pytest.raises(DirectiveError) as stopped:
        page("# Page\n\n" + text + "\n")
    assert str(stopped.value) == "docs/core_rules/page.md:" + message.replace("{GAMES}", join_or(game_ids()))
