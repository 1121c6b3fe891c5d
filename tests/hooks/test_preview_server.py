"""The preview server shows saved text and rules, and mistakes."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from rules_py.authoring.machine_load import slowness
from tests.directives.guide_game import guide_files
from tests.waiting import poll

ROOT = Path(__file__).resolve().parents[2]
ANSWER = ROOT / "tests" / "wasm" / "answer.mjs"
LIMIT = 100  # seconds, far more than any step takes; multiplied on a busy machine
PAUSE = 0.1

AGAIN = """# Again

```pycon
>>> with open("runs", "a") as runs:
...     print("ran", file=runs)
```

```odds
calculator: lantern.shine
rows: {wick: [1, 2]}
caption: The same again
```
"""
"""Another page, which records when it is built."""

UNUSED_GAMES = ("tools", "core_rules")
"""Games that no page uses."""

pytestmark = pytest.mark.slow


class Preview:
    """A repository with the guide's game as its only book, in which `serve` runs."""

    def __init__(self, folder: Path, mistakes: Mapping[str, str]) -> None:
        """Start the server; `mistakes` are replacements that add mistakes to the game's first page."""
        self.folder = folder
        others = [each.name for each in ROOT.glob("rules_py/systems/*/") if each.name not in UNUSED_GAMES]
        for name in ("rules_py", "hooks", "docs/assets"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", *others))
        for name in ("mkdocs.yml", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, folder / name)
        (folder / "node_modules").symlink_to(ROOT / "node_modules")
        more = {"docs/index.md": "# Home\n", "docs/lantern/again.md": AGAIN}
        for name, text in {**guide_files(), **more}.items():
            for right, wrong in mistakes.items() if name == "docs/lantern/index.md" else ():
                text = text.replace(right, wrong)
            self.write(name, text)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.host = f"127.0.0.1:{free.getsockname()[1]}"
        self.log = folder / "log"
        command = [sys.executable, "-m", "hooks", "serve", "--strict", "--dev-addr", self.host]
        surroundings = os.environ | {"PYTHONPATH": str(folder), "NO_MKDOCS_2_WARNING": "1"}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=folder, env=surroundings, stderr=log)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    @contextmanager
    def edited(self, name: str, before: str, after: str) -> Iterator[None]:
        """Replace a text in a saved file within this block."""
        text = (self.folder / name).read_text("utf-8")
        assert text.count(before) == 1
        self.write(name, text.replace(before, after))
        try:
            yield
        finally:
            self.write(name, text)

    def get(self, path: str) -> bytes:
        try:
            address = f"http://{self.host}/book/{path}"
            with urllib.request.urlopen(address, timeout=LIMIT * slowness()) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            return error.read()

    def page(self, until: Callable[[BeautifulSoup], bool]) -> BeautifulSoup:
        """Return the game's page once it is as expected."""
        soup = BeautifulSoup("", "html.parser")
        for last in poll(LIMIT, PAUSE):
            if last or self.process.poll() is not None:
                break
            with suppress(urllib.error.URLError):  # until it serves
                soup = BeautifulSoup(self.get("lantern/"), "html.parser")
                if until(soup):
                    return soup
        raise AssertionError(f"{soup.get_text()}\n\n{self.log.read_text('utf-8')}")

    def terminal(self, words: str) -> list[str]:
        """Return the lines with these words that the terminal prints until the build is done."""
        start = self.log.stat().st_size
        output = ""
        for _ in poll(LIMIT, PAUSE):
            output = self.log.read_text("utf-8")[start:]
            if "Done within" in output:
                break
        return [line for line in output.splitlines() if words in line]

    def verdict(self, folder: Path, dice: list[int]) -> str:
        """Return the verdict of the page's engine for these dice."""
        folder.mkdir()
        manifest = json.loads(self.get("engine/manifest.json"))
        worker = BeautifulSoup(self.get("lantern/"), "html.parser").find("meta", {"name": "diceleaf-engine"})
        assert worker["content"] == manifest["worker"]
        files = (*manifest["files"].values(), *manifest["games"].values())
        for name in (manifest["worker"], *(file["path"] for file in files)):
            (folder / name).write_bytes(self.get(f"engine/{name}"))
        request_data = {
            "action": "resolve",
            "calculator": "lantern.shine",
            "inputs": {"wick": len(dice)},
            "dice": dice,
        }
        command = ["node", ANSWER, folder, manifest["worker"], "ordinary"]
        arguments = json.dumps([json.dumps(request_data)])
        result = subprocess.run(command, input=arguments, capture_output=True, text=True, check=True)
        [reply] = json.loads(result.stdout)["replies"]
        return BeautifulSoup(json.loads(reply)["html"], "html.parser").get_text(" ")


