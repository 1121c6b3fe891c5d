"""The facts in the head of a page for chats and search engines."""

import json
import struct
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from hooks.pages import page_head
from hooks.pages.page_head import HEIGHT, WIDTH, PageFacts, Site, SocialImage
from hooks.pages.social_image import Painter
from rules_py import present
from rules_py.systems import registry

ROOT = Path(__file__).parents[2]
GAME = registry.game("core_rules")
URL = "https://example.org/books/"
SITE = Site(
    URL, "Books & dice", "Rulebooks.", SocialImage("The site", b"1"), {"core_rules": SocialImage("It", b"2")}
)
HOME = PageFacts("", "Books & dice", "")
COVER = PageFacts("core_rules/", "Core Rules", "A game.", ("core_rules/", "Core Rules"), GAME, is_cover=True)
CHAPTER = PageFacts(
    "core_rules/dice/", "Dice </script>", "On dice.", ("core_rules/", "Core Rules"), GAME, chapter=2
)
SHEET = PageFacts("core_rules/sheet/", "Sheet", "A sheet.", ("core_rules/", "Core Rules"), GAME)
GUIDE = PageFacts("guide/start/", "Start", "How to.", ("guide/", "Guide"))
PAGES = [HOME, COVER, CHAPTER, SHEET, GUIDE]


def head_of(page: PageFacts) -> LexborHTMLParser:
    return LexborHTMLParser(f"<html><head>{page_head.render_head(SITE, page)}</head></html>")


def graph(page: PageFacts) -> list[dict]:
    data = json.loads(head_of(page).css_first('script[type="application/ld+json"]').text())
    assert data["@context"] == "https://schema.org"
    return data["@graph"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.address)
def test_open_graph_has_title_description_url_and_image(page: PageFacts) -> None:
    metas = {each.attrs["property"]: each.attrs["content"] for each in head_of(page).css("meta[property]")}
    assert metas["og:url"] == URL + page.address
    assert metas["og:site_name"] == "Books & dice"
    assert metas["og:description"] == page.about or page is HOME
    assert metas["og:image"].startswith(f"{URL}assets/previews/") and metas["og:image:alt"]
    assert (metas["og:image:width"], metas["og:image:height"]) == ("1200", "630")
    assert page.title in metas["og:title"]


def test_title_names_the_book_once() -> None:
    titles = [
        head_of(each).css_first('[property="og:title"]').attrs["content"] for each in (COVER, SHEET, GUIDE)
    ]
    assert titles == ["Core Rules", "Sheet · Core Rules", "Start · Guide"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.address)
def test_json_ld_has_what_schema_org_requires(page: PageFacts) -> None:
    own, *breadcrumbs = graph(page)
    assert own["name"] == page.title and own["url"] == own["@id"].split("#")[0] == URL + page.address
    assert own["inLanguage"] == "en" and own["license"] == f"{URL}licences/"
    for each in breadcrumbs:
        steps = each["itemListElement"]
        assert [step["position"] for step in steps] == [*range(1, len(steps) + 1)]
        assert steps[0]["item"] == URL and steps[-1]["item"] == URL + page.address
        assert all(step["name"] for step in steps)


def test_chapter_is_part_of_its_book() -> None:
    book, chapter, sheet, guide = (graph(each)[0] for each in (COVER, CHAPTER, SHEET, GUIDE))
    assert [each["@type"] for each in (book, chapter, sheet, guide)] == [
        "Book",
        "Chapter",
        "WebPage",
        "WebPage",
    ]
    assert chapter["isPartOf"]["@id"] == sheet["isPartOf"]["@id"] == book["@id"]
    assert chapter["position"] == 2 and "position" not in sheet
    assert book["isBasedOn"]["name"] == GAME.source.title
    assert guide["isPartOf"]["@id"] == graph(HOME)[0]["@id"]


@pytest.fixture(scope="module")
def painter(tmp_path_factory: pytest.TempPathFactory) -> Painter:
    return Painter(ROOT / "docs" / "assets", tmp_path_factory.mktemp("previews"))


def test_social_image_has_the_stated_size(painter: Painter, tmp_path: Path) -> None:
    image = painter.paint("Core Rules", "A game.", "Books", "reeds", present.render_motif("reeds"))
    image.write(tmp_path)
    content = (tmp_path / image.path).read_bytes()
    assert content.startswith(b"\x89PNG") and struct.unpack(">II", content[16:24]) == (WIDTH, HEIGHT)
    assert "Core Rules" in image.alt


def test_social_image_is_reproducible_and_depends_on_title(painter: Painter, tmp_path: Path) -> None:
    long = "The exhaustive compendium of everything that could conceivably happen to a heron " * 3
    first, second, other = (
        painter.paint(title, long, "Books", "leaf", present.render_motif("leaf"))
        for title in (long, long, "<&>")
    )
    assert first == second and first.path != other.path
