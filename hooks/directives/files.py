"""Files that a build makes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def write_json(path: Path, data: Any) -> None:
    """Write plain data, all or nothing. Leave alone a file that holds it already: live reload watches."""
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{os.getpid()}-{path.name}")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
