"""What pages show: escaped, complete without JavaScript, and honest about chances."""

import json
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from rules_py import catalogue, figures, present, resolve
from rules_py.calculator import Calculator, Output
from rules_py.dice.working import DROPPED, KEPT, Die
from rules_py.errors import InputError
from rules_py.game import Column, ReferenceList
from rules_py.inputs import Amounts, Chance, Choice, Flag, Int, ListOf, Record, Several, Text
from rules_py.present import forms, links
from rules_py.present.html import Markup, fragment, tag
from rules_py.problems import Problem
from rules_py.scale import Grade, Scale
from rules_py.sheet import Section, Sheet, SheetReport

CALCULATORS = [each for game in catalogue.games() for each in game.calculators]
GAMES = catalogue.games()
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
    return (present.roller if calculator.has_odds else present.calculator)(calculator, {})


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
    assert all(each.label in page.text for each in calculator.inputs if each.label)
    buttons = [each for each in page.all("button") if each.get("data-part") == "roll"]
    assert len(buttons) == calculator.throws_dice


@pytest.mark.parametrize("game", [each for each in GAMES if each.sheet], ids=lambda each: each.id)
def test_every_sheet_stands_in_the_page_complete(game) -> None:
    page = Reader(present.sheet(game, game.sheet))
    assert page.elements[0][1]["data-version"] == str(game.sheet.version)
    assert all(each.label in page.text for each in game.sheet.fields if each.label)


@pytest.mark.parametrize(
    ("game", "listed"),
    [(game, each) for game in GAMES for each in game.references],
    ids=lambda each: getattr(each, "name", ""),
)
def test_every_reference_list_has_an_anchor_and_all_values_of_each_entry(game, listed) -> None:
    page = Reader(present.reference(game, listed))
    ids = set(page.values("id"))
    for entry in listed.entries:
        assert entry["id"] in ids
        assert set(entry["rules"]) <= (ids if listed.states else set(page.words))
        assert all(str(entry[column.key]) in page.text for column in listed.columns)


def test_outcomes_are_told_and_spoken() -> None:
    calculator = catalogue.calculator("core_rules.challenge")

    reached = resolve("core_rules.challenge", situation="average", steps=2, dice=[3, 5])
    page = Reader(present.outcome(calculator, reached))
    assert page.text.startswith("Success")
    assert [each["class"] for each in page.all("li") if "die" in each["class"].split()] == [
        "die die--dropped",
        "die die--kept",
    ]
    assert "tone--good" in page.elements[0][1]["class"]
    assert present.spoken(reached) == "Success. On the dice: 5, and 3 dropped."


def test_what_a_reader_wrote_is_text_everywhere() -> None:
    problem = Problem("name", "odd", f"No name {HOSTILE}.", "R-1")
    game = catalogue.game("core_rules")
    listed = ReferenceList(
        name="odd",
        title=HOSTILE,
        columns=(Column("kind", HOSTILE, filter=True),),
        entries=({"id": "odd", "name": HOSTILE, "kind": HOSTILE, "rules": ()},),
    )
    sheet = Sheet(
        version=1,
        sections=(Section(HOSTILE, (Text(name="name", label=HOSTILE, help=HOSTILE, start=HOSTILE),)),),
        check=lambda data: SheetReport((problem,), {}),
    )
    for html in (
        present.problem(game.id, problem),
        present.reference(game, listed),
        present.sheet(game, sheet),
        present.prose(game.id, HOSTILE),
    ):
        page = Reader(html)
        assert not page.all("script")
        assert HOSTILE in page.text


def test_the_page_escapes_all_but_markup() -> None:
    assert fragment("a<b", Markup("<i>c</i>"), None, ["&"], 3) == "a&lt;b<i>c</i>&amp;3"
    assert (
        tag("p", 'say "x"', class_="a b", data_of='"', hidden=True, title=None)
        == '<p class="a b" data-of="&quot;" hidden>say &quot;x&quot;</p>'
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
        (Fraction(1, 10**9), "under 0.0001%"),
        (1 - Fraction(1, 10**9), "over 99.9999%"),
        (Fraction(1999, 2000), "99.950%"),
        (Fraction(1, 2000), "0.050%"),
    ],
)
def test_percentages_never_lie_about_certainty(chance: Fraction, text: str) -> None:
    assert figures.percent(chance) == text


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
    assert Reader(present.chance(chance)).text == text
    assert figures.chance_text(chance) == text


