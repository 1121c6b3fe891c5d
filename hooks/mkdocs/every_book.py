"""The settings of every book, which its own `mkdocs.yml` extends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hooks.base.adapter import MkDocsConfig
from rules_py.base.paths import BOOK, PACKAGE

SETTINGS = Path(__file__).with_suffix(".yml")


def configure(config: MkDocsConfig) -> None:
    """Add the settings of `every_book.yml`; to a list, the book's own entries are appended."""
    ours = MkDocsConfig(str(SETTINGS))
    with SETTINGS.open("rb") as file:
        ours.load_file(file)
    ours.load_dict({"site_name": config.site_name, "docs_dir": config.docs_dir})
    ours.validate()
    config.theme, config.validation = ours.theme, ours.validation
    config.extra.update(_merge(ours.extra, config.extra))
    config.mdx_configs = ours.mdx_configs | config.mdx_configs
    config.markdown_extensions = [*dict.fromkeys(ours.markdown_extensions + config.markdown_extensions)]
    config.extra_css = ours.extra_css + config.extra_css
    config.extra_javascript = ours.extra_javascript + config.extra_javascript
    folders = {PACKAGE / "rules_py", PACKAGE / "hooks", BOOK / "rules_py"}
    config.watch += sorted(
        str(folder) for folder in folders if folder.is_dir()
    )  # a book can do without Python


def _merge(ours: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return our settings updated with the book's own; of a group, such as `licence`, it may set a part."""
    merged = {**ours, **own}
    for name, value in ours.items():
        if isinstance(value, dict) and isinstance(own.get(name), dict):
            merged[name] = value | own[name]
    return merged
