"""The last touch once all pages are written: what they state about the engine and the index, and their
content security policy.
"""

from __future__ import annotations

import html
from pathlib import Path

from hooks.mkdocs import theme_patches
from hooks.pages import policy

_CHARSET = '<meta charset="utf-8">'


def finish_pages(site: Path, *, worker: str, index: str, strict: bool) -> None:
    """Mend every page below `site`, and write into it the name of the engine's worker script, where the index
    of all things to be found lies (from the root of the site) and, if `strict`, what it may do. A page that
    is turned to keeps the policy of the first one, so each must allow what any page runs.
    """
    paths = sorted(site.rglob("*.html"))
    pages = {path: theme_patches.patch_page(path.read_text("utf-8"), str(path)) for path in paths}
    head = "".join(
        f'<meta name="diceleaf-{name}" content="{html.escape(what)}">'
        for name, what in (("engine", worker), ("index", index))
    )
    scripts = policy.inline_scripts(pages.values())
    for path, text in pages.items():
        allowed = f'<meta http-equiv="Content-Security-Policy" content="{policy.of_page(text, scripts)}">'
        path.write_text(text.replace(_CHARSET, _CHARSET + (allowed if strict else "") + head, 1), "utf-8")
