"""Links that open the character of an example on the reader's sheet."""

from __future__ import annotations

import base64
import zlib

import pytest
from bs4 import BeautifulSoup

from hooks.directives import DirectiveError
from rules_py import api

ANNA = """\
>>> none = {"max": 0, "current": 0}
>>> points = dict.fromkeys(("Knowledge", "Awareness", "Charisma", "Physicality"), none)
>>> check_sheet("core_rules", {"name": "Anna", "aptitudes": points, "skills": ["Might"]}).legal
True"""
NOBODY = '>>> check_sheet("core_rules", {"name": ""}).legal\nFalse'


def link_of(book, example: str, *, sheet: str = "```sheet\ngame: core_rules\n```") -> str:
    """Return the link's address, from a page whose example is `example`."""
    book.write("core_rules/paper.md", f"# Sheet\n\n{sheet}\n")
    book.write(
        "core_rules/people.md", f'# People\n\n```pycon title="Anna" ready="Take her"\n{example}\n```\n'
    )
    html = BeautifulSoup(book.render("core_rules/people.md"), "html.parser")
    [link] = html.select(".ready > a")
    assert link.get_text() == "Take her"
    return link["href"]


def test_character_link_equals_a_share_link(book) -> None:
    page, _, packed = link_of(book, ANNA).partition("#sheet=")
    assert page == "../../core_rules/paper/"
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -zlib.MAX_WBITS)
    [character] = api.read_characters("core_rules", text.decode())
    assert character["name"] == "Anna" and character["skills"] == ["Might"]
    assert character["specialties"] == []  # as on a blank sheet


@pytest.mark.parametrize(
    ("example", "sheet", "message"),
    [
        (
            NOBODY,
            "```sheet\ngame: core_rules\n```",
            r"ready: expected a character without broken rules, got \['aptitude_missing', 'name_missing'\]",
        ),
        (
            ">>> 1\n1",
            "```sheet\ngame: core_rules\n```",
            "ready: expected one check_sheet call in the example, got '0 characters'",
        ),
        (ANNA, "No sheet.", "ready: expected a game with a sheet block in its book, got 'core_rules'"),
    ],
)
def test_mistake_in_a_ready_example_stops_the_build(book, example, sheet, message) -> None:
    with pytest.raises(DirectiveError, match=message):
        link_of(book, example, sheet=sheet)