@contextmanager
def serving(folder: Path, mistakes: Mapping[str, str] | None = None) -> Iterator[Preview]:
    running = Preview(folder, mistakes or {})
    try:
        yield running
    finally:
        running.process.terminate()
        running.process.wait()


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    with serving(tmp_path_factory.mktemp("served")) as running:
        running.page(lambda page: "How far you see" in page.get_text())
        yield running


def chances(page: BeautifulSoup) -> list[str]:
    """Return the row of the page's table for a Wick of 1."""
    [row] = [
        row for row in page.find("table", class_="grid").find_all("tr") if row.find("th").get_text() == "1"
    ]
    return [cell.get_text(" ") for cell in row.find_all("td")]


def table_of(preview: Preview) -> list[str]:
    """Return the first row of the other page's table, from its JSON."""
    tables = json.loads(preview.get("assets/odds/index.json"))
    [name] = [table["file"] for table in tables if table["caption"] == "The same again"]
    row: list[str] = json.loads(preview.get(f"assets/odds/{name}"))["cells"][0]
    return row


def test_saved_page_reuses_untouched_blocks(preview: Preview) -> None:
    """Even at the first save, as a page full of examples takes long."""
    before = (preview.folder / "runs").read_text()
    with preview.edited("docs/lantern/again.md", "# Again", "# Once more"):
        for last in poll(LIMIT, PAUSE):
            if b"Once more" in preview.get("lantern/again/"):
                break
            assert not last, preview.log.read_text("utf-8")
        assert (preview.folder / "runs").read_text() == before
    preview.page(lambda page: True)


def test_page_and_engine_use_a_saved_rule(preview: Preview, tmp_path: Path) -> None:
    assert chances(preview.page(lambda page: True)) == ["50% 1 in 2", "33.3% 1 in 3", "16.7% 1 in 6"]
    assert "Dark" in preview.verdict(tmp_path / "before", [3])
    with preview.edited("rules_py/systems/lantern/rules.py", "best >= 4", "best >= 3"):
        page = preview.page(lambda page: chances(page)[0].startswith("33.3%"))
        assert chances(page) == ["33.3% 1 in 3", "50% 1 in 2", "16.7% 1 in 6"]
        assert "Flicker" in preview.verdict(tmp_path / "after", [3])
    preview.page(lambda page: chances(page)[0].startswith("50%"))


def request_page(preview: Preview, host: str | None) -> tuple[int, bytes]:
    """Return status and body of the answer to a request for this host."""
    line = [] if host is None else [f"Host: {host}"]
    request = "\r\n".join(["GET /book/lantern/ HTTP/1.0", *line, "", ""])
    name, _, port = preview.host.partition(":")
    with socket.create_connection((name, int(port)), timeout=LIMIT * slowness()) as connection:
        connection.sendall(request.encode())
        answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    return int(answer.split()[1]), answer


def test_server_answers_only_to_its_own_names(preview: Preview) -> None:
    """A page elsewhere whose name resolves to this machine reads nothing."""
    port = preview.host.partition(":")[2]
    preview.page(lambda page: True)
    for own in (
        preview.host,
        f"localhost:{port}",
        f"LOCALHOST:{port}",
        "127.0.0.1",
        f"[::1]:{port}",
        f"192.168.1.7:{port}",
    ):
        status, answer = request_page(preview, own)
        assert (status, b"How far you see" in answer) == (200, True), own
    for other in (
        f"evil.example:{port}",
        "localhost.evil.example",
        f"127.0.0.1.evil.example:{port}",
        "[",
        "",
        None,
    ):
        status, answer = request_page(preview, other)
        assert (status, b"How far you see" in answer) == (421, False), other


def test_page_requested_later_is_up_to_date(preview: Preview) -> None:
    """The page that a browser shows is built first; requests for others wait."""
    assert table_of(preview)[0] == "1/2"
    preview.page(lambda page: True)  # builds the page that the browser shows
    with preview.edited("rules_py/systems/lantern/rules.py", "best >= 4", "best >= 3"):
        preview.page(lambda page: chances(page)[0].startswith("33.3%"))
        assert table_of(preview)[0] == "1/3"
        again = BeautifulSoup(preview.get("lantern/again/"), "html.parser")
        assert chances(again)[0].startswith("33.3%")
    preview.page(lambda page: chances(page)[0].startswith("50%"))


