"""The comparison of compiled rolls, played under Node, with what Python shows for the same dice."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

from hooks.compiled_rolls.tables import SCRIPTS, Table, drawables_of, templates
from rules_py import web
from rules_py.base.errors import format_error
from rules_py.present.links import Places

ROOT = "https://example.org/book/"
_SAMPLE = Path(__file__).with_name("sample.mjs")


class CompiledRollError(RuntimeError):
    """A compiled roll differs from the rules; the message says how."""


def check_tables(tables: Sequence[Table], places: Places, *, rows: int) -> None:
    """Play each table `rows` times. Raises CompiledRollError for the first difference from Python."""
    web.set_rule_locations(json.dumps(places))
    for table, plays in zip(tables, sample(tables, rows), strict=True):
        for played in plays:
            if played["reply"] is not None:
                compare(table, played["faces"], played["reply"])


def sample(tables: Sequence[Table], rows: int) -> list[list[dict[str, Any]]]:
    """Return the plays of each table: faces, and the reply, or None if only the engine can show it."""
    node = shutil.which("node")
    if node is None:
        raise CompiledRollError("Node is missing. Install it and add it to PATH.")
    result = subprocess.run(
        [node, _SAMPLE, str(rows), SCRIPTS, ROOT],
        input=json.dumps({"templates": templates(reduce(or_, map(drawables_of, tables))), "tables": tables}),
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        raise CompiledRollError(f"sample.mjs failed: {result.stderr.strip()}")
    plays: list[list[dict[str, Any]]] = json.loads(result.stdout)
    return plays


def compare(table: Table, faces: Sequence[Any], reply: dict[str, Any]) -> None:
    """Raise CompiledRollError if the engine's reply to these faces is different."""
    request = {
        "action": "resolve",
        "calculator": table["calculator"],
        "inputs": table["inputs"],
        "dice": faces,
        "root": ROOT,
    }
    expected = json.loads(web.respond(json.dumps(request)))
    if expected == reply:
        return
    part = next((name for name in expected if expected[name] != reply.get(name)), "reply")
    where = (
        f"compiled roll of {table['calculator']}, {json.dumps(table['inputs'])}, dice {list(faces)}: {part}"
    )
    raise CompiledRollError(format_error(where, repr(reply.get(part)), repr(expected.get(part))))
