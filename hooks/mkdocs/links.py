"""A link that leads nowhere, told like every other mistake: with its line, and with what it may have meant.

MkDocs finds such links as it builds, and says so in a warning that names the page alone; the warning is
written anew here, before anybody reads it.
"""

from __future__ import annotations

import logging
import posixpath
import re
from pathlib import Path
from typing import override

from hooks.mkdocs import package_files
from hooks.mkdocs.adapter import LOG_OF_PAGES, Files
from rules_py.base.errors import format_value_error
from rules_py.base.suggest import KnownNames, closest_matches, did_you_mean

_SAID = re.compile(
    r"Doc file '(?P<page>[^']*)' contains an? (?P<kind>(?:absolute |unrecognized relative )?)link "
    r"'(?P<link>.*?)', (?P<problem>.*)",
    re.DOTALL,
)
_ELSEWHERE = re.compile(r"the doc '(?P<page>[^']*)' does not contain an anchor")


class _Placed(logging.Filter):
    """Writes the line into each warning about a link, or tells it on the page."""

    def __init__(self) -> None:
        super().__init__()
        self.files = Files([])
        self.docs = Path()
        self.told: list[str] | None = None

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        found = _SAID.match(record.getMessage()) if record.levelno >= logging.WARNING else None
        if found:
            page, link = found["page"], found["link"]
            place = f"{self.docs.name}/{page}:{self._line(page, link)}"
            record.msg = f"{place}: {format_value_error('link', link, self._allowed(**found.groupdict()))}"
            record.args = ()
            if self.told is not None:
                self.told.append(record.msg)
                return False
        return True

    def _line(self, page: str, link: str) -> int:
        """The line of the page that holds the link; the first where a directive wrote it."""
        lines = package_files.source(self.docs, page).read_text("utf-8-sig").splitlines()
        whole = re.compile(rf"[(<:\"'\s]{re.escape(link)}(?=[)>\"'\s]|$)")
        return next((at for at, line in enumerate(lines, 1) if whole.search(line)), 1)

    def _allowed(self, *, page: str, kind: str, link: str, problem: str) -> str:
        folder = posixpath.dirname(page)
        elsewhere = _ELSEWHERE.search(problem)
        if elsewhere or "no such anchor" in problem:
            where = elsewhere["page"] if elsewhere else page
            file = self.files.get_file_from_path(where)
            anchors = (file and file.page and file.page.present_anchor_ids) or ()
            words = f"an anchor of {self.docs.name}/{where}"
            return KnownNames(words, [f"{link.partition('#')[0]}#{each}" for each in anchors])
        known = [
            posixpath.relpath(file.src_uri, folder or ".")
            for file in self.files
            if package_files.source(self.docs, file.src_uri).is_file()
        ]
        path = link.partition("#")[0]
        wanted = posixpath.relpath(path[1:], folder or ".") if path.startswith("/") else path
        wanted += "" if posixpath.splitext(wanted)[1] else ".md"
        start = f"the path of a file from {posixpath.join(self.docs.name, folder)}/"
        return start + did_you_mean(closest_matches(wanted, known))


_placed = _Placed()
LOG_OF_PAGES.addFilter(_placed)


def take_part(files: Files, docs: Path, told: list[str] | None) -> None:
    """Know the files of this build, whose links may lead to each other. Where there is a list of what is
    `told` on the pages, dead links are told there, and nobody is warned.
    """
    _placed.files, _placed.docs, _placed.told = files, docs, told
