"""Options, the built site, and the requirements of each test."""

import gc
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from typing import override

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from hooks.offline.zip import write_zip
from tests.site.engines import ENGINES
from tests.tiers import NEEDS_SITE, TIERS, changed_files, chosen_for_unit, tier_of
from tests.waiting import one_at_a_time, wait_for_browsers

ROOT = Path(__file__).parents[1]

SLOW_TO_START = [engine for engine in ENGINES if engine != "chromium"]
"""The browsers whose tests get one worker each."""
BUILDS_THE_SITE = "tests/directives/test_sixth_game.py"
"""The file that begins: its worker builds the site, while others run tests that don't need it."""
MIN_REPORTED_DURATION = 0.1  # seconds

pytest_plugins = ["tests.site.browsers", "hooks.pytest_plugin", "tests.snapshots"]

# No deadline, as the machine can be busy. In CI the examples are always the same, so that failures recur.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tier", choices=TIERS, help="run one tier of the tests; see CONTRIBUTING.md")
    parser.addoption("--quick", action="store_true", help="skip tests that need a browser or build a site")
    parser.addoption(
        "--all-browsers", action="store_true", help="run tests marked alike in all three browsers"
    )
    parser.addoption(
        "--all-pages", action="store_true", help="check every page, not only one of each structure"
    )


def pytest_configure() -> None:
    """Handle SIGTERM like Ctrl-C, so that browsers are closed."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without a test of the unit tier, as importing all of them takes as long as a third of it."""
    if config.getoption("--tier") != "unit" or not collection_path.name.startswith("test_"):
        return None
    return None if chosen_for_unit(collection_path, changed_files()) else True


@pytest.hookimpl(tryfirst=True)  # before `-m` and xdist
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that need the built site or a browser, and deselect those of other tiers.

    A browser test that fails is retried once, as a busy machine can break its timing. The terminal summary
    lists these failures.
    """
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "site" in fixtures:
            item.add_marker("site")
        if "engine_name" in fixtures:
            item.add_marker("browser")
            item.add_marker(pytest.mark.flaky(reruns=1))
    waiting = {item.path for item in items if item.get_closest_marker("site")}
    items.sort(key=lambda item: _rank(item, waits=item.path in waiting))
    left_out = set[pytest.Item]()
    if config.getoption("--quick"):
        left_out |= {item for item in items for mark in NEEDS_SITE if item.get_closest_marker(mark)}
    if tier := config.getoption("--tier"):
        left_out |= {item for item in items if tier_of(item) != tier}
    if not config.getoption("--all-browsers"):
        left_out |= {
            item for item in items if item.get_closest_marker("alike") and _browser(item) != "chromium"
        }
    if left_out:
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Exclude existing objects from garbage collection, which otherwise takes 5% of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Report set-up and tear-down from a worker only if they failed or were slow.

    Sending a report takes as long as many tests.
    """
    if not hasattr(item.config, "workerinput") or item.get_closest_marker("flaky"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.duration > MIN_REPORTED_DURATION:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the failures of tests that were retried."""
    retried = terminalreporter.getreports("rerun")
    if retried:
        terminalreporter.section("failed, then retried")
    for report in retried:
        terminalreporter.line(f"{report.nodeid}\n{report.longreprtext}\n")


def _rank(item: pytest.Item, *, waits: bool) -> int:
    """Return the place of a test in the order: long tests run first, but for files that wait for the site."""
    if item.nodeid.startswith(BUILDS_THE_SITE):
        return 0
    if item.get_closest_marker("slow"):
        return 3 if waits else 1
    if item.nodeid.startswith("tests/contracts/") and not waits:
        return 2
    return 4 if _browser(item) else 5


def _browser(item: pytest.Item) -> str | None:
    """Return the browser a test runs in, or None."""
    call = getattr(item, "callspec", None)
    return call and call.params.get("engine_name")


class SharedScheduling(LoadScopeScheduling):
    """A scheduler that sends tests with shared fixtures to the same worker.

    These are the tests of a file, and the tests of a browser that starts slowly. (The marks of
    `--dist=loadgroup` have no effect in pytest 9.)
    """

    @override
    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # the file with the most tests isn't the slowest

    @override
    def _split_scope(self, nodeid: str) -> str:
        path, _, name = nodeid.partition("::")
        for browser in SLOW_TO_START:
            if re.search(rf"[\[-]{browser}[\]-]", name):
                return browser
        if path.startswith("tests/contracts/") and (calculator := re.search(r"\[\w+\.\w+\]$", name)):
            return f"contracts of {calculator[0]}"  # they share cached odds
        return path


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> SharedScheduling:
    return SharedScheduling(config, log)


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site.

    The script builds it if it is outdated, and makes other workers wait. Printing the books needs a browser.
    """
    wait_for_browsers()
    built = subprocess.run(
        [ROOT / "site_build.sh", "export"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if built.returncode:
        pytest.fail(f"./site_build.sh export ended with {built.returncode}:\n{built.stderr}")
    return ROOT / "site"


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all workers of the run share."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


@pytest.fixture(scope="session")
def book_zip(site: Path, shared_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as a ZIP, which all workers share and must not change."""
    path = shared_folder / "book.zip"
    with one_at_a_time(shared_folder / "book.lock"):
        if not path.is_file():
            unfinished = tmp_path_factory.getbasetemp() / "unfinished.zip"
            write_zip(site, unfinished)
            unfinished.rename(path)
    return path


@pytest.fixture(scope="session")
def node() -> str:
    """The path of Node. If there is none, its tests are skipped, but fail in CI."""
    path = shutil.which("node")
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("needs Node; put it on PATH")
    return path
