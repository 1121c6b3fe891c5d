"""A book in its own repository, which has only its text and games: the package provides the rest."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from PIL import Image

from hooks.offline.zip import write_zip
from rules_py import __version__
from rules_py.present.typography import typeset
from tests.directives.guide_game import ROOT, guide_files
from tests.environment import make_environment, mark_as_locked
from tests.markup import markup_of
from tests.site.browsers import Browser, alike, in_chromium


def run(*command: str | Path, folder: Path, **more: str | None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in {**os.environ, **more}.items() if value is not None}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The game of the guide, alone in a repository."""
    for name, text in guide_files().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: Lantern\n")
    return tmp_path


def test_own_games_are_found_from_every_folder(repository: Path) -> None:
    for folder in (repository, repository / "docs/lantern"):
        command = (sys.executable, "-m", "rules_py", "odds", "lantern.shine", "wick=1", "--json")
        result = run(*command, folder=folder, PYTHONPATH=str(ROOT))
        assert (result.returncode, result.stderr) == (0, "")
        assert "1/6" in result.stdout


def test_mistake_is_reported_with_place_in_the_repository(repository: Path) -> None:
    rules = repository / "rules_py/systems/lantern/rules.py"
    rules.write_text(rules.read_text("utf-8").replace("LIGHT = Scale(", "LIGHT = Scale(("), "utf-8")
    result = run(sys.executable, "-m", "rules_py", "list", "lantern", folder=repository, PYTHONPATH=str(ROOT))
    assert result.returncode == 2
    assert "rules_py/systems/lantern/rules.py:9: SyntaxError: '(' was never closed" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("7seas",), "folder: expected an unused name that starts with a letter, such as 'ember', got '7seas'"),
        (("tools",), "folder: expected an unused name that starts with a letter, such as 'ember', got 'tools'"),
        (("full",), "folder: expected a new or empty folder, got 'full'"),
        (("Class",), "folder: expected a name that isn't a keyword of Python or YAML, such as 'class_book', got 'Class'"),
        (("none",), "folder: expected a name that isn't a keyword of Python or YAML, such as 'none_book', got 'none'"),
        (("search",), "folder: expected a name other than assets, downloads, embed, engine, licences, print, r or search, which are folders of the site, got 'search'"),
        (("laws",), "folder: expected a name that no other file of the new book has, such as 'laws_book', got 'laws'"),
        (("mybook", "--title", "a\u202eb"), "title: expected printable characters, got 'a\\u202eb'"),
    ],
)  # fmt: skip
def test_new_command_reports_a_mistake_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/notes.txt").write_text("mine")
    result = run(sys.executable, "-m", "rules_py", "new", *arguments, folder=tmp_path)
    assert (result.returncode, result.stderr) == (2, f"diceleaf: {message}\n")
    assert [each.name for each in tmp_path.iterdir()] == ["full"]


def install(folder: Path, wheel: Path) -> None:
    """Make an environment with our packages, and with Diceleaf from the wheel."""
    python = make_environment(folder)
    options = ("--python", python, "install", "-qq", "--no-deps", "--no-index", "--no-compile")
    subprocess.run([sys.executable, "-m", "pip", *options, "--force-reinstall", wheel], check=True)


