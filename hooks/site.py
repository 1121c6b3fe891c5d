"""What MkDocs calls while it builds the site.

Events of a few lines: the work is done in the modules beside this one, which know nothing of MkDocs.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.structure import StructureItem
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import meta, nest_paths

# While `serve` runs, each rebuild loads this file anew, and so the rules and hooks as they are now.
for name in [*sys.modules]:
    if name.partition(".")[0] in ("rules_py", "hooks"):
        del sys.modules[name]

from hooks import contents, engine, finish, material, offline  # noqa: E402
from hooks.directives import DirectiveError, Library  # noqa: E402

CACHE = Path(".cache")
EXPECTED = (DirectiveError, engine.EngineBuildError, material.UnknownMaterial, offline.OfflineBuildError)

serving = False
library = Library()
heads: contents.Heads = {}


def on_startup(command: str, dirty: bool) -> None:
    global serving
    serving = command == "serve"


def on_pre_build(config: MkDocsConfig) -> None:
    global library
    library = Library(Path(config.docs_dir), cache=CACHE / "odds", directory_urls=config.use_directory_urls)


def on_files(files: Files, config: MkDocsConfig) -> None:
    global heads
    heads = {file.src_uri: meta.get_data(file.content_string)[1] for file in files.documentation_pages()}
    # Left to itself MkDocs would order pages by name.
    config.nav = nest_paths(sorted(heads, key=lambda path: contents.sort_key(path, heads)))


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:
    for section in _sections(nav.items):
        for page in section.children:
            if isinstance(page, Page) and page.file.name == "index":
                section.title = contents.folder_title(page.file.src_uri, heads) or section.title


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    config.mdx_configs["hooks.directives"] = library.settings(page.file.src_uri)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    made_up = f'<link rel="canonical" href="{page.canonical_url}">'
    return output if "SITE_URL" in os.environ else output.replace(made_up, "")


def on_post_build(config: MkDocsConfig) -> None:
    site = Path(config.site_dir)
    library.write(site)
    library.write_rules(site / "engine" / "rules.json")
    worker = engine.build(site, CACHE)
    finish.finish_pages(site, worker=worker, policy=not serving)
    material.mend_styles(site)
    material.mend_scripts(site, urlsplit(config.site_url).path)
    if not serving:  # a service worker would show an author yesterday's text
        offline.build(site)


def on_build_error(error: Exception) -> None:
    if isinstance(error, EXPECTED):
        raise Abort(str(error))


def _sections(items: Iterable[StructureItem]) -> Iterator[Section]:
    for item in items:
        if isinstance(item, Section):
            yield item
            yield from _sections(item.children)
