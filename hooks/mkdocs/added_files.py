"""The files that the build adds to those of the books before it renders them."""

from __future__ import annotations

from collections.abc import Iterator

from hooks.base import package_files
from hooks.base.adapter import File, Files, MkDocsConfig
from hooks.base.libraries import LIBRARIES
from hooks.directives import from_pages
from hooks.licences import page as licences_page
from hooks.mkdocs.build import Build
from hooks.pages import css_variables
from rules_py.base.paths import BOOK


def add_package_files(files: Files, config: MkDocsConfig) -> None:
    """Add the files of the package that the book hasn't replaced."""
    for name in package_files.names():
        if name not in files.src_uris:
            files.append(File(name, str(package_files.DOCS), config.site_dir, config.use_directory_urls))


def generated(build: Build) -> Iterator[File]:
    """Yield the npm libraries, the stylesheet of variables and the licences, which are read here."""
    config = build.config
    for library in LIBRARIES:
        yield File.generated(config, library.path, content=library.text(BOOK))
    yield File.generated(config, css_variables.PATH, content=css_variables.sheet(config.extra["ruling"]))
    build.licences = licences_page.of_books(config, build.heads, from_pages.books(), BOOK)
    yield from licences_page.files(config, BOOK, build.licences)
