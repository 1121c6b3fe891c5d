"""The handlers of MkDocs' events, in the order of a build. Other modules do the work."""

import gc
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path

from jinja2 import Environment
from markupsafe import escape

from hooks import compiled_rolls, engine, export, offline, print_book, search_index
from hooks.directives import AuthorError, Library, Mistakes, anchors, book_checks, from_pages
from hooks.directives.pages import read_page
from hooks.export.archive import edition_date, edition_label
from hooks.licences import Licence
from hooks.licences import page as licences_page
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
from hooks.pages import (
    covers,
    css_variables,
    embed,
    house_data,
    house_rules,
    not_found,
    page_head,
    policy,
    postprocess,
    redirects,
    share_pages,
)
from hooks.pages.libraries import LIBRARIES
from hooks.pages.site_folders import EMBED, ENGINE, SHARE
from hooks.preview import error_page, page_cache, reload
from hooks.preview import server as preview
from hooks.preview.reload import RulesChangedError
from hooks.scaffold import vendored_files
from rules_py import present
from rules_py.authoring.error_summary import InfiniteLoopError, error_location, summarize
from rules_py.authoring.loop_guard import guard
from rules_py.base.errors import DeclarationError
from rules_py.base.paths import BOOK, PACKAGE
from rules_py.present.titles import title_letters
from rules_py.systems import registry
from rules_py.systems.game import Game

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

_ID = re.compile(r'\sid="([^"]+)"')

library = Library()
lacks: list[str] = []
heads: contents.Heads = {}
kinds: dict[str, str] = {}
chapters: dict[str, int] = {}
licence_of: dict[str, Licence] = {}
navigation: Navigation
read_pages: dict[str, search_index.Read] = {}
social: page_head.Site | None
templates: Environment
moved: list[redirects.Redirect] = []
targets: dict[str, redirects.Target] = {}


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
    global library, lacks
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
    lacks = book_checks.check_library(library)
    for warning in book_checks.warnings(library):
        LOG.info("%s", warning)
    if lacks and not preview.active:  # the preview shows an unfinished book
        raise Mistakes(lacks)


def on_files(files: Files, config: MkDocsConfig) -> None:
    global heads, kinds, chapters, licence_of, moved
    theme_patches.replace_files(files, config)
    for name in package_files.names():
        if name not in files.src_uris:
            files.append(File(name, str(package_files.DOCS), config.site_dir, config.use_directory_urls))
    read = {file.src_uri: meta.get_data(file.content_string) for file in files.documentation_pages()}
    heads = {path: head for path, (_, head) in read.items()}
    kinds = {path: contents.tool_kind(text) for path, (text, _) in read.items()}
    chapters = contents.chapters(heads)
    # MkDocs alone would order pages by name.
    config.nav = nest_paths(  # type: ignore[no-untyped-call]  # MkDocs' own
        sorted(heads, key=lambda path: contents.sort_key(path, heads))
    )
    for npm_library in LIBRARIES:
        files.append(File.generated(config, npm_library.path, content=npm_library.text(BOOK)))
    files.append(
        File.generated(config, css_variables.PATH, content=css_variables.sheet(config.extra["ruling"]))
    )
    licence_of = licences_page.of_books(config, heads, _books(), BOOK)
    for file in licences_page.files(config, BOOK, licence_of):
        files.append(file)
    pages = [library.settings(path)["page"] for path in heads]
    moved = redirects.of_pages(pages, directory_urls=config.use_directory_urls)
    collected = library.mistakes if preview.active else None
    links.report_dead_links(files, Path(config.docs_dir), collected, redirects.of_pages(pages))
    if preview.active:
        preview.begin_build(config, files, library, lacks)


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:
    global navigation
    navigation = nav
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
    if settings["page"].mistake:  # MkDocs may have taken the front matter for text
        return "\n".join(read_page(Path(config.docs_dir), name)[1])
    return None


