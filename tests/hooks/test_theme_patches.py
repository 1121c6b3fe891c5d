"""Patches of Material's pages and styles."""

from pathlib import Path

import pytest

from hooks.mkdocs import theme_patches

PAGE = (
    '<head>\n      <meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.8.1">\n  <title>Zones</title></head>'
    '<body>\n    <input class="md-toggle" data-md-toggle="drawer" type="checkbox" id="__drawer" autocomplete="off">\n'
    '    <label class="md-overlay" for="__drawer"></label>\n'
    '<h2 id="zones">Zones<a class="headerlink" href="#zones" title="Link to this section">&para;</a></h2>'
    '<pre id="__code_0"><span></span><code>a long line</code></pre><pre>no code</pre>'
    '<table>\n<tr><td>1</td></tr>\n</table><table class="grid"><tr><td>2</td></tr></table>'
)


def test_code_is_focusable_and_header_links_are_not() -> None:
    html = theme_patches.patch_page(PAGE, "page.html")
    assert '<pre tabindex="0" id="__code_0"><span></span><code>' in html
    assert "<pre>no code</pre>" in html
    assert '<a class="headerlink" tabindex="-1" aria-hidden="true" href="#zones"' in html, (
        "the list of sections leads there too"
    )


def test_generator_tag_is_removed() -> None:
    assert theme_patches.patch_page(PAGE, "page.html").startswith("<head>\n  <title>Zones</title></head>")


def test_switches_of_material_are_removed() -> None:
    html = theme_patches.patch_page(PAGE, "page.html")
    assert "md-toggle" not in html and "md-overlay" not in html


def test_wide_table_scrolls_by_itself() -> None:
    html = theme_patches.patch_page(PAGE, "page.html")
    before, table = html.split("<table>")
    assert before.endswith('<div class="md-typeset__scrollwrap" tabindex="0"><div class="md-typeset__table">')
    assert table.endswith('</table></div></div><table class="grid"><tr><td>2</td></tr></table>')


def test_page_with_a_material_script_is_reported() -> None:
    with pytest.raises(theme_patches.UnknownMaterial, match=r"page\.html: expected no script of Material"):
        theme_patches.patch_page(
            f'{PAGE}<script src="../assets/javascripts/bundle.1234.min.js">', "page.html"
        )


def test_unused_files_of_material_are_removed(tmp_path: Path) -> None:
    ours = "assets/images/favicon.svg"
    theirs = ("assets/images/favicon.png", "assets/javascripts/bundle.1234.min.js", "partials/ours.js")
    for name in (ours, *theirs, "assets/stylesheets/main.1234.min.css.map"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    theme_patches.remove_unused(tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / ours]


def test_material_styles_are_put_into_a_layer(tmp_path: Path) -> None:
    sheet = tmp_path / "assets" / "stylesheets" / "main.1234.min.css"
    sheet.parent.mkdir(parents=True)
    sheet.write_text('@charset "UTF-8";a{top:0}@media print{a{top:1px}}')
    theme_patches.patch_styles(tmp_path)
    assert sheet.read_text() == '@charset "UTF-8";@layer material{a{top:0}@media print{a{top:1px}}}'
