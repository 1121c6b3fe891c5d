"""The dialects of Markdown that an import reads: each lifts its own markup to what Diceleaf's pages have."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from hooks.importing.dialects import homebrewery, jekyll, material, mdx, obsidian, pandoc
from hooks.importing.report import Line, Note

type Step = Callable[[list[Line], str], tuple[list[Line], list[Note]]]

LIFTS: Mapping[str, Step] = {
    "mdx": mdx.lift,
    "jekyll": jekyll.lift,
    "homebrewery": homebrewery.lift,
    "pandoc": pandoc.lift,
    "material": material.lift,
    "obsidian": obsidian.lift,
}
"""The step of each dialect, in the order in which they are applied."""

_MARKS: Mapping[str, tuple[str, ...]] = {
    "mdx": (r"^import .* from [\"'].*[\"'];?$",),
    "jekyll": (r"^\s*\{%", r"^\{:[^}]*\}\s*$", r"\{\{ *(?:site|page)\."),
    "homebrewery": (r"^\\page\b", r"^\\column\b", r"^\s*\{\{[a-zA-Z][\w,:#%.()\"-]*\s*$"),
    "pandoc": (
        r"^:{3,} *\{?[.\w]",
        r"^\+{3} *\{",
        r"^\+(?:[-=:]{2,}\+)+$",
        r"^ *-{2,}(?: +-{2,}){1,} *$",
        r"^#+ .*\{[.#-][^{}]*\}\s*$",
        r"\]\([^()]*\)\{[\w.#][^{}:]*=[^{}]*\}",
    ),
    "material": (
        r"^ *(?:!!!|\?\?\?\+?) +\w",
        r'^ *=== +"',
        r"^\s*-{2,}8<-{2,}",
        r"^\*\[[^\]]+\]:",
        r"^\[TOC\]$",
    ),
    "obsidian": (r"!?\[\[[^\[\]]+\]\]", r"^ {0,3}> ?\[![^\]]+\]", r"%%.*%%", r"^\s*%%\s*$"),
}
"""Patterns of lines that only this dialect has."""


def detect(text: str, hints: Collection[str] = ()) -> list[str]:
    """Return the dialects of a text, those that its folder hints at among them."""
    return [
        name
        for name in LIFTS
        if name in hints or any(re.search(mark, text, re.MULTILINE) for mark in _MARKS[name])
    ]
