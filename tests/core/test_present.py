"""Rendered pages: escaped, complete without JavaScript, with exact chances."""

import json
import re
from dataclasses import dataclass
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from bs4 import BeautifulSoup

from rules_py import api, present, resolve
from rules_py.base import number_format
from rules_py.base.errors import InputError
from rules_py.base.problems import Problem
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, Measure
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.roll_steps import DROPPED, KEPT, Die
from rules_py.dice.roll_steps import RollStep as WorkingStep
from rules_py.inputs import Amounts, Chance, Choice, Flag, Int, ListOf, Record, Several, Text
from rules_py.present import forms, input_text
from rules_py.present.actions import render_turn
from rules_py.present.chance import chance_in_cell
from rules_py.present.grid import render_odds_table
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.outcome import render_steps
from rules_py.present.sheet import problem_count
from rules_py.present.typography import typeset
from rules_py.sheets.play_mode import SheetStep
from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.systems import registry
from rules_py.tracker import ActionOption, OutcomeShare, View

CALCULATORS = [each for game in registry.games() for each in game.calculators]
GAMES = registry.games()
VOID = {"br", "hr", "img", "input", "link", "meta"}
HOSTILE = '<script>alert("x")</script>&'


class Reader(HTMLParser):
    """Reads HTML strictly: every element closed in its turn, every id once."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, f"left open: {self.open}"
        ids = self.values("id")
        assert len(ids) == len(set(ids)), f"an id twice among {ids}"

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, dict(attributes)))
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, dict(attributes)))

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)

    def values(self, attribute: str) -> list[str]:
        return [found[attribute] for _, found in self.elements if attribute in found]

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [found for each, found in self.elements if each == name]


def shown(calculator: Calculator) -> Markup:
    return present.render_calculator(calculator, {})


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda each: each.id)
def test_every_calculator_stands_in_the_page_complete(calculator: Calculator) -> None:
    page = Reader(shown(calculator))
    ids = set(page.values("id"))
    assert calculator.id in ids
    assert set(page.values("for")) <= ids
    assert {each for list_ in page.values("aria-describedby") for each in list_.split()} <= ids
    names = {
        name.split(".")[0]
        for name in [*page.values("name"), *page.values("data-list"), *page.values("data-several")]
    }
    assert {each.name for each in calculator.inputs} <= names | {"dice"}
    words = page.text.lower()  # a house rule's label begins with a capital where all are house rules
    assert all(typeset(each.label).lower() in words for each in calculator.inputs if each.label)
    buttons = [each for each in page.all("button") if each.get("data-part") == "roll"]
    assert len(buttons) == calculator.rolls_dice


@pytest.mark.parametrize("game", [each for each in GAMES if each.sheet], ids=lambda each: each.id)
def test_every_sheet_stands_in_the_page_complete(game) -> None:
    page = Reader(present.render_sheet(game, game.sheet))
    assert page.elements[0][1]["data-version"] == str(game.sheet.version)
    assert all(typeset(each.label) in page.text for each in game.sheet.fields if each.label)


@pytest.mark.parametrize(
    ("game", "listed"),
    [(game, each) for game in GAMES for each in game.references],
    ids=lambda each: getattr(each, "name", ""),
)
def test_reference_list_shows_every_value_and_anchor(game, listed) -> None:
    page = Reader(present.render_reference(game, listed))
    ids = set(page.values("id"))
    for entry in listed.entries:
        assert entry.id in ids
        assert set(entry.rules) <= (ids if listed.states_rules else set(page.words))
        for value in entry.values.values():
            words = ", ".join(value) if isinstance(value, tuple) else str(value)
            assert (
                typeset(re.sub(r"\[([A-Z]+-\d+)\]", r"\1", words)) in page.text
            )  # a rule's number is a link


def test_sheet_counts_problems_and_open_fields() -> None:
    breach, other, warning = (
        Problem("a", "a", "A."),
        Problem("b", "b", "B."),
        Problem("c", "c", "C.", severity="warning"),
    )

    def told(
        *problems: Problem, untouched: tuple[Problem, ...] = (), steps: tuple[SheetStep, ...] = ()
    ) -> tuple[str, str]:
        report = SheetReport((*problems, *untouched), {}, hidden_problems=untouched, steps=steps)
        page = Reader(problem_count(report))
        return page.text, page.values("class")[0].split()[-1]

    assert told() == ("This character follows all the rules.", "is-legal")
    assert told(breach) == ("1 rule broken", "is-illegal")
    assert told(breach, other, warning) == ("2 rules broken, 1 warning", "is-illegal")
    assert told(warning, untouched=(breach,)) == ("1 warning. 1 thing left to do.", "is-warned")
    open_still = ("This character follows all the rules. 2 things left to do.", "is-warned")
    assert told(untouched=(breach, other)) == open_still
    mended = SheetStep("Mend it", {"a": 1}, "It is broken.", due=True, field="a")
    assert told(breach, steps=(mended,)) == ("This character follows all the rules.", "is-legal")


def test_outcomes_are_told_and_spoken() -> None:
    calculator = registry.calculator("core_rules.challenge")

    reached = resolve("core_rules.challenge", situation="average", steps=2, dice=[3, 5])
    page = Reader(present.render_outcome(calculator, reached))
    assert page.text.startswith("Success")
    assert [each["class"] for each in page.all("li") if "die" in each["class"].split()] == [
        "die die--dropped",
        "die die--kept",
    ]
    assert "tone--good" in page.elements[0][1]["class"]
    assert present.outcome_announcement(reached) == "Success. On the dice: 5, and 3 dropped."


def test_announcement_names_cards_and_ends_in_a_full_stop() -> None:
    hand = resolve("recipes.cards", cards=3, dice=["Q♥", "J♣", "2♥"])
    assert present.outcome_announcement(hand) == "2 of one suit. Dealt: Q♥, J♣, 2♥."
    assert present.outcome_announcement(Night()) == "Nobody comes."


@dataclass(frozen=True, kw_only=True)
class Night(Outcome):
    verdict = "Nobody comes."


def test_what_a_reader_wrote_is_text_everywhere() -> None:
    problem = Problem("name", "odd", f"No name {HOSTILE}.", "R-1")
    game = registry.game("core_rules")
    listed = ReferenceList(
        "odd",
        HOSTILE,
        (Column("kind", HOSTILE, filter=True),),
        ({"id": "odd", "name": HOSTILE, "kind": HOSTILE, "rules": ()},),
    )
    sheet = Sheet(
        version=1,
        sections=(Section(HOSTILE, (Text("name", HOSTILE, help=HOSTILE, start=HOSTILE),)),),
        evaluate=lambda reading: SheetReport((problem,), {}),
    )
    for html in (
        present.render_problem(game.id, problem),
        present.render_reference(game, listed),
        present.render_sheet(game, sheet),
        present.prose(game.id, HOSTILE),
    ):
        page = Reader(html)
        assert not page.all("script")
        assert typeset(HOSTILE) in page.text


def test_markup_drops_marks_that_turn_text_but_keeps_values() -> None:
    """A name with U+202E would turn the rest of its sentence around; a field gives back what it was given."""
    for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A)):
        name = f"Odo{chr(code)} אודו"
        assert tag("p", name, " attacks") == "<p>Odo \u2068אודו\u2069 attacks</p>"
        assert fragment([name]) == "Odo \u2068אודו\u2069"
        assert tag("option", name, value=name) == f'<option value="{name}">Odo \u2068אודו\u2069</option>'
    notes = Text("notes", "Notes", lines=3, start="\u202eodd")
    assert "\u202eodd</textarea>" in present.render_sheet(
        registry.game("core_rules"),
        Sheet(
            version=1, sections=(Section("Notes", (notes,)),), evaluate=lambda reading: SheetReport((), {})
        ),
    )


def test_markup_isolates_words_that_run_right_to_left() -> None:
    """Or "אודו: 4 against 10" would show the 4 before the name, and two names would change places."""
    text = "אודו בר: 4 against מרים, مريم’s 10"
    isolated = "\u2068אודו בר\u2069: 4 against \u2068מרים\u2069, \u2068مريم\u2069’s 10"
    assert fragment(text) == isolated
    assert tag("text", text, title=text) == f'<text title="{text}">{isolated}</text>'
    assert tag("code", text) == f"<code>{text}</code>"
    assert fragment("Zoë’s 5–6, ½ × 3") == "Zoë’s 5–6, ½ × 3"


def test_the_page_escapes_all_but_markup() -> None:
    assert fragment("a<b", Markup("<i>c</i>"), None, ["&"], 3) == "a&lt;b<i>c</i>&amp;3"
    assert (
        tag("p", 'say "x"', class_="a b", data_of='"', hidden=True, title=None)
        == '<p class="a b" data-of="&quot;" hidden>say “x”</p>'
    )
    assert tag("input", name="n", value="<") == '<input name="n" value="&lt;">'


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 2), "50%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(2, 3), "66.7%"),
        (Fraction(1, 8), "12.5%"),
        (Fraction(1, 1296), "0.077%"),
        (Fraction(1295, 1296), "99.923%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(1, 10**5), "0.0010%"),
        (Fraction(1, 10**6), "0.00010%"),
        (Fraction(1, 10**6 + 1), "under 0.0001%"),
        (Fraction(1, 10**9), "under 0.0001%"),
        (1 - Fraction(1, 10**9), "over 99.9999%"),
        (Fraction(1999, 2000), "99.950%"),
        (Fraction(1, 2000), "0.050%"),
    ],
)
def test_percentages_never_lie_about_certainty(chance: Fraction, text: str) -> None:
    assert number_format.percent(chance) == text


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 3), "33.3% (1 in 3)"),
        (Fraction(0), "0% (never)"),
        (Fraction(1), "100% (always)"),
        (Fraction(10**9 + 1, 2 * 10**9), "50.0%"),
        (Fraction(4096, 46656), "8.8% (64 in 729)"),
    ],
)
def test_chances_in_text(chance: Fraction, text: str) -> None:
    assert Reader(present.render_chance(chance)).text == text


def test_long_fraction_is_described_by_length() -> None:
    tail = 10**5000
    long = Fraction(3 * tail + 1, 10 * tail)
    assert number_format.percent(long) == "30.0%" and number_format.one_in_n(long) == ""
    assert number_format.exact_fraction(long) == "5,002-digit numbers, about 1 in 3.33"
    assert number_format.exact_fraction(long / 10**6) == "5,008-digit numbers, about 1 in 3333333"
    assert number_format.exact_fraction(long + 7) == "5,002-digit numbers, about 7.30"
    assert number_format.describe_change(-long) == "less by 5,002-digit numbers, about 1 in 3.33"
    assert "5,002-digit numbers" in chance_in_cell(long)
    assert number_format.exact_fraction(Fraction(12, 35)) == "12/35"


def test_a_fraction_too_long_to_read_is_folded() -> None:
    page = Reader(present.render_exact_chance(Fraction(10**9 + 1, 2 * 10**9)))
    assert page.all("details")
    assert "1000000001/2000000000" in page.text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (Fraction(7, 2), "3.5"),
        (Fraction(161, 36), "4.47"),
        (Fraction(-1, 2), "-0.5"),
        (Fraction(1, 4), "0.25"),
        (12345, "12,345"),
    ],
)
def test_figures(value: Fraction | int, text: str) -> None:
    assert number_format.format_number(value) == text


def test_links_to_rules_start_at_the_root_of_the_page() -> None:
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
            "no server turns a folder into it"
        )
        address = present.roll_address("core_rules/", "core_rules.challenge", {"steps": 1})
        assert address == "file:///book/core_rules/index.html?steps=1#core_rules.challenge"
    assert "href" not in present.rule_link("core_rules", "C-053")  # each site places its own


def test_many_dice_are_sorted_and_very_many_are_counted() -> None:
    few = Reader(present.render_dice([Die(6, 3, KEPT), Die(6, 1, DROPPED)]))
    assert len(few.all("svg")) == 2
    many = Reader(
        present.render_dice([Die(10, 1 + place % 10, "success" if place % 2 else "") for place in range(50)])
    )
    assert len(many.all("svg")) == 50
    assert "25 × success" in many.text
    assert len(Reader(present.render_dice([Die(6, 1 + place % 6) for place in range(1000)])).all("svg")) == 6
    for number, grouped, drawn in ((12, False, 12), (13, True, 13), (60, True, 60), (61, True, 6)):
        page = BeautifulSoup(
            present.render_dice([Die(6, 1 + place % 6) for place in range(number)]), "html.parser"
        )
        assert (bool(page.select(".dice-groups")), len(page.select("svg"))) == (grouped, drawn)


def test_of_very_many_steps_the_first_and_the_last_are_told() -> None:
    steps = [WorkingStep(f"Blow {number}") for number in range(1, 301)]
    told = [each.get_text() for each in BeautifulSoup(render_steps("core_rules", steps), "html.parser")("li")]
    assert len(told) == 201
    assert [told[place] for place in (0, 99, 100, 101, 200)] == [
        "Blow 1",
        "Blow 100",
        "100 steps not shown.",
        "Blow 201",
        "Blow 300",
    ]


def test_dice_that_no_longer_count_say_why_and_look_so():
    shown = Reader(
        present.render_dice([Die(6, 1, "rerolled"), Die(10, 1, "set aside"), Die(3, -1, lowest=-1)])
    )
    assert [each["class"] for each in shown.all("li")] == [
        "die die--rerolled",
        "die die--set-aside",
        "die die--plain",
    ]
    assert "set aside" in shown.text and "dF: -1" in shown.text


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_every_die_has_a_shape(sides: int) -> None:
    assert f"d{sides}: {sides}" in Reader(present.render_die(Die(sides, sides))).text


def test_long_scales_are_gathered_at_their_ends() -> None:
    calculator = registry.calculator("tools.throw")
    page = Reader(present.render_calculator_odds(calculator.bind({"notation": "100d6"})))
    assert len(page.all("tr")) <= 31
    assert "or less" in page.text
    assert "or more" in page.text


def test_a_grid_of_chances_leads_to_the_roller() -> None:
    cells = [
        [(Fraction(1, 3), "#core_rules.challenge"), (Fraction(0), None)],
        [(Fraction(1), None), (Fraction(1, 9), None)],
    ]
    page = Reader(render_odds_table("A caption", "Steps", ["0", "1"], "Situation", ["bad", "good"], cells))
    assert page.values("href") == ["#core_rules.challenge"]
    assert page.values("tabindex") == ["0"]  # a keyboard comes to it in its turn
    assert [each["class"] for each in page.all("td") if "heat" in (each["class"] or "")] == [
        "number heat heat--2",
        "number heat heat--0",
        "number heat heat--5",
        "number heat heat--1",
    ]
    assert "A caption" in page.text
    means = Reader(
        render_odds_table("Means", "Dice", ["1"], "", ["d6"], [[(Fraction(7, 2), None)]], chances=False)
    )
    assert "3.5" in means.text
    assert "%" not in means.text


def test_inputs_of_every_kind_have_a_control() -> None:
    declared = (
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
    page = Reader(forms.render_fields("form", "core_rules", declared, {}))
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
    words = Reader(
        input_text.render_inputs(declared, {each.name: each.initial_value for each in declared})
    ).text
    assert "Inner 4" in words


def test_record_in_words_starts_with_its_name_and_reads_on() -> None:
    fields = (Text("name", "Name"), Flag("alert", "Has Alertness"), Int("xp", "XP gained", 0, 9, default=0))
    people = ListOf("pcs", item=Record(fields=fields))
    said = input_text.value_text(people, [{"name": "Odile"}, {"name": "Wenna", "alert": True, "xp": 2}])
    assert said == "Odile; Wenna, has Alertness, XP gained 2"


def test_example_leaves_out_what_only_programs_read() -> None:
    order = registry.calculator("dichotomy.desk_chances")
    values = {each.name: each.initial_value for each in order.inputs}
    html = input_text.render_example_inputs(order.inputs, order.bind(values).inputs)
    assert "Fight(" not in html and "{" not in html


def test_a_record_tells_what_was_chosen_in_it() -> None:
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
    said = input_text.value_text(
        ListOf("turn", item=action), [{"do": "go", "steps": [{"up": True}, {}]}, {"do": "rest", "cost": 2}]
    )
    assert said == "Go, steps up + as usual; Rest, cost 2"


def test_keys_are_told_by_their_names() -> None:
    pack = Amounts("pack", "Pack", {"rope": "Rope"}, unknown_too=True)
    assert input_text.value_text(pack, {"rope": 2, "moon": 1}) == "Rope × 2, moon × 1"
    assert input_text.value_text(pack, {}) == "none"
    colour = Choice("colour", "Colour", {"red": "Red"}, unknown_too=True)
    assert [input_text.value_text(colour, each) for each in ("red", "green", None)] == ["Red", "green", "—"]


def test_a_form_offers_what_is_carried_by_name_a_row_for_each() -> None:
    pack = Amounts("pack", "Pack", {"rope": "Rope", "oil": "Oil"}, most=9)
    page = Reader(forms.render_fields("f", "core_rules", (pack,), {"pack": {"oil": 2}}))
    assert [each["name"] for each in page.all("select")] == ["pack.0.of", "pack.__row__.of"]
    chosen = [each["value"] for each in page.all("option") if "selected" in each]
    assert chosen == ["oil", "rope"]


def test_a_record_hides_what_its_kind_has_no_use_for() -> None:
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


def test_a_record_hides_what_an_unticked_box_has_no_use_for() -> None:
    worn = Record(
        kind="agile", only_for={"plate": ("yes",)}, fields=(Flag("agile", "Agile"), Flag("plate", "In plate"))
    )
    row = ListOf("party", "Party", worn)
    page = Reader(
        forms.render_fields("f", "core_rules", (row,), {"party": [{"agile": True}, {"agile": False}]})
    )
    cases = [each for _, each in page.elements if "data-show-if" in each]
    assert ["hidden" in each for each in cases] == [False, True, True]


def test_a_chance_in_a_table_keeps_its_column_narrow() -> None:
    short, long = (Reader(chance_in_cell(Fraction(*each))) for each in ((35, 36), (148225, 186624)))
    assert (short.text, short.all("details")) == ("97.2%35 in 36", [])
    assert long.all("details") and long.text.startswith("79.4%")


def test_an_example_tells_a_quiet_input_only_where_it_differs() -> None:
    gear = Choice("gear", "Gear", {"good": "Good", "bad": "Bad"}, default="good", quiet=True)
    assert Reader(input_text.render_example_inputs((gear,), {"gear": "good"})).text == ""
    assert Reader(input_text.render_example_inputs((gear,), {"gear": "bad"})).text == "GearBad"


def test_an_answer_leaves_out_what_says_nothing() -> None:
    def answered(problems: list[str]) -> str:
        asked = Calculator(
            "core_rules.x",
            "X",
            "X?",
            (),
            answer=lambda: {"problems": problems, "left": []},
            measures=(Measure("problems", "Problems", list), Measure("left", "Left")),
        )
        return Reader(present.render_answer(asked.bind({}).answer())).text

    assert answered([]) == "Leftnone"
    assert answered(["Too dear."]) == "ProblemsToo dear.Leftnone"


def test_figures_repeat_no_row_of_the_table_above_them() -> None:
    die = Calculator(
        "core_rules.x",
        "X",
        "X?",
        (),
        mechanic=lambda dice: dice.d(2),
        scale=Scale(
            "Face", lambda face: "high" if face == 2 else "low", (Grade("low", "Low"), Grade("high", "High"))
        ),
        measures=tuple(
            Measure(name, name.replace("_", " ").capitalize(), of=lambda odds, _: Fraction(1, 2), kind=CHANCE)
            for name in ("low", "high", "at_least_high", "other")
        ),
    )
    terms = [
        each
        for each in Reader(present.render_calculator_odds(die.bind({}))).words
        if each in ("Low", "High", "At least high", "Other")
    ]
    assert terms == ["Low", "High", "Other"]


def test_what_a_measure_says_in_words_stands_among_the_figures() -> None:
    measures = (
        Measure("rated", "Rated", of=lambda odds, _: "easy"),
        Measure("worth", "Worth it", {True: "yes", False: "no"}, of=lambda odds, _: True),
        Measure("flag", "Unsaid", of=lambda odds, _: True),
        Measure("none", "Untold", of=lambda odds, _: None, kind=CHANCE),
    )
    die = Calculator("core_rules.x", "X", "X?", (), mechanic=lambda dice: dice.d(2), measures=measures)
    shown = Reader(present.render_calculator_odds(die.bind({}))).text
    assert "Ratedeasy" in shown and "Worth ityes" in shown
    assert "Unsaid" not in shown and "Untold" not in shown


def shown_list(count: int, value: object) -> Markup:
    entries = tuple({"id": f"e{place}", "name": f"E{place}", "worth": value} for place in range(count))
    listed = ReferenceList("l", "L", (Column("worth", "Worth"),), entries, names="Thing")
    return present.render_reference(registry.game("core_rules"), listed)


def test_a_short_list_has_no_filter() -> None:
    assert "reference__filters" not in shown_list(3, 1) and "reference__filters" in shown_list(13, 1)
    assert Reader(shown_list(3, 1)).text.startswith("LThingWorth")


def test_a_list_with_text_to_read_is_one_of_rows_that_open() -> None:
    """Few entries stand open; of many, each opens to its text."""
    assert "<table" in shown_list(9, "a few words") and "<details" not in shown_list(9, "a few words")
    few, many = (BeautifulSoup(shown_list(count, "Long. " * 20), "html.parser") for count in (3, 9))
    assert few.table is many.table is None
    assert [len(each.select("li > details[open]")) for each in (few, many)] == [3, 0]
    assert many.select_one("#e4 > details > summary").get_text().startswith("E4")
    assert many.select_one("#e4 dd").get_text(strip=True).startswith("Long. Long.")


def test_several_records_are_told_one_below_the_other() -> None:
    throws = ListOf("throws", "Throws", Record(fields=(Int("steps", "Steps", 0, 9),)))
    assert "<ol><li>Steps 1</li><li>Steps 2</li></ol>" in input_text.render_inputs(
        (throws,), {"throws": [{"steps": 1}, {"steps": 2}]}
    )
    assert "<dd>Steps 1</dd>" in input_text.render_inputs((throws,), {"throws": [{"steps": 1}]})


def test_numbers_of_a_record_are_told_though_they_are_usual() -> None:
    targets = Record(fields=tuple(Int(each, each, 0, 20, default=10) for each in ("first", "second")))
    assert input_text.value_text(targets, {"first": 9}) == "first 9, second 10"
    state = Record(fields=(Int("hits", "Hits", 0, 9, default=0), Flag("hurt", "Hurt")))
    assert input_text.value_text(state, {"hurt": True}) == "Hurt"
    assert input_text.value_text(state, {}) == "Hits 0"


def test_an_example_tells_what_its_inputs_add() -> None:
    declared = (
        Int("target", "Target", 0, 20, default=10),
        Int("bonus", "Bonus", -9, 9, default=0),
        Flag("helped", "Helped"),
        Int("steps", "Steps", 0, 2),
    )
    words = Reader(
        input_text.render_example_inputs(declared, {"target": 10, "bonus": 0, "helped": False, "steps": 0})
    ).text
    assert words == "Target10Steps0"
    assert input_text.render_example_inputs(declared[1:3], {"bonus": 0, "helped": False}) == ""


def test_wrong_inputs_of_a_roller_are_refused() -> None:
    with pytest.raises(InputError, match="steps: expected a whole number from 0 to 10, got 11"):
        present.render_calculator(registry.calculator("core_rules.challenge"), {"steps": 11})


def test_a_sheet_names_the_fields_that_move_together() -> None:
    game = registry.game("dichotomy")
    (element,) = Reader(present.render_sheet(game, game.sheet)).all("dice-sheet")
    assert json.loads(element["data-tied"])[0] == ["attributes.finesse", "attributes.power", 11]
    plain_game = registry.game("core_rules")
    assert "data-tied" not in Reader(present.render_sheet(plain_game, plain_game.sheet)).all("dice-sheet")[0]


def test_acts_against_names_much_alike_have_ids_of_their_own() -> None:
    names = ("Red hood", "Red_hood", "Red%20hood", "Red\thood", "Red", "Red--dice.0")
    acts = tuple(
        ActionOption(
            id=f"attack-{name}", title=name, button="Attack", kind="Attacks", event={}, dice=(("Wick", 6),)
        )
        for name in names
    )
    shown = Reader(
        render_turn(
            registry.game("dichotomy"),
            View(title="Round 1", news="", combatants=(), turn_title="Odo", options=acts),
        )
    )
    assert len(shown.all("form")) == len(names)
    assert not any(set(each) & set(" \t\n") for each in shown.values("id"))


def test_action_with_options_keeps_its_button_visible() -> None:
    def shown(**more):
        act = ActionOption(
            id="hold", title="Odo holds on", button="Hold on", kind="Now", event={"do": "hold"}, **more
        )
        view = View(title="Round 1", news="", combatants=(), turn_title="Odo", options=(act,))
        return str(render_turn(registry.game("dichotomy"), view))

    how = Text("words", "How")
    rest = shown(more_inputs=(how,))
    assert rest.index("How") < rest.index("</details>") < rest.index(">Hold on</button>")
    chosen = shown(inputs=(Text("words", "How", start="grimly"),), dice=(("Odo", 6),))
    assert chosen.index(">Hold on<") < chosen.index("<summary>How: grimly</summary>")
    folded = shown(inputs=(how,), collapsed=True)
    assert (
        folded.index("<summary>Odo holds on") < folded.index(">Hold on</button>") < folded.index("</details>")
    )


def test_attack_shows_its_key_chance_only() -> None:
    shares = (OutcomeShare("misses", Fraction(1, 4), "bad"), OutcomeShare("hits", Fraction(3, 4), "good"))

    def drawn(*acts: ActionOption) -> BeautifulSoup:
        seen = View(title="Round 1", news="", combatants=(), turn_title="Odo", options=acts)
        return BeautifulSoup(render_turn(registry.game("dichotomy"), seen), "html.parser")

    def attack(name: str, **more) -> ActionOption:
        matters = ("hits", Fraction(3, 4))
        return ActionOption(
            id=name,
            title=name,
            button="Attack",
            kind="Attacks",
            event={},
            shares=shares,
            **more,
            key_chance=matters,
        )

    several = drawn(attack("Wick"), attack("Tam"), attack("Fists", group="Fists"))
    assert len(several.select("details .tracker__shares")) == 3 and not several.select(
        "form > .tracker__shares"
    )
    assert all("Hits: 75%" in each.text for each in several.select("form > details > summary"))
    (others,) = (each for each in several.select("summary") if "Other options" in each.text)
    assert others.text == "Other options: Fists" and [
        each["id"] for each in others.parent.select("form")
    ] == ["desk-dichotomy-Fists"]


def told(calculator: str, label: str = "", **inputs) -> dict:
    """Return the tray entry of a roll with these `dice`."""
    rolled = api.resolve_roll(calculator, inputs.pop("dice"), inputs)
    return present.entry_of_roll(rolled, label)


def test_a_throw_is_told_in_a_line_without_what_adds_nothing():
    found = told("core_rules.challenge", situation="favourable", steps=0, dice=[2, 7])
    assert (found["title"], found["asked"]) == ("Challenge", "Favourable (d8), 0 steps of improvement")
    assert (found["verdict"], found["tone"]) == ("Failure", "bad")
    assert found["text"].startswith(
        "*Challenge*, Favourable (d8), 0 steps of improvement: **Failure**. On the dice: 2"
    )
    assert found["address"] == "", "no page of this book is known to show it"


def test_roll_is_titled_like_its_button():
    found = told("core_rules.challenge", "Might, difficult", situation="difficult", steps=1, dice=[4])
    assert (found["title"], found["asked"]) == (
        "Might, difficult",
        "Challenge: Bad (d4), 1 step of improvement",
    )


def test_written_dice_are_their_own_title():
    assert told("tools.throw", notation="d6+1", dice=[4])["title"] == "1d6 + 1"
    named = told("tools.throw", "Axe", notation="d6+1", dice=[4])
    assert (named["title"], named["asked"]) == ("Axe", "1d6 + 1")


def test_a_throw_leads_to_the_page_that_shows_its_calculator():
    with present.link_rules("../", {"core_rules": {"core_rules.challenge": "core_rules/dice/"}}):
        found = told("core_rules.challenge", situation="average", steps=1, dice=[5])
    assert found["address"] == (
        "../core_rules/dice/?situation=average&steps=1&dice=%5B5%5D#core_rules.challenge"
    )


def test_tray_offers_notation_if_a_game_rolls_it():
    with_dice = Reader(present.render_tray(registry.notation_calculator()))
    assert with_dice.values("data-die") == ["4", "6", "8", "10", "12", "20", "100"]
    assert with_dice.values("data-calculator") == ["tools.throw"]
    assert Reader(present.render_tray(None)).values("data-die") == []
