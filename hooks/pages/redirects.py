"""Redirects: small pages at former addresses, which lead to the current address of a page.

If a section has moved and its former page still exists, that page shows a link in the section's place.
"""

from __future__ import annotations

import html
import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hooks.base.adapter import Page
from hooks.directives.redirect_from import Redirect

_TEMPLATE = Path(__file__).with_suffix(".html").read_text("utf-8")


@dataclass(frozen=True)
class Target:
    """A page of the finished site: its title and address, its anchors, and its canonical URL, if any."""

    title: str
    address: str
    anchors: frozenset[str]
    canonical: str | None


def target_of(page: Page, *, absolute: bool) -> Target:
    """Return a rendered page as the target of redirects, with its canonical URL if that is `absolute`."""
    return Target(
        html.unescape(str(page.title)),
        page.file.url.removeprefix("./"),
        frozenset(page.present_anchor_ids or ()),
        page.canonical_url if absolute else None,
    )


def write(site: Path, redirects: Iterable[Redirect], targets: Mapping[str, Target]) -> None:
    """Write a page at each former address below `site`; `targets` are the pages of the site by path."""
    redirects = [*redirects]
    for redirect in redirects:
        path = site / redirect.file
        if redirect.anchor or path.exists():  # the author's own file
            continue
        target = targets[redirect.page]
        sections = "".join(
            f'<a id="{html.escape(each.anchor)}" href="{_link(each, targets[each.page])}" hidden></a>'
            for each in redirects
            if each.anchor and each.address == redirect.address
        )
        canonical = (
            f'<link rel="canonical" href="{html.escape(target.canonical)}">' if target.canonical else ""
        )
        words = {
            "title": html.escape(target.title),
            "canonical": canonical,
            "to": _link(redirect, target),
            "sections": sections,
        }
        text = _TEMPLATE
        for name, value in words.items():
            text = text.replace(f"{{{name}}}", value)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def moved_sections(address: str, redirects: Iterable[Redirect], targets: Mapping[str, Target]) -> str:
    """Return links in place of the sections that the page at this address no longer has.

    Each is shown to readers who followed a link to its section.
    """
    return "".join(
        f'<p class="moved" id="{html.escape(each.anchor)}">This section is now part of '
        f'<a href="{_link(each, target)}">{html.escape(target.title)}</a>.</p>'
        for each in redirects
        if each.anchor and each.address == address
        for target in [targets[each.page]]
    )


def _link(redirect: Redirect, target: Target) -> str:
    """Return the relative link from the former address to where its page or section is now."""
    folder = posixpath.dirname(redirect.file) or "."
    to = target.address
    link = posixpath.relpath(to or ".", folder) + ("/" if not to or to.endswith("/") else "")
    return html.escape(f"{link}#{redirect.anchor}" if redirect.anchor in target.anchors else link)
