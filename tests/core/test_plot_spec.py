"""What a plot is drawn from goes into the page, and comes back with a reader's own figures."""

import json
from fractions import Fraction

import pytest

from hooks.contracts.requests import answered
from rules_py import odds
from rules_py.analysis.distribution import AT_LEAST, STEPS
from rules_py.analysis.number_refs import Wanted
from rules_py.analysis.plot_spec import CURVE, OWN, Line, Plotted, read
from rules_py.base.errors import InputError
from rules_py.present import plot as drawing
from rules_py.systems import registry

CHALLENGE = registry.calculator("core_rules.challenge")
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


def test_shared_input_changes_every_line() -> None:
    assert [each.name for each in STAIRS.changeable] == ["situation"]
    reply = asked_with(STAIRS, situation="favourable")
    assert reply["html"]["title"] == "Your own figures: Situation Favourable (d8)"
    own = STAIRS.with_own({"situation": "favourable"})
    chances = odds("core_rules.challenge", situation="favourable", steps=1).band.values()
    _, [row] = own.numbers(own.every(), lambda each: each.odds())
    assert row == [*map(Fraction, chances)]


def test_plot_with_standard_inputs_equals_the_books() -> None:
    assert asked_with(STAIRS, situation="average") == {"ok": True, "own": False, "html": {}}


def test_reader_adds_a_line_if_lines_differ() -> None:
    assert [each.name for each in FULL.changeable] == ["situation", "steps"]
    reply = asked_with(FULL, steps=4)
    assert reply["html"]["title"] == "Your own figures: 4 steps of improvement"
    assert OWN in reply["html"]["picture"]
    crowded = Plotted(CHALLENGE, AT_LEAST, FULL.lines * 2, {})
    assert crowded.changeable == ()
    assert drawing.custom_inputs_collapsible(crowded, "Four lines") is None


THROW = registry.calculator("basic_systems.throw")
POOLS = Plotted(
    THROW,
    CURVE,
    (Line("", {}, Wanted("measure", "p_botch")),),
    {"difficulty": 8},
    "pool",
    (1, 2, 4, 6, 12),
    ("one", "two", "four", "six", "twelve"),
)


def test_curve_leaves_out_points_that_cannot_exist() -> None:
    """An Ability with three dots has three dice at least; the reader learns which pools are missing."""
    reply = asked_with(POOLS, ability_rating=3, difficulty=8)
    assert reply["html"]["title"].endswith("Left out, because impossible: one, two")
    assert ">two<" not in reply["html"]["figures"] and ">four<" in reply["html"]["figures"]
    own, left_out = POOLS.with_own({"ability_rating": 3}).possible()
    assert (own.values, own.labels, left_out) == ((4, 6, 12), ("four", "six", "twelve"), ("one", "two"))
    assert POOLS.possible() == (POOLS, ()) and STAIRS.possible() == (STAIRS, ())


def test_curve_of_several_lines_keeps_points_that_all_have() -> None:
    lines = tuple(Line(str(each), {"ability_rating": each}, Wanted("measure", "p_botch")) for each in (2, 5))
    several = Plotted(THROW, CURVE, lines, {"difficulty": 8}, "pool", POOLS.values, POOLS.labels)
    assert several.possible()[1] == ("one", "two", "four")


@pytest.mark.parametrize("own", [{"ability_rating": 99}, {"difficulty": 1}, {"difficulty": "high"}])
def test_curve_without_a_possible_point_is_refused(own: dict) -> None:
    reply = asked_with(POOLS, **own)
    assert [each["field"] for each in reply["problems"]] == [*own], reply


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
