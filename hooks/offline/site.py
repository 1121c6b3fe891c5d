"""The last step of a build: hashed names, service worker and web manifest."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hooks.base.site_folders import BUILT, EMBED, PRINT
from hooks.offline.bundles import BundleError, bundle_modules, bundle_styles
from hooks.offline.web_manifest import links, write_manifest
from hooks.pages import not_found, policy

_HERE = Path(__file__).parent
# Folders that MkDocs copies without a hash; css comes last, as stylesheets link to fonts and images.
_FOLDERS = ("fonts", "images", "js", "css")

# Files that no stored page needs: books as files, data for other programs and search engines, and rolls that
# the engine makes as well. The engine's worker stores its large files after the first use.
_NOT_STORED = re.compile(
    r"^(engine/.*\.(bin|json)|assets/(odds|previews|rolls|schema)/.*|(downloads|embed|r)/.*"
    r"|sitemap\.xml(\.gz)?|_headers|sw\.js)$"
)

_FOR_EVERYONE = BUILT - {PRINT} | {"", "tools"}
"""The top folders that every reader uses; the others are stored with their book, or with all."""

_CHOICE = (
    '<p class="offline__line"><button type="button" class="md-button" data-part="save" data-books="{books}">'
    "{label}</button> <span>{size}</span></p>"
)


class OfflineBuildError(RuntimeError):
    """The site isn't as this step expects it; the message says how it differs."""


def build(site: Path, name: str, description: str, books: Mapping[str, str]) -> None:
    """Finish the site, which must not be changed afterwards; `books` are their titles by folder.

    Raises OfflineBuildError.
    """
    if not (site / "index.html").is_file():
        raise OfflineBuildError(f"{site}: expected index.html, got nothing")
    try:
        bundle_styles(site)
        bundle_modules(site)
    except BundleError as error:
        raise OfflineBuildError(str(error)) from error
    _hash_folders(site)
    [images] = (site / "assets").glob("images-*")
    icons = images.relative_to(site).as_posix()
    write_manifest(site, icons, name, description)
    _offer(site, icons, name, books)
    write_service_worker(site)


def _hash_folders(site: Path) -> None:
    """Add a hash of its content to the name of each folder of our assets, and update the links.

    So a page can only load the scripts, styles, fonts and images it was built with.
    """
    renamed: dict[str, str] = {}
    for folder in _FOLDERS:
        path = site / "assets" / folder
        if not path.is_dir():
            continue
        total = hashlib.sha256()
        for file in sorted(file for file in path.rglob("*") if file.is_file()):
            total.update(
                f"{file.relative_to(path)}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode()
            )
        renamed[folder] = f"{folder}-{total.hexdigest()[:12]}"
        path.rename(path.with_name(renamed[folder]))
        for sheet in site.glob("assets/css/*.css"):
            text = sheet.read_text("utf-8").replace(f"../{folder}/", f"../{renamed[folder]}/")
            sheet.write_text(text, "utf-8")
    link = re.compile(rf'((?:src|href|data-font)="[^":]*)\bassets/({"|".join(renamed)})/')
    for page in _pages(site):
        text = link.sub(lambda match: f"{match[1]}assets/{renamed[match[2]]}/", page.read_text("utf-8"))
        page.write_text(text, "utf-8")


def _pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def _offer(site: Path, icons: str, name: str, books: Mapping[str, str]) -> None:
    """Add the links of the web app to each page, and the offer to store its book or all, with sizes."""
    offers = _offers(site, books)
    version = hashlib.sha256("".join(_integrity(path) for path in _stored_files(site)).encode()).hexdigest()[
        :16
    ]
    for page in _pages(site):
        path = page.relative_to(site)
        root = "../" * len(path.parent.parts)
        text = page.read_text("utf-8")
        # Others are shown at any address, where relative links would fail, or in another site.
        if page.name not in not_found.NAMES and path.parts[0] != EMBED:
            head_elements = f'<meta name="diceleaf-version" content="{version}">{links(root, icons, name)}'
            text = text.replace("</head>", f"{head_elements}</head>", 1)
        head, footer, tail = text.rpartition("</footer>")
        offer = offers.get(_book_of(path), offers[""])
        page.write_text(f"{head}{offer}{footer}{tail}" if footer else text, "utf-8")


