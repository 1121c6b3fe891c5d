"""Markup that pages can't show, reported with its line and an alternative."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.directives.guide_game import PAGE

RAW = {
    "Happy :smile: now": "emoji: expected the character itself, or \\: for a colon, got ':smile:'",
    "Thus $E=mc^2$.": "formula: expected Unicode characters, such as `E = mc^2^`, got '$E=mc^2$'",
    "Say $x$ to it": "formula: expected Unicode characters, such as `E = mc^2^`, got '$x$'",
    "$$\nx\n": "formula: expected Unicode characters, such as `E = mc^2^`, got '$$'",
    '--8<-- "rules.md"': "included file: expected its text, as pages can't include files, got '--8<-- \"rules.md\"'",
    "It {++grows++}": "change mark: expected the current text, got '{++grows++}'",
    "*[GM]: game master": "abbreviation: expected a term in the book's glossary.md, got '*[GM]: game master'",
    "/// note": "block: expected `!!! note \"Title\"`, with its text indented below, got '/// note'",
    'A <span style="color:red">red</span> lamp': "attribute style: expected a class with styles in `extra_css`, as pages block inline styles, got 'style=\"color:red\"'",
    'A lamp{: style="color:red" }': "attribute style: expected a class with styles in `extra_css`, as pages block inline styles, got 'style=\"color:red\" '",
    '<b\n onclick="shine()">lamp</b>': "attribute onclick: expected nothing, as pages block scripts in attributes, got 'onclick=\"shine()\"'",
    "<object data='lamp.swf'></object>": "element: expected an image or a link, as pages block plugins, got '<object>'",
    "![lamp](https://example.org/lamp.png)": "image: expected a path in docs, as pages load nothing from other hosts, got 'https://example.org/lamp.png'",
    "![a [lamp]](<//example.org/lamp.png> 'x')": "image: expected a path in docs, as pages load nothing from other hosts, got '//example.org/lamp.png'",
    "![lamp][here]\n\n[here]: http://example.org/lamp.png": "image: expected a path in docs, as pages load nothing from other hosts, got 'http://example.org/lamp.png'",
    '<img alt="" src="HTTPS://example.org/lamp.png">': "src of <img>: expected a path in docs, as pages load nothing from other hosts, got 'HTTPS://example.org/lamp.png'",
    '<iframe src="https://example.org/"></iframe>': "src of <iframe>: expected a path in docs, as pages load nothing from other hosts, got 'https://example.org/'",
    "```python\nshine()  # (1)!\n```": "annotation in code: expected a comment, or a list below the code, got '# (1)!'",
}
"""Markup that would be printed raw or blocked by the browser, with the message of the build."""


@pytest.mark.parametrize("text", RAW)
def test_markup_that_pages_cannot_show_is_reported(
    lantern: Path, build_error: Callable[[], str], text: str
) -> None:
    page = lantern / PAGE
    page.write_text(page.read_text("utf-8") + f"\n{text}\n", "utf-8")
    line = len(page.read_text("utf-8").splitlines()) - text.count("\n") + (text[0] == "`")
    assert build_error() == f"{PAGE}:{line}: {RAW[text]}"


FINE = """
It costs $5, not $10 or $12_000; from 10:30:45 on, in C++ or a::b::c, `:smile:` and \\:smile:.
It slows down by 10 \\% for a while, and is 100\\% yours. A style=red lamp, and [a link](https://example.org/).

<a href="https://example.org/">A link</a>, x < 5 and ![lamp](lamp.png), a line {of words}.

- [x] Filled
- [ ] Lit

==Bright== and ~~dark~~, H~2~O, x^2^, ^^new^^ and ++ctrl+x++.

| Oil | Light |
|:---:|------:|
| 1   | 2     |

    shine()  # (1)
"""


def test_markup_that_pages_show_is_built(lantern: Path, build_error: Callable[[], str]) -> None:
    page = lantern / PAGE
    page.write_text(page.read_text("utf-8") + FINE, "utf-8")
    assert build_error() == ""


def test_styles_from_other_hosts_are_reported(lantern: Path, build_error: Callable[[], str]) -> None:
    styles = lantern / "docs/assets/own.css"
    styles.parent.mkdir()
    styles.write_text(
        "p {\n  background: url('https://example.org/a.png') }\n@import \"//example.org/b.css\";"
    )
    copy = "expected a path in docs, as pages load nothing from other hosts"
    assert build_error().splitlines() == [
        f"docs/assets/own.css:2: address in a stylesheet: {copy}, got 'https://example.org/a.png'",
        f"docs/assets/own.css:3: address in a stylesheet: {copy}, got '//example.org/b.css'",
    ]
