"""The command line: output, error messages and exit codes."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from contextlib import suppress

import pytest

from rules_py.base.errors import format_value, join_or
from rules_py.command_line.main import main
from rules_py.systems.registry import games

GAME_IDS = sorted(each.id for each in games())


def run(capsys, *arguments):
    try:
        status = main(arguments)
    except SystemExit as error:
        status = error.code
    output = capsys.readouterr()
    return status, output.out, output.err


def test_odds_command_prints_percent_and_fraction(capsys):
    status, out, err = run(capsys, "odds", "core_rules.challenge", "situation=average", "steps=0")
    assert (status, err) == (0, "")
    assert "Success" in out and "11.11%  1/9" in out


def test_json_option_prints_exact_fractions(capsys):
    _, out, _ = run(capsys, "odds", "core_rules.challenge", "situation=average", "steps=0", "--json")
    assert json.loads(out)["band"]["partial"] == "1/3"


def test_same_seed_prints_the_same_roll(capsys):
    command = ("roll", "core_rules.challenge", "situation=average", "steps=1", "--seed", "7")
    assert run(capsys, *command) == run(capsys, *command)


def test_resolve_command_uses_the_entered_dice(capsys):
    _, out, _ = run(
        capsys, "resolve", "core_rules.challenge", "situation=average", "steps=1", "--dice", "5", "--json"
    )
    assert json.loads(out)["band"] == "success"


def test_list_input_accepts_json(capsys):
    _, out, _ = run(
        capsys, "ask", "core_rules.all_fail", 'situations=["bad", "average"]', "steps=1", "--json"
    )
    assert json.loads(out) == {"p": "1/6", "at_least_one": "5/6"}


def export_of(sheets, **changes):
    return {"format": "diceleaf-sheet", "version": 1, "game": "core_rules", "sheets": sheets} | changes


def test_sheet_command_reads_bare_and_exported_files(capsys, tmp_path):
    sheet = {"name": "", "aptitudes": {}}
    (tmp_path / "bare.json").write_text(json.dumps(sheet))
    (tmp_path / "exported.json").write_text(json.dumps(export_of([sheet])))
    for name in ("bare.json", "exported.json"):
        _, out, _ = run(capsys, "sheet", "core_rules", str(tmp_path / name), "--json")
        assert json.loads(out)["errors"] == ["aptitude_missing", "name_missing"]


def test_sheet_command_prints_each_problem_with_field_and_rule(capsys, tmp_path):
    kinds = ("Knowledge", "Awareness", "Charisma", "Physicality")
    whole = {"name": "Odile", "aptitudes": {each: {"max": 2, "current": 2} for each in kinds}}
    unusual = {"name": "", "aptitudes": whole["aptitudes"] | {"two\nlines": {"max": 1, "current": 1}}}
    texts = []
    for sheet in (whole, unusual):
        (tmp_path / "sheet.json").write_text(json.dumps(sheet))
        status, out, err = run(capsys, "sheet", "core_rules", str(tmp_path / "sheet.json"))
        assert (status, err) == (0, "")
        texts.append(out.splitlines())
    unknown = "Choose one of the four Aptitudes: Knowledge, Awareness, Charisma, Physicality. You entered “two lines”. [C-018]"
    assert texts == [
        ["legal"],
        [
            "not legal",
            "  error name_missing at name: The character needs a name.",
            f"  error aptitude_unknown at 'aptitudes.two\\nlines': {unknown}",
        ],
    ]


def test_list_command_shows_calculators_and_their_inputs(capsys):
    _, out, _ = run(capsys, "list")
    assert "core_rules.challenge: Challenge\n" in out and "dichotomy.attack" in out
    assert out.endswith(f"\n\nTo see a calculator’s inputs: `diceleaf list {games()[0].id}`\n")
    for about in ("core_rules", "core_rules.challenge"):
        _, out, _ = run(capsys, "list", about)
        assert "core_rules.challenge: Challenge (odds, roll or resolve)\n" in out and "dichotomy" not in out
        assert "    steps: a whole number from 0 to 10; default 1\n" in out
    assert "core_rules.rest" not in out
    _, out, _ = run(capsys, "list", "core_rules", "--json")
    assert json.loads(out)["calculators"][0]["inputs"]["steps"] == "a whole number from 0 to 10"


def test_odds_command_prints_both_scales(capsys):
    _, out, _ = run(capsys, "odds", "recipes.pushing", "pool=1", "push=no")
    assert [" ".join(line.split()) for line in out.splitlines()] == [
        "Successes",
        "0 83.33% 5/6",
        "1 16.67% 1/6",
        "Harm",
        "0 100.00% 1",
    ]


def test_command_line_fills_in_and_prints_initial_values(capsys):
    status, out, err = run(capsys, "odds", "core_rules.challenge", "situation=bad")
    assert (status, err) == (0, "with steps=1 (initial values)\n")
    assert out == run(capsys, "odds", "core_rules.challenge", "situation=bad", "steps=1")[1]


@pytest.mark.parametrize("game", [each for each in games() if each.tracker], ids=lambda game: game.id)
def test_ask_command_prints_rows_without_python_syntax(game, capsys):
    """A row of an answer is a line of names and values."""
    for each in game.calculators:
        if each.api_only:
            _, out, _ = run(capsys, "ask", each.id)
            assert not re.search(r"[{}]|Fraction|'\w+':|None|\d{30}", out), out
    _, out, _ = run(capsys, "ask", "two_d6.desk_chances")
    assert "\n  who Brick, on Dock bruiser, with Unarmed, way skill, hits 721/1296, mean 233/324" in out


def test_ask_command_accepts_an_input_named_dice(capsys):
    status, out, _ = run(capsys, "ask", "action_consequence.reading", "dice=8,3")
    assert status == 0 and out
    status, _, err = run(capsys, "resolve", "action_consequence.reading", "--dice", "8", "3")
    text = "expected a calculator that rolls dice (use odds or ask for this one), got 'action_consequence.reading'"
    assert status == 2 and text in err


@pytest.mark.parametrize(
    ("shorthand", "full_form"),
    [
        ("situations=bad,average", 'situations=["bad", "average"]'),
        ("situations=bad , average", 'situations=["bad", "average"]'),
        ("situations=bad", 'situations=["bad"]'),
    ],
)
def test_list_input_accepts_comma_separated_values(capsys, shorthand, full_form):
    status, out, _ = run(capsys, "ask", "core_rules.all_fail", shorthand, "steps=1")
    assert (status, out) == run(capsys, "ask", "core_rules.all_fail", full_form, "steps=[1]")[
        :2
    ] and status == 0


def test_command_line_fills_in_the_other_fields_of_a_record(capsys):
    status, out, err = run(capsys, "odds", "dichotomy.first_to_act", "first.finesse=9", "second.martial=1")
    assert (status, err) == (0, "with first.martial=3 second.finesse=3 (initial values)\n")
    full_form = ('first={"finesse": 9, "martial": 3}', 'second={"finesse": 3, "martial": 1}')
    assert run(capsys, "odds", "dichotomy.first_to_act", *full_form) == (0, out, "")


CHANCES = ("odds", "core_rules.challenge", "situation=average", "steps=0")


def run_on_terminal(*arguments, **variables):
    """Return the output of a command as an 80-column terminal displays it."""
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"COLUMNS": "80", "TERM": "xterm"} | variables
    command = [sys.executable, "-m", "rules_py", *arguments]
    with os.fdopen(ours, encoding="utf-8", newline="") as terminal:
        subprocess.run(command, env=environment, stdout=theirs, stderr=subprocess.STDOUT, check=True)
        os.close(theirs)
        lines = []
        with suppress(OSError):  # raised once no process writes to the terminal
            lines += iter(lambda: terminal.readline().rstrip("\r\n"), "")
    return lines


def test_terminal_shows_coloured_bars():
    lines = run_on_terminal(*CHANCES)
    failure, *_, success, great = lines[:5]
    assert failure.startswith("Failure with a consequence    30.56%  11/36") and "\x1b[31m█" in failure
    assert failure.count("█") > success.count("█") > 0 and "█" not in great
    assert all(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) <= 80 for line in lines[:5])


@pytest.mark.parametrize(
    ("variables", "bars"), [({"NO_COLOR": "1"}, True), ({"TERM": "dumb"}, False), ({"COLUMNS": "40"}, False)]
)
def test_plain_or_narrow_terminal_shows_no_colours(variables, bars):
    lines = run_on_terminal(*CHANCES, **variables)
    assert not any("\x1b" in line for line in lines) and any("█" in line for line in lines) == bars


def test_redirected_output_has_no_colours_or_bars(capsys):
    _, out, _ = run(capsys, *CHANCES)
    assert "\x1b" not in out and "█" not in out


def test_error_in_a_game_prints_one_line(capsys, monkeypatch):
    def stop(*_, **__):
        raise KeyError("oil")

    monkeypatch.setattr("rules_py.api.odds", stop)
    status, out, err = run(capsys, *CHANCES)
    assert (status, out) == (2, "")
    assert err.startswith("diceleaf: ") and err.endswith("KeyError: 'oil'\n") and err.count("\n") == 1


def test_command_ends_quietly_on_a_closed_pipe():
    command = f"{sys.executable} -m rules_py list --json | head -c 10"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert (result.stdout, result.stderr) == ("[\n  {\n    ", "")


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("diceleaf o", ["odds"]),
        ("diceleaf odds core_rules.cha", ["core_rules.challenge"]),
        ("diceleaf ask core_rules.cha", []),
        ("diceleaf list core", ["core_rules", "core_rules.challenge"]),
        ("diceleaf sheet ", ["core_rules", "two_d6"]),
        ("diceleaf odds core_rules.challenge ", ["situation=", "steps="]),
        ("diceleaf odds core_rules.challenge steps=1 s", ["situation="]),
        ("diceleaf odds core_rules.challenge situation=a", ["situation=average"]),
        ("diceleaf ask core_rules.all_fail situations=bad,av", ["situations=bad,average"]),
        ("diceleaf ask dichotomy.first_to_act first.f", ["first.finesse="]),
        ("diceleaf roll core_rules.challenge --s", ["--seed"]),
        ("diceleaf odds nothing.at_all x", []),
    ],
)
def test_completion_offers_matching_words(capsys, line, some):
    _, out, _ = run(capsys, "complete", line)
    completions = out.split()
    assert set(some) <= set(completions) and bool(completions) == bool(some)
    assert all(each.startswith(line.split(" ")[-1]) for each in completions)


@pytest.fixture
def with_diceleaf(tmp_path):
    """An environment in which a shell finds the command, without the user's own configuration."""
    (tmp_path / "diceleaf").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rules_py "$@"\n')
    (tmp_path / "diceleaf").chmod(0o755)
    return os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path), "TERM": "dumb"}


