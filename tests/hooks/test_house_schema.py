"""The schema of sets of house rules accepts what the page writes, and nothing else."""

import json
import subprocess
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from hooks.pages.house_rules import sentence_hash
from rules_py.base.paths import PACKAGE

SCHEMA = json.loads((PACKAGE / "docs/assets/schema/house-1.json").read_text("utf-8"))
EXAMPLE = json.loads((PACKAGE / "tests/js/fixtures/house-set.json").read_text("utf-8"))
FORMAT = PACKAGE / "docs/assets/js/house/format.js"
EMPTY = f"""
import {{ emptySet, writeSet }} from "{FORMAT}";
console.log(writeSet(emptySet({{ game: "lantern", book: "45ea28a", options: [], rules: {{}} }})));
"""


def faults(data: Any) -> list[str]:
    return [each.message for each in Draft202012Validator(SCHEMA).iter_errors(data)]


def test_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_schema_accepts_a_full_set() -> None:
    assert not faults(EXAMPLE)


def test_schema_accepts_what_the_page_writes(node: str) -> None:
    command = [node, "--input-type=module", "--eval", EMPTY]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not faults(json.loads(result.stdout))


def test_page_and_build_agree_on_the_hash_of_a_sentence(node: str) -> None:
    """Beyond ASCII and the basic plane, too."""
    texts = ["", "A die succeeds.", "Zoë’s lantern burns", "🎲 a roll of 10", "x" * 1200]
    module = FORMAT.with_name("sentence-hash.js")
    script = f'import {{ sentenceHash }} from "{module}"; console.log({json.dumps(texts)}.map(sentenceHash).join())'
    command = [node, "--input-type=module", "--eval", script]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.strip().split(",") == [sentence_hash(text) for text in texts]


@pytest.mark.parametrize(
    "change",
    [
        {"extra": 1},
        {"format": "diceleaf-sheet"},
        {"version": 2},
        {"game": ""},
        {"name": "x" * 81},
        {"options": {"wounds": 1.5}},
        {"options": {"wounds": [1]}},
        {"rules": {"L-001": {"text": "x", "html": "x"}}},
        {"rules": {"L-001": {"text": "x" * 1201}}},
        {"rules": {f"L-{number}": {"text": "x"} for number in range(301)}},
        {"entries": {"no place": {"hidden": True}}},
        {"entries": {"list#axe": {"hidden": False}}},
        {"hidden": ["list#axe", "list#axe"]},
        {"new": [{"id": "R-1", "after": "L-001", "text": "x"}]},
        {"new": [{"id": f"H-{number}", "after": "L-001", "text": "x"} for number in range(61)]},
    ],
    ids=str,
)
def test_schema_rejects_anything_else(change: dict[str, Any]) -> None:
    assert faults(EXAMPLE | change)
