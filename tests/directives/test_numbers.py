"""Tables of odds and chances in running text: exact, labelled, cached between builds, and served as JSON."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup

from hooks.base.dependency_hashes import DependencyHashes
from hooks.base.errors import DirectiveError
from rules_py import calculator, odds


def grid(page, text: str) -> list[list[str]]:
    table = BeautifulSoup(page(f"```odds\n{text}\n```\n"), "html.parser").find("table")
    return [
        [cell.get_text(" ", strip=True) for cell in row.find_all(("th", "td"))]
        for row in table.find_all("tr")
    ]


def served_tables(book, tmp_path) -> list[dict]:
    book.library.write(tmp_path)
    folder = tmp_path / "assets" / "odds"
    return [
        json.loads((folder / each["file"]).read_text())
        for each in json.loads((folder / "index.json").read_text())
    ]


def test_table_without_columns_has_one_per_grade(page) -> None:
    rows = grid(
        page,
        "calculator: core_rules.challenge\nrows: {situation: [bad, average]}\ninputs: {steps: 1}\ncaption: One die",
    )
    assert rows[1] == [
        "Situation",
        "Failure with a consequence",
        "Failure",
        "Partial success",
        "Success",
        "Great success",
    ]
    assert rows[2] == ["Bad (d4)", "25% 1 in 4", "25% 1 in 4", "50% 1 in 2", "0% never", "0% never"]


def test_answer_without_columns_has_one_per_chance(page) -> None:
    rows = grid(
        page,
        "calculator: core_rules.four_column\nrows: {steps: [1]}\ninputs: {situation: bad}\ncaption: As printed",
    )
    assert rows == [
        ["Steps of improvement", "Failure", "Partial success", "Success", "Great success"],
        ["1", "50% 1 in 2", "50% 1 in 2", "0% never", "0% never"],
    ]


CELLS = "calculator: core_rules.challenge\nrows: {steps: [0, 1]}\ncolumns: {situation: [bad, average]}\ncaption: x\n"


@pytest.mark.parametrize(
    ("columns", "exact"),
    [
        ("grade: partial", [["1/4", "1/3"], ["1/2", "1/3"]]),
        ("at_least: partial", [["1/4", "4/9"], ["1/2", "2/3"]]),
        ("measure: band.failure", [["5/16", "1/4"], ["1/4", "1/6"]]),
        ("measure: mean", [["15/8", "91/36"], ["5/2", "7/2"]]),
    ],
)
def test_table_with_columns_shows_the_chosen_number(page, book, tmp_path, columns: str, exact: list) -> None:
    page(f"```odds\n{CELLS}{columns}\n```\n")
    (table,) = served_tables(book, tmp_path)
    assert table["cells"] == exact
    assert table["inputs"][0] == [
        {"situation": "difficult", "steps": 0},
        {"situation": "average", "steps": 0},
    ]


def test_mean_is_not_shown_as_a_percentage(page) -> None:
    assert grid(page, CELLS + "measure: mean")[2] == ["0", "1.88", "2.53"]


def test_table_has_the_odds_of_the_rules(page, book, tmp_path) -> None:
    page(
        "```odds\ncalculator: core_rules.challenge\nrows: {steps: [0, 1, 2, 3]}\ninputs: {situation: average}\ncaption: x\n```\n"
    )
    (table,) = served_tables(book, tmp_path)
    scale = calculator("core_rules.challenge").scale
    for steps, row in enumerate(table["cells"]):
        shares = scale.chances(odds("core_rules.challenge", situation="average", steps=steps))
        assert [Fraction(cell) for cell in row] == list(shares.values())


def test_cell_links_to_the_form_on_the_page(page) -> None:
    text = "calculator: core_rules.challenge\nrows: {steps: [0]}\ninputs: {situation: bad}\ncaption: x"
    table_alone = page(f"```odds\n{text}\n```\n")
    assert "grid__link" not in table_alone
    with_form = BeautifulSoup(
        page(f"```odds\n{text}\n```\n\n```roller\ncalculator: core_rules.challenge\n```\n"), "html.parser"
    )
    link = with_form.find("a", class_="grid__link")
    assert link["href"] == "../../core_rules/page/?situation=difficult&steps=0#core_rules.challenge"
    assert with_form.find("dice-roller")["id"] == "core_rules.challenge"


def test_numbers_are_cached_while_rules_are_unchanged(page, book, monkeypatch) -> None:
    text = f"```odds\n{CELLS}measure: mean\n```\n"
    first = page(text)
    (cache_file,) = book.cache.iterdir()
    over, cells = json.loads(cache_file.read_text())
    assert cells == [["15/8", "91/36"], ["5/2", "7/2"]]
    cache_file.write_text(json.dumps([over, [["1", "2"], ["3", 4]]]))
    book.open()
    assert page(text) != first
    monkeypatch.setattr(
        DependencyHashes, "of_game", lambda self, game: f"the digest of other rules of {game}"
    )
    book.open()
    assert page(text) == first


def test_table_on_two_pages_is_served_once(book, tmp_path) -> None:
    for name in ("core_rules/a.md", "core_rules/b.md"):
        book.write(name, f"# Page\n\n```odds\n{CELLS}measure: mean\n```\n")
        book.render(name)
    assert len(served_tables(book, tmp_path)) == 1


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("core_rules.at_least situation=average steps=1 band=success", "33.3% (1 in 3)"),
        ("core_rules.four_column situation=bad steps=1 output=failure", "50% (1 in 2)"),
        ("core_rules.challenge situation=bad steps=1 grade=partial", "50% (1 in 2)"),
        ("core_rules.challenge situation=average steps=1 at_least=partial", "66.7% (2 in 3)"),
        ("core_rules.challenge situation=bad steps=2 measure=band.partial", "75% (3 in 4)"),
        ("tools.throw notation=4dF grade=-4 printed=1.23%", "1.23% (1 in 81)"),
        ("""core_rules.all_fail situations='["bad", "bad"]' steps=1 output=p""", "25% (1 in 4)"),
    ],
)
def test_chance_is_shown_in_running_text(page, query: str, text: str) -> None:
    html = BeautifulSoup(page(f"It is `#!chance {query}`."), "html.parser")
    assert html.find("p").get_text() == f"It is {text}."


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("core_rules.challenge situation=bad steps=1 measure=mean", "2.5"),
        ("core_rules.steps has_skill=yes spend_point=yes output=steps", "2"),
    ],
)
def test_figure_is_shown_in_running_text(page, query: str, text: str) -> None:
    html = BeautifulSoup(page(f"It is `#!figure {query}`, as `#!python print(1)` says."), "html.parser")
    assert html.find("p").get_text() == f"It is {text}, as #!python print(1) says."


@pytest.mark.parametrize("printed", ["1.24%", "1.230%", "1", "rare"])
def test_printed_chance_equals_the_calculated_one(page, printed: str) -> None:
    with pytest.raises(DirectiveError, match=r"printed: expected 1\.2%, got"):
        page(f"It is `#!chance tools.throw notation=4dF grade=-4 printed={printed}`.")


def test_chance_can_span_two_lines(page) -> None:
    assert "33.3%" in page("It is `#!chance core_rules.at_least situation=average\nsteps=1 band=success`.")


def test_open_scale_has_a_column_for_each_grade(page) -> None:
    rows = grid(page, "calculator: tools.throw\nrows: {notation: [d2, d4]}\ncaption: Small dice")
    assert rows[-2:] == [
        ["1d2", "50% 1 in 2", "50% 1 in 2", "0% never", "0% never"],
        ["1d4", *["25% 1 in 4"] * 4],
    ]


BOTCHES = "calculator: basic_systems.throw\nrows: {pool: [1, 2, 5]}\ncolumns: {difficulty: [6, 9]}\n"


@pytest.mark.parametrize(
    ("columns", "marked"),
    [
        ("measure: p_botch\nworse: more", ["worse: 15%", "worse: 16.0%"]),
        ("measure: p_botch\nworse: less", ["worse: 9%", "worse: 2.1%"]),
        ("measure: p_success\nworse: less", []),
        ("measure: p_botch", []),
    ],
)
def test_cells_worse_than_the_one_above_are_marked(page, columns: str, marked: list[str]) -> None:
    html = BeautifulSoup(page(f"```odds\n{BOTCHES}{columns}\ncaption: x\n```\n"), "html.parser")
    cells = [each.parent for each in html.select(".grid__worse")]
    texts = [
        each.select_one(".visually-hidden").text + each.select_one(".grid__value").text for each in cells
    ]
    assert texts == marked
    assert len(html.select(".grid__note")) == bool(marked)


@pytest.mark.parametrize(
    ("fence", "left_out", "explicit"),
    [
        ("odds", "rows: {steps: [0, 1]}", "rows: {steps: [0, 1]}\ninputs: {situation: average}"),
        ("plot", "kind: steps", "kind: steps\ninputs: {situation: average, steps: 1}"),
        (
            "plot",
            "kind: curve\nmeasure: mean\nover: {steps: [0, 1]}",
            "kind: curve\nmeasure: mean\nover: {steps: [0, 1]}\ninputs: {situation: average}",
        ),
        (
            "plot",
            "kind: steps\nplans: {One: {steps: 1}}",
            "kind: steps\nplans: {One: {situation: average, steps: 1}}",
        ),
    ],
)
def test_table_and_plot_use_initial_values(page, fence: str, left_out: str, explicit: str) -> None:
    """They equal what a roller beside it shows, and the command line answers."""

    def figures(fields: str) -> list[str]:
        text = f"```{fence}\ncalculator: core_rules.challenge\n{fields}\ncaption: Chances\n```"
        cells = BeautifulSoup(page(f"# Page\n\n{text}\n"), "html.parser").select("table td")
        return [each.get_text(" ") for each in cells]

    assert figures(left_out) == figures(explicit) != []


def test_chance_uses_initial_values_for_missing_inputs(page) -> None:
    chances = [
        page(f"# Page\n\n`#!chance core_rules.challenge grade=partial{more}`\n")
        for more in ("", " situation=average steps=1")
    ]
    assert chances[0] == chances[1]
