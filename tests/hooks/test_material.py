"""Each mend to Material's pages and scripts, and the word that a mend has nothing to hold on to any more."""

from pathlib import Path

import pytest

from hooks import material

PAGE = (
    '<nav class="md-nav" data-md-level="1" aria-labelledby="__nav_2_label" aria-expanded="true">\n'
    '  <label class="md-nav__title" for="__nav_2">Core Rules</label></nav>'
    '<pre id="__code_0"><span></span><code>a long line</code></pre><pre>no code</pre>'
    "<script>var target=document.getElementById(location.hash.slice(1));target</script>"
)
BUNDLE = (
    "function fi(e,t){return e.protocol=t.protocol,e.hostname=t.hostname,e}"
    'x("div",{class:"md-typeset__scrollwrap"})'
    'if(document.body.setAttribute("data-md-color-switching",""),s.color)c()'
)


def test_a_page_gets_its_names_and_its_way_by_keyboard() -> None:
    mended = material.mend_page(PAGE, "page.html")
    assert 'aria-labelledby="__nav_2_title"' in mended
    assert '<label class="md-nav__title" id="__nav_2_title" for="__nav_2">' in mended
    assert '<pre tabindex="0" id="__code_0"><span></span><code>' in mended
    assert "<pre>no code</pre>" in mended
    assert "location.hash&&document.getElementById" in mended


def test_another_page_than_material_wrote_is_named() -> None:
    with pytest.raises(material.UnknownMaterial, match=r"page\.html: expected one var target=.* found 0"):
        material.mend_page(PAGE.replace("var target", "let target"), "page.html")


def script(site: Path, bundle: str = BUNDLE) -> Path:
    """A site with Material's script; where that is."""
    place = site / "assets" / "javascripts" / "bundle.1234.min.js"
    place.parent.mkdir(parents=True)
    place.write_text(bundle)
    return place


def test_addresses_of_the_sitemap_are_looked_for_where_the_site_is_served(tmp_path: Path) -> None:
    bundle = script(tmp_path)
    material.mend_scripts(tmp_path, "/book/")
    assert "return new URL(e.pathname.slice(6),t)}" in bundle.read_text()
    assert 'class:"md-typeset__scrollwrap",tabindex:"0"' in bundle.read_text()


def test_what_belongs_to_materials_search_is_left_out(tmp_path: Path) -> None:
    bundle = script(tmp_path)
    for folder in ("lunr", "workers"):
        (bundle.parent / folder).mkdir()
        (bundle.parent / folder / "search.1234.min.js").touch()
    material.leave_out(tmp_path)
    assert [path.name for path in bundle.parent.iterdir()] == [bundle.name]


def test_setting_the_colours_does_not_style_the_whole_page_for_a_moment(tmp_path: Path) -> None:
    bundle = script(tmp_path)
    material.mend_scripts(tmp_path, "/book/")
    assert "if(0,s.color)c()" in bundle.read_text()


def test_another_script_than_material_wrote_is_named(tmp_path: Path) -> None:
    script(tmp_path, BUNDLE.replace("hostname", "host"))
    with pytest.raises(material.UnknownMaterial, match=r"bundle\.1234\.min\.js: expected one .* found 0"):
        material.mend_scripts(tmp_path, "/")


def test_the_styles_of_material_give_way_to_the_books(tmp_path: Path) -> None:
    sheet = tmp_path / "assets" / "stylesheets" / "main.1234.min.css"
    sheet.parent.mkdir(parents=True)
    sheet.write_text('@charset "UTF-8";a{top:0}@media print{a{top:1px}}')
    material.mend_styles(tmp_path)
    assert sheet.read_text() == '@charset "UTF-8";@layer material{a{top:0}@media print{a{top:1px}}}'
