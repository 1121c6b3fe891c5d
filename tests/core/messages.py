"""Messages as users read them: about invalid inputs, numbers, comparisons and the command line."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

from rules_py import compare, goal_seek, present
from rules_py.base import number_format, wording
from rules_py.base.errors import InputError, format_value, join_or, truncate
from rules_py.base.file_format import CHARACTERS
from rules_py.base.jsonable import to_jsonable
from rules_py.command_line.main import main
from rules_py.inputs import (
    Amounts,
    Chance,
    Choice,
    DieSizes,
    Distribution,
    Flag,
    Input,
    Int,
    Keyed,
    Labelled,
    ListOf,
    Number,
    NumberChoice,
    Record,
    Several,
    Text,
)
from rules_py.web import ACTIONS
from rules_py.web.comparisons import _candidates
from rules_py.web.rolls import RECENT

FOLDER = Path(__file__).with_name("snapshots")

STEPS = Int("steps", "Steps of improvement", 1, 3, code="bad_steps", not_whole="no_number")
COLOUR = Choice("colour", "Colour", {"red": "Red", "blue": "Blue"}, aliases={"rouge": "red"})
INPUTS: tuple[Input, ...] = (
    STEPS,
    Int("by", "By", -2, 2, noun="A modifier"),
    Int("maybe", "Maybe", 0, 1, optional=True),
    Number("share", "Share", 0, 2),
    Chance("chance", "Chance"),
    Flag("sure", "Sure"),
    COLOUR,
    Choice("any", "Any colour", {"red": "Red"}, unknown_too=True),
    NumberChoice("rung", "Rung", {7: "7 Easy", 9: "9 Average"}),
    Text("text", "Text", longest=5),
    Labelled(
        "skill", "Skill", {"craft": "Craft", "swim": "Swim"}, with_words=frozenset({"craft"}), longest=4
    ),
    ListOf("list", "List", STEPS, fewest=1, most=2),
    Several("several", "Several", COLOUR, most=1),
    DieSizes("dice", "Dice", fewest=1, most=2),
    Amounts("pack", "Pack", {"rope": "Rope", "oil": "Oil"}, most=2),
    Keyed("skills", "Skills", Int("value", "Value", 0, 3), most=2),
    Distribution("hits", "Hits", high=2, finest=6),
    Record("pair", "Pair", (STEPS, Flag("sure", "Sure"))),
)
VALUES_TO_READ: tuple[Any, ...] = (
    *(
        None,
        "",
        " ",
        True,
        0,
        1,
        2,
        4,
        -3,
        "3",
        " +1 ",
        "1.5",
        0.5,
        "-1/2",
        "3/2",
        "50%",
        "120%",
        "x",
        "x" * 61,
    ),
    *("red", "rouge", "Blue", 7, "9", "craft", "craft (boat)", "craft (boats)", "d4 d6", "d4 d7", "4, 4, 4"),
    *([], [1], [0, 9], [1, 2, 3], ["red", "red"], {}, {"steps": 2}, {"steps": 9, "sure": "maybe", "x": 1}),
    *({"rope": 1, "oil": 3}, "rope: 1, oil: 0", "rope: 1, rope: 1", {"Guts": 2}, {"Guts": 4}, {" ": 1}),
    *([{"of": "rope", "count": 1}, {"of": "rope", "count": 1}], {"0": "1/2", "1": "1/2"}, {"0": "1/2"}),
    *({"0": "1/7", "2": "6/7"}, "0: 1", "0: 1/2, 00: 1/2"),
)

CHANCES = tuple(
    Fraction(*each)
    for each in (
        *((0, 1), (1, 1), (1, 2), (1, 3), (2, 3), (1, 8), (1, 1000), (1, 2000), (1999, 2000), (1, 10**6)),
        *(
            (1, 10**6 + 1),
            (10**6, 10**6 + 1),
            (1, 10**7),
            (999_999, 10**6),
            (1, 999_999),
            (10**4001, 10**4002 - 1),
        ),
        *(
            (1, 10**4001),
            (-1, 3),
            (-7, 2),
            (7, 1),
            (12345, 100),
            (10**4002 + 1, 10**4001),
            (1, 100),
            (99, 100),
        ),
    )
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -3, 10**59, 10**60, Fraction(-1, 2), 1.5, "", "a b", "x" * 60, "x" * 61, "a\nb"),
    *(
        [],
        [1, "a"],
        [[1]],
        ["x" * 50, "y" * 50],
        list(range(13)),
        {},
        {"a": 1},
        {"a": []},
        {"a" * 40: "b" * 40},
        {1, 2},
    ),
    *(tuple("abc"), object, 10**39, 10**40, "x" * 40),
)
LABELS = (
    "Steps of improvement",
    "First target",
    "Hits",
    "Dice",
    "Bonuses",
    "Allies",
    "Price of the action",
    "Class",
    "x 2",
)

COMMANDS = (
    "list core_rules.challenge",
    "list basic_systems.throw",
    "odds core_rules.challenge situation=average",
    "odds core_rules.challenge situation=average steps=9",
    "odds tools.throw notation=2d4",
    "odds dichotomy.first_to_act first.finesse=9",
    "roll core_rules.challenge situation=bad --seed 4",
    "roll two_d6.check --seed 1",
    "resolve core_rules.challenge situation=bad steps=1 --dice 4",
    "resolve core_rules.challenge situation=bad steps=1 --dice 4 5",
    "resolve basic_systems.throw --dice 8 1 0 10 3",
    "ask core_rules.all_fail situations=bad,average steps=1,2",
    "ask core_rules.all_fail situations=bad steps=1 steps=1",
    "ask action_consequence.reading dice=8,3",
    "ask dichotomy.combine_modifiers --json",
    "odds core_rules.challenge seed=1",
    "odds dichotomy.first_to_act first.colour=9",
    "odds dichotomy.first_to_act first=3 first.finesse=9",
    "complete diceleaf ro",
    "complete diceleaf completion ",
    "complete diceleaf list core",
    "complete diceleaf resolve core_rules.challenge -",
    "complete diceleaf completion -",
    "complete diceleaf odds core_rules.challenge steps=",
    "complete diceleaf ask core_rules.all_fail situations=bad,",
    "complete diceleaf odds dichotomy.first_to_act first.finesse=1 first.",
    "complete diceleaf odds basic_systems.throw ones_cancel=",
    "complete diceleaf odds two_d6.check ",
    "odds",
    "fly",
)


def _input_messages() -> Iterator[str]:
    """Yield the values that each type of input accepts and rejects, one line per message."""
    for field in INPUTS:
        yield f"{field.name}: {field.expected}; {field.title}, {field.subject}, {field.quoted_title}; {field.initial_value!r}"
        valid: list[str] = []
        rejected_by_message: dict[str, list[str]] = {}
        for value in VALUES_TO_READ:
            try:
                valid.append(f"{format_value(value)} as {to_jsonable(field.parse(value))!r}")
            except InputError as error:
                words = f"{','.join(error.codes)} | {error} | {error.user_message}"
                for text in (format_value(value), wording.quote(value)):
                    words = words.replace(text, "VALUE") if len(text) > 1 else words
                rejected_by_message.setdefault(words, []).append(format_value(value))
        yield f"  takes {'; '.join(valid)}"
        for words, values in rejected_by_message.items():
            yield f"  refuses {words} <- {'; '.join(values)}"


def _numbers() -> Iterator[str]:
    for each in CHANCES:
        texts = [
            number_format.one_in_n(each),
            number_format.format_number(each),
            number_format.percentage_points(each),
            number_format.describe_change(each),
        ]
        texts += (
            [number_format.exact_fraction(each)]
            if number_format.is_too_long(each)
            else [number_format.percent(each)]
        )
        if not 0 <= each <= 1:
            texts.append(number_format.format_change(each))
        yield " | ".join(
            ("" if number_format.is_too_long(each) else str(each), *(truncate(each, 80) for each in texts))
        )


def _values() -> Iterator[str]:
    for each in VALUES:
        yield f"{format_value(each)} | {wording.quote(each)}"
    for label, number in product(LABELS, (1, 2)):
        labels = (wording.count_label(number, label), wording.pluralize(number - 2, "die", label))
        yield " | ".join((label, *labels, "many" if wording.is_plural(label) else "one"))
    for names in (
        [],
        ["a"],
        ["a", "b"],
        ["a", "b", "c"],
        ["A"],
        ["a, b", "c"],
        [*"abcdefgh"],
        [*"abcdefghi"],
    ):
        yield f"{join_or(names)} | {wording.join_words(names, conjunction='and')} | {wording.short_name_list(names)}"
    for text, most in (("four", 4), ("a five", 4), ("three words here", 7)):
        yield f"{truncate(text, most)} | {wording.end_sentence(truncate(text, most))}"


def _comparisons() -> Iterator[str]:
    steps = [{"situation": "average", "steps": each} for each in (1, 0, 3)]
    dice = [{"notation": each} for each in ("2d4", "1d6 + 1", "1d6")]
    for id, sides in (("core_rules.challenge", steps), ("tools.throw", dice)):
        for many, way in ((1, "steps"), (2, "at_most"), (3, "steps")):
            named_comparison = present.named_by_difference(compare(id, *sides[:many]))
            yield from present.to_markdown(named_comparison, way).splitlines()
            yield from present.to_csv(named_comparison, way).splitlines()
    for steps_now, target in product((0, 4), ("1/3", "90%")):
        result = goal_seek(
            "core_rules.challenge", "steps", "at_least.success", target, situation="average", steps=steps_now
        )
        yield present.describe_goal_seek(result)


class _Terminal(io.StringIO):
    """Output that goes to a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def _commands() -> Iterator[str]:
    on_terminals = zip(COMMANDS[2:6], (72, 200, 40, 60), strict=True)
    redirected = ((each, io.StringIO, 80) for each in COMMANDS)
    for command, out, columns in (
        *redirected,
        *((each, _Terminal, columns) for each, columns in on_terminals),
    ):
        output, errors = out(), io.StringIO()
        size = os.terminal_size((columns, 24))
        with (
            mock.patch.dict(os.environ, {"TERM": "xterm", "NO_COLOR": ""}),
            mock.patch.object(shutil, "get_terminal_size", lambda size=size: size),
            redirect_stdout(output),
            redirect_stderr(errors),
        ):
            try:
                status = main(command.split(" ", 1 if command.startswith("complete") else -1))
            except SystemExit as stop:
                status = stop.code
        yield f"$ {command} -> {status}"
        yield from f"{errors.getvalue()}{output.getvalue()}".replace("\x1b", "^").splitlines()


