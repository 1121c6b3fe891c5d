"""What can be operated on pages, one line a control: what a reader presses, types and opens hangs on its
attributes.

After a change that is meant, `.venv/bin/python -m tests.core.form_controls` writes the list anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hooks.contracts.requests import answered
from rules_py import calculator, game, games, present
from rules_py.base.jsonable import plain

LIST = Path(__file__).with_suffix(".txt")
TAG = re.compile(r"<(form|fieldset|input|select|option|textarea|button|details|dice-[\w-]+)\b([^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')
LOOKS = re.compile("(class|id|for|title|style|aria-.*|data-messages)$")
"""Attributes by which nothing is operated: looks and words."""


def form(id: str, **inputs: Any) -> str:
    return present.calculator(calculator(id), calculator(id).usual_inputs() | inputs)


def replied(action: str, id: str, given: Mapping[str, Any] = {}, **more: Any) -> str:
    inputs = plain(calculator(id).usual_inputs() | dict(given))
    return "".join(
        _html(answered({"action": action, "calculator": id, "inputs": inputs, "id": "here", **more}))
    )


def of_game(action: str, id: str, **more: Any) -> str:
    return "".join(_html(answered({"action": action, "game": id, **more})))


def _html(reply: Any) -> Iterator[str]:
    if isinstance(reply, str):
        yield reply
    elif isinstance(reply, (dict, list)):
        for each in reply.values() if isinstance(reply, dict) else reply:
            yield from _html(each)


CORE, DUEL = "core_rules.challenge", "two_d6"
PAGES: dict[str, Callable[[], str]] = {
    "a roller": lambda: form(CORE),
    "any dice": lambda: form("tools.throw"),
    "house options": lambda: form("basic_systems.throw"),
    "dice by their sizes": lambda: form("action_consequence.cast"),
    "records in a list": lambda: form("dichotomy.combine_modifiers"),
    "no die thrown yet": lambda: replied("half", CORE, dice=[]),
    "a die thrown": lambda: replied("half", CORE, {"steps": 2}, dice=[3]),
    "a die of very many sides": lambda: replied("half", "tools.throw", {"notation": "2d1000"}, dice=[]),
    "a throw": lambda: replied("roll", CORE, seed=1),
    "compared": lambda: replied("compare", CORE, pinned=[{"inputs": {"steps": 3}, "name": ""}], name=""),
    "the other way round": lambda: replied("reverse_form", CORE),
    "its answer": lambda: replied("reverse", CORE, chance="1/2"),
    "a sheet": lambda: present.sheet(game("core_rules"), game("core_rules").sheet),
    "a sheet in play": lambda: of_game("sheet_play", "core_rules", sheet=game("core_rules").sheet.blank()),
    "a desk": lambda: present.desk(game(DUEL), game(DUEL).desk, "yard"),
    "a table being set": lambda: of_game(
        "desk", DUEL, start="yard", setting={"open": "Brick"}, first="setting"
    ),
    "the tray": lambda: present.tray(calculator("tools.throw"), games()),
    "what is kept": lambda: present.backups(games()),
}


def controls(page: str) -> list[str]:
    return [
        " ".join(
            [
                tag,
                *(
                    f"{name}={value}" if value else name
                    for name, value in ATTRIBUTE.findall(attributes)
                    if not LOOKS.match(name)
                ),
            ]
        )
        for tag, attributes in TAG.findall(PAGES[page]())
    ]


if __name__ == "__main__":
    told = "\n".join(f"{page}\n" + "".join(f"  {each}\n" for each in controls(page)) for page in PAGES)
    LIST.write_text(told, "utf-8")