def test_rejected_requests_do_not_stop_the_build(preview: Preview) -> None:
    preview.page(lambda page: True)
    page_open = threading.Event()

    def send_requests() -> None:
        while not page_open.is_set():
            assert request_page(preview, "elsewhere.example")[0] == 421

    sender = threading.Thread(target=send_requests)
    with preview.edited("docs/lantern/index.md", "You are somewhere dark", "You sit somewhere dark"):
        sender.start()
        try:
            preview.page(
                lambda page: bool(page.find("table", class_="grid")) and "You sit" in page.get_text()
            )
        finally:
            page_open.set()
            sender.join()
    assert "code 421" in preview.log.read_text("utf-8")
    preview.page(lambda page: "You are somewhere dark" in page.get_text())


def test_saved_page_leaves_other_pages_unchanged(preview: Preview) -> None:
    runs = preview.folder / "runs"
    preview.get("lantern/again/")
    preview.page(lambda page: True)
    before = runs.read_text()
    with preview.edited("docs/lantern/index.md", "You are somewhere dark", "You stand somewhere dark"):
        preview.page(lambda page: "You stand somewhere dark" in page.get_text())
        preview.get("lantern/again/")
        assert runs.read_text() == before
    preview.page(lambda page: "You are somewhere dark" in page.get_text())


def test_saved_title_shows_on_all_pages(preview: Preview) -> None:
    with preview.edited("docs/lantern/index.md", "title: Lantern\n", "title: Lamp\n"):
        page = preview.page(lambda page: "Lamp" in page.get_text())
        assert page.find("h1")
        assert "Lamp" in preview.get("").decode()  # in the navigation of the site
    preview.page(lambda page: "Lamp" not in page.get_text())


def test_page_frame_is_up_to_date(preview: Preview) -> None:
    """The chapter number depends on other pages, the tagline on the game."""

    def number(page: BeautifulSoup) -> str:
        element = page.select_one(".page-header__number")
        return element.get_text() if element else ""

    def once(path: str, expected: str) -> None:
        for last in poll(LIMIT, PAUSE):
            if number(BeautifulSoup(preview.get(path), "html.parser")) == expected:
                return
            assert not last, preview.log.read_text("utf-8")

    once("lantern/again/", "1")
    with preview.edited("docs/lantern/sheet.md", "chapter: false\n", ""):  # now a chapter before the other
        once("lantern/again/", "2")
    once("lantern/again/", "1")
    with preview.edited("rules_py/systems/lantern/__init__.py", "A wick, a few dice", "One wick, few dice"):
        page = preview.page(lambda page: "One wick" in page.select_one(".title-page__tagline").get_text())
        assert "A wick" not in page.select_one(".title-page__tagline").get_text()
    preview.page(lambda page: "A wick" in page.select_one(".title-page__tagline").get_text())


def test_mistake_of_first_build_shows_until_fixed(tmp_path: Path) -> None:
    with serving(tmp_path, {"lantern.shine": "lantern.glow"}) as running:
        page = running.page(lambda page: page.select_one(".unfinished") is not None).get_text()
        assert "docs/lantern/index.md:" in page and "lantern.glow" in page
        assert "lantern.glow" in running.log.read_text("utf-8")
        running.write("docs/lantern/index.md", guide_files()["docs/lantern/index.md"])
        assert chances(running.page(lambda page: "How far you see" in page.get_text()))[0].startswith("50%")


def noted_mistakes(page: BeautifulSoup) -> list[str]:
    """Return the mistakes in the note above a page."""
    return [each.get_text() for each in page.select("details.unfinished li")]


def test_missing_grade_shows_on_the_page(preview: Preview) -> None:
    grade = '        Grade("dark", "Dark", "bad", "L-2"),\n'
    with preview.edited("rules_py/systems/lantern/rules.py", grade, ""):
        page = preview.page(lambda page: bool(noted_mistakes(page)))
        assert any(
            "docs/lantern/index.md:" in each and "'dark' (expected flicker" in each
            for each in noted_mistakes(page)
        )
    preview.page(lambda page: not noted_mistakes(page))


