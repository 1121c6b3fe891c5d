"""Foundry modules, read back with Foundry's own tool."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

READ = """
import { extractPack } from "@foundryvtt/foundryvtt-cli";
for (const pack of process.argv.slice(1)) await extractPack(`${pack}`, `${pack}-read`);
"""
UUID = re.compile(r"@UUID\[(?P<uuid>[^\]]+)\]\{(?P<label>[^}]+)\}")
ROLL = re.compile(r"\[\[/r (?P<dice>[^\]]+)\]\]")
ID = re.compile(r"[A-Za-z0-9]{16}")

COMMON = {"_id": str, "flags": dict, "_stats": dict}
ENTRY = COMMON | {"name": str, "pages": list, "folder": (str, type(None)), "sort": int, "ownership": dict}
PAGE = COMMON | {
    "name": str,
    "type": str,
    "title": dict,
    "image": dict,
    "text": dict,
    "video": dict,
    "system": dict,
    "sort": int,
    "ownership": dict,
}
TABLE = COMMON | {
    "name": str,
    "formula": str,
    "results": list,
    "replacement": bool,
    "displayRoll": bool,
    "description": str,
}
RESULT = COMMON | {"type": str, "text": str, "description": str, "range": list, "weight": int, "drawn": bool}
FOLDER = COMMON | {"name": str, "type": str, "sorting": str, "sort": int}
"""The fields of Foundry's documents and their types, as its API documentation has them."""


def read_module(module: Path, folder: Path) -> tuple[Any, list[Any]]:
    with zipfile.ZipFile(module) as packed:
        packed.extractall(folder)
    manifest = json.loads((folder / "module.json").read_text("utf-8"))
    packs = [folder / each["path"] for each in manifest["packs"]]
    command: list[str | Path] = ["node", "--input-type=module", "--eval", READ, "--", *packs]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    files = [path for pack in packs for path in sorted(Path(f"{pack}-read").glob("*.json"))]
    return manifest, [json.loads(path.read_text("utf-8")) for path in files]


def assert_fields(document: Any, fields: dict[str, Any]) -> None:
    for name, kind in fields.items():
        assert isinstance(document[name], kind), (document["_id"], name, document.get(name))
    assert ID.fullmatch(document["_id"])
