"""Rendered calculators, sheets and lists: complete without JavaScript, escaped, linked."""

import json
import re

import pytest
from bs4 import BeautifulSoup

from rules_py import present
from rules_py.base.errors import InputError
from rules_py.base.problems import Problem
from rules_py.calculators.calculator import Calculator
from rules_py.inputs import Text
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.problems import problem_count
from rules_py.present.typography import typeset
from rules_py.sheets.play_mode import SheetStep
from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.systems import registry
from tests.core.strict_reader import Reader

CALCULATORS = [each for game in registry.games() for each in game.calculators]


GAMES = registry.games()


HOSTILE = '<script>alert("x")</script>&'


def render(calculator: Calculator) -> Markup:
    return present.render_calculator(calculator, {})


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda each: each.id)
def test_every_calculator_is_rendered_completely(calculator: Calculator) -> None:
    page = Reader(render(calculator))
    ids = set(page.values("id"))
    assert calculator.id in ids
    assert set(page.values("for")) <= ids
    assert {each for list_ in page.values("aria-describedby") for each in list_.split()} <= ids
    names = {
        name.split(".")[0]
        for name in [*page.values("name"), *page.values("data-list"), *page.values("data-several")]
    }
    assert {each.name for each in calculator.inputs} <= names | {"dice"}
    words = page.text.lower()  # a house rule's label starts with a capital if all inputs are house rules
    assert all(typeset(each.label).lower() in words for each in calculator.inputs if each.label)
    buttons = [each for each in page.all("button") if each.get("data-part") == "roll"]
    assert len(buttons) == calculator.rolls_dice


@pytest.mark.parametrize("game", [each for each in GAMES if each.sheet], ids=lambda each: each.id)
def test_every_sheet_is_rendered_completely(game) -> None:
    page = Reader(present.render_sheet(game, game.sheet))
    assert page.elements[0][1]["data-version"] == str(game.sheet.version)
    assert all(typeset(each.label) in page.text for each in game.sheet.fields if each.label)


@pytest.mark.parametrize(
    ("game", "reference"),
    [(game, each) for game in GAMES for each in game.references],
    ids=lambda each: getattr(each, "name", ""),
)
def test_reference_list_shows_every_value_and_anchor(game, reference) -> None:
    page = Reader(present.render_reference(game, reference))
    ids = set(page.values("id"))
    for entry in reference.entries:
        assert entry.id in ids
        assert set(entry.rules) <= (ids if reference.states_rules else set(page.words))
        for value in entry.values.values():
            words = ", ".join(value) if isinstance(value, tuple) else str(value)
            assert (
                typeset(re.sub(r"\[([A-Z]+-\d+)\]", r"\1", words)) in page.text
            )  # a rule's number is a link


def test_sheet_counts_problems_and_open_fields() -> None:
    one, other, warning = (
        Problem("a", "a", "A."),
        Problem("b", "b", "B."),
        Problem("c", "c", "C.", severity="warning"),
    )

    def text_of(
        *problems: Problem, untouched: tuple[Problem, ...] = (), steps: tuple[SheetStep, ...] = ()
    ) -> tuple[str, str]:
        report = SheetReport((*problems, *untouched), {}, hidden_problems=untouched, steps=steps)
        page = Reader(problem_count(report))
        return page.text, page.values("class")[0].split()[-1]

    assert text_of() == ("This character follows all the rules.", "is-legal")
    assert text_of(one) == ("1 rule broken", "is-illegal")
    assert text_of(one, other, warning) == ("2 rules broken, 1 warning", "is-illegal")
    assert text_of(warning, untouched=(one,)) == ("1 warning. 1 thing left to do.", "is-warned")
    open_fields = ("This character follows all the rules. 2 things left to do.", "is-warned")
    assert text_of(untouched=(one, other)) == open_fields
    fix = SheetStep("Mend it", {"a": 1}, "It is broken.", due=True, field="a")
    assert text_of(one, steps=(fix,)) == ("This character follows all the rules.", "is-legal")


def test_hostile_text_is_escaped_everywhere() -> None:
    problem = Problem("name", "odd", f"No name {HOSTILE}.", "R-1")
    game = registry.game("core_rules")
    reference = ReferenceList(
        "odd",
        HOSTILE,
        (Column("kind", HOSTILE, filter=True),),
        ({"id": "odd", "name": HOSTILE, "kind": HOSTILE, "rules": ()},),
    )
    sheet = Sheet(
        version=1,
        sections=(Section(HOSTILE, (Text("name", HOSTILE, help=HOSTILE, start=HOSTILE),)),),
        evaluate=lambda sheet: SheetReport((problem,), {}),
    )
    for html in (
        present.render_problem(game.id, problem),
        present.render_reference(game, reference),
        present.render_sheet(game, sheet),
        present.prose(game.id, HOSTILE),
    ):
        page = Reader(html)
        assert not page.all("script")
        assert typeset(HOSTILE) in page.text


