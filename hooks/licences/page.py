"""The page of licences, and the text files that it links to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hooks.licences.works import Group, Work, groups
from hooks.mkdocs.adapter import File, InclusionLevel, MkDocsConfig
from hooks.pages.plain_text import as_markdown
from hooks.pages.site_folders import LICENCES

_HEAD = """---
title: Licences
description: The components of this site, their authors and their licences.
---

# Licences

This page lists the components of this site, with the full text of each licence and a link to the source.
"""


def files(config: MkDocsConfig, root: Path) -> Iterator[File]:
    """Yield the page and the text files; `root` is the repository, with `node_modules`."""
    listed = groups(root, config.site_name, config.extra["licence"])
    text = "\n".join([_HEAD, *(_group(group) for group in listed)])
    beside = InclusionLevel.NOT_IN_NAV
    yield File.generated(config, f"{LICENCES}/index.md", content=text, inclusion=beside)
    for work in (work for group in listed for work in group.works):
        yield File.generated(config, f"{LICENCES}/{work.key}.txt", content=work.text())
        if work.changes:
            yield File.generated(config, f"{LICENCES}/{work.key}-changes.txt", content=work.changes_text())


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