def test_bash_completes_the_command_of_a_book_by_its_path(with_diceleaf, tmp_path):
    """Completion works for `.venv/bin/diceleaf` though no `diceleaf` is on the search path."""
    (tmp_path / "diceleaf").rename(tmp_path / "book-diceleaf")
    script = """
        eval "$("$HOME/book-diceleaf" completion)"
        COMP_LINE="~/book-diceleaf od"; COMP_POINT=${#COMP_LINE}; COMP_WORDS=("~/book-diceleaf" od); COMP_CWORD=1
        _diceleaf; printf '%s\n' "${COMPREPLY[@]}"
    """
    result = subprocess.run(
        ["bash", "-c", script], env=with_diceleaf, capture_output=True, text=True, check=True
    )
    assert result.stdout == "odds\n"


def test_bash_completes_after_an_equals_sign(with_diceleaf):
    """Bash passes the line and its words, and treats the equals sign as a word of its own."""
    script = """
        eval "$(diceleaf completion)"
        COMP_LINE="diceleaf odds core_rules.challenge situation=a"; COMP_POINT=${#COMP_LINE}
        COMP_WORDS=(diceleaf odds core_rules.challenge situation = a); COMP_CWORD=5
        _diceleaf; printf '%s\n' "${COMPREPLY[@]}"
    """
    result = subprocess.run(
        ["bash", "-c", script], env=with_diceleaf, capture_output=True, text=True, check=True
    )
    assert (result.stdout, result.stderr) == ("average\n", "")