def _colour(config: MkDocsConfig, book: Game | None) -> None:
    """Set the motif of the book on the next page, from which `palette.css` derives its colours."""
    config.theme["palette"] = config.theme["palette"] | {"primary": book.motif if book else "custom"}


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if "<h1" not in html:  # search, print and screen readers need it, too
        html = f'<h1 id="{anchors.anchor(str(page.title))}">{escape(page.title)}</h1>\n{html}'
    address = page.file.url.removeprefix("./")
    book, _, _ = page.file.src_uri.rpartition("/")
    title = str(page.parent.title if page.parent else config.site_name)
    description = str(page.meta.get("description", ""))
    entries = search_index.read(html, address)
    # MkDocs knows only the anchors of Markdown; a link may also lead to a list's entry or into a form
    page.present_anchor_ids = (page.present_anchor_ids or set()) | set(_ID.findall(html))
    synonyms = dict(library.settings(page.file.src_uri)["page"].search)
    read_pages[page.file.src_uri] = search_index.Read(
        address, str(page.title), description, book, title, entries, synonyms
    )
    return html


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    global templates, targets, social
    targets = {page.file.src_uri: _redirect_target(page) for page in navigation.pages}
    if preview.active:
        for page in navigation.pages:  # MkDocs checks after writing the pages, which are to show the result
            page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)
    social = _social(config)
    _escape_texts(config)
    parts = [(path, head.get("part"), kinds[path]) for path, head in heads.items()]
    templates = page_cache.cached_environment(env, (str(navigation), parts)) if preview.active else env
    templates.globals["games"] = [page for page in _covers() if _book_of(page)]
    packaged = frozenset(package_files.names())
    templates.globals["elsewhere"] = [
        page
        for page in navigation.pages
        if page.file.src_uri in packaged or (page in _covers() and not _book_of(page))
    ]
    own = registry.notation_calculator()
    dice_page = library.places.get(own.game, {}).get(own.id) if own else None
    templates.globals["tray"] = present.render_tray(own, registry.games(), dice_page)
    templates.globals["dice_page"] = dice_page
    templates.globals["sheets"] = contents.sheet_pages(navigation.pages)
    return templates


def _escape_texts(config: MkDocsConfig) -> None:
    """Escape plain text from YAML, as neither MkDocs' templates nor the theme's do.

    The result is Markup, which templates don't escape again.
    """
    for name in ("site_name", "site_description", "site_author"):
        if config[name] is not None:
            config[name] = escape(config[name])
    for page in navigation.pages:
        for name in {"title", "description"} & page.meta.keys():
            page.meta[name] = escape(page.meta[name])
    for item in (*navigation.pages, *_sections(navigation.items)):
        item.title = escape(item.title)


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    """Add the contents of the page's folder and, in a book, its motif, chapter and whether it is a tool."""
    book = _book_of(page)
    _colour(config, book)
    folder, below, _ = page.file.src_uri.partition("/")
    pages = [each for each in navigation.pages if each.file.src_uri.startswith(f"{folder}/")]
    listed = contents.contents_of(page, pages, heads, kinds, chapters, is_book=bool(book)) if below else None
    own = {
        "contents": listed,
        "head": page_head.render_head(social, _facts(page)) if social else "",
        "embed": EMBED if _has_frames(config) else "",
        "share": SHARE if social and not preview.active else "",
    }
    context.update(own)  # type: ignore[typeddict-item]  # MkDocs names its own
    if book:
        motif, number = covers.render_motif(book), chapters.get(page.file.src_uri)
        paper = None if preview.active else print_book.address(book)
        tool = kinds[page.file.src_uri] in (contents.SHEET, contents.TRACKER)
        more = {"book": book, "motif": motif, "chapter": number, "whole_book": paper, "tool": tool}
        more["licence"] = licence_of.get(book.id)
        more["letters"] = title_letters(unescape(str(page.title)))
        if page.is_index and not preview.active:
            more["downloads"] = export.downloads(book)
        more["rolls_on_cover"] = from_pages.is_from_pages(book.id) and "<dice-roller" in (page.content or "")
        context.update(more)  # type: ignore[typeddict-item]  # MkDocs names its own


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    if mistakes := [*dict.fromkeys((*library.mistakes, *lacks))]:
        output = error_page.above(output, error_page.mistakes_note(mistakes, page.file.src_uri))
    if sections := redirects.moved_sections(page.file.url.removeprefix("./"), moved, targets):
        output = output.replace("</article>", f"{sections}</article>", 1)
    if book := _book_of(page):
        output = house_rules.with_book(output, book, read_pages.values(), f"{edition_date():%Y-%m-%d}")
    default_url = f'<link rel="canonical" href="{page.canonical_url}">'
    return output if social else output.replace(default_url, "")


def on_template_context(context: TemplateContext, template_name: str, config: MkDocsConfig) -> None:
    if template_name in not_found.NAMES:
        drawings = [(game, covers.render_motif(game)) for game in _books()]
        colours = not_found.colours(package_files.source(Path(config.docs_dir), "assets/css/palette.css"))
        more = {"covers": drawings, "colours": colours}
        context.update(more)  # type: ignore[typeddict-item]  # MkDocs names its own


def on_post_build(config: MkDocsConfig) -> None:
    site = Path(config.site_dir)
    library.write(site)
    library.write_places(site / ENGINE / "rules.json")
    redirects.write(site, moved, targets)
    worker = engine.build(site, CACHE, quickly=preview.active)
    index = search_index.write([read_pages[page.file.src_uri] for page in navigation.pages], site)
    if not preview.active:  # an author would wait for every page
        if _has_frames(config):
            _embed(site, config)
        rolls = compiled_rolls.Compiler(library.places, CACHE / "rolls", library.tables.hashes)
        compiled_rolls.write(site, rolls)
        if own := registry.notation_calculator():
            compiled_rolls.write_quick_dice(site, own, library.places)
        _print_books(site, config)
    if social:
        for image in (social.image, *social.images.values()):
            image.write(site)
    postprocess.finish_pages(site, worker=worker, index=index, strict=not preview.active)
    if not preview.active:  # a service worker would show an author old text
        house_data.write(site, [game.id for game in _books() if game.options])
        policy.write_headers(site, config.extra["frames"])
        if export.is_wanted():
            export.write([_edition(game, site, config) for game in _books()], site)
        offline.build(
            site,
            unescape(config.site_name),
            unescape(config.site_description or ""),
            {game.id: game.title for game in _books()},
        )
        if export.is_wanted():
            export.write_itch(site, unescape(config.site_name))
        if social:  # last, as they are neither stored nor linked to
            share_pages.write(site, social, read_pages.values(), library.places)


