"""Compiled rolls as data for `docs/assets/js/rolls`, with templates from the functions that render rolls in
the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from hooks.base.package_files import DOCS
from hooks.compiled_rolls.graph import Graph, all_nodes
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator
from rules_py.dice.roll_steps import DROPPED, KEPT, NOT_COUNTED, PLAIN, REROLLED, Die
from rules_py.present import dice as drawn_dice
from rules_py.present import outcome
from rules_py.present.html import Markup, fragment
from rules_py.present.links import Places, calculator_address, entry_link, link_rules, rule_link
from rules_py.present.tray_entry import text_of_roll, titles_of_roll

SCRIPTS = DOCS / "assets" / "js" / "rolls"
"""The player, in JavaScript."""

type Table = dict[str, Any]
"""A compiled roll: `calculator`, `inputs`, the graph's `nodes`, `states` and `root`, the `titles` without
a label, the `address` and, for what differs from plain text, `html`, `rules` and `entries`.
"""

_DICE = "%5B%22%7Bdice%7D%22%5D"
"""The dice `["{dice}"]` as an address has them."""


def roll_table(bound: BoundCalculator, graph: Graph, places: Places) -> Table:
    """Return the table of a roll. Its links start from `{root}`, and those to pages end with `{index}`."""
    calculator = bound.calculator
    with link_rules("{root}", places, "{index}"):
        return {
            "calculator": calculator.id,
            "inputs": to_jsonable(bound.inputs),
            "nodes": graph.nodes,
            "states": graph.states,
            "root": graph.root,
            "titles": titles_of(bound, ""),
            "address": _address(bound),
            "html": {text: html for text in _texts(graph) if (html := fragment(text)) != text},
            "rules": {rule: rule_link(calculator.game, rule) for rule in _rules(graph)},
            "entries": {",".join(entry): entry_link(*entry, Markup("{words}")) for entry in _entries(graph)},
        }


def _address(bound: BoundCalculator) -> str:
    address = calculator_address(bound.calculator.id, bound.inputs, ["{dice}"]) or ""
    return address.replace(_DICE, "{dice}")


def titles_of(bound: BoundCalculator, label: str) -> tuple[str, str]:
    """Return the title of a roll with this label, and the text of its inputs beside it."""
    return titles_of_roll(bound.calculator, to_jsonable(bound.inputs), label)


class Drawables(NamedTuple):
    """The elements that templates draw: tones, dice as (sides, lowest face), and statuses of dice."""

    tones: frozenset[str]
    dice: frozenset[tuple[int, int]]
    statuses: frozenset[str]

    def __or__(self, other: Drawables) -> Drawables:
        return Drawables(self.tones | other.tones, self.dice | other.dice, self.statuses | other.statuses)

    def to_json(self) -> list[list[Any]]:
        return [sorted(self.tones), sorted(self.dice), sorted(self.statuses)]

    @classmethod
    def of_json(cls, data: Any) -> Drawables:
        tones, dice, statuses = data
        return cls(frozenset(tones), frozenset(map(tuple, dice)), frozenset(statuses))


NO_DRAWABLES = Drawables(frozenset(), frozenset(), frozenset())


def drawables_of(table: Table) -> Drawables:
    """Return what a table can show."""
    tones: set[str] = set()
    dice: set[tuple[int, int]] = set()
    statuses = {PLAIN}
    for events, end in all_nodes(Graph(table["nodes"], table["states"], table["root"])):
        aggregates = [event[2] for event in events if event[0] == "reread"]
        if end[0] == "end":
            tones.add(end[3])
        elif end[0] == "read":
            aggregates.append(end[2])
        for event in events:
            if event[0] == "roll":
                dice |= {(size, event[2]) for size in event[1]}
            elif event[0] == "status":
                statuses.add(event[2])
            elif event[0] == "reroll":
                statuses.add(REROLLED)
        for kind, *arguments in aggregates:
            if kind == "keep":
                statuses |= {KEPT, DROPPED}
            elif kind == "tally":
                statuses |= {category for category in arguments[1] if category is not None}
    return Drawables(frozenset(tones), frozenset(dice), frozenset(statuses))


def templates(drawables: Drawables) -> dict[str, Any]:
    """Return the templates that draw this."""
    return {
        "outcome": {
            tone: outcome.outcome_frame(tone, "{verdict}", Markup("{steps}"))
            for tone in sorted(drawables.tones)
        },
        "steps": outcome.steps_frame("{steps}"),
        "rolled": outcome.step_frame(Markup("{row}"), Markup("{text}")),
        "noted": outcome.step_frame(None, Markup("{text}")),
        "text": outcome.text_frame("{words}", "{space}", "{link}"),
        "row": drawn_dice.row_frame("{dice}"),
        "dice": {
            key: die
            for kind in sorted(drawables.dice)
            for key, die in _die_templates(*kind, sorted(drawables.statuses))
        },
        "faces": {
            f"{sides} {lowest}": _face_texts(sides, lowest)
            for sides, lowest in sorted(drawables.dice)
            if Die(sides, lowest, PLAIN, lowest).text != str(lowest)
        },
        "spoken": outcome.SPOKEN,
        "line": {
            "asked": text_of_roll("{title}", "{asked}", "{verdict}", "{stop}", "{dice}"),
            "bare": text_of_roll("{title}", "", "{verdict}", "{stop}", "{dice}"),
        },
        "uncounted": sorted(NOT_COUNTED),
        "limits": {
            "row": drawn_dice.MAX_IN_ORDER,
            "steps": outcome.MAX_STEPS,
            "spoken": outcome.MAX_SPOKEN,
            "face": drawn_dice.MAX_LARGE_FACE_CHARS,
        },
    }


def _face_texts(sides: int, lowest: int) -> list[str]:
    return [Die(sides, face, PLAIN, lowest).text for face in range(lowest, lowest + sides)]


def _die_templates(sides: int, lowest: int, statuses: Iterable[str]) -> Iterator[tuple[str, str]]:
    is_long = len(str(lowest + sides - 1)) > drawn_dice.MAX_LARGE_FACE_CHARS
    for status in statuses:
        for long in (False, True) if is_long else (False,):
            key = f"{sides} {lowest} {status}{' long' if long else ''}"
            yield key, drawn_dice.die_template(sides, lowest, status, is_long=long)


def _texts(graph: Graph) -> Iterator[str]:
    """Yield every text of a graph's steps and verdicts."""
    for events, end in all_nodes(graph):
        for event in events:
            if event[0] == "note":
                yield event[1]
            elif event[0] in ("roll", "reroll"):
                label = event[-2]
                yield from [label] if isinstance(label, str) else label[1]
        if end[0] == "end":
            yield end[1]
        elif end[0] == "draw":
            yield from (key[2] for key in end[2])


def _rules(graph: Graph) -> Mapping[str, None]:
    rules = [
        event[-1] for events, _ in all_nodes(graph) for event in events if event[0] in ("roll", "reroll")
    ]
    rules += [event[2] for events, _ in all_nodes(graph) for event in events if event[0] == "note"]
    rules += [end[1] for _, end in all_nodes(graph) if end[0] == "draw"]
    return dict.fromkeys(rule for rule in rules if rule)


def _entries(graph: Graph) -> Iterator[tuple[str, str]]:
    for events, _ in all_nodes(graph):
        yield from (tuple(event[3]) for event in events if event[0] == "note" and event[3])
