"""The book as a zip that works without a server: `python -m hooks.offline.zip SITE FOLDER`.

At `file://` a page can load scripts and styles, but can't fetch, import modules or start a worker.
So links name `index.html`, our modules become classic scripts, the engine becomes scripts that contain its
data, and workers start from a Blob. Hosts of games such as itch.io need the same, as they find no page by the
name of its folder. They show it in a frame of another site, at an address that changes with each version.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Collection
from html import escape
from pathlib import Path

import zstandard

from hooks.base.site_folders import DOWNLOADS, EMBED, SHARE
from hooks.offline.bundles import bundle_classic
from hooks.pages import not_found

_DATE = (1980, 1, 1, 0, 0, 0)
_UNUSED = ("sw.js", "manifest.webmanifest", "sitemap.xml", "sitemap.xml.gz", "_headers", *not_found.NAMES)
_MODULE = re.compile(
    r'<script(?=[^>]*\btype="module")[^>]*\bsrc="([^"]*(?:diceleaf|paper)\.js)"[^>]*></script>'
)
_LINK = re.compile(r'\b(?P<start>href="|content="0; url=)(?P<to>[^"#?]*)(?P<rest>[#?][^"]*)?"')
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
_SITE_SOURCE = re.compile(r"'self'")
_ONLINE = re.compile(r"<dice-offline.*?</dice-offline>", re.DOTALL)
_DOWNLOADS = re.compile(r'<p class="title-page__files">.*?</p>', re.DOTALL)
_ONLINE_LINKS = re.compile(
    r'<link rel="(?:manifest|(?:module)?preload)"[^>]*>|<meta name="diceleaf-(?:embed|share)"[^>]*>'
)


def book_name(site: Path) -> str:
    """Return the name of the zip and of the folder in it, from that of the site: `ember-book`."""
    title = str(json.loads((site / "manifest.webmanifest").read_text("utf-8"))["name"])
    words = re.findall(r"\w+", title.lower().replace("’", "").replace("'", ""))
    return "-".join(words if words[-1:] == ["book"] else [*words, "book"])


def write_zip(site: Path, out: Path, *, hosted_as: str = "") -> None:
    """Write the finished site as an archive; the same site gives the same bytes.

    With a name as `hosted_as`, it is for a host of games: its pages are at the top, work in a frame of the
    host, and save under this name.
    """
    mark = f'data-folder="hosted" data-storage="{escape(hosted_as)}"' if hosted_as else "data-folder"
    with tempfile.TemporaryDirectory() as scratch:
        book = Path(scratch) / book_name(site)
        shutil.copytree(site, book, ignore=shutil.ignore_patterns("*.map", *_UNUSED))
        # In a folder, rolls can't be fetched, and no other site or chat shows its pages.
        for unused in ("assets/previews", "assets/rolls", DOWNLOADS, EMBED, SHARE):
            shutil.rmtree(book / unused, ignore_errors=True)
        _write_engine(book)
        _bundle_modules(book)
        folders = {page.parent.relative_to(book).as_posix() for page in book.rglob("index.html")}
        for page in sorted(book.rglob("*.html")):
            here = page.parent.relative_to(book).as_posix()
            page.write_text(_page(page.read_text("utf-8"), here, folders, mark), "utf-8")
        archive(book, out, top="" if hosted_as else book.name)


def _write_engine(book: Path) -> None:
    """Replace the engine's files by one script that contains them."""
    engine = book / "engine"
    manifest = json.loads((engine / "manifest.json").read_text())
    files = [*manifest["files"].values(), *manifest["games"].values()]
    contents = {file["path"]: (engine / file["path"]).read_bytes() for file in files}
    # Pyodide's scripts are part of the worker's: at file:// WebKit loads no second script in a worker.
    scripts = [
        zstandard.decompress(contents.pop(manifest["files"][kind]["path"])) for kind in ("script", "loader")
    ]
    contents["worker"] = b"\n".join([(engine / manifest["worker"]).read_bytes(), *scripts])
    shutil.rmtree(engine)
    engine.mkdir()
    texts = {name: base64.b64encode(content).decode() for name, content in contents.items()}
    (engine / "folder.js").write_text(f"globalThis.diceleafFolder = {json.dumps(texts, indent=0)};\n")


def _bundle_modules(book: Path) -> None:
    """Bundle our modules into classic scripts."""
    [entry] = (book / "assets").glob("js-*/diceleaf.js")
    bundle_classic(entry.parent)


def _page(text: str, here: str, folders: Collection[str], mark: str) -> str:
    """Return a page in the folder `here` for use without a server; `folders` are those with pages, and
    `mark` is what docs/assets/js/site.js knows it by.
    """
    text = text.replace("<html ", f"<html {mark} ", 1)
    text = _DOWNLOADS.sub("", _ONLINE_LINKS.sub("", _ONLINE.sub("", text)))
    text = _POLICY.sub(lambda policy: _policy_of(policy[0]), text)
    text = _LINK.sub(
        lambda link: f'{link["start"]}{_link(link["to"], here, folders)}{link["rest"] or ""}"', text
    )
    return _MODULE.sub(lambda script: f'<script src="{script[1]}" defer></script>', text)


def _policy_of(policy: str) -> str:
    """Return the policy for a folder: the worker is a Blob and inherits the policy of the page, and at
    `file://` no source is the page's own.
    """
    with_wasm = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    return _SITE_SOURCE.sub("'self' file: blob:", with_wasm)


def _link(target: str, here: str, folders: Collection[str]) -> str:
    """Return a link that names the page of a folder, as no server does so."""
    if not target or ":" in target or target.startswith("/"):
        return target
    folder = posixpath.normpath(posixpath.join(here, target))
    return f"{target.removesuffix('/')}/index.html" if folder in folders else target


def archive(folder: Path, out: Path, *, top: str = "") -> None:
    """Write the files of a folder as an archive, below `top` there; the same files give the same bytes."""
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo((Path(top) / path.relative_to(folder)).as_posix(), _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    finished = Path(sys.argv[1])
    name = f"{book_name(finished)}.zip"
    write_zip(finished, Path(sys.argv[2]) / name)
    print(name)
