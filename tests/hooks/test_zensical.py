"""Zensical renders the directives, as an extension of Python-Markdown, like MkDocs."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from hooks.directives import Library
from hooks.directives.pages import read_page
from hooks.directives.zensical import ZensicalExtension

ROOT = Path(__file__).resolve().parents[2]
PAGE = "core_rules/points.md"
LINK = re.compile(r'href="[^"]+"')


class RenderingContext(Extension):
    """The page in a preprocessor before all other extensions, as Zensical 0.0.73 provides it."""

    def extendMarkdown(self, md: Markdown) -> None:
        preprocessor: Any = Preprocessor(md)
        preprocessor.page, preprocessor.config = SimpleNamespace(path=PAGE), {"docs_dir": str(ROOT / "docs")}
        preprocessor.run = list
        md.preprocessors.register(preprocessor, "rendering_context", 0)


def test_page_is_found_from_zensical_context() -> None:
    _, lines = read_page(ROOT / "docs", PAGE)
    text = "\n".join(lines)
    more = ["admonition", "attr_list", "tables", "toc", "pymdownx.details", "pymdownx.superfences"]
    settings = {"hooks.directives": Library(ROOT / "docs").settings(PAGE)}
    here = Markdown(extensions=[*more, "hooks.directives"], extension_configs=settings).convert(text)
    there = Markdown(extensions=[RenderingContext(), *more, ZensicalExtension()]).convert(text)
    assert LINK.sub("", there) == LINK.sub("", here)
    assert {link.count("../") for link in LINK.findall(there)} == {0, 1}, (
        "links are relative to the source file"
    )
    assert "<dice-calculator" in there and "rule-mark" in there


@pytest.mark.slow
@pytest.mark.skipif(not importlib.util.find_spec("zensical"), reason="needs zensical (pip install zensical)")
def test_zensical_itself_renders_a_book(tmp_path: Path, site: Path) -> None:
    own, every = ((ROOT / name).read_text("utf-8") for name in ("mkdocs.yml", "hooks/mkdocs/every_book.yml"))
    configuration = own.replace("theme: material\nplugins: [diceleaf]\n", "") + every.replace(
        "hooks.directives", "hooks.directives.zensical"
    )
    (tmp_path / "mkdocs.yml").write_text(configuration, "utf-8")
    for name, place in (("docs", "docs"), ("hooks/mkdocs/overrides", "overrides")):
        shutil.copytree(ROOT / name, tmp_path / place)
    command = [sys.executable, "-m", "zensical", "build", "--config-file", "mkdocs.yml"]
    result = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    for name in ("core_rules/points", "dichotomy/combat", "two_d6/talents"):
        there, here = (elements(folder / name / "index.html") for folder in (tmp_path / "site", site))
        assert there == here, name


def elements(page: Path) -> list[str]:
    """Return what the directives put on a page for readers to use."""
    text = BeautifulSoup(page.read_text("utf-8"), "html.parser").find("article")
    return [str(each) for each in text.find_all(re.compile("^dice-"))]
