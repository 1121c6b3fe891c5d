"""The writing of files during a build."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def write_json(path: Path, data: Any) -> None:
    """Write JSON data atomically. A file with the same content stays untouched, as live reload watches it."""
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{os.getpid()}-{path.name}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)
