"""The last step of a build: hashed names, service worker and web manifest."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from pathlib import Path

from hooks.offline.bundles import BundleError, bundle_modules, bundle_styles
from hooks.offline.web_manifest import links, write_manifest
from hooks.pages import not_found, policy

_HERE = Path(__file__).parent
# Folders that MkDocs copies without a hash; css comes last, as stylesheets link to fonts and images.
_FOLDERS = ("fonts", "images", "js", "css")

# Files that no page requests: data for other programs and search engines. The engine's worker stores its
# large files after the first use.
_NOT_STORED = re.compile(r"^(engine/.*\.(bin|json)|assets/odds/.*|sitemap\.xml(\.gz)?|_headers|sw\.js)$")


class OfflineBuildError(RuntimeError):
    """The site is not as this step expects it; says how it differs."""


def build(site: Path, name: str, description: str) -> None:
    """Finish the site, which must not be changed afterwards. Raises OfflineBuildError."""
    if not (site / "index.html").is_file():
        raise OfflineBuildError(f"{site}: expected index.html, got nothing")
    try:
        bundle_modules("modules", site / "assets" / "js")
        bundle_styles(site)
    except BundleError as error:
        raise OfflineBuildError(str(error)) from error
    _hash_folders(site)
    [images] = (site / "assets").glob("images-*")
    icons = images.relative_to(site).as_posix()
    write_manifest(site, icons, name, description)
    _offer(site, icons, name)
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
        text = link.sub(lambda found: f"{found[1]}assets/{renamed[found[2]]}/", page.read_text("utf-8"))
        page.write_text(text, "utf-8")


def _pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def _offer(site: Path, icons: str, name: str) -> None:
    """Add the links of the web app to each page, and the offer to store the book with its size."""
    megabytes = _engine_bytes(site) + sum(path.stat().st_size for path in _stored_files(site))
    offer = (_HERE / "offer.html").read_text("utf-8").replace("{megabytes}", f"{megabytes / 1e6:.0f}")
    version = hashlib.sha256("".join(_integrity(path) for path in _stored_files(site)).encode()).hexdigest()[
        :16
    ]
    for page in _pages(site):
        root = "../" * len(page.relative_to(site).parent.parts)
        text = page.read_text("utf-8")
        if page.name != not_found.NAME:  # it is shown at any address, so relative links would fail
            stated = f'<meta name="diceleaf-version" content="{version}">{links(root, icons, name)}'
            text = text.replace("</head>", f"{stated}</head>", 1)
        head, footer, tail = text.rpartition("</footer>")
        page.write_text(f"{head}{offer}{footer}{tail}" if footer else text, "utf-8")


def _engine_bytes(site: Path) -> int:
    """Return the size of the engine in storage, where it is unpacked."""
    manifest = site / "engine" / "manifest.json"
    if not manifest.is_file():
        return 0
    facts = json.loads(manifest.read_text())
    started = [facts["files"][kind] for kind in ("script", "wasm", "snapshot") if kind in facts["files"]]
    return sum(file["unpacked"] for file in [*started, *facts["games"].values()])


def _stored_files(site: Path) -> list[Path]:
    """Return every file of the book except the engine's large ones."""
    files = sorted(path for path in site.rglob("*") if path.is_file())
    return [path for path in files if not _NOT_STORED.search(path.relative_to(site).as_posix())]


def write_service_worker(site: Path) -> None:
    """Write `sw.js`, which contains the hash of every other file."""
    if os.environ.get("DICELEAF_SERVICE_WORKER") == "off":
        text = (_HERE / "service_worker_off.js").read_text("utf-8")
    else:
        files = {_address(path.relative_to(site)): _integrity(path) for path in _stored_files(site)}
        version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
        facts = {"VERSION": version, "FILES": files, "WORKER_POLICY": policy.WORKER}
        stated = "".join(f"const {name} = {json.dumps(fact, indent=0)};\n" for name, fact in facts.items())
        text = stated + (_HERE / "service_worker.js").read_text("utf-8")
    (site / "sw.js").write_text(text, "utf-8")


def _address(path: Path) -> str:
    """Return the address of a file: that of a page is its folder."""
    text = path.as_posix()
    return text.removesuffix("index.html") if path.name == "index.html" else text


def _integrity(path: Path) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
