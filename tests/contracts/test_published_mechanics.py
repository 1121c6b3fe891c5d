"""Every mechanic of the specification passes the checks of a build."""

from typing import Any

import pytest

from rules_py.authoring.mechanics.proof import check_mechanic
from tests.core.test_mechanics import IDS, PUBLISHED, mechanic


@pytest.mark.parametrize("published", PUBLISHED, ids=IDS)
def test_published_mechanic_passes_the_checks(published: dict[str, Any]) -> None:
    assert check_mechanic(mechanic(published["fence"])) == ([], [])
