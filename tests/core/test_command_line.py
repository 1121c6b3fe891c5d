"""The command line as it is typed: what it prints, what it refuses, how it ends."""

import json
import subprocess
import sys

import pytest

from rules_py.__main__ import main


def run(capsys, *arguments):
    try:
        status = main(arguments)
    except SystemExit as stopped:
        status = stopped.code
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_odds_agree_with_the_printed_table(capsys):
    status, out, err = run(capsys, "odds", "core_rules.challenge", "situation=average", "steps=0")
    assert (status, err) == (0, "")
    assert "Success" in out and "11.11%  1/9" in out


def test_json_output_is_the_door_s_plain_data(capsys):
    _, out, _ = run(capsys, "odds", "core_rules.challenge", "situation=average", "steps=0", "--json")
    assert json.loads(out)["band"]["partial"] == "1/3"


def test_the_same_seed_prints_the_same_throw(capsys):
    command = ("roll", "core_rules.challenge", "situation=average", "steps=1", "--seed", "7")
    assert run(capsys, *command) == run(capsys, *command)


def test_given_dice_are_resolved(capsys):
    _, out, _ = run(
        capsys, "resolve", "core_rules.challenge", "situation=average", "steps=1", "--dice", "5", "--json"
    )
    assert json.loads(out)["band"] == "success"


def test_lists_are_given_as_json(capsys):
    _, out, _ = run(
        capsys, "ask", "core_rules.all_fail", 'situations=["bad", "average"]', "steps=1", "--json"
    )
    assert json.loads(out) == {"p": "1/6", "at_least_one": "5/6"}


def exported(sheets, **changes):
    return {"format": "diceleaf-sheet", "version": 1, "game": "core_rules", "sheets": sheets} | changes


def test_a_sheet_is_checked_from_a_file_also_as_the_page_exports_it(capsys, tmp_path):
    sheet = {"name": "", "aptitudes": {}}
    (tmp_path / "bare.json").write_text(json.dumps(sheet))
    (tmp_path / "exported.json").write_text(json.dumps(exported([sheet])))
    for name in ("bare.json", "exported.json"):
        _, out, _ = run(capsys, "sheet", "core_rules", str(tmp_path / name), "--json")
        assert json.loads(out)["errors"] == ["aptitude_missing", "name_missing"]


def test_list_names_every_calculator_with_its_inputs(capsys):
    _, out, _ = run(capsys, "list")
    assert "core_rules.challenge: Challenge" in out and "steps: a whole number from 0 to 10" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("odds", "core_rules.challenge", "situation=awful", "steps=0"),
            "situation: expected difficult, average or favourable, got 'awful'",
        ),
        (("odds", "core_rules.challenge", "steps"), "input: expected NAME=VALUE, got 'steps'"),
        (("odds", "core_rules.challenge", "steps=1", "steps=2"), "input: expected each input once"),
        (("odds", "nope"), "calculator: expected the id of a calculator"),
        (
            ("resolve", "core_rules.challenge", "situation=bad", "steps=1", "--dice", "nine"),
            "dice.0: expected a face from 1 to 4, got 'nine'",
        ),
        (
            ("resolve", "core_rules.challenge", "situation=bad", "steps=1", "--dice"),
            "dice: expected 1 die, got []",
        ),
        (
            ("roll", "core_rules.challenge", "situation=bad", "steps=1", "--seed", "x"),
            "seed: expected a whole number from 0 to 18446744073709551615, got 'x'",
        ),
        (
            ("roll", "core_rules.challenge", "situation=bad", "steps=1", "--seed", "9" * 5000),
            "seed: expected a whole number",
        ),
        (
            ("roll", "core_rules.challenge", "situation=bad", "steps=1", "--seed", "1_0"),
            "seed: expected a whole number",
        ),
        (
            ("resolve", "core_rules.challenge", "situation=bad", "steps=1", "--dice=--5"),
            "dice.0: expected a face from 1 to 4, got '--5'",
        ),
        (
            ("odds", "core_rules.challenge", "--two\nlines" + "x" * 5000),
            "unrecognized arguments: --two lines",
        ),
        (
            ("roll", "core_rules.challenge", "situation=bad", "steps=1", "--seed", "-4"),
            "seed: expected a whole number",
        ),
        (
            ("sheet", "core_rules", "/no/such/file.json"),
            "file: expected a file of JSON text that can be read (No such file or directory)",
        ),
        (
            ("sheet", "core_rules", "."),
            "file: expected a file of JSON text that can be read (Is a directory)",
        ),
        (("sheet", "core_rules", "nul\0"), "file: expected a file of JSON text that can be read"),
        (("fly",), "argument COMMAND: invalid choice: 'fly'"),
        ((), "the following arguments are required: COMMAND"),
    ],
)
def test_a_mistake_is_one_clear_line_and_status_2(capsys, arguments, said):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("diceleaf: " + said) and err.count("\n") == 1
    assert len(err) < 600


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "file: expected a file of JSON, got "),
        (
            b"\xff\xfe\x00",
            "file: expected a file of JSON text that can be read (it is no text in UTF-8), got ",
        ),
        (b"[" * 90_000, "file: expected a file of JSON of lists and mappings at most 50 deep, got "),
        (b"9" * 90_000, "file: expected a file of JSON, got "),
        (b" " * 2_100_000, "file: expected a file of JSON of at most 2000000 characters, got "),
        (b"[1]", "sheet: expected a mapping of the sheet's fields, got [1]"),
        (b'{"skills": 1e999}', "skills: expected a list of Skills, at most 200, got '1e999'"),
    ],
    ids=["broken", "binary", "deep", "digits", "long", "list", "infinite"],
)
def test_a_sheet_file_that_holds_no_sheet_is_refused(capsys, tmp_path, content, said):
    (tmp_path / "sheet.json").write_bytes(content)
    status, _, err = run(capsys, "sheet", "core_rules", str(tmp_path / "sheet.json"))
    assert status == 2 and err.count("\n") == 1 and err.startswith(f"diceleaf: {said}")


def test_an_odd_character_is_told_line_by_line_whatever_it_holds(tmp_path):
    odd = {
        "name": "\ud800",
        "aptitudes": {"two\nlines": 1, "Charisma": {"max": 1.5, "current": float("nan")}},
    }
    (tmp_path / "odd.json").write_text(
        json.dumps(odd | {"specialties": [{"skill": "Might", "text": "\ud800"}]})
    )
    for more in ((), ("--json",)):
        done = subprocess.run(
            [sys.executable, "-m", "rules_py", "sheet", "core_rules", str(tmp_path / "odd.json"), *more],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == "" and (
            "aptitude_unknown at 'aptitudes.two\\nlines': There are four Aptitudes" in done.stdout or more
        )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (exported([{}, {}]), "file: expected one character, exported alone, got a list of 2"),
        (exported([{}], game="chess"), "The characters in this file belong to another game (chess)."),
        (
            exported([{}], version=9),
            "The file comes from a newer version of this book (it has version 9, this one 1).",
        ),
    ],
)
def test_an_exported_file_of_another_kind_is_refused(capsys, tmp_path, content, said):
    (tmp_path / "exported.json").write_text(json.dumps(content))
    status, _, err = run(capsys, "sheet", "core_rules", str(tmp_path / "exported.json"))
    assert (status, err) == (2, f"diceleaf: {said}\n")


def test_it_runs_as_a_module():
    found = subprocess.run(
        [sys.executable, "-m", "rules_py", "--version"], capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith("diceleaf ")
