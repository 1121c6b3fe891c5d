"""What MkDocs calls while it builds the site.

Events of a few lines: the work is done in the modules beside this one, and only `shell` imports MkDocs.
"""

import gc
import os
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path

from jinja2 import Environment
from markupsafe import escape

from hooks import engine, licences, offline, print_book, search_index
from hooks.directives import AuthorError, Library, Mistakes
from hooks.directives.pages import read_page
from hooks.mkdocs import contents, every_book, links, package_files, theme_patches
from hooks.mkdocs.adapter import (
    LOG,
    Abort,
    File,
    Files,
    LiveReloadServer,
    MkDocsConfig,
    Navigation,
    Page,
    Section,
    StructureItem,
    TemplateContext,
    get_context,
    meta,
    nest_paths,
)
from hooks.pages import covers, css_variables, not_found, policy, postprocess
from hooks.pages.libraries import LIBRARIES
from hooks.pages.site_folders import ENGINE
from hooks.preview import error_page
from hooks.preview import server as serving
from hooks.scaffold import vendored_files
from rules_py import present
from rules_py.authoring.error_summary import InfiniteLoopError, error_location, summarize
from rules_py.authoring.loop_guard import guard
from rules_py.base.errors import DeclarationError
from rules_py.base.paths import BOOK, PACKAGE
from rules_py.systems import registry
from rules_py.systems.game import Game

CACHE = Path(".cache")
EXPECTED = (
    AuthorError,
    InfiniteLoopError,
    engine.EngineBuildError,
    theme_patches.UnknownMaterial,
    offline.OfflineBuildError,
    print_book.PrintError,
)

library = Library()
lacks: list[str] = []
heads: contents.Heads = {}
chapters: dict[str, int] = {}
way: Navigation
found: dict[str, search_index.Read] = {}
templates: Environment


def on_startup(command: str, dirty: bool) -> None:
    serving.active = command == "serve"
    if serving.active:
        serving.outlive_mistakes()
    gc.set_threshold(100_000)  # a build makes much and drops little: to look for garbage often takes long


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: object) -> None:
    serving.start(server)


def on_config(config: MkDocsConfig) -> None:
    every_book.configure(config)
    if BOOK != PACKAGE and (old := vendored_files.behind(BOOK)):
        LOG.info(
            "Of an older Diceleaf: %s; .venv/bin/diceleaf new . --update renews what you left as it was",
            " and ".join(old),
        )


def on_pre_build(config: MkDocsConfig) -> None:
    global library, lacks
    with guard():
        registry.games()  # so that a game that can't be imported is told as such
    library = Library(
        Path(config.docs_dir),
        cache=CACHE / "odds",
        fences=serving.begin(config) if serving.active else None,
        directory_urls=config.use_directory_urls,
        shows_mistakes=serving.active,
    )
    serving.as_imported()
    unkept = library.unkept()
    if unkept and not serving.active:  # a book that is being written is shown as far as it has come
        raise Mistakes(unkept)
    lacks = unkept


def on_files(files: Files, config: MkDocsConfig) -> None:
    global heads, chapters
    for name in package_files.names():
        if name not in files.src_uris:
            files.append(File(name, str(package_files.DOCS), config.site_dir, config.use_directory_urls))
    heads = {file.src_uri: meta.get_data(file.content_string)[1] for file in files.documentation_pages()}
    chapters = contents.chapters(heads)
    # Left to itself MkDocs would order pages by name.
    config.nav = nest_paths(  # type: ignore[no-untyped-call]  # MkDocs' own
        sorted(heads, key=lambda path: contents.sort_key(path, heads))
    )
    for each in LIBRARIES:
        files.append(File.generated(config, each.path, content=each.text(BOOK)))
    files.append(
        File.generated(config, css_variables.PATH, content=css_variables.sheet(config.extra["ruling"]))
    )
    for file in licences.files(config, BOOK):
        files.append(file)
    links.take_part(files, Path(config.docs_dir), library.mistakes if serving.active else None)
    if serving.active:
        serving.take_part(config, files, library, lacks)


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:
    global way
    way = nav
    for section in _sections(nav.items):
        for page in section.children:
            if isinstance(page, Page) and page.file.name == "index":
                section.title = contents.folder_title(page.file.src_uri, heads) or section.title
    for page in nav.pages:
        contents.stay_in_book(page)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str | None:
    name = page.file.src_uri
    if name == "index.md":
        page.meta.setdefault("title", config.site_name)
    config.mdx_configs["hooks.directives"] = settings = library.settings(name)
    if settings["page"].mistake:  # MkDocs may take a wrong front matter for text
        return "\n".join(read_page(Path(config.docs_dir), name)[1])
    return None