INCREMENTAL_REQUESTS: dict[str, dict[str, Any]] = {
    "comparison of three": {
        "action": "compare",
        "calculator": "core_rules.challenge",
        "inputs": {"situation": "average", "steps": 1},
        "pinned": [{"inputs": {"steps": each}} for each in (2, 3)],
    },
    "goal seek": {
        "action": "goal_seek",
        "calculator": "core_rules.challenge",
        "inputs": {"situation": "average", "steps": 1},
        "chance": "1/2",
    },
    "roll buttons": {"action": "roll_buttons", "calculator": "core_rules.challenge", "sheets": [{}] * 4},
    "luck": {"action": "rate_rolls", "rolls": [{}] * 5},
    "partial roll": {
        "action": "partial_roll",
        "calculator": "core_rules.challenge",
        "inputs": {"situation": "average", "steps": 2},
        "dice": [3],
    },
    "character file": {
        "action": "sheet_file",
        "game": "core_rules",
        "text": json.dumps(CHARACTERS.header("core_rules", 1) | {CHARACTERS.items_key: [{}] * 3}),
    },
}


def _progress() -> Iterator[str]:
    """Yield one line per incremental action: its name and the fractions of progress it reports."""
    for name, request in INCREMENTAL_REQUESTS.items():
        _candidates.cache_clear()
        with mock.patch.object(RECENT, "_memo", {}):
            steps = [f"{each:.4g}" for each in ACTIONS[request["action"]](request)]
        yield f"{name}: {', '.join(steps)}"


PARTS: dict[str, Callable[[], Iterable[str]]] = {
    "inputs": _input_messages,
    "numbers": _numbers,
    "values": _values,
    "comparisons": _comparisons,
    "commands": _commands,
    "progress": _progress,
}
