"""The luck report: rolls compared with their exact odds, worded without superstition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from rules_py.analysis.luck import HIGH, WELL, LuckSummary, RatedRoll, summarize
from rules_py.base import number_format
from rules_py.present.chance import render_chance
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.plot import EACH, Plot, Series, picture
from rules_py.systems import registry

_RARE, _UNCOMMON = Fraction(1, 50), Fraction(1, 8)

_SUCCESS_WORDS = {WELL: "did well", HIGH: "were in the upper half"}

_HEADINGS = {WELL: "Good rolls", HIGH: "Upper half"}

_VERDICTS = {
    "best": ("A night to remember", "The dice won’t remember it, but you can."),
    "good": ("The dice were kind", "That was luck. It says nothing about the next roll."),
    "mixed": ("About average", "Whatever went wrong tonight, it wasn’t the dice."),
    "bad": ("The dice were unkind", "That was bad luck. It says nothing about the next roll."),
    "worst": (
        "A night to complain about",
        "You have the numbers to prove it, but they say nothing about the next roll.",
    ),
}
"""The heading and the explanation for each tone of a session."""


def render_luck(all_rolls: Sequence[RatedRoll], left_out: int = 0) -> Markup:
    """Return the report on these rolls; `left_out` is the number of rolls that couldn't be compared."""
    if not all_rolls:
        return tag("div", tag("p", "None of these rolls has odds to compare with."), class_="luck")
    of_kinds = [(kind, [each for each in all_rolls if each.kind == kind]) for kind in (WELL, HIGH)]
    parts = [_kind(kind, rolls) for kind, rolls in of_kinds if rolls]
    others = "1 roll" if left_out == 1 else f"{left_out} rolls"
    rest = tag("p", f"{others} had no odds to compare with.", class_="luck__rest") if left_out else None
    return tag("div", parts, _rarest(all_rolls), rest, class_="luck")


def luck_announcement(all_rolls: Sequence[RatedRoll]) -> str:
    """Return the announcement, such as `The dice were kind. 14 of 21 rolls did well; 10.3 expected.`"""
    kind = WELL if any(each.kind == WELL for each in all_rolls) else HIGH
    summary = summarize(each for each in all_rolls if each.kind == kind)
    return f"{_VERDICTS[_tone(summary)][0]}. {_count_text(kind, summary)}"


def _tone(summary: LuckSummary) -> str:
    """Return the tone of a result among all possible ones; the rarer it is, the stronger."""
    if summary.at_least <= _UNCOMMON:
        return "best" if summary.at_least <= _RARE else "good"
    if summary.at_most <= _UNCOMMON:
        return "worst" if summary.at_most <= _RARE else "bad"
    return "mixed"


def _count_text(kind: str, summary: LuckSummary) -> str:
    rolls = "1 roll" if summary.rolls == 1 else f"{summary.rolls} rolls"
    expected = number_format.format_number(summary.expected)
    return f"{summary.successes} of {rolls} {_SUCCESS_WORDS[kind]}; {expected} expected."


def _kind(kind: str, all_rolls: Sequence[RatedRoll]) -> Markup:
    summary = summarize(all_rolls)
    name, word = _VERDICTS[_tone(summary)]
    lucky = summary.successes >= summary.expected
    share, how = (summary.at_least, "as well or better") if lucky else (summary.at_most, "as badly or worse")
    frequency_text = f" {number_format.percent(share)} of evenings like this go {how}. "
    return tag(
        "section",
        tag("h3", name, class_=f"luck__verdict tone tone--{_tone(summary)}"),
        tag("p", _count_text(kind, summary), frequency_text, word),
        picture(_strip(kind, summary)),
        _table(kind, "By roll", all_rolls, lambda each: registry.calculator(each.calculator).title),
        _table(kind, "By player", all_rolls, lambda each: each.who or "No name"),
        class_="luck__kind",
    )


def _strip(kind: str, summary: LuckSummary) -> Plot:
    """Return the plot of all possible results of such rolls: worse than this one, equal, better."""
    fewer, same, more = 1 - summary.at_least, summary.at_least + summary.at_most - 1, 1 - summary.at_most
    return Plot(
        EACH,
        f"Distribution of rolls that {_SUCCESS_WORDS[kind]}",
        "Compared with this list",
        "Chance",
        ("Fewer", "As many", "More"),
        (Series("", (fewer, same, more)),),
        tones=("bad", "mixed", "good"),
    )


def _table(
    kind: str, caption: str, all_rolls: Iterable[RatedRoll], group: Callable[[RatedRoll], str]
) -> Markup | None:
    """Return a table of the same numbers for parts of the rolls; nothing if there is only one part."""
    parts: dict[str, list[RatedRoll]] = {}
    for each in all_rolls:
        parts.setdefault(group(each), []).append(each)
    if len(parts) < 2:
        return None
    heads = ("", "Rolls", _HEADINGS[kind], "Expected", "This many or more")
    rows = [_row(name, summarize(rolls)) for name, rolls in sorted(parts.items())]
    head = tag("tr", [tag("th", each, scope="col") for each in heads])
    table = tag(
        "table", tag("caption", caption), tag("thead", head), tag("tbody", rows), class_="answer__table"
    )
    return tag("div", table, class_="scroll")


def _row(name: str, summary: LuckSummary) -> Markup:
    cells = (
        summary.rolls,
        summary.successes,
        number_format.format_number(summary.expected),
        number_format.percent(summary.at_least),
    )
    return tag("tr", tag("th", name, scope="row"), [tag("td", each, class_="number") for each in cells])


def _rarest(all_rolls: Sequence[RatedRoll]) -> Markup | None:
    """Return the least likely result, if it is remarkable."""
    rarest = min(all_rolls, key=lambda each: each.exactly)
    if rarest.exactly > Fraction(1, 10):
        return None
    roller = f" by {rarest.who}" if rarest.who else ""
    title = registry.calculator(rarest.calculator).title
    return tag(
        "p",
        fragment("Rarest roll: ", tag("strong", rarest.verdict), f" ({title}{roller}), "),
        render_chance(rarest.exactly),
        ".",
    )
