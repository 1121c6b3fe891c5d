"""The small pages that links in a chat lead to: `/r/GAME/RULE.html` and `/r/GAME/CALCULATOR.html`.

A chat shows what the head of a page says. It runs no script, and doesn't send what follows `#`, so it would
show the same for every rule of a chapter. Each of these pages says in its head what its rule or calculator
is, and leads on to the place in the book. An inline script does so, as some chats follow other redirects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hooks.base.site_folders import SHARE
from hooks.pages import page_head, policy
from hooks.pages.page_head import PageFacts, Site
from hooks.search_index import Read, SearchEntry
from rules_py.present.html import Markup, tag
from rules_py.present.links import Places
from rules_py.systems import registry
from rules_py.systems.game import Game

LONGEST = 300
"""The most characters of a text; chats show fewer."""

_ROOT = "../../"
_LEAD_ON = """
const to = new URL(document.querySelector("a").href);
to.search = location.search;
location.replace(to);
"""


@dataclass(frozen=True)
class Shared:
    """A rule or calculator and its place, an address with its anchor from the root of the site."""

    game: Game
    name: str
    title: str
    text: str
    place: str

    @property
    def path(self) -> str:
        """The path of its page from the root of the site."""
        return f"{SHARE}/{self.game.id}/{self.name}.html"


def write(site: Path, facts: Site, pages: Iterable[Read], places: Places) -> None:
    """Write the page of every rule, ruling and calculator that rolls."""
    for each in shared_things(pages, places):
        path = site / each.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(render(facts, each), "utf-8")


def shared_things(pages: Iterable[Read], places: Places) -> Iterator[Shared]:
    """Yield the rules, rulings and calculators of these pages, each once."""
    paths = set[str]()
    for page in pages:
        if page.book in registry.game_ids():
            for each in _on_page(page, registry.game(page.book), places):
                if each.path not in paths:
                    paths.add(each.path)
                    yield each


def _on_page(page: Read, game: Game, places: Places) -> Iterator[Shared]:
    for entry in page.entries:
        for number in entry.numbers:
            about = entry.name or entry.section or page.title
            yield Shared(game, number, f"{number}: {about}", _text(entry), f"{page.address}#{entry.anchor}")
        if entry.kind == "calculator" and (address := places.get(game.id, {}).get(entry.of)):
            title = registry.calculator(entry.of).title
            yield Shared(game, entry.of.partition(".")[2], title, _text(entry), f"{address}#{entry.of}")


def _text(entry: SearchEntry) -> str:
    """Return a description in a few sentences: the text and, of a calculator or an entry, the values."""
    if entry.kind == "calculator":
        values = [f"{value}." for _, value in entry.cells if value]
    else:
        values = [f"{label}: {value}" for label, value in entry.cells]
    text = " ".join(part for part in (entry.text, " · ".join(values)) if part)
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition(' ')[0]} …"


def render(site: Site, each: Shared) -> str:
    """Return the page as HTML."""
    link = f"{_ROOT}{each.place}"
    facts = PageFacts(each.path, each.title, each.text, (f"{each.game.id}/", each.game.title), each.game)
    address = each.place.partition("#")[0]
    body = tag("p", tag("a", each.title, href=link)) + tag("script", Markup(_LEAD_ON))
    head = [
        tag("title", f"{each.title} - {each.game.title} - {site.name}"),
        tag("meta", name="viewport", content="width=device-width,initial-scale=1"),
        tag("link", rel="canonical", href=site.at(address)),
        page_head.open_graph(site, facts, card="summary"),
        tag("noscript", tag("meta", http_equiv="refresh", content=f"0; url={link}")),
    ]
    [script] = policy.inline_scripts([body])
    rules = f"default-src 'none'; script-src {script}"
    allowed = f'<meta http-equiv="Content-Security-Policy" content="{rules}">'
    start = f'<!doctype html>\n<html lang="{page_head.LANGUAGE}"><head><meta charset="utf-8">{allowed}'
    return f"{start}{''.join(head)}</head><body>{body}</body></html>\n"
