"""Each dialect of Markdown, with all its constructs in a small text of our own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from markdown import Markdown

from hooks.importing import Options, Result, importer, run
from hooks.importing.dialects import detect

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

OBSIDIAN = """\
---
aliases: [Boat]
---
# Ferry

See [[Rules#Fares|the fares]], [[Rules]] and [[Nowhere]]. %%not yet%%

> [!warning]- Deep water
> Don't swim.
> > [!tip] Unless
> > you must.

![[map.png|300]]

The captain decides. ^captain

- [ ] oars
- [x] rope

#river is a tag, ==marked== and ~~gone~~.

%%
a long comment
%%

```dataview
LIST FROM #river
```
"""

PANDOC = """\
# Ferry {#boat .unnumbered}

::: {.warning title="Mind the gap"}
The planks are wet.
:::

+++ {.CalloutInformation}
Ask the captain.
+++

+-------+--------+
| Fare  | Price  |
+=======+========+
| Child | free   |
|       | always |
+-------+--------+

  Boat   Seats
 ------ ------
  Punt       4
  Raft      10

| Row, row,
| row

A line\\
broken, [small]{.smallcaps} text.^[Said the captain.]

\\newpage

#. first
#. second

Oar
:   A long paddle.

  Tide    Hours
  ------ ------
  Ebb         6

  : Tides of a day {#tbl:tides}

(@) Row to the pier.

Rest there.

(@pay) Pay. After (@pay) see [@fares].

a. once
b. twice
    i. by night

| d6   | Wind |
|------|------|
| 1--3 | none |
| 4--6 | west |

\\begin{tabular}{l}
a fare
\\end{tabular}
"""

JEKYLL = """\
---
title: Ferry
nav_order: 2
---

{: .no_toc }

## Contents
- TOC
{:toc}

{: .note }
Bring coins.

Pay {{ site.fare }} at the [pier]({{ site.baseurl }}/rules/#fares).
{: .lead }

{% include map.html %}
{% for boat in site.boats %}
* [{{ boat.title }}]({{ boat.url }})
{% endfor %}
{% comment %}later{% endcomment %}

<details markdown="block">
<summary>Old fares</summary>

One coin.
</details>

{: .warning-title }
> Deep water
>
> Don't swim.

## Boats
{: #all-boats }

| Boat | Seats |
|------|-------|
| Punt | 4 |
{: .wide #seats }

See [seats](#seats), [boats](#all-boats), [fares](/ferry/rules/#fares) or [go up](#top). {% raw %}{{ as typed }}{% endraw %}

{% highlight python %}
row(d8)
{% endhighlight %}
"""

MATERIAL = """\
# Ferry

!!! hint "Tides"
    They turn.

??? faq
    Folded.

=== "By day"

    Two coins.

=== "By night"

    Four coins.

[Board](#boarding){ .md-button }

## Boarding { #boarding .big }

*[GM]: game master

{++added++} and {--removed--} :material-boat: text

--8<-- "fares.md"

[TOC]
"""


def imported(tmp_path: Path, name: str, **texts: str) -> tuple[Result, dict[str, BeautifulSoup]]:
    """Import small texts, and return the result and the page of each."""
    folder = tmp_path / "source"
    folder.mkdir()
    for each, text in texts.items():
        (folder / f"{each}.md").write_text(text, "utf-8")
    (folder / "map.png").write_bytes(b"")
    result = run(folder, Options(tmp_path / name, dry_run=True))
    return result, {page.name: html_of("\n".join(line.text for line in page.lines)) for page in result.pages}


def html_of(text: str) -> BeautifulSoup:
    """Return the page as Diceleaf's extensions of Markdown show it."""
    extensions = ["admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc"]
    pymdownx = ["caret", "details", "mark", "superfences", "tabbed", "tasklist", "tilde"]
    md = Markdown(
        extensions=[*extensions, *(f"pymdownx.{each}" for each in pymdownx)],
        extension_configs={"pymdownx.tabbed": {"alternate_style": True}},
    )
    html = md.convert(text)
    return BeautifulSoup(html, "html.parser")


def words(element: Tag | None) -> str:
    assert element is not None
    return " ".join(element.get_text(" ").split())


def whats(result: Result, kind: str) -> Iterator[str]:
    return (note.what for note in result.notes if note.kind == kind)


def test_homebrewery_boxes_and_layout_are_converted(tmp_path: Path) -> None:
    result, pages = imported(tmp_path, "ferry", ferry=HOMEBREWERY)
    page = pages["index"]
    assert words(page.select_one(".admonition.note")) == "Tides They turn twice a day."
    assert words(page.select_one(".admonition.quote")) == "Fog hangs over the water."
    assert (words(page.dt), words(page.dd)) == ("Armour", "12")
    text = words(page)
    assert "The fare is two coins. small" in text and "Everyone pays." in text
    assert not any(mark in text for mark in ("{", "}", "\\", "::", "float"))
    assert [*whats(result, "dropped")] == ["style sheet (that of a book belongs into `extra_css`)"] * 3 + [
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
    result, pages = imported(tmp_path, "ferry", ferry=brew)
    assert [(link.text, link["href"]) for link in pages["index"].select("a[href]")] == [
        ("map", "https://h.example/map.png"),
        ("page 2", "#tides"),
        ("page 3", "#tides"),
        ("the questions", "https://homebrewery.naturalcrit.com/faq"),
    ]
    assert [str(each.subject) for each in result.notes if each.kind == "by hand"] == ["picture map.png"]
    assert [*whats(result, "dropped")] == ["picture at a place of the printed page"] * 2 + [
        "page furniture {{toc"
    ]
    assert not result.missing


HOMEBREWERY_CONTENTS = """\
# Ferry

\\page
{{toc,wide
# Contents
- ### [{{ Tides}}{{ 3}}](#p3)
}}
\\page
## Tides
They turn, as [the contents](#contents) and [page 2](#p2) say.

[Back to contents](#contents)
\\page
"""

JEKYLL_CONTENTS = """\
# Ferry

## Table of contents
{: .no_toc .text-delta }

1. TOC
{:toc}

## Tides
They turn, as [the contents](#table-of-contents) and [the list](#markdown-toc) say.

[Back to top](#table-of-contents)
{: .fs-2 }
"""

MATERIAL_CONTENTS = """\
# Ferry

## Contents {#top}

[TOC]

## Tides
They turn, as [the contents](#top) say.

[↑ Back](#top)
"""


@pytest.mark.parametrize("text", [HOMEBREWERY_CONTENTS, JEKYLL_CONTENTS, MATERIAL_CONTENTS])
def test_contents_are_dropped_with_links_to_them(tmp_path: Path, text: str) -> None:
    result, pages = imported(tmp_path, "ferry", ferry=text)
    page = pages["index"]
    assert [words(each) for each in page.select("h1, h2")] == ["Ferry", "Tides"]
    assert page.select("a[href]") == [] and "the contents" in words(page) and "Back" not in words(page)
    assert [each for each in result.notes if each.kind == "by hand"] == [] and not result.missing
    links = [each.line for each in result.notes if each.what == "link to a table of contents"]
    assert len(links) == text.count("](#") - text.count("(#p3)")
    assert "link to a table of contents" in result.report.partition("## Dropped")[2].partition("##")[0]


def test_link_to_a_section_called_contents_stays(tmp_path: Path) -> None:
    chest = "\n\n## Contents\n\nTwo coins: see [its contents](#contents).\n"
    _, pages = imported(tmp_path, "ferry", ferry=JEKYLL_CONTENTS.replace("Table of c", "C") + chest)
    assert [link["href"] for link in pages["index"].select("a[href]")] == ["#contents"]


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
    result, pages = imported(tmp_path, "ferry", ferry=brew)
    assert [[words(cell) for cell in row.select("th, td")] for row in pages["index"].select("tr")] == [
        ["Boat", "Fare Day", "Night"],
        ["Punt", "1", "2"],
        ["Barge", "3", ""],
        ["Raft", "m 2", "4"],
    ]
    assert "|" not in words(pages["index"]) and not result.missing


def test_comment_marks_in_code_and_dice_hide_no_text(tmp_path: Path) -> None:
    ferry = "# Ferry\n\n[[Ferry]] costs d%% or d%%.%%so far%% It\n%%\nsinks\n%%\nfloats. `%%` starts a note, `a :: b` none."
    brew = "# Brew\n\n\\page\nWrite `a :: b` for `c`.\n\n`c` :: first\n\nIt costs %%.\n"
    vault = "# Vault\n\n[[Brew]] costs %% of it."
    result, pages = imported(tmp_path, "ferry", Ferry=ferry, Brew=brew, Vault=vault)
    ends = "costs d%% or d%%. It floats. %% starts a note, a :: b none."
    assert words(pages["ferry"]).endswith(ends)
    assert "Write a :: b for c ." in words(pages["brew"]) and words(pages["brew"].dt) == "c"
    assert "costs %% of it." in words(pages["vault"])
    assert [note.file for note in result.notes if note.kind == "by hand"] == ["Vault.md"]
    assert not result.missing


def test_obsidian_links_callouts_and_comments_are_converted(tmp_path: Path) -> None:
    rules = "# Rules\n\n## Fares\n\nAs [[Boat#^captain]] and [[Boat#^mast|others]] say.\n"
    result, pages = imported(tmp_path, "ferry", Ferry=OBSIDIAN, Rules=rules)
    page = pages["ferry"]
    assert [link["href"] for link in page.select("a[href]")] == ["rules.md#fares", "rules.md"]
    assert [link["href"] for link in pages["rules"].select("a")] == ["ferry.md#captain", "ferry.md"]
    assert page.select_one("a#captain")
    assert words(page.select_one("details.warning > summary")) == "Deep water"
    assert words(page.select_one("details .admonition.tip")) == "Unless you must."
    picture = page.img
    assert picture is not None and (picture["src"], picture["alt"]) == ("files/map.png", "map")
    assert len(page.select("li input[type=checkbox]")) == 2
    assert words(page.mark) == "marked" and words(page.find("del")) == "gone"
    assert "#river is a tag" in words(page) and not page.select("h1 ~ h1")
    assert "comment" not in words(page) and "not yet" not in words(page)
    assert [(note.line, note.what, note.subject) for note in result.notes if note.kind == "by hand"][0] == (
        6,
        "what the source lacks",
        "Nowhere",
    )
    assert {*whats(result, "dropped")} == {"query for the plugin dataview", "size of a picture"}


def test_remote_picture_of_a_link_becomes_its_text(tmp_path: Path) -> None:
    """The page loses no link; a picture that is more than the sign of a link needs the author."""
    text = (
        "# Ferry\n\n[![Our guild](https://ferry.example/oar.svg)](https://guild.example/)\n\n"
        "![The river](https://ferry.example/river.png)\n"
    )
    result, pages = imported(tmp_path, "ferry", Ferry=text)
    links = [(link["href"], words(link)) for link in pages["index"].select("a[href]")]
    assert links == [
        ("https://guild.example/", "Our guild"),
        ("https://ferry.example/river.png", "The river"),
    ]
    assert [(note.line, note.subject) for note in result.notes if note.kind == "by hand"] == [
        (5, "picture river.png")
    ]


def test_callout_of_one_line_has_no_title(tmp_path: Path) -> None:
    text = "# Ferry\n\n> [!error] Ask the tide\n\n> [!error]\n> Wait.\n"
    _, pages = imported(tmp_path, "ferry", Ferry=text)
    titled, kind = pages["index"].select(".admonition")
    assert words(titled) == "Ask the tide" and not titled.select(".admonition-title")
    assert words(kind) == "Error Wait."


def test_obsidian_callout_nests_after_a_paragraph(tmp_path: Path) -> None:
    text = "# Ferry\n\n> [!info] Tides\n> They turn.\n>\n> > [!danger] Flood\n> > You drown.\n"
    _, pages = imported(tmp_path, "ferry", ferry=text)
    assert words(pages["index"].select_one(".info > .danger")) == "Flood You drown."


def test_obsidian_embeds_become_links(tmp_path: Path) -> None:
    text = "# Ferry\n\n[[Rules#Fares]]\n\n![[Rules]]\n\n![[map.png|300]]\n\n![map|200](map.png)\n"
    result, pages = imported(tmp_path, "ferry", Ferry=text, Rules="# Rules\n\n## Fares\n\nTwo.\n")
    assert words(pages["ferry"].a) == "Rules > Fares"
    assert pages["ferry"].select("a")[1]["href"] == "rules.md"
    assert "embed, now a link to its text" in whats(result, "mapped")
    assert [*whats(result, "dropped")] == ["size of a picture"] * 2


def test_pandoc_divs_tables_and_lists_are_converted(tmp_path: Path) -> None:
    result, pages = imported(tmp_path, "ferry", ferry=PANDOC)
    page = pages["index"]
    assert page.select_one("h1#boat")
    assert words(page.select_one(".admonition.warning")) == "Mind the gap The planks are wet."
    assert words(page.select_one(".admonition.info")) == "Ask the captain."
    grid, simple, tides = page.select("table")
    assert [words(cell) for cell in grid.select("td")] == ["Child", "free always"]
    assert [words(cell) for cell in simple.select("th, td")] == ["Boat", "Seats", "Punt", "4", "Raft", "10"]
    assert len(page.select("p br")) == 4
    assert words(page.select_one(".footnote li p")).startswith("Said the captain.")
    assert [words(item) for item in page.select("ol")[0].select("li")] == ["first", "second"]
    assert words(page.dd) == "A long paddle."
    assert words(tides.find_next("p")) == "Tides of a day"
    assert words(page.select_one("ol[start='2']")) == "Pay. After (2) see [@fares]."
    assert "random table" in whats(result, "mapped") and "a fare" in words(page)
    assert [*whats(result, "by hand")] == [
        "LaTeX tabular, of which the text stays and the first line is left out",
        "citation of another program, shown as it was typed",
    ]
    page.pre.decompose()
    assert not any(mark in words(page) for mark in (":::", "+++", "---", "newpage", "smallcaps"))
    assert not result.missing


def test_jekyll_liquid_and_attributes_are_converted(tmp_path: Path) -> None:
    rules = "---\npermalink: /rules/\n---\n# Rules\n\n## Fares\n\nTwo coins.\n"
    result, pages = imported(tmp_path, "ferry", ferry=JEKYLL, rules=rules)
    page = pages["ferry"]
    assert words(page.h1) == "Ferry"
    assert words(page.select_one(".admonition.note")) == "Note Bring coins."
    assert page.select("a[href]")[0]["href"] == "rules.md#fares"
    assert words(page.select_one("details > summary")) == "Old fares"
    assert words(page.select_one(".admonition.warning")) == "Deep water Don't swim."
    assert [link["href"] for link in page.select("a[href]")[1:]] == ["#seats", "#all-boats", "rules.md#fares"]
    assert page.select_one("h2#all-boats") and page.select_one("#seats") and "go up" in words(page)
    assert len(page.select("tr")) == 2 and page.pre.get_text().strip() == "row(d8)"
    assert "{{ as typed }}" in words(page)
    text = words(page)
    assert not any(mark in text for mark in ("{%", "{:", "TOC", "later", ".lead", "boat."))
    assert [*whats(result, "dropped")].count("heading of a table of contents") == 1
    assert [str(each) for each in result.messages if each.what == "Liquid"] == [
        "ferry.md:15, 18–21: Liquid: {% for boat in site.boats %}; {{ site.fare }}; {% include map.html %}. "
        "Write its text there"
    ]


def test_material_notes_tabs_and_change_marks_are_converted(tmp_path: Path) -> None:
    result, pages = imported(tmp_path, "ferry", ferry=MATERIAL)
    page = pages["index"]
    assert words(page.select_one(".admonition.tip")) == "Tides They turn."
    assert page.select_one("details.question")
    assert [words(label) for label in page.select(".tabbed-labels label")] == ["By day", "By night"]
    assert page.select("a[href]")[0]["href"] == "#boarding" and page.select_one("h2#boarding")
    text = words(page)
    assert "GM : game master" in text and "added and text" in text
    assert not any(mark in text for mark in ("removed", "{", "8<", "[TOC]", ":material"))
    assert [*whats(result, "dropped")] == ["removed text in change marks", 'snippet --8<-- "fares.md"']


@pytest.mark.parametrize(
    ("text", "dialect"),
    [(HOMEBREWERY, "homebrewery"), (OBSIDIAN, "obsidian"), (PANDOC, "pandoc"), (JEKYLL, "jekyll")],
)
def test_dialect_is_detected(text: str, dialect: str) -> None:
    assert dialect in detect(text)


def test_plain_text_has_no_dialect() -> None:
    text = "# Ferry\n\n- a\n  - b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert detect(text) == []
    assert importer.LIFTS.keys() >= {"jekyll", "material"}


def test_mdx_statements_and_components_are_left_out(tmp_path: Path) -> None:
    text = (
        'import { Contents } from "../contents.js"\n\n<Contents of={props.headings} />\n\n'
        "# Ferry\n\n<Note>\n\nThe tide *turns*.\n\n</Note>\n"
    )
    result, pages = imported(tmp_path, "ferry", Ferry=text)
    assert words(pages["index"]) == "Ferry The tide turns ."
    assert not result.missing and not result.messages
    assert {"statement of MDX, left out", "component <Note>, left out"} <= {*whats(result, "mapped")}


def test_link_to_a_repeated_heading_has_its_anchor(tmp_path: Path) -> None:
    """The page of the link has both headings, so that the anchor is written after its links are read."""
    _, pages = imported(
        tmp_path, "ferry", Ferry="# Ferry\n\nSee [tolls](#tolls-2).\n\n## Tolls\n\n## Tolls\n"
    )
    page = pages["index"]
    assert page.select_one(f"h2{page.select('a')[0]['href']}") is page.select("h2")[1]


@pytest.mark.parametrize(
    ("text", "shown_as"),
    [
        ("[mast](The Mast.md#top)", "mast"),
        ("[mast](/gone place#top)", "mast"),
        ("[mast](as high as a house)", "[mast](as high as a house)"),
        ("**One****Two**", "One Two"),
    ],
)
def test_links_with_spaces_and_adjacent_bold_become_text(tmp_path: Path, text: str, shown_as: str) -> None:
    result, pages = imported(tmp_path, "ferry", Ferry=f"# Ferry\n\n{text}\n")
    assert words(pages["index"].p) == shown_as and not pages["index"].select("a")
    assert not result.missing


def test_text_after_a_table_in_a_callout_stays_in_it(tmp_path: Path) -> None:
    callout = "> [!info] Wind\n> Roll.\n>\n> | d2 | Wind |\n> |--|--|\n> | 1 | Calm |\n> | 2 | Gale |\n>\n> - It *turns*.\n"
    result, pages = imported(tmp_path, "ferry", Ferry=f"# Ferry\n\n{callout}")
    assert words(pages["index"].select_one(".admonition li em")) == "turns"
    assert not result.missing and "random table" in whats(result, "mapped")
