"""Rules for stylesheets: layers, named sizes and spaces, colours in one place, short selectors.

An unnamed value is allowed if its line says why: `/* once: … */`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from hooks.pages import css_variables, embed

ROOT = Path(__file__).parents[2]
STYLES = ROOT / "docs" / "assets" / "css"
SHEETS = sorted(STYLES.glob("*.css"))
NAMING = {"tokens", "palette"}
"""The sheets that define the named values."""
LONGEST = 3
"""The most compounds of a selector."""

SIZED = re.compile(r"font-size|font-weight|(row-|column-)?gap|(margin|padding)(-\w+)*")
UNSIZED = re.compile(
    r"min\(var\(--[\w-]+\), var\(--[\w-]+\)\)|var\(--[\w-]+\)|calc\(-1 \* var\(--[\w-]+\)\)|0|auto|inherit|1em|100%"
)
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|\b(white|black|red|gr[ae]y)\b")
ARTICLE = re.compile(r"\.md-typeset\s+(?!>)[^\s,]*\.(?!md-|headerlink|admonition)[a-z]")
"""The article, then an element with one of our classes, which needs no context."""
IN_TEXT_ONLY = re.compile(r"/\* In the text only: .+?\*/\s*\S[^{}]*\{", re.DOTALL)
"""A rule with a comment on why the same element looks different elsewhere."""
ORDER = ["material", "base", "shell", "prose", "controls", "components", "paper", "states"]

every_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=lambda each: each.stem)
every_using_sheet = pytest.mark.parametrize(
    "sheet", [each for each in SHEETS if each.stem not in NAMING], ids=lambda each: each.stem
)


def without_comments(css: str) -> str:
    return re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)


def declarations(css: str) -> Iterator[tuple[str, str]]:
    """Yield each property with its value, except those with a comment on why they occur once."""
    css = without_comments(re.sub(r"[^\n;{]+;[ ]*/\* once: .+?\*/", "", css))
    for block in re.findall(r"\{([^{}]*)\}", css):
        for declaration in filter(str.strip, block.split(";")):
            name, _, value = declaration.partition(":")
            yield name.strip(), " ".join(value.split())


def selectors(css: str) -> Iterator[str]:
    """Yield the selectors of each rule, nested ones included, without brackets."""
    for prelude in re.findall(r"([^{};]+)\{", without_comments(css)):
        if not prelude.strip().startswith("@"):
            yield from without_brackets(prelude).split(",")


def without_brackets(text: str) -> str:
    """Return the text without `(…)` and `[…]`, nested ones included."""
    while (shorter := re.sub(r"\([^()]*\)|\[[^][]*\]", "", text)) != text:
        text = shorter
    return text


def compounds(selector: str) -> int:
    """Return the number of compound selectors in a selector without brackets."""
    return len(re.split(r"\s*[>+~]\s*|\s+", selector.strip()))


def test_compounds_counts_the_compound_selectors() -> None:
    [first, second] = selectors(
        '@media print { a, .x:is(.y > b:not(e), c) > [d="e f"]:has(> g) h { top: 0 } }'
    )
    assert compounds(first) == 1
    assert compounds(second) == 3


def test_layers_are_in_the_declared_order() -> None:
    order = re.search(r"@layer ([^;{]+);", (STYLES / "tokens.css").read_text("utf-8"))
    assert [each.strip() for each in order[1].split(",")] == ORDER


def test_site_links_every_sheet_after_the_layer_order() -> None:
    config = (ROOT / "hooks/mkdocs/every_book.yml").read_text("utf-8")
    [links] = re.findall(r"^extra_css:\n((?:  - .*\n)+)", config, re.MULTILINE)
    names = [Path(each).stem for each in yaml.safe_load(links)]
    assert names[0] == "tokens"
    assert sorted([*names, "embed"]) == sorted(
        [Path(css_variables.PATH).stem, *(each.stem for each in SHEETS)]
    )
    assert {*embed.SHEETS} - {*names} == {"embed"}


@every_sheet
def test_every_rule_is_in_a_layer(sheet: Path) -> None:
    css = without_comments(sheet.read_text("utf-8"))
    outermost = re.findall(r"^([@.:#*\[\w][^{};]*)\{", css, re.MULTILINE)
    layers = [each.split()[1] for each in outermost if each.startswith("@layer")]
    assert set(layers) <= set(ORDER)
    assert [each for each in outermost if not each.startswith(("@layer", "@font-face"))] == []


@every_using_sheet
def test_sizes_weights_and_spaces_are_named(sheet: Path) -> None:
    unnamed_values = [
        f"{name}: {value}"
        for name, value in declarations(sheet.read_text("utf-8"))
        if SIZED.fullmatch(name) and UNSIZED.sub("", value).strip() or name == "font" and value != "inherit"
    ]
    assert unnamed_values == []


@every_using_sheet
def test_colours_are_named(sheet: Path) -> None:
    unnamed_values = [
        f"{name}: {value}" for name, value in declarations(sheet.read_text("utf-8")) if COLOUR.search(value)
    ]
    assert unnamed_values == []


@every_sheet
def test_every_used_variable_is_defined(sheet: Path) -> None:
    texts = [css_variables.sheet("Our ruling"), *(each.read_text("utf-8") for each in SHEETS)]
    defined_variables = set(re.findall(r"(--[\w-]+):", "".join(texts)))
    used_variables = set(re.findall(r"var\((--[\w-]+)", sheet.read_text("utf-8")))
    assert used_variables - defined_variables == set()


@every_sheet
def test_selectors_have_at_most_three_compounds(sheet: Path) -> None:
    longer = [each for each in selectors(sheet.read_text("utf-8")) if compounds(each) > LONGEST]
    assert longer == []


@every_sheet
def test_article_selectors_contain_no_own_classes(sheet: Path) -> None:
    """The layers of components override those of the text, however short a selector is."""
    css = IN_TEXT_ONLY.sub("{", sheet.read_text("utf-8"))
    above_the_text = re.split(r"^@layer (?:base|shell|prose) \{.*?^\}", css, flags=re.DOTALL | re.MULTILINE)
    preludes = re.findall(r"([^{};]+)\{", without_comments("".join(above_the_text)))
    assert [" ".join(each.split()) for each in preludes if ARTICLE.search(each)] == []


@pytest.mark.parametrize(
    ("selector", "is_match"),
    [
        (".md-typeset .also", True),
        (".md-typeset :is(.plot, .diagram) > figcaption", True),
        (".md-typeset a.rule-link", True),
        ("a, .md-typeset\n  .also", True),
        (".md-typeset > .odds-grid", False),
        (".md-typeset table", False),
        (".md-typeset :is(p, li):has(> :target)", False),
        (".md-typeset .md-button", False),
        (".also .md-typeset", False),
    ],
)
def test_article_pattern_finds_only_own_classes(selector: str, is_match: bool) -> None:
    assert bool(ARTICLE.search(selector)) is is_match


@every_sheet
def test_no_has_selector_restyles_the_whole_page(sheet: Path) -> None:
    """A browser checks `:root:has(…)` at each change and restyles the whole page: an attribute is cheaper."""
    on_screen = re.sub(
        r"@media print \{.*?\n  \}", "", without_comments(sheet.read_text("utf-8")), flags=re.DOTALL
    )
    assert not re.findall(r"(?::root|html|body)[^\s,{]*:has\([^{]*", on_screen)


@every_sheet
def test_no_style_depends_on_empty_content(sheet: Path) -> None:
    """WebKit doesn't notice when `:empty` ends: the undo of a deletion never appeared there."""
    conditions = re.findall(
        r":has(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))", without_comments(sheet.read_text("utf-8"))
    )
    assert [each for each in conditions if ":empty" in each] == []


@every_sheet
def test_styles_use_no_important(sheet: Path) -> None:
    assert "!important" not in sheet.read_text("utf-8")
