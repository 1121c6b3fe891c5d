"""The plot specification in the page, and redrawing it with a reader's own numbers."""

import json
from fractions import Fraction

import pytest

from hooks.contracts.requests import reply_to
from rules_py import odds
from rules_py.analysis.number_refs import NumberRef
from rules_py.analysis.plot_spec import CURVE, READER_SERIES, PlotSpec, SeriesSpec, parse_plot_spec
from rules_py.base.errors import InputError
from rules_py.calculators.distribution import AT_LEAST, EACH
from rules_py.present import plot as drawing
from rules_py.systems import registry

CHALLENGE = registry.calculator("core_rules.challenge")
STAIRS = PlotSpec(CHALLENGE, EACH, (SeriesSpec("One", {"steps": 1}, NumberRef()),), {"situation": "average"})
RISE = PlotSpec(
    CHALLENGE,
    CURVE,
    (SeriesSpec("", {}, NumberRef("grade", "great")),),
    {"situation": "favourable"},
    "steps",
    (0, 1),
    ("none", "one"),
    "Steps",
)
FULL = PlotSpec(
    CHALLENGE,
    AT_LEAST,
    (
        SeriesSpec("A", {"situation": "average", "steps": 0}, NumberRef()),
        SeriesSpec("B", {"situation": "average", "steps": 1}, NumberRef()),
    ),
    {},
)
RISE_DATA = RISE.to_json()


@pytest.mark.parametrize("spec", [STAIRS, RISE, FULL])
def test_plot_spec_survives_a_json_round_trip(spec: PlotSpec) -> None:
    assert parse_plot_spec(json.loads(json.dumps(spec.to_json()))) == spec


def reply_with(spec: PlotSpec, **inputs: object) -> dict:
    return reply_to({"action": "plot", "plot": spec.to_json(), "inputs": inputs})


def test_shared_input_changes_every_line() -> None:
    assert [each.name for each in STAIRS.changeable_inputs] == ["situation"]
    reply = reply_with(STAIRS, situation="favourable")
    assert reply["html"]["title"] == "Your values: Situation Favourable (d8)"
    own = STAIRS.with_reader_inputs({"situation": "favourable"})
    chances = odds("core_rules.challenge", situation="favourable", steps=1).band.values()
    _, [row] = own.numbers(own.bind_all(), lambda each: each.odds())
    assert row == [*map(Fraction, chances)]


def test_plot_with_standard_inputs_is_not_redrawn() -> None:
    assert reply_with(STAIRS, situation="average") == {"ok": True, "own": False, "html": {}}


def test_reader_adds_a_line_if_lines_differ() -> None:
    assert [each.name for each in FULL.changeable_inputs] == ["situation", "steps"]
    reply = reply_with(FULL, steps=4)
    assert reply["html"]["title"] == "Your values: 4 steps of improvement"
    assert READER_SERIES in reply["html"]["picture"]
    crowded = PlotSpec(CHALLENGE, AT_LEAST, FULL.series * 2, {})
    assert crowded.changeable_inputs == ()
    assert drawing.custom_inputs_collapsible(crowded, "Four lines") is None


THROW = registry.calculator("basic_systems.throw")
POOLS = PlotSpec(
    THROW,
    CURVE,
    (SeriesSpec("", {}, NumberRef("measure", "p_botch")),),
    {"difficulty": 8},
    "pool",
    (1, 2, 4, 6, 12),
    ("one", "two", "four", "six", "twelve"),
)


def test_curve_omits_impossible_points() -> None:
    """An Ability with three dots has three dice at least; the reader learns which pools are missing."""
    reply = reply_with(POOLS, ability_rating=3, difficulty=8)
    assert reply["html"]["title"].endswith("Omitted as impossible: one, two")
    assert ">two<" not in reply["html"]["figures"] and ">four<" in reply["html"]["figures"]
    own, left_out = POOLS.with_reader_inputs({"ability_rating": 3}).without_impossible_points()
    assert (own.values, own.labels, left_out) == ((4, 6, 12), ("four", "six", "twelve"), ("one", "two"))
    assert POOLS.without_impossible_points() == (POOLS, ()) and STAIRS.without_impossible_points() == (
        STAIRS,
        (),
    )


def test_curve_of_several_lines_keeps_their_shared_points() -> None:
    lines = tuple(
        SeriesSpec(str(each), {"ability_rating": each}, NumberRef("measure", "p_botch")) for each in (2, 5)
    )
    several = PlotSpec(THROW, CURVE, lines, {"difficulty": 8}, "pool", POOLS.values, POOLS.labels)
    assert several.without_impossible_points()[1] == ("one", "two", "four")


@pytest.mark.parametrize("own", [{"ability_rating": 99}, {"difficulty": 1}, {"difficulty": "high"}])
def test_curve_without_a_possible_point_is_refused(own: dict) -> None:
    reply = reply_with(POOLS, **own)
    assert [each["field"] for each in reply["problems"]] == [*own], reply


@pytest.mark.parametrize(
    "name, expected",
    [("steps", "situation"), ("nonsense", "situation")],
    ids=["input of the axis", "unknown"],
)
def test_plot_spec_rejects_inputs_that_cannot_be_changed(name: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected) as caught:
        RISE.with_reader_inputs({name: 1})
    assert caught.value.codes == ("unknown_input",)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {**RISE_DATA, "calculator": 7},
        {**RISE_DATA, "kind": "pie"},
        {**RISE_DATA, "kind": EACH},
        {**RISE_DATA, "lines": []},
        {**RISE_DATA, "lines": [["", {}, "grade"]]},
        {**RISE_DATA, "lines": [["", {}]] * 61},
        {**RISE_DATA, "lines": [["", {}, "grade", "great"], ["", {}, "measure", "mean"]]},
        {**RISE_DATA, "values": []},
        {**RISE_DATA, "labels": ["none"]},
        {**RISE_DATA, "labels": [0, 1]},
    ],
)
def test_invalid_plot_spec_is_refused(wrong: object) -> None:
    reply = reply_to({"action": "plot", "plot": wrong, "inputs": {}})
    assert reply["codes"] == ["bad_plot"], reply
