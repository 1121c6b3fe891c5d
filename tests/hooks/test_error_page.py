"""The error page of the preview, and the note of mistakes above a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from hooks.base.dependency_hashes import stats_below
from hooks.preview import error_page, reload

MISTAKES = (
    "docs/lantern/sheet.md:1: page needs 'title' (a line)",
    "rules_py/systems/lantern/__init__.py:9: lantern: no page states rule L-3. Add [#L-3]",
    "docs/other/index.md:1: page needs 'description' (<a line>)",
)


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/page.md").write_text("# Page\n\nfirst <b>\nsecond\nthird\nfourth\n", "utf-8")
    monkeypatch.setattr(error_page, "BOOK", tmp_path)
    return tmp_path


def test_failure_page_shows_the_lines_around_a_mistake() -> None:
    page = BeautifulSoup(
        error_page.failure_page("docs/page.md:4: link: expected <y>, got 'x'"), "html.parser"
    )
    assert page.select_one(".said").text == "docs/page.md:4: link: expected <y>, got 'x'"
    assert page.find("mark").text == "   4  second"
    assert [each.text for each in page.select("pre span")] == ["   2   ", "   3  first <b>", "   5  third"]


def test_failure_page_shows_both_files_of_a_mistake(repository: Path) -> None:
    (repository / "rules.py").write_text("one\ntwo\n", "utf-8")
    text = "docs/page.md:3: lantern.shine stopped: rules.py:2, in shine: KeyError: 'oil'"
    page = BeautifulSoup(error_page.failure_page(text), "html.parser")
    assert [each.text for each in page.find_all("mark")] == ["   3  first <b>", "   2  two"]


@pytest.mark.parametrize(
    "text", ["docs/gone.md:4: link: given 'x'", "docs/page.md:99: link", "No config file"]
)
def test_failure_page_shows_a_mistake_without_lines(text: str) -> None:
    page = BeautifulSoup(error_page.failure_page(text), "html.parser")
    assert page.select_one(".said").text == text and not page.find("mark")


def test_failure_page_separates_mistakes() -> None:
    page = BeautifulSoup(
        error_page.failure_page(
            "docs/page.md:1: example printed it. Replace it with:\na\nb\ndocs/page.md:2: x"
        ),
        "html.parser",
    )
    assert [each.text for each in page.select(".said")] == [
        "docs/page.md:1: example printed it. Replace it with:\na\nb",
        "docs/page.md:2: x",
    ]


def test_one_cause_is_reported_once_with_places() -> None:
    cause = "rules.py:2, in shine: NameError: name 'x' is not defined"
    messages = [
        f"docs/a.md:1: lantern.shine stopped: {cause}",
        *(f"docs/b.md:{line}: the rules stopped: {cause}" for line in range(1, 6)),
        "docs/a.md:7: link: given 'x'",
    ]
    assert error_page.each_cause_once(messages) == [
        f"docs/a.md:1: lantern.shine stopped: {cause}; also at docs/b.md:1, docs/b.md:2, docs/b.md:3 and 2 more",
        "docs/a.md:7: link: given 'x'",
    ]


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("lantern/sheet.md", 2),
        ("lantern/index.md", 1),
        ("other/index.md", 1),
        ("index.md", 3),
        ("third/index.md", 0),
    ],
)
def test_note_lists_mistakes_of_its_page_and_all_on_home(path: str, number: int) -> None:
    note = error_page.mistakes_note(MISTAKES, path)
    page = BeautifulSoup(
        error_page.above("<body><article class='a'>Text</article></body>", note), "html.parser"
    )
    assert len(page.select("article > .unfinished li")) == number
    assert page.article.text.endswith("Text")


def test_rules_saved_during_import_stop_the_build(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = repository / "docs/page.md"
    monkeypatch.setattr(reload, "_imported", {rules.parent: stats_below(rules.parent)})
    reload.check_imported()
    rules.write_text("# Saved since\n", "utf-8")
    with pytest.raises(reload.RulesChangedError, match="build the site again"):
        reload.check_imported()
