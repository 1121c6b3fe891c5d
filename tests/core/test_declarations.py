"""Declarations by authors: rejected with a suggestion if their values are invalid."""

from dataclasses import replace

import pytest

from rules_py import present
from rules_py.base.errors import DeclarationError, InputError
from rules_py.base.problems import ProblemGroup, ProblemType, to_answer, violated
from rules_py.calculators.calculator import FIRST, SORTED, Calculator, Policy
from rules_py.calculators.duel_sides import DuelSides
from rules_py.calculators.measure import Measure
from rules_py.calculators.scale import Grade, Scale
from rules_py.inputs import Choice, Flag, Input, Int, Labelled, ListOf, Record, Text
from rules_py.sheets.reference_list import ReferenceList
from rules_py.systems import registry
from rules_py.systems.game import Game
from tests.core.lantern import WICK, Light, calculator, shine


def game_with(sides: DuelSides) -> Game:
    return Game("lantern", "L", "T", order=1, calculators=(calculator(),), sides=(sides,))


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (
            lambda: Int("wick", "Wick", 5, 1),
            "input 'wick': low and high: expected the lower number first, got [5, 1]",
        ),
        (
            lambda: Int("wick", "Wick"),
            "input 'wick': low: expected Int(name, label, low, high, …), got nothing",
        ),
        (
            lambda: Int("wick", "Wick", 1, 5, start=9),
            "input 'wick': start: expected a whole number from 1 to 5, got 9",
        ),
        (
            lambda: Int("wick", "Wick", 1, 5, default="x"),
            "input 'wick': default: expected a whole number from 1 to 5, got 'x'",
        ),
        (
            lambda: Choice("way", "Way", {}),
            "input 'way': options: expected at least one key with its label, got {}",
        ),
        (
            lambda: Choice("way", "Way", {"a": "A"}, start="b"),
            "input 'way': start: unknown value 'b' (expected a)",
        ),
        (
            lambda: Choice("way", "Way", {"a": "A"}, aliases={"x": "c"}),
            "input 'way': alias 'x': unknown value 'c' (expected a)",
        ),
        (
            lambda: ListOf("list", "List", WICK, fewest=3, most=2),
            "input 'list': fewest and most: expected the fewest first, 0 or more, got [3, 2]",
        ),
        (
            lambda: ListOf("list", "List"),
            "input 'list': item: expected ListOf(name, label, item, …), got nothing",
        ),
        (
            lambda: Record("r", "R", (WICK, WICK)),
            "input 'r': fields: expected a different name for each, got ['wick', 'wick']",
        ),
        (
            lambda: Record("r", "R", (WICK,), kind="do"),
            "input 'r': field in kind, lone or only_for: unknown value 'do' (expected wick)",
        ),
        (
            lambda: Int("i", "I", 1, 2, house_rule=True),
            "input 'i': default: expected the printed rule as the default of a house rule, got nothing",
        ),
        (
            lambda: Int("i", "I", 1, 2, in_forms=False),
            "input 'i': in_forms: expected yes unless it is a house rule, got no",
        ),
        (
            lambda: Grade("miss", "Miss", "terrible"),
            "grade 'miss': tone: unknown value 'terrible' (expected worst, bad, mixed, good or best)",
        ),
        (
            lambda: Scale("S", "s", (Grade("a", "A"), Grade("a", "B"))),
            "scale 'S': grades: expected a different key for each, got ['a', 'a']",
        ),
        (
            lambda: Scale("S", "s", (Grade("a", "A"),)),
            "scale 'S': grades: expected two or more grades, or none if the keys that occur are the grades, got ['a']",
        ),
        (
            lambda: calculator(mechanic=None),
            "calculator lantern.shine: expected either a mechanic or closed_form, or an answer, got nothing",
        ),
        (
            lambda: calculator(answer=lambda *, wick, house: {}),
            "calculator lantern.shine: expected either a mechanic or closed_form, or an answer, got ['mechanic', 'answer']",
        ),
        (
            lambda: calculator(mechanic=lambda dice, *, wick: None),
            "<lambda>: expected the inputs (house and wick), got ['wick']",
        ),
        (
            lambda: calculator(mechanic=lambda dice, *, wick, house, oil: None),
            "expected the inputs (house and wick), got ['wick', 'house', 'oil']",
        ),
        (
            lambda: calculator(inputs=(WICK, WICK)),
            "inputs: expected a different name for each, got ['wick', 'wick']",
        ),
        (
            lambda: calculator(examples=({"oil": 1},)),
            "examples: unknown input 'oil' (expected wick or house)",
        ),
        (
            lambda: calculator(worst_case={"oil": 1}),
            "worst_case: unknown input 'oil' (expected wick or house)",
        ),
        (
            lambda: calculator(inputs=(Int("dice", "Dice", 1, 2),)),
            "input: the name 'dice' is reserved. Use another name.",
        ),
        (
            lambda: Calculator("shine", "T", "S.", mechanic=shine),
            "calculator shine: id: expected GAME.NAME, the folder of the game and a name in snake_case, got 'shine'",
        ),
        (
            lambda: calculator(pool_size_input="house"),
            "lantern.shine: pool_size_input: unknown value 'house' (expected wick)",
        ),
        (
            lambda: calculator(notation_input="oil"),
            "notation_input: unknown value 'oil' (expected wick or house)",
        ),
        (
            lambda: Calculator("lantern.glow", "T", "S.", answer=dict, projections={"best": len}),
            "projections: expected nothing, as there is no mechanic, got ['best']",
        ),
        (
            lambda: Measure("mean", "Mean", kind="number"),
            "measure 'mean': kind: unknown value 'number' (expected 'chance', 'figure', 'rule', 'hidden' or '')",
        ),
        (
            lambda: Game("oil", "O", "T", order=1, calculators=(calculator(),)),
            "game oil: id of a calculator: expected oil.NAME, got 'lantern.shine'",
        ),
        (
            lambda: game_with(DuelSides("lantern.glow", "lab/", "Lab", ("wick",), options=list)),
            "game lantern: sides: unknown calculator 'lantern.glow' (expected lantern.shine)",
        ),
        (
            lambda: game_with(DuelSides("lantern.shine", "lab/", "Lab", ("oil",), options=list)),
            "game lantern: sides of lantern.shine: expected wick or house, got ['oil']",
        ),
        (
            lambda: game_with(DuelSides("lantern.shine", "lab/", "Lab", ("wick",), options=list)),
            "game lantern: tracker: a calculator with sides needs a tracker with a setup",
        ),
        (
            lambda: Policy(faults="some"),
            "faults of a game: unknown value 'some' (expected first, sorted or all)",
        ),
        (
            lambda: ProblemGroup("A", ProblemType("x", "X."), ProblemType("x", "Y.")),
            "problems about A: expected each code only once, got ['x']",
        ),
        (
            lambda: ProblemGroup("A", ProblemType("x", "X."))["y"],
            "problems about A: unknown code 'y' (expected x, or a new ProblemType)",
        ),
        (
            lambda: Int("oil", "Oil", 0, 5, dots=6),
            "input 'oil': dots or squares: expected at most 12 and at most `high`, with a `low` of 0 or 1, got 6",
        ),
        (
            lambda: Int("oil", "Oil", 0, 5, dots=5, squares=5),
            "input 'oil': dots and squares: expected only one of the two, got [5, 5]",
        ),
        (
            lambda: ReferenceList("lamps", "Lamps", (), (), query_inputs=(WICK,)),
            "list lamps: expected both query_inputs and roll_options, or neither, got 'query_inputs'",
        ),
    ],
)
def test_invalid_declaration_suggests_a_valid_value(declare, message):
    with pytest.raises(DeclarationError) as error:
        declare()
    assert message in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    "declare",
    [
        lambda: Flag("f", "F", house_rule=True, default=None),
        lambda: calculator(pool_size_input="wick", notation_input="wick"),
    ],
)
def test_unusual_declaration_is_valid(declare):
    declare()


