"""The last change of all pages: the names of engine and index, and the content security policy."""

from __future__ import annotations

import html
from pathlib import Path

from hooks.mkdocs import theme_patches
from hooks.pages import policy

_CHARSET = '<meta charset="utf-8">'


def finish_pages(site: Path, *, worker: str, index: str, strict: bool) -> None:
    """Patch every page below `site`, and add the name of the engine's worker, the path of the search index
    and, if `strict`, the policy.

    Instant navigation keeps the policy of the first page, so each policy allows the scripts of all pages.
    """
    paths = sorted(site.rglob("*.html"))
    pages = {path: theme_patches.patch_page(path.read_text("utf-8"), str(path)) for path in paths}
    head = "".join(
        f'<meta name="diceleaf-{name}" content="{html.escape(value)}">'
        for name, value in (("engine", worker), ("index", index))
    )
    scripts = policy.inline_scripts(pages.values())
    for path, text in pages.items():
        allowed = f'<meta http-equiv="Content-Security-Policy" content="{policy.of_page(text, scripts)}">'
        path.write_text(text.replace(_CHARSET, _CHARSET + (allowed if strict else "") + head, 1), "utf-8")
