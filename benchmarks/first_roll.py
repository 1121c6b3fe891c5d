"""The first roll of a first visit on a slow network, in a real browser.

    python benchmarks/first_roll.py                      twenty pages at 1.6 and 10 Mbit/s, in Chromium
    python benchmarks/first_roll.py --browser firefox    or webkit
    python benchmarks/first_roll.py --pages all          every page with a roller or a button that rolls
    python benchmarks/first_roll.py --json               [{page, mbit, alive_ms, verdict_ms}]

Each page is opened on a new origin, so with nothing stored, over a connection with a latency of 150 ms and a
speed that all files share. `alive_ms` is from the start of the navigation until the first roller responds to
a tap; `verdict_ms` from a tap at that moment until the verdict is in the tray. Needs the built site.
"""

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.start import open_browser
from tests.site.browsers import SITE, Browser
from tests.site.engines import ENGINES
from tests.site.server import Line

LATENCY = 0.15
SPEEDS = (1.6, 10)
"""In Mbit/s."""
PAGES = 20
BUTTON = "dice-roller [data-part=roll], dice-roll-buttons button[data-calculator]"
FIRST_ROLL = """
const soon = () => new Promise((done) => setTimeout(done, 5));
const pressed = () => [...document.querySelectorAll(args[0])].find((each) => {
  const holder = each.closest("dice-roller, dice-roll-buttons");
  return holder.matches(":defined") && each.checkVisibility();
});
while (!pressed() || !document.querySelector("dice-tray:defined")) await soon();
const button = pressed();
const alive = performance.now();
button.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
button.click();
while (!document.querySelector("dice-tray [data-part=result] .outcome__verdict")) await soon();
return [alive, performance.now() - alive];
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--browser", choices=[*ENGINES], default="chromium")
    parser.add_argument("--pages", choices=("some", "all"), default="some")
    parser.add_argument("--json", action="store_true", help="print one JSON list instead of a table")
    options = parser.parse_args()
    pages = rolling_pages()
    if not pages:
        sys.exit("first_roll.py: site/ is not built; run ./site_build.sh first")
    if options.pages == "some":
        pages = [pages[number * len(pages) // PAGES] for number in range(PAGES)]
    with open_browser(options.browser, SITE) as browser:
        figures = [measure(browser, page, mbit) for mbit in SPEEDS for page in pages]
    if options.json:
        print(json.dumps(figures))
        return
    for each in figures:
        print(f"{each['page']:44}{each['mbit']:6} Mbit/s{each['alive_ms']:8.0f}{each['verdict_ms']:8.0f}")
    for mbit in SPEEDS:
        for name in ("alive_ms", "verdict_ms"):
            times = [each[name] for each in figures if each["mbit"] == mbit]
            print(f"{mbit} Mbit/s {name}: median {statistics.median(times):.0f}, largest {max(times):.0f}")


def rolling_pages() -> list[str]:
    """Return the pages with a roller and a tray, without those for print or for frames of other sites."""
    pages = []
    for path in sorted(SITE.glob("*/*/index.html")):
        text = "" if path.parts[-3] in ("print", "embed") else path.read_text("utf-8")
        if "<dice-roller " in text:
            pages.append(f"{path.parent.relative_to(SITE).as_posix()}/")
    return pages


def measure(browser: Browser, page: str, mbit: float) -> dict[str, Any]:
    """Open a page for the first time, and roll as soon as possible."""
    browser.serve(SITE)
    browser.server.compresses = True
    browser.server.line = Line(mbit * 1_000_000 / 8, LATENCY)
    print(f"first_roll.py: {page} at {mbit} Mbit/s", file=sys.stderr, flush=True)
    browser.open(page)
    alive, verdict = browser.eval(FIRST_ROLL, BUTTON)
    return {"page": page, "mbit": mbit, "alive_ms": alive, "verdict_ms": verdict}


if __name__ == "__main__":
    main()
