"""A mistake in a book's `mkdocs.yml` stops the build; the message names line, value and valid values."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hooks.base.adapter import get_plugins
from hooks.mkdocs.config_check import faults

ROOT = Path(__file__).parents[2]
RIGHT = """\
site_name: Ember
site_url: !ENV [SITE_URL, "https://ember.example/"]
strict: true
extra:
  ruling: Our ruling
  licence:
    what: All of it.
    terms: !ENV [TERMS, "MIT"]
theme: material
plugins: [diceleaf]
"""
SETTING = "(expected a setting of MkDocs, such as site_name, site_description, site_url or extra)"
MISTAKES = {
    "a setting misspelt": (
        "site_name",
        "site_nmae",
        f"1: unknown setting 'site_nmae' {SETTING}. Did you mean 'site_name'?",
    ),
    "an unknown setting": ("strict: true", "colour: red", f"3: unknown setting 'colour' {SETTING}"),
    "styles of another host": (
        "strict: true",
        "extra_css:\n  - own.css\n  - https://example.org/a.css",
        "5: file of extra_css: expected a path in docs, as pages load nothing from other hosts, got 'https://example.org/a.css'",
    ),
    "a script of another host": (
        "strict: true",
        "extra_javascript: [{path: //example.org/a.js, type: module}]",
        "3: file of extra_javascript: expected a path in docs, as pages load nothing from other hosts, got '//example.org/a.js'",
    ),
    "a nav": (
        "strict: true",
        "nav: [index.md]",
        "3: a book has no setting 'nav'. Set `order:` and `title:` in the front matter of each page instead.",
    ),
    "dead links allowed": (
        "strict: true",
        "validation: {not_found: ignore}",
        "3: a book has no setting 'validation'. Dead links always stop the build.",
    ),
    "a setting of extra misspelt": (
        "  ruling:",
        "  rulling:",
        "5: extra: unknown setting 'rulling' (expected ruling, licence, paper or frames, or a name that the theme knows). Did you mean 'ruling'?",
    ),
    "a ruling that is no text": (
        "Our ruling",
        "[ours]",
        "5: ruling: expected a short text, such as Our ruling, got ['ours']",
    ),
    "an unknown size of paper": (
        "  ruling:",
        "  paper: A5\n  ruling:",
        "5: paper: unknown value 'A5' (expected A4 or Letter)",
    ),
    "a licence misspelt": (
        "what:",
        "waht:",
        "7: licence has no field 'waht'; fields are what, terms and preset. Did you mean 'what'?",
    ),
    "a licence that is a number": ("All of it.", "7", "7: licence: what: expected a text, got 7"),
    "a licence in one line": (
        'licence:\n    what: All of it.\n    terms: !ENV [TERMS, "MIT"]',
        "licence: MIT",
        "6: unknown licence 'MIT'. Did you mean 'mit'?",
    ),
    "frames that are no hosts": (
        "  licence:",
        "  frames: yes please\n  licence:",
        "6: frames: expected none, any, or a list of hosts, such as [https://blog.example], got 'yes please'",
    ),
    "a frame with a path": (
        "  licence:",
        "  frames: [https://blog.example/posts; script-src *]\n  licence:",
        "6: frames: expected none, any, or a list of hosts, such as [https://blog.example], got ['https://blog.example/posts; script-src *']",
    ),
    "another theme": (
        "theme: material",
        "theme: {name: material, language: de}",
        "9: theme: expected material with nothing below it (put colours into a stylesheet, extra_css), got {'name': 'material', 'language': 'de'}",
    ),
    "a theme misspelt": (
        "theme: material",
        "theme: materiel",
        "9: theme: unknown value 'materiel' (expected material with nothing below it (put colours into a stylesheet, extra_css)). Did you mean 'material'?",
    ),
    "a plugin misspelt": (
        "[diceleaf]",
        "[diceleef]",
        "10: unknown plugin 'diceleef' (expected an installed plugin). Did you mean 'diceleaf'?",
    ),
    "another plugin alone": (
        "[diceleaf]",
        "[search: {lang: en}]",
        "10: plugins: expected [diceleaf], or diceleaf with others, got ['search']",
    ),
    "no plugin": (
        "plugins: [diceleaf]\n",
        "",
        "1: plugins: expected [diceleaf], or diceleaf with others, got nothing",
    ),
    "an address without a scheme": (
        '!ENV [SITE_URL, "https://ember.example/"]',
        "ember.example",
        "2: site_url: expected a value that MkDocs accepts (The URL isn't valid, it should include the http:// (scheme)), got 'ember.example'",
    ),
    "neither yes nor no": (
        "strict: true",
        "strict: maybe",
        "3: strict: expected a value that MkDocs accepts (Expected type: bool but received: str), got 'maybe'",
    ),
    "no name": (
        "site_name: Ember\n",
        "",
        "1: site_name: expected a value that MkDocs accepts (Required configuration not provided), got nothing",
    ),
    "a line with a wrong indentation": (
        "strict: true",
        "strict: true\n  more: true",
        "4: YAML: expected lines such as `site_name: Ember` (mapping values are not allowed here), got 'more: true'",
    ),
    "a bracket left open": (
        "[diceleaf]\n",
        "[diceleaf",
        "10: YAML: expected lines such as `site_name: Ember` (expected ',' or ']', but got '<stream end>'), got 'plugins: [diceleaf'",
    ),
    "no settings at all": (
        RIGHT,
        "Ember",
        "1: settings: expected lines such as `site_name: Ember`, got 'Ember'",
    ),
}
"""Text of the settings, its replacement, and the message, by mistake."""


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    return tmp_path / "mkdocs.yml"


def messages(settings: Path, text: str) -> list[str]:
    settings.write_text(text, "utf-8")
    return [*map(str, faults(settings))]


def test_correct_settings_have_no_faults(settings: Path) -> None:
    assert messages(settings, RIGHT) == []
    more = "plugins:\n  - diceleaf\n  - search: {lang: en}\nextra_css: [a.css]\nmarkdown_extensions: [abbr]\n"
    assert (
        messages(
            settings, RIGHT.replace("plugins: [diceleaf]\n", more).replace("material", "{name: material}")
        )
        == []
    )
    assert [*faults(ROOT / "mkdocs.yml")] == []


@pytest.mark.parametrize(("before", "after", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_is_reported_with_its_line(settings: Path, before: str, after: str, message: str) -> None:
    assert RIGHT.count(before) == 1
    assert messages(settings, RIGHT.replace(before, after)) == [f"mkdocs.yml:{message}"]


def test_settings_are_read_once(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def emptied() -> Mapping[str, object]:
        settings.write_text("", "utf-8")
        return get_plugins()

    monkeypatch.setattr("hooks.mkdocs.config_check.get_plugins", emptied)
    assert messages(settings, RIGHT) == []
    assert settings.read_text("utf-8") == ""


def test_settings_are_checked_before_the_build(settings: Path) -> None:
    settings.write_text(RIGHT.replace("strict", "stritc"), "utf-8")
    command = [sys.executable, "-m", "hooks", "build", "--strict"]
    result = subprocess.run(command, cwd=settings.parent, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert (
        "mkdocs.yml:3: unknown setting 'stritc' " in result.stdout
        and "Did you mean 'strict'?" in result.stdout
    )
    assert "Traceback" not in result.stdout + result.stderr and not (settings.parent / "site").exists()
