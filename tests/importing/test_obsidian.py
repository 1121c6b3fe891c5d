"""Obsidian: links, embeds, callouts and comments of a vault."""

from __future__ import annotations

from pathlib import Path

from tests.importing.conversion import import_texts, notes_of, words

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


def test_obsidian_links_callouts_and_comments_are_converted(tmp_path: Path) -> None:
    rules = "# Rules\n\n## Fares\n\nAs [[Boat#^captain]] and [[Boat#^mast|others]] say.\n"
    result, pages = import_texts(tmp_path, "ferry", Ferry=OBSIDIAN, Rules=rules)
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
    assert {*notes_of(result, "dropped")} == {"query for the plugin dataview", "size of a picture"}


def test_comment_marks_in_code_and_dice_hide_no_text(tmp_path: Path) -> None:
    ferry = "# Ferry\n\n[[Ferry]] costs d%% or d%%.%%so far%% It\n%%\nsinks\n%%\nfloats. `%%` starts a note, `a :: b` none."
    brew = "# Brew\n\n\\page\nWrite `a :: b` for `c`.\n\n`c` :: first\n\nIt costs %%.\n"
    vault = "# Vault\n\n[[Brew]] costs %% of it."
    result, pages = import_texts(tmp_path, "ferry", Ferry=ferry, Brew=brew, Vault=vault)
    ends = "costs d%% or d%%. It floats. %% starts a note, a :: b none."
    assert words(pages["ferry"]).endswith(ends)
    assert "Write a :: b for c ." in words(pages["brew"]) and words(pages["brew"].dt) == "c"
    assert "costs %% of it." in words(pages["vault"])
    assert [note.file for note in result.notes if note.kind == "by hand"] == ["Vault.md"]
    assert not result.missing


def test_obsidian_callout_nests_after_a_paragraph(tmp_path: Path) -> None:
    text = "# Ferry\n\n> [!info] Tides\n> They turn.\n>\n> > [!danger] Flood\n> > You drown.\n"
    _, pages = import_texts(tmp_path, "ferry", ferry=text)
    assert words(pages["index"].select_one(".info > .danger")) == "Flood You drown."


def test_callout_of_one_line_has_no_title(tmp_path: Path) -> None:
    text = "# Ferry\n\n> [!error] Ask the tide\n\n> [!error]\n> Wait.\n"
    _, pages = import_texts(tmp_path, "ferry", Ferry=text)
    titled, kind = pages["index"].select(".admonition")
    assert words(titled) == "Ask the tide" and not titled.select(".admonition-title")
    assert words(kind) == "Error Wait."


def test_text_after_a_table_in_a_callout_stays_in_it(tmp_path: Path) -> None:
    callout = "> [!info] Wind\n> Roll.\n>\n> | d2 | Wind |\n> |--|--|\n> | 1 | Calm |\n> | 2 | Gale |\n>\n> - It *turns*.\n"
    result, pages = import_texts(tmp_path, "ferry", Ferry=f"# Ferry\n\n{callout}")
    assert words(pages["index"].select_one(".admonition li em")) == "turns"
    assert not result.missing and "random table" in notes_of(result, "mapped")


def test_obsidian_embeds_become_links(tmp_path: Path) -> None:
    text = "# Ferry\n\n[[Rules#Fares]]\n\n![[Rules]]\n\n![[map.png|300]]\n\n![map|200](map.png)\n"
    result, pages = import_texts(tmp_path, "ferry", Ferry=text, Rules="# Rules\n\n## Fares\n\nTwo.\n")
    assert words(pages["ferry"].a) == "Rules > Fares"
    assert pages["ferry"].select("a")[1]["href"] == "rules.md"
    assert "embed, now a link to its text" in notes_of(result, "mapped")
    assert [*notes_of(result, "dropped")] == ["size of a picture"] * 2