def test_mistakes_show_on_their_page_alone(preview: Preview) -> None:
    """Unknown rules, a wrong value, a dead link and an open fence are reported together and in place; the
    rest of the page is shown, and the other page is unchanged.
    """
    index, text = "docs/lantern/index.md", guide_files()["docs/lantern/index.md"]
    other = BeautifulSoup(preview.get("lantern/again/"), "html.parser").article.get_text()
    mistakes = {
        "somewhere dark, with": "somewhere [dark](drak.md), as [L-9] and [#L-4x] tell, see [sheet](sheet.md#wikc), with",
        "rows: {wick: [1, 2, 3, 4, 5]}": "rows: {wick: [1, 9]}",
    }
    wrong = f"{text}\n```roller\ncalculator: lantern.shine\n\n## The end\n"
    for before, after in mistakes.items():
        wrong = wrong.replace(before, after)
    preview.write(index, wrong)
    try:
        page = preview.page(lambda page: bool(noted_mistakes(page)))
        for message in (
            f"{index}:9: unknown link 'drak.md'",
            f"{index}:9: unknown link 'sheet.md#wikc'",
            f"{index}:9: unknown rule link 'L-9'",
            f"{index}:9: unknown rule mark 'L-4x'",
            "wick: expected a whole number from 1 to 5, got 9",
            "block isn't closed (```roller)",
        ):
            assert [each for each in noted_mistakes(page) if message in each], (message, noted_mistakes(page))
        assert len(page.select("mark.unfinished")) == 3
        assert page.select_one("dice-roller") and page.find(id="the-end")
        again = BeautifulSoup(preview.get("lantern/again/"), "html.parser")
        assert again.article.get_text() == other
    finally:
        preview.write(index, text)
    preview.page(lambda page: not noted_mistakes(page))


def test_unfinished_book_shows_what_it_lacks(preview: Preview) -> None:
    """`build` would stop; the preview shows the page with what is missing."""
    with preview.edited("docs/lantern/index.md", " [#L-3]", ""):
        [message] = preview.terminal("Unfinished")
        assert (
            "`build` will report: docs/" in message and "more, listed at the top of the first page" in message
        )
        page = preview.page(lambda page: page.select_one(".unfinished li") is not None)
        assert "no page states rule L-3" in page.select_one(".unfinished").get_text()
        assert page.find("table", class_="grid")
    preview.page(lambda page: page.select_one(".unfinished") is None)


def test_error_in_a_roll_shows_on_the_page(preview: Preview) -> None:
    with preview.edited("rules_py/systems/lantern/rules.py", 'light = "bright"', "light = kindle()  #"):
        [message] = preview.terminal("name 'kindle' is not defined")
        assert "docs/lantern/index.md:" in message and "; also at docs/" in message
        page = preview.page(lambda page: bool(noted_mistakes(page)))
        assert "in shine: NameError: name 'kindle' is not defined" in noted_mistakes(page)[0]
        assert any("light = kindle()  #" in each.get_text() for each in page.select(".unfinished pre mark"))
    preview.page(lambda page: not noted_mistakes(page))


def test_changed_presentation_and_rules_are_reloaded(preview: Preview) -> None:
    """First the format of chances, then a rule while that stays changed."""
    words = "{chance.numerator:,} in {chance.denominator:,}"
    with preview.edited("rules_py/base/number_format.py", words, words.replace(" in ", " of ")):
        preview.page(lambda page: chances(page)[0] == "50% 1 of 2")
        with preview.edited("rules_py/systems/lantern/rules.py", "best >= 4", "best >= 3"):
            preview.page(lambda page: chances(page)[0] == "33.3% 1 of 3")
    preview.page(lambda page: chances(page)[0] == "50% 1 in 2")


def test_mistake_in_settings_shows_with_its_line(preview: Preview) -> None:
    with preview.edited("mkdocs.yml", "  ruling:", "  rulling:"):
        page = preview.page(
            lambda page: "mkdocs.yml:12: extra: unknown setting" in page.get_text()
        ).get_text()
        assert "build failed" in page and "'rulling'" in page and "Did you mean 'ruling'?" in page
    preview.page(lambda page: "How far you see" in page.get_text())


def test_syntax_error_in_rules_shows_with_its_line(preview: Preview) -> None:
    with preview.edited("rules_py/systems/lantern/rules.py", 'light = "bright"', "light = ("):
        lines = (preview.folder / "rules_py/systems/lantern/rules.py").read_text("utf-8").splitlines()
        number = next(number for number, line in enumerate(lines, 1) if "light = (" in line)
        slip = f"rules_py/systems/lantern/rules.py:{number}: SyntaxError: invalid syntax"
        assert "build failed" in preview.page(lambda page: slip in page.get_text()).get_text()
    preview.page(lambda page: "How far you see" in page.get_text())
