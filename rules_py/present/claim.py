"""Claims: a line below a sentence with the number of cases that prove it, or the case where it fails."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.analysis.claims import Counterexample
from rules_py.base import number_format
from rules_py.calculators.calculator import Calculator
from rules_py.present import input_text
from rules_py.present.html import Markup, tag
from rules_py.present.shared_labels import NOT_AT_YOUR_TABLE


def render_claim(
    says: str,
    cases: int,
    ranges: Sequence[tuple[str, str]],
    condition: str,
    fields: Mapping[str, Any],
    order: int,
) -> Markup:
    """Return a collapsible with the proved range; the condition is for readers who show the code.

    `ranges` are the label and the values of each variable. `fields` are those of the claim's block and
    `order` its position among the examples and claims of the page, which identifies it when it is proved
    again under house rules.
    """
    summary = "Proved for the one case" if cases == 1 else f"Proved for all {cases:,} cases"
    return tag(
        "details",
        tag("summary", f"{says}: {_lower(summary)}" if says else summary),
        tag("dl", [(tag("dt", label), tag("dd", values)) for label, values in ranges], class_="claim__range"),
        tag("p", tag("code", condition), class_="claim__condition python"),
        class_="claim",
        data_proof=order,
        data_claim=json.dumps(fields),
    )


def claim_label(name: str, calculators: Iterable[Calculator]) -> str:
    """Return the label of a claim's variable: that of the calculators' input of this name, if any."""
    labels = (each.label for calculator in calculators for each in calculator.inputs if each.name == name)
    return next(filter(None, labels), name.replace("_", " ").capitalize())


def render_contradicted_claim(
    counterexample: Counterexample | None, calculators: Sequence[Calculator]
) -> Markup:
    """Return the line that says where a claim no longer holds under a table's house rules.

    There is no counterexample if its numbers can't be computed under these rules.
    """
    label = tag("strong", NOT_AT_YOUR_TABLE, class_="proof__label")
    words = (
        "Your house rules leave nothing to compare."
        if counterexample is None
        else _exception(counterexample, calculators)
    )
    return tag("p", label, " ", words, class_="proof")


def _exception(counterexample: Counterexample, calculators: Sequence[Calculator]) -> str:
    """Return `First exception: DC 9, Bonus 0 (17 % and 12 %).`"""
    declared = {each.name: each for calculator in calculators for each in calculator.inputs}
    case = ", ".join(
        f"{claim_label(name, calculators)} "
        + (input_text.value_text(declared[name], value) if name in declared else str(value))
        for name, value in counterexample.case.items()
    )
    numbers = [each for each in counterexample.compared if isinstance(each, (int, Fraction))]
    are_numbers = len(numbers) == len(counterexample.compared) and not any(
        isinstance(each, bool) for each in numbers
    )
    compared = f" ({_pair(numbers, counterexample.is_trend)})" if numbers and are_numbers else ""
    return f"First exception: {case}{compared}." if case else f"By your house rules it’s untrue{compared}."


def _pair(numbers: Sequence[Fraction | int], is_trend: bool) -> str:
    """Return `17 % and 12 %`, or `17 %, then 12 %` for a trend."""
    are_chances = all(0 <= each <= 1 for each in numbers) and any(
        isinstance(each, Fraction) for each in numbers
    )
    texts = map(number_format.percent if are_chances else number_format.format_number, map(Fraction, numbers))
    return (", then " if is_trend else " and ").join(texts)


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]
