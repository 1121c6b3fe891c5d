"""MiniSearch, the library behind the search by words, as the pages load it."""

from pathlib import Path

LIBRARY = "assets/js/finding/minisearch.js"
"""Where it lies on the site: beside the modules that import it."""


def library(root: Path) -> str:
    """The library as one module, with its licence; `root` holds `node_modules`."""
    package = root / "node_modules" / "minisearch"
    licence = (package / "LICENSE.txt").read_text("utf-8").strip()
    source = (package / "dist" / "es" / "index.js").read_text("utf-8")
    return f"/*! MiniSearch\n{licence}\n*/\n{source.partition('//# sourceMappingURL')[0]}"
