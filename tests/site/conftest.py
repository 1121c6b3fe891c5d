"""Every test in this folder looks at the built site."""

import shutil
from pathlib import Path

import pytest

from hooks.offline.site import write_service_worker
from rules_py.systems import registry


@pytest.fixture(scope="session", autouse=True)
def built(site: Path) -> Path:
    return site


@pytest.fixture(scope="session")
def one_book(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with one of its books and little else, copied and stored in a quarter of the time. Not to be
    changed.
    """
    others = [each.id for each in registry.games() if each.numbers and each.id != "core_rules"]
    apart = shutil.ignore_patterns("print", "authoring", "licences", "recipes", "tools", *others)
    book = Path(shutil.copytree(site, tmp_path_factory.mktemp("one") / "site", ignore=apart))
    write_service_worker(book)
    return book
