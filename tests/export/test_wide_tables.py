"""Tables of an EPUB that are too wide for a phone."""

from bs4 import BeautifulSoup, Tag

from hooks.export.epub import wide_tables

WIDE = f"""<section><table id="odds"><caption>Chances</caption>
<thead><tr><th rowspan="2">Dice</th><th colspan="8">Difficulty</th></tr>
<tr>{"".join(f"<th>{each} or more</th>" for each in range(2, 10))}</tr></thead>
<tbody><tr id="one"><th>1</th>{"".join(f"<td>{each}0.1234%</td>" for each in range(2, 10))}</tr></tbody></table></section>"""


def fitted(html: str) -> Tag:
    body = BeautifulSoup(html, "html.parser").section
    assert body
    wide_tables.fit(body)
    return body


def rows(table: Tag) -> list[list[str]]:
    return [[cell.get_text() for cell in row.find_all(["td", "th"])] for row in table.find_all("tr")]


def test_wide_table_becomes_parts_with_the_first_column() -> None:
    body = fitted(WIDE)
    first, second = body.select("div.parts > table")
    assert rows(first)[1:] == [
        [f"{each} or more" for each in range(2, 6)],
        ["1", *(f"{each}0.1234%" for each in range(2, 6))],
    ]
    assert rows(second) == [
        ["Dice", "Difficulty"],
        [f"{each} or more" for each in range(6, 10)],
        ["1", *(f"{each}0.1234%" for each in range(6, 10))],
    ]
    assert [each["colspan"] for each in body.select("[colspan]")] == ["4", "4"]
    assert [each.get_text() for each in body.select("caption")] == ["Chances", "Chances (continued)"]


def test_ids_of_a_wide_table_stay_unique() -> None:
    assert [each["id"] for each in fitted(WIDE).select("[id]")] == ["odds", "one"]


def test_table_that_fits_in_smaller_type_stays_whole() -> None:
    cells = "<td>99.9%</td>" * 7
    [table] = fitted(f"<section><table><tr>{cells}</tr></table></section>").select("table")
    assert (table["class"], len(table.select("td"))) == (["close"], 7)


def test_span_that_is_no_number_is_one() -> None:
    row = '<td colspan="all">99.9%</td><td colspan="0">1</td><td rowspan="">2</td>'
    [table] = fitted(f"<section><table><tr>{row}</tr></table></section>").select("table")
    assert rows(table) == [["99.9%", "1", "2"]]


def test_table_of_prose_keeps_its_type() -> None:
    cells = "<td>A line of text that goes on and on, and breaks where it must.</td>" * 4
    [table] = fitted(f"<section><table><tr>{cells}</tr></table></section>").select("table")
    assert table.get("class") is None
