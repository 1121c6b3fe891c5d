"""The module `all` exports every contract test, and none hides another one of the same name."""

import importlib
import pkgutil
import re
from inspect import getdoc

from hooks import contracts
from hooks.contracts import all


def test_all_exports_every_contract_under_a_unique_name():
    by_name = {}
    for module in pkgutil.iter_modules(contracts.__path__, "hooks.contracts."):
        for name, function in vars(importlib.import_module(module.name)).items():
            if name.startswith("test_"):
                assert by_name.setdefault(name, function) is function, name
    assert len(by_name) > 80
    assert by_name.items() <= vars(all).items()


def test_contract_docstring_states_the_fix():
    """A failure prints the docstring, for an author who has never read the test."""
    tests = {name: function for name, function in vars(all).items() if name.startswith("test_")}
    assert [name for name, test in tests.items() if not re.search(r"\S\n\nFix: \S", getdoc(test) or "")] == []
