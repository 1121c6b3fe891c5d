"""The registry of directives: complete, and without two of one name."""

import pkgutil

from hooks.directives import blocks, registry


def test_registry_has_every_module_of_blocks() -> None:
    modules = {f"{blocks.__name__}.{module.name}" for module in pkgutil.iter_modules(blocks.__path__)}
    assert {module.__name__ for module in registry._MODULES} == modules


def test_directives_have_unique_names() -> None:
    names = [directive.name for module in registry._MODULES for directive in module.DIRECTIVES]
    assert [*registry.DIRECTIVES] == names