def test_labelled_accepts_with_words_as_a_set():
    labelled = Labelled("skill", "Skill", {"craft": "Craft"}, with_words={"craft"})
    assert labelled.parse("craft (ropes)") == "craft (ropes)"


def test_list_item_needs_no_name():
    assert ListOf("wicks", "Wicks", Int(low=1, high=3)).parse([1, "2"]) == [1, 2]


def test_scale_returns_label_rank_rule_and_next_grade():
    scale = Scale("S", "key", (Grade("a", "A", rule="L-1"), Grade("b", "B"), Grade("c", "C")))
    assert (scale.label("b"), scale.rank("b"), scale.rule("a")) == ("B", 1, "L-1")
    assert [scale.step("b", by) for by in (-2, -1, 0, 1, 2)] == ["a", "a", "b", "c", "c"]


def test_outcome_with_an_unknown_grade_is_refused():
    incomplete = Scale("Light", "light", (Grade("dark", "Dark"), Grade("bright", "Bright")))
    bound = calculator(scale=incomplete).bind({"wick": 2})
    with pytest.raises(
        DeclarationError,
        match=r"scale 'Light': unknown grade 'dim' \(expected dark or bright, or a new Grade\)",
    ):
        present.render_calculator_odds(bound)


def test_verdict_of_an_outcome_with_a_scale_is_its_grade():
    assert Light(light="dim", best=4).verdict == "Dim"


