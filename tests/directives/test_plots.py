"""The plot block: a chart, and a table of its exact numbers, served as JSON, that links to the roller."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup, Tag

from hooks.directives import DirectiveError
from hooks.search_index import page_parser
from rules_py import odds

STEPS = "calculator: core_rules.challenge\nkind: steps\ninputs: {situation: average}\ncaption: x\n"
CURVE = "calculator: core_rules.challenge\nkind: curve\nover: {steps: [0, 1]}\ncaption: x\n"


def figure(page, text: str, after: str = "") -> Tag:
    return BeautifulSoup(page(f"```plot\n{text}\n```\n{after}"), "html.parser").figure


def served_table(book, tmp_path) -> dict:
    book.library.write(tmp_path)
    folder = tmp_path / "assets" / "odds"
    [plot] = json.loads((folder / "index.json").read_text())
    return json.loads((folder / plot["file"]).read_text())


def test_plans_become_named_series(page, book, tmp_path) -> None:
    diagram = figure(page, STEPS + "plans: {None: {steps: 0}, One: {steps: 1}}")
    assert diagram.figcaption.text == "x"
    assert [each.text for each in diagram.select(".plot__name")] == ["None", "One"]
    table = served_table(book, tmp_path)
    assert table["columns"] == ["None", "One"]
    none = odds("core_rules.challenge", situation="average", steps=0).band
    assert [row[0] for row in table["cells"]] == [str(each) for each in none.values()]
    assert [sum(map(Fraction, column)) for column in zip(*table["cells"], strict=True)] == [1, 1]


def test_curve_runs_over_the_values_of_an_input(page, book, tmp_path) -> None:
    figure(
        page, CURVE + "at_least: success\nplans: {Even: {situation: average}, Good: {situation: favourable}}"
    )
    table = served_table(book, tmp_path)
    assert table["cells"] == [["1/9", "1/4"], ["1/3", "1/2"]]
    assert table["inputs"][1][0] == {"situation": "average", "steps": 1}
    assert (table["row_label"], table["column_label"]) == ("Steps of improvement", "At least success")


def test_several_numbers_become_series(page, book, tmp_path) -> None:
    figure(page, CURVE + "inputs: {situation: average}\ngrade: {Top: success, Bottom: failure}")
    table = served_table(book, tmp_path)
    assert table["columns"] == ["Top", "Bottom"]
    assert table["cells"] == [["1/9", "1/4"], ["1/3", "1/6"]]


def test_distribution_measure_is_drawn_as_steps(page, book, tmp_path) -> None:
    diagram = figure(page, STEPS.replace("average", "average, steps: 1") + "measure: result\nacross: The die")
    assert diagram.select_one(".plot__across").text == "The die"
    assert served_table(book, tmp_path)["cells"] == [["1/6"]] * 6


def test_answer_without_dice_can_be_plotted(page, book, tmp_path) -> None:
    figure(
        page,
        "calculator: core_rules.at_least\nkind: curve\nover: {steps: [0, 1]}\n"
        "inputs: {situation: average, band: success}\ncaption: x",
    )
    assert served_table(book, tmp_path)["cells"] == [["1/9"], ["1/3"]]


def test_mean_is_drawn_as_a_number(page) -> None:
    diagram = figure(page, CURVE + "inputs: {situation: average}\nmeasure: mean")
    assert [each.text for each in diagram.select(".plot__figure")] == ["3.5", "2.53"]


def test_cumulative_plot_serves_cumulative_chances(page, book, tmp_path) -> None:
    figure(page, STEPS.replace("kind: steps", "kind: at_most").replace("average", "average, steps: 1"))
    assert served_table(book, tmp_path)["cells"] == [["1/6"], ["1/3"], ["2/3"], ["1"], ["1"]]


def test_cells_link_to_the_form_on_the_page(page) -> None:
    form = "\n```roller\ncalculator: core_rules.challenge\n```\n"
    diagram = figure(page, CURVE + "inputs: {situation: average}\ngrade: success", form)
    assert [each["href"] for each in diagram.select("a.grid__link")] == [
        "../../core_rules/page/?situation=average&steps=0#core_rules.challenge",
        "../../core_rules/page/?situation=average&steps=1#core_rules.challenge",
    ]


def test_search_index_has_the_caption_but_not_the_numbers(page) -> None:
    entries = page_parser.read(
        page(f"# One\n\n## Two\n\n```plot\n{STEPS}plans: {{No step: {{steps: 0}}}}\n```\n")
    )
    text = " ".join(each.text for each in entries)
    assert "x" in text.split()
    assert "30.6%" not in text


def test_plot_works_in_a_list(page) -> None:
    text = "\n".join(
        f"    {line}" for line in f"```plot\n{STEPS}plans: {{A: {{steps: 0}}}}\n```".splitlines()
    )
    assert BeautifulSoup(page(f"- An item\n\n{text}\n"), "html.parser").select_one("li figure.plot svg")


CHALLENGE = "```plot\ncalculator: core_rules.challenge\n"
MISTAKES = {
    "no kind": (
        CHALLENGE + "caption: x\n```",
        "1: plot block needs 'kind' (steps, at_least, at_most or curve)",
    ),
    "an unknown kind": (
        CHALLENGE + "kind: pie\ncaption: x\n```",
        "3: plot block: kind: unknown value 'pie' (expected steps, at_least, at_most or curve)",
    ),
    "no caption": (
        CHALLENGE + "kind: steps\n```",
        "1: plot block needs 'caption' (a sentence that describes the picture)",
    ),
    "an unknown field": (
        CHALLENGE + "kind: steps\nseries: 3\ncaption: x\n```",
        "4: plot block has no field 'series'; fields are calculator, kind, over, inputs, plans, measure, output, grade, at_least, across and caption",
    ),
    "an unknown calculator": (
        "```plot\ncalculator: core_rules.chance\nkind: steps\ncaption: x\n```",
        "2: unknown calculator 'core_rules.chance'. Did you mean 'core_rules.challenge'?",
    ),
    "a value out of range, in a plan": (
        CHALLENGE + "kind: steps\ncaption: x\nplans:\n  Many: {steps: 99, situation: bad}\n```",
        "6: steps: expected a whole number from 0 to 10, got 99",
    ),
    "a value out of range, for all": (
        CHALLENGE + "kind: steps\ncaption: x\ninputs:\n  steps: 99\nplans:\n  Bad: {situation: bad}\n```",
        "6: steps: expected a whole number from 0 to 10, got 99",
    ),
    "an unknown input in a plan": (
        CHALLENGE
        + "kind: steps\ncaption: x\nplans:\n  One: {situation: bad, steps: 1}\n  Two:\n    stepps: 1\n    steps: 1\n    situation: bad\n```",
        "8: unknown input 'stepps' (expected situation or steps). Did you mean 'steps'?",
    ),
    "plans that are no mapping": (
        CHALLENGE + "kind: steps\ncaption: x\nplans: [a]\n```",
        "5: plot block: plans: expected a mapping from names to inputs, such as `No step: {steps: 0}`, got ['a']",
    ),
    "a plan that is no mapping": (
        CHALLENGE + "kind: steps\ncaption: x\nplans:\n  One: 1\n```",
        "6: plot block: plan: expected lines such as `name: value`, got 1",
    ),
    "an input both in a plan and for all": (
        CHALLENGE + "kind: steps\ncaption: x\ninputs: {steps: 1}\nplans: {One: {steps: 2}}\n```",
        "6: plans: 'steps' is already in inputs. Remove it here or there.",
    ),
    "too many lines": (
        CHALLENGE
        + "kind: curve\nover: {steps: [0, 1]}\ngrade: success\ncaption: x\nplans: {a: {}, b: {}, c: {}, d: {}, e: {}}\n```",
        "7: plot block: plans: expected at most 4, got ['a', 'b', 'c', 'd', 'e']",
    ),
    "too many bars": (
        CHALLENGE
        + "kind: steps\ncaption: x\nplans: {a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {}}\n```",
        "5: plot block: plans: expected at most 8, got ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']",
    ),
    "several plans and several numbers": (
        CHALLENGE
        + "kind: curve\nover: {steps: [0, 1]}\ncaption: x\ngrade: {A: success, B: failure}\n"
        + "plans: {a: {situation: bad}, b: {situation: average}}\n```",
        "7: plot block: plans: expected one plan, as there are several numbers, got ['a', 'b']",
    ),
    "numbers of two kinds": (
        CHALLENGE + "kind: curve\nover: {steps: [0, 1]}\ncaption: x\ngrade: success\nmeasure: mean\n```",
        "6: plot block: number: expected only one of measure, output, grade or at_least, got ['measure', 'grade']",
    ),
    "an unknown grade": (
        CHALLENGE
        + "kind: curve\nover: {steps: [0, 1]}\ninputs: {situation: bad}\ncaption: x\ngrade: triumph\n```",
        "7: unknown grade 'triumph' (expected failure_consequence, failure, partial, success or great)",
    ),
    "a curve over nothing": (
        CHALLENGE + "kind: curve\ncaption: x\n```",
        "1: plot block needs 'over' (one input and a list of its values, such as `over: {situation: [...]}`)",
    ),
    "a curve of one point": (
        CHALLENGE + "kind: curve\nover: {steps: [1]}\ncaption: x\ngrade: success\n```",
        "4: plot block: over: expected at least two values, got [1]",
    ),
    "a bad value along a curve": (
        CHALLENGE + "kind: curve\nover:\n  steps:\n    - 0\n    - many\ncaption: x\ngrade: success\n```",
        "7: steps: expected a whole number from 0 to 10, got 'many'",
    ),
    "an input fixed and along the curve": (
        CHALLENGE + "kind: curve\nover: {steps: [0, 1]}\ninputs: {steps: 1}\ncaption: x\ngrade: success\n```",
        "5: inputs: 'steps' is already under over. Remove it here.",
    ),
    "steps over an input": (
        CHALLENGE + "kind: steps\nover: {steps: [0, 1]}\ncaption: x\n```",
        "4: plot block over an input: kind: expected curve, got 'steps'",
    ),
    "a chance and a figure on one axis": (
        CHALLENGE
        + "kind: curve\nover: {steps: [0, 1]}\ninputs: {situation: bad}\ncaption: x\n"
        + "measure: {Mean: mean, Good: band.success}\n```",
        "7: curve: expected only chances, or only other numbers, got ['mean', 'band.success']",
    ),
    "a measure that is no distribution": (
        CHALLENGE + "kind: steps\ninputs: {situation: bad, steps: 1}\ncaption: x\nmeasure: mean\n```",
        "6: unknown measure 'mean' (expected result or band)",
    ),
    "a grade where a distribution is expected": (
        CHALLENGE + "kind: steps\ninputs: {situation: bad, steps: 1}\ncaption: x\ngrade: success\n```",
        "6: grade: expected the field measure for core_rules.challenge, got 'success'",
    ),
    "an answer that has no results": (
        "```plot\ncalculator: dichotomy.aim_or_shoot\nkind: steps\ncaption: x\n"
        "inputs: {value_a: 6, value_b: 5, npc_hits: 3}\n```",
        "5: output: expected plain or aimed, got nothing",
    ),
    "at least without order": (
        "```plot\ncalculator: dichotomy.duel\nkind: at_least\ncaption: x\n```",
        "3: kind: expected steps, as these results have no order, got 'at_least'",
    ),
}


@pytest.mark.parametrize(("text", "message"), MISTAKES.values(), ids=MISTAKES)
def test_plot_mistake_stops_build_with_place(page, text: str, message: str) -> None:
    with pytest.raises(DirectiveError) as error:
        page(text + "\n")
    assert str(error.value).startswith("docs/core_rules/page.md:" + message)