def test_a_fraction_too_long_to_read_is_folded() -> None:
    page = Reader(present.exact_chance(Fraction(10**9 + 1, 2 * 10**9)))
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
    assert figures.figure(value) == text


def test_links_to_rules_start_at_the_root_of_the_page() -> None:
    before = dict(links._places)
    try:
        present.place_rules({"core_rules": {"C-053": "core_rules/improving-the-roll/"}})
        with present.rooted("../../"):
            assert 'href="../../core_rules/improving-the-roll/#C-053"' in present.rule_link(
                "core_rules", "C-053"
            )
            address = present.throw_address(
                "core_rules/", "core_rules.challenge", {"situation": "average", "steps": 1}, [5]
            )
        assert address == "../../core_rules/?situation=average&steps=1&dice=%5B5%5D#core_rules.challenge"
        assert 'href="core_rules/improving-the-roll/#C-053"' in present.prose("core_rules", "As in [C-053].")
        assert "href" not in present.rule_link("core_rules", "C-999")
    finally:
        present.place_rules(before)


def test_many_dice_are_sorted_and_very_many_are_counted() -> None:
    few = Reader(present.dice([Die(6, 3, KEPT), Die(6, 1, DROPPED)]))
    assert len(few.all("svg")) == 2
    many = Reader(
        present.dice([Die(10, 1 + place % 10, "success" if place % 2 else "") for place in range(50)])
    )
    assert len(many.all("svg")) == 50
    assert "25 × success" in many.text
    assert len(Reader(present.dice([Die(6, 1 + place % 6) for place in range(1000)])).all("svg")) == 6


def test_dice_that_no_longer_count_say_why_and_look_so():
    shown = Reader(present.dice([Die(6, 1, "rerolled"), Die(10, 1, "set aside"), Die(3, -1, lowest=-1)]))
    assert [each["class"] for each in shown.all("li")] == [
        "die die--rerolled",
        "die die--set-aside",
        "die die--plain",
    ]
    assert "set aside" in shown.text and "dF: -1" in shown.text


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_every_die_has_a_shape(sides: int) -> None:
    assert f"d{sides}: {sides}" in Reader(present.die(Die(sides, sides))).text


def test_long_scales_are_gathered_at_their_ends() -> None:
    calculator = catalogue.calculator("tools.throw")
    page = Reader(present.odds(calculator, calculator.odds(calculator.parse({"notation": "100d6"}))))
    assert len(page.all("tr")) <= 31
    assert "or less" in page.text
    assert "or more" in page.text


def test_a_grid_of_chances_leads_to_the_roller() -> None:
    cells = [
        [(Fraction(1, 3), "#core_rules.challenge"), (Fraction(0), None)],
        [(Fraction(1), None), (Fraction(1, 9), None)],
    ]
    page = Reader(present.odds_table("A caption", "Steps", ["0", "1"], "Situation", ["bad", "good"], cells))
    assert page.values("href") == ["#core_rules.challenge"]
    assert [each["class"] for each in page.all("td") if "heat" in (each["class"] or "")] == [
        "number heat heat--2",
        "number heat heat--0",
        "number heat heat--5",
        "number heat heat--1",
    ]
    assert "A caption" in page.text
    means = Reader(
        present.odds_table("Means", "Dice", ["1"], "", ["d6"], [[(Fraction(7, 2), None)]], chances=False)
    )
    assert "3.5" in means.text
    assert "%" not in means.text


