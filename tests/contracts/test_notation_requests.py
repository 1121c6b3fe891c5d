"""Dice notation in pages and at the command line, which agree with each other."""

import json
from html import escape
from pathlib import Path

import pytest

from rules_py import odds
from rules_py.base.jsonable import to_jsonable
from rules_py.command_line.main import run
from rules_py.web import respond

ROWS = json.loads((Path(__file__).parents[1] / "core" / "data" / "notation.json").read_text())


def reply_for(action, text, **more):
    request = {"action": action, "calculator": "tools.throw", "inputs": {"notation": text}, **more}
    return json.loads(respond(json.dumps(request)))


def test_page_shows_how_dice_were_read_before_any_roll():
    reply = reply_for("odds", "4d6k3")
    assert "Read as <code>4d6kh3</code>: Four d6, the highest three." in reply["readback"]
    assert 'data-suggest="4d6k=3"' in reply["readback"]
    assert "Read as" in reply_for("roll", "4d6k3", seed=1)["html"]
    assert "Read as" not in reply_for("roll", "4d6kh3", seed=1)["html"]


def test_page_offers_readable_spellings_as_buttons():
    [problem] = reply_for("odds", "4d6 drp lowest [<b>]")["problems"]
    assert problem["field"] == "notation"
    assert "<b>" not in problem["html"]
    assert (
        'data-suggest="4d6 drop lowest" data-field="notation"'
        in reply_for("roll", "4d6 drp lowest")["problems"][0]["html"]
    )


def test_page_shows_a_test_as_success_and_failure():
    reply = reply_for("odds", "2d6 + 3 >= 10")
    assert [label in reply["html"] for label in ("Failure", "Success", "7 in 12")] == [True] * 3
    assert "58.3%" in reply["matter"]
    assert "tone--good" in reply_for("resolve", "2d6 + 3 >= 10", dice=[6, 6])["html"]
    assert "tone" not in reply_for("resolve", "2d6 + 3", dice=[6, 6])["html"]
    assert reply_for("chance", "2d6 + 3 >= 10", dice=[6, 6])["chance"] == "58.3%"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: ascii(row["text"])[1:-1] or "nothing")
def test_page_and_command_line_agree_on_every_row(row, capsys):
    """Both accept the same notations, with the same odds, and reject the others for the same reason."""
    reply = reply_for("odds", row["text"])
    status = run(["odds", "tools.throw", f"notation={row['text']}", "--json"])
    output = capsys.readouterr()
    assert (status == 0) == reply["ok"] == ("error" not in row)
    if status:
        assert reply["message"] in output.err
        return
    assert escape(row["canonical"], quote=False) in reply["readback"]
    assert json.loads(output.out) == to_jsonable(odds("tools.throw", notation=row["canonical"]))


@pytest.mark.parametrize("text", ["4d6 drop lowest", "d20", "2d6+3 >= 10", "4dF.1"])
def test_command_line_accepts_bare_dice(text, capsys):
    assert run(["odds", *text.split()]) == 0
    bare = capsys.readouterr().out
    assert run(["odds", "tools.throw", f"notation={text}"]) == 0
    assert capsys.readouterr().out == bare


def test_misspelt_calculator_is_not_read_as_dice(capsys):
    assert run(["odds", "two_d6.chek"]) == 2
    assert "two_d6.check" in capsys.readouterr().err
