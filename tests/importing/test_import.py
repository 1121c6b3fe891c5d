"""The import as a whole: pages, pictures, the report, the check of words, and the command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time

import pytest

from hooks import scaffold
from hooks.directives.from_pages import read_games
from hooks.importing import Options, Result, run, words
from hooks.importing.pages import Page
from hooks.importing.report import Line, Note, messages
from hooks.licences.presets import preset_of
from rules_py.command_line.main import main

SOURCE = {
    "README.md": "# Ferry, the repository\n\n© 2024 Ada Fern. CC BY-SA 4.0.\n",
    "index.md": "# Ferry\n\nYou row the dead. See [the rules](rules/10_Rules.md#fares) and [more](gone.md).\n",
    "rules/2_Boats.md": "# Boats\n\n![](../pics/boat.png)\n\nA boat. It leaks.\n",
    "rules/10_Rules.md": "# Rules\n\nRoll 2d6.\n\n## Fares\n\n- **Coins:** two\n- None\n",
    "pics/boat.png": "png",
    "pics/unused.png": "png",
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    for name, text in SOURCE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture(autouse=True)
def no_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the package that a new book gets a copy of, which takes seconds to build."""

    def write(folder: Path) -> Path:
        folder.mkdir()
        wheel = folder / "diceleaf-0-py3-none-any.whl"
        wheel.write_bytes(b"")
        return wheel

    monkeypatch.setattr(scaffold, "_write_wheel", write)


def book_of(source: Path, **choices: str) -> tuple[Result, Path]:
    into = source.parent / "ferry"
    return run(source, Options(into, "Ferry", **choices)), into


def test_pages_have_names_titles_order_and_description(source: Path) -> None:
    result, into = book_of(source)
    docs = into / "docs" / "ferry"
    assert sorted(path.name for path in docs.iterdir()) == ["boats.md", "files", "index.md", "rules.md"]
    boats = (docs / "boats.md").read_text("utf-8")
    assert boats.startswith('---\ntitle: "Boats"\norder: 1\ndescription: "A boat."\n---\n')
    assert "![boat](files/boat.png)" in boats
    assert [path.name for path in (docs / "files").iterdir()] == ["boat.png"]
    home = (docs / "index.md").read_text("utf-8")
    assert "book: yes" in home and "[the rules](rules.md#fares) and more." in home
    assert "Licence: CC BY-SA 4.0." in home and "Ada Fern" in home
    assert "order: 2" in (docs / "rules.md").read_text("utf-8")
    assert not result.missing


def test_report_lists_what_is_left_to_do(source: Path) -> None:
    _, into = book_of(source)
    report = (into / "IMPORT.md").read_text("utf-8")
    assert "4 files" not in report and "3 files with" in report
    assert "Every word of the source stands in the book." in report
    assert "- index.md:3: what the source lacks: gone.md. Add it, or leave it out" in report
    assert "Not imported, as about the project: README.md." in report


def test_reimport_updates_and_removes_its_own_files(source: Path) -> None:
    _, into = book_of(source)
    rules = into / "docs" / "ferry" / "rules.md"
    (source / "rules" / "2_Boats.md").unlink()
    (source / "rules" / "10_Rules.md").write_text("# Rules\n\nRoll 3d6.\n", "utf-8")
    book_of(source)
    assert "3d6" in rules.read_text("utf-8") and not rules.with_name("boats.md").exists()


def test_reimport_keeps_edited_files(source: Path) -> None:
    """The rest is updated; the report names a page that has changed in both places, once."""
    _, into = book_of(source)
    rules, boats = (into / "docs" / "ferry" / name for name in ("rules.md", "boats.md"))
    rules.write_text(rules.read_text("utf-8") + "\nMine.\n", "utf-8")
    (source / "rules" / "2_Boats.md").write_text("# Boats\n\nA boat. It sinks.\n", "utf-8")
    result, _ = book_of(source)
    assert "Mine." in rules.read_text("utf-8") and "It sinks." in boats.read_text("utf-8")
    assert "Compare it" not in result.report and "file that you have edited, kept" in result.report
    (source / "rules" / "10_Rules.md").write_text("# Rules\n\nRoll 3d6.\n", "utf-8")
    newer = into / ".diceleaf-import" / "docs" / "ferry" / "rules.md"
    assert "Compare it with .diceleaf-import/docs/ferry/rules.md" in book_of(source)[0].report
    assert "Mine." in rules.read_text("utf-8") and "3d6" in newer.read_text("utf-8")
    assert "Compare it" not in book_of(source)[0].report


