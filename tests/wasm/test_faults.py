"""Any file of the engine that can't be loaded is reported in a sentence, and another attempt works.

The worker that the site serves runs here under Node, with a failing network. `tests/js/store.test.mjs` tests
each kind of fault, and `tests/site/test_engine.py` the faults in a browser.
"""

from typing import Any

import pytest

from tests.wasm.conftest import Ask

ALWAYS = 1000
FILES = {
    "snapshot": ("script", "python", "memory", "game", "rules-index"),
    "ordinary": ("script", "python", "pyodide", "library", "lock", "rules-package", "game"),
}
SAYS = {"cut": "you appear to be offline", "damaged": "file is damaged"}


def starts(run_engine: Ask, start: str, faults: dict[tuple[str, str], int]) -> list[Any]:
    """Return the worker's last message for a start with each of these faults, `{(file, fault): count}`, and
    for one more without any.
    """
    cases = [{"file": file, "fault": fault, "times": times} for (file, fault), times in faults.items()]
    return run_engine("faults.mjs", {"start": start, "cases": cases})


@pytest.mark.parametrize("start", FILES)
def test_a_file_that_cannot_be_had_is_told_and_another_try_works(run_engine: Ask, start: str) -> None:
    faults = {(file, fault): ALWAYS for file in FILES[start] for fault in SAYS}
    *failed, again = starts(run_engine, start, faults)
    for (file, fault), text in zip(faults, failed, strict=True):
        assert (file, text["type"]) == (file, "failed")
        assert SAYS[fault] in text["message"], file
    assert again["type"] == "ready"
    assert again["start"]["how"] == start


def test_a_fault_that_passes_is_not_told(run_engine: Ask) -> None:
    faults = {(file, "cut"): 2 for file in FILES["snapshot"]}
    for text in starts(run_engine, "snapshot", faults):
        assert text["type"] == "ready"
        assert text["start"]["how"] == "snapshot"
