"""Inputs as pages show them: controls of forms, and values as text."""

from rules_py.inputs import Amounts, Chance, Choice, Flag, Int, ListOf, Record, Several, Text
from rules_py.present import forms, input_text
from rules_py.systems import registry
from tests.core.strict_reader import Reader


def test_inputs_of_every_kind_have_a_control() -> None:
    fields = (
        Int("number", "Number", 0, 9, start=3, help="Up to nine."),
        Flag("flag", "Flag", default=True),
        Choice("few", "Few", {"a": "A", "b": "B"}, start="b"),
        Choice("many", "Many", {each: each.upper() for each in "abcdef"}, start="c"),
        Text("lines", "Lines", lines=4, start="\nfirst"),
        Chance("chance", "Chance", start="1/3"),
        Record("record", "Record", (Int("inner", "Inner", 0, 9),), start={"inner": 4}),
        Several("several", "Several", Choice("x", options={"a": "A", "b": "B"}), start=["b"]),
        ListOf(
            "rows",
            "Rows",
            Record(
                fields=(
                    Choice("kind", "Kind", {"a": "A", "b": "B"}, start="a"),
                    ListOf("deeper", "Deeper", Int(low=0, high=9, start=0)),
                )
            ),
            start=[{"kind": "b", "deeper": [1]}],
        ),
    )
    page = Reader(forms.render_fields("form", "core_rules", fields, {}))
    names = page.values("name")
    for name in (
        "number",
        "flag",
        "few",
        "many",
        "lines",
        "chance",
        "record.inner",
        "rows.0.kind",
        "rows.0.deeper.0",
    ):
        assert name in names
    assert "rows.__row__.deeper.__row__" in names
    assert page.values("data-several") == ["several"]
    assert [
        each["value"] for each in page.all("input") if each.get("type") == "radio" and "checked" in each
    ] == ["b"]
    assert "\n\nfirst" in page.text
    words = Reader(input_text.render_inputs(fields, {each.name: each.initial_value for each in fields})).text
    assert "Inner 4" in words


def test_text_of_a_record_starts_with_its_name() -> None:
    fields = (Text("name", "Name"), Flag("alert", "Has Alertness"), Int("xp", "XP gained", 0, 9, default=0))
    people = ListOf("pcs", item=Record(fields=fields))
    text = input_text.value_text(people, [{"name": "Odile"}, {"name": "Wenna", "alert": True, "xp": 2}])
    assert text == "Odile; Wenna, has Alertness, XP gained 2"


def test_example_omits_inputs_for_programs() -> None:
    order = registry.calculator("dichotomy.desk_chances")
    values = {each.name: each.initial_value for each in order.inputs}
    html = input_text.render_example_inputs(order.inputs, order.bind(values).inputs)
    assert "Fight(" not in html and "{" not in html


def test_text_of_a_record_lists_its_values() -> None:
    step = Record(fields=(Flag("up", "Up"), Flag("down", "Down")))
    action = Record(
        fields=(
            Choice("do", "Action", {"go": "Go", "rest": "Rest"}, start="go"),
            ListOf("steps", "Steps", step, default=[]),
            Choice("reach", "Reach", {"far": "Far"}, optional=True),
            Text("whom", "Whom"),
            Int("cost", "Cost", 0, 9, default=1),
        )
    )
    text = input_text.value_text(
        ListOf("turn", item=action), [{"do": "go", "steps": [{"up": True}, {}]}, {"do": "rest", "cost": 2}]
    )
    assert text == "Go, steps up + as usual; Rest, cost 2"


def test_text_of_a_key_is_its_label() -> None:
    pack = Amounts("pack", "Pack", {"rope": "Rope"}, unknown_too=True)
    assert input_text.value_text(pack, {"rope": 2, "moon": 1}) == "Rope × 2, moon × 1"
    assert input_text.value_text(pack, {}) == "none"
    colour = Choice("colour", "Colour", {"red": "Red"}, unknown_too=True)
    assert [input_text.value_text(colour, each) for each in ("red", "green", None)] == ["Red", "green", "—"]


