"""Fixtures for tests of the built site."""

import shutil
from pathlib import Path

import pytest

from hooks.offline.site import write_service_worker
from rules_py.systems import registry
from tests.site.browsers import Browser


@pytest.fixture(scope="session", autouse=True)
def built(site: Path) -> Path:
    return site


@pytest.fixture(scope="session")
def one_book(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the site with only one book, which is faster to store. Tests must not change it."""
    return _copy_book(site, "core_rules", tmp_path_factory.mktemp("one"))


@pytest.fixture(scope="session")
def dichotomy_alone(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the site with only Dichotomy. Tests must not change it."""
    return _copy_book(site, "dichotomy", tmp_path_factory.mktemp("dichotomy"))


def _copy_book(site: Path, game: str, folder: Path) -> Path:
    others = [each.id for each in registry.games() if each.numbers and each.id != game]
    excluded = shutil.ignore_patterns("print", "authoring", "licences", "recipes", "tools", *others)
    book = Path(shutil.copytree(site, folder / "site", ignore=excluded))
    write_service_worker(book)
    return book


@pytest.fixture
def sheet(browser: Browser) -> Browser:
    """The browser at a blank sheet of Core Rules."""
    browser.open_sheet("core_rules/sheet/")
    return browser
