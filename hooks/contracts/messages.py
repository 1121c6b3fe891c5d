"""Contract tests of messages for readers: wrong values are reported in sentences with the labels of the page.

Messages for programs are tested in `calculators`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hooks.contracts.requests import reply_to
from rules_py import systems, web
from rules_py.base.errors import InputError
from rules_py.inputs import Amounts, Distribution, Input, Int, Keyed, ListOf, Number, Record, Several, Text
from rules_py.systems import registry
from rules_py.systems.game import Game

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
"""Wrong values that a form, a link or a file may contain."""
LONGEST = 400

OF_PROGRAMS = re.compile(
    r"(?P<key>[a-z]+_[a-z_]+)|(?P<form>: expected .*, got |\bunknown [a-z ]+ '|\bDid you mean ')"
    r"|(?<![a-z])'|[\"`{}\[\]<>\\]|\b(?:None|True|False|Fraction|null|JSON|dict|list of)\b"
)
"""Matches text that only programs write: keys, messages for authors, quotes and brackets, values of Python.
The author may use such a word.
"""


@cache
def words_of(game_id: str) -> str:
    """Return the texts in a game's Python and its files of data: the author's own words."""
    folder = next(Path(top) / game_id for top in systems.__path__ if (Path(top) / game_id).is_dir())
    texts: list[str] = []
    for path in sorted(each for each in folder.rglob("*") if each.is_file() and each.suffix != ".pyc"):
        text = path.read_text("utf-8", errors="ignore")
        texts += _texts_in(text) if path.suffix == ".py" else [text]
    return "\n".join(texts)


def _texts_in(source: str) -> Iterator[str]:
    """Yield the texts of a module, but no docstring."""
    nodes = [*ast.walk(ast.parse(source))]
    docstrings = {id(each.value) for each in nodes if isinstance(each, ast.Expr)}
    for each in nodes:
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in docstrings:
            yield each.value


def forms(game: Game) -> Iterator[tuple[str, tuple[Input, ...]]]:
    """Yield the name and inputs of each form of a game: of its calculators, sheet and tracker."""
    for calculator in game.calculators:
        if not calculator.api_only:
            yield calculator.id, calculator.inputs
    if game.sheet:
        yield "sheet", game.sheet.fields
    if game.tracker:
        yield "setup", game.tracker.setup_inputs
        for action in game.tracker.actions:
            yield action.id, action.fields


def within(inputs: Iterable[Input]) -> Iterator[Input]:
    """Yield the inputs and everything they contain."""
    for each in inputs:
        yield each
        yield from within(parts_of(each))


def parts_of(field: Input) -> tuple[Input, ...]:
    return (
        field.fields
        if isinstance(field, Record)
        else (field.unnamed_item,)
        if isinstance(field, ListOf)
        else (field.rows,)
        if isinstance(field, (Amounts, Keyed))
        else ()
    )


FORMS = [
    pytest.param(game, inputs, id=f"{game.id}-{where}")
    for game in registry.games()
    for where, inputs in forms(game)
    if inputs
]


def amiss(field: Input) -> Iterator[object]:
    """Yield invalid values of an input, besides those that are invalid for almost all inputs."""
    if isinstance(field, (Int, Number)):
        yield from (field.low - 1, field.high + 1, str(field.high + 1))
    if isinstance(field, Text):
        yield "x" * (field.longest + 1)
    if isinstance(field, ListOf):
        yield [None] * (field.most + 1)
    if isinstance(field, Several):
        yield [next(iter(field.item.options))] * 2
    if isinstance(field, Amounts):
        yield from ({"purple": 1}, {next(iter(field.options)): -1})
    if isinstance(field, Distribution):
        yield from (
            "0: 1/2",
            "0: 1/2, 0: 1/2",
            "0: 2, 1: 1",
            {"0": f"1/{10**30}", "1": f"{10**30 - 1}/{10**30}"},
        )


def refusals(field: Input) -> Iterator[tuple[object, InputError]]:
    for value in (*ANYTHING, *amiss(field)):
        try:
            field.parse(value)
        except InputError as error:
            yield value, error


def find_internals(sentence: str, authored: str) -> str:
    """Return the first part of a sentence that only programs write, or "". Words of the author are exempt."""
    own = re.sub(r"“[^”]*”", "“”", sentence)  # quoted text is the reader's own, or a label
    for match in OF_PROGRAMS.finditer(own):
        before, after = own[: match.start()].split(" ")[-1], own[match.end() :].split(" ")[0]
        word = f"{before}{match[0]}{after}".strip(",.;:?!()")
        occurrence = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", authored)
        if match["key"] or match["form"] or not occurrence:
            return match[0].strip()
    return ""


def amiss_in(sentence: str, game: Game) -> str:
    """Return why a text isn't one or more sentences of words from the pages, or "" if it is."""
    if not sentence:
        return "it is empty"
    if word := find_internals(sentence, words_of(game.id)):
        return f"it contains {word!r}, which belongs in a program"
    if sentence[0].islower():
        return "it starts with a lower-case letter"
    if not sentence.endswith((".", "?", "!", "…", "”")):
        return "it ends without a full stop"
    if "\n" in sentence or len(sentence) > LONGEST:
        return f"it is longer than {LONGEST} characters on one line"
    return ""


