"""Writes the book as a zip that works when it is unpacked and `index.html` is double-clicked: `python -m
hooks.offline.zip SITE OUT`.

From `file://` a browser lets a page load scripts and styles, but fetch nothing, start no worker from a file
and import no module. So links name `index.html`, our modules become one classic script, and what would be
fetched (the engine) comes as scripts that hold the data; workers start from a Blob.
"""

from __future__ import annotations

import base64
import gzip
import json
import posixpath
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Collection
from pathlib import Path

from hooks.offline.bundles import bundle_modules

_DATE = (1980, 1, 1, 0, 0, 0)
_UNUSED = ("sw.js", "manifest.webmanifest", "sitemap.xml", "sitemap.xml.gz", "404.html", "_headers")
_MODULE = re.compile(r'<script(?=[^>]*\btype="module")[^>]*\bsrc="([^"]*diceleaf\.js)"[^>]*></script>')
_LINK = re.compile(r'\b(href)="([^"#?]*)([#?][^"]*)?"')
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
_SITE_SOURCE = re.compile(r"'self'")
_ONLINE = re.compile(r"<dice-offline.*?</dice-offline>", re.DOTALL)
_ONLINE_LINKS = re.compile(r'<link rel="(?:manifest|preload)"[^>]*>')


def write_zip(site: Path, out: Path) -> None:
    """Write the finished site in the folder `site` as the archive `out`. Same site, same bytes."""
    with tempfile.TemporaryDirectory() as scratch:
        book = Path(scratch) / "diceleaf-book"
        shutil.copytree(site, book, ignore=shutil.ignore_patterns("*.map", *_UNUSED))
        _write_engine(book)
        _bundle_modules(book)
        folders = {page.parent.relative_to(book).as_posix() for page in book.rglob("index.html")}
        for page in sorted(book.rglob("*.html")):
            here = page.parent.relative_to(book).as_posix()
            page.write_text(_page(page.read_text("utf-8"), here, folders), "utf-8")
        _archive(book, out)


def _write_engine(book: Path) -> None:
    """Replace the folder of the engine by one script that holds its files."""
    engine = book / "engine"
    manifest = json.loads((engine / "manifest.json").read_text())
    held = {file["path"]: (engine / file["path"]).read_bytes() for file in manifest["files"].values()}
    # Pyodide's scripts go into the worker's: WebKit runs no second one in a worker that came from a folder.
    scripts = [gzip.decompress(held.pop(manifest["files"][kind]["path"])) for kind in ("script", "loader")]
    held["worker"] = b"\n".join([(engine / manifest["worker"]).read_bytes(), *scripts])
    shutil.rmtree(engine)
    engine.mkdir()
    texts = {name: base64.b64encode(content).decode() for name, content in held.items()}
    (engine / "folder.js").write_text(f"globalThis.diceleafFolder = {json.dumps(texts, indent=0)};\n")


def _bundle_modules(book: Path) -> None:
    """Put our modules together into `diceleaf.js` beside them, as one classic script."""
    [entry] = (book / "assets").glob("js-*/diceleaf.js")
    text = bundle_modules("classic", entry.parent)
    shutil.rmtree(entry.parent)
    entry.parent.mkdir()
    entry.write_text(text, "utf-8")


def _page(text: str, here: str, folders: Collection[str]) -> str:
    """A page in the folder `here`, as it is to be without a server; `folders` have pages."""
    text = _ONLINE_LINKS.sub("", _ONLINE.sub("", text))
    text = _POLICY.sub(lambda policy: _allowed(policy[0]), text)
    text = _LINK.sub(lambda link: f'{link[1]}="{_link(link[2], here, folders)}{link[3] or ""}"', text)
    return _MODULE.sub(lambda script: f'<script src="{script[1]}" defer></script>', text)


def _allowed(policy: str) -> str:
    """What a page from a folder may do: its worker comes as a Blob, and has the policy of the page."""
    more = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    return _SITE_SOURCE.sub("file: blob:", more)


def _link(target: str, here: str, folders: Collection[str]) -> str:
    """A link as it has to be written where no server turns a folder into its page."""
    if not target or ":" in target or target.startswith("/"):
        return target
    meant = posixpath.normpath(posixpath.join(here, target))
    return f"{target.removesuffix('/')}/index.html" if meant in folders else target


def _archive(book: Path, out: Path) -> None:
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(path for path in book.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(book.parent).as_posix(), _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    write_zip(Path(sys.argv[1]), Path(sys.argv[2]))
