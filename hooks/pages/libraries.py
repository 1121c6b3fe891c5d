"""The npm packages whose modules the pages load: each lies beside our own modules, with its licence."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = "assets/js/libraries"
"""Where they lie on the site."""


@dataclass(frozen=True)
class Library:
    """A package: its name and use for people, its folder in `node_modules`, and its one module and licence
    there.
    """

    title: str
    use: str
    package: str
    module: str
    licence: str = "LICENSE"

    @property
    def path(self) -> str:
        """Where its module lies on the site."""
        return f"{FOLDER}/{self.package}.js"

    def text(self, root: Path) -> str:
        """The module behind its licence; `root` holds `node_modules`."""
        folder = root / "node_modules" / self.package
        licence = (folder / self.licence).read_text("utf-8").strip()
        source = (folder / self.module).read_text("utf-8")
        return f"/*! {self.title}\n{licence}\n*/\n{source.partition('//# sourceMappingURL')[0]}"


LIBRARIES = (
    Library("MiniSearch", "The search by words.", "minisearch", "dist/es/index.js", "LICENSE.txt"),
    Library("idb", "The browser’s database, in promises.", "idb", "build/index.js"),
    Library("Lean QR", "Codes to be photographed.", "lean-qr", "index.mjs"),
)