def test_reimport_with_a_title_updates_the_game(source: Path) -> None:
    into = source.parent / "ferry"
    for _ in range(2):
        result = run(source, Options(into, "The Old Ferry"))
        assert result.game == "ferry"
    other = source.parent / "other.md"
    other.write_text("# Oars\n\nRow.\n", "utf-8")
    assert run(other, Options(into, "Oars")).game == "oars"
    assert (into / "docs" / "ferry" / "boats.md").is_file() and (into / "docs" / "oars").is_dir()
    assert not (into / "docs" / "the_old_ferry").exists()


def test_long_file_becomes_a_page_for_each_heading(source: Path) -> None:
    path = source / "long.md"
    path.write_text("# One\n\nText, see [two](#two).\n\n## Part\n\n# Two\n\nMore.\n", "utf-8")
    result = run(path, Options(source.parent / "ferry", "Ferry", split=1, dry_run=True))
    one, two = result.pages
    run(path, Options(source.parent / "ferry", "Ferry", split=1))
    cover = (source.parent / "ferry" / "docs" / "ferry" / "index.md").read_text("utf-8")
    assert "## Chapters\n\n-   [One](one.md)\n-   [Two](two.md)\n" in cover
    assert (one.name, one.title, two.name) == ("one", "One", "two")
    assert "Text, see [two](two.md#two)." in [line.text for line in one.lines]


def test_description_names_dice_without_markup(source: Path) -> None:
    (source / "fog.md").write_text("# Fog\n\n`dice: 1d20` boats sink.\n", "utf-8")
    page = next(page for page in book_of(source)[0].pages if page.name == "fog")
    assert page.description == "1d20 boats sink."


def test_invalid_front_matter_is_reported_and_not_shown(source: Path) -> None:
    front = "---\ntitle: Fog: a danger\ntags: [a, b\n---\n"
    (source / "fog.md").write_text(f"{front}It hides the pier.\n", "utf-8")
    result, into = book_of(source)
    page = (into / "docs" / "ferry" / "fog.md").read_text("utf-8")
    assert page.startswith('---\ntitle: "Fog: a danger"\n') and "tags" not in page
    assert "fog.md:2: front matter that isn't valid YAML" in result.report


def test_files_are_read_in_their_encoding(source: Path) -> None:
    """Text in UTF-16 or of an older Windows program is read; what is no text is left out and reported."""
    (source / "2_Tide.md").write_text("# Tide\n\nHöhe über „Null“.", "utf-16")
    (source / "3_Wind.md").write_text("# Wind\n\nStärke – über „Null“.", "cp1252")
    (source / "4_Moon.md").write_bytes("# Moon\n\nFrüh und spät \ud83c.".encode("utf-8", "surrogatepass"))
    (source / "boat.md").write_bytes(bytes(range(256)) * 40)
    (source / "away.md").symlink_to(source / "missing.md")
    result, into = book_of(source)
    docs = into / "docs" / "ferry"
    assert "Höhe über „Null“." in (docs / "tide.md").read_text("utf-8")
    assert "Stärke – über „Null“." in (docs / "wind.md").read_text("utf-8")
    assert "Früh und spät \ufffd" in (docs / "moon.md").read_text("utf-8")
    assert [
        str(each) for each in result.messages if "be read" in each.what or "without text" in each.what
    ] == [
        "4_Moon.md:3: character that can't be read, shown as \ufffd",
        "boat.md: file without text, left out. Save it as text in UTF-8",
    ]


def test_front_matter_may_be_toml(source: Path) -> None:
    (source / "5_Tide.md").write_text('+++\ntitle = "Low tide"\nweight = 1\n+++\n\nIt ebbs.\n', "utf-8")
    result, into = book_of(source)
    assert (into / "docs/ferry/tide.md").read_text("utf-8").endswith("# Low tide\n\nIt ebbs.\n")
    assert not result.missing


