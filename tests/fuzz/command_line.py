"""The command line."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path
from random import Random

from rules_py.command_line.main import run
from tests.fuzz import drawing
from tests.fuzz.invalid_values import text
from tests.fuzz.replies import sentence, written_as_json


def commands(random: Random) -> drawing.Case:
    calculator = random.choice(drawing.calculators())
    inputs = drawing.changed_inputs(calculator, random, plain=True)
    pairs = [*inputs.items()] if isinstance(inputs, dict) else []
    words = [f"{name}={value if isinstance(value, str) else written_as_json(value)}" for name, value in pairs]
    faces = [
        str(each)[:60]
        for each in (drawing.faces_for(calculator, inputs, random) if calculator.rolls_dice else [])
    ]
    game = random.choice(drawing.games_with_sheets())
    commands = (
        ["odds", calculator.id, *words],
        ["ask", calculator.id, *words],
        ["roll", calculator.id, *words, "--seed", random.choice(("7", str(2**64 - 1), text(random)[:300]))],
        ["resolve", calculator.id, *words, "--dice", *faces],
        ["sheet", game.id, "FILE"],
        ["list"],
    )
    command = random.choice(commands[:5] if random.random() < 0.99 else commands)
    if random.random() < 0.3:
        place = random.randrange(len(command))
        command[place : place + random.randrange(2)] = [text(random)] * random.randrange(3)
    if random.random() < 0.3:
        command = [*command, "--json"]
    file = written_as_json(drawing.changed(drawing.sheet_for(game, random), random, plain=True))
    command = [each.replace("\0", "") for each in command]  # no shell can hand that over
    return (command, file), lambda _: _exit(command, file)


def _exit(command: list[str], file: str) -> str:
    """Return the fault in a command's exit status or message, or "" if there is none."""
    out, err = io.StringIO(), io.StringIO()
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        path = Path(folder) / "sheet.json"
        path.write_text(file, "utf-8", "surrogatepass")
        try:
            status = run([str(path) if each == "FILE" else each for each in command])
        except SystemExit as stopped:
            status = stopped.code if isinstance(stopped.code, int) else 0
    line = err.getvalue()
    if status == 0:
        left_out = line.startswith("with ") and line.endswith(" (initial values)\n")
        return f"tells {line!r} and ends with 0" if line and not left_out else ""
    return sentence(line.removesuffix("\n")) if status == 2 else f"ends with {status}"