def on_build_error(error: Exception) -> None:
    if isinstance(error, RulesChangedError) and preview.active:
        return  # the build starts again
    if isinstance(error, (*EXPECTED, RulesChangedError)):
        raise Abort(str(error))
    if error_location(error) or isinstance(error, (SyntaxError, DeclarationError)):
        raise Abort(summarize(error))


def _redirect_target(page: Page) -> redirects.Target:
    canonical = page.canonical_url if "SITE_URL" in os.environ else None
    address = page.file.url.removeprefix("./")
    return redirects.Target(
        unescape(str(page.title)), address, frozenset(page.present_anchor_ids or ()), canonical
    )


def _books() -> list[Game]:
    """Return the games that are books, not those of a folder of tools."""
    return [game for game in registry.games() if from_pages.is_book(game)]


def _covers() -> list[Page]:
    """Return the first pages of the books and other folders."""
    return [page for page in navigation.pages if page.is_index and page.file.src_uri.count("/") == 1]


def _book_of(page: Page) -> Game | None:
    return next((game for game in _books() if page.file.src_uri.startswith(f"{game.id}/")), None)


def _print_books(site: Path, config: MkDocsConfig) -> None:
    template = templates.get_template("whole-book.html")
    for game in _books():
        pages = _pages_of(game)
        context = get_context(
            navigation, [], config, base_url="../" * (print_book.address(game).count("/") - 1) + ".."
        )
        edition = {
            "edition": edition_label(),
            "canonical": pages[0].canonical_url if social else None,
            "head": page_head.open_graph(social, _facts(pages[0])) if social else "",
            "licence": licence_of.get(game.id),
        }
        _colour(config, game)
        print_book.write(print_book.Book(game, pages), site, chapters, template, {**context, **edition})


def _has_frames(config: MkDocsConfig) -> bool:
    """Return whether other sites may show calculators in frames. The preview has no pages for them."""
    return config.extra["frames"] != policy.NONE and not preview.active


def _embed(site: Path, config: MkDocsConfig) -> None:
    pages = {read.address: read for read in read_pages.values()}
    context = get_context(navigation, [], config, base_url="../..")
    template = templates.get_template("embed.html")
    ours = {css_variables.PATH, *package_files.names()}
    own = [sheet for sheet in config.extra_css if sheet not in ours]
    embed.write(site, library.places, pages, template, context, social.url if social else None, own)


def _social(config: MkDocsConfig) -> page_head.Site | None:
    """Return what heads say of the whole site, or None if its address is unknown."""
    if "SITE_URL" not in os.environ or not config.site_url:
        return None
    from hooks.pages import social_image  # slow to load, and most builds need no pictures

    name, about = config.site_name, config.site_description or ""
    painter = social_image.Painter(package_files.source(Path(config.docs_dir), "assets"), CACHE / "previews")
    images = {
        game.id: painter.paint(game.title, game.tagline, name, game.motif, covers.render_motif(game))
        for game in _books()
    }
    image = painter.paint(name, about, name, "leaf", present.render_motif("leaf"))
    return page_head.Site(config.site_url, name, about, image, images, config.site_author or "")


def _facts(page: Page) -> page_head.PageFacts:
    read = read_pages[page.file.src_uri]
    first = read_pages.get(f"{read.book}/index.md") if read.book else None
    return page_head.PageFacts(
        read.address,
        read.title,
        read.about,
        book=(first.address, read.book_title) if first else None,
        game=_book_of(page),
        is_cover=page.is_index,
        chapter=chapters.get(page.file.src_uri),
    )


def _pages_of(game: Game) -> list[Page]:
    return [page for page in navigation.pages if page.file.src_uri.startswith(f"{game.id}/")]


def _edition(game: Game, site: Path, config: MkDocsConfig) -> export.Edition:
    url = social.url if social else None
    named = licence_of.get(game.id)
    licence = named.terms() if named else config.extra["licence"]
    pages, paper, ruling = _pages_of(game), config.extra["paper"], config.extra["ruling"]
    return export.Edition(game, pages, site, library, read_pages, chapters, licence, url, paper, ruling)


def _sections(items: Iterable[StructureItem]) -> Iterator[Section]:
    for item in items:
        if isinstance(item, Section):
            yield item
            yield from _sections(item.children)
