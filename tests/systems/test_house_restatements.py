"""Pages that restate a number cite its rule, so that a house rule can flag the number."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_py.calculators.house_rules import Option
from rules_py.inputs import Int
from rules_py.systems import registry
from rules_py.systems.game import Game

DOCS = Path(__file__).parents[2] / "docs"
BRIEF = ("glossary.md", "start-here.md", "table-screen.md")
"""The pages that restate rules in brief."""
WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
NEAR = 7
"""The number of words before and after a number that say what it counts."""
COMMON = set(
    "a about after all an and any are as at be but by can cost costs do each for from have if in is it its like "
    "may most no not of on only or other out over same so than that the their them then these they this to too "
    "turn until up use when which who with you your".split()
)
MARK = re.compile(r"\[#([A-Z]+-\d+)\]")
CITATION = re.compile(r"\[#?([A-Z]+-\d+)\]")
NUMBERS = [
    pytest.param(game, option, id=f"{game.id}-{option.name}")
    for game in registry.games()
    for option in game.options
    if isinstance(option.input, Int) and option.book_value > 1
]


@pytest.mark.parametrize(("game", "option"), NUMBERS)
def test_restated_number_cites_its_rule(game: Game, option: Option) -> None:
    """A number is the rule's number if at least three words near it are near it in the rule too."""
    sources = {*option.sentences, option.input.rule}
    topics = {
        word
        for number, text in rule_statements(game)
        if number in sources
        for word in nearby_words(text, option)
    }
    uncited_texts = [
        (name, text)
        for name in BRIEF
        for text in blocks(DOCS / game.id / name)
        if len(topics & set(nearby_words(text, option))) >= 3 and not sources & set(CITATION.findall(text))
    ]
    assert uncited_texts == []


def rule_statements(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the number and the text of each rule."""
    for page in sorted((DOCS / game.id).glob("*.md")):
        for block in blocks(page):
            start = 0
            for mark in MARK.finditer(block):
                yield mark[1], block[start : mark.start()] or block[mark.end() :]
                start = mark.end()


def blocks(page: Path) -> Iterator[str]:
    """Yield the paragraphs, list items and rows of a page, each on one line."""
    _, _, text = page.read_text("utf-8").partition("\n---\n")
    for block in re.split(r"\n\s*\n|\n(?=[-*|:] ?|\d+\. )", text):
        yield " ".join(block.split())


def nearby_words(text: str, option: Option) -> Iterator[str]:
    """Yield the words of a text near the book's value of an option."""
    value = option.book_value
    forms = {str(value), *WORDS[value : value + 1]}
    words = re.findall(r"[\w’']+", re.sub(r"\]\([^)]*\)|\[#?[A-Z]+-\d+\]", " ", text).lower())
    for at, word in enumerate(words):
        if word in forms:
            around = words[max(0, at - NEAR) : at + NEAR + 1]
            yield from (each for each in around if each not in COMMON | set(WORDS) and not each.isdigit())
