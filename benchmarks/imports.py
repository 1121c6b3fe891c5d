"""Whole imports: rulebooks of all dialects, imported, built, and compared word for word with their source.

    python benchmarks/imports.py FOLDER                  a table with a row for each source in FOLDER
    python benchmarks/imports.py FOLDER cairn fate       only these
    python benchmarks/imports.py FOLDER --differences    also the words that differ, with those before them

FOLDER has a copy of each repository in SOURCES, under the source's name. The repositories are public; their
texts are never added to ours. A message is a line of the report that the author has to act on;
`places` are the lines of the source that messages name. Both are also printed per 1,000 words.
`missing` and `extra` are words that the page lacks or adds, `reported` missing words whose line is left out
according to the report, and `moved` words that are elsewhere on the page. Words that the site itself adds,
such as the labels of rollers, don't count. Needs `node_modules`, and takes half a minute to several minutes
per source.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from selectolax.lexbor import LexborHTMLParser  # noqa: E402

from hooks.importing import Options, Result, run, sources, words  # noqa: E402

SOURCES = {
    "cairn": ("yochaigal/cairn", "."),
    "translations": ("yochaigal/cairn", "localization"),
    "questworlds": ("ChaosiumInc/QuestWorlds", "."),
    "openlegend": ("openlegend/core-rules", "core/src"),
    "blades": ("amazingrando/blades-in-the-dark-srd-content", "."),
    "homebrewery": ("naturalcrit/homebrewery", "client/homebrew/pages/homePage/welcome_msg.md"),
    "thirteenth_age": ("Obsidian-TTRPG-Community/13th-Age-SRD-Markdown", "."),
    "ironsworn": ("Obsidian-TTRPG-Community/Ironsworn-SRD-Markdown", "."),
    "datasworn": ("rsek/datasworn", "markdown"),
    "fate": ("brunobord/fate-srd-markdown", "markdown"),
}
"""The repository of each source, and the part that is imported."""

_ADDED = (
    "[hidden], [aria-hidden=true], [role=status], .visually-hidden, button, form, script, svg, dice-roller, "
    ".headerlink, .title-page__tagline, .title-page__actions, .page-header, .chance__odds, .footnote-ref, "
    ".footnote-backref, .entries th[scope=col]:last-child, .entries td:last-child, .entries__onward, "
    "#licence-and-credit, #licence-and-credit ~ *"
)
"""Text that the site and the import add to a page."""


@dataclass
class Comparison:
    """The words of a source beside those of its pages."""

    missing: Counter[str]
    extra: Counter[str]
    moved: Counter[str]
    reported: Counter[str]
    places: Sequence[str]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="name")
    parser.add_argument("--differences", action="store_true", help="print the words that differ")
    parser.add_argument("--into", type=Path, help="keep the books in this folder")
    options = parser.parse_args()
    print(
        "source          files    words  messages  per 1,000  places  per 1,000  build  missing  reported"
        "  extra  moved  import"
    )
    with tempfile.TemporaryDirectory() as temporary:
        for name in options.names or SOURCES:
            _measure(name, options.folder, options.into or Path(temporary), options.differences)


def _measure(name: str, folder: Path, into: Path, differences: bool) -> None:
    repository, path = SOURCES[name]
    source = folder / name / path
    if not source.exists():
        source = folder / repository.rpartition("/")[2].lower() / path
    started = time.monotonic()
    result = run(source, Options(into / name, name.replace("_", " ").title()))
    seconds = time.monotonic() - started
    messages = [each for each in result.messages if each.needs_action]
    failure = _build(into / name)
    files = len({page.source for page in result.pages if not page.is_made})
    row = f"{name:14} {files:6,} {result.words:8,}"
    for count, width in ((len(messages), 9), (sum(len(each.lines) for each in messages), 7)):
        row += f" {count:{width}} {1000 * count / result.words:10.2f}"
    if failure:
        print(f"{row}  fails: {failure}", flush=True)
        return
    comparisons = [*_compare(source, result, into / name / "site")]
    totals = [sum(sum(getattr(each, kind).values()) for each in comparisons) for kind in _COLUMNS]
    print(
        f"{row}     ok {totals[0]:8} {totals[1]:9} {totals[2]:6} {totals[3]:6} {seconds:6.1f} s", flush=True
    )
    if differences:
        print(*(place for each in comparisons for place in each.places), sep="\n")


_COLUMNS = ("missing", "reported", "extra", "moved")


def _build(book: Path) -> str:
    """Build the book by its own wheel and return the first warning or error, or "" if there is none."""
    packages = book / ".cache" / "packages"
    with zipfile.ZipFile(next((book / "wheels").glob("diceleaf-*.whl"))) as wheel:
        wheel.extractall(packages)
    for link in (book, packages.parent):
        if not (link / "node_modules").exists():
            (link / "node_modules").symlink_to(ROOT / "node_modules")
    downloads = ROOT / ".cache" / "downloads"
    if downloads.is_dir() and not (book / ".cache" / "downloads").exists():
        (book / ".cache" / "downloads").symlink_to(downloads)
    site_packages = next(path for path in sys.path if path.endswith("site-packages"))
    command = [sys.executable, "-S", "-m", "hooks", "build", "--strict", "--clean", "--site-dir", "site"]
    settings = {
        "PYTHONPATH": f"{packages}{os.pathsep}{site_packages}",
        "SOURCE_DATE_EPOCH": "1700000000",
        "TZ": "UTC",
    }
    result = subprocess.run(command, cwd=book, env=os.environ | settings, capture_output=True, text=True)
    if not result.returncode:
        return ""
    lines = [
        line
        for line in result.stderr.splitlines()
        if not line.startswith(("INFO", "Aborted")) and line.strip()
    ]
    return lines[0] if lines else f"exit code {result.returncode}"


def _compare(source: Path, result: Result, site: Path) -> Iterator[Comparison]:
    for each in sources.read(source).pages:
        left_out = {note.line for note in result.notes if note.leaves_out and note.file == each.path}
        pages = [page for page in result.pages if page.source == each.path]
        of_pages = [
            word
            for page in pages
            for word in _words_of_page(site / result.game / ("" if page.name == "index" else page.name))
        ]
        titles = Counter(word for page in pages for word in words.of_html(page.title))
        dropped = Counter(
            word for line in each.lines if line.number in left_out for word in words.of_line(line)
        )
        yield _difference(each.path, words.of_source(each.lines), of_pages, dropped, titles)


def _words_of_page(folder: Path) -> list[str]:
    html = (folder / "index.html").read_text("utf-8")
    article = LexborHTMLParser(words.BLOCKS.sub(" <", html)).css_first("article")
    assert article is not None
    for each in article.css(_ADDED):
        each.decompose()
    return words.of_text(article.text())


def _difference(
    name: str, expected: Sequence[str], actual: Sequence[str], dropped: Counter[str], titles: Counter[str]
) -> Comparison:
    """Return the output of `diff`, without titles that the import has written."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / each for each in ("source", "page")]
        for path, text in zip(paths, (expected, actual), strict=True):
            path.write_text("".join(f"{word}\n" for word in text), "utf-8")
        diff = subprocess.run(["diff", "--minimal", "-U3", *paths], capture_output=True, text=True).stdout
    deleted: Counter[str] = Counter()
    inserted: Counter[str] = Counter()
    places: list[str] = []
    for line in diff.splitlines()[2:]:
        kind, word = line[:1], line[1:]
        if kind == "@":
            places.append(f"  {name}:")
        else:
            (deleted if kind == "-" else inserted if kind == "+" else Counter())[word] += 1
            places[-1] += f" {line.strip()}"
    missing, extra = deleted - inserted, inserted - deleted - titles
    return Comparison(missing - dropped, extra, deleted & inserted, missing & dropped, places)


if __name__ == "__main__":
    main()
