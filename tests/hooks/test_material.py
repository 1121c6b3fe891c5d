"""Each mend to Material's pages and scripts, and the word that a mend has nothing to hold on to any more."""

from pathlib import Path

import pytest

from hooks import material

PAGE = (
    '<div class="md-search" data-md-component="search" role="dialog"></div>'
    '<nav class="md-nav" data-md-level="1" aria-labelledby="__nav_2_label" aria-expanded="true">\n'
    '  <label class="md-nav__title" for="__nav_2">Core Rules</label></nav>'
    '<pre id="__code_0"><span></span><code>a long line</code></pre><pre>no code</pre>'
    "<script>var target=document.getElementById(location.hash.slice(1));target</script>"
)
BUNDLE = (
    "function fi(e,t){return e.protocol=t.protocol,e.hostname=t.hostname,e}"
    'x("div",{class:"md-typeset__scrollwrap"})'
    "function Xe(e,{viewport$:t},r=document.body){return e}"
    'A($(location.protocol!=="file:"),w("search"))'
    'if(document.body.setAttribute("data-md-color-switching",""),s.color)c()'
)
SEARCH = "a.map(r=>/x/.test(r)?r:`${r}*`).join(' ')"


def test_a_page_gets_its_names_and_its_way_by_keyboard() -> None:
    mended = material.mend_page(PAGE, "page.html")
    assert 'role="dialog" aria-label="Search"' in mended
    assert 'aria-labelledby="__nav_2_title"' in mended
    assert '<label class="md-nav__title" id="__nav_2_title" for="__nav_2">' in mended
    assert '<pre tabindex="0" id="__code_0"><span></span><code>' in mended
    assert "<pre>no code</pre>" in mended
    assert "location.hash&&document.getElementById" in mended


def test_another_page_than_material_wrote_is_named() -> None:
    with pytest.raises(
        material.UnknownMaterial, match=r"page\.html: expected one data-md-component=.* found 0"
    ):
        material.mend_page(
            PAGE.replace("md-search", "search").replace('"search" role', '"find" role'), "page.html"
        )


def scripts(site: Path, *, bundle: str = BUNDLE, search: str = SEARCH) -> tuple[Path, Path]:
    """A site with Material's two scripts; where they are."""
    folder = site / "assets" / "javascripts"
    (folder / "workers").mkdir(parents=True)
    places = folder / "bundle.1234.min.js", folder / "workers" / "search.1234.min.js"
    for place, text in zip(places, (bundle, search), strict=True):
        place.write_text(text)
    return places


def test_addresses_of_the_sitemap_are_looked_for_where_the_site_is_served(tmp_path: Path) -> None:
    bundle, _ = scripts(tmp_path)
    material.mend_scripts(tmp_path, "/book/")
    assert "return new URL(e.pathname.slice(6),t)}" in bundle.read_text()
    assert 'class:"md-typeset__scrollwrap",tabindex:"0"' in bundle.read_text()


def test_a_tooltip_stands_in_the_main_landmark(tmp_path: Path) -> None:
    bundle, _ = scripts(tmp_path)
    material.mend_scripts(tmp_path, "/book/")
    assert 'function Xe(e,{viewport$:t},r=document.querySelector("main")){' in bundle.read_text()


def test_the_index_waits_until_the_search_is_opened(tmp_path: Path) -> None:
    bundle, _ = scripts(tmp_path)
    material.mend_scripts(tmp_path, "/book/")
    assert 'A($(false),w("search"))' in bundle.read_text()


def test_setting_the_colours_does_not_style_the_whole_page_for_a_moment(tmp_path: Path) -> None:
    bundle, _ = scripts(tmp_path)
    material.mend_scripts(tmp_path, "/book/")
    assert "if(0,s.color)c()" in bundle.read_text()


def test_the_search_looks_for_stems(tmp_path: Path) -> None:
    _, search = scripts(tmp_path)
    material.mend_scripts(tmp_path, "/")
    assert "`${lunr.stemmer(new lunr.Token(r.toLowerCase()))}*`" in search.read_text()


def test_another_script_than_material_wrote_is_named(tmp_path: Path) -> None:
    scripts(tmp_path, bundle=BUNDLE.replace("hostname", "host"))
    with pytest.raises(material.UnknownMaterial, match=r"bundle\.1234\.min\.js: expected one .* found 0"):
        material.mend_scripts(tmp_path, "/")


def test_the_styles_of_material_give_way_to_the_books(tmp_path: Path) -> None:
    sheet = tmp_path / "assets" / "stylesheets" / "main.1234.min.css"
    sheet.parent.mkdir(parents=True)
    sheet.write_text('@charset "UTF-8";a{top:0}@media print{a{top:1px}}')
    material.mend_styles(tmp_path)
    assert sheet.read_text() == '@charset "UTF-8";@layer material{a{top:0}@media print{a{top:1px}}}'
