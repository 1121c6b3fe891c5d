"""The `roller` and `calculator` fences: a calculator's form with its odds or its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress

from hooks.directives import random_tables, yaml_body
from hooks.directives.errors import DirectiveError, Place, mistake, refused
from hooks.directives.fences import Fence, FenceKind
from hooks.directives.yaml_body import Body
from rules_py import present
from rules_py.base.errors import InputError
from rules_py.calculators.calculator import Calculator
from rules_py.present import Markup
from rules_py.systems import registry

_FIELDS = {
    "calculator": "Its id, such as `core_rules.challenge`.",
    "inputs": "The values it begins with, `name: value`. What is left out is as its form begins.",
    "title": "What stands above it here, in the place of its own title.",
}
FENCES: Mapping[str, FenceKind] = {
    "roller": FenceKind(
        "A calculator that throws dice, or has odds: its form, its exact odds and a button. In a chapter it "
        "is a chip, one line that opens.",
        _FIELDS,
    ),
    "calculator": FenceKind("A calculator without dice: its form and its answer.", _FIELDS),
    **random_tables.FENCES,
}
"""The fences that make a form."""


def named_by(asked: Body) -> Calculator:
    """The calculator that the body names."""
    name = asked.needed("calculator", "the id of a calculator, such as core_rules.challenge")
    try:
        return registry.calculator(name)
    except InputError as error:
        raise refused(asked.place("calculator"), error) from error


def read(fence: Fence) -> tuple[Body, Calculator]:
    """The fence's body, and its calculator, which must suit the fence."""
    asked = yaml_body.read(fence)
    asked.only(*_FIELDS)
    found = named_by(asked)
    fitting = "roller" if found.has_odds else "calculator"
    if fitting != fence.language:
        why = "it has odds" if found.has_odds else "it throws no dice"
        allowed = f"a {fitting} fence for this one, as {why}"
        raise mistake(asked.place("calculator"), f"calculator of {asked.directive}", found.id, allowed)
    return asked, found


def shown(fence: Fence, anchor: str, opened: bool) -> Markup:
    """The form, filled in, with its odds or answer: a chip, or `opened`. `anchor` is its id in the page."""
    asked, found = read(fence)
    inputs = asked.mapping("inputs", "lines such as `name: value`")
    title = asked.text("title", "a short text", optional=True)
    try:
        return present.render_calculator(found, inputs, title=title, anchor=anchor, opened=opened)
    except InputError as error:
        raise asked.refused(error, "inputs") from error


def anchors(fences: Iterable[Fence]) -> dict[Place, str]:
    """The ids of a page's forms, those of its random tables among them: a calculator's own for its first
    form, `core_rules.challenge-2` for its second. One that can't be read has none.
    """
    seen: Counter[str] = Counter()
    found = {}
    for fence in fences:
        if fence.language not in FENCES:
            continue
        with suppress(DirectiveError):
            name = random_tables.read(fence)[1].id if fence.language == "table" else read(fence)[1].id
            seen[name] += 1
            found[fence.place] = name if seen[name] == 1 else f"{name}-{seen[name]}"
    return found