@pytest.mark.parametrize(("faults", "codes"), [(FIRST, ("z",)), (SORTED, ("a", "z")), ("all", ("z", "a"))])
def test_policy_of_a_game_selects_the_reported_faults(faults, codes):
    inputs: tuple[Input, ...] = (Int("one", "One", 1, 2, code="z"), Int("two", "Two", 1, 2, code="a"))
    game = Game(
        "g",
        "G",
        "T",
        order=1,
        policy=Policy(faults=faults),
        calculators=(Calculator("g.x", "X", "X?", inputs, answer=lambda *, one, two: {}),),
    )
    with pytest.raises(InputError) as error:
        game.calculators[0].bind({"one": 9, "two": 9})
    assert error.value.codes == codes


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_copy_of_a_game_adds_nothing_twice(game):
    assert replace(game) == game
    renamed = replace(game, title="Another")
    assert [each.id for each in renamed.calculators] == [each.id for each in game.calculators]
    assert [each.name for each in renamed.references] == [each.name for each in game.references]


def test_game_rejects_a_table_and_a_calculator_with_the_same_id():
    recipes = registry.game("recipes")
    own = Calculator(recipes.tables[0].id, "X", "X?", answer=lambda **inputs: {})
    with pytest.raises(DeclarationError, match="recipes: calculators: expected each id only once"):
        replace(recipes, calculators=(*recipes.calculators, own))


def test_problem_codes_have_one_declaration():
    codes = ProblemGroup(
        "Gear",
        ProblemType("heavy", "Too much is carried.", "L-9"),
        ProblemType("odd", "Odd.", severity="warning"),
    )
    assert codes.messages(["heavy", "odd"]) == ["Too much is carried. [L-9]", "Odd."]
    assert codes.problem("items", "heavy", " 9 of 4.").to_json() == {
        "field": "items",
        "code": "heavy",
        "message": "Too much is carried. 9 of 4.",
        "rule": "L-9",
        "severity": "error",
    }
    assert codes.problem("items", "odd", rule="L-2").rule == "L-2"
    assert violated(heavy=True, odd=False) == ["heavy"]
    assert to_answer(["odd", "heavy", "odd"]) == {"legal": False, "problems": ["heavy", "odd"]}
    assert to_answer([]) == {"legal": True, "problems": []}
    game = Game("g", "G", "T", order=1, problems=(codes,))
    reference = game.reference("problems")
    assert [(each.id, each.name, each.rules) for each in reference.entries] == [
        ("gear-heavy", "Too much is carried.", ("L-9",)),
        ("gear-odd", "Odd.", ()),
    ]


def test_text_is_initially_blank():
    assert Text("name", "Name").initial_value == ""
