"""A book that takes every law from one place gets every law, and none hides another of its name."""

import importlib
import pkgutil
import re
from inspect import getdoc

from hooks import contracts as laws
from hooks.contracts import all


def test_all_exports_every_contract_under_a_unique_name():
    by_name = {}
    for module in pkgutil.iter_modules(laws.__path__, "hooks.contracts."):
        for name, law in vars(importlib.import_module(module.name)).items():
            if name.startswith("test_"):
                assert by_name.setdefault(name, law) is law, name
    assert len(by_name) > 80
    assert by_name.items() <= vars(all).items()


def test_contract_docstring_states_the_fix():
    """Its report prints the docstring, for an author who has never read the test."""
    contracts = {name: law for name, law in vars(all).items() if name.startswith("test_")}
    without = [name for name, law in contracts.items() if not re.search(r"\S\n\nFix: \S", getdoc(law) or "")]
    assert without == []
