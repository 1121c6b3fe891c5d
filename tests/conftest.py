"""What tests of every kind share: the options, the built site, and which test needs what."""

import fcntl
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]

NOT_QUICK = ("browser", "site", "slow")

pytest_plugins = ["tests.site.browsers"]

# A busy machine may take its time; in CI the examples are the same each time, so that what failed fails again.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out what needs a browser or the built site")
    parser.addoption(
        "--all-pages", action="store_true", help="look at every page, not only at one of each skeleton"
    )


def pytest_configure() -> None:
    """End in order, browsers too, when told to from outside, as by Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses and xdist deals out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs the built site or a browser, and give all tests of one browser to one worker, so that it
    starts once.
    """
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "site" in fixtures:
            item.add_marker("site")
        if "engine_name" in fixtures:
            item.add_marker("browser")
            item.add_marker(pytest.mark.xdist_group(item.callspec.params["engine_name"]))
    if config.getoption("--quick"):
        left_out = {item for item in items for mark in NOT_QUICK if item.get_closest_marker(mark)}
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site, built first where it isn't as the sources are; one worker at a time looks."""
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    with (cache / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = subprocess.run(
            [ROOT / "site_build.sh", "build"], cwd=ROOT, capture_output=True, text=True, check=False
        )
    if built.returncode:
        pytest.fail(f"./site_build.sh build ended with {built.returncode}:\n{built.stderr}")
    return ROOT / "site"


@pytest.fixture(scope="session")
def node() -> str:
    """The path of Node. It skips its tests where there is none, but fails them where CI=true."""
    found = shutil.which("node")
    if found is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("needs Node; put it on PATH")
    return found
