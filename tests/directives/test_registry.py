"""The registry of directives: complete, and without two of one name."""

import pkgutil
from collections.abc import Callable

import pytest

from hooks.base.errors import AuthorError
from hooks.directives import blocks, registry


def test_registry_has_every_module_of_blocks() -> None:
    modules = {f"{blocks.__name__}.{module.name}" for module in pkgutil.iter_modules(blocks.__path__)}
    assert {module.__name__ for module in registry._MODULES} == modules


def test_directives_have_unique_names() -> None:
    names = [directive.name for module in registry._MODULES for directive in module.DIRECTIVES]
    assert [*registry.DIRECTIVES] == names


@pytest.mark.parametrize(("former", "current"), registry._RENAMED.items())
def test_former_name_of_a_directive_leads_to_the_current_one(
    page: Callable[[str], str], former: str, current: str
) -> None:
    with pytest.raises(AuthorError, match=f"'{former}'.*{current}"):
        page(f"```{former}\n```\n")
    assert current in registry.DIRECTIVES
