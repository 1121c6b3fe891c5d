"""The start of the engine compared with plain Pyodide, and the response times of a book, in a real browser
in one run.

    python benchmarks/start.py                      a table, measured in Chromium
    python benchmarks/start.py --browser firefox    or webkit
    python benchmarks/start.py --json               {"warm_ratio", "first_ratio",
                                                      "next_page_tap_ms_p95", "roll_ms_p95",
                                                     "odds_ms_p95", "page_kb", "engine_kb"}

A ratio is the time of `loadPyodide` from the npm package of the same version, in a worker, without any rules,
divided by the time from the start of our engine until it can reply; both from the same local server,
alternating. `first` is with nothing stored, each time on a new origin; `warm` is on a later page load. Taps
are measured from the click on a roller's button until the verdict is on the page, on pages reached by instant
navigation; rolls and odds from call to reply, odds once for every calculator at its initial values, and the
slowest at its largest; `half` is the same for the conditional odds after the first of a reader's own dice.
`page_kb` is the largest page with everything it loads before the engine, each file as gzip; `engine_kb` is
what a start fetches, as served. Needs the built site. It takes several minutes, and prints its progress on
standard error.
"""

import argparse
import contextlib
import gzip
import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules_py import games, roll
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from tests.site.browsers import ROOT, SITE, Browser
from tests.site.engines import ENGINES
from tests.site.server import serving

START = "core_rules/start/"
"""An empty page, where the engine starts with the rules of one game."""

FIRST_VISITS = 5
WARM_VISITS = 9
ROLLS = 300
PYODIDE = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ROLL = {
    "action": "roll",
    "calculator": "core_rules.challenge",
    "inputs": {"situation": "average", "steps": 0},
}

