"""The npm packages whose modules the pages load, each published with its licence beside our own modules."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = "assets/js/libraries"
"""Their folder on the site."""


@dataclass(frozen=True)
class Library:
    """A package with its folder in `node_modules`, and its module and licence there."""

    title: str
    use: str
    package: str
    module: str
    licence: str = "LICENSE"

    @property
    def path(self) -> str:
        """The path of its module on the site."""
        return f"{FOLDER}/{self.package}.js"

    def text(self, root: Path) -> str:
        """Return the module after its licence; `root` contains `node_modules`."""
        folder = root / "node_modules" / self.package
        licence = (folder / self.licence).read_text("utf-8").strip()
        source = (folder / self.module).read_text("utf-8")
        return f"/*! {self.title}\n{licence}\n*/\n{source.partition('//# sourceMappingURL')[0]}"


LIBRARIES = (
    Library("MiniSearch", "Full-text search.", "minisearch", "dist/es/index.js", "LICENSE.txt"),
    Library("idb", "Promises for the browser’s database.", "idb", "build/index.js"),
    Library("Lean QR", "QR codes.", "lean-qr", "index.mjs"),
)
