"""A book as data: every rule, ruling, term, list, table, foe, calculator and example, as JSON with a schema.

The schema `docs/assets/schema/book-1.json` describes each field; the site serves it. Fields whose value is
empty are left out, except where the schema requires them.
"""

from __future__ import annotations

import json
from pathlib import Path

from hooks.export.data.book import SCHEMA, to_data
from hooks.export.edition import Edition, Format

__all__ = ["FORMAT", "SCHEMA", "to_data"]


def _write(edition: Edition, path: Path) -> None:
    path.write_text(json.dumps(to_data(edition), ensure_ascii=False, indent=1) + "\n", "utf-8")


FORMAT = Format("JSON", "the rules, tables, foes and calculators as data, for programs", ".json", _write)
