"""The handlers of MkDocs' events, in the order of a build. Other modules do the work."""

import gc
from contextlib import suppress
from pathlib import Path

from jinja2 import Environment

from hooks import compiled_rolls, engine, export, offline
from hooks.base import package_files
from hooks.base.adapter import (
    LOG,
    Abort,
    Files,
    LiveReloadServer,
    MkDocsConfig,
    Navigation,
    Page,
    TemplateContext,
)
from hooks.directives import AuthorError, Library, Mistakes, anchors, book_checks, from_pages, redirect_from
from hooks.directives.pages import read_page
from hooks.export.archive import edition_date
from hooks.licences import page as licences_page
from hooks.mkdocs import added_files, contents, every_book, finish, links, template_context, theme_patches
from hooks.mkdocs.build import Build
from hooks.pages import house_rules, not_found, print_book, redirects, site_facts
from hooks.preview import error_page, page_cache, reload
from hooks.preview import server as preview
from hooks.preview.reload import RulesChangedError
from hooks.scaffold import vendored_files
from hooks.search_index import Read
from hooks.search_index import read as read_entries
from rules_py.authoring.error_summary import InfiniteLoopError, error_location, summarize
from rules_py.authoring.loop_guard import guard
from rules_py.base.errors import DeclarationError
from rules_py.base.paths import BOOK, PACKAGE
from rules_py.systems import registry

CACHE = Path(".cache")
EXPECTED = (
    AuthorError,
    InfiniteLoopError,
    engine.EngineBuildError,
    theme_patches.UnknownMaterial,
    compiled_rolls.CompiledRollError,
    offline.OfflineBuildError,
    print_book.PrintError,
    export.ExportError,
    licences_page.LicenceError,
)

build: Build
"""The current build, or the last one."""


def on_startup(command: str, dirty: bool) -> None:
    preview.active = command == "serve"
    if preview.active:
        preview.survive_first_build()
    with suppress(AuthorError):  # reported by the build
        from_pages.write()
    reload.record_pages()
    gc.set_threshold(100_000)  # a build creates much and frees little, so that collections cost time


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: object) -> None:
    preview.start(server)


def on_config(config: MkDocsConfig) -> None:
    every_book.configure(config)
    if BOOK != PACKAGE and (old := vendored_files.outdated_copies(BOOK)):
        LOG.info(
            "Of an older Diceleaf: %s; .venv/bin/diceleaf new . --update renews what you left as it was",
            " and ".join(old),
        )


def on_pre_build(config: MkDocsConfig) -> None:
    global build
    from_pages.write()
    with guard():
        registry.games()  # first, so that a failed import is reported as such
    library = Library(
        Path(config.docs_dir),
        cache=CACHE / "odds",
        blocks=page_cache.blocks(config) if preview.active else None,
        directory_urls=config.use_directory_urls,
        shows_mistakes=preview.active,
    )
    reload.check_imported()
    build = Build(config, library, book_checks.check_library(library))
    for warning in book_checks.warnings(library):
        LOG.info("%s", warning)
    if build.lacks and not preview.active:  # the preview shows an unfinished book
        raise Mistakes(build.lacks)


def on_files(files: Files, config: MkDocsConfig) -> None:
    theme_patches.replace_files(files, config)
    added_files.add_package_files(files, config)
    build.read_heads(files)
    config.nav = contents.paths_in_order(build.heads)
    for file in added_files.generated(build):
        files.append(file)
    pages = [build.library.settings(path)["page"] for path in build.heads]
    build.moved = redirect_from.of_pages(pages, directory_urls=config.use_directory_urls)
    collected = build.library.mistakes if preview.active else None
    links.report_dead_links(files, Path(config.docs_dir), collected, redirect_from.of_pages(pages))
    if preview.active:
        preview.begin_build(config, files, build.library, build.lacks)


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:
    build.navigation = nav
    contents.name_folders(nav, build.heads)
    for page in nav.pages:
        contents.stay_in_book(page)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str | None:
    name = page.file.src_uri
    if name == "index.md":
        page.meta.setdefault("title", config.site_name)
    config.mdx_configs["hooks.directives"] = settings = build.library.settings(name)
    if settings["page"].mistake:  # MkDocs may have taken the front matter for text
        return "\n".join(read_page(Path(config.docs_dir), name)[1])
    return None


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    html = contents.with_heading(html, page)
    # MkDocs knows only the anchors of Markdown; a link may also lead to a list's entry or into a form
    page.present_anchor_ids = (page.present_anchor_ids or set()) | anchors.ids_in(html)
    path, address = page.file.src_uri, page.file.url.removeprefix("./")
    build.read_pages[path] = Read(
        address,
        str(page.title),
        str(page.meta.get("description", "")),
        path.rpartition("/")[0],
        str(page.parent.title if page.parent else config.site_name),
        read_entries(html, address),
        dict(build.library.settings(path)["page"].search),
    )
    return html


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    build.read_targets()
    if preview.active:
        for page in build.navigation.pages:  # MkDocs checks after writing the pages, which show the result
            page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)
    assets = package_files.source(Path(config.docs_dir), "assets")
    build.social = site_facts.describe_site(config, from_pages.books(), assets, CACHE / "previews")
    build.escape_texts()
    made_from = str(build.navigation), contents.parts_of(build.heads, build.kinds)
    build.templates = page_cache.cached_environment(env, made_from) if preview.active else env
    build.templates.globals.update(template_context.of_site(build))
    return build.templates


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    build.colour(build.book_of(page))
    context.update(template_context.of_page(build, page))  # type: ignore[typeddict-item]  # MkDocs names its own


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    if mistakes := [*dict.fromkeys((*build.library.mistakes, *build.lacks))]:
        output = error_page.above(output, error_page.mistakes_note(mistakes, page.file.src_uri))
    if sections := redirects.moved_sections(page.file.url.removeprefix("./"), build.moved, build.targets):
        output = output.replace("</article>", f"{sections}</article>", 1)
    if book := build.book_of(page):
        read = build.read_pages.values()
        output = house_rules.with_book(output, book, read, f"{edition_date():%Y-%m-%d}")
    default_url = f'<link rel="canonical" href="{page.canonical_url}">'
    return output if build.social else output.replace(default_url, "")


def on_template_context(context: TemplateContext, template_name: str, config: MkDocsConfig) -> None:
    if template_name in not_found.NAMES:
        context.update(template_context.of_missing_page(build))  # type: ignore[typeddict-item]  # MkDocs names its own


def on_post_build(config: MkDocsConfig) -> None:
    finish.write_site(build, Path(config.site_dir), CACHE)


def on_build_error(error: Exception) -> None:
    if isinstance(error, RulesChangedError) and preview.active:
        return  # the build starts again
    if isinstance(error, (*EXPECTED, RulesChangedError)):
        raise Abort(str(error))
    if error_location(error) or isinstance(error, (SyntaxError, DeclarationError)):
        raise Abort(summarize(error))
