"""What an author declares: short, checked when it is built, and refused with what to write instead."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from rules_py import odds, present, resolve
from rules_py.calculator import FIRST, SORTED, Calculator, Policy
from rules_py.dice.dice import Dice
from rules_py.errors import DeclarationError, InputError
from rules_py.game import Game
from rules_py.inputs import Choice, Flag, Input, Int, ListOf, Record, Text
from rules_py.measure import Measure, at_least, by_grade, chance, distribution, each_grade, figure, mean
from rules_py.outcome import Outcome
from rules_py.problems import Code, Codes, broken, legality
from rules_py.reference import ReferenceList
from rules_py.scale import Grade, Scale
from rules_py.sides import Sides

LIGHT = Scale(
    "Light", "light", (Grade("dark", "Dark", "bad"), Grade("dim", "Dim"), Grade("bright", "Bright", "good"))
)


@dataclass(frozen=True, kw_only=True)
class Light(Outcome, scale=LIGHT):
    light: str
    best: int


def shine(dice: Dice, *, wick: int, house: bool) -> Light:
    best = dice.highest(wick + house, 6)
    return Light(light="bright" if best == 6 else "dim" if best >= 4 else "dark", best=best)


WICK = Int("wick", "Wick", 1, 5, start=2)
HOUSE = Flag("house", "a die more", house=True)


def calculator(**changes) -> Calculator:
    declared = {"inputs": (WICK, HOUSE), "mechanic": shine, "scale": LIGHT} | changes
    return Calculator("lantern.shine", "Raise the lantern", "How far?", **declared)


def game_with(sides: Sides) -> Game:
    return Game("lantern", "L", "T", order=1, calculators=(calculator(),), sides=(sides,))


@pytest.mark.parametrize(
    ("declare", "said"),
    [
        (
            lambda: Int("wick", "Wick", 5, 1),
            "input 'wick': low and high: given [5, 1], allowed the lowest number first",
        ),
        (lambda: Int("wick", "Wick"), "input 'wick': low: given nothing, allowed Int(name, label, low, …)"),
        (
            lambda: Int("wick", "Wick", 1, 5, start=9),
            "input 'wick': start: given 9, allowed a whole number from 1 to 5",
        ),
        (
            lambda: Int("wick", "Wick", 1, 5, default="x"),
            "input 'wick': default: given 'x', allowed a whole number from 1 to 5",
        ),
        (
            lambda: Choice("way", "Way", {}),
            "input 'way': options: given {}, allowed at least one key with its label",
        ),
        (lambda: Choice("way", "Way", {"a": "A"}, start="b"), "input 'way': start: given 'b', allowed a"),
        (
            lambda: Choice("way", "Way", {"a": "A"}, aliases={"x": "c"}),
            "input 'way': what the alias 'x' stands for: given 'c', allowed a",
        ),
        (
            lambda: ListOf("list", "List", WICK, fewest=3, most=2),
            "input 'list': fewest and most: given [3, 2], allowed the fewest",
        ),
        (
            lambda: ListOf("list", "List"),
            "input 'list': item: given nothing, allowed ListOf(name, label, item, …)",
        ),
        (
            lambda: Record("r", "R", (WICK, WICK)),
            "input 'r': names of its fields: given ['wick', 'wick'], allowed each name once",
        ),
        (
            lambda: Record("r", "R", (WICK,), kind="do"),
            "input 'r': field named in kind, lone or only_for: given 'do', allowed wick",
        ),
        (lambda: Flag("f", "F", house=True, default=None), None),
        (
            lambda: Int("i", "I", 1, 2, house=True),
            "input 'i': default: given nothing, allowed the book's way",
        ),
        (
            lambda: Grade("miss", "Miss", "terrible"),
            "tone of grade 'miss': given 'terrible', allowed worst, bad, mixed, good or best",
        ),
        (
            lambda: Scale("S", "s", (Grade("a", "A"), Grade("a", "B"))),
            "grades of the scale 'S': given ['a', 'a'], allowed each key once",
        ),
        (
            lambda: calculator(mechanic=None),
            "calculator lantern.shine: what it does: given [], allowed a mechanic or",
        ),
        (
            lambda: calculator(answer=lambda *, wick, house: {}),
            "calculator lantern.shine: what it does: given ['mechanic', 'answer'], allowed a mechanic or a closed_form, or else an answer",
        ),
        (
            lambda: calculator(mechanic=lambda dice, *, wick: None),
            "<lambda>: given ['wick'], allowed the inputs: house or wick",
        ),
        (
            lambda: calculator(mechanic=lambda dice, *, wick, house, oil: None),
            "given ['wick', 'house', 'oil'], allowed the inputs: house or wick",
        ),
        (
            lambda: calculator(inputs=(WICK, WICK)),
            "names of its inputs: given ['wick', 'wick'], allowed a name for each, and each once",
        ),
        (
            lambda: calculator(examples=({"oil": 1},)),
            "input named in an example: given 'oil', allowed wick or house",
        ),
        (
            lambda: calculator(largest={"oil": 1}),
            "input named in its largest inputs: given 'oil', allowed wick or house",
        ),
        (
            lambda: calculator(inputs=(Int("dice", "Dice", 1, 2),)),
            "name of an input: given 'dice', allowed another name",
        ),
        (
            lambda: Calculator("shine", "T", "S.", mechanic=shine),
            "calculator shine: id: given 'shine', allowed GAME.NAME",
        ),
        (lambda: calculator(count_from_row="wick", written_dice="wick"), None),
        (
            lambda: calculator(count_from_row="house"),
            "lantern.shine: count_from_row: given 'house', allowed wick",
        ),
        (lambda: calculator(written_dice="oil"), "written_dice: given 'oil', allowed wick or house"),
        (
            lambda: Calculator("lantern.glow", "T", "S.", answer=dict, readings={"best": len}),
            "readings: given ['best'], allowed none without a mechanic",
        ),
        (
            lambda: Measure("mean", "Mean", kind="number"),
            "kind of measure 'mean': given 'number', allowed 'chance', 'figure'",
        ),
        (
            lambda: Game("oil", "O", "T", order=1, calculators=(calculator(),)),
            "id of a calculator of oil: given 'lantern.shine', allowed oil.NAME",
        ),
        (
            lambda: game_with(Sides("lantern.glow", "lab/", "Lab", ("wick",), ways=list)),
            "calculator with sides of lantern: given 'lantern.glow', allowed lantern.shine",
        ),
        (
            lambda: game_with(Sides("lantern.shine", "lab/", "Lab", ("oil",), ways=list)),
            "sides of lantern.shine: given ['oil'], allowed wick or house",
        ),
        (
            lambda: game_with(Sides("lantern.shine", "lab/", "Lab", ("wick",), ways=list)),
            "desk of lantern: given nothing, allowed one that is set, where a calculator has sides",
        ),
        (lambda: Policy(faults="some"), "faults of a game: given 'some', allowed first, sorted or all"),
        (
            lambda: Codes("A", Code("x", "X."), Code("x", "Y.")),
            "problems about A: given ['x'], allowed each code once",
        ),
        (
            lambda: Codes("A", Code("x", "X."))["y"],
            "problems about A: given 'y', allowed x; declare a Code for it",
        ),
        (
            lambda: Int("oil", "Oil", 0, 5, dots=6),
            "input 'oil': dots or squares: given 6, allowed at most 12, none above the highest number",
        ),
        (
            lambda: Int("oil", "Oil", 0, 5, dots=5, squares=5),
            "input 'oil': dots and squares: given [5, 5], allowed one of the two",
        ),
        (
            lambda: ReferenceList("lamps", "Lamps", (), (), asks=(WICK,)),
            "list lamps: given 'asks', allowed asks and offers together",
        ),
    ],
)
def test_a_wrong_declaration_says_what_to_write_instead(declare, said):
    if said is None:
        declare()
        return
    with pytest.raises(DeclarationError) as caught:
        declare()
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300


def test_an_input_without_a_name_may_be_an_item():
    assert ListOf("wicks", "Wicks", Int(low=1, high=3)).parse([1, "2"]) == [1, 2]


def test_a_scale_knows_label_rank_rule_and_the_next_rung():
    scale = Scale("S", "key", (Grade("a", "A", rule="L-1"), Grade("b", "B"), Grade("c", "C")))
    assert (scale.label("b"), scale.rank("b"), scale.rule("a")) == ("B", 1, "L-1")
    assert [scale.step("b", by) for by in (-2, -1, 0, 1, 2)] == ["a", "a", "b", "c", "c"]


def test_an_outcome_of_a_forgotten_grade_is_refused_by_name():
    forgetful = Scale("Light", "light", (Grade("dark", "Dark"), Grade("bright", "Bright")))
    asked = calculator(scale=forgetful).asked({"wick": 2})
    with pytest.raises(
        DeclarationError, match="grade of the scale 'Light': given 'dim', allowed dark or bright; .*"
    ):
        present.counted(asked)


def test_an_outcome_that_names_its_scale_says_its_grade():
    assert Light(light="dim", best=4).verdict == "Dim"


def test_measures_are_short_and_see_odds_and_inputs():
    declared = calculator(
        measures=(
            *each_grade(LIGHT),
            at_least(LIGHT, "dim"),
            by_grade("grades", "Grades", LIGHT),
            mean("mean", "Mean", lambda outcome: outcome.best),
            distribution("best", "Best", lambda outcome: outcome.best, str),
            chance("six", "Six", lambda outcome: outcome.best == 6),
            figure("wicks", "Wicks", lambda odds, inputs: inputs["wick"] * 10),
        )
    )
    found = declared.asked({"wick": 1}).odds()
    assert (found.dark, found.dim, found.bright) == (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    assert found.at_least_dim == Fraction(1, 2)
    assert found.grades == {"dark": Fraction(1, 2), "dim": Fraction(1, 3), "bright": Fraction(1, 6)}
    assert (found.mean, found.six, found.wicks) == (Fraction(7, 2), Fraction(1, 6), 10)
    assert list(found.best) == ["1", "2", "3", "4", "5", "6"]


def test_a_figure_that_happens_to_be_one_is_no_certainty():
    rounds = Calculator(
        "core_rules.x",
        "X",
        "X?",
        answer=lambda: {"rounds": Fraction(1), "wins": Fraction(1)},
        measures=(figure("rounds", "Rounds"), chance("wins", "Wins")),
    )
    page = present.answer(rounds.asked({}).answer())
    assert "<dt>Rounds</dt><dd>1</dd>" in page
    assert "100%" in page.partition("Wins")[2]


def test_a_house_option_shows_the_books_odds_beside():
    declared = calculator()
    assert "By the book" not in present.counted(declared.asked({"wick": 1}))
    page = present.counted(declared.asked({"wick": 1, "house": True}))
    assert "By the book" in page
    assert (
        '50% <span class="odds__change">(−25 points)</span>' in page
    )  # dark: 25% with the die more, 50% by the book
    assert declared.asked({"wick": 1, "house": True}).by_the_book().inputs == {"wick": 1, "house": False}


@pytest.mark.parametrize(("faults", "codes"), [(FIRST, ("z",)), (SORTED, ("a", "z")), ("all", ("z", "a"))])
def test_a_game_says_once_which_faults_are_told(faults, codes):
    inputs: tuple[Input, ...] = (Int("one", "One", 1, 2, code="z"), Int("two", "Two", 1, 2, code="a"))
    game = Game(
        "g",
        "G",
        "T",
        order=1,
        policy=Policy(faults=faults),
        calculators=(Calculator("g.x", "X", "X?", inputs, answer=lambda *, one, two: {}),),
    )
    with pytest.raises(InputError) as caught:
        game.calculators[0].asked({"one": 9, "two": 9})
    assert caught.value.codes == codes


def test_problem_codes_are_told_from_one_declaration():
    codes = Codes(
        "Gear", Code("heavy", "Too much is carried.", "L-9"), Code("odd", "Odd.", severity="warning")
    )
    assert codes.said(["heavy", "odd"]) == ["Too much is carried. [L-9]", "Odd."]
    assert codes.problem("items", "heavy", " 9 of 4.").to_json() == {
        "field": "items",
        "code": "heavy",
        "message": "Too much is carried. 9 of 4.",
        "rule": "L-9",
        "severity": "error",
    }
    assert codes.problem("items", "odd", rule="L-2").rule == "L-2"
    assert broken(heavy=True, odd=False) == ["heavy"]
    assert legality(["odd", "heavy", "odd"]) == {"legal": False, "problems": ["heavy", "odd"]}
    assert legality([]) == {"legal": True, "problems": []}
    game = Game("g", "G", "T", order=1, problems=(codes,))
    listed = game.reference("problems")
    assert [(each.id, each.name, each.rules) for each in listed.entries] == [
        ("gear-heavy", "Too much is carried.", ("L-9",)),
        ("gear-odd", "Odd.", ()),
    ]


def test_a_text_may_be_left_out_and_is_blank():
    assert Text("name", "Name").usual == ""


# A row that says itself how many dice there are; odds over a reading


@dataclass(frozen=True, kw_only=True)
class Counted(Outcome):
    sixes: int
    pool: int

    @property
    def verdict(self) -> str:
        return f"{self.sixes} of {self.pool}"


def count_sixes(dice: Dice, *, pool: int) -> Counted:
    """Each six adds a die, once."""
    first = dice.tally(pool, 6, lambda face: face == 6)[True]
    more = dice.tally(first, 6, lambda face: face == 6)[True] if first else 0
    return Counted(sixes=first + more, pool=pool)


@pytest.fixture
def sixes(monkeypatch):
    declared = Calculator(
        "core_rules.sixes",
        "Sixes",
        "How many?",
        (Int("pool", "Pool", 0, 6, start=2),),
        mechanic=count_sixes,
        count_from_row="pool",
        readings={"any": lambda outcome: outcome.sixes > 0},
    )
    monkeypatch.setattr("rules_py.catalogue.calculator", lambda name: declared)
    return declared


@pytest.mark.parametrize(
    ("row", "said"), [([], "0 of 0"), ([1, 2, 3], "0 of 3"), ([6, 1, 6], "2 of 2"), ([6, 6, 1, 2], "2 of 2")]
)
def test_a_row_of_faces_says_itself_how_many_dice_there_are(sixes, row, said):
    assert resolve("core_rules.sixes", dice=row).verdict == said


def test_a_row_that_fits_no_number_of_dice_is_refused(sixes):
    with pytest.raises(InputError) as caught:
        resolve("core_rules.sixes", dice=[1, 6])
    assert caught.value.codes == ("wrong_dice_count",)


def test_odds_may_be_asked_over_a_reading(sixes):
    found = odds("core_rules.sixes", reading="any", pool=2)
    assert dict(found) == {True: Fraction(11, 36), False: Fraction(25, 36)}
    with pytest.raises(InputError, match="reading: given 'most', allowed any"):
        odds("core_rules.sixes", reading="most", pool=2)