def test_inputs_of_every_kind_have_a_control() -> None:
    declared = (
        Int(name="number", label="Number", low=0, high=9, start=3, help="Up to nine."),
        Flag(name="flag", label="Flag", default=True),
        Choice(name="few", label="Few", options={"a": "A", "b": "B"}, start="b"),
        Choice(name="many", label="Many", options={each: each.upper() for each in "abcdef"}, start="c"),
        Text(name="lines", label="Lines", lines=4, start="\nfirst"),
        Chance(name="chance", label="Chance", start="1/3"),
        Record(
            name="record",
            label="Record",
            fields=(Int(name="inner", label="Inner", low=0, high=9),),
            start={"inner": 4},
        ),
        Several(
            name="several", label="Several", item=Choice(name="x", options={"a": "A", "b": "B"}), start=["b"]
        ),
        ListOf(
            name="rows",
            label="Rows",
            start=[{"kind": "b", "deeper": [1]}],
            item=Record(
                fields=(
                    Choice(name="kind", label="Kind", options={"a": "A", "b": "B"}, start="a"),
                    ListOf(name="deeper", label="Deeper", item=Int(low=0, high=9, start=0)),
                )
            ),
        ),
    )
    page = Reader(forms.fields("form", "core_rules", declared, {}))
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
    words = Reader(forms.given(declared, {each.name: each.usual for each in declared})).text
    assert "Inner 4" in words


def test_a_record_tells_what_was_chosen_in_it() -> None:
    step = Record(fields=(Flag(name="up", label="Up"), Flag(name="down", label="Down")))
    action = Record(
        fields=(
            Choice(name="do", label="Action", options={"go": "Go", "rest": "Rest"}, start="go"),
            ListOf(name="steps", label="Steps", item=step, default=[]),
            Choice(name="reach", label="Reach", options={"far": "Far"}, optional=True),
            Text(name="whom", label="Whom"),
            Int(name="cost", label="Cost", low=0, high=9, default=1),
        )
    )
    said = forms.said(
        ListOf(name="turn", item=action),
        [{"do": "go", "steps": [{"up": True}, {}]}, {"do": "rest", "cost": 2}],
    )
    assert said == "Go, Steps Up + as usual; Rest, Cost 2"


def test_keys_are_told_by_their_names() -> None:
    pack = Amounts(name="pack", label="Pack", options={"rope": "Rope"}, unknown_too=True)
    assert forms.said(pack, {"rope": 2, "moon": 1}) == "Rope × 2, moon × 1"
    assert forms.said(pack, {}) == "none"
    colour = Choice(name="colour", label="Colour", options={"red": "Red"}, unknown_too=True)
    assert [forms.said(colour, each) for each in ("red", "green", None)] == ["Red", "green", "—"]


def test_a_form_offers_what_is_carried_by_name_a_row_for_each() -> None:
    pack = Amounts(name="pack", label="Pack", options={"rope": "Rope", "oil": "Oil"}, most=9)
    page = Reader(forms.fields("f", "core_rules", (pack,), {"pack": {"oil": 2}}))
    assert [each["name"] for each in page.all("select")] == ["pack.0.of", "pack.__row__.of"]
    chosen = [each["value"] for each in page.all("option") if "selected" in each]
    assert chosen == ["oil", "rope"]


def test_a_record_hides_what_its_kind_has_no_use_for() -> None:
    action = Record(
        kind="do",
        only_for={"zones": ("go", "run")},
        fields=(
            Choice(name="do", label="Action", options={"go": "Go", "run": "Run", "rest": "Rest"}, start="go"),
            Int(name="zones", label="Zones", low=1, high=3, start=1),
        ),
    )
    turn = ListOf(name="turn", label="Turn", item=action)
    page = Reader(forms.fields("f", "core_rules", (turn,), {"turn": [{"do": "rest"}, {"do": "go"}]}))
    cases = [each for _, each in page.elements if "data-case" in each]
    assert [each["data-case-of"] for each in cases] == ["turn.0.do", "turn.1.do", "turn.__row__.do"]
    assert ["hidden" in each for each in cases] == [True, False, False]
    assert {each["data-case"] for each in cases} == {"go run"}


def test_an_example_tells_a_quiet_input_only_where_it_differs() -> None:
    gear = Choice(
        name="gear", label="Gear", options={"good": "Good", "bad": "Bad"}, default="good", quiet=True
    )
    assert Reader(forms.told((gear,), {"gear": "good"})).text == ""
    assert Reader(forms.told((gear,), {"gear": "bad"})).text == "GearBad"


