"""Import a rulebook: `diceleaf import` makes a book of Markdown that was written for other tools."""

from __future__ import annotations

from hooks.importing.importer import Options, Result, run

__all__ = ["Options", "Result", "run"]