@pytest.mark.skipif(not shutil.which("fish"), reason="fish isn't installed")
@pytest.mark.parametrize(
    ("line", "completions"),
    [
        ("diceleaf od", ["odds"]),
        ("diceleaf odds core_rules.challenge situation=a", ["situation=average"]),
        ("diceleaf completion z", ["zsh"]),
    ],
)
def test_fish_completes(with_diceleaf, line, completions):
    script = f"diceleaf completion fish | source; complete -C '{line}'"
    result = subprocess.run(
        ["fish", "--no-config", "-c", script], env=with_diceleaf, capture_output=True, text=True, check=True
    )
    assert (result.stdout.splitlines(), result.stderr) == (completions, "")


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh isn't installed")
def test_zsh_completes_on_tab(with_diceleaf):
    """The Tab key completes each word in a terminal, and the shell runs the line."""
    keys = 'eval "$(diceleaf completion zsh)"; bindkey "^I" complete-word\n'
    keys += "diceleaf od\tcore_rules.challenge situation=a\tst\t0 --json\nexit\n"
    terminal, shell = pty.openpty()
    with subprocess.Popen(
        ["zsh", "-f", "-i"], stdin=shell, stdout=shell, stderr=shell, env=with_diceleaf
    ) as process:
        os.close(shell)
        os.write(terminal, keys.encode())
        output = _read_all(terminal)
        assert process.wait() == 0
    assert '"success": "1/9"' in output, output  # printed only if the whole line was completed


