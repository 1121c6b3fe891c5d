"""Compare what a first visit to each page loads, between two built sites: before and after a change.

    python benchmarks/page_weight.py OTHER               site/ compared with the site in the folder OTHER
    python benchmarks/page_weight.py OTHER --site FOLDER another site compared with it
    python benchmarks/page_weight.py OTHER --json        {page: {"html", "scripts", "styles", "total"}}

A number is the growth in bytes, each file compressed with gzip as hosts do: of the page itself, of the
modules that it preloads, and of its stylesheets. What it loads later, such as the engine, isn't counted, nor
are fonts. Pages for print and pages that only one site has are skipped. No browser is needed, as the HTML of
a page names everything that it loads.
"""

import argparse
import functools
import gzip
import json
import re
import statistics
import sys
from pathlib import Path

SITE = Path(__file__).resolve().parent.parent / "site"
LINKS = {
    "scripts": re.compile(r'<link rel="modulepreload"[^>]* href="([^"]+)"'),
    "styles": re.compile(r'<link rel="stylesheet" href="([^"]+)"'),
}
KIB = 1024

type Sizes = dict[str, int]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("other", type=Path, help="the folder of the site before the change")
    parser.add_argument("--site", type=Path, default=SITE, help="that of the site after it; site/ by default")
    parser.add_argument("--json", action="store_true", help="print the growth of every page as JSON")
    options = parser.parse_args()
    before, after = sizes(options.other), sizes(options.site)
    if not before or not after:
        sys.exit("page_weight.py: no pages found; build both sites first")
    grown = {page: growth(before[page], after[page]) for page in sorted(before.keys() & after.keys())}
    print(json.dumps(grown) if options.json else "\n".join(table(grown)))


def sizes(site: Path) -> dict[str, Sizes]:
    """Return the compressed sizes of each page and of what it loads, by address."""
    pages = [path for path in site.rglob("*.html") if "print" not in path.relative_to(site).parts]
    return {path.relative_to(site).as_posix(): page_sizes(path) for path in pages}


def page_sizes(path: Path) -> Sizes:
    """Return the compressed size of a page, of its modules and of its stylesheets."""
    html = path.read_text("utf-8")
    linked = {kind: {*link.findall(html)} for kind, link in LINKS.items()}
    sizes = {kind: sum(packed((path.parent / each).resolve()) for each in linked[kind]) for kind in linked}
    return {"html": packed(path), **sizes}


@functools.cache
def packed(path: Path) -> int:
    """Return the size of a file compressed with gzip, 0 where it is missing."""
    return len(gzip.compress(path.read_bytes(), mtime=0)) if path.is_file() else 0


def growth(before: Sizes, after: Sizes) -> Sizes:
    """Return the growth of each part of a page, and of all together."""
    grown = {kind: after[kind] - before[kind] for kind in after}
    return {**grown, "total": sum(grown.values())}


def table(grown: dict[str, Sizes]) -> list[str]:
    """Return the pages that have grown most, and the median and the largest of each number."""
    kinds = [*next(iter(grown.values()))]
    most = sorted(grown, key=lambda page: -grown[page]["total"])[:20]
    rows = [(page, [grown[page][kind] for kind in kinds]) for page in most]
    for name, of in (("median", statistics.median), ("largest", max)):
        rows.append((name, [int(of(each[kind] for each in grown.values())) for kind in kinds]))
    over = sum(each["total"] > KIB for each in grown.values())
    return [
        f"{'bytes, gzip':48}" + "".join(f"{kind:>10}" for kind in kinds),
        *(f"{name:48}" + "".join(f"{value:>+10}" for value in values) for name, values in rows),
        f"{len(grown)} pages, {over} of them more than 1 KiB heavier",
    ]


if __name__ == "__main__":
    main()
