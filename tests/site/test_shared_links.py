"""Links in chats: metadata of a site with a configured address, and preview pages of rules and rollers."""

import json
import shutil
import struct
import zipfile
from pathlib import Path

import pytest

from hooks.offline.zip import write_zip
from tests.directives.guide_game import guide_files, run
from tests.markup import markup_of
from tests.site.browsers import Browser, alike
from tests.site.files import catch_copies, copied_text
from tests.waiting import one_at_a_time

ROOT = Path(__file__).parents[2]
URL = "https://example.org/books/"
PAGES = ("", "lantern/", "lantern/sheet/", "licences/", "print/lantern/")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def online(shared_folder: Path) -> Path:
    """A site with the guide's game as its only book, built for an address."""
    folder = shared_folder / "online"
    with one_at_a_time(shared_folder / "online.lock"):
        if not folder.exists():
            _build(folder)
    return folder / "site"


def _build(folder: Path) -> None:
    others = shutil.ignore_patterns("__pycache__", *(each.name for each in ROOT.glob("rules_py/systems/*/")))
    for name in ("rules_py", "hooks", "docs/assets"):
        shutil.copytree(ROOT / name, folder / name, ignore=others)
    for name in ("mkdocs.yml", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for cached in ROOT.glob(".cache/engine/pyodide-*"):  # slow to create, and the same for every game
        shutil.copytree(cached, folder / ".cache/engine" / cached.name)
    home = {"docs/index.md": "---\ntitle: Home\ndescription: All books.\n---\n\n# Home\n"}
    for name, text in (guide_files() | home).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "docs/own.css").write_text(":root { --leaf: #123456; }")
    with (folder / "mkdocs.yml").open("a") as settings:
        settings.write("extra_css: [own.css]\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", URL)
        result = run(folder, "hooks", "build", "--strict", "--config-file", "mkdocs.yml")
    assert result.returncode == 0, result.stderr


def meta(path: Path) -> dict[str, str]:
    return {each.attrs["property"]: each.attrs["content"] for each in markup_of(path).css("meta[property]")}


def test_every_page_has_a_title_description_and_image(online: Path) -> None:
    for page in PAGES:
        path = online / page / "index.html"
        tags = meta(path)
        assert tags["og:title"] and tags["og:description"] and tags["og:image:alt"], page
        if not page.startswith("print/"):
            assert tags["og:url"] == URL + page
            data = json.loads(markup_of(path).css_first("script[type='application/ld+json']").text())
            assert data["@graph"][0]["url"] == URL + page
        content = (online / tags["og:image"].removeprefix(URL)).read_bytes()
        assert struct.unpack(">II", content[16:24]) == (1200, 630)
    titles = [markup_of(online / page / "index.html").css_first("title").text() for page in PAGES]
    assert len({*titles}) == len(PAGES)


def test_every_rule_and_roller_has_a_preview_page(online: Path) -> None:
    shared = {path.stem: meta(path) for path in online.glob("r/lantern/*.html")}
    assert {"L-1", "L-2", "L-3", "shine"} <= shared.keys()
    assert {each["og:url"] for each in shared.values()} == {f"{URL}r/lantern/{name}.html" for name in shared}
    for name in shared:
        page = markup_of(online / f"r/lantern/{name}.html")
        path, _, anchor = page.css_first("a").attrs["href"].removeprefix("../../").partition("#")
        assert markup_of(online / path / "index.html").css_first(f'[id="{anchor}"]'), name
    assert "%" in shared["shine"]["og:description"]


def test_embedded_page_has_the_authors_styles(online: Path) -> None:
    page = markup_of(online / "embed/lantern.shine/index.html")
    sheets = [each.attrs["href"].rpartition("/")[2] for each in page.css("link[rel=stylesheet]")]
    assert sheets == ["embed.css", "own.css"]
    assert page.css_first("link[rel=canonical]").attrs["href"] == f"{URL}lantern/"


@alike
def test_chat_link_leads_to_the_roll_in_the_book(online: Path, browser: Browser) -> None:
    browser.serve(online)
    browser.open("lantern/")
    catch_copies(browser)
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    verdict = browser.text("dice-tray .outcome__verdict strong")
    browser.click("dice-tray [data-panel=share]")
    browser.click("dice-tray [data-part=copy-link]")
    link = copied_text(browser)
    assert link.startswith(f"{browser.server.url}r/lantern/") and "#" not in link
    browser.open(link)
    browser.wait_for("return location.pathname.endsWith('/lantern/')")
    browser.wait_for("return document.querySelector('dice-tray [data-part=by]')?.checkVisibility()")
    browser.wait_for(
        "return document.querySelector('.tray__result .outcome__verdict strong')?.textContent === args[0]",
        verdict,
    )
    assert browser.console_errors() == []


@alike
def test_card_of_a_rule_shares_its_sentence_and_page(online: Path, browser: Browser) -> None:
    browser.serve(online)
    browser.open("lantern/")
    catch_copies(browser)
    browser.press("r")
    browser.wait("[data-card=share]")
    browser.eval("document.querySelector('[data-card=share]').click()")
    text, link = copied_text(browser).split("\n")
    assert text.startswith("L-1") and text.endswith("(Lantern)")
    assert link == f"{browser.server.url}r/lantern/L-1.html"
    browser.open(link)
    browser.wait_for("return location.href.endsWith('/lantern/#L-1')")


def test_zip_offline_copy_and_sitemap_omit_preview_pages(online: Path, tmp_path: Path) -> None:
    write_zip(online, tmp_path / "book.zip")
    with zipfile.ZipFile(tmp_path / "book.zip") as book:
        assert not [name for name in book.namelist() if "/r/" in name or "previews" in name]
        assert b"diceleaf-share" not in book.read("diceleaf-book/index.html")
    for name in ("sitemap.xml", "sw.js"):
        assert "r/lantern/L-1" not in (online / name).read_text("utf-8")
