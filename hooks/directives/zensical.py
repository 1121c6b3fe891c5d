"""The directives in Zensical, which runs extensions of Python-Markdown but no hooks.

In the configuration of Zensical it replaces `hooks.directives`. `docs/authoring` lists what Zensical can't
build.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, override

from markdown import Markdown
from markdown.extensions import Extension

from hooks.directives import DirectivesExtension, Library

_CONTEXT = "rendering_context"
"""The preprocessor in which Zensical stores the page and the configuration."""


class ZensicalExtension(Extension):
    """The directives of the page that Zensical renders."""

    @override
    def extendMarkdown(self, md: Markdown) -> None:
        rendering: Any = md.preprocessors[_CONTEXT]
        library = _library(Path(rendering.config["docs_dir"]).resolve())
        settings = library.settings(rendering.page.path)
        # relative to the source, as in Markdown: Zensical converts links to addresses
        settings["page"] = replace(settings["page"], root="../" * rendering.page.path.count("/"))
        DirectivesExtension(**settings).extendMarkdown(md)


@cache
def _library(docs_dir: Path) -> Library:
    return Library(docs_dir)


def makeExtension(**settings: Any) -> ZensicalExtension:
    """Return the extension, as Python-Markdown requires for `extensions=["hooks.directives.zensical"]`."""
    return ZensicalExtension(**settings)