def assert_for_readers(sentence: str, game: Game, request: object) -> None:
    """Fail with the word, the sentence and the request, unless the sentence is one for readers."""
    wrong = amiss_in(sentence, game)
    assert not wrong, f"{game.id}: message {sentence!r} for {request!r}: {wrong}"


@pytest.mark.parametrize(("game", "inputs"), FORMS)
def test_wrong_value_is_reported_in_labels_of_the_page(game: Game, inputs: Iterable[Input]) -> None:
    """A wrong value is reported in sentences with the labels of the page.

    Fix: `label=` or `noun=` of the input, or `user_message` of your own input class.
    """
    for each in within(inputs):
        for value, error in refusals(each):
            assert_for_readers(error.user_message, game, {each.name: value})


@pytest.mark.parametrize(("game", "inputs"), FORMS)
def test_input_label_can_start_a_sentence(game: Game, inputs: Iterable[Input]) -> None:
    """Each input has a name for sentences.

    Fix: `label=`, or `noun=` where the label is no noun.
    """
    for each in within(inputs):
        if isinstance(each, Record):
            continue
        assert each.label or each.noun.startswith("An entry"), f"input {each.name!r} needs a label"
        message, names = (
            each.user_message(object()),
            (each.subject, each.quoted_title, each.title_in_sentence),
        )
        assert each.code == "bad_notation" or any(name in message for name in names), (
            f"input {each.name!r}: expected one of {names} in its message, got {message!r}"
        )


@pytest.mark.parametrize(("game", "inputs"), FORMS)
def test_input_error_names_field_value_and_expected(game: Game, inputs: Iterable[Input]) -> None:
    """An author's message contains the field, what is expected and the value.

    Fix: `expected` of your own input class.
    """
    for fault in (fault for each in inputs for _, error in refusals(each) for fault in error.faults):
        message = str(fault)
        is_value = message.startswith(f"{fault.field}: expected ") and ", got " in message
        is_name = re.match(rf"(?:{re.escape(fault.field)}: )?(?:\S+: )?unknown \w+ '", message)
        assert message == message.strip() and (is_value or is_name), (
            f"input {fault.field!r}: {message!r} doesn't contain what is expected and the value"
        )


NO_TEXT: list[object] = [
    "",
    "purple",
    "{}",
    '{"name": []}',
    [],
    {"skills": 4, "attributes": 5, "log": 6},
    None,
]
"""Invalid values for the text of a file, a sheet or an encounter."""


def send(**request: Any) -> dict[str, Any]:
    return reply_to(request)


@pytest.mark.parametrize("game", [pytest.param(each, id=each.id) for each in registry.games()])
def test_invalid_request_is_answered_for_readers(game: Game) -> None:
    """Every request is answered in sentences for readers.

    Fix: the message of the `Fault` or `InputError`.
    """
    requests: list[dict[str, Any]] = [
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
    for request in requests:
        reply = send(**request)
        for message in (
            [] if reply["ok"] else (reply["message"], *(each["message"] for each in reply["problems"]))
        ):
            assert_for_readers(message, game, request)


@pytest.mark.parametrize("game", [pytest.param(each, id=each.id) for each in registry.games() if each.sheet])
def test_problems_of_any_sheet_are_sentences(game: Game) -> None:
    """A sheet's problems are sentences.

    Fix: the messages of its `ProblemType`s.
    """
    assert game.sheet
    for name in [each.name for each in game.sheet.fields]:
        for value in (*ANYTHING, [{"purple": 1}], [None], {"Knowledge": "x", "power": "x", "finesse": -3}):
            if isinstance(value, Fraction):
                continue
            reply = send(action="sheet", game=game.id, sheet={name: value}, parts=["report"])
            for message in [each["message"] for each in reply.get("report", reply)["problems"]]:
                assert_for_readers(message, game, {name: value})


@pytest.mark.parametrize(
    "game", [pytest.param(each, id=each.id) for each in registry.games() if each.tracker]
)
def test_impossible_event_of_a_map_is_reported(game: Game) -> None:
    """A refused action of a tracker is explained in sentences.

    Fix: the messages of the action's problems and faults, and `news` of the `View`.
    """
    assert game.tracker
    for action in game.tracker.actions:
        for start in game.tracker.presets:
            scene = send(action="tracker", game=game.id, start=start.id)["scene"]
            for more in (
                {},
                {"who": "Purple"},
                {"who": 4, "on": "purple", "to": 3, "with": ["purple"], "dice": [77]},
            ):
                event = {"do": action.id, **more}
                reply = send(action="tracker", game=game.id, scene=scene, event=event)
                message = reply["say"] if reply["ok"] else reply["message"]
                assert_for_readers(message, game, event)
                saved = {**scene, "log": [event], "at": 1}
                reply = send(action="tracker", game=game.id, scene=saved)
                if not reply["ok"]:
                    assert_for_readers(reply["message"], game, event)
