"""New books, and their update to a newer Diceleaf, which preserves the author's changes."""

import ast
import hashlib
import keyword
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import markdown
import pytest
import yaml
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from hooks import scaffold
from hooks.base.adapter import MkDocsConfig
from hooks.base.site_folders import BUILT
from hooks.directives import DirectivesExtension, fences, from_pages, markup, typos
from hooks.directives.pages import read_page
from hooks.mkdocs import every_book
from hooks.scaffold import vendored_files
from rules_py import InputError, __version__
from rules_py.command_line.main import main
from rules_py.systems.game import numbered
from tests.directives.conftest import EXTENSIONS

PIN = "diceleaf==0.0.1 \\\n    --hash=sha256:00\n"
OTHERS = "markdown==3 \\\n    --hash=sha256:11\n"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book made by an older Diceleaf, with a minimal wheel."""
    for name in vendored_files.COPIES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        body = f"# {name} of old\n"
        mark = vendored_files.content(name).splitlines(keepends=True)[-1]
        path.write_text(body + re.sub(r"\(\w+\)", f"({vendored_files._digest(body)})", mark), "utf-8")
    (tmp_path / "requirements.lock").write_text(PIN + OTHERS)
    (tmp_path / "pyproject.toml").write_text('dependencies = ["diceleaf[site]==0.0.1"]\n')
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels/diceleaf-0.0.1-py3-none-any.whl").write_text("old")

    monkeypatch.setattr(scaffold, "_write_wheel", lambda folder: wheel_of(folder, "new"))
    return tmp_path


def wheel_of(folder: Path, code: str) -> Path:
    """Return a wheel of this version that has a single file."""
    folder.mkdir(exist_ok=True)
    wheel = folder / f"diceleaf-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("rules_py/code.py", code)
    return wheel


TITLES = [
    "[2d6]",
    "Dungeon World: Second Edition",
    "Kairn — Second",
    "Who goes there?",
    "Mausritter (2nd ed.)",
    "Fate/Core",
    """ "Quoted" and 'quoted' and \"\"\" """,
    r"Back\slash \n \g<0> \\",
    "🐉 and 👩\u200d🚀",
    "حكايات الليل",
    "# 1. - Title #",
    "{{ config }} {% raw %} {: .x}",
    "<b>Bold</b> &amp; <script>",
    "100 % ==x== ~~y~~ ^z^ $E$ ++ctrl++ :smile: --8<-- | @",
    "`code` *em* _em_ ![a](b) [^1]",
]


@given(
    st.sampled_from(TITLES)
    | st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" ")).filter(str.strip)
    | st.text(r"ab\`*_{}[]()<>#+-.!|~=^$:&'%@?/,;1\" ", min_size=1).filter(str.strip)
)
@settings(max_examples=60)
def test_new_book_accepts_any_printable_title(title: str) -> None:
    with TemporaryDirectory() as above, pytest.MonkeyPatch.context() as patch:
        patch.setattr(scaffold, "_write_wheel", lambda folder: wheel_of(folder, ""))
        book = Path(above) / "odd"
        scaffold.make(book, title)
        title = " ".join(title.split())
        about = yaml.compose((book / "mkdocs.yml").read_text("utf-8"), yaml.SafeLoader)
        assert about.value[0][1].value == title
        assert tomllib.loads((book / "pyproject.toml").read_text("utf-8"))["project"]["name"] == "odd-book"
        for path in book.rglob("*.py"):
            ast.parse(path.read_text("utf-8"))
        game = ast.parse((book / "rules_py/systems/odd/__init__.py").read_text("utf-8"))
        assert title in [each.value for each in ast.walk(game) if isinstance(each, ast.Constant)]
        page, lines = read_page(book / "docs", "odd/index.md")
        assert (page.mistake, page.title) == (None, title)
        start = page.start
        assert not [*typos.of_prose(lines, start, page), *markup.faults(fences.split(lines, start), start)]
        for heading in (lines[0], (book / "README.md").read_text("utf-8").splitlines()[0]):
            html = markdown.markdown(heading, extensions=[*EXTENSIONS, DirectivesExtension()])
            assert BeautifulSoup(html, "html.parser").h1.get_text() == title


@pytest.mark.parametrize("name", sorted({*keyword.kwlist, "Import", "TRUE", "yes", "off", "null", *BUILT}))
def test_new_rejects_reserved_names(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        InputError,
        match="^folder: expected a name (that isn't a keyword of Python or YAML, such as|other than assets,) ",
    ):
        scaffold.make(tmp_path / name)
    assert not (tmp_path / name).exists()