def _read_all(terminal):
    output = b""
    with suppress(OSError):  # Linux ends a pseudo-terminal with an error
        while more := os.read(terminal, 65536):
            output += more
    os.close(terminal)
    return output.decode()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("odds", "core_rules.challenge", "situation=awful", "steps=0"),
            "unknown situation 'awful' (expected difficult, average or favourable)",
        ),
        (("odds", "core_rules.challenge", "steps"), "input: expected NAME=VALUE, got 'steps'"),
        (
            ("odds", "core_rules.challenge", "steps=1", "steps=2"),
            "input: expected each input only once, got 'steps=2'",
        ),
        (
            ("odds", "core_rules.challenge", "situation=bad", "stepps=1"),
            "unknown input 'stepps' (expected situation or steps). Did you mean 'steps'?",
        ),
        (
            ("odds", "corerules.challenge"),
            "unknown calculator 'corerules.challenge'. Did you mean 'core_rules.challenge'?",
        ),
        (
            ("odds", "nope"),
            f"unknown calculator 'nope' (expected {join_or(f'{each}.NAME' for each in GAME_IDS)})",
        ),
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
            f"seed: expected a whole number from 0 to 18446744073709551615, got '{'9' * 60}…'",
        ),
        (
            ("roll", "core_rules.challenge", "situation=bad", "steps=1", "--seed", "1_0"),
            "seed: expected a whole number from 0 to 18446744073709551615, got '1_0'",
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
            "seed: expected a whole number from 0 to 18446744073709551615, got -4",
        ),
        (
            ("sheet", "core_rules", "/no/such/file.json"),
            "can't read '/no/such/file.json': No such file or directory",
        ),
        (("sheet", "core_rules", "."), "can't read '.': Is a directory"),
        (("sheet", "core_rules", "nul\0"), "can't read 'nul\\x00': it isn't UTF-8 text"),
        (
            ("fly",),
            "unknown command 'fly' (expected list, odds, roll, resolve, ask, sheet, new, coverage, import, eject or completion).",
        ),
        ((), "the following arguments are required: COMMAND"),
    ],
)
def test_mistake_prints_one_line_with_status_2(capsys, arguments, message):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("diceleaf: " + message) and err.count("\n") == 1
    assert len(err) < 600


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "can't read FILE: expected JSON"),
        (b"\xff\xfe\x00", "can't read FILE: it isn't UTF-8 text"),
        (b"[" * 90_000, "can't read FILE: expected JSON of lists and mappings at most 50 deep"),
        (
            b"9" * 90_000,
            "sheet: expected a mapping of the sheet's fields, got '999999999999999999999999999999999999999999999999999999999999…'",
        ),
        (b" " * 2_100_000, "can't read FILE: expected JSON of at most 2000000 characters"),
        (b"[1]", "sheet: expected a mapping of the sheet's fields, got [1]"),
        (b'{"skills": 1e999}', "skills: expected a list of at most 200 values, got '1e999'"),
    ],
    ids=["broken", "binary", "deep", "digits", "long", "list", "infinite"],
)
def test_sheet_command_rejects_a_file_without_a_sheet(capsys, tmp_path, content, message):
    file = tmp_path / "sheet.json"
    file.write_bytes(content)
    status, _, err = run(capsys, "sheet", "core_rules", str(file))
    expected = message.replace("FILE", format_value(str(file)))
    assert status == 2 and err.count("\n") == 1 and err.startswith(f"diceleaf: {expected}")


