"""Options, the built site, and the requirements of each test."""

import fcntl
import gc
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
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
from tests.waiting import wait_for_browsers

ROOT = Path(__file__).parents[1]

# What takes so long in Chromium, which has most tests, that another worker had better do it. The other two
# are slow to start, each worth several tests.
APART = tuple(f"tests/site/test_{name}.py" for name in ("every_page", "offline", "engine"))
A_WHILE = 0.1  # seconds

pytest_plugins = ["tests.site.browsers", "hooks.pytest_plugin", "tests.snapshots"]

# A busy machine may take its time; in CI the examples are the same each time, so that what failed fails
# again.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tier", choices=TIERS, help="run one tier of the tests; see CONTRIBUTING.md")
    parser.addoption("--quick", action="store_true", help="leave out what needs a browser or builds a site")
    parser.addoption(
        "--all-browsers",
        action="store_true",
        help="run in three browsers also what goes the same way in each",
    )
    parser.addoption(
        "--all-pages", action="store_true", help="look at every page, not only at one of each skeleton"
    )


def pytest_configure() -> None:
    """End in order, browsers too, when told to from outside, as by Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses and xdist deals out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs the built site or a browser. A browser has many clocks, and one that stumbles on a busy
    machine gets another try; what it stumbled over is told all the same.
    """
    items.sort(key=_turn)
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "site" in fixtures:
            item.add_marker("site")
        if "engine_name" in fixtures:
            item.add_marker("browser")
            item.add_marker(pytest.mark.flaky(reruns=1))
    left_out = set[pytest.Item]()
    if config.getoption("--quick"):
        left_out |= {item for item in items for mark in NEEDS_SITE if item.get_closest_marker(mark)}
    if tier := config.getoption("--tier"):
        left_out |= {item for item in items if tier_of(item) != tier}
    if tier == "unit":
        changed = changed_files()
        files = {path for path in {item.path for item in items} if chosen_for_unit(path, changed)}
        left_out |= {item for item in items if item.path not in files}
    if not config.getoption("--all-browsers"):
        left_out |= {
            item for item in items if item.get_closest_marker("alike") and _browser(item) != "chromium"
        }
    if left_out:
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Freeze the garbage collector: what exists now stays, and frequent collections take a twentieth of the
    time.
    """
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Have a worker say how a test went, and of what came before and after only what failed or took a while:
    to say all costs as much as many a test.
    """
    if not hasattr(item.config, "workerinput") or item.get_closest_marker("flaky"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.duration > A_WHILE:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what failed at the first try, for a fault that shows now and then is one."""
    stumbled = terminalreporter.getreports("rerun")
    if stumbled:
        terminalreporter.section("failed once, then tried again")
    for report in stumbled:
        terminalreporter.line(f"{report.nodeid}\n{report.longreprtext}\n")


def _turn(item: pytest.Item) -> int:
    """Return the rank of a test: long ones first, so that short ones fill the end."""
    if item.get_closest_marker("slow"):
        return 0
    return 1 if _browser(item) else 2


def _browser(item: pytest.Item) -> str | None:
    """Return the browser a test runs in, or None."""
    call = getattr(item, "callspec", None)
    return call and call.params.get("engine_name")


class SharedScheduling(LoadScopeScheduling):
    """The tests of a file go to one worker, which makes once what they share, and those of a browser to that
    browser's, each of the files whichever is free first. (The marks of `--dist=loadgroup` do nothing from
    pytest 9 on.)
    """

    @override
    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # what has most tests is not what takes longest

    @override
    def _split_scope(self, nodeid: str) -> str:
        path, _, name = nodeid.partition("::")
        browser = next((engine for engine in ENGINES if re.search(rf"[\[-]{engine}[\]-]", name)), "")
        if browser:
            return f"{browser} {path}" if browser == "chromium" and path in APART else browser
        if path.startswith("tests/contracts/") and (calculator := re.search(r"\[\w+\.\w+\]$", name)):
            return f"laws of {calculator[0]}"  # who has counted for one of them knows it for the next
        return path


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> SharedScheduling:
    return SharedScheduling(config, log)


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Within this block there is one worker at most; the others wait."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site, built first where it isn't as the sources are; the script has one worker wait
    for another. Books are printed by a browser, so that this waits for one.
    """
    wait_for_browsers()
    built = subprocess.run(
        [ROOT / "site_build.sh", "export"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if built.returncode:
        pytest.fail(f"./site_build.sh export ended with {built.returncode}:\n{built.stderr}")
    return ROOT / "site"


@pytest.fixture(scope="session")
def book_zip(site: Path, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The site as a zip. Not to be changed: as it takes seconds to write, all workers have the same."""
    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent
    written = shared / "book.zip"
    with one_at_a_time(shared / "book.lock"):
        if not written.is_file():
            write_zip(site, own / "unfinished.zip")
            (own / "unfinished.zip").rename(written)
    return written


@pytest.fixture(scope="session")
def node() -> str:
    """The path of Node. It skips its tests where there is none, but fails them where CI=true."""
    found = shutil.which("node")
    if found is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("needs Node; put it on PATH")
    return found
