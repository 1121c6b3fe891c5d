"""Former addresses: the field `redirect_from` in the front matter of pages.

A page names its former paths in it: `redirect_from: [fights.md, basics.md#moves]`. The second is a section
that was part of another page. `hooks.pages.redirects` writes what readers find there.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from hooks.base.errors import DirectiveError, Place, duplicate, mistake
from hooks.base.site_folders import BUILT
from hooks.directives.pages import Page, address_of

FIELD = "redirect_from"
_EXPECTED = "the path of a former page, such as fights.md, or its address, such as fights/"


@dataclass(frozen=True)
class Redirect:
    """A former address, from the root of the site, and the page that has replaced it.

    anchor  of the section that has moved, or "" for the whole page
    page    the path below the docs folder
    """

    address: str
    anchor: str
    page: str
    place: Place

    @property
    def file(self) -> str:
        """The file at the former address."""
        return self.address if self.address.endswith(".html") else f"{self.address}index.html"


def of_pages(pages: Iterable[Page], *, directory_urls: bool = True) -> list[Redirect]:
    """Return the redirects that the front matter of these pages declares, without the faulty ones."""
    redirects = (redirect for page in pages for redirect in _parse_redirects(page, directory_urls))
    return [each for each in redirects if isinstance(each, Redirect)]


def faults(pages: Iterable[Page]) -> Iterator[DirectiveError]:
    """Yield the mistakes in the redirects of all pages of the site."""
    pages = [*pages]
    existing = {page.address: page.path for page in pages}
    declared = [redirect for page in pages for redirect in _parse_redirects(page, True)]
    yield from (each for each in declared if isinstance(each, DirectiveError))
    redirects = [each for each in declared if isinstance(each, Redirect)]
    first: dict[tuple[str, str], Place] = {}
    for each in redirects:
        former = f"{each.address}#{each.anchor}" if each.anchor else each.address
        if not each.anchor and each.address in existing:
            expected = "the path of a page that no longer exists"
            yield mistake(each.place, FIELD, existing[each.address], expected)
        elif first.setdefault((each.address, each.anchor), each.place) != each.place:
            yield duplicate(each.place, FIELD, former, first[each.address, each.anchor])
    for each in redirects:
        if each.anchor and each.address not in existing and (each.address, "") not in first:
            message = (
                f"no page redirects from {each.address} without an anchor, where links to it should lead"
            )
            yield DirectiveError(each.place, f"{FIELD}: {message}")


def _parse_redirects(page: Page, directory_urls: bool) -> Iterator[Redirect | DirectiveError]:
    place = page.place_of(FIELD)
    for former in page.redirect_from:
        path, _, anchor = former.partition("#")
        name = posixpath.normpath(posixpath.join(posixpath.dirname(page.name), path))
        is_outside = former.startswith("/") or name.startswith("..")
        if not path.endswith((".md", ".html", "/")) or is_outside or name.partition("/")[0] in BUILT:
            yield mistake(place, FIELD, former, _EXPECTED)
            continue
        address = address_of(PurePosixPath(name), directory_urls) if path.endswith(".md") else name
        yield Redirect(f"{name}/" if path.endswith("/") else address, anchor, page.name, place)
