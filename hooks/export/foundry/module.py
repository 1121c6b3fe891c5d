"""The module: its manifest and its compendia of journals and tables, as a zip."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from hooks.base.adapter import Page
from hooks.base.site_folders import DOWNLOADS
from hooks.directives.pages import PARTS
from hooks.export.archive import edition_date
from hooks.export.edition import Edition, ExportError, Format
from hooks.export.foundry.documents import Document, link
from hooks.export.foundry.journal import Journals
from hooks.export.foundry.rolls import with_inline_rolls
from hooks.export.foundry.tables import roll_tables, table_uuid
from hooks.export.text import pictures, read_chapters
from hooks.offline.zip import archive
from rules_py.base.paths import BOOK
from rules_py.present.random_table import anchor_of
from rules_py.systems.game import Game

_PACKS = Path(__file__).parent / "packs.mjs"
_TOOL = "@foundryvtt/foundryvtt-cli"
_LOGS = ("LOG", "LOG.old", "LOCK")
"""The files of a compendium that Foundry writes when it opens it."""
_TERM = re.compile(r'<a class="term"[^>]*>(.*?)</a>', re.DOTALL)
"""A word that the glossary explains. In a journal such links, each a button, would hide the text."""


def module_id(game: Game) -> str:
    """Return the id of a book's module, which is also the name of its folder in Foundry."""
    return f"diceleaf-{game.id.replace('_', '-')}".lower()


def _write(edition: Edition, path: Path) -> None:
    """Write the module, and beside it, if the site's address is known, the manifest that installs it."""
    chapters = read_chapters(_with_rolls(edition), "")
    module, game = module_id(edition.game), edition.game
    journals = Journals(edition, chapters, f"{module}.journal")
    tables = f"{module}.tables"

    def linked(rule: str) -> str:
        uuid = journals.uuid_of_anchor(rule)
        return link(uuid, rule) if uuid else escape(rule)

    links = {anchor_of(each): link(table_uuid(each, tables), f"Roll: {each.title}") for each in game.tables}
    packs = {
        "journal": list(journals.documents(_parts(edition), links)),
        "tables": roll_tables(game.tables, tables, linked),
    }
    manifest = _manifest(edition, path.name, [name for name, documents in packs.items() if documents])
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / module
        for picture in pictures(chapters):
            (folder / picture).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(edition.site / picture, folder / picture)
        _write_packs(packs, Path(scratch), folder / "packs")
        (folder / "module.json").write_text(manifest, "utf-8")
        if (BOOK / "LICENSE").is_file():
            shutil.copy(BOOK / "LICENSE", folder / "LICENSE.txt")
        archive(folder, path)
    if edition.site_url:
        path.with_suffix(".json").write_text(manifest, "utf-8")


def _with_rolls(edition: Edition) -> Edition:
    """Return the edition with Foundry's rolls in its pages, and without links to explanations of terms."""

    def changed(page: Page) -> Page:
        other = copy(page)
        other.content = _TERM.sub(r"\1", with_inline_rolls(page.content or ""))
        return other

    return replace(edition, pages=[changed(page) for page in edition.pages])


def _parts(edition: Edition) -> dict[str, str]:
    """Return the title of each chapter's part of the book, by the chapter's name."""
    parts = {str(page.file.name): str(page.meta.get("part") or "") for page in edition.pages}
    return {name: PARTS[part] for name, part in parts.items() if part in PARTS}


def _manifest(edition: Edition, file: str, packs: Sequence[str]) -> str:
    game, source = edition.game, edition.game.source
    labels = {"journal": (game.title, "JournalEntry"), "tables": (f"{game.title}: tables", "RollTable")}
    url = edition.site_url
    address = f"{url}{DOWNLOADS}/{file}"
    own_licence = (BOOK / "LICENSE").is_file()
    facts: dict[str, Any] = {
        "id": module_id(game),
        "title": game.title,
        "description": game.tagline,
        "version": f"{edition_date():%Y.%-m.%-d.%-H%M}",
        "compatibility": {"minimum": "12", "verified": "13"},
        "authors": [{"name": source.author}] if source else [],
        "license": "LICENSE.txt" if own_licence else str(edition.licence["terms"]),
        "packs": [
            {
                "name": name,
                "label": labels[name][0],
                "path": f"packs/{name}",
                "type": labels[name][1],
                "ownership": {"PLAYER": "OBSERVER", "ASSISTANT": "OWNER"},
            }
            for name in packs
        ],
    }
    if url:
        manifest = address.removesuffix(".zip") + ".json"
        facts |= {"url": f"{url}{game.id}/", "manifest": manifest, "download": address}
    return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"


def _write_packs(packs: dict[str, list[Document]], scratch: Path, out: Path) -> None:
    """Write every pack that has documents, with Foundry's own tool. Raises ExportError."""
    sources = scratch / "sources"
    for name, documents in packs.items():
        for place, document in enumerate(documents):
            (sources / name).mkdir(parents=True, exist_ok=True)
            (sources / name / f"{place:04}.json").write_text(json.dumps(document), "utf-8")
    command: list[str | Path] = ["node", _PACKS, sources, out]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise ExportError(f"{_PACKS.name}: {result.stderr.strip()}")
    for each in out.rglob("*"):
        if each.name in _LOGS:
            each.unlink()


def _missing_requirement() -> str | None:
    folder = BOOK / "node_modules" / _TOOL
    return None if folder.is_dir() else f"npm package {_TOOL} is missing; ./site_build.sh installs it"


FORMAT = Format(
    "Foundry VTT",
    "journals and rollable tables for the virtual tabletop",
    "-foundry.zip",
    _write,
    _missing_requirement,
)
