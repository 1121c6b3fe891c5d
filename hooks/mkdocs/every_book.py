"""How the site of every book is configured, beneath what its own `mkdocs.yml` says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hooks.directives.anchors import anchor
from hooks.mkdocs.adapter import MkDocsConfig
from rules_py.base.paths import BOOK, PACKAGE

SETTINGS = Path(__file__).with_suffix(".yml")


def configure(config: MkDocsConfig) -> None:
    """Add what `every_book.yml` says. Where that is a list, what the book says of itself follows."""
    ours = MkDocsConfig(str(SETTINGS))
    with SETTINGS.open("rb") as file:
        ours.load_file(file)
    ours.load_dict({"site_name": config.site_name, "docs_dir": config.docs_dir})
    ours.validate()
    ours.mdx_configs["toc"]["slugify"] = anchor
    config.theme, config.validation = ours.theme, ours.validation
    config.extra.update(_laid_over(ours.extra, config.extra))
    config.mdx_configs = ours.mdx_configs | config.mdx_configs
    config.markdown_extensions = [*dict.fromkeys(ours.markdown_extensions + config.markdown_extensions)]
    config.extra_css = ours.extra_css + config.extra_css
    config.extra_javascript = ours.extra_javascript + config.extra_javascript
    config.watch += sorted({str(PACKAGE / "rules_py"), str(PACKAGE / "hooks"), str(BOOK / "rules_py")})


def _laid_over(ours: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What a book says in the place of ours; of a group, such as `licence`, it may say a part."""
    together = {**ours, **own}
    for name, value in ours.items():
        if isinstance(value, dict) and isinstance(own.get(name), dict):
            together[name] = value | own[name]
    return together