def _offers(site: Path, books: Mapping[str, str]) -> dict[str, str]:
    """Return the offer on the pages of each book, and under "" that on other pages."""
    sizes = {"": _engine_size(site)}
    for path in _stored_files(site):
        book = _book_of(path.relative_to(site))
        sizes[book] = sizes.get(book, _game_size(site, book)) + _size_of(path)
    everything = sum(sizes.values(), _Size())
    many = len(books) > 1
    all_label = f"Save all {len(books)} books" if many else "Save for offline use"
    every = _CHOICE.format(books="all", label=all_label, size=everything)
    offers = {"": every}
    for book, title in books.items() if many else ():
        size = sizes[""] + sizes[book]
        offers[book] = _CHOICE.format(books=book, label=f"Save {html.escape(title)}", size=size) + every
    template = (_HERE / "offer.html").read_text("utf-8")
    return {book: template.replace("{choices}", choices) for book, choices in offers.items()}


@dataclass(frozen=True)
class _Size:
    """The bytes to download, packed as hosts send them, and those in storage."""

    download: int = 0
    stored: int = 0

    def __add__(self, other: _Size) -> _Size:
        return _Size(self.download + other.download, self.stored + other.stored)

    def __str__(self) -> str:
        return f"{self.download / 1e6:.1f} MB to download, {self.stored / 1e6:.0f} MB on this device"


def _size_of(path: Path) -> _Size:
    content = path.read_bytes()
    return _Size(len(gzip.compress(content)), len(content))


def _engine_size(site: Path) -> _Size:
    """Return the size of the engine, which is stored unpacked."""
    manifest = site / "engine" / "manifest.json"
    if not manifest.is_file():
        return _Size()
    facts = json.loads(manifest.read_text())
    file_entries = [facts["files"][kind] for kind in ("script", "wasm", "snapshot") if kind in facts["files"]]
    return sum(map(_size_of_engine_file, file_entries), _Size())


def _game_size(site: Path, game: str) -> _Size:
    """Return the size of a game's part of the engine."""
    manifest = site / "engine" / "manifest.json"
    games = json.loads(manifest.read_text())["games"] if manifest.is_file() else {}
    return _size_of_engine_file(games[game]) if game in games else _Size()


def _size_of_engine_file(file: Mapping[str, Any]) -> _Size:
    return _Size(file["bytes"], file["unpacked"])


def _book_of(path: Path) -> str:
    """Return the folder of the book that alone needs this file of the site, or "" if every reader does."""
    folder, *inner_folders = path.parts[:-1] or ("",)
    if folder == PRINT:
        return inner_folders[0]
    return "" if folder in _FOR_EVERYONE else folder


def _stored_files(site: Path) -> list[Path]:
    """Return every file of the book except the engine's large ones."""
    files = sorted(path for path in site.rglob("*") if path.is_file())
    return [path for path in files if not _NOT_STORED.search(path.relative_to(site).as_posix())]


def write_service_worker(site: Path) -> None:
    """Write `sw.js`, which contains the hash of every other file."""
    if os.environ.get("DICELEAF_SERVICE_WORKER") == "off":
        text = (_HERE / "service_worker_off.js").read_text("utf-8")
    else:
        books: dict[str, dict[str, str]] = {"": {}}
        for path in _stored_files(site):
            address_path = path.relative_to(site)
            books.setdefault(_book_of(address_path), {})[_address(address_path)] = _integrity(path)
        version = hashlib.sha256(json.dumps(books).encode()).hexdigest()[:16]
        shared = books.pop("")
        facts = {"VERSION": version, "SHARED": shared, "BOOKS": books, "WORKER_POLICY": policy.WORKER}
        constants = "".join(f"const {name} = {json.dumps(fact, indent=0)};\n" for name, fact in facts.items())
        text = constants + (_HERE / "service_worker.js").read_text("utf-8")
    (site / "sw.js").write_text(text, "utf-8")


def _address(path: Path) -> str:
    """Return the address of a file: that of a page is its folder."""
    text = path.as_posix()
    return text.removesuffix("index.html") if path.name == "index.html" else text


def _integrity(path: Path) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