def test_metadata_block_is_read_as_front_matter(tmp_path: Path) -> None:
    """Homebrewery stores the title in it; the name after "By" at the top is the author."""
    text = "```metadata\ntitle: Nine Bells\nrights: CC BY 4.0\n```\n\n# One\n\n*Bells[^a] ring. By Odo Marsh, © 2026*"
    (tmp_path / "brew.md").write_text(f"{text}\n\n#tag #other\n\n# Two\f\n\n[^a]: Nine.\n", "utf-8")
    result = run(tmp_path / "brew.md", Options(dry_run=True))
    [page] = result.pages
    assert (result.into.name, page.title, page.description) == ("nine-bells", "Nine Bells", "Bells ring.")
    assert "Licence: CC BY 4.0. Credit: Odo Marsh." in result.report


def test_front_matter_names_author_and_licence(source: Path) -> None:
    (source / "fog.md").write_text(
        "---\nauthor: Bo Ash\nlicense: CC-BY-4.0\n---\n# Fog\n\nIt hides.\n", "utf-8"
    )
    result, into = book_of(source)
    assert "Bo Ash. Licence: CC-BY-4.0." in (into / "docs" / "ferry" / "index.md").read_text("utf-8")
    settings = (into / "mkdocs.yml").read_text("utf-8")
    assert 'site_author: "Bo Ash"' in settings and "licence: cc-by-4.0" in settings
    assert "mkdocs.yml" not in result.report


@pytest.mark.parametrize("settings", ["", "extra: {licence: cc-by-sa-4.0}\n"])
def test_licence_is_reported_until_the_settings_have_it(source: Path, settings: str) -> None:
    into = source.parent / "ferry"
    into.mkdir()
    (into / "mkdocs.yml").write_text(f"site_name: Ferry\n{settings}", "utf-8")
    report = book_of(source)[0].report
    assert ("mkdocs.yml: the licence of the source is CC BY-SA 4.0." in report) == (not settings)


@pytest.mark.parametrize(
    ("licence", "preset"),
    [
        ("Creative Commons Attribution 4.0 International", "cc-by-4.0"),
        ("Creative Commons Attribution-ShareAlike 4.0", "cc-by-sa-4.0"),
        ("https://creativecommons.org/licenses/by/4.0/", "cc-by-4.0"),
        ("Creative Commons Zero v1.0 Universal", "cc0-1.0"),
        ("The MIT License", "mit"),
        ("Open RPG Creative License", "orc"),
        ("Creative Commons Attribution 3.0", ""),
        ("CC BY-NC 4.0", ""),
    ],
)
def test_preset_of_recognises_spelt_out_licences(licence: str, preset: str) -> None:
    assert preset_of(licence) == preset


def test_short_licence_file_names_the_author(source: Path) -> None:
    (source / "README.md").unlink()
    (source / "LICENSE").write_text("Ferry by Ada Fern is licensed under CC BY-SA 4.0.\n", "utf-8")
    assert "Licence: CC BY-SA 4.0. Credit: Ada Fern." in book_of(source)[0].report


def test_byline_of_the_first_page_names_the_author(source: Path) -> None:
    (source / "README.md").unlink()
    page = source / "index.md"
    text = page.read_text("utf-8").replace("# Ferry\n", "# Ferry\n\n*by Ada Fern, CC BY 4.0*\n")
    page.write_text(f"{text}\nby Bo Hill\n", "utf-8")
    result, into = book_of(source)
    assert "Licence: CC BY 4.0. Credit: Ada Fern." in result.report
    assert "licence: cc-by-4.0" in (into / "mkdocs.yml").read_text("utf-8")


def test_report_names_the_sentence_of_the_cover_to_replace(source: Path) -> None:
    (source / "README.md").unlink()
    result, into = book_of(source)
    sentence = "The authors of this text and its licence are not named yet."
    assert sentence in (into / "docs" / "ferry" / "index.md").read_text("utf-8")
    assert "Licence: not found. Credit: not found." in result.report
    assert f"write it in docs/ferry/index.md, in place of “{sentence}”." in result.report


def test_rules_are_numbered_in_order(source: Path) -> None:
    result, into = book_of(source, mark="F")
    rules = (into / "docs" / "ferry" / "rules.md").read_text("utf-8")
    assert "-   **Coins:** two [#F-001]\n-   None [#F-002]" in rules
    assert not result.missing


