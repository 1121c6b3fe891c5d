"""The content security policies of pages and workers allow only what a book needs."""

import base64
import fnmatch
import hashlib
import re
import subprocess
from pathlib import Path

import pytest

from hooks.pages import css_variables, policy
from hooks.pages.not_found import NAMES
from tests.markup import markup_of

ROOT = Path(__file__).parents[2]


def hash_of(body: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}'"


def rules(text: str) -> dict[str, list[str]]:
    """Return the sources of a policy by directive."""
    directives = (rule.split() for rule in text.split("; "))
    return {name: allowed for name, *allowed in directives}


def test_policy_allows_inline_scripts_only_by_hash() -> None:
    pages = [
        '<script>one()</script><script src="a.js"></script><script type="application/json">{}</script>',
        '<script>one()</script><script type="module">two()</script>',
    ]
    allowed = rules(policy.of_page(pages[0], policy.inline_scripts(pages)))
    assert allowed["script-src"] == ["'self'", *sorted(map(hash_of, ("one()", "two()")))]
    assert allowed["default-src"] == ["'self'"]


def test_policy_allows_only_the_styles_of_the_page() -> None:
    assert rules(policy.of_page("<p>none</p>", []))["style-src"] == ["'self'"]
    page = "<style>a { top: 0 }</style>"
    assert rules(policy.of_page(page, []))["style-src"] == ["'self'", hash_of("a { top: 0 }")]


def test_policy_is_safe_and_the_same_on_every_page(site: Path) -> None:
    policies = {}
    for path in site.rglob("*.html"):
        policies[path] = rules(markup_of(path).css_first("meta[http-equiv]").attrs["content"])
    assert len({str(each["script-src"]) for each in policies.values()}) == 1
    for path, each in policies.items():
        assert "unsafe" not in str(each), path
        assert each["trusted-types"] == ["diceleaf"] and each["require-trusted-types-for"] == ["'script'"]
    with_styles = {path for path, each in policies.items() if len(each["style-src"]) > 1}
    assert {path.relative_to(site).parts[0] for path in with_styles} == {*NAMES, "print"}


def test_markup_has_no_inline_styles(site: Path) -> None:
    """The policy would block them silently."""
    for path in site.rglob("*.html"):
        assert not re.search(r"<[^>]+\sstyle=", path.read_text("utf-8")), path
    for path in (ROOT / "rules_py").rglob("*.py"):
        assert not re.search(r"\bstyle=f?\"", path.read_text("utf-8")), path


def test_stylesheet_covers_every_css_data_attribute(site: Path) -> None:
    sheet = css_variables.sheet("Our ruling")
    assert '[data-css-tilt="-16"]{--tilt:-16deg}' in sheet
    attributes = {
        each
        for path in site.rglob("*.html")
        for each in re.findall(r'data-css-\w+="[^"]*"', path.read_text("utf-8"))
    }
    assert len(attributes) > 10
    assert {each for each in attributes if f"[{each}]" not in sheet} == set()


def test_only_trusted_module_creates_markup_and_scripts() -> None:
    """Browsers without Trusted Types don't enforce it."""
    sinks = r"(inner|outer)HTML = (?!markup\()|insertAdjacentHTML|setHTMLUnsafe|document\.write|srcdoc"
    more = r"|parseFromString\((?!markup\()|new Worker\((?!scriptAt\()|script\.src = (?!scriptAt\()"
    query = ["git", "grep", "-nP", f"{sinks}{more}|createContextualFragment", "--", "docs/assets/js"]
    assert subprocess.run(query, cwd=ROOT, capture_output=True, text=True, check=False).stdout == ""


def headers(site: Path) -> dict[str, str]:
    """Return the lines of `_headers` by pattern."""
    blocks = (site / policy.HEADERS).read_text("utf-8").split("\n\n")
    return dict(block.split("\n", 1) for block in blocks)


def page_headers(site: Path, path: str) -> str:
    """Return all lines that a host sends for a path, of every pattern that fits."""
    return "".join(lines for pattern, lines in headers(site).items() if fnmatch.fnmatchcase(path, pattern))


@pytest.fixture
def few_pages(tmp_path: Path) -> Path:
    for name in (
        "index.html",
        "404.html",
        "core_rules/dice/index.html",
        "embed/core_rules.challenge/index.html",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


def test_no_page_is_framed_unless_the_author_allows_it(few_pages: Path) -> None:
    policy.write_headers(few_pages)
    for path in ("/", "/core_rules/dice/", "/embed/core_rules.challenge/"):
        assert page_headers(few_pages, path).count("frame-ancestors 'none'") == 1


@pytest.mark.parametrize(
    ("frames", "allowed"),
    [
        ("any", "*"),
        (["https://blog.example", "*.wiki.example"], "'self' https://blog.example *.wiki.example"),
    ],
)
def test_only_embedded_pages_are_framed(few_pages: Path, frames: str | list[str], allowed: str) -> None:
    policy.write_headers(few_pages, frames)
    for path in ("/", "/index.html", "/404.html", "/core_rules/dice/"):
        assert page_headers(few_pages, path).count("frame-ancestors 'none'") == 1, path
    embedded = page_headers(few_pages, "/embed/core_rules.challenge/")
    assert re.findall("frame-ancestors (.*)", embedded) == [allowed]


def test_headers_set_what_pages_cannot(site: Path) -> None:
    blocks = headers(site)
    assert "X-Content-Type-Options: nosniff" in blocks["/*"]
    [worker] = re.findall("Content-Security-Policy: (.*)", blocks["/engine/worker-*"])
    assert rules(worker)["default-src"] == ["'none'"]
    assert rules(worker)["script-src"] == ["blob:", "'wasm-unsafe-eval'"]
    assert "no-cache" in blocks["/sw.js"]
    for pattern, lines in blocks.items():
        if "immutable" in lines:
            files = [*site.glob(pattern.removeprefix("/"))]
            assert files and all(re.search(r"-[0-9a-f]{12}", path.name) for path in files), pattern
