"""Dead links, reported like every other mistake: with their line and a suggestion.

MkDocs warns of them with the name of the page only; a filter rewrites the warning.
"""

from __future__ import annotations

import logging
import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import override

from hooks.base import package_files
from hooks.base.adapter import LOG_OF_PAGES, Files
from hooks.directives.pages import address_of
from hooks.directives.redirect_from import Redirect
from rules_py.base.errors import format_unknown_name, format_value
from rules_py.base.suggest import KnownNames, closest_matches, did_you_mean

_WARNING = re.compile(
    r"Doc file '(?P<page>[^']*)' contains an? (?P<kind>(?:absolute |unrecognized relative )?)link "
    r"'(?P<link>.*?)', (?P<problem>.*)",
    re.DOTALL,
)
_OTHER_PAGE = re.compile(r"the doc '(?P<page>[^']*)' does not contain an anchor")


class _Placed(logging.Filter):
    """Adds the line to each warning about a link, or collects it for the page."""

    def __init__(self) -> None:
        super().__init__()
        self.files = Files([])
        self.docs = Path()
        self.collected: list[str] | None = None
        self.moved: Mapping[str, str] = {}

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        match = _WARNING.match(record.getMessage()) if record.levelno >= logging.WARNING else None
        if match:
            page, link = match["page"], match["link"]
            place = f"{self.docs.name}/{page}:{self._line(page, link)}"
            record.msg = f"{place}: {self._message(**match.groupdict())}"
            record.args = ()
            if self.collected is not None:
                self.collected.append(record.msg)
                return False
        return True

    def _line(self, page: str, link: str) -> int:
        """Return the line of the link in the page, or the first if a directive has written it."""
        lines = package_files.source(self.docs, page).read_text("utf-8-sig").splitlines()
        pattern = re.compile(rf"[(<:\"'\s]{re.escape(link)}(?=[)>\"'\s]|$)")
        return next((at for at, line in enumerate(lines, 1) if pattern.search(line)), 1)

    def _message(self, *, page: str, kind: str, link: str, problem: str) -> str:
        """Return `unknown link 'shet.md' (expected …). Did you mean 'sheet.md'?`"""
        folder = posixpath.dirname(page)
        elsewhere = _OTHER_PAGE.search(problem)
        if elsewhere or "no such anchor" in problem:
            where = elsewhere["page"] if elsewhere else page
            file = self.files.get_file_from_path(where)
            anchors = (file and file.page and file.page.present_anchor_ids) or ()
            words = f"an anchor of {self.docs.name}/{where}"
            names = [f"{link.partition('#')[0]}#{each}" for each in anchors]
            return format_unknown_name("link", link, KnownNames(words, names))
        known_targets = [
            posixpath.relpath(file.src_uri, folder or ".")
            for file in self.files
            if package_files.source(self.docs, file.src_uri).is_file()
        ]
        path = link.partition("#")[0]
        former = address_of(PurePosixPath(posixpath.normpath(posixpath.join(folder, path))), True)
        if path.endswith(".md") and former in self.moved:
            now = posixpath.relpath(self.moved[former], folder or ".")
            return f"link {format_value(link)}: the page has moved. Use {format_value(now)}."
        target = posixpath.relpath(path[1:], folder or ".") if path.startswith("/") else path
        target += "" if posixpath.splitext(target)[1] else ".md"
        start = f"the path of a file from {posixpath.join(self.docs.name, folder)}/"
        # The suggestion is for the path, which the link may write without `.md` or from the root.
        suggestion = did_you_mean(closest_matches(target, known_targets))
        return format_unknown_name("link", link, start) + (f". {suggestion}" if suggestion else "")


_placed = _Placed()
LOG_OF_PAGES.addFilter(_placed)


def report_dead_links(
    files: Files, docs: Path, mistakes: list[str] | None, redirects: Iterable[Redirect]
) -> None:
    """Report dead links among the files of this build: as warnings, or in the list of mistakes, if any."""
    _placed.files, _placed.docs, _placed.collected = files, docs, mistakes
    _placed.moved = {each.address: each.page for each in redirects if not each.anchor}
