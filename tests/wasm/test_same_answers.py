"""The engine that the site serves, run under Node, answers to the letter as CPython does: odds, seeded
throws, given dice, ledgers, and every kind of bad request; started from the snapshot and the ordinary way.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from hooks import engine
from rules_py import games, roll, web
from rules_py.plain import plain

ROOT = Path(__file__).parents[2]
SEEDS = range(5)

BAD = [
    "",
    "{",
    "[]",
    "null",
    "7",
    "[" * 5000,
    '{"action": ' * 2000,
    '{"action": "roll"}',
    '{"action": "sing"}',
    '{"action": ["roll"]}',
    '{"action": "odds", "calculator": "no.such", "inputs": {}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"situation": "\\ud800", "steps": 1}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"situation": "average", "steps": 1e400}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"situation": "average", "steps": 10000000000000}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"situation": "<b>\\u0000é🎲", "steps": null}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"' + "x" * 3000 + '": 1}}',
]


def requests() -> list[str]:
    """One text for each request worth comparing."""
    found = []
    for calculator in (each for game in games() for each in game.calculators):
        usual = calculator.usual_inputs()
        settings = [usual, *({**usual, **example} for example in calculator.examples)]
        if calculator.largest:
            settings.append({**usual, **calculator.largest})
        for inputs in settings:
            asked = {"calculator": calculator.id, "inputs": plain(inputs)}
            found.append({"action": "odds" if calculator.has_odds else "ask", **asked})
            if not calculator.throws_dice:
                continue
            for seed in SEEDS:
                found.append({"action": "roll", **asked, "seed": seed})
                found.append(
                    {
                        "action": "resolve",
                        **asked,
                        "dice": list(roll(calculator.id, seed=seed, **inputs).faces),
                    }
                )
    return [json.dumps(each) for each in found] + BAD


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the engine's files and the name of its worker script."""
    if shutil.which("node") is None:
        pytest.skip("needs Node; install it and put it on PATH")
    site = tmp_path_factory.mktemp("wasm")
    worker = engine.build(site, ROOT / ".cache")
    return site / "engine", worker


def answers(built: tuple[Path, str], how: str) -> dict:
    script = Path(__file__).with_name("answer.mjs")
    asked = json.dumps(requests())
    done = subprocess.run(
        ["node", script, *built, how], input=asked, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("how", ["snapshot", "ordinary"])
def test_each_answer_is_the_same_to_the_letter(built: tuple[Path, str], how: str) -> None:
    given = answers(built, how)
    assert given["start"]["how"] == how
    for request, reply in zip(requests(), given["replies"], strict=True):
        assert json.loads(reply) == json.loads(scalar(web.respond(request))), request


def scalar(text: str) -> str:
    """The text with each half of a character replaced, as whatever decodes UTF-8 does to each of its
    three bytes.
    """
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def test_nothing_is_missing_from_the_restored_memory(built: tuple[Path, str]) -> None:
    """Files are not part of it: an import at the first question would fail there and nowhere else."""
    given = answers(built, "snapshot")
    assert not any("import" in reply.lower() and "error" in reply.lower() for reply in given["replies"])


def test_two_builds_give_the_same_bytes(built: tuple[Path, str], tmp_path: Path) -> None:
    """The picture of the memory too: it is taken without clock or chance."""
    worker = engine.build(tmp_path / "site", tmp_path / "cache")
    assert worker == built[1]
    for path in built[0].iterdir():
        assert (tmp_path / "site" / "engine" / path.name).read_bytes() == path.read_bytes(), path.name
