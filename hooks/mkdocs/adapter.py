"""The program that makes a site of pages, MkDocs: this module alone imports it.

ProperDocs, which carries MkDocs on, answers to these imports with modules of its own, and so builds the same
books with `properdocs build -f mkdocs.yml`.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mkdocs
from mkdocs import config
from mkdocs.__main__ import cli
from mkdocs.commands import serve
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, get_plugins
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import meta, nest_paths
from mkdocs.utils.templates import TemplateContext

__all__ = [
    "LOG",
    "LOG_OF_PAGES",
    "Abort",
    "BasePlugin",
    "File",
    "Files",
    "InclusionLevel",
    "LiveReloadServer",
    "MkDocsConfig",
    "Navigation",
    "Page",
    "Section",
    "StructureItem",
    "TemplateContext",
    "cli",
    "get_context",
    "get_plugins",
    "look_first",
    "meta",
    "nest_paths",
    "serve",
]

LOG = logging.getLogger(mkdocs.__name__)
"""What the program says, and counts as warnings; it bears the name of the one that runs."""
LOG_OF_PAGES = logging.getLogger(Page.__module__)
"""What it says of pages, dead links above all."""


def look_first(look: Callable[[Path], None]) -> None:
    """Have `look` see the file of the settings before it is read, each time."""

    def looking(load: Callable[..., MkDocsConfig]) -> Callable[..., MkDocsConfig]:
        def loaded(config_file: Any = None, **given: Any) -> MkDocsConfig:
            look(Path(getattr(config_file, "name", config_file) or "mkdocs.yml"))
            return load(config_file, **given)

        return loaded

    modules: list[Any] = [config, serve]
    for each in modules:
        each.load_config = looking(each.load_config)
