"""Laws of what a reader is told of a wrong value: a sentence made of what the page calls things, whatever the
game and whatever was typed. What programs are told is another matter: see `test_calculators.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from hooks.laws.asking import answered
from rules_py import catalogue, web
from rules_py.errors import InputError
from rules_py.game import Game
from rules_py.inputs import Amounts, Distribution, Input, Int, Keyed, ListOf, Number, Record, Several, Text

ANYTHING: list[object] = [
    None,
    "",
    "  ",
    "purple",
    "-1",
    "1.5",
    "200%",
    "1e9",
    -4,
    10**7,
    10**80,
    Fraction(1, 3),
    True,
    [],
    ["purple"],
    [1] * 600,
    {},
    {"purple": "blue"},
    "x" * 9000,
    "two\nlines",
    "\ud800",
    "3x6",
]
"""What a form, a link or a file may hold where something else belongs."""

OF_PROGRAMS = re.compile(
    r"[a-z]+_[a-z_]+|\bexpected\b|\bgot\b|: given .*, allowed |(?<![a-z])'|[\"`{}\[\]<>\\]|\b(None|True|False|Fraction|null|JSON|dict|list of)\b"
)


def forms(game: Game) -> Iterator[tuple[str, tuple[Input, ...]]]:
    """The inputs of a game that a page shows as fields, by form: of its calculators, its sheet, its desk."""
    for calculator in game.calculators:
        if not calculator.for_programs:
            yield calculator.id, calculator.inputs
    if game.sheet:
        yield "sheet", game.sheet.fields
    if game.desk:
        yield "setup", game.desk.setup
        for deed in game.desk.deeds:
            yield deed.do, deed.fields


def within(inputs: Iterable[Input]) -> Iterator[Input]:
    """The inputs and all that they are made of."""
    for each in inputs:
        yield each
        yield from within(parts_of(each))


def parts_of(declared: Input) -> tuple[Input, ...]:
    return (
        declared.fields
        if isinstance(declared, Record)
        else (declared.nameless,)
        if isinstance(declared, ListOf)
        else (declared.rows,)
        if isinstance(declared, (Amounts, Keyed))
        else ()
    )


FORMS = [
    pytest.param(inputs, id=f"{game.id}-{where}")
    for game in catalogue.games()
    for where, inputs in forms(game)
    if inputs
]


def amiss(declared: Input) -> Iterator[object]:
    """Wrong values of such an input besides those that are wrong almost anywhere."""
    if isinstance(declared, (Int, Number)):
        yield from (declared.low - 1, declared.high + 1, str(declared.high + 1))
    if isinstance(declared, Text):
        yield "x" * (declared.longest + 1)
    if isinstance(declared, ListOf):
        yield [None] * (declared.most + 1)
    if isinstance(declared, Several):
        yield [next(iter(declared.item.options))] * 2
    if isinstance(declared, Amounts):
        yield from ({"purple": 1}, {next(iter(declared.options)): -1})
    if isinstance(declared, Distribution):
        yield from (
            "0: 1/2",
            "0: 1/2, 0: 1/2",
            "0: 2, 1: 1",
            {"0": f"1/{10**30}", "1": f"{10**30 - 1}/{10**30}"},
        )


def refusals(declared: Input) -> Iterator[tuple[object, InputError]]:
    for value in (*ANYTHING, *amiss(declared)):
        try:
            declared.parse(value)
        except InputError as error:
            yield value, error


def is_a_readers(sentence: str) -> bool:
    """Whether it is a sentence or some, without anything but words that stand on pages."""
    own = re.sub(r"“[^”]*”", "“”", sentence)  # what is quoted is the reader's own, or a label
    return bool(
        re.fullmatch(r"[A-ZÀ-Þ“0-9−].*[.?]", own)
        and not OF_PROGRAMS.search(own)
        and "\n" not in sentence
        and len(sentence) <= 400
    )


@pytest.mark.parametrize("inputs", FORMS)
def test_a_wrong_value_is_told_in_the_words_of_the_page(inputs: Iterable[Input]) -> None:
    for each in within(inputs):
        for value, error in refusals(each):
            assert is_a_readers(error.told), (each.name, value, error.told)


@pytest.mark.parametrize("inputs", FORMS)
def test_what_is_asked_for_has_a_name_that_a_sentence_can_begin_with(inputs: Iterable[Input]) -> None:
    for each in within(inputs):
        assert each.label or isinstance(each, Record) or each.noun.startswith("An entry"), each
        told = each.told(object())
        assert (
            each.called in told
            or each.titled in told
            or isinstance(each, Record)
            or each.code == "bad_notation"
        )


@pytest.mark.parametrize("inputs", FORMS)
def test_programs_are_told_where_what_and_what_is_allowed(inputs: Iterable[Input]) -> None:
    for fault in (fault for each in inputs for _, error in refusals(each) for fault in error.faults):
        said = str(fault)
        assert said == said.strip() and said.startswith(f"{fault.field}: given ") and ", allowed " in said


NO_TEXT: list[object] = [
    "",
    "purple",
    "{}",
    '{"name": []}',
    [],
    {"skills": 4, "attributes": 5, "log": 6},
    None,
]
"""What a request may hold where the text of a file, a sheet or a scene belongs."""


def replied(**request: Any) -> dict[str, Any]:
    return answered(request)


@pytest.mark.parametrize("game", [pytest.param(each, id=each.id) for each in catalogue.games()])
def test_whatever_a_page_asks_wrongly_it_is_answered_in_a_readers_words(game: Game) -> None:
    asked: list[dict[str, Any]] = [
        *(
            {
                "action": "odds" if each.has_odds else "ask",
                "calculator": each.id,
                "inputs": {wrong.name: value},
            }
            for each in game.calculators
            for wrong in each.inputs
            for value in ("purple", None, 10**9, ["purple"])
        ),
        *(
            {"action": "resolve", "calculator": each.id, "dice": dice}
            for each in game.calculators
            for dice in ([99], [], ["purple"], "purple", None)
        ),
        *(
            {"action": action, "game": game.id, "text": text, "sheet": text, "scene": text, "start": text}
            for action in web.ACTIONS
            for text in NO_TEXT
        ),
    ]
    for request in asked:
        reply = replied(**request)
        assert reply["ok"] or is_a_readers(reply["message"]), (request, reply["message"])
        assert reply["ok"] or all(is_a_readers(each["message"]) for each in reply["problems"])


@pytest.mark.parametrize("game", [pytest.param(each, id=each.id) for each in catalogue.games() if each.sheet])
def test_a_sheets_problems_are_sentences_whatever_it_holds(game: Game) -> None:
    assert game.sheet
    for name in [each.name for each in game.sheet.fields]:
        for value in (*ANYTHING, [{"purple": 1}], [None], {"Knowledge": "x", "power": "x", "finesse": -3}):
            if isinstance(value, Fraction):
                continue
            reply = replied(action="sheet", game=game.id, sheet={name: value})
            for told in [each["message"] for each in reply["problems"]]:
                assert is_a_readers(told), (name, value, told)


@pytest.mark.parametrize("game", [pytest.param(each, id=each.id) for each in catalogue.games() if each.desk])
def test_what_cannot_happen_at_a_desk_is_told_in_a_readers_words(game: Game) -> None:
    assert game.desk
    for deed in game.desk.deeds:
        for start in game.desk.starts:
            scene = replied(action="desk", game=game.id, start=start.id)["scene"]
            for more in (
                {},
                {"who": "Purple"},
                {"who": 4, "on": "purple", "to": 3, "with": ["purple"], "dice": [77]},
            ):
                event = {"do": deed.do, **more}
                reply = replied(action="desk", game=game.id, scene=scene, event=event)
                told = reply["say"] if reply["ok"] else reply["message"]
                assert is_a_readers(told), (event, told)
                kept = {**scene, "log": [event], "at": 1}
                reply = replied(action="desk", game=game.id, scene=kept)
                assert reply["ok"] or is_a_readers(reply["message"]), (event, reply["message"])