def test_amounts_have_a_row_and_a_select_for_each_key() -> None:
    pack = Amounts("pack", "Pack", {"rope": "Rope", "oil": "Oil"}, most=9)
    page = Reader(forms.render_fields("f", "core_rules", (pack,), {"pack": {"oil": 2}}))
    assert [each["name"] for each in page.all("select")] == ["pack.0.of", "pack.__row__.of"]
    values = [each["value"] for each in page.all("option") if "selected" in each]
    assert values == ["oil", "rope"]


def test_record_hides_fields_of_other_kinds() -> None:
    action = Record(
        kind="do",
        only_for={"zones": ("go", "run")},
        fields=(
            Choice("do", "Action", {"go": "Go", "run": "Run", "rest": "Rest"}, start="go"),
            Int("zones", "Zones", 1, 3, start=1),
        ),
    )
    turn = ListOf("turn", "Turn", action)
    page = Reader(forms.render_fields("f", "core_rules", (turn,), {"turn": [{"do": "rest"}, {"do": "go"}]}))
    cases = [each for _, each in page.elements if "data-show-if" in each]
    assert [each["data-show-if-input"] for each in cases] == ["turn.0.do", "turn.1.do", "turn.__row__.do"]
    assert ["hidden" in each for each in cases] == [True, False, False]
    assert {each["data-show-if"] for each in cases} == {"go run"}


def test_record_hides_fields_that_need_a_checked_box() -> None:
    armour = Record(
        kind="agile", only_for={"plate": ("yes",)}, fields=(Flag("agile", "Agile"), Flag("plate", "In plate"))
    )
    row = ListOf("party", "Party", armour)
    page = Reader(
        forms.render_fields("f", "core_rules", (row,), {"party": [{"agile": True}, {"agile": False}]})
    )
    cases = [each for _, each in page.elements if "data-show-if" in each]
    assert ["hidden" in each for each in cases] == [False, True, True]


def test_example_shows_a_quiet_input_only_if_changed() -> None:
    gear = Choice("gear", "Gear", {"good": "Good", "bad": "Bad"}, default="good", quiet=True)
    assert Reader(input_text.render_example_inputs((gear,), {"gear": "good"})).text == ""
    assert Reader(input_text.render_example_inputs((gear,), {"gear": "bad"})).text == "GearBad"


def test_several_records_are_shown_as_a_list() -> None:
    throws = ListOf("throws", "Throws", Record(fields=(Int("steps", "Steps", 0, 9),)))
    assert "<ol><li>Steps 1</li><li>Steps 2</li></ol>" in input_text.render_inputs(
        (throws,), {"throws": [{"steps": 1}, {"steps": 2}]}
    )
    assert "<dd>Steps 1</dd>" in input_text.render_inputs((throws,), {"throws": [{"steps": 1}]})


def test_text_of_a_record_includes_default_numbers() -> None:
    targets = Record(fields=tuple(Int(each, each, 0, 20, default=10) for each in ("first", "second")))
    assert input_text.value_text(targets, {"first": 9}) == "first 9, second 10"
    state = Record(fields=(Int("hits", "Hits", 0, 9, default=0), Flag("hurt", "Hurt")))
    assert input_text.value_text(state, {"hurt": True}) == "Hurt"
    assert input_text.value_text(state, {}) == "Hits 0"


def test_example_omits_inputs_that_change_nothing() -> None:
    fields = (
        Int("target", "Target", 0, 20, default=10),
        Int("bonus", "Bonus", -9, 9, default=0),
        Flag("helped", "Helped"),
        Int("steps", "Steps", 0, 2),
    )
    words = Reader(
        input_text.render_example_inputs(fields, {"target": 10, "bonus": 0, "helped": False, "steps": 0})
    ).text
    assert words == "Target10Steps0"
    assert input_text.render_example_inputs(fields[1:3], {"bonus": 0, "helped": False}) == ""
