"""Puts our JavaScript modules, and a site's stylesheets, together with esbuild."""

import re
import subprocess
from pathlib import Path

_HERE = Path(__file__).parent
_SHEET = re.compile(r'<link rel="stylesheet" href="(?P<root>[^"]*?)(?P<path>assets/[^"]+)">\s*')
STYLES = "assets/css/book.css"


class BundleError(RuntimeError):
    """The modules or sheets can't be put together; says why."""


def bundle_modules(form: str, folder: Path) -> str:
    """Do what `bundle_modules.mjs` does in the form "classic" or "modules"; returns what it prints.

    Raises BundleError.
    """
    return _run("bundle_modules.mjs", form, folder)


def bundle_styles(site: Path) -> None:
    """Make the stylesheets of the pages below `site`, the same on each that has any, one sheet that they ask
    for instead: each of a dozen and more would have to arrive before anything is shown.

    Raises BundleError.
    """
    texts = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    pages = {path: text for path, text in texts.items() if _SHEET.search(text)}
    asked = {tuple(sheet["path"] for sheet in _SHEET.finditer(text)) for text in pages.values()}
    if len(asked) != 1:
        raise BundleError(f"{site}: expected the same stylesheets on every page, found {sorted(asked)}")
    [sheets] = asked
    _run("bundle_styles.mjs", site, STYLES, *sheets)
    for path, text in pages.items():
        first = next(_SHEET.finditer(text))
        one = f'<link rel="stylesheet" href="{first["root"]}{STYLES}">'
        rest = _SHEET.sub("", text[first.end() :])
        path.write_text(text[: first.start()] + one + rest, "utf-8")
    for sheet in sheets:
        (site / sheet).unlink()


def _run(script: str, *arguments: str | Path) -> str:
    command = ["node", _HERE / script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BundleError(f"{script}: {done.stderr.strip()}")
    return done.stdout
