"""Pictures of a page: their size, lazy loading, and what is required of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from PIL import Image

from hooks.directives import DirectiveError, fences, markup, pictures
from hooks.directives.pages import Page
from tests.directives.conftest import TinyBook

ORIENTATION = 0x0112


def picture(book: TinyBook, text: str) -> Tag:
    book.write("ember/maps/page.md", f"# Maps\n\n{text}\n")
    image = BeautifulSoup(book.render("ember/maps/page.md"), "html.parser").img
    assert image
    return image


@pytest.mark.parametrize("suffix", ["png", "jpg", "gif", "webp"])
def test_picture_has_its_size_and_loads_lazily(book: TinyBook, suffix: str) -> None:
    (book.docs / "ember").mkdir()
    Image.new("RGB", (64, 36)).save(book.docs / f"ember/old map.{suffix}")
    image = picture(book, f"![A map](../old%20map.{suffix})")
    assert (image["width"], image["height"], image["loading"]) == ("64", "36", "lazy")


def test_size_set_by_the_author_is_not_changed(book: TinyBook) -> None:
    (book.docs / "ember").mkdir()
    Image.new("RGB", (64, 36)).save(book.docs / "ember/map.png")
    image = picture(book, "![A map](../map.png){ width=32 loading=eager }")
    assert (image["width"], image.get("height"), image["loading"]) == ("32", None, "eager")


def test_size_respects_the_exif_orientation(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    Image.new("RGB", (64, 36)).save(tmp_path / "map.jpg", exif=exif)
    assert pictures.size(tmp_path / "map.jpg") == (36, 64)


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ('width="120" height="80px"', (120, 80)),
        ('viewBox="0 0 240 120"', (240, 120)),
        ('width="100%" height="10em" viewBox="0, 0, 24.4, 12"', (24, 12)),
    ],
)
def test_drawing_has_its_size(tmp_path: Path, attributes: str, expected: tuple[int, int]) -> None:
    path = tmp_path / "map.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}/>')
    assert pictures.size(path) == expected


@pytest.mark.parametrize(
    ("name", "content"), [("map.png", "no picture"), ("map.svg", "<svg/>"), ("map.svg", "<")]
)
def test_unreadable_picture_is_reported_with_its_line(book: TinyBook, name: str, content: str) -> None:
    book.write(f"ember/maps/{name}", content)
    with pytest.raises(DirectiveError, match=r"page\.md:5: image: expected a picture that can be read"):
        picture(book, f"Text.\n\n![A map]({name})")


def fault(text: str) -> str:
    page = Page("docs/ember/maps.md")
    [error] = markup.faults(fences.split(text.split("\n"), page.start), page.start)
    return str(error)


def test_picture_without_description_is_a_mistake() -> None:
    assert fault("Text.\n\n![](map.png)").startswith(
        "docs/ember/maps.md:3: image: expected a description between the brackets"
    )
    assert fault('<img src="map.png">').startswith('docs/ember/maps.md:1: element: expected alt="…"')


def test_picture_in_another_format_is_a_mistake() -> None:
    assert "expected a file that ends in .png, .jpg" in fault("![A map](map.tiff)")


def test_decoration_needs_no_description() -> None:
    page = Page("docs/ember/maps.md")
    pieces = fences.split(['<img alt="" src="map.png">'], page.start)
    assert [*markup.faults(pieces, page.start)] == []


@pytest.mark.parametrize(
    "address", ["<old map.png>", "old map.png", "map (old).png 'Old'", 'map.PNG#x "A (b)"']
)
def test_address_with_spaces_brackets_or_title_is_read(address: str) -> None:
    page = Page("docs/ember/maps.md")
    pieces = fences.split([f"![A map]({address}) and more (maps)"], page.start)
    assert [*markup.faults(pieces, page.start)] == []
