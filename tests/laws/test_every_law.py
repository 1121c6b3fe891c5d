"""A book that takes every law from one place gets every law, and none hides another of its name."""

import importlib
import pkgutil

from hooks import laws
from hooks.laws import every


def test_no_law_is_left_out_and_each_has_a_name_of_its_own():
    found = {}
    for module in pkgutil.iter_modules(laws.__path__, "hooks.laws."):
        for name, law in vars(importlib.import_module(module.name)).items():
            if name.startswith("test_"):
                assert found.setdefault(name, law) is law, name
    assert len(found) > 80
    assert found.items() <= vars(every).items()
