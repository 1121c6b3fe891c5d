"""The files of the site besides its pages, written once these are rendered, and the last change of all."""

from __future__ import annotations

from html import unescape
from pathlib import Path

from hooks import compiled_rolls, engine, export, offline, search_index
from hooks.base.site_folders import ENGINE
from hooks.directives import from_pages
from hooks.export.archive import edition_label
from hooks.mkdocs import postprocess
from hooks.mkdocs.build import Build
from hooks.pages import embed, house_data, page_head, policy, print_book, redirects, share_pages
from hooks.preview import server as preview
from rules_py.systems import registry
from rules_py.systems.game import Game


def write_site(build: Build, site: Path, cache: Path) -> None:
    """Write what the pages need. The preview does without what depends on all pages: an author would wait
    for it, and a service worker would show old text.
    """
    build.library.write(site)
    build.library.write_places(site / ENGINE / "rules.json")
    redirects.write(site, build.moved, build.targets)
    worker = engine.build(site, cache, quickly=preview.active)
    read = [build.read_pages[page.file.src_uri] for page in build.navigation.pages]
    index = search_index.write(read, site)
    if not preview.active:
        _write_own_pages(build, site, cache)
    if build.social:
        build.social.write_images(site)
    postprocess.finish_pages(site, worker=worker, index=index, strict=not preview.active)
    if not preview.active:
        _write_for_readers(build, site)


def _write_own_pages(build: Build, site: Path, cache: Path) -> None:
    """Write the pages without a source, and the compiled rolls of all pages."""
    library, config, social = build.library, build.config, build.social
    if build.has_frames:
        template, context = build.templates.get_template("embed.html"), build.context("../..")
        url = social.url if social else None
        read = build.read_pages.values()
        embed.write(site, library.places, read, template, context, url, config.extra_css)
    compiled_rolls.write(
        site, compiled_rolls.Compiler(library.places, cache / "rolls", library.tables.hashes)
    )
    if own := registry.notation_calculator():
        compiled_rolls.write_quick_dice(site, own, library.places)
    for game in from_pages.books():
        _print_book(build, game, site)


def _print_book(build: Build, game: Game, site: Path) -> None:
    pages, social = build.pages_of(game), build.social
    build.colour(game)
    context = build.context(print_book.root_of(game)) | {
        "edition": edition_label(),
        "canonical": pages[0].canonical_url if social else None,
        "head": page_head.open_graph(social, build.facts(pages[0])) if social else "",
        "licence": build.licences.get(game.id),
    }
    template = build.templates.get_template("whole-book.html")
    print_book.write(print_book.Book(game, pages), site, build.chapters, template, context)


def _write_for_readers(build: Build, site: Path) -> None:
    """Write the headers, exports, service worker and share pages of a site that is published."""
    config, games = build.config, from_pages.books()
    title = unescape(config.site_name)
    house_data.write(site, [game.id for game in games if game.options])
    policy.write_headers(site, config.extra["frames"])
    if export.is_wanted():
        export.write([_edition(build, game, site) for game in games], site)
    titles = {game.id: game.title for game in games}
    offline.build(site, title, unescape(config.site_description or ""), titles)
    if export.is_wanted():
        export.write_itch(site, title)
    if build.social:  # last, as they are neither stored nor linked to
        share_pages.write(site, build.social, build.read_pages.values(), build.library.places)


def _edition(build: Build, game: Game, site: Path) -> export.Edition:
    named, extra = build.licences.get(game.id), build.config.extra
    return export.Edition(
        game,
        build.pages_of(game),
        site,
        build.library,
        build.read_pages,
        build.chapters,
        named.terms() if named else extra["licence"],
        site_url=build.social.url if build.social else None,
        paper=extra["paper"],
        ruling=extra["ruling"],
    )
