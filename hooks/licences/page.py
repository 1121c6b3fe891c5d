"""The page of licences, and the text files that it links to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hooks.base.adapter import File, InclusionLevel, MkDocsConfig
from hooks.base.plain_text import as_markdown
from hooks.base.site_folders import LICENCES
from hooks.licences import presets
from hooks.licences.presets import Licence
from hooks.licences.works import Group, Work, groups
from rules_py.systems.game import Game

_HEAD = """---
title: Licences
description: The components of this site, their authors and their licences.
---

# Licences

This page lists the components of this site, with the full text of each licence and a link to the source.
"""
_ADDRESS = re.compile(r"https://[^\s;,]+[^\s;,.]")


class LicenceError(Exception):
    """A licence lacks something, such as its author."""


def of_books(
    config: MkDocsConfig, heads: Mapping[str, Mapping[str, Any]], games: Iterable[Game], root: Path
) -> dict[str, Licence]:
    """Return the licence of each book that names one, by the ID of its game.

    A book names it in the front matter of its first page, otherwise `mkdocs.yml` does for all books. Raises
    LicenceError.
    """
    licences = {}
    attached = (root / "LICENSE").read_text("utf-8") if (root / "LICENSE").is_file() else ""
    for game in games:
        first = f"{game.id}/index.md"
        own = heads.get(first, {}).get("licence")
        setting = config.extra["licence"] if own is None else own
        author = config.site_author or (game.source.author if game.source else "")
        place = "mkdocs.yml" if own is None else f"docs/{first}"
        for lack in presets.lacks(setting, author, attached):
            raise LicenceError(f"{place}: {lack}")
        if licence := presets.licence_of(setting, game.title, author, attached):
            licences[game.id] = licence
    return licences


def files(config: MkDocsConfig, root: Path, of_books: Mapping[str, Licence]) -> Iterator[File]:
    """Yield the page and the text files; `root` is the repository, with `node_modules`."""
    of_site = config.extra["licence"]
    if licence := presets.licence_of(of_site, "", "", ""):
        of_site = licence.terms()
    work_groups = groups(root, config.site_name, of_site)
    text = "\n".join([_HEAD, *map(_notice, of_books.values()), *(_group(group) for group in work_groups)])
    not_in_nav = InclusionLevel.NOT_IN_NAV
    yield File.generated(config, f"{LICENCES}/index.md", content=text, inclusion=not_in_nav)
    for work in (work for group in work_groups for work in group.works):
        yield File.generated(config, f"{LICENCES}/{work.key}.txt", content=work.text())
        if work.changes:
            yield File.generated(config, f"{LICENCES}/{work.key}-changes.txt", content=work.changes_text())


def _notice(licence: Licence) -> str:
    """Return the section of a book: the notice that its licence requires, with its addresses as links."""
    paragraphs = (_ADDRESS.sub(r"<\g<0>>", as_markdown(each)) for each in licence.notice)
    return "\n\n".join([f"## {as_markdown(licence.title)}", *paragraphs, ""])


def _group(group: Group) -> str:
    return "\n".join([f"## {group.title}\n", f"{group.about}\n", *map(_entry, group.works)])


def _entry(work: Work) -> str:
    name = " ".join(filter(None, [work.title, work.version]))
    links = [f"[{work.licence}]({work.key}.txt)"]
    if work.source:
        links.append(f"[source]({work.source})")
    if work.changes:
        links.append(f"[what we changed]({work.key}-changes.txt)")
    return f"- **{as_markdown(name)}.** {work.what} {work.changed} {' · '.join(links)}\n".replace("  ", " ")
