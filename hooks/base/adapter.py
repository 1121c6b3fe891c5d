"""The only module that imports MkDocs.

ProperDocs, which continues MkDocs, provides modules of the same names, and so builds the same books with
`properdocs build -f mkdocs.yml`.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mkdocs
from mkdocs import config, utils
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
from mkdocs.utils import get_build_datetime, meta, nest_paths
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
    "get_build_datetime",
    "get_context",
    "get_plugins",
    "check_settings_with",
    "clean_site_with",
    "meta",
    "nest_paths",
    "serve",
]

LOG = logging.getLogger(mkdocs.__name__)
"""The program's logger, which counts warnings; its name is that of the program that runs."""
LOG_OF_PAGES = logging.getLogger(Page.__module__)
"""The logger for pages, above all for dead links."""


def check_settings_with(check: Callable[[Path], None]) -> None:
    """Call `check` with the path of the settings each time before they are read."""

    def checking(load: Callable[..., MkDocsConfig]) -> Callable[..., MkDocsConfig]:
        def loaded(config_file: Any = None, **kwargs: Any) -> MkDocsConfig:
            check(Path(getattr(config_file, "name", config_file) or "mkdocs.yml"))
            return load(config_file, **kwargs)

        return loaded

    modules: list[Any] = [config, serve]
    for module in modules:
        module.load_config = checking(module.load_config)


def clean_site_with(clean: Callable[[str], None]) -> None:
    """Call `clean` with the site's folder before each build, instead of emptying it."""
    utils.clean_directory = clean  # type: ignore[assignment]  # its parameter has another name