def test_numbered_book_has_a_rule_for_each_random_table(source: Path) -> None:
    table = "| d2 | Sky |\n|--|--|\n| 1 | Fog |\n| 2 | Rain (d4) |\n"
    (source / "weather.md").write_text(f"# Weather\n\n{table}\n- Stay dry.\n\n## Night\n\n{table}", "utf-8")
    _, into = book_of(source, mark="F")
    [game] = read_games(into / "docs")
    assert not game.mistakes
    first, second = (table for table in game.game().tables if table.title in ("Weather", "Night"))
    assert first.rules == second.rules == ("F-001",) and "F-001" in game.game().numbers
    assert first.entries[1].text == "Rain (`#!dice d4`)"


def test_dry_run_prints_the_report_and_writes_nothing(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(source), "--into", str(source.parent / "ferry"), "--dry-run"]) == 0
    assert capsys.readouterr().out.startswith("# Import of Source\n")
    assert not (source.parent / "ferry").exists()


def test_source_without_markdown_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(tmp_path / "nothing")]) == 2
    assert "expected a file or folder of Markdown" in capsys.readouterr().err


def test_source_named_like_the_book_needs_into(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(source.parent)
    assert main(["import", "source"]) == 2
    assert "--into" in capsys.readouterr().err


def test_command_prints_the_number_of_manual_steps(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (source / "fog.md").write_text("# Fog\n\nIt hides.\n\n```dataview\nLIST\n```\n\n%%a%%\n", "utf-8")
    assert main(["import", str(source), "--into", str(source.parent / "ferry")]) == 0
    report = (source.parent / "ferry" / "IMPORT.md").read_text("utf-8")
    by_hand = report.partition("## By hand")[2].partition("## Dropped")[0]
    assert "- fog.md:5–7: query for the plugin dataview. List the pages yourself" in by_hand
    assert by_hand.count("\n- ") == 2 and "IMPORT.md lists 2 things to do." in capsys.readouterr().out


def test_missing_words_are_found_with_their_lines() -> None:
    source = [Line("The **old** ferry", 3), Line("leaks `twice`.", 4)]
    assert words.missing(source, [[Line("The ferry leaks.", 0)]], ()) == {"old": 3, "twice": 4}
    assert words.missing(source, [[Line("The ferry leaks.", 0)]], (4,)) == {"old": 3}
    assert words.missing(source, [[Line("The old ferry leaks twice.", 0)]], ()) == {}


@pytest.mark.parametrize(
    ("number", "title", "is_chapter"),
    [(3, "Rules", True), (61, "Beast", False), (3, "2.1 Rules", False), (3, "Chapter 4", False)],
)
def test_only_chapters_are_numbered(number: int, title: str, is_chapter: bool, tmp_path: Path) -> None:
    """A page of many, such as a beast of a vault, isn't a chapter, and some have numbers of their own."""
    (tmp_path / "fen").mkdir()
    for at in range(number):
        (tmp_path / "fen" / f"p{at}.md").write_text(f"# {title}\n\nText {at}.\n", "utf-8")
    run(tmp_path / "fen", Options(tmp_path / "book"))
    page = (tmp_path / "book/docs/book/p1.md").read_text("utf-8")
    assert ("chapter: false" not in page) == is_chapter


def test_name_that_links_to_itself_becomes_text(tmp_path: Path) -> None:
    source = tmp_path / "spells.md"
    source.write_text(
        "# Spells\n\n| Spell |\n|---|\n| [Hear *Fog*](#hear-fog) |\n| [Arc](#gone) |\n", "utf-8"
    )
    result = run(source, Options(tmp_path / "book", dry_run=True))
    assert "| Hear *Fog* |" in result.pages[0].text
    assert [message.subjects for message in result.messages] == [("#gone",)]


def test_box_of_a_task_is_not_missing() -> None:
    assert words.missing([Line("- [x] Rope", 1)], [[Line("-   [x] Rope", 1)]], ()) == {}


def test_raised_digits_in_code_are_not_missing() -> None:
    lines = [Line("An area of `x^2^` or x^3^.", 1)]
    assert words.missing(lines, [lines], ()) == {}


def test_stat_block_named_in_its_heading_is_not_missing(source: Path) -> None:
    block = "```statblock\nname: Marsh Ghoul\nac: 12\nhp: 9\n```\n"
    (source / "fog.md").write_text(f"# Fog\n\n## Marsh Ghoul\n\n{block}", "utf-8")
    assert not book_of(source)[0].missing


def test_equal_notes_of_a_file_are_one_message() -> None:
    notes = [Note("by hand", "a.md", line, "link", "Correct it") for line in (4, 2)]
    notes += [Note("mapped", "a.md", 1, "callout"), Note("dropped", "b.md", 1, "style sheet")]
    assert [*map(str, messages(notes))] == ["a.md:2, 4: link. Correct it", "b.md:1: style sheet"]


def test_vault_is_in_the_order_of_its_index(tmp_path: Path) -> None:
    vault = {
        "Rules/The Fen Index.md": "# The Fen\n\n## Read\n\n- [[Boats]]\n- [[Moves]]\n- [Fog](Fog.md)\n",
        "Rules/Moves.md": "![[Row]]\n![[Drift]]\n![[Bail]]\n",
        **{
            f"Rules/{name}.md": f"{name} is told here.\n"
            for name in ("Ants", "Bail", "Boats", "Drift", "Fog")
        },
        "Rules/Row.md": "You row. See:\n\n- [[Ants]]\n- [[Fog]]\n- [[Bail]]\n\nMore.\n\nAnd more.\n\nThe end.\n\nNo.\n",
    }
    for name, text in vault.items():
        path = tmp_path / "vault" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    result = run(tmp_path / "vault", Options(tmp_path / "fen", "Fen", dry_run=True))
    assert [page.name for page in result.pages] == [
        "index",
        *("boats", "moves", "row", "drift", "bail", "fog", "ants"),
    ]


def imported_pages(folder: Path, title: str, files: Mapping[str, str]) -> Sequence[Page]:
    """Return the pages of a book of these files."""
    for name, text in files.items():
        path = folder / "notes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return run(folder / "notes", Options(folder / "book", title, dry_run=True)).pages


@pytest.mark.parametrize(
    ("lower", "order"),
    [
        (["Bail", "Drift", "Row"], ["row", "bail", "drift"]),
        (["Row", "Drift", "Bail"], ["row", "drift", "bail"]),
    ],
)
def test_index_orders_the_pages_of_lower_indexes(
    tmp_path: Path, lower: Sequence[str], order: Sequence[str]
) -> None:
    """A page that only the lower index lists follows the others, or is placed where both agree."""
    files = {
        "The Fen Index.md": "# Index\n\n- [[Moves]]\n    - [[Row]]\n    - [[Bail]]\n- [[Fog]]\n",
        "Moves.md": "".join(f"![[{name}]]\n" for name in lower),
        **{f"{name}.md": f"{name} is told here.\n" for name in ("Bail", "Drift", "Fog", "Row")},
    }
    pages = imported_pages(tmp_path, "Fen", files)
    assert [page.name for page in pages] == ["index", "moves", *order, "fog"]


def test_page_with_the_title_of_the_book_is_its_first(tmp_path: Path) -> None:
    files = {"Boats.md": "# Boats\n\nA boat.\n", "Rules.md": "# The Fen\n\nSee [[Boats]].\n"}
    assert [page.name for page in imported_pages(tmp_path, "The fen", files)] == ["index", "boats"]


def test_import_of_unclosed_markup_is_fast(tmp_path: Path) -> None:
    """A search for the end of each tag, link and bracket up to the end of the page would take minutes."""
    source = tmp_path / "source"
    source.mkdir()
    kinds = ("1.", "[a](", "[a](b ", "<a", "<a ", '<a href="', "<div ", "<script ", "![", "[[")
    for at, kind in enumerate(kinds):
        (source / f"{at}.md").write_text(f"# Page {at}\n\n{kind * (10_000 // len(kind))}\n", "utf-8")
    start = process_time()
    result, _ = book_of(source)
    assert process_time() - start < 10
    assert not result.missing
    assert sum("brackets that don't end" in note.what for note in result.notes) == 4
