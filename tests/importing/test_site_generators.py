"""Pandoc, Jekyll, Material for MkDocs and MDX."""

from __future__ import annotations

from pathlib import Path

from tests.importing.conversion import import_texts, notes_of, words

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


def test_pandoc_divs_tables_and_lists_are_converted(tmp_path: Path) -> None:
    result, pages = import_texts(tmp_path, "ferry", ferry=PANDOC)
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
    assert "random table" in notes_of(result, "mapped") and "a fare" in words(page)
    assert [*notes_of(result, "by hand")] == [
        "LaTeX tabular, of which the text stays and the first line is left out",
        "citation of another program, shown as it was typed",
    ]
    page.pre.decompose()
    assert not any(mark in words(page) for mark in (":::", "+++", "---", "newpage", "smallcaps"))
    assert not result.missing


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


def test_jekyll_liquid_and_attributes_are_converted(tmp_path: Path) -> None:
    rules = "---\npermalink: /rules/\n---\n# Rules\n\n## Fares\n\nTwo coins.\n"
    result, pages = import_texts(tmp_path, "ferry", ferry=JEKYLL, rules=rules)
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
    assert [*notes_of(result, "dropped")].count("heading of a table of contents") == 1
    assert [str(each) for each in result.messages if each.what == "Liquid"] == [
        "ferry.md:15, 18–21: Liquid: {% for boat in site.boats %}; {{ site.fare }}; {% include map.html %}. "
        "Write its text there"
    ]


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


def test_material_notes_tabs_and_change_marks_are_converted(tmp_path: Path) -> None:
    result, pages = import_texts(tmp_path, "ferry", ferry=MATERIAL)
    page = pages["index"]
    assert words(page.select_one(".admonition.tip")) == "Tides They turn."
    assert page.select_one("details.question")
    assert [words(label) for label in page.select(".tabbed-labels label")] == ["By day", "By night"]
    assert page.select("a[href]")[0]["href"] == "#boarding" and page.select_one("h2#boarding")
    text = words(page)
    assert "GM : game master" in text and "added and text" in text
    assert not any(mark in text for mark in ("removed", "{", "8<", "[TOC]", ":material"))
    assert [*notes_of(result, "dropped")] == ["removed text in change marks", 'snippet --8<-- "fares.md"']


def test_mdx_statements_and_components_are_left_out(tmp_path: Path) -> None:
    text = (
        'import { Contents } from "../contents.js"\n\n<Contents of={props.headings} />\n\n'
        "# Ferry\n\n<Note>\n\nThe tide *turns*.\n\n</Note>\n"
    )
    result, pages = import_texts(tmp_path, "ferry", Ferry=text)
    assert words(pages["index"]) == "Ferry The tide turns ."
    assert not result.missing and not result.messages
    assert {"statement of MDX, left out", "component <Note>, left out"} <= {*notes_of(result, "mapped")}
