"""Every test in this folder looks at the built site."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def built(site: Path) -> Path:
    return site
