"""The bare page of each calculator, `/embed/CALCULATOR/`, which other sites may show in a frame.

It has the roller, its odds and a link to the book, and loads little: no tray, no search, no fonts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Template

from hooks.base import package_files
from hooks.base.site_folders import EMBED
from hooks.pages import css_variables
from hooks.search_index import Read
from rules_py import present
from rules_py.present.html import fragment
from rules_py.present.links import Places
from rules_py.systems import registry
from rules_py.systems.game import Game

ROOT = "../../"
"""The relative path from a page to the root of the site."""
SHEETS = (
    *("tokens", "palette", "numbers", "shell", "prose", "rule-text", "components", "controls"),
    *("calculators", "loading-status", "outcome", "answer", "examples", "odds", "plot"),
    *("dice", "dice-entry", "embed"),
)
"""The stylesheets in `assets/css` for them, besides the theme's."""


@dataclass(frozen=True)
class Embedded:
    """A calculator that the page at this address shows; `address` is from the root of the site."""

    id: str
    game: Game
    address: str

    @property
    def path(self) -> str:
        """The path of its own page from the root of the site."""
        return f"{EMBED}/{self.id}/"


def embeddable_calculators(places: Places) -> Iterator[Embedded]:
    """Yield the calculators of the books that have odds and a roller."""
    for game in registry.games():
        pages = places.get(game.id, {})
        for calculator in game.calculators:
            if calculator.id in pages and calculator.has_odds and not calculator.api_only:
                yield Embedded(calculator.id, game, pages[calculator.id])


def write(
    site: Path,
    places: Places,
    read_pages: Iterable[Read],
    template: Template,
    context: Mapping[str, object],
    url: str | None,
    stylesheets: Iterable[str],
) -> None:
    """Write the pages. `url` is the address of the site; of its `stylesheets`, the author's own are added."""
    pages = {read.address: read for read in read_pages}
    ours = {css_variables.PATH, *package_files.names()}
    own_sheets = [sheet for sheet in stylesheets if sheet not in ours]
    theme = sorted(path.relative_to(site).as_posix() for path in site.glob("assets/stylesheets/*.css"))
    sheets = [*theme, *(f"assets/css/{name}.css" for name in SHEETS), *own_sheets]
    for each in embeddable_calculators(places):
        calculator = registry.calculator(each.id)
        with present.link_rules(ROOT, places):
            html = present.render_calculator(calculator, {}, is_open=True, alone=True)
        facts = {
            "title": fragment(calculator.title),
            "book": fragment(each.game.title),
            "place": fragment(f"{each.game.title}, {pages[each.address].title}"),
            "link": f"{each.address}#{each.id}",
            "motif": each.game.motif,
            "sheets": sheets,
            "calculator": html,
            "canonical": url and url + each.address,
        }
        path = site / each.path / "index.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template.render({**context, **facts}), "utf-8")
