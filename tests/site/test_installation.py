"""The site as an app: its manifest, its icons and the colours of its bars."""

import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.site.browsers import ROOT, SITE, Browser, in_chromium, own_origin

pytestmark = own_origin


def test_site_can_be_installed() -> None:
    """It opens as a standalone app: iPhones support no other kind, and never delete the storage of one."""
    manifest = json.loads((SITE / "manifest.webmanifest").read_text())
    assert manifest["name"] == "Diceleaf"
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert "id" not in manifest  # it would be the same for all sites of a host
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert f"{width(SITE / icon['src'])}x{width(SITE / icon['src'])}" == icon["sizes"]


def width(picture: Path) -> int:
    """Return the width of a PNG in pixels."""
    return int.from_bytes(picture.read_bytes()[16:20])


@pytest.mark.parametrize("page", ["index.html", "dichotomy/combat/index.html"])
def test_pages_declare_the_name_icon_and_colours_of_the_app(page: str) -> None:
    text = (SITE / page).read_text("utf-8")
    head = BeautifulSoup(text.partition("</head>")[0], "html.parser")
    icon = (SITE / page).parent / head.select_one("link[rel=apple-touch-icon]")["href"]
    assert width(icon) == 180
    assert (SITE / page).parent.joinpath(head.select_one("link[rel=manifest]")["href"]).is_file()
    assert head.select_one("meta[name=apple-mobile-web-app-title]")["content"] == "Diceleaf"
    palette = (ROOT / "docs" / "assets" / "css" / "palette.css").read_text("utf-8")
    papers = re.findall(r"--paper: (#\w+);", palette)
    bars = head.select("meta[name=theme-color]")
    assert [bar["content"] for bar in bars] == papers[:2]  # the third is for print
    assert [bar["media"] for bar in bars] == [f"(prefers-color-scheme: {each})" for each in ("light", "dark")]


@in_chromium
@pytest.mark.parametrize(
    ("icon", "part"),
    [("icon-192.png", 1), ("icon-512.png", 1), ("icon-maskable-512.png", 0.7), ("icon-apple-180.png", 0.75)],
)
def test_icons_match_the_favicon(browser: Browser, icon: str, part: float) -> None:
    """The drawing takes the middle `part` of the icon's width."""
    [images] = (SITE / "assets").glob("images-*")
    browser.open()
    difference = browser.eval(
        """
        const [folder, icon, part] = args;
        const pixelsOf = async (name, part) => {
          const image = new Image();
          image.src = folder + name;
          await image.decode();
          const canvas = new OffscreenCanvas(64, 64).getContext("2d");
          canvas.fillStyle = "#faf6ee";
          canvas.fillRect(0, 0, 64, 64);
          canvas.drawImage(image, 32 - 32 / part, 32 - 32 / part, 64 / part, 64 / part);
          return canvas.getImageData(0, 0, 64, 64).data;
        };
        const [one, other] = [await pixelsOf(icon, part), await pixelsOf("favicon.svg", 1)];
        return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length;
        """,
        f"{browser.server.url}{images.relative_to(SITE).as_posix()}/",
        icon,
        part,
    )
    assert difference < 4  # of 255