def test_plain_book_has_no_python_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scaffold, "_write_wheel", lambda folder: wheel_of(folder, ""))
    book = tmp_path / "heather"
    main(["new", str(book), "--plain", "--title", "Heather & Ash"])
    assert "Its rules, dice, tables and character sheet are in docs/heather." in capsys.readouterr().out
    python = {path.relative_to(book).as_posix() for path in book.rglob("*.py")}
    assert python == {"tests/conftest.py", "tests/test_laws.py"}
    texts = [path.read_text("utf-8") for path in book.rglob("*.md")]
    assert not any(re.search(r"\bember\b|\bEmber\b", text) for text in texts)
    [page_game] = from_pages.read_games(book / "docs")
    assert not page_game.mistakes
    game = page_game.game()
    assert (game.id, game.title, game.numbers) == ("heather", "Heather & Ash", numbered("E", 6))
    assert [each.id for each in game.calculators] == [
        "heather.kindle",
        "heather.the_night",
        "heather.visitors",
    ]
    assert game.sheet and len(game.sheet.check(game.sheet.blank()).roll_buttons) == 2


def test_update_renews_an_older_book(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert vendored_files.outdated_copies(book) == [*vendored_files.COPIES]
    main(["new", str(book), "--update"])
    assert capsys.readouterr().out.splitlines() == [
        f"Updated Diceleaf from 0.0.1 to {__version__}. Run ./site_build.sh lock to pin its requirements.",
        "Updated site_build.sh.",
        "Updated .github/workflows/pages.yml.",
    ]
    assert vendored_files.outdated_copies(book) == []
    lock = (book / "requirements.lock").read_text()
    assert lock.startswith(f"diceleaf=={__version__} \\\n    --hash=sha256:") and lock.endswith(OTHERS)
    assert "0.0.1" not in lock + (book / "pyproject.toml").read_text()
    assert [each.name for each in book.glob("wheels/*")] == [f"diceleaf-{__version__}-py3-none-any.whl"]
    main(["new", str(book), "--update"])
    assert capsys.readouterr().out == "Already up to date.\n"


def test_update_detects_a_changed_wheel_of_the_same_version(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scaffold.update(book)
    before = (book / "requirements.lock").read_text()
    monkeypatch.setattr(scaffold, "_write_wheel", lambda folder: wheel_of(folder, "newer"))
    assert scaffold.update(book) == [
        f"Updated Diceleaf {__version__}. Run ./site_build.sh lock to pin its requirements."
    ]
    assert (book / "requirements.lock").read_text() != before
    assert scaffold.update(book) == []


def test_update_keeps_changed_copy_beside_the_new_one(book: Path) -> None:
    workflow = book / vendored_files.WORKFLOW
    workflow.write_text("# mine\n" + workflow.read_text("utf-8"), "utf-8")
    message = scaffold.update(book)[-1]
    assert message == (
        "Left .github/workflows/pages.yml unchanged, as you have edited it. "
        "Merge .github/workflows/pages.yml.new into it, with its last line."
    )
    assert workflow.read_text("utf-8").startswith("# mine\n")
    theirs = workflow.with_name("pages.yml.new").read_text("utf-8")
    assert theirs == vendored_files.content(vendored_files.WORKFLOW)
    assert vendored_files.outdated_copies(book) == [vendored_files.WORKFLOW], (
        "reported again until its last line is copied"
    )
    workflow.write_text("# mine\n" + theirs.splitlines(keepends=True)[-1], "utf-8")
    assert vendored_files.outdated_copies(book) == []


def test_changed_or_missing_copies_are_not_outdated(book: Path) -> None:
    (book / vendored_files.SCRIPT).write_text("# all mine\n")
    (book / vendored_files.WORKFLOW).unlink()
    assert vendored_files.outdated_copies(book) == []


def test_update_rejects_a_folder_without_a_book(tmp_path: Path) -> None:
    with pytest.raises(
        InputError,
        match=r"folder: expected the folder of a book with a requirements\.lock that pins diceleaf, got ",
    ):
        scaffold.update(tmp_path)


def test_script_runs_only_the_package_in_the_lock(book: Path) -> None:
    """A wheel that isn't the pinned one, such as half a download, is never unpacked."""
    script = book / vendored_files.SCRIPT
    script.write_text(vendored_files.content(vendored_files.SCRIPT))
    result = subprocess.run(["bash", script], capture_output=True, text=True, check=False, env=os.environ)
    assert result.returncode == 1
    assert result.stderr == (
        "site_build.sh: wheels/diceleaf-0.0.1-py3-none-any.whl is not the file that requirements.lock pins; "
        "./site_build.sh needs that one\n"
    )
    assert not (book / ".cache").exists()


def test_concurrent_first_runs_all_find_the_package(book: Path) -> None:
    script = book / vendored_files.SCRIPT
    script.write_text(vendored_files.content(vendored_files.SCRIPT))
    wheel = book / "wheels/diceleaf-0.0.1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("hooks/scaffold/shared/site_build.sh", "echo found")
        for number in range(2000):
            archive.writestr(f"hooks/scaffold/shared/{number}", "more to unpack")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (book / "requirements.lock").write_text(PIN.replace("sha256:00", f"sha256:{digest}"))
    runs = [
        subprocess.Popen(["bash", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(3)
    ]
    assert [run.communicate()[0] for run in runs] == ["found\n"] * 3


def test_workflow_of_a_book_mentions_no_browsers() -> None:
    assert not re.search("browser|Chromium|Firefox|WebKit", vendored_files.content(vendored_files.WORKFLOW))


def test_outdated_test_fails_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((vendored_files.HERE / "book/tests/conftest.py").read_text("utf-8"))
    (tmp_path / "test_game.py").write_text(
        (vendored_files.HERE / "book/tests/test_ember.py").read_text("utf-8")
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        tmp_path,
        tmp_path,
    ]
    root = str(vendored_files.PACKAGE)
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    texts = [line for line in result.stdout.splitlines() if line.startswith("test_game.py:")]
    assert len(texts) == 2 and texts[0].startswith(
        "test_game.py:9: unknown calculator 'ember.kindle' (expected "
    ), result.stdout
    assert "Traceback" not in result.stdout and "rules_py/" not in result.stdout


def test_preview_watches_only_folders_that_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book without Python has no folder `rules_py`, which the preview couldn't watch."""
    monkeypatch.setattr(every_book, "BOOK", tmp_path)
    config = MkDocsConfig(str(tmp_path / "mkdocs.yml"))
    config.load_dict({"site_name": "Heather", "docs_dir": str(tmp_path)})
    config.validate()
    every_book.configure(config)
    assert config.watch and all(Path(folder).is_dir() for folder in config.watch)


@pytest.fixture
def quick_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make wheels of a single file, and hide the settings of Git of the user and of this checkout."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(scaffold, "_write_wheel", lambda folder: wheel_of(folder, ""))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)


def branch(folder: Path) -> str:
    result = subprocess.run(["git", "branch", "--show-current"], cwd=folder, capture_output=True, text=True)
    return result.stdout.strip()


def test_new_book_is_a_repository_unless_it_is_in_one(tmp_path: Path, quick_wheels: None) -> None:
    scaffold.make(tmp_path / "heather")
    assert branch(tmp_path / "heather") == "main" and (tmp_path / "heather/.git").is_dir()
    scaffold.make(tmp_path / "heather/inner")
    assert not (tmp_path / "heather/inner/.git").exists()
    main(["new", str(tmp_path / "bare"), "--no-git"])
    assert not (tmp_path / "bare/.git").exists()


def test_new_ends_with_the_next_command(
    tmp_path: Path, quick_wheels: None, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "my book"
    main(["new", str(folder), "--plain"])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"To preview the book: cd '{folder}' && ./site_build.sh serve"


def test_new_book_names_its_licence_and_author(tmp_path: Path, quick_wheels: None) -> None:
    main(["new", str(tmp_path / "heather"), "--licence", "orc", "--author", 'Ann "A" Example'])
    settings = yaml.safe_load((tmp_path / "heather/mkdocs.yml").read_text("utf-8").replace("!ENV", ""))
    assert (settings["site_author"], settings["extra"]) == ('Ann "A" Example', {"licence": "orc"})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--licence", "orcs"), "unknown licence 'orcs' (expected cc-by-4.0,"),
        (("--licence", "cc-by-4.0"), "author: expected the name to credit, as cc-by-4.0 requires it"),
        (("--licence", "ogl-1.0a", "--author", "Ann"), "ogl-1.0a needs open or reserved and its text"),
    ],
)
def test_new_rejects_an_unknown_or_incomplete_licence(
    tmp_path: Path,
    quick_wheels: None,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    message: str,
) -> None:
    assert main(["new", str(tmp_path / "heather"), *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "heather").exists()