def test_an_answer_leaves_out_what_says_nothing() -> None:
    def answered(problems: list[str]) -> str:
        asked = Calculator(
            id="core_rules.x",
            title="X",
            summary="X?",
            inputs=(),
            answer=lambda: {"problems": problems, "left": []},
            outputs=(Output("problems", "Problems", list), Output("left", "Left")),
        )
        return Reader(present.answer(asked.ask({}))).text

    assert answered([]) == "Leftnone"
    assert answered(["Too dear."]) == "ProblemsToo dear.Leftnone"


def test_figures_repeat_no_row_of_the_table_above_them() -> None:
    die = Calculator(
        id="core_rules.x",
        title="X",
        summary="X?",
        inputs=(),
        mechanic=lambda dice: dice.d(2),
        scale=Scale(
            title="Face",
            of=lambda face: "high" if face == 2 else "low",
            grades=(Grade("low", "Low"), Grade("high", "High")),
        ),
        measures={name: lambda odds: Fraction(1, 2) for name in ("low", "high", "at_least_high", "other")},
    )
    terms = [
        each
        for each in Reader(present.odds(die, die.odds({}))).words
        if each in ("Low", "High", "At least high", "Other")
    ]
    assert terms == ["Low", "High", "Other"]


def test_a_short_list_has_no_filter_and_one_of_numbers_no_cards() -> None:
    def shown(count: int, value: object) -> str:
        entries = tuple({"id": f"e{place}", "name": f"E{place}", "worth": value} for place in range(count))
        listed = ReferenceList(
            name="l", title="L", columns=(Column("worth", "Worth"),), entries=entries, names="Thing"
        )
        return present.reference(catalogue.game("core_rules"), listed)

    assert "reference__filters" not in shown(3, 1) and "reference__filters" in shown(13, 1)
    assert "reference__cards" not in shown(3, 1) and "reference__cards" in shown(3, "much")
    assert Reader(shown(3, 1)).text.startswith("LThingWorth")


def test_several_records_are_told_one_below_the_other() -> None:
    throws = ListOf(
        name="throws", label="Throws", item=Record(fields=(Int(name="steps", label="Steps", low=0, high=9),))
    )
    assert "<ol><li>Steps 1</li><li>Steps 2</li></ol>" in forms.given(
        (throws,), {"throws": [{"steps": 1}, {"steps": 2}]}
    )
    assert "<dd>Steps 1</dd>" in forms.given((throws,), {"throws": [{"steps": 1}]})


def test_numbers_of_a_record_are_told_though_they_are_usual() -> None:
    targets = Record(
        fields=tuple(Int(name=each, label=each, low=0, high=20, default=10) for each in ("first", "second"))
    )
    assert forms.said(targets, {"first": 9}) == "first 9, second 10"
    state = Record(
        fields=(Int(name="hits", label="Hits", low=0, high=9, default=0), Flag(name="hurt", label="Hurt"))
    )
    assert forms.said(state, {"hurt": True}) == "Hurt"
    assert forms.said(state, {}) == "Hits 0"


def test_an_example_tells_what_its_inputs_add() -> None:
    declared = (
        Int(name="target", label="Target", low=0, high=20, default=10),
        Int(name="bonus", label="Bonus", low=-9, high=9, default=0),
        Flag(name="helped", label="Helped"),
        Int(name="steps", label="Steps", low=0, high=2),
    )
    words = Reader(forms.told(declared, {"target": 10, "bonus": 0, "helped": False, "steps": 0})).text
    assert words == "Target10Steps0"
    assert forms.told(declared[1:3], {"bonus": 0, "helped": False}) == ""


def test_wrong_inputs_of_a_roller_are_refused() -> None:
    with pytest.raises(InputError, match="steps: expected a whole number from 0 to 10, got 11"):
        present.roller(catalogue.calculator("core_rules.challenge"), {"steps": 11})


def test_a_sheet_names_the_fields_that_move_together() -> None:
    game = catalogue.game("dichotomy")
    (element,) = Reader(present.sheet(game, game.sheet)).all("dice-sheet")
    assert json.loads(element["data-tied"])[0] == ["attributes.finesse", "attributes.power", 11]
    plain_game = catalogue.game("core_rules")
    assert "data-tied" not in Reader(present.sheet(plain_game, plain_game.sheet)).all("dice-sheet")[0]
