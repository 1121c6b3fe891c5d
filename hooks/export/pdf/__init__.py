"""Books as tagged PDFs: Chromium prints the print edition, and pikepdf completes what it leaves out.

Chromium prints it twice: the contents need page numbers that are known only after the first time.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urljoin

from hooks.base.adapter import get_build_datetime
from hooks.export.edition import Edition, ExportError, Format
from hooks.export.pdf import chromium, print_page
from hooks.export.pdf.finish import About, complete, first_pages
from hooks.export.pdf.local_server import serve
from hooks.pages.print_book import address

CACHE = Path(".cache", "pdf")

_FILE = re.compile(r'\b(?:src|href)="([^"#?:]+)"')
_LANGUAGE = re.compile(r'<html\b[^>]*\blang="([^"]*)"')


def write(edition: Edition, path: Path) -> None:
    """Write the book as a PDF. Raises ExportError."""
    game, licence = edition.game, edition.licence
    page = f"{address(game)}index.html"
    html = (edition.site / page).read_text("utf-8")
    source, language = game.source, _LANGUAGE.search(html)
    about = About(
        title=game.title,
        author=source.author if source else "",
        subject=game.tagline,
        language=language[1] if language else "en",
        rights=f"{licence['what']} {licence['terms']}",
        date=get_build_datetime(),
        headings=print_page.headings(html),
        chapters=print_page.chapters(html),
    )
    path.write_bytes(complete(_print_cached(edition, page, html), about))


def _print_cached(edition: Edition, page: str, html: str) -> bytes:
    """Return the page as printed by Chromium, from the cache if its sources haven't changed."""
    program = chromium.find()
    total = hashlib.sha256(f"{chromium.version(program)}\n{_prepare(edition, page, html, {})}".encode())
    for file in (*_files(edition.site / page, html), *sorted(Path(__file__).parent.glob("*.py"))):
        total.update(file.read_bytes())
    stored = CACHE / f"{edition.game.id}-{total.hexdigest()[:16]}.pdf"
    if not stored.is_file():
        pdf = _print(program, edition, page, html)
        CACHE.mkdir(parents=True, exist_ok=True)
        for former in CACHE.glob(f"{edition.game.id}-*.pdf"):
            former.unlink()
        stored.write_bytes(pdf)
    return stored.read_bytes()


def _prepare(edition: Edition, page: str, html: str, numbers: Mapping[str, int]) -> str:
    url = urljoin(edition.site_url, page) if edition.site_url else None
    return print_page.for_pdf(html, paper=edition.paper, ruling=edition.ruling, url=url, first_pages=numbers)


def _files(page: Path, html: str) -> Iterator[Path]:
    """Yield the styles and pictures of a page. The names of fonts and pictures in styles contain hashes."""
    for match in _FILE.finditer(html):
        file = page.parent / match[1]
        if file.is_file():
            yield file


def _print(program: str, edition: Edition, page: str, html: str) -> bytes:
    former: dict[str, int] = {}
    numbers: dict[str, int] = {}
    for tagged in (False, True):
        with serve(edition.site, page, _prepare(edition, page, html, numbers)) as local:
            pdf = chromium.print_page(program, local, tagged=tagged)
        former, numbers = numbers, first_pages(pdf, print_page.chapters(html))
    if former != numbers:
        raise ExportError(f"{page}: chapters moved to other pages with their numbers in the contents")
    return pdf


def _lack() -> str | None:
    try:
        chromium.find()
    except ExportError as error:
        return str(error)
    return None


FORMAT = Format(
    label="PDF", about="to read on paper or on a screen", suffix=".pdf", write=write, lacks=_lack, waits=True
)
