"""Patches of Material's pages and styles."""

from pathlib import Path

import pytest

from hooks.base.adapter import File, Files, MkDocsConfig
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


@pytest.fixture
def config(tmp_path: Path) -> MkDocsConfig:
    config = MkDocsConfig()
    config.load_dict({"site_name": "A book", "docs_dir": str(tmp_path), "site_dir": str(tmp_path / "site")})
    config.validate()
    config.plugins.run_event("startup", command="build", dirty=False)
    return config


def test_unused_files_of_material_are_removed(config: MkDocsConfig) -> None:
    theirs = ("assets/javascripts/bundle.1234.min.js", "partials/ours.js", "assets/images/favicon.png")
    files = Files([
        File.generated(config, name, content="")
        for name in ("assets/images/favicon.svg", *theirs, "assets/stylesheets/main.1234.min.css.map")
    ])  # fmt: skip
    theme_patches.replace_files(files, config)
    assert [*files.src_uris] == ["assets/images/favicon.svg"]


def test_favicon_of_a_book_replaces_that_of_material(config: MkDocsConfig) -> None:
    own = "assets/images/favicon.png"
    (Path(config.docs_dir) / own).parent.mkdir(parents=True)
    (Path(config.docs_dir) / own).touch()
    files = Files([File.generated(config, own, content="")])
    theme_patches.replace_files(files, config)
    assert [*files.src_uris] == [own]


def test_material_styles_are_overridden(config: MkDocsConfig) -> None:
    name = "assets/stylesheets/main.1234.min.css"
    rules = '@charset "UTF-8";a{top:0}@media print{a{top:1px}}'
    files = Files([File.generated(config, name, content=rules)])
    theme_patches.replace_files(files, config)
    assert (
        files.src_uris[name].content_string
        == '@charset "UTF-8";@layer material{a{top:0}@media print{a{top:1px}}}'
    )
