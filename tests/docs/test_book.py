"""The laws of every book, and the examples of the README."""

from __future__ import annotations

from hooks.directives import fences
from hooks.directives.errors import Place
from hooks.directives.examples import Session
from hooks.directives.fences import Fence
from hooks.laws.books import *  # noqa: F403  # as the repository of any book takes them
from rules_py.folders import BOOK


def test_the_examples_of_the_readme_give_the_output_written_below_them() -> None:
    session = Session()
    lines = (BOOK / "README.md").read_text(encoding="utf-8").splitlines()
    found = [each for each in fences.split(lines, Place("README.md", 1)) if isinstance(each, Fence)]
    examples = [each for each in found if each.language == "pycon"]
    assert examples
    for fence in examples:
        session.run("\n".join(fence.body), fence.body_place)