PLAIN_WORKER = """
importScripts("pyodide.js");
loadPyodide({indexURL: "./"}).then(() => postMessage("ready"));
"""
PLAIN_START = """
const began = performance.now();
const worker = new Worker("../../plain/worker.js");
await new Promise(done => worker.onmessage = done);
const took = performance.now() - began;
worker.terminate();
return took;
"""
ENGINE = """
const {engine} = await import(args[0]);
"""
OUR_START = (
    ENGINE
    + """
const began = performance.now();
engine.start();
await new Promise((done, fail) => engine.addEventListener("status", () => {
  if (engine.status === "ready") done();
  if (engine.status === "error") fail(new Error(engine.state.message));
}));
const took = performance.now() - began;
if (engine.startup.how !== "snapshot") throw new Error(engine.startup.why);
await new Promise(done => engine.stored === null ? engine.addEventListener("status", done) : done());
return took;
"""
)
CALLS = (
    ENGINE
    + """
const times = [];
for (const request of args[1]) {
  const began = performance.now();
  const reply = await engine.call(request);
  times.push(performance.now() - began);
  if (!reply.ok) throw new Error(reply.message);
}
return times;
"""
)
TAP = """
await Promise.all(["dice-roller", "dice-tray"].map((name) => customElements.whenDefined(name)));
const rollers = [...document.querySelectorAll("dice-roller")];
const roller = rollers.find(each => each.querySelector("[data-part=roll]"));
const shown = () => document.querySelector("dice-tray .outcome");
shown()?.remove(); // it would be changed in place
const began = performance.now();
roller.querySelector("[data-part=roll]").click();
while (!shown()) await new Promise(done => setTimeout(done, 0));
return performance.now() - began;
"""
LOADED = """
await new Promise(done => setTimeout(done, 300));
return [location.href, ...performance.getEntriesByType("resource").map(entry => entry.name)];
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--browser", choices=[*ENGINES], default="chromium")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    if not (SITE / "engine" / "manifest.json").is_file():
        sys.exit("start.py: site/ is not built; run ./site_build.sh first")
    with prepare_site() as site, open_browser(options.browser, site) as browser:
        figures, notes = measure(browser, site)
    if options.json:
        print(json.dumps(figures))
        return
    for name, value in {**figures, **notes}.items():
        print(f"{name:24}{value:10.1f}")


@contextlib.contextmanager
def prepare_site() -> Iterator[Path]:
    """Yield a copy of the site and of plain Pyodide, with an empty page for measurements."""
    with tempfile.TemporaryDirectory() as scratch:
        site = Path(shutil.copytree(SITE, Path(scratch) / "site"))
        (site / "plain").mkdir()
        for name in PYODIDE:
            shutil.copy(ROOT / "node_modules" / "pyodide" / name, site / "plain" / name)
        (site / "plain" / "worker.js").write_text(PLAIN_WORKER)
        worker = json.loads((site / "engine" / "manifest.json").read_text())["worker"]
        (site / START).mkdir()
        (site / START / "index.html").write_text(
            '<!doctype html><title>Start</title><link rel="icon" href="data:,">'
            f'<meta name="diceleaf-engine" content="{worker}">'
        )
        yield site


@contextlib.contextmanager
def open_browser(name: str, site: Path) -> Iterator[Browser]:
    with serving() as proxy, serving(site) as server:
        engine = ENGINES[name](f"127.0.0.1:{proxy.server_port}")
        try:
            yield Browser(engine, server, proxy)
        finally:
            engine.close()


def measure(browser: Browser, site: Path) -> tuple[dict[str, float], dict[str, float]]:
    """Return the results, and the times in milliseconds behind the ratios."""
    [folder] = (site / "assets").glob("js-*")
    script = f"{{}}assets/{folder.name}/engine.js"

    def start(body: str) -> float:
        browser.open(START)
        return browser.eval(body, script.format(browser.server.url))

    now_measuring("first visits")
    first: dict[str, list[float]] = {PLAIN_START: [], OUR_START: []}
    for _ in range(FIRST_VISITS):
        for body, times in first.items():
            browser.serve(site)
            times.append(start(body))
    now_measuring("later visits")
    browser.serve(site)
    warm: dict[str, list[float]] = {PLAIN_START: [], OUR_START: []}
    for body in warm:
        start(body)
        start(body)
    for _ in range(WARM_VISITS):
        for body, times in warm.items():
            times.append(start(body))
    now_measuring("questions")
    browser.open(START)
    address = script.format(browser.server.url)
    rolls = browser.eval(CALLS, address, [ROLL] * ROLLS)
    odds = browser.eval(CALLS, address, odds_at(Calculator.initial_inputs))
    largest = browser.eval(CALLS, address, odds_at(_largest))
    half = browser.eval(CALLS, address, partial_rolls_at(Calculator.initial_inputs))
    largest_half = browser.eval(CALLS, address, partial_rolls_at(_largest))
    medians = [statistics.median(times) for times in (*first.values(), *warm.values())]
    figures = {
        "warm_ratio": medians[2] / medians[3],
        "first_ratio": medians[0] / medians[1],
        "next_page_tap_ms_p95": percentile(taps(browser, site)),
        "roll_ms_p95": percentile(rolls),
        "odds_ms_p95": percentile(odds),
        "page_kb": max(page_bytes(browser, site)) / 1000,
        "engine_kb": engine_bytes(site) / 1000,
    }
    names = ("first_plain_ms", "first_ours_ms", "warm_plain_ms", "warm_ours_ms")
    return figures, dict(zip(names, medians, strict=True)) | {
        "odds_ms_max": max(odds),
        "largest_odds_ms_max": max(largest),
        "half_ms_p95": percentile(half),
        "half_ms_max": max(half),
        "largest_half_ms_max": max(largest_half),
    }


def now_measuring(what: str) -> None:
    print(f"start.py: {what}", file=sys.stderr, flush=True)


def _largest(calculator: Calculator) -> dict:
    return calculator.initial_inputs() | dict(calculator.worst_case)


def odds_at(inputs: Callable[[Calculator], dict]) -> list[dict]:
    """Return a request for the odds of every calculator that has odds, at its `inputs`."""
    calculators = (each for game in games() for each in game.calculators if each.has_odds)
    return [
        {"action": "odds", "calculator": each.id, "inputs": to_jsonable(inputs(each))} for each in calculators
    ]


def partial_rolls_at(inputs: Callable[[Calculator], dict]) -> list[dict]:
    """Return a request for the conditional odds of every calculator that rolls, after its first die."""
    requests = []
    for each in (each for game in games() for each in game.calculators if each.rolls_dice):
        first = roll(each.id, seed=1, **inputs(each)).faces[:1]
        query = {"calculator": each.id, "inputs": to_jsonable(inputs(each)), "dice": to_jsonable(first)}
        requests.append({"action": "partial_roll", **query})
    return requests


def percentile(times: list[float]) -> float:
    """Return the 95th percentile."""
    return sorted(times)[max(0, round(0.95 * len(times)) - 1)]


def pages(site: Path) -> list[str]:
    """Return the paths of the book's pages, relative to the site's root."""
    folders = sorted(path.relative_to(site).parent.as_posix() for path in site.rglob("index.html"))
    return [f"{folder}/" for folder in folders if folder not in (".", START.rstrip("/"))]


def taps(browser: Browser, site: Path) -> list[float]:
    """Return the times from tap to verdict on each page with a roller, reached by instant navigation."""
    rolling = [
        page
        for page in pages(site)
        if not page.startswith(("print/", "embed/"))  # for print, and for frames of other sites
        and "<dice-roller" in (site / page / "index.html").read_text("utf-8")
    ]
    now_measuring(f"taps on {len(rolling)} pages")
    browser.open(rolling[0])
    browser.wait_for("return document.querySelector('dice-roller [data-part=roll]')?.offsetParent !== null")
    browser.eval(TAP)  # starts the engine
    browser.eval("window.sameDocument = true")
    times = []
    for page in [*rolling[1:], rolling[0]]:
        link = "[...document.querySelectorAll('a[href]')].find(link => link.href === args[0])"
        if not browser.eval(
            f"const link = {link}; link?.click(); return Boolean(link)", browser.server.url + page
        ):
            continue
        browser.wait_for(
            "return location.href === args[0] && !!document.querySelector('dice-roller [data-part=roll]')",
            browser.server.url + page,
        )
        times += [browser.eval(TAP) for _ in range(3)]
    if not browser.eval("return window.sameDocument"):
        sys.exit("start.py: instant navigation left the document, so nothing can be said of the next page")
    return times


def page_bytes(browser: Browser, site: Path) -> Iterator[int]:
    """Yield the size of everything that each page loads except the engine, each file as gzip."""
    now_measuring("sizes of all pages")
    for page in pages(site):
        browser.open(page)
        resources = {
            address.removeprefix(browser.server.url).partition("?")[0].partition("#")[0]
            for address in browser.eval(LOADED)
        }
        files = (
            site / path / "index.html" if not path or path.endswith("/") else site / path
            for path in resources
        )
        yield sum(
            len(gzip.compress(file.read_bytes()))
            for file in files
            if file.is_file() and "engine" not in file.parts
        )


def engine_bytes(site: Path) -> int:
    """Return the bytes that a reader of the largest game fetches."""
    manifest = json.loads((site / "engine" / "manifest.json").read_text())
    fetched = [manifest["files"][name]["bytes"] for name in ("script", "wasm", "snapshot", "rules")]
    return manifest["worker_bytes"] + sum(fetched) + max(game["bytes"] for game in manifest["games"].values())


if __name__ == "__main__":
    main()
