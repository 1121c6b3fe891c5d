"""The package for itch.io, which shows it in a frame from a host that doesn't serve folders as pages."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from hooks.export import ExportError
from hooks.export.itch import check_limits
from tests.site.browsers import Browser, alike
from tests.site.server import Fault, StaticServer, serving

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "site/downloads/diceleaf-itch.zip"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("itch")
    with zipfile.ZipFile(PACKAGE) as archive:
        archive.extractall(place)
    return place


@pytest.fixture
def itch(tmp_path: Path) -> Iterator[StaticServer]:
    """The page on itch.io, which has another origin than the files."""
    with serving(tmp_path) as server:
        yield server


def test_package_is_within_the_limits(unpacked: Path) -> None:
    check_limits(PACKAGE)
    assert (unpacked / "index.html").is_file()
    assert not (unpacked / "downloads").exists() and not (unpacked / "sw.js").exists()


def test_package_over_a_limit_is_rejected(tmp_path: Path) -> None:
    zipped = tmp_path / "book-itch.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        for number in range(1_001):
            archive.writestr(f"{number}.html", "")
    with pytest.raises(ExportError, match="expected at most 1,000 files for itch.io, got 1,001"):
        check_limits(zipped)


def test_links_lead_to_files(unpacked: Path) -> None:
    for page in unpacked.rglob("*.html"):
        links = re.findall(r'<a\b[^>]*\bhref="([^"#?]+)', page.read_text("utf-8"))
        dead = [
            link
            for link in links
            if not urlsplit(link).scheme and not (page.parent / link).is_file() and "{" not in link
        ]
        assert not dead, page


@alike
def test_package_works_in_a_frame_of_the_host(browser: Browser, unpacked: Path, itch: StaticServer) -> None:
    browser.serve(unpacked)
    files = browser.server
    frame = f'<iframe src="{files.url}index.html" width="800" height="600"></iframe>'
    itch.fail("", Fault(body=f'<!doctype html><link rel="icon" href="data:,">{frame}'.encode()))
    browser.open(itch.url)
    browser.switch_frame(0)
    browser.wait("a[href='core_rules/index.html']")
    browser.eval("location.href = 'core_rules/challenges/index.html'")
    browser.wait("dice-roller [data-part=roll]")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    # the engine links to rules by file names
    browser.eval("location.href = '../dice-and-calculators/index.html'")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.click("[data-part=pin]")
    browser.wait("[data-part=comparison] [data-command=unpin]")
    assert browser.eval("return document.querySelector('[data-part=comparison] [data-command=link]').hidden")
    # saved data has a name that doesn't depend on the address, which differs for each version
    browser.eval("location.href = '../sheet/index.html'")
    browser.wait_for("return Boolean(customElements.get('dice-sheet'))")
    assert browser.eval("return document.querySelector('dice-sheet').checkVisibility()")
    names = "return Object.keys(localStorage).filter((name) => name.startsWith('diceleaf:'))"
    assert any(":diceleaf" in name for name in browser.eval(names))
    assert not any("/book/" in name for name in browser.eval(names))
    assert [each.path for each in files.requests if each.path.endswith("/") or each.status == 404] == []
    browser.switch_frame(None)
    assert browser.foreign_requests() == []
    assert browser.console_errors() == []
