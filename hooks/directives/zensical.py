"""The directives in Zensical, which runs extensions of Python-Markdown but no hooks.

A page learns from it where it lies, as MkDocs' hooks would have told. In its configuration this stands in the
place of `hooks.directives`; `docs/authoring` tells what of the site Zensical can't make.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, override

from markdown import Markdown
from markdown.extensions import Extension

from hooks.directives import DirectivesExtension, Library

_CONTEXT = "rendering_context"
"""The preprocessor by which Zensical tells the page and the configuration."""


class ZensicalExtension(Extension):
    """Carries out the directives of whatever page Zensical renders."""

    @override
    def extendMarkdown(self, md: Markdown) -> None:
        told: Any = md.preprocessors[_CONTEXT]
        library = _library(Path(told.config["docs_dir"]).resolve())
        settings = library.settings(told.page.path)
        # links lead from where the text lies, as in Markdown: Zensical turns them into those of the page
        settings["page"] = replace(settings["page"], root="../" * told.page.path.count("/"))
        DirectivesExtension(**settings).extendMarkdown(md)


@cache
def _library(docs_dir: Path) -> Library:
    return Library(docs_dir)


def makeExtension(**settings: Any) -> ZensicalExtension:
    """What Python-Markdown calls for `extensions=["hooks.directives.zensical"]`."""
    return ZensicalExtension(**settings)
