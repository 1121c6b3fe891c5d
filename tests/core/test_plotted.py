"""What a plot is drawn from goes into the page, and comes back with a reader's own figures."""

import json
from fractions import Fraction

import pytest

from hooks.laws.asking import answered
from rules_py import catalogue, odds
from rules_py.errors import InputError
from rules_py.named_numbers import Wanted
from rules_py.plotted import CURVE, OWN, Line, Plotted, read
from rules_py.present import plot as drawing
from rules_py.spread import AT_LEAST, STEPS

CHALLENGE = catalogue.calculator("core_rules.challenge")
STAIRS = Plotted(CHALLENGE, STEPS, (Line("One", {"steps": 1}, Wanted()),), {"situation": "average"})
RISE = Plotted(
    CHALLENGE,
    CURVE,
    (Line("", {}, Wanted("grade", "great")),),
    {"situation": "favourable"},
    "steps",
    (0, 1),
    ("none", "one"),
    "Steps",
)
FULL = Plotted(
    CHALLENGE,
    AT_LEAST,
    (
        Line("A", {"situation": "average", "steps": 0}, Wanted()),
        Line("B", {"situation": "average", "steps": 1}, Wanted()),
    ),
    {},
)
TOLD = RISE.to_json()


@pytest.mark.parametrize("plotted", [STAIRS, RISE, FULL])
def test_it_comes_back_from_the_page_as_it_was(plotted: Plotted) -> None:
    assert read(json.loads(json.dumps(plotted.to_json()))) == plotted


def asked_with(plotted: Plotted, **inputs: object) -> dict:
    return answered({"action": "plot", "plot": plotted.to_json(), "inputs": inputs})


def test_what_is_the_same_all_over_can_be_changed_and_every_line_follows() -> None:
    assert [each.name for each in STAIRS.changeable] == ["situation"]
    reply = asked_with(STAIRS, situation="favourable")
    assert reply["html"]["title"] == "Your own figures: Situation Favourable (d8)"
    own = STAIRS.with_own({"situation": "favourable"})
    chances = odds("core_rules.challenge", situation="favourable", steps=1).band.values()
    _, [row] = own.numbers(own.every(), lambda each: each.odds())
    assert row == [*map(Fraction, chances)]


def test_with_the_figures_of_the_book_it_is_the_picture_of_the_book() -> None:
    assert asked_with(STAIRS, situation="average") == {"ok": True, "own": False, "html": {}}


def test_where_each_line_has_figures_of_its_own_the_reader_draws_one_more() -> None:
    assert [each.name for each in FULL.changeable] == ["situation", "steps"]
    reply = asked_with(FULL, steps=4)
    assert reply["html"]["title"] == "Your own figures: 4 steps of improvement"
    assert OWN in reply["html"]["picture"]
    crowded = Plotted(CHALLENGE, AT_LEAST, FULL.lines * 2, {})
    assert crowded.changeable == ()
    assert drawing.fold(crowded, "Four lines") is None


@pytest.mark.parametrize(
    "name, allowed", [("steps", "situation"), ("nonsense", "situation")], ids=["what it runs over", "unknown"]
)
def test_nothing_else_can_be_changed(name: str, allowed: str) -> None:
    with pytest.raises(InputError, match=allowed) as told:
        RISE.with_own({name: 1})
    assert told.value.codes == ("unknown_input",)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {**TOLD, "calculator": 7},
        {**TOLD, "kind": "pie"},
        {**TOLD, "kind": STEPS},
        {**TOLD, "lines": []},
        {**TOLD, "lines": [["", {}, "grade"]]},
        {**TOLD, "lines": [["", {}]] * 61},
        {**TOLD, "lines": [["", {}, "grade", "great"], ["", {}, "measure", "mean"]]},
        {**TOLD, "values": []},
        {**TOLD, "labels": ["none"]},
        {**TOLD, "labels": [0, 1]},
    ],
)
def test_what_no_page_holds_is_refused(wrong: object) -> None:
    reply = answered({"action": "plot", "plot": wrong, "inputs": {}})
    assert reply["codes"] == ["bad_plot"], reply