def test_markup_removes_bidi_controls_but_preserves_values() -> None:
    """U+202E in a name would reverse the rest of its sentence; the value of a field stays the same."""
    for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A)):
        name = f"Odo{chr(code)} אודו"
        assert tag("p", name, " attacks") == "<p>Odo \u2068אודו\u2069 attacks</p>"
        assert fragment([name]) == "Odo \u2068אודו\u2069"
        assert tag("option", name, value=name) == f'<option value="{name}">Odo \u2068אודו\u2069</option>'
    notes = Text("notes", "Notes", lines=3, start="\u202eodd")
    assert "\u202eodd</textarea>" in present.render_sheet(
        registry.game("core_rules"),
        Sheet(version=1, sections=(Section("Notes", (notes,)),), evaluate=lambda sheet: SheetReport((), {})),
    )


def test_markup_isolates_right_to_left_words() -> None:
    """Otherwise "אודו: 4 against 10" would show the 4 before the name, and two names would change places."""
    text = "אודו בר: 4 against מרים, مريم’s 10"
    expected = "\u2068אודו בר\u2069: 4 against \u2068מרים\u2069, \u2068مريم\u2069’s 10"
    assert fragment(text) == expected
    assert tag("text", text, title=text) == f'<text title="{text}">{expected}</text>'
    assert tag("code", text) == f"<code>{text}</code>"
    assert fragment("Zoë’s 5–6, ½ × 3") == "Zoë’s 5–6, ½ × 3"


def test_fragment_escapes_everything_except_markup() -> None:
    assert fragment("a<b", Markup("<i>c</i>"), None, ["&"], 3) == "a&lt;b<i>c</i>&amp;3"
    assert (
        tag("p", 'say "x"', class_="a b", data_of='"', hidden=True, title=None)
        == '<p class="a b" data-of="&quot;" hidden>say “x”</p>'
    )
    assert tag("input", name="n", value="<") == '<input name="n" value="&lt;">'


def test_rule_links_start_at_the_root_of_the_site() -> None:
    with present.link_rules("../../", {"core_rules": {"C-053": "core_rules/improving-the-roll/"}}):
        there = present.rule_link("core_rules", "C-053")
        assert 'href="../../core_rules/improving-the-roll/#C-053"' in there
        inputs = {"situation": "average", "steps": 1}
        address = present.roll_address("core_rules/", "core_rules.challenge", inputs, [5])
        assert address == "../../core_rules/?situation=average&steps=1&dice=%5B5%5D#core_rules.challenge"
        assert "href" not in present.rule_link("core_rules", "C-999")
    with present.link_rules("", {"core_rules": {"C-053": "core_rules/improving-the-roll/"}}):
        assert 'href="core_rules/improving-the-roll/#C-053"' in present.prose("core_rules", "As in [C-053].")
    with present.link_rules(
        "file:///book/index.html", {"core_rules": {"C-053": "core_rules/improving-the-roll/"}}
    ):
        page = 'href="file:///book/core_rules/improving-the-roll/index.html'
        assert f'{page}#C-053"' in present.rule_link("core_rules", "C-053"), (
            "no server adds the name of the file"
        )
        address = present.roll_address("core_rules/", "core_rules.challenge", {"steps": 1})
        assert address == "file:///book/core_rules/index.html?steps=1#core_rules.challenge"
    assert "href" not in present.rule_link("core_rules", "C-053")  # each site sets its own locations


def render_list(count: int, value: object) -> Markup:
    entries = tuple({"id": f"e{place}", "name": f"E{place}", "worth": value} for place in range(count))
    reference = ReferenceList("l", "L", (Column("worth", "Worth"),), entries, names="Thing")
    return present.render_reference(registry.game("core_rules"), reference)


def test_short_list_has_no_filter() -> None:
    assert "reference__filters" not in render_list(3, 1) and "reference__filters" in render_list(13, 1)
    assert Reader(render_list(3, 1)).text.startswith("LThingWorth")


def test_list_with_long_text_has_collapsible_rows() -> None:
    """A few entries are open; many are collapsed."""
    assert "<table" in render_list(9, "a few words") and "<details" not in render_list(9, "a few words")
    few, many = (BeautifulSoup(render_list(count, "Long. " * 20), "html.parser") for count in (3, 9))
    assert few.table is many.table is None
    assert [len(each.select("li > details[open]")) for each in (few, many)] == [3, 0]
    assert many.select_one("#e4 > details > summary").get_text().startswith("E4")
    assert many.select_one("#e4 dd").get_text(strip=True).startswith("Long. Long.")


def test_render_calculator_rejects_invalid_inputs() -> None:
    with pytest.raises(InputError, match="steps: expected a whole number from 0 to 10, got 11"):
        present.render_calculator(registry.calculator("core_rules.challenge"), {"steps": 11})


def test_sheet_element_lists_its_linked_fields() -> None:
    game = registry.game("dichotomy")
    (element,) = Reader(present.render_sheet(game, game.sheet)).all("dice-sheet")
    assert json.loads(element["data-tied"])[0] == ["attributes.finesse", "attributes.power", 11]
    plain_game = registry.game("core_rules")
    assert "data-tied" not in Reader(present.render_sheet(plain_game, plain_game.sheet)).all("dice-sheet")[0]


def test_tray_offers_notation_if_a_game_rolls_it():
    with_dice = Reader(present.render_tray(registry.notation_calculator()))
    assert with_dice.values("data-die") == ["4", "6", "8", "10", "12", "20", "100"]
    assert with_dice.values("data-calculator") == ["tools.throw"]
    assert Reader(present.render_tray(None)).values("data-die") == []