def mark_as_installed(book: Path) -> None:
    """Make the script accept the present packages as downloaded: tests download nothing."""
    mark_as_locked(book)
    lock = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    made_from = hashlib.sha256(f".cache/npm/package-lock.json\0{lock}\n".encode()).hexdigest()
    packages = book / ".cache/npm/node_modules"
    packages.mkdir(parents=True)
    for each in (ROOT / "node_modules").iterdir():
        if each.name != ".made-from":
            (packages / each.name).symlink_to(each)
    (packages / ".made-from").write_text(made_from)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel of the package, and an environment in which it is installed."""
    folder = tmp_path_factory.mktemp("books")
    options = ("-qq", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, ROOT)
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options], check=True)
    install(folder / "first", *folder.glob("*.whl"))
    return folder


def later_wheel(wheel: Path, folder: Path, version: str) -> Path:
    """Return the wheel of a later version, with changed scripts."""
    path = folder / wheel.name.replace(__version__, version)
    with zipfile.ZipFile(wheel) as before, zipfile.ZipFile(path, "w") as after:
        for name in before.namelist():
            content = before.read(name)
            if name.endswith(("/METADATA", "/RECORD")) or name == "rules_py/__init__.py":
                content = content.replace(__version__.encode(), version.encode())
            if name.endswith("site_build.sh"):
                content = content.replace(b"build the site into", b"print the site into") + b"# later\n"
            after.writestr(name.replace(f"diceleaf-{__version__}", f"diceleaf-{version}"), content)
    return path


@pytest.mark.slow
def test_book_updates_to_a_later_release(package: Path, tmp_path: Path) -> None:
    run(package / "first/bin/diceleaf", "new", "mybook", folder=tmp_path)
    book = tmp_path / "mybook"
    assert "build the site into" in run("./site_build.sh", "help", folder=book).stdout
    install(tmp_path / "second", later_wheel(*package.glob("*.whl"), tmp_path, "99.1"))
    result = run(tmp_path / "second/bin/diceleaf", "new", ".", "--update", folder=book)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        f"Updated Diceleaf from {__version__} to 99.1. Run ./site_build.sh lock to pin its requirements.",
        "Updated site_build.sh.",
    ]
    assert [each.name for each in book.glob("wheels/*")] == ["diceleaf-99.1-py3-none-any.whl"]
    assert "diceleaf[site]==99.1" in (book / "pyproject.toml").read_text("utf-8")
    assert "print the site into" in run("./site_build.sh", "help", folder=book).stdout
    again = run(tmp_path / "second/bin/diceleaf", "new", ".", "--update", folder=book)
    assert again.stdout == "Already up to date.\n"


TITLE = r'Kairn [2d6] — "Ü" \n <b>&amp; 100% {{x}} _y_ :smile: `c`'


MARKUP = """---
title: Markup
description: What an author may write.
order: 2
chapter: false
redirect_from: [old-markup.md, ../older/index.md, index.md#глава-1]
---

# Markup

## Глава 1 { aliases="first" }

A [link](#глава-1) up, ==marked==, ~~struck~~, ++ctrl+x++, 10 \\% slower.

| Left | Centre | Right |
|:-----|:------:|------:|
| a    | b      | 1     |

- [x] Filled

<figure markdown="span">
![A red square](square.png)
<figcaption>A red square</figcaption>
</figure>

A log on the fire throws `#!dice 2d6+1 sparks`.

```python linenums="1"
def kindle(dice, *, wood):
    return dice.highest(wood, 6)  # a long line of code, which a phone has no room for
```

??? tip "An author's fold"

    What the first holds.

<details class="mine"><summary>Another</summary><p>What the second holds.</p></details>

| Level | Strength | Dexterity | Constitution | Intelligence | Wisdom | Charisma | Proficiency | Initiative | Hit points | Armour class | Perception | Carrying |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
| 1 | 10 | 11 | 12 | 13 | 14 | 15 | 2 | 3 | 12 | 15 | 14 | 150 |
"""


@pytest.fixture(scope="module")
def book(package: Path, site: Path) -> Path:
    """A new book, made by a package that was installed from its wheel."""
    process = run(package / "first/bin/diceleaf", "new", "mybook", "--title", TITLE, folder=package)
    assert (process.returncode, process.stderr) == (0, "")
    book = package / "mybook"
    install(book / ".venv", *book.glob("wheels/*.whl"))
    mark_as_installed(book)
    (book / "docs/mybook/markup.md").write_text(MARKUP, "utf-8")
    empty = "---\ntitle: Later\ndescription: Not written yet.\norder: 3\n---\n"
    (book / "docs/mybook/later.md").write_text(empty, "utf-8")
    (book / "docs/unused").mkdir()
    Image.new("RGB", (64, 36), "red").save(book / "docs/mybook/square.png")
    for engine in site.parent.glob(".cache/engine/pyodide-*"):  # the same for every game, and slow to make
        shutil.copytree(engine, book / ".cache/engine" / engine.name)
    return book


@pytest.mark.slow
def test_new_book_passes_its_tests(book: Path) -> None:
    result = run("./site_build.sh", "test", "--numprocesses=0", "-rs", folder=book, PYTHONPATH=None)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "failed" not in result.stdout and int(result.stdout.splitlines()[-1].split()[1]) >= 80
    assert "got empty parameter set" not in result.stdout
    assert "the book doesn't have an encounter tracker" in result.stdout


@pytest.mark.slow
def test_mutate_reports_mistakes_that_no_test_notices(book: Path) -> None:
    """The book's example has a 5, so that no test notices if embers start at a 5 or a 3."""
    rules = "rules_py/systems/mybook/rules.py"
    result = run("./site_build.sh", "mutate", rules, "--count", "50", folder=book, PYTHONPATH=None)
    assert result.returncode == 0, result.stdout + result.stderr
    *survivors, summary = result.stdout.splitlines()[1:]
    assert len(survivors) == 3 and all(
        line.startswith(f"{rules}:31 (E-1, E-2, E-3, E-4): `fire = ") for line in survivors
    )
    assert "mistakes tried, seed 7: 3 survived, " in summary


@pytest.fixture(scope="module")
def built_site(book: Path) -> Path:
    result = run("./site_build.sh", folder=book, PYTHONPATH=None)
    assert result.returncode == 0, result.stdout + result.stderr
    return book / "site"


@pytest.mark.slow
@alike
def test_new_book_is_built_and_its_dice_roll(built_site: Path, browser: Browser) -> None:
    browser.serve(built_site)
    browser.open()
    assert browser.texts(".cover a")[0] == typeset(TITLE)
    assert browser.eval("return document.title") == TITLE
    assert browser.count(".games a") == 0, "the site's name leads to its only book"
    browser.open("mybook/")
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    assert browser.text("dice-tray .outcome__verdict") in ("Smoke", "Embers", "Blaze")
    browser.open("mybook/markup/")
    browser.click("dice-inline button")
    result = browser.wait_for("return document.querySelector('.inline-dice__result').textContent")
    assert 3 <= int(result) <= 13
    offers = (
        "return [...document.querySelectorAll('dice-offline [data-part=save]')].map(each => each.textContent)"
    )
    assert browser.eval(offers) == ["Save for offline use"]  # there is no other book to choose
    assert browser.console_errors() == []
    assert browser.foreign_requests() == []


@pytest.mark.slow
@alike
def test_markup_of_an_author_works_on_a_phone(built_site: Path, browser: Browser) -> None:
    browser.serve(built_site)
    browser.viewport(390, 844)
    browser.open("mybook/markup/#глава-1")
    aligned = "return [...document.querySelectorAll('table:first-of-type td')].slice(0, 3)"
    assert browser.eval(f"{aligned}.map((cell) => getComputedStyle(cell).textAlign)") == [
        "left",
        "center",
        "right",
    ]
    numbers = "return [...document.querySelectorAll('pre .linenos')]"
    line_numbers = ".map((line) => getComputedStyle(line, '::before').content.replace(/[^0-9]/g, ''))"
    assert browser.eval(numbers + line_numbers) == ["1", "2"]
    lines = "const code = document.querySelector('pre code'), style = getComputedStyle(code);"
    high = browser.eval(f"{lines} return code.offsetHeight / parseFloat(style.lineHeight)")
    assert high >= 2, "each line of code has its own line"
    assert browser.eval("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.count("mark") == browser.count("del") == browser.count("article li > input") == 1
    assert browser.console_errors() == []
    assert browser.axe() == []


FORMER = ("mybook/old-markup/", "older/")


def open_markup_page(browser: Browser, address: str) -> None:
    """Open an address, and wait until the browser is on the page with the markup."""
    browser.open(address)
    here = "location.pathname.includes('/mybook/markup/') && document.readyState === 'complete'"
    browser.wait_for(f"return {here}")


@pytest.mark.slow
@alike
def test_former_addresses_redirect_to_the_page(built_site: Path, browser: Browser) -> None:
    browser.serve(built_site)
    heading = "return document.querySelector(':target').closest('h2').innerText"
    for former in FORMER:
        open_markup_page(browser, f"{former}?wood=2#first")
        assert browser.eval("return location.search") == "?wood=2"
        assert browser.eval(heading).startswith("Глава 1")
    browser.open("mybook/#глава-1")
    link = ".moved a"
    assert browser.text(".moved") == "This section is now part of Markup."
    browser.click(link)
    browser.wait_for("return location.pathname.endsWith('/mybook/markup/')")
    assert browser.eval(heading).startswith("Глава 1")
    browser.open("mybook/")
    assert not browser.eval("return document.querySelector('.moved').checkVisibility()")
    assert browser.console_errors() == []
    for text in (built_site / "sitemap.xml", *(built_site / "search").glob("*.js")):
        assert "old-markup" not in text.read_text("utf-8")


@pytest.mark.slow
def test_page_without_text_has_its_title_as_heading(built_site: Path) -> None:
    assert '"Later"' in next(built_site.glob("search/index.*.js")).read_text("utf-8")
    assert ">Later</h1>" in (built_site / "mybook/later/index.html").read_text("utf-8")


@pytest.mark.slow
def test_redirect_from_a_folder_names_the_file(built_site: Path, tmp_path: Path) -> None:
    write_zip(built_site, tmp_path / "book.zip")
    with zipfile.ZipFile(tmp_path / "book.zip") as archive:
        [name] = [name for name in archive.namelist() if name.endswith("old-markup/index.html")]
        text = archive.read(name).decode()
    assert 'content="0; url=../markup/index.html"' in text
    assert '<a href="../markup/index.html">Markup</a>' in text


@pytest.mark.slow
@alike
def test_image_has_its_size_before_it_is_loaded(built_site: Path, browser: Browser) -> None:
    browser.serve(built_site)
    browser.viewport(390, 844)
    browser.open("mybook/markup/")
    image = "document.querySelector('figure img')"
    assert browser.eval(f"const {{width, height}} = {image}; return [width, height]") == [64, 36]
    assert browser.text("figcaption") == "A red square"


@pytest.mark.slow
@in_chromium
def test_collapsibles_and_wide_tables_fit_paper(built_site: Path, browser: Browser) -> None:
    browser.serve(built_site)
    browser.open("mybook/markup/")
    browser.viewport(605, 900)  # an A4 sheet between its margins
    hidden = "return [...document.querySelectorAll('article details p')].filter((each) => !each.checkVisibility()).length"
    assert browser.eval(hidden) == 2
    browser.emulate(print=True)
    assert browser.eval(hidden) == 0
    edge = "return Math.max(...[...document.querySelectorAll('th, td, .linenos')]"
    assert browser.eval(f"{edge}.map((each) => each.getBoundingClientRect().right))") <= 605
    assert browser.eval("return document.documentElement.scrollWidth") <= 605


@pytest.fixture(scope="module")
def plain_book(package: Path, site: Path) -> Path:
    """The game of the guide's first chapter, in a new book without Python."""
    licence = ("--licence", "cc-by-4.0", "--author", "Ann Example")
    new = ("new", "ferry", "--plain", "--title", "Ferry", *licence)
    process = run(package / "first/bin/diceleaf", *new, folder=package)
    assert (process.returncode, process.stderr) == (0, "")
    book = package / "ferry"
    assert not (book / "rules_py").exists()
    install(book / ".venv", *book.glob("wheels/*.whl"))
    mark_as_installed(book)
    shutil.rmtree(book / "docs/ferry")
    for name, text in guide_files("plain-game").items():
        (book / name).parent.mkdir(parents=True, exist_ok=True)
        (book / name).write_text(text, "utf-8")
    for engine in site.parent.glob(".cache/engine/pyodide-*"):
        shutil.copytree(engine, book / ".cache/engine" / engine.name)
    return book


@pytest.mark.slow
def test_book_without_python_passes_the_contract_tests(plain_book: Path) -> None:
    result = run("./site_build.sh", "test", "--numprocesses=0", folder=plain_book, PYTHONPATH=None)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "failed" not in result.stdout and int(result.stdout.splitlines()[-1].split()[1]) >= 80


def test_book_without_python_works_at_the_command_line(plain_book: Path) -> None:
    command = plain_book / ".venv/bin/diceleaf"
    odds = run(command, "odds", "ferry.bribe", "coins=1", "--json", folder=plain_book, PYTHONPATH=None)
    assert (odds.returncode, odds.stderr) == (0, "")
    assert "1/3" in odds.stdout
    for calculator in ("ferry.row", "ferry.passengers"):
        roll = run(command, "roll", calculator, folder=plain_book / "docs/ferry", PYTHONPATH=None)
        assert roll.returncode == 0, roll.stderr


def test_command_line_reports_a_mistake_on_a_page(plain_book: Path) -> None:
    page = plain_book / "docs/ferry/river.md"
    right = page.read_text("utf-8")
    page.write_text(right.replace("| Cargo |", "| Crago |"), "utf-8")
    result = run(plain_book / ".venv/bin/diceleaf", "list", folder=plain_book, PYTHONPATH=None)
    page.write_text(right, "utf-8")
    line = right.splitlines().index(next(each for each in right.splitlines() if "| Cargo |" in each)) + 1
    text = "then: unknown table 'Crago' (expected Passengers or Cargo). Did you mean 'Cargo'?"
    assert (result.returncode, result.stderr) == (2, f"diceleaf: docs/ferry/river.md:{line}: {text}\n")


@pytest.fixture(scope="module")
def plain_site(plain_book: Path) -> Path:
    result = run("./site_build.sh", "export", folder=plain_book, PYTHONPATH=None)
    assert result.returncode == 0, result.stdout + result.stderr
    return plain_book / "site"


@pytest.mark.slow
def test_book_without_python_is_exported_as_data(plain_site: Path) -> None:
    data = json.loads((plain_site / "downloads/ferry.json").read_text("utf-8"))
    schema = json.loads((plain_site / "downloads" / data["$schema"]).read_text("utf-8"))
    assert [each.message for each in Draft202012Validator(schema).iter_errors(data)] == []
    passengers, cargo = data["tables"]
    assert passengers["entries"][3]["next_table"] == cargo["id"] == "ferry.cargo"
    assert [each["chance"]["exact"] for each in cargo["entries"]] == ["5/18", "4/9", "5/18"]
    assert data["lists"][0]["entries"][0]["cells"]["coins"] == 2
    with zipfile.ZipFile(plain_site / "downloads/ferry-foundry.zip") as module:
        packs = json.loads(module.read("module.json"))["packs"]
        names = module.namelist()
    assert [each["name"] for each in packs] == ["journal", "tables"]
    assert all(f"{each['path']}/CURRENT" in names for each in packs)


@pytest.mark.slow
def test_every_copy_of_a_book_names_its_licence(plain_site: Path) -> None:
    address = "https://creativecommons.org/licenses/by/4.0/"
    foot = markup_of(plain_site / "ferry/gear/index.html").css_first(".book-licence")
    assert foot.text(separator=" ", strip=True) == "Ferry © Ann Example: CC BY 4.0"
    assert foot.css_first("a").attrs["href"] == address
    for name in ("licences", "print/ferry"):
        text = markup_of(plain_site / name / "index.html").body.text()
        assert "Ferry by Ann Example is licensed under Creative Commons Attribution 4.0 International" in text
        assert address in text


def roll_verdict(browser: Browser, button: str) -> str:
    """Press a button that rolls, and return the verdict in the tray."""
    browser.click(button)
    verdict = "dice-tray .outcome__verdict"
    browser.wait(verdict)
    browser.wait_for("return document.querySelector(args[0]).innerText.trim() !== ''", verdict)
    return browser.text(verdict)


@pytest.mark.slow
@alike
def test_book_without_python_rolls_everything_it_declares(plain_site: Path, browser: Browser) -> None:
    browser.serve(plain_site)
    browser.open("ferry/")
    row = "dice-roller[data-calculator='ferry.row'] [data-part=roll]"
    assert roll_verdict(browser, row) in ("You land", "At a price", "The current")
    assert "8.3" in browser.text("article p:has(> .chance)")
    browser.open("ferry/river/")
    passengers = roll_verdict(browser, "dice-roller[data-calculator='ferry.passengers'] [data-part=roll]")
    assert passengers.startswith(("A soldier", "A child", "Two sisters", "Nobody"))
    browser.open("ferry/gear/")
    assert roll_verdict(browser, "#gear-bell button[data-calculator='ferry.bribe']") in ("Calm", "Angry")
    assert browser.console_errors() == []
    assert browser.foreign_requests() == []


@pytest.mark.slow
@alike
def test_sheet_without_python_rolls_pays_and_is_saved(plain_site: Path, browser: Browser) -> None:
    browser.serve(plain_site)
    browser.open_sheet("ferry/sheet/")
    browser.type("dice-sheet [name=name]", "Odo")
    browser.click("dice-sheet [data-set-mode=play]")
    coins = "[aria-label^='Coins:']"
    browser.wait(f"{coins}")
    assert browser.text(f"{coins} b") == "4 of 10"
    browser.click("dice-sheet button[data-label='Throw two coins']")
    browser.wait("dice-tray .outcome__verdict")
    browser.wait_for(f"return document.querySelector(\"{coins} b\").textContent === '2 of 10'")
    browser.reload()
    browser.wait(f"{coins}")
    assert browser.text(f"{coins} b") == "2 of 10"
    assert browser.text("dice-sheet .play__name") == "Odo"
    assert browser.console_errors() == []