def test_sheet_command_prints_unusual_text_safely(tmp_path):
    unusual = {
        "name": "\ud800",
        "aptitudes": {"two\nlines": 1, "Charisma": {"max": 1.5, "current": float("nan")}},
    }
    (tmp_path / "odd.json").write_text(
        json.dumps(unusual | {"specialties": [{"skill": "Might", "text": "\ud800"}]})
    )
    for more in ((), ("--json",)):
        result = subprocess.run(
            [sys.executable, "-m", "rules_py", "sheet", "core_rules", str(tmp_path / "odd.json"), *more],
            capture_output=True,
            text=True,
            check=True,
        )
        assert result.stderr == "" and (
            "aptitude_unknown at 'aptitudes.two\\nlines': Choose one of the four Aptitudes" in result.stdout
            or more
        )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (export_of([{}, {}]), "file: expected one exported character, got a list of 2"),
        (export_of([{}], game="chess"), "The characters in this file belong to another game (chess)."),
        (
            export_of([{}], version=9),
            "This file was made by a newer version of the site (file version 9; this site reads up to 1). Reload the page.",
        ),
    ],
)
def test_sheet_command_rejects_unsuitable_exports(capsys, tmp_path, content, message):
    (tmp_path / "exported.json").write_text(json.dumps(content))
    status, _, err = run(capsys, "sheet", "core_rules", str(tmp_path / "exported.json"))
    assert (status, err) == (2, f"diceleaf: {message}\n")


def test_package_runs_as_a_module():
    process = subprocess.run(
        [sys.executable, "-m", "rules_py", "--version"], capture_output=True, text=True, check=True
    )
    assert process.stdout.startswith("diceleaf ")


def test_eject_prints_the_python_of_a_mechanic(capsys):
    status, out, _ = run(capsys, "eject", "docs/recipes/mechanics.md", "Cross the ice")
    assert status == 0 and "def cross_the_ice(dice: Dice, *, nerve: int, roped: bool)" in out
    status, out, err = run(capsys, "eject", "docs/recipes/mechanics.md", "Cross the rice")
    assert (status, out) == (2, "") and "Did you mean 'Cross the ice'?" in err
    status, _, err = run(capsys, "eject", "docs/recipes/ice.md", "Cross the ice")
    assert status == 2 and "a page of a book, such as docs/ember/rules.md" in err
