"""Measure page load and accessibility on a phone with Lighthouse: `./site_build.sh bench`.

    python benchmarks/reading.py            a table: the home page, a chapter, and the longest page
    python benchmarks/reading.py --json     {page: {"performance", "accessibility", "best-practices", …}}

Lighthouse emulates a phone with a slow processor on a slow network; the local server compresses text like
GitHub Pages. The results are those of the median run. Run nothing else at the same time. Needs the built
site, Chromium, and the packages in `benchmarks/lighthouse/package-lock.json`.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.site.browsers import SITE
from tests.site.server import serving

LIGHTHOUSE = Path(__file__).parent / "lighthouse" / "node_modules" / ".bin" / "lighthouse"
CHAPTER = "dichotomy/combat/"
RUNS = 5
OF_A_HUNDRED = ("performance", "accessibility", "best-practices", "seo")
WAITS = {
    "first_paint_ms": "first-contentful-paint",
    "largest_paint_ms": "largest-contentful-paint",
    "blocked_ms": "total-blocking-time",
    "shift": "cumulative-layout-shift",
}
ENGINE = "/book/engine/"  # files that are fetched only before the first roll
BEFORE_ENGINE = "bytes"

type Figures = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"looks at each page, {RUNS} unless told")
    query = parser.parse_args()
    with serving(SITE) as server:
        server.compresses = True
        figures = {page: measured(server.url + page, query.runs) for page in ("", CHAPTER, longest_page())}
    if query.json:
        print(json.dumps(figures))
    else:
        print(*table(figures), sep="\n")


def longest_page() -> str:
    """Return the address of the largest page below the site, without those for print."""
    pages = [page for page in SITE.rglob("index.html") if "print" not in page.relative_to(SITE).parts]
    return f"{max(pages, key=lambda page: page.stat().st_size).parent.relative_to(SITE).as_posix()}/"


def measured(address: str, runs: int) -> Figures:
    looks = [look(address) for _ in range(runs)]
    return {name: statistics.median(one[name] for one in looks) for name in looks[0]}


def look(address: str) -> Figures:
    """Return the scores of one visit, from 0 to 100, and the measurements behind them."""
    command: list[str | Path] = [
        LIGHTHOUSE,
        address,
        "--quiet",
        "--output=json",
        "--chrome-flags=--headless=new --no-sandbox",
    ]
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    surroundings = os.environ | ({"CHROME_PATH": chromium} if chromium else {})
    result = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
    report: dict[str, Any] = json.loads(result.stdout)
    scores = {name: 100 * report["categories"][name]["score"] for name in OF_A_HUNDRED}
    waits = {name: report["audits"][audit]["numericValue"] for name, audit in WAITS.items()}
    fetched = report["audits"]["network-requests"]["details"]["items"]
    weight = sum(each["transferSize"] for each in fetched if ENGINE not in each["url"])
    return scores | waits | {BEFORE_ENGINE: weight}


def table(figures: dict[str, Figures]) -> list[str]:
    head = ["page", *OF_A_HUNDRED, *WAITS, BEFORE_ENGINE]
    rows = [[page or "home", *(f"{value:.4g}" for value in one.values())] for page, one in figures.items()]
    wide = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    sized = [map(str.rjust, row, wide) for row in (head, *rows)]
    return ["  ".join(row) for row in sized]


if __name__ == "__main__":
    main()
