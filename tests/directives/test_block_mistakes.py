"""Mistakes in blocks of a page, each reported with its line and the expected value."""

from __future__ import annotations

import pytest

from hooks.directives import DirectiveError
from rules_py.base.errors import join_or
from rules_py.systems.registry import game_ids, games

SHEETS = join_or(game.id for game in games() if game.sheet)
TRACKERS = join_or(game.id for game in games() if game.tracker)
LISTS = join_or(f"{game.id}.{each.name}" for game in games() for each in game.references)

# The text below the heading of a page, and the message of the build, without the page's path.
MISTAKES = {
    "an unknown calculator": (
        "```roller\ncalculator: core_rules.chalenge\n```",
        "4: unknown calculator 'core_rules.chalenge'. Did you mean 'core_rules.challenge'?",
    ),
    "a calculator of an unknown game": (
        "```roller\ncalculator: corerules.challenge\n```",
        "4: unknown calculator 'corerules.challenge'. Did you mean 'core_rules.challenge'?",
    ),
    "a roller without a calculator": (
        "```roller\ntitle: Throw\n```",
        "3: roller block needs 'calculator' (the id of a calculator, such as core_rules.challenge)",
    ),
    "an unknown field": (
        "```roller\ncalculator: core_rules.challenge\ninput: {steps: 1}\n```",
        "5: roller block has no field 'input'; fields are calculator, inputs and title. Did you mean 'inputs'?",
    ),
    "an unknown input": (
        "```roller\ncalculator: core_rules.challenge\ninputs:\n  situation: bad\n  stepps: 1\n```",
        "7: unknown input 'stepps' (expected situation or steps). Did you mean 'steps'?",
    ),
    "a value out of range": (
        "```roller\ncalculator: core_rules.challenge\ninputs:\n  situation: bad\n  steps: 11\n```",
        "7: steps: expected a whole number from 0 to 10, got 11",
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
        "9: situations.1: unknown value 'awful' (expected difficult, average or favourable)",
    ),
    "inputs that are no mapping": (
        "```roller\ncalculator: core_rules.challenge\ninputs: bad\n```",
        "5: roller block: inputs: expected lines such as `name: value`, got 'bad'",
    ),
    "a title that is no text": (
        "```roller\ncalculator: core_rules.challenge\ntitle: [a, b]\n```",
        "5: roller block: title: expected a short text, got ['a', 'b']",
    ),
    "a roller of a calculator without dice": (
        "```roller\ncalculator: core_rules.at_least\n```",
        "4: roller block: core_rules.at_least rolls no dice. Show it in a calculator block.",
    ),
    "a calculator fence for dice": (
        "```calculator\ncalculator: core_rules.challenge\n```",
        "4: calculator block: core_rules.challenge has odds. Show it in a roller block.",
    ),
    "YAML that can't be read": (
        "```roller\ncalculator: core_rules.challenge\ninputs: {steps: 1\n```",
        "5: roller block: YAML: expected lines such as `name: value` (expected ',' or '}', but got '<stream end>'), got 'inputs: {steps: 1'",
    ),
    "inputs that are a list": (
        "```roller\ncalculator: core_rules.challenge\ninputs:\n  - 1\n```",
        "5: roller block: inputs: expected lines such as `name: value`, got [1]",
    ),
    "YAML that is no mapping": (
        "```roller\ncore_rules.challenge\n```",
        "4: roller block: expected lines such as `name: value`, got 'core_rules.challenge'",
    ),
    "an empty body": ("```roller\n```", "3: roller block: expected lines such as `name: value`, got nothing"),
    "a duplicate key": (
        "```roller\ncalculator: core_rules.challenge\ncalculator: core_rules.challenge\n```",
        "5: key: 'calculator' is already defined at docs/core_rules/page.md:4",
    ),
    "a key that is no name": (
        "```roller\n? [a, b]\n: 1\n```",
        "4: key: expected a name, got a list or a mapping",
    ),
    "a table without a caption": (
        "```odds\ncalculator: core_rules.challenge\nrows: {steps: [0]}\ninputs: {situation: bad}\n```",
        "3: odds block needs 'caption' (a sentence that describes the table)",
    ),
    "a table with an unknown value of worse": (
        "```odds\ncalculator: core_rules.challenge\nrows: {steps: [0]}\nworse: lower\ncaption: x\n```",
        "6: odds block: worse: unknown value 'lower' (expected less or more)",
    ),
    "a table without rows": (
        "```odds\ncalculator: core_rules.challenge\ncaption: x\n```",
        "3: odds block needs 'rows' (one input and a list of its values, such as `rows: {situation: [...]}`)",
    ),
    "rows over two inputs": (
        "```odds\ncalculator: core_rules.challenge\nrows: {steps: [0], situation: [bad]}\ncaption: x\n```",
        "5: odds block: rows: expected one input and a list of its values, such as `rows: {situation: [...]}`, got a mapping of 'steps', 'situation'",
    ),
    "rows over an unknown input": (
        "```odds\ncalculator: core_rules.challenge\nrows: {stairs: [0]}\ncaption: x\n```",
        "5: rows: unknown input 'stairs' (expected situation or steps)",
    ),
    "rows without values": (
        "```odds\ncalculator: core_rules.challenge\nrows: {steps: 0}\ncaption: x\n```",
        "5: odds block: rows: expected one input and a list of its values, such as `rows: {situation: [...]}`, got 0",
    ),
    "a bad value in the rows": (
        "```odds\ncalculator: core_rules.challenge\nrows:\n  steps:\n    - 0\n    - many\ncaption: x\n```",
        "8: steps: expected a whole number from 0 to 10, got 'many'",
    ),
    "columns over the rows' input": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "columns: {steps: [1]}\n"
        "caption: x\n"
        "```",
        "6: columns: expected another input than in the rows, got 'steps'",
    ),
    "an input fixed and in the rows": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "inputs: {steps: 1, situation: bad}\n"
        "caption: x\n"
        "```",
        "6: inputs: 'steps' is already in the rows or columns. Remove it here.",
    ),
    "an unknown measure": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "columns: {situation: [bad]}\n"
        "measure: meen\n"
        "caption: x\n"
        "```",
        "7: unknown measure 'meen'. Did you mean 'mean'?",
    ),
    "no measure where there are several": (
        "```odds\n"
        "calculator: core_rules.four_column\n"
        "rows: {steps: [0]}\n"
        "columns: {situation: [bad]}\n"
        "caption: x\n"
        "```",
        "3: output: expected failure, partial, success or great, got nothing",
    ),
    "an output of a calculator with odds": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "columns: {situation: [bad]}\n"
        "output: mean\n"
        "caption: x\n"
        "```",
        "7: output: expected the field measure for core_rules.challenge, got 'mean'",
    ),
    "an unknown grade": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "columns: {situation: [bad]}\n"
        "grade: superb\n"
        "caption: x\n"
        "```",
        "7: unknown grade 'superb' (expected failure_consequence, failure, partial, success or great)",
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
        "4: calculator: expected a calculator with grades for grade, got 'core_rules.at_least'",
    ),
    "two kinds of number": (
        "```odds\n"
        "calculator: core_rules.challenge\n"
        "rows: {steps: [0]}\n"
        "grade: success\n"
        "measure: mean\n"
        "caption: x\n"
        "```",
        "6: odds block: expected only one of measure, output, grade or at_least, got ['measure', 'grade']",
    ),
    "a table without columns of a calculator without chances": (
        "```odds\ncalculator: core_rules.skill_aptitude\nrows: {skill: [Nature]}\ncaption: x\n```",
        "4: calculator: expected a calculator with grades, or columns, got 'core_rules.skill_aptitude'",
    ),
    "an unknown list": (
        "```reference\nlist: core_rules.spells\n```",
        "4: unknown list 'core_rules.spells'. Did you mean 'core_rules.skills'?",
    ),
    "an unknown field of a reference": (
        "```reference\nlist: core_rules.skills\nfilter: no\n```",
        "5: reference block has no field 'filter'; fields are list and collapsed",
    ),
    "an invalid value of collapsed": (
        "```reference\nlist: core_rules.skills\ncollapsed: somewhat\n```",
        "5: collapsed: expected yes or no, got 'somewhat'",
    ),
    "a reference without a list": ("```reference\nlist:\n```", f"4: reference block needs 'list' ({LISTS})"),
    "a shelf with a field": (
        "```bookshelf\ngame: core_rules\n```",
        "4: bookshelf block: expected no lines, as it lists every book, got 'game: core_rules'",
    ),
    "rulings with a field": (
        "```rulings\n\ngame: core_rules\n```",
        "5: rulings block: expected no lines, as it lists all rulings of the book, got 'game: core_rules'",
    ),
    "the sheet of an unknown game": (
        "```sheet\ngame: chess\n```",
        f"4: unknown game 'chess' (expected {SHEETS})",
    ),
    "the tracker of a game that has none": (
        "```tracker\ngame: core_rules\n```",
        f"4: unknown game 'core_rules' (expected {TRACKERS})",
    ),
    "a tracker with an unknown start": (
        "```tracker\ngame: dichotomy\nstart: dragon\n```",
        "5: unknown start 'dragon' (expected ambush or duel)",
    ),
    "an unknown field of a tracker": (
        "```tracker\ngame: dichotomy\nround: 2\n```",
        "5: tracker block has no field 'round'; fields are game and start",
    ),
    "an unknown rule mark": (
        "A rule. [#C-099]",
        "3: unknown rule mark 'C-099' (expected a rule number of core_rules). Did you mean 'C-098' or 'C-097'?",
    ),
    "a rule mark that is no number": (
        "A rule. [#c12]",
        "3: unknown rule mark 'c12' (expected a rule number of core_rules). Did you mean 'C-012'?",
    ),
    "a rule stated twice": (
        "Once. [#C-012]\n\nTwice. [#C-012]",
        "5: rule mark: 'C-012' is already defined at docs/core_rules/page.md:3",
    ),
    "a link to an unknown rule": (
        "See\n[C-444].",
        "4: unknown rule link 'C-444' (expected a rule number of core_rules). Did you mean 'C-044'?",
    ),
    "a link to a rule that the book leaves out": (
        "See [C-012].",
        "3: rule link: no page of core_rules states C-012. Add [#C-012] after the sentence.",
    ),
    "a link to the rule of an unknown game": (
        "See [chess:C-012].",
        "3: rule link: unknown game 'chess' (expected {GAMES})",
    ),
    "an example with other output": (
        "```pycon\n>>> 1 + 1\n2\n>>> 1 + 1\n3\n```",
        "6: example `>>> 1 + 1` printed 2, but the text says 3. Replace it with: 2",
    ),
    "an example with output in several lines": (
        "```pycon\n>>> print('a\\nb')\na\n```",
        "4: example `>>> print('a\\nb')` printed 'a\\nb', but the text says a. Replace it with:\na\nb",
    ),
    "an example that should print nothing": (
        "```pycon\n>>> 1 + 1\n```",
        "4: example `>>> 1 + 1` printed 2, but the text says nothing. Add: 2",
    ),
    "an example that raises": (
        "```pycon\n>>> roll('core_rules.challenge', situation='bad', steps=11)\nChallenge()\n```",
        "4: example `>>> roll('core_rules.challenge', situation='bad', steps=11)`: steps: expected a whole number from 0 to 10, got 11",
    ),
    "an example that should raise": (
        "```pycon\n>>> 1 + 1\nTraceback (most recent call last):\n  ...\nValueError: no\n```",
        "4: example `>>> 1 + 1` printed 2, but the text says 'Traceback (most recent call last):\\n  ...\\nValueError: no'. Replace it with: 2",
    ),
    "an example with broken syntax": (
        "```pycon\n>>> 1 +\n2\n```",
        "4: example `>>> 1 +` raised SyntaxError: invalid syntax, but the text shows no error",
    ),
    "an example without code": (
        "```pycon\n1 + 1\n```",
        "4: example: expected at least one line of `>>> code`, got '1 + 1'",
    ),
    "an example with a broken prompt": (
        "```pycon\n>>>1 + 1\n2\n```",
        "4: example: expected lines of `>>> code`, `... more code`, then the output, got '>>>1 + 1'",
    ),
    "an unknown option of an example": (
        '```pycon titel="x"\n>>> 1\n1\n```',
        "3: pycon block has no field 'titel'; fields are title and ready. Did you mean 'title'?",
    ),
    "an unclosed fence": (
        "Text.\n\n```roller\ncalculator: core_rules.challenge",
        "5: block isn't closed (```roller). Add a line ``` after it.",
    ),
    "an unclosed comment": (
        "Text.\n\n<!-- ```roller\n",
        "5: comment isn't closed (<!-- ```roller). Add --> after it.",
    ),
    "a line that leaves its fence": (
        "- item\n\n    ```roller\n  calculator: core_rules.challenge\n    ```",
        "6: line in the block of line 5: expected an indentation of 4 spaces, like the block's first line, got 'calculator: core_rules.challenge'",
    ),
    "a fence in a quotation": (
        "> ```roller\n> calculator: core_rules.challenge\n> ```",
        "3: block after a > or a bullet: expected a block on its own line, got '> ```roller'",
    ),
    "a fence behind a bullet": (
        "1. ```roller\n   calculator: core_rules.challenge\n   ```",
        "3: block after a > or a bullet: expected a block on its own line, got '1. ```roller'",
    ),
    "a rule mark in a heading": (
        "## Dice [#C-012]",
        "3: rule mark in a heading: expected a rule mark in the text below it, got 'C-012'",
    ),
    "a rule link in a heading": (
        "A rule. [#C-012]\n## Dice [C-012]",
        "4: rule link in a heading: expected a rule link in the text below it, got 'C-012'",
    ),
    "a misspelt fence": (
        "```rollr\ncalculator: core_rules.challenge\n```",
        "3: unknown block 'rollr'. Did you mean 'roller'?",
    ),
    "a chance of an unknown calculator": (
        "It is `#!chance core_rules.atleast steps=1`.",
        "3: unknown calculator 'core_rules.atleast'. Did you mean 'core_rules.at_least'?",
    ),
    "a chance with a word too many": (
        "It is `#!chance core_rules.at_least steps=1 bad`.",
        "3: chance: expected name=value, got 'bad'",
    ),
    "a chance with a duplicate input": (
        "It is `#!chance core_rules.at_least steps=1 steps=2`.",
        "3: chance: expected each name only once, got 'core_rules.at_least steps=1 steps=2'",
    ),
    "a chance of nothing": (
        "It is `#!chance `.",
        "3: chance: expected a calculator and its inputs, such as `#!chance core_rules.at_least situation=average steps=1 band=success`, got ''",
    ),
    "a chance with a bad value": (
        "One line.\nIt is\n`#!chance core_rules.at_least steps=1 situation=dire band=success`.",
        "5: unknown situation 'dire' (expected difficult, average or favourable)",
    ),
    "a value that contains itself": (
        "```roller\ncalculator: core_rules.challenge\ninputs: &all {situation: *all}\n```",
        "5: roller block: YAML: expected lines such as `name: value` (a value is written out, not repeated by *name), got 'inputs: &all {situation: *all}'",
    ),
    "brackets without end": (
        f"```roller\ncalculator: {'[' * 500}{']' * 500}\n```",
        "4: roller block: YAML: expected lines such as `name: value` (it can't be read), got 'calculator: "
        f"{'[' * 48}…'",
    ),
    "an example that ends the program": (
        "```pycon\n>>> exit()\n```",
        "4: example `>>> exit()` raised SystemExit: None, but the text shows no error",
    ),
    "a chance that is no chance": (
        "It is `#!chance core_rules.challenge steps=1 situation=bad measure=mean`.",
        "3: chance of core_rules.challenge: 5/2 isn't a chance from 0 to 1. Use `#!figure`.",
    ),
    "a chance without a grade": (
        "It is `#!chance core_rules.challenge steps=1 situation=bad`.",
        "3: chance of core_rules.challenge needs 'grade' (or at_least= or measure=)",
    ),
    "a chance for a figure": (
        "It is `#!figure core_rules.challenge steps=1 situation=bad grade=partial`.",
        "3: figure of core_rules.challenge: 1/2 is a chance. Use `#!chance`.",
    ),
    "a misspelt chance": (
        "It is `#!chence core_rules.at_least steps=1`.",
        "3: inline code: unknown language 'chence' (expected chance, figure or dice, or a language to highlight). Did you mean 'chance'?",
    ),
    "a chance with open quotes": (
        "It is `#!chance core_rules.at_least situation='bad`.",
        '3: chance: expected a calculator and its inputs, such as `#!chance core_rules.at_least situation=average steps=1 band=success`, got "core_rules.at_least situation=\'bad"',
    ),
    "a chance by two kinds of number": (
        "It is `#!chance core_rules.challenge steps=1 situation=bad grade=failure measure=mean`.",
        "3: chance: expected only one of them, got ['measure', 'grade']",
    ),
}


@pytest.mark.parametrize(("text", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_stops_build_with_place_and_expected_value(page, text: str, message: str) -> None:
    with pytest.raises(DirectiveError) as error:
        page("# Page\n\n" + text + "\n")
    assert str(error.value) == "docs/core_rules/page.md:" + message.replace("{GAMES}", join_or(game_ids()))
