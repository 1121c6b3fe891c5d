"""Diceleaf as a plugin of MkDocs, which a book names in its `mkdocs.yml`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from hooks.base.adapter import BasePlugin
from hooks.mkdocs import site


class Diceleaf(BasePlugin):  # type: ignore[no-untyped-call,type-arg]  # MkDocs' own; it takes no settings
    """Forward each MkDocs event to the current `hooks.mkdocs.site`, which the preview server reloads."""


def _handed_on(event: str) -> Callable[..., Any]:
    def call_handler(self: Diceleaf, *value: Any, **keywords: Any) -> Any:
        return getattr(import_module(site.__name__), event)(*value, **keywords)

    return call_handler


for _event in [name for name in vars(site) if name.startswith("on_")]:
    setattr(Diceleaf, _event, _handed_on(_event))