def _colour(config: MkDocsConfig, book: Game | None) -> None:
    """Let the next page name the face of its book, by which `palette.css` knows its colours."""
    config.theme["palette"] = config.theme["palette"] | {"primary": book.face if book else "custom"}


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    address = page.file.url.removeprefix("./")
    book, _, _ = page.file.src_uri.rpartition("/")
    title = str(page.parent.title if page.parent else config.site_name)
    about = str(page.meta.get("description", ""))
    things = search_index.read(html, address)
    # MkDocs knows the places of Markdown alone, and a text may lead to a list's entry or to a form as well
    page.present_anchor_ids = (page.present_anchor_ids or set()) | {each.anchor for each in things}
    found[page.file.src_uri] = search_index.Read(address, str(page.title), about, book, title, things)


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    global templates
    if serving.active:
        for page in way.pages:  # MkDocs looks only when the pages are written, and those are to tell it
            page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)
    _escape_texts(config)
    templates = serving.templates(env, way) if serving.active else env
    templates.globals["tray"] = present.tray(registry.written_dice(), registry.games())
    return templates


def _escape_texts(config: MkDocsConfig) -> None:
    """Escape for HTML what is plain text in YAML: neither MkDocs' templates nor the theme's do. An escaped
    text stays as it is where a template escapes it again.
    """
    for name in ("site_name", "site_description", "site_author"):
        if config[name] is not None:
            config[name] = escape(config[name])
    for page in way.pages:
        said = {name: page.meta[name] for name in ("title", "description") if name in page.meta}
        page.meta.update((name, escape(value)) for name, value in said.items())
    for item in (*way.pages, *_sections(way.items)):
        item.title = escape(item.title)


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    """What a page of a book opens with: the motif of its face, whose colours it takes, and the number of the
    chapter.
    """
    place = Path(page.file.src_uri)
    book = next((game for game in _books() if game.id == place.parts[0]), None)
    _colour(config, book)
    if book:
        motif, number = covers.drawing(book), chapters.get(page.file.src_uri)
        paper = None if serving.active else print_book.address(book)
        more = {"book": book, "motif": motif, "chapter": number, "whole_book": paper}
        context.update(more)  # type: ignore[typeddict-item]  # MkDocs names its own


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    if wrong := [*dict.fromkeys((*library.mistakes, *lacks))]:
        output = error_page.above(output, error_page.unfinished(wrong, page.file.src_uri))
    made_up = f'<link rel="canonical" href="{page.canonical_url}">'
    return output if "SITE_URL" in os.environ else output.replace(made_up, "")


def on_template_context(context: TemplateContext, template_name: str, config: MkDocsConfig) -> None:
    if template_name == not_found.NAME:
        shown = [(game, covers.drawing(game)) for game in _books()]
        colours = not_found.colours(package_files.source(Path(config.docs_dir), "assets/css/palette.css"))
        more = {"covers": shown, "colours": colours}
        context.update(more)  # type: ignore[typeddict-item]  # MkDocs names its own


def on_post_build(config: MkDocsConfig) -> None:
    site = Path(config.site_dir)
    library.write(site)
    library.write_places(site / ENGINE / "rules.json")
    worker = engine.build(site, CACHE, quickly=serving.active)
    index = search_index.write([found[page.file.src_uri] for page in way.pages], site)
    if not serving.active:  # an author at work looks at one page, and would wait for all
        _print_books(site, config)
    postprocess.finish_pages(site, worker=worker, index=index, strict=not serving.active)
    theme_patches.leave_out(site)
    theme_patches.mend_styles(site)
    if not serving.active:  # a service worker would show an author yesterday's text
        policy.write_headers(site)
        offline.build(site, unescape(config.site_name), unescape(config.site_description or ""))


def on_build_error(error: Exception) -> None:
    if isinstance(error, serving.RulesChanged) and serving.active:
        return  # it begins anew
    if isinstance(error, (*EXPECTED, serving.RulesChanged)):
        raise Abort(str(error))
    if error_location(error) or isinstance(error, (SyntaxError, DeclarationError)):
        raise Abort(summarize(error))


def _books() -> list[Game]:
    """The games that are books: those with numbered rules."""
    return [game for game in registry.games() if game.numbers]


def _print_books(site: Path, config: MkDocsConfig) -> None:
    template = templates.get_template("whole-book.html")
    for game in _books():
        pages = [page for page in way.pages if page.file.src_uri.startswith(f"{game.id}/")]
        context = get_context(
            way, [], config, base_url="../" * (print_book.address(game).count("/") - 1) + ".."
        )
        told = {
            "edition": f"{context['build_date_utc']:%-d %B %Y}",
            "canonical": pages[0].canonical_url if "SITE_URL" in os.environ else None,
        }
        _colour(config, game)
        print_book.write(print_book.Book(game, pages), site, chapters, template, {**context, **told})


def _sections(items: Iterable[StructureItem]) -> Iterator[Section]:
    for item in items:
        if isinstance(item, Section):
            yield item
            yield from _sections(item.children)
