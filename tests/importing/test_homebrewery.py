"""Homebrewery: boxes, layout and tables of a brew."""

from __future__ import annotations

from pathlib import Path

from tests.importing.conversion import import_texts, notes_of, words

HOMEBREWERY = """\
```css
.page { color: red }
```

# The Ferry
{{note
##### Tides
They turn twice a day.
}}

{{descriptive
Fog hangs over the water.
}}

**Armour** :: 12
:
\\column
The fare is {{pen,color:red,font-family:"old type" two}} coins.{float:left} :fas_coins:
{{pageNumber,auto}}
{{footnote PART 1 | Water}}
^^small^^ print
{{wide
Everyone pays.
}}
\\page
"""


def test_homebrewery_boxes_and_layout_are_converted(tmp_path: Path) -> None:
    result, pages = import_texts(tmp_path, "ferry", ferry=HOMEBREWERY)
    page = pages["index"]
    assert words(page.select_one(".admonition.note")) == "Tides They turn twice a day."
    assert words(page.select_one(".admonition.quote")) == "Fog hangs over the water."
    assert (words(page.dt), words(page.dd)) == ("Armour", "12")
    text = words(page)
    assert "The fare is two coins. small" in text and "Everyone pays." in text
    assert not any(mark in text for mark in ("{", "}", "\\", "::", "float"))
    assert [*notes_of(result, "dropped")] == ["style sheet (that of a book belongs into `extra_css`)"] * 3 + [
        "page furniture, left out"
    ]
    assert not result.missing


def test_homebrewery_page_links_and_pictures_are_converted(tmp_path: Path) -> None:
    brew = """\
# Ferry

{{toc,wide
- [{{ Tides}}{{ 2}}](#p2)
}}

![fog](https://h.example/fog.png) {position:absolute,top:0}
![reed](https://h.example/reed.png)
{position : absolute; left:0}
![map](https://h.example/map.png){width:100px}

See [page 2](#p2), [page 3](#p3) and [the questions](/faq).

\\page
## Tides
They turn.
\\page {columns:1}
Twice a day.
"""
    result, pages = import_texts(tmp_path, "ferry", ferry=brew)
    assert [(link.text, link["href"]) for link in pages["index"].select("a[href]")] == [
        ("map", "https://h.example/map.png"),
        ("page 2", "#tides"),
        ("page 3", "#tides"),
        ("the questions", "https://homebrewery.naturalcrit.com/faq"),
    ]
    assert [str(each.subject) for each in result.notes if each.kind == "by hand"] == ["picture map.png"]
    assert [*notes_of(result, "dropped")] == ["picture at a place of the printed page"] * 2 + [
        "page furniture {{toc"
    ]
    assert not result.missing


def test_homebrewery_spanning_cells_become_plain_cells(tmp_path: Path) -> None:
    brew = """\
# Ferry

\\page
| Boat  | Fare      ||
|       | Day | Night |
|:------|:---:|------:|
| Punt  | 1   | 2     |
| Barge^| 3        ||
| Raft ^| m^2^ | 4^|
"""
    result, pages = import_texts(tmp_path, "ferry", ferry=brew)
    assert [[words(cell) for cell in row.select("th, td")] for row in pages["index"].select("tr")] == [
        ["Boat", "Fare Day", "Night"],
        ["Punt", "1", "2"],
        ["Barge", "3", ""],
        ["Raft", "m 2", "4"],
    ]
    assert "|" not in words(pages["index"]) and not result.missing
